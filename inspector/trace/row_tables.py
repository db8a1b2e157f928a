"""Rows of the timeline as a table to paste: Markdown for an issue, CSV for a spreadsheet."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping
from typing import Final

from inspector.trace.files import ARROWS, duration_text, note_text, size_text
from inspector.trace.rows import Row
from inspector.trace.table_cells import csv_cell, markdown_text, server_cell

__all__ = ["csv_table", "markdown_table"]

_MARKDOWN: Final = ("#", "time", "", "server", "method", "target", "status", "duration", "size")
_CSV: Final = (
    "number", "time_s", "direction", "server", "kind", "method", "target", "status", "detail",
    "duration_ms", "size", "answer_size",
)  # fmt: skip


def markdown_table(rows: Iterable[Row], origin_ns: int, servers: Mapping[int, str]) -> str:
    """The columns of the timeline. origin_ns: when the session began. servers: session → name."""
    lines = ["| " + " | ".join(_MARKDOWN) + " |", "|--:|--:|:-:|---|---|---|---|--:|--:|"]
    for row in rows:
        cells = (
            str(row.number),
            f"{(row.at_ns - origin_ns) / 1e9:.3f}",
            ARROWS[row.direction],
            server_cell(servers, row.session),
            row.method or row.kind,
            row.target if row.opens else note_text(row) or ("" if row.method else row.preview),
            _status(row),
            duration_text(row.duration_ns) if row.opens and row.duration_ns else "",
            size_text(row.answer_size or row.size) if row.opens else size_text(row.size),
        )
        lines.append("| " + " | ".join(map(markdown_text, cells)) + " |")
    return "\n".join([*lines, ""])


def _status(row: Row) -> str:
    if row.opens and row.outcomes:
        return ", ".join(one.text for one in row.outcomes)
    return " ".join(part for part in (row.status, row.detail) if part) if row.opens else row.role


def csv_table(rows: Iterable[Row], origin_ns: int, servers: Mapping[int, str]) -> str:
    """One row a line with plain numbers: seconds, milliseconds, bytes."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(_CSV)
    for row in rows:
        opens = row.opens
        texts = (
            row.direction,
            server_cell(servers, row.session),
            row.kind,
            row.method,
            row.target if opens else "",
            row.status if opens else "",
            row.detail if opens else row.note,
        )
        duration = f"{row.duration_ns / 1e6:.3f}" if opens and row.duration_ns else ""
        at = f"{(row.at_ns - origin_ns) / 1e9:.6f}"
        answer = row.answer_size if opens and row.answer_size else ""
        writer.writerow((row.number, at, *map(csv_cell, texts), duration, row.size, answer))
    return text.getvalue()
