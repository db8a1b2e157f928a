"""A session as text: lines for a terminal, JSON Lines for programs, a transcript for reading."""

from __future__ import annotations

import base64
import shutil
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

import msgspec

from inspector.protocol.records import Finding, Record
from inspector.trace.columns import columns, cut, fit
from inspector.trace.journal import Journal, Row
from inspector.trace.rows import PREVIEW_CHARS

if TYPE_CHECKING:
    from inspector.trace.query import Compiled

__all__ = ["duration_text", "json_lines", "lines", "size_text", "transcript"]

PAGE: Final = 512  # rows asked for at once
ARROWS: Final = {"out": "→", "in": "←", "": "·"}
MARKS: Final = {"done": "ok", "input_required": "asks"}  # other states are shown by their name
BODY_LINES: Final = 40  # of one message in a transcript
BODY_BYTES: Final = 20_000
NAME_COLUMNS: Final = 16


def lines(journal: Journal, where: Compiled | None = None, *, width: int | None = None) -> Iterator[str]:
    """One record a line. width: columns to cut at, 0: none, None: those of the terminal if it is one."""
    if width is None:
        width = shutil.get_terminal_size().columns if sys.stdout.isatty() else 0
    names = {info.number: info.name for info in journal.sessions()}
    name_width = min(max(map(columns, names.values()), default=0), NAME_COLUMNS)
    number_width = max(3, len(str(journal.last)))
    start = _start(journal)
    for row in _rows(journal, "messages", where):
        line = (
            f"{row.number:>{number_width}}  {(row.at_ns - start) / 1e9:9.3f}  {ARROWS[row.direction]}"
            f"  {fit(names.get(row.session, ''), name_width)}  {row.kind:<12}  {_what(row)}"
        )
        yield cut(line.rstrip(), width)


def json_lines(journal: Journal, where: Compiled | None = None) -> Iterator[str]:
    """One JSON document a record, with its bytes: `raw` where they are UTF-8, `raw_base64` where not.

    A request also tells how its exchange stands. `spool` is the file with the whole of a cut line.
    """
    names = {info.number: info.name for info in journal.sessions()}
    for row in _rows(journal, "messages", where):
        record = journal.record(row.number)
        if record is None:
            continue
        document = _document(record, row)
        document["server"] = names.get(record.session, "")
        if row.severity:
            document["findings"] = [_finding(one) for one in journal.findings(record=row.number)]
        yield msgspec.json.encode(document).decode()


def transcript(journal: Journal) -> str:
    """The session as Markdown: what was connected, then every call with its request and its answer."""
    parts = ["# Session", ""]
    for info in journal.sessions():
        era = ", ".join(part for part in (info.transport, info.era, info.revision) if part)
        parts.append(f"- **{info.name}**{f' ({info.server})' if info.server else ''}: {era}, `{info.target}`")
        if info.decided:
            parts.append(f"  - {info.decided}")
    start = _start(journal)
    for row in _rows(journal, "calls", None):
        at = f"{(row.at_ns - start) / 1e9:.3f} s"
        if not row.opens:
            parts.append(f"- #{row.number} {at} {ARROWS[row.direction]} {row.kind} {_what(row)}".rstrip())
            continue
        what = " ".join(part for part in (row.method, row.target) if part)
        parts += [
            "",
            f"## #{row.number} {ARROWS[row.direction]} {what}",
            "",
            f"At {at}: {_outcome(row)}.",
            "",
        ]
        for number in journal.exchange_records(row.number):
            record = journal.record(number)
            if record is not None and record.kind != "head":
                parts += [
                    f"#{number} {ARROWS[record.direction]} {record.role or record.kind}",
                    "",
                    _body(record),
                    "",
                ]
        parts += [f"- finding {one.rule} ({one.severity}): {one.message}" for one in _findings(journal, row)]
    counts = journal.finding_count()
    found = ", ".join(f"{count} {severity}" for severity, count in counts.items()) or "none"
    parts += ["", f"{journal.last} records, findings: {found}.", ""]
    return "\n".join(parts)


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
        parts.append(_outcome(row))
    if row.size:
        parts.append(size_text(row.size))
    parts.append(row.severity and f"[{row.severity}]")
    if row.spool:
        parts.append(f"cut, whole in {row.spool}")
    parts.append(row.note)
    if row.kind == "head":
        parts.append(row.preview.partition("  ")[0])  # its first line; preview_of joins the lines
    elif row.kind != "lifecycle":
        parts.append(row.preview + "…" * (len(row.preview) == PREVIEW_CHARS))
    return "  ".join(part for part in parts if part)


def _outcome(row: Row) -> str:
    parts = [MARKS.get(row.status, row.status), row.detail]
    if row.duration_ns:
        parts.append(duration_text(row.duration_ns))
    return " ".join(part for part in parts if part)


def _document(record: Record, row: Row) -> dict[str, Any]:
    document: dict[str, Any] = {
        "number": record.number,
        "at_ns": record.at_ns,
        "session": record.session,
        "direction": record.direction,
        "channel": record.channel,
        "kind": record.kind,
        "size": record.size,
        "valid": record.valid,
    }
    optional = {
        "method": record.method,
        "exchange": record.exchange,
        "role": record.role,
        "note": record.note,
    }
    document.update((key, value) for key, value in optional.items() if value)
    if record.id:
        document["id"] = msgspec.Raw(record.id.encode())
    if record.spool:
        document["spool"] = record.spool
    if row.opens:
        document["target"], document["status"] = row.target, row.status
        document["detail"], document["duration_ms"] = row.detail, row.duration_ns / 1e6
        document["answer"] = row.answer
    document.update(_bytes("raw", record.raw))
    if record.frame:
        document.update(_bytes("frame", record.frame))
    return document


def _bytes(name: str, data: bytes) -> dict[str, str]:
    try:
        return {name: data.decode("utf-8")}
    except UnicodeDecodeError:
        return {f"{name}_base64": base64.b64encode(data).decode("ascii")}


def _finding(finding: Finding) -> dict[str, str]:
    return {"rule": finding.rule, "severity": finding.severity, "message": finding.message}


def _findings(journal: Journal, row: Row) -> list[Finding]:
    return journal.findings(row.number, row.number) if row.severity else []


def _body(record: Record) -> str:
    """The bytes in a fence that they cannot end, re-indented when they are JSON, cut when they are long."""
    raw = record.raw
    if record.valid and len(raw) <= BODY_BYTES:
        raw = msgspec.json.format(raw, indent=2)
    all_lines = raw[:BODY_BYTES].decode("utf-8", "backslashreplace").splitlines()
    shown = all_lines[:BODY_LINES]
    if len(shown) < len(all_lines) or len(raw) > BODY_BYTES:
        shown.append(f"… {size_text(record.size)} in all{f', see {record.spool}' if record.spool else ''}")
    text = "\n".join(shown)
    fence = "```"
    while fence in text:
        fence += "`"
    return f"{fence}{'json' if record.valid else ''}\n{text}\n{fence}"
