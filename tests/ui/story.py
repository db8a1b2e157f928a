"""Journals for tests of the timeline: records and calls as a conversation would make them."""

from __future__ import annotations

import json
from typing import Any, Final

from inspector.protocol.records import Exchange, Finding, Record, SessionInfo
from inspector.trace.journal import Journal

__all__ = ["START_NS", "Story"]

START_NS: Final = 1_800_000_000_000_000_000
MS: Final = 1_000_000


class Story:
    """Tells one thing after the other into a journal, 100 ms apart."""

    def __init__(self, journal: Journal) -> None:
        self.journal = journal
        self.now_ns = START_NS
        journal.add_session(SessionInfo(1, "demo", "stdio", "demo-server", started_ns=START_NS))

    def record(self, kind: str, raw: bytes = b"", **fields: Any) -> int:
        """Append one record; returns its number."""
        number = self.journal.next_number()
        given = {"direction": "in", "channel": "stdout", "session": 1, "size": len(raw), **fields}
        self.journal.append([Record(number=number, at_ns=self.now_ns, kind=kind, raw=raw, **given)])
        self.now_ns += 100 * MS
        return number

    def ask(self, method: str = "tools/call", target: str = "echo", **fields: Any) -> Exchange:
        """A request that is not answered yet."""
        number = self.journal.next_number()
        raw = {"jsonrpc": "2.0", "id": number, "method": method, "params": {"name": target}}
        exchange = Exchange(
            number=number,
            session=1,
            direction=fields.get("direction", "out"),
            method=method,
            target=target,
            id=str(number),
            started_ns=self.now_ns,
            sent_ns=self.now_ns + MS,
            last=number,
            parent=fields.pop("parent", 0),
        )
        given = {"direction": "out", "channel": "stdin", **fields}
        self.record(
            "request",
            json.dumps(raw).encode(),
            method=method,
            id=str(number),
            exchange=number,
            valid=True,
            **given,
        )
        self.journal.touch(exchange)
        return exchange

    def answer(self, exchange: Exchange, status: str = "done", detail: str = "", text: str = "hi") -> int:
        """Answer a request."""
        raw = json.dumps({"jsonrpc": "2.0", "id": exchange.number, "result": {"text": text}}).encode()
        exchange.ended_ns, exchange.status, exchange.detail = self.now_ns, status, detail
        exchange.first_ns = self.now_ns - MS
        exchange.answer_size = len(raw)
        back = "in" if exchange.direction == "out" else "out"
        number = self.part(exchange, "response", raw, role="answer", method=exchange.method, direction=back)
        exchange.answer = number
        self.journal.touch(exchange)
        return number

    def answer_later(self, exchange: Exchange, status: str) -> Exchange:
        """The server wants something before it answers."""
        exchange.status = status
        self.journal.touch(exchange)
        return exchange

    def give_up(self, exchange: Exchange, status: str) -> None:
        """It ends without an answer."""
        exchange.ended_ns, exchange.status = self.now_ns, status
        self.journal.touch(exchange)

    def part(self, exchange: Exchange, kind: str, raw: bytes = b"{}", **fields: Any) -> int:
        """A further record of a call."""
        number = self.record(
            kind, raw, exchange=exchange.number, valid=True, id=str(exchange.number), **fields
        )
        exchange.last = number
        exchange.records += 1
        self.journal.touch(exchange)
        return number

    def call(self, target: str = "echo", **fields: Any) -> Exchange:
        """A request and its answer."""
        exchange = self.ask(target=target)
        self.answer(exchange, **fields)
        return exchange

    def stderr(self, text: str) -> int:
        """A line of stderr."""
        return self.record("stderr", text.encode(), channel="stderr")

    def malformed(self, raw: bytes, note: str, **fields: Any) -> int:
        """Something that is no message."""
        return self.record("malformed", raw, note=note, **fields)

    def finding(self, record: int, severity: str = "error", exchange: int = 0) -> None:
        """What a lint rule says."""
        self.journal.add_findings(
            [Finding(record, exchange, 1, "RPC-01", severity, "this is wrong", "basic/index")]
        )
