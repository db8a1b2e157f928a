"""One item of a list in a form: its number, which is also its handle, its value, and remove."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QEvent, QPoint, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QApplication, QHBoxLayout, QToolButton, QWidget

from inspector.schema.document import Path
from inspector.schema.fields import Field
from inspector.ui.forms.editors.editor import FormSheet, widget_name
from inspector.ui.forms.layout import Tall
from inspector.ui.forms.row import FieldRow
from inspector.ui.keyboard.enter_key import OWN_ENTER
from inspector.ui.widgets import zoom
from inspector.ui.widgets.controls import tool_button

__all__ = ["ItemRow"]

_AROUND_NUMBER: Final = 10
_CONTROL: Final = Qt.KeyboardModifier.ControlModifier
_SHIFT: Final = Qt.KeyboardModifier.ShiftModifier
_ALT: Final = Qt.KeyboardModifier.AltModifier
_MODIFIERS: Final = _CONTROL | _SHIFT | _ALT | Qt.KeyboardModifier.MetaModifier


class Handle(QToolButton):
    """The number of an item: takes the keyboard for the whole item, and is dragged to another place."""

    def __init__(self, row: ItemRow, name: str) -> None:
        super().__init__(row)
        self._row = row
        self._pressed: QPoint | None = None
        self.setObjectName(name)
        self.setAutoRaise(True)
        zoom.mono(self, -1)
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self.setProperty(OWN_ENTER, True)  # into the value

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """A button would use the arrow keys to go elsewhere."""
        if self._row.knows(event):
            event.ignore()
        else:
            super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._pressed = event.position().toPoint()
        super().mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        far = QApplication.startDragDistance()
        start = self._pressed
        if start is not None and (event.position().toPoint() - start).manhattanLength() > far:
            self.setCursor(Qt.CursorShape.ClosedHandCursor)
            self._row.dragged.emit(self.mapTo(self._row, event.position().toPoint()))
        super().mouseMoveEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self._pressed = None
        self.unsetCursor()
        self._row.dropped.emit(self._row.number)
        super().mouseReleaseEvent(event)


class ItemRow(Tall):
    """What the keyboard does in it is done to the item; what it does not know goes on to what is around.

    What is to be done to the item is told with its number; `move_wanted` also with where to.
    """

    move_wanted = Signal(int, int)
    insert_wanted = Signal(int)
    paste_wanted = Signal(int)
    copy_wanted = Signal(int)
    remove_wanted = Signal(int)
    dragged = Signal(QPoint)  # the mouse, in this row
    dropped = Signal(int)

    def __init__(self, sheet: FormSheet, field: Field, path: Path, around: str, parent: QWidget) -> None:
        """path: it ends with the number of the item. around: what a screen reader calls the list."""
        super().__init__(parent)
        number = path[-1]
        assert isinstance(number, int)
        self.number = number
        name = widget_name(path)
        self.value = FieldRow(sheet, field, path, bare=True)
        self.handle = Handle(self, f"{name}_handle")
        title = self.value.field.title
        self._title = f"[{number}] {title}" if title and not self.value.is_section else f"[{number}]"
        hint = self.tr("Drag, or Alt+Up and Alt+Down: move. Ctrl+D: duplicate. Delete: remove.")
        self.handle.setToolTip(hint)
        self.handle.setAccessibleName(self.tr("Item {0} of {1}").format(number, around))
        self.handle.setAccessibleDescription(hint)
        self._remove = tool_button(f"{name}_remove", "close", self.tr("Remove"))
        self._remove.setAccessibleName(self.tr("Remove item {0} of {1}").format(number, around))
        self._remove.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self._remove.clicked.connect(self._remove_clicked)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        zoom.follow(layout.setSpacing, 4)
        layout.addWidget(self.handle, 0, Qt.AlignmentFlag.AlignTop)
        layout.addWidget(self.value, 1, Qt.AlignmentFlag.AlignTop)
        layout.addWidget(self._remove, 0, Qt.AlignmentFlag.AlignTop)

    def show_place(self, items: int, places: int, counted: bool) -> None:
        """Places of a tuple stay where they are, only its end can be removed. counted: see `contains`."""
        free = self.number >= places
        self.handle.setText(f"✓ {self._title}" if counted else self._title)
        self._remove.setEnabled(self.number < items if free else self.number == items - 1)

    def number_width(self, tick: bool) -> int:
        """What the number needs. tick: with room for one."""
        text = f"✓ {self._title}" if tick else self._title
        return self.handle.fontMetrics().horizontalAdvance(text) + _AROUND_NUMBER

    def knows(self, event: QKeyEvent) -> bool:
        """Whether a key does something to the item."""
        return self._action(event) is not None

    def event(self, event: QEvent) -> bool:
        """Keys that a window may have as shortcuts are the item's while the keyboard is in it."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            if self.knows(event):
                event.accept()
                return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        action = self._action(event)
        if action is None:
            super().keyPressEvent(event)
            return
        kind, by = action
        if kind == "move":
            self.move_wanted.emit(self.number, self.number + by)
        elif kind == "enter":
            self.value.focus_widget().setFocus(Qt.FocusReason.OtherFocusReason)
        elif kind == "remove":
            self.remove_wanted.emit(self.number)
        elif kind == "copy":
            self.copy_wanted.emit(self.number)
        elif kind == "paste":
            self.paste_wanted.emit(self.number + 1)
        elif kind == "leave":
            self.handle.setFocus(Qt.FocusReason.OtherFocusReason)
        else:
            self.insert_wanted.emit(self.number + 1)

    def _action(self, event: QKeyEvent) -> tuple[str, int] | None:
        key, modifiers = Qt.Key(event.key()), event.modifiers() & _MODIFIERS
        known = _KEYS.get((key, modifiers.value))
        if known is not None:
            return known
        if self.handle.hasFocus():
            return _HANDLE_KEYS.get((key, modifiers.value))
        mine = self.value.sheet.row_of(QApplication.focusWidget()) is self.value
        return ("leave", 0) if mine and key == Qt.Key.Key_Escape and not modifiers else None

    def _remove_clicked(self) -> None:
        self.remove_wanted.emit(self.number)


_KEYS: Final = {
    (Qt.Key.Key_Up, _ALT.value): ("move", -1),
    (Qt.Key.Key_Down, _ALT.value): ("move", 1),
    (Qt.Key.Key_D, _CONTROL.value): ("copy", 0),
    (Qt.Key.Key_Return, (_CONTROL | _SHIFT).value): ("insert", 0),
    (Qt.Key.Key_Enter, (_CONTROL | _SHIFT).value): ("insert", 0),
}
"""Anywhere in an item."""
_HANDLE_KEYS: Final = {
    (Qt.Key.Key_Delete, 0): ("remove", 0),
    (Qt.Key.Key_Return, 0): ("enter", 0),
    (Qt.Key.Key_Enter, 0): ("enter", 0),
    (Qt.Key.Key_V, _CONTROL.value): ("paste", 0),
}
"""While the keyboard is on the number."""
