"""Caching hints of the modern era, and the answers that a real client would not ask for again.

Source: MCP 2026-07-28, server/utilities/caching. Six methods carry `ttlMs` and `cacheScope`; what they
answered is fresh until it was received + ttlMs. We keep it beside the traffic and use it only on demand:
an inspector asks. One cache belongs to one client (one server, one identity), so `private` stays private.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import msgspec

from inspector.core.client.answers import Answer
from inspector.core.clock import now_ns

__all__ = ["CACHEABLE", "Cache", "Cached", "Hint", "hint_of"]

CACHEABLE: Final = {
    "server/discover": "",
    "tools/list": "cursor",
    "prompts/list": "cursor",
    "resources/list": "cursor",
    "resources/templates/list": "cursor",
    "resources/read": "uri",
}
"""Method → the member of its params that belongs to the key."""

_DROPPED: Final = {
    "notifications/tools/list_changed": ("tools/list",),
    "notifications/prompts/list_changed": ("prompts/list",),
    "notifications/resources/list_changed": ("resources/list", "resources/templates/list"),
}
_MAX_BYTES: Final = 32 << 20
_MAX_TTL_MS: Final = 10**12  # 31 years; more is no time that anybody reads

Key = tuple[str, str | None]
"""(method, cursor or URI; None: the first page)"""


@dataclass(frozen=True, slots=True)
class Hint:
    """How long one answer may be used. received_ns: epoch; ttl_ms: 0 is stale at once.

    scope: private or public, "" when not said.
    said: the server gave a usable ttlMs; without one an answer counts as stale.
    """

    received_ns: int
    ttl_ms: int = 0
    scope: str = ""
    said: bool = False

    @property
    def until_ns(self) -> int:
        """When it stops being fresh, nanoseconds since the epoch."""
        return self.received_ns + self.ttl_ms * 1_000_000

    def fresh(self, at_ns: int) -> bool:
        """Whether a client may use it instead of asking."""
        return at_ns < self.until_ns


@dataclass(frozen=True, slots=True)
class Cached:
    """A kept answer and its hint."""

    answer: Answer
    hint: Hint


class _Members(msgspec.Struct):
    resultType: Any = None  # the wire's spelling
    ttlMs: Any = None
    cacheScope: Any = None


def hint_of(result: bytes, received_ns: int) -> Hint | None:
    """The hint of a complete result; None when it must not be kept (input_required, or no object)."""
    try:
        members = msgspec.json.decode(result, type=_Members)
    except (msgspec.DecodeError, RecursionError):
        return None
    if members.resultType not in (None, "complete"):
        return None
    ttl, scope = members.ttlMs, members.cacheScope
    said = isinstance(ttl, int | float) and not isinstance(ttl, bool) and 0 <= ttl < float("inf")
    return Hint(
        received_ns,
        min(int(ttl), _MAX_TTL_MS) if said else 0,
        scope if scope in ("public", "private") else "",
        said,
    )


class Cache:
    """Answers of the cacheable methods of one connection, the oldest given up first. Implements `Part`."""

    def __init__(self) -> None:
        self._kept: dict[Key, Cached] = {}
        self._size = 0
        self._changes: dict[str, int] = {}

    def changes(self, method: str) -> int:
        """How often the server said that something this method answers has changed."""
        return self._changes.get(method, 0)

    def keep(
        self, method: str, params: dict[str, Any], answer: Answer, asked_at: int | None = None
    ) -> Hint | None:
        """An answer came. Its hint, None for what cannot be cached: errors, MRTR rounds, other methods.

        asked_at: `changes` when it was asked for; what changed since then is not kept.
        """
        key = _key(method, params)
        if key is None or answer.error or answer.rounds > 1:
            return None
        self._drop(key)
        if asked_at not in (None, self.changes(method)):
            return None
        hint = hint_of(answer.result, now_ns())
        if hint is not None:
            self._kept[key] = Cached(answer, hint)
            self._size += len(answer.result)
            while self._size > _MAX_BYTES:
                self._drop(next(iter(self._kept)))
        return hint

    def find(self, method: str, params: dict[str, Any]) -> Cached | None:
        """The answer to this request, while it is fresh."""
        key = _key(method, params)
        found = self._kept.get(key) if key is not None else None
        return found if found is not None and found.hint.fresh(now_ns()) else None

    def hint(self, method: str, params: dict[str, Any]) -> Hint | None:
        """What is known of the last answer to this request, fresh or not."""
        key = _key(method, params)
        found = self._kept.get(key) if key is not None else None
        return found.hint if found is not None else None

    def forget(self, method: str) -> None:
        """Give up every page of a list."""
        for key in [key for key in self._kept if key[0] == method]:
            self._drop(key)

    # -- Part

    def notice(self, method: str, params: dict[str, Any]) -> bool:
        """What the server says has changed is not fresh any more."""
        for listed in _DROPPED.get(method, ()):
            self._changes[listed] = self.changes(listed) + 1
            self.forget(listed)
        uri = params.get("uri")
        if method == "notifications/resources/updated" and isinstance(uri, str):
            self._changes["resources/read"] = self.changes("resources/read") + 1
            for key in [key for key in self._kept if key[0] == "resources/read" and _covers(key[1], uri)]:
                self._drop(key)
        return False  # the catalog gets the same notification

    def connected(self) -> None:
        """A new connection asks anew."""
        self._kept.clear()
        self._size = 0

    def ended(self) -> None:
        """Without a connection it answers nothing; what was received stays on show elsewhere."""
        self.connected()

    # -- inside

    def _drop(self, key: Key) -> None:
        found = self._kept.pop(key, None)
        if found is not None:
            self._size -= len(found.answer.result)


def _key(method: str, params: dict[str, Any]) -> Key | None:
    """None: params with anything else in them may have another result."""
    member = CACHEABLE.get(method)
    if member is None or "inputResponses" in params or "requestState" in params:
        return None
    if set(params) - {member}:
        return None
    value = params.get(member)
    return (method, value) if value is None or isinstance(value, str) else None


def _covers(kept: str | None, changed: str) -> bool:
    """A resource that changed "MAY be a sub-resource of the one" that was read."""
    return kept is not None and (changed == kept or changed.startswith(kept.rstrip("/") + "/"))
