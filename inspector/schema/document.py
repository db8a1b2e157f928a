"""A JSON text as a value that can be changed in one place while everything else stays byte for byte.

`Document` is immutable: every change returns a new one. The text is the truth (numbers keep their digits,
repeated keys and escapes stay); a change replaces, inserts or removes the tokens of one path, nothing else.
A blank text is a document without a value: `root` is None, the first change creates it.
"""

from __future__ import annotations

import json
import re
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from decimal import Decimal
from typing import Any, Final

from inspector.schema.graft import grafted, moved, with_fewer, with_new
from inspector.schema.scan import (
    DocumentError,
    Member,
    NodeKind,
    Path,
    ScanNode,
    number_fits,
    pointer_of,
    scan,
)

__all__ = [
    "Document",
    "DocumentError",
    "Member",
    "NodeKind",
    "Path",
    "ScanNode",
    "lexeme_of",
    "moved_in",
    "number_fits",
    "object_of",
    "pointer_of",
    "same_value",
    "text_of",
]

_UNIT: Final = "  "
_HALF: Final = re.compile("[\ud800-\udfff]")


def lexeme_of(value: Any) -> str:
    """JSON text of a decoded value, one line, non-ASCII kept; a Decimal keeps its digits.

    What cannot be written becomes null: infinity, numbers of thousands of digits, endless depth.
    """
    if isinstance(value, Decimal):
        return str(value)
    try:
        text = _ENCODER.encode(value)
        # half a surrogate pair cannot be encoded; as an escape it can be sent
        return text if text.isprintable() or not _HALF.search(text) else json.dumps(value, default=_unknown)
    except (RecursionError, ValueError, OverflowError):
        return "null"


def object_of(members: Iterable[tuple[str, str]]) -> str:
    """JSON text of an object with these keys and JSON texts of values, one a line."""
    inside = f",\n{_UNIT}".join(f"{lexeme_of(key)}: {moved_in(lexeme, 1)}" for key, lexeme in members)
    return f"{{\n{_UNIT}{inside}\n}}" if inside else "{}"


def moved_in(lexeme: str, depth: int) -> str:
    """The lines of a value moved to where it stands in another: a string holds no line break as such."""
    return lexeme.replace("\n", f"\n{_UNIT * depth}")


def same_value(one: str, other: str) -> bool:
    """Whether two JSON texts are the same value, to the last digit; true is not 1."""
    if one == other:
        return True
    try:
        first, second = (json.loads(text, parse_int=Decimal, parse_float=Decimal) for text in (one, other))
    except (ArithmeticError, RecursionError, ValueError):
        return False
    return _same(first, second)


def _same(one: Any, other: Any) -> bool:
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(_same(value, other[key]) for key, value in one.items())
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(_same, one, other))
    return type(one) is type(other) and bool(one == other)


def _unknown(value: object) -> object:
    return float(value) if isinstance(value, Decimal) else str(value)


_ENCODER: Final = json.JSONEncoder(ensure_ascii=False, allow_nan=False, default=_unknown)


def text_of(lexeme: str) -> str:
    """The characters a JSON string token stands for. The token must be a valid string."""
    return str(json.loads(lexeme))


def _extents(parent: ScanNode) -> tuple[list[int], list[int]]:
    """Where each child of a container starts (with its key) and ends."""
    if parent.kind == "object":
        return [member.start for member in parent.members], [member.node.end for member in parent.members]
    return [item.start for item in parent.items], [item.end for item in parent.items]


class Document:
    """text: one JSON document, or blank. Raises DocumentError when it is neither."""

    __slots__ = ("root", "text")

    def __init__(self, text: str) -> None:
        self.text = text
        self.root = scan(text) if text.strip(" \t\r\n") else None

    @classmethod
    def _of(cls, text: str, root: ScanNode) -> Document:
        """Of a text whose tree is known."""
        made = cls.__new__(cls)
        made.text, made.root = text, root
        return made

    # reading

    def node(self, path: Path) -> ScanNode | None:
        """The value at the path (of a repeated key the last one), None when there is none."""
        node = self.root
        for step in path:
            if node is None:
                return None
            if node.kind == "object" and isinstance(step, str):
                number = node.index.get(step)
                node = None if number is None else node.members[number].node
            elif node.kind == "array" and isinstance(step, int) and 0 <= step < len(node.items):
                node = node.items[step]
            else:
                return None
        return node

    def lexeme(self, path: Path) -> str | None:
        """The text of the value at the path as it stands there; None when there is none."""
        node = self.node(path)
        return None if node is None else self.text[node.start : node.end]

    def value(self, path: Path) -> Any:
        """The decoded value at the path (None also when there is none): for looking, never for writing."""
        lexeme = self.lexeme(path)
        try:
            return None if lexeme is None else json.loads(lexeme)
        except (RecursionError, ValueError):  # deeper or longer digits than the decoder takes
            return None

    def path_at(self, offset: int) -> Path:
        """The innermost value around a place of the text; its key and the colon belong to a member."""
        path: Path = ()
        node = self.root
        while node is not None and node.kind in ("object", "array"):
            starts, ends = _extents(node)
            number = bisect_right(starts, offset) - 1
            if number < 0 or offset > ends[number]:
                break
            path = (*path, node.members[number].key if node.kind == "object" else number)
            node = node.children()[number]
        return path

    def offset_of(self, path: Path) -> int:
        """Where the value at the path begins, or the one around it that is there."""
        found = 0
        for length in range(len(path) + 1):
            node = self.node(path[:length])
            if node is None:
                break
            found = node.start
        return found

    # changing

    def with_value(self, path: Path, lexeme: str, order: Sequence[str] = ()) -> Document:
        """Replace the value at the path, or create it (and missing objects above it).

        order: keys in the order of the schema; a new member goes before the first one that comes later there.
        A list index one past the end appends; further ones fill up with null. Something on the way that is
        no container is replaced by one: the user asked for this path.
        """
        node = self.node(path)
        if node is not None:
            return self._replaced(path, node, lexeme)
        if not path:
            return Document(lexeme)
        parent_path, step = path[:-1], path[-1]
        kind: NodeKind = "array" if isinstance(step, int) else "object"
        parent = self.node(parent_path)
        if parent is None or parent.kind != kind:
            empty = "[]" if kind == "array" else "{}"
            return self.with_value(parent_path, empty).with_value(path, lexeme, order)
        if isinstance(step, int):
            padded = self
            for number in range(len(parent.items), step):
                padded = padded.with_item(parent_path, number, "null")
            return padded.with_item(parent_path, step, lexeme)
        return self._with_member(parent_path, parent, step, lexeme, order)

    def with_item(self, path: Path, number: int, lexeme: str) -> Document:
        """Insert a list item before `number` (at the end when that is the length). The list must be there."""
        return self.with_items(path, number, [lexeme])

    def with_items(self, path: Path, number: int, lexemes: Sequence[str]) -> Document:
        """Insert several list items at once."""
        node = self.node(path)
        if node is None or node.kind != "array":
            return self.with_value(path, f"[{', '.join(lexemes)}]")
        return self._inserted(path, node, min(number, len(node.items)), lexemes)

    def moved(self, path: Path, number: int, to: int) -> Document:
        """Put an item of the list at the path to another place."""
        lexeme = self.lexeme((*path, number))
        return self if lexeme is None else self.without((*path, number)).with_item(path, to, lexeme)

    def without(self, path: Path) -> Document:
        """Remove the value at the path with its key, all of a repeated key; nothing there: no change."""
        if not path:
            return Document("")
        document = self
        while (parent := document.node(path[:-1])) is not None and document.node(path) is not None:
            step = path[-1]
            number = step if isinstance(step, int) else parent.index[step]
            document = document._removed(path[:-1], parent, number)
            if isinstance(step, int):
                break
            # a repeated key: the earlier one has come to light and goes too
        return document

    def swapped(self, path: Path, first: int, second: int) -> Document:
        """Exchange two items of the list at the path; blanks and commas between stay where they are."""
        node = self.node(path)
        first, second = sorted((first, second))
        if node is None or not 0 <= first < second < len(node.items):
            return self
        early, late = node.items[first], node.items[second]
        text = self.text
        return Document(
            text[: early.start]
            + text[late.start : late.end]
            + text[early.end : late.start]
            + text[early.start : early.end]
            + text[late.end :]
        )

    def renamed(self, path: Path, new_key: str) -> Document:
        """Give the member at the path another key; its value and place stay."""
        parent = self.node(path[:-1]) if path else None
        if parent is None or parent.kind != "object" or path[-1] not in parent.index:
            return self
        member = parent.members[parent.index[str(path[-1])]]
        return self._spliced(member.start, member.key_end, lexeme_of(new_key))

    # how it is done

    def _spliced(self, start: int, end: int, replacement: str) -> Document:
        return Document(self.text[:start] + replacement + self.text[end:])

    def _replaced(self, path: Path, node: ScanNode, lexeme: str) -> Document:
        text = self.text[: node.start] + lexeme + self.text[node.end :]
        try:
            new = moved(scan(lexeme), node.start)
        except DocumentError:
            return Document(text)  # which says where in the whole
        return self._grafted(text, path, new)

    def _grafted(self, text: str, path: Path, new: ScanNode) -> Document:
        assert self.root is not None
        return Document._of(text, grafted(self.root, path, new, len(text) - len(self.text)))

    def _regrown(
        self,
        path: Path,
        parent: ScanNode,
        span: tuple[int, int],
        text: str,
        place: int,
        tokens: Sequence[str],
    ) -> Document:
        """Put text in the place of a span inside a container: new children, before child `place`."""
        start, end = span
        whole, by = self.text[:start] + text + self.text[end:], len(text) - (end - start)
        inside = text.find(tokens[0]), text.rfind(tokens[-1]) + len(tokens[-1])
        made = with_new(parent, place, text[slice(*inside)], start + inside[0], by)
        if made is None or len(made.children()) != len(parent.children()) + len(tokens):
            return Document(whole)  # which says where the fault is
        return self._grafted(whole, path, made)

    def _with_member(
        self, path: Path, parent: ScanNode, key: str, lexeme: str, order: Sequence[str]
    ) -> Document:
        place = len(parent.members)
        if key in order:
            later = set(order[order.index(key) + 1 :])
            place = next((n for n, member in enumerate(parent.members) if member.key in later), place)
        colon = ": "
        if parent.members:
            first = parent.members[0]
            colon = self.text[first.key_end : first.node.start]
            colon = colon if "\n" not in colon else ": "
        return self._inserted(path, parent, place, [lexeme_of(key) + colon + lexeme])

    def _inserted(self, path: Path, parent: ScanNode, place: int, tokens: Sequence[str]) -> Document:
        """Put tokens among the children, in the style (one a line, or in a row) that the container has."""
        starts, ends = _extents(parent)
        if not starts:
            if self._one_a_line(path):
                outer = self._indent_at(parent.start)
                start = f"\n{outer}{self._unit()}"
                text = start + f",{start}".join(tokens) + f"\n{outer}"
            else:
                text = ", ".join(tokens)
            return self._regrown(path, parent, (parent.start + 1, parent.end - 1), text, 0, tokens)
        if len(starts) > 1:
            blank = self.text[ends[0] : starts[1]].partition(",")[2]
        else:
            blank = self.text[parent.start + 1 : starts[0]]
            blank = blank if "\n" in blank else " "
        text = f",{blank}".join(tokens)
        if place == 0:
            return self._regrown(path, parent, (starts[0], starts[0]), f"{text},{blank}", 0, tokens)
        at = ends[place - 1]
        return self._regrown(path, parent, (at, at), f",{blank}{text}", place, tokens)

    def _removed(self, path: Path, parent: ScanNode, number: int) -> Document:
        starts, ends = _extents(parent)
        if len(starts) == 1:
            start, end = parent.start + 1, parent.end - 1
        elif number == 0:
            start, end = starts[0], starts[1]
        else:
            start, end = ends[number - 1], ends[number]
        text = self.text[:start] + self.text[end:]
        return self._grafted(text, path, with_fewer(parent, number, start - end))

    def _one_a_line(self, path: Path) -> bool:
        """Whether the first child of an empty container gets its own line: as in the container around it."""
        if not path:
            return True
        around = self.node(path[:-1])
        children = around.children() if around is not None else []
        return around is not None and bool(children) and "\n" in self.text[around.start : children[0].start]

    def _indent_at(self, position: int) -> str:
        line = self.text[self.text.rfind("\n", 0, position) + 1 : position]
        return line[: len(line) - len(line.lstrip(" \t"))]

    def _unit(self) -> str:
        """One step of indentation: what the root's first child has, else two blanks."""
        children = self.root.children() if self.root is not None else []
        return (self._indent_at(children[0].start) or _UNIT) if children else _UNIT
