"""Texts that are paths: typed, or chosen on this computer."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog, QLineEdit, QToolButton
from pytestqt.qtbot import QtBot

from tests.ui.form_driving import find, shown_form, tool, value


@pytest.mark.parametrize(
    ("kind", "mode"),
    [
        ("file-path", QFileDialog.FileMode.AnyFile),
        ("directory-path", QFileDialog.FileMode.Directory),
        ("path", QFileDialog.FileMode.AnyFile),
    ],
)
def test_path_is_chosen_in_the_dialog(
    qtbot: QtBot, tmp_path: Path, kind: str, mode: QFileDialog.FileMode
) -> None:
    (tmp_path / "a b").mkdir()
    form = shown_form(qtbot, tool({"p": {"type": "string", "format": kind}}))
    qtbot.keyClicks(find(form, QLineEdit, "p"), str(tmp_path))
    qtbot.mouseClick(find(form, QToolButton, "p_browse"), Qt.MouseButton.LeftButton)
    dialog = form.findChild(QFileDialog, "path_dialog")
    assert dialog is not None and dialog.fileMode() == mode
    assert dialog.directory().path() == str(tmp_path)
    dialog.fileSelected.emit(str(tmp_path / "a b"))
    dialog.reject()
    assert value(form) == {"p": str(tmp_path / "a b")}


def test_typed_path_stays_exact(qtbot: QtBot) -> None:
    form = shown_form(qtbot, tool({"p": {"type": "string", "format": "path"}}))
    qtbot.keyClicks(find(form, QLineEdit, "p"), "~/ x ")
    assert value(form) == {"p": "~/ x "}
