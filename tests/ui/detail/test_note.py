"""The note about a record above its messages."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import QLabel, QPushButton
from pytestqt.qtbot import QtBot

from inspector.trace.annotations import Annotations
from inspector.ui.detail.note import DetailNote
from tests.ui.parts import the

pytestmark = pytest.mark.gui


def test_notes_of_a_pair_stand_on_one_line_and_the_first_is_edited(qtbot: QtBot) -> None:
    notes = Annotations()
    line = DetailNote(notes)
    qtbot.addWidget(line)
    wanted: list[int] = []
    line.edit_wanted.connect(wanted.append)
    text, edit = the(line, QLabel, "detail_note_text"), the(line, QPushButton, "detail_note_edit")
    edit.click()
    assert wanted == [] and line.isHidden()
    line.show_of([3, 4, 3])
    assert line.isHidden()
    notes.set_note(4, "slow\n here")
    line.refresh()
    assert not line.isHidden() and text.accessibleName() == "slow here"
    assert "slow" in text.toolTip() and "here" in text.toolTip()
    edit.click()
    notes.set_note(3, "why")
    line.refresh()
    edit.click()
    assert text.accessibleName() == "why · slow here" and wanted == [4, 3]
    line.show_of([5])
    assert line.isHidden()
    line.show_of([3])
    edit.setText("")
    QCoreApplication.sendEvent(line, QEvent(QEvent.Type.LanguageChange))
    assert edit.text() == "Edit"
    line.forbid_editing()
    assert edit.isHidden() and not line.isHidden()
