"""Forms without a mouse, and for who hears them instead of seeing them."""

from __future__ import annotations

import json
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QLineEdit, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from inspector.schema.document import pointer_of
from inspector.schema.problem import Problem
from inspector.ui.forms.form import Form
from inspector.ui.keyboard.tab_order import put_in_order
from tests.forms.corpora import Case, Sources, cases_of
from tests.forms.desk import pump
from tests.forms.person import Person
from tests.forms.person_hands import Hands

_SAMPLE = 40


def tool(properties: dict[str, Any], required: tuple[str, ...] = ()) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": list(required)}


def opened(qtbot: QtBot, schema: Any, text: str | None = None) -> Form:
    form = Form()
    qtbot.addWidget(form)
    form.resize(460, 900)
    form.set_schema(schema)
    if text is not None:
        form.set_text(text)
    form.show()
    form.activateWindow()
    pump()
    form.setFocus()
    return form


def walked(form: Form) -> list[QWidget]:
    """What has the keyboard, Tab after Tab, until it leaves the form or comes round."""
    form.setFocus()
    found: list[QWidget] = []
    for _ in range(400):
        focus = QApplication.focusWidget() or form
        QTest.keyClick(focus, Qt.Key.Key_Tab)
        focus = QApplication.focusWidget()
        if focus is None or focus in found or not form.isAncestorOf(focus):
            break
        found.append(focus)
    return found


def places(form: Form, widgets: list[QWidget]) -> list[str]:
    """JSON pointer of the row of each, repeats left out."""
    found: list[str] = []
    for widget in widgets:
        row = form._sheet.row_of(widget)
        pointer = pointer_of(row.path) if row is not None else ""
        if not found or found[-1] != pointer:
            found.append(pointer)
    return found


def tops(form: Form, widgets: list[QWidget]) -> list[int]:
    page = form._area.widget()
    return [widget.mapTo(page, widget.rect().topLeft()).y() for widget in widgets]


def in_order(form: Form) -> list[str]:
    """Where Tab goes up instead of down, more than to a control beside the last one."""
    widgets = walked(form)
    heights = tops(form, widgets)
    return [
        f"{after.objectName()} after {before.objectName()}"
        for before, after, top, next_top in zip(widgets, widgets[1:], heights, heights[1:], strict=False)
        if next_top < top - 12
    ]


def tools() -> list[Case]:
    """Some of the real tools, each with the arguments it was called with or that fit it."""
    seen: dict[str, Case] = {}
    for case in cases_of("C6", Sources()):
        seen.setdefault(json.dumps(case.schema, sort_keys=True), case)
    cases = list(seen.values())
    return cases[:: max(1, len(cases) // _SAMPLE)]


# -- order ---------------------------------------------------------------------------------------------


def test_tab_goes_through_the_fields_in_the_order_of_the_schema(qtbot: QtBot) -> None:
    keys = ("z", "flag", "pick", "list", "inner", "any", "a")
    form = opened(
        qtbot,
        tool(
            {
                "z": {"type": "string"},
                "flag": {"type": "boolean"},
                "pick": {"enum": ["x", "y"]},
                "list": {"type": "array", "items": {"type": "string"}},
                "inner": tool({"b": {"type": "integer"}, "a": {"type": "string"}}),
                "any": {},
                "a": {"type": "string", "format": "date"},
            },
            ("inner",),
        ),
        '{"list": ["1", "2"], "inner": {}}',
    )
    order = [place.split("/")[1] for place in places(form, walked(form)) if place]
    assert list(dict.fromkeys(order)) == list(keys)
    assert in_order(form) == []


def test_tab_keeps_to_what_is_seen_after_rows_have_come_and_gone(qtbot: QtBot) -> None:
    form = opened(
        qtbot,
        tool(
            {
                "first": {"type": "array", "items": {"type": "string"}},
                "shape": {"anyOf": [{"type": "string"}, tool({"x": {}, "y": {"type": "boolean"}})]},
                "map": {"type": "object", "additionalProperties": {"type": "string"}},
                "last": {"type": "string"},
            }
        ),
    )
    person = Person(form, Hands(form))
    value = {"last": "l", "map": {"b": "", "a": ""}, "first": ["p", "q"], "shape": {"x": 1, "y": True}}
    person.build(json.dumps(value))
    pump()
    form.setFocus()
    assert in_order(form) == []


@pytest.mark.skipif(not tools(), reason="the real tools are not beside the repository")
def test_tab_goes_down_in_the_forms_of_real_tools(qtbot: QtBot) -> None:
    wrong = {}
    for case in tools():
        form = opened(qtbot, case.schema, case.text)
        found = in_order(form)
        if found:
            wrong[case.name] = found[:3]
        form.close()
    assert wrong == {}


@pytest.mark.skipif(not tools(), reason="the real tools are not beside the repository")
def test_every_field_of_a_real_tool_is_reached_by_tab(qtbot: QtBot) -> None:
    missing = {}
    for case in tools():
        form = opened(qtbot, case.schema)
        reached = set(places(form, walked(form)))
        rows = [form._sheet.rows.get((key,)) for key in case.schema.get("properties") or {}]
        shown = [pointer_of(row.path) for row in rows if row is not None and row.isVisible()]
        left_out = [place for place in shown if not any(one.startswith(place) for one in reached)]
        if left_out and len(rows) < 60:
            missing[case.name] = left_out[:5]
        form.close()
    assert missing == {}


# -- names ---------------------------------------------------------------------------------------------


def said(widget: QWidget) -> str:
    return f"{widget.accessibleName()} | {widget.accessibleDescription()}"


def test_a_field_says_its_name_that_it_is_required_its_help_and_its_error(qtbot: QtBot) -> None:
    schema = tool(
        {
            "city": {"type": "string", "title": "Town", "description": "Where `to` go"},
            "flag": {"type": "boolean", "description": "Whether"},
            "pick": {"enum": ["x", "y"], "description": "Which"},
            "tags": {"type": "array", "items": {"type": "string"}, "description": "Some"},
            "shape": {"anyOf": [{"type": "string"}, {"type": "integer"}], "description": "Either"},
        },
        ("city", "flag", "pick", "tags", "shape"),
    )
    form = opened(qtbot, schema, '{"city": "", "flag": true, "pick": "x", "tags": [], "shape": "s"}')
    form.show_problems([Problem(f"/{key}", f"{key} is wrong", "type") for key in schema["properties"]])
    silent = []
    for key, part in schema["properties"].items():
        row = form.row(f"/{key}")
        assert row is not None
        heard = " ".join(said(one) for one in walked(form) if form._sheet.row_of(one) is row)
        words = (part.get("title", key), "required", f"{key} is wrong", part["description"].replace("`", ""))
        silent += [f"{key}: {word} not in {heard}" for word in words if word not in heard]
    assert silent == []


@pytest.mark.skipif(not tools(), reason="the real tools are not beside the repository")
def test_nothing_that_takes_the_keyboard_is_without_a_name(qtbot: QtBot) -> None:
    nameless = {}
    for case in tools():
        form = opened(qtbot, case.schema, case.text)
        found = [
            f"{type(one).__name__} {one.objectName()}"
            for one in walked(form)
            if not one.accessibleName() and not (isinstance(one.parentWidget(), QComboBox))
        ]
        if found:
            nameless[case.name] = found[:5]
        form.close()
    assert nameless == {}


def test_tab_leaves_the_form_at_its_ends(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    before, form, after = QLineEdit(), Form(), QLineEdit()
    column = QVBoxLayout(window)
    for part in (before, form, after):
        column.addWidget(part)
    form.set_schema(tool({"a": {"type": "string"}, "l": {"type": "array", "items": {"type": "string"}}}))
    form.set_text('{"l": ["x"]}')
    put_in_order(window, Form)  # as the panels do
    window.show()
    window.activateWindow()
    before.setFocus()
    qtbot.waitUntil(lambda: not form._tab_order._is_stale)
    QTest.keyClick(before, Qt.Key.Key_Tab)
    assert QApplication.focusWidget() is form.row("/a").focus_widget()  # type: ignore[union-attr]
    stops = walked(form)
    stops[0].setFocus()
    QTest.keyClick(stops[0], Qt.Key.Key_Backtab)
    assert QApplication.focusWidget() is before
    stops[-1].setFocus()
    QTest.keyClick(stops[-1], Qt.Key.Key_Tab)
    assert QApplication.focusWidget() is after
