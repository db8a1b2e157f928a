"""The one style sheet is understood by Qt, wherever the program is installed and at any zoom."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QComboBox, QPushButton
from pytestqt.qtbot import QtBot

from inspector.resources import resource
from inspector.ui.widgets import theme
from inspector.ui.widgets.style_sheet import sheet

pytestmark = pytest.mark.gui


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
    box.setStyleSheet(sheet(signs.as_posix(), 16))
    assert box.minimumSizeHint().height() == 28, "the sheet is understood"
    box.grab()  # Qt warns of a sign it cannot open, which fails the test


def test_lengths_are_parts_of_a_line_and_a_hair_line_stays_one() -> None:
    text = sheet("/a/12px", 16)
    assert "min-height: 1.2500em" in text and "1px solid" in text and '"/a/12px/chevron-up.svg"' in text
    assert "border-radius: 6px" in text, "Qt would keep the first one"


def test_a_control_grows_with_the_text_and_is_as_high_as_it_says_at_100_percent(
    qtbot: QtBot, qapp: QApplication
) -> None:
    theme.install(qapp, "light")
    button = QPushButton("x")
    qtbot.addWidget(button)
    with qtbot.waitExposed(button):
        button.show()
    heights = []
    for percent in (100, 200, 100):
        theme.set_zoom(percent)
        heights.append(button.sizeHint().height())
    assert heights[0] == heights[2] == 28 and abs(heights[1] - 55) <= 2  # its frame stays a hair line
