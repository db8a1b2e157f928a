"""Which editor shows which field: the table, first match wins, the text line last."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from inspector.schema.document import ScanNode
from inspector.schema.fields import Field
from inspector.schema.shape import fits
from inspector.ui.forms.editors.areas import JsonFieldEditor
from inspector.ui.forms.editors.blob import BlobEditor, blob_encoding
from inspector.ui.forms.editors.checks import ChecksEditor, is_set_of_options
from inspector.ui.forms.editors.choices import BooleanEditor, ConstEditor, same
from inspector.ui.forms.editors.dates import DateEditor
from inspector.ui.forms.editors.editor import Editor
from inspector.ui.forms.editors.enums import EnumEditor
from inspector.ui.forms.editors.formats import ColourEditor, UuidEditor
from inspector.ui.forms.editors.lists import ListEditor
from inspector.ui.forms.editors.numbers import NumberEditor
from inspector.ui.forms.editors.objects import ObjectEditor
from inspector.ui.forms.editors.paths import PATH_FORMATS, PathEditor
from inspector.ui.forms.editors.strings import TextEditor
from inspector.ui.forms.editors.union import ShapeEditor, UnionEditor

__all__ = ["WIDGETS", "choose_editor"]

Matches = Callable[[Field, ScanNode | None, str | None], bool]


def _as_json(field: Field, node: ScanNode | None, lexeme: str | None) -> bool:
    """A user wants it as JSON."""
    return field.kind == "json" and not field.note


def _misfit(field: Field, node: ScanNode | None, lexeme: str | None) -> bool:
    """No widget may hide or change a value it cannot show: such a value is shown as what it is."""
    if field.kind in ("number", "integer") and node is not None:
        return node.kind not in ("number", "null")
    if field.kind in ("const", "enum") and lexeme is not None:
        return not (_is_offered(field, lexeme) or (lexeme == "null" and field.nullable))
    return field.kind == "json" or not fits(field, node)


def _is_offered(field: Field, lexeme: str) -> bool:
    options = [option.lexeme for option in field.options]
    return lexeme in options or any(same(lexeme, option) for option in options)


def _is_blob(field: Field, node: ScanNode | None, lexeme: str | None) -> bool:
    return field.kind in ("string", "multiline") and bool(blob_encoding(field))


def _is(*kinds: str) -> Matches:
    def matches(field: Field, node: ScanNode | None, lexeme: str | None) -> bool:
        return field.kind in kinds

    return matches


def _written(*formats: str) -> Matches:
    def matches(field: Field, node: ScanNode | None, lexeme: str | None) -> bool:
        return field.kind == "string" and field.format in formats

    return matches


def _is_structured(field: Field, node: ScanNode | None, lexeme: str | None) -> bool:
    return field.kind == "union" and all(
        branch.kind in ("object", "map", "list", "tuple") for branch in field.branches()
    )


WIDGETS: Final[tuple[tuple[Matches, type[Editor]], ...]] = (
    (_as_json, JsonFieldEditor),
    (_misfit, UnionEditor),
    (_is_blob, BlobEditor),
    (_written("date", "time", "date-time"), DateEditor),
    (_written("uuid"), UuidEditor),
    (_written("color", "colour"), ColourEditor),
    (_written(*PATH_FORMATS), PathEditor),
    (_is("number", "integer"), NumberEditor),
    (_is("boolean"), BooleanEditor),
    (_is("enum"), EnumEditor),
    (_is("const", "null"), ConstEditor),
    (is_set_of_options, ChecksEditor),
    (_is("list", "tuple"), ListEditor),
    (_is("object", "map"), ObjectEditor),
    (_is_structured, ShapeEditor),
    (_is("union", "any"), UnionEditor),
    (_is("string", "multiline"), TextEditor),
)


def choose_editor(field: Field, node: ScanNode | None, lexeme: str | None) -> type[Editor]:
    """The editor for a field with this value (None: not set)."""
    return next((editor for matches, editor in WIDGETS if matches(field, node, lexeme)), TextEditor)
