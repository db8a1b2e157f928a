"""JSON Lines: one JSON document a line, everything in it, read back without loss by `imports/jsonl.py`.

The first line tells the format and the connections:
  {"format": "mcptrace-jsonl", "version": 1, "sessions": [...], "rules": [...]}
Then a line a record: `number`, `at_ns`, `session`, `direction`, `channel`, `kind`, `method`, `id` (as JSON),
`exchange`, `role`, `size`, `valid`, `note`, and its bytes as `raw` where they are UTF-8, else `raw_base64`;
`frame` likewise. A request that opens an exchange tells its `target`, `status`, `detail`, `duration_ms` and
`answer`, and the rest of it in `call`. `server` is at most the beginning of the connection's name.
`findings` are what lint rules say; `mark`, `reference` and `comment` what a user added. The whole of a cut
line follows its record as lines {"spool_of": number, "base64": …}, one piece each. What is not there has its
default.
"""

from __future__ import annotations

import base64
import math
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import msgspec

from inspector.protocol.records import Exchange, Finding, Record
from inspector.recorded import encode_json
from inspector.trace.export.entries import Entries, Entry

__all__ = ["FORMAT", "PIECE_BYTES", "document_of", "export_jsonl"]

FORMAT: Final = "mcptrace-jsonl"
PIECE_BYTES: Final = 3 << 18  # of a spooled line; a multiple of three, so that pieces of base64 join
NAME_CHARS: Final = 200  # of a connection's name in each line; whole it is in the first
_ALWAYS: Final = ("number", "at_ns", "session", "direction", "channel", "kind", "size", "valid")
_SOMETIMES: Final = ("method", "exchange", "role", "note")


def export_jsonl(entries: Entries, numbers: Sequence[int]) -> Iterator[bytes]:
    """Everything about these records."""
    annotations = entries.journal.annotations
    head = {
        "format": FORMAT,
        "version": 1,
        "sessions": [msgspec.structs.asdict(info) for info in entries.sessions()],
        "rules": [msgspec.structs.asdict(rule) for rule in entries.rules()],
    }
    yield encode_json(head) + b"\n"
    marked, references = frozenset(annotations.marked()), frozenset(annotations.references())
    text = entries.redactor.text if entries.redactor is not None else str
    names = {info.number: _bounded(info.name) for info in entries.sessions()}
    for entry in entries.walk(numbers):
        document = document_of(entry, names)
        number = entry.record.number
        if number in marked:
            document["mark"] = True
        if number in references:
            document["reference"] = True
        if comment := annotations.note(number):
            document["comment"] = text(comment)
        if entry.record.spool:
            document["spool"] = Path(entry.record.spool).name
        yield encode_json(document) + b"\n"
        if entry.record.spool:
            yield from _spooled(number, Path(entry.record.spool))


def document_of(entry: Entry, names: Mapping[int, str]) -> dict[str, Any]:
    """One record as a JSON document. names: of the connections."""
    record = entry.record
    document: dict[str, Any] = {name: getattr(record, name) for name in _ALWAYS}
    document["server"] = names.get(record.session, "")
    document.update((name, value) for name in _SOMETIMES if (value := getattr(record, name)))
    if record.id:
        document["id"] = msgspec.Raw(record.id.encode())
    if record.spool:
        document["spool"] = record.spool
    if entry.opens and (exchange := entry.exchange) is not None:
        document["target"], document["status"] = exchange.target, exchange.status
        document["detail"], document["duration_ms"] = exchange.detail, exchange.duration_ns / 1e6
        document["answer"] = exchange.answer
        document["call"] = _call(exchange)
    if entry.findings:
        document["findings"] = [_finding(one, record) for one in entry.findings]
    document.update(_bytes("raw", record.raw))
    if record.frame:
        document.update(_bytes("frame", record.frame))
    return document


def _bounded(name: str) -> str:
    return name if len(name) <= NAME_CHARS else f"{name[: NAME_CHARS - 1]}…"


def _call(exchange: Exchange) -> dict[str, Any]:
    """The fields of an exchange that are not those of a new one. What JSON has no number for is a text."""
    fresh = msgspec.structs.asdict(Exchange(exchange.number, 0, "", ""))
    fields = {name: value for name, value in msgspec.structs.asdict(exchange).items() if value != fresh[name]}
    for name in ("progress", "total"):
        if math.isinf(fields.get(name, 0.0)):
            fields[name] = str(fields[name])
    return fields


def _finding(finding: Finding, record: Record) -> dict[str, Any]:
    told: dict[str, Any] = {"rule": finding.rule, "severity": finding.severity, "message": finding.message}
    if finding.page:
        told["page"] = finding.page
    for name in ("exchange", "session"):
        if getattr(finding, name) != getattr(record, name):
            told[name] = getattr(finding, name)
    return told


def _bytes(name: str, data: bytes) -> dict[str, str]:
    try:
        return {name: data.decode("utf-8")}
    except UnicodeDecodeError:
        return {f"{name}_base64": base64.b64encode(data).decode("ascii")}


def _spooled(number: int, path: Path) -> Iterator[bytes]:
    """The whole of a cut line, where its file is still there."""
    try:
        with path.open("rb") as file:
            while piece := file.read(PIECE_BYTES):
                document = {"spool_of": number, "base64": base64.b64encode(piece).decode()}
                yield encode_json(document) + b"\n"
    except OSError:
        return
