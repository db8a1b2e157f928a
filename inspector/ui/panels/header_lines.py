"""Extra HTTP headers of one message, a line each."""

from __future__ import annotations

from typing import Final

from PySide6.QtWidgets import QPlainTextEdit, QWidget

from inspector.core.transfer.paste import header_pair
from inspector.protocol.wire import Headers
from inspector.ui.widgets import theme, zoom

__all__ = ["OVER_HTTP", "HeaderLines"]

OVER_HTTP: Final = ("http", "sse")
"""Client.transport where messages carry headers."""

_LINES: Final = 2


class HeaderLines(QPlainTextEdit):
    """What is typed wins over the era's headers. Hidden it has no effect: pipes carry none."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName(name)
        self.setProperty("outlined", True)
        self.setAccessibleName(self.tr("Extra HTTP headers of this request"))
        self.setPlaceholderText(self.tr("Header: value, one per line; they override the app's"))
        self.setTabChangesFocus(True)
        self._lines = _LINES
        self._look()
        theme.notifier().changed.connect(self._look)

    def headers(self) -> Headers:
        """Name and value of each line. Raises UsageError for a line that is no header."""
        if self.isHidden():
            return ()
        lines = [line for line in self.toPlainText().split("\n") if line.strip()]
        return tuple(pair for line in lines for pair in header_pair(line).items())

    def set_lines(self, lines: int) -> None:
        """How many lines are seen at once."""
        self._lines = lines
        self._look()

    def _look(self) -> None:
        zoom.mono(self)
        self.setFixedHeight(self.fontMetrics().lineSpacing() * self._lines + 12)
