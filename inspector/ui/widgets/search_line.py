"""A line that narrows what is below it: Esc empties it before it closes anything."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLineEdit, QWidget

from inspector.ui.keyboard.own_keys import keeps
from inspector.ui.widgets import theme
from inspector.ui.widgets.announcements import clearable, put_sign

__all__ = ["SearchLine"]


class SearchLine(QLineEdit):
    """words: what is typed here, for the placeholder and a screen reader."""

    def __init__(self, name: str, words: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName(name)
        self.setPlaceholderText(words)
        self.setAccessibleName(words)
        put_sign(self, theme.icon("magnify", "muted"), self.tr("Search"))
        clearable(self)

    def event(self, event: QEvent) -> bool:
        return (bool(self.text()) and keeps(event, Qt.Key.Key_Escape)) or super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and self.text():
            self.clear()
        else:
            super().keyPressEvent(event)
