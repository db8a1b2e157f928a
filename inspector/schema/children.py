"""The schemas of what is inside an object or a list, by every layer that holds for it (see fold.py).

Each layer has its own say: `additionalProperties` looks at the properties of its own schema object only,
`unevaluatedProperties` at everything that was reached through its own.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from itertools import islice
from typing import Any, Final

from inspector.schema.assertions import ASSERTIONS
from inspector.schema.conditions import because_set, when_met, when_set, when_unmet
from inspector.schema.evaluate import holds
from inspector.schema.fold import ABSENT, Layer, flat_of, fold
from inspector.schema.patterns import matches
from inspector.schema.references import References, SchemaPart

__all__ = [
    "CONDITIONAL",
    "MOST_PROPERTIES",
    "Child",
    "counted",
    "declared",
    "declared_keys",
    "forbids_more",
    "item_parts",
    "mark",
    "name_parts",
    "only_pattern",
    "parts_of",
    "places",
    "required",
    "speakers",
    "tagged",
    "takes_more",
]

CONDITIONAL: Final = frozenset(
    ("if", "dependentSchemas", "dependentRequired", "anyOf", "oneOf", "contains"),
)
"""Keywords whose meaning depends on the value."""
_BY_ANY_NAME: Final = frozenset(("patternProperties", "additionalProperties"))
_MANY_LAYERS: Final = 20
_MAX_CONDITIONS: Final = 100
MOST_PROPERTIES: Final = 1_000
"""Properties of one object that are listed, and as many more that are required only or conditional."""
Layers = tuple[Layer, ...]


@dataclass(frozen=True, slots=True)
class Child:
    """A property that the schema names. parts: schemas beyond those that hold by the key in any case."""

    key: str
    required: bool
    condition: str = ""
    parts: tuple[SchemaPart, ...] = ()


def declared_keys(layer: Layer) -> Collection[str]:
    """Names of the properties that one layer declares."""
    return _mapping(layer.keywords.get("properties"))


def declared(layers: Layers, value: Any, references: References) -> list[Child]:
    """The properties of an object: of the latest choice first, then those only required, then (as long as the
    value is not known) those that may come to apply."""
    reasons: dict[str, str] = {}
    for layer in sorted(layers, key=_by_choice):
        if layer.part.role != "hint":
            for key in islice(declared_keys(layer), MOST_PROPERTIES):
                reasons[key] = layer.reason if reasons.get(key, "?") else ""
    needs = _needs(layers, value)
    found = [Child(key, key in needs, reason or needs.get(key, "")) for key, reason in reasons.items()]
    beside = (Child(key, True, why) for key, why in sorted(needs.items()) if key not in reasons)
    found += islice(beside, MOST_PROPERTIES)
    return found + _possible(layers, set(reasons) | set(needs), references) if value is ABSENT else found


def _possible(layers: Layers, known: set[str], references: References) -> list[Child]:
    """Properties that come to apply under a condition, those of conditions inside conditions too."""
    found: dict[str, Child] = {}
    waiting = _conditional(layers)
    done: set[int] = set()
    while waiting and len(done) < _MAX_CONDITIONS and len(found) < MOST_PROPERTIES:
        part, condition = waiting.pop(0)
        if id(part.schema) in done:
            continue
        done.add(id(part.schema))
        inner = fold((part,), references).layers
        waiting += _conditional(inner)
        for layer in inner:
            declared = _mapping(layer.keywords.get("properties"))
            for key, schema in islice(declared.items(), MOST_PROPERTIES):
                if key not in known and key not in found:
                    found[key] = Child(key, False, condition, (layer.inner(schema),))
    return list(found.values())


def _by_choice(layer: Layer) -> int:
    return -layer.part.rank


def _needs(layers: Layers, value: Any) -> dict[str, str]:
    """Required properties and why they are; an empty reason: in any case."""
    found: dict[str, str] = {}

    def note(names: Any, reason: str) -> None:
        for name in names if isinstance(names, list) else ():
            if isinstance(name, str):
                found[name] = reason if found.get(name, "?") else ""

    for layer in layers:
        if layer.part.role == "hint":
            continue
        note(layer.keywords.get("required"), layer.reason)
        if isinstance(value, dict):
            for key, names in _mapping(layer.keywords.get("dependentRequired")).items():
                if key in value:
                    note(names, because_set(key))
    return found


def _conditional(layers: Layers) -> list[tuple[SchemaPart, str]]:
    """Schemas that hold only under a condition, and when."""
    found: list[tuple[SchemaPart, str]] = []
    for layer in layers:
        keywords = layer.keywords
        if "if" in keywords:
            found.append((layer.beside(keywords.get("then")), when_met(keywords["if"])))
            found.append((layer.beside(keywords.get("else")), when_unmet(keywords["if"])))
        dependent = _mapping(keywords.get("dependentSchemas"))
        found += [(layer.beside(schema), when_set(key)) for key, schema in dependent.items()]
    return [(part, condition) for part, condition in found if isinstance(part.schema, dict)]


def speakers(layers: Layers) -> Callable[[str], Iterable[int]]:
    """Numbers of the layers that may speak of a property, by its name: of hundreds not all are asked."""
    if len(layers) < _MANY_LAYERS:
        return lambda _key: range(len(layers))
    named: dict[str, list[int]] = {}
    always = [n for n, layer in enumerate(layers) if not _BY_ANY_NAME.isdisjoint(layer.keywords)]
    for number, layer in enumerate(layers):
        for key in declared_keys(layer):
            named.setdefault(key, []).append(number)
    return lambda key: sorted({*always, *named.get(key, ())})


def parts_of(layers: Layers, key: str, numbers: Iterable[int] | None = None) -> tuple[SchemaPart, ...]:
    """Every schema that the property of this name has to satisfy. numbers: of the layers that speak of it."""
    found: list[SchemaPart] = []
    looked: list[int] = []
    for number in range(len(layers)) if numbers is None else numbers:
        layer = layers[number]
        if not layer.names:
            continue
        keywords = layer.keywords
        own = _mapping(keywords.get("properties"))
        schemas = [own[key]] if key in own else []
        sure = True
        for pattern, schema in _mapping(keywords.get("patternProperties")).items():
            match = matches(pattern, key)
            sure = sure and match is not None
            if match:
                schemas.append(schema)
        if not schemas and sure and "additionalProperties" in keywords:
            schemas.append(keywords["additionalProperties"])
        if schemas or not sure:
            looked.append(number)
        found += [layer.inner(schema) for schema in schemas]
    found += _unevaluated(layers, "unevaluatedProperties", looked)
    return _full_first(found)


def _unevaluated(layers: Layers, keyword: str, looked: list[int]) -> list[SchemaPart]:
    """The schemas for what nothing inside a layer has looked at; the innermost layer has the first say."""
    found = []
    for number in range(len(layers) - 1, -1, -1):
        layer = layers[number]
        if keyword not in layer.keywords:
            continue
        inside = range(number, layer.end)
        if all(layers[n].is_whole for n in inside) and not any(n in inside for n in looked):
            looked.append(number)
            found.append(layer.inner(layer.keywords[keyword]))
    return found


def _full_first(found: list[SchemaPart]) -> tuple[SchemaPart, ...]:
    """Without those that say nothing; schemas that only have words for people come last."""
    said = [part for part in found if part.schema is not True]
    return tuple([x for x in said if x.role != "hint"] + [x for x in said if x.role == "hint"])


def mark(layers: Layers, references: References) -> tuple[str, Any] | None:
    """The first property, of the latest choice first, that may have one value only, and that value."""
    for layer in sorted(layers, key=_by_choice):
        for key in islice(declared_keys(layer), MOST_PROPERTIES) if layer.part.role == "full" else ():
            schema = layer.keywords["properties"][key]
            if isinstance(schema, dict):
                flat = flat_of(layer.inner(schema), references)
                if "const" in flat:
                    return key, flat["const"]
                if isinstance(flat.get("enum"), list) and len(flat["enum"]) == 1:
                    return key, flat["enum"][0]
    return None


def required(layers: Layers, value: Any) -> tuple[str, ...]:
    """Keys of required properties, of the latest choice first."""
    return tuple(_needs(tuple(sorted(layers, key=_by_choice)), value))


def tagged(layers: Layers, value: dict[str, Any]) -> bool | None:
    """Whether every property that may have a few values only has one of them; None: there is no such one."""
    answer: bool | None = None
    for layer in layers:
        if layer.part.role != "full":
            continue
        for key, schema in _mapping(layer.keywords.get("properties")).items():
            if key not in value or not isinstance(schema, dict):
                continue
            if "const" in schema or isinstance(schema.get("enum"), list):
                answer = _is_one_of(schema, value[key]) and answer is not False
    return answer


def _is_one_of(schema: dict[str, Any], value: Any) -> bool:
    try:
        return all(ASSERTIONS[key](schema[key], value) for key in ("const", "enum") if key in schema)
    except RecursionError:
        return False


def takes_more(layers: Layers) -> bool:
    """Whether a layer speaks of properties beyond the declared ones."""
    for layer in layers:
        for keyword in ("additionalProperties", "unevaluatedProperties"):
            if isinstance(layer.keywords.get(keyword), dict) or layer.keywords.get(keyword) is True:
                return True
        if layer.keywords.get("patternProperties"):
            return True
    return False


def forbids_more(layers: Layers) -> bool:
    """Whether a layer allows no property but the declared ones."""
    for number, layer in enumerate(layers):
        if layer.part.role == "hint":
            continue
        keywords = layer.keywords
        if keywords.get("additionalProperties") is False and not keywords.get("patternProperties"):
            return True
        if keywords.get("unevaluatedProperties") is False:
            inside = layers[number : layer.end]
            if not any(
                x.keywords.get("patternProperties")
                or x.keywords.get("additionalProperties", False) is not False
                for x in inside
            ):
                return True
    return False


def name_parts(layers: Layers) -> tuple[SchemaPart, ...]:
    """The schemas of a property's name."""
    found = [layer.inner(_STRING) for layer in layers[:1]]
    for layer in layers:
        if "propertyNames" in layer.keywords and layer.part.role == "full":
            found.append(layer.inner(layer.keywords["propertyNames"]))
    return tuple(found)


_STRING: Final = {"type": "string"}


def only_pattern(layers: Layers) -> str:
    """The pattern of names where a layer allows, beside the declared ones, only those that match; else ""."""
    for layer in layers:
        patterns = list(_mapping(layer.keywords.get("patternProperties")))
        closed = layer.keywords.get("additionalProperties") is False
        if patterns and closed and layer.part.role == "full":
            return patterns[0] if len(patterns) == 1 else "|".join(f"(?:{name})" for name in patterns)
    return ""


def places(layers: Layers) -> int:
    """How many items of a list have a place of their own."""
    found = (layer.keywords.get("prefixItems") for layer in layers if layer.part.role != "hint")
    return max((len(fixed) for fixed in found if isinstance(fixed, list)), default=0)


def item_parts(layers: Layers, number: int, value: Any, references: References) -> tuple[SchemaPart, ...]:
    """Every schema that the item of this number has to satisfy."""
    found: list[SchemaPart] = []
    looked: list[int] = []
    some: list[SchemaPart] = []
    known = isinstance(value, list) and number < len(value)
    for place, layer in enumerate(layers):
        keywords = layer.keywords
        fixed = keywords.get("prefixItems")
        if isinstance(fixed, list) and number < len(fixed):
            found.append(layer.inner(fixed[number]))
            looked.append(place)
        elif "items" in keywords:
            found.append(layer.inner(keywords["items"]))
            looked.append(place)
        if "contains" in keywords:
            part = layer.inner(keywords["contains"])
            if known and holds(part, value[number], references):
                found.append(SchemaPart(part.schema, part.scope, "hint"))
                looked += [place] if layer.scope.dialect >= 2020 else []
            elif not known and layer.scope.dialect >= 2020:
                some.append(part)
    rest = _unevaluated(layers, "unevaluatedItems", looked)
    if rest and some:  # an item that `contains` asks for needs not be like the rest
        rest = [_one_of_these((*some, *rest), references)]
    return _full_first(found + rest)


def _one_of_these(parts: tuple[SchemaPart, ...], references: References) -> SchemaPart:
    """A schema that is not in the document, made once: what is known of it is kept by its identity."""
    key = ("any of", *((id(part.schema), part.scope) for part in parts))
    return references.remembered(key, lambda: SchemaPart({"anyOf": list(parts)}, parts[-1].scope))


def counted(layers: Layers) -> tuple[SchemaPart, int, int | None] | None:
    """The first `contains`, how many items must be so at least, and at most."""
    for layer in layers:
        keywords = layer.keywords
        if "contains" in keywords and layer.part.role != "hint":
            part = layer.inner(keywords["contains"])
            least, most = _count(keywords.get("minContains")), _count(keywords.get("maxContains"))
            return part, 1 if least is None else least, most
    return None


def _count(value: Any) -> int | None:
    whole = isinstance(value, (int, float)) and value == value // 1
    return int(value) if whole else None


def _mapping(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}
