"""Lists in a form, by keys and the mouse: add, move, duplicate, remove, paste, pages."""

from __future__ import annotations

import json
from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction, QGuiApplication
from PySide6.QtWidgets import (
    QApplication,
    QCheckBox,
    QComboBox,
    QLabel,
    QLineEdit,
    QScrollArea,
    QToolButton,
)
from pytestqt.qtbot import QtBot

from inspector.ui.forms.editors.lists import ListEditor
from inspector.ui.forms.form import Form
from inspector.ui.widgets import theme
from tests.ui import form_driving
from tests.ui.form_driving import find, settle, shown_form, tool
from tests.ui.strokes import strokes

ALT = Qt.KeyboardModifier.AltModifier
CONTROL = Qt.KeyboardModifier.ControlModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier


def value(form: Form) -> Any:
    return form_driving.value(form)["l"]


def texts(form: Form, text: str, **more: Any) -> None:
    """A form with a list of strings."""
    form.set_schema(tool({"l": {"type": "array", "items": {"type": "string"}, **more}}))
    form.set_text(text)


def test_keys_add_move_and_duplicate_where_the_keyboard_is(form: Form, qtbot: QtBot) -> None:
    texts(form, '{"l": ["a", "b"]}')
    first = find(form, QLineEdit, "l/0")
    first.setFocus()
    qtbot.keyClick(first, Qt.Key.Key_Return, CONTROL | SHIFT)
    assert value(form) == ["a", "", "b"] and find(form, QLineEdit, "l/1").hasFocus()
    qtbot.keyClicks(find(form, QLineEdit, "l/1"), "x")
    qtbot.keyClick(find(form, QLineEdit, "l/1"), Qt.Key.Key_Down, ALT)
    assert value(form) == ["a", "b", "x"] and find(form, QLineEdit, "l/2").hasFocus()
    qtbot.keyClick(find(form, QLineEdit, "l/2"), Qt.Key.Key_Down, ALT)  # it is the last already
    qtbot.keyClick(find(form, QLineEdit, "l/2"), Qt.Key.Key_D, CONTROL)
    assert value(form) == ["a", "b", "x", "x"]
    qtbot.keyClick(find(form, QLineEdit, "l/0"), Qt.Key.Key_Return, CONTROL | SHIFT)
    assert value(form) == ["a", "", "b", "x", "x"]


def test_enter_on_add_adds_an_item_to_the_list_that_it_belongs_to(form: Form, qtbot: QtBot) -> None:
    inner = {"type": "array", "items": {"type": "string"}}
    form.set_schema(tool({"l": {"type": "array", "items": inner}}))
    qtbot.keyClick(find(form, QToolButton, "l_add"), Qt.Key.Key_Return)
    qtbot.keyClick(find(form, QToolButton, "l/0_add"), Qt.Key.Key_Return)
    assert value(form) == [[""]] and find(form, QLineEdit, "l/0/0").hasFocus()


@pytest.mark.parametrize(
    ("items", "begins"),
    [
        ({"type": "integer"}, ""),
        ({"type": "number", "minimum": 1}, ""),
        ({"type": "integer", "default": 30}, "30"),
        ({"type": "number", "examples": [5]}, "5"),
        ({"type": ["integer", "object"]}, "0"),
        ({"type": "string", "default": "abc"}, "abc"),
    ],
)
def test_what_is_typed_into_a_new_item_is_all_that_it_holds(
    form: Form, qtbot: QtBot, items: dict[str, Any], begins: str
) -> None:
    form.set_schema(tool({"l": {"type": "array", "items": items}}))
    for number in range(2):
        qtbot.mouseClick(find(form, QToolButton, "l_add"), Qt.MouseButton.LeftButton)
        line = find(form, QLineEdit, f"l/{number}")
        assert (line.hasFocus(), line.text()) == (True, begins)
        qtbot.keyClicks(line, "99")
    assert value(form) == (["99", "99"] if items["type"] == "string" else [99, 99])


def test_a_number_that_is_not_typed_yet_is_no_zero(form: Form, qtbot: QtBot) -> None:
    form.set_schema(tool({"l": {"type": "array", "items": {"type": "integer"}}}))
    add = find(form, QToolButton, "l_add")
    for _ in range(3):
        qtbot.mouseClick(add, Qt.MouseButton.LeftButton)
    assert form.errors() == {f"/l/{number}": ["a number is missing"] for number in range(3)}
    qtbot.keyClicks(find(form, QLineEdit, "l/1"), "5")
    assert list(form.errors()) == ["/l/0", "/l/2"]


def test_what_is_half_typed_goes_along_when_its_item_gets_another_number(form: Form, qtbot: QtBot) -> None:
    form.set_schema(tool({"l": {"type": "array", "items": {"type": "integer"}}}))
    form.set_text('{"l": [1, 2, 3]}')
    line = find(form, QLineEdit, "l/1")
    line.setFocus()
    line.selectAll()
    qtbot.keyClicks(line, "2-")
    qtbot.keyClick(line, Qt.Key.Key_Down, ALT)
    assert find(form, QLineEdit, "l/2").text() == "2-" and list(form.errors()) == ["/l/2"]
    qtbot.mouseClick(find(form, QToolButton, "l/0_remove"), Qt.MouseButton.LeftButton)
    assert find(form, QLineEdit, "l/1").text() == "2-" and list(form.errors()) == ["/l/1"]
    find(form, QLineEdit, "l/0").setFocus()
    qtbot.keyClick(find(form, QLineEdit, "l/0"), Qt.Key.Key_Return, CONTROL | SHIFT)
    assert find(form, QLineEdit, "l/2").text() == "2-" and set(form.errors()) == {"/l/1", "/l/2"}


def test_an_item_that_is_added_is_seen(form: Form, qtbot: QtBot) -> None:
    texts(form, json.dumps({"l": ["x"] * 40}))
    form.resize(400, 300)
    with qtbot.waitActive(form):
        form.activateWindow()
    find(form, QToolButton, "l_add").click()
    line, area = find(form, QLineEdit, "l/40"), form.findChild(QScrollArea, "form_area")
    assert line.hasFocus() and area is not None
    qtbot.waitUntil(lambda: area.verticalScrollBar().value() > 500)
    qtbot.waitUntil(lambda: line.mapTo(form, line.rect().bottomLeft()).y() < form.height())


def test_the_number_is_the_item_for_the_keyboard(form: Form, qtbot: QtBot) -> None:
    texts(form, '{"l": ["a", "b", "c"]}')
    line = find(form, QLineEdit, "l/1")
    line.setFocus()
    qtbot.keyClick(line, Qt.Key.Key_Escape)
    handle = find(form, QToolButton, "l/1_handle")
    assert handle.hasFocus()
    qtbot.keyClick(handle, Qt.Key.Key_Delete)
    assert value(form) == ["a", "c"] and handle.hasFocus()
    qtbot.keyClick(handle, Qt.Key.Key_Up, ALT)
    assert value(form) == ["c", "a"] and find(form, QToolButton, "l/0_handle").hasFocus()
    qtbot.keyClick(find(form, QToolButton, "l/0_handle"), Qt.Key.Key_Return)
    assert find(form, QLineEdit, "l/0").hasFocus()


def test_an_item_is_dragged_to_another_place(form: Form, qtbot: QtBot) -> None:
    texts(form, '{"l": ["a", "b", "c"]}')
    first, last = find(form, QToolButton, "l/0_handle"), find(form, QToolButton, "l/2_handle")
    qtbot.waitUntil(lambda: last.mapTo(form, QPoint()).y() > first.mapTo(form, QPoint()).y() + 20)
    below = first.mapFromGlobal(last.mapToGlobal(last.rect().bottomLeft())) + QPoint(0, 4)
    qtbot.mousePress(first, Qt.MouseButton.LeftButton)
    qtbot.mouseMove(first, QPoint(2, 30))
    qtbot.mouseMove(first, below)
    qtbot.mouseRelease(first, Qt.MouseButton.LeftButton, pos=below)
    assert value(form) == ["b", "c", "a"]


@pytest.mark.parametrize(
    ("item", "pasted", "items"),
    [
        ({"type": "string"}, "one\ntwo, three\n", '["one", "two, three"]'),
        ({"type": "number"}, "1\n2.50\r\nx\n", '[1, 2.50, "x"]'),
        ({"type": "integer"}, "1,2,3", "[1, 2, 3]"),
        ({}, '[1, {"a": 1.0}]', '[1, {"a": 1.0}]'),
        ({"type": "boolean"}, "TRUE\nfalse", "[true, false]"),
        ({"enum": ["a", 1]}, "a\n1\nb", '["a", 1, "b"]'),
        (
            tool({"name": {"type": "string"}, "age": {"type": "integer"}}),
            "name\tage\nKim\t3\n이영희\t\n",
            '[{"name": "Kim", "age": 3}, {"name": "이영희"}]',
        ),
        (tool({"n": {"type": "string"}, "b": {}}), '"x, y",2', '[{"n": "x, y", "b": 2}]'),
    ],
)
def test_what_is_pasted_becomes_items_of_their_type(
    form: Form, qtbot: QtBot, qapp: Any, item: Any, pasted: str, items: str
) -> None:
    form.set_schema(tool({"l": {"type": "array", "items": item}}))
    qapp.clipboard().setText(pasted)
    qtbot.mouseClick(find(form, QToolButton, "l_paste"), Qt.MouseButton.LeftButton)
    assert json.dumps(value(form)) == json.dumps(json.loads(items))
    assert ("2.50" in form.text()) == ("2.50" in items)


def test_every_item_of_a_long_list_can_be_reached_and_edited(form: Form, qtbot: QtBot) -> None:
    form.set_schema(tool({"l": {"type": "array", "items": {"type": "integer"}}}))
    form.set_text('{"l": ' + json.dumps(list(range(1000))) + "}")
    assert len(form.rows()) < 100 and form.findChild(QLineEdit, "field_l/50") is None
    find(form, QToolButton, "l_next").click()
    assert find(form, QLineEdit, "l/50").text() == "50" and form.findChild(QLineEdit, "field_l/0") is None
    go = find(form, QLineEdit, "l_item")
    qtbot.keyClicks(go, "777")
    qtbot.keyClick(go, Qt.Key.Key_Return)
    line = find(form, QLineEdit, "l/777")
    line.selectAll()
    qtbot.keyClicks(line, "-1")
    assert value(form)[776:779] == [776, -1, 778]
    form.go_to("/l/3")
    assert find(form, QLineEdit, "l/3").hasFocus()
    find(form, QToolButton, "l_add").click()
    assert find(form, QLineEdit, "l/1000").hasFocus()


def test_how_many_may_be_there_is_said_and_one_more_can_be_made_on_purpose(form: Form, qtbot: QtBot) -> None:
    texts(form, '{"l": ["a"]}', minItems=1, maxItems=2)
    count, add = find(form, QLabel, "l_count"), find(form, QToolButton, "l_add")
    assert count.text() == "1 / 1…2" and add.isEnabled()
    qtbot.mouseClick(add, Qt.MouseButton.LeftButton)
    assert count.text() == "2 / 1…2" and not add.isEnabled() and "2" in add.toolTip()
    qtbot.keyClick(find(form, QLineEdit, "l/1"), Qt.Key.Key_D, CONTROL)
    assert value(form) == ["a", "", ""]


def test_items_that_are_asked_for_are_ticked(form: Form) -> None:
    form.set_schema(tool({"l": {"type": "array", "contains": {"const": 7}, "maxContains": 2}}))
    form.set_text('{"l": [1, 7]}')
    assert find(form, QLabel, "l_count").text() == "2 · 1 of 1…2 like 7"
    assert find(form, QToolButton, "l/1_handle").text() == "✓ [1]"
    assert find(form, QToolButton, "l/0_handle").text() == "[0]"


def test_places_of_a_tuple_have_their_titles_and_stay(form: Form, qtbot: QtBot) -> None:
    places = [{"type": "string", "title": "Name"}, {"type": "number"}]
    form.set_schema(tool({"l": {"type": "array", "prefixItems": places, "items": False}}))
    form.set_text('{"l": ["x", 1]}')
    assert find(form, QToolButton, "l/0_handle").text() == "[0] Name"
    qtbot.keyClick(find(form, QLineEdit, "l/0"), Qt.Key.Key_Down, ALT)
    assert value(form) == ["x", 1] and not find(form, QToolButton, "l_add").isEnabled()


def test_many_values_are_filtered_and_can_be_rows(form: Form, qtbot: QtBot) -> None:
    values = [f"scope:{n}" for n in range(60)]
    form.set_schema(tool({"l": {"type": "array", "uniqueItems": True, "items": {"enum": values}}}))
    line = find(form, QLineEdit, "l_filter")
    line.setFocus()
    qtbot.keyClicks(line, ":42")
    shown = [box for box in form.findChildren(QCheckBox) if box.isVisible()]
    assert [box.text() for box in shown] == ["scope:42"]
    shown[0].setFocus()
    qtbot.keyClick(shown[0], Qt.Key.Key_Space)
    assert value(form) == ["scope:42"]
    row = form.row("/l")
    assert row is not None
    menu = row.menu()
    menu.findChild(QAction, "field_l_as_list").trigger()
    assert find(form, QComboBox, "l/0").currentText() == "scope:42"
    qtbot.keyClick(find(form, QComboBox, "l/0"), Qt.Key.Key_D, CONTROL)
    assert value(form) == ["scope:42"] * 2  # sent on purpose
    menu.deleteLater()


def test_what_the_items_are_follows_the_value(form: Form, qtbot: QtBot) -> None:
    schema = {
        "type": "array",
        "prefixItems": [{"enum": ["names", "sizes"]}],
        "if": {"prefixItems": [{"const": "sizes"}]},
        "then": {"items": {"type": "integer"}},
        "else": {"items": {"type": "string"}},
    }
    form.set_schema(tool({"l": schema}))
    form.set_text('{"l": ["names", "x"]}')
    assert dict(form.rows())["/l/1"] == "text"
    form.set_text('{"l": ["sizes", 5]}')
    assert dict(form.rows())["/l/1"] == "number"
    assert find(form, QLineEdit, "l/1").text() == "5"


def test_a_tuple_that_holds_itself_waits_to_be_opened(form: Form) -> None:
    """Rows for all its places, and for all of theirs, would have no end."""
    places = [{"type": "integer"}, {"$ref": "#/$defs/sum"}]
    named = {"sum": {"type": "array", "prefixItems": places}}
    form.set_schema({**tool({"l": {"$ref": "#/$defs/sum"}}), "$defs": named})
    form.set_text('{"l": [1, [2, [3, [4, [5, [6]]]]]]}')
    deepest = form.row("/l/1/1/1/1/1/0")
    assert deepest is not None and deepest.host.editor.shown() == "6"
    place = form.row("/l/1/1/1/1/1/1")
    assert place is not None and place.is_folded and place.host.editor.shown() is None
    place.unfold()
    assert find(form, QLineEdit, "l/1/1/1/1/1/1/0") is not None


def test_a_value_with_an_ampersand_is_shown_whole_and_found(qtbot: QtBot) -> None:
    values = ["a&b", *(f"v{number}" for number in range(30))]
    form = shown_form(qtbot, tool({"s": {"type": "array", "uniqueItems": True, "items": {"enum": values}}}))
    box = find(form, QCheckBox, "s_0")
    assert box.text() == "a&&b"  # one would be a line under the b
    qtbot.keyClicks(find(form, QLineEdit, "s_filter"), "a&b")
    assert box.isVisible() and not find(form, QCheckBox, "s_1").isVisible()


def test_buttons_of_lists_are_told_apart_by_ear(qtbot: QtBot) -> None:
    texts = {"type": "array", "items": {"type": "string"}}
    form = shown_form(qtbot, tool({"a": texts, "b": texts}), '{"a": ["x"], "b": ["y", "z"], "more": "z"}')
    names = [button.accessibleName() for button in form.findChildren(QToolButton) if button.isVisible()]
    assert len(names) == len(set(names)) and all(names)


def test_lists_in_items_of_lists_fit_into_a_narrow_column(form: Form) -> None:
    """The form column of a window of 1024 px."""
    place = {"type": "array", "items": {"type": "number"}}
    node = tool({"id": {"type": "string"}, "position": place}, ("id", "position"))
    form.resize(340, 600)
    form.set_schema(tool({"nodes": {"type": "array", "items": node}}))
    form.set_text('{"nodes": [{"id": "x", "position": [1, 2]}]}')
    area = form.findChild(QScrollArea, "form_area")
    assert area is not None and area.widget() is not None
    assert area.widget().minimumSizeHint().width() <= 340 - 14


# -- what is said and done, one by one ---------------------------------------------------------------------

WORDS = {"type": "array", "items": {"type": "string"}}


def the_list(form: Form, pointer: str = "/l") -> ListEditor:
    row = form.row(pointer)
    assert row is not None and isinstance(row.host.editor, ListEditor)
    return row.host.editor


@pytest.mark.parametrize(
    ("more", "items", "said", "free"),
    [
        ({}, [], "", True),
        ({}, ["a", "b"], "2", True),
        ({"minItems": 1}, [], "0 / 1…", True),
        ({"maxItems": 2}, ["a"], "1 / 0…2", True),
        ({"maxItems": 2}, ["a", "b"], "2 / 0…2", False),
        ({"minItems": 1, "maxItems": 5}, ["a"], "1 / 1…5", True),
        ({"contains": {"const": "a"}}, [], "0 of 1 like a", True),
        ({"contains": {"const": "a"}, "maxContains": 3}, ["a", "b", "a"], "3 · 2 of 1…3 like a", True),
        ({"prefixItems": [{"type": "string"}], "items": False}, [], "", True),
        ({"prefixItems": [{"type": "string"}], "items": False}, ["a"], "1", False),
    ],
)
def test_how_many_there_are_and_may_be_is_said_at_the_heading(
    form: Form, more: dict[str, Any], items: list[str], said: str, free: bool
) -> None:
    form.set_schema(tool({"l": {**WORDS, **more}}))
    form.set_text(json.dumps({"l": items}))
    count, add = find(form, QLabel, "l_count"), find(form, QToolButton, "l_add")
    assert count.text() == said and add.isEnabled() is free
    most = more.get("maxItems", 1)
    full = f"At most {most} items. Ctrl+D on an item adds one anyway."
    assert add.toolTip() == ("Add an item" if free else full)


@pytest.mark.parametrize(
    ("number", "on_handle", "left", "at"),
    [
        (0, False, ["b", "c"], 0),
        (1, True, ["a", "c"], 1),
        (2, False, ["a", "b"], 1),
        (2, True, ["a", "b"], 1),
    ],
)
def test_after_an_item_goes_the_keyboard_is_at_the_next_or_the_last(
    qtbot: QtBot, number: int, on_handle: bool, left: list[str], at: int
) -> None:
    form = shown_form(qtbot, tool({"l": WORDS}), '{"l": ["a", "b", "c"]}')
    kind, end = (QToolButton, "_handle") if on_handle else (QLineEdit, "")
    find(form, kind, f"l/{number}{end}").setFocus()
    the_list(form).remove_item(number)
    assert value(form) == left and find(form, kind, f"l/{at}{end}").hasFocus()
    settle()


def test_after_the_last_item_goes_the_keyboard_is_at_add_and_it_is_not_taken_from_elsewhere(
    qtbot: QtBot,
) -> None:
    form = shown_form(qtbot, tool({"l": WORDS, "s": {"type": "string"}}), '{"l": ["a", "b"]}')
    other = find(form, QLineEdit, "s")
    other.setFocus()
    the_list(form).remove_item(0)
    assert other.hasFocus()
    find(form, QLineEdit, "l/0").setFocus()
    the_list(form).remove_item(0)
    assert value(form) == [] and find(form, QToolButton, "l_add").hasFocus()
    settle()


@pytest.mark.parametrize(
    ("number", "to", "sent"),
    [
        (2, 1, ["p", "b", "a"]), (1, 2, ["p", "b", "a"]), (1, 1, ["p", "a", "b"]), (1, 0, ["p", "a", "b"]),
        (0, 1, ["p", "a", "b"]), (1, 3, ["p", "a", "b"]),
    ],
)  # fmt: skip
def test_items_move_among_each_other_and_places_of_a_tuple_stay(
    qtbot: QtBot, number: int, to: int, sent: list[str]
) -> None:
    schema = {"type": "array", "prefixItems": [{"type": "string"}], "items": {"type": "string"}}
    form = shown_form(qtbot, tool({"l": schema}), '{"l": ["p", "a", "b"]}')
    find(form, QToolButton, f"l/{number}_handle").setFocus()
    the_list(form).move_item(number, to)
    assert value(form) == sent
    moved = to if sent != ["p", "a", "b"] else number
    assert find(form, QToolButton, f"l/{moved}_handle").hasFocus(), "the keyboard goes along"
    settle()


def test_the_line_shows_where_a_dragged_item_would_go(qtbot: QtBot, qapp: QApplication) -> None:
    theme.install(qapp, "light")
    form = shown_form(qtbot, tool({"l": WORDS}), '{"l": ["a", "b", "c"]}')
    editor = the_list(form)
    rows = [find(form, QToolButton, f"l/{number}_handle").parentWidget() for number in range(3)]
    qtbot.waitUntil(lambda: rows[2].y() > rows[1].y() > 0)

    def lines() -> list[tuple[int, int, int, str]]:
        return [
            (round(one.rect.top()), round(one.rect.width()), round(one.rect.height()), one.colour)
            for one in strokes(editor)
            if one.how == "fill"
        ]

    ink = theme.color("accent").name()
    assert lines() == []
    for height, top in (
        (0, rows[0].y() - 2),
        (rows[1].geometry().center().y(), rows[1].y() - 2),
        (rows[1].geometry().center().y() + 1, rows[2].y() - 2),
        (9_999, rows[2].geometry().bottom() + 1),
    ):
        editor.show_drop(height)
        assert lines() == [(top, editor.width(), 2, ink)]
    editor.drop(0)
    assert value(form) == ["b", "c", "a"] and lines() == []
    editor.drop(0)
    assert value(form) == ["b", "c", "a"], "nothing was dragged"
    editor.show_drop(0)
    editor.drop(1)
    assert value(form) == ["c", "b", "a"]
    settle()


def test_new_copied_and_pasted_items_come_where_they_are_asked_for(qtbot: QtBot) -> None:
    form = shown_form(qtbot, tool({"l": WORDS}), '{"l": ["a", "b"]}')
    editor = the_list(form)
    editor.duplicate_item(0)
    assert value(form) == ["a", "a", "b"] and find(form, QLineEdit, "l/1").selectedText() == "a"
    editor.duplicate_item(9)
    QGuiApplication.clipboard().setText("  \n ")
    find(form, QToolButton, "l_paste").click()
    assert value(form) == ["a", "a", "b"], "there is nothing to paste"
    QGuiApplication.clipboard().setText("x\ny")
    find(form, QToolButton, "l_paste").click()
    assert value(form) == ["a", "a", "b", "x", "y"] and find(form, QLineEdit, "l/3").hasFocus()
    find(form, QToolButton, "l_add").click()
    assert value(form)[-1] == "" and find(form, QLineEdit, "l/5").hasFocus()
    settle()


def test_numbers_are_of_one_width_that_follows_the_zoom(qtbot: QtBot, qapp: QApplication) -> None:
    theme.install(qapp, "light")
    form = shown_form(
        qtbot, tool({"l": {**WORDS, "contains": {"const": "a"}}}), json.dumps({"l": ["a"] * 11})
    )
    handles = [find(form, QToolButton, f"l/{number}_handle") for number in (0, 10)]
    [width] = {one.width() for one in handles}
    assert width == handles[1].fontMetrics().horizontalAdvance("✓ [10]") + 10
    try:
        theme.set_zoom(200)
        assert {one.width() for one in handles} != {width} and handles[0].height() == theme.row_height()
    finally:
        theme.set_zoom(100)
