"""Bytes go to a file that the user chooses, by a name that every system takes."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog
from pytestqt.qtbot import QtBot

from inspector.ui.widgets.plain import tooltip
from inspector.ui.widgets.save_button import SaveButton, file_name


@pytest.mark.parametrize(
    ("uri", "mime", "name"),
    [
        ("file:///a/b.txt", "text/plain", "b.txt"),
        ("https://x/a/report.pdf?page=2#top", "application/pdf", "report.pdf"),
        ("https://x/a/report/", "application/pdf", "report.pdf"),
        ("", "image/png", "content.png"),
        ("///", "image/png", "content.png"),
        ("a/..", "image/png", "content.png"),
        ('x/a<b>:c"|*?.txt', "", "a_b__c___.bin"),
        ("x/.hidden.", "text/plain", "hidden.txt"),
        ("x/" + "n" * 200 + ".txt", "", "n" * 116 + ".txt"),
    ],
)
def test_a_name_is_the_last_part_of_the_address(uri: str, mime: str, name: str) -> None:
    assert file_name(uri, mime) == name


def test_what_is_saved_and_what_is_not_is_told(qtbot: QtBot, tmp_path: Path) -> None:
    button = SaveButton(b"\x00data", "a<b.txt")
    qtbot.addWidget(button)
    button.show()
    told: list[tuple[str, str]] = []
    button.saved.connect(lambda path: told.append(("saved", path)))
    button.failed.connect(lambda why: told.append(("failed", why)))
    assert (button.text(), button.toolTip()) == ("Save…", tooltip("Save as a<b.txt"))
    assert button.autoRaise() and not button.icon().isNull()
    assert button.toolButtonStyle() == Qt.ToolButtonStyle.ToolButtonTextBesideIcon
    target = tmp_path / "here.bin"
    button.click()
    (dialog,) = button.findChildren(QFileDialog)
    assert dialog.isVisible() and not dialog.isModal() and dialog.windowTitle() == "Save content"
    assert dialog.acceptMode() == QFileDialog.AcceptMode.AcceptSave
    assert dialog.testAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.fileSelected.emit(str(target))
    dialog.close()
    assert target.read_bytes() == b"\x00data" and told == [("saved", str(target))]
    button.write(str(tmp_path / "none" / "x"))
    assert told[1:] == [("failed", "Could not save: No such file or directory")]
