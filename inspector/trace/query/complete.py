"""What could be written next in a filter: fields, words, operators, values, JSON paths, units.

Made from the tables that the compiler uses. Values and paths come from the session by way of a function,
so this module waits for nothing.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final

from inspector.trace.query.fields import FIELDS, IS_WORDS, UNITS
from inspector.trace.query.grammar import LOGIC, OPERATOR_SIGNS, OPERATORS
from inspector.trace.query.text import quoted
from inspector.trace.query.tokens import FilterError, Token, tokenize
from inspector.translation import translate

__all__ = ["Completion", "Completions", "complete"]

MAX_ITEMS: Final = 50
SHORT: Final = 80  # characters of a value that is worth offering

Values = Callable[[str, str], list[str]]
"""(field, prefix) → values seen of a text field; ("$", "$.par") → JSON paths seen; ("$.a.b", prefix) → JSON
tokens seen at a path."""


@dataclass(frozen=True, slots=True)
class Completion:
    """kind: field, is, operator, logic, value, path or unit."""

    text: str
    doc: str
    kind: str


@dataclass(frozen=True, slots=True)
class Completions:
    """Each item may replace the characters from start to end."""

    start: int
    end: int
    items: tuple[Completion, ...]


@dataclass(frozen=True, slots=True)
class _Place:
    """Where the cursor is: in a word that begins at start, after these tokens."""

    before: list[Token]
    start: int
    end: int
    part: str  # of the word, up to the cursor; without its quote


def complete(text: str, cursor: int, values: Values) -> Completions:
    """What fits at the cursor, best first. Never raises for a text that is no filter (yet)."""
    try:
        place = _place(text, min(max(cursor, 0), len(text)))
    except FilterError:
        return Completions(cursor, cursor, ())
    items = _best(place.part, _items(text, place, values))
    if len(items) == 1 and items[0].text == text[place.start : place.end]:
        items = []  # it is there already
    return Completions(place.start, place.end, tuple(items[:MAX_ITEMS]))


_REST: Final = re.compile(r"""[^\s(){},"'<>=!~]*""")


def _place(text: str, cursor: int) -> _Place:
    end = cursor + len(_REST.match(text, cursor)[0])  # type: ignore[index]  # it matches nothing, too
    try:
        tokens = tokenize(text[:cursor])[:-1]
    except FilterError as error:  # in a string without its end, or in a path
        start = error.column
        if text[start : start + 1] in ("'", '"'):
            close = text.find(text[start], cursor)
            end = close + 1 if close >= 0 and "\n" not in text[cursor:close] else end
            return _Place(tokenize(text[:start])[:-1], start, end, text[start + 1 : cursor])
        start = text.rfind("$", 0, start)
        if start < 0:
            raise
        return _Place(tokenize(text[:start])[:-1], start, end, text[start:cursor])
    last = tokens[-1] if tokens else None
    if last is None or last.end < cursor or last.kind not in ("word", "path") or text[last.column] in "!&|":
        return _Place(tokens, cursor, end, "")
    return _Place(tokens[:-1], last.column, end, text[last.column : cursor])


_LOGIC_WORDS: Final = frozenset(form.text for form in LOGIC if form.text.isalpha())


def _items(text: str, place: _Place, values: Values) -> Iterable[Completion]:
    before = place.before
    last = before[-1] if before else None
    word = last.text.lower() if last is not None and last.kind == "word" else ""
    if last is None or last.kind == "(" or (word in _LOGIC_WORDS and not _is_value(before)):
        return _conditions(place.part, values)
    if last.kind == "op" and last.text == ":" and len(before) > 1 and before[-2].text == "is":
        return [Completion(name, translate("Query", one.doc), "is") for name, one in IS_WORDS.items()]
    subject = _subject(before)
    if subject is not None:
        return _values(text[subject.column : subject.end], subject, place.part, values)
    if _is_subject(last) and not _is_value(before):
        return _operators(last)
    joins = [
        Completion(form.text, translate("Query", form.doc), "logic")
        for form in LOGIC
        if form.text in ("and", "or", "xor")
    ]
    return [*joins, *_conditions(place.part, values)] if place.part else joins


def _is_subject(token: Token) -> bool:
    return token.kind == "path" or (token.kind == "word" and token.text in FIELDS)


def _is_operator(token: Token) -> bool:
    return token.kind == "op" or (token.kind == "word" and token.text.lower() in OPERATOR_SIGNS)


def _is_value(tokens: list[Token]) -> bool:
    """Whether the last token stands after an operator."""
    return len(tokens) > 2 and _is_operator(tokens[-2]) and _is_subject(tokens[-3])


def _subject(before: list[Token]) -> Token | None:
    """What a value that begins here is compared with."""
    tokens = list(before)
    if tokens[-1].kind in ("{", ","):
        while tokens and tokens[-1].kind != "{":
            if tokens[-1].kind in ("}", "(", ")"):
                return None
            tokens.pop()
        tokens = tokens[:-1]
    if len(tokens) < 2 or not _is_operator(tokens[-1]) or tokens[-1].text.lower() == "exists":
        return None
    place = -3 if tokens[-2].text.lower() == "not" and len(tokens) > 2 else -2
    return tokens[place] if _is_subject(tokens[place]) else None


# -- what each place offers --------------------------------------------------------------------------------


def _conditions(part: str, values: Values) -> Iterable[Completion]:
    if part.startswith("$"):
        return [Completion(path, "", "path") for path in values("$", part)]
    found = [Completion(name, translate("Query", field.doc), "field") for name, field in FIELDS.items()]
    found += [Completion(f"is:{name}", translate("Query", one.doc), "is") for name, one in IS_WORDS.items()]
    found += [
        Completion(form.text, translate("Query", form.doc), "logic") for form in LOGIC if form.text == "not"
    ]
    return [*found, Completion("$.", translate("Query", "a value in the JSON of a message"), "path")]


def _operators(subject: Token) -> Iterable[Completion]:
    kind = "json" if subject.kind == "path" else FIELDS[subject.text].type
    return [
        Completion(name, translate("Query", one.doc), "operator")
        for name, one in OPERATORS.items()
        if kind in one.types
    ]


def _values(written: str, subject: Token, part: str, values: Values) -> Iterable[Completion]:
    if subject.kind == "path":
        texts = [quoted(json.loads(text)) if text[:1] == '"' else text for text in values(written, part)]
        texts += [word for word in ("true", "false", "null") if word not in texts]
        return [Completion(text, "", "value") for text in texts if len(text) <= SHORT]
    field = FIELDS[subject.text]
    if field.type == "call":
        return [Completion(number, "", "value") for number in values(subject.text, part)]
    if field.type == "clock":
        return [Completion(moment, "", "value") for moment in values(subject.text, part)]
    if field.type != "text":
        return _units(field.type, part)
    texts = [*field.choices, *(text for text in values(subject.text, part) if text not in field.choices)]
    return [Completion(_as_value(text), "", "value") for text in texts if 0 < len(text) <= SHORT]


_PLAIN: Final = re.compile(r"[A-Za-z0-9_][\w.:@/-]*")
_NUMBER: Final = re.compile(r"(?:.*\.\.)?(-?\d+(?:\.\d+)?)([A-Za-zµ]*)")


def _as_value(text: str) -> str:
    return text if _PLAIN.fullmatch(text) else quoted(text)


def _units(kind: str, part: str) -> Iterable[Completion]:
    match = _NUMBER.fullmatch(part)
    if match is None:
        return []
    number = part[: match.end(1)]
    about = (
        translate("Query", "unit of a size") if kind == "size" else translate("Query", "unit of a duration")
    )
    return [Completion(number + unit, about, "unit") for unit in UNITS[kind] if unit]


def _best(part: str, items: Iterable[Completion]) -> list[Completion]:
    """Those that hold what is written; first those that begin with it."""
    wanted = part.lower()
    begins: list[Completion] = []
    holds: list[Completion] = []
    for item in items:
        plain = item.text.lower().lstrip('"')
        if plain.startswith(wanted):
            begins.append(item)
        elif wanted in plain and item.kind != "unit":
            holds.append(item)
    return begins + holds
