"""Where two JSON documents differ first: for thousands of pairs, of which only that is to be known.

`compare` says all there is to say of two documents and takes twenty times as long. Elements of arrays are
taken one after the other here; what is the same elsewhere is not looked for.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any, Final

import msgspec

from inspector.protocol.json_path import Step, path_text
from inspector.protocol.jsonrpc import decode
from inspector.render.diff_noise import varies
from inspector.render.json_paths import PathPatterns, State

__all__ = ["MOST_BYTES", "FirstDifference", "first_difference"]

MOST_BYTES: Final = 8 << 20  # of one side; a larger one is compared by its bytes
_CUT: Final = 200  # characters of a value
_OPENING: Final = ("{", "[")
_NOTHING: Final = object()


@dataclass(frozen=True, slots=True)
class FirstDifference:
    """left, right: the values as JSON, cut; "" for nothing. noise: all that differs is ids and times."""

    path: str
    left: str
    right: str
    noise: bool = False


def first_difference(
    left: bytes, right: bytes, patterns: PathPatterns, under: tuple[Step, ...] = ()
) -> FirstDifference | None:
    """The first that counts, else the first that looks like an id or a time; None: they say the same.

    patterns: what may differ. under: where in a message the two stand.
    """
    state = patterns.start
    for step in under:
        below = patterns.below(state, step)
        if below is None:
            return None
        state = below
    if left == right:
        return None
    if max(len(left), len(right)) > MOST_BYTES:
        return FirstDifference(path_text(under), "", "")
    noise: FirstDifference | None = None
    for steps, mine, other in _differing(decode(left), decode(right), under, state, patterns):
        first, second = _shown(mine), _shown(other)
        if mine is _NOTHING or other is _NOTHING or not varies(steps[-1] if steps else None, first, second):
            return FirstDifference(path_text(steps), first, second)
        if noise is None:
            noise = FirstDifference(path_text(steps), first, second, noise=True)
    return noise


def _differing(
    left: Any, right: Any, under: tuple[Step, ...], state: State, patterns: PathPatterns
) -> Iterator[tuple[tuple[Step, ...], Any, Any]]:
    """In reading order. Not recursive: documents are nested as deep as Python calls may be."""
    stack: list[tuple[tuple[Step, ...], Any, Any, State]] = [(under, left, right, state)]
    while stack:
        steps, mine, other, at = stack.pop()
        if isinstance(mine, str) and isinstance(other, str) and mine != other:
            mine, other = _inside(mine, other)
        pairs = _children(mine, other)
        if pairs is None:
            if mine != other or isinstance(mine, bool) != isinstance(other, bool):
                yield steps, mine, other
            continue
        for step, one, another in reversed(pairs):
            below = patterns.below(at, step)
            if below is not None and one is not another:
                stack.append(((*steps, step), one, another, below))


def _children(left: Any, right: Any) -> list[tuple[Step, Any, Any]] | None:
    """What stands below two values of one kind; None when there is nothing to go into."""
    if isinstance(left, dict) and isinstance(right, dict):
        keys = dict.fromkeys((*left, *right))
        return [(key, left.get(key, _NOTHING), right.get(key, _NOTHING)) for key in keys]
    if isinstance(left, list) and isinstance(right, list):
        return [(place, *both) for place, both in enumerate(zip_longest(left, right, fillvalue=_NOTHING))]
    return None


def _inside(left: str, right: str) -> tuple[Any, Any]:
    """The JSON in two texts, where both hold an object or both an array: tools answer with such."""
    if left[:1] in _OPENING and left[:1] == right[:1]:
        mine, other = decode(left.encode("utf-8", "replace")), decode(right.encode("utf-8", "replace"))
        if isinstance(mine, (dict, list)) and isinstance(other, (dict, list)):
            return mine, other
    return left, right


def _shown(value: Any) -> str:
    if value is _NOTHING:
        return ""
    if isinstance(value, str):
        value = value[: _CUT + 1]
    try:
        text = msgspec.json.encode(value).decode()
    except (UnicodeEncodeError, OverflowError, RecursionError):
        text = ascii(value)
    return text if len(text) <= _CUT else f"{text[:_CUT]}…"
