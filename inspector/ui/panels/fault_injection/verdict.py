"""The strip under the raw editor that says how the server stood the fault."""

from __future__ import annotations

from functools import partial
from typing import Final

from PySide6.QtWidgets import QWidget

from inspector.core.fault_injection.faults import Verdict
from inspector.recorded import shown
from inspector.ui.panels.fault_injection.list import ROLE_OF
from inspector.ui.session.selection import Selection
from inspector.ui.widgets.controls import Link, Notice

__all__ = ["VerdictStrip"]

_MOST_LINKS: Final = 3
_NOTICE_ROLE: Final = {"muted": "pending"}


class VerdictStrip(Notice):
    """Glyph, word, sentence and links to the records that the verdict stands on."""

    def __init__(self, selection: Selection, parent: QWidget | None = None) -> None:
        super().__init__("fault_verdict", "pending", parent)
        self._selection = selection
        self._links = [Link(f"fault_record_{place}") for place in range(_MOST_LINKS)]
        self._numbers = [0] * _MOST_LINKS
        for place, link in enumerate(self._links):
            link.setToolTip(self.tr("Show this record in the timeline"))
            link.clicked.connect(partial(self._open, place))
            self._buttons.addWidget(link)
        self.add_close("fault_verdict_close")
        self.hide()

    def wait(self, title: str) -> None:
        """The fault is on its way."""
        self._say("pending", self.tr("Sent: {}. Waiting for what comes …").format(title), ())

    def show_verdict(self, verdict: Verdict) -> None:
        """What came of it."""
        words = {
            "complied": self.tr("Complied"),
            "not complied": self.tr("Not complied"),
            "no answer": self.tr("No answer"),
            "undecided": self.tr("Undecided"),
        }
        role = ROLE_OF[verdict.word]
        rule = {"must": " (MUST)", "should": " (SHOULD)"}.get(verdict.level, "")
        text = f"{words[verdict.word]}{rule}. {shown(verdict.sentence)}"
        self._say(_NOTICE_ROLE.get(role, role), text, verdict.records or (verdict.sent,))

    def fail(self, text: str) -> None:
        """It could not be sent."""
        self._say("error", text, ())

    def _say(self, role: str, text: str, numbers: tuple[int, ...]) -> None:
        self.set_role(role)
        self.set_text(text)
        for place, link in enumerate(self._links):
            number = numbers[place] if place < len(numbers) else 0
            self._numbers[place] = number
            link.setText(f"#{number}")
            link.setVisible(number > 0)
        self.show()

    def _open(self, place: int) -> None:
        self._selection.select(self._numbers[place])
