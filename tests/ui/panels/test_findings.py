"""The list of findings: it grows with the session and reads only what is looked at."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtTest import QTest

from inspector.trace.journal import Journal
from inspector.ui.feed import Feed
from inspector.ui.panels.findings import FindingsTable
from inspector.ui.selection import Selection
from tests.conftest import Runner, Until
from tests.ui.story import Story

MANY = 1000


class Bench:
    def __init__(self, journal: Journal) -> None:
        self.feed, self.selection = Feed(journal), Selection()
        self.list = FindingsTable(journal, self.feed, self.selection)
        self.list.resize(800, 300)
        self.list.show()

    def rows(self) -> int:
        return self.list.table.model().rowCount()

    def text(self, row: int, column: int) -> str:
        model = self.list.table.model()
        return str(model.data(model.index(row, column), Qt.ItemDataRole.DisplayRole))


@pytest.fixture
def bench(journal: Journal, qloop: object) -> Iterator[Bench]:
    made = Bench(journal)
    yield made
    for part in (made.list, made.feed):
        part.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def test_without_findings_it_says_so(bench: Bench) -> None:
    assert bench.list.currentIndex() == 0


def test_findings_appear_as_they_are_made(bench: Bench, story: Story, arun: Runner, until: Until) -> None:
    async def main() -> None:
        for number in range(1, 131):
            story.record("notification")
            story.finding(number)
            if number in (1, 100, 127, 128, 129):
                await until(lambda number=number: bench.rows() == number)
                assert bench.text(number - 1, 1) == f"#{number}"
        await until(lambda: bench.rows() == 130)
        assert [bench.text(row, 1) for row in (0, 126, 127, 128, 129)] == [
            "#1", "#127", "#128", "#129", "#130",
        ]  # fmt: skip
        assert bench.list.currentIndex() == 1

    arun(main())


def test_only_the_findings_in_sight_are_read(
    bench: Bench, journal: Journal, story: Story, arun: Runner, until: Until, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[tuple[int, int]] = []
    between = journal.findings_between
    monkeypatch.setattr(
        journal, "findings_between", lambda first, last: read.append((first, last)) or between(first, last)
    )

    async def main() -> None:
        for number in range(1, MANY + 1):
            story.record("notification")
            story.finding(number)
        await until(lambda: bench.rows() == MANY)
        bench.list.table.scrollToTop()
        bench.list.grab()
        assert read
        assert max(last for _, last in read) < 256
        table = bench.list.table
        table.setCurrentIndex(table.model().index(MANY - 2, 0))
        QTest.keyClick(table, Qt.Key.Key_Down)
        assert bench.selection.record == MANY

    arun(main())
