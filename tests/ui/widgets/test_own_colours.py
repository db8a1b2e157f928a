"""Widgets with a colour of their own keep it in every theme."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from inspector.ui.widgets import theme
from inspector.ui.widgets.own_colours import ColouredLabel, put_colours

ROLE = QPalette.ColorRole.WindowText
GROUPS = (QPalette.ColorGroup.Active, QPalette.ColorGroup.Inactive, QPalette.ColorGroup.Disabled)


def colours(widget: QWidget) -> set[str]:
    return {widget.palette().color(group, ROLE).name() for group in GROUPS}


def test_a_label_has_the_colour_of_its_role_in_every_theme(qtbot: QtBot, qapp: QApplication) -> None:
    theme.install(qapp, "light")
    label, plain = ColouredLabel("<b>x</b>", "error"), ColouredLabel("y")
    for one in (label, plain):
        qtbot.addWidget(one)
    usual = QApplication.palette().color(ROLE).name()
    assert colours(label) == {theme.color("error").name()} and usual in colours(plain)
    assert label.textFormat() == Qt.TextFormat.PlainText and label.text() == "<b>x</b>"
    light = theme.color("error").name()
    theme.install(qapp, "dark")
    assert colours(label) == {theme.color("error").name()} != {light}
    theme.install(qapp, "light")
    label.set_role("ok")
    assert colours(label) == {theme.color("ok").name()}


def test_a_palette_that_qt_gave_back_is_coloured_again(qtbot: QtBot, qapp: QApplication) -> None:
    theme.install(qapp, "light")
    label = ColouredLabel("x", "error")
    qtbot.addWidget(label)
    for kind, comes_back in ((QEvent.Type.FontChange, False), (QEvent.Type.StyleChange, True)):
        label.setPalette(QApplication.palette())
        QApplication.sendEvent(label, QEvent(kind))
        assert (colours(label) == {theme.color("error").name()}) is comes_back


def test_colours_that_are_there_are_not_put_in_again(qtbot: QtBot) -> None:
    class Told(QWidget):
        changes = 0

        def changeEvent(self, event: QEvent) -> None:
            self.changes += event.type() == QEvent.Type.PaletteChange
            super().changeEvent(event)

    widget = Told()
    qtbot.addWidget(widget)
    for colour, changes in (("error", 1), ("error", 1), ("ok", 2)):
        put_colours(widget, {ROLE: theme.color(colour)})
        assert widget.changes == changes
