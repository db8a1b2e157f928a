"""Understand `anyOf`, `oneOf` and lists of types: nullable, a choice of named values, or several shapes.

Works on what holds for a place (see fold.py). Pure; nothing here raises.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from inspector.schema.assertions import ASSERTIONS, type_of
from inspector.schema.dialects import types_of
from inspector.schema.fold import ABSENT, TOO_LARGE, Choices, Folded, Layer, flat_of, fold, only_restricts
from inspector.schema.references import References, SchemaPart

__all__ = ["MOST_OPTIONS", "Alternatives", "Way", "alternatives", "typed_part"]

_MAX_BRANCHES: Final = 300
_MAX_NESTED: Final = 50
MOST_OPTIONS: Final = 5_000
"""Values of an `enum` that are listed; of more than these none, they are typed."""
_TYPES: Final = {
    name: {"type": name} for name in ("string", "number", "integer", "boolean", "object", "array", "null")
}

Way = tuple[tuple[SchemaPart, ...], Choices]
"""Everything one shape is made of: the schemas that hold, and the branches chosen in them."""


@dataclass(frozen=True, slots=True)
class Alternatives:
    """What a place offers to choose from.

    folded: with a single remaining branch chosen in it. kinds: the types of a value, null left out where
    others remain; empty where the schema speaks of none. options: value, title and description of each named
    value. branches: the shapes to choose from.
    """

    folded: Folded
    choices: Choices
    nullable: bool
    note: str = ""
    kinds: tuple[str, ...] = ()
    options: tuple[tuple[Any, str, str], ...] = ()
    branches: tuple[Way, ...] = ()


def typed_part(name: str, around: SchemaPart, rank: int, *, cast: bool = False) -> SchemaPart:
    """A schema that asks for one type. cast: whatever the others say."""
    return SchemaPart(_TYPES.get(name, _TYPES["string"]), around.scope, "cast" if cast else "full", rank)


def alternatives(
    parts: tuple[SchemaPart, ...], references: References, choices: Choices, value: Any = ABSENT
) -> Alternatives:
    """Look at `enum`, `anyOf`, `oneOf` and `type` of all that holds for a place."""
    nullable, note = False, ""
    folded = fold(parts, references, choices, value)
    for _ in range(_MAX_NESTED):
        found = None if folded.cast else _open_union(folded, choices)
        if found is None:
            return _by_type(folded, parts, choices, nullable, note)
        layer, keyword = found
        branches = layer.keywords[keyword]
        key = (id(layer.part.schema), keyword)
        rank = 1 + max(layer.part.rank for layer in folded.layers)
        shaped = [n for n, branch in enumerate(branches) if not _is_null(layer.beside(branch), references)]
        null = len(shaped) < len(branches) and "null" in (types_of(folded.schema) or ("null",))
        nullable = nullable or null
        shaped = _possible(layer, branches, shaped, folded, references)
        if len(shaped) > 1:
            named = _named_values([layer.beside(branches[n]) for n in shaped], references, folded)
            if named:
                return Alternatives(folded, choices, nullable, note, (), named)
            ways = tuple((parts, {**choices, key: (n, rank)}) for n in shaped)
            return Alternatives(folded, choices, nullable, note, (), (), ways)
        # what stands beside the only branch belongs to it: no new rank, so that its words count too
        chosen = shaped[0] if shaped else next(n for n in range(len(branches)))
        nullable = nullable and bool(shaped)
        choices = {**choices, key: (chosen, layer.part.rank)}
        folded = fold(parts, references, choices, value)
    return Alternatives(folded, choices, nullable, TOO_LARGE)


def _open_union(folded: Folded, choices: Choices) -> tuple[Layer, str] | None:
    """The first `oneOf` or `anyOf` that gives a shape and in which no branch is chosen yet."""
    for layer in folded.layers:
        if layer.part.role != "full":
            continue
        for keyword in ("oneOf", "anyOf"):
            branches = layer.keywords.get(keyword)
            if not isinstance(branches, list) or not 0 < len(branches) <= _MAX_BRANCHES:
                continue
            if (id(layer.part.schema), keyword) in choices or all(only_restricts(x) for x in branches):
                continue
            return layer, keyword
    return None


def _possible(
    layer: Layer, branches: list[Any], numbers: list[int], folded: Folded, references: References
) -> list[int]:
    """Without the branches whose type the rest of the schema excludes, unless that is all of them."""
    kinds = types_of(folded.schema)
    if not kinds:
        return numbers

    def fits(number: int) -> bool:
        wanted = types_of(flat_of(layer.beside(branches[number]), references))
        alike = {"integer" if name == "number" else name for name in wanted}
        return not wanted or any(("integer" if name == "number" else name) in alike for name in kinds)

    return [number for number in numbers if fits(number)] or numbers


def _by_type(
    folded: Folded, parts: tuple[SchemaPart, ...], choices: Choices, nullable: bool, note: str
) -> Alternatives:
    schema = folded.schema
    kinds = types_of(schema)
    options = schema.get("enum")
    if isinstance(options, list) and len(options) > MOST_OPTIONS:
        kinds = kinds or tuple(dict.fromkeys(type_of(value) for value in options[:MOST_OPTIONS]))
    elif isinstance(options, list) and options:
        names = schema.get("enumNames")  # MCP elicitation before 2025-11-25
        titles = names if isinstance(names, list) and len(names) == len(options) else [""] * len(options)
        named = [(value, str(title), "") for value, title in zip(options, titles, strict=True)]
        nullable = nullable or ("null" in kinds and len(kinds) > 1 and None in options)
        return Alternatives(folded, choices, nullable, note, kinds, _of_types(named, kinds))
    if "null" in kinds and len(kinds) > 1:
        nullable = True
        kinds = tuple(kind for kind in kinds if kind != "null")
    if "number" in kinds and "integer" in kinds:
        kinds = tuple(kind for kind in kinds if kind != "integer")
    if len(kinds) < 2:
        return Alternatives(folded, choices, nullable, note, kinds)
    rank = 1 + max(layer.part.rank for layer in folded.layers)
    ways = tuple(((*parts, typed_part(kind, parts[0], rank)), choices) for kind in kinds if kind in _TYPES)
    return Alternatives(folded, choices, nullable, note, kinds, (), ways)


def _of_types(named: list[tuple[Any, str, str]], kinds: tuple[str, ...]) -> tuple[tuple[Any, str, str], ...]:
    """The values of an enum that have a type the schema allows; all of them if none has."""
    if not kinds:
        return tuple(named)
    fitting = ASSERTIONS["type"]
    return tuple(option for option in named if fitting(list(kinds), option[0])) or tuple(named)


def _is_null(part: SchemaPart, references: References) -> bool:
    schema = part.schema
    if not isinstance(schema, dict):
        return False
    if "$ref" in schema:
        schema = flat_of(part, references)
    return (
        schema.get("type") == "null"
        or schema.get("enum") == [None]
        or ("const" in schema and schema["const"] is None)
    )


def _named_values(
    parts: list[SchemaPart], references: References, around: Folded
) -> tuple[tuple[Any, str, str], ...]:
    """Value, title, description of each part when every part is a constant (or a plain enum); else ()."""
    found: list[tuple[Any, str, str]] = []
    for part in parts:
        schema = flat_of(part, references)
        texts = str(schema.get("title", "")), str(schema.get("description", ""))
        values = [schema["const"]] if "const" in schema else schema.get("enum")
        if not isinstance(values, list) or "anyOf" in schema or "oneOf" in schema:
            return ()
        found += [(value, *texts) if len(values) == 1 else (value, "", texts[1]) for value in values]
    return _of_types(found, types_of(around.schema))
