"""Change single members of a JSON text with comments; every other byte stays as it is."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from typing import Any, Final

from inspector.errors import UsageError
from inspector.json_tokens import STRING
from inspector.translation import translate

__all__ = ["Member", "TextNode", "append_json", "drop_json", "edit_flow", "line_break", "put_json"]

_BLANK: Final = re.compile(r"(?:[\s\ufeff]+|//[^\r\n]*|/\*.*?\*/)*", re.DOTALL)
_STRING: Final = re.compile(STRING)
_LITERAL: Final = re.compile(r"[-+\w.]+")
_REST_OF_LINE: Final = re.compile(r"[ \t]*(?:/\*[^\r\n]*?\*/[ \t]*)*(?://[^\r\n]*)?(?=\r?\n|\Z)")
_INDENT: Final = re.compile(r"\n([ \t]+)\S")


@dataclass(slots=True)
class TextNode:
    """A value and where it stands. kind: object | list | scalar. flow: with brackets (YAML has both)."""

    kind: str
    start: int
    end: int
    members: list[Member] = field(default_factory=list)
    items: list[TextNode] = field(default_factory=list)
    flow: bool = True
    column: int = 0

    def member(self, key: str) -> Member | None:
        """The last one of that key: it is the one that counts."""
        return next((one for one in reversed(self.members) if one.key == key), None)


@dataclass(slots=True)
class Member:
    """start: of its key."""

    key: str
    start: int
    value: TextNode


class _Parser:
    def __init__(self, text: str) -> None:
        self._text, self._at = text, 0

    def whole(self) -> TextNode:
        node = self._value()
        if self._next():
            raise self._error()
        return node

    def _next(self) -> str:
        found = _BLANK.match(self._text, self._at)
        self._at = found.end() if found else self._at
        return self._text[self._at : self._at + 1]

    def _error(self) -> UsageError:
        line = self._text.count("\n", 0, self._at) + 1
        return UsageError(
            translate("Exporters", "cannot change the file: incomplete JSON at line {}").format(line)
        )

    def _value(self) -> TextNode:
        letter = self._next()
        if letter == "{":
            return self._object()
        if letter == "[":
            return self._list()
        found = (_STRING if letter == '"' else _LITERAL).match(self._text, self._at)
        if found is None:
            raise self._error()
        self._at = found.end()
        return TextNode("scalar", found.start(), found.end())

    def _object(self) -> TextNode:
        node = TextNode("object", self._at, 0)
        self._at += 1
        while (letter := self._next()) != "}":
            found = _STRING.match(self._text, self._at) if letter == '"' else None
            if found is None:
                raise self._error()
            self._at = found.end()
            self._expect(":")
            node.members.append(Member(json.loads(found[0], strict=False), found.start(), self._value()))
            if self._next() == ",":
                self._at += 1
            elif self._next() != "}":
                raise self._error()
        self._at += 1
        node.end = self._at
        return node

    def _list(self) -> TextNode:
        node = TextNode("list", self._at, 0)
        self._at += 1
        while self._next() != "]":
            node.items.append(self._value())
            if self._next() == ",":
                self._at += 1
            elif self._next() != "]":
                raise self._error()
        self._at += 1
        node.end = self._at
        return node

    def _expect(self, letter: str) -> None:
        if self._next() != letter:
            raise self._error()
        self._at += 1


def line_break(text: str) -> str:
    """The one that the text uses."""
    return "\r\n" if "\r\n" in text else "\n"


def put_json(text: str, path: tuple[str, ...], value: Any) -> str:
    """Set the value at a path of keys; objects that are missing on the way are made."""
    if not text.strip("\ufeff \t\r\n"):
        text += "{}" + line_break(text)
    node = _Parser(text).whole()
    for place, key in enumerate(path):
        if node.kind != "object":
            raise UsageError(
                translate("Exporters", "cannot change the file: {} is not an object").format(
                    ".".join(path[:place]) or translate("Exporters", "it")
                )
            )
        member = node.member(key)
        if member is None:
            for missing in reversed(path[place + 1 :]):
                value = {missing: value}
            return _inserted(text, node, key, value)
        node = member.value
    before = line_indent(text, node.start)
    return text[: node.start] + _dumped(text, value, before) + text[node.end :]


def append_json(text: str, path: tuple[str, ...], value: Any) -> str:
    """One more item at the end of the list at a path of keys; a list that is missing is made."""
    node = _Parser(text).whole() if text.strip("\ufeff \t\r\n") else None
    for key in path:
        member = node.member(key) if node is not None else None
        node = member.value if member is not None else None
    if node is None:
        return put_json(text, path, [value])
    if node.kind != "list":
        raise UsageError(
            translate("Exporters", "cannot change the file: {} is not a list").format(".".join(path))
        )
    return _inserted(text, node, None, value)


def drop_json(text: str, path: tuple[str, ...]) -> str:
    """Take the member at a path of keys out."""
    node = _Parser(text).whole()
    for key in path[:-1]:
        member = node.member(key)
        if member is None:
            return text
        node = member.value
    while node.kind == "object" and node.member(path[-1]) is not None:
        text = edit_flow(text, node, path[-1])
        return drop_json(text, path)
    return text


def line_indent(text: str, at: int) -> str:
    """The blanks at the start of the line of a place."""
    found = re.match(r"[ \t\ufeff]*", text[text.rfind("\n", 0, at) + 1 :])
    return found[0].replace("\ufeff", "") if found else ""


def _unit(text: str) -> str:
    found = _INDENT.search(text)
    return found[1] if found else "  "


def _dumped(text: str, value: Any, before: str, *, flat: bool = False) -> str:
    if flat:
        return json.dumps(value, ensure_ascii=False)
    whole = json.dumps(value, ensure_ascii=False, indent=_unit(text))
    return whole.replace("\n", line_break(text) + before)


def _inserted(text: str, node: TextNode, key: str | None, value: Any) -> str:
    """One more member or item at the end, written as its neighbours are. key: None: of a list."""
    name = "" if key is None else f"{json.dumps(key, ensure_ascii=False)}: "
    newline = line_break(text)
    starts = [one.start for one in node.members] or [one.start for one in node.items]
    ends = [one.value.end for one in node.members] or [one.end for one in node.items]
    if not ends:
        before = line_indent(text, node.start)
        inner = before + _unit(text)
        kept = text[node.start + 1 : node.end - 1].rstrip()
        member = f"{newline}{inner}{name}{_dumped(text, value, inner)}{newline}{before}"
        return text[: node.start + 1] + kept + member + text[node.end - 1 :]
    last = ends[-1]
    comma = _comma_after(text, last, node.end)
    place = last if comma is None else comma + 1
    if "\n" not in text[node.start : starts[0]]:
        sign = ", " if comma is None else " "
        return text[:place] + f"{sign}{name}{_dumped(text, value, '', flat=True)}" + text[place:]
    inner = line_indent(text, starts[0])
    rest = _REST_OF_LINE.match(text, place)
    end = rest.end() if rest and rest.end() < node.end else place
    member = f"{newline}{inner}{name}{_dumped(text, value, inner)}"
    if comma is None:
        return text[:last] + "," + text[last:end] + member + text[end:]
    return text[:end] + member + "," + text[end:]


def _comma_after(text: str, at: int, end: int) -> int | None:
    found = _BLANK.match(text, at)
    place = found.end() if found else at
    return place if place < end and text[place] == "," else None


def edit_flow(text: str, node: TextNode, key: str) -> str:
    """An object in brackets without one of its members."""
    place, member = next(pair for pair in reversed(list(enumerate(node.members))) if pair[1].key == key)
    start, end = member.start, member.value.end
    comma = _comma_after(text, end, node.end)
    if comma is not None:
        end = comma + 1
        line = text.rfind("\n", 0, start) + 1
        after = re.compile(r"[ \t]*\r?\n").match(text, end)
        if not text[line:start].strip() and after is not None:
            return text[:line] + text[after.end() :]
        blank = re.compile(r"[ \t]*").match(text, end)
        return text[:start] + text[blank.end() if blank else end :]
    line = text.rfind("\n", 0, start) + 1
    if not text[line:start].strip() and line > node.start:
        start = line - (2 if text[line - 2 : line] == "\r\n" else 1)
    if place:
        before = _comma_after(text, node.members[place - 1].value.end, start + 1)
        if before is not None:
            return text[:before] + text[before + 1 : start] + text[end:]
    return text[:start] + text[end:]
