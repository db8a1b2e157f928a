"""What we say of ourselves, in the words that a revision knows, and what was really said on the wire.

What a user wrote goes out exactly as written, in every revision. What the program offers by itself is cut
down to what the revision knows. Source: protocol reference, sections 1.1 and 1.2.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

__all__ = [
    "META",
    "MISSING_CAPABILITY",
    "Declared",
    "Spoken",
    "fitted",
    "merged",
    "named",
    "required_of",
    "spoken_in",
]

META: Final = "io.modelcontextprotocol/"
MISSING_CAPABILITY: Final = -32021

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
    client_info: a user's own, sent as they are; None: ours. meta: extra `_meta` of every request.
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
_SAID: Final = frozenset(_SPOKEN_KEYS)


def spoken_in(method: str, params: Mapping[str, Any]) -> Spoken | None:
    """What this request of ours says of us, None when it says nothing about that (legacy, later on)."""
    given = params.get("_meta")
    meta = given if isinstance(given, dict) else {}
    if method != "initialize" and _SAID.isdisjoint(meta):
        return None
    rest = {key: value for key, value in meta.items() if key not in _SAID and key != "progressToken"}
    if method == "initialize":
        info = params.get("clientInfo")
        return Spoken(method, params.get("protocolVersion"), params.get("capabilities"), info, rest)
    revision, capabilities, info = (meta.get(key) for key in _SPOKEN_KEYS)
    return Spoken(method, revision, capabilities, info, rest)


def required_of(error: Mapping[str, Any]) -> dict[str, Any] | None:
    """What MissingRequiredClientCapability asks for ({}: it does not say); None for every other error.

    Source: MCP 2026-07-28, "data.requiredCapabilities is a ClientCapabilities object"."""
    if error.get("code") != MISSING_CAPABILITY:
        return None
    data = error.get("data")
    wanted = data.get("requiredCapabilities") if isinstance(data, dict) else None
    return wanted if isinstance(wanted, dict) else {}


def merged(one: Mapping[str, Any], other: Mapping[str, Any]) -> dict[str, Any]:
    """Both objects in one; where they differ the other wins."""
    both = dict(one)
    for key, value in other.items():
        mine = both.get(key)
        both[key] = merged(mine, value) if isinstance(mine, dict) and isinstance(value, dict) else value
    return both


def named(capabilities: Mapping[str, Any]) -> str:
    """Capabilities as people say them: `sampling.tools, elicitation`; an extension by its identifier."""
    names: list[str] = []
    for key, value in capabilities.items():
        if key == "extensions" and isinstance(value, dict):
            names += value
        else:
            inner = value if isinstance(value, dict) else {}
            names += [f"{key}.{member}" for member in inner] or [key]
    return ", ".join(names)
