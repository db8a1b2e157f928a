"""The list of findings: it grows with the session and reads only what is looked at."""

from __future__ import annotations

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtTest import QAbstractItemModelTester, QTest
from pytestqt.qtbot import QtBot

from inspector.lint import rests_on
from inspector.protocol.records import Finding
from inspector.trace.journal import Journal
from inspector.ui.panels import findings
from inspector.ui.panels.findings import FindingsPanel, FindingsTable
from inspector.ui.session.feed import Feed
from inspector.ui.session.selection import Selection
from inspector.ui.widgets import theme
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
    assert bench.list.table.accessibleName() == "Findings"


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


def _find(journal: Journal, record: int, severity: str, exchange: int = 0, rule: str = "RPC-01") -> None:
    said = f"{severity} here"
    journal.add_findings([Finding(record, exchange, 1, rule, severity, said, "basic/index")])


def test_a_row_says_how_bad_it_is_where_who_and_what(bench: Bench, journal: Journal, story: Story) -> None:
    story.record("notification")
    for severity in ("error", "warning", "info"):
        _find(journal, 1, severity)
    bench.list.refresh()
    heads = [bench.list.table.model().headerData(at, Qt.Orientation.Horizontal) for at in range(5)]
    assert heads == ["Severity", "Record", "Server", "Rule", "Problem"]
    assert [[bench.text(row, at) for at in range(5)] for row in range(3)] == [
        ["✗ error", "#1", "demo", "RPC-01", "error here"],
        ["⚠ warning", "#1", "demo", "RPC-01", "warning here"],
        ["ℹ info", "#1", "demo", "RPC-01", "info here"],
    ]


def test_only_the_severity_is_coloured(bench: Bench, journal: Journal, story: Story) -> None:
    story.record("notification")
    for severity in ("error", "warning", "info"):
        _find(journal, 1, severity)
    bench.list.refresh()
    model, colour = bench.list.table.model(), Qt.ItemDataRole.ForegroundRole
    roles = ("error", "warning", "muted")
    assert [model.index(row, 0).data(colour) for row in range(3)] == [theme.color(role) for role in roles]
    assert model.index(0, 1).data(colour) is None


def test_every_cell_tells_what_is_wrong_and_what_that_rests_on(
    bench: Bench, journal: Journal, story: Story
) -> None:
    story.record("notification")
    _find(journal, 1, "error")
    bench.list.refresh()
    model = bench.list.table.model()
    finding = journal.findings_between(0, 0)[0]
    for at in range(5):
        told = model.index(0, at).data(Qt.ItemDataRole.ToolTipRole)
        assert told == f"error here\n{rests_on(finding)}"
    assert model.index(0, 0).data(Qt.ItemDataRole.DecorationRole) is None


def test_a_finding_about_a_call_has_no_record_and_selects_the_call(
    bench: Bench, journal: Journal, story: Story
) -> None:
    call = story.call()
    _find(journal, 0, "warning", exchange=call.number)
    _find(journal, call.answer, "warning", exchange=call.number)
    bench.list.refresh()
    assert [bench.text(row, 1) for row in (0, 1)] == ["", f"#{call.answer}"]
    bench.list.table.selectRow(0)
    assert bench.selection.record == call.number
    bench.list.table.selectRow(1)
    assert bench.selection.record == call.answer


def test_a_chosen_row_stays_chosen_when_more_are_found(bench: Bench, journal: Journal, story: Story) -> None:
    story.record("notification")
    _find(journal, 1, "error")
    QAbstractItemModelTester(
        bench.list.table.model(), QAbstractItemModelTester.FailureReportingMode.Fatal, bench.list
    )
    bench.list.refresh()
    bench.list.table.selectRow(0)
    bench.list.refresh()  # nothing new: nothing changes
    _find(journal, 1, "info")
    bench.list.refresh()
    assert bench.rows() == 2 and bench.list.table.currentIndex().row() == 0


def test_a_long_list_is_not_kept_whole_in_memory(
    bench: Bench, journal: Journal, story: Story, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(findings, "_PAGES_KEPT", 2)
    story.record("notification")
    for _ in range(400):
        _find(journal, 1, "error")
    bench.list.refresh()
    read: list[int] = []
    between = journal.findings_between
    monkeypatch.setattr(
        journal, "findings_between", lambda first, last: read.append(first) or between(first, last)
    )
    for row in (0, 1, 130, 0, 300, 0, 130):
        assert bench.text(row, 3) == "RPC-01"
    assert read == [0, 128, 256, 0, 128]


def test_the_panel_looks_anew_and_gives_the_table_the_keyboard(
    bench: Bench, journal: Journal, story: Story, qtbot: QtBot
) -> None:
    context: Any = SimpleNamespace(journal=journal, feed=bench.feed, selection=bench.selection)
    panel = FindingsPanel(context)
    qtbot.addWidget(panel)
    panel.show()
    panel.activateWindow()
    story.record("notification")
    _find(journal, 1, "error")
    panel.refresh()
    assert panel.table.model().rowCount() == 1 and panel.table.isVisible()
    panel.setFocus()
    panel.focus_main()
    qtbot.waitUntil(panel.table.hasFocus)
    assert bench.selection.record == 0, "the focus alone chooses nothing"
