"""Runs measures over corpora in processes that can be killed, one a core."""

from __future__ import annotations

import gc
import os
import pickle
import subprocess
import sys
import threading
import time
from collections import Counter, deque
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from queue import Queue
from typing import Final

from PySide6.QtCore import QMessageLogContext, QtMsgType, qInstallMessageHandler

from tests.forms.corpora import CORPORA, Sources, cases_of
from tests.forms.desk import Desk
from tests.forms.measures import Measure, Outcome, Undecided, measures, reached

__all__ = ["Figure", "Plan", "run"]

_START_S: Final = 60.0
_ROOT: Final = Path(__file__).resolve().parents[2]


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
    """Cases for which there was no time."""
    not_taken: int = 0
    """Cases that the measure speaks about and does not take: too long to be typed, say."""
    undecided: Counter[str] = field(default_factory=Counter)
    """Why nothing was there to be measured, as where two validators do not agree: in how many cases."""

    @property
    def is_met(self) -> bool:
        """The target is reached, with every case that there is."""
        return not self.left_out and reached(self.measure, self.corpus, list(self.outcomes.values()))


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


def not_taken(plan: Plan, measure: Measure, corpus: str) -> int:
    """How many cases a measure speaks about and leaves out."""
    if measure.about is None:
        return 0
    cases = cases_of(corpus, plan.sources)[:: plan.every]
    return sum(measure.about(case) and not measure.takes(case) for case in cases)


def measured(
    desk: Desk, plan: Plan, corpus: str, number: int, keys: tuple[str, ...]
) -> dict[str, Outcome | Undecided]:
    """The outcomes of one case; an exception is an outcome, too."""
    case = cases_of(corpus, plan.sources)[number]
    found: dict[str, Outcome | Undecided] = {}
    for key in keys:
        try:
            found[key] = measures()[key].run(desk, case)
        except Exception as error:  # noqa: BLE001 - one odd case must not end the run
            found[key] = _failed(key, f"{type(error).__name__}: {error}")
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
            outcome = outcomes[key] if outcomes is not None else None
            if outcome is None:
                figure.left_out += 1
            elif isinstance(outcome, Undecided):
                figure.undecided[outcome.why] += 1
            else:
                figure.outcomes[f"{name} [{number}]"] = outcome
    for figure in figures.values():
        figure.not_taken = not_taken(plan, figure.measure, figure.corpus)
    order = list(measures())
    return sorted(figures.values(), key=lambda one: (order.index(one.measure.key), one.corpus))


_Work = tuple[str, int, tuple[str, ...]]
_Done = tuple[_Work, Mapping[str, Outcome | Undecided] | None]


def _outcomes(plan: Plan, waiting: list[_Work], processes: int, deadline: float) -> Iterator[_Done]:
    """Each piece of work with its outcomes, as they come; None: there was no time for it."""
    queue = deque(waiting)
    done: Queue[_Done] = Queue()
    hands = [
        threading.Thread(target=_hand, args=(plan, queue, done, deadline), daemon=True)
        for _ in range(min(processes, len(waiting)))
    ]
    for hand in hands:
        hand.start()
    for _ in waiting:
        yield done.get()
    for hand in hands:
        hand.join()


def _hand(plan: Plan, queue: deque[_Work], done: Queue[_Done], deadline: float) -> None:
    """Give work to one process, piece by piece; kill it when it hangs and go on with another."""
    process = None
    while queue:
        with suppress(IndexError):
            work = queue.popleft()
            if time.monotonic() > deadline:
                done.put((work, None))
                continue
            seconds = sum(measures()[key].slow for key in work[2])
            if process is None:
                process, seconds = _started(plan), seconds + _START_S
            outcomes, why = _asked(process, work, seconds)
            if outcomes is None:
                _ended(process)
                process, outcomes = None, {key: _failed(key, why) for key in work[2]}
            done.put((work, outcomes))
    if process is not None:
        _ended(process)


def _started(plan: Plan) -> subprocess.Popen[bytes]:
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.forms.runner"], cwd=_ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert process.stdin is not None
    pickle.dump(plan, process.stdin)
    process.stdin.flush()
    return process


def _asked(
    process: subprocess.Popen[bytes], work: _Work, seconds: float
) -> tuple[Mapping[str, Outcome | Undecided] | None, str]:
    """The outcomes; or None and what became of the process."""
    assert process.stdin is not None and process.stdout is not None
    hung = threading.Event()

    def kill() -> None:
        hung.set()
        process.kill()

    timer = threading.Timer(seconds, kill)
    timer.start()
    try:
        pickle.dump(work, process.stdin)
        process.stdin.flush()
        return pickle.load(process.stdout), ""
    except (OSError, EOFError, pickle.UnpicklingError):
        return None, f"took longer than {seconds:.0f} s" if hung.is_set() else "the process died"
    finally:
        timer.cancel()


def _ended(process: subprocess.Popen[bytes]) -> None:
    process.kill()
    process.communicate()


def _failed(key: str, why: str) -> Outcome:
    measure = measures()[key]
    return Outcome(1000 * measure.slow, 0, why) if measure.in_ms else Outcome(0, why=why)


def _message(kind: QtMsgType, context: QMessageLogContext, text: str) -> None:
    """Qt's offscreen platform says at each show() what it cannot do; nothing else is kept back."""
    if not text.startswith("This plugin does not support"):
        print(text, file=sys.stderr)


def serve() -> None:
    """The other side: take a plan, then work from stdin until it ends; outcomes go to stdout."""
    source, answers = sys.stdin.buffer, os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what anybody prints is no answer
    qInstallMessageHandler(_message)
    plan = pickle.load(source)
    gc.disable()  # as in the program: widgets must not die in the middle of what Qt does; the desk collects
    desk = Desk()
    with suppress(EOFError, OSError):
        while True:
            pickle.dump(measured(desk, plan, *pickle.load(source)), answers)
            answers.flush()


if __name__ == "__main__":
    serve()
