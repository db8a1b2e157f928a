"""The form with everything: the tool `book_table` and its schema."""

from __future__ import annotations

from typing import Any, Final

from inspector.demo.content import text
from inspector.demo.steps import ToolOutcome

__all__ = ["BOOKING_SCHEMA", "book_table"]

_GUEST: Final[dict[str, Any]] = {
    "type": "object",
    "title": "Guest",
    "properties": {
        "name": {"type": "string", "title": "Name", "minLength": 1},
        "age": {"type": "integer", "title": "Age", "minimum": 0, "maximum": 130},
        "vegetarian": {"type": "boolean", "title": "Vegetarian", "default": False},
    },
    "required": ["name"],
    "additionalProperties": False,
}

_ADDRESS: Final[dict[str, Any]] = {
    "type": "object",
    "title": "Invoice address",
    "description": "Only when you need an invoice",
    "properties": {
        "street": {"type": "string", "title": "Street"},
        "city": {"type": "string", "title": "City"},
        "country": {"type": "string", "title": "Country", "pattern": "^[A-Z]{2}$", "examples": ["KR", "FR"]},
    },
    "required": ["street", "city"],
}

_SEATING: Final[list[dict[str, Any]]] = [
    {"const": "window", "title": "At the window"},
    {"const": "garden", "title": "In the garden"},
    {"const": "bar", "title": "At the bar"},
]

_PAYMENT: Final[list[dict[str, Any]]] = [
    {
        "type": "object",
        "title": "Card",
        "properties": {"kind": {"const": "card"}, "last_digits": {"type": "string", "pattern": "^[0-9]{4}$"}},
        "required": ["kind", "last_digits"],
    },
    {
        "type": "object",
        "title": "Voucher",
        "properties": {"kind": {"const": "voucher"}, "code": {"type": "string", "minLength": 4}},
        "required": ["kind", "code"],
    },
]

BOOKING_SCHEMA: Final[dict[str, Any]] = {
    "type": "object",
    "properties": {
        "name": {
            "type": "string",
            "title": "Name",
            "description": "Who books",
            "minLength": 1,
            "maxLength": 60,
            "examples": ["Ada Lovelace", "김하나"],
        },
        "date": {"type": "string", "title": "Date", "format": "date"},
        "time": {
            "type": "string",
            "title": "Time",
            "format": "time",
            "description": "With offset: 19:30:00Z",
        },
        "remind_at": {"type": "string", "title": "Remind me at", "format": "date-time"},
        "guests": {"type": "integer", "title": "Guests", "minimum": 1, "maximum": 20, "default": 2},
        "budget": {"type": "number", "title": "Budget per guest", "exclusiveMinimum": 0, "multipleOf": 0.5},
        "occasion": {
            "type": "string",
            "title": "Occasion",
            "enum": ["dinner", "birthday", "business", "date"],
        },
        "seating": {"type": "string", "title": "Seating", "oneOf": _SEATING, "default": "window"},
        "email": {"type": "string", "title": "E-mail", "format": "email"},
        "website": {"type": "string", "title": "Website", "format": "uri"},
        "phone": {
            "type": ["string", "null"],
            "title": "Phone",
            "pattern": "^\\+?[0-9 ]{6,20}$",
            "default": None,
        },
        "nickname": {"anyOf": [{"type": "string"}, {"type": "null"}], "title": "Nickname", "default": None},
        "newsletter": {"type": "boolean", "title": "Send me news", "default": False},
        "wishes": {
            "type": "array",
            "title": "Wishes",
            "items": {"type": "string"},
            "maxItems": 5,
            "uniqueItems": True,
            "default": [],
        },
        "allergies": {
            "type": "array",
            "title": "Allergies",
            "items": {"type": "string", "enum": ["gluten", "nuts", "milk", "shellfish"]},
            "uniqueItems": True,
        },
        "companions": {"type": "array", "title": "Who else comes", "items": _GUEST, "maxItems": 19},
        "address": _ADDRESS,
        "extras": {
            "type": "object",
            "title": "Extras and how many",
            "description": "Any name, for instance cake: 1",
            "additionalProperties": {"type": "integer", "minimum": 1},
        },
        "payment": {"title": "Payment", "description": "A card or a voucher", "anyOf": _PAYMENT},
        "message": {
            "type": "string",
            "title": "Message to the kitchen",
            "maxLength": 2000,
        },
    },
    "required": ["name", "date", "guests"],
    "additionalProperties": False,
}


def book_table(arguments: dict[str, Any]) -> ToolOutcome:
    """Confirm the booking and give back all that was sent, so that a form can be checked."""
    what = arguments.get("occasion", "table")
    lines = [
        f"# Booked: {what} for {arguments['guests']:g}",
        "",
        f"**{arguments['name']}**, {arguments['date']} {arguments.get('time', '')}".rstrip(),
        "",
        "| what | value |",
        "|---|---|",
        *(f"| {name} | `{value}` |" for name, value in arguments.items()),
    ]
    return ToolOutcome([text("\n".join(lines))])
