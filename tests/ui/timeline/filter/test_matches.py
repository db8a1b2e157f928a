"""Which records the second filter matches: found in pieces, followed as records come and change."""

from __future__ import annotations

from array import array
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QObject

from inspector.trace.journal import Journal
from inspector.trace.query.language import compile_filter
from inspector.ui.session.feed import Feed
from inspector.ui.timeline.filter import matches
from inspector.ui.timeline.filter.matches import Matches
from tests.conftest import Runner, Until
from tests.ui.story import Story


class Bench:
    def __init__(self, journal: Journal) -> None:
        self.owner = QObject()
        self.feed = Feed(journal)
        self.matches = Matches(journal, self.feed, self.owner)
        self.told = 0
        self.matches.changed.connect(self._hear)

    def _hear(self) -> None:
        self.told += 1

    def look_for(self, text: str, mode: str = "messages") -> None:
        self.matches.look_for(compile_filter(text) if text else None, mode)

    def found(self) -> list[int]:
        return [] if self.matches.busy else list(self.matches.numbers)


@pytest.fixture
def bench(journal: Journal, qloop: object) -> Iterator[Bench]:
    made = Bench(journal)
    yield made
    made.feed.leave()


def test_what_is_there_and_what_comes_is_found(
    bench: Bench, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        story.stderr("one"), story.call(), story.stderr("two")
        bench.look_for("is:stderr")
        await until(lambda: bench.found() == [1, 4])
        assert [bench.matches.holds(number) for number in (0, 1, 2, 4, 5)] == [
            False,
            True,
            False,
            True,
            False,
        ]
        assert bench.told >= 2, "it began, and it ended"
        story.stderr("three")
        await until(lambda: bench.found() == [1, 4, 5])

    arun(main())


def test_the_same_again_is_no_new_search_and_nothing_is_found_of_nothing(
    bench: Bench, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        story.stderr("one")
        where = compile_filter("is:stderr")
        bench.matches.look_for(where, "messages")
        await until(lambda: bench.found() == [1])
        told = bench.told
        bench.matches.look_for(where, "messages")
        assert bench.told == told and bench.found() == [1]
        bench.look_for("")
        assert bench.told == told + 1 and bench.found() == [] and not bench.matches.busy
        story.stderr("two")
        await until(lambda: not bench.feed.running)
        assert bench.found() == [] and not bench.matches.busy

    arun(main())


def test_calls_are_looked_at_as_rows_are(bench: Bench, story: Story, arun: Runner, until: Until) -> None:
    async def main() -> None:
        story.call()
        asked = story.ask()
        bench.look_for("is:error", "calls")
        await until(lambda: not bench.matches.busy)
        assert bench.found() == []
        story.answer(asked, "failed", "-32000 no")
        await until(lambda: bench.found() == [3])
        bench.look_for("method == tools/call", "messages")
        await until(lambda: bench.found() == [1, 2, 3, 4])

    arun(main())


def test_marks_are_looked_at_only_by_a_filter_about_them(
    bench: Bench, journal: Journal, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        story.stderr("one"), story.stderr("two")
        bench.look_for("is:marked")
        await until(lambda: not bench.matches.busy)
        journal.annotations.set_marked([2], True)
        await until(lambda: bench.found() == [2])
        bench.look_for("is:stderr")
        await until(lambda: bench.found() == [1, 2])
        told = bench.told
        journal.annotations.set_marked([1], True)
        await until(lambda: not bench.feed.running)
        assert bench.told == told

    arun(main())


def test_another_filter_in_the_middle_of_a_search_takes_its_place(
    bench: Bench, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        for place in range(50):
            story.stderr(f"line {place}")
            story.call()
        await until(lambda: story.journal.written == 150)
        bench.look_for("is:stderr")
        assert bench.matches.busy
        bench.look_for("method == tools/call")
        await until(lambda: bench.found())
        assert len(bench.found()) == 100 and not any(
            bench.matches.holds(3 * place + 1) for place in range(50)
        )

    arun(main())


@pytest.mark.parametrize("most", [3, 4])
def test_verdicts_one_by_one_and_all_at_once_say_the_same(monkeypatch: pytest.MonkeyPatch, most: int) -> None:
    monkeypatch.setattr(matches, "_SINGLE_CHANGES", most)
    before = array("q", [1, 4, 6, 9])
    made = matches.revised(before, [2, 4, 6, 12], [2, 6, 12])
    assert list(made) == [1, 2, 6, 9, 12] and list(before) == [1, 4, 6, 9]
    assert list(matches.revised(array("q"), [2, 3, 4, 5], [3])) == [3]
    assert list(matches.revised(before, [9, 10, 11, 12], [])) == [1, 4, 6]
