"""The keywords of JSON Schema that look at a value alone: its type, equality, sizes and bounds.

Each takes the keyword's value and the decoded value of a document: True, False, or None when it cannot be
said (a keyword that is nonsense, a pattern that takes too long). A keyword for another type holds.
"""

from __future__ import annotations

from collections.abc import Callable, Sized
from decimal import Decimal, InvalidOperation
from math import isfinite
from typing import Any, Final

from inspector.schema.patterns import matches

__all__ = ["ASSERTIONS", "comparable", "identity", "type_of"]

_NAMES: Final[dict[type, str]] = {
    str: "string",
    bool: "boolean",
    int: "number",
    float: "number",
    Decimal: "number",
    dict: "object",
    list: "array",
    type(None): "null",
}


_MOST_COMPARED: Final = 1_000


def type_of(value: Any) -> str:
    """JSON's name for the type of a decoded value; a whole number is a "number" here."""
    return _NAMES.get(type(value), "null")


def identity(value: Any) -> Any:
    """Something hashable that is equal for equal JSON values: 1 is 1.0 but neither True nor "1"."""
    if isinstance(value, dict):
        return frozenset((key, identity(inner)) for key, inner in value.items())
    if isinstance(value, list):
        return tuple(identity(inner) for inner in value)
    return (type_of(value), value)


def comparable(value: Any) -> Any:
    """`identity`; of a value too deep to be looked through its own, so that it is like no other."""
    try:
        return identity(value)
    except RecursionError:
        return id(value)


def _type(names: Any, value: Any) -> bool | None:
    wanted = [names] if isinstance(names, str) else names
    if not isinstance(wanted, list):
        return None
    kind = type_of(value)
    return kind in wanted or (kind == "number" and "integer" in wanted and is_whole(value))


def is_whole(value: Any) -> bool:
    """Whether a decoded number is an integer, written as one or not (1.0 is)."""
    return isinstance(value, int) or (isfinite(value) and value == int(value))


def _enum(options: Any, value: Any) -> bool | None:
    if not isinstance(options, list):
        return None
    if isinstance(value, str):
        return value in options
    wanted = identity(value)
    return any(identity(option) == wanted for option in options)


def _const(option: Any, value: Any) -> bool:
    return bool(identity(option) == identity(value))


def _number(compare: Callable[[Any, Any], bool]) -> Callable[[Any, Any], bool | None]:
    def check(limit: Any, value: Any) -> bool | None:
        if type_of(value) != "number":
            return True
        return compare(value, limit) if type_of(limit) == "number" else None

    return check


def _multiple(step: Any, value: Any) -> bool | None:
    if type_of(value) != "number":
        return True
    try:
        return Decimal(str(value)) % Decimal(str(step)) == 0
    except (InvalidOperation, ValueError):  # no number, zero, or a quotient of too many digits
        return None


def _size(kind: type[Sized], compare: Callable[[int, Any], bool]) -> Callable[[Any, Any], bool | None]:
    def check(limit: Any, value: Any) -> bool | None:
        if not isinstance(value, kind):
            return True
        return compare(len(value), limit) if type_of(limit) == "number" else None

    return check


def _pattern(pattern: Any, value: Any) -> bool | None:
    if not isinstance(value, str):
        return True
    return matches(pattern, value) if isinstance(pattern, str) else None


def _unique(wanted: Any, value: Any) -> bool | None:
    if wanted is not True or not isinstance(value, list):
        return True
    if len(value) > _MOST_COMPARED:
        return None
    return len({identity(inner) for inner in value}) == len(value)


def _required(names: Any, value: Any) -> bool | None:
    if not isinstance(value, dict):
        return True
    return all(name in value for name in names if isinstance(name, str)) if isinstance(names, list) else None


def _dependent(needs: Any, value: Any) -> bool | None:
    if not isinstance(value, dict):
        return True
    if not isinstance(needs, dict):
        return None
    return all(_required(names, value) is not False for key, names in needs.items() if key in value)


def _at_least(value: Any, limit: Any) -> bool:
    return bool(value >= limit)


def _at_most(value: Any, limit: Any) -> bool:
    return bool(value <= limit)


def _above(value: Any, limit: Any) -> bool:
    return bool(value > limit)


def _below(value: Any, limit: Any) -> bool:
    return bool(value < limit)


ASSERTIONS: Final[dict[str, Callable[[Any, Any], bool | None]]] = {
    "type": _type,
    "const": _const,
    "enum": _enum,
    "required": _required,
    "dependentRequired": _dependent,
    "minimum": _number(_at_least),
    "maximum": _number(_at_most),
    "exclusiveMinimum": _number(_above),
    "exclusiveMaximum": _number(_below),
    "multipleOf": _multiple,
    "minLength": _size(str, _at_least),
    "maxLength": _size(str, _at_most),
    "minItems": _size(list, _at_least),
    "maxItems": _size(list, _at_most),
    "minProperties": _size(dict, _at_least),
    "maxProperties": _size(dict, _at_most),
    "uniqueItems": _unique,
    "pattern": _pattern,
}
