"""Objects in a form: what is there depends on the value, and any key can be sent on purpose."""

from __future__ import annotations

import json
from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction, QContextMenuEvent
from PySide6.QtWidgets import (
    QApplication,
    QDialog,
    QLabel,
    QLineEdit,
    QMenu,
    QPlainTextEdit,
    QPushButton,
    QRadioButton,
    QToolButton,
    QWidget,
)
from pytestqt.qtbot import QtBot

from inspector.ui.forms.form import Form
from tests.ui.form_driving import add_property, find, shown_form, tool, value


def click(qtbot: QtBot, widget: Any) -> None:
    qtbot.mouseClick(widget, Qt.MouseButton.LeftButton)


def keys(form: Form) -> list[str]:
    """Places that have a row."""
    return [pointer for pointer, _ in form.rows() if pointer]


CARD = tool(
    {"pay": {"enum": ["cash", "card"]}, "note": {"type": "string"}},
    **{
        "if": {"properties": {"pay": {"const": "card"}}, "required": ["pay"]},
        "then": {"properties": {"number": {"type": "string", "minLength": 4}}, "required": ["number"]},
    },
)


def test_a_property_comes_with_its_condition_and_its_value_is_never_hidden(form: Form, qtbot: QtBot) -> None:
    form.set_schema(CARD)
    assert keys(form) == ["/pay", "/note"]
    buttons = {button.text(): button for button in form.findChildren(QRadioButton)}
    cash, card = buttons["cash"], buttons["card"]
    card.setFocus()
    qtbot.keyClick(card, Qt.Key.Key_Space)
    assert keys(form) == ["/pay", "/note", "/number"] and card.hasFocus()
    row = form.row("/number")
    assert row is not None and row.field.required and row.field.condition
    qtbot.keyClicks(find(form, QLineEdit, "number"), "4111")
    qtbot.keyClick(card, Qt.Key.Key_Left)
    assert value(form) == {"pay": "cash", "number": "4111"}
    assert find(form, QLineEdit, "number_key").text() == "number"  # among the other properties
    qtbot.keyClick(cash, Qt.Key.Key_Right)
    assert form.findChild(QLineEdit, "field_number_key") is None
    assert find(form, QLineEdit, "number").text() == "4111"


def test_a_star_appears_while_another_property_is_set(form: Form, qtbot: QtBot) -> None:
    form.set_schema(
        tool(
            {"since": {"type": "string"}, "until": {"type": "string"}},
            dependentRequired={"since": ["until"]},
        )
    )
    row = form.row("/until")
    assert row is not None and not row.field.required
    line = find(form, QLineEdit, "since")
    line.setFocus()
    qtbot.keyClicks(line, "now")
    assert line.hasFocus() and line.text() == "now"
    assert form.row("/until") is row and row.field.required
    assert "since" in " ".join(label.text() for label in row.findChildren(QLabel))
    assert "required" in row.focus_widget().accessibleName()
    line.selectAll()
    qtbot.keyClick(line, Qt.Key.Key_Backspace)
    form.set_text("{}")
    assert not row.field.required


def test_a_deprecated_property_is_folded_away_until_it_is_set(form: Form, qtbot: QtBot) -> None:
    form.set_schema(tool({"old": {"type": "string", "deprecated": True}, "new": {"type": "string"}}))
    assert keys(form) == ["/new"]
    click(qtbot, find(form, QToolButton, "_deprecated"))
    qtbot.keyClicks(find(form, QLineEdit, "old"), "x")
    assert value(form) == {"old": "x"} and find(form, QLineEdit, "old").text() == "x"
    click(qtbot, find(form, QToolButton, "_deprecated"))
    assert set(keys(form)) == {"/new", "/old"}  # it is sent, so it is shown
    form.set_schema(tool({"old": {"type": "string", "deprecated": True}}))
    assert keys(form) == [] and form.row("/old") is not None  # whoever is sent there gets there


def test_a_key_that_is_taken_is_refused_in_words(form: Form, qtbot: QtBot) -> None:
    form.set_schema({"type": "object"})
    form.set_text('{"a": 1, "b": 2}')
    line = find(form, QLineEdit, "b_key")
    line.setFocus()
    line.selectAll()
    qtbot.keyClicks(line, "a")
    qtbot.keyClick(line, Qt.Key.Key_Return)
    assert form.text() == '{"a": 1, "b": 2}' and line.text() == "b"
    assert "“a”" in find(form, QLabel, "b_key_error").text()
    line.selectAll()
    qtbot.keyClicks(line, "half")
    qtbot.keyClick(line, Qt.Key.Key_Escape)
    assert line.text() == "b" and find(form, QLabel, "b_key_error").isHidden()
    line.clear()
    qtbot.keyClick(line, Qt.Key.Key_Return)
    assert value(form) == {"a": 1, "": 2}  # an empty name is a name


def test_after_a_name_the_keyboard_goes_to_the_value(form: Form, qtbot: QtBot) -> None:
    form.set_schema({"type": "object", "additionalProperties": {"type": "string"}})
    click(qtbot, find(form, QToolButton, "_add"))
    line = find(form, QLineEdit, "key1_key")
    assert line.hasFocus()
    line.insert("머리")  # as an input method does
    qtbot.keyClick(line, Qt.Key.Key_Return)
    field = find(form, QLineEdit, "머리")
    assert field.hasFocus()
    qtbot.keyClicks(field, "v")
    assert value(form) == {"머리": "v"}


def test_a_name_is_checked_while_it_is_typed(form: Form, qtbot: QtBot) -> None:
    form.set_schema(
        {"type": "object", "propertyNames": {"enum": ["red", "green"]}, "additionalProperties": {}}
    )
    click(qtbot, find(form, QToolButton, "_add"))
    assert value(form) == {"red": ""}
    line = find(form, QLineEdit, "red_key")
    completer = line.completer()
    assert completer is not None and completer.model().rowCount() == 2
    error = find(form, QLabel, "red_key_error")
    assert error.isHidden()
    qtbot.keyClicks(line, "blue")
    assert not error.isHidden() and "green" in error.text()
    qtbot.keyClick(line, Qt.Key.Key_Return)
    assert value(form) == {"blue": ""}  # sent on purpose


def test_a_property_that_is_not_allowed_is_red_and_can_be_added_on_purpose(form: Form, qtbot: QtBot) -> None:
    form.set_schema(tool({"a": {"type": "string"}}, additionalProperties=False))
    add_property(form)
    assert list(value(form)) == ["key1"]
    assert not find(form, QLabel, "key1_key_error").isHidden()
    click(qtbot, find(form, QToolButton, "key1_remove"))
    assert value(form) == {}


def test_how_many_properties_are_there_is_counted(form: Form, qtbot: QtBot) -> None:
    form.set_schema(tool({"m": {"type": "object", "additionalProperties": {}, "maxProperties": 3}}))
    form.set_text('{"m": {"a": 1}}')
    assert find(form, QLabel, "m_count").text() == "1 / 0…3"
    click(qtbot, find(form, QToolButton, "m_add"))
    assert find(form, QLabel, "m_count").text() == "2 / 0…3"


def test_escape_goes_to_the_row_and_arrows_fold_it(form: Form, qtbot: QtBot) -> None:
    form.set_schema(tool({"o": tool({"s": {"type": "string"}}, ("s",))}, ("o",)))
    line = find(form, QLineEdit, "o/s")
    line.setFocus()
    qtbot.keyClick(line, Qt.Key.Key_Escape)
    assert find(form, QToolButton, "o/s_menu").hasFocus()
    fold = find(form, QToolButton, "o_fold")
    fold.setFocus()
    qtbot.keyClick(fold, Qt.Key.Key_Left)
    assert not line.isVisible()
    qtbot.keyClick(fold, Qt.Key.Key_Right)
    assert line.isVisible()


def test_much_that_is_set_does_not_open_all_at_once(form: Form) -> None:
    many = {f"s{n}": tool({f"p{m}": {"type": "string"} for m in range(10)}) for n in range(60)}
    form.set_schema(tool(many))
    text = json.dumps({f"s{n}": {f"p{m}": "x" for m in range(10)} for n in range(60)})
    form.set_text(text)
    assert len(form.rows()) < 250
    row = form.row("/s59/p9")
    assert row is not None and row.host.editor.shown() == '"x"' and form.text() == text


def test_the_menu_copies_the_value_and_shows_the_schema(form: Form, qtbot: QtBot, qapp: Any) -> None:
    form.set_schema(tool({"n": {"type": "number", "x-unit": "cm"}}))
    form.set_text('{"n": 1.50}')
    row = form.row("/n")
    assert row is not None
    menu = row.menu()
    menu.findChild(QAction, "field_n_copy").trigger()
    assert qapp.clipboard().text() == "1.50"
    menu.findChild(QAction, "field_n_schema").trigger()
    dialog = form.findChild(QDialog, "field_schema")
    assert dialog is not None and "x-unit" in dialog.findChildren(QPlainTextEdit)[0].toPlainText()
    dialog.close()
    menu.deleteLater()


def test_what_is_set_is_shown_among_a_thousand_properties_that_are_not(form: Form) -> None:
    """Going to the last one makes its row, not those of all that are before it."""
    names = [f"p{number}" for number in range(1000)]
    form.set_schema(tool({"o": tool({name: {"type": "integer"} for name in names})}))
    form.set_text('{"o": {"p900": 1, "p700": 2}}')
    made = [pointer for pointer, _ in form.rows()]
    assert made[-2:] == ["/o/p700", "/o/p900"] and len(made) < 100
    assert form.row("/o/p999") is not None
    assert len(form.rows()) == len(made) + 1


def test_a_map_that_is_empty_is_reached_at_its_add_button(qtbot: QtBot) -> None:
    form = shown_form(qtbot, tool({"m": {"type": "object", "additionalProperties": {"type": "string"}}}))
    form.go_to("/m")
    assert find(form, QToolButton, "m_add").hasFocus()


def test_tab_goes_from_the_name_of_a_property_to_its_value(qtbot: QtBot) -> None:
    form = shown_form(qtbot, tool({"m": {"type": "object", "additionalProperties": True}}))
    find(form, QToolButton, "m_add").click()
    name = find(form, QLineEdit, "m/key1_key")
    assert name.hasFocus()
    qtbot.keyClicks(name, "app")
    qtbot.keyClick(name, Qt.Key.Key_Tab)
    focus = form.focusWidget()
    assert focus is not None and focus.objectName().startswith("field_m/app")
    assert not focus.objectName().endswith("_remove")


def test_a_new_name_does_not_take_the_keyboard_back(qtbot: QtBot) -> None:
    """Only who goes on within the row is meant to type its value next."""
    schema = tool({"s": {"type": "string"}}, additionalProperties={"type": "string"})
    elsewhere, onward = "field_s", "field_more2"
    steps: dict[str, Any] = {
        "click": lambda form, _key: click(qtbot, find(form, QLineEdit, "s")),
        "tab": lambda _form, key: qtbot.keyClick(key, Qt.Key.Key_Tab),
        "enter": lambda _form, key: qtbot.keyClick(key, Qt.Key.Key_Return),
    }
    for step, place in (("click", elsewhere), ("tab", onward), ("enter", onward)):
        form = shown_form(qtbot, schema, '{"s": "x", "more": "v"}')
        key = find(form, QLineEdit, "more_key")
        key.setFocus()
        qtbot.keyClicks(key, "2")
        steps[step](form, key)
        QApplication.processEvents()
        assert value(form) == {"s": "x", "more2": "v"}
        focus = QApplication.focusWidget()
        assert focus is not None and focus.objectName() == place, step


def test_a_name_of_the_server_is_no_markup_in_a_hint(qtbot: QtBot) -> None:
    form = shown_form(qtbot, tool({}), '{"<b>x": 1}')
    assert find(form, QToolButton, "<b>x_remove").toolTip() == "<qt>Remove &lt;b&gt;x</qt>"


@pytest.mark.parametrize(("deep", "whole"), [(3, True), (5_000, False)])
def test_the_schema_of_a_field_is_shown_however_deep_it_is(qtbot: QtBot, deep: int, whole: bool) -> None:
    schema: dict[str, Any] = {"type": "string"}
    for _ in range(deep):
        schema = {"type": "string", "not": schema}
    form = shown_form(qtbot, tool({"s": schema}))
    row = form.row("/s")
    assert row is not None
    action = row.menu().findChild(QAction, "field_s_schema")
    assert isinstance(action, QAction)
    action.trigger()
    shown = form.findChild(QPlainTextEdit, "field_schema_text")
    assert isinstance(shown, QPlainTextEdit)
    text = shown.toPlainText()
    assert (json.loads(text) == schema) if whole else text.endswith("…")
    shown.window().close()


def test_a_map_of_thousands_makes_the_rows_that_are_looked_at(form: Form, qtbot: QtBot) -> None:
    form.set_schema(tool({"m": {"type": "object", "additionalProperties": {"type": "string"}}}))
    text = json.dumps({"m": {f"k{number}": "x" for number in range(3000)}})
    form.set_text(text)
    assert len(form.rows()) < 40
    waiting = find(form, QPushButton, "m_more_keys")
    assert "more" in waiting.text()
    waiting.click()
    assert 40 < len(form.rows()) < 80
    row = form.row("/m/k2999")
    assert row is not None and row.host.editor.shown() == '"x"' and form.text() == text
    made = len(form.rows())
    line = find(form, QLineEdit, "m/k2999_key")
    line.setFocus()
    line.selectAll()
    qtbot.keyClicks(line, "last")
    qtbot.keyClick(line, Qt.Key.Key_Return)
    assert form.text().endswith('"last": "x"}}') and len(form.rows()) == made
    find(form, QToolButton, "m_add").click()
    assert form.text().endswith('"key1": ""}}')
    assert find(form, QLineEdit, "m/key1_key").selectedText() == "key1"


def test_a_name_stands_above_its_value_where_both_would_be_squeezed(qtbot: QtBot) -> None:
    form = shown_form(qtbot, {"type": "object"}, '{"o": {"name": 12345}}')
    key, line = find(form, QLineEdit, "o/name_key"), find(form, QLineEdit, "o/name")

    def place(widget: QWidget) -> QPoint:
        return widget.mapTo(form, QPoint())

    form.resize(700, 500)
    qtbot.waitUntil(lambda: place(line).x() > place(key).x() + key.width())
    form.resize(300, 500)
    qtbot.waitUntil(lambda: place(line).y() > place(key).y() + key.height())
    form.resize(700, 500)
    qtbot.waitUntil(lambda: place(line).x() > place(key).x() + key.width())


def test_where_nothing_is_expected_that_is_all_there_is_and_the_menu_adds_something(form: Form) -> None:
    form.set_schema({"type": "object", "additionalProperties": False})
    form.show()
    assert [one.text() for one in form.findChildren(QLabel) if one.isVisible()] == ["No arguments"]
    assert not [one for one in form.findChildren(QToolButton) if one.isVisible()]
    event = QContextMenuEvent(QContextMenuEvent.Reason.Keyboard, QPoint(), form.mapToGlobal(QPoint()))
    QApplication.sendEvent(form, event)
    menu = form.findChild(QMenu)
    assert isinstance(menu, QMenu) and menu.isVisible()
    [entry] = menu.actions()
    assert entry.text() == "Add a property that the schema does not allow"
    entry.trigger()
    assert value(form) == {"key1": ""}
    menu.close()
    form.set_schema({"type": "object"})
    assert not form.add_property_action.isVisible(), "the button does it"


def test_what_a_condition_says_of_a_value_stands_at_its_row_while_it_holds(form: Form, qtbot: QtBot) -> None:
    parts = {"then": {"title": "Short", "description": "A few letters."}, "else": {"title": "Long"}}
    rest = {"if": {"maxLength": 3}, **parts}
    form.set_schema(tool({"v": {"type": "string", **rest}, "w": {"type": "string"}}))

    def said_there() -> set[str]:
        row = form.row("/v")
        assert row is not None
        texts = {label.text() for label in row.findChildren(QLabel) if label.isVisible()}
        return texts & {"v", "Short", "Long", "A few letters."}

    qtbot.waitUntil(lambda: said_there() == {"v"})
    line = find(form, QLineEdit, "v")
    line.setFocus()
    qtbot.keyClicks(line, "abc")
    qtbot.waitUntil(lambda: said_there() == {"Short", "v", "A few letters."})
    qtbot.keyClicks(line, "d")
    qtbot.waitUntil(lambda: said_there() == {"Long", "v"})
    assert find(form, QLineEdit, "v") is line and line.hasFocus() and line.text() == "abcd"
    qtbot.keyClick(line, Qt.Key.Key_Backspace)
    qtbot.waitUntil(lambda: said_there() == {"Short", "v", "A few letters."})


# -- one by one --------------------------------------------------------------------------------------------

TEXT: dict[str, Any] = {"type": "string"}


@pytest.mark.parametrize(
    ("more", "sent", "said"),
    [
        ({"minProperties": 1}, {}, "0 / 1…"),
        ({"maxProperties": 2}, {"a": 1}, "1 / 0…2"),
        ({"minProperties": 1, "maxProperties": 2}, {"a": 1, "b": 2, "c": 3}, "3 / 1…2"),
        ({}, {"a": 1}, None),
    ],
)
def test_how_many_properties_may_be_there_is_said_where_that_is_limited(
    form: Form, more: dict[str, Any], sent: dict[str, Any], said: str | None
) -> None:
    form.set_schema(tool({"o": {"type": "object", **more}}))
    form.set_text(json.dumps({"o": sent}))
    count = form.findChild(QLabel, "field_o_count")
    assert (count.text() if count is not None else None) == said


@pytest.mark.parametrize("more", [{}, {"additionalProperties": TEXT}])
def test_a_button_adds_where_more_properties_are_expected(form: Form, more: dict[str, Any]) -> None:
    form.set_schema(tool({"o": {"type": "object", **more}}))
    add = find(form, QToolButton, "o_add")
    assert (add.toolTip(), add.text()) == ("Add a property", "Add")
    assert add.accessibleName() == "o: add a property"
    row = form.row("/o")
    assert row is not None and row.menu().findChild(QAction, "field_o_add") is None


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ({}, "Add a property that the schema does not list"),
        ({"additionalProperties": False}, "Add a property that the schema does not allow"),
    ],
)
def test_the_menu_adds_where_no_more_are_expected(form: Form, more: dict[str, Any], words: str) -> None:
    form.set_schema(tool({"o": {"type": "object", "properties": {"a": TEXT}, **more}}))
    row = form.row("/o")
    assert row is not None and form.findChild(QToolButton, "field_o_add") is None
    entry = row.menu().findChild(QAction, "field_o_add")
    assert isinstance(entry, QAction) and entry.text() == words
    entry.trigger()
    assert value(form) == {"o": {"key1": ""}} and find(form, QLineEdit, "o/key1_key").hasFocus()


@pytest.mark.parametrize(
    ("schema", "there", "added"),
    [
        ({}, {}, {"key1": ""}),
        ({}, {"key1": 1, "key2": 2}, {"key1": 1, "key2": 2, "key3": ""}),
        ({"properties": {"key1": TEXT}}, {}, {"key2": ""}),
        ({"propertyNames": {"enum": ["p", "q"]}}, {"p": 1}, {"p": 1, "q": ""}),
        ({"propertyNames": {"enum": ["p"]}}, {"p": 1}, {"p": 1, "key1": ""}),
        ({"additionalProperties": {"type": "boolean"}}, {}, {"key1": False}),
    ],
)
def test_a_property_is_added_under_a_name_that_is_free(
    form: Form, schema: dict[str, Any], there: dict[str, Any], added: dict[str, Any]
) -> None:
    form.set_schema({"type": "object", **schema})
    form.set_text(json.dumps(there))
    add_property(form)
    assert value(form) == added
    new = find(form, QLineEdit, f"{next(key for key in added if key not in there)}_key")
    assert new.selectedText() == new.text()


def test_a_closed_section_opens_for_the_property_that_is_added(form: Form) -> None:
    form.set_schema(tool({"o": {"type": "object"}}))
    form.set_text('{"o": {}}')
    row = form.row("/o")
    assert row is not None
    row.unfold(False)
    find(form, QToolButton, "o_add").click()
    assert not row.is_folded and value(form) == {"o": {"key1": ""}}


def test_of_many_properties_the_first_have_rows_and_the_rest_are_counted(form: Form, qtbot: QtBot) -> None:
    form.set_schema(tool({f"p{number}": TEXT for number in range(50)}))
    form.resize(480, 200)
    assert len(keys(form)) == 20
    more = find(form, QPushButton, "_more")
    assert more.text() == "30 more"
    more.click()
    assert len(keys(form)) == 40 and find(form, QPushButton, "_more").text() == "10 more"
    form.go_to("/p48")
    assert "/p48" in keys(form) and find(form, QPushButton, "_more").text() == "9 more"
    assert form.row("/p48") is not None
    find(form, QPushButton, "_more").click()
    assert len(keys(form)) == 50 and form.findChild(QPushButton, "field__more") is None


def test_deprecated_properties_are_counted_shown_and_folded_again(form: Form, qtbot: QtBot) -> None:
    old = {**TEXT, "deprecated": True}
    form.set_schema(tool({"new": TEXT, "old1": old, "old2": old, "must": old}, ("must",)))
    assert keys(form) == ["/new", "/must"], "what is required is no matter of taste"
    fold = find(form, QToolButton, "_deprecated")
    [words] = [one for one in form.findChildren(QLabel) if one.text().startswith("Deprecated")]
    assert words.text() == "Deprecated (2)"
    fold.click()
    assert keys(form) == ["/new", "/must", "/old1", "/old2"]
    qtbot.keyClicks(find(form, QLineEdit, "old1"), "x")
    fold.click()
    assert "/old1" in keys(form) and "/old2" not in keys(form), "what is set stays in sight"
    assert [one.text() for one in form.findChildren(QLabel) if one.text().startswith("Deprecated")] == [
        "Deprecated (1)"
    ]
    form.go_to("/old2")
    assert "/old2" in keys(form)
    form.set_schema(tool({"new": TEXT}))
    assert not [one for one in form.findChildren(QLabel) if one.text().startswith("Deprecated")]


def test_rows_stand_in_the_order_of_the_schema_and_extra_ones_below(form: Form, qtbot: QtBot) -> None:
    form.set_schema(tool({"b": TEXT, "a": TEXT}))
    form.set_text('{"x": 1, "a": "1", "b": "2"}')
    tops = {key: find(form, QWidget, key).mapTo(form, QPoint()).y() for key in ("b", "a", "x")}
    qtbot.waitUntil(
        lambda: (
            [find(form, QWidget, key).mapTo(form, QPoint()).y() for key in ("b", "a", "x")]
            == sorted(find(form, QWidget, key).mapTo(form, QPoint()).y() for key in tops)
        )
    )
    assert len({find(form, QWidget, key).mapTo(form, QPoint()).y() for key in tops}) == 3
