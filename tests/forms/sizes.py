"""Large forms and long documents of our own, for the figures of speed (corpus S)."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, Final

__all__ = ["PROPERTIES", "SIZES", "sized"]

_KINDS: Final[tuple[dict[str, Any], ...]] = (
    {"type": "string", "description": "What it is called; a few words that fill a line or two of the form."},
    {"type": "integer", "minimum": 0, "maximum": 100},
    {"type": "boolean", "default": False},
    {"enum": ["red", "green", "blue"]},
    {"type": ["string", "null"], "format": "date-time"},
)
_VALUES: Final = ("some text", 42, True, "green", "2026-01-31T10:20:30Z")
PROPERTIES: Final = "1,000 properties"
SIZES: Final = {"20 KB": 20_000, "100 KB": 100_000, "300 KB": 300_000}


def sized() -> Iterator[tuple[str, Any, str]]:
    """Name, schema and text of each."""
    many = {f"p{number:03}": _KINDS[number % 5] for number in range(1000)}
    yield PROPERTIES, {"type": "object", "properties": many}, "{}"
    record = {f"f{number}": _KINDS[number % 5] for number in range(10)}
    values = {f"f{number}": _VALUES[number % 5] for number in range(10)}
    schema = {
        "type": "object",
        "properties": {
            "title": {"type": "string"},
            "records": {"type": "array", "items": {"type": "object", "properties": record}},
            "note": {"type": "string"},
        },
    }
    yield "500 leaves", schema, _text(values, 50)
    for name, size in SIZES.items():
        one = len(_text(values, 2)) - len(_text(values, 1))
        yield name, schema, _text(values, size // one)


def _text(values: dict[str, Any], count: int) -> str:
    whole = {"title": "a title", "records": [values] * count, "note": "a note"}
    return json.dumps(whole, indent=2)
