"""A value that is too large for a line: what it is and how large, with the text at hand on demand."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QToolButton, QWidget

from inspector.ui.keyboard.own_keys import ENTER
from inspector.ui.locale.locale_text import say_size
from inspector.ui.widgets import theme
from inspector.ui.widgets.controls import Elided, row, tool_button

__all__ = ["LargeValue"]

_EDITABLE: Final = 1_000_000  # characters that an area still takes
_SEEN: Final = 60


class LargeValue(QWidget):
    """Says `7.5 MB of text: begins with…`. `opened`: a user wants to edit it as text.

    takes: is offered every key first.
    """

    opened = Signal()

    def __init__(self, name: str, takes: Callable[[QKeyEvent], bool]) -> None:
        super().__init__()
        self._takes = takes
        self._text = ""
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._words = Elided("", Qt.TextElideMode.ElideRight, "text")
        words = self.tr("Edit as text")
        self._button: QToolButton = tool_button(f"{name}_open", "", self.tr("Edit as text (Enter)"), words)
        self._button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._button.clicked.connect(self.opened)
        layout = row(self._words, self._button, margins=(theme.SPACE, 2, 2, 2), spacing=theme.SPACE)
        layout.setStretch(0, 1)
        self.setLayout(layout)

    def show_text(self, text: str) -> None:
        """Say what this text is."""
        self._text = text
        size = say_size(len(text.encode("utf-8", "surrogatepass")))
        begin = " ".join(text[:_SEEN].split())
        self._words.setText(self.tr("{0} of text: {1}…").format(size, begin))
        self._button.setVisible(len(text) <= _EDITABLE)

    def text(self) -> str:
        """The whole text."""
        return self._text

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in ENTER and not event.modifiers() and not self._button.isHidden():
            self.opened.emit()
        elif not self._takes(event):
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(theme.color("accent") if self.hasFocus() else theme.outline())
        painter.setBrush(theme.color("alternate"))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 3, 3)
        painter.end()
