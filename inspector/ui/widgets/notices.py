"""The strips of a window that tell something: one of each name, over the middle or in a place given."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QBoxLayout

from inspector.ui.widgets.controls import Notice

__all__ = ["Notices"]

_GOOD_NEWS_MS: Final = 8000


class Notices:
    """Shows them and takes them away. place: where those stand that are given no other."""

    def __init__(self, place: QBoxLayout) -> None:
        self._place = place
        self._shown: dict[str, Notice] = {}

    def show(self, name: str, text: str, role: str = "error", place: QBoxLayout | None = None) -> Notice:
        """A strip, or a small one in a place of its own; one of the same name is replaced."""
        self.hide(name)
        notice = self._shown[name] = Notice(name, role, small=place is not None)
        notice.set_text(text)
        if role == "ok":
            QTimer.singleShot(_GOOD_NEWS_MS, notice, notice.hide)
        (place or self._place).addWidget(notice)
        return notice

    def hide(self, name: str) -> None:
        """Take a strip away."""
        if (old := self._shown.pop(name, None)) is not None:
            old.hide()
            old.deleteLater()
