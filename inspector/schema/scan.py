"""Find where every value of a JSON text stands, without changing or converting any of it.

text: one JSON document (RFC 8259), any depth: the scanner keeps its own stack, so a hostile nesting ends as a
long loop and never as a `RecursionError`. Positions are indexes into the str (code points), not bytes.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, Literal

from inspector.json_tokens import STRICT_NUMBER, STRICT_SPACE, STRICT_STRING
from inspector.translation import translate

__all__ = ["DocumentError", "Member", "NodeKind", "Path", "ScanNode", "number_fits", "pointer_of", "scan"]

NodeKind = Literal["object", "array", "string", "number", "boolean", "null"]
Path = tuple[str | int, ...]

_SPACE: Final = re.compile(STRICT_SPACE)
_STRING: Final = re.compile(STRICT_STRING)
_NUMBER: Final = re.compile(STRICT_NUMBER)
_WORDS: Final[dict[str, NodeKind]] = {"true": "boolean", "false": "boolean", "null": "null"}


class DocumentError(ValueError):
    """The text is no JSON document. `position` is an index into the text; line and column count from 1."""

    def __init__(self, message: str, text: str, position: int) -> None:
        self.position = position
        self.line = text.count("\n", 0, position) + 1
        self.column = position - (text.rfind("\n", 0, position) + 1) + 1
        self.reason = message
        super().__init__(f"{message} at {self.line}:{self.column}")


@dataclass(slots=True)
class ScanNode:
    """One value and its place: text[start:end] is its lexeme. Filled while scanning, then only read."""

    kind: NodeKind
    start: int
    end: int = 0
    members: Sequence[Member] = ()
    """Of an object, in order; a repeated key is there twice."""
    items: Sequence[ScanNode] = ()
    """Of an array."""
    index: dict[str, int] = field(default_factory=dict)
    """Key to the number of its last member: the last one counts, as in every common parser."""

    def children(self) -> Sequence[ScanNode]:
        """Values directly inside, in order; empty for a scalar."""
        return [member.node for member in self.members] if self.kind == "object" else self.items


@dataclass(slots=True)
class Member:
    """One `"key": value` of an object; the key token is text[start:key_end]."""

    key: str
    start: int
    key_end: int
    node: ScanNode


def pointer_of(path: Path) -> str:
    """RFC 6901 pointer of a path: `("a/b", 0)` is `/a~1b/0`; the whole document is the empty string."""
    return "".join("/" + str(step).replace("~", "~0").replace("/", "~1") for step in path)


def number_fits(text: str) -> bool:
    """Whether the text is a number exactly as JSON writes numbers (`1.`, `+1` and `01` are not)."""
    return _NUMBER.fullmatch(text) is not None


def scan(text: str) -> ScanNode:
    """Return the node of the whole document. Raises DocumentError at the first fault."""
    return _quick(text) or _Scanner(text).document()


_VALUE: Final = re.compile(
    rf"{STRICT_SPACE}(?:({STRICT_STRING})|({STRICT_NUMBER})|(true|false)|(null)"
    rf"|(\{{){STRICT_SPACE}(\}}?)|(\[){STRICT_SPACE}(\]?))"
)
_KEY: Final = re.compile(rf"{STRICT_SPACE}({STRICT_STRING}){STRICT_SPACE}:")
_AFTER: Final = re.compile(rf"{STRICT_SPACE}([,\]}}])")
_GROUPS: Final[tuple[NodeKind | None, ...]] = (
    *(None, "string", "number", "boolean", "null"),
    *("object", "object", "array", "array"),
)


def _quick(text: str) -> ScanNode | None:
    """The same in half the time; None where there is any fault, which the scanner then finds and names."""
    value_at, key_at, after_at = _VALUE.match, _KEY.match, _AFTER.match
    above: list[tuple[ScanNode, list[Member], list[ScanNode]]] = []
    members: list[Member] = []
    items: list[ScanNode] = []
    top: ScanNode | None = None
    at, size = 0, len(text)
    while True:
        key = None
        if top is not None and top.kind == "object":
            key = key_at(text, at)
            if key is None:
                return None
            at = key.end()
        token = value_at(text, at)
        if token is None:
            return None
        group = token.lastindex or 0
        kind = _GROUPS[group]
        assert kind is not None
        at = token.end()
        hollow = group in (6, 8) and token.end(group) > token.start(group)
        first = group - 1 if group in (6, 8) else group
        node = ScanNode(kind, token.start(first), at)
        if key is not None and top is not None:
            lexeme = key.group(1)
            name = lexeme[1:-1] if "\\" not in lexeme else str(json.loads(lexeme))
            top.index[name] = len(members)
            members.append(Member(name, key.start(1), key.end(1), node))
        elif top is not None:
            items.append(node)
        if group > 4 and not hollow:
            above.append((node, members, items))
            node.members, node.items = members, items = [], []
            top = node
            continue
        while top is not None:
            after = after_at(text, at)
            if after is None:
                return None
            at, sign = after.end(), after.group(1)
            if sign == ",":
                break
            if (sign == "}") != (top.kind == "object"):
                return None
            node, top.end = top, at
            _, members, items = above.pop()
            top = above[-1][0] if above else None
        if top is None:
            return node if not text[at:size].strip(" \t\n\r") else None


class _Scanner:
    """The state of one scan: where we are and which containers are open."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._at = 0
        self._open: list[ScanNode] = []

    def document(self) -> ScanNode:
        self._skip()
        root = self._value()
        while self._open:
            self._step()
        self._skip()
        if self._at < len(self._text):
            raise self._error(translate("Schema", "text after the end of the document"))
        return root

    def _step(self) -> None:
        """Take one comma, closing bracket or child of the innermost open container."""
        top = self._open[-1]
        closing = "}" if top.kind == "object" else "]"
        filled = bool(top.members or top.items)
        self._skip()
        if self._text.startswith(closing, self._at):
            self._at += 1
            top.end = self._at
            self._open.pop()
            return
        if filled:
            if not self._text.startswith(",", self._at):
                raise self._error(translate("Schema", "expected a comma or {}").format(closing))
            self._at += 1
            self._skip()
        if top.kind == "object":
            self._member(top)
        else:
            assert isinstance(top.items, list)
            top.items.append(self._value())

    def _member(self, parent: ScanNode) -> None:
        start = self._at
        token = _STRING.match(self._text, start)
        if token is None:
            raise self._error(translate("Schema", "expected a key in double quotes"))
        lexeme = token.group()
        key = lexeme[1:-1] if "\\" not in lexeme else str(json.loads(lexeme))
        self._at = key_end = token.end()
        self._skip()
        if not self._text.startswith(":", self._at):
            raise self._error(translate("Schema", "expected a colon"))
        self._at += 1
        self._skip()
        assert isinstance(parent.members, list)
        parent.index[key] = len(parent.members)
        parent.members.append(Member(key, start, key_end, self._value()))

    def _value(self) -> ScanNode:
        """The value that begins here; a container is only opened and filled by the following steps."""
        text, at = self._text, self._at
        first = text[at : at + 1]
        if first in ("{", "["):
            node = ScanNode("object" if first == "{" else "array", at, members=[], items=[])
            self._at = at + 1
            self._open.append(node)
            return node
        if first == '"' and (token := _STRING.match(text, at)):
            self._at = token.end()
            return ScanNode("string", at, self._at)
        if token := _NUMBER.match(text, at):
            self._at = token.end()
            return ScanNode("number", at, self._at)
        for word, kind in _WORDS.items():
            if text.startswith(word, at):
                self._at = at + len(word)
                return ScanNode(kind, at, self._at)
        raise self._error(
            translate("Schema", "string is not closed or has a bad escape")
            if first == '"'
            else translate("Schema", "expected a value")
        )

    def _skip(self) -> None:
        space = _SPACE.match(self._text, self._at)
        if space is not None:
            self._at = space.end()

    def _error(self, message: str) -> DocumentError:
        return DocumentError(message, self._text, self._at)
