"""Remarks below an editor: chips in the colour of their role, links, and no more than was said."""

from __future__ import annotations

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QApplication, QLabel, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from inspector.ui.forms.notes import FieldNote, Notes
from inspector.ui.widgets import theme
from inspector.ui.widgets.controls import column
from tests.ui.form_driving import settle


def shown_notes(qtbot: QtBot) -> Notes:
    around, made = QWidget(), Notes("notes")
    made.setParent(around)
    around.setLayout(column(made))
    around.resize(300, 100)
    qtbot.addWidget(around)
    around.show()
    made.around = around  # type: ignore[attr-defined]
    return made


def chips(notes: Notes) -> list[str]:
    QApplication.processEvents()  # what was just added is shown with the next turn
    return [one.text() for one in notes.findChildren(QLabel) if not one.isHidden()]


def test_what_is_said_replaces_what_was(qtbot: QtBot) -> None:
    notes, clicked = shown_notes(qtbot), list[bool]()
    assert notes.isHidden()
    notes.say(
        (
            FieldNote("one"),
            FieldNote("<b>two</b>", "warning", "more words"),
            FieldNote("do it", click=lambda: clicked.append(True), name="act"),
        )
    )
    assert notes.isVisible() and chips(notes) == ["one", "<b>two</b>"] and notes.words() == "one. <b>two</b>"
    labels = notes.findChildren(QLabel)
    assert [one.accessibleName() for one in labels] == ["one", "<b>two</b>"]
    assert (
        "one" in labels[0].toolTip()
        and "more words" in labels[1].toolTip()
        and "&lt;b" not in labels[1].text()
    )
    link = notes.findChild(QPushButton, "act")
    assert link is not None and link.accessibleName() == "do it"
    link.click()
    assert clicked == [True]
    kept = labels[0]
    notes.say((FieldNote("three"),))
    settle()
    assert chips(notes) == ["three"] and notes.findChild(QPushButton, "act") is None
    again = notes.findChildren(QLabel)
    notes.say((FieldNote("three"),))
    assert notes.findChildren(QLabel) == again, "the same is not made anew"
    notes.say(())
    assert notes.isHidden() and notes.words() == "" and kept is not again[0]


def test_a_chip_has_the_colours_of_its_role_and_is_cut_where_there_is_no_room(
    qtbot: QtBot, qapp: QApplication
) -> None:
    theme.install(qapp, "light")
    notes = shown_notes(qtbot)
    notes.say((FieldNote("short", "error"), FieldNote("a long remark " * 20, "accent")))
    short, long = notes.findChildren(QLabel)
    qapp.processEvents()
    metrics = short.fontMetrics()
    assert short.sizeHint() == QSize(metrics.horizontalAdvance("short") + 13, metrics.height() + 2)
    assert long.minimumSizeHint().width() == 40 and long.width() <= 300
    for chip, role in ((short, "error"), (long, "accent")):
        seen = chip.grab().toImage()
        colours = {seen.pixelColor(x, y).name() for x in range(seen.width()) for y in range(seen.height())}
        assert {theme.color(role).name(), theme.tint(role).name()} <= colours
    assert short.y() <= long.y() and notes.minimumWidth() == 1
