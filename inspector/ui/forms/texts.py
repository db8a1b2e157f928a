"""The words a form shows about a field: its type, its limits, what stands there while nothing is set."""

from __future__ import annotations

import re
from typing import Final

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication

from inspector.schema.document import text_of
from inspector.schema.fields import Field, Kind
from inspector.schema.readable import readable_number

__all__ = [
    "branch_label",
    "constraints",
    "format_hint",
    "format_word",
    "ghost",
    "kind_word",
    "label",
    "short",
    "state_word",
    "type_word",
]

_CONTEXT: Final = "FormText"
_BEGIN: Final = re.compile(r'"(?:[^"\\]|\\u[0-9a-fA-F]{4}|\\[^u])*')
_LOOKED_AT: Final = 1000  # of a JSON text for a narrow place; a character takes up to twelve
_PLURALS: Final[dict[Kind, str]] = {
    "string": str(QT_TRANSLATE_NOOP("FormText", "list of strings")),
    "multiline": str(QT_TRANSLATE_NOOP("FormText", "list of strings")),
    "number": str(QT_TRANSLATE_NOOP("FormText", "list of numbers")),
    "integer": str(QT_TRANSLATE_NOOP("FormText", "list of integers")),
    "enum": str(QT_TRANSLATE_NOOP("FormText", "list of options")),
    "list": str(QT_TRANSLATE_NOOP("FormText", "list of lists")),
    "tuple": str(QT_TRANSLATE_NOOP("FormText", "list of lists")),
    "object": str(QT_TRANSLATE_NOOP("FormText", "list of objects")),
    "map": str(QT_TRANSLATE_NOOP("FormText", "list of objects")),
}
translate = QCoreApplication.translate

_WORDS: Final[dict[Kind, str]] = {
    "string": str(QT_TRANSLATE_NOOP("FormText", "string")),
    "multiline": str(QT_TRANSLATE_NOOP("FormText", "string")),
    "number": str(QT_TRANSLATE_NOOP("FormText", "number")),
    "integer": str(QT_TRANSLATE_NOOP("FormText", "integer")),
    "boolean": str(QT_TRANSLATE_NOOP("FormText", "boolean")),
    "null": str(QT_TRANSLATE_NOOP("FormText", "null")),
    "enum": str(QT_TRANSLATE_NOOP("FormText", "choice")),
    "const": str(QT_TRANSLATE_NOOP("FormText", "fixed value")),
    "list": str(QT_TRANSLATE_NOOP("FormText", "list")),
    "tuple": str(QT_TRANSLATE_NOOP("FormText", "list")),
    "object": str(QT_TRANSLATE_NOOP("FormText", "object")),
    "map": str(QT_TRANSLATE_NOOP("FormText", "object")),
    "union": str(QT_TRANSLATE_NOOP("FormText", "one of")),
    "any": str(QT_TRANSLATE_NOOP("FormText", "any")),
    "json": str(QT_TRANSLATE_NOOP("FormText", "JSON")),
}


def kind_word(field: Field) -> str:
    """One word for the type of a field."""
    return translate(_CONTEXT, _WORDS[field.kind])


def type_word(name: str) -> str:
    """One word for a type of JSON Schema; of an unknown one its name."""
    kinds: dict[str, Kind] = {"array": "list", "object": "object", "string": "string", "null": "null"}
    kinds |= {"number": "number", "integer": "integer", "boolean": "boolean"}
    return translate(_CONTEXT, _WORDS[kinds[name]]) if name in kinds else name


def label(field: Field) -> str:
    """What a field is called: its title, else its key."""
    return field.title or field.key


def constraints(field: Field) -> str:
    """Type and limits on one short line: `integer · 1–10`."""
    bounds = field.bounds
    # the shape of these is chosen beside it
    parts = ["" if field.kind in ("union", "any") else kind_word(field)]
    if field.kind == "list":
        parts[0] = _list_word(field)
    if field.format:
        parts = [format_word(field.format)]
    parts += [
        str(field.schema[key]) for key in ("contentEncoding", "contentMediaType") if key in field.schema
    ]
    parts += [
        _interval(bounds.minimum, bounds.exclusive_minimum, bounds.maximum, bounds.exclusive_maximum),
        f"× {readable_number(bounds.multiple_of)}" if bounds.multiple_of else "",
        _count(bounds.min_length, bounds.max_length, translate("FormText", "characters")),
        _count(bounds.min_items, bounds.max_items, translate("FormText", "items")),
        _count(bounds.min_properties, bounds.max_properties, translate("FormText", "properties")),
        translate("FormText", "unique items") if bounds.unique_items else "",
        field.pattern,
        translate("FormText", "or null") if field.nullable else "",
        translate("FormText", "read-only") if field.read_only else "",
        translate("FormText", "deprecated") if field.deprecated else "",
        f"→ {field.header}" if field.header else "",
    ]
    return " · ".join(part for part in parts if part)


def ghost(field: Field, lexeme: str | None) -> str:
    """What stands in an empty editor that is not set: the default, or that it is not set.

    Null and the empty text are painted as what they are.
    """
    if lexeme is not None:
        return ""
    if field.default is not None:
        return translate("FormText", "default {0}").format(short(field.default))
    if field.required:
        return ""
    return translate("FormText", "not set")


_FORMATS: Final = {
    "date": "2026-01-31",
    "time": "14:30:00+02:00",
    "date-time": "2026-01-31T14:30:00Z",
    "duration": "P3DT12H30M",
    "email": "name@example.org",
    "idn-email": "이름@예.한국",
    "hostname": "server.example.org",
    "idn-hostname": "예.한국",
    "ipv4": "192.0.2.1",
    "ipv6": "2001:db8::1",
    "uri": "https://example.org/page",
    "url": "https://example.org/page",
    "uri-reference": "../page#part",
    "iri": "https://예.한국/page",
    "iri-reference": "../쪽#part",
    "uri-template": "https://example.org/{id}",
    "uuid": "01934c5e-3f6b-7cc0-98c4-dc0c0c07398f",
    "json-pointer": "/list/0/name",
    "relative-json-pointer": "1/name",
    "regex": "^[a-z]+$",
    "color": "#1e90ff",
}


_FORMAT_WORDS: Final = {
    "date": str(QT_TRANSLATE_NOOP("FormText", "date")),
    "time": str(QT_TRANSLATE_NOOP("FormText", "time")),
    "date-time": str(QT_TRANSLATE_NOOP("FormText", "date-time")),
    "duration": str(QT_TRANSLATE_NOOP("FormText", "duration")),
    "email": str(QT_TRANSLATE_NOOP("FormText", "email")),
    "idn-email": str(QT_TRANSLATE_NOOP("FormText", "idn-email")),
    "hostname": str(QT_TRANSLATE_NOOP("FormText", "hostname")),
    "idn-hostname": str(QT_TRANSLATE_NOOP("FormText", "idn-hostname")),
    "ipv4": str(QT_TRANSLATE_NOOP("FormText", "ipv4")),
    "ipv6": str(QT_TRANSLATE_NOOP("FormText", "ipv6")),
    "uri": str(QT_TRANSLATE_NOOP("FormText", "uri")),
    "url": str(QT_TRANSLATE_NOOP("FormText", "url")),
    "uri-reference": str(QT_TRANSLATE_NOOP("FormText", "uri-reference")),
    "iri": str(QT_TRANSLATE_NOOP("FormText", "iri")),
    "iri-reference": str(QT_TRANSLATE_NOOP("FormText", "iri-reference")),
    "uri-template": str(QT_TRANSLATE_NOOP("FormText", "uri-template")),
    "uuid": str(QT_TRANSLATE_NOOP("FormText", "uuid")),
    "json-pointer": str(QT_TRANSLATE_NOOP("FormText", "json-pointer")),
    "relative-json-pointer": str(QT_TRANSLATE_NOOP("FormText", "relative-json-pointer")),
    "regex": str(QT_TRANSLATE_NOOP("FormText", "regex")),
    "color": str(QT_TRANSLATE_NOOP("FormText", "color")),
    "password": str(QT_TRANSLATE_NOOP("FormText", "password")),
    "file-path": str(QT_TRANSLATE_NOOP("FormText", "file-path")),
    "directory-path": str(QT_TRANSLATE_NOOP("FormText", "directory-path")),
}
"""Formats that are words to people; of others there is only the name."""


def format_word(name: str) -> str:
    """A format of JSON Schema as a word of a sentence; an unknown one as the schema writes it."""
    return translate(_CONTEXT, _FORMAT_WORDS[name]) if name in _FORMAT_WORDS else name


def format_hint(field: Field) -> str:
    """What a text of this format looks like."""
    example = _FORMATS.get(field.format)
    if not example:
        return ""
    return translate("FormText", "{0}, for example {1}").format(format_word(field.format), example)


def state_word(field: Field, lexeme: str | None) -> str:
    """What stands in the heading of a list or object that shows no rows."""
    if lexeme is None:
        return "" if field.required else translate("FormText", "not set")
    return lexeme if lexeme in ("null", "[]", "{}") else ""


def branch_label(field: Field) -> str:
    """The name of a shape to choose: its title, the constant that marks it, or its type."""
    if field.title or field.definition:
        return field.title or field.definition
    if field.kind == "object" or (field.kind == "any" and field.hints[:1] == ("object",)):
        mark = field.mark()
        if mark is not None:
            return f"{mark[0]} = {short(mark[1])}"
        required = field.required_keys()[:3]
        return "{ " + ", ".join(required) + " }" if required else kind_word(field)
    if field.kind == "const":
        return short(field.options[0].lexeme)
    if field.kind == "list" and "items" in field.schema:
        return _list_word(field)
    return format_word(field.format) if field.format else kind_word(field)


def _list_word(field: Field) -> str:
    """What a list holds, in the plural."""
    plural = _PLURALS.get(field.item(0).kind) if "items" in field.schema else None
    return translate(_CONTEXT, plural) if plural else kind_word(field)


def short(lexeme: str, limit: int = 60) -> str:
    """A JSON text for a narrow place: a plain text without its quotes, long ones cut. Of a large one only
    the beginning is looked at."""
    if lexeme.startswith('"') and lexeme != '""':
        begin = str(_BEGIN.match(lexeme, 0, _LOOKED_AT)[0])  # type: ignore[index]  # it matches the quote
        text, is_whole = text_of(f'{begin}"'), len(begin) + 1 == len(lexeme)
    else:
        text, is_whole = lexeme[:_LOOKED_AT], len(lexeme) <= _LOOKED_AT
    if "\n" in text:
        text = " ".join(text.split()) or lexeme[:_LOOKED_AT]  # nothing but blanks: as JSON they can be seen
    return text if is_whole and len(text) <= limit else text[: limit - 1] + "…"


def _interval(low: str | None, above: str | None, high: str | None, below: str | None) -> str:
    """`1–10`, `-1e15 – 1e16`, `≥ 1`, `> 0`, `(0, 1]` where an end is excluded."""
    low, above, high, below = (
        None if end is None else readable_number(end) for end in (low, above, high, below)
    )
    if above is not None or below is not None:
        left = f"({above}" if above is not None else (f"[{low}" if low is not None else "")
        right = f"{below})" if below is not None else (f"{high}]" if high is not None else "")
        if left and right:
            return f"{left}, {right}"
        return f"> {above}" if left else f"< {below}"
    if low is not None and high is not None:
        return f"{low} – {high}" if "-" in low + high else f"{low}–{high}"
    return f"≥ {low}" if low is not None else (f"≤ {high}" if high is not None else "")


def _count(low: int | None, high: int | None, noun: str) -> str:
    if low is None and high is None:
        return ""
    if low == 1 and high is None:
        return translate("FormText", "not empty")
    if low == high:
        return f"{low} {noun}"
    text = _interval(str(low) if low else None, None, str(high) if high is not None else None, None)
    return f"{text} {noun}" if text else ""
