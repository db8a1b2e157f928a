"""What every editor owes the form: it shows the value that is there, gives its place up, and has a name."""

from __future__ import annotations

import json
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLineEdit
from pytestqt.qtbot import QtBot

from inspector.schema.fields import build_fields
from inspector.ui.forms.editors.areas import JsonFieldEditor
from inspector.ui.forms.editors.blob import BlobEditor
from inspector.ui.forms.editors.checks import ChecksEditor
from inspector.ui.forms.editors.choices import BooleanEditor, ConstEditor
from inspector.ui.forms.editors.dates import DateEditor
from inspector.ui.forms.editors.editor import Editor, is_roomy, widget_name
from inspector.ui.forms.editors.enums import EnumEditor
from inspector.ui.forms.editors.formats import ColourEditor, UuidEditor
from inspector.ui.forms.editors.lists import ListEditor
from inspector.ui.forms.editors.numbers import NumberEditor
from inspector.ui.forms.editors.objects import ObjectEditor
from inspector.ui.forms.editors.strings import TextEditor
from inspector.ui.forms.editors.union import UnionEditor
from inspector.ui.forms.form import Form
from tests.ui.form_driving import find, settle, shown_form, tool, value

LETTERS = list("abcdefgh")
SET = {"type": "array", "uniqueItems": True, "items": {"enum": ["a", "b", 3]}}
PAIR = {"type": "array", "prefixItems": [{"type": "string"}, {"type": "integer"}]}
EITHER = {"oneOf": [{"type": "integer"}, tool({"in": {"type": "string"}}, title="Part")]}


def editor(form: Form, pointer: str = "/v") -> Editor:
    row = form.row(pointer)
    assert row is not None
    return row.host.editor


@pytest.mark.parametrize(
    ("schema", "kind", "values"),
    [
        ({"type": "string"}, TextEditor, ["", "word", "two\nlines", None]),
        ({"type": "string", "format": "textarea"}, TextEditor, ["", "two\nlines"]),
        ({"type": ["number", "null"]}, NumberEditor, [0, -1.5, None]),
        ({"type": ["boolean", "null"]}, BooleanEditor, [True, False, None]),
        ({"const": "only"}, ConstEditor, ["only"]),
        ({"enum": ["a", 2, True, {"k": [1]}]}, EnumEditor, ["a", 2, True, {"k": [1]}]),
        ({"enum": LETTERS}, EnumEditor, ["a", "h"]),
        ({"enum": [f"value {number}" for number in range(40)]}, EnumEditor, ["value 0", "value 39"]),
        (SET, ChecksEditor, [[], ["b"], ["a", 3], ["a", "b", 3]]),
        ({"type": "array", "items": {"type": "string"}}, ListEditor, [[], ["x"], ["x", "", "y"]]),
        (PAIR, ListEditor, [["x"], ["x", 2], []]),
        (tool({"in": {"type": "string"}}), ObjectEditor, [{}, {"in": "x"}, {"in": "x", "more": 1}]),
        ({"type": "object", "additionalProperties": {"type": "integer"}}, ObjectEditor, [{}, {"k": 1}]),
        (EITHER, UnionEditor, [5, {"in": "x"}, {}]),
        ({}, UnionEditor, ["x", 1, [1], {"a": 1}, True, None]),
        ({"type": "string", "format": "date-time"}, DateEditor, ["2024-05-01T10:00:00Z", "never"]),
        ({"type": "string", "contentEncoding": "base64"}, BlobEditor, ["QUJD", "no bytes"]),
        ({"type": "string", "format": "uuid"}, UuidEditor, ["7"]),
        ({"type": "string", "format": "color"}, ColourEditor, ["#fff", "none"]),
    ],
)
def test_an_editor_shows_the_value_that_is_there_and_none_where_there_is_none(
    form: Form, schema: dict[str, Any], kind: type[Editor], values: list[Any]
) -> None:
    form.set_schema(tool({"v": schema}))
    assert isinstance(editor(form), kind) and editor(form).shown() is None
    for wanted in values:
        form.set_text(json.dumps({"v": wanted}))
        row = form.row("/v")
        assert row is not None
        row.unfold()
        read = row.host.editor.shown()
        assert isinstance(row.host.editor, kind) and read is not None and json.loads(read) == wanted
    form.set_text("{}")
    if kind is not ObjectEditor:
        assert editor(form).shown() is None


def test_a_search_in_many_values_is_no_value(form: Form) -> None:
    form.set_schema(tool({"v": {"enum": [f"value {number}" for number in range(40)]}}))
    form.set_text('{"v": "value 3"}')
    line = find(form, QLineEdit, "v_search")
    assert line.text() == "value 3"
    line.setText("value")
    assert editor(form).shown() is None
    line.setText("value 3")
    assert editor(form).shown() == '"value 3"'


def test_a_half_typed_number_is_shown_as_it_stands(qtbot: QtBot) -> None:
    form = shown_form(qtbot, tool({"v": {"type": "number"}}))
    qtbot.keyClicks(find(form, QLineEdit, "v"), "-")
    assert editor(form).shown() == "-" and editor(form).error() == "the number is incomplete"
    assert editor(form).keeps("-") is False, "a draft is nothing that was written"


def test_what_is_typed_keeps_its_editor_until_another_value_comes(qtbot: QtBot) -> None:
    form = shown_form(qtbot, tool({"v": {"type": "string"}}))
    first = editor(form)
    qtbot.keyClicks(find(form, QLineEdit, "v"), "x")
    assert first.keeps('"x"') and not first.keeps('"y"') and not first.keeps(None)
    form.set_text('{"v": 5}')
    assert editor(form) is not first and first.gone and not first.keeps('"x"')
    form.set_text('{"v": "z"}')
    first.refresh()  # it has gone, and stays as it is
    assert first.shown() == '"x"' and editor(form).shown() == '"z"'
    settle()


def test_the_keyboard_goes_along_to_the_editor_that_comes(qtbot: QtBot) -> None:
    form = shown_form(qtbot, tool({"v": {"type": "string"}, "w": {"type": "string"}}))
    row = form.row("/v")
    assert row is not None
    row.focus_widget().setFocus()
    row.host.force(JsonFieldEditor)
    area = row.focus_widget()
    assert row.host.forced is JsonFieldEditor and area.hasFocus() and row.host.usual() is TextEditor
    form.set_text('{"v": 5}')
    assert isinstance(row.host.editor, JsonFieldEditor), "it was asked for"
    find(form, QLineEdit, "w").setFocus()
    row.host.force(None)
    assert row.host.forced is None and isinstance(row.host.editor, UnionEditor)
    assert find(form, QLineEdit, "w").hasFocus()
    settle()


@pytest.mark.parametrize("held", [False, True])
def test_another_schema_for_a_place_makes_its_editor_anew_unless_somebody_types_in_it(
    qtbot: QtBot, held: bool
) -> None:
    form = shown_form(qtbot, tool({"v": {"type": "string"}, "w": {"type": "string"}}))
    row = form.row("/v")
    assert row is not None
    (row.focus_widget() if held else find(form, QLineEdit, "w")).setFocus()
    before = row.host.editor
    field = build_fields(tool({"v": {"type": "string", "title": "New"}})).properties()[0]
    row.host.set_field(field)
    assert (row.host.editor is before) is held and row.host.editor.field is field
    settle()


def test_deep_inside_a_value_is_shown_as_json(form: Form) -> None:
    node = {"$ref": "#/$defs/n"}
    form.set_schema(tool({"n": node}, **{"$defs": {"n": {"type": "array", "items": node}}}))
    form.set_text('{"n": ' + "[" * 45 + "]" * 45 + "}")
    kinds = {pointer.count("/"): kind for pointer, kind in form.rows()}
    deep = form.row("/n" + "/0" * 40)
    assert deep is not None and deep.host.editor.kind == "json" and kinds[3] == "list"
    around = form.row("/n" + "/0" * 39)
    assert around is not None and around.host.editor.kind == "list"


def test_an_item_that_is_cleared_stays_and_a_property_goes(qtbot: QtBot) -> None:
    form = shown_form(qtbot, tool({"v": {"type": "array"}, "w": True}), '{"v": [[1]], "w": [2], "x": [3]}')
    assert [editor(form, one).must_stay for one in ("/v", "/v/0", "/w", "/x")] == [False, True, False, True]
    for pointer in ("/v/0", "/w", "/x"):
        Editor.unset(editor(form, pointer))
    assert value(form) == {"v": [""], "x": ""}


def test_a_place_has_a_name_for_the_program_and_one_for_the_ear(form: Form) -> None:
    assert widget_name(("a/b", 3, "c")) == "field_a~1b/3/c" and widget_name(()) == "field_"
    assert [is_roomy(("a",) * depth) for depth in (2, 3)] == [True, False]
    form.set_schema(tool({"v": {"title": "Title"}, "w": {"type": "array", "items": {"type": "string"}}}))
    form.set_text('{"w": ["x"]}')
    assert [editor(form, one).spoken() for one in ("/v", "/w", "/w/0")] == ["Title", "w", "/w/0"]
    assert form.whole.spoken() == "The whole value"


def test_a_row_is_found_by_what_is_in_it_and_by_what_is_near_it(form: Form) -> None:
    form.set_schema(tool({"o": tool({"in": {"type": "string"}})}))
    form.set_text('{"o": {"in": "x"}}')
    line = find(form, QLineEdit, "o/in")
    inner, outer = form.row("/o/in"), form.row("/o")
    assert inner is not None and outer is not None
    sheet = inner.sheet
    assert sheet.row_of(line) is inner and sheet.row_of(outer.host) is outer and sheet.row_of(form) is None
    assert sheet.row_for(("o", "in", "deep", 0)) == (inner, ("deep", 0))
    assert sheet.row_for(("o", "other")) == (outer, ("other",)) and sheet.row_for(("p",)) == (None, ("p",))
    assert outer.host.editor.holds(line) and not inner.host.editor.holds(outer.host)


def test_a_choice_of_shapes_is_spoken_for_by_the_shape(form: Form) -> None:
    form.set_schema(tool({"v": EITHER}))
    form.set_text('{"v": 5}')
    union = editor(form)
    assert isinstance(union.innermost(), NumberEditor) and union.shape().kind == "integer"
    assert union.heir() is union and editor(form).innermost().heir().kind == "number"
    form.set_text('{"v": {"in": "x"}}')
    assert union.innermost().kind == "object" and union.shape().title == "Part"


def test_only_sections_without_anything_inside_are_hollow(form: Form) -> None:
    form.set_schema(
        tool({"v": {"type": "string"}, "l": {"type": "array"}, "m": {"type": "object"}, "p": PAIR})
    )
    assert [editor(form, one).is_hollow for one in ("/v", "/l", "/m", "/p")] == [False, True, True, False]
    form.set_text('{"l": [1], "m": {"k": 1}}')
    assert not any(editor(form, one).is_hollow for one in ("/l", "/m"))
    assert [key for key, _words, _kind in editor(form).others()] == []


def test_tab_goes_into_the_widget_that_has_the_name(qtbot: QtBot) -> None:
    form = shown_form(qtbot, tool({"v": {"type": "string"}, "d": {"x-any": 1}}))
    form.setFocus(Qt.FocusReason.TabFocusReason)
    assert find(form, QLineEdit, "v").hasFocus() and editor(form).focus_widget() is find(form, QLineEdit, "v")
