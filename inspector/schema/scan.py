"""Find where every value of a JSON text stands, without changing or converting any of it.

text: one JSON document (RFC 8259), any depth: the scanner keeps its own stack, so a hostile nesting ends as a
long loop and never as a `RecursionError`. Positions are indexes into the str (code points), not bytes.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from typing import Final, Literal

__all__ = ["DocumentError", "Member", "Node", "NodeKind", "Path", "number_fits", "pointer_of", "scan"]

NodeKind = Literal["object", "array", "string", "number", "boolean", "null"]
Path = tuple[str | int, ...]

_SPACE: Final = re.compile(r"[ \t\n\r]*+")
_STRING: Final = re.compile(
    r'"[^"\\\x00-\x1f]*+(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[^"\\\x00-\x1f]*+)*+"',
)
_NUMBER: Final = re.compile(r"-?(?:0|[1-9][0-9]*+)(?:\.[0-9]++)?(?:[eE][+-]?[0-9]++)?")
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
class Node:
    """One value and its place: text[start:end] is its lexeme. Filled while scanning, then only read."""

    kind: NodeKind
    start: int
    end: int = 0
    members: list[Member] = field(default_factory=list)
    """Of an object, in order; a repeated key is there twice."""
    items: list[Node] = field(default_factory=list)
    """Of an array."""
    index: dict[str, int] = field(default_factory=dict)
    """Key to the number of its last member: the last one counts, as in every common parser."""

    def children(self) -> list[Node]:
        """Values directly inside, in order; empty for a scalar."""
        return [member.node for member in self.members] if self.kind == "object" else self.items


@dataclass(slots=True)
class Member:
    """One `"key": value` of an object; the key token is text[start:key_end]."""

    key: str
    start: int
    key_end: int
    node: Node


def pointer_of(path: Path) -> str:
    """RFC 6901 pointer of a path: `("a/b", 0)` is `/a~1b/0`; the whole document is the empty string."""
    return "".join("/" + str(step).replace("~", "~0").replace("/", "~1") for step in path)


def number_fits(text: str) -> bool:
    """Whether the text is a number exactly as JSON writes numbers (`1.`, `+1` and `01` are not)."""
    return _NUMBER.fullmatch(text) is not None


def scan(text: str) -> Node:
    """Return the node of the whole document. Raises DocumentError at the first fault."""
    return _Scanner(text).document()


class _Scanner:
    """The state of one scan: where we are and which containers are open."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._at = 0
        self._open: list[Node] = []

    def document(self) -> Node:
        self._skip()
        root = self._value()
        while self._open:
            self._step()
        self._skip()
        if self._at < len(self._text):
            raise self._error("text after the end of the document")
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
                raise self._error(f"expected a comma or {closing}")
            self._at += 1
            self._skip()
        if top.kind == "object":
            self._member(top)
        else:
            top.items.append(self._value())

    def _member(self, parent: Node) -> None:
        start = self._at
        token = _STRING.match(self._text, start)
        if token is None:
            raise self._error("expected a key in double quotes")
        lexeme = token.group()
        key = lexeme[1:-1] if "\\" not in lexeme else str(json.loads(lexeme))
        self._at = key_end = token.end()
        self._skip()
        if not self._text.startswith(":", self._at):
            raise self._error("expected a colon")
        self._at += 1
        self._skip()
        parent.index[key] = len(parent.members)
        parent.members.append(Member(key, start, key_end, self._value()))

    def _value(self) -> Node:
        """The value that begins here; a container is only opened and filled by the following steps."""
        text, at = self._text, self._at
        first = text[at : at + 1]
        if first in ("{", "["):
            node = Node("object" if first == "{" else "array", at)
            self._at = at + 1
            self._open.append(node)
            return node
        if first == '"' and (token := _STRING.match(text, at)):
            self._at = token.end()
            return Node("string", at, self._at)
        if token := _NUMBER.match(text, at):
            self._at = token.end()
            return Node("number", at, self._at)
        for word, kind in _WORDS.items():
            if text.startswith(word, at):
                self._at = at + len(word)
                return Node(kind, at, self._at)
        raise self._error("string is not closed or has a bad escape" if first == '"' else "expected a value")

    def _skip(self) -> None:
        space = _SPACE.match(self._text, self._at)
        if space is not None:
            self._at = space.end()

    def _error(self, message: str) -> DocumentError:
        return DocumentError(message, self._text, self._at)
