"""Says beside the filter that earlier rows were cleared from the view; a click shows them again."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt
from PySide6.QtWidgets import QPushButton, QWidget

from inspector.ui.locale.locale_text import number_text
from inspector.ui.widgets import theme, zoom

__all__ = ["ClearedChip"]


class ClearedChip(QPushButton):
    """Visible only while rows are cleared."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("timeline_cleared")
        self.setLayoutDirection(Qt.LayoutDirection.RightToLeft)  # the cross stands behind the words
        self.setIcon(theme.icon("close", "muted"))
        zoom.icons(self)
        self._number = 0
        self.hide()

    def show_cleared(self, number: int) -> None:
        """Records up to this one are hidden; 0: none."""
        self._number = number
        self._say()
        self.setVisible(number > 0)

    def _say(self) -> None:
        self.setText(self.tr("After #{}").format(number_text(self._number)))
        self.setToolTip(self.tr("Earlier rows are cleared from the view, not deleted. Click to show them."))
        self.setAccessibleName(self.tr("Show the rows up to #{} again").format(number_text(self._number)))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange and self._number:
            self._say()
