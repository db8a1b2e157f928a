"""A pane that is hidden at first holds nothing before it is wanted; small widgets beside it."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QApplication, QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from inspector.ui.widgets import theme
from inspector.ui.widgets.glyph import Glyph
from inspector.ui.widgets.late_pane import LatePane
from inspector.ui.widgets.quiet_table import QuietTable


def test_it_is_made_once_when_it_is_shown(qtbot: QtBot) -> None:
    made: list[QLineEdit] = []

    def make() -> QLineEdit:
        made.append(QLineEdit())
        return made[-1]

    pane = LatePane(make)
    qtbot.addWidget(pane)
    pane.resize(200, 100)
    assert pane.made is None and made == []
    pane.show()
    pane.hide()
    pane.show()
    assert len(made) == 1 and pane.made is made[0] is pane.pane()
    assert made[0].isVisible() and pane.focusProxy() is made[0]
    assert made[0].width() == 200 and pane.layout().contentsMargins().top() == 0


def test_it_is_made_when_it_is_asked_for(qtbot: QtBot) -> None:
    pane = LatePane(QLineEdit)
    qtbot.addWidget(pane)
    line = pane.pane()
    assert not line.isHidden() and line.parentWidget() is pane


def test_the_keyboard_alone_chooses_no_row(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    table, line = QuietTable(window), QLineEdit(window)
    model = QStandardItemModel(table)
    for text in ("a", "b"):
        model.appendRow(QStandardItem(text))
    table.setModel(model)
    window.show()
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    table.setFocus()
    assert table.hasFocus() and not table.currentIndex().isValid()
    qtbot.keyClick(table, Qt.Key.Key_Down)
    assert table.currentIndex().row() == 0
    line.setFocus()
    table.setFocus()
    assert table.currentIndex().row() == 0


def test_a_glyph_follows_the_zoom(qtbot: QtBot, qapp: QApplication) -> None:
    theme.install(qapp, "light")
    glyph, large = Glyph("play", "ok"), Glyph("play", "error", 24)
    for one in (glyph, large):
        qtbot.addWidget(one)
    assert (glyph.pixmap().width(), large.pixmap().width()) == (16, 24)
    image = large.pixmap().toImage()
    inks = {image.pixelColor(x, y).name() for x in range(24) for y in range(24)}
    assert theme.color("error").name() in inks
    theme.set_zoom(200)
    sizes = glyph.pixmap().width(), large.pixmap().width()
    theme.set_zoom(100)
    assert sizes == (32, 48)
