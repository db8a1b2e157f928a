"""The list of deliberate faults: what each sends, what the server must do, and how it stood it."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QSignalSpy
from PySide6.QtWidgets import QLabel, QListView, QPushButton, QScrollArea, QToolButton
from pytestqt.qtbot import QtBot

from inspector.core.fault_injection.faults import FaultVerdict
from inspector.protocol.era.legacy import LegacyEra
from inspector.protocol.faults import PRESETS, Situation
from inspector.ui.panels.fault_injection.list import FaultList
from inspector.ui.panels.listing import Item
from tests.ui.parts import the

pytestmark = pytest.mark.gui

HINT = "Messages that break a rule on purpose. Choose one, review it, press Send."
STDIO = Situation(LegacyEra(), "stdio")


@pytest.fixture
def faults(qtbot: QtBot) -> FaultList:
    made = FaultList()
    qtbot.addWidget(made)
    made.resize(300, 600)
    made.show()
    return made


def _item(faults: FaultList, key: str) -> Item:
    model = the(faults, QListView, "fault_list").model()
    items = [model.index(row, 0).data(Qt.ItemDataRole.UserRole) for row in range(model.rowCount())]
    return next(item for item in items if item.key == key)


def _said(faults: FaultList) -> list[str]:
    """The lines under the list, top to bottom."""
    area = the(faults, QScrollArea, "fault_about")
    return [label.text() for label in area.widget().findChildren(QLabel)]


def test_before_one_is_chosen_it_says_what_this_is_for(faults: FaultList) -> None:
    faults.set_situation(STDIO)
    assert faults.key() == ""
    assert _said(faults) == ["", "", HINT, ""]


def test_all_faults_are_listed_in_the_order_of_a_sweep(faults: FaultList) -> None:
    faults.set_situation(STDIO)
    model = the(faults, QListView, "fault_list").model()
    assert [model.index(row, 0).data() for row in range(model.rowCount())] == [
        preset.title for preset in PRESETS.values()
    ]
    assert _item(faults, "crlf").detail == f"{PRESETS['crlf'].sends}\ncrlf"


def test_the_chosen_one_says_what_it_sends_and_what_the_rule_is(faults: FaultList) -> None:
    faults.set_situation(STDIO)
    faults.select("unknown-method")
    preset = PRESETS["unknown-method"]
    duty = preset.duty(STDIO)
    assert duty is not None and faults.key() == preset.key
    assert _said(faults) == [
        preset.title,
        preset.sends,
        f"Required (MUST): {duty.text}",
        f"{STDIO.era.revision}/{duty.page}\n--fault {preset.key}",
    ]


def test_a_fault_that_no_rule_speaks_of_says_what_is_expected(faults: FaultList) -> None:
    faults.set_situation(STDIO)
    found = {}
    for preset in PRESETS.values():
        duty = preset.duty(STDIO)
        if duty is not None and not preset.why_not(STDIO):
            found.setdefault(duty.level, preset)
    for level, words in (("should", "Required (SHOULD): "), ("none", "Expected: ")):
        preset = found[level]
        faults.select(preset.key)
        duty = preset.duty(STDIO)
        assert duty is not None and _said(faults)[2] == f"{words}{duty.text}"


def test_what_does_not_apply_here_says_why_in_list_and_text(faults: FaultList) -> None:
    faults.set_situation(STDIO)
    faults.select("http-origin")
    assert _said(faults)[2:] == ["Does not apply here: only over Streamable HTTP or HTTP+SSE.", ""]
    assert _item(faults, "http-origin").badges == (
        ("not applicable", "muted", "only over Streamable HTTP or HTTP+SSE"),
    )
    assert _item(faults, "crlf").badges == ()


def test_another_connection_changes_what_applies(faults: FaultList) -> None:
    faults.set_situation(replace(STDIO, transport="http"))
    faults.select("http-origin")
    assert _item(faults, "http-origin").badges == ()
    assert "Does not apply" not in _said(faults)[2]
    faults.set_situation(STDIO)
    assert _item(faults, "http-origin").badges != ()
    assert "Does not apply" in _said(faults)[2]


@pytest.mark.parametrize(
    ("word", "badge"),
    [
        ("complied", ("✓", "ok")),
        ("not complied", ("✗", "error")),
        ("no answer", ("–", "muted")),
        ("undecided", ("?", "warning")),
    ],
)
def test_a_fault_that_was_judged_is_marked(faults: FaultList, word: str, badge: tuple[str, str]) -> None:
    faults.set_situation(STDIO)
    faults.show_verdict(FaultVerdict("crlf", word, "So it went.", (), "none", True))
    assert _item(faults, "crlf").badges == ((*badge, "So it went."),)
    assert _item(faults, "huge-number").badges == ()


def test_the_one_that_becomes_current_is_told_and_described(faults: FaultList) -> None:
    faults.set_situation(STDIO)
    told = QSignalSpy(faults.chosen)
    faults.select("crlf")
    assert told.count() == 1 and told.at(0) == ["crlf"]
    assert _said(faults)[0] == PRESETS["crlf"].title


def test_its_buttons_run_all_and_show_the_table_once_there_is_one(faults: FaultList) -> None:
    run, table = the(faults, QPushButton, "fault_run_all"), the(faults, QToolButton, "fault_show_table")
    assert not table.isVisible()
    table.show()
    ran, wanted = QSignalSpy(faults.run_all), QSignalSpy(faults.table_wanted)
    run.click()
    assert (ran.count(), wanted.count()) == (1, 0)
    table.click()
    assert (ran.count(), wanted.count()) == (1, 1)


def test_the_words_wrap_and_can_be_copied(faults: FaultList) -> None:
    faults.set_situation(STDIO)
    faults.select("unknown-method")
    area = the(faults, QScrollArea, "fault_about")
    title, *texts = area.widget().findChildren(QLabel)
    for label in (title, *texts):
        assert label.wordWrap() and label.textFormat() == Qt.TextFormat.PlainText
    for label in texts:
        assert label.textInteractionFlags() == Qt.TextInteractionFlag.TextSelectableByMouse
    assert area.horizontalScrollBarPolicy() == Qt.ScrollBarPolicy.ScrollBarAlwaysOff
    assert area.widget().width() == area.viewport().width()


def test_run_all_takes_the_room_and_list_and_text_stay_in_sight(faults: FaultList) -> None:
    run, table = the(faults, QPushButton, "fault_run_all"), the(faults, QToolButton, "fault_show_table")
    table.show()
    width = run.width()
    faults.resize(400, 600)
    assert run.width() == width + 100
    faults.resize(10, 600)
    assert faults.width() >= 150
    assert the(faults, QListView, "fault_list").height() > 100
    assert the(faults, QScrollArea, "fault_about").height() > 100
