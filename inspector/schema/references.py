"""Find what a `$ref` points to inside one schema document; nothing is ever loaded from elsewhere.

MCP 2026-07-28 forbids to dereference network references automatically: a reference that leaves the document
is answered with a note instead of a schema.
"""

from __future__ import annotations

from typing import Any, Final
from urllib.parse import unquote, urldefrag, urljoin

__all__ = ["Found", "References"]

_MAX_NODES: Final = 50_000
_NAMES: Final = ("$anchor", "$dynamicAnchor")

Found = tuple[Any, str]
"""The schema and an empty note, or None and the reason why there is none."""


class References:
    """root: a decoded JSON Schema. Knows its `$id`, `$anchor` and pointers; indexed once, when needed."""

    def __init__(self, root: Any) -> None:
        self._root = root
        self._resources: dict[str, Any] = {"": root}
        self._anchors: dict[tuple[str, str], Any] = {}
        self._bases: dict[int, str] = {}
        self._indexed = False

    def find(self, reference: Any, holder: dict[str, Any]) -> Found:
        """Follow one reference that stands in the schema object `holder`."""
        if not isinstance(reference, str):
            return None, "A reference must be a string."
        self._index()
        try:
            absolute = urljoin(self._bases.get(id(holder), ""), reference)
            address, fragment = urldefrag(absolute)
        except ValueError:
            return None, f"Reference not understood: {reference}"
        if reference.startswith("#") and address not in self._resources:
            address = ""
        resource = self._resources.get(address, self)
        if resource is self:
            return None, f"External reference not loaded: {reference}"
        if not fragment:
            return resource, ""
        if not fragment.startswith("/"):
            target = self._anchors.get((address, fragment), self)
            return (None, f"Reference not found: {reference}") if target is self else (target, "")
        return _walk(resource, fragment, reference)

    def _index(self) -> None:
        """Note every `$id` and anchor with its base URI (RFC 3986, JSON Schema 2020-12 section 8.2)."""
        if self._indexed:
            return
        self._indexed = True
        waiting: list[tuple[Any, str]] = [(self._root, "")]
        seen = 0
        while waiting and seen < _MAX_NODES:
            node, base = waiting.pop()
            seen += 1
            if isinstance(node, list):
                waiting += [(inner, base) for inner in node if isinstance(inner, (dict, list))]
                continue
            if not isinstance(node, dict):
                continue
            base = self._register(node, base)
            waiting += [(inner, base) for key, inner in node.items() if _may_hold_schemas(key, inner)]

    def _register(self, node: dict[str, Any], base: str) -> str:
        name = node.get("$id", node.get("id"))
        if isinstance(name, str) and name.startswith("#"):  # draft-07 and before: an anchor
            self._anchors.setdefault((base, name[1:]), node)
        elif isinstance(name, str) and ("$id" in node or "$schema" in node):
            try:
                base = urldefrag(urljoin(base, name)).url
            except ValueError:
                return base
            self._resources.setdefault(base, node)
        self._bases[id(node)] = base
        for keyword in _NAMES:
            anchor = node.get(keyword)
            if isinstance(anchor, str):
                self._anchors.setdefault((base, anchor), node)
        return base


def _may_hold_schemas(key: str, inner: Any) -> bool:
    return isinstance(inner, (dict, list)) and key not in ("enum", "const", "default", "examples")


def _walk(resource: Any, pointer: str, reference: str) -> Found:
    """Follow a JSON pointer (RFC 6901, percent-decoded) through objects and arrays."""
    node = resource
    for step in unquote(pointer).split("/")[1:]:
        key = step.replace("~1", "/").replace("~0", "~")
        if isinstance(node, dict) and key in node:
            node = node[key]
        elif isinstance(node, list) and key.isdecimal() and int(key) < len(node):
            node = node[int(key)]
        else:
            return None, f"Reference not found: {reference}"
    return node, ""
