"""Small parts of a row: the arrow that folds, what is wrong in words, the name that gives way last."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QCheckBox, QLabel, QWidget
from pytestqt.qtbot import QtBot

from inspector.ui.forms.parts import ErrorText, FoldButton, WarnText, indented, name_label, speak
from inspector.ui.widgets import theme
from inspector.ui.widgets.controls import row

RIGHT, LEFT, CONTROL = Qt.Key.Key_Right, Qt.Key.Key_Left, Qt.KeyboardModifier.ControlModifier


def test_arrow_keys_open_and_close_as_in_a_tree(qtbot: QtBot) -> None:
    button = FoldButton("fold", "part", False)
    qtbot.addWidget(button)
    told: list[bool] = []
    button.toggled_by_user.connect(told.append)
    for key, opened in ((LEFT, False), (RIGHT, True), (RIGHT, True), (LEFT, False)):
        qtbot.keyClick(button, key)
        assert button.opened is opened
    assert told == [True, False]
    qtbot.keyClick(button, RIGHT, CONTROL)
    assert not button.opened
    qtbot.keyClick(button, RIGHT, Qt.KeyboardModifier.KeypadModifier)
    qtbot.keyClick(button, Qt.Key.Key_Return)
    assert told == [True, False, True, False]


def test_the_arrow_points_where_it_is_and_says_what_it_does(qtbot: QtBot) -> None:
    button = FoldButton("fold", "part", False)
    qtbot.addWidget(button)
    pictures, said = [], []
    for change in (lambda: None, lambda: button.set_opened(True), lambda: button.set_hollow(True)):
        change()
        pictures.append(button.icon().pixmap(14, 14).toImage())
        said.append((button.accessibleName(), button.isEnabled()))
    assert said == [("Show part", True), ("Hide part", True), ("Hide part", False)]
    assert pictures[0] != pictures[1] != pictures[2] != pictures[0]
    button.set_hollow(False)
    assert button.isEnabled() and button.icon().pixmap(14, 14).toImage() == pictures[1]
    assert (button.width(), button.height()) == (16, 20)


@pytest.mark.parametrize(("kind", "sign", "role"), [(ErrorText, "✗", "error"), (WarnText, "⚠", "warning")])
def test_what_is_wrong_is_said_in_one_line_with_a_sign_and_in_its_colour(
    qtbot: QtBot, qapp: QApplication, kind: type[ErrorText], sign: str, role: str
) -> None:
    theme.install(qapp, "light")
    label = kind("<b>first</b>")
    qtbot.addWidget(label)
    assert label.textFormat() == Qt.TextFormat.PlainText and label.wordWrap()
    label.tell(["is short", "is no date"])
    assert label.text() == f"{sign} is short; is no date" and not label.isHidden()
    assert label.palette().color(label.foregroundRole()) == theme.color(role)
    label.tell([])
    assert label.isHidden()
    assert not kind("*", wrap=False).wordWrap()


def test_one_of_several_values_says_which_of_them_it_is(qtbot: QtBot) -> None:
    label, box = QLabel("text"), QCheckBox("a && b")
    for widget, name in ((label, "Name"), (box, "Name: a & b")):
        qtbot.addWidget(widget)
        speak(widget, "Name", "about it")
        assert (widget.accessibleName(), widget.accessibleDescription()) == (name, "about it")


@pytest.mark.parametrize(("deep", "left"), [(False, 16), (True, 12)])
def test_what_is_inside_stands_in_a_little_beside_a_line(
    qtbot: QtBot, qapp: QApplication, deep: bool, left: int
) -> None:
    theme.install(qapp, "light")
    around, inner = QWidget(), QLabel("inside")
    qtbot.addWidget(around)
    guide = indented(inner, around, deep=deep)
    guide.resize(200, 60)
    around.show()
    assert guide.parentWidget() is around and inner.x() == left
    picture = guide.grab().toImage()
    coloured = {x for x in range(left) if picture.pixelColor(x, 30) == theme.color("border")}
    assert coloured == {8 + guide.contentsMargins().left()}


def test_a_name_keeps_its_room_and_what_is_beside_it_is_cut(qtbot: QtBot) -> None:
    around = QWidget()
    name, long, beside = (
        name_label("name", True),
        name_label("a very long name " * 3, False),
        QLabel("x" * 30),
    )
    around.setLayout(row(name, long, beside))
    qtbot.addWidget(around)
    wide = name.fontMetrics().horizontalAdvance("name")
    assert wide <= name.minimumSizeHint().width() == name.sizeHint().width()
    assert (
        long.minimumSizeHint().width() == 110 and long.minimumSizeHint().height() == long.sizeHint().height()
    )


def test_a_title_is_words_a_key_is_code_and_what_is_deprecated_is_struck(
    qtbot: QtBot, qapp: QApplication
) -> None:
    theme.install(qapp, "light")
    title, key, old = name_label("T", True), name_label("k", False), name_label("k", False, True)
    for label in (title, key, old):
        qtbot.addWidget(label)
    assert title.font().family() == qapp.font().family() and key.font().family() == theme.mono_font().family()
    assert [label.font().strikeOut() for label in (title, key, old)] == [False, False, True]
    before = key.font().pointSizeF()
    theme.set_zoom(200)
    assert key.font().pointSizeF() == 2 * before and old.font().strikeOut()
    theme.set_zoom(100)
