"""Long work on widgets in slices of a few ms between two frames, without a loop of asyncio."""

from __future__ import annotations

import time
from collections.abc import Generator
from typing import Any, Final

from PySide6.QtCore import QObject, QTimer, Signal

__all__ = ["Slices"]

_BUDGET_MS: Final = 4  # of parsing; painting what came takes as long again
_PAUSE_MS: Final = 1  # after a slice: lets input, paint events and the timers that are due through


class Slices(QObject):
    """Runs one generator at a time. `advanced` after every slice, `finished(result)` when it has ended."""

    advanced = Signal()
    finished = Signal(object)

    def __init__(self, parent: QObject, budget_ms: float = _BUDGET_MS) -> None:
        """budget_ms: 8 at most, for work that paints nothing between its slices."""
        super().__init__(parent)
        self._budget_s = budget_ms / 1000
        self._steps: Generator[Any, None, Any] | None = None
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(_PAUSE_MS)
        self._timer.timeout.connect(self._run)

    @property
    def running(self) -> bool:
        """Whether there is work left."""
        return self._steps is not None

    def start(self, steps: Generator[Any, None, Any], at_once: bool = True) -> None:
        """Run steps instead of what ran before. at_once: the first slice runs before this returns."""
        self.stop()
        self._steps = steps
        if at_once:
            self._run()
        else:
            self._timer.start()

    def stop(self) -> None:
        """Drop the work; neither signal comes for it any more."""
        self._timer.stop()
        if self._steps is not None:
            self._steps.close()
            self._steps = None

    def _run(self) -> None:
        steps, until = self._steps, time.perf_counter() + self._budget_s
        if steps is None:
            return
        while True:  # one step at least, also where the thread had to wait for its turn
            try:
                next(steps)
            except StopIteration as end:
                self._steps = None
                self.finished.emit(end.value)
                return
            if time.perf_counter() >= until:
                break
        self.advanced.emit()
        if self._steps is steps:
            self._timer.start()  # not before: a pause that begins with the slice is over when it ends
