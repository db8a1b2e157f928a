"""The menu of a row of a form: the states of a value, other types, JSON, what can be copied or shown."""

from __future__ import annotations

import json
from typing import Any, Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction, QGuiApplication
from PySide6.QtWidgets import QDialog, QMenu, QPlainTextEdit, QVBoxLayout, QWidget

from inspector.schema.document import Path, pointer_of
from inspector.schema.fields import Field, Kind
from inspector.ui.forms.editors.areas import JsonFieldEditor
from inspector.ui.forms.editors.editor import EditorHost, FormSheet, widget_name
from inspector.ui.forms.texts import label, short, type_word
from inspector.ui.widgets import zoom
from inspector.ui.widgets.plain import menu_text

__all__ = ["RowMenu"]

_EMPTY: Final[dict[Kind, str]] = {
    "string": '""',
    "multiline": '""',
    "list": "[]",
    "tuple": "[]",
    "object": "{}",
    "map": "{}",
}
_TYPES: Final = {"string": '""', "number": "0", "boolean": "false", "object": "{}", "array": "[]"}
"""What a value of a type starts with that the schema may not expect: it can be sent on purpose."""
_LONGEST_SCHEMA: Final = 200_000


class RowMenu(QMenu):
    """Made for the value that the place has now. `acted`: a value was chosen, or JSON, or no longer JSON."""

    acted = Signal()

    def __init__(self, sheet: FormSheet, field: Field, path: Path, host: EditorHost, parent: QWidget) -> None:
        super().__init__(parent)
        self._sheet = sheet
        self._field = field
        self._path = path
        self._host = host
        self._lexeme = sheet.lexeme(path)
        self._fill_states()
        self.addSeparator()
        self._fill_types()
        for key, text, kind in host.usual().others():
            other = self._state(key, text, host.forced is kind)
            other.setData(kind)
            other.triggered.connect(self._toggle_editor)
        if host.forced is not None or host.editor.innermost().kind != "json":
            as_json = self._state("as_json", self.tr("Edit as JSON"), host.forced is JsonFieldEditor)
            as_json.setData(JsonFieldEditor)
            as_json.triggered.connect(self._toggle_editor)
        self.addSeparator()
        chosen = host.editor.innermost()
        if addition := chosen.addition():
            self._entry("add", addition).triggered.connect(chosen.add_property)
        self._entry("copy", self.tr("Copy value")).triggered.connect(self._copy_value)
        path_text = menu_text(self.tr("Copy path {0}").format(pointer_of(path)))
        self._entry("copy_path", path_text).triggered.connect(self._copy_pointer)
        self._entry("schema", self.tr("Show schema…")).triggered.connect(self._show_schema)

    def _fill_states(self) -> None:
        field, lexeme = self._field, self._lexeme
        if not self._host.editor.must_stay:
            self._state("unset", self.tr("Not set"), lexeme is None).triggered.connect(self._unset)
        chosen = self._host.editor.innermost()
        empty = _EMPTY.get(chosen.field.kind)
        if empty is not None:
            self._value(self, "empty", self.tr("Empty: {0}").format(empty), empty)
        self._value(self, "null", self.tr("Null"), "null")
        if field.default is not None:
            text = menu_text(self.tr("Default: {0}").format(short(field.default, 40)))
            self._value(self, "default", text, field.default)
        if field.examples:
            examples = self.addMenu(self.tr("Example"))
            for number, example in enumerate(field.examples[:20]):
                self._value(examples, f"example_{number}", menu_text(short(example, 50)), example)

    def _fill_types(self) -> None:
        """Any value can be sent on purpose: the types that the field does not expect."""
        menu = self.addMenu(self.tr("As another type"))
        for name, empty in _TYPES.items():
            self._value(menu, f"type_{name}", f"{type_word(name)}: {empty}", empty, checkable=False)

    def _entry(self, key: str, text: str) -> QAction:
        action = self.addAction(text)
        action.setObjectName(f"{widget_name(self._path)}_{key}")
        return action

    def _state(self, key: str, text: str, checked: bool) -> QAction:
        action = self._entry(key, text)
        action.setCheckable(True)
        action.setChecked(checked)
        return action

    def _value(self, menu: QMenu, key: str, text: str, value: str, *, checkable: bool = True) -> None:
        action = menu.addAction(text)
        action.setObjectName(f"{widget_name(self._path)}_{key}")
        action.setCheckable(checkable)
        action.setChecked(self._lexeme == value)
        action.setData(value)
        action.triggered.connect(self._set_value)

    # -- what is chosen ----------------------------------------------------------------------------------

    def _set_value(self) -> None:
        action = self.sender()
        if isinstance(action, QAction):
            if self._host.forced is not None:
                self._host.force(None)
            self._sheet.write(self._path, str(action.data()))
            self.acted.emit()

    def _unset(self) -> None:
        self._sheet.remove(self._path)

    def _toggle_editor(self) -> None:
        action = self.sender()
        kind = action.data() if isinstance(action, QAction) else None
        self._host.force(None if self._host.forced is kind else kind)
        self.acted.emit()
        self._host.editor.focus_widget().setFocus()

    def _copy_pointer(self) -> None:
        QGuiApplication.clipboard().setText(pointer_of(self._path))

    def _copy_value(self) -> None:
        QGuiApplication.clipboard().setText(self._lexeme or "")

    def _show_schema(self) -> None:
        parent = self.parentWidget()
        dialog = QDialog(parent)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setObjectName("field_schema")
        name = label(self._field) or pointer_of(self._path)
        dialog.setWindowTitle(self.tr("Schema of {0}").format(name))
        area = QPlainTextEdit(_schema_text(self._field.schema))
        area.setObjectName("field_schema_text")
        area.setAccessibleName(dialog.windowTitle())
        area.setReadOnly(True)
        zoom.mono(area)
        layout = QVBoxLayout(dialog)
        layout.addWidget(area)
        zoom.give_room(dialog, 480, 400)
        dialog.open()


def _schema_text(schema: Any) -> str:
    """Indented. Of a schema that is large or very deep only the beginning is made."""
    parts, size = list[str](), 0
    try:
        for part in json.JSONEncoder(indent=2, ensure_ascii=False, default=str).iterencode(schema):
            parts.append(part)
            size += len(part)
            if size > _LONGEST_SCHEMA:
                break
        else:
            return "".join(parts)
    except RecursionError:
        pass
    return f"{''.join(parts)[:_LONGEST_SCHEMA]}…"
