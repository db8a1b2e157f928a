"""Understand `anyOf`, `oneOf` and lists of types: nullable, a choice of named values, or several shapes.

Works on folded schemas (see fold.py). Pure; nothing here raises.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from inspector.schema.fold import TOO_LARGE, Folded, fold, types_of
from inspector.schema.references import References

__all__ = ["Alternatives", "alternatives"]

_MAX_BRANCHES: Final = 200
_MAX_NESTED: Final = 50
_SHAPING: Final = frozenset(
    ("type", "properties", "items", "prefixItems", "enum", "const", "$ref", "additionalProperties", "format"),
)


@dataclass(frozen=True, slots=True)
class Alternatives:
    """What a schema offers to choose from.

    schema: the folded schema, with null removed and a single remaining branch merged into it. options: value,
    title and description of each named value. branches: the shapes to choose from, not yet folded.
    """

    schema: dict[str, Any]
    note: str
    nullable: bool
    options: tuple[tuple[Any, str, str], ...] = ()
    branches: tuple[Any, ...] = ()


def alternatives(folded: Folded, references: References) -> Alternatives:
    """Look at `enum`, `anyOf`, `oneOf` and `type` of a folded schema."""
    note, nullable = folded.note, False
    for _ in range(_MAX_NESTED):
        schema, parts = _without_choice(folded.schema)
        if not parts:
            return _by_type(folded.schema, note, nullable)
        shaped = [part for part in parts if not _is_null(part)]
        nullable = nullable or len(shaped) < len(parts)
        if not shaped:
            return Alternatives({**schema, "type": "null"}, note, False)
        named = _named_values(shaped, references)
        if named:
            return Alternatives(schema, note, nullable, named)
        if len(shaped) != 1:
            return Alternatives(schema, note, nullable, (), tuple(_joined(schema, part) for part in shaped))
        folded = fold({"allOf": [schema, shaped[0]]}, references)
        note = note or folded.note
    return Alternatives(folded.schema, TOO_LARGE, nullable)


def _without_choice(schema: dict[str, Any]) -> tuple[dict[str, Any], list[Any]]:
    """The schema without its first `oneOf` or `anyOf` that gives a shape, and the branches of that."""
    for keyword in ("oneOf", "anyOf"):
        parts = schema.get(keyword)
        if not isinstance(parts, list) or not 0 < len(parts) <= _MAX_BRANCHES:
            continue
        if not all(_only_restricts(part) for part in parts):
            return {key: value for key, value in schema.items() if key != keyword}, parts
    return schema, []


def _by_type(schema: dict[str, Any], note: str, nullable: bool) -> Alternatives:
    options = schema.get("enum")
    if isinstance(options, list) and options:
        names = schema.get("enumNames")  # MCP elicitation before 2025-11-25
        titles = names if isinstance(names, list) and len(names) == len(options) else [""] * len(options)
        named = tuple((value, str(title), "") for value, title in zip(options, titles, strict=True))
        return Alternatives(schema, note, nullable, named)
    kinds = types_of(schema)
    if "null" in kinds and len(kinds) > 1:
        nullable = True
        kinds = tuple(kind for kind in kinds if kind != "null")
    if len(kinds) == 1:
        return Alternatives({**schema, "type": kinds[0]}, note, nullable)
    rest = {
        key: value
        for key, value in schema.items()
        if key not in ("title", "description", "default", "examples")
    }
    return Alternatives(schema, note, nullable, (), tuple({**rest, "type": kind} for kind in kinds))


def _is_null(part: Any) -> bool:
    return isinstance(part, dict) and (
        part.get("type") == "null"
        or part.get("enum") == [None]
        or ("const" in part and part["const"] is None)
    )


def _named_values(parts: list[Any], references: References) -> tuple[tuple[Any, str, str], ...]:
    """Value, title, description of each part when every part is a constant (or a plain enum); else ()."""
    found: list[tuple[Any, str, str]] = []
    for part in parts:
        schema = fold(part, references).schema
        texts = str(schema.get("title", "")), str(schema.get("description", ""))
        values = [schema["const"]] if "const" in schema else schema.get("enum")
        if not isinstance(values, list):
            return ()
        found += [(value, *texts) if len(values) == 1 else (value, "", texts[1]) for value in values]
    return tuple(found)


def _only_restricts(part: Any) -> bool:
    """A branch like `{"required": ["a"]}` gives a value no shape of its own: only the validator needs it."""
    return (
        isinstance(part, dict)
        and not (_SHAPING & part.keys())
        and not any(key in part for key in ("anyOf", "oneOf"))
    )


def _joined(rest: dict[str, Any], part: Any) -> Any:
    """The branch as seen by itself: what stands beside the union holds in every branch, its texts do not."""
    if not isinstance(part, dict):
        return part
    shared = {
        key: value
        for key, value in rest.items()
        if key not in ("title", "description", "default", "examples")
    }
    return {"allOf": [part, shared]} if shared else part
