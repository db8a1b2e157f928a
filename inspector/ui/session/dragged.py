"""What is dragged from a timeline to a form: the message of a row, in a type of its own.

Not as text: every line edit on the way would take it for something to insert.
"""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QMimeData

__all__ = ["dragged_text", "message_mime"]

_MESSAGE: Final = "application/x-mcp-message"
_LONGEST: Final = 4_000_000


def message_mime(raw: bytes) -> QMimeData:
    """raw: one message as it was on the wire."""
    data = QMimeData()
    data.setData(_MESSAGE, raw)
    return data


def dragged_text(data: QMimeData) -> str:
    """The message, else the text of a selection, or of a small file; empty when there is none of them."""
    if data.hasFormat(_MESSAGE):
        return bytes(data.data(_MESSAGE).data()).decode("utf-8", "replace")
    return "" if data.hasUrls() else data.text()[:_LONGEST]
