"""Two JSON documents as one tree: what stands at each place on both sides."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, Final

from inspector.protocol.json_path import Step, path_text

__all__ = ["ABSENT", "Comparison", "Pair", "Value", "value_text"]


class Absent:
    """There is nothing on this side."""


ABSENT: Final = Absent()

Value = Any
"""An object is a tuple of (key, value), an array a list, a number its digits as bytes."""


class Pair:
    """What stands at one place of both documents.

    kind: same, changed, added, removed, moved (of an array; it appears at both places, each with the side
    that stands there), inside (its children differ), ignored (differs, but is left out of account).
    other: of what was moved, the index on the other side. embedded: both sides are texts that were compared
    by the JSON or the lines in them; the children are of that.
    """

    __slots__ = (
        "children",
        "embedded",
        "kind",
        "left",
        "left_step",
        "other",
        "parent",
        "right",
        "right_step",
    )

    def __init__(
        self,
        kind: str,
        left: Value,
        right: Value,
        left_step: Step | None = None,
        right_step: Step | None = None,
    ) -> None:
        self.kind = kind
        self.left, self.right = left, right
        self.left_step, self.right_step = left_step, right_step
        self.children: list[Pair] = []
        self.parent: Pair | None = None
        self.other = -1
        self.embedded = False

    @property
    def step(self) -> Step | None:
        """Key or index; of what is on both sides the left one."""
        return self.right_step if self.left_step is None else self.left_step

    def steps(self) -> list[Step]:
        """Keys and indexes from the root."""
        found: list[Step] = []
        at: Pair | None = self
        while at is not None and at.step is not None:
            found.append(at.step)
            at = at.parent
        return found[::-1]

    def path(self) -> str:
        """`$.result.items[3]`; the index is the left one, where there is one."""
        return path_text(self.steps())

    def open_children(self) -> list[Pair]:
        """Children; of what is the same they are made when asked for."""
        if not self.children and self.kind in ("same", "added", "removed", "moved"):
            self.adopt(_children_of(self))
        return self.children

    def adopt(self, children: list[Pair]) -> None:
        """Take children."""
        self.children = children
        for child in children:
            child.parent = self


class Comparison:
    """root: both documents as one tree. text: why they were compared as text; empty: as JSON.

    reordered: objects whose keys come in another order.
    """

    def __init__(self, root: Pair, text: str, reordered: int) -> None:
        self.root, self.text, self.reordered = root, text, reordered

    def differences(self) -> list[Pair]:
        """What differs, in reading order. Something moved counts once, where it stands now."""
        return [pair for pair in _walk(self.root) if pair.kind in _DIFFERENT and not _left_behind(pair)]

    def ignored(self) -> int:
        """How many differing places are ignored."""
        return sum(1 for pair in _walk(self.root) if pair.kind == "ignored")


_DIFFERENT: Final = ("changed", "added", "removed", "moved")


def value_text(value: Value, limit: int = 1 << 30) -> str:
    """A value as JSON on one line, numbers with their digits; cut after about limit characters."""
    parts: list[str] = []
    room = limit
    for token in _tokens(value):
        parts.append(token[:room])
        room -= len(token)
        if room < 0:
            return "".join(parts) + "…"
    return "".join(parts)


def _walk(root: Pair) -> Iterator[Pair]:
    stack = [root]
    while stack:
        pair = stack.pop()
        yield pair
        if pair.kind in ("inside", "same"):
            stack.extend(reversed(pair.children))


def _left_behind(pair: Pair) -> bool:
    return pair.kind == "moved" and pair.right is ABSENT


def _children_of(pair: Pair) -> list[Pair]:
    """Children of a value that differs nowhere or stands on one side only."""
    sides = [side for side in (pair.left, pair.right) if side is not ABSENT]
    there = (pair.left is not ABSENT, pair.right is not ABSENT)
    first = sides[0]
    if isinstance(first, tuple):
        steps: list[tuple[Step, Value]] = list(first)
    elif isinstance(first, list):
        steps = list(enumerate(first))
    else:
        return []
    kind = "same" if all(there) else pair.kind
    return [
        Pair(
            kind,
            value if there[0] else ABSENT,
            value if there[1] else ABSENT,
            step if there[0] else None,
            step if there[1] else None,
        )
        for step, value in steps
    ]


def _tokens(value: Value) -> Iterator[str]:
    """Not recursive: documents are nested as deep as Python calls may be."""
    stack: list[Iterator[tuple[str, Value]]] = [iter([("", value)])]
    closing = [""]
    while stack:
        entry = next(stack[-1], None)
        if entry is None:
            stack.pop()
            yield closing.pop()
            continue
        before, item = entry
        if isinstance(item, (tuple, list)):
            yield before + ("{" if isinstance(item, tuple) else "[")
            stack.append(_entries(item))
            closing.append("}" if isinstance(item, tuple) else "]")
        else:
            yield before + _scalar(item)


def _entries(container: Value) -> Iterator[tuple[str, Value]]:
    """(what stands before the value, the value)."""
    for place, item in enumerate(container):
        comma = "," if place else ""
        if isinstance(container, tuple):
            yield f"{comma}{json.dumps(item[0], ensure_ascii=False)}:", item[1]
        else:
            yield comma, item


def _scalar(value: Value) -> str:
    if isinstance(value, bytes):
        return value.decode()
    return "" if value is ABSENT else json.dumps(value, ensure_ascii=False)
