"""Find where JSON text breaks and say it in words a user can act on."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Final

import msgspec

from inspector.json_tokens import BRACKETS, HIGH_HALF, LOW_HALF, TEXT
from inspector.translation import QT_TRANSLATE_NOOP, translate

__all__ = ["JsonError", "find_json_error", "json_error_at", "json_error_text", "reason_of"]

_AT: Final = re.compile(r"\(byte (\d+)\)")
_DECODED: Final = 1 << 20  # bytes of a line; in longer lines the column counts bytes
_DEEP: Final = QT_TRANSLATE_NOOP("Render", "nested too deeply to check")
_HALF_PAIR: Final = re.compile(f"{HIGH_HALF}|{LOW_HALF}".encode())
_OPENING: Final = re.compile(f'"{TEXT}("?)|{BRACKETS}'.encode())
_REASONS: Final = {
    # of msgspec
    "object keys must be strings": QT_TRANSLATE_NOOP("Render", "keys must be strings in double quotes"),
    "expected '\"'": QT_TRANSLATE_NOOP("Render", "expected a key in double quotes"),
    "invalid character": QT_TRANSLATE_NOOP("Render", "unexpected character"),
    "trailing characters": QT_TRANSLATE_NOOP("Render", "more text after the end of the JSON"),
    "invalid escaped character": QT_TRANSLATE_NOOP(
        "Render", 'invalid escape; \\ must be followed by " \\ / b f n r t or uXXXX'
    ),
    "invalid number": QT_TRANSLATE_NOOP("Render", "not a valid JSON number"),
    "trailing comma in object": QT_TRANSLATE_NOOP("Render", "trailing comma before }"),
    "expected ':'": QT_TRANSLATE_NOOP("Render", "expected a colon after the key"),
    "expected ',' or '}'": QT_TRANSLATE_NOOP("Render", "expected a comma or }"),
    "expected ',' or ']'": QT_TRANSLATE_NOOP("Render", "expected a comma or ]"),
    "trailing comma in array": QT_TRANSLATE_NOOP("Render", "trailing comma before ]"),
    # of Python
    "Expecting ',' delimiter": QT_TRANSLATE_NOOP("Render", "expected a comma or a closing bracket"),
    "Expecting ':' delimiter": QT_TRANSLATE_NOOP("Render", "expected a colon after the key"),
    "Expecting value": QT_TRANSLATE_NOOP("Render", "expected a value"),
    "Expecting property name enclosed in double quotes": QT_TRANSLATE_NOOP(
        "Render", "expected a key in double quotes"
    ),
    "Extra data": QT_TRANSLATE_NOOP("Render", "more text after the end of the JSON"),
    "Unterminated string starting at": QT_TRANSLATE_NOOP("Render", "a string without its closing quote"),
    "Invalid control character at": QT_TRANSLATE_NOOP("Render", "a control character in a string"),
}
"""What a decoder says, and how a user reads it."""
_HINTS: Final = (
    (re.compile(rb"'"), QT_TRANSLATE_NOOP("Render", "strings need double quotes")),
    (re.compile(rb"//|/\*|#"), QT_TRANSLATE_NOOP("Render", "JSON has no comments")),
    (
        re.compile(rb"NaN|-?Infinity|undefined"),
        QT_TRANSLATE_NOOP("Render", "not a JSON value; use null instead"),
    ),
    (
        re.compile(rb"True|False|None"),
        QT_TRANSLATE_NOOP("Render", "true, false and null are lowercase"),
    ),
    (re.compile(rb"\xef\xbb\xbf"), QT_TRANSLATE_NOOP("Render", "a byte order mark; JSON must not have one")),
    (
        re.compile(rb"\xe2\x80[\x98-\x9f]"),
        QT_TRANSLATE_NOOP("Render", "a curly quote; use a straight one"),
    ),
    (re.compile(rb"\xc2\xa0"), QT_TRANSLATE_NOOP("Render", "a no-break space; use a normal space")),
    (
        re.compile(rb"\n|\r"),
        QT_TRANSLATE_NOOP("Render", "a string must not span lines; write \\n"),
    ),
    (re.compile(rb"\t"), QT_TRANSLATE_NOOP("Render", "write a tab inside a string as \\t")),
    (re.compile(rb"\+"), QT_TRANSLATE_NOOP("Render", "numbers have no leading +")),
    (re.compile(rb"\."), QT_TRANSLATE_NOOP("Render", "numbers start with a digit")),
    (re.compile(rb"0\d"), QT_TRANSLATE_NOOP("Render", "numbers have no leading zero")),
)


@dataclass(frozen=True, slots=True)
class JsonError:
    """Where JSON text breaks. position: byte offset; line and column (in characters) count from 1."""

    position: int
    line: int
    column: int
    reason: str

    def __str__(self) -> str:
        return translate("Render", "Line {line}, column {column}: {reason}").format(
            line=self.line, column=self.column, reason=self.reason
        )


def find_json_error(data: bytes) -> JsonError | None:
    """The first thing that makes data no JSON text; None for JSON. Never raises.

    Half surrogate pairs are JSON (RFC 8259, 8.2), though msgspec refuses them. Nesting deeper than the
    interpreter can follow counts as an error at the end: whether it is JSON cannot be known.
    """
    try:
        data.decode("utf-8")
    except UnicodeDecodeError as error:
        return json_error_at(
            data, error.start, translate("Render", "byte 0x{:02x} is not UTF-8").format(data[error.start])
        )
    try:
        msgspec.json.decode(data, type=msgspec.Raw)
    except msgspec.DecodeError as error:
        return _explained(data, str(error))
    except RecursionError:
        return json_error_at(data, len(data), translate("Render", _DEEP))
    return None


def json_error_text(text: str, said: Exception) -> str:
    """Why a text is no JSON, in our words. said: what a decoder had against it, where we have nothing."""
    found = find_json_error(text.encode("utf-8", "replace"))
    return str(found or said)


def reason_of(error: json.JSONDecodeError) -> str:
    """What Python's decoder has against a text, in our words; its own where we have none."""
    return translate("Render", _REASONS[error.msg]) if error.msg in _REASONS else error.msg


def json_error_at(data: bytes, position: int, reason: str) -> JsonError:
    """An error with the line and column of a byte offset."""
    start = data.rfind(b"\n", 0, position) + 1
    column = position - start
    if column <= _DECODED:
        column = len(data[start:position].decode("utf-8", "replace"))
    return JsonError(position, data.count(b"\n", 0, position) + 1, column + 1, reason)


def _explained(data: bytes, said: str) -> JsonError | None:
    if _HALF_PAIR.search(data) and _json_by_standard_library(data):
        return None
    found = _AT.search(said)
    if not found:
        return json_error_at(data, len(data.rstrip()), _missing(data))
    position = min(int(found[1]), len(data))
    words = said.removeprefix("JSON is malformed: ").split(" (byte")[0]
    if words == "trailing characters":
        position = max(position - 1, 0)  # msgspec names the place behind the first of them
    position = _word_start(data, position)
    if words.startswith("trailing comma"):
        # The comma is what has to go, not the bracket behind it.
        position = max(data.rfind(b",", 0, position), 0)
    reason = translate("Render", _REASONS[words]) if words in _REASONS else words
    if words == "invalid number" and data[position - 1 : position] == b"0":
        position -= 1
    for pattern, hint in _HINTS:
        if pattern.match(data, position):
            return json_error_at(data, position, f"{reason}: {translate('Render', hint)}")
    return json_error_at(data, position, reason)


def _word_start(data: bytes, position: int) -> int:
    """msgspec names the letter that differs (`tru}`: the brace); a user looks at the word."""
    start = position
    while start > 0 and data[start - 1 : start].isalpha() and position - start < 16:
        start -= 1
    inside_string = data[start - 1 : start] in (b'"', b"\\") if start else False
    return position if inside_string or start == position else start


def _json_by_standard_library(data: bytes) -> bool:
    """The second opinion where half a surrogate pair may be all that is wrong."""
    try:
        json.loads(data, parse_constant=_no_constant)
    except (ValueError, RecursionError):
        return False
    return True


def _no_constant(name: str) -> None:
    """NaN and Infinity are Python's extension."""
    raise ValueError(name)


def _missing(data: bytes) -> str:
    """What closes the innermost thing that is open at the end."""
    if not data.strip():
        return translate("Render", "empty; the smallest JSON object is {}")
    open_brackets: list[bytes] = []
    for match in _OPENING.finditer(data):
        token = match[0]
        if token[:1] == b'"':
            if not match[1]:
                return translate("Render", 'unexpected end: missing closing "')
        elif token in b"{[":
            open_brackets.append(token)
        elif open_brackets:
            open_brackets.pop()
    if not open_brackets:
        return translate("Render", "unexpected end: missing value")
    bracket = "}" if open_brackets[-1] == b"{" else "]"
    return translate("Render", "unexpected end: missing closing {}").format(bracket)
