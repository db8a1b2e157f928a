"""All schema objects that hold for one place: references followed, `allOf` opened, choices and conditions
resolved; and one flat object of them to show.

The flat object is for *showing* only: bounds are intersected, the nearest annotation wins. Whether a value is
valid is decided by the validator on the original schema, never on this.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from inspector.schema.assertions import comparable
from inspector.schema.conditions import because_met, because_set, because_unmet
from inspector.schema.dialects import types_of
from inspector.schema.evaluate import holds
from inspector.schema.references import References, SchemaPart, Scope
from inspector.translation import QT_TRANSLATE_NOOP, recorded, translate

__all__ = ["ABSENT", "NEVER", "TOO_LARGE", "Choices", "Folded", "Layer", "flat_of", "fold", "only_restricts"]

_MAX_LAYERS: Final = 400
_MAX_CHAIN: Final = 100
NEVER: Final = recorded("No value is allowed here.")
_LOOP: Final = recorded("The schema refers to itself endlessly.")
TOO_LARGE: Final = recorded("The schema is nested too deeply to be shown in full.")
_CONFLICT: Final = recorded("Parts of the schema contradict each other.")
_NO_SCHEMA: Final = recorded("This part of the schema is neither an object nor a boolean.")
ABSENT: Final = object()
"""No value is known."""

Choices = Mapping[tuple[int, str], tuple[int, int]]
"""Which branch of an `anyOf` or `oneOf` is meant: identity of the schema object and keyword, to the number of
the branch and its rank."""


@dataclass(slots=True, eq=False)
class Layer:
    """One schema object that holds for the place. Filled while folding, then only read.

    keywords: in 2020-12 spelling. scope: of the schemas inside. reason: why it holds only for the value of
    now, else empty. end: number of the first layer after it that was not reached through it.
    """

    keywords: dict[str, Any]
    scope: Scope
    part: SchemaPart
    reason: str = ""
    end: int = 0
    is_whole: bool = True
    """Every reference in it leads somewhere."""
    names: bool = False
    """It speaks of properties."""

    def inner(self, schema: Any) -> SchemaPart:
        """A schema of this layer for a child of the place."""
        return self.part.inner(schema, self.scope)

    def beside(self, schema: Any) -> SchemaPart:
        """A schema of this layer for the place itself."""
        if isinstance(schema, SchemaPart):
            return schema
        return SchemaPart(schema, self.scope, self.part.role, self.part.rank)


@dataclass(frozen=True, slots=True, eq=False)
class Folded:
    """layers: nearest first, as the schema has them. schema: the flat object, not to be changed. note: what
    cannot be shown or is not known; empty when all is. never: no value is allowed."""

    layers: tuple[Layer, ...]
    schema: dict[str, Any]
    note: str = ""
    never: bool = False
    cast: bool = False
    """A user asked for a type: there is no choice left."""

    def texts(self, keyword: str) -> tuple[str, ...]:
        """Every text that the layers have for an annotation, the nearest first, none twice."""
        found = (layer.keywords.get(keyword) for layer in _nearest_first(self.layers))
        return tuple(dict.fromkeys(text for text in found if isinstance(text, str) and text))


def fold(
    parts: tuple[SchemaPart, ...], references: References, choices: Choices | None = None, value: Any = ABSENT
) -> Folded:
    """parts: all hold. value: the decoded value of now, which decides about conditions; ABSENT: conditional
    schemas are left out. Never raises and always ends: the work per call is bounded."""
    folder = _Folder(references, choices or {}, value)
    for part in parts:
        folder.add(part, frozenset(), "")
    schema, conflict = _flat(folder.layers)
    note = folder.note or (_CONFLICT if conflict else "")
    cast = any(layer.part.role == "cast" for layer in folder.layers)
    return Folded(tuple(folder.layers), schema, note, folder.never and not cast, cast)


def flat_of(part: SchemaPart, references: References) -> dict[str, Any]:
    """The flat object of one schema by itself."""
    key = ("flat", id(part.schema), part.scope)
    alone = SchemaPart(part.schema, part.scope)
    return references.remembered(key, lambda: fold((alone,), references)).schema


class _Folder:
    """One fold with its budget."""

    def __init__(self, references: References, choices: Choices, value: Any) -> None:
        self.layers: list[Layer] = []
        self.note = ""
        self.never = False
        self._references = references
        self._choices = choices
        self._value = value
        self._done: set[tuple[int, str, Scope]] = set()

    def add(self, part: SchemaPart, followed: frozenset[tuple[int, str, Scope]], reason: str) -> None:
        """followed: the schemas on the way here, to notice loops."""
        schema = part.schema
        if schema is True:
            return
        if not isinstance(schema, dict):
            if part.role == "full":
                self.never = self.never or schema is False
                self.note = self.note or (NEVER if schema is False else _NO_SCHEMA)
            return
        place = (id(schema), part.role, part.scope)
        if place in followed:
            self.note = self.note or _LOOP
            return
        if len(self.layers) >= _MAX_LAYERS or len(followed) > _MAX_CHAIN:
            self.note = self.note or TOO_LARGE
            return
        if place in self._done:
            return
        self._done.add(place)
        keywords, scope = self._references.open(part)
        layer = Layer(keywords, scope, part, reason, names=not _NAMING.isdisjoint(keywords))
        self.layers.append(layer)
        if not _APPLICATORS.isdisjoint(keywords):
            self._apply(layer, followed | {place})
        layer.end = len(self.layers)

    def _apply(self, layer: Layer, followed: frozenset[tuple[int, str, Scope]]) -> None:
        """Add what the keywords of a layer apply to the same place."""
        keywords = layer.keywords
        finders = (("$ref", self._references.find), ("$dynamicRef", self._references.find_dynamic))
        for keyword, find in finders:
            if keyword in keywords:
                target = find(keywords[keyword], layer.scope)
                if isinstance(target, str):
                    self.note = self.note or target
                    layer.is_whole = False
                else:
                    part = SchemaPart(target.schema, target.scope, layer.part.role, layer.part.rank)
                    self.add(part, followed, layer.reason)
        for schema in _list(keywords.get("allOf")):
            self.add(layer.beside(schema), followed, layer.reason)
        for keyword in ("oneOf", "anyOf"):
            branches = _list(keywords.get(keyword))
            if branches:
                self._branches(layer, keyword, branches, followed)
        if self._value is not ABSENT:
            self._conditions(layer, followed)

    def _branches(
        self, layer: Layer, keyword: str, branches: list[Any], followed: frozenset[tuple[int, str, Scope]]
    ) -> None:
        """The chosen branch; and for a value those beside it that hold, which only add to what is shown."""
        number, rank = self._choices.get((id(layer.part.schema), keyword), (-1, 0))
        if 0 <= number < len(branches):
            self.add(replace(layer.beside(branches[number]), rank=rank), followed, layer.reason)
        elif not all(only_restricts(branch) for branch in branches):
            return
        if self._value is ABSENT or (keyword == "oneOf" and number >= 0):
            return
        for other, branch in enumerate(branches):
            beside = replace(layer.beside(branch), role="soft")
            if other != number and holds(beside, self._value, self._references):
                self.add(beside, followed, layer.reason or translate("Schema", _ONE_OF_SEVERAL))

    def _conditions(self, layer: Layer, followed: frozenset[tuple[int, str, Scope]]) -> None:
        keywords = layer.keywords
        if "if" in keywords:
            condition = layer.beside(keywords["if"])
            met = holds(condition, self._value, self._references)
            if met:
                self.add(replace(condition, role="hint"), followed, layer.reason)
                reason = because_met(keywords["if"], self._value)
                self.add(layer.beside(keywords.get("then", True)), followed, reason)
            elif met is False:
                reason = because_unmet(keywords["if"], self._value)
                self.add(layer.beside(keywords.get("else", True)), followed, reason)
        dependent = keywords.get("dependentSchemas")
        if isinstance(dependent, dict) and isinstance(self._value, dict):
            for key, schema in dependent.items():
                if key in self._value:
                    self.add(layer.beside(schema), followed, because_set(key))


_APPLICATORS: Final = frozenset(
    ("$ref", "$dynamicRef", "allOf", "oneOf", "anyOf", "if", "dependentSchemas"),
)
_NAMING: Final = frozenset(("properties", "patternProperties", "additionalProperties"))
_ONE_OF_SEVERAL: Final = QT_TRANSLATE_NOOP("Schema", "because one of the alternatives requires it")
_SHAPING: Final = frozenset(
    ("type", "properties", "items", "prefixItems", "enum", "const", "$ref", "$dynamicRef", "format"),
) | {"additionalProperties", "patternProperties", "anyOf", "oneOf", "allOf", "if"}


def only_restricts(branch: Any) -> bool:
    """A branch like `{"required": ["a"]}` gives a value no shape of its own: there is nothing to choose."""
    return isinstance(branch, bool) or (isinstance(branch, dict) and _SHAPING.isdisjoint(branch))


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def _nearest_first(layers: tuple[Layer, ...] | list[Layer]) -> list[Layer]:
    """Layers whose words count: of the latest choice only; those beside a union belong to the union."""
    latest = max((layer.part.rank for layer in layers), default=0)
    near = [layer for layer in layers if layer.part.rank == latest]
    return [x for x in near if x.part.role == "full"] + [x for x in near if x.part.role != "full"]


def _flat(layers: list[Layer]) -> tuple[dict[str, Any], bool]:
    """The keywords of all layers in one object, and whether some contradict each other."""
    if len(layers) == 1 and layers[0].part.role == "full":
        return layers[0].keywords, False
    result: dict[str, Any] = {}
    for layer in _nearest_first(layers):
        for key, value in layer.keywords.items():
            if key in _FLAGS and value is True:
                result[key] = True
            elif key in _ANNOTATIONS:
                result.setdefault(key, value)
    conflict = False
    for layer in sorted(layers, key=_by_choice):
        if layer.part.role != "full":
            continue
        for key, theirs in layer.keywords.items():
            combine = _COMBINE.get(key)
            if key in _ANNOTATIONS or (key in result and combine is None):
                continue
            combined = combine(result[key], theirs) if combine is not None and key in result else theirs
            conflict = conflict or combined is _CLASH
            result[key] = result[key] if combined is _CLASH else combined
    for layer in layers:
        if layer.part.role == "cast":
            dropped = ("enum", "const")
            result = {key: value for key, value in result.items() if key not in dropped} | layer.keywords
            conflict = False
    return result, conflict


def _by_choice(layer: Layer) -> int:
    return -layer.part.rank


_CLASH: Final = object()
_FLAGS: Final = frozenset(("deprecated", "readOnly", "writeOnly"))
_ANNOTATIONS: Final = _FLAGS | {"title", "description", "default", "examples", "example", "x-mcp-header"}


def _united(ours: Any, theirs: Any) -> Any:
    if not isinstance(ours, list) or not isinstance(theirs, list):
        return ours
    return list(dict.fromkeys(item for item in (*ours, *theirs) if isinstance(item, str)))


def _common_options(ours: Any, theirs: Any) -> Any:
    if not isinstance(ours, list) or not isinstance(theirs, list):
        return ours
    known = {comparable(item) for item in theirs}
    return [item for item in ours if comparable(item) in known] or _CLASH


def _common_types(ours: Any, theirs: Any) -> Any:
    mine, other = types_of({"type": ours}), dict.fromkeys(types_of({"type": theirs}))
    common = [name for name in mine if name in other or (name == "integer" and "number" in other)]
    common += ["integer"] if "integer" in other and "number" in mine and "integer" not in mine else []
    return (common[0] if len(common) == 1 else common) or _CLASH


def _equal(ours: Any, theirs: Any) -> Any:
    return ours if comparable(ours) == comparable(theirs) else _CLASH


def _bound(choose: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
    def stricter(ours: Any, theirs: Any) -> Any:
        numbers = all(isinstance(value, (int, float)) for value in (ours, theirs))
        return choose(ours, theirs) if numbers else ours

    return stricter


def _either(ours: Any, theirs: Any) -> Any:
    return ours is True or theirs is True


_COMBINE: Final[dict[str, Callable[[Any, Any], Any]]] = {
    "required": _united,
    "type": _common_types,
    "enum": _common_options,
    "const": _equal,
    "uniqueItems": _either,
    **dict.fromkeys(("minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties"), _bound(max)),
    **dict.fromkeys(("maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties"), _bound(min)),
}
