"""Boxes for numbers are as tall as the boxes of choices beside them, at every zoom."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QApplication, QComboBox, QHBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from inspector.ui.widgets import theme
from inspector.ui.widgets.spin_boxes import NumberBox, WholeNumberBox

pytestmark = pytest.mark.gui


@pytest.mark.parametrize("percent", [75, 100, 200])
def test_numbers_are_as_tall_as_choices(qtbot: QtBot, qapp: QApplication, percent: int) -> None:
    theme.install(qapp, "light", percent)
    try:
        page = QWidget()
        qtbot.addWidget(page)
        line = QHBoxLayout(page)
        boxes = [QComboBox(), NumberBox(), WholeNumberBox()]
        for box in boxes:
            line.addWidget(box)
        page.show()
        assert len({box.height() for box in boxes}) == 1
    finally:
        theme.set_zoom(100)
