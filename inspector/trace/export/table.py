"""CSV (RFC 4180, UTF-8 with a byte order mark, CRLF): the columns of the timeline, a row a message.

Times are ISO 8601 in UTC with microseconds; `seconds` counts from the first record of the session;
`duration_ms` and `status` are those of the exchange and stand with its request. `text` is the beginning of
the bytes on one line. A cell that a spreadsheet would take for a formula (it begins with = + - @, a tab or a
line end) gets an apostrophe before it.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from typing import Any, Final

from inspector.trace.export.entries import Entries, Entry
from inspector.trace.rows import preview_of
from inspector.trace.table_cells import csv_cell, server_cell

__all__ = ["COLUMNS", "export_csv", "iso_time"]

COLUMNS: Final = (
    "number", "time", "seconds", "server", "direction", "kind", "method", "target", "status", "detail",
    "duration_ms", "size", "answer_size", "id", "exchange", "role", "channel", "note", "finding", "marked",
    "comment", "text",
)  # fmt: skip
_ROWS: Final = 200  # in one piece
_PIECE: Final = 1 << 20  # characters; a row may be of any length


def export_csv(entries: Entries, numbers: Sequence[int]) -> Iterator[bytes]:
    """A table with a heading."""
    names = {info.number: info.name for info in entries.sessions()}
    marked = frozenset(entries.journal.annotations.marked())
    text = entries.redactor.text if entries.redactor is not None else str
    buffer = io.StringIO(newline="")
    writer = csv.writer(buffer)
    writer.writerow(COLUMNS)
    yield b"\xef\xbb\xbf"
    for count, entry in enumerate(entries.walk(numbers), 1):
        number = entry.record.number
        cells = _cells(entry, entries.start_ns) | {
            "server": server_cell(names, entry.record.session),
            "marked": "yes" if number in marked else "",
            "comment": text(entries.journal.annotations.note(number)),
        }
        writer.writerow([csv_cell(cells[name]) for name in COLUMNS])
        if count % _ROWS == 0 or buffer.tell() > _PIECE:
            yield _taken(buffer)
    yield _taken(buffer)


def iso_time(at_ns: int) -> str:
    """2026-11-21T22:19:40.123456Z."""
    seconds, rest = divmod(at_ns, 1_000_000_000)
    return f"{datetime.fromtimestamp(seconds, UTC):%Y-%m-%dT%H:%M:%S}.{rest // 1000:06d}Z"


def _cells(entry: Entry, start_ns: int) -> dict[str, Any]:
    record = entry.record
    cells: dict[str, Any] = dict.fromkeys(COLUMNS, "")
    for name in ("number", "direction", "kind", "method", "size", "id", "role", "channel", "note"):
        cells[name] = getattr(record, name)
    cells["time"] = iso_time(record.at_ns)
    cells["seconds"] = f"{max(0, record.at_ns - start_ns) / 1e9:.6f}"
    cells["exchange"] = record.exchange or ""
    cells["finding"] = " ".join(f"{one.rule} {one.severity}" for one in entry.findings)
    cells["text"] = preview_of(record.raw)
    if entry.opens and (exchange := entry.exchange) is not None:
        cells["target"], cells["status"], cells["detail"] = exchange.target, exchange.status, exchange.detail
        cells["duration_ms"] = exchange.duration_ns / 1e6 if exchange.ended_ns else ""
        cells["answer_size"] = exchange.answer_size if exchange.answer else ""
    return cells


def _taken(buffer: io.StringIO) -> bytes:
    text = buffer.getvalue()
    buffer.seek(0)
    buffer.truncate()
    return text.encode("utf-8", "replace")
