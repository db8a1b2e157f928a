"""The button that does the main thing of a pane, in the accent colour."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import QPushButton, QWidget

from inspector.ui.widgets import theme

__all__ = ["PrimaryButton"]

_ROUND = 6.0  # px, as the style sheet has it


class PrimaryButton(QPushButton):
    """Painted flat: the gradient of the style makes the ground too light for its text."""

    def __init__(self, name: str, text: str, parent: QWidget | None = None) -> None:
        super().__init__(text, parent)
        self.setObjectName(name)

    def paintEvent(self, event: QPaintEvent) -> None:
        ground, ink = theme.color("accent"), theme.color("base")
        edge = ground
        if not self.isEnabled():
            ground, edge = theme.color("background"), theme.color("border")
            ink = self.palette().color(QPalette.ColorRole.ButtonText)
        elif self.isDown() or self.underMouse():
            ground = theme.mix(ground, theme.color("text"), 0.3 if self.isDown() else 0.15)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(edge)
        painter.setBrush(ground)
        box = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        painter.drawRoundedRect(box, _ROUND, _ROUND)
        if self.hasFocus() and self.isEnabled():
            painter.setPen(ink)
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(box.adjusted(2, 2, -2, -2), _ROUND - 2, _ROUND - 2)
        painter.setPen(ink)
        flags = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextShowMnemonic
        painter.drawText(self.rect(), int(flags), self.text())
        painter.end()
