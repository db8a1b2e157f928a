"""How far a check is: its phases, and what is done in the present one."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication, Qt
from PySide6.QtWidgets import QWidget

from inspector.translation import shown
from inspector.ui.locale.right_to_left import in_order
from inspector.ui.widgets.chip import Chip
from inspector.ui.widgets.controls import Elided, Marked, column, row
from inspector.ui.widgets.plain import shortened

__all__ = ["CheckProgress"]

_PHASES: Final[dict[str, Marked]] = {
    "connect": QT_TRANSLATE_NOOP("Check", "Connect"),
    "read": QT_TRANSLATE_NOOP("Check", "Read"),
    "call": QT_TRANSLATE_NOOP("Check", "Call tools"),
    "probe": QT_TRANSLATE_NOOP("Check", "Probe"),
    "judge": QT_TRANSLATE_NOOP("Check", "Judge"),
    "suite": QT_TRANSLATE_NOOP("Check", "Official suite"),
}
"""Those of `inspector/core/check/asking.py`, which is not loaded before the first check."""


class CheckProgress(QWidget):
    """A chip for each phase, and one line."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("check_progress")
        self._chips = {key: Chip("") for key in _PHASES}
        self._line = Elided(role="muted")
        self._line.setObjectName("check_now")
        self._line.setAlignment(Qt.AlignmentFlag.AlignCenter)
        chips = row(*self._chips.values())
        chips.insertStretch(0, 1)
        chips.addStretch(1)
        layout = column(chips, self._line, margins=(24, 24, 24, 24), spacing=12)
        layout.insertStretch(0, 1)
        layout.addStretch(2)
        self.setLayout(layout)
        self.begin()

    def begin(self, suite: bool = False) -> None:
        """Nothing is done yet. suite: the official one is run as well."""
        self._chips["suite"].setVisible(suite)
        self.say("connect", "")

    def say(self, phase: str, text: str) -> None:
        """What is done now. With another revision it begins anew."""
        place = list(_PHASES).index(phase)
        for at, (key, chip) in enumerate(self._chips.items()):
            word = QCoreApplication.translate("Check", _PHASES[key])
            chip.setText(f"✓ {word}" if at < place else f"● {word}" if at == place else word)
            chip.set_role("ok" if at < place else "accent" if at == place else "muted")
        self._line.setText(in_order(shortened(shown(text))))
