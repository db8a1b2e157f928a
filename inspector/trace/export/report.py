"""A Markdown report for a bug tracker or a colleague: connections, a summary, errors, then every call.

Each call has its request, what belongs to it and its answer, re-indented and cut where they are long; what
belongs to no call is one line each. Bytes never leave their fence, whatever they hold.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Final

import msgspec

from inspector.protocol.records import Exchange, Record, SessionInfo
from inspector.trace.export.entries import Entries, Entry
from inspector.trace.export.table import iso_time
from inspector.trace.files import ARROWS, duration_text, outcome_text, size_text
from inspector.trace.journal_schema import has_own_row
from inspector.trace.redaction.redact import SIZES_NOTE
from inspector.trace.rows import preview_of
from inspector.trace.table_cells import markdown_text

__all__ = ["export_report"]

BODY_LINES: Final = 40  # of one message
BODY_BYTES: Final = 20_000
ERRORS: Final = 50  # named in the list of them
METHODS: Final = 60


class _Summary:
    """What the whole comes to, counted in a first pass that keeps nothing else."""

    def __init__(self) -> None:
        self.calls: Counter[tuple[str, str]] = Counter()
        self.ended: Counter[tuple[tuple[str, str], str]] = Counter()  # with the status
        self.answered: Counter[tuple[str, str]] = Counter()
        self.slowest: dict[tuple[str, str], int] = {}
        self.spent: Counter[tuple[str, str]] = Counter()
        self.errors: list[str] = []
        self.error_count = self.records = self.size = 0
        self.findings: Counter[str] = Counter()
        self.first_ns = self.last_ns = 0

    def add(self, entry: Entry) -> None:
        record, exchange = entry.record, entry.exchange
        self.records += 1
        self.size += record.size
        self.first_ns = self.first_ns or record.at_ns
        self.last_ns = max(self.last_ns, record.at_ns)
        self.findings.update(one.severity for one in entry.findings)
        if entry.opens and exchange is not None:
            what = (exchange.method, exchange.target)
            self.calls[what] += 1
            if exchange.answer and exchange.ended_ns:  # what ended without an answer took no time of a server
                self.answered[what] += 1
                self.spent[what] += exchange.duration_ns
                self.slowest[what] = max(self.slowest.get(what, 0), exchange.duration_ns)
            failed = exchange.status == "failed" or exchange.detail.startswith("isError")
            if failed or exchange.status in ("lost", "cancelled"):
                self.ended[what, "failed" if failed else exchange.status] += 1
                self._error(f"#{record.number} {_what(exchange)}: {_outcome(exchange)}")
        elif record.kind == "malformed":
            self._error(f"#{record.number} malformed: {record.note}")

    def _error(self, text: str) -> None:
        self.error_count += 1
        if len(self.errors) < ERRORS:
            self.errors.append(text)


def export_report(entries: Entries, numbers: Sequence[int]) -> Iterator[bytes]:
    """The report, part by part."""
    for text in _parts(entries, numbers):
        yield text.encode("utf-8", "replace")


def _parts(entries: Entries, numbers: Sequence[int]) -> Iterator[str]:
    summary = _Summary()
    for entry in entries.walk(numbers):
        summary.add(entry)
        yield ""  # so that the writer can stop here too
    yield "# Session\n\n"
    for info in entries.sessions():
        yield _connection(info)
    yield from _summed_up(summary, entries)
    yield "\n## Calls and events\n"
    annotations = entries.journal.annotations
    marked = frozenset(annotations.marked())
    text = entries.redactor.text if entries.redactor is not None else str
    for entry in entries.walk(numbers):
        number = entry.record.number
        if not has_own_row(entry.record):
            continue
        if entry.opens:
            yield from _call(entry, entries)
        else:
            yield _line(entry, entries.start_ns)
        if number in marked:
            yield f"- marked (#{number})\n"
        if comment := annotations.note(number):
            yield f"- note on #{number}: {markdown_text(text(comment))}\n"


def _connection(info: SessionInfo) -> str:
    era = ", ".join(part for part in (info.transport, info.era, info.revision) if part)
    decided = f"  - {markdown_text(info.decided)}\n" if info.decided else ""
    server = f" ({markdown_text(info.server)})" if info.server else ""
    return f"- **{markdown_text(info.name)}**{server}: {era}, {_code(info.target)}\n{decided}"


def _summed_up(summary: _Summary, entries: Entries) -> Iterator[str]:
    findings = ", ".join(f"{count} {severity}" for severity, count in summary.findings.items()) or "none"
    yield "\n## Summary\n\n"
    length = duration_text(summary.last_ns - summary.first_ns) if summary.records else "0 s"
    began = f", from {iso_time(summary.first_ns)}" if summary.records else ""
    yield f"{summary.records} records, {size_text(summary.size)}, {length}{began}. Findings: {findings}.\n"
    if entries.redactor is not None:
        yield f"\nSecrets are replaced by names such as «token-1». {SIZES_NOTE}\n"
    if summary.calls:
        yield "\n| call | count | failed | lost | cancelled | mean | slowest |\n"
        yield "|---|---:|---:|---:|---:|---:|---:|\n"
    for what, count in summary.calls.most_common(METHODS):
        name = markdown_text(" ".join(part for part in what if part))
        answered = summary.answered[what]
        mean = duration_text(summary.spent[what] // answered) if answered else ""
        slowest = duration_text(summary.slowest[what]) if answered else ""
        ended = " | ".join(str(summary.ended[what, status]) for status in ("failed", "lost", "cancelled"))
        yield f"| {name} | {count} | {ended} | {mean} | {slowest} |\n"
    if len(summary.calls) > METHODS:
        yield f"\n… and {len(summary.calls) - METHODS} more.\n"
    yield f"\n## Errors\n\n{'' if summary.errors else 'None.'}\n".replace("\n\n\n", "\n\n")
    for error in summary.errors:
        yield f"- {markdown_text(error)}\n"
    if summary.error_count > len(summary.errors):
        yield f"- … and {summary.error_count - len(summary.errors)} more\n"


def _call(entry: Entry, entries: Entries) -> Iterator[str]:
    exchange = entry.exchange
    assert exchange is not None
    at = f"{(entry.record.at_ns - entries.start_ns) / 1e9:.3f} s"
    arrow = ARROWS[entry.record.direction]
    yield f"\n### #{entry.record.number} {arrow} {markdown_text(_what(exchange))}\n\n"
    nested = f" During #{exchange.parent}." if exchange.parent else ""
    yield f"At {at}: {markdown_text(_outcome(exchange))}.{nested}\n"
    for part in entries.of_exchange(exchange.number):
        record = part.record
        if record.kind != "head":
            arrow = ARROWS[record.direction]
            yield f"\n#{record.number} {arrow} {record.role or record.kind}\n\n{_body(record)}\n"
        for one in part.findings:
            yield f"- finding {one.rule} ({one.severity}): {markdown_text(one.message)}\n"


def _line(entry: Entry, start_ns: int) -> str:
    record = entry.record
    shown = record.note or preview_of(record.raw)
    parts = (
        f"- #{record.number}", f"{(record.at_ns - start_ns) / 1e9:.3f} s", ARROWS[record.direction],
        record.kind, markdown_text(record.method), _code(shown) if shown else "",
    )  # fmt: skip
    findings = "".join(
        f"  - finding {one.rule} ({one.severity}): {markdown_text(one.message)}\n" for one in entry.findings
    )
    return " ".join(part for part in parts if part) + "\n" + findings


def _what(exchange: Exchange) -> str:
    return " ".join(part for part in (exchange.method, exchange.target) if part)


def _outcome(exchange: Exchange) -> str:
    return outcome_text(exchange)


def _code(text: str) -> str:
    """Code in a line that what it holds cannot end."""
    text = " ".join(text.split())
    fence = "`"
    while fence in text:
        fence += "`"
    space = " " if text.startswith("`") or text.endswith("`") else ""
    return f"{fence}{space}{text}{space}{fence}"


def _body(record: Record) -> str:
    """The bytes in a fence that they cannot end, re-indented when they are JSON, cut when they are long."""
    raw = record.raw
    if record.valid and len(raw) <= BODY_BYTES:
        with suppress(msgspec.DecodeError):  # that it is JSON is what the file says
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
