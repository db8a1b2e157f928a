"""A table in which nothing is chosen by the focus alone."""

from __future__ import annotations

from PySide6.QtGui import QFocusEvent
from PySide6.QtWidgets import QAbstractScrollArea, QTableView

__all__ = ["QuietTable"]


class QuietTable(QTableView):
    """Qt makes the first row current when a view gets the focus, also where a button that had it went away.

    Here a row stands for a record that all panes then show, so only a key or the mouse chooses one.
    """

    def focusInEvent(self, event: QFocusEvent) -> None:
        if self.currentIndex().isValid():
            super().focusInEvent(event)
        else:
            QAbstractScrollArea.focusInEvent(self, event)
            self.viewport().update()
