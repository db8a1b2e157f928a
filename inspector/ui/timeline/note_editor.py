"""A small editor for the note about a row, in its place below the row."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QEvent, QObject, QPoint, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QPlainTextEdit, QWidget

from inspector.ui.keyboard.key_words import with_keys
from inspector.ui.keyboard.own_keys import ENTER
from inspector.ui.timeline.view.view import TimelineView
from inspector.ui.widgets import theme, zoom
from inspector.ui.widgets.controls import Heading, column, muted

__all__ = ["NoteEditor"]

_WIDTH: Final = 420  # px
_LINES: Final = 3
_STILL_HERE: Final = (Qt.FocusReason.PopupFocusReason, Qt.FocusReason.ActiveWindowFocusReason)


class NoteEditor(QWidget):
    """Ctrl+Enter keeps what was written, and so does going elsewhere; Esc leaves it as it was."""

    written = Signal(int, str)  # record number, text

    def __init__(self, view: TimelineView) -> None:
        super().__init__(view)
        self.setObjectName("note_editor")
        self._view = view
        self._number = 0
        self._before = ""
        self._title = Heading("", 0)
        self._text = QPlainTextEdit(self)
        self._text.setObjectName("note_text")
        self._text.setAccessibleName(self.tr("Note"))
        self._text.setTabChangesFocus(True)
        self._text.installEventFilter(self)
        keys = muted(with_keys(self.tr("Ctrl+Enter saves, Esc cancels. An empty note is removed.")))
        self.setLayout(column(self._title, self._text, keys, spacing=theme.SPACE // 2, margins=(8, 6, 8, 6)))
        self.hide()

    def open(self, number: int, text: str) -> None:
        """Write about a record."""
        self._number, self._before = number, text
        self._title.setText(self.tr("Note about #{}").format(number))
        self._text.setPlainText(text)
        self._text.selectAll()
        zoom.lines(self._text.setFixedHeight, _LINES, 14)
        self._place()
        self.show()
        self.raise_()
        self._text.setFocus(Qt.FocusReason.PopupFocusReason)

    def _place(self) -> None:
        """Below the row, above it where there is no room below; never outside the window."""
        window = self._view.window()
        self.setParent(window)
        wanted = self.sizeHint()
        self.resize(min(max(_WIDTH, wanted.width()), window.width()), wanted.height())
        row = self._view.visualRect(self._view.currentIndex())
        left = self._view.header.sectionViewportPosition(2)
        below = self._view.viewport().mapTo(window, QPoint(max(0, left), row.bottom() + 1))
        y = below.y()
        if y + self.height() > window.height():
            y = below.y() - row.height() - self.height() - 1
        self.move(min(below.x(), window.width() - self.width()), max(0, y))

    def _close(self, *, keep: bool) -> None:
        if not self.isVisible():
            return
        number, text = self._number, self._text.toPlainText().strip()
        had_focus = self._text.hasFocus()
        self.hide()
        if keep and text != self._before:
            self.written.emit(number, text)
        if had_focus:
            self._view.setFocus()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setPen(theme.color("accent"))
        painter.setBrush(theme.color("background"))
        painter.drawRect(self.rect().adjusted(0, 0, -1, -1))
        painter.end()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QKeyEvent):
            control = event.modifiers() & Qt.KeyboardModifier.ControlModifier
            ends = event.key() == Qt.Key.Key_Escape or (event.key() in ENTER and bool(control))
            if ends and event.type() == QEvent.Type.ShortcutOverride:  # Ctrl+Enter runs a tool elsewhere
                event.accept()
                return True
            if ends and event.type() == QEvent.Type.KeyPress:
                self._close(keep=event.key() != Qt.Key.Key_Escape)
                return True
        if isinstance(event, QFocusEvent) and event.lostFocus() and event.reason() not in _STILL_HERE:
            self._close(keep=True)
        return super().eventFilter(watched, event)
