"""The main button of a pane is painted flat, and its state is seen."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from inspector.ui.widgets import theme
from inspector.ui.widgets.primary_button import PrimaryButton


def test_it_says_whether_it_can_be_pressed_is_pressed_or_has_the_keyboard(
    qtbot: QtBot, qapp: QApplication
) -> None:
    theme.install(qapp, "light")
    button = PrimaryButton("run", "&Run")
    qtbot.addWidget(button)
    button.resize(100, 40)
    with qtbot.waitActive(button):
        button.show()
        button.activateWindow()
    button.clearFocus()
    button.setAttribute(Qt.WidgetAttribute.WA_UnderMouse, False)

    def seen() -> tuple[str, str]:
        """The ground, and what is two pixels inside of the edge."""
        picture = button.grab().toImage()
        return picture.pixelColor(10, 8).name(), picture.pixelColor(50, 2).name()

    accent, text = theme.color("accent"), theme.color("text")
    assert seen() == (accent.name(), accent.name())
    button.setFocus()
    assert seen() == (accent.name(), theme.color("base").name())
    button.setDown(True)
    assert seen()[0] == theme.mix(accent, text, 0.3).name()
    button.setDown(False)
    button.setAttribute(Qt.WidgetAttribute.WA_UnderMouse, True)
    assert seen()[0] == theme.mix(accent, text, 0.15).name()
    button.setEnabled(False)
    ground = theme.color("background").name()
    assert seen() == (ground, ground)
