"""One value out of a message, by its JSON path, as short text for a column. Digits stay as they were sent.

Where a row is a whole call, the value is that of the request, and where the request has none, that of the
answer. (A filter with the same path looks at every message of the call.)
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from functools import lru_cache
from typing import Final

import msgspec

from inspector.protocol.jsonrpc import one_line
from inspector.protocol.large_json import PIECE, Shortened, shortened
from inspector.trace.query.tokens import FilterError, tokenize
from inspector.translation import translate

__all__ = ["first_value", "parse_path", "part_at", "path_name", "steps_of", "value_at"]

_MOST_CHARS: Final = 240  # no column is wider
_MOST_BYTES: Final = 4 * _MOST_CHARS + 4
_LINE: Final = str.maketrans("\n\r\t\0", "   ␀")
_STEP: Final = re.compile(r'\."([^"]*)"|\[(#-)?(\d+)\]')  # SQLite's spelling, which tokens of paths have
_STAND_IN: Final = 64  # bytes at most of what stands for a run
_EMPTY: Final = {b"[": b"[]", b"{": b"{}"}
_OPENING: Final = re.compile(rb'["\[{]')
_members: Final = msgspec.json.Decoder(dict[str, msgspec.Raw])
_items: Final = msgspec.json.Decoder(list[msgspec.Raw])

Steps = tuple[str | int, ...]


def parse_path(text: str) -> Steps:
    """The keys and indexes of `$.params.arguments["order id"][0]`. Raises FilterError for anything else."""
    tokens = tokenize(text.strip())
    if tokens[0].kind != "path" or tokens[1].kind != "end":
        raise FilterError(
            translate("Query", "expected a JSON path such as $.params.arguments.id"), tokens[0].column
        )
    return steps_of(tokens[0].text)


def steps_of(path: str) -> Steps:
    """Of a path as SQLite spells it."""
    steps: list[str | int] = []
    for key, from_end, index in _STEP.findall(path):
        steps.append((-int(index) if from_end else int(index)) if index else key)
    return tuple(steps)


def path_name(steps: Steps) -> str:
    """The default heading of a column for this path: its last key."""
    keys = [step for step in steps if isinstance(step, str)]
    return keys[-1] if keys else "$"


def value_at(raw: bytes, steps: Steps) -> str | None:
    """The value as text: a string without quotes, anything else as it was sent, on one line.

    None: it is not there, or raw is no JSON.
    """
    text = part_at(raw, steps)
    if text is None:
        return None
    if text[:1] == b'"':
        with suppress(ValueError):
            return _short(msgspec.json.decode(text, type=str))
        return None
    return _short(one_line(text)[:_MOST_BYTES].decode("utf-8", "replace"))


def part_at(raw: bytes, steps: Steps, *, brief: bool = False) -> bytes | None:
    """The value as it was sent; None: it is not there, or raw is no JSON.

    brief: [] and {} for all that have elements and members. Of a large message no tree is made: its runs of
    elements and members are looked at one after the other.
    """
    short: Shortened | None = None
    token: bytes | memoryview = raw
    try:
        if not steps:
            msgspec.json.decode(token, type=msgspec.Raw)
        for step in steps:
            if short is None and len(token) > PIECE and (short := shortened(bytes(token), 0)) is not None:
                token = short.text
            token = memoryview(
                _item(token, step, short) if isinstance(step, int) else _member(token, step, short)
            )
        text = bytes(token).strip()
        if brief and text[:1] in _EMPTY:
            return _EMPTY[text[:1]]
        return text if short is None else short.whole(text)
    except (ValueError, KeyError, IndexError, RecursionError):
        return None


def _item(array: bytes | memoryview, index: int, short: Shortened | None) -> msgspec.Raw | bytes:
    items = _items.decode(array)
    if short is None:
        return items[index]
    for item in items if index >= 0 else reversed(items):
        run = short.run_of(bytes(item)) if len(memoryview(item)) < _STAND_IN else None
        if run is None:
            found: list[msgspec.Raw] | list[bytes] = [item]
            count = 1
        elif _OPENING.search(run) is None:  # many small values: counted sooner than told apart
            count = bytes(run).count(b",") + 1
            found = bytes(run).split(b",") if -count <= index < count else []
        else:
            found = _items.decode(b"[%b]" % bytes(run))
            count = len(found)
        if -count <= index < count:
            return found[index]
        index += count if index < 0 else -count
    raise IndexError(index)


def _member(members: bytes | memoryview, key: str, short: Shortened | None) -> msgspec.Raw:
    """The last of that name, as everywhere."""
    if short is None and len(members) > PIECE:  # a path has no key with quotes or backslashes
        return msgspec.json.decode(members, type=_alone(key)).value  # type: ignore[attr-defined, no-any-return]
    if short is None:
        return _members.decode(members)[key]
    found = None
    for name, value in _members.decode(members).items():
        run = short.run_of(b'"%b"' % name.encode("utf-8", "replace")) if len(name) < _STAND_IN else None
        if run is not None:
            with suppress(KeyError):
                found = _member(b"{%b}" % bytes(run), key, None)
        elif name == key:
            found = value
    if found is None:
        raise KeyError(key)
    return found


@lru_cache(maxsize=64)
def _alone(key: str) -> type[msgspec.Struct]:
    """An object of which this member alone is read."""
    return msgspec.defstruct("_Alone", [("value", msgspec.Raw)], rename={"value": key})


def first_value(messages: Sequence[bytes], steps: Steps) -> str:
    """The value in the first message that has it; empty when none does."""
    for raw in messages:
        found = value_at(raw, steps)
        if found is not None:
            return found
    return ""


def _short(text: str) -> str:
    line = text[: _MOST_CHARS + 1].translate(_LINE)
    return line if len(line) <= _MOST_CHARS else line[:_MOST_CHARS] + "…"
