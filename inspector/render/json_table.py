"""Arrays of objects, and objects of objects, as a table over the indented text of a `JsonTree`.

Nothing is parsed but what is looked at: a row is the place where it starts, a cell is found by one
regular expression over its row. What goes over all rows (columns, sorting, filtering) works in steps.
"""

from __future__ import annotations

import json
import re
from array import array
from bisect import bisect_right
from collections.abc import Generator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import islice
from typing import Final

import msgspec

from inspector.json_tokens import STRING
from inspector.protocol.json_path import step_text
from inspector.render.column_order import ColumnOrder
from inspector.render.structured import string_of
from inspector.render.tree import JsonTree, TreeNode

__all__ = ["Cell", "JsonTable", "Spread", "spreads"]

_SAMPLE: Final = 30  # children that are looked at to tell whether a container is a table
_SHARE: Final = 0.8  # of them that have to be objects
_NEAR: Final = 256 * 1024  # bytes of a container that are read for it
_READ: Final = 3 << 20  # bytes of all of them
_DEPTH: Final = 4  # levels in which tables are looked for
_INSIDE: Final = 12  # children in which tables are looked for, too
_LOOKED: Final = 60  # containers
_FIRST: Final = 200  # rows whose keys are the columns at once
_MOST: Final = 200  # columns; objects used as maps have no end of keys
_WINDOW: Final = 512 * 1024  # bytes searched in one step
_SHORT: Final = 64 * 1024  # bytes searched in one step for what is in every row
_TOKEN: Final = 256  # bytes of a value that it is sorted by
_STEP: Final = 1000  # rows read in one step


@dataclass(frozen=True, slots=True)
class Cell:
    """Where a value is in the text, and of what kind; `missing` has no place."""

    kind: str = "missing"
    start: int = 0
    end: int = 0


@dataclass(frozen=True, slots=True)
class Spread:
    """A container that can be shown as a table. offset: its value in the text; path: JSONPath."""

    offset: int
    path: str


def spreads(tree: JsonTree) -> list[Spread]:
    """Containers near the top that can be shown as tables, outer ones first. A few ms at most."""
    found: list[Spread] = []
    root = tree.root
    waiting = [(root.value, root.end, 0, "$")] if root.kind in ("object", "array") else []
    looked = read = 0
    while waiting and looked < _LOOKED and read < _READ:
        start, end, depth, path = waiting.pop(0)
        looked += 1
        read += min(end - start, _NEAR)
        children = list(islice(tree.peek(start, min(end, start + _NEAR), depth), _SAMPLE))
        if not children:
            continue
        objects = sum(kind == "object" for _key, _start, kind in children)
        if objects >= _SHARE * len(children) and (len(children) > 1 or tree.part(start, start + 1) == b"["):
            found.append(Spread(start, path))
        ends = [child_start for _key, child_start, _kind in children[1:]] + [end]
        if depth < _DEPTH:
            for number, ((key, at, kind), stop) in enumerate(zip(children[:_INSIDE], ends, strict=False)):
                if kind in ("object", "array"):
                    waiting.append((at, stop, depth + 1, path + step_text(_name(key) if key else number)))
    return found


class JsonTable:
    """Rows and cells of a container whose children are known (`JsonTree.read`)."""

    def __init__(self, tree: JsonTree, node: TreeNode) -> None:
        self.tree, self.node = tree, node
        self.starts: array[int] = node.starts or array("q")
        self.keyed = node.kind == "object"
        self.columns: list[bytes] = []  # keys as they came, in their quotes
        self._known: set[bytes] = set()
        self._loose = False  # some rows are no objects
        for number, start in enumerate(self.starts[:_FIRST]):
            if start - self.starts[0] < _WINDOW:
                self._learn(number)

    def __len__(self) -> int:
        return len(self.starts)

    @property
    def loose(self) -> bool:
        """Whether there are rows that are no objects; they have one value and no columns."""
        return self._loose

    # -- one row ----------------------------------------------------------------------------------------

    def row_key(self, number: int) -> bytes:
        """The key of a row of an object, in its quotes; b"" in an array."""
        return self.tree.key_at(self.starts[number]) if self.keyed else b""

    def row(self, number: int) -> Cell:
        """The value that a row is."""
        start, end = self.tree.value_span(self.node, number)
        return Cell(self.tree.kind_at(start), start, end)

    def cells(self, number: int) -> dict[bytes, Cell]:
        """The members of a row by key; of a key that is there twice the first. {} for what is no object."""
        whole = self.row(number)
        if whole.kind != "object":
            return {}
        found: dict[bytes, Cell] = {}
        members = list(self.tree.members(whole.start, whole.end, self.node.depth + 1))
        stops = [at for at, _key, _value in members[1:]]
        for place, (_at, key, value) in enumerate(members):
            last = place == len(stops)
            end = self.tree.end_before(whole.end if last else stops[place], last=last)
            if key not in found:
                found[key] = Cell(self.tree.kind_at(value), value, end)
        return found

    def _learn(self, number: int) -> None:
        self._loose = self._loose or self.row(number).kind != "object"
        for key in self.cells(number):
            self._add(key)

    def _add(self, key: bytes) -> None:
        if key not in self._known and len(self.columns) < _MOST:
            self._known.add(key)
            self.columns.append(key)

    # -- all rows ---------------------------------------------------------------------------------------

    def find_columns(self) -> Generator[None, None, None]:
        """Add the columns that only later rows have."""
        pattern = _members(2 * self.node.depth + 4)
        for at, stop in self._windows(_SHORT):
            for key in dict.fromkeys(self.tree.keys_in(pattern, at, stop)):
                self._add(key)
            yield

    def filtered(self, text: str) -> Generator[None, None, array[int]]:
        """Numbers of the rows in whose text this occurs; the case of ASCII letters is ignored."""
        found: array[int] = array("q")
        low = text.lower()
        needles = dict.fromkeys((low.encode("utf-8", "replace"), json.dumps(low)[1:-1].encode()))
        for at, stop in self._windows(_WINDOW):
            numbers: set[int] = set()
            for needle in needles:
                for place in self.tree.places_of(needle, at, stop):
                    numbers.add(bisect_right(self.starts, place) - 1)
            found.extend(number for number in sorted(numbers) if not found or number > found[-1])
            yield
        return found

    def ordered(
        self, key: bytes, down: bool, among: Sequence[int] | None
    ) -> Generator[None, None, array[int]]:
        """Numbers of rows in the order of a column. key: a column; b"" for the key of the row, or itself."""
        order = ColumnOrder(len(self))
        yield from self._values_of(key, order)
        wanted = None
        if among is not None:
            wanted = bytearray(len(self))
            for number in among:
                wanted[number] = 1
        return (yield from order.steps(down, wanted))

    def _values_of(self, key: bytes, order: ColumnOrder) -> Generator[None, None, None]:
        """Tell what every row is sorted by, read from the text."""
        if not key:
            for number in range(len(self)):
                start = self.row(number).start
                order.add(
                    number, self.row_key(number) or self.tree.part(start, start + _TOKEN).split(b"\n")[0]
                )
                if number % _STEP == _STEP - 1:
                    yield
            return
        indent = 2 * self.node.depth + 4
        pattern = re.compile(rb"\n {%d}%b: ([^\n]{1,%d})" % (indent, re.escape(key), _TOKEN))
        starts, last, number = self.starts, len(self.starts) - 1, 0
        for at, stop in self._windows(_SHORT):
            for place, token in self.tree.matches(pattern, at, stop):
                while number < last and starts[number + 1] <= place:
                    number += 1
                order.add(number, token)
            yield

    def _windows(self, size: int) -> Generator[tuple[int, int], None, None]:
        """Parts of the text that begin and end with rows."""
        starts, end = self.starts, self.node.end
        first = 0
        while first < len(starts):
            following = max(bisect_right(starts, starts[first] + size), first + 1)
            yield starts[first] - 1, starts[following] - 1 if following < len(starts) else end
            first = following


def _name(key: bytes) -> str:
    try:
        return msgspec.json.decode(key, type=str)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return string_of(key)


@cache
def _members(indent: int) -> re.Pattern[bytes]:
    return re.compile(rf"\n {{{indent}}}({STRING}): ".encode())
