"""One question at a time to a worker thread, for what the rows on screen need."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from PySide6.QtCore import QObject

from inspector.ui.loop.tasks import offload, soon

__all__ = ["PageWork"]


class PageWork(QObject):
    """Scrolling on does not wait for pages that went by: while one question is asked, others are dropped.

    What `then` does leads to another paint, and that asks for what is missing still.
    """

    def __init__(self, name: str, parent: QObject) -> None:
        super().__init__(parent)
        self._name = name
        self._busy = False

    def put(self, ask: Callable[[], Any], then: Callable[[Any], None]) -> None:
        """Call `ask` in a thread, `then` here with what it returned."""
        if not self._busy:
            self._busy = True
            soon(self, partial(self._work, ask, then), self._name)

    async def _work(self, ask: Callable[[], Any], then: Callable[[Any], None]) -> None:
        try:
            found = await offload(ask)
        finally:
            self._busy = False
        then(found)
