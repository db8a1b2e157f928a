"""Which editor shows which field: the table, first match wins, the text line last."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from inspector.schema.document import Node, text_of
from inspector.schema.fields import Field
from inspector.schema.shape import fits
from inspector.ui.form_areas import AreaEditor, JsonFieldEditor
from inspector.ui.form_checks import ChecksEditor, is_set_of_options
from inspector.ui.form_choices import BooleanEditor, ConstEditor, EnumEditor, same
from inspector.ui.form_editor import Editor
from inspector.ui.form_lines import DateEditor, NumberEditor, TextEditor
from inspector.ui.form_lists import ListEditor
from inspector.ui.form_objects import ObjectEditor
from inspector.ui.form_union import ShapeEditor, UnionEditor

__all__ = ["WIDGETS", "choose_editor"]

Matches = Callable[[Field, Node | None, str | None], bool]


def _as_json(field: Field, node: Node | None, lexeme: str | None) -> bool:
    """A person wants it as JSON."""
    return field.kind == "json" and not field.note


def _misfit(field: Field, node: Node | None, lexeme: str | None) -> bool:
    """No widget may hide or change a value it cannot show: such a value is shown as what it is."""
    if field.kind in ("number", "integer") and node is not None:
        return node.kind not in ("number", "null")
    if field.kind in ("const", "enum") and lexeme is not None:
        return not (_is_offered(field, lexeme) or (lexeme == "null" and field.nullable))
    return field.kind == "json" or not fits(field, node)


def _is_offered(field: Field, lexeme: str) -> bool:
    options = [option.lexeme for option in field.options]
    return lexeme in options or any(same(lexeme, option) for option in options)


def _has_lines(field: Field, node: Node | None, lexeme: str | None) -> bool:
    if field.kind not in ("string", "multiline"):
        return False
    text = text_of(lexeme) if lexeme is not None and lexeme.startswith('"') else ""
    return field.kind == "multiline" or "\n" in text or "\r" in text


def _is(*kinds: str) -> Matches:
    def matches(field: Field, node: Node | None, lexeme: str | None) -> bool:
        return field.kind in kinds

    return matches


def _is_date(field: Field, node: Node | None, lexeme: str | None) -> bool:
    return field.kind == "string" and field.format in ("date", "time", "date-time")


def _is_structured(field: Field, node: Node | None, lexeme: str | None) -> bool:
    return field.kind == "union" and all(
        branch.kind in ("object", "map", "list", "tuple") for branch in field.branches()
    )


WIDGETS: Final[tuple[tuple[Matches, type[Editor]], ...]] = (
    (_as_json, JsonFieldEditor),
    (_misfit, UnionEditor),
    (_has_lines, AreaEditor),
    (_is_date, DateEditor),
    (_is("number", "integer"), NumberEditor),
    (_is("boolean"), BooleanEditor),
    (_is("enum"), EnumEditor),
    (_is("const", "null"), ConstEditor),
    (is_set_of_options, ChecksEditor),
    (_is("list", "tuple"), ListEditor),
    (_is("object", "map"), ObjectEditor),
    (_is_structured, ShapeEditor),
    (_is("union", "any"), UnionEditor),
    (_is("string"), TextEditor),
)


def choose_editor(field: Field, node: Node | None, lexeme: str | None) -> type[Editor]:
    """The editor for a field with this value (None: not set)."""
    return next((editor for matches, editor in WIDGETS if matches(field, node, lexeme)), TextEditor)
