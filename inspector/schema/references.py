"""Find what a `$ref` points to inside one schema document; nothing is ever loaded from elsewhere.

MCP 2026-07-28 forbids to dereference network references automatically: a reference that leaves the document
is answered with a note instead of a schema. The meta-schemas of JSON Schema itself are known.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, Literal, TypeVar
from urllib.parse import unquote, urldefrag, urljoin

from inspector.schema.dialects import (
    LATEST,
    LISTS_OF_SCHEMAS,
    MAPS_OF_SCHEMAS,
    SINGLE_SCHEMAS,
    dialect_of,
    metaschemas,
    modern,
)
from inspector.translation import recorded

__all__ = ["References", "SchemaPart", "Scope", "definition_of"]

_MAX_NODES: Final = 50_000
_MOST_REMEMBERED: Final = 5_000
Made = TypeVar("Made")

Role = Literal["full", "soft", "hint", "cast"]
"""How much a schema has to say: full: everything. soft: it happens to hold for the value of now, so its
properties and items are shown, but it limits nothing. hint: only its words for people (an `if` that holds).
cast: a type that a user asked for, against what the schema says."""


@dataclass(frozen=True, slots=True, eq=False)
class Scope:
    """Where a schema stands: base URI, dialect, and the resources entered on the way, the outermost first.
    Made by `References` only, one object for each, so that it can be compared by identity."""

    base: str
    dialect: int
    entered: tuple[str, ...]


@dataclass(frozen=True, slots=True, eq=False)
class SchemaPart:
    """One schema that holds for a value, and where it stands. rank: 0 for the schema of the place itself,
    higher for each choice (a branch, a type) made there: the words of the latest choice are shown."""

    schema: Any
    scope: Scope
    role: Role = "full"
    rank: int = 0

    def inner(self, schema: Any, scope: Scope) -> SchemaPart:
        """A schema inside this one: of a child, so the choices made here do not count there."""
        if isinstance(schema, SchemaPart):
            return schema
        return SchemaPart(schema, scope, "hint" if self.role == "hint" else "full")


class References:
    """root: a decoded JSON Schema. Knows its `$id`, `$anchor` and pointers; indexed once, when needed."""

    def __init__(self, root: Any) -> None:
        self._root = root
        self._resources: dict[str, SchemaPart] = {}
        self._anchors: dict[tuple[str, str], SchemaPart] = {}
        self._dynamic: set[tuple[str, str]] = set()
        self._modern: dict[tuple[int, int], tuple[Any, dict[str, Any]]] = {}
        self._scopes: dict[tuple[str, int, tuple[str, ...]], Scope] = {}
        self._found: dict[tuple[str, Scope], SchemaPart | str] = {}
        self._memo: dict[Any, Any] = {}
        self.endless: set[tuple[int, Scope]] = set()
        """Schemas, by identity and scope, that are too costly to evaluate."""
        self._indexed = False
        dialect = dialect_of(root, LATEST) if isinstance(root, dict) else LATEST
        scope = self._scope("", dialect, ("",))
        self.root = SchemaPart(root, scope)
        inside = self._enter(root, scope) if isinstance(root, dict) else scope
        self._resources.setdefault("", self.root)
        self._resources.setdefault(inside.base, self.root)

    def remembered(self, key: Any, make: Callable[[], Made]) -> Made:
        """What was made before under this key, else made now. The key must hold, or what is made must hold,
        every object whose identity is part of it. The memory is bounded."""
        found: Made | None = self._memo.get(key)
        if found is None:
            if len(self._memo) >= _MOST_REMEMBERED:
                self._memo.clear()
            found = self._memo[key] = make()
        return found

    def open(self, part: SchemaPart) -> tuple[dict[str, Any], Scope]:
        """The keywords of a schema object in 2020-12 spelling, and the scope of the schemas inside it."""
        schema: dict[str, Any] = part.schema
        scope = self._enter(schema, part.scope)
        key = (id(schema), scope.dialect)
        found = self._modern.get(key)
        if found is None or found[0] is not schema:
            found = self._modern[key] = (schema, modern(schema, scope.dialect))
        return found[1], scope

    def find(self, reference: Any, scope: Scope) -> SchemaPart | str:
        """What a `$ref` that stands in this scope points to; or why that is not known."""
        if not isinstance(reference, str):
            return recorded("A reference must be a string.")
        found = self._found.get((reference, scope))
        if found is None:
            found = self._found[reference, scope] = self._find(reference, scope)
        return found

    def _find(self, reference: str, scope: Scope) -> SchemaPart | str:
        try:
            address, fragment = urldefrag(_joined(scope.base, reference))
        except ValueError:
            return recorded("Invalid reference: {reference}", reference=reference)
        resource = self._resource(address)
        if resource is None:
            return recorded("External reference not loaded: {reference}", reference=reference)
        target: SchemaPart | None = resource
        if fragment.startswith("/"):
            target = self._walk(resource, fragment)
        elif fragment:
            self._index()
            target = self._anchors.get((address, unquote(fragment)))
        if target is None:
            return recorded("Reference not found: {reference}", reference=reference)
        return self._entered(target, scope.entered)

    def find_dynamic(self, reference: Any, scope: Scope) -> SchemaPart | str:
        """What a `$dynamicRef` (or `$recursiveRef`) points to, seen from where the schema was entered."""
        first = self.find(reference, scope)
        if isinstance(first, str) or not isinstance(reference, str):
            return first
        name = unquote(reference.partition("#")[2])
        self._index()
        if not name and scope.dialect == 2019:
            return self._find_recursive(first, scope)
        inside = self._enter(first.schema, first.scope) if isinstance(first.schema, dict) else first.scope
        if (inside.base, name) not in self._dynamic:
            return first
        for base in scope.entered:
            if (base, name) in self._dynamic:
                return self._entered(self._anchors[base, name], scope.entered)
        return first

    def _find_recursive(self, first: SchemaPart, scope: Scope) -> SchemaPart:
        found = first
        for base in reversed(scope.entered):
            resource = self._resource(base)
            if resource is None or not isinstance(resource.schema, dict):
                break
            if resource.schema.get("$recursiveAnchor") is not True:
                break
            found = self._entered(resource, scope.entered)
        is_anchor = isinstance(first.schema, dict) and first.schema.get("$recursiveAnchor") is True
        return found if is_anchor else first

    def _resource(self, address: str) -> SchemaPart | None:
        if address not in self._resources:
            self._index()
        if address not in self._resources:
            for name, schema in metaschemas(address).items():
                dialect = dialect_of(schema, LATEST)
                part = SchemaPart(schema, self._scope(name, dialect, ()))
                self._index_from(part)
                self._resources.setdefault(name, part)
        return self._resources.get(address)

    def _scope(self, base: str, dialect: int, entered: tuple[str, ...]) -> Scope:
        key = (base, dialect, entered)
        found = self._scopes.get(key)
        if found is None:
            found = self._scopes[key] = Scope(base, dialect, entered)
        return found

    def _entered(self, part: SchemaPart, entered: tuple[str, ...]) -> SchemaPart:
        """The same schema, reached through these resources; what it stands in is entered with it."""
        base = part.scope.base
        inside = self._enter(part.schema, part.scope) if isinstance(part.schema, dict) else part.scope
        if inside.base == base and base not in entered:
            entered = (*entered, base)
        return SchemaPart(part.schema, self._scope(part.scope.base, part.scope.dialect, entered))

    def _enter(self, schema: dict[str, Any], scope: Scope) -> Scope:
        """The scope inside a schema object, which may begin a resource of its own by its `$id`."""
        if "$id" not in schema and "id" not in schema:
            return scope
        dialect = dialect_of(schema, scope.dialect)
        name = schema.get("id" if dialect == 4 else "$id")
        if not isinstance(name, str) or (dialect <= 7 and "$ref" in schema):
            return scope
        try:
            base = urldefrag(_joined(scope.base, name)).url if not name.startswith("#") else scope.base
        except ValueError:
            return scope
        if base == scope.base:
            return scope
        if base not in self._resources:
            self._resources[base] = SchemaPart(schema, self._scope(scope.base, dialect, scope.entered))
        entered = scope.entered if base in scope.entered else (*scope.entered, base)
        return self._scope(base, dialect, entered)

    def _walk(self, resource: SchemaPart, pointer: str) -> SchemaPart | None:
        """Follow a JSON pointer (RFC 6901, percent-decoded) through objects and arrays."""
        node, scope = resource.schema, resource.scope
        for step in unquote(pointer).split("/")[1:]:
            if isinstance(node, dict):
                scope = self._enter(node, scope)
            key = step.replace("~1", "/").replace("~0", "~")
            if isinstance(node, dict) and key in node:
                node = node[key]
            elif isinstance(node, list) and _INDEX.fullmatch(key) and int(key) < len(node):
                node = node[int(key)]
            else:
                return None
        return SchemaPart(node, scope)

    def _index(self) -> None:
        """Note every `$id` and anchor with its base URI (RFC 3986, JSON Schema 2020-12 section 8.2)."""
        if not self._indexed:
            self._indexed = True
            self._index_from(self.root)

    def _index_from(self, root: SchemaPart) -> None:
        waiting = [root]
        seen = 0
        while waiting and seen < _MAX_NODES:
            part = waiting.pop()
            seen += 1
            if not isinstance(part.schema, dict):
                continue
            scope = self._enter(part.schema, part.scope)
            self._register(part, scope)
            scope = self._scope(scope.base, scope.dialect, ())
            waiting += [SchemaPart(inner, scope) for inner in _inside(part.schema)]

    def _register(self, part: SchemaPart, scope: Scope) -> None:
        name = part.schema.get("id" if scope.dialect == 4 else "$id")
        if isinstance(name, str) and "#" in name and scope.dialect <= 7:  # an anchor, in draft-07 and before
            self._anchors.setdefault((scope.base, name.partition("#")[2]), part)
        for keyword in ("$anchor", "$dynamicAnchor"):
            anchor = part.schema.get(keyword)
            if isinstance(anchor, str) and scope.dialect >= 2019:
                self._anchors.setdefault((scope.base, anchor), part)
                if keyword == "$dynamicAnchor":
                    self._dynamic.add((scope.base, anchor))


_DEFINITION: Final = re.compile(r"/(?:\$defs|definitions)/([^/]+)$")
_INDEX: Final = re.compile("0|[1-9][0-9]{0,8}")


def definition_of(reference: Any) -> str:
    """The name that a reference into `$defs` or `definitions` calls a schema by; else empty."""
    found = _DEFINITION.search(reference) if isinstance(reference, str) else None
    return unquote(found[1]).replace("~1", "/").replace("~0", "~") if found is not None else ""


def _inside(schema: dict[str, Any]) -> list[Any]:
    """The schemas directly inside a schema object."""
    found: list[Any] = []
    for key, inner in schema.items():
        if key in LISTS_OF_SCHEMAS and isinstance(inner, list):
            found += inner
        elif key in MAPS_OF_SCHEMAS and isinstance(inner, dict):
            found += inner.values()
        elif key in SINGLE_SCHEMAS:
            found.append(inner)
    return found


def _joined(base: str, reference: str) -> str:
    """RFC 3986 reference resolution, also for schemes that `urljoin` does not know (`urn:`, `tag:`)."""
    if reference.startswith("#"):
        return urldefrag(base).url + reference
    scheme, colon, rest = base.partition(":")
    if colon and rest.startswith("//") and scheme not in ("http", "https") and ":" not in reference:
        return scheme + urljoin("http:" + rest, reference).removeprefix("http")
    return urljoin(base, reference)
