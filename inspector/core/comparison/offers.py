"""What a server offered in two recordings: its lists by name, its capabilities, who it is."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any, Final

import msgspec

from inspector.core.comparison.recording import Recording, ServerPair
from inspector.protocol.era.declared import META
from inspector.protocol.jsonrpc import decode
from inspector.protocol.methods import LISTS
from inspector.protocol.records import SessionInfo
from inspector.render.diff import compare
from inspector.render.diff_tree import Pair, value_text
from inspector.trace.recording_reads import handshake, listings

__all__ = ["OFFER_KINDS", "Difference", "Offer", "compare_offers"]

OFFER_KINDS: Final = ("server", *LISTS)
"""server: what it said of itself. The others are the lists."""

_MOST: Final = 200  # differences kept of one tool
_CUT: Final = 200  # characters of a value
_items: Final = msgspec.json.Decoder(list[msgspec.Raw])
_members: Final = msgspec.json.Decoder(dict[str, msgspec.Raw])


class Difference(msgspec.Struct, frozen=True):
    """One place where two things differ: added | removed | changed | moved, and the values as cut JSON."""

    kind: str
    path: str
    left: str
    right: str


class Offer(msgspec.Struct, frozen=True):
    """A tool, resource, template or prompt by its name, or a member of what the server said of itself.

    change: same | added | removed | changed. unlisted: that list was asked for in one recording only, `name`
    is left or right, where it was not. left, right: its JSON, empty where it is not.
    """

    server: str
    kind: str  # OFFER_KINDS
    name: str
    change: str
    left: bytes = b""
    right: bytes = b""
    differences: tuple[Difference, ...] = ()


def compare_offers(
    left: Recording, right: Recording, pair: ServerPair, ignore: Sequence[str], go_on: Callable[[], bool]
) -> list[Offer]:
    """What differs and what does not, in the order of OFFER_KINDS, then as listed: the left ones first."""
    found = _compared(pair.title, "server", _about(left, pair.left), _about(right, pair.right), ignore)
    for kind, (method, member) in LISTS.items():
        if not go_on():
            break
        mine, others = (
            _listed(side, [info.number for info in infos], method, member)
            for side, infos in ((left, pair.left), (right, pair.right))
        )
        if mine is not None and others is not None:
            found += _compared(pair.title, kind, mine, others, ignore)
        elif mine is not None or others is not None:
            found.append(Offer(pair.title, kind, "left" if mine is None else "right", "unlisted"))
    return found


def _compared(
    server: str, kind: str, left: Mapping[str, bytes], right: Mapping[str, bytes], ignore: Sequence[str]
) -> list[Offer]:
    return [
        _offer(server, kind, name, left.get(name, b""), right.get(name, b""), ignore)
        for name in dict.fromkeys((*left, *right))
    ]


def _offer(server: str, kind: str, name: str, left: bytes, right: bytes, ignore: Sequence[str]) -> Offer:
    if not left or not right:
        return Offer(server, kind, name, "removed" if left else "added", left, right)
    differences: list[Pair] = []
    if left != right:
        differences = compare(left, right, ignore).differences()
    change = "changed" if differences else "same"
    return Offer(server, kind, name, change, left, right, tuple(map(_difference, differences[:_MOST])))


def _difference(pair: Pair) -> Difference:
    return Difference(pair.kind, pair.path(), value_text(pair.left, _CUT), value_text(pair.right, _CUT))


# -- what a recording says -----------------------------------------------------------------------------


def _about(side: Recording, infos: Sequence[SessionInfo]) -> dict[str, bytes]:
    """What the server said of itself last, by the members of the handshake."""
    revisions = [info.revision for info in infos if info.revision]
    found = {"protocolVersion": json.dumps(revisions[-1]).encode()} if revisions else {}
    answer = handshake(side.connection, [info.number for info in infos], side.last)
    members = _members_of(side.message(answer).result) if answer else {}
    meta = _members_of(members.get("_meta", b""))
    server = members.get("serverInfo") or meta.get(f"{META}serverInfo")
    for name, value in (
        ("serverInfo", server),
        ("capabilities", members.get("capabilities")),
        ("instructions", members.get("instructions")),
    ):
        if value:
            found[name] = value
    return found


def _listed(side: Recording, sessions: Sequence[int], method: str, member: str) -> dict[str, bytes] | None:
    """The newest list by name, however many pages it has; None when there is none."""
    pages: dict[int, list[int]] = {}
    newest = 0
    for session, answer, raw in listings(side.connection, method, sessions, side.last):
        if b'"cursor"' not in raw:
            pages[session] = []
            newest = session
        pages.setdefault(session, []).append(answer)
    if not pages:
        return None
    found: dict[str, bytes] = {}
    for answer in pages.get(newest) or next(iter(pages.values())):
        for item in _items_of(_members_of(side.message(answer).result).get(member, b"")):
            found[_name_of(item, len(found))] = item
    return found


def _members_of(text: bytes) -> dict[str, bytes]:
    with suppress(msgspec.DecodeError, RecursionError):
        return {name: bytes(value) for name, value in _members.decode(text).items()}
    return {}


def _items_of(text: bytes) -> list[bytes]:
    with suppress(msgspec.DecodeError, RecursionError):
        return [bytes(item) for item in _items.decode(text)]
    return []


def _name_of(item: bytes, place: int) -> str:
    """What tells it from the others of its list; of what has no name, the place."""
    value: Any = decode(item)
    names = [value.get(key) for key in ("uri", "uriTemplate", "name")] if isinstance(value, dict) else []
    return next((name for name in names if isinstance(name, str)), f"[{place}]")
