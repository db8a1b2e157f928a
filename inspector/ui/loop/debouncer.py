"""Work that is asked for often and done seldom: one at a time, with a rest after each."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any

from PySide6.QtCore import QObject, QTimer

from inspector.ui.loop.tasks import soon

__all__ = ["Debouncer"]


class Debouncer(QObject):
    """Runs `work` when asked; asked meanwhile or while it rests, once more after that."""

    def __init__(
        self, owner: QObject, work: Callable[[], Coroutine[Any, Any, None]], rest_ms: int, name: str
    ) -> None:
        super().__init__(owner)
        self._work = work
        self._name = name
        self._asked = self._busy = False
        self._rest = QTimer(self)
        self._rest.setSingleShot(True)
        self._rest.setInterval(rest_ms)
        self._rest.timeout.connect(self._go)

    def ask(self, *, at_once: bool = False) -> None:
        """There is work. at_once: it does not wait for the end of a rest."""
        self._asked = True
        if at_once:
            self._rest.stop()
        self._go()

    def _go(self) -> None:
        if not self._asked or self._busy or self._rest.isActive():
            return
        self._asked, self._busy = False, True
        soon(self, self._run, self._name)

    async def _run(self) -> None:
        try:
            await self._work()
        except Exception:  # not CancelledError: then this object may be gone
            self._busy = False
            raise
        self._busy = False
        self._rest.start()
