"""One row of a form: what its heading says, when it opens, what stands at it when something is wrong."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit, QToolButton, QWidget
from pytestqt.qtbot import QtBot

from inspector.ui.forms.form import Form
from inspector.ui.forms.help import HelpText
from inspector.ui.forms.parts import ErrorText, FoldButton, WarnText
from inspector.ui.forms.row import FieldRow
from inspector.ui.widgets.controls import Elided
from tests.ui.form_driving import settle, shown_form, tool, value

TEXT = {"type": "string"}


def _row(form: Form, pointer: str) -> FieldRow:
    found = form.row(pointer)
    assert found is not None, pointer
    return found


def _heading(row: FieldRow) -> list[str]:
    """What the heading says, from left to right."""
    QApplication.processEvents()  # what was just added is shown with the next turn
    labels = [
        one for one in row.findChildren(QLabel) if one.isVisible() and isinstance(one, (Elided, ErrorText))
    ]
    own = [one for one in labels if row.sheet.row_of(one) is row and one.objectName() == ""]
    top = min((one.y() for one in own), default=0)
    texts = [(one.x(), one.text()) for one in own if abs(one.y() - top) < 12 and one.text()]
    return [text for _, text in sorted(texts)]


def _shown_texts(row: FieldRow, kind: type[QLabel]) -> list[str]:
    return [one.text() for one in row.findChildren(kind) if one.isVisible() and type(one) is kind]


# -- heading -------------------------------------------------------------------------------------------


def test_the_heading_names_the_field_its_key_and_its_limits(qtbot: QtBot) -> None:
    form = shown_form(
        qtbot,
        tool(
            {
                "a": {"type": "string", "title": "Title", "maxLength": 9},
                "b": {"type": "integer", "minimum": 3},
                "c": {"type": "string", "title": "c"},
            },
            ("a",),
        ),
    )
    first = _heading(_row(form, "/a"))
    assert first[:3] == ["Title", "*", "a"] and "9" in first[-1]
    second = _heading(_row(form, "/b"))
    assert second[0] == "b" and "*" not in second and "3" in second[-1]
    assert _heading(_row(form, "/c")).count("c") == 1


def test_the_star_says_that_it_is_required(qtbot: QtBot) -> None:
    form = shown_form(qtbot, tool({"a": TEXT, "b": TEXT}, ("a",)))
    stars = [one for one in form.findChildren(ErrorText) if one.text() == "*"]
    assert [one.toolTip() for one in stars] == ["Required"]
    assert _row(form, "/a").focus_widget().accessibleName() == "a, required"
    assert _row(form, "/b").focus_widget().accessibleName() == "b"


def test_a_section_says_its_state_beside_its_name(qtbot: QtBot) -> None:
    schema = tool({"o": {"type": "object", "properties": {"in": TEXT}}})
    form = shown_form(qtbot, schema)
    row = _row(form, "/o")
    assert "not set" in " ".join(_heading(row)).lower()
    form.set_text('{"o": {"in": "word"}}')
    row = _row(form, "/o")
    row.unfold(False)
    assert any("word" in text for text in _heading(row))  # what is inside, while it cannot be seen
    row.unfold()
    assert not any("word" in text for text in _heading(row))


def test_how_many_parts_there_may_be_stands_at_their_number_only(qtbot: QtBot) -> None:
    form = shown_form(qtbot, tool({"l": {"type": "array", "items": TEXT, "minItems": 17, "maxItems": 19}}))
    assert not any("17" in text or "19" in text for text in _heading(_row(form, "/l")))


# -- help ----------------------------------------------------------------------------------------------


def test_the_description_stands_below_a_value_and_above_a_section(qtbot: QtBot) -> None:
    form = shown_form(
        qtbot,
        tool(
            {
                "a": {**TEXT, "description": "about a"},
                "o": {"type": "object", "description": "about o", "properties": {"in": TEXT}},
            },
            ("o",),
        ),
        '{"o": {"in": "x"}}',
    )
    a, o = _row(form, "/a"), _row(form, "/o")
    (help_a,), (help_o, *_) = a.findChildren(HelpText), o.findChildren(HelpText)
    assert (help_a.text(), help_o.text()) == ("about a", "about o")
    assert help_a.mapTo(form, help_a.rect().topLeft()).y() > _place(form, a.focus_widget())
    assert help_o.mapTo(form, help_o.rect().topLeft()).y() < _place(form, _row(form, "/o/in"))
    assert "about a" in a.focus_widget().accessibleDescription()


def _place(form: Form, widget: QWidget) -> int:
    return widget.mapTo(form, widget.rect().topLeft()).y()


def test_in_a_list_the_description_is_a_hint(qtbot: QtBot) -> None:
    items = {**TEXT, "title": "Item", "description": "about it"}
    form = shown_form(qtbot, tool({"l": {"type": "array", "items": items}}), '{"l": ["x"]}')
    row = _row(form, "/l/0")
    assert "Item" in row.toolTip() and "about it" in row.toolTip() and not row.findChildren(HelpText)
    items["description"] = "d" * 1001
    form.set_schema(tool({"l": {"type": "array", "items": items}}))
    form.set_text('{"l": ["x"]}')
    assert _row(form, "/l/0").toolTip() == ""


# -- folding -------------------------------------------------------------------------------------------


def _nested(depth: int, required: bool = True) -> dict[str, Any]:
    part: dict[str, Any] = {"type": "object", "properties": {"x": TEXT}}
    for _ in range(depth):
        part = {"type": "object", "properties": {"in": part}, "required": ["in"] if required else []}
    return part


@pytest.mark.parametrize(
    ("required", "text", "folded"),
    [(True, "{}", False), (False, "{}", True), (False, '{"in": {}}', False), (True, '{"in": {}}', False)],
)
def test_a_section_is_open_when_it_has_a_value_or_needs_one(
    qtbot: QtBot, required: bool, text: str, folded: bool
) -> None:
    form = shown_form(qtbot, _nested(1, required))
    form.set_text(text)
    assert _row(form, "/in").is_folded is folded


def test_a_required_section_deep_inside_waits(qtbot: QtBot) -> None:
    form = shown_form(qtbot, _nested(6))
    opened = [not _row(form, "/in" * depth).is_folded for depth in range(1, 4)]
    assert opened == [True, True, True]
    fourth = form.row("/in/in/in/in")
    assert fourth is not None and fourth.is_folded


def test_a_section_that_gets_a_value_opens(qtbot: QtBot) -> None:
    form = shown_form(qtbot, _nested(1, required=False))
    row = _row(form, "/in")
    assert row.is_folded
    form.set_text('{"in": null}')
    assert _row(form, "/in").is_folded
    form.set_text('{"in": {"x": "a"}}')
    assert not _row(form, "/in").is_folded
    _row(form, "/in").unfold(False)
    form.set_text('{"in": {"x": "b"}}')  # it was folded by hand, and has a value still
    assert _row(form, "/in").is_folded


def test_the_items_of_a_long_list_stay_folded(qtbot: QtBot) -> None:
    items = {"type": "object", "properties": {"x": TEXT}, "required": ["x"]}
    schema = tool({"l": {"type": "array", "items": items}})
    for count, folded in ((5, False), (6, True)):
        form = shown_form(qtbot, schema)
        form.set_text(f'{{"l": [{", ".join(["{}"] * count)}]}}')
        assert [_row(form, f"/l/{number}").is_folded for number in range(count)] == [folded] * count
        form.close()


def test_a_click_on_the_arrow_shows_what_is_inside(qtbot: QtBot) -> None:
    form = shown_form(qtbot, _nested(1, required=False))
    row = _row(form, "/in")
    arrow = row.findChild(FoldButton)
    assert arrow is not None and row.handle() is arrow
    QTest.mouseClick(arrow, Qt.MouseButton.LeftButton)
    assert _seen_inside(form) == (True, True)
    QTest.mouseClick(arrow, Qt.MouseButton.LeftButton)
    assert _seen_inside(form) == (False, False)


def _seen_inside(form: Form) -> tuple[bool, bool]:
    return not _row(form, "/in").is_folded, _row(form, "/in/x").isVisible()


def test_a_value_has_nothing_to_fold(qtbot: QtBot) -> None:
    form = shown_form(qtbot, tool({"a": TEXT}))
    row = _row(form, "/a")
    row.unfold(False)
    assert not row.is_folded and row.handle().objectName() == "field_a_menu"


def test_what_is_empty_has_nothing_to_fold_until_it_gets_something(qtbot: QtBot) -> None:
    form = shown_form(qtbot, tool({"l": {"type": "array", "items": TEXT}}), '{"l": []}')
    assert _row(form, "/l").handle().objectName() == "field_l_menu"
    form.set_text('{"l": ["x"]}')
    assert _row(form, "/l").handle().objectName() == "field_l_fold" and _row(form, "/l/0").isVisible()
    form.set_text('{"l": []}')
    assert _row(form, "/l").handle().objectName() == "field_l_menu"
    assert form.row("/l/0") is None and "/l/0" not in [pointer for pointer, _ in form.rows()]


# -- the keyboard --------------------------------------------------------------------------------------


def test_escape_goes_from_the_value_to_its_row_and_from_there_on(qtbot: QtBot) -> None:
    form = shown_form(qtbot, tool({"a": TEXT}))
    row = _row(form, "/a")
    line = row.focus_widget()
    assert isinstance(line, QLineEdit)
    line.setFocus()
    QTest.keyClick(line, Qt.Key.Key_Escape)
    assert row.handle().hasFocus()
    QTest.keyClick(row.handle(), Qt.Key.Key_Escape)
    assert row.handle().hasFocus()  # for what is around
    line.setFocus()
    QTest.keyClick(line, Qt.Key.Key_F12)
    assert line.hasFocus()


def test_escape_inside_of_a_section_is_for_the_row_inside(qtbot: QtBot) -> None:
    form = shown_form(qtbot, _nested(1), '{"in": {"x": "a"}}')
    inner, outer = _row(form, "/in/x"), _row(form, "/in")
    inner.focus_widget().setFocus()
    QTest.keyClick(inner.focus_widget(), Qt.Key.Key_Escape)
    assert inner.handle().hasFocus() and not outer.handle().hasFocus()


# -- what is wrong -------------------------------------------------------------------------------------


def test_errors_and_warnings_stand_below_the_value_and_are_said(qtbot: QtBot) -> None:
    form = shown_form(qtbot, tool({"a": {**TEXT, "description": "about"}}))
    row = _row(form, "/a")
    row.show_errors(["wrong", "too"], ["odd"])
    (error,), (warning,) = _shown_texts(row, ErrorText), _shown_texts(row, WarnText)
    assert "wrong" in error and "too" in error and "odd" in warning and row.errors == ["wrong", "too"]
    below = row.findChild(ErrorText, "field_a_error")
    assert below is not None and _place(form, below) > _place(form, row.focus_widget())
    said = row.focus_widget().accessibleDescription()
    assert said.index("wrong") < said.index("odd") < said.index("about")
    row.show_errors([])
    assert not _shown_texts(row, ErrorText) and not _shown_texts(row, WarnText) and row.errors == []
    assert "wrong" not in row.focus_widget().accessibleDescription()


def test_a_warning_alone_is_said_as_well(qtbot: QtBot) -> None:
    row = _row(shown_form(qtbot, tool({"a": TEXT})), "/a")
    row.show_errors([], ["odd"])
    assert "odd" in row.focus_widget().accessibleDescription()
    row.show_errors([], ["odd"])
    assert len(_shown_texts(row, WarnText)) == 1
    row.show_errors([])
    assert "odd" not in row.focus_widget().accessibleDescription()


def test_of_a_section_they_stand_above_what_is_inside(qtbot: QtBot) -> None:
    form = shown_form(qtbot, _nested(1), '{"in": {"x": "a"}}')
    row = _row(form, "/in")
    row.show_errors(["wrong"])
    error = row.findChild(ErrorText, "field_in_error")
    assert error is not None and _place(form, error) < _place(form, _row(form, "/in/x"))


def test_what_is_wrong_with_a_name_is_said_where_it_is_typed(qtbot: QtBot) -> None:
    form = shown_form(qtbot, tool({"a": TEXT}))
    row, told = _row(form, "/a"), list[str]()
    row.show_errors(["wrong"], at_key=["bad name"])
    assert row.errors == ["wrong", "bad name"]
    row.tell_key = told.append
    row.show_errors(["wrong"], at_key=["bad name", "twice"])
    assert row.errors == ["wrong"] and told == ["bad name; twice"]
    row.show_errors([])
    assert told[-1] == ""


# -- the menu ------------------------------------------------------------------------------------------


def test_the_button_opens_the_menu_below_it(qtbot: QtBot) -> None:
    form = shown_form(qtbot, tool({"a": TEXT}))
    row = _row(form, "/a")
    button = row.findChild(QToolButton, "field_a_menu")
    assert button is not None and button.accessibleName().startswith("a: ")
    assert button.focusPolicy() == Qt.FocusPolicy.ClickFocus
    button.click()
    (menu,) = [one for one in row.children() if type(one).__name__ == "RowMenu"]
    assert menu.isVisible()  # type: ignore[attr-defined]
    assert menu.pos() == button.mapToGlobal(button.rect().bottomLeft())  # type: ignore[attr-defined]
    menu.close()  # type: ignore[attr-defined]
    settle()
    assert not [one for one in row.children() if type(one).__name__ == "RowMenu"]


def test_what_holds_under_a_condition_is_said_for_the_value_of_now(qtbot: QtBot) -> None:
    part = {"type": "string", "if": {"const": "b"}, "then": {"maxLength": 57}}
    form = shown_form(qtbot, tool({"a": part}), '{"a": "a"}')
    for letter, told in (("a", False), ("b", True), ("b", True), ("c", False)):
        form.set_text(f'{{"a": "{letter}"}}')
        assert any("57" in text for text in _heading(_row(form, "/a"))) is told, letter
        assert ("57" in _row(form, "/a").focus_widget().accessibleDescription()) is told
    assert len(_row(form, "/a").findChildren(QToolButton, "field_a_menu")) == 1


def test_another_schema_for_a_place_is_said_at_its_row(qtbot: QtBot) -> None:
    """As a condition brings it: the row stays, with another heading, help and editor."""
    then = {"properties": {"x": {"maxLength": 57, "title": "Other", "description": "Now it is short."}}}
    schema = tool(
        {"m": TEXT, "x": TEXT},
        **{"if": {"properties": {"m": {"const": "n"}}, "required": ["m"]}, "then": then},
    )
    form = shown_form(qtbot, schema, '{"m": "t"}')
    row = _row(form, "/x")
    assert _heading(row)[0] == "x" and _shown_texts(row, HelpText) == []
    form.set_text('{"m": "n"}')
    assert _row(form, "/x") is row and _heading(row)[0] == "Other"
    assert _shown_texts(row, HelpText) == ["Now it is short."]
    assert (
        row.focus_widget().accessibleName() == "Other"
        and len(row.findChildren(QToolButton, "field_x_menu")) == 1
    )
    form.set_text('{"m": "t"}')
    assert _heading(row)[0] == "x" and _shown_texts(row, HelpText) == []


def test_a_choice_in_the_menu_opens_the_section_and_says_its_state(qtbot: QtBot) -> None:
    form = shown_form(qtbot, _nested(1, required=False))
    row = _row(form, "/in")
    assert row.is_folded
    menu = row.menu()
    action = menu.findChild(QAction, "field_in_empty")
    assert action is not None
    action.trigger()
    menu.deleteLater()
    assert value(form) == {"in": {}} and not row.is_folded
    assert "not set" not in " ".join(_heading(row))


@pytest.mark.parametrize(
    ("schema", "folded"),
    [
        ({"type": "array", "items": TEXT}, False),
        ({"type": "array", "prefixItems": [TEXT]}, False),
        ({"type": "object", "properties": {"x": TEXT}}, True),
    ],
)
def test_lists_are_open_at_first_and_objects_that_nobody_needs_are_not(
    qtbot: QtBot, schema: dict[str, Any], folded: bool
) -> None:
    form = shown_form(qtbot, tool({"s": schema}))
    row = _row(form, "/s")
    assert (row.is_folded if schema["type"] == "object" else not row._fold.opened) is folded  # type: ignore[union-attr]


def test_after_many_rows_sections_wait(qtbot: QtBot) -> None:
    part = {"type": "object", "properties": {"x": TEXT}}
    many = {f"p{number}": part for number in range(15)}
    form = shown_form(
        qtbot,
        tool(
            {f"s{number}": tool(many, tuple(many)) for number in range(8)},
            tuple(f"s{number}" for number in range(8)),
        ),
    )
    states = [_row(form, f"/s{number}").is_folded for number in range(8)]
    assert states[0] is False and states[-1] is True and states == sorted(states)


def test_a_folded_section_says_what_is_in_it(qtbot: QtBot) -> None:
    form = shown_form(qtbot, _nested(1, required=False), '{"in": {"x": "word"}}')
    row = _row(form, "/in")
    assert not any("word" in text for text in _heading(row))
    row.unfold(False)
    assert any("word" in text for text in _heading(row))
    form.set_text('{"in": null}')
    assert "null" in _heading(row)
    row.unfold()
    form.set_text("{}")
    assert "not set" in _heading(row)
