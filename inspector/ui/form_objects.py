"""Editor of an object: a row for each declared property, a table of those that are not declared."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QGridLayout, QLineEdit, QPushButton, QVBoxLayout, QWidget

from inspector.schema.document import Path, lexeme_of
from inspector.schema.fields import Field
from inspector.schema.shape import fresh_lexeme
from inspector.ui import theme
from inspector.ui.controls import tool_button
from inspector.ui.form_editor import Editor, retire, widget_name
from inspector.ui.form_row import FieldRow
from inspector.ui.form_sheet import Sheet

__all__ = ["ObjectEditor"]

_AT_ONCE: Final = 60
_A_TURN: Final = 20
_ROW_GAP: Final = 8


class ObjectEditor(Editor):
    """Rows are made when the section opens: the first ones at once, others when the end comes into sight.

    Making all of a thousand rows takes seconds, and laying them out again grows with their number.
    """

    kind = "object"
    is_section = True

    def __init__(self, sheet: Sheet, field: Field, path: Path, parent: QWidget | None = None) -> None:
        super().__init__(sheet, field, path, parent)
        self.setObjectName(widget_name(path))
        self._opened = False
        self._empty: str | None = None
        self._waiting: list[Field] = []
        self._known: frozenset[str] = frozenset()
        self._rows: list[FieldRow] = []
        self._extras: _ExtraRows | None = None
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(_ROW_GAP)
        self._more: _More | None = None

    @property
    def is_hollow(self) -> bool:
        node = self.sheet.node(self.path)
        return self.field.kind == "map" and (node is None or not node.members)

    def open(self) -> None:
        if self._opened:
            return
        self._opened = True
        self._waiting = list(self.field.properties())
        keys = tuple(child.key for child in self._waiting)
        self._known = frozenset(keys)
        self.sheet.set_order(self.path, keys)
        self._make(_AT_ONCE)
        self.forget()
        self.refresh()

    def show_lexeme(self, lexeme: str | None) -> None:
        node = self.sheet.node(self.path)
        self._empty = "{}" if node is not None and node.kind == "object" else lexeme
        if not self._opened:
            return
        for row in self._rows:
            row.refresh()
        self._show_extras()

    def shown(self) -> str | None:
        rows = [*self._rows, *(self._extras.values() if self._extras else ())]
        values = {str(row.path[-1]): row.host.editor.shown() for row in rows}
        members = [f"{lexeme_of(key)}: {value}" for key, value in values.items() if value is not None]
        return f"{{{', '.join(members)}}}" if members else self._empty

    def forget(self) -> None:
        super().forget()
        for row in self._rows:
            row.forget()
        if self._extras is not None:
            self._extras.forget()

    def finish(self) -> None:
        """Make the rows that still wait."""
        self._make(len(self._waiting))

    def focus_widget(self) -> QWidget:
        return self._rows[0].focus_widget() if self._rows else self

    def header_widgets(self) -> list[QWidget]:
        expected = self.field.takes_more or self.field.kind == "map"
        hint = self.tr("Add a property")
        if not expected:
            hint = (
                self.tr("Add a property that the schema does not allow")
                if self.field.forbids_more
                else self.tr("Add a property that the schema does not name")
            )
        button = tool_button(
            f"{widget_name(self.path)}_add", "plus", hint, self.tr("Add") if expected else ""
        )
        button.clicked.connect(self.add_property)
        return [button]

    def add_property(self) -> None:
        """Add a property under a name that is free, ready to be renamed."""
        node = self.sheet.node(self.path)
        taken = set(node.index) if node is not None and node.kind == "object" else set()
        number = 1
        while (key := f"key{number}") in taken | self._known:
            number += 1
        path = (*self.path, key)
        self.sheet.kept.add(path)
        self.sheet.write(path, fresh_lexeme(self.field.extra(key)))
        row = self.sheet.rows.get(self.path)
        if row is not None:
            row.unfold()
        self.open()
        if self._extras is not None:
            self._extras.edit_key(key)

    def _make_some(self) -> None:
        self._make(_A_TURN)

    def _make(self, count: int) -> None:
        for field in self._waiting[:count]:
            row = FieldRow(self.sheet, field, (*self.path, field.key), self)
            self._rows.append(row)
            self._layout.insertWidget(len(self._rows) - 1, row)
            row.refresh()
        del self._waiting[:count]
        if self._more is not None:
            retire(self._more)
            self._more = None
        if self._waiting:
            self._more = _More(self.tr("%n more", "", len(self._waiting)))
            self._more.setObjectName(f"{widget_name(self.path)}_more")
            self._more.seen.connect(self._make_some)
            self._more.clicked.connect(self._make_some)
            self._layout.insertWidget(len(self._rows), self._more)

    def _show_extras(self) -> None:
        node = self.sheet.node(self.path)
        keys = [key for key in node.index if key not in self._known] if node is not None else []
        if self._extras is None and keys:
            self._extras = _ExtraRows(self.sheet, self.field, self.path, self)
            self._layout.addWidget(self._extras)
        if self._extras is not None:
            self._extras.show_keys(keys)


class _More(QPushButton):
    """Stands for the rows not made yet, and says when it comes into sight."""

    seen = Signal()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        QTimer.singleShot(0, self, self.seen.emit)


class _ExtraRows(QWidget):
    """Properties that the schema does not name: key, value, remove."""

    def __init__(self, sheet: Sheet, field: Field, path: Path, parent: QWidget) -> None:
        super().__init__(parent)
        self._sheet = sheet
        self._field = field
        self._path = path
        self._rows: dict[str, _ExtraRow] = {}
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(4)

    def show_keys(self, keys: list[str]) -> None:
        """One row a key, in the order of the document."""
        for key in [key for key in self._rows if key not in keys]:
            row = self._rows.pop(key)
            self._sheet.leave((*self._path, key))
            retire(row)
        for number, key in enumerate(keys):
            if key not in self._rows:
                self._sheet.kept.add((*self._path, key))
                row = self._rows[key] = _ExtraRow(self._sheet, self._field, self._path, key)
                row.renamed.connect(self._renamed)
                row.removed.connect(self._removed)
            if self._layout.indexOf(self._rows[key]) != number:
                self._layout.insertWidget(number, self._rows[key])
            self._rows[key].refresh()

    def values(self) -> list[FieldRow]:
        """The rows of the values."""
        return [row.value for row in self._rows.values()]

    def forget(self) -> None:
        """Show the values anew."""
        for row in self._rows.values():
            row.value.forget()

    def edit_key(self, key: str) -> None:
        """Let a person type the name."""
        row = self._rows.get(key)
        if row is not None:
            row.key_line.setFocus()
            row.key_line.selectAll()

    def _renamed(self, key: str, new_key: str) -> None:
        node = self._sheet.node(self._path)
        if node is None or new_key in node.index:
            self._rows[key].refuse()
            return
        self._sheet.kept.add((*self._path, new_key))
        self._sheet.rename((*self._path, key), new_key)

    def _removed(self, key: str) -> None:
        self._sheet.remove((*self._path, key))


class _ExtraRow(QWidget):
    """One property: its key can be edited. A property the schema forbids is marked, not hidden."""

    renamed = Signal(str, str)
    removed = Signal(str)

    def __init__(self, sheet: Sheet, field: Field, path: Path, key: str) -> None:
        super().__init__()
        self._key = key
        name = widget_name((*path, key))
        self.key_line = QLineEdit(key)
        self.key_line.setObjectName(f"{name}_key")
        self.key_line.setAccessibleName(self.tr("Name of the property"))
        self.key_line.setFont(theme.mono_font())
        self.key_line.editingFinished.connect(self._edited)
        self.value = FieldRow(sheet, replace(field.extra(key), required=True), (*path, key), bare=True)
        remove = tool_button(f"{name}_remove", "close", self.tr("Remove {0}").format(key))
        remove.clicked.connect(self._remove)
        if field.forbids_more:
            self.key_line.addAction(
                theme.icon("alert-outline", "warning"), QLineEdit.ActionPosition.TrailingPosition
            )
            self.key_line.setToolTip(self.tr("The schema does not allow this property."))
        self._below = False
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setSpacing(4)
        self._grid.setColumnStretch(0, 1)
        self._grid.setColumnStretch(1, 2)
        self._grid.addWidget(self.key_line, 0, 0, Qt.AlignmentFlag.AlignTop)
        self._grid.addWidget(remove, 0, 2, Qt.AlignmentFlag.AlignTop)
        self._place()

    def refuse(self) -> None:
        """The name is taken: show the old one again."""
        self.key_line.setText(self._key)
        self.key_line.setToolTip(self.tr("There is another property of that name."))

    def refresh(self) -> None:
        """Show the value: beside its key, or below it when it has parts of its own."""
        self.value.refresh()
        node = self.value.sheet.node(self.value.path)
        below = self.value.is_section or (node is not None and node.kind in ("object", "array"))
        if below != self._below:
            self._below = below
            self._grid.removeWidget(self.value)
            self._place()

    def _place(self) -> None:
        if self._below:
            self._grid.addWidget(self.value, 1, 0, 1, 3)
        else:
            self._grid.addWidget(self.value, 0, 1, Qt.AlignmentFlag.AlignTop)

    def _edited(self) -> None:
        if self.key_line.text() != self._key:
            self.renamed.emit(self._key, self.key_line.text())

    def _remove(self) -> None:
        self.removed.emit(self._key)
