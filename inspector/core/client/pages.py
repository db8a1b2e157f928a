"""One page of a list as a server gave it, read so that one bad item does not hide the rest."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

import msgspec

from inspector.core.client.cache import Hint
from inspector.protocol.era.param_headers import header_faults
from inspector.protocol.jsonrpc import decode
from inspector.protocol.methods import LISTS
from inspector.translation import translate

__all__ = ["IDENTITY", "MOST_ODD", "OddItem", "Page", "read_page"]

IDENTITY: Final = {"tools": "name", "resources": "uri", "templates": "uriTemplate", "prompts": "name"}
"""Kind of list → the member that names an item."""
MOST_ODD: Final = 1000
"""Odd items of a page that are kept; a few megabytes hold a million of them."""


@dataclass(frozen=True, slots=True)
class OddItem:
    """An item that cannot be used: its JSON text and why."""

    raw: bytes
    reason: str


@dataclass(frozen=True, slots=True)
class Page:
    """cursor: what it was asked with, None for the first. next_cursor: None on the last ("" is a cursor).

    raws: the JSON texts of items. hint: of the modern era, else None. excluded: tools that a conforming
    client must not use, with the reasons. trouble: the result has no list in it, and why. size: bytes
    of the result. odd: the first MOST_ODD of odd_count.
    """

    kind: str
    cursor: str | None
    next_cursor: str | None
    items: tuple[dict[str, Any], ...]
    raws: tuple[bytes, ...]
    odd: tuple[OddItem, ...] = ()
    odd_count: int = 0
    hint: Hint | None = None
    excluded: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    exchange: int = 0
    from_cache: bool = False
    trouble: str = ""
    size: int = 0


def read_page(
    kind: str,
    cursor: str | None,
    result: bytes,
    *,
    hint: Hint | None = None,
    exchange: int = 0,
    from_cache: bool = False,
    over_modern_http: bool = False,
) -> Page:
    """Read the result of a list method. over_modern_http: `x-mcp-header` faults exclude tools."""
    members, trouble = _members(result, LISTS[kind][1])
    items: list[dict[str, Any]] = []
    raws: list[bytes] = []
    odd: list[OddItem] = []
    odd_count = 0
    for member in members:
        raw = bytes(member)
        item = decode(raw)
        if reason := _oddity(item, IDENTITY[kind]):
            odd_count += 1
            if odd_count <= MOST_ODD:
                odd.append(OddItem(raw, reason))
        else:
            items.append(item)
            raws.append(raw)
    excluded: dict[str, tuple[str, ...]] = {}
    if over_modern_http and kind == "tools":
        for item in items:
            if faults := header_faults(item.get("inputSchema")):
                excluded[item["name"]] = tuple(faults)
    return Page(
        kind,
        cursor,
        _next_cursor(result),
        tuple(items),
        tuple(raws),
        tuple(odd),
        odd_count,
        hint,
        excluded,
        exchange,
        from_cache,
        trouble,
        len(result),
    )


def _oddity(item: Any, identity: str) -> str:
    if not isinstance(item, dict):
        return translate("Core", "it is not a JSON object")
    if identity not in item:
        return translate("Core", "it has no {}").format(identity)
    return (
        ""
        if isinstance(item[identity], str)
        else translate("Core", "its {} is not a string").format(identity)
    )


def _members(result: bytes, member: str) -> tuple[list[msgspec.Raw], str]:
    try:
        found = msgspec.json.decode(result, type=dict[str, msgspec.Raw]).get(member)
    except (msgspec.DecodeError, RecursionError):
        return [], translate("Core", "the result is not an object")
    if found is None:
        return [], translate("Core", "the result has no {}").format(member)
    try:
        return msgspec.json.decode(found, type=list[msgspec.Raw]), ""
    except (msgspec.DecodeError, RecursionError):
        return [], translate("Core", "{} in the result is not an array").format(member)


class _Cursor(msgspec.Struct):
    nextCursor: Any = None  # the wire's spelling


def _next_cursor(result: bytes) -> str | None:
    try:
        found = msgspec.json.decode(result, type=_Cursor).nextCursor
    except (msgspec.DecodeError, RecursionError):
        return None
    return found if isinstance(found, str) else None
