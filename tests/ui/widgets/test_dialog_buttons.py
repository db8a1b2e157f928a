"""Buttons at the foot of a dialog: main one, others, the way out, where the platform has them."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QPushButton, QVBoxLayout
from pytestqt.qtbot import QtBot

from inspector.ui.widgets.dialog_buttons import dialog_buttons

pytestmark = pytest.mark.gui


@pytest.mark.parametrize("default", [True, False])
def test_the_main_button_comes_first_and_the_way_out_last(qtbot: QtBot, default: bool) -> None:
    dialog = QDialog()
    qtbot.addWidget(dialog)
    go, also, more, leave = (QPushButton(name) for name in ("Go", "Also", "More", "Leave"))
    for button in (go, also, more, leave):
        button.setAutoDefault(False)
    box = dialog_buttons([go, also], leave, [more], default=default)
    QVBoxLayout(dialog).addWidget(box)
    dialog.show()
    assert box.buttonRole(leave) == QDialogButtonBox.ButtonRole.RejectRole
    found = sorted((go, also, more, leave), key=QPushButton.x)
    assert [one.text() for one in found] == ["Go", "Also", "More", "Leave"], "without a desktop: as Windows"
    assert go.isDefault() is default
