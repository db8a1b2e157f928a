"""The client capabilities that people know by name, as boxes to tick over the object that is sent.

Ticking and unticking change only the member they are about; everything else in the object stays.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

__all__ = ["APPS", "OFFERS", "TASKS", "Offer", "extension", "is_offered", "with_offer", "without_offer"]

TASKS: Final = "io.modelcontextprotocol/tasks"
APPS: Final = "io.modelcontextprotocol/ui"


@dataclass(frozen=True, slots=True)
class Offer:
    """One box. path: members from the top of ClientCapabilities; value: what ticking puts there."""

    name: str
    path: tuple[str, ...]
    value: Any


def extension(identifier: str, value: Mapping[str, Any] | None = None) -> Offer:
    """The offer of an extension by its identifier."""
    return Offer(identifier, ("extensions", identifier), dict(value or {}))


OFFERS: Final = (
    Offer("roots", ("roots",), {}),
    Offer("roots_changes", ("roots", "listChanged"), True),
    Offer("sampling", ("sampling",), {}),
    Offer("sampling_tools", ("sampling", "tools"), {}),
    Offer("sampling_context", ("sampling", "context"), {}),
    Offer("elicitation", ("elicitation",), {}),
    Offer("elicitation_form", ("elicitation", "form"), {}),
    Offer("elicitation_url", ("elicitation", "url"), {}),
    Offer("tasks", ("extensions", TASKS), {}),
    # Source: ext-apps 2026-01-26, "mimeTypes" is required of a client.
    Offer("apps", ("extensions", APPS), {"mimeTypes": ["text/html;profile=mcp-app"]}),
)

_OWN_BOX: Final = frozenset(offer.path for offer in OFFERS)


def is_offered(capabilities: Mapping[str, Any], offer: Offer) -> bool:
    """Whether the member is there; false switches `listChanged` off."""
    value: Any = capabilities
    for key in offer.path:
        if not isinstance(value, Mapping) or key not in value:
            return False
        value = value[key]
    return value is not False


def with_offer(capabilities: Mapping[str, Any], offer: Offer) -> dict[str, Any]:
    """The object with this member; what stands in its way is replaced by an object."""
    return _put(capabilities, offer.path, offer.value)


def _put(inside: Any, path: tuple[str, ...], value: Any) -> dict[str, Any]:
    members = dict(inside) if isinstance(inside, Mapping) else {}
    key, below = path[0], path[1:]
    members[key] = _put(members.get(key), below, value) if below else value
    return members


def without_offer(capabilities: Mapping[str, Any], offer: Offer) -> dict[str, Any]:
    """The object without this member. `extensions` goes with its last member; what has a box stays."""
    members = dict(capabilities)
    parent = members.get(offer.path[0])
    if len(offer.path) == 1:
        members.pop(offer.path[0], None)
    elif isinstance(parent, Mapping):
        rest = {key: value for key, value in parent.items() if key != offer.path[1]}
        members[offer.path[0]] = rest
        if not rest and offer.path[:1] not in _OWN_BOX:
            del members[offer.path[0]]
    return members
