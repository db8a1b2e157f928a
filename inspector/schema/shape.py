"""Which shape a value has, and which value a field starts with. Pure, bounded, on decoded values.

This is no validation: it decides which branch of a union to show for a given value and whether a widget can
show a value at all. The verdict about a value comes from the validator.
"""

from __future__ import annotations

from typing import Any, Final

from inspector.schema.document import Document, Node, lexeme_of
from inspector.schema.fields import Field, Kind

__all__ = ["fits", "fresh_lexeme", "guess_branch", "initial_lexeme", "initial_text"]

_DEPTH: Final = 4
_TYPE, _VALUE, _MISSING, _UNKNOWN, _LIMIT = 1000, 300, 60, 3, 8

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


def fits(field: Field, node: Node | None) -> bool:
    """Whether the widget of this field can show the value: absent and null can always be shown."""
    if node is None or node.kind == "null":
        return True
    return node.kind in _NODE_KINDS.get(field.kind, (node.kind,))


def guess_branch(branches: tuple[Field, ...], value: Any) -> int:
    """Number of the branch that a given value most likely is; the first one in a draw."""
    costs = [_misfit(branch, value, _DEPTH) for branch in branches]
    return costs.index(min(costs)) if costs else 0


def initial_text(root: Field) -> str:
    """The document a new form starts with: required constants and defaults; arguments are an object."""
    return initial_lexeme(root) or ("{}" if root.kind in ("object", "map", "union", "any") else "")


def initial_lexeme(field: Field, depth: int = 8) -> str | None:
    """JSON text of a field that nobody has touched; None: it stays absent.

    Only required constants and required defaults are filled in. An optional default is shown as a hint:
    sending it would change what the server sees.
    """
    if field.kind == "const":
        return field.options[0].lexeme
    if field.default is not None:
        return field.default
    if depth == 0:
        return None
    inner = field.branches()[0] if field.kind == "union" else field
    if inner.kind == "const":
        return inner.options[0].lexeme
    if inner.kind != "object":
        return None
    document = Document("{}")
    for child in inner.properties():
        lexeme = initial_lexeme(child, depth - 1) if child.required else None
        if lexeme is not None:
            document = document.with_value((child.key,), lexeme)
    return document.text if document.text != "{}" else None


_FRESH: Final[dict[Kind, str]] = {
    "string": '""',
    "multiline": '""',
    "boolean": "false",
    "list": "[]",
    "tuple": "[]",
    "object": "{}",
    "map": "{}",
}


def fresh_lexeme(field: Field, depth: int = 4) -> str:
    """JSON text of a value a person just asked for: in a new list item or property something must stand."""
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


def _misfit(field: Field, value: Any, depth: int) -> int:
    """How badly a decoded value fits a field; 0: nothing speaks against it."""
    if value is None and (field.nullable or field.kind == "null"):
        return 0
    if field.kind in ("const", "enum"):
        return 0 if any(option.lexeme == lexeme_of(value) for option in field.options) else _VALUE
    if field.kind in ("union", "any") and depth:
        return min((_misfit(branch, value, depth - 1) for branch in field.branches()), default=0)
    if not _type_fits(field.kind, value):
        return _TYPE
    if depth == 0:
        return 0
    if isinstance(value, dict):
        return _object_misfit(field, value, depth)
    if isinstance(value, list):
        return sum(_misfit(field.item(number), item, depth - 1) for number, item in enumerate(value[:5])) // 3
    return _limit_misfit(field, value)


_PYTHON_TYPES: Final[dict[Kind, tuple[type, ...]]] = {
    "string": (str,),
    "multiline": (str,),
    "number": (int, float),
    "integer": (int, float),
    "boolean": (bool,),
    "null": (type(None),),
    "list": (list,),
    "tuple": (list,),
    "object": (dict,),
    "map": (dict,),
}


def _type_fits(kind: Kind, value: Any) -> bool:
    if isinstance(value, bool) and kind in ("number", "integer"):
        return False
    if isinstance(value, float) and kind == "integer":
        return value.is_integer()
    return isinstance(value, _PYTHON_TYPES.get(kind, (object,)))


def _object_misfit(field: Field, value: dict[str, Any], depth: int) -> int:
    declared = {child.key: child for child in field.properties()} if field.kind == "object" else {}
    cost = sum(_MISSING for child in declared.values() if child.required and child.key not in value)
    for key, inner in list(value.items())[:200]:
        child = declared.get(key)
        if child is not None:
            cost += _misfit(child, inner, depth - 1) // 2
        elif field.kind == "map":
            cost += _misfit(field.extra(key), inner, depth - 1) // 2
        else:
            cost += _UNKNOWN * 10 if field.forbids_more else _UNKNOWN
    return cost


def _limit_misfit(field: Field, value: Any) -> int:
    bounds = field.bounds
    if isinstance(value, str):
        short = bounds.min_length is not None and len(value) < bounds.min_length
        long = bounds.max_length is not None and len(value) > bounds.max_length
        return _LIMIT if short or long else 0
    if isinstance(value, (int, float)):
        low = bounds.minimum is not None and value < float(bounds.minimum)
        high = bounds.maximum is not None and value > float(bounds.maximum)
        return _LIMIT if low or high else 0
    return 0
