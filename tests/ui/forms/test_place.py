"""Where somebody types in a form: found again in one that was built anew, and forgotten with its fields."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import QLineEdit, QMenu, QPlainTextEdit, QScrollArea, QWidget
from pytestqt.qtbot import QtBot

from inspector.ui.forms.form import Form
from inspector.ui.forms.place import FormPlace, UnderWay, finish_typing, go_back, place_in
from inspector.ui.widgets.controls import column
from tests.ui.form_driving import find, settle, shown_form, tool, value
from tests.ui.forms.test_composing import compose

pytestmark = pytest.mark.gui


@pytest.mark.parametrize("whole", [False, True])
def test_a_field_may_go_while_somebody_composes_in_it(qtbot: QtBot, whole: bool) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    form, field, other = QWidget(), QLineEdit(), QLineEdit()
    form.setLayout(column(field))
    window.setLayout(column(form, other))
    under_way = UnderWay(form, form.update)
    window.show()
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    field.setFocus()
    compose(field, "하")
    assert under_way.waits()

    gone: QWidget = form if whole else field
    gone.deleteLater()
    QCoreApplication.sendPostedEvents(gone, QEvent.Type.DeferredDelete)
    other.setFocus()
    assert other.hasFocus()
    if not whole:
        assert not under_way.waits()


SCHEMA = tool(
    {
        "line": {"type": "string"},
        "area": {"type": "string", "format": "textarea"},
        "part": tool({"in": {"type": "string"}}),
        **{f"field {number}": {"type": "string"} for number in range(15)},
    }
)
TEXT = '{"line": "some words", "area": "one\\ntwo", "part": {"in": "x"}}'


def bar_of(form: Form) -> int:
    area = form.findChild(QScrollArea, "form_area")
    assert area is not None
    return area.verticalScrollBar().value()


@pytest.mark.parametrize(("anchor", "cursor"), [(3, 3), (2, 6), (6, 2)])
@pytest.mark.parametrize("name", ["line", "area"])
def test_a_form_built_anew_has_the_keyboard_the_choice_and_the_place_of_before(
    qtbot: QtBot, name: str, anchor: int, cursor: int
) -> None:
    form = shown_form(qtbot, SCHEMA, TEXT)
    field = find(form, QPlainTextEdit if name == "area" else QLineEdit, name)
    field.setFocus()
    if name == "line":
        field.setSelection(anchor, cursor - anchor)
        field.setCursorPosition(cursor) if anchor == cursor else None
    else:
        chosen = field.textCursor()
        chosen.setPosition(anchor)
        chosen.setPosition(cursor, chosen.MoveMode.KeepAnchor)
        field.setTextCursor(chosen)
    row = form.row("/part")
    assert row is not None
    row.unfold(False)
    settle()
    form.findChild(QScrollArea, "form_area").verticalScrollBar().setValue(37)
    place = place_in(form)
    assert place.pointer == f"/{name}" and (place.anchor, place.cursor) == (anchor, cursor)
    assert place.scrolled == 37 and place.folded["/part"] and not place.folded["/line"]
    form.set_schema(SCHEMA)
    form.set_text(TEXT)
    go_back(form, place)
    qtbot.waitUntil(lambda: bar_of(form) == 37)
    assert place_in(form) == place and form.pointer_here() == f"/{name}"


def test_a_field_that_is_gone_is_not_looked_for(qtbot: QtBot) -> None:
    form = shown_form(qtbot, SCHEMA, TEXT)
    other = find(form, QLineEdit, "field 0")
    other.setFocus()
    go_back(form, FormPlace(0, {"/gone": True}))
    assert other.hasFocus(), "nobody typed there"
    find(form, QLineEdit, "line").setCursorPosition(1)
    go_back(form, FormPlace(0, {}, "/line/deep", 2, 4))
    line = find(form, QLineEdit, "line")
    assert line.hasFocus() and line.selectedText() == "" and line.cursorPosition() == 1


def test_a_choice_beyond_the_end_of_a_shorter_text_ends_there(qtbot: QtBot) -> None:
    form = shown_form(qtbot, SCHEMA, '{"area": "abc"}')
    go_back(form, FormPlace(0, {}, "/area", 2, 50))
    cursor = find(form, QPlainTextEdit, "area").textCursor()
    assert (cursor.anchor(), cursor.position()) == (2, 3)


def test_a_name_that_is_half_typed_is_taken_before_the_value_is_sent(qtbot: QtBot) -> None:
    form = shown_form(qtbot, tool({}), '{"old": 1}')
    key = find(form, QLineEdit, "old_key")
    outside = QLineEdit()
    qtbot.addWidget(outside)
    told: list[bool] = []
    outside.editingFinished.connect(lambda: told.append(True))
    key.setFocus()
    key.setText("new")
    assert value(form) == {"old": 1}
    finish_typing(form)
    assert value(form) == {"new": 1}
    outside.show()
    outside.activateWindow()
    outside.setFocus()
    qtbot.waitUntil(outside.hasFocus)
    finish_typing(form)
    assert told == [], "it is not of the form"


def test_an_open_menu_of_the_form_is_under_way_and_one_of_another_is_not(qtbot: QtBot) -> None:
    window, form, other = QWidget(), QWidget(), QLineEdit()
    qtbot.addWidget(window)
    field = QLineEdit()
    form.setLayout(column(field))
    window.setLayout(column(form, other))
    done: list[bool] = []
    under_way = UnderWay(form, lambda: done.append(True))
    with qtbot.waitActive(window):
        window.show()
        window.activateWindow()
    other.setFocus()
    compose(other, "하")
    assert not under_way.waits(), "it is not in the form"
    field.setFocus()
    compose(field, "하")
    assert under_way.waits()
    compose(field, "")
    qtbot.waitUntil(lambda: done == [True])
    done.clear()
    for owner, waits in ((field, True), (other, False)):
        menu = QMenu(owner)
        menu.addAction("entry")
        menu.popup(window.pos())
        assert under_way.waits() is waits
        menu.close()
    qtbot.waitUntil(lambda: done == [True])
