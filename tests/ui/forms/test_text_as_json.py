"""JSON that stands in a text, as the schema says by its media type."""

from __future__ import annotations

import json

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialogButtonBox, QLineEdit, QPlainTextEdit, QToolButton
from pytestqt.qtbot import QtBot

from inspector.ui.forms.form import Form
from inspector.ui.forms.text_as_json import ContentDialog
from tests.ui.form_driving import find, notes, settle, shown_form, tool, value

TEXT = {"type": "string", "contentMediaType": "application/json"}


def opened(form: Form, qtbot: QtBot) -> ContentDialog:
    qtbot.mouseClick(find(form, QToolButton, "s_content"), Qt.MouseButton.LeftButton)
    dialog = form.findChild(ContentDialog)
    assert isinstance(dialog, ContentDialog)
    return dialog


def end(dialog: ContentDialog, standard: QDialogButtonBox.StandardButton, qtbot: QtBot) -> None:
    box = dialog.findChild(QDialogButtonBox)
    assert box is not None
    with qtbot.waitSignal(dialog.finished):
        qtbot.mouseClick(box.button(standard), Qt.MouseButton.LeftButton)
    settle()


def test_json_in_a_text_is_edited_as_json_and_goes_back_escaped(qtbot: QtBot) -> None:
    form = shown_form(qtbot, tool({"s": TEXT}), json.dumps({"s": '{"이름": "a\\"b", "n": 1.0}'}))
    dialog = opened(form, qtbot)
    assert dialog.editor.text() == '{"이름": "a\\"b", "n": 1.0}'
    dialog.editor.set_text('{\n  "이름": "\\"",\n  "n": 1.10\n}')
    end(dialog, QDialogButtonBox.StandardButton.Ok, qtbot)
    assert value(form) == {"s": '{\n  "이름": "\\"",\n  "n": 1.10\n}'}
    assert find(form, QPlainTextEdit, "s").isVisible()  # it has several lines now


def test_what_nobody_changed_and_what_is_cancelled_leaves_every_byte(qtbot: QtBot) -> None:
    text = '{"s": "\\u007b\\"a\\": 1}"}'
    form = shown_form(qtbot, tool({"s": TEXT}), text)
    end(opened(form, qtbot), QDialogButtonBox.StandardButton.Ok, qtbot)
    assert form.text() == text
    dialog = opened(form, qtbot)
    dialog.editor.set_text("[]")
    end(dialog, QDialogButtonBox.StandardButton.Cancel, qtbot)
    assert form.text() == text


def test_an_empty_text_begins_with_what_the_schema_requires(qtbot: QtBot) -> None:
    content = {"$ref": "#/$defs/order"}
    order = tool({"kind": {"const": "order"}, "note": {"type": "string"}}, ("kind",))
    schema = tool({"s": {**TEXT, "contentSchema": content}}, **{"$defs": {"order": order}})
    form = shown_form(qtbot, schema)
    dialog = opened(form, qtbot)
    assert json.loads(dialog.editor.text()) == {"kind": "order"}
    end(dialog, QDialogButtonBox.StandardButton.Ok, qtbot)
    assert json.loads(value(form)["s"]) == {"kind": "order"}


def test_a_text_that_is_no_json_is_remarked_and_sent_all_the_same(qtbot: QtBot) -> None:
    form = shown_form(qtbot, tool({"s": TEXT, "t": {"type": "string", "contentMediaType": "text/html"}}))
    qtbot.keyClicks(find(form, QLineEdit, "s"), "{a")
    assert "not JSON" in notes(form, "s") and value(form) == {"s": "{a"} and form.errors() == {}
    assert form.findChild(QToolButton, "field_t_content") is None


def test_bytes_and_secrets_are_no_json_to_be_seen(qtbot: QtBot) -> None:
    schema = {"b": {**TEXT, "contentEncoding": "base64"}, "s": {**TEXT, "format": "password"}}
    form = shown_form(qtbot, tool(schema), '{"b": "e30=", "s": "{a"}')
    for name in schema:
        assert form.findChild(QToolButton, f"field_{name}_content") is None
        assert "no JSON" not in notes(form, name)
