"""What the window remembers from one start to the next: size, layout, last server. Not a setting.

Kept as one small JSON file in the platform's state folder; a broken one is put aside and costs nothing.
"""

from __future__ import annotations

import base64
import binascii
from pathlib import Path
from typing import Any

import platformdirs
from PySide6.QtWidgets import QWidget

from inspector.core.storage.plain_files import APP_NAME
from inspector.core.storage.shared_files import SharedObject, Writing
from inspector.ui.loop.saving import save

__all__ = ["WindowState"]


class WindowState:
    """Read at the start, written when a window closes. Never raises for what is in the file."""

    def __init__(self, path: Path | None = None) -> None:
        self.path = path or platformdirs.user_state_path(APP_NAME, appauthor=False) / "window.json"
        self._file = SharedObject(self.path)
        self._data = self._file.read()

    @property
    def notes(self) -> list[str]:
        """What was wrong with the file, for people."""
        return self._file.notes

    def refresh(self) -> None:
        """Take over what another copy of the program remembered."""
        found = self._file.refreshed(self._data)
        if found is not None:
            self._data = found

    def text(self, key: str) -> str:
        """A remembered text, "" for none."""
        value = self._data.get(key)
        return value if isinstance(value, str) else ""

    def set_text(self, key: str, value: str) -> None:
        """Remember a text until `save`."""
        self._data[key] = value

    def restore(self, window: QWidget, kind: str) -> bool:
        """Give a window the size of the last one of that kind; False when there was none."""
        return window.restoreGeometry(_bytes(self._of(kind).get("geometry")))

    def layout(self, kind: str) -> Any:
        """How the last window of that kind was divided; None when it was one of another version."""
        return self._of(kind).get("layout")

    def remember(self, window: QWidget, kind: str, layout: dict[str, Any]) -> None:
        """Keep the size of a window, and how it is divided."""
        self._data[kind] = {
            "geometry": base64.b64encode(window.saveGeometry().data()).decode(),
            "layout": layout,
        }

    def _of(self, kind: str) -> dict[str, Any]:
        remembered = self._data.get(kind)
        return remembered if isinstance(remembered, dict) else {}

    def save(self) -> None:
        """Have the file written; a place that cannot be written is no reason to stop anybody."""
        save(self)

    def writing(self) -> Writing[Any]:
        """A write of it, in steps."""
        return self._file.writing(self._data)


def _bytes(value: Any) -> bytes:
    try:
        return base64.b64decode(value) if isinstance(value, str) else b""
    except (binascii.Error, ValueError):
        return b""
