"""What is too large for the text box is shown, saved, read and edited on request."""

from __future__ import annotations

import json
from pathlib import Path

from PySide6.QtCore import QMimeData
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QApplication, QFileDialog, QLabel, QPushButton
from pytestqt.qtbot import QtBot

from inspector.ui.json.editor.editor import JsonEditor
from inspector.ui.widgets.controls import Notice
from tests.ui.form_driving import settle
from tests.ui.parts import the

LARGE = "[\n" + ",\n".join('"some words of a line"' for _ in range(100_000)) + "\n]"


def said(editor: JsonEditor) -> str:
    return " ".join(label.text() for label in the(editor, Notice, "json_large_notice").findChildren(QLabel))


def test_it_is_shown_with_its_size_and_the_reason(editor: JsonEditor) -> None:
    editor.set_text(LARGE)
    assert not editor.edit.isVisible()
    assert "2.4 MB: too large" in said(editor)
    assert editor.text() == LARGE


def test_its_page_is_made_when_there_is_something_large(editor: JsonEditor) -> None:
    editor.set_text("[]")
    editor.set_read_only(True)
    assert editor.findChildren(QPushButton, "json_large_plain") == []
    editor.set_text(LARGE)
    assert not the(editor, QPushButton, "json_large_plain").isEnabled()


def test_who_insists_edits_it(editor: JsonEditor) -> None:
    editor.set_text(LARGE)
    assert not the(editor, QPushButton, "json_large_indented").isVisible()
    the(editor, QPushButton, "json_large_plain").click()
    assert editor.edit.isVisible()
    assert editor.text() == LARGE


def test_it_goes_to_a_file_and_comes_back_from_one(editor: JsonEditor, tmp_path: Path) -> None:
    editor.set_text(LARGE)
    path = tmp_path / "arguments.json"
    editor._big._saved(str(path))
    assert path.read_text() == LARGE
    assert "arguments.json" in said(editor)
    path.write_text('{"from": "another program"}')
    editor._big._opened(str(path))
    assert editor.text() == '{"from": "another program"}'
    assert editor.edit.isVisible()


def test_a_file_that_cannot_be_read_or_written_is_said(editor: JsonEditor, tmp_path: Path) -> None:
    editor.set_text(LARGE)
    editor._big._opened(str(tmp_path / "missing.json"))
    assert "Could not read" in said(editor)
    editor._big._saved(str(tmp_path))
    assert "Could not save" in said(editor)
    assert editor.text() == LARGE


def test_text_that_cannot_be_indented_says_why(editor: JsonEditor) -> None:
    editor.set_text("x" * 20_000)
    the(editor, QPushButton, "json_large_indented").click()
    assert "not JSON" in editor._error.text()
    assert editor.text() == "x" * 20_000


def test_what_was_selected_below_a_paste_is_not_wiped_by_the_next_key(
    editor: JsonEditor, qtbot: QtBot
) -> None:
    editor.set_text('{"a": 1}')
    editor.edit.setFocus()
    editor.edit.selectAll()
    made = QMimeData()
    made.setText(json.dumps({f"key{number}": "x" * 50 for number in range(3000)}))
    editor.edit.insertFromMimeData(made)
    assert QApplication.focusWidget() is editor._big.view
    the(editor, QPushButton, "json_large_indented").click()
    assert editor.edit.hasFocus() and not editor.edit.textCursor().hasSelection()
    whole = editor.text()
    qtbot.keyClick(editor.edit, "x")
    assert editor.text() == "x" + whole


def test_its_dialogs_save_anything_and_open_what_is_there(editor: JsonEditor, tmp_path: Path) -> None:
    editor.set_text(LARGE)
    modes = QFileDialog.AcceptMode
    for name, mode, files in (
        ("json_large_save", modes.AcceptSave, QFileDialog.FileMode.AnyFile),
        ("json_large_read", modes.AcceptOpen, QFileDialog.FileMode.ExistingFile),
    ):
        the(editor, QAction, name).trigger()
        dialog = the(editor, QFileDialog, "json_large_dialog")
        assert dialog.isVisible() and (dialog.acceptMode(), dialog.fileMode()) == (mode, files)
        assert dialog.nameFilters() == ["JSON (*.json)", "All files (*)"] and dialog.defaultSuffix() == "json"
        path = tmp_path / f"{name}.json"
        path.write_text("[1]")
        dialog.fileSelected.emit(str(path))
        dialog.close()
        settle()
        assert path.read_text() == (LARGE if mode == modes.AcceptSave else "[1]")
    assert editor.text() == "[1]"


def test_what_is_only_shown_is_not_replaced_by_a_file(editor: JsonEditor) -> None:
    editor.set_text(LARGE)
    read = the(editor, QAction, "json_large_read")
    for locked in (True, False):
        editor.set_read_only(locked)
        assert read.isEnabled() is not locked and the(editor, QAction, "json_large_save").isEnabled()
