"""The one style sheet is understood by Qt, wherever the program is installed and at any zoom."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QComboBox
from pytestqt.qtbot import QtBot

from inspector.resources import resource
from inspector.ui.widgets import theme
from inspector.ui.widgets.style_sheet import sheet

pytestmark = pytest.mark.gui


def with_signs(folder: str, percent: int = 100) -> str:
    roles = (*theme.ROLES, "outline", "thumb", "hover", "ok_ground", "warning_ground", "error_ground")
    return sheet({**dict.fromkeys(roles, "#123456"), "signs": folder}, percent)


@pytest.mark.parametrize("folder", ["plain", "a b (c)", "it's", 'say "hi"', "back\\slash", "12px"])
def test_its_signs_are_found_in_a_folder_of_any_name(
    qtbot: QtBot, qapp: QApplication, tmp_path: Path, folder: str
) -> None:
    signs = tmp_path / folder
    signs.mkdir()
    for name in ("chevron-down.svg", "chevron-up.svg"):
        (signs / name).write_bytes((resource("icons") / name).read_bytes())
    box = QComboBox()
    qtbot.addWidget(box)
    box.resize(120, 28)
    box.setStyleSheet(with_signs(signs.as_posix()))
    assert box.minimumSizeHint().height() == 28, "the sheet is understood"
    box.grab()  # Qt warns of a sign it cannot open, which fails the test


def test_lengths_follow_the_zoom_and_a_hair_line_stays_one() -> None:
    text = with_signs("/a/12px", 200)
    assert "min-height: 40px" in text and "1px solid" in text and '"/a/12px/chevron-up.svg"' in text
