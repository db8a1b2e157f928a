"""The overview of a session is kept in step with it, and not looked at without need."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QObject

from inspector.trace.journal import Journal
from inspector.trace.overview import CLASSES, FINDING
from inspector.ui.session.feed import Feed
from inspector.ui.timeline.overview import updater as module
from inspector.ui.timeline.overview.updater import OverviewUpdater
from tests.conftest import Runner, Until
from tests.ui.story import Story


class Bench:
    def __init__(self, journal: Journal) -> None:
        self.owner, self.feed = QObject(), Feed(journal)
        self.updater = OverviewUpdater(journal, self.feed, self.owner)
        self.told = 0
        self.updater.changed.connect(self._hear)

    def _hear(self) -> None:
        self.told += 1

    def classes(self) -> list[str]:
        return [CLASSES[code & 0x0F] for code in self.updater.codes]


@pytest.fixture
def bench(journal: Journal, qloop: object, monkeypatch: pytest.MonkeyPatch) -> Iterator[Bench]:
    monkeypatch.setattr(module, "_REST_MS", 0)
    made = Bench(journal)
    yield made
    made.feed.leave()


def test_what_comes_changes_or_is_found_is_seen(
    bench: Bench, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        story.stderr("x")
        asked = story.ask()
        await until(lambda: len(bench.classes()) == 2 and bench.told > 0)
        assert bench.classes()[1] == "pending"
        story.answer(asked, "failed", "-32000 no")
        await until(lambda: len(bench.classes()) == 3 and bench.classes()[1] == "error")
        story.finding(1)
        story.stderr("y")
        await until(lambda: len(bench.classes()) == 4 and bool(bench.updater.codes[0] & FINDING))

    arun(main())


def test_a_window_that_comes_later_sees_what_was_written_before(
    journal: Journal, story: Story, arun: Runner, until: Until, qloop: object
) -> None:
    async def main() -> None:
        story.stderr("x")
        journal.sync()
        made = Bench(journal)
        await until(lambda: len(made.classes()) == 1 and made.told == 1)
        made.feed.leave()

    arun(main())
