"""A form on the screen, and how tests find things in it."""

from __future__ import annotations

import json
from typing import Any

from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QApplication, QToolButton
from pytestqt.qtbot import QtBot

from inspector.ui.forms.form import Form
from inspector.ui.forms.notes import Notes


def tool(properties: dict[str, Any], required: tuple[str, ...] = (), **more: Any) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": list(required), **more}


def shown_form(qtbot: QtBot, schema: Any, text: str | None = None) -> Form:
    """A form of 500 x 600 that has the keyboard."""
    form = Form()
    qtbot.addWidget(form)
    form.resize(500, 600)
    form.set_schema(schema)
    if text is not None:
        form.set_text(text)
    with qtbot.waitActive(form):
        form.show()
        form.activateWindow()
    return form


def find(form: Form, kind: type[Any], name: str) -> Any:
    """The widget of a field, by the end of its name."""
    widget = form.findChild(kind, f"field_{name}")
    assert widget is not None, [w.objectName() for w in form.findChildren(kind)]
    return widget


def add_property(form: Form) -> None:
    """To the whole: with its button where more is expected, else from the menu."""
    button = form.findChild(QToolButton, "field__add")
    if button is not None:
        button.click()
    else:
        assert form.add_property_action.isVisible()
        form.add_property_action.trigger()


def value(form: Form) -> Any:
    return json.loads(form.text())


def notes(form: Form, name: str) -> str:
    """What is remarked below an editor."""
    found = form.findChild(Notes, f"field_{name}_notes")
    return found.words() if found is not None and not found.isHidden() else ""


def settle() -> None:
    """Let widgets that were retired die."""
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
