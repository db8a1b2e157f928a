"""Which arguments are secrets and must not be kept: passwords, tokens, what may only be written."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any, Final

from inspector.protocol.secrets import is_secret_name
from inspector.schema.document import Document, DocumentError, Path, ScanNode
from inspector.schema.fields import Field, build_fields

__all__ = ["is_secret", "without_secrets"]

_LONGEST: Final = 250_000
"""Characters of arguments that are looked through, and so kept: this is done while the user waits."""
_MOST_NODES: Final = 5_000
_MOST_SECRETS: Final = 30
_MOST_SHAPES: Final = 400
_DEEPEST: Final = 200
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
    text that cannot be looked through (no JSON, too large, too many shapes) comes back empty, and counts as
    taken out.
    """
    try:
        document = Document(text if len(text) <= _LONGEST else "")
        if document.root is None:
            return "", bool(text)
        found = list(_secrets(build_fields(schema), document.root))
    except (DocumentError, _TooMuchError):
        return "", True
    for path in reversed(found):
        document = document.without(path)
    return document.text, bool(found)


class _TooMuchError(Exception):
    """It is no longer certain that no secret is left."""


def _secrets(root: Field, node: ScanNode) -> Iterator[Path]:
    """Places of secrets, in the order of the document."""
    waiting: list[tuple[Path, ScanNode, tuple[Field, ...]]] = [((), node, _shapes((root,)))]
    seen = secrets = 0
    while waiting:
        path, node, shapes = waiting.pop()
        seen += 1
        if seen > _MOST_NODES or secrets > _MOST_SECRETS or len(path) > _DEEPEST:
            raise _TooMuchError
        if path and _is_secret(path, node, shapes):
            secrets += 1
            yield path
        elif node.kind == "object":
            declared = [{child.key: child for child in shape.properties()} for shape in shapes]
            for member in reversed(node.members):
                fields = (
                    known.get(member.key) or shape.extra(member.key)
                    for shape, known in zip(shapes, declared, strict=True)
                )
                waiting.append(((*path, member.key), member.node, _shapes(fields)))
        elif node.kind == "array":
            places = max((len(shape.items()) for shape in shapes), default=0)
            rest = _shapes(shape.item(places) for shape in shapes)
            for number in range(len(node.items) - 1, -1, -1):
                inner = rest if number >= places else _shapes(shape.item(number) for shape in shapes)
                waiting.append(((*path, number), node.items[number], inner))


def is_secret(field: Field) -> bool:
    """Whether a text typed into this field is to be hidden and not kept."""
    return field.write_only or field.format == "password" or _is_called_secret(field.key)


def _is_secret(path: Path, node: ScanNode, shapes: tuple[Field, ...]) -> bool:
    if any(shape.write_only or shape.format == "password" for shape in shapes):
        return True
    names = [step for step in path if isinstance(step, str)][-1:]
    return node.kind == "string" and any(_is_called_secret(name) for name in names)


def _is_called_secret(name: str) -> bool:
    return is_secret_name(name) and not _PLAIN.search(name)


def _shapes(fields: Iterable[Field]) -> tuple[Field, ...]:
    """The fields and, where one is a choice, all that can be chosen; none twice, none that says nothing."""
    found: dict[tuple[int, str], Field] = {}
    waiting = list(fields)
    while waiting:
        field = waiting.pop()
        key = (id(field.schema), field.kind)
        if key in found or not field.schema:
            continue
        if len(found) >= _MOST_SHAPES:
            raise _TooMuchError
        found[key] = field
        waiting += field.branches() if field.kind == "union" else ()
    return tuple(found.values())
