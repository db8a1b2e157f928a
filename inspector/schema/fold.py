"""Bring a schema into one flat object to show: references followed, `allOf` folded, old spellings made new.

The result is for *showing* only: bounds are intersected, properties united, the nearest annotation wins.
Whether a value is valid is decided by the validator on the original schema, never on this.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from inspector.schema.references import References

__all__ = ["NEVER", "TOO_LARGE", "Folded", "fold", "types_of"]

_MAX_STEPS: Final = 400
NEVER: Final = "No value is allowed here."
_LOOP: Final = "The schema refers to itself without end."
TOO_LARGE: Final = "The schema is too deeply combined to be shown."
_CONFLICT: Final = "Parts of the schema contradict each other."


@dataclass(frozen=True, slots=True)
class Folded:
    """schema: the flat object. note: why it cannot be shown as a form; empty when it can."""

    schema: dict[str, Any]
    note: str = ""


def fold(schema: Any, references: References) -> Folded:
    """schema: any decoded JSON. Never raises and always ends: the work per call is bounded."""
    return _Folder(references).fold(schema, frozenset())


def types_of(schema: dict[str, Any]) -> tuple[str, ...]:
    """The values of `type`, always as a tuple; empty when there is none or it is nonsense."""
    kind = schema.get("type")
    if isinstance(kind, str):
        return (kind,)
    return tuple(name for name in kind if isinstance(name, str)) if isinstance(kind, list) else ()


class _Folder:
    """One fold with its budget."""

    def __init__(self, references: References) -> None:
        self._references = references
        self._steps = 0

    def fold(self, schema: Any, followed: frozenset[int]) -> Folded:
        """followed: identities of the schemas on the way here, to notice loops."""
        self._steps += 1
        if self._steps > _MAX_STEPS or len(followed) > 100:
            return Folded({}, TOO_LARGE)
        if schema is False:
            return Folded({}, NEVER)
        if not isinstance(schema, dict):
            note = "" if schema is True else "This part of the schema is neither an object nor true or false."
            return Folded({}, note)
        if id(schema) in followed:
            return Folded({}, _LOOP)
        followed = followed | {id(schema)}
        result = Folded(_modern({key: value for key, value in schema.items() if key not in _FOLLOWED}))
        for keyword in ("$ref", "$dynamicRef", "$recursiveRef"):
            if keyword in schema:
                target, note = self._references.find(schema[keyword], schema)
                result = _merged(result, Folded({}, note) if note else self.fold(target, followed))
        parts = schema.get("allOf")
        for part in parts if isinstance(parts, list) else ():
            result = _merged(result, self.fold(part, followed))
        return result


_FOLLOWED: Final = ("$ref", "$dynamicRef", "$recursiveRef", "allOf", "$defs", "definitions")


def _modern(schema: dict[str, Any]) -> dict[str, Any]:
    """Rewrite what drafts 4 to 2019-09 and OpenAPI 3.0 spelled otherwise; the given dict may be changed."""
    if isinstance(schema.get("items"), list):
        schema["prefixItems"] = schema.pop("items")
        if "additionalItems" in schema:
            schema["items"] = schema.pop("additionalItems")
    for bound, exclusive in (("minimum", "exclusiveMinimum"), ("maximum", "exclusiveMaximum")):
        if isinstance(schema.get(exclusive), bool) and schema.pop(exclusive) and bound in schema:
            schema[exclusive] = schema.pop(bound)
    kinds = types_of(schema)
    if schema.get("nullable") is True and kinds and "null" not in kinds:
        schema["type"] = [*kinds, "null"]
    return schema


def _merged(near: Folded, far: Folded) -> Folded:
    """Both hold. Of annotations and of keywords that cannot be combined the nearer one is shown."""
    result = dict(near.schema)
    conflict = ""
    for key, theirs in far.schema.items():
        if key not in result:
            result[key] = theirs
            continue
        combine = _COMBINE.get(key)
        if combine is None:
            continue
        combined = combine(result[key], theirs)
        if combined is None:
            conflict = _CONFLICT
        else:
            result[key] = combined
    return Folded(result, near.note or far.note or conflict)


def _both_named(ours: Any, theirs: Any) -> Any:
    """Properties of both; one that is in both must satisfy both."""
    if not isinstance(ours, dict) or not isinstance(theirs, dict):
        return ours
    united = dict(ours)
    for key, schema in theirs.items():
        united[key] = {"allOf": [united[key], schema]} if key in united else schema
    return united


def _both(ours: Any, theirs: Any) -> Any:
    return ours if ours == theirs else {"allOf": [ours, theirs]}


def _united(ours: Any, theirs: Any) -> Any:
    if not isinstance(ours, list) or not isinstance(theirs, list):
        return ours
    return ours + [item for item in theirs if item not in ours]


def _common_options(ours: Any, theirs: Any) -> Any:
    if not isinstance(ours, list) or not isinstance(theirs, list):
        return ours
    return [item for item in ours if item in theirs] or None


def _common_types(ours: Any, theirs: Any) -> Any:
    mine, other = types_of({"type": ours}), types_of({"type": theirs})
    common = [name for name in mine if name in other or (name == "integer" and "number" in other)]
    common += [
        "integer" for name in other if name == "integer" and "number" in mine and "integer" not in mine
    ]
    return (common[0] if len(common) == 1 else common) or None


def _equal(ours: Any, theirs: Any) -> Any:
    return ours if ours == theirs else None


def _bound(choose: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
    def stricter(ours: Any, theirs: Any) -> Any:
        numbers = all(isinstance(value, (int, float)) for value in (ours, theirs))
        return choose(ours, theirs) if numbers else ours

    return stricter


def _stricter_extra(ours: Any, theirs: Any) -> Any:
    if ours is False or theirs is False:
        return False
    return theirs if ours is True else ours


_COMBINE: Final[dict[str, Callable[[Any, Any], Any]]] = {
    "properties": _both_named,
    "patternProperties": _both_named,
    "required": _united,
    "type": _common_types,
    "enum": _common_options,
    "const": _equal,
    "items": _both,
    "additionalProperties": _stricter_extra,
    **dict.fromkeys(("minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties"), _bound(max)),
    **dict.fromkeys(("maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties"), _bound(min)),
}
