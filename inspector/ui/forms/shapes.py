"""Which shapes a value may be given in a form, what they are called, and what one shape hands to another."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from inspector.schema.dialects import types_of
from inspector.schema.document import Document, ScanNode, lexeme_of, number_fits, text_of
from inspector.schema.fields import Field
from inspector.schema.shape import fits, initial_lexeme, offered_lexeme
from inspector.ui.forms.texts import branch_label, constraints, short, type_word

__all__ = ["carried", "expected", "is_foreign", "names", "shape_of", "shapes"]

_TYPES: Final = ("string", "number", "boolean", "object", "array", "null")
_MAX_SHAPES: Final = 200
_MOST_COMPARED: Final = 12


def shapes(field: Field, node: ScanNode | None) -> tuple[Field, ...]:
    """The shapes to choose from: those of the schema first, then types that it does not expect.

    The others are offered where the value has one of them already, and where the field is no choice of its
    own: what the schema forbids can be sent on purpose.
    """
    own = _declared(field)
    if field.kind == "union" and not is_foreign(own, node):
        return own
    # one of the values of a schema is not any text
    told = {name for shape in own if shape.kind not in ("const", "enum") for name in _types(shape)}
    others = (field.as_type(name) for name in _TYPES if name not in told)
    as_json = replace(own[0], kind="json", title="", note="", options=())
    return (*own, *others, as_json)


def shape_of(offered: tuple[Field, ...], field: Field, node: ScanNode | None) -> int:
    """Number of the shape that a value has which the schema does not expect; -1: it is one that it does."""
    own = _declared(field)
    alone = len(own) == 1 and own[0] is field
    if node is None or not (alone or is_foreign(own, node)):
        return -1
    kinds = [_types(shape) for shape in offered]
    return next((n for n in range(len(own), len(offered)) if node.kind in kinds[n]), len(offered) - 1)


def is_foreign(own: tuple[Field, ...], node: ScanNode | None) -> bool:
    """Whether the value is of a type that none of the shapes has."""
    if node is None:
        return False
    if node.kind == "null":
        return not any(shape.nullable or shape.kind in ("null", "const", "enum", "any") for shape in own)
    return not any(fits(shape, node) and node.kind in _types(shape) for shape in own)


def expected(field: Field) -> str:
    """The types that the schema names, in words; empty when it names none."""
    parts = field.branches() if field.kind == "union" else (field,)
    named = [types_of(part.schema) for part in parts]
    if not all(named):
        return ""
    return ", ".join(dict.fromkeys(type_word(name) for types in named for name in types))


def names(fields: tuple[Field, ...]) -> list[str]:
    """What each shape is called; no two alike: by what only it requires or has, else by number."""
    found = [branch_label(field) for field in fields]
    for name in {name for name in found if found.count(name) > 1}:
        alike = [number for number, other in enumerate(found) if other == name]
        same = [fields[number] for number in alike]
        few = len(same) <= _MOST_COMPARED
        keys = [_own_keys(one, [two for two in same if two is not one]) if few else "" for one in same]
        for place, (number, own) in enumerate(zip(alike, keys, strict=True), 1):
            found[number] = f"{name}: {own}" if own and keys.count(own) == 1 else f"{name} ({place})"
    return found


def _own_keys(field: Field, others: list[Field]) -> str:
    """The properties that only this one of several shapes has, or has as constants; or its own limits."""
    if field.kind not in ("object", "map"):
        return constraints(field) if field.kind not in ("union", "any") else ""
    marks = {_mark(child): child.required for child in field.properties()}
    known = {_mark(child) for other in others for child in other.properties()}
    own = sorted((mark for mark in marks if mark not in known), key=lambda mark: not marks[mark])
    return ", ".join(own[:2])


def _mark(child: Field) -> str:
    return f"{child.key} = {short(child.options[0].lexeme)}" if child.kind == "const" else child.key


def _declared(field: Field) -> tuple[Field, ...]:
    """The shapes the schema offers; a choice within a choice is one choice of all of them."""
    if field.kind not in ("union", "any", "json"):
        return (field,)
    flat: list[Field] = []
    for branch in field.branches():
        inner = branch.branches() if branch.kind == "union" and not branch.title else (branch,)
        flat += inner
    return tuple(flat) if len(flat) <= _MAX_SHAPES else field.branches()


def _types(shape: Field) -> tuple[str, ...]:
    """The kinds of JSON value that the widget of a shape is made for."""
    if shape.kind in ("any", "json", "union"):
        return _TYPES
    if shape.kind in ("enum", "const"):
        roots = [Document(option.lexeme).root for option in shape.options]
        return tuple(root.kind for root in roots if root is not None)
    return _KINDS[shape.kind]


_KINDS: Final[dict[str, tuple[str, ...]]] = {
    "string": ("string",),
    "multiline": ("string",),
    "number": ("number",),
    "integer": ("number",),
    "boolean": ("boolean",),
    "null": ("null",),
    "list": ("array",),
    "tuple": ("array",),
    "object": ("object",),
    "map": ("object",),
}


def carried(branch: Field, old: str | None) -> str | None:
    """What of an old value still makes sense in another shape: None when nothing does.

    Objects keep the properties that both shapes have; numbers and texts turn into each other.
    """
    fresh = offered_lexeme(branch) if branch.kind == "enum" else initial_lexeme(branch)
    node = Document(old).root if old is not None else None
    if old is None or node is None or branch.kind == "const":
        return fresh
    if branch.kind in ("string", "multiline") and node.kind in ("number", "boolean"):
        return lexeme_of(old)
    if branch.kind in ("number", "integer") and node.kind != "number":  # its editor would show others, too
        return text_of(old) if node.kind == "string" and number_fits(text_of(old)) else fresh
    if node.kind != "object" or branch.kind not in ("object", "map"):
        known = branch.kind != "enum" or any(option.lexeme == old for option in branch.options)
        return old if fits(branch, node) and node.kind != "null" and known else fresh
    document = Document(fresh or "{}")
    fields = {child.key: child for child in branch.properties()}
    for member in node.members:
        child = fields.get(member.key)
        keep = (
            child.kind not in ("const", "enum") and fits(child, member.node)
            if child
            else branch.kind == "map"
        )
        if keep:
            document = document.with_value(
                (member.key,), old[member.node.start : member.node.end], list(fields)
            )
    return document.text
