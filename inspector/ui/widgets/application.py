"""The application object. macOS hands it the files that a user opens; elsewhere the command names them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QEvent
from PySide6.QtGui import QFileOpenEvent
from PySide6.QtWidgets import QApplication

__all__ = ["Application"]


class Application(QApplication):
    """A file may come before there is a window, so it waits until files are taken."""

    def __init__(self, words: list[str]) -> None:
        super().__init__(words)
        self._waiting: list[Path] = []
        self._take: Callable[[Path], object] = self._waiting.append

    def hand_files_to(self, take: Callable[[Path], object]) -> None:
        """From now on every file goes there, at first those that waited."""
        waiting, self._waiting = self._waiting, []
        self._take = take
        for path in waiting:
            take(path)

    def event(self, event: QEvent) -> bool:
        # only what is sent to the application itself comes here, not every event of every window
        if event.type() == QEvent.Type.FileOpen and isinstance(event, QFileOpenEvent) and event.file():
            self._take(Path(event.file()))
            return True
        return super().event(event)
