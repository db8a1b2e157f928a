"""From a JSON Schema to the tree of fields that a form shows; no Qt, no I/O, no exceptions.

`build_fields(schema)` takes any decoded JSON: an object, true, false, or nonsense. What cannot be shown
becomes a field of kind "json" with a note, for that part only. Children are made on demand, so recursive
schemas are free.
The tree is for showing; what is valid is decided by the validator on the original schema.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any, Final, Literal

from inspector.schema.document import lexeme_of
from inspector.schema.evaluate import holds
from inspector.schema.fold import fold, types_of
from inspector.schema.references import References
from inspector.schema.unions import Alternatives, alternatives

__all__ = ["Bounds", "Field", "Kind", "Option", "build_fields"]

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


@dataclass(frozen=True, slots=True)
class Option:
    """One value of an enum: its JSON text, and the words for it (empty when the schema has none)."""

    lexeme: str
    title: str = ""
    description: str = ""


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


@dataclass(frozen=True, slots=True)
class Field:
    """One node of a form. Texts come from the server and are not to be trusted as markup.

    key: name of the property, empty for the root and for a list item. pointer: the place of the value that
    this field describes (`/a/b`; any item of a list is `/list/-`). default and examples are JSON texts.
    note: why the field is shown as JSON.
    condition: why this property is there, or required, only sometimes ("because `since` is set"); else empty.
    hints: JSON types that the keywords of a schema without `type` speak of, the likeliest first.
    """

    kind: Kind
    key: str = ""
    pointer: str = ""
    title: str = ""
    description: str = ""
    required: bool = False
    nullable: bool = False
    default: str | None = None
    examples: tuple[str, ...] = ()
    format: str = ""
    pattern: str = ""
    bounds: Bounds = Bounds()
    options: tuple[Option, ...] = ()
    deprecated: bool = False
    read_only: bool = False
    write_only: bool = False
    header: str = ""
    """The HTTP header that mirrors this argument (MCP 2026-07-28, `x-mcp-header`)."""
    note: str = ""
    condition: str = ""
    hints: tuple[str, ...] = ()
    schema: dict[str, Any] = field(default_factory=dict, compare=False, repr=False)
    """The flat schema (see fold.py)."""
    _references: References = field(default_factory=lambda: References({}), compare=False, repr=False)
    _branches: tuple[Any, ...] = field(default=(), compare=False, repr=False)

    def properties(self) -> tuple[Field, ...]:
        """Declared properties of an object, in the order of the schema; then those of `then`, `else` and
        `dependentSchemas`, which may or may not apply."""
        required = self.schema.get("required")
        names = set(required) if isinstance(required, list) and _all_strings(required) else set()
        declared = self.schema.get("properties")
        declared = declared if isinstance(declared, dict) else {}
        found = {key: self._make(key, schema, key in names) for key, schema in declared.items()}
        for key in sorted(names - found.keys()):
            found[key] = replace(self.extra(key), required=True)
        for schema in _conditional(self.schema):
            inner = fold(schema, self._references).schema.get("properties")
            for key, part in inner.items() if isinstance(inner, dict) else ():
                if key not in found:
                    found[key] = self._make(key, part, False)
        return tuple(found.values())

    def items(self) -> tuple[Field, ...]:
        """The fixed places of a tuple."""
        places = self.schema.get("prefixItems")
        places = places if isinstance(places, list) else []
        return tuple(self.item(number) for number in range(len(places)))

    def item(self, number: int) -> Field:
        """The field of the item with this number in a list or tuple."""
        places = self.schema.get("prefixItems")
        if isinstance(places, list) and number < len(places):
            return _build(places[number], self._references, "", f"{self.pointer}/{number}", True)
        return _build(self.schema.get("items", True), self._references, "", f"{self.pointer}/-", True)

    def extra(self, key: str) -> Field:
        """The field of a property that is not declared: by `patternProperties`, else `additionalProperties`.

        A pattern of a server is never run here (it may be made to hang): a single one is taken to match.
        """
        patterns = self.schema.get("patternProperties")
        more = self.schema.get("additionalProperties", True)
        if isinstance(patterns, dict) and len(patterns) == 1 and isinstance(more, bool):
            more = next(iter(patterns.values()))
        return self._make(key, True if more is False else more, False)

    def seen(self, value: Any) -> Field:
        """The same field for this decoded value: what holds only under a condition is there, or gone.

        Its kind is the same; `properties()` of the result are those that apply now. Ask anew when the value
        of the object changes; it is cheap where the schema has no conditions: the very same field.
        """
        return self

    def as_type(self, name: str) -> Field:
        """The same place for a value of this JSON type ("string", "number", "boolean", "null", "object",
        "array"): for a schema that speaks of no type, and for a value of a type that it does not expect."""
        parts = {key: value for key, value in self.schema.items() if key not in _NOT_OF_A_TYPE}
        return _build({**parts, "type": name}, self._references, self.key, self.pointer, self.required)

    def key_field(self) -> Field:
        """What the names of properties must be: a field for one name (kind "string" or "enum")."""
        names = self.schema.get("propertyNames", True)
        named = _build({"allOf": [names, {"type": "string"}]}, self._references, "", self.pointer, True)
        return replace(named, pointer=self.pointer)

    def counted(self) -> tuple[Field, int, int | None] | None:
        """`contains`: the field that some items must be like, how many at least, and at most (None: any
        number); None when the schema has no `contains`."""
        if "contains" not in self.schema:
            return None
        least, most = self.schema.get("minContains", 1), self.schema.get("maxContains")
        inner = _build(self.schema["contains"], self._references, "", f"{self.pointer}/-", False)
        return inner, least if isinstance(least, int) else 1, most if isinstance(most, int) else None

    def accepts(self, value: Any) -> bool | None:
        """Whether a decoded value is one that this field describes, for showing; None: not decided."""
        return holds(self.schema, value, self._references)

    def branches(self) -> tuple[Field, ...]:
        """The shapes of a union; of "any": every type JSON has."""
        parts = self._branches or tuple({"type": name} for name in _ANY_ORDER)
        return tuple(_build(part, self._references, self.key, self.pointer, self.required) for part in parts)

    @property
    def takes_more(self) -> bool:
        """Whether the schema speaks of properties beyond the declared ones: adding one is expected."""
        more = self.schema.get("additionalProperties")
        return isinstance(more, dict) or more is True or bool(self.schema.get("patternProperties"))

    @property
    def forbids_more(self) -> bool:
        """Whether properties beyond the declared ones make the value invalid."""
        return self.schema.get("additionalProperties") is False and not self.schema.get("patternProperties")

    def _make(self, key: str, schema: Any, required: bool) -> Field:
        escaped = key.replace("~", "~0").replace("/", "~1")
        return _build(schema, self._references, key, f"{self.pointer}/{escaped}", required)


_NOT_OF_A_TYPE: Final = frozenset(
    ("const", "enum", "anyOf", "oneOf", "title", "description", "default", "examples")
)
_ANY_ORDER: Final = ("string", "number", "boolean", "object", "array", "null")
_LONG_TEXT: Final = 200
_TEXT_FORMATS: Final = ("textarea", "markdown", "multiline", "html", "text")
_HINTS: Final[tuple[tuple[str, frozenset[str]], ...]] = (
    (
        "object",
        frozenset(("properties", "required", "additionalProperties", "patternProperties", "propertyNames"))
        | {"minProperties", "maxProperties", "dependentRequired", "dependentSchemas"},
    ),
    ("array", frozenset(("items", "prefixItems", "minItems", "maxItems", "uniqueItems", "contains"))),
    (
        "string",
        frozenset(("pattern", "minLength", "maxLength", "format", "contentEncoding", "contentMediaType")),
    ),
    ("number", frozenset(("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"))),
)


def build_fields(schema: Any) -> Field:
    """schema: decoded JSON Schema of the whole value. Returns the root field; never raises."""
    return _build(schema, References(schema), "", "", True)


def _build(schema: Any, references: References, key: str, pointer: str, required: bool) -> Field:
    folded = fold(schema, references)
    choice = alternatives(folded, references)
    flat = choice.schema
    kind, note = _kind(flat, choice)
    made = Field(
        kind=kind,
        key=key,
        pointer=pointer,
        title=_text(flat, "title"),
        description=_text(flat, "description"),
        required=required,
        nullable=choice.nullable,
        default=lexeme_of(flat["default"]) if "default" in flat else None,
        examples=_examples(flat),
        format=_text(flat, "format"),
        pattern=_text(flat, "pattern"),
        bounds=_bounds(flat),
        options=tuple(Option(lexeme_of(value), title, about) for value, title, about in choice.options),
        deprecated=flat.get("deprecated") is True,
        read_only=flat.get("readOnly") is True,
        write_only=flat.get("writeOnly") is True,
        header=_text(flat, "x-mcp-header"),
        note=note,
        schema=flat,
        _references=references,
        _branches=choice.branches,
    )
    if made.kind == "const":
        return replace(made, options=(Option(lexeme_of(flat["const"])),))
    return made


def _kind(flat: dict[str, Any], choice: Alternatives) -> tuple[Kind, str]:
    """Which kind of field shows this schema (the first rule that fits), and why if that is "json"."""
    if choice.note:
        return "json", choice.note
    if "const" in flat:
        return "const", ""
    if choice.options:
        return "enum", ""
    if choice.branches:
        return "union", ""
    names = types_of(flat) or _guessed(flat)
    if not names:
        return "any", ""
    return (_KINDS[names[0]](flat), "") if names[0] in _KINDS else ("json", f"Unknown type: {names[0]}")


def _guessed(flat: dict[str, Any]) -> tuple[str, ...]:
    """The type that the other keywords speak of, where `type` is missing."""
    return tuple(name for name, keywords in _HINTS if keywords & flat.keys())[:1]


def _object_kind(flat: dict[str, Any]) -> Kind:
    named = any(flat.get(key) for key in ("properties", "required")) or any(
        isinstance(part, dict) and part.get("properties") for part in _conditional(flat)
    )
    return "object" if named or flat.get("additionalProperties") is False else "map"


def _array_kind(flat: dict[str, Any]) -> Kind:
    return "tuple" if isinstance(flat.get("prefixItems"), list) and flat["prefixItems"] else "list"


def _string_kind(flat: dict[str, Any]) -> Kind:
    longest = flat.get("maxLength")
    long = isinstance(longest, int) and longest > _LONG_TEXT
    return "multiline" if long or flat.get("format") in _TEXT_FORMATS else "string"


_KINDS: Final[dict[str, Callable[[dict[str, Any]], Kind]]] = {
    "object": _object_kind,
    "array": _array_kind,
    "string": _string_kind,
    "number": lambda flat: "number",
    "integer": lambda flat: "integer",
    "boolean": lambda flat: "boolean",
    "null": lambda flat: "null",
}


def _conditional(flat: dict[str, Any]) -> list[Any]:
    """Schemas that hold only under a condition."""
    found = [flat[key] for key in ("then", "else") if key in flat and "if" in flat]
    dependent = flat.get("dependentSchemas")
    return found + (list(dependent.values()) if isinstance(dependent, dict) else [])


def _bounds(flat: dict[str, Any]) -> Bounds:
    def number(key: str) -> str | None:
        value = flat.get(key)
        return lexeme_of(value) if isinstance(value, (int, float)) and not isinstance(value, bool) else None

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


def _examples(flat: dict[str, Any]) -> tuple[str, ...]:
    given = flat.get("examples")
    found = list(given) if isinstance(given, list) else []
    return tuple(
        lexeme_of(value) for value in (found + ([flat["example"]] if "example" in flat else []))[:50]
    )


def _text(flat: dict[str, Any], key: str) -> str:
    value = flat.get(key)
    return value if isinstance(value, str) else ""


def _all_strings(values: list[Any]) -> bool:
    return all(isinstance(value, str) for value in values)
