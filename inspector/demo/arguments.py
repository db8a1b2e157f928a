"""Check a tool's arguments against its input schema: the part of JSON Schema that the demo's tools use.

It is small so that the server starts fast and needs nothing; the inspector itself checks with
jsonschema-rs.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Final

__all__ = ["problems"]

Check = Callable[[Any, Any, str], list[str]]

_TYPES: Final[dict[str, Callable[[Any], bool]]] = {
    "string": lambda value: isinstance(value, str),
    "boolean": lambda value: isinstance(value, bool),
    "null": lambda value: value is None,
    "object": lambda value: isinstance(value, dict),
    "array": lambda value: isinstance(value, list),
    "number": lambda value: isinstance(value, int | float) and not isinstance(value, bool),
    # JSON Schema: 5.0 is an integer too.
    "integer": lambda value: (
        not isinstance(value, bool)
        and (isinstance(value, int) or (isinstance(value, float) and value.is_integer()))
    ),
}


def problems(schema: dict[str, Any], value: Any, where: str = "arguments") -> list[str]:
    """What is wrong with `value`, one sentence each; empty when nothing is. Unknown keywords are ignored."""
    found = _check_type(schema.get("type"), value, where)
    if found:
        return found  # the other keywords would only repeat it
    for keyword, check in _CHECKS.items():
        if keyword in schema:
            found += check(schema[keyword], value, where)
    return found + _check_members(schema, value, where)


def _check_type(wanted: Any, value: Any, where: str) -> list[str]:
    names = [wanted] if isinstance(wanted, str) else wanted or []
    if not names or any(_TYPES[name](value) for name in names):
        return []
    return [f"{where} must be {' or '.join(names)}, not {_kind(value)}"]


def _kind(value: Any) -> str:
    return next(
        (name for name in ("null", "boolean", "integer", "number", *_TYPES) if _TYPES[name](value)), "unknown"
    )


def _check_members(schema: dict[str, Any], value: Any, where: str) -> list[str]:
    if not isinstance(value, dict):
        return []
    found = []
    known = schema.get("properties", {})
    other = schema.get("additionalProperties", True)
    for name, member in value.items():
        place = f"{where}.{name}"
        if name in known:
            found += problems(known[name], member, place)
        elif other is False:
            found.append(f"{place} is not known; known are {', '.join(known) or 'none'}")
        elif isinstance(other, dict):
            found += problems(other, member, place)
    return found


def _check_required(names: list[str], value: Any, where: str) -> list[str]:
    return [f"{where}.{name} is required" for name in names if isinstance(value, dict) and name not in value]


def _check_enum(choices: list[Any], value: Any, where: str) -> list[str]:
    return [] if value in choices else [f"{where} must be one of {', '.join(map(repr, choices))}"]


def _check_const(wanted: Any, value: Any, where: str) -> list[str]:
    return [] if value == wanted else [f"{where} must be {wanted!r}"]


def _check_any(options: list[dict[str, Any]], value: Any, where: str) -> list[str]:
    tried = [problems(option, value, where) for option in options]
    if any(not found for found in tried):
        return []
    return [f"{where} fits none of the choices: " + " / ".join(found[0] for found in tried)]


def _check_items(schema: dict[str, Any], value: Any, where: str) -> list[str]:
    if not isinstance(value, list):
        return []
    return [text for index, item in enumerate(value) for text in problems(schema, item, f"{where}[{index}]")]


def _check_pattern(pattern: str, value: Any, where: str) -> list[str]:
    if not isinstance(value, str) or re.search(pattern, value):
        return []
    return [f"{where} must match {pattern}"]


def _number(value: Any) -> float | None:
    return value if _TYPES["number"](value) else None


def _length(value: Any) -> float | None:
    return len(value) if isinstance(value, str) else None


def _count(value: Any) -> float | None:
    return len(value) if isinstance(value, list) else None


def _bound(measure: Callable[[Any], float | None], sign: int, words: str) -> Check:
    """A check of a limit. sign: 1 for an upper one, -1 for a lower one; words: "have at most {} items"."""

    def check(limit: float, value: Any, where: str) -> list[str]:
        measured = measure(value)
        if measured is None or sign * measured <= sign * limit:
            return []
        return [f"{where} must {words.format(format(limit, 'g'))}"]

    return check


_CHECKS: Final[dict[str, Check]] = {
    "required": _check_required,
    "enum": _check_enum,
    "const": _check_const,
    "anyOf": _check_any,
    "oneOf": _check_any,
    "items": _check_items,
    "pattern": _check_pattern,
    "minimum": _bound(_number, -1, "be at least {}"),
    "maximum": _bound(_number, 1, "be at most {}"),
    "minLength": _bound(_length, -1, "have at least {} characters"),
    "maxLength": _bound(_length, 1, "have at most {} characters"),
    "minItems": _bound(_count, -1, "have at least {} items"),
    "maxItems": _bound(_count, 1, "have at most {} items"),
}
