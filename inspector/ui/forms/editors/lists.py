"""Editor of a list or tuple: a row for each item, with add, remove, move, duplicate and paste."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication, QPainter, QPaintEvent
from PySide6.QtWidgets import QApplication, QLineEdit, QSizePolicy, QToolButton, QVBoxLayout, QWidget

from inspector.schema.document import Path
from inspector.schema.fields import Field
from inspector.schema.pasted import pasted_items
from inspector.schema.shape import fresh_lexeme, is_typed_anew
from inspector.ui.forms.editors.editor import Editor, FormSheet, is_roomy, retire, widget_name
from inspector.ui.forms.items import ItemRow
from inspector.ui.forms.layout import at_once
from inspector.ui.forms.pager import Pager
from inspector.ui.forms.texts import branch_label
from inspector.ui.widgets import theme, zoom
from inspector.ui.widgets.controls import Elided, tool_button

__all__ = ["ListEditor"]

_PAGE: Final = 50


class ListEditor(Editor):
    """Row n shows item n of the document: moving an item changes the document, the rows stay.

    A tuple has a row for each of its places, set or not. Of a long list one page of items has rows; they are
    made when it opens: lists of lists would make thousands, and a tuple may hold itself.
    """

    kind = "list"
    is_section = True

    def __init__(self, sheet: FormSheet, field: Field, path: Path, parent: QWidget | None = None) -> None:
        super().__init__(sheet, field, path, parent)
        self.setObjectName(widget_name(path))
        self.now = field
        """The field as its value makes it."""
        self._opened = False
        self._places = len(field.items())
        self._empty: str | None = None
        self._start = 0
        self._rows: list[ItemRow] = []
        self._drop: int | None = None
        self._pager: Pager | None = None
        self._count: Elided | None = None
        self._add: QToolButton | None = None
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        zoom.follow(self._layout.setSpacing, 4)
        theme.notifier().resized.connect(self._align)

    def open(self) -> None:
        if not self._opened:
            self._opened = True
            self.forget()
            self.refresh()

    def show_lexeme(self, lexeme: str | None) -> None:
        node = self.sheet.node(self.path)
        items = self._items()
        self._look()
        self._empty = "[]" if node is not None and node.kind == "array" else lexeme
        rows = self._row_count()
        self._start = min(self._start, max(0, rows - 1) // _PAGE * _PAGE)
        self._have_rows(range(self._start, min(rows, self._start + _PAGE)))
        counted = self._counted()
        for row in self._rows:
            row.value.refresh()
            row.show_place(items, self._places, row.number in counted)
        if self._pager is None and rows > _PAGE:
            self._pager = Pager(widget_name(self.path), _PAGE)
            self._pager.wanted.connect(self.show_item)
            self._layout.addWidget(self._pager)
        if self._pager is not None:
            self._pager.show_page(self._start, rows)
        self._show_count(items, len(counted))

    def _look(self) -> None:
        """What the items are may depend on the value."""
        if self.field.is_conditional:
            value = self.sheet.document.value(self.path)
            self.now = self.field.seen(value if isinstance(value, list) else [])
            self._places = len(self.now.items())
            for row in self._rows:
                row.value.set_field(self.now.item(row.number))

    @at_once
    def _have_rows(self, numbers: range) -> None:
        if self._rows and self._rows[0].number != numbers.start:
            for row in self._rows:
                retire(row)
            self._rows = []
        while len(self._rows) > len(numbers):
            retire(self._rows.pop())
        if len(self._rows) == len(numbers):
            return
        for number in numbers[len(self._rows) :]:
            row = ItemRow(self.sheet, self.now.item(number), (*self.path, number), self.spoken(), self)
            row.move_wanted.connect(self.move_item)
            row.insert_wanted.connect(self.insert_item)
            row.paste_wanted.connect(self.paste_items)
            row.copy_wanted.connect(self.duplicate_item)
            row.remove_wanted.connect(self.remove_item)
            row.dragged.connect(self._dragged)
            row.dropped.connect(self.drop)
            self._layout.insertWidget(len(self._rows), row)
            self._rows.append(row)
        self._align()

    def _align(self) -> None:
        """The values stand below each other."""
        ticks = self.field.counted() is not None
        width = max((row.number_width(ticks) for row in self._rows), default=0)
        for row in self._rows:
            row.handle.setFixedSize(width, theme.row_height())

    def _row_count(self) -> int:
        """How many items have a row on some page: none until the user looks inside."""
        return max(self._items(), self._places) if self._opened else 0

    def _items(self) -> int:
        node = self.sheet.node(self.path)
        return len(node.items) if node is not None and node.kind == "array" else 0

    def shown(self) -> str | None:
        items = [row.value.host.editor.shown() for row in self._rows]
        while items and items[-1] is None:
            items.pop()  # places of a tuple that are not set
        return f"[{', '.join(item or 'null' for item in items)}]" if items else self._empty

    @property
    def is_hollow(self) -> bool:
        return not self._items() and not self._places

    def forget(self) -> None:
        super().forget()
        for row in self._rows:
            row.value.forget()

    def reach(self, step: str | int) -> None:
        self.open()
        if isinstance(step, int):
            self.show_item(step)

    def focus_widget(self) -> QWidget:
        if self._rows:
            return self._rows[0].value.focus_widget()
        return self if self._add is None else self._add

    def header_widgets(self) -> list[QWidget]:
        name = widget_name(self.path)
        self._count = Elided(role="muted")
        self._count.setObjectName(f"{name}_count")
        self._count.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self._count.setMinimumWidth(1)
        word = self.tr("Add") if is_roomy(self.path) else ""
        self._add = tool_button(f"{name}_add", "plus", self.tr("Add an item"), word)
        self._add.setAccessibleName(self.tr("{0}: add an item").format(self.spoken()))
        self._add.clicked.connect(self.add_item)
        hint = self.tr("Paste items: lines, a column or table of a spreadsheet, CSV, or a JSON list")
        paste = tool_button(f"{name}_paste", "content-paste", hint)
        paste.setAccessibleName(self.tr("{0}: paste items").format(self.spoken()))
        paste.clicked.connect(self._paste_at_end)
        self._show_count(self._items(), len(self._counted()))
        return [self._count, self._add, paste]

    # -- what a user does ------------------------------------------------------------------------------

    def show_item(self, number: int) -> None:
        """Have the page that an item is on."""
        start = number // _PAGE * _PAGE
        if start != self._start and 0 <= number < self._row_count():
            self._start = start
            self.show_lexeme(self.sheet.lexeme(self.path))

    def add_item(self) -> None:
        """Append an item, with the default or an empty value, and go there."""
        self.insert_item(self._items())

    def insert_item(self, number: int) -> None:
        """Put a new item before this number, and go there."""
        field = self.now.item(number)
        if is_typed_anew(field):
            self.sheet.insert_draft(self.path, number)
            self._arrive(number)
        else:
            self._put(number, [fresh_lexeme(field)])

    def duplicate_item(self, number: int) -> None:
        """Put a copy of an item behind it."""
        lexeme = self.sheet.lexeme((*self.path, number))
        if lexeme is not None:
            self._put(number + 1, [lexeme])

    def paste_items(self, number: int) -> None:
        """Put what the clipboard holds before this number, as items."""
        text = QGuiApplication.clipboard().text()
        if text.strip():
            self._put(number, pasted_items(text, self.now.item(number)))

    def _paste_at_end(self) -> None:
        self.paste_items(self._items())

    def _put(self, number: int, lexemes: list[str]) -> None:
        self.sheet.insert_items(self.path, number, lexemes)
        self._arrive(number)

    def _arrive(self, number: int) -> None:
        """An item was put there: the keyboard goes to it, and what is typed replaces what it starts with."""
        row = self.sheet.rows.get(self.path)
        if row is not None:
            row.unfold()
        heir = self.heir()
        heir.refresh()
        if isinstance(heir, ListEditor):
            heir.go_to(number, handle=False)
            focus = QApplication.focusWidget()
            if isinstance(focus, QLineEdit) and heir.isAncestorOf(focus):
                focus.selectAll()

    def remove_item(self, number: int) -> None:
        """Take an item out; the later ones move up, and the keyboard goes to the next."""
        focus = QApplication.focusWidget()
        handle = any(row.handle is focus for row in self._rows)
        held = focus is not None and self.holds(focus)
        self.sheet.remove((*self.path, number))
        if held:
            self.go_to(min(number, self._items() - 1), handle=handle)

    def move_item(self, number: int, to: int) -> None:
        """Move an item to the place of another; the keyboard goes with it."""
        if number == to or not self._places <= to < self._items() or number < self._places:
            return
        focus = QApplication.focusWidget()
        handle = any(row.handle is focus for row in self._rows)
        self.sheet.move_item(self.path, number, to)
        self.go_to(to, handle=handle)

    def go_to(self, number: int, *, handle: bool) -> None:
        """Put the keyboard on an item: into its value, or on its number."""
        self.show_item(number)
        row = next((row for row in self._rows if row.number == number), None)
        if row is not None:
            (row.handle if handle else row.value.focus_widget()).setFocus(Qt.FocusReason.OtherFocusReason)
        elif not self._rows and self._add is not None:
            self._add.setFocus(Qt.FocusReason.OtherFocusReason)

    # -- dragging ----------------------------------------------------------------------------------------

    def _dragged(self, place: QPoint) -> None:
        row = self.sender()
        assert isinstance(row, ItemRow)
        self.show_drop(row.mapTo(self, place).y())

    def show_drop(self, height: int) -> None:
        """Draw where an item that is dragged would go: height within the editor."""
        middles = [row.geometry().center().y() for row in self._rows]
        self._drop = self._start + sum(middle < height for middle in middles)
        self.update()

    def drop(self, number: int) -> None:
        """The item that was dragged goes where the line is."""
        place, self._drop = self._drop, None
        self.update()
        if place is not None:
            self.move_item(number, place - 1 if place > number else place)

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self._drop is None or not self._rows:
            return
        place = self._drop - self._start
        at_end = place >= len(self._rows)
        last = self._rows[min(place, len(self._rows) - 1)].geometry()
        painter = QPainter(self)
        painter.fillRect(
            0, last.bottom() + 1 if at_end else last.top() - 2, self.width(), 2, theme.color("accent")
        )
        painter.end()

    # -- how many ----------------------------------------------------------------------------------------

    def _counted(self) -> set[int]:
        """Which items of this page are of the kind that `contains` asks for."""
        asked = self.field.counted()
        if asked is None:
            return set()
        wanted, found = asked[0], set[int]()
        for number in range(self._start, min(self._items(), self._start + _PAGE)):
            value = self.sheet.document.value((*self.path, number))
            if wanted.accepts(value):
                found.add(number)
        return found

    def _show_count(self, items: int, counted: int) -> None:
        """`2 / 1…5`, and what `contains` asks for."""
        if self._count is None or self._add is None:
            return
        bounds = self.field.bounds
        least, most = bounds.min_items, bounds.max_items
        text = str(items) if items else ""
        if least is not None or most is not None:
            text = f"{items} / {least or 0}…{'' if most is None else most}"
        asked = self.field.counted()
        if asked is not None:
            many = str(asked[1]) if asked[2] is None else f"{asked[1]}…{asked[2]}"
            needed = self.tr("{0} of {1} like {2}").format(counted, many, branch_label(asked[0]))
            text = f"{text} · {needed}" if text else needed
        self._count.setText(text)
        fixed = self._places > 0 and self.now.schema.get("items") is False
        full = (most is not None and items >= most) or (fixed and items >= self._places)
        self._add.setEnabled(not full)
        hint = self.tr("Add an item")
        if full:
            reason = self.tr("At most {0} items").format(self._places if fixed else most)
            hint = self.tr("{0}. Ctrl+D on an item adds one anyway.").format(reason)
        self._add.setToolTip(hint)
