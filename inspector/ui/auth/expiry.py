"""How long a token is good for, in words."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QCoreApplication

if TYPE_CHECKING:
    from inspector.core.client.client import Client
from inspector.ui.locale.locale_text import span_text

__all__ = ["expiry_line", "left_text"]

_HOUR: Final = 3600
_DAY: Final = 24 * _HOUR


def left_text(expires_at: float, now: float) -> str:
    """59:12 left, 3 h 12 min left, over for 2 min; expires_at 0: unknown."""
    if not expires_at:
        return QCoreApplication.translate("AuthExpiry", "no expiry given")
    words = _span(int(abs(expires_at - now)))
    left = QCoreApplication.translate("AuthExpiry", "{} left")
    over = QCoreApplication.translate("AuthExpiry", "expired {} ago")
    return (left if expires_at > now else over).format(words)


def expiry_line(client: Client | None) -> str:
    """For a tooltip: signed in, and until when; empty when not."""
    token = client.authorizer.token if client is not None else None
    if token is None:
        return ""
    words = QCoreApplication.translate("AuthExpiry", "signed in: {}")
    return words.format(left_text(token.expires_at, time.time()))


def _span(seconds: int) -> str:
    if seconds < _HOUR:
        return f"{seconds // 60}:{seconds % 60:02}"
    if seconds < 2 * _DAY:
        return span_text(seconds // 60 * 60)
    return QCoreApplication.translate("AuthExpiry", "{} days").format(seconds // _DAY)
