"""The table of all verdicts: it fills while the faults run and says how far it is."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QAbstractItemModel, Qt
from PySide6.QtTest import QAbstractItemModelTester, QSignalSpy
from PySide6.QtWidgets import QApplication, QLabel, QProgressBar, QPushButton, QTableView, QToolButton
from pytestqt.qtbot import QtBot

from inspector.core.fault_injection.faults import FaultVerdict
from inspector.protocol.faults import PRESETS
from inspector.ui.panels.fault_injection.table import FaultTable
from inspector.ui.widgets import theme
from tests.ui.parts import the

pytestmark = pytest.mark.gui

KEYS = tuple(PRESETS)


def _verdict(key: str = "crlf", word: str = "complied", level: str = "must") -> FaultVerdict:
    return FaultVerdict(key, word, f"{key} was {word}", (7,), level, True, sent=3)


@pytest.fixture
def table(qtbot: QtBot, qapp: QApplication) -> FaultTable:
    theme.install(qapp, "light")
    made = FaultTable()
    qtbot.addWidget(made)
    made.resize(700, 200)
    made.show()
    return made


def _rows(table: FaultTable) -> QAbstractItemModel:
    return the(table, QTableView, "fault_table").model()


def _state(table: FaultTable) -> str:
    return the(table, QLabel, "fault_table_state").text()


def test_a_row_says_verdict_fault_rule_and_what_happened(table: FaultTable) -> None:
    table.begin(4)
    for word, level in (
        ("complied", "must"),
        ("not complied", "should"),
        ("no answer", "none"),
        ("undecided", "none"),
    ):
        table.add(_verdict(word=word, level=level))
    rows, title = _rows(table), PRESETS["crlf"].title
    assert [rows.headerData(at, Qt.Orientation.Horizontal) for at in range(rows.columnCount())] == [
        "Verdict", "Fault", "Rule", "What happened",
    ]  # fmt: skip
    assert [[rows.index(row, at).data() for at in range(4)] for row in range(rows.rowCount())] == [
        ["✓ complied", title, "MUST", "crlf was complied"],
        ["✗ not complied", title, "SHOULD", "crlf was not complied"],
        ["– no response", title, "", "crlf was no answer"],
        ["? undecided", title, "", "crlf was undecided"],
    ]


def test_only_the_verdict_is_coloured_and_every_cell_tells_all_of_it(table: FaultTable) -> None:
    table.begin(2)
    for word in ("complied", "not complied"):
        table.add(_verdict(word=word))
    rows, colour = _rows(table), Qt.ItemDataRole.ForegroundRole
    assert rows.index(0, 0).data(colour) == theme.color("ok")
    assert rows.index(1, 0).data(colour) == theme.color("error")
    assert rows.index(0, 1).data(colour) is None
    for at in range(4):
        told = rows.index(1, at).data(Qt.ItemDataRole.ToolTipRole)
        assert told == f"{PRESETS['crlf'].sends}\ncrlf was not complied"
    assert rows.index(0, 0).data(Qt.ItemDataRole.DecorationRole) is None


def test_it_says_how_far_it_is_while_the_faults_run(table: FaultTable) -> None:
    bar, cancel = the(table, QProgressBar, "fault_progress"), the(table, QPushButton, "fault_cancel")
    table.end()
    assert not bar.isVisible() and not cancel.isVisible()
    table.begin(3)
    assert (bar.minimum(), bar.value(), bar.maximum()) == (0, 0, 3)
    assert bar.isVisible() and cancel.isVisible() and not bar.isTextVisible()
    assert _state(table) == "0 of 3"
    table.add(_verdict())
    table.add(_verdict("huge-number"))
    assert bar.value() == 2
    assert _state(table) == f"2 of 3: {PRESETS['huge-number'].title}"


def test_the_end_sums_up_and_says_why_it_came_early(table: FaultTable) -> None:
    table.begin(2)
    table.add(_verdict(word="not complied"))
    table.end()
    assert not the(table, QProgressBar, "fault_progress").isVisible()
    assert not the(table, QPushButton, "fault_cancel").isVisible()
    assert _state(table) == "1 faults: 1 not complied; MUST violations: 1"
    table.end("Cancelled.")
    assert _state(table) == "Cancelled. 1 faults: 1 not complied; MUST violations: 1"


def test_a_new_run_begins_with_an_empty_table(table: FaultTable) -> None:
    QAbstractItemModelTester(_rows(table), QAbstractItemModelTester.FailureReportingMode.Fatal)
    table.begin(1)
    table.add(_verdict())
    assert [one.key for one in table.verdicts] == ["crlf"]
    table.begin(2)
    assert table.verdicts == () and _rows(table).rowCount() == 0
    table.add(_verdict("huge-number"))
    assert [one.key for one in table.verdicts] == ["huge-number"]


def test_the_newest_verdict_is_in_sight(table: FaultTable) -> None:
    table.begin(len(KEYS))
    for key in KEYS:
        table.add(_verdict(key))
    bar = the(table, QTableView, "fault_table").verticalScrollBar()
    assert bar.value() == bar.maximum() > 0


def test_a_row_that_becomes_current_tells_its_verdict(table: FaultTable, qtbot: QtBot) -> None:
    table.begin(2)
    for key in ("crlf", "huge-number"):
        table.add(_verdict(key))
    told = QSignalSpy(table.chosen)
    the(table, QTableView, "fault_table").selectRow(1)
    assert told.at(told.count() - 1) == [table.verdicts[1]]
    before = told.count()
    table.begin(1)
    assert told.count() == before, "no row is current any more"


def test_its_buttons_cancel_copy_and_go_back(table: FaultTable) -> None:
    table.begin(1)
    for kind, name, signal in (
        (QPushButton, "fault_cancel", table.cancelled),
        (QToolButton, "fault_copy", table.copied),
        (QToolButton, "fault_table_close", table.closed),
    ):
        spies = [QSignalSpy(one) for one in (table.cancelled, table.copied, table.closed)]
        told = QSignalSpy(signal)
        the(table, kind, name).click()
        assert told.count() == 1 and sum(spy.count() for spy in spies) == 1


def test_the_state_takes_the_room_that_the_buttons_leave(table: FaultTable) -> None:
    state, close = the(table, QLabel, "fault_table_state"), the(table, QToolButton, "fault_table_close")
    width = state.width()
    table.resize(900, 200)
    assert state.width() == width + 200 and close.width() == close.sizeHint().width()


def test_the_progress_is_a_thin_line_at_every_zoom(table: FaultTable) -> None:
    bar = the(table, QProgressBar, "fault_progress")
    try:
        for percent in (100, 200):
            theme.set_zoom(percent)
            assert bar.height() == 4 * percent // 100
    finally:
        theme.set_zoom(100)
