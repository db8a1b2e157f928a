"""A small picture beside a text, in the colours of now."""

from __future__ import annotations

from PySide6.QtWidgets import QLabel, QWidget

from inspector.ui.widgets import theme

__all__ = ["Glyph"]


class Glyph(QLabel):
    """An icon by its name in the colour of a role; it follows the theme and the zoom."""

    def __init__(self, icon: str, role: str, side: int = 16, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._icon, self._role, self._side = icon, role, side
        self._look()
        theme.notifier().changed.connect(self._look)

    def _look(self) -> None:
        side = theme.px(self._side)
        self.setPixmap(theme.icon(self._icon, self._role).pixmap(side, side))
