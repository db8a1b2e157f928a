"""A value that fits a schema, for trying a tool out: the schema's own examples first, else the shortest.

It is a proposal for a user to change, not a promise: of patterns only simple ones are met, and combined
conditions are not solved. The validator says what is still wrong.
"""

from __future__ import annotations

from decimal import Decimal, InvalidOperation
from typing import Final

from inspector.schema.document import lexeme_of, object_of
from inspector.schema.fields import Field, Kind
from inspector.schema.patterns import matches

__all__ = ["sample_lexeme"]

_DEPTH: Final = 6
_MOST_FIELDS: Final = 300
_MOST_ITEMS: Final = 50

_BY_FORMAT: Final[dict[str, str]] = {
    "date": "2026-01-31",
    "time": "12:00:00Z",
    "date-time": "2026-01-31T12:00:00Z",
    "duration": "PT1H",
    "email": "name@example.com",
    "idn-email": "name@example.com",
    "uri": "https://example.com/",
    "url": "https://example.com/",
    "iri": "https://example.com/",
    "uri-reference": "/path",
    "iri-reference": "/path",
    "uri-template": "https://example.com/{id}",
    "hostname": "example.com",
    "idn-hostname": "example.com",
    "ipv4": "192.0.2.1",
    "ipv6": "2001:db8::1",
    "uuid": "00000000-0000-4000-8000-000000000000",
    "json-pointer": "/a",
    "relative-json-pointer": "0",
    "regex": "^a$",
    "color": "#336699",
    "byte": "aGVsbG8=",
    "base64": "aGVsbG8=",
}
"""Addresses are those that RFC 2606, 3849 and 5737 set aside for examples."""

_SIMPLE: Final = (
    "text",
    "a",
    "A",
    "1",
    "123",
    "a1",
    "1.0.0",
    "0x1",
    "#a",
    "@a",
    "a/b",
    "a:b",
    "a=b",
    "A_1",
    "en",
    "en-US",
)
"""What simple patterns take: words, numbers, versions, codes."""

_EMPTY: Final[dict[Kind, str]] = {
    "boolean": "true",
    "null": "null",
    "any": '"text"',
    "json": "null",
}


def sample_lexeme(field: Field, *, optional: bool = False) -> str:
    """JSON text of a sample.

    optional: properties that may be absent are filled in too. Recursive schemas end after a few levels, large
    ones after some hundred fields.
    """
    return _Sampler(optional).of(field, _DEPTH)


class _Sampler:
    """One sample with its budget."""

    def __init__(self, optional: bool) -> None:
        self._optional = optional
        self._left = _MOST_FIELDS

    def of(self, field: Field, depth: int) -> str:
        self._left -= 1
        for given in (*field.examples[:1], field.default):
            if given is not None:
                return given
        if field.options:
            return field.options[0].lexeme
        if field.kind in ("string", "multiline"):
            return lexeme_of(_text(field))
        if field.kind in ("number", "integer"):
            return _number(field)
        if field.kind in ("list", "tuple"):
            return self._list(field, depth)
        if field.kind in ("object", "map"):
            return self._object(field, depth)
        if (field.kind == "union" or field.hints) and depth > 0:
            return self._union(field, depth)
        return _EMPTY.get(field.kind, "null")

    def _union(self, field: Field, depth: int) -> str:
        branches = field.branches()
        plain = [branch for branch in branches if branch.kind not in ("json", "null")]
        chosen = (plain or list(branches))[0]
        return self.of(chosen, depth - 1)

    def _list(self, field: Field, depth: int) -> str:
        bounds = field.bounds
        if depth < 0 or self._left <= -_MOST_FIELDS:
            return "[]"
        count = max(bounds.min_items or 0, len(field.items()), 1 if self._optional else 0)
        if bounds.max_items is not None:
            count = min(count, bounds.max_items)
        if depth <= 0 or self._left <= 0:
            count = bounds.min_items or 0
        items = [self.of(field.item(number), depth - 1) for number in range(min(count, _MOST_ITEMS))]
        if bounds.unique_items:
            items = _made_different(items)
        return "[" + ", ".join(items) + "]"

    def _object(self, field: Field, depth: int) -> str:
        if depth < 0 or self._left <= -_MOST_FIELDS:  # a schema that requires itself has no end
            return "{}"
        members: dict[str, str] = {}
        for child in field.properties():
            wanted = self._optional and depth > 0 and not child.deprecated and not child.read_only
            if child.required or (wanted and self._left > 0):
                members[child.key] = self.of(child, depth - 1)
        least = field.bounds.min_properties or 0
        number = 1
        while depth > 0 and len(members) < least <= _MOST_ITEMS:
            key, number = f"key{number}", number + 1
            members[key] = self.of(field.extra(key), depth - 1)
        return object_of(members.items())


def _text(field: Field) -> str:
    if field.pattern:
        for candidate in (*_BY_FORMAT.values(), *_SIMPLE):
            if matches(field.pattern, candidate):
                return candidate
    text = _BY_FORMAT.get(field.format, "text")
    bounds = field.bounds
    if bounds.min_length is not None and len(text) < bounds.min_length <= 10_000:
        text = (text * (bounds.min_length // len(text) + 1))[: bounds.min_length]
    if bounds.max_length is not None:
        text = text[: max(0, bounds.max_length)]
    return text


def _number(field: Field) -> str:
    """The number nearest to 1 that keeps the limits."""
    bounds = field.bounds
    try:
        step = Decimal(bounds.multiple_of or "1")
        low = _limit(bounds.minimum, bounds.exclusive_minimum, step)
        high = _limit(bounds.maximum, bounds.exclusive_maximum, -step)
        value = Decimal(1)
        value = max(value, low) if low is not None else value
        value = min(value, high) if high is not None else value
        if bounds.multiple_of is not None and step > 0:
            value = (value / step).to_integral_value(rounding="ROUND_CEILING") * step
        text = format(value, "f")
    except (InvalidOperation, OverflowError, ZeroDivisionError):
        return "1"
    if field.kind == "integer" and "." in text:
        return text.partition(".")[0]
    return text.rstrip("0").rstrip(".") if "." in text else text


def _limit(inclusive: str | None, exclusive: str | None, step: Decimal) -> Decimal | None:
    found = Decimal(inclusive) if inclusive is not None else None
    if exclusive is None:
        return found
    limit = Decimal(exclusive)
    beyond = (limit / step).to_integral_value(rounding="ROUND_FLOOR") * step + step
    if found is None:
        return beyond
    return max(found, beyond) if step > 0 else min(found, beyond)


def _made_different(items: list[str]) -> list[str]:
    """Items of a set: a repeated text gets a number at its end, a repeated number counts up."""
    seen: set[str] = set()
    found = []
    for item in items:
        lexeme, number = item, 1
        while lexeme in seen and number <= _MOST_ITEMS:
            number += 1
            lexeme = _varied(item, number)
        seen.add(lexeme)
        found.append(lexeme)
    return found


def _varied(item: str, number: int) -> str:
    if item.startswith('"'):
        return f'{item[:-1]}{number}"'
    try:
        return format(Decimal(item) + number - 1, "f")
    except InvalidOperation:
        return item
