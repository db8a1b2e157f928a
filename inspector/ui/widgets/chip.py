"""A short word on a tinted ground: a badge, as a widget and for delegates."""

from __future__ import annotations

from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QLabel, QSizePolicy, QStyle, QWidget

from inspector.ui.widgets import theme, zoom

__all__ = ["Chip", "paint_chip", "paint_row_ground"]

_ROUND = 6.0  # px, as the style sheet has it


class Chip(QLabel):
    """A short word on a tinted ground: a badge. role: one of theme.ROLES."""

    def __init__(self, text: str, role: str = "muted", parent: QWidget | None = None) -> None:
        super().__init__(text, parent)
        self._role = role
        self.setTextFormat(Qt.TextFormat.PlainText)
        zoom.margins(self, 8, 1, 8, 1)
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


def paint_row_ground(painter: QPainter, area: QRect, state: QStyle.StateFlag) -> None:
    """The rounded ground of a row of a list that is chosen or below the mouse."""
    if state & QStyle.StateFlag.State_Selected:
        painter.setBrush(theme.color("selection"))
    elif state & QStyle.StateFlag.State_MouseOver:
        painter.setBrush(theme.mix(theme.color("background"), theme.color("muted"), 0.08))
    else:
        return
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.drawRoundedRect(area.adjusted(theme.px(4), 1, -theme.px(4), -1), _ROUND, _ROUND)


def paint_chip(painter: QPainter, rect: QRectF, text: str, ink: QColor, ground: QColor) -> None:
    """A rounded badge with its text centred."""
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(ground)
    painter.drawRoundedRect(rect, rect.height() / 2, rect.height() / 2)
    painter.setPen(ink)
    painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, text)
