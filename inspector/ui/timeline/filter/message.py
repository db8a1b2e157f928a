"""What is wrong with a filter, in a small frame that hangs below its line. It takes no focus and no room."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QFrame, QLabel, QWidget
from shiboken6 import isValid

from inspector.ui.widgets import theme
from inspector.ui.widgets.controls import row

__all__ = ["FilterMessage"]

_WIDEST: Final = 560  # px
_MARGIN: Final = 4  # px to the edge of the window


class FilterMessage:
    """Makes its frame when there is something to say, in the window where the line is then."""

    def __init__(self, name: str, line: QWidget) -> None:
        self._name = name
        self._line = line
        self._frame: _Frame | None = None

    def text(self) -> str:
        """What is shown now; empty: nothing."""
        frame = self._frame
        return frame.words.text() if frame is not None and isValid(frame) and frame.isVisible() else ""

    def say(self, words: str, role: str, icon: str) -> None:
        """Show the words below the line, in a role's colour with its sign."""
        window = self._line.window()
        if self._frame is None or not isValid(self._frame) or self._frame.parentWidget() is not window:
            self._frame = _Frame(self._name, window)
        self._frame.say(words, role, icon, self._line)

    def hide(self) -> None:
        """Nothing to say."""
        if self._frame is not None and isValid(self._frame):
            self._frame.hide()


class _Frame(QFrame):
    def __init__(self, name: str, window: QWidget) -> None:
        super().__init__(window)
        self.setObjectName(name)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._window = window
        self._role = "error"
        self._sign = QLabel()
        self.words = QLabel()
        self.words.setTextFormat(Qt.TextFormat.PlainText)
        self.words.setWordWrap(True)
        self._layout = row(self._sign, self.words, margins=(8, 4, 8, 4), spacing=6)
        self._layout.setStretch(1, 1)
        self._layout.setAlignment(self._sign, Qt.AlignmentFlag.AlignTop)
        self.setLayout(self._layout)
        self.hide()

    def say(self, words: str, role: str, icon: str, line: QWidget) -> None:
        self._role = role
        self.words.setText(words)
        self.setAccessibleName(words)
        self._sign.setPixmap(theme.icon(icon, role).pixmap(theme.px(16), theme.px(16)))
        place = line.mapTo(self._window, QPoint(0, line.height() + 2))
        room = min(max(line.width(), _WIDEST), self._window.width() - place.x() - _MARGIN)
        wanted = self.words.fontMetrics().horizontalAdvance(words) + 16 + 10 + 8 + 6 + 8
        width = min(room, wanted)
        self.setGeometry(place.x(), place.y(), width, self._layout.totalHeightForWidth(width))
        self.raise_()
        self.show()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setPen(QPen(theme.color(self._role), 1))
        painter.setBrush(theme.tint(self._role, 0.12))
        painter.drawRect(self.rect().adjusted(0, 0, -1, -1))
        painter.fillRect(0, 0, 3, self.height(), theme.color(self._role))
        painter.end()
