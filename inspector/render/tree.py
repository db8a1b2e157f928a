"""A JSON document as a tree, read from its indented text when a node is opened.

The text is what `pretty_steps` makes: two spaces a level, one value a line. So the children of a node are the
lines of its range that have exactly one level more, found by one regular expression at memory speed;
duplicate keys, long numbers and escapes stay as they came, and every node knows its place in the text.
Containers of more than 1,000 children show them in ranges.
"""

from __future__ import annotations

import json
import re
from array import array
from bisect import bisect_right
from collections import Counter
from collections.abc import Generator
from functools import cache
from typing import Any, Final

import msgspec

from inspector.json_tokens import STRING
from inspector.protocol.json_path import step_text
from inspector.protocol.jsonrpc import decode
from inspector.render.structured import string_of

__all__ = ["RANGE", "JsonTree", "TreeNode", "Way", "way_of"]

Way = tuple[tuple[bytes, int], ...]
"""Keys as they came, in their quotes, each with 0; in arrays b"" with the position."""

RANGE: Final = 1000  # children that are shown without ranges
_TWINS: Final = 2000  # members among which the same key is looked for
_POINTED: Final = 4 << 20  # bytes of a text in which a pointer is followed
_WINDOW: Final = 2 << 20  # bytes searched in one step
_BATCH: Final = 10_000  # children found in one step
_SMALL: Final = 64 * 1024  # bytes; a node up to this size is read at once
_KEY: Final = re.compile(f"{STRING}(?=: )".encode())
_KINDS: Final = {123: "object", 91: "array", 34: "string", 116: "true", 102: "false", 110: "null"}


def way_of(data: bytes, pointer: str) -> Way:
    """The steps to the value at a JSON Pointer (RFC 6901) of a text, or to the nearest around it."""
    if len(data) > _POINTED:
        return ()
    value: Any = decode(data)
    way: list[tuple[bytes, int]] = []
    for word in pointer.split("/")[1:]:
        name = word.replace("~1", "/").replace("~0", "~")
        if isinstance(value, dict) and name in value:
            way.append((json.dumps(name, ensure_ascii=False).encode("utf-8", "surrogatepass"), 0))
            value = value[name]
        elif isinstance(value, list) and name.isdecimal() and int(name) < len(value):
            way.append((b"", int(name)))
            value = value[int(name)]
        else:
            break
    return tuple(way)


class TreeNode:
    """One value, or a range of children of a large container. Offsets are bytes in the tree's text.

    start: where its line starts (the key, if it has one); value..end: the value itself.
    number: position among all children of its container. first: number of a range's first child.
    """

    __slots__ = (
        "container",
        "depth",
        "end",
        "first",
        "kind",
        "nodes",
        "number",
        "parent",
        "start",
        "starts",
        "value",
    )

    def __init__(self, parent: TreeNode | None, number: int, depth: int) -> None:
        self.parent = parent
        self.container = self
        self.number = number
        self.depth = depth
        self.kind = "null"
        self.start = self.value = self.end = self.first = 0
        self.starts: array[int] | None = None
        self.nodes: dict[int, TreeNode] = {}


class JsonTree:
    """Nodes over an indented text. levels: how deep its lines are indented; deeper nodes stay shut."""

    def __init__(self, data: bytes | bytearray, levels: int = 1 << 30) -> None:
        self._data = data
        self._levels = levels
        self.root = TreeNode(None, 0, 0)
        end = len(data)
        while end and data[end - 1] in b" \t\r\n":  # rstrip would copy all of it
            end -= 1
        self.root.end = end
        self.root.kind = self._kind_at(0)

    # -- children ---------------------------------------------------------------------------------------

    def can_open(self, node: TreeNode) -> bool:
        """Whether a node has children."""
        if node.kind == "range":
            return True
        return node.kind in ("object", "array") and node.end - node.value > 2 and node.depth < self._levels

    def is_read(self, node: TreeNode) -> bool:
        """Whether the children of a node are known. Small nodes are read by asking."""
        if node.container.starts is None and node.container.end - node.container.value <= _SMALL:
            self.read_all(node.container)
        return node.container.starts is not None

    def read(self, node: TreeNode) -> Generator[None, None, None]:
        """Find the children of a container; a step takes a few ms. Known only when it has ended."""
        found = array("q")
        if self.can_open(node):
            pattern = _child_pattern(2 * node.depth + 2)
            at, end, reach = node.value, node.end, 2 * node.depth + 4
            while at < end:
                stop = min(at + _WINDOW, end)
                for match in pattern.finditer(self._data, at, min(stop + reach, end)):
                    found.append(match.end())
                    if len(found) % _BATCH == 0:
                        yield
                    if match.start() >= stop:
                        break
                at = max(stop, found[-1] if found else 0)
                yield
        node.starts = found

    def read_all(self, node: TreeNode) -> None:
        """Find the children of a container now."""
        for _ in self.read(node):
            pass

    def count(self, node: TreeNode) -> int:
        """Rows below a node whose children are known."""
        total = self.total(node)
        if node.kind == "range":
            return min(RANGE, total - node.first)
        return total if total <= RANGE else -(-total // RANGE)

    def total(self, node: TreeNode) -> int:
        """Children of the container of a node."""
        return len(node.container.starts or ())

    def child(self, node: TreeNode, row: int) -> TreeNode:
        """The row-th node below a node: a value or a range."""
        found = node.nodes.get(row)
        if found is None:
            ranges = node.kind != "range" and self.total(node) > RANGE
            found = self._range(node, row) if ranges else self._value(node, row)
            node.nodes[row] = found
        return found

    def _range(self, container: TreeNode, row: int) -> TreeNode:
        made = TreeNode(container, row, container.depth)
        made.kind = "range"
        made.container = container
        made.first = row * RANGE
        starts = container.starts or array("q")
        last = min(made.first + RANGE, len(starts)) - 1
        made.start = made.value = starts[made.first]
        made.end = self._end_of(container, last)
        return made

    def _value(self, parent: TreeNode, row: int) -> TreeNode:
        container = parent.container
        number = parent.first + row
        made = TreeNode(parent, number, container.depth + 1)
        made.start = made.value = (container.starts or array("q"))[number]
        made.end = self._end_of(container, number)
        if container.kind == "object":
            key = _KEY.match(self._data, made.start)
            made.value = key.end() + 2 if key else made.start
        made.kind = self._kind_at(made.value)
        return made

    def _end_of(self, container: TreeNode, number: int) -> int:
        """End of the number-th child, without the comma behind it."""
        starts = container.starts or array("q")
        if number + 1 < len(starts):
            return starts[number + 1] - (2 * container.depth + 2) - 2
        return self._data.rfind(b"\n", starts[number], container.end)

    def _kind_at(self, offset: int) -> str:
        first = self._data[offset] if offset < len(self._data) else 110
        return _KINDS.get(first, "number")

    # -- places of the text, for tables -----------------------------------------------------------------

    def part(self, start: int, end: int) -> bytes:
        """Some bytes of the text."""
        return bytes(self._data[start:end])

    def kind_at(self, offset: int) -> str:
        """The kind of the value that starts there."""
        return self._kind_at(offset)

    def peek(self, start: int, end: int, depth: int) -> Generator[tuple[bytes, int, str], None, None]:
        """Key, start and kind of the values of a container that starts there, as they come."""
        keyed = self._data[start] == 123
        for match in _child_pattern(2 * depth + 2).finditer(self._data, start, end):
            key = self.key_at(match.end()) if keyed else b""
            value = match.end() + (len(key) + 2 if key else 0)
            yield key, value, self._kind_at(value)

    def key_at(self, offset: int) -> bytes:
        """The key that starts there, in its quotes."""
        key = _KEY.match(self._data, offset)
        return key[0] if key else b""

    def value_span(self, container: TreeNode, number: int) -> tuple[int, int]:
        """Start and end of the value of a child, without making a node of it."""
        start = (container.starts or array("q"))[number]
        if container.kind == "object":
            start += len(self.key_at(start)) + 2
        return start, self._end_of(container, number)

    def members(self, start: int, end: int, depth: int) -> Generator[tuple[int, bytes, int], None, None]:
        """Start of the line, key and start of the value of all members of an object in start..end."""
        for match in _child_pattern(2 * depth + 2).finditer(self._data, start, end):
            key = self.key_at(match.end())
            yield match.start(), key, match.end() + len(key) + 2

    def end_before(self, offset: int, *, last: bool) -> int:
        """Where the value ends behind which the next member starts, or the object ends."""
        return self._data.rfind(b"\n", 0, offset) if last else offset - 1

    def matches(
        self, pattern: re.Pattern[bytes], start: int, end: int
    ) -> Generator[tuple[int, bytes], None, None]:
        """Place and first group of all that a pattern finds."""
        for match in pattern.finditer(self._data, start, end):
            yield match.start(), match[1]

    def keys_in(self, pattern: re.Pattern[bytes], start: int, end: int) -> list[bytes]:
        """The first group of all that a pattern finds."""
        found: list[bytes] = pattern.findall(self._data, start, end)
        return found

    def places_of(self, needle: bytes, start: int, end: int) -> list[int]:
        """Where a text occurs, in lower case and with what is lower case in the text taken for the same."""
        window = bytes(self._data[start:end]).lower()
        places, at = [], window.find(needle)
        while at >= 0:
            places.append(start + at)
            at = window.find(needle, at + len(needle))
        return places

    # -- what is shown ----------------------------------------------------------------------------------

    def key(self, node: TreeNode) -> bytes:
        """The key as it came, in its quotes; b"" for the root and in arrays."""
        if node.kind == "range" or node.value == node.start:
            return b""
        return bytes(self._data[node.start : node.value - 2])

    def value(self, node: TreeNode, limit: int = 1 << 62) -> bytes:
        """The text of a value, at most limit bytes of it."""
        return bytes(self._data[node.value : min(node.end, node.value + limit)])

    def path(self, node: TreeNode) -> str:
        """JSONPath (RFC 9535) of a node; of a range: of its container."""
        return "$" + "".join(_step(key, number) for key, number in self.way(node))

    def pointer(self, node: TreeNode) -> str:
        """JSON Pointer (RFC 6901) of a node; of a range: of its container."""
        steps = (string_of(key) if key else str(number) for key, number in self.way(node))
        return "".join("/" + step.replace("~", "~0").replace("/", "~1") for step in steps)

    def twins(self, node: TreeNode) -> frozenset[bytes]:
        """Keys that an object of not too many members has more than once."""
        container = node.container
        if container.kind != "object" or not 1 < self.total(container) <= _TWINS:
            return frozenset()
        keys = [self.key_at(start) for start in container.starts or ()]
        if len(set(keys)) == len(keys):
            return frozenset()
        return frozenset(key for key, count in Counter(keys).items() if count > 1)

    def way(self, node: TreeNode) -> Way:
        """What leads from the root to a node, step by step; to a range: to its container."""
        steps: list[tuple[bytes, int]] = []
        at: TreeNode | None = node
        while at is not None and at.parent is not None:
            if at.kind != "range":
                key = self.key(at)
                steps.append((key, 0 if key else at.number))
            at = at.parent
        return tuple(reversed(steps))

    def follow(self, way: Way) -> Generator[TreeNode, None, TreeNode | None]:
        """The node that the same steps lead to here, if there is one; yields as `locate` does.

        Of keys that are there twice the first is taken.
        """
        node = self.root
        for key, number in way:
            if not self.can_open(node):
                return None
            if not self.is_read(node):
                yield node
            found = self._number_of(node, key) if key else number
            if (node.kind == "object") != bool(key) or not 0 <= found < self.total(node):
                return None
            if self.total(node) > RANGE:
                node = self.child(node, found // RANGE)
            node = self.child(node, found - node.first)
        return node

    def _number_of(self, container: TreeNode, key: bytes) -> int:
        """Which of the first 1,000 children has this key, -1: none."""
        wanted = key + b": "
        starts = container.starts or array("q")
        firsts = (n for n, at in enumerate(starts[:RANGE]) if self._data[at : at + len(wanted)] == wanted)
        return next(firsts, -1)

    def locate(self, offset: int) -> Generator[TreeNode, None, TreeNode]:
        """The innermost node at a byte offset; yields the containers that the caller has to read first."""
        while self._data[offset : offset + 1] == b" ":
            offset += 1  # the indentation belongs to what follows it
        node = self.root
        while self.can_open(node):
            if not self.is_read(node):
                yield node
            starts = node.container.starts
            if not starts or offset < starts[0] or offset >= node.container.end:
                return node
            number = bisect_right(starts, offset) - 1
            if self.total(node) > RANGE and node.kind != "range":
                node = self.child(node, number // RANGE)
            inner = self.child(node, number - node.first)
            if offset > inner.end:
                return node.container
            node = inner
        return node


@cache
def _child_pattern(indent: int) -> re.Pattern[bytes]:
    return re.compile(rb"\n {%d}(?=[^ \]}])" % indent)


def _step(key: bytes, number: int) -> str:
    if not key:
        return f"[{number}]"
    try:
        name = msgspec.json.decode(key, type=str)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return f"[{key.decode('utf-8', 'backslashreplace')}]"
    return step_text(name)
