"""References of a schema that lead nowhere, put aside so that everything else can be checked.

What such a reference would say is not known. So a value is checked twice, as if it allowed anything and as if
it allowed nothing: a fault counts when it is there both ways.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from inspector.schema.dialects import LISTS_OF_SCHEMAS, MAPS_OF_SCHEMAS, SINGLE_SCHEMAS
from inspector.schema.document import pointer_of
from inspector.schema.references import References, SchemaPart, Scope

__all__ = ["ANYTHING", "NOTHING", "STAND_INS", "LooseEnd", "loose_ends", "loose_ends_like", "without_address"]

ANYTHING: Final = "urn:inspector:anything"
NOTHING: Final = "urn:inspector:nothing"
STAND_INS: Final[list[tuple[str, Any]]] = [
    (ANYTHING, {"additionalProperties": True, "items": True}),  # so nothing counts as unevaluated
    (NOTHING, {"not": {}}),
]
"""What a reference is turned to, by address."""
_REFERRING: Final = ("$ref", "$dynamicRef")
_UNUSED: Final = ("$defs", "definitions")
_QUOTED: Final = re.compile("'(.*?)'(?: does| is|:)")

_Path = tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class LooseEnd:
    """holder, keyword: the schema object with the reference. pointer: the value it speaks about, or what is
    around it. reference: as the schema has it."""

    holder: dict[str, Any]
    keyword: str
    why: str
    pointer: str
    reference: str

    def turn_to(self, address: str) -> None:
        """Let the reference lead to one of the stand-ins."""
        self.holder[self.keyword] = address


def loose_ends(schema: Any) -> list[LooseEnd]:
    """References that lead nowhere, of the schemas that count (not of unused definitions)."""
    references = References(schema)
    waiting: list[tuple[SchemaPart, _Path, bool]] = [(references.root, (), True)]
    seen: set[tuple[int, str, int]] = set()
    found: list[LooseEnd] = []
    while waiting:
        part, path, exact = waiting.pop()
        place = (id(part.schema), part.scope.base, part.scope.dialect)
        if not isinstance(part.schema, dict) or place in seen:
            continue
        seen.add(place)
        keywords, scope = references.open(part)
        for keyword in _REFERRING:
            reference = part.schema.get(keyword)
            if keyword not in keywords or not isinstance(reference, str):
                continue
            if reference in (ANYTHING, NOTHING):
                continue
            target = references.find(reference, scope)
            if isinstance(target, str):
                found.append(LooseEnd(part.schema, keyword, target, pointer_of(path), reference))
            else:
                waiting.append((target, path, exact))
        waiting += reversed(list(_inside(keywords, scope, path, exact)))
    return found


def _inside(
    keywords: dict[str, Any], scope: Scope, path: _Path, exact: bool
) -> Iterator[tuple[SchemaPart, _Path, bool]]:
    """The schemas directly inside, and the value each speaks about; what is not exact is the one around."""
    for keyword, inner in keywords.items():
        if keyword in LISTS_OF_SCHEMAS and isinstance(inner, list):
            for number, schema in enumerate(inner):
                known = exact and keyword == "prefixItems"
                yield SchemaPart(schema, scope), (*path, number) if known else path, exact
        elif keyword in MAPS_OF_SCHEMAS and keyword not in _UNUSED and isinstance(inner, dict):
            for key, schema in inner.items():
                known = exact and keyword == "properties"
                same = keyword in ("properties", "dependentSchemas")
                yield SchemaPart(schema, scope), (*path, key) if known else path, exact and same
        elif keyword in SINGLE_SCHEMAS:
            yield SchemaPart(inner, scope), path, exact and keyword in ("if", "then", "else", "not")


def loose_ends_like(schema: Any, complaint: str) -> list[LooseEnd]:
    """References that a complaint of the validator is about, where it sees more of them than we do."""
    quoted = _QUOTED.search(complaint)
    if quoted is None:
        return []
    text = quoted[1]
    return [
        LooseEnd(node, keyword, complaint, "", reference)
        for node in _objects(schema)
        for keyword in _REFERRING
        if isinstance(reference := node.get(keyword), str)
        and reference not in (ANYTHING, NOTHING)
        and _is_about(text, reference)
    ]


def _is_about(text: str, reference: str) -> bool:
    address = reference.partition("#")[0]
    same = reference == text or reference.endswith("#" + text)
    return same or (bool(address) and text.endswith(address))


def without_address(schema: Any, complaint: str) -> bool:
    """Take out the names (`$id`) that are no address, of which the validator complained; False: none is."""
    quoted = _QUOTED.search(complaint)
    found = False
    for node in _objects(schema) if quoted is not None else ():
        for keyword in ("$id", "id"):
            if quoted is not None and node.get(keyword) == quoted[1]:
                del node[keyword]
                found = True
    return found


def _objects(schema: Any) -> Iterator[dict[str, Any]]:
    waiting = [schema]
    while waiting:
        node = waiting.pop()
        if isinstance(node, dict):
            yield node
            waiting += node.values()
        elif isinstance(node, list):
            waiting += node
