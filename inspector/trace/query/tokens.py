"""Cuts the text of a filter into tokens."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from inspector.errors import UsageError
from inspector.trace.query.fields import FIELDS
from inspector.trace.query.grammar import OPERATOR_SIGNS
from inspector.translation import translate

__all__ = ["FilterError", "Token", "tokenize"]


class FilterError(UsageError):
    """A filter cannot be understood. `column` counts characters from 0."""

    def __init__(self, message: str, column: int) -> None:
        super().__init__(message)
        self.column = column


@dataclass(frozen=True, slots=True)
class Token:
    """kind: word, string, path, op, "(", ")", "{", "}", "," or end. A path's text is SQLite's spelling.

    keys: the names in a path, in order. end: where it ends in the text of the filter.
    """

    kind: str
    text: str
    column: int
    end: int
    keys: tuple[str, ...] = ()


_UNUSABLE: Final = re.compile("[\0\ud800-\udfff]")  # SQLite's texts end at NUL; surrogates are no UTF-8
_SIMPLE: Final = re.compile(r"==|!=|<=|>=|=|<|>|~|[(){},]")
_SPACE: Final = re.compile(r"\s+")
_WORD: Final = re.compile(r"""(?:(?!&&|\|\|)[^\s(){},"'<>=!~])+""")
_VALUE: Final = re.compile(r"""(?:(?!&&|\|\|)[^\s(){},"'])+""")
_STEP: Final = re.compile(r"""\.([^\s.\[\](){},"'<>=!~:]+)|\["([^"\\]*)"\]|\['([^'\\]*)'\]|\[(-?\d{1,9})\]""")
_UNSPELLABLE: Final = re.compile(r"""\[(["']).*\\.*\1\]""")
_ESCAPES: Final = {"n": "\n", "t": "\t", "r": "\r"}
_SIGNS: Final = {"&&": "and", "||": "or"}


def tokenize(text: str) -> list[Token]:
    """All tokens and one of kind "end". Raises FilterError."""
    if match := _UNUSABLE.search(text):
        raise FilterError(
            translate("Query", "the character U+{:04X} cannot be searched for").format(ord(match[0])),
            match.start(),
        )
    tokens: list[Token] = []
    place = end = 0  # end: where the token before ends
    while place < len(text):
        if match := _SPACE.match(text, place):
            place = match.end()
            continue
        token = _token(text, place, tokens, touching=place == end)
        place = end = token.end
        tokens.append(token)
    tokens.append(Token("end", "", len(text), len(text)))
    return tokens


def _value_follows(tokens: list[Token]) -> bool:
    """Whether what comes next is a value: after an operator, or in a set."""
    last = tokens[-1] if tokens else None
    if last is None or last.kind in ("op", "{"):
        return last is not None
    if last.kind == ",":
        return _in_set(tokens)
    word = last.text.lower() if last.kind == "word" else ""
    if word not in OPERATOR_SIGNS or word == "exists" or len(tokens) < 2:
        return False
    return tokens[-2].kind == "path" or (tokens[-2].kind == "word" and tokens[-2].text in FIELDS)


def _in_set(tokens: list[Token]) -> bool:
    return next((token.kind == "{" for token in reversed(tokens) if token.kind in ("{", "}")), False)


def _token(text: str, place: int, tokens: list[Token], touching: bool) -> Token:
    """The token at a place. tokens: those before it; touching: there is no space between."""
    character = text[place]
    if character in "\"'":
        return _string(text, place)
    if character == "$" and text[place + 1 : place + 2] in ("", ".", "[", " "):
        return _path(text, place)
    if text[place : place + 2] in _SIGNS:
        return Token("word", _SIGNS[text[place : place + 2]], place, place + 2)
    if character == ":" and touching and tokens and tokens[-1].kind in ("word", "path"):
        return Token("op", ":", place, place + 1)
    if match := _SIMPLE.match(text, place):
        kind = match[0] if match[0] in "(){}," else "op"
        return Token(kind, match[0], place, match.end())
    if character == "!":
        return Token("word", "not", place, place + 1)
    # After an operator everything up to a space, && or || is the value: ^get_, a=b, x:y.
    pattern = _VALUE if _value_follows(tokens) else _WORD
    match = pattern.match(text, place)
    if match is None:  # pragma: no cover - every character is covered above
        raise FilterError(translate("Query", "unexpected {!r}").format(character), place)
    word = match[0]
    name, colon, _ = word.partition(":")
    if colon and pattern is _WORD and (name == "is" or name in FIELDS):
        return Token("word", name, place, place + len(name))
    return Token("word", word, place, match.end())


def _string(text: str, place: int) -> Token:
    parts: list[str] = []
    quote, at = text[place], place + 1
    while at < len(text):
        character = text[at]
        if character == quote:
            return Token("string", "".join(parts), place, at + 1)
        if character == "\\" and at + 1 < len(text) and text[at + 1] in (quote, "\\", *_ESCAPES):
            parts.append(_ESCAPES.get(text[at + 1], text[at + 1]))
            at += 2
            continue
        parts.append(character)
        at += 1
    raise FilterError(translate("Query", "missing closing {}").format(quote), place)


def _path(text: str, place: int) -> Token:
    """`$.params.arguments["order id"][0]`, in SQLite's spelling `$."params"."arguments"."order id"[0]`."""
    parts, keys, at = ["$"], [], place + 1
    while match := _STEP.match(text, at):
        index = match[4]
        if index is not None:
            parts.append(f"[#{index}]" if index.startswith("-") else f"[{index}]")
        else:
            key = next(group for group in match.groups()[:3] if group is not None)
            keys.append(key)
            parts.append(f'."{key}"')
        at = match.end()
    if _UNSPELLABLE.match(text, at):
        raise FilterError(translate("Query", "names with a quote or backslash are not supported"), at)
    if at < len(text) and text[at] in ".[":
        raise FilterError(
            translate(
                "Query", 'expected a name or an index in the JSON path, such as $.params.name or $["a b"][0]'
            ),
            at,
        )
    return Token("path", "".join(parts), place, at, tuple(keys))
