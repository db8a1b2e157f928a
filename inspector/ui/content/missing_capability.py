"""A strip below the head of a result: the server refuses without a capability; declare it and try again."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from inspector.protocol.era.declared import MISSING_CAPABILITY, named, required_of
from inspector.protocol.jsonrpc import parse
from inspector.ui.widgets.controls import Notice
from inspector.ui.widgets.plain import tooltip

__all__ = ["MissingCapability"]

_MARK = str(MISSING_CAPABILITY).encode()


class MissingCapability(Notice):
    """Hidden until an answer needs it. `wanted`: the capabilities to declare."""

    wanted = Signal(dict)

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(f"{name}_missing", "warning", parent)
        self._required: dict[str, Any] = {}
        self._button = self.add_button(f"{name}_declare", self.tr("Declare and try again"), self._pressed)
        self.hide()

    def show_for(self, answer: bytes) -> None:
        """Show itself when this message refuses for want of a capability, else hide."""
        required = required_of(parse(answer).error_dict()) if _MARK in answer else None
        self.setVisible(required is not None)
        if required is None:
            return
        self._required, words = required, named(required)
        self._button.setVisible(bool(words))
        hint = self.tr("Declare {} and try again").format(words)
        self._button.setToolTip(tooltip(hint))
        self._button.setAccessibleName(hint)
        if words:
            self.set_text(self.tr("Requires a client that supports {}.").format(words))
        else:
            self.set_text(self.tr("The server requires a capability but does not name it."))

    def _pressed(self) -> None:
        self.wanted.emit(self._required)
