"""Which kind of field shows a place, and what stands beside it: limits, likely types, rules in words."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, Literal

from inspector.schema import children
from inspector.schema.assertions import type_of
from inspector.schema.conditions import alternatives_words, refusals
from inspector.schema.document import lexeme_of
from inspector.schema.fold import Choices, Folded, only_restricts
from inspector.schema.unions import MOST_OPTIONS, Alternatives
from inspector.translation import recorded, translate

__all__ = [
    "ANY_ORDER",
    "NO_BOUNDS",
    "Bounds",
    "Kind",
    "Option",
    "bounds_of",
    "examples_of",
    "hints_of",
    "kind_of",
    "rules_of",
    "text_of",
]

Kind = Literal[
    "string",
    "multiline",
    "number",
    "integer",
    "boolean",
    "null",
    "enum",
    "const",
    "list",
    "tuple",
    "object",
    "map",
    "union",
    "any",
    "json",
]
ANY_ORDER: Final = ("string", "number", "boolean", "object", "array", "null")
_LONG_TEXT: Final = 200
_MOST_EXAMPLES: Final = 50
_TEXT_FORMATS: Final = ("textarea", "markdown", "multiline", "html", "text")
_HINTS: Final[tuple[tuple[str, frozenset[str]], ...]] = (
    (
        "object",
        frozenset(("properties", "required", "additionalProperties", "patternProperties", "propertyNames"))
        | {"minProperties", "maxProperties", "dependentRequired", "dependentSchemas"}
        | {"unevaluatedProperties"},
    ),
    (
        "array",
        frozenset(("items", "prefixItems", "minItems", "maxItems", "uniqueItems", "contains"))
        | {"unevaluatedItems"},
    ),
    (
        "string",
        frozenset(("pattern", "minLength", "maxLength", "format", "contentEncoding", "contentMediaType")),
    ),
    ("number", frozenset(("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"))),
)


@dataclass(frozen=True, slots=True)
class Bounds:
    """Limits to show beside a field; None where the schema has none. Numbers as JSON text."""

    minimum: str | None = None
    maximum: str | None = None
    exclusive_minimum: str | None = None
    exclusive_maximum: str | None = None
    multiple_of: str | None = None
    min_length: int | None = None
    max_length: int | None = None
    min_items: int | None = None
    max_items: int | None = None
    min_properties: int | None = None
    max_properties: int | None = None
    unique_items: bool = False


NO_BOUNDS: Final = Bounds()
_BOUNDS: Final = frozenset(
    ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "minLength", "maxLength")
) | {"minItems", "maxItems", "minProperties", "maxProperties", "uniqueItems"}


def kind_of(choice: Alternatives) -> tuple[Kind, str]:
    """The kind of field for a place (the first rule that fits), and a note for people."""
    folded = choice.folded
    note = choice.note or folded.note
    if folded.never:
        return "any", note
    if "const" in folded.schema:
        return "const", note
    if choice.options:
        # of one value there is nothing to choose
        return ("const" if len(choice.options) == 1 and not choice.nullable else "enum"), note
    if choice.branches:
        return "union", note
    if not choice.kinds:
        return "any", note
    name = choice.kinds[0]
    if name not in _KINDS:
        return "any", note or recorded("Unknown type: {name}", name=name)
    return _KINDS[name](folded), note


def hints_of(folded: Folded) -> tuple[str, ...]:
    """The types that the keywords speak of, where `type` is missing; those of default and examples first."""
    flat = folded.schema
    examples = flat.get("examples")
    given = [flat["default"]] if "default" in flat else []
    given += examples[:5] if isinstance(examples, list) else []
    found = [type_of(value) for value in given]
    for layer in folded.layers:
        if layer.part.role == "full":
            found += [name for name, keywords in _HINTS if not keywords.isdisjoint(layer.keywords)]
    refused = flat.get("not")
    refused = refused.get("type") if isinstance(refused, dict) and len(refused) == 1 else None
    wrong = [refused] if isinstance(refused, str) else refused if isinstance(refused, list) else []
    likely = dict.fromkeys(name for name in found if name not in wrong)
    if wrong and not likely:
        likely = dict.fromkeys(name for name in ANY_ORDER if name not in wrong)
    return tuple(likely)


def rules_of(folded: Folded, choices: Choices) -> tuple[str, ...]:
    """What holds but no widget shows, in words: `not`, and alternatives that only restrict."""
    found: list[str] = []
    options = folded.schema.get("enum")
    if isinstance(options, list) and len(options) > MOST_OPTIONS:
        found.append(translate("Schema", "One of {:,} values.").format(len(options)))
    for layer in folded.layers:
        count = len(children.declared_keys(layer))
        if count > children.MOST_PROPERTIES:
            found.append(translate("Schema", "Has {:,} properties; add unlisted ones by name.").format(count))
        if layer.part.role != "full":
            continue
        if "not" in layer.keywords:
            found += refusals(layer.keywords)
        for keyword in ("anyOf", "oneOf"):
            branches = layer.keywords.get(keyword)
            chosen = (id(layer.part.schema), keyword) in choices
            if isinstance(branches, list) and not chosen and all(only_restricts(x) for x in branches):
                found += alternatives_words(keyword, branches)
    return tuple(dict.fromkeys(found))


def _object_kind(folded: Folded) -> Kind:
    keywords = ("properties", "required", "then", "else", "dependentSchemas", "dependentRequired")
    for layer in folded.layers:
        if any(layer.keywords.get(key) for key in keywords):
            return "object"
        if layer.keywords.get("additionalProperties") is False and not layer.keywords.get(
            "patternProperties"
        ):
            return "object"
    return "map"


def _array_kind(folded: Folded) -> Kind:
    fixed = any(
        isinstance(layer.keywords.get("prefixItems"), list) and layer.keywords["prefixItems"]
        for layer in folded.layers
    )
    return "tuple" if fixed else "list"


def _string_kind(folded: Folded) -> Kind:
    longest = folded.schema.get("maxLength")
    long = isinstance(longest, int) and longest > _LONG_TEXT
    return "multiline" if long or folded.schema.get("format") in _TEXT_FORMATS else "string"


_KINDS: Final[dict[str, Callable[[Folded], Kind]]] = {
    "object": _object_kind,
    "array": _array_kind,
    "string": _string_kind,
    "number": lambda folded: "number",
    "integer": lambda folded: "integer",
    "boolean": lambda folded: "boolean",
    "null": lambda folded: "null",
}


def bounds_of(flat: dict[str, Any]) -> Bounds:
    """The limits of a place."""
    if _BOUNDS.isdisjoint(flat):
        return NO_BOUNDS

    def number(key: str) -> str | None:
        value = flat.get(key)
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            return None
        return lexeme_of(value) if abs(value) < float("inf") else None

    def count(key: str) -> int | None:
        value = flat.get(key)
        if isinstance(value, float) and value.is_integer():
            return int(value)
        return value if isinstance(value, int) and not isinstance(value, bool) else None

    return Bounds(
        minimum=number("minimum"),
        maximum=number("maximum"),
        exclusive_minimum=number("exclusiveMinimum"),
        exclusive_maximum=number("exclusiveMaximum"),
        multiple_of=number("multipleOf"),
        min_length=count("minLength"),
        max_length=count("maxLength"),
        min_items=count("minItems"),
        max_items=count("maxItems"),
        min_properties=count("minProperties"),
        max_properties=count("maxProperties"),
        unique_items=flat.get("uniqueItems") is True,
    )


def examples_of(flat: dict[str, Any]) -> tuple[str, ...]:
    """JSON texts of the first examples; of an enum too long to be listed, of its first values."""
    given = flat.get("examples")
    found = list(given[:_MOST_EXAMPLES]) if isinstance(given, list) else []
    found += [flat["example"]] if "example" in flat else []
    options = flat.get("enum")
    if not found and isinstance(options, list) and len(options) > MOST_OPTIONS:
        found = options
    return tuple(lexeme_of(value) for value in found[:_MOST_EXAMPLES])


def text_of(flat: dict[str, Any], key: str) -> str:
    """The text of a keyword; empty when it is none."""
    value = flat.get(key)
    return value if isinstance(value, str) else ""


@dataclass(frozen=True, slots=True)
class Option:
    """One value of an enum: its JSON text, and the words for it (empty when the schema has none)."""

    lexeme: str
    title: str = ""
    description: str = ""
