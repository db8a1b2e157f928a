"""A panel that floats over the window until Esc or a click elsewhere: palette, add server, shortcuts.

It is a child widget, not a window and not modal: everything below goes on.
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QApplication, QFrame, QGraphicsDropShadowEffect, QWidget

from inspector.ui.keyboard.tab_stops import TabStops
from inspector.ui.widgets import theme

__all__ = ["Overlay"]

_TOP_SHARE = 0.12


class Overlay(TabStops, QFrame):
    """Centred near the top of its window. `closed` when it goes away."""

    closed = Signal()

    def __init__(self, name: str, width: int, window: QWidget) -> None:
        super().__init__(window)
        self.setObjectName(name)
        self._width = width
        self._least = 0
        self._before: QWidget | None = None
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        shadow = QGraphicsDropShadowEffect(self)
        shadow.setBlurRadius(28)
        shadow.setOffset(0, 4)
        shadow.setColor(QColor(0, 0, 0, 90))
        self.setGraphicsEffect(shadow)
        window.installEventFilter(self)
        self.hide()

    def open(self) -> None:
        """Show it and remember where the focus was."""
        self._before = QApplication.focusWidget()
        self.place()
        self.show()
        self.raise_()
        self.focus_first()

    def dismiss(self) -> None:
        """Hide it and give the focus back."""
        if not self.isVisible():
            return
        self.hide()
        if self._before is not None and self._before.isVisible():
            self._before.setFocus()
        self._before = None
        self.closed.emit()

    def focus_first(self) -> None:
        """Focus what is typed into."""
        self.setFocus()

    def keep_height(self, height: int) -> None:
        """So high in px at 100 %, as far as the window is."""
        self._least = height

    def place(self) -> None:
        """Centre it for the window's size."""
        window = self.window()
        width = min(theme.px(self._width), window.width() - 40)
        self.setFixedWidth(width)
        height = min(max(self.sizeHint().height(), theme.px(self._least)), window.height() - 40)
        top = max(20, min(round(window.height() * _TOP_SHARE), window.height() - height - 20))
        self.setGeometry((window.width() - width) // 2, top, width, height)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Follow the window's size."""
        if event.type() == QEvent.Type.Resize and self.isVisible():
            self.place()
        return super().eventFilter(watched, event)

    def event(self, event: QEvent) -> bool:
        """Ctrl+Enter belongs to what is typed here: it must not run a tool that lies below."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                event.accept()
                return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.dismiss()
        else:
            super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        event.accept()  # a click beside a control does not fall through to the window

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(theme.color("border"), 1))
        painter.setBrush(theme.color("base"))
        painter.drawRoundedRect(self.rect().adjusted(0, 0, -1, -1), 6, 6)
        painter.end()
