"""Long work on widgets in slices: how much at once, what is told, and how it is dropped."""

from __future__ import annotations

from collections.abc import Generator

import pytest
from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot

from inspector.ui.loop import slices
from inspector.ui.loop.slices import Slices


class Work:
    """Counts its steps, each as long as `lasts` seconds of the clock of the test."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 100.0
        self.done = 0
        self.closed = False
        monkeypatch.setattr(slices.time, "perf_counter", lambda: self.now)

    def steps(self, count: int, lasts: float = 0.0) -> Generator[None, None, str]:
        try:
            for _ in range(count):
                self.done += 1
                self.now += lasts
                yield
        finally:
            self.closed = True
        return "result"


@pytest.fixture
def work(monkeypatch: pytest.MonkeyPatch) -> Work:
    return Work(monkeypatch)


@pytest.fixture
def told(qapp: object) -> tuple[Slices, list[object]]:
    """Slices of ten ms, and what they told."""
    owner = QObject()
    made, heard = Slices(owner, budget_ms=10), list[object]()
    made.advanced.connect(lambda: heard.append("advanced"))
    made.finished.connect(heard.append)
    made.owner = owner  # type: ignore[attr-defined]  # else it is gone at once
    return made, heard


def test_short_work_is_done_before_start_returns(told: tuple[Slices, list[object]], work: Work) -> None:
    made, heard = told
    made.start(work.steps(5, 0.001))
    assert heard == ["result"] and not made.running and work.done == 5
    assert not made._timer.isActive()


def test_a_slice_ends_when_its_time_is_over(
    told: tuple[Slices, list[object]], work: Work, qtbot: QtBot
) -> None:
    made, heard = told
    made.start(work.steps(5, 0.006))
    assert (work.done, heard, made.running) == (2, ["advanced"], True)
    qtbot.waitUntil(lambda: not made.running)
    assert heard == ["advanced", "advanced", "result"] and work.done == 5


def test_work_may_wait_for_the_next_turn(told: tuple[Slices, list[object]], work: Work, qtbot: QtBot) -> None:
    made, heard = told
    made.start(work.steps(1), at_once=False)
    assert work.done == 0 and made.running and heard == []
    qtbot.waitUntil(lambda: heard == ["result"])


def test_other_work_takes_the_place_of_what_runs(told: tuple[Slices, list[object]], work: Work) -> None:
    made, heard = told
    made.start(work.steps(5, 0.02))
    assert made.running and not work.closed
    made.start(iter_of("other"))
    assert work.closed and work.done == 1
    assert heard == ["advanced", "other"]
    made.start(work.steps(5, 0.02))
    made.stop()
    assert not made.running and not made._timer.isActive()
    made.stop()
    made._run()  # a timer that had fired already
    assert heard == ["advanced", "other", "advanced"]


def iter_of(result: str) -> Generator[None, None, str]:
    yield
    return result
