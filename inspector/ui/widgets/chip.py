"""A short word on a tinted ground: a badge, as a widget and for delegates."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget

from inspector.ui.widgets import theme, zoom

__all__ = ["Chip", "paint_chip"]


class Chip(QLabel):
    """A short word on a tinted ground: a badge. role: one of theme.ROLES."""

    def __init__(self, text: str, role: str = "muted", parent: QWidget | None = None) -> None:
        super().__init__(text, parent)
        self._role = role
        self.setTextFormat(Qt.TextFormat.PlainText)
        zoom.margins(self, 6, 0, 6, 0)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def set_role(self, role: str) -> None:
        """Show the text in another role's colours."""
        self._role = role
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        paint_chip(painter, QRectF(self.rect()), self.text(), theme.color(self._role), theme.tint(self._role))
        painter.end()


def paint_chip(painter: QPainter, rect: QRectF, text: str, ink: QColor, ground: QColor) -> None:
    """A rounded badge with its text centred."""
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(ground)
    painter.drawRoundedRect(rect, 3, 3)
    painter.setPen(ink)
    painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, text)
