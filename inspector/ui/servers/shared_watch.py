"""Tells when another copy of the program, or an editor, wrote into the folders of settings."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Final

from PySide6.QtCore import QFileSystemWatcher, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QGuiApplication

__all__ = ["SharedWatch"]

PAUSE_MS: Final = 200


class SharedWatch(QObject):
    """Folders and not files: a file that is replaced in one step is another file afterwards.

    Where the system cannot watch, the next time the window is activated tells as well.
    """

    changed = Signal()

    def __init__(self, folders: Iterable[Path], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(PAUSE_MS)
        self._timer.timeout.connect(self.changed)
        self._watcher = QFileSystemWatcher(self)
        there = [str(folder) for folder in dict.fromkeys(folders) if folder.is_dir()]
        if there:
            self._watcher.addPaths(there)
        self._watcher.directoryChanged.connect(self._look)
        app = QGuiApplication.instance()
        if isinstance(app, QGuiApplication):
            app.applicationStateChanged.connect(self._state_changed)

    def again(self) -> None:
        """Tell once more, a moment later: whoever heard of it could not look."""
        self._timer.start()

    def _look(self, _folder: str) -> None:
        if not self._timer.isActive():
            self._timer.start()

    def _state_changed(self, state: Qt.ApplicationState) -> None:
        if state == Qt.ApplicationState.ApplicationActive:
            self._timer.start()
