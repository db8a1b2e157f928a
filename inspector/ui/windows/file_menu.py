"""What a window's File menu does with its session beside open and save. `SessionFiles` listens."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMainWindow, QMenu

__all__ = ["FileMenu"]


class FileMenu(QObject):
    """The wishes of one window, and its menu of recent sessions (filled when it opens)."""

    import_wanted = Signal()
    export_wanted = Signal()
    merge_wanted = Signal()
    compare_wanted = Signal()

    def __init__(self, window: QMainWindow) -> None:
        super().__init__(window)
        self._window = window
        self.recent = QMenu(window)
        self.recent.setObjectName("recent_sessions")

    def handlers(self) -> dict[str, Callable[[], object]]:
        """By the keys of the actions."""
        return {
            "recent_sessions": self._show_recent,
            "import_session": self.import_wanted.emit,
            "export_session": self.export_wanted.emit,
            "merge_sessions": self.merge_wanted.emit,
            "compare_sessions": self.compare_wanted.emit,
        }

    def attach(self, actions: Mapping[str, QAction]) -> None:
        """Give the action for recent sessions its menu."""
        actions["recent_sessions"].setMenu(self.recent)

    def _show_recent(self) -> None:
        """From the palette."""
        self.recent.popup(self._window.mapToGlobal(self._window.menuBar().geometry().bottomLeft()))
