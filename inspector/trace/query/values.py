"""Values of the filter language: numbers with units, texts to search, regular expressions."""

from __future__ import annotations

import json
import re
import string
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

import msgspec

from inspector.trace.query.fields import UNITS
from inspector.trace.query.functions import regex
from inspector.trace.query.tokens import FilterError, Token
from inspector.translation import translate

__all__ = [
    "Clock",
    "as_json",
    "ascii_run",
    "call_number",
    "check_pattern",
    "clock",
    "clock_ends",
    "json_number",
    "like",
    "likes_of_pattern",
    "needs_text",
    "quantity",
    "range_ends",
    "spellings",
]

MAX_TEXT: Final = 1000  # SQLite refuses LIKE patterns over 50,000 bytes
_NUMBER: Final = re.compile(r"(-?\d{1,400}(?:\.\d{1,400})?(?:[eE][+-]?\d{1,4})?)([A-Za-zµ]*)", re.ASCII)
_RANGE: Final = re.compile(r"(-?\d[^.]*(?:\.\d[^.]*)?)\.\.(-?\d.*)")


def quantity(token: Token, kind: str) -> int | float:
    """A number with its unit, in the unit of the column. Raises FilterError."""
    match = _NUMBER.fullmatch(token.text)
    units = UNITS[kind]
    if match is None or match[2] not in units:
        names = ", ".join(unit for unit in units if unit)
        what = (
            translate("Query", "a number with a unit ({})").format(names)
            if names
            else translate("Query", "a number")
        )
        raise FilterError(
            translate("Query", "expected {what}; found {token!r}").format(what=what, token=token.text),
            token.column,
        )
    return _bound(_number(match[1]) * units[match[2]])


@dataclass(frozen=True, slots=True)
class Clock:
    """A time that was written. dated: start is ns since the epoch, else since midnight.

    length_ns: of what it names: `14:30` is a minute, `14:30:05` a second.
    """

    dated: bool
    start_ns: int
    length_ns: int


_CLOCK: Final = re.compile(
    r"(?:(\d{4}-\d\d-\d\d)(?:[T ](?=\d)|$))?(?:(\d\d?):(\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?)?", re.ASCII
)


def clock(token: Token, date: str = "") -> Clock:
    """The time that a token spells: `14:30`, `14:30:05.5`, `2026-11-24`, `2026-11-24 14:30`.

    date: where none is written. Raises FilterError.
    """
    match = _CLOCK.fullmatch(token.text) if token.text else None
    day, hour, minute, second, fraction = match.groups() if match is not None else (None,) * 5
    day = day or date or None
    try:
        if match is None:
            raise ValueError(token.text)
        moment = datetime.fromisoformat(day or "2000-01-01").replace(
            hour=int(hour or 0), minute=int(minute or 0), second=int(second or 0)
        )
        length = 86_400 if hour is None else 60 if second is None else 1
        part = int((fraction or "").ljust(9, "0"))
        length_ns = 10 ** (9 - len(fraction)) if fraction else length * 10**9
        if day is None:
            return Clock(
                False, (moment - datetime(2000, 1, 1)) // timedelta(seconds=1) * 10**9 + part, length_ns
            )
        start_ns = int(moment.timestamp()) * 10**9 + part
        if hour is None:  # not every day has 24 hours
            length_ns = int((moment + timedelta(days=1)).timestamp()) * 10**9 - start_ns
    except (ValueError, OverflowError, OSError) as error:
        words = translate(
            "Query", "expected a time such as 14:30, 14:30:05.5 or 2026-11-24 14:30; found {!r}"
        )
        raise FilterError(words.format(token.text), token.column) from error
    return Clock(True, start_ns, length_ns)


def clock_ends(token: Token) -> tuple[Clock, Clock] | None:
    """The ends of `14:30..14:40`; an end without a date has that of the start. None: it is no range."""
    ends = range_ends(token)
    if ends is None:
        return None
    first = clock(ends[0])
    second = clock(ends[1], ends[0].text[:10] if first.dated else "")
    if first.dated != second.dated:
        raise FilterError(
            translate("Query", "a range with a date at its end needs one at its start"), ends[0].column
        )
    return first, second


def call_number(token: Token) -> int:
    """The number of a call, written as everywhere in the window (#12) or plain. Raises FilterError."""
    digits = token.text.removeprefix("#")
    if not (digits.isascii() and digits.isdigit() and len(digits) < 19):
        raise FilterError(
            translate("Query", "expected the number of a call, such as #12; found {!r}").format(token.text),
            token.column,
        )
    return int(digits)


def range_ends(token: Token) -> tuple[Token, Token] | None:
    """The two ends of `3..9` or `10ms..1s`; None for a value that is no range of numbers."""
    match = _RANGE.fullmatch(token.text) if token.kind == "word" else None
    if match is None:
        return None
    first, last = (
        Token("word", match[group], token.column + match.start(group), token.column + match.end(group))
        for group in (1, 2)
    )
    return first, last


def as_json(token: Token) -> str:
    """The JSON text of a value: in quotes it is a string, without them a number where it reads as one.

    What stands in quotes twice (`"\\"a\\""`) is JSON already.
    """
    quoted = token.kind == "string" and not (token.text[:1] == token.text[-1:] == '"' and token.text != '"')
    with suppress(msgspec.DecodeError):
        if not quoted:
            msgspec.json.decode(token.text)
            return token.text
    return msgspec.json.encode(token.text).decode()


def json_number(token: Token) -> int | float | None:
    """The number that a token spells, None when it is a text."""
    match = _NUMBER.fullmatch(token.text) if token.kind == "word" else None
    return None if match is None or match[2] else _bound(_number(match[1]))


def needs_text(number: str) -> bool:
    """Whether SQLite's numbers (64 bit integer, double) cannot hold it exactly."""
    digits = number.lstrip("-")
    if digits.isdigit():
        return abs(int(number)) >= 2**63
    return len(re.sub(r"[eE].*|[.]", "", digits).lstrip("0")) > 15


def _number(text: str) -> int | float:
    return int(text) if text.lstrip("-").isdigit() else float(text)


def _bound(value: int | float) -> int | float:
    """Integers where SQLite's 64 bits hold them, floating point numbers otherwise."""
    try:
        return int(value) if value == int(value) and abs(value) < 2**63 else float(value)
    except OverflowError:  # of int(inf), or of float(a very long integer)
        return float("inf") if value > 0 else float("-inf")


def like(word: str) -> str:
    """A LIKE pattern for a text anywhere; use it with ESCAPE '\\'."""
    return "%" + re.sub(r"([\\%_])", r"\\\1", word) + "%"


def spellings(token: Token) -> list[str]:
    """How a text may be spelt: LIKE folds the case of ASCII only, and JSON may escape other letters."""
    word = token.text
    if not word or len(word) > MAX_TEXT or "\0" in word:
        raise FilterError(
            translate("Query", "expected text of 1 to {} characters").format(MAX_TEXT), token.column
        )
    if word.isascii():
        return [word]
    cases: tuple[str, ...] = (word, word.lower(), word.upper(), word.capitalize())
    different = {
        case.translate(_FOLD_ASCII): case for case in (*cases, *(json.dumps(case)[1:-1] for case in cases))
    }
    return list(different.values())


_FOLD_ASCII: Final = {ord(letter): letter.lower() for letter in string.ascii_uppercase}


def ascii_run(word: str) -> str:
    """The longest part of a text that every spelling of it has, in some case; empty when it is short."""
    runs = re.findall(r"[ !#-.0-\[\]-~]+", word)  # neither quote, backslash nor slash: JSON may escape them
    longest = max(runs, key=len, default="")
    return longest if len(longest) > 1 else ""


MAX_LIKES: Final = 16
_CHOICE: Final = re.compile(r"(?<!\\)\((?:\?:)?([\w|/:-]+)\)(?![*+?{])", re.ASCII)  # (get|list)
_LITERAL: Final = re.compile(r"(\^?)((?:[\w /:,;@%&=<>\"'!#~-]|\\[^\w\s])+)(\$?)", re.ASCII)


def likes_of_pattern(pattern: str) -> list[str] | None:
    """LIKE patterns that find what a regular expression finds; None when it takes more than that.

    So for ^get_, _order$, ^(a|b)c: SQLite searches these without asking Python for every value. Only signs
    that Python takes for letters of another case (K, the kelvin) are no longer found by k.
    """
    todo: list[str] = [pattern]
    parts: list[str] = []
    while todo:
        if len(todo) + len(parts) > MAX_LIKES:
            return None
        written = todo.pop()
        choice = _CHOICE.search(written)
        if choice is None:
            parts += written.split("|")
            continue
        todo += [written[: choice.start()] + one + written[choice.end() :] for one in choice[1].split("|")]
    likes = []
    for part in parts:
        match = _LITERAL.fullmatch(part)
        if match is None:
            return None
        word = re.sub(r"\\(.)", r"\1", match[2])
        middle = like(word)[1:-1]
        start = "" if match[1] else "%"
        # $ matches before a line break at the end, too.
        likes += [f"{start}{middle}", f"{start}{middle}\n"] if match[3] else [f"{start}{middle}%"]
    return likes


def check_pattern(token: Token) -> None:
    """Raises FilterError for what is no regular expression, or one that could take for ever."""
    if len(token.text) > MAX_TEXT:
        raise FilterError(
            translate("Query", "a regular expression of more than {} characters").format(MAX_TEXT),
            token.column,
        )
    try:
        regex(token.text)
    except (re.error, OverflowError, RecursionError) as error:
        raise FilterError(
            translate("Query", "not a regular expression: {}").format(error), token.column
        ) from error
    if _may_take_for_ever(token.text):
        raise FilterError(
            translate("Query", "a repetition inside a repeated group could take forever"), token.column
        )


_PIECE: Final = re.compile(r"\\.|\[\^?\]?(?:\\.|[^\]\\])*\]|.", re.DOTALL)
_REPEAT: Final = re.compile(r"[+*]|\{\d*,?\d*\}")


def _may_take_for_ever(pattern: str) -> bool:
    """Whether a repetition stands inside a repeated group, as in (a+)+ or ((a|b*)c){9}.

    Such a search can need exponential time, and while Python searches no other thread runs.
    """
    inside = [False]  # for each open group: does it hold a repetition
    place = 0
    while match := _PIECE.match(pattern, place):
        piece, place = match[0], match.end()
        repeat = _REPEAT.match(pattern, place)
        if piece == "(":
            inside.append(False)
        elif piece == ")" and len(inside) > 1:
            if inside.pop():
                if repeat:
                    return True
                inside[-1] = True
        if repeat and piece != "(":
            inside[-1] = True
            place = repeat.end()
    return False
