"""A session as text: lines for a terminal, JSON Lines for programs. See `export/` for whole files."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from inspector.protocol.questions import outcome_of
from inspector.protocol.records import Exchange
from inspector.recorded import encode_json
from inspector.trace.journal import Journal, Row
from inspector.trace.rows import PREVIEW_CHARS
from inspector.trace.text_columns import columns, cut, fit

if TYPE_CHECKING:
    from inspector.trace.query.language import Compiled

__all__ = ["ARROWS", "duration_text", "json_lines", "lines", "note_text", "outcome_text", "size_text"]

PAGE: Final = 512  # rows asked for at once
ARROWS: Final = {"out": "→", "in": "←", "": "·"}
MARKS: Final = {"done": "ok", "input_required": "asks"}  # other states are shown by their name
NAME_COLUMNS: Final = 16
NAME_CHARS: Final = 256  # of a name that are looked at: a file may hold one of any length


def lines(journal: Journal, where: Compiled | None = None, *, width: int | None = None) -> Iterator[str]:
    """One record a line. width: columns to cut at, 0: none, None: those of the terminal if it is one."""
    if width is None:
        width = shutil.get_terminal_size().columns if sys.stdout.isatty() else 0
    names = {info.number: info.name[:NAME_CHARS] for info in journal.sessions()}
    name_width = min(max(map(columns, names.values()), default=0), NAME_COLUMNS)
    names = {number: fit(name, name_width) for number, name in names.items()}
    nameless = fit("", name_width)
    number_width = max(3, len(str(journal.last)))
    start = _start(journal)
    for row in _rows(journal, "messages", where):
        line = (
            f"{row.number:>{number_width}}  {(row.at_ns - start) / 1e9:9.3f}  {ARROWS[row.direction]}"
            f"  {names.get(row.session, nameless)}  {row.kind:<12}  {_what(row)}"
        )
        yield cut(line.rstrip(), width)


def json_lines(journal: Journal, where: Compiled | None = None) -> Iterator[str]:
    """One JSON document a record, with its bytes, as in an export (`export/jsonl.py`)."""
    from inspector.trace.export.entries import open_entries
    from inspector.trace.export.jsonl import document_of

    names = {info.number: info.name for info in journal.sessions()}
    numbers = journal.visible("messages", 1, journal.last, where)
    with open_entries(journal) as entries:
        for entry in entries.walk(numbers):
            yield encode_json(document_of(entry, names)).decode()


def duration_text(duration_ns: int) -> str:
    """46 ms, 1.20 s, 350 µs."""
    if duration_ns < 1_000_000:
        return f"{duration_ns / 1e3:.0f} µs"
    if duration_ns < 10_000_000:
        return f"{duration_ns / 1e6:.1f} ms"
    if duration_ns < 1_000_000_000:
        return f"{duration_ns / 1e6:.0f} ms"
    return f"{duration_ns / 1e9:.2f} s"


def size_text(size: int) -> str:
    """812 B, 1.2 kB, 10.5 MB."""
    for unit, factor in (("GB", 1e9), ("MB", 1e6), ("kB", 1e3)):
        if size >= factor:
            return f"{size / factor:.1f} {unit}"
    return f"{size} B"


def _rows(journal: Journal, mode: str, where: Compiled | None) -> Iterator[Row]:
    numbers = journal.visible(mode, 1, journal.last, where)
    for start in range(0, len(numbers), PAGE):
        yield from journal.rows(numbers[start : start + PAGE])


def _start(journal: Journal) -> int:
    rows = journal.rows([1])
    return rows[0].at_ns if rows else 0


def _what(row: Row) -> str:
    """Method, target, outcome, size, note or beginning of the bytes."""
    parts = [row.method, row.target if row.opens else "", row.role]
    if row.opens:
        parts.append(outcome_text(row))
    if row.size:
        parts.append(size_text(row.size))
    parts.append(row.severity and f"[{row.severity}]")
    if row.spool:
        parts.append(f"cut, whole in {row.spool}")
    parts.append(note_text(row))
    if row.kind == "head":
        parts.append(row.preview.partition("  ")[0])  # its first line; preview_of joins the lines
    elif row.kind != "lifecycle" or not row.note:
        parts.append(row.preview + "…" * (len(row.preview) == PREVIEW_CHARS))
    return "  ".join(part for part in parts if part)


def outcome_text(of: Row | Exchange) -> str:
    """How a call ended: `ok 46 ms`, `failed -32602 no such tool 3 ms`; of a question `declined 2.30 s`."""
    word, detail = MARKS.get(of.status, of.status), of.detail
    outcome = outcome_of(of.method, of.status, detail) if of.direction == "in" else None
    if outcome is not None:
        word, detail = outcome.text, "" if of.status == "done" else detail.removeprefix("cancelled").strip()
    elif detail.startswith(of.status):
        word = ""  # "cancelled by you" says it
    return " ".join(
        part for part in (word, detail, duration_text(of.duration_ns) if of.duration_ns else "") if part
    )


def note_text(row: Row) -> str:
    """The note of a record; of a next round what became of the questions that it answers."""
    return ", ".join(one.text for one in row.outcomes) if row.role == "retry" else row.note
