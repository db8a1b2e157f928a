"""Our own JSON Lines (`export/jsonl.py`): every record, exchange, finding, mark and note as it was.

Records get new numbers when some were left out. A line that is no record becomes a malformed record. What a
line does not say of a call (`call`, `exchange`, `role`), as when another program wrote or shortened it, is
found from the messages, as in a live connection.
"""

from __future__ import annotations

import base64
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, TypeVar, get_type_hints

import msgspec

from inspector.protocol import jsonrpc
from inspector.protocol.correlation import Correlation
from inspector.protocol.records import Exchange, Finding, Record, SessionInfo
from inspector.trace.annotations import ColourRule
from inspector.trace.export.jsonl import FORMAT
from inspector.trace.file_check import fit
from inspector.trace.imports.feeding import UNANSWERED
from inspector.trace.imports.reading import BROKEN, Reading
from inspector.trace.imports.splitting import lines_of
from inspector.trace.journal_schema import EXCHANGE, FINDING, RECORD, SESSION, Table
from inspector.trace.renumbering import Renumbered
from inspector.translation import recorded

__all__ = ["read_jsonl", "sniff_jsonl"]

_RECORD: Final = frozenset(Record.__struct_fields__) - {"raw", "frame", "id", "spool"}
_TYPES: Final = get_type_hints(Record)
_decoder: Final = msgspec.json.Decoder(dict[str, msgspec.Raw])


def sniff_jsonl(head: bytes, name: str) -> float:
    """Whether the first line is one of ours."""
    first = head.lstrip(b"\xef\xbb\xbf \r\n").split(b"\n", 1)[0]
    if not first.startswith(b"{"):
        return 0.0
    if f'"format":"{FORMAT}"'.encode() in first.replace(b" ", b""):
        return 1.0
    return 0.9 if b'"number"' in first and b'"at_ns"' in first and b'"kind"' in first else 0.0


def read_jsonl(path: Path, reading: Reading) -> None:
    """Read all lines."""
    _Lines(reading).read(path)


class _Lines:
    def __init__(self, reading: Reading) -> None:
        self._reading = reading
        self._journal = reading.journal
        self._moved = Renumbered(reading.journal)
        self._sessions: set[int] = set()
        self._exchanges: dict[int, list[Exchange]] = {}  # by the number of their last record
        self._found = _Found()
        self._marked: list[int] = []
        self._spool: Any = None
        self._spooled: tuple[int, str] = (0, "")
        self._held: Record | None = None

    def read(self, path: Path) -> None:
        for line, done in lines_of(path):
            if line := line.strip(b"\xef\xbb\xbf \t\r\n"):
                self._line(line)
            self._reading.went_on(done)
        self._release()
        for exchange in [one for several in self._exchanges.values() for one in several]:
            self._moved.exchange(exchange)
        for exchange in self._found.unanswered():
            self._moved.exchange(exchange)
        if self._marked:
            self._journal.annotations.set_marked(self._marked, True)

    def _line(self, line: bytes) -> None:
        try:
            document = _decoder.decode(line)
            if "spool_of" in document:
                self._piece(document)
            elif "format" in document:
                self._head(document)
            else:
                record = _record(document)
                self._release()
                self._held = record
                self._document = document
                if not record.spool:
                    self._release()
        except BROKEN as error:
            self._release()
            self._reading.problem(line, recorded("not a record: {error}", error=error))

    def _head(self, document: dict[str, msgspec.Raw]) -> None:
        for info in msgspec.json.decode(document["sessions"], type=list[SessionInfo]):
            self._sessions.add(info.number)
            self._moved.session(_storable(info, SESSION))
        rules = msgspec.json.decode(document.get("rules", b"[]"), type=list[ColourRule])
        if rules:
            self._journal.annotations.set_rules(rules)

    def _piece(self, document: dict[str, msgspec.Raw]) -> None:
        """A piece of a whole line: it goes to a file beside the session."""
        data = base64.b64decode(msgspec.json.decode(document["base64"], type=str))
        if self._spool is None:
            name = Path(self._held.spool).stem if self._held is not None else "line"
            self._spool, path = self._journal.spool_file(name)
            if self._held is not None:
                self._held = msgspec.structs.replace(self._held, spool=str(path))
        self._spool.write(data)

    def _release(self) -> None:
        """Append the record whose pieces are all there."""
        record, self._held = self._held, None
        if self._spool is not None:
            self._spool.close()
            self._spool = None
        if record is None:
            return
        document = self._document
        if record.session and record.session not in self._sessions:
            name = msgspec.json.decode(document.get("server", b'""'), type=str)
            self._sessions.add(record.session)
            self._moved.session(SessionInfo(record.session, name, "", "", record.at_ns))
        call = document.get("call")
        record, found = (record, None) if call else self._found.place(record, document)
        new = self._moved.record(record)
        if call:
            self._keep(_exchange(call, document, record.number))
        if found is not None:
            self._moved.exchange(found)
        for finding in msgspec.json.decode(document.get("findings", b"[]"), type=list[dict[str, Any]]):
            own = {"record": record.number, "exchange": record.exchange, "session": record.session}
            self._moved.finding(_storable(msgspec.convert(own | finding, Finding), FINDING))
        for exchange in self._exchanges.pop(record.number, ()):
            self._moved.exchange(exchange)
        self._annotate(document, new)

    def _keep(self, exchange: Exchange) -> None:
        self._exchanges.setdefault(max(exchange.last, exchange.answer, exchange.number), []).append(exchange)

    def _annotate(self, document: dict[str, msgspec.Raw], number: int) -> None:
        if "mark" in document:
            self._marked.append(number)
        if "reference" in document:
            self._journal.annotations.set_reference(number, True)
        if "comment" in document:
            self._journal.annotations.set_note(number, msgspec.json.decode(document["comment"], type=str))


class _Found:
    """Calls of which the file has only the messages."""

    def __init__(self) -> None:
        self._by_session: dict[int, Correlation] = {}
        self._numbers: set[int] = set()  # of the requests of all of them
        self._open: dict[int, Exchange] = {}
        self._last_ns = 0

    def place(self, record: Record, document: dict[str, msgspec.Raw]) -> tuple[Record, Exchange | None]:
        """The record with what its line left out, and the call that it belongs to when it is one of these."""
        opens = record.kind == "request" and record.exchange in (0, record.number)
        told = "exchange" in document or "role" in document
        ours = record.exchange in self._numbers if told else record.session in self._by_session
        if not record.raw or not (opens or ours):
            return record, None
        message = jsonrpc.parse(record.raw)
        if message.kind != record.kind:
            return record, None
        correlation = self._by_session.setdefault(record.session, Correlation(record.session))
        size, self._last_ns = record.size or len(record.raw), record.at_ns
        retry_of = None if opens else self._open.get(record.exchange)
        place = correlation.place(
            message, record.direction, record.number, record.at_ns, size,
            retry_of=retry_of if record.kind == "request" else None,
        )  # fmt: skip
        exchange = place.exchange
        if exchange is not None:
            exchange.last = record.number
            exchange.records += record.number != exchange.number
            self._numbers.add(exchange.number)
            self._open[exchange.number] = exchange
            if exchange.status not in ("pending", "input_required"):
                del self._open[exchange.number]
        whole = msgspec.structs.replace(
            record,
            exchange=exchange.number if exchange is not None else record.exchange,
            role=record.role or place.role,
            method=record.method or message.method or (exchange.method if exchange is not None else ""),
            id=record.id or message.id,
            size=size,
            valid=True,
        )
        return whole, exchange

    def unanswered(self) -> Iterator[Exchange]:
        """At the end of the file: those that it holds no answer to."""
        for exchange in self._open.values():
            if self._by_session[exchange.session].end(exchange, "lost", self._last_ns, UNANSWERED):
                yield exchange


def _record(document: dict[str, msgspec.Raw]) -> Record:
    fields = {name: msgspec.json.decode(document[name]) for name in _RECORD if name in document}
    for name in ("raw", "frame"):
        if name in document:
            fields[name] = msgspec.json.decode(document[name], type=str).encode()
        elif f"{name}_base64" in document:
            fields[name] = base64.b64decode(msgspec.json.decode(document[f"{name}_base64"], type=str))
    if "id" in document:
        fields["id"] = bytes(document["id"]).decode()
    if "spool" in document:
        fields["spool"] = Path(msgspec.json.decode(document["spool"], type=str)).name
    # Building a struct checks nothing, and `convert` would copy the bytes through base64.
    for name, value in fields.items():
        if type(value) is not _TYPES[name]:
            raise TypeError(f"{name} is no {_TYPES[name].__name__}")
    return _storable(Record(**fields), RECORD)


def _exchange(call: msgspec.Raw, document: dict[str, msgspec.Raw], number: int) -> Exchange:
    fields: dict[str, Any] = msgspec.json.decode(call)
    for name in ("progress", "total"):
        if name in fields:
            fields[name] = float(fields[name])
    # What was pending then has no status, and nobody can answer it any more.
    whole = {"session": 0, "direction": "", "method": "", "number": number, "status": "lost"} | fields
    return _storable(msgspec.convert(whole, Exchange), EXCHANGE)


_Stored = TypeVar("_Stored", bound=msgspec.Struct)


def _storable(value: _Stored, table: Table) -> _Stored:
    """The value itself. Raises ValueError for what no session file can hold."""
    row = [int(one) if isinstance(one, bool) else one for one in table.values(value)]
    for name, field, fitting in zip(table.columns, row, fit(table.name, row, table.columns), strict=True):
        if isinstance(field, str):
            field.encode()  # half of a surrogate pair is no text
        if field != fitting:
            raise ValueError(f"{name} cannot be kept")
    return value
