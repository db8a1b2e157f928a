"""Repeat work after changes, at most as often as a user can see it, and only while the widget is visible."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic

from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtWidgets import QWidget

__all__ = ["Throttle"]


class Throttle(QObject):
    """Calls `work` after `wish`, at most once every pause_ms, and only while the widget is visible.

    A hidden widget keeps its wish until it is shown.
    """

    def __init__(self, widget: QWidget, work: Callable[[], object], pause_ms: int) -> None:
        super().__init__(widget)
        self._widget, self._work = widget, work
        self.pause_ms = pause_ms
        self._wished = False
        self._last = 0.0
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._run)
        widget.installEventFilter(self)

    def wish(self, *_anything: object) -> None:
        """Something changed."""
        self._wished = True
        if self._widget.isVisible() and not self._timer.isActive():
            gone_ms = (monotonic() - self._last) * 1000
            self._timer.start(max(0, round(self.pause_ms - gone_ms)))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Show and self._wished:
            self._timer.start(0)
        return False

    def _run(self) -> None:
        if self._wished and self._widget.isVisible():
            self._wished = False
            self._last = monotonic()
            self._work()
