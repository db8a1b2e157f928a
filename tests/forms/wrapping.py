"""A schema of a test suite as the only property, `v`, of a tool."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, Final

import jsonschema_rs

__all__ = ["wrapped"]

_OWN_BASE: Final = frozenset(
    ("$ref", "$dynamicRef", "$recursiveRef", "$id", "id", "$anchor", "$dynamicAnchor", "$recursiveAnchor")
)
_PLACE: Final = "urn:case"
_VALIDATORS: Final = {
    "": jsonschema_rs.Draft202012Validator,
    "http://json-schema.org/draft-07/schema#": jsonschema_rs.Draft7Validator,
}


def wrapped(schema: Any, dialect: str, expected: list[tuple[str, bool]], *, formats: bool = False) -> Any:
    """The tool's schema. expected: texts of wrapped values with their verdicts, which wrapping must keep.

    formats: whether the verdicts are those of a validator that asserts formats.
    None when no wrapping keeps them: the schema needs what is not in it, as remote references do.
    """
    for candidate in _candidates(schema, dialect):
        try:
            validator = _VALIDATORS[dialect](candidate, offline=True, validate_formats=formats)
            kept = all(validator.is_valid(json.loads(text)) == valid for text, valid in expected)
        except (ValueError, jsonschema_rs.ReferencingError):
            continue
        if kept:
            return candidate
    return None


def _candidates(schema: Any, dialect: str) -> Iterator[Any]:
    head = {"$schema": dialect} if dialect else {}
    definitions = "definitions" if dialect else "$defs"
    tool = {**head, "type": "object", "required": ["v"]}
    if not isinstance(schema, dict) or not _OWN_BASE & set(_keys(schema)):
        yield {**tool, "properties": {"v": schema}}
        return
    place = schema["$id"] if isinstance(schema.get("$id"), str) else _PLACE
    inner = {"$id": place, **schema}
    if dialect and "$ref" in schema:
        # up to draft-07 nothing beside a $ref counts, its $id neither
        held = {key: value for key, value in schema.items() if key not in ("$ref", "$id")}
        inner = {"$id": place, **held, "allOf": [{"$ref": schema["$ref"]}]}
    yield {**tool, "properties": {"v": {"$ref": place}}, definitions: {"case": inner}}
    yield {**tool, "properties": {"v": schema}}


def _keys(value: Any) -> Iterator[str]:
    waiting = [value]
    while waiting:
        node = waiting.pop()
        if isinstance(node, dict):
            yield from node
            waiting += node.values()
        elif isinstance(node, list):
            waiting += node
