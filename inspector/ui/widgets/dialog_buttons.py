"""The buttons at the foot of a dialog, in the order of the platform."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtWidgets import QDialogButtonBox, QPushButton

__all__ = ["dialog_buttons"]


def dialog_buttons(
    go: Sequence[QPushButton], leave: QPushButton, more: Sequence[QPushButton] = (), *, default: bool = True
) -> QDialogButtonBox:
    """go: what does it, the main one first; leave: without doing it; more: what keeps the dialog open.

    default: Enter in a field presses the main one.
    """
    roles = QDialogButtonBox.ButtonRole
    box = QDialogButtonBox()
    # Qt makes the first of AcceptRole the default; YesRole has the same place
    for button in go:
        box.addButton(button, roles.AcceptRole if default else roles.YesRole)
    for button in more:
        box.addButton(button, roles.ActionRole)
    box.addButton(leave, roles.RejectRole)
    return box
