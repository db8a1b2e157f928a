"""Turn pasted text into items of a list: a JSON list, a column or table of a spreadsheet, CSV, or lines.

Pure. Each item gets the type that the field of the item has; what does not fit becomes text, for the user
and the check to see, and nothing is dropped.
"""

from __future__ import annotations

import csv
import io
from typing import Final

from inspector.schema.document import Document, DocumentError, lexeme_of, number_fits
from inspector.schema.fields import Field

__all__ = ["pasted_items"]

_TEXTS: Final = ("string", "multiline")
_WORDS: Final = ("true", "false", "null")


def pasted_items(text: str, item: Field) -> list[str]:
    """JSON texts of the items. item: the field of one of them."""
    given = _json_items(text)
    if given is not None:
        return given
    lines = text.replace("\r\n", "\n").replace("\r", "\n").strip("\n").split("\n")
    table = _table(lines, item)
    if item.kind in ("object", "map"):
        return _objects(table, item)
    if item.kind in ("list", "tuple"):
        return [
            "[" + ", ".join(typed(cell, item.item(n)) for n, cell in enumerate(row)) + "]" for row in table
        ]
    return [typed(cell, item) for row in table for cell in row]


def typed(cell: str, field: Field) -> str:
    """JSON text of one cell, of the type that the field has."""
    stripped = cell.strip()
    for option in field.options:
        if stripped in (option.lexeme, option.title) or lexeme_of(stripped) == option.lexeme:
            return option.lexeme
    if field.kind in _TEXTS:
        return lexeme_of(cell)
    if number_fits(stripped) or (stripped.lower() in _WORDS and field.kind != "enum"):
        return stripped.lower() if stripped.lower() in _WORDS else stripped
    return lexeme_of(cell)


def _json_items(text: str) -> list[str] | None:
    try:
        document = Document(text.strip())
    except DocumentError:
        return None
    root = document.root
    if root is None or root.kind != "array":
        return None
    return [document.text[item.start : item.end] for item in root.items]


def _table(lines: list[str], item: Field) -> list[list[str]]:
    """Rows of cells: by tabs (a spreadsheet), by commas where the items cannot be text with commas."""
    text = "\n".join(lines)
    if "\t" in text:
        return _rows(text, "\t")
    if item.kind in _TEXTS and len(lines) > 1:
        return [[line] for line in lines]
    return [[cell.strip() for cell in row] for row in _rows(text, ",") if row]


def _rows(text: str, delimiter: str) -> list[list[str]]:
    """By the rules of CSV; what breaks them (a cell of more than 128 kB) is cut at each delimiter."""
    try:
        return list(csv.reader(io.StringIO(text), delimiter=delimiter))
    except csv.Error:
        return [line.split(delimiter) for line in text.split("\n")]


def _objects(table: list[list[str]], item: Field) -> list[str]:
    """One object a row: the first row names the properties, or they come in the order of the schema."""
    fields = {field.key: field for field in item.properties()}
    titles = {field.title: field.key for field in fields.values() if field.title}
    head = [titles.get(cell.strip(), cell.strip()) for cell in table[0]] if table else []
    if head and all(cell in fields for cell in head):
        table = table[1:]
    elif fields:
        head = list(fields)
    found = []
    for row in table:
        members = (
            f"{lexeme_of(key)}: {typed(cell, fields[key] if key in fields else item.extra(key))}"
            for key, cell in zip(head, row, strict=False)
            if cell != "" or (key in fields and fields[key].required)
        )
        found.append("{" + ", ".join(members) + "}")
    return found
