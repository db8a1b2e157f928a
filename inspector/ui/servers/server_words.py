"""How a server is shown where there is one line for it: glyph, colour and a few words."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any, Final

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication

from inspector.core.servers.profiles import shown_target
from inspector.translation import translate
from inspector.ui.locale.locale_text import date_text
from inspector.ui.servers.server import Server

if TYPE_CHECKING:
    from inspector.ui.servers.supervisor import ServerSupervisor

__all__ = ["STATES", "shown_state", "state_word", "sub_line", "used_words"]

STATES: Final = {
    "new": ("○", "muted"),
    "connecting": ("◌", "pending"),
    "connected": ("●", "ok"),
    "closing": ("◌", "pending"),
    "closed": ("○", "muted"),
    "failed": ("⚠", "error"),
    "sign_in": ("◐", "pending"),
}
"""`shown_state` → glyph and role."""

_STATE_WORDS: Final[dict[str, Any]] = {
    "new": QT_TRANSLATE_NOOP("ServerList", "not connected"),
    "connecting": QT_TRANSLATE_NOOP("ServerList", "connecting"),
    "connected": QT_TRANSLATE_NOOP("ServerList", "connected"),
    "closing": QT_TRANSLATE_NOOP("ServerList", "closing"),
    "closed": QT_TRANSLATE_NOOP("ServerList", "disconnected"),
    "failed": QT_TRANSLATE_NOOP("ServerList", "failed"),
    "sign_in": QT_TRANSLATE_NOOP("ServerList", "Sign-in needed"),
}
_DAY_S: Final = 86_400


def _tr(text: str) -> str:
    return QCoreApplication.translate("ServerList", text)


def shown_state(server: Server) -> str:
    """Client.state; `sign_in` of a server that failed for nothing else."""
    if server.state != "failed" or server.client is None or server.client.failure is None:
        return server.state
    return "sign_in" if "sign_in" in server.client.failure.actions else "failed"


def state_word(state: str) -> str:
    """How a connection stands, in a word."""
    return _tr(_STATE_WORDS.get(state, state))


def sub_line(server: Server, upkeep: ServerSupervisor) -> str:
    """What stands under the name: era and transport, when it is tried again, or how it is reached."""
    client = server.client
    name = server.profile.name
    if server.state == "connected" and client is not None and client.info is not None:
        return f"{client.info.revision} · {client.transport}"
    if server.state in ("connecting", "closing"):
        return (
            translate("ServerList", "connecting…")
            if server.state == "connecting"
            else translate("ServerList", "closing…")
        )
    if shown_state(server) == "sign_in":
        return state_word("sign_in")
    if (left := upkeep.left_s(name)) > 0:
        return translate("ServerList", "retry in {0} s · attempt {1}").format(
            max(1, round(left)), upkeep.attempt(name)
        )
    if server.state == "failed":
        return (
            translate("ServerList", "failed, not retrying")
            if upkeep.given_up(name)
            else translate("ServerList", "failed")
        )
    return shown_target(server.profile)


def used_words(at: float, now: float | None = None) -> str:
    """When it was used last, short; "" for never."""
    if not at:
        return ""
    since = (time.time() if now is None else now) - at
    if since < 60:
        return translate("ServerList", "just now")
    if since < 3600:
        return translate("ServerList", "{} min ago").format(int(since // 60))
    if since < _DAY_S:
        return translate("ServerList", "{} h ago").format(int(since // 3600))
    if since < 7 * _DAY_S:
        return translate("ServerList", "{} d ago").format(int(since // _DAY_S))
    return date_text(at)
