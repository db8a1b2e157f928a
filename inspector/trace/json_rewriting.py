"""Change single keys, strings and numbers of a JSON text; every other byte stays as it was.

Not a parser: the text is known to be valid JSON. Keys, order, repeated keys, white space and numbers of any
length come through untouched, which decoding and encoding again would not do.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from inspector.json_tokens import TEXT
from inspector.protocol.json_path import path_text

__all__ = ["Frame", "Rename", "Rewrite", "path_of", "rewritten"]

_TOKEN: Final = re.compile(rf'"({TEXT})"|([{{}}\[\],:])|([^\s{{}}\[\],:"]+)')


@dataclass(slots=True)
class Frame:
    """An object or array that is open. key: of the member that comes. index: of the item that comes."""

    is_object: bool
    key: str = ""
    index: int = 0
    before: str = ""  # the string item before, of an array
    name: str = ""  # what the member "name" or "key" of an object says


Rewrite = Callable[[list[Frame], str, bool], str | None]
"""(open objects and arrays, value, is a string) → the value to put in its place, None: leave it."""


Rename = Callable[[list[Frame], str], str | None]
"""(open objects and arrays, key) → the key to put in its place, None: leave it."""

_NAMING: Final = ("name", "key")  # `{"name": "X-Api-Key", "value": …}`


def rewritten(text: str, rewrite: Rewrite, rename: Rename) -> str:
    """The same JSON text with other values and keys. A string becomes a string, a number that of a number."""
    parts: list[str] = []
    done = 0
    frames: list[Frame] = []
    key_comes = False
    for token in _TOKEN.finditer(text):
        string, mark, word = token.groups()
        if mark is not None:
            key_comes = _step(frames, mark, key_comes)
            continue
        if string is not None:
            value = _decoded(token[0], string)
            if key_comes:
                frames[-1].key, key_comes = value, False
                new = rename(frames, value)
            else:
                new = rewrite(frames, value, True)
                if frames:
                    _remember(frames[-1], value)
            encoded = None if new is None else _encoded(new)
        else:
            encoded = rewrite(frames, word, False) if word[0] in "-0123456789" else None
        if encoded is not None:
            parts += [text[done : token.start()], encoded]
            done = token.end()
    parts.append(text[done:])
    return "".join(parts)


def path_of(frames: list[Frame]) -> str:
    """Where the value that comes stands: `$.params.arguments["a b"][2]`."""
    return path_text(frame.key if frame.is_object else frame.index for frame in frames)


def _remember(frame: Frame, value: str) -> None:
    if not frame.is_object:
        frame.before = value
    elif frame.key.lower() in _NAMING:
        frame.name = value


def _step(frames: list[Frame], mark: str, key_comes: bool) -> bool:
    """Follow a punctuation mark; whether a key comes next."""
    if mark in "{[":
        frames.append(Frame(mark == "{"))
        return mark == "{"
    if mark in "}]":
        if frames:
            frames.pop()
        return False
    if mark == "," and frames:
        frames[-1].index += 1
        return frames[-1].is_object
    return key_comes


def _decoded(token: str, inner: str) -> str:
    if "\\" not in inner:
        return inner
    try:
        value: str = json.loads(token, strict=False)
    except ValueError:
        return inner
    return value


def _encoded(value: str) -> str:
    try:
        value.encode()
    except UnicodeEncodeError:  # half of a surrogate pair
        return json.dumps(value)
    return json.dumps(value, ensure_ascii=False)
