"""Which arguments are secrets and must not be kept: passwords, tokens, what may only be written."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final

from inspector.protocol.secrets import is_secret_name
from inspector.schema.document import Document, DocumentError, Node, Path
from inspector.schema.fields import Field, build_fields

__all__ = ["is_secret", "without_secrets"]

_MOST_NODES: Final = 20_000
_PLAIN: Final = re.compile(
    r"^(?:key|sig|pat)$|(?:page|paginat(?:ion|or)|next|continuation|cursor|sync)[-_]?token$"
    r"|(?:sort|primary|foreign|partition|object|issue|project|cache|public|row|hash|range|group|s3)[-_]key$"
    r"|(?:arn|type|name|ref|(?<!secret)(?<!secret[-_])id)$",
    re.IGNORECASE,
)
"""Names that tell of access in a header, but in the arguments of a tool of a dictionary or a page."""


def without_secrets(schema: Any, text: str) -> tuple[str, bool]:
    """The arguments without values that are secrets, and whether any was taken out.

    A value is one when the schema says `writeOnly` or `format: password`, or its key is called like one. A
    text that is no JSON cannot be looked through: it comes back empty, and counts as taken out.
    """
    try:
        document = Document(text)
    except DocumentError:
        return "", True
    if document.root is None:
        return text, False
    found = list(_secrets(build_fields(schema), document.root))
    for path in reversed(found):
        document = document.without(path)
    return document.text, bool(found)


def _secrets(root: Field, node: Node) -> Iterator[Path]:
    """Places of secrets, in the order of the document."""
    waiting: list[tuple[Path, Node, tuple[Field, ...]]] = [((), node, _shapes(root))]
    seen = 0
    while waiting and seen < _MOST_NODES:
        path, node, shapes = waiting.pop()
        seen += 1
        if node.kind == "object":
            declared = [{child.key: child for child in shape.properties()} for shape in shapes]
            for member in reversed(node.members):
                fields = tuple(
                    known.get(member.key) or shape.extra(member.key)
                    for shape, known in zip(shapes, declared, strict=True)
                )
                inner = tuple(shape for field in fields for shape in _shapes(field))
                waiting.append(((*path, member.key), member.node, inner))
        elif node.kind == "array":
            for number in range(len(node.items) - 1, -1, -1):
                inner = tuple(found for shape in shapes for found in _shapes(shape.item(number)))
                waiting.append(((*path, number), node.items[number], inner))
        if path and _is_secret(path, node, shapes):
            if node.kind in ("object", "array"):
                del waiting[len(waiting) - len(node.children()) :]
            yield path


def is_secret(field: Field) -> bool:
    """Whether a text typed into this field is to be hidden and not kept."""
    return field.write_only or field.format == "password" or _is_called_secret(field.key)


def _is_secret(path: Path, node: Node, shapes: tuple[Field, ...]) -> bool:
    if any(shape.write_only or shape.format == "password" for shape in shapes):
        return True
    names = [step for step in path if isinstance(step, str)][-1:]
    return node.kind == "string" and any(_is_called_secret(name) for name in names)


def _is_called_secret(name: str) -> bool:
    return is_secret_name(name) and not _PLAIN.search(name)


def _shapes(field: Field) -> tuple[Field, ...]:
    """The field and, where it is a choice, what can be chosen."""
    return (field, *field.branches()) if field.kind == "union" else (field,)
