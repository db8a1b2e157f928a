"""What can be written in a filter beside its fields: operators, logic, forms. Help and completion read it.

The fields, the words after `is:` and the units are tables of `fields`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from inspector.translation import QT_TRANSLATE_NOOP

__all__ = ["FORMS", "LOGIC", "OPERATORS", "OPERATOR_SIGNS", "Form", "Operator"]


@dataclass(frozen=True, slots=True)
class Operator:
    """A comparison. signs: how it is written, the usual one first. types: of fields it fits."""

    signs: tuple[str, ...]
    types: tuple[str, ...]
    doc: str
    example: str


@dataclass(frozen=True, slots=True)
class Form:
    """Another piece of the language."""

    text: str
    doc: str
    example: str


_ALL: Final = ("text", "number", "duration", "size", "clock", "json")
_EQUAL: Final = (*_ALL, "call")
_ORDERED: Final = ("number", "duration", "size", "clock", "json")

OPERATORS: Final[dict[str, Operator]] = {
    "==": Operator(("==", "=", "eq"), _EQUAL, QT_TRANSLATE_NOOP("Query", "equal to"), "status == done"),
    "!=": Operator(("!=", "ne"), _EQUAL, QT_TRANSLATE_NOOP("Query", "not equal to"), "status != done"),
    "<": Operator(("<", "lt"), _ORDERED, QT_TRANSLATE_NOOP("Query", "less than"), "size < 100B"),
    ">": Operator((">", "gt"), _ORDERED, QT_TRANSLATE_NOOP("Query", "greater than"), "duration > 1s"),
    "<=": Operator(
        ("<=", "le"), _ORDERED, QT_TRANSLATE_NOOP("Query", "less than or equal to"), "number <= 100"
    ),
    ">=": Operator(
        (">=", "ge"), _ORDERED, QT_TRANSLATE_NOOP("Query", "greater than or equal to"), "size >= 1MiB"
    ),
    "contains": Operator(
        ("contains", ":"),
        ("text", "json"),
        QT_TRANSLATE_NOOP("Query", "contains this text, ignoring case"),
        "target contains order",
    ),
    "~": Operator(
        ("~", "matches"),
        ("text", "json"),
        QT_TRANSLATE_NOOP("Query", "matches a regular expression"),
        'target ~ "^(get|list)_"',
    ),
    "in": Operator(
        ("in",),
        _EQUAL,
        QT_TRANSLATE_NOOP("Query", "one of these values, or within a range"),
        "number in {1, 3..9}",
    ),
    "not in": Operator(
        ("not in",), _EQUAL, QT_TRANSLATE_NOOP("Query", "none of these values"), "kind not in {head, stderr}"
    ),
    "exists": Operator(
        ("exists",), _ALL, QT_TRANSLATE_NOOP("Query", 'exists and is not null or ""'), "target exists"
    ),
}
"""By the name that the compiler knows them by."""

OPERATOR_SIGNS: Final[dict[str, str]] = {
    sign: name for name, operator in OPERATORS.items() for sign in operator.signs
}
"""Every way to write an operator → its name."""

LOGIC: Final[tuple[Form, ...]] = (
    Form(
        "and",
        QT_TRANSLATE_NOOP("Query", "both; also &&, or just a space between two conditions"),
        "is:error and duration > 1s",
    ),
    Form("or", QT_TRANSLATE_NOOP("Query", "at least one of them; also ||"), "is:error or is:late"),
    Form("xor", QT_TRANSLATE_NOOP("Query", "exactly one of them"), "is:nested xor is:error"),
    Form("not", QT_TRANSLATE_NOOP("Query", "negation; also !"), "not is:progress"),
    Form(
        "( )",
        QT_TRANSLATE_NOOP("Query", "grouping; otherwise and binds before xor, xor before or"),
        "(is:late or is:error) and order",
    ),
)

FORMS: Final[tuple[Form, ...]] = (
    Form(
        "word",
        QT_TRANSLATE_NOOP("Query", "any other word: messages containing this text, ignoring case"),
        "invoice",
    ),
    Form(
        '"two words"',
        QT_TRANSLATE_NOOP("Query", "the exact text between the quotes"),
        '"order not found"',
    ),
    Form("is:…", QT_TRANSLATE_NOOP("Query", "a property of the row"), "is:error"),
    Form(
        "$.a.b",
        QT_TRANSLATE_NOOP("Query", "a value in the message's JSON, by its path"),
        "$.params.arguments.orderId == 7",
    ),
    Form(
        "$.a[0]",
        QT_TRANSLATE_NOOP("Query", "an element of an array; [-1] is the last"),
        '$.result.content[0].type == "text"',
    ),
    Form(
        '$["a b"]',
        QT_TRANSLATE_NOOP("Query", "a name with spaces or symbols"),
        '$.params.arguments["order id"] exists',
    ),
    Form(
        "14:30:05.5",
        QT_TRANSLATE_NOOP("Query", "a time of day; with a date a moment: 2026-11-24 14:30"),
        "at in {14:30..14:40}",
    ),
    Form(
        "true false null",
        QT_TRANSLATE_NOOP("Query", "JSON values; numbers without quotes, too"),
        "$.result.isError == true",
    ),
    Form(
        "{a, 3..9}",
        QT_TRANSLATE_NOOP("Query", "a set of values; two dots: from … to, inclusive"),
        "duration in {10ms..1s}",
    ),
)
