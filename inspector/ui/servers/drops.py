"""What is dropped on a window: files and text, told apart."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QEvent, QObject, Signal
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QWidget

__all__ = ["Drops"]


class Drops(QObject):
    """Watches one window. Says `file(Path)` for each file, `text(str)` when there is none."""

    file = Signal(object)
    text = Signal(str)

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        window.setAcceptDrops(True)
        window.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Take the drop; everything else goes on."""
        if event.type() == QEvent.Type.DragEnter and isinstance(event, QDragEnterEvent):
            if event.mimeData().hasUrls() or event.mimeData().hasText():
                event.acceptProposedAction()
            return True
        if event.type() == QEvent.Type.Drop and isinstance(event, QDropEvent):
            self._take(event)
            return True
        return super().eventFilter(watched, event)

    def _take(self, event: QDropEvent) -> None:
        data = event.mimeData()
        files = [Path(url.toLocalFile()) for url in data.urls() if url.isLocalFile()]
        for path in files:
            self.file.emit(path)
        if not files and data.hasText():
            self.text.emit(data.text())
        event.acceptProposedAction()
