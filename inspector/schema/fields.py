"""From a JSON Schema to the tree of fields that a form shows; no Qt, no I/O, no exceptions.

`build_fields(schema)` takes any decoded JSON: an object, true, false, or nonsense. What is not understood
becomes a field of kind "any" with a note, for that part only. Children are made on demand, so recursive
schemas are free. `Field.seen(value)` is the same field for a value: conditions are decided by it.
The tree is for showing; what is valid is decided by the validator on the original schema.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any, Final

from inspector.schema import children
from inspector.schema.document import lexeme_of
from inspector.schema.evaluate import holds
from inspector.schema.fold import ABSENT, TOO_LARGE, Choices, Layer
from inspector.schema.guess import guess_branch
from inspector.schema.kinds import (
    ANY_ORDER,
    NO_BOUNDS,
    Bounds,
    Kind,
    Option,
    bounds_of,
    examples_of,
    hints_of,
    kind_of,
    rules_of,
    text_of,
)
from inspector.schema.references import References, SchemaPart, definition_of
from inspector.schema.unions import Alternatives, Way, alternatives, typed_part

__all__ = ["Bounds", "Field", "Kind", "Option", "build_fields", "only_repeats"]

_MAX_TURNS: Final = 10
_LONGEST_TITLE: Final = 500
_LONGEST_DESCRIPTION: Final = 10_000  # megabytes of it would take minutes to lay out
_TEXTS: Final = ("string", "multiline")


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a field stands in the value."""

    key: str = ""
    pointer: str = ""
    required: bool = False
    condition: str = ""


_NOWHERE: Final = _Place()


@dataclass(frozen=True, slots=True)
class Field:
    """One node of a form. Texts come from the server and are not to be trusted as markup.

    key: name of the property, empty for the root and for a list item. pointer: the place of the value that
    this field describes (`/a/b`; any item of a list is `/list/-`). default and examples are JSON texts.
    note: what of the schema is not understood or not known, or why no value is right.
    condition: why this property is there, or required, only sometimes ("because `since` is set"); else empty.
    hints: JSON types that the keywords of a schema without `type` speak of, the likeliest first.
    rules: what no widget shows, in words, one sentence each ("`b` must not be set.").
    descriptions: all that parts of the schema say about the value, the nearest first.
    forbidden: the schema allows no value here.
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
    bounds: Bounds = NO_BOUNDS
    options: tuple[Option, ...] = ()
    deprecated: bool = False
    read_only: bool = False
    write_only: bool = False
    header: str = ""
    """The HTTP header that mirrors this argument (MCP 2026-07-28, `x-mcp-header`)."""
    content_encoding: str = ""
    content_media_type: str = ""
    note: str = ""
    condition: str = ""
    hints: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()
    descriptions: tuple[str, ...] = ()
    forbidden: bool = False
    schema: dict[str, Any] = field(default_factory=dict, compare=False, repr=False)
    """The keywords that hold here in one flat object, spelled as in 2020-12 (see fold.py)."""
    _references: References = field(default_factory=lambda: References({}), compare=False, repr=False)
    _parts: tuple[SchemaPart, ...] = field(default=(), compare=False, repr=False)
    _choices: Choices = field(default_factory=dict, compare=False, repr=False)
    _layers: tuple[Layer, ...] = field(default=(), compare=False, repr=False)
    _ways: tuple[Way, ...] = field(default=(), compare=False, repr=False)
    _value: Any = field(default=ABSENT, compare=False, repr=False)
    _unseen: Field | None = field(default=None, compare=False, repr=False)
    _children: dict[str, tuple[Field, ...]] = field(
        init=False, default_factory=dict, compare=False, repr=False
    )
    """What was asked for before."""

    # -- the value of now --------------------------------------------------------------------------------

    @property
    def is_conditional(self) -> bool:
        """Whether `seen` may give another field: something here holds only for some values."""
        return any(not children.CONDITIONAL.isdisjoint(layer.keywords) for layer in self._layers)

    def seen(self, value: Any) -> Field:
        """The same field for this decoded value: what holds only under a condition is there, or gone.

        `if`/`then`/`else`, `dependentSchemas`, `dependentRequired`, further branches of an `anyOf` that hold
        as well, `contains`. `properties()` of the result are those that apply now, each with its `condition`;
        without `seen` they are all that may ever apply. Its kind stays the same, and a union stays as it is:
        choose the branch, then ask the branch. Ask anew, from any earlier result, when the value changed; it
        costs nothing where the schema has no conditions.
        """
        origin = self._unseen or self
        if not origin.is_conditional or origin.kind == "union":
            return origin
        place = _Place(self.key, self.pointer, self.required, self.condition)
        made = _build(origin._parts, origin._references, origin._choices, value, place)
        for _ in range(_MAX_TURNS):  # a union inside `then`: the place stays one object to show
            if made.kind != "union":
                break
            branches = made.branches()
            made = branches[guess_branch(branches, value)]
        return replace(made, nullable=origin.nullable or made.nullable, _unseen=origin)

    def accepts(self, value: Any, steps: int = 2_000) -> bool | None:
        """Whether a decoded value satisfies what this field asks for (of a branch: what the branch does);
        None: not decided, in any case after a number of steps. For showing only: the verdict comes from the
        validator."""
        latest = max((layer.part.rank for layer in self._layers), default=0)
        roots = (
            [layer.part for layer in self._layers if layer.part.rank == latest][:1] if latest else self._parts
        )
        verdicts = [holds(part, value, self._references, steps) for part in roots if part.role == "full"]
        return False if False in verdicts else None if None in verdicts else True

    def tagged(self, value: dict[str, Any]) -> bool | None:
        """Whether an object says itself that it is this one: properties that may have one value only (a
        `const`, an `enum`) have it. None: the schema has no such property, or the object has not."""
        return children.tagged(self._layers, value)

    def chooses(self, address: str) -> bool | None:
        """Whether this shape is made of the branch of an `anyOf` or `oneOf` that stands at a reference like
        `#/$defs/a/oneOf/1`. None: it chooses nothing there."""
        union, _, number = address.rpartition("/")
        holder, _, keyword = union.rpartition("/")
        found = self._references.find(holder or "#", self._references.root.scope)
        if isinstance(found, str):
            return None
        choice = self._choices.get((id(found.schema), keyword))
        return None if choice is None else str(choice[0]) == number

    # -- objects -----------------------------------------------------------------------------------------

    def properties(self) -> tuple[Field, ...]:
        """Declared properties of an object in the order of the schema, then required ones that are not
        declared; of a chosen branch those of the branch first. Of thousands the first 1,000 only: the others
        are like any that is not declared, and `extra` knows them."""
        if "properties" not in self._children:
            layers = self._layers
            speakers = children.speakers(layers)
            self._children["properties"] = tuple(
                self._made((*one.parts, *children.parts_of(layers, one.key, speakers(one.key))), one.key, one)
                for one in children.declared(layers, self._value, self._references)
            )
        return self._children["properties"]

    def mark(self) -> tuple[str, str] | None:
        """Key and JSON text of the first property that may have one value only, which tells branches apart;
        None: there is none. Quicker than to look through `properties`."""
        found = children.mark(self._layers, self._references)
        return None if found is None else (found[0], lexeme_of(found[1]))

    def required_keys(self) -> tuple[str, ...]:
        """Keys of the properties that are required; quicker than to look through `properties`."""
        return children.required(self._layers, self._value)

    def extra(self, key: str) -> Field:
        """The field of a property that is not declared: by all `patternProperties` that match its name, else
        `additionalProperties`, else `unevaluatedProperties`. `forbidden`: the schema does not allow it."""
        return self._made(children.parts_of(self._layers, key), key)

    def key_field(self) -> Field:
        """What the names of properties that are not declared must be: a field for one name (kind "string",
        "enum", …) by `propertyNames`; with the pattern of `patternProperties` where no other is allowed."""
        named = self._made(children.name_parts(self._layers), "", place=self.pointer)
        pattern = children.only_pattern(self._layers)
        return replace(named, pattern=pattern) if pattern and not named.pattern else named

    @property
    def takes_more(self) -> bool:
        """Whether the schema speaks of properties beyond the declared ones: adding one is expected."""
        return children.takes_more(self._layers) and not self.forbids_more

    @property
    def forbids_more(self) -> bool:
        """Whether any property beyond the declared ones makes the value invalid."""
        return children.forbids_more(self._layers)

    # -- lists -------------------------------------------------------------------------------------------

    def items(self) -> tuple[Field, ...]:
        """The fixed places of a tuple; of thousands the first 1,000 only, `item` knows the others."""
        places = min(children.places(self._layers), children.MOST_PROPERTIES)
        return tuple(self.item(number) for number in range(places))

    def item(self, number: int) -> Field:
        """The field of the item with this number: `prefixItems`, `items`, `unevaluatedItems`."""
        fixed = number < children.places(self._layers)
        parts = children.item_parts(self._layers, number, self._value, self._references)
        made = self._made(parts, "", place=f"{self.pointer}/{number if fixed else '-'}")
        return replace(made, required=True)

    def counted(self) -> tuple[Field, int, int | None] | None:
        """`contains`: the field that some items must be like, how many at least, and at most (None: any
        number); None when the schema has no `contains`."""
        found = children.counted(self._layers)
        if found is None:
            return None
        part, least, most = found
        return self._made((part,), "", place=f"{self.pointer}/-"), least, most

    # -- other views of the same place -------------------------------------------------------------------

    @property
    def definition(self) -> str:
        """What the schema calls this shape: the name in `$defs` of what its, or its branch's, `$ref` is;
        empty when it is no such reference."""
        latest = max((layer.part.rank for layer in self._layers), default=0)
        nearest = next((layer for layer in self._layers if layer.part.rank == latest), None)
        return definition_of(nearest.keywords.get("$ref")) if nearest is not None else ""

    def branches(self) -> tuple[Field, ...]:
        """The shapes of a union; of "any": every type JSON has, those of `hints` first."""
        if "branches" not in self._children:
            ways = (self._again(parts, choices) for parts, choices in self._ways)
            types = (self.as_type(name) for name in dict.fromkeys((*self.hints, *ANY_ORDER)))
            self._children["branches"] = tuple(ways) or tuple(types)
        return self._children["branches"]

    def as_type(self, name: str) -> Field:
        """The same place for a value of this JSON type ("string", "number", "integer", "boolean", "null",
        "object", "array"): for a schema that speaks of no type, and for a value of a type that it does not
        expect. What the schema says of properties, items and so on still counts."""
        around = self._parts[0] if self._parts else self._references.root
        rank = 1 + max((layer.part.rank for layer in self._layers), default=0)
        part = typed_part(name, around, rank, cast=self.kind != "any" or self.forbidden)
        # of a schema in too many parts the last ones are not looked at
        parts = (part, *self._parts) if self.note == TOO_LARGE else (*self._parts, part)
        return self._again(parts, self._choices)

    def content(self) -> Field | None:
        """What the text of this string holds, where the schema says so: `contentSchema`, or any JSON for a
        JSON `contentMediaType`."""
        if self.kind not in _TEXTS:
            return None
        for layer in self._layers:
            if "contentSchema" in layer.keywords and layer.keywords.get("contentMediaType"):
                return self._made((layer.inner(layer.keywords["contentSchema"]),), "", place="")
        kind = self.content_media_type.partition(";")[0].strip().lower()
        if kind == "application/json" or kind.endswith("+json"):
            return _known((_anything(self._references),), self._references)
        return None

    # -- how it is done ----------------------------------------------------------------------------------

    def _again(self, parts: tuple[SchemaPart, ...], choices: Choices) -> Field:
        place = _Place(self.key, self.pointer, self.required, self.condition)
        if self._value is ABSENT:
            return _known(parts, self._references, choices, place)
        return _build(parts, self._references, choices, self._value, place)

    def _made(
        self,
        parts: tuple[SchemaPart, ...],
        key: str,
        child: children.Child | None = None,
        place: str | None = None,
    ) -> Field:
        if place is None:
            escaped = key.replace("~", "~0").replace("/", "~1")
            place = f"{self.pointer}/{escaped}"
        required, condition = (child.required, child.condition) if child is not None else (False, "")
        around = _Place(key, place, required, condition)
        return _known(parts or (_anything(self._references),), self._references, place=around)


def build_fields(schema: Any) -> Field:
    """schema: decoded JSON Schema of the whole value. Returns the root field; never raises."""
    references = References(schema)
    return _build((references.root,), references, place=_Place(required=True))


def _anything(references: References) -> SchemaPart:
    return SchemaPart(True, references.root.scope)


def _known(
    parts: tuple[SchemaPart, ...],
    references: References,
    choices: Choices | None = None,
    place: _Place = _NOWHERE,
) -> Field:
    """The field of these schemas, made once: recursive schemas and lists ask for it again and again."""
    key = (
        tuple((id(part.schema), part.scope, part.role, part.rank) for part in parts),
        frozenset(choices.items()) if choices else None,
    )
    made = references.remembered(key, lambda: _build(parts, references, choices, ABSENT, place))
    if (made.key, made.pointer) == (place.key, place.pointer) and (made.required, made.condition) == (
        place.required,
        place.condition,
    ):
        return made
    return replace(
        made,
        key=place.key,
        pointer=place.pointer,
        required=place.required,
        condition=place.condition,
        title=_title(made.schema, place.key),
    )


def _title(schema: dict[str, Any], key: str) -> str:
    """The title, unless it only repeats the name, as generators write them."""
    title = text_of(schema, "title")[:_LONGEST_TITLE]
    return "" if key and only_repeats(title, key) else title


def only_repeats(title: str, name: str) -> bool:
    """Whether a title says nothing that the name does not: `City Name` of `city_name`."""
    return _letters(title) == _letters(name)


def _letters(text: str) -> str:
    return "".join(filter(str.isalnum, text)).casefold()


def _build(
    parts: tuple[SchemaPart, ...],
    references: References,
    choices: Choices | None = None,
    value: Any = ABSENT,
    place: _Place = _NOWHERE,
) -> Field:
    choice = alternatives(parts, references, choices or {}, value)
    folded = choice.folded
    flat = folded.schema
    kind, note = kind_of(choice)
    return Field(
        kind=kind,
        key=place.key,
        pointer=place.pointer,
        required=place.required,
        condition=place.condition,
        title=_title(flat, place.key),
        description=text_of(flat, "description")[:_LONGEST_DESCRIPTION],
        nullable=choice.nullable,
        default=lexeme_of(flat["default"]) if "default" in flat else None,
        examples=examples_of(flat),
        format=text_of(flat, "format"),
        pattern=text_of(flat, "pattern"),
        bounds=bounds_of(flat),
        options=_options(kind, flat, choice),
        deprecated=flat.get("deprecated") is True,
        read_only=flat.get("readOnly") is True,
        write_only=flat.get("writeOnly") is True,
        header=text_of(flat, "x-mcp-header"),
        content_encoding=text_of(flat, "contentEncoding") if kind in _TEXTS else "",
        content_media_type=text_of(flat, "contentMediaType") if kind in _TEXTS else "",
        note=note,
        hints=hints_of(folded) if kind == "any" else (),
        rules=rules_of(folded, choice.choices),
        descriptions=folded.texts("description") if len(folded.layers) > 1 else (),
        forbidden=folded.never,
        schema=flat,
        _references=references,
        _parts=parts,
        _choices=choice.choices,
        _layers=folded.layers,
        _ways=choice.branches,
        _value=value,
    )


def _options(kind: Kind, flat: dict[str, Any], choice: Alternatives) -> tuple[Option, ...]:
    if kind == "const" and "const" in flat:
        return (Option(lexeme_of(flat["const"])),)
    return tuple(Option(lexeme_of(value), title, about) for value, title, about in choice.options)
