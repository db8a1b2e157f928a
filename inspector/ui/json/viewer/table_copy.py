"""Cells of a table of JSON as text to paste: for a spreadsheet, for an issue, or as JSON again."""

from __future__ import annotations

import csv
import io
from collections.abc import Generator, Iterable, Sequence
from typing import Final

import msgspec
from PySide6.QtCore import Qt

from inspector.render.json_table import Cell, JsonTable
from inspector.render.structured import string_of
from inspector.trace.table_cells import csv_cell, markdown_text
from inspector.ui.json.viewer.table_model import JsonTableModel

__all__ = ["FORMS", "copy_steps"]

FORMS: Final = ("tsv", "csv", "markdown", "json")
_LIMIT: Final = 32 << 20  # characters; more would take the clipboard and its readers down
_STEP: Final = 50  # rows written in one step


def copy_steps(
    model: JsonTableModel, form: str, rows: Sequence[int], columns: Sequence[int]
) -> Generator[None, None, tuple[str, int]]:
    """The text of rows of the view, and how many of them it holds: fewer when it became too long.

    Numbers keep their digits; what is missing, and null in a spreadsheet, is an empty cell.
    """
    table = model.table
    if table is None:
        return "", 0
    heads = [str(model.headerData(column, Qt.Orientation.Horizontal) or "") for column in columns]
    keys = [model.column_key(column) for column in columns]
    parts: list[str] = []
    length = count = 0
    for first in range(0, len(rows), _STEP):
        some = [model.number(row) for row in rows[first : first + _STEP]]
        if form == "json":
            text = "".join(f"  {_compact(model, table.row(number))},\n" for number in some)
        else:
            text = _lines((_values(model, table, number, keys, form) for number in some), form)
        parts.append(text)
        length += len(text)
        count += len(some)
        if length > _LIMIT:
            break
        yield
    whole = "".join(parts)
    if form == "json":
        return "[\n" + whole.removesuffix(",\n") + "\n]\n", count
    return _head(heads, form) + whole, count


def _values(
    model: JsonTableModel, table: JsonTable, number: int, keys: Sequence[bytes], form: str
) -> list[object]:
    """The cells of one row."""
    cells = table.cells(number)
    values: list[object] = []
    for key in keys:
        if key:
            values.append(_value(model, cells.get(key, Cell()), form))
        elif table.keyed:
            values.append(csv_cell(string_of(table.row_key(number))))
        else:
            values.append("" if cells else _value(model, table.row(number), form))
    return values


def _value(model: JsonTableModel, cell: Cell, form: str) -> object:
    if cell.kind == "missing" or (cell.kind == "null" and form != "markdown"):
        return ""
    if cell.kind == "string":
        text = string_of(model.bytes_of(cell, _LIMIT))
        return text if form == "markdown" else csv_cell(text)
    return _compact(model, cell)


def _compact(model: JsonTableModel, cell: Cell) -> str:
    raw = model.bytes_of(cell, _LIMIT)
    if cell.kind in ("object", "array"):
        try:
            raw = msgspec.json.format(raw, indent=-1)
        except (msgspec.DecodeError, RecursionError):
            raw = b" ".join(raw.split())
    return raw.decode("utf-8", "backslashreplace")


def _lines(lines: Iterable[list[object]], form: str) -> str:
    if form == "markdown":
        return "".join(
            "| " + " | ".join(markdown_text(str(cell)) for cell in line) + " |\n" for line in lines
        )
    text = io.StringIO()
    csv.writer(text, delimiter="\t" if form == "tsv" else ",", lineterminator="\n").writerows(lines)
    return text.getvalue()


def _head(heads: list[str], form: str) -> str:
    rule = "|" + "---|" * len(heads) + "\n" if form == "markdown" else ""
    safe: list[object] = [head if form == "markdown" else csv_cell(head) for head in heads]
    return _lines([safe], form) + rule
