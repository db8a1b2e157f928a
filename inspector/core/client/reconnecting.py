"""Connect again by itself: after 1, 2, 4 … 30 seconds, until it works or there is no point in trying.

Knows neither clients nor windows: it is told what happened and calls back when it is time.
"""

from __future__ import annotations

import asyncio
import random
import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from inspector.translation import QT_TRANSLATE_NOOP, translate

if TYPE_CHECKING:
    from inspector.core.client.client import Client

__all__ = ["DELAYS_S", "STABLE_S", "Reconnecting", "hopeless"]

DELAYS_S: Final = (1.0, 2.0, 4.0, 8.0, 16.0, 30.0)
"""Before the first attempt, the second … ; the last one from then on."""
STABLE_S: Final = 30.0
"""A connection that lasted so long starts the delays anew; one that dies at once does not."""
_JITTER: Final = 0.2  # of the delay, less: many clients of a server must not come back at once

_FINAL_CODES: Final = {
    0: QT_TRANSLATE_NOOP("Connect", "it exited on its own, without an error"),
    2: QT_TRANSLATE_NOOP("Connect", "it rejected its arguments (exit code 2)"),
    64: QT_TRANSLATE_NOOP("Connect", "it rejected its arguments (exit code 64)"),
    77: QT_TRANSLATE_NOOP("Connect", "it lacks a permission (exit code 77)"),
    78: QT_TRANSLATE_NOOP("Connect", "its configuration is wrong (exit code 78)"),
    126: QT_TRANSLATE_NOOP("Connect", "the command cannot be executed (exit code 126)"),
    127: QT_TRANSLATE_NOOP("Connect", "the command was not found (exit code 127)"),
}
"""sysexits.h and the shell's own: what does not go away by waiting."""
_ACTIONS: Final = {
    "sign_in": QT_TRANSLATE_NOOP("Connect", "sign-in required"),
    "fill_in": QT_TRANSLATE_NOOP("Connect", "a required value is missing"),
}
_REFUSED: Final = re.compile(r"\b40[137]\b")


def hopeless(client: Client) -> str:
    """Why another attempt would end as this one did; "" when it may work."""
    failure = client.failure
    if failure is None:
        return ""
    for action, words in _ACTIONS.items():
        if action in failure.actions:
            return translate("Connect", words)
    if code := re.fullmatch(r"exit code (\d+)", client.exit_text):
        words = _FINAL_CODES.get(int(code[1]), "")
        return translate("Connect", words) if words else ""
    stdio = client.transport == "stdio"
    if stdio and not client.exit_text and client.info is None and "show_stderr" not in failure.actions:
        return translate("Connect", "it could not be started")
    if not stdio and (found := _REFUSED.search(failure.happened)):
        return translate("Connect", "the server rejects this client ({})").format(found[0])
    return ""


class Reconnecting:
    """The attempts for one server. again: connects. changed: `attempt`, `left_s` or `given_up` did."""

    def __init__(
        self,
        again: Callable[[], object],
        changed: Callable[[], object],
        loop: asyncio.AbstractEventLoop,
        spread: Callable[[], float] = random.random,
    ) -> None:
        self.attempt = 0  # attempts since the connection was lost, the one that is waited for included
        self.given_up = ""  # why there is no further one
        self._again, self._changed = again, changed
        self._loop, self._spread = loop, spread
        self._due = self._since = 0.0
        self._timer: asyncio.TimerHandle | None = None

    @property
    def waiting(self) -> bool:
        """Whether an attempt is to come."""
        return self._timer is not None

    @property
    def left_s(self) -> float:
        """Seconds until the next attempt; 0 when none is waited for."""
        return max(0.0, self._due - self._loop.time()) if self._timer is not None else 0.0

    def lost(self, why_not: str = "") -> None:
        """The connection ended, or an attempt failed. why_not: see `hopeless`."""
        if self._since and self._loop.time() - self._since >= STABLE_S:
            self.attempt = 0
        self._since = 0.0
        self._clear()
        self.given_up = why_not
        if not why_not:
            delay = DELAYS_S[min(self.attempt, len(DELAYS_S) - 1)]
            delay *= 1 - _JITTER * self._spread()
            self.attempt += 1
            self._due = self._loop.time() + delay
            self._timer = self._loop.call_later(delay, self._go)
        self._changed()

    def connected(self) -> None:
        """It works again."""
        self._clear()
        self._since, self.given_up = self._loop.time(), ""

    def stop(self) -> None:
        """A user said so: no further attempt until the next connection is lost."""
        waited = self.waiting
        self._clear()
        self.attempt, self._since, self.given_up = 0, 0.0, ""
        if waited:
            self._changed()

    def _go(self) -> None:
        self._timer = None
        self._again()

    def _clear(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
