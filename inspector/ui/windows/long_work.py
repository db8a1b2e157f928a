"""Work in a worker thread that may take long: a strip with how far it is, and a button to stop it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final, ParamSpec, TypeVar

from PySide6.QtWidgets import QWidget
from shiboken6 import isValid

from inspector.translation import translate
from inspector.ui.loop.tasks import offload, spawn
from inspector.ui.widgets.notices import Notices

__all__ = ["LongWork"]

P = ParamSpec("P")
T = TypeVar("T")

QUICK_S: Final = 0.4  # shorter work shows no strip
TICK_S: Final = 0.2


class LongWork:
    """One piece of work. Give `told` to the function that does it: it says how far it is, and asks."""

    def __init__(
        self,
        strips: Notices,
        window: QWidget,
        name: str,
        text: str,
        shown: Callable[[int], str] | None = None,
    ) -> None:
        """window: that of the strips. text: what is being done. shown: how far it is, in words."""
        self.stopped = False
        self._strips, self._window, self._name, self._text = strips, window, name, text
        self._shown = shown
        self._done = 0

    def told(self, done: int) -> bool:
        """Called by the worker; whether to go on."""
        self._done = done
        return not self.stopped

    def stop(self, *_checked: bool) -> None:
        """A user pressed Cancel, or the window is gone."""
        self.stopped = True

    async def run(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Do it; what it returned. Raises what it raised."""
        ticking = spawn(self._window, self._tick(), self._name)
        try:
            return await offload(work, *args, **kwargs)
        except asyncio.CancelledError:
            self.stop()
            raise
        finally:
            ticking.cancel()
            if isValid(self._window):  # else it was closed meanwhile
                self._strips.hide(self._name)

    async def _tick(self) -> None:
        await asyncio.sleep(QUICK_S)
        notice = self._strips.show(self._name, self._text, "pending")
        notice.add_button(f"{self._name}_cancel", translate("LongWork", "Cancel"), self.stop)
        while True:
            if not isValid(notice):  # the strip of another work of this name took its place
                return
            if self._done and self._shown is not None:
                notice.set_text(f"{self._text} {self._shown(self._done)}")
            await asyncio.sleep(TICK_S)
