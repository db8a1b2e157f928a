"""Lists of the detail pane: the records of a call, and what the rules say. A line leads to its record."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QModelIndex, QPoint, Qt, QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QFrame,
    QHeaderView,
    QTreeWidget,
    QTreeWidgetItem,
)
from pytestqt.qtbot import QtBot

from inspector.lint import rests_on
from inspector.protocol.records import Finding
from inspector.trace.journal import Journal
from inspector.ui.detail.lists import FindingList, RelatedList
from inspector.ui.detail.related import load_related
from inspector.ui.detail.subject import Subject, load
from inspector.ui.widgets import theme
from tests.ui.story import Story

LONG = "a sentence of some length that needs more than one line in a narrow list " * 3


@pytest.fixture(autouse=True)
def _light(qapp: QApplication) -> None:
    theme.install(qapp, "light")


def _line(view: QTreeWidget, place: int) -> QTreeWidgetItem:
    found = view.topLevelItem(place)
    assert found is not None
    return found


def _current(view: QTreeWidget) -> str:
    found = view.currentItem()
    return found.text(0) if found is not None else ""


def _click(view: QTreeWidget, place: int, column: int) -> None:
    rect = view.visualItemRect(_line(view, place))
    x = view.header().sectionViewportPosition(column) + 6
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(x, rect.center().y()))


# -- findings ------------------------------------------------------------------------------------------


def _finding(record: int, severity: str, rule: str, page: str = "", *, exchange: int = 0) -> Finding:
    return Finding(record, exchange, 1, rule, severity, f"about {rule}", page)


FINDINGS = (
    _finding(3, "info", "A-1"),
    _finding(4, "error", "B-2", "basic/index"),
    _finding(0, "warning", "C-3", exchange=7),
    _finding(5, "odd", "D-4"),
)


@pytest.fixture
def findings(qtbot: QtBot) -> FindingList:
    made = FindingList()
    qtbot.addWidget(made)
    made.resize(420, 200)
    made.show()
    made.show_findings(FINDINGS, "2025-06-18")
    return made


def test_the_worst_stands_first(findings: FindingList) -> None:
    lines = [_line(findings, place) for place in range(4)]
    assert [one.text(0) for one in lines] == ["✗ B-2", "⚠ C-3", "ℹ A-1", "· D-4"]
    assert [one.text(1) for one in lines] == ["about B-2", "about C-3", "about A-1", "about D-4"]
    assert [one.text(2) for one in lines] == ["↗", "", "", ""]
    roles = ("error", "warning", "muted", "muted")
    assert [one.foreground(0).color() for one in lines] == [theme.color(role) for role in roles]
    assert lines[0].foreground(2).color() == theme.color("accent")
    assert lines[0].toolTip(2).startswith("basic/index")


def test_a_click_leads_to_the_record_and_at_the_arrow_to_the_page(
    findings: FindingList, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[QUrl] = []
    asked: list[int] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", opened.append)
    findings.asked_record.connect(asked.append)
    _click(findings, 0, 1)
    _click(findings, 1, 2)  # no page: the record, here that of the call
    assert asked == [4, 7] and not opened
    _click(findings, 0, 2)
    findings.show_findings(FINDINGS, "")
    _click(findings, 0, 2)
    assert asked == [4, 7]
    pages = "https://modelcontextprotocol.io/specification"
    assert [one.toString() for one in opened] == [
        f"{pages}/2025-06-18/basic/index",
        f"{pages}/latest/basic/index",
    ]


def test_a_long_sentence_gets_the_lines_it_needs(findings: FindingList) -> None:
    findings.show_findings((Finding(1, 0, 1, "A-1", "error", LONG), _finding(2, "info", "B-2")), "")
    high = findings.visualItemRect(_line(findings, 0)).height()
    one = findings.visualItemRect(_line(findings, 1)).height()
    assert findings.fontMetrics().height() < one <= theme.row_height()
    assert high > 3 * findings.fontMetrics().height() and findings.wordWrap()
    findings.resize(900, 200)
    QApplication.processEvents()
    assert findings.visualItemRect(_line(findings, 0)).height() < high
    widths = [findings.header().sectionSize(column) for column in range(3)]
    assert widths[1] > widths[0] + widths[2] and sum(widths) == findings.viewport().width()


def test_more_about_the_same_record_leaves_the_reader_where_they_are(findings: FindingList) -> None:
    many = [_finding(1, "error", f"R-{number}") for number in range(40)]
    findings.show_findings(many, "")
    findings.setCurrentItem(_line(findings, 20))
    bar = findings.verticalScrollBar()
    bar.setValue(15)
    findings.show_findings([*many, _finding(1, "error", "Y-8")], "")
    assert findings.currentItem() is _line(findings, 20) and bar.value() == 15
    findings.setCurrentIndex(QModelIndex())
    findings.show_findings([*many, _finding(1, "error", "Z-9")], "")
    assert findings.currentItem() is None and bar.value() == 15
    findings.show_findings(many[1:], "")
    assert findings.currentItem() is None and bar.value() == 0


def test_what_is_shown_already_is_not_made_anew(findings: FindingList) -> None:
    first = _line(findings, 0)
    findings.show_findings(list(FINDINGS), "2025-06-18")
    assert _line(findings, 0) is first and findings.topLevelItemCount() == 4


# -- records -------------------------------------------------------------------------------------------


class _Call:
    """A call with progress in the list of its records."""

    def __init__(self, qtbot: QtBot, journal: Journal, story: Story) -> None:
        self.view = RelatedList()
        qtbot.addWidget(self.view)
        self.view.resize(500, 100)
        self.view.show()
        self.journal = journal
        call = story.ask()
        for _ in range(10):
            story.part(call, "notification", b"{}", role="progress", method="n/p")
        story.answer(call)
        journal.sync()
        self.call = call

    def show(self, number: int, left_out: int = 0) -> None:
        found = load(self.journal, number)
        assert found is not None
        self.subject: Subject = found
        related = replace(load_related(self.journal, found), left_out=left_out)
        self.view.show_rows(self.journal.rows(related.numbers), related, found)

    def numbers(self) -> list[str]:
        return [_line(self.view, place).text(0) for place in range(self.view.topLevelItemCount())]


@pytest.fixture
def call(qtbot: QtBot, journal: Journal, story: Story) -> _Call:
    return _Call(qtbot, journal, story)


def test_every_record_of_the_call_is_listed_with_its_time_since_the_start(call: _Call) -> None:
    call.show(1)
    assert call.numbers() == [str(number) for number in range(1, 13)]
    first, last = _line(call.view, 0), _line(call.view, 11)
    assert first.text(1) == "0.000 s" < last.text(1)
    assert "tools/call" in first.text(4) and "echo" in first.text(4)
    assert first.foreground(0).color() == theme.color("accent")
    assert first.foreground(1).color() == theme.color("muted")
    assert first.foreground(2).color() != last.foreground(2).color()  # there and back
    right = Qt.AlignmentFlag.AlignRight
    assert [bool(Qt.AlignmentFlag(first.textAlignment(column)) & right) for column in (0, 1, 4)] == [
        True,
        True,
        False,
    ]
    assert first.toolTip(4) != "" and call.view.currentItem() is first


def test_what_is_left_out_is_told_in_the_middle(call: _Call) -> None:
    call.show(1, left_out=3000)
    assert call.view.topLevelItemCount() == 13 and _line(call.view, 6).text(3) == "… 3,000 more"
    asked: list[int] = []
    call.view.asked_record.connect(asked.append)
    call.view.itemClicked.emit(_line(call.view, 6), 3)
    call.view.itemActivated.emit(_line(call.view, 5), 3)
    assert asked == [6]  # the gap leads nowhere


def test_the_chosen_line_and_its_place_stay_while_more_comes(call: _Call) -> None:
    call.show(1)
    call.view.select(8)
    bar = call.view.verticalScrollBar()
    bar.setValue(4)
    call.show(1)
    assert _current(call.view) == "8" and bar.value() == 4
    call.show(12)  # another record: its own line
    assert _current(call.view) == "12"
    call.view.select(999)
    assert _current(call.view) == "12"


def test_choosing_by_hand_tells_and_by_the_program_does_not(call: _Call) -> None:
    asked: list[int] = []
    call.view.asked_record.connect(asked.append)
    call.show(1)
    call.view.select(3)
    assert asked == []
    _click(call.view, 0, 3)
    assert asked == [1]


# -- both ----------------------------------------------------------------------------------------------


def test_lists_are_plain_tables_of_lines_to_read(findings: FindingList, qtbot: QtBot) -> None:
    related = RelatedList()
    qtbot.addWidget(related)
    for view in (findings, related):
        assert view.frameShape() == QFrame.Shape.NoFrame and not view.rootIsDecorated()
        assert view.allColumnsShowFocus() and view.header().minimumSectionSize() == 28
        assert view.editTriggers() == QAbstractItemView.EditTrigger.NoEditTriggers
        assert view.selectionMode() == QAbstractItemView.SelectionMode.SingleSelection
        assert view.header().sectionResizeMode(0) == QHeaderView.ResizeMode.Interactive
    assert related.uniformRowHeights() and related.header().stretchLastSection()
    assert related.horizontalScrollBarPolicy() == Qt.ScrollBarPolicy.ScrollBarAlwaysOff
    assert [related.header().sectionSize(at) for at in range(4)] == [48, 60, 28, 104]
    heads = [related.headerItem().text(at) for at in range(5)]
    assert heads == ["#", "After", "", "Relation", "Content"]
    assert related.accessibleName() == "Records related to this call"
    assert not findings.uniformRowHeights() and findings.wordWrap()
    assert not findings.header().stretchLastSection(), "the sentence takes the room"
    assert findings.header().sectionSize(0) == 96 > findings.header().sectionSize(2) >= 44
    assert findings.header().length() == findings.viewport().width()
    assert [findings.headerItem().text(at) for at in range(3)] == ["Rule", "Problem", "Page"]
    assert findings.accessibleName() == "Findings about this record"


def test_a_finding_says_how_bad_it_is_and_what_it_rests_on(findings: FindingList) -> None:
    line = _line(findings, 0)
    assert line.toolTip(0) == "error" and line.toolTip(2) == rests_on(FINDINGS[1])
    assert line.textAlignment(2) == Qt.AlignmentFlag.AlignCenter
    roles = ("error", "warning", "muted", "muted")
    colours = [_line(findings, place).foreground(0).color() for place in range(4)]
    assert colours == [theme.color(role) for role in roles]
    assert line.foreground(2).color() == theme.color("accent")


def test_enter_leads_to_the_record_as_a_click_does(findings: FindingList) -> None:
    asked: list[int] = []
    findings.asked_record.connect(asked.append)
    findings.itemActivated.emit(_line(findings, 0), 0)
    findings.itemActivated.emit(_line(findings, 1), 1)
    assert asked == [4, 7]
