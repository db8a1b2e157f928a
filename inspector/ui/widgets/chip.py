"""A short word on a tinted ground: a badge, as a widget and for delegates, and a pill that can be pressed."""

from __future__ import annotations

from PySide6.QtCore import QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QLabel, QSizePolicy, QStyle, QWidget

from inspector.ui.widgets import theme, zoom
from inspector.ui.widgets.controls import ToolButton

__all__ = ["Chip", "Pill", "paint_chip", "paint_row_ground"]

_ROUND = 6.0  # px, as the style sheet has it
_PAD = 10  # px left and right of the words of a pill


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


class Pill(ToolButton):
    """A condition to switch on: outlined, and filled while it is on."""

    def __init__(self, name: str, text: str) -> None:
        super().__init__()
        self.setObjectName(name)
        self.setText(text)

    def sizeHint(self) -> QSize:
        width = self.fontMetrics().horizontalAdvance(self.text()) + 2 * theme.px(_PAD)
        return QSize(width, super().sizeHint().height())

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        on = self.isChecked()
        edge = "accent" if on or self.hasFocus() else "border"
        painter.setPen(QPen(theme.color(edge), 2 if self.hasFocus() else 1))
        ground = "accent" if on else "text" if self.underMouse() or self.isDown() else ""
        painter.setBrush(theme.tint(ground, 0.14 if on else 0.06) if ground else Qt.BrushStyle.NoBrush)
        pill = QRectF(self.rect()).adjusted(1, 2, -1, -2)
        painter.drawRoundedRect(pill, pill.height() / 2, pill.height() / 2)
        painter.setPen(theme.color("accent" if on else "text"))
        painter.drawText(self.rect(), Qt.AlignmentFlag.AlignCenter, self.text())
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
