"""What a server offers, as seen in the traffic: tools, resources, templates, prompts."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from inspector.protocol.jsonrpc import decode
from inspector.protocol.methods import LISTS

__all__ = ["Catalog"]

_IDENTITY: Final = {"tools": "name", "resources": "uri", "templates": "uriTemplate", "prompts": "name"}
_STALE: Final = {
    "notifications/tools/list_changed": ("tools",),
    "notifications/prompts/list_changed": ("prompts",),
    "notifications/resources/list_changed": ("resources", "templates"),
}


class Catalog:
    """Lists as the server gave them. Items that are not objects are left out and counted in `odd`."""

    def __init__(self) -> None:
        self._items: dict[str, tuple[dict[str, Any], ...]] = {}
        self._raw: dict[str, dict[str, bytes]] = {}
        self.stale: set[str] = set()  # lists that changed on the server since they were fetched
        self.updated: set[str] = set()  # URIs the server reported as updated
        self.odd: dict[str, int] = {}

    @property
    def tools(self) -> tuple[dict[str, Any], ...]:
        """Decoded `tools`."""
        return self._items.get("tools", ())

    @property
    def resources(self) -> tuple[dict[str, Any], ...]:
        """Decoded `resources`."""
        return self._items.get("resources", ())

    @property
    def templates(self) -> tuple[dict[str, Any], ...]:
        """Decoded `resourceTemplates`."""
        return self._items.get("templates", ())

    @property
    def prompts(self) -> tuple[dict[str, Any], ...]:
        """Decoded `prompts`."""
        return self._items.get("prompts", ())

    def fetched(self, kind: str) -> bool:
        """The list was fetched at least once."""
        return kind in self._items

    def items(self, kind: str) -> tuple[dict[str, Any], ...]:
        """One list: tools | resources | templates | prompts."""
        return self._items.get(kind, ())

    def raw(self, kind: str, name: str) -> bytes:
        """The item's JSON text as it came; empty when unknown. name: tool or prompt name, or URI."""
        return self._raw.get(kind, {}).get(name, b"")

    def fill(self, kind: str, pages: list[bytes]) -> tuple[dict[str, Any], ...]:
        """Take the results of a list method, one a page. One bad item does not hide the rest."""
        member = LISTS[kind][1]
        items: list[dict[str, Any]] = []
        raws: dict[str, bytes] = {}
        odd = 0
        for page in pages:
            for raw in _members(page, member):
                item = decode(raw)
                if not isinstance(item, dict) or not isinstance(item.get(_IDENTITY[kind]), str):
                    odd += 1
                    continue
                items.append(item)
                raws.setdefault(item[_IDENTITY[kind]], raw)
        self._items[kind], self._raw[kind] = tuple(items), raws
        self.odd[kind] = odd
        self.stale.discard(kind)
        return self._items[kind]

    def notice(self, method: str, params: dict[str, Any]) -> bool:
        """A notification came. True: something here changed."""
        if method in _STALE:
            self.stale.update(_STALE[method])
            return True
        uri = params.get("uri")
        if method == "notifications/resources/updated" and isinstance(uri, str):
            self.updated.add(uri)
            return True
        return False


def _members(page: bytes, member: str) -> list[bytes]:
    try:
        found = msgspec.json.decode(page, type=dict[str, msgspec.Raw]).get(member)
        return [bytes(raw) for raw in msgspec.json.decode(found, type=list[msgspec.Raw])] if found else []
    except (msgspec.DecodeError, RecursionError):
        return []
