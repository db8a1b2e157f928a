"""What the timeline shows while a scan is under way: rows appear as they are found, and nothing is lost."""

from __future__ import annotations

import sqlite3
import threading
from array import array
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from PySide6.QtCore import QCoreApplication, QEvent

from inspector.trace.journal import Journal
from inspector.trace.query.language import Compiled, compile_filter
from inspector.trace.sorting import RowSort
from inspector.ui.loop.tasks import reporter
from inspector.ui.session.feed import Feed
from inspector.ui.timeline.view import rows
from inspector.ui.timeline.view.model import TimelineModel
from inspector.ui.timeline.view.rows import TimelineRows
from tests.conftest import Runner, Until
from tests.ui.story import Story


class Gate:
    """Lets the steps of `Journal.scan` through one by one, ten records each."""

    def __init__(self, journal: Journal) -> None:
        self._visible = journal.visible
        self._open = threading.Semaphore(0)
        self.begun = 0
        self.ended = 0
        journal.scan = self.scan  # type: ignore[method-assign]

    def let(self, steps: int = 1000) -> None:
        self._open.release(steps)

    def scan(
        self, mode: str, where: Compiled | None, first: int, last: int, cancelled: Callable[[], bool]
    ) -> Iterator[tuple[int, array[int]]]:
        self.begun += 1
        try:
            for start in range(first, last + 1, 10):
                while not self._open.acquire(timeout=0.01):
                    if cancelled():
                        return
                end = min(last, start + 9)
                yield end, self._visible(mode, start, end, where)
        finally:
            self.ended += 1


class Bench:
    def __init__(self, journal: Journal) -> None:
        self.feed = Feed(journal)
        self.model = TimelineModel(journal)
        self.rows = TimelineRows(journal, self.feed, self.model)

    def shown(self) -> list[int]:
        return list(self.model.numbers)

    def close(self) -> None:
        for part in (self.feed, self.model):
            part.deleteLater()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)

    def filter(self, text: str) -> None:
        self.rows.set_filter(compile_filter(text) if text else None)


@pytest.fixture
def bench(journal: Journal, story: Story, qloop: object) -> Iterator[Bench]:
    """Twenty calls, that is forty records, of which every fourth goes to `sum`."""
    for turn in range(20):
        story.call("sum" if turn % 4 == 0 else "echo")
    journal.sync()
    made = Bench(journal)
    yield made
    made.close()


SUMS = [1, 9, 17, 25, 33]


@pytest.fixture
def gate(bench: Bench, journal: Journal) -> Gate:
    return Gate(journal)


def test_matches_are_shown_as_they_are_found(bench: Bench, gate: Gate, arun: Runner, until: Until) -> None:
    async def main() -> None:
        bench.filter("target == sum")
        gate.let(1)
        await until(lambda: bench.shown() == SUMS[:2])
        assert bench.rows.busy
        assert bench.rows.progress == 0.25
        gate.let(2)
        await until(lambda: bench.shown() == SUMS[:4])
        gate.let()
        await until(lambda: not bench.rows.busy)
        assert bench.shown() == SUMS
        assert bench.rows.total == 20

    arun(main())


DOWN = RowSort("number", True)


def test_a_scan_for_sorted_rows_shows_nothing_until_they_are_sorted(
    bench: Bench, gate: Gate, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        bench.rows.set_sort(DOWN)
        await until(lambda: not bench.rows.busy)
        before = list(bench.model.in_order)
        bench.filter("target == sum")
        gate.let(2)
        await until(lambda: bench.rows.progress == 0.5)
        assert list(bench.model.in_order) == before
        gate.let()
        await until(lambda: not bench.rows.busy)
        assert list(bench.model.in_order) == SUMS[::-1]
        assert bench.shown() == SUMS
        assert bench.rows.total == 20

    arun(main())


def test_a_stopped_scan_for_sorted_rows_shows_what_it_found_in_the_order_of_recording(
    bench: Bench, gate: Gate, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        bench.rows.set_sort(DOWN)
        await until(lambda: not bench.rows.busy)
        bench.filter("target == sum")
        gate.let(2)
        await until(lambda: bench.rows.progress == 0.5)
        bench.rows.stop()
        assert (list(bench.model.in_order), bench.rows.sort) == (SUMS[:3], None)
        bench.rows.set_sort(DOWN)
        await until(lambda: not bench.rows.busy)
        assert list(bench.model.in_order) == SUMS[2::-1]
        bench.rows.go_on()
        gate.let()
        await until(lambda: not bench.rows.busy)
        assert (list(bench.model.in_order), bench.model.late) == (SUMS[2::-1], 2)
        bench.rows.sort_again()
        await until(lambda: list(bench.model.in_order) == SUMS[::-1])

    arun(main())


def test_a_sort_asked_for_during_a_scan_counts(bench: Bench, gate: Gate, arun: Runner, until: Until) -> None:
    async def main() -> None:
        bench.filter("target == sum")
        gate.let(1)
        await until(lambda: bench.shown() == SUMS[:2])
        bench.rows.set_sort(DOWN)
        gate.let()
        await until(lambda: not bench.rows.busy)
        assert list(bench.model.in_order) == SUMS[::-1]

    arun(main())


def test_what_a_scan_finds_is_not_new(
    journal: Journal, gate: Gate, arun: Runner, until: Until, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def main() -> None:
        monkeypatch.setattr(rows, "_AT_ONCE", 3)
        other, new = Bench(journal), list[int]()
        other.rows.extended.connect(new.append)
        gate.let()
        await until(lambda: not other.rows.busy)
        assert (len(other.shown()), new) == (20, [])
        other.close()

    arun(main())


def test_all_calls_of_a_long_session_are_sorted_when_all_are_known(
    journal: Journal, bench: Bench, arun: Runner, until: Until, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def main() -> None:
        monkeypatch.setattr(rows, "_AT_ONCE", 3)
        other = Bench(journal)
        other.rows.set_sort(DOWN)
        await until(lambda: not other.rows.busy)
        assert list(other.model.in_order) == list(range(39, 0, -2))
        other.rows.set_mode("messages")
        await until(lambda: not other.rows.busy)
        assert list(other.model.in_order) == list(range(40, 0, -1))
        other.close()

    arun(main())


def test_another_filter_ends_the_scan_of_the_one_before(
    bench: Bench, gate: Gate, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        bench.filter("target == sum")
        await until(lambda: gate.begun == 1)
        bench.filter("target == echo and number < 8")
        await until(lambda: gate.ended == 1, what="the first scan gave its thread back")
        gate.let()
        await until(lambda: not bench.rows.busy)
        assert bench.shown() == [3, 5, 7]

    arun(main())


def test_a_stopped_scan_keeps_what_it_found_and_goes_on_from_there(
    bench: Bench, gate: Gate, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        bench.filter("target == sum")
        gate.let(1)
        await until(lambda: bench.shown() == SUMS[:2])
        bench.rows.stop()
        assert not bench.rows.busy
        assert bench.rows.stopped
        await until(lambda: gate.ended == 1)
        assert bench.shown() == SUMS[:2]
        bench.rows.go_on()
        gate.let()
        await until(lambda: not bench.rows.busy)
        assert bench.shown() == SUMS
        assert not bench.rows.stopped

    arun(main())


def test_what_comes_while_a_scan_is_under_way_is_looked_at_after_it(
    bench: Bench, gate: Gate, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        bench.filter("target == sum")
        gate.let(1)
        await until(lambda: bench.shown() == SUMS[:2])
        story.call("sum")
        gate.let()
        await until(lambda: bench.shown() == [*SUMS, 41])
        assert bench.rows.total == 21

    arun(main())


def test_the_old_rows_stay_until_something_is_found_and_go_when_nothing_is(
    bench: Bench, gate: Gate, arun: Runner, until: Until, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rows, "_PATIENCE_S", 1000.0)
    before = bench.shown()

    async def main() -> None:
        bench.filter("target == nothing")
        gate.let(2)
        await until(lambda: bench.rows.progress == 0.5)
        assert bench.shown() == before
        gate.let()
        await until(lambda: not bench.rows.busy)
        assert bench.shown() == []

    arun(main())


def test_all_messages_of_a_long_journal_cost_nothing(
    bench: Bench, gate: Gate, arun: Runner, until: Until, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rows, "_AT_ONCE", 5)

    async def main() -> None:
        bench.rows.set_mode("messages")
        await until(lambda: not bench.rows.busy)
        assert bench.shown() == list(range(1, 41))
        assert bench.rows.total == 40
        assert bench.rows.numbers == range(1, 41), "they are no array"
        gate.let()
        bench.rows.set_mode("calls")
        assert bench.shown() == list(range(1, 41, 2)), "rows of calls are known, no scan is needed"
        assert gate.begun == 0

    arun(main())


def test_calls_of_an_opened_file_are_found_once(
    bench: Bench, journal: Journal, arun: Runner, until: Until, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rows, "_AT_ONCE", 5)
    opened = Journal.open(journal.path)
    gate = Gate(opened)

    async def main() -> None:
        bench = Bench(opened)
        gate.let()
        await until(lambda: not bench.rows.busy)
        assert bench.shown() == list(range(1, 41, 2))
        bench.filter("target == sum")
        await until(lambda: not bench.rows.busy)
        bench.filter("")
        assert bench.shown() == list(range(1, 41, 2))
        assert gate.begun == 2
        bench.close()

    arun(main())
    opened.close()


def test_records_that_a_filter_hides_are_counted_all_the_same(
    bench: Bench, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        bench.filter("target == sum")
        await until(lambda: bench.shown() == SUMS and not bench.rows.busy)
        told: list[tuple[int, int]] = []
        bench.rows.counted.connect(lambda: told.append((bench.rows.shown, bench.rows.total)))
        story.call("echo")
        await until(lambda: (5, 21) in told)
        story.call("sum")
        await until(lambda: (6, 22) in told)
        assert bench.shown() == [*SUMS, 43]

    arun(main())


def test_new_rows_are_told_as_many_as_they_are(
    bench: Bench, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        bench.filter("")
        await until(lambda: len(bench.shown()) == 20 and not bench.rows.busy)
        told: list[int] = []
        bench.rows.extended.connect(told.append)
        for _ in range(3):
            story.call("echo")
        await until(lambda: len(bench.shown()) == 23)
        assert sum(told) == 3 and bench.rows.total == 23

    arun(main())


def test_the_same_question_again_starts_nothing(bench: Bench, gate: Gate, arun: Runner, until: Until) -> None:
    async def main() -> None:
        bench.filter("target == sum")
        gate.let()
        await until(lambda: bench.shown() == SUMS and not bench.rows.busy)
        told: list[None] = []
        bench.rows.counted.connect(lambda: told.append(None))
        bench.filter("target == sum")
        bench.rows.set_mode("calls")
        bench.rows.stop()
        bench.rows.go_on()
        bench.rows.look_at_annotations()
        assert gate.begun == 1 and told == [] and not bench.rows.stopped
        assert bench.rows.progress == 1.0

    arun(main())


def test_as_many_records_as_are_looked_at_at_once_need_no_scan(
    bench: Bench, journal: Journal, arun: Runner, until: Until, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = Journal.open(journal.path)
    gate = Gate(opened)

    async def main() -> None:
        for most, begun in ((40, 0), (39, 1)):
            monkeypatch.setattr(rows, "_AT_ONCE", most)
            made = Bench(opened)
            gate.let()
            await until(lambda made=made: not made.rows.busy and len(made.shown()) == 20)
            assert gate.begun == begun
            made.close()

    arun(main())
    opened.close()


def test_a_scan_that_was_stopped_looks_at_nothing_new_until_it_goes_on(
    bench: Bench, gate: Gate, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        bench.filter("target == sum")
        gate.let(1)
        await until(lambda: bench.shown() == SUMS[:2])
        bench.rows.stop()
        total = bench.rows.total
        written: list[int] = []
        bench.feed.written.connect(written.append)
        story.call("sum")
        await until(lambda: 42 in written)
        assert bench.shown() == SUMS[:2] and bench.rows.total == total
        gate.let()
        bench.rows.go_on()
        await until(lambda: bench.shown() == [*SUMS, 41])

    arun(main())


def test_a_call_whose_end_changes_the_verdict_comes_and_goes(
    bench: Bench, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        bench.filter("is:pending")
        await until(lambda: not bench.rows.busy and bench.shown() == [])
        call = story.ask("tools/call", "slow")
        await until(lambda: bench.shown() == [call.number])
        story.answer(call)
        await until(lambda: bench.shown() == [])
        bench.rows.set_mode("messages")
        bench.filter("is:error")
        await until(lambda: not bench.rows.busy and bench.shown() == [])
        failing = story.ask("tools/call", "bad")
        number = story.answer(failing, "failed", "-1 no")
        await until(lambda: number in bench.shown())
        assert bench.rows.total == number

    arun(main())


def test_a_filter_on_marks_is_asked_again_when_marks_are_other_ones(
    bench: Bench, journal: Journal, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        bench.filter("is:marked")
        await until(lambda: not bench.rows.busy and bench.shown() == [])
        journal.annotations.set_marked([3], on=True)
        bench.rows.look_at_annotations()
        await until(lambda: not bench.rows.busy and bench.shown() == [3])
        told: list[None] = []
        bench.rows.counted.connect(lambda: told.append(None))
        journal.annotations.set_note(5, "a note is no mark")
        bench.rows.look_at_annotations()
        assert not bench.rows.busy and not told

    arun(main())


def test_a_sort_that_comes_while_changed_calls_are_looked_at_loses_none(
    bench: Bench, story: Story, arun: Runner, until: Until, monkeypatch: pytest.MonkeyPatch
) -> None:
    looking, go_on = threading.Event(), threading.Event()
    verdicts = rows.verdicts

    def slow(*args: Any) -> Any:
        looking.set()
        go_on.wait(10)
        return verdicts(*args)

    async def main() -> None:
        call = story.ask("tools/call", "slow")
        bench.filter('status == "done" and tool == "slow"')
        await until(lambda: not bench.rows.busy and bench.shown() == [])
        monkeypatch.setattr(rows, "verdicts", slow)
        story.answer(call)
        await until(looking.is_set)
        bench.rows.set_sort(RowSort("method"))
        go_on.set()
        await until(lambda: bench.shown() == [call.number])

    arun(main())


def test_a_sort_that_fails_gives_back_the_order_of_recording(
    bench: Bench, journal: Journal, story: Story, arun: Runner, until: Until
) -> None:
    failed: list[object] = []

    def broken(*_args: object) -> None:
        raise sqlite3.DatabaseError("database disk image is malformed")

    async def main() -> None:
        await until(lambda: not bench.rows.busy and len(bench.shown()) == 20)
        reporter().failed.connect(failed.append)
        journal.sorted = broken  # type: ignore[assignment, method-assign]
        bench.rows.set_sort(RowSort("method"))
        await until(lambda: bench.rows.sort is None and not bench.rows.busy)
        story.call()
        await until(lambda: len(bench.shown()) == 21)
        reporter().failed.disconnect(failed.append)
        assert len(failed) == 1

    arun(main())
