"""A line to type a filter: tells at once whether it can be used, and says why not without moving anything."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QPalette
from PySide6.QtWidgets import QLabel, QLineEdit, QWidget

from inspector.trace.query import Compiled, FilterError, compile_filter
from inspector.ui import theme

__all__ = ["FilterEdit"]

_APPLY_MS: Final = 150  # after the last key
_SAY_MS: Final = 700  # a half-typed filter is wrong for a moment; nobody needs to be told at once


class FilterEdit(QLineEdit):
    """Text of the filter language. Green when it is used, red when it cannot be read."""

    applied = Signal(object)  # Compiled, or None for everything
    left = Signal()  # Down or Enter: on to the rows

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName(name)
        self.setClearButtonEnabled(True)
        self._compiled: Compiled | None = None
        self._error = ""
        self._message = QLabel(parent)
        self._message.setObjectName(f"{name}_message")
        self._message.setTextFormat(Qt.TextFormat.PlainText)
        self._message.setMargin(4)
        self._message.setWordWrap(True)
        self._message.setAutoFillBackground(True)
        self._message.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._message.hide()
        self._apply_timer = self._timer(_APPLY_MS, self._apply)
        self._say_timer = self._timer(_SAY_MS, self._say)
        self.textChanged.connect(self._check)
        theme.notifier().changed.connect(self._colour)

    def _timer(self, wait_ms: int, then: Callable[[], None]) -> QTimer:
        timer = QTimer(self)
        timer.setSingleShot(True)
        timer.setInterval(wait_ms)
        timer.timeout.connect(then)
        return timer

    def set_message_place(self, host: QWidget) -> None:
        """The error lies over this widget, below the line."""
        self._message.setParent(host)

    def error_text(self) -> str:
        """Why the text cannot be used; empty when it can."""
        return self._error

    def add_condition(self, condition: str) -> None:
        """Join a condition with `and`, and use it."""
        text = self.text().strip()
        if text and not self._error:
            text = f"({text})" if " or " in text else text
            condition = f"{text} and {condition}"
        self.setText(condition)
        self._apply()

    def _check(self, text: str) -> None:
        try:
            self._compiled = compile_filter(text) if text.strip() else None
            self._error = ""
        except FilterError as error:
            self._error = self.tr("column {0}: {1}").format(error.column + 1, error)
        self.setToolTip(self._error)
        self.setAccessibleDescription(self._error)
        self._colour()
        if self._error:
            self._apply_timer.stop()
            self._say_timer.start()
        else:
            self._message.hide()
            self._say_timer.stop()
            self._apply_timer.start()

    def _apply(self) -> None:
        self._apply_timer.stop()
        if not self._error:
            self.applied.emit(self._compiled)

    def _colour(self) -> None:
        palette = self.palette()
        role = "error" if self._error else "ok" if self._compiled is not None and self.text() else ""
        ground = theme.tint(role, 0.12) if role else theme.color("base")
        palette.setColor(QPalette.ColorRole.Base, ground)
        self.setPalette(palette)
        colours = self._message.palette()
        colours.setColor(QPalette.ColorRole.Window, theme.tint("error", 0.12))
        colours.setColor(QPalette.ColorRole.WindowText, theme.color("error"))
        self._message.setPalette(colours)

    def _say(self) -> None:
        host = self._message.parentWidget()
        if not self._error or host is None or not self.isVisible():
            return
        self._message.setText(self._error)
        place = self.mapTo(host, QPoint(0, self.height()))
        width = max(self.width(), min(480, host.width() - place.x()))
        self._message.setGeometry(place.x(), place.y(), width, self._message.heightForWidth(width))
        self._message.raise_()
        self._message.show()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = event.key()
        if key == Qt.Key.Key_Escape and self.text():
            self.clear()
            self._apply()
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._apply()
            self._say()
            if not self._error:
                self.left.emit()
        elif key in (Qt.Key.Key_Down, Qt.Key.Key_Escape):
            self.left.emit()
        else:
            super().keyPressEvent(event)
