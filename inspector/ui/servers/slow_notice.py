"""Offers the doctor while a connection takes long."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QWidget

from inspector.ui.widgets.controls import Notice

__all__ = ["SLOW_MS", "SlowNotice"]

SLOW_MS: Final = 10_000


class SlowNotice(Notice):
    """Hidden until `follow` heard of nothing but "connecting" for SLOW_MS. `asked`: the action diagnose."""

    asked = Signal(str)

    def __init__(self, parent: QWidget | None = None, wait_ms: int = SLOW_MS) -> None:
        super().__init__("slow_notice", "pending", parent)
        self.set_text(
            self.tr("This is taking a while. The server may still be starting, or something is blocking it.")
        )
        self.add_button("slow_diagnose", self.tr("Diagnose…"), self._ask)
        self.hide()
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(wait_ms)
        self._timer.timeout.connect(self.show)

    def follow(self, state: str) -> None:
        """Hear of the state of the connection."""
        if state != "connecting":
            self._timer.stop()
            self.hide()
        elif not self._timer.isActive() and self.isHidden():
            self._timer.start()

    def _ask(self) -> None:
        self.asked.emit("diagnose")
