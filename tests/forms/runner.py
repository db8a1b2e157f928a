"""Runs measures over corpora in processes that can be killed, one a core."""

from __future__ import annotations

import multiprocessing
import os
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from multiprocessing.connection import Connection, wait
from typing import Final

from PySide6.QtCore import QMessageLogContext, QtMsgType, qInstallMessageHandler

from tests.forms.corpora import CORPORA, Sources, cases_of
from tests.forms.desk import Desk
from tests.forms.measures import Measure, Outcome, measures

__all__ = ["Figure", "Plan", "run"]

_START_S: Final = 60.0
_SPAWN: Final = multiprocessing.get_context("spawn")


@dataclass(frozen=True, slots=True)
class Plan:
    """What to run: keys of measures and corpora, of each corpus every `every`-th case."""

    sources: Sources = field(default_factory=Sources)
    keys: tuple[str, ...] = ()
    corpora: tuple[str, ...] = tuple(CORPORA)
    every: int = 1
    limit_s: float = 0.0
    """Seconds for everything, 0: no limit. What is not run by then is counted as not run."""


@dataclass(slots=True)
class Figure:
    """One measure over one corpus. outcomes: of cases by name, in the order of the corpus."""

    measure: Measure
    corpus: str
    outcomes: dict[str, Outcome] = field(default_factory=dict)
    left_out: int = 0


def work(plan: Plan) -> list[tuple[str, int, tuple[str, ...]]]:
    """(corpus, number of the case, keys of the measures that take it), in order."""
    found = []
    chosen = [measure for key, measure in measures().items() if not plan.keys or key in plan.keys]
    for corpus in plan.corpora:
        for number, case in enumerate(cases_of(corpus, plan.sources)):
            keys = tuple(one.key for one in chosen if corpus in one.targets and one.takes(case))
            if keys and number % plan.every == 0:
                found.append((corpus, number, keys))
    return found


def measured(desk: Desk, plan: Plan, corpus: str, number: int, keys: tuple[str, ...]) -> dict[str, Outcome]:
    """The outcomes of one case; an exception is an outcome, too."""
    case = cases_of(corpus, plan.sources)[number]
    found = {}
    for key in keys:
        try:
            outcome = measures()[key].run(desk, case)
        except Exception as error:  # noqa: BLE001 - one odd case must not end the run
            outcome = _failed(key, f"{type(error).__name__}: {error}")
        if outcome is not None:
            found[key] = outcome
    return found


def run(plan: Plan, processes: int = 0) -> list[Figure]:
    """All figures. processes: 0 is one a core. A process that dies or hangs is replaced, its case failed."""
    waiting = work(plan)
    figures: dict[tuple[str, str], Figure] = {}
    deadline = time.monotonic() + plan.limit_s if plan.limit_s else float("inf")
    for (corpus, number, keys), outcomes in _outcomes(
        plan, waiting, processes or os.cpu_count() or 1, deadline
    ):
        name = cases_of(corpus, plan.sources)[number].name
        for key in keys:
            figure = figures.setdefault((key, corpus), Figure(measures()[key], corpus))
            if outcomes is None:
                figure.left_out += 1
            elif key in outcomes:
                figure.outcomes[f"{name} [{number}]"] = outcomes[key]
    order = list(measures())
    return sorted(figures.values(), key=lambda one: (order.index(one.measure.key), one.corpus))


_Work = tuple[str, int, tuple[str, ...]]


def _outcomes(
    plan: Plan, waiting: list[_Work], processes: int, deadline: float
) -> Iterator[tuple[_Work, dict[str, Outcome] | None]]:
    queue = list(reversed(waiting))
    hands = [_Hand(plan) for _ in range(min(processes, len(queue)))]
    try:
        while queue or any(hand.busy for hand in hands):
            for hand in hands:
                if queue and not hand.busy:
                    if time.monotonic() > deadline:
                        yield from ((left, None) for left in reversed(queue))
                        queue.clear()
                        break
                    hand.give(queue.pop())
            wait([hand.pipe for hand in hands if hand.busy], 0.2)
            for number, hand in enumerate(hands):
                done = hand.take()
                if done is not None:
                    yield done
                    if hand.dead:
                        hands[number] = _Hand(plan)
    finally:
        for hand in hands:
            hand.close()


class _Hand:
    """One process, and what it is doing."""

    def __init__(self, plan: Plan) -> None:
        self.pipe, theirs = _SPAWN.Pipe()
        self._process = _SPAWN.Process(target=_serve, args=(theirs, plan), daemon=True)
        self._process.start()
        theirs.close()
        self._work: _Work | None = None
        self._until = 0.0
        self._fresh = True
        self.dead = False

    @property
    def busy(self) -> bool:
        return self._work is not None

    def give(self, work: _Work) -> None:
        self._work = work
        seconds = sum(measures()[key].slow for key in work[2]) + (_START_S if self._fresh else 0)
        self._until = time.monotonic() + seconds
        self._fresh = False
        self.pipe.send(work)

    def take(self) -> tuple[_Work, dict[str, Outcome]] | None:
        """What it has finished, or that it never will; None: it is at it."""
        work = self._work
        if work is None:
            return None
        try:
            if self.pipe.poll():
                self._work = None
                return work, self.pipe.recv()
        except (EOFError, OSError):
            return self._lost(work, "the process died")
        if time.monotonic() > self._until:
            return self._lost(work, "hung")
        return None

    def close(self) -> None:
        self.pipe.close()
        self._process.kill()
        self._process.join()

    def _lost(self, work: _Work, why: str) -> tuple[_Work, dict[str, Outcome]]:
        self._work, self.dead = None, True
        self.close()
        return work, {key: _failed(key, why) for key in work[2]}


def _failed(key: str, why: str) -> Outcome:
    measure = measures()[key]
    return Outcome(1000 * measure.slow, 0, why) if measure.in_ms else Outcome(0, why=why)


def _message(kind: QtMsgType, context: QMessageLogContext, text: str) -> None:
    """Qt's offscreen platform says at each show() what it cannot do; nothing else is kept back."""
    if not text.startswith("This plugin does not support"):
        print(text, file=sys.stderr)


def _serve(pipe: Connection, plan: Plan) -> None:
    """The other side: measure until the pipe closes."""
    qInstallMessageHandler(_message)
    desk = Desk()
    try:
        while True:
            pipe.send(measured(desk, plan, *pipe.recv()))
    except (EOFError, OSError, KeyboardInterrupt):
        return
