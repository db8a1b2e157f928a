"""What is inside the bars on screen is fetched once, and again where there may be more."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from PySide6.QtCore import QObject

from inspector.trace.journal import Journal
from inspector.trace.parts import NOTHING
from inspector.trace.rows import Row
from inspector.ui.loop.tasks import under_way
from inspector.ui.timeline.waterfall import parts as module
from inspector.ui.timeline.waterfall.parts import BarParts
from tests.conftest import Runner, Until
from tests.ui.story import START_NS, Story


class Bench:
    def __init__(self, journal: Journal, patch: pytest.MonkeyPatch) -> None:
        self.journal, self.owner = journal, QObject()
        self.parts = BarParts(journal, self.owner)
        self.told = 0
        self.looked: list[list[int]] = []
        self.parts.changed.connect(self._hear)
        real = module._look

        def look(journal: Journal, rows: Sequence[Row]) -> Any:
            self.looked.append([row.number for row in rows])
            return real(journal, rows)

        patch.setattr(module, "_look", look)

    def _hear(self) -> None:
        self.told += 1

    def want(self, *numbers: int) -> None:
        self.journal.sync()
        self.parts.want(self.journal.rows(numbers))


@pytest.fixture
def bench(journal: Journal, qloop: object, monkeypatch: pytest.MonkeyPatch) -> Iterator[Bench]:
    monkeypatch.setattr(module, "_AGAIN_S", 0.0)
    yield Bench(journal, monkeypatch)


def test_what_a_call_was_asked_meanwhile_is_fetched_once_it_has_ended(
    bench: Bench, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        asked = story.ask()
        nested = story.ask("roots/list", "", direction="in", parent=asked.number)
        story.answer(nested)
        line = story.stderr("x")
        assert bench.parts.of(asked.number) is NOTHING
        bench.want(asked.number, nested.number, line)
        await until(lambda: bench.told == 1 and not under_way([bench.owner]))
        assert bench.looked == [[asked.number, nested.number]], "a line of stderr is no bar"
        [one] = bench.parts.of(asked.number).nested
        assert (one.number, one.method, one.status) == (nested.number, "roots/list", "done")
        bench.want(asked.number, nested.number)
        await until(lambda: len(bench.looked) == 2 and not under_way([bench.owner]))
        assert bench.looked[1] == [asked.number], "it goes on: there may be more"
        story.answer(asked)
        bench.want(asked.number)
        await until(lambda: len(bench.looked) == 3 and not under_way([bench.owner]))
        bench.want(asked.number, nested.number)
        assert bench.told == 1, "nothing new was found"
        later = story.call()
        bench.want(asked.number, later.number)
        await until(lambda: len(bench.looked) == 4 and not under_way([bench.owner]))
        assert bench.looked[3] == [later.number], "what has ended is not looked at again"

    arun(main())


def test_progress_and_rounds_are_looked_for_where_there_were_some(
    bench: Bench, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        asked = story.ask()
        asked.progress = 0.5
        story.part(asked, "notification", role="progress")
        story.answer(asked)
        bench.want(asked.number)
        await until(lambda: bench.told == 1 and not under_way([bench.owner]))
        assert bench.parts.of(asked.number).progress == (START_NS + 100_000_000,)

    arun(main())


def test_what_is_out_of_sight_is_forgotten_when_it_is_much(
    bench: Bench, story: Story, arun: Runner, until: Until, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def main() -> None:
        monkeypatch.setattr(module, "_KEPT", 1)
        calls = []
        for _ in range(3):
            asked = story.ask()
            story.answer(story.ask("roots/list", "", direction="in", parent=asked.number))
            story.answer(asked)
            calls.append(asked.number)
        bench.want(calls[0], calls[1])
        await until(lambda: bench.told == 1 and not under_way([bench.owner]))
        bench.want(calls[2])
        await until(lambda: bench.told == 2 and not under_way([bench.owner]))
        assert bench.parts.of(calls[0]) is NOTHING and bench.parts.of(calls[2]).nested

    arun(main())
