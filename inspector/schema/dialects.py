"""Which keywords a dialect of JSON Schema has, and old spellings made new.

`modern` gives the keywords of one schema object that count in its dialect, spelled as in 2020-12, so that
everything else here knows one dialect only. What a validator would not reject but people do write (a list of
`items` in 2020-12, `nullable`, `dependencies` in any dialect) is understood as it was meant.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any, Final

__all__ = [
    "LATEST",
    "LISTS_OF_SCHEMAS",
    "MAPS_OF_SCHEMAS",
    "SINGLE_SCHEMAS",
    "dialect_of",
    "is_known",
    "metaschemas",
    "modern",
    "plain_address",
    "types_of",
]

LATEST: Final = 2020
_DIALECTS: Final = {
    "json-schema.org/draft/2020-12/schema": 2020,
    "json-schema.org/draft/2019-09/schema": 2019,
    "json-schema.org/draft-07/schema": 7,
    "json-schema.org/draft-06/schema": 6,
    "json-schema.org/draft-04/schema": 4,
    "json-schema.org/schema": 2020,
}
_NAMED: Final = re.compile("(2019-09|2020-12)|draft-?0?([34567])(?![0-9])", re.IGNORECASE)
_NEAREST: Final = {"3": 4, "4": 4, "5": 4, "6": 6, "7": 7, "2019-09": 2019, "2020-12": 2020}
"""What an unofficial address says about the dialect; draft-05 is draft-04 in better words."""
_SINCE: Final[dict[str, int]] = {
    **dict.fromkeys(("const", "contains", "propertyNames"), 6),
    **dict.fromkeys(("if", "then", "else"), 7),
    **dict.fromkeys(("dependentRequired", "dependentSchemas", "minContains", "maxContains"), 2019),
    **dict.fromkeys(("unevaluatedProperties", "unevaluatedItems", "$anchor"), 2019),
    **dict.fromkeys(("prefixItems", "$dynamicRef", "$dynamicAnchor"), 2020),
}
"""The dialect that brought an assertion or a reference; annotations are taken from any dialect."""
_OLD: Final = frozenset(("additionalItems", "dependencies", "nullable", "$recursiveRef"))
_CHANGED: Final = _OLD | {"exclusiveMinimum", "exclusiveMaximum"}
_BESIDE_REF: Final = frozenset(("$ref", "$schema", "title", "description", "default", "examples")) | {
    *("deprecated", "readOnly", "writeOnly", "x-mcp-header")
}
"""Up to draft-07 keywords beside `$ref` have no say in what is valid; the words for people are still read."""

SINGLE_SCHEMAS: Final = frozenset(
    ("additionalItems", "additionalProperties", "contains", "contentSchema", "else", "if", "items", "not")
) | {"propertyNames", "then", "unevaluatedItems", "unevaluatedProperties"}
LISTS_OF_SCHEMAS: Final = frozenset(("allOf", "anyOf", "oneOf", "prefixItems", "items"))
MAPS_OF_SCHEMAS: Final = frozenset(
    ("$defs", "definitions", "dependentSchemas", "dependencies", "patternProperties", "properties")
)


def dialect_of(schema: dict[str, Any], around: int) -> int:
    """The dialect that `$schema` names, or seems to; that of the schema around it where it does not."""
    address = schema.get("$schema")
    if not isinstance(address, str):
        return around
    known = _DIALECTS.get(plain_address(address))
    if known is not None:
        return known
    named = _NAMED.search(address)
    return _NEAREST[named[1] or named[2]] if named is not None else around


def is_known(address: Any) -> bool:
    """Whether `$schema` names one of the five dialects, and not one like it."""
    return isinstance(address, str) and plain_address(address) in _DIALECTS


def plain_address(address: str) -> str:
    """The address of a dialect without the parts that people write in several ways."""
    return address.strip().rpartition("://")[2].removesuffix("#").removeprefix("www.").rstrip("/")


def types_of(schema: dict[str, Any]) -> tuple[str, ...]:
    """The values of `type`, always as a tuple, none twice; empty when there is none or it is nonsense."""
    kind = schema.get("type")
    if isinstance(kind, str):
        return (kind,)
    given = kind if isinstance(kind, list) else ()
    return tuple(dict.fromkeys(name for name in given if isinstance(name, str)))


def modern(schema: dict[str, Any], dialect: int) -> dict[str, Any]:
    """The keywords of one schema object that count in its dialect, in 2020-12 spelling; not to be changed."""
    if dialect == LATEST and _CHANGED.isdisjoint(schema) and not isinstance(schema.get("items"), list):
        return schema
    if dialect <= 7 and "$ref" in schema:
        return {key: value for key, value in schema.items() if key in _BESIDE_REF}
    result = {key: value for key, value in schema.items() if _SINCE.get(key, 0) <= dialect}
    if isinstance(result.get("items"), list):
        result.setdefault("prefixItems", result.pop("items"))
        if "additionalItems" in result:
            result["items"] = result["additionalItems"]
    for bound, exclusive in (("minimum", "exclusiveMinimum"), ("maximum", "exclusiveMaximum")):
        if isinstance(result.get(exclusive), bool) and result.pop(exclusive) and bound in result:
            result[exclusive] = result.pop(bound)
    kinds = types_of(result)
    if result.get("nullable") is True and kinds and "null" not in kinds:
        result["type"] = [*kinds, "null"]
    if isinstance(result.get("dependencies"), dict):
        _split_dependencies(result, result["dependencies"])
    if dialect == 2019 and "$recursiveRef" in result:
        result["$dynamicRef"] = result["$recursiveRef"]
    for key in _OLD:
        result.pop(key, None)
    return result


def _split_dependencies(result: dict[str, Any], given: dict[str, Any]) -> None:
    names = {key: value for key, value in given.items() if isinstance(value, list)}
    schemas = {key: value for key, value in given.items() if isinstance(value, (dict, bool))}
    for keyword, found in (("dependentRequired", names), ("dependentSchemas", schemas)):
        present = result.get(keyword)
        if found:
            result[keyword] = found | present if isinstance(present, dict) else found


@lru_cache(maxsize=32)
def metaschemas(address: str) -> dict[str, Any]:
    """The texts of a known meta-schema and of those it refers to, by address without `#`; else empty.

    They come with jsonschema-rs, which is imported for the few schemas that refer to one.
    """
    plain = address.partition("://")[2]
    year = _DIALECTS.get(plain, 2020 if plain.startswith("json-schema.org/draft/2020-12/meta/") else None)
    year = 2019 if plain.startswith("json-schema.org/draft/2019-09/meta/") else year
    if year is None:
        return {}
    import jsonschema_rs as engine

    names = {2020: "Draft202012", 2019: "Draft201909", 7: "Draft7", 6: "Draft6", 4: "Draft4"}
    draft = getattr(engine, names[year])
    try:
        bundled: Any = engine.bundle(
            {"$ref": address}, registry=engine.Registry([]), draft=draft, offline=True
        )
    except (ValueError, engine.ReferencingError):  # of the address it knows one spelling only
        return {}
    found: dict[str, Any] = bundled.get("$defs") or bundled.get("definitions") or {}
    return {key.removesuffix("#"): schema for key, schema in found.items() if isinstance(schema, dict)}
