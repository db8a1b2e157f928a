"""Where a cursor stands in JSON that is being typed: inside of what, at a key or at a value. Never raises.

It reads what is before the cursor, whole or broken; what is broken further up counts as it looks.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final, Literal

from inspector.json_tokens import BRACKET, LINE_TEXT, TOKEN, key_of

__all__ = ["CursorPlace", "open_brackets", "place_at"]

_KEY_BEFORE: Final = re.compile(rf"""("{LINE_TEXT}"|[\w$-]+)\s*+:\s*+\Z""")
_KEY_REACH: Final = 2_000  # characters before a bracket in which its key is looked for
_COUNTED: Final = 4_000  # tokens of one level that are read
_WORD_REST: Final = re.compile(r'[\w.$+-]*+("?)')


@dataclass(frozen=True, slots=True)
class CursorPlace:
    """slot: what is expected there. path: of the value at the cursor; of the object, where a key is expected.

    text[start:end] is what a proposal replaces, typed what stands there up to the cursor, without a quote.
    present: members of the object around, by the text of their values. token: the token under the cursor.
    """

    path: tuple[str | int, ...]
    slot: Literal["key", "value", "none"]
    start: int
    end: int
    typed: str = ""
    quoted: bool = False
    present: dict[str, str] = field(default_factory=dict)
    colon: bool = False
    """A colon follows the key already."""
    comma: bool = False
    """Something follows that a comma must separate from this."""


def place_at(text: str, offset: int, openers: tuple[int, ...] | None = None) -> CursorPlace:
    """text: JSON that may be broken. offset: of the cursor, 0 to len(text). openers: what `open_brackets`
    says of that offset, for a caller that knows it already."""
    found = open_brackets(text, offset) if openers is None else openers
    steps = tuple(_step(text, found, number) for number in range(1, len(found)))
    if not found:
        return _in_level(text, -1, offset, False, ())
    return _in_level(text, found[-1], offset, text[found[-1]] == "{", steps)


def open_brackets(text: str, offset: int, start: int = 0, before: tuple[int, ...] = ()) -> tuple[int, ...]:
    """Brackets that are open at an offset, outermost first. before: those at start, the start of a line."""
    found = list(before)
    for match in BRACKET.finditer(text, start, offset):
        if match[1] in ("{", "["):
            found.append(match.start(1))
        elif match[1] and found:
            found.pop()
    return tuple(found)


def _step(text: str, openers: tuple[int, ...], number: int) -> str | int:
    """Key or index of an open bracket in the one around it."""
    around, at = openers[number - 1], openers[number]
    if text[around] == "{":
        key = _KEY_BEFORE.search(text, max(around + 1, at - _KEY_REACH), at)
        return key_of(key[1]) if key else ""
    return sum(1 for kind, start, _ in _level(text, around + 1, at) if kind == "mark" and text[start] == ",")


def _level(text: str, start: int, stop: int) -> Iterator[tuple[str, int, int]]:
    """Tokens of one level, the first few thousand; what is nested is one token of kind "nested"."""
    depth, opened = 0, 0
    for count, match in enumerate(TOKEN.finditer(text, start, stop)):
        kind, first = match.lastgroup or "other", match[0]
        if count > _COUNTED:
            return
        if kind == "mark" and first in "{[(":
            opened = match.start() if depth == 0 else opened
            depth += 1
        elif kind == "mark" and first in ")]}":
            depth -= 1
            if depth < 0:
                return
            if depth == 0:
                yield "nested", opened, match.end()
        elif depth == 0 and kind not in ("space", "comment"):
            yield kind, match.start(), match.end()


def _in_level(
    text: str, opener: int, offset: int, is_object: bool, steps: tuple[str | int, ...]
) -> CursorPlace:
    """What stands around the cursor in the innermost bracket."""
    present: dict[str, str] = {}
    key, last, index = "", "", 0
    token = (offset, offset)
    for kind, start, end in _level(text, opener + 1, offset):
        if kind == "mark":
            last = text[start]
            if last == ",":
                key, index = "", index + 1
            continue
        if end == offset and kind in ("string", "quoted", "word") and not _closed(text, start, end):
            token = (start, end)
            break
        if is_object and last != ":":
            key = key_of(text[start:end])
        elif is_object:
            present[key] = text[start:end]
        last = "value"
    start, typed = token[0], text[token[0] : token[1]]
    quoted = typed[:1] == '"'
    rest = _WORD_REST.match(text, offset)
    end = rest.end() if rest and (not quoted or rest[1]) and (quoted or not rest[1]) else offset
    at_key = is_object and last != ":"
    following = list(_following(text, end, present if is_object else {}))
    colon = at_key and following[:1] == [":"]
    comma = bool(following) and following[0] not in (",", ":") and not colon
    slot: Literal["key", "value", "none"] = "key" if at_key else "value"
    if last == "value" or (opener < 0 and last) or typed[:1] in ("/", "#"):
        slot = "none"
    path = steps if at_key else (*steps, key if is_object else index) if opener >= 0 else ()
    typed = typed[1:] if quoted else typed
    return CursorPlace(path, slot, start, end, typed, quoted, present, colon, comma)


def _closed(text: str, start: int, end: int) -> bool:
    return text[start] == '"' and end - start > 1 and text[end - 1] == '"' and text[end - 2] != "\\"


def _following(text: str, start: int, present: dict[str, str]) -> Iterator[str]:
    """The tokens after the cursor on its level; the members among them become present as well."""
    before = ""
    key = ""
    for kind, at, end in _level(text, start, len(text)):
        token = text[at:end]
        if before == ":" and key:
            present[key] = token
        key = key_of(token) if kind in ("string", "word", "quoted") and before != ":" else key
        before = token if kind == "mark" else ""
        yield token
