"""Cases of the JSON Schema Test Suite beside this checkout, some of our own, and a walk through fields."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from inspector.schema.assertions import type_of
from inspector.schema.fields import Field
from inspector.schema.guess import guess_branch

SUITE: Final = Path(__file__).parents[3] / "shared" / "json-schema-test-suite"
DIALECTS: Final = {
    "draft2020-12": "https://json-schema.org/draft/2020-12/schema",
    "draft2019-09": "https://json-schema.org/draft/2019-09/schema",
    "draft7": "http://json-schema.org/draft-07/schema#",
    "draft6": "http://json-schema.org/draft-06/schema#",
    "draft4": "http://json-schema.org/draft-04/schema#",
}
_A: Final = {"type": "object", "properties": {"a": {"type": "integer"}}, "required": ["a"]}
_OWN: Final[tuple[tuple[str, dict[str, Any], list[Any], list[Any]], ...]] = (
    ("types", {"type": ["integer", "null"]}, [1, 1.0, None], ["1", 1.5, True]),
    ("bounds", {"type": "number", "minimum": 1, "maximum": 2}, [1, 1.5, 2], [0.99, 2.01]),
    ("lengths", {"type": "string", "minLength": 1, "maxLength": 2}, ["한", "ab"], ["", "abc"]),
    ("patterns", {"type": "string", "pattern": "^a+$"}, ["aa"], ["ba", ""]),
    ("choices", {"enum": [1, "a", None]}, [1, "a", None], [2, "b", False]),
    ("properties", _A, [{"a": 1}, {"a": 1, "b": 2}], [{}, {"a": "1"}]),
    ("closed", {**_A, "additionalProperties": False}, [{"a": 1}], [{"a": 1, "b": 2}]),
    ("lists", {"type": "array", "items": {"type": "string"}, "minItems": 1}, [["a"]], [[], [1]]),
    ("unique", {"type": "array", "uniqueItems": True}, [[1, "1"], [[], {}]], [[1, 1.0], [{}, {}]]),
    ("any of", {"anyOf": [_A, {"type": "string"}]}, [{"a": 1}, "x"], [{}, 5]),
    ("one of", {"oneOf": [{"multipleOf": 2}, {"multipleOf": 3}]}, [2, 3], [6, 5]),
    ("not", {"not": {"type": "integer"}}, ["x", 0.5], [1]),
)
"""Name, schema, valid and invalid values; they mean the same in every dialect."""

_REMOTE: Final = ("refRemote", "vocabulary")


def groups(dialect: str) -> Iterator[tuple[str, Any, list[dict[str, Any]]]]:
    """Name, schema and tests of each group that needs nothing from a network: ours, and the suite's."""
    for name, schema, valid, invalid in _OWN:
        values = [*((value, True) for value in valid), *((value, False) for value in invalid)]
        tests = [{"description": repr(value), "data": value, "valid": good} for value, good in values]
        yield f"own: {name}", {"$schema": DIALECTS[dialect], **schema}, tests
    for file in sorted((SUITE / "tests" / dialect).glob("*.json")):
        if file.stem in _REMOTE:
            continue
        for group in json.loads(file.read_text("utf-8")):
            schema = group["schema"]
            if isinstance(schema, dict):
                schema = {"$schema": DIALECTS[dialect], **schema}
            yield f"{file.stem}: {group['description']}", schema, group["tests"]


_KINDS: Final = {
    "string": ("string", "multiline"),
    "number": ("number", "integer"),
    "boolean": ("boolean",),
    "null": ("null",),
    "object": ("object", "map"),
    "array": ("list", "tuple"),
}


def narrowed(field: Field, value: Any) -> Field:
    """The field that shows this value: of a union the guessed branch, of "any" the value's own type."""
    field = field.seen(value)
    for _ in range(60):
        if value is None and field.nullable:
            break
        if field.kind == "union":
            branches = field.branches()
            field = branches[guess_branch(branches, value)].seen(value)
        elif field.kind == "any":
            field = field.as_type(type_of(value)).seen(value)
        else:
            break
    return field


def untyped(field: Field, value: Any, place: str = "") -> list[str]:
    """Places of the value whose field cannot take what stands there."""
    field = narrowed(field, value)
    if value is None and field.nullable:
        return []
    if field.kind in ("enum", "const"):
        given = [json.loads(option.lexeme) for option in field.options]
        known = any(option == value and type_of(option) == type_of(value) for option in given)
        return [] if known else [f"{place}: none of the options"]
    if field.kind not in _KINDS[type_of(value)]:
        return [f"{place}: {field.kind} {field.note}"]
    if isinstance(value, dict):
        declared = {child.key: child for child in field.properties()}
        children = [(declared.get(key) or field.extra(key), key, inner) for key, inner in value.items()]
    else:
        listed = value if isinstance(value, list) else []
        children = [(field.item(number), str(number), inner) for number, inner in enumerate(listed)]
    return [wrong for child, key, inner in children for wrong in untyped(child, inner, f"{place}/{key}")]
