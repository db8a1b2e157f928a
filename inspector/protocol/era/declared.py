"""What we say of ourselves, in the words that a revision knows, and what was really said on the wire.

What a person wrote goes out exactly as written, in every revision. What the program offers by itself is cut
down to what the revision knows. Source: protocol reference, sections 1.1 and 1.2.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

__all__ = ["META", "Declared", "Spoken", "fitted", "spoken_in"]

META: Final = "io.modelcontextprotocol/"

_FIRST_WITH_TITLE: Final = "2025-06-18"
_LAST: Final = "9999"

_KNOWN: Final[dict[tuple[str, ...], tuple[str, str]]] = {
    ("roots", "listChanged"): ("", "2025-11-25"),
    ("sampling", "tools"): ("2025-11-25", _LAST),
    ("sampling", "context"): ("2025-11-25", _LAST),
    ("elicitation",): ("2025-06-18", _LAST),
    ("elicitation", "form"): ("2025-11-25", _LAST),
    ("elicitation", "url"): ("2025-11-25", _LAST),
    ("extensions",): ("2026-07-28", _LAST),
}
"""Member of the client's capabilities → first and last revision that knows it; others: every revision."""


@dataclass(frozen=True, slots=True)
class Declared:
    """What we say of ourselves.

    offers: capabilities that the program has, sent as far as a revision knows them. capabilities and
    client_info: a person's own, sent as they are; None: ours. meta: extra `_meta` of every request.
    """

    name: str = "mcp-desktop-inspector"
    title: str = "MCP Desktop Inspector"
    version: str = "0"
    offers: dict[str, Any] = field(default_factory=dict)
    capabilities: dict[str, Any] | None = None
    client_info: dict[str, Any] | None = None
    meta: dict[str, Any] = field(default_factory=dict)

    def capabilities_in(self, revision: str) -> dict[str, Any]:
        """ClientCapabilities as they go out in this revision."""
        return fitted(self.offers, revision) if self.capabilities is None else self.capabilities

    def client_info_in(self, revision: str) -> dict[str, Any]:
        """The Implementation as it goes out in this revision."""
        if self.client_info is not None:
            return self.client_info
        info = {"name": self.name, "version": self.version}
        return info | ({"title": self.title} if revision >= _FIRST_WITH_TITLE else {})


def fitted(offers: Mapping[str, Any], revision: str, above: tuple[str, ...] = ()) -> dict[str, Any]:
    """The members of offers that this revision knows."""
    members = {}
    for key, value in offers.items():
        path = (*above, key)
        first, last = _KNOWN.get(path, ("", _LAST))
        if first <= revision <= last:
            members[key] = fitted(value, revision, path) if isinstance(value, dict) else value
    return members


@dataclass(frozen=True, slots=True)
class Spoken:
    """What a request said of us; None: it did not say that. meta: its other members, without the token."""

    method: str = ""
    revision: Any = None
    capabilities: Any = None
    client_info: Any = None
    meta: dict[str, Any] = field(default_factory=dict)


_SPOKEN_KEYS: Final = (META + "protocolVersion", META + "clientCapabilities", META + "clientInfo")


def spoken_in(method: str, params: Mapping[str, Any]) -> Spoken | None:
    """What this request of ours says of us, None when it says nothing about that (legacy, later on)."""
    given = params.get("_meta")
    meta = given if isinstance(given, dict) else {}
    rest = {key: value for key, value in meta.items() if key not in (*_SPOKEN_KEYS, "progressToken")}
    if method == "initialize":
        info = params.get("clientInfo")
        return Spoken(method, params.get("protocolVersion"), params.get("capabilities"), info, rest)
    if all(key not in meta for key in _SPOKEN_KEYS):
        return None
    revision, capabilities, info = (meta.get(key) for key in _SPOKEN_KEYS)
    return Spoken(method, revision, capabilities, info, rest)
