"""Session files that were opened or saved last, and those that the program kept: a menu of them."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Final

from PySide6.QtWidgets import QMenu

from inspector.trace import storage
from inspector.translation import translate
from inspector.ui.locale.locale_text import moment_text, size_text
from inspector.ui.session.window_state import WindowState

__all__ = ["RecentFiles"]

KEY: Final = "recent_files"
REMEMBERED: Final = 10
KEPT: Final = 15


class RecentFiles:
    """Remembered in the window's state."""

    def __init__(self, state: WindowState, open_file: Callable[[Path], object]) -> None:
        self._state = state
        self._open = open_file

    def paths(self) -> list[Path]:
        """Newest first; those that are gone are left out."""
        self._state.refresh()
        try:
            names = json.loads(self._state.text(KEY) or "[]")
        except ValueError:
            return []
        if not isinstance(names, list):
            return []
        return [Path(name) for name in names if isinstance(name, str) and Path(name).is_file()]

    def add(self, path: Path) -> None:
        """A file was opened or saved."""
        path = path.absolute()
        if storage.sessions_folder() in path.parents:
            return  # listed as kept
        others = [str(other) for other in self.paths() if other != path]
        self._state.set_text(KEY, json.dumps([str(path), *others][:REMEMBERED]))
        self._state.save()

    def fill(self, menu: QMenu) -> None:
        """List them, as they are now."""
        menu.clear()
        for path in self.paths():
            action = menu.addAction(f"{path.name}   {path.parent}".replace("&", "&&"))
            action.triggered.connect(partial(self._chosen, path))
        kept = storage.kept()[:KEPT]
        if kept:
            menu.addSection(translate("RecentFiles", "Not saved, kept for some days"))
        for path in kept:
            action = menu.addAction(f"{when(path)}   {size_text(path.stat().st_size)}")
            action.triggered.connect(partial(self._chosen, path))
        if menu.isEmpty():
            menu.addAction(translate("RecentFiles", "None yet")).setEnabled(False)

    def _chosen(self, path: Path, *_checked: bool) -> None:
        self._open(path)


def when(path: Path) -> str:
    """When a session of ours was last written."""
    return moment_text(path.stat().st_mtime)
