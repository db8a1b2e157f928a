"""Editor of a list or tuple: a row for each item, with add, remove, up and down."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from inspector.schema.document import Path
from inspector.schema.fields import Field
from inspector.schema.shape import fresh_lexeme
from inspector.ui import theme
from inspector.ui.controls import muted, tool_button
from inspector.ui.form_editor import Editor, retire, widget_name
from inspector.ui.form_row import FieldRow
from inspector.ui.form_sheet import Sheet

__all__ = ["ListEditor"]

_MOST_ROWS: Final = 200


class ListEditor(Editor):
    """Row n shows item n of the document: moving an item changes the document, the rows stay.

    A tuple has a row for each of its places, set or not. Beyond 200 items the rest is only counted here; the
    JSON view shows all of them.
    """

    kind = "list"
    is_section = True

    def __init__(self, sheet: Sheet, field: Field, path: Path, parent: QWidget | None = None) -> None:
        super().__init__(sheet, field, path, parent)
        self.setObjectName(widget_name(path))
        self._places = len(field.items())
        self._empty: str | None = None
        self._rows: list[_ItemRow] = []
        self._count = QLabel()
        self._count.setForegroundRole(muted().foregroundRole())
        self._rest = muted()
        self._rest.hide()
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(4)
        self._layout.addWidget(self._rest)
        self._add = tool_button(f"{widget_name(path)}_add", "plus", self.tr("Add an item"), self.tr("Add"))
        self._add.clicked.connect(self.add_item)

    def show_lexeme(self, lexeme: str | None) -> None:
        node = self.sheet.node(self.path)
        items = len(node.items) if node is not None and node.kind == "array" else 0
        self._empty = "[]" if node is not None and node.kind == "array" else lexeme
        wanted = min(max(items, self._places), _MOST_ROWS)
        while len(self._rows) > wanted:
            row = self._rows.pop()
            self.sheet.leave(row.value.path)
            retire(row)
        while len(self._rows) < wanted:
            row = _ItemRow(self, len(self._rows))
            self._rows.append(row)
            self._layout.insertWidget(len(self._rows) - 1, row)
        for number, row in enumerate(self._rows):
            row.value.refresh()
            row.show_place(number, items, self._places)
        self._rest.setText(self.tr("%n more item(s) in the JSON view", "", items - wanted))
        self._rest.setVisible(items > wanted)
        self._show_count(items)

    def shown(self) -> str | None:
        items = [row.value.host.editor.shown() for row in self._rows]
        while items and items[-1] is None:
            items.pop()  # places of a tuple that are not set
        return f"[{', '.join(item or 'null' for item in items)}]" if items else self._empty

    @property
    def is_hollow(self) -> bool:
        return not self._rows

    def forget(self) -> None:
        super().forget()
        for row in self._rows:
            row.value.forget()

    def focus_widget(self) -> QWidget:
        return self._rows[0].value.focus_widget() if self._rows else self._add

    def header_widgets(self) -> list[QWidget]:
        return [self._count, self._add]

    def add_item(self) -> None:
        """Append an item, with the default or an empty value, and go there."""
        node = self.sheet.node(self.path)
        number = len(node.items) if node is not None and node.kind == "array" else 0
        self.sheet.insert_item(self.path, number, fresh_lexeme(self.field.item(number)))
        row = self.sheet.rows.get(self.path)
        if row is not None:
            row.unfold()
        self.refresh()
        if number < len(self._rows):
            self._rows[number].value.focus_widget().setFocus()

    def remove_item(self, number: int) -> None:
        """Take an item out; the later ones move up."""
        self.sheet.remove((*self.path, number))

    def move_item(self, number: int, by: int) -> None:
        """Exchange an item with its neighbour; the keyboard goes with it."""
        self.sheet.swap_items(self.path, number, number + by)
        if 0 <= number + by < len(self._rows):
            self._rows[number + by].value.focus_widget().setFocus()

    def _show_count(self, items: int) -> None:
        bounds = self.field.bounds
        most = bounds.max_items
        self._count.setText(str(items) if items else "")
        fixed = self._places > 0 and self.field.schema.get("items") is False
        full = (most is not None and items >= most) or fixed
        self._add.setEnabled(not full)
        hint = (
            self.tr("At most {0} items").format(most) if full and most is not None else self.tr("Add an item")
        )
        self._add.setToolTip(hint)
        self._add.setVisible(not fixed)


class _ItemRow(QWidget):
    """Number, value, and what can be done with the item."""

    def __init__(self, owner: ListEditor, number: int) -> None:
        super().__init__(owner)
        self._owner = owner
        self._number = number
        path = (*owner.path, number)
        name = widget_name(path)
        self.value = FieldRow(owner.sheet, owner.field.item(number), path, bare=True)
        title = self.value.field.title
        label = muted(f"{number}  {title}" if title and not self.value.is_section else str(number))
        label.setFont(theme.mono_font(-1))
        label.setMinimumWidth(16)
        label.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        label.setFixedHeight(theme.row_height())
        self._up = tool_button(f"{name}_up", "arrow-up", self.tr("Move up"))
        self._down = tool_button(f"{name}_down", "arrow-down", self.tr("Move down"))
        self._remove = tool_button(f"{name}_remove", "close", self.tr("Remove"))
        self._up.clicked.connect(self._move_up)
        self._down.clicked.connect(self._move_down)
        self._remove.clicked.connect(self._remove_clicked)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(2)
        layout.addWidget(label, 0, Qt.AlignmentFlag.AlignTop)
        layout.addSpacing(4)
        layout.addWidget(self.value, 1, Qt.AlignmentFlag.AlignTop)
        for button in (self._up, self._down, self._remove):
            layout.addWidget(button, 0, Qt.AlignmentFlag.AlignTop)

    def show_place(self, number: int, items: int, places: int) -> None:
        """Which buttons make sense: places of a tuple stay where they are; only its end can be removed."""
        free = number >= places
        self._up.setVisible(free)
        self._down.setVisible(free)
        self._up.setEnabled(number > places)
        self._down.setEnabled(number + 1 < items)
        self._remove.setEnabled(number < items if free else number == items - 1)

    def _move_up(self) -> None:
        self._owner.move_item(self._number, -1)

    def _move_down(self) -> None:
        self._owner.move_item(self._number, 1)

    def _remove_clicked(self) -> None:
        self._owner.remove_item(self._number)
