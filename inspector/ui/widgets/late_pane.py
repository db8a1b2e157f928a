"""The place of a pane that is hidden at first: what it holds is neither loaded nor made before."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

__all__ = ["LatePane"]

W = TypeVar("W", bound=QWidget)


class LatePane(QWidget, Generic[W]):
    """Makes what it holds when it is shown for the first time, or when the user asks for it."""

    def __init__(self, make: Callable[[], W]) -> None:
        super().__init__()
        self._make = make
        self.made: W | None = None
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)

    def pane(self) -> W:
        """What it holds."""
        if self.made is None:
            self.made = self._make()
            self._layout.addWidget(self.made)
            self.setFocusProxy(self.made)
            self.made.show()  # not a moment later: it may be given the keyboard at once
        return self.made

    def showEvent(self, event: QShowEvent) -> None:
        self.pane()
        super().showEvent(event)
