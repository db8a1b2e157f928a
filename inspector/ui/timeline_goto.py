"""Asks which record to go to."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QInputDialog, QWidget

from inspector.ui.tasks import ask

__all__ = ["ask_number"]


async def ask_number(parent: QWidget, last: int, current: int) -> int:
    """A number from 1 to last that a person entered; 0: none."""
    dialog = QInputDialog(parent)
    dialog.setObjectName("timeline_go_to")
    dialog.setWindowTitle(QCoreApplication.translate("timeline", "Go to record"))
    words = QCoreApplication.translate("timeline", "Number (1 to {0})")
    dialog.setLabelText(words.format(last))
    dialog.setInputMode(QInputDialog.InputMode.IntInput)
    dialog.setIntRange(1, last)
    dialog.setIntValue(current or last)
    accepted = await ask(dialog)
    number = dialog.intValue()
    dialog.deleteLater()  # not on close: the answer is read after it
    return number if accepted else 0
