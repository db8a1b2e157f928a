"""An item of a list: what its number says, how it is dragged, and which keys are its own."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction, QGuiApplication
from PySide6.QtWidgets import QLineEdit, QToolButton
from pytestqt.qtbot import QtBot

from inspector.ui.forms.form import Form
from inspector.ui.forms.items import Handle, ItemRow
from tests.ui.form_driving import find, settle, shown_form, tool, value

ALT, CONTROL = Qt.KeyboardModifier.AltModifier, Qt.KeyboardModifier.ControlModifier
SHIFT, NONE = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.NoModifier
LIST = tool({"l": {"type": "array", "items": {"type": "string"}}})


def handle(form: Form, number: int) -> Handle:
    found = find(form, QToolButton, f"l/{number}_handle")
    assert isinstance(found, Handle)
    return found


def test_a_number_says_its_place_and_its_list(qtbot: QtBot) -> None:
    titled = {"type": "array", "prefixItems": [{"title": "Name"}, {"type": "object", "title": "Part"}]}
    form = shown_form(qtbot, tool({"l": titled}), '{"l": ["x", {}, 3]}')
    assert [handle(form, number).text() for number in range(3)] == ["[0] Name", "[1]", "[2]"]
    assert handle(form, 1).accessibleName() == "Item 1 of l" and "Alt+Up" in handle(form, 1).toolTip()
    remove = find(form, QToolButton, "l/2_remove")
    assert remove.accessibleName() == "Remove item 2 of l"
    assert len({handle(form, number).width() for number in range(3)}) == 1, (
        "the values stand below each other"
    )
    assert handle(form, 0).width() == handle(form, 0).fontMetrics().horizontalAdvance("[0] Name") + 10


def test_of_a_tuple_only_the_end_can_be_removed(qtbot: QtBot) -> None:
    schema = tool({"l": {"type": "array", "prefixItems": [{"type": "string"}] * 3}})
    form = shown_form(qtbot, schema, '{"l": ["a", "b"]}')
    able = [find(form, QToolButton, f"l/{number}_remove").isEnabled() for number in range(3)]
    assert able == [False, True, False]
    form.set_text('{"l": ["a", "b", "c", "d", "e"]}')
    able = [find(form, QToolButton, f"l/{number}_remove").isEnabled() for number in range(5)]
    assert able == [False, False, False, True, True]
    find(form, QToolButton, "l/3_remove").click()
    assert value(form) == {"l": ["a", "b", "c", "e"]}


@pytest.mark.parametrize(
    ("key", "modifiers", "sent"),
    [
        (Qt.Key.Key_Up, ALT, ["b", "a", "c"]),
        (Qt.Key.Key_Down, ALT, ["a", "c", "b"]),
        (Qt.Key.Key_D, CONTROL, ["a", "b", "b", "c"]),
        (Qt.Key.Key_Return, CONTROL | SHIFT, ["a", "b", "", "c"]),
        (Qt.Key.Key_Delete, NONE, ["a", "c"]),
        (Qt.Key.Key_V, CONTROL, ["a", "b", "p", "q", "c"]),
        (Qt.Key.Key_Up, NONE, ["a", "b", "c"]),
        (Qt.Key.Key_Delete, CONTROL, ["a", "b", "c"]),
        (Qt.Key.Key_D, ALT, ["a", "b", "c"]),
    ],
)
def test_keys_on_the_number_are_for_the_item(
    qtbot: QtBot, key: Qt.Key, modifiers: Qt.KeyboardModifier, sent: list[str]
) -> None:
    form = shown_form(qtbot, LIST, '{"l": ["a", "b", "c"]}')
    QGuiApplication.clipboard().setText("p\nq")
    handle(form, 1).setFocus()
    qtbot.keyClick(handle(form, 1), key, modifiers)
    assert value(form) == {"l": sent}
    settle()


def test_enter_goes_into_the_value_adds_nothing_there_and_escape_leaves_it(qtbot: QtBot) -> None:
    form = shown_form(qtbot, LIST, '{"l": ["a", "b"]}')
    handle(form, 0).setFocus()
    qtbot.keyClick(handle(form, 0), Qt.Key.Key_Return)
    line = find(form, QLineEdit, "l/0")
    assert line.hasFocus() and value(form) == {"l": ["a", "b"]}
    qtbot.keyClick(line, Qt.Key.Key_Escape, SHIFT)
    assert line.hasFocus()
    qtbot.keyClick(line, Qt.Key.Key_Escape)
    assert handle(form, 0).hasFocus()
    line.setFocus()
    qtbot.keyClick(line, Qt.Key.Key_Return)
    assert value(form) == {"l": ["a", "b"]} and line.hasFocus(), "who has typed a value adds none by Enter"
    qtbot.keyClick(line, Qt.Key.Key_Return, CONTROL | SHIFT)
    assert value(form) == {"l": ["a", "", "b"]} and find(form, QLineEdit, "l/1").hasFocus()
    qtbot.keyClick(find(form, QLineEdit, "l/1"), Qt.Key.Key_Delete)
    assert value(form) == {"l": ["a", "", "b"]}, "Delete in a value deletes letters"


def test_its_keys_are_its_own_though_the_window_has_them(qtbot: QtBot) -> None:
    form = shown_form(qtbot, LIST, '{"l": ["a", "b"]}')
    told: list[bool] = []
    for keys in ("Ctrl+D", "Alt+Down", "Del", "Ctrl+E"):
        action = QAction(form)
        action.setShortcut(keys)
        action.triggered.connect(lambda: told.append(True))
        form.addAction(action)
    handle(form, 0).setFocus()
    qtbot.keyClick(handle(form, 0), Qt.Key.Key_D, CONTROL)
    assert value(form) == {"l": ["a", "a", "b"]} and told == []
    handle(form, 0).setFocus()
    qtbot.keyClick(handle(form, 0), Qt.Key.Key_E, CONTROL)
    assert told == [True], "what it does not know goes on"


def drag(qtbot: QtBot, on: Handle, far: int) -> list[Any]:
    """Press, move by so many px downwards, release; what the form showed meanwhile."""
    start = QPoint(5, 5)
    qtbot.mousePress(on, Qt.MouseButton.LeftButton, pos=start)
    qtbot.mouseMove(on, start + QPoint(0, 1))
    shapes = [on.cursor().shape()]
    qtbot.mouseMove(on, start + QPoint(0, far))
    shapes.append(on.cursor().shape())
    qtbot.mouseRelease(on, Qt.MouseButton.LeftButton, pos=start + QPoint(0, far))
    return [*shapes, on.cursor().shape()]


def test_an_item_is_dragged_by_its_number_and_a_small_move_is_a_click(qtbot: QtBot) -> None:
    form = shown_form(qtbot, LIST, '{"l": ["a", "b", "c"]}')
    first = handle(form, 0)
    around = first.parentWidget()
    assert isinstance(around, ItemRow)
    arrow, hand = Qt.CursorShape.ArrowCursor, Qt.CursorShape.ClosedHandCursor
    assert drag(qtbot, first, 3)[1] == arrow and value(form) == {"l": ["a", "b", "c"]}
    high = handle(form, 2).mapTo(form, QPoint()).y() - first.mapTo(form, QPoint()).y()
    assert drag(qtbot, first, high + 20) == [arrow, hand, arrow]
    assert value(form) == {"l": ["b", "c", "a"]}
