"""Whether a field's widget can show a value, and which value a field starts with. Pure and bounded."""

from __future__ import annotations

from typing import Final

from inspector.schema.document import Document, ScanNode, object_of
from inspector.schema.fields import Field, Kind
from inspector.schema.guess import guess_branch

__all__ = [
    "fits",
    "fresh_lexeme",
    "guess_branch",
    "initial_lexeme",
    "initial_text",
    "is_typed_anew",
    "offered_lexeme",
    "picked_lexeme",
]

_DEPTH: Final = 8
_MOST_FIELDS: Final = 2_000
_NODE_KINDS: Final[dict[Kind, tuple[str, ...]]] = {
    "string": ("string",),
    "multiline": ("string",),
    "number": ("number", "string", "boolean"),  # a wrong value is shown as text, see number fields
    "integer": ("number", "string", "boolean"),
    "boolean": ("boolean",),
    "null": (),
    "list": ("array",),
    "tuple": ("array",),
    "object": ("object",),
    "map": ("object",),
}


def fits(field: Field, node: ScanNode | None) -> bool:
    """Whether the widget of this field can show the value: absent and null can always be shown."""
    if node is None or node.kind == "null":
        return True
    return node.kind in _NODE_KINDS.get(field.kind, (node.kind,))


def initial_text(root: Field) -> str:
    """The document a new form starts with: required constants and defaults; arguments are an object."""
    return initial_lexeme(root) or ("{}" if root.kind in ("object", "map", "union", "any") else "")


def initial_lexeme(field: Field) -> str | None:
    """JSON text of a field the user has not touched; None: it stays absent.

    Only required constants and required defaults are filled in. An optional default is shown as a hint:
    sending it would change what the server sees.
    """
    return _Start().of(field, _DEPTH)


class _Start:
    """The first value of a form, with a budget of fields: required ones may require others without end."""

    def __init__(self) -> None:
        self._left = _MOST_FIELDS

    def of(self, field: Field, depth: int) -> str | None:
        if field.kind == "const":
            return field.options[0].lexeme
        if field.kind == "null":  # one value only, as well
            return "null"
        if field.default is not None:
            return field.default
        self._left -= 1
        if depth == 0 or self._left < 0:
            return None
        inner = field
        while depth and (inner.kind == "union" or inner.hints[:1] == ("object",)):  # the first is highlighted
            inner, depth = inner.branches()[0], depth - 1
        if inner.kind == "const":
            return inner.options[0].lexeme
        if inner.kind != "object":
            return None
        children = ((child.key, self.of(child, depth - 1)) for child in inner.properties() if child.required)
        members = [(key, lexeme) for key, lexeme in children if lexeme is not None]
        return object_of(members) if members else None


_FRESH: Final[dict[Kind, str]] = {
    "string": '""',
    "multiline": '""',
    "boolean": "false",
    "list": "[]",
    "tuple": "[]",
    "object": "{}",
    "map": "{}",
}


def offered_lexeme(field: Field) -> str | None:
    """What a choice starts with: its default, if that is one of its values."""
    offered = any(option.lexeme == field.default for option in field.options)
    return field.default if offered else None


def picked_lexeme(field: Field, lexeme: str | None) -> str | None:
    """JSON text of a value whose shape a user just picked by its name. lexeme: what it would be without that.

    An object gets the constant that the shape is called by, required or not; objects and lists are there
    from then on. None: what is typed makes the value.
    """
    if field.kind in ("object", "map") or (field.kind == "any" and field.hints[:1] == ("object",)):
        mark, document = field.mark(), Document(lexeme or "{}")
        if mark is None or document.node((mark[0],)) is not None:
            return document.text
        return document.with_value((mark[0],), mark[1], [child.key for child in field.properties()]).text
    return lexeme or _FRESH.get(field.kind) if field.kind in ("list", "tuple") else lexeme


def is_typed_anew(field: Field) -> bool:
    """Whether a new list item or property starts as nothing but the place to type in: a number that nobody
    has named, which no default and no example stands for either."""
    return field.kind in ("number", "integer") and field.default is None and not field.examples


def fresh_lexeme(field: Field, depth: int = 4) -> str:
    """JSON text of a value a user just asked for: in a new list item or property something must stand."""
    if field.kind == "enum":  # its default or example may be none of its values
        return offered_lexeme(field) or field.options[0].lexeme
    lexeme = initial_lexeme(field)
    if lexeme is not None:
        return lexeme
    if field.examples and field.kind not in ("list", "map", "object", "union"):
        return field.examples[0]
    if field.kind in ("number", "integer"):
        return field.bounds.minimum or "0"
    if field.options:
        return field.options[0].lexeme
    if field.kind in ("union", "any") and depth:
        return fresh_lexeme(field.branches()[0], depth - 1)
    return _FRESH.get(field.kind, "null")
