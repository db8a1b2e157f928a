"""Work that is asked for often: once at a time, with rests, in slices, only while it is seen."""

from __future__ import annotations

import asyncio
import gc
import itertools
from collections.abc import Callable, Generator

import pytest
from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from inspector.ui.loop import garbage_collector, throttle
from inspector.ui.loop.debouncer import Debouncer
from inspector.ui.loop.garbage_collector import Collector
from inspector.ui.loop.page_worker import PageWork
from inspector.ui.loop.slices import Slices
from inspector.ui.loop.throttle import Throttle
from tests.conftest import Runner, Until


def test_work_asked_for_while_it_runs_or_rests_is_done_once_more(arun: Runner, until: Until) -> None:
    async def main() -> None:
        owner, runs, go = QObject(), list[int](), asyncio.Event()

        async def work() -> None:
            runs.append(len(runs))
            await go.wait()

        made = Debouncer(owner, work, 0, "work")
        for _ in range(3):
            made.ask()
        await until(lambda: runs == [0])
        go.set()
        await until(lambda: runs == [0, 1])
        await asyncio.sleep(0)
        assert runs == [0, 1]

    arun(main())


def test_a_rest_is_kept_unless_it_is_urgent(arun: Runner, until: Until) -> None:
    async def main() -> None:
        owner, runs = QObject(), list[int]()

        async def work() -> None:
            runs.append(len(runs))

        made = Debouncer(owner, work, 3_600_000, "work")
        made.ask()
        await until(lambda: made._rest.isActive())
        made.ask()
        assert not made._busy and runs == [0], "it rests"
        made.ask(at_once=True)
        await until(lambda: runs == [0, 1])

    arun(main())


def test_work_that_failed_can_be_asked_for_again(arun: Runner, until: Until) -> None:
    async def main() -> None:
        owner, runs = QObject(), list[int]()

        async def work() -> None:
            runs.append(len(runs))
            if len(runs) == 1:
                raise ZeroDivisionError

        made = Debouncer(owner, work, 0, "work")
        with pytest.raises(ZeroDivisionError):
            await made._run()
        made.ask()
        await until(lambda: runs == [0, 1])

    arun(main())


def test_while_one_question_is_asked_others_are_dropped(arun: Runner, until: Until) -> None:
    async def main() -> None:
        owner, found = QObject(), list[str]()
        pages = PageWork("pages", owner)
        for name in ("one", "two"):
            pages.put(lambda name=name: name, found.append)
        await until(lambda: found == ["one"])
        pages.put(lambda: "three", found.append)
        await until(lambda: found == ["one", "three"])

    arun(main())


def test_a_question_that_failed_leaves_room_for_the_next(arun: Runner, until: Until) -> None:
    async def main() -> None:
        owner, found = QObject(), list[int]()
        pages = PageWork("pages", owner)
        pages._busy = True
        with pytest.raises(ZeroDivisionError):
            await pages._work(lambda: 1 // 0, found.append)
        pages.put(lambda: 1, found.append)
        await until(lambda: found == [1])

    arun(main())


def counting(to: int, seen: list[int]) -> Generator[None, None, str]:
    for number in range(to):
        seen.append(number)
        yield
    return "end"


def test_slices_run_to_the_end_and_say_so_once(qtbot: QtBot) -> None:
    owner, seen = QObject(), list[int]()
    slices, ends, turns = Slices(owner, budget_ms=0.001), list[object](), list[bool]()
    slices.finished.connect(ends.append)
    slices.advanced.connect(lambda: turns.append(slices.running))
    slices.start(counting(50, seen), at_once=False)
    assert slices.running and seen == []
    qtbot.waitUntil(lambda: bool(ends))
    assert ends == ["end"] and seen == list(range(50)) and not slices.running and turns and all(turns)
    slices.start(counting(1_000_000, seen))
    assert seen[50] == 0
    slices.stop()
    slices.start(counting(0, seen))
    assert ends == ["end", "end"], "what was dropped says nothing"


def test_every_slice_does_a_step_however_long_it_waited_for_its_turn(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = itertools.count()
    monkeypatch.setattr("inspector.ui.loop.slices.time.perf_counter", lambda: next(clock))
    owner, seen = QObject(), list[int]()
    slices = Slices(owner)
    slices.start(counting(5, seen))
    assert seen == [0]
    qtbot.waitUntil(lambda: not slices.running)
    assert seen == list(range(5))


def test_the_pause_between_two_slices_begins_when_the_first_has_ended(qtbot: QtBot) -> None:
    owner = QObject()
    slices, pausing = Slices(owner, budget_ms=0.001), list[bool]()
    [timer] = slices.findChildren(QTimer)

    def steps() -> Generator[None, None, None]:
        for _ in range(5):
            pausing.append(timer.isActive())
            yield

    slices.start(steps())
    assert timer.isActive(), "else what else is due waits for two slices"
    qtbot.waitUntil(lambda: not slices.running)
    assert pausing == [False] * 5 and not timer.isActive()


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Callable[[float], None]:
    """Sets the time of the throttle."""
    now = [100.0]
    monkeypatch.setattr(throttle, "monotonic", lambda: now[0])
    return lambda seconds: now.__setitem__(0, seconds)


def test_wishes_come_true_after_the_pause_and_only_where_it_is_seen(
    qtbot: QtBot, clock: Callable[[float], None]
) -> None:
    widget, runs = QWidget(), list[int]()
    qtbot.addWidget(widget)
    made = Throttle(widget, lambda: runs.append(1), 500)
    made.wish()
    assert not made._timer.isActive(), "nobody looks"
    widget.show()
    qtbot.waitUntil(lambda: len(runs) == 1)
    made.wish("anything")
    assert made._timer.isActive() and made._timer.interval() == 500
    made._timer.stop()
    clock(100.2)
    made.wish()
    assert made._timer.interval() == 300
    widget.hide()
    made._run()
    assert len(runs) == 1
    widget.show()
    qtbot.waitUntil(lambda: len(runs) == 2)
    widget.hide()
    widget.show()
    assert not made._timer.isActive(), "there is nothing to do"
    clock(900.0)
    made.wish()
    assert made._timer.interval() == 0


def test_the_collector_of_python_runs_by_our_timer_until_it_goes(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(garbage_collector, "YOUNG_MS", 0)
    monkeypatch.setattr(garbage_collector, "FULL_EVERY", 3)
    owner, kinds = QObject(), list[int]()
    try:
        made = Collector(owner)
        monkeypatch.setattr(garbage_collector.gc, "collect", lambda kind=2: kinds.append(kind))
        assert not gc.isenabled() and gc.get_freeze_count() > 0
        qtbot.waitUntil(lambda: len(kinds) >= 6)
        assert kinds[:6] == [1, 1, 2, 1, 1, 2]
        made.deleteLater()
        qtbot.waitUntil(gc.isenabled)
    finally:
        gc.enable()
        gc.unfreeze()
