"""A set of values is a box for each: what is checked is in the list, in the order of the schema."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtWidgets import QCheckBox, QLabel, QLineEdit, QScrollArea
from pytestqt.qtbot import QtBot

from inspector.ui.forms.editors.checks import ChecksEditor
from inspector.ui.forms.form import Form
from tests.ui.form_driving import find, shown_form, tool, value


def set_of(values: list[Any], **more: Any) -> dict[str, Any]:
    return {"type": "array", "uniqueItems": True, "items": {"enum": values}, **more}


def kind(form: Form) -> str:
    row = form.row("/v")
    assert row is not None
    return row.host.editor.kind


def states(form: Form) -> list[str]:
    """What the set says of itself while nothing is checked."""
    row = form.row("/v")
    assert row is not None and isinstance(row.host.editor, ChecksEditor)
    said = [label.text() for label in row.host.editor.findChildren(QLabel) if not label.isHidden()]
    return [text for text in said if text]


def test_boxes_add_and_take_values_in_the_order_of_the_schema(form: Form) -> None:
    form.set_schema(tool({"v": set_of(["a", "b", "c", 4])}))
    boxes = [find(form, QCheckBox, f"v_{number}") for number in range(4)]
    assert [box.text() for box in boxes] == ['"a"', '"b"', '"c"', "4"]
    sent = []
    for number in (2, 0, 3, 1, 2, 0):
        boxes[number].click()
        sent.append(value(form)["v"])
    assert sent == [["c"], ["a", "c"], ["a", "c", 4], ["a", "b", "c", 4], ["a", "b", 4], ["b", 4]]
    form.set_text('{"v": [4, "a"]}')  # its own order stays
    assert [box.isChecked() for box in boxes] == [True, False, False, True]
    boxes[1].click()
    assert value(form) == {"v": ["b", 4, "a"]}


@pytest.mark.parametrize(
    ("schema", "sent", "shown"),
    [
        (set_of(["a", "b"]), ["a"], "set"),
        (set_of(["a", "b"]), ["b", "a"], "set"),
        (set_of(["a", "b"]), ["a", "a"], "list"),
        (set_of(["a", "b"]), ["x"], "list"),
        (set_of(["a", "b"], uniqueItems=False), ["a"], "list"),
        ({"type": "array", "uniqueItems": True, "items": {"type": "string"}}, ["a"], "list"),
        (set_of(list(range(300))), [1], "set"),
        (set_of(list(range(301))), [1], "list"),
    ],
)
def test_boxes_stand_only_where_they_can_show_every_item(
    form: Form, schema: dict[str, Any], sent: list[Any], shown: str
) -> None:
    form.set_schema(tool({"v": schema}))
    form.set_text(f'{{"v": {sent}}}'.replace("'", '"'))
    assert kind(form) == shown and value(form) == {"v": sent}


def test_a_set_without_a_checked_box_says_which_kind_of_empty_it_is(form: Form) -> None:
    form.set_schema(tool({"v": set_of(["a", "b"])}))
    seen = []
    for text in ("{}", '{"v": []}', '{"v": ["a"]}'):
        form.set_text(text)
        seen.append(states(form))
    assert seen == [["not set"], ["empty list"], []]
    form.set_schema(tool({"v": set_of(["a", "b"])}, ("v",)))
    form.set_text("{}")
    assert states(form) == []
    find(form, QCheckBox, "v_0").click()
    find(form, QCheckBox, "v_0").click()
    assert value(form) == {"v": []} and states(form) == ["empty list"]


@pytest.mark.parametrize("count", [24, 25])
def test_many_values_scroll_and_are_filtered_while_checked_ones_stay(qtbot: QtBot, count: int) -> None:
    names = [f"Value & {number}" for number in range(count)]
    form = shown_form(qtbot, tool({"v": set_of(names)}), '{"v": ["Value & 0"]}')
    line, area = form.findChild(QLineEdit, "field_v_filter"), form.findChild(QScrollArea, "field_v_area")
    first = find(form, QCheckBox, "v_0")
    row = form.row("/v")
    assert row is not None and first.accessibleName() == "v: Value & 0" and first.text() == "Value && 0"
    if count == 24:
        assert line is None and area is None and row.focus_widget() is first
        return
    assert line is not None and area is not None and area.maximumHeight() == 180
    assert row.focus_widget() is line
    line.setText("vALUE & 2")
    shown = [box.text() for box in form.findChildren(QCheckBox) if not box.isHidden()]
    assert shown == ["Value && 0", "Value && 2", *(f"Value && {number}" for number in range(20, 25))]
    line.clear()
    assert len([box for box in form.findChildren(QCheckBox) if not box.isHidden()]) == count
