"""An empty box to tick can be seen, whatever the theme."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QListWidget, QListWidgetItem
from pytestqt.qtbot import QtBot

from inspector.ui.widgets import theme
from inspector.ui.widgets.check_boxes import frame_check_boxes


@pytest.mark.parametrize("mode", ["light", "dark"])
def test_an_unticked_box_in_a_list_has_a_frame(qapp: QApplication, qtbot: QtBot, mode: str) -> None:
    theme.install(qapp, mode)
    try:
        view = QListWidget()
        frame_check_boxes(view)
        qtbot.addWidget(view)
        item = QListWidgetItem("")
        item.setFlags(item.flags() | Qt.ItemFlag.ItemIsUserCheckable)
        item.setCheckState(Qt.CheckState.Unchecked)
        view.addItem(item)
        view.show()
        ground = theme.color("base").lightness()
        box = view.visualItemRect(item)
        image = view.viewport().grab(box).toImage()
        tones = [
            image.pixelColor(x, y).lightness()
            for x in range(min(24, box.width()))
            for y in range(box.height())
        ]
        assert max(abs(tone - ground) for tone in tones) > 40
    finally:
        theme.install(qapp, "light")
