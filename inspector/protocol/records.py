"""What the journal keeps: records, exchanges and findings, as plain values.

They are `msgspec.Struct`s because a flood makes 50,000 a second: no per-object garbage collector
bookkeeping (`gc=False`) and creation in a tenth of a microsecond.
"""

from __future__ import annotations

from typing import Final

import msgspec

__all__ = [
    "EXCHANGE_STATES",
    "KINDS",
    "PROVOKED_ID",
    "ROLES",
    "Exchange",
    "Finding",
    "Record",
    "SessionInfo",
    "was_cut",
    "was_provoked",
]

KINDS = (
    "request",
    "notification",
    "response",  # has `result`
    "error",  # has `error`
    "batch",  # an array; its members follow as records of their own, role "member"
    "malformed",  # could not be read as a JSON-RPC message; `note` says why
    "stderr",  # one line of a child's stderr
    "head",  # HTTP request or response head, raw = the header lines
    "lifecycle",  # started, exited, connected, dropped ...; note is the text
)

ROLES = (
    "",  # plain, belongs to no exchange, or opens one
    "answer",  # first answer to a pending request
    "late",  # answer after cancellation or timeout
    "duplicate",  # second answer to the same id
    "unknown",  # answer to an id never sent, or progress for an unknown token
    "mistyped",  # the id matches only after type conversion ("1" for 1)
    "progress",
    "cancel",
    "nested",  # a server's request while a call of ours runs
    "retry",  # the next round of an exchange (MRTR)
    "member",  # unpacked from the batch record before it
    "log",  # notifications/message
    "event",  # a change that a subscription of ours asked for
    "acknowledged",  # the first message of a subscription: what it will tell of
)

EXCHANGE_STATES = ("pending", "done", "failed", "input_required", "cancelled", "lost")


class Record(msgspec.Struct, frozen=True, gc=False):
    """One row of the journal."""

    number: int  # 1, 2, 3 ...; never changes
    at_ns: int  # nanoseconds since the Unix epoch, from a monotonic clock anchored at start
    session: int  # SessionInfo.number
    direction: str  # "out": client to server, "in": server to client, "": neither
    channel: str
    kind: str  # KINDS
    method: str = ""  # of a request or notification; for an answer that of its request
    id: str = ""  # JSON text of the id: 1, "1", null; empty when there is none
    exchange: int = 0  # Exchange.number, 0: none
    role: str = ""  # ROLES
    size: int = 0  # bytes on the wire
    raw: bytes = b""  # exactly as it came or went; a cut line keeps its first bytes
    frame: bytes = b""  # the bytes with their framing (SSE event, CRLF), when that is not raw + newline
    valid: bool = False  # raw is valid JSON
    note: str = ""  # malformed: why; lifecycle: the text; retry: what became of the questions
    spool: str = ""  # a cut line: the file that holds the whole


class Exchange(msgspec.Struct, gc=False):
    """One request and everything that belongs to it. Changes while it runs."""

    number: int  # number of its request record
    session: int
    direction: str  # "out": we asked, "in": the server asked
    method: str
    target: str = ""  # tool, URI or prompt name
    id: str = ""
    channel: str = ""
    status: str = "pending"  # EXCHANGE_STATES
    detail: str = ""  # error code and message, "isError", "cancelled by you" ...
    started_ns: int = 0  # the user pressed Run (queued)
    sent_ns: int = 0  # the first byte leaves
    first_ns: int = 0  # first byte of the answer, or response head
    ended_ns: int = 0  # answer complete; 0: not yet
    answer: int = 0  # record number of the answer; 0: none yet
    last: int = 0  # number of the last record that belongs to it
    records: int = 1
    request_size: int = 0
    answer_size: int = 0
    parent: int = 0  # the exchange during which a server's request came
    rounds: int = 1  # MRTR
    progress: float = -1.0  # last progress value; below 0: none. Of a subscription: events so far
    total: float = -1.0
    message: str = ""  # last progress message
    connect_ns: int = 0  # HTTP, began to connect; 0: over an open connection
    tls_ns: int = 0  # began to agree on TLS
    written_ns: int = 0  # the last byte of the request left; 0: with the first

    @property
    def duration_ns(self) -> int:
        """Nanoseconds from bytes sent to answer complete; 0 while pending."""
        return self.ended_ns - (self.sent_ns or self.started_ns) if self.ended_ns else 0

    def stretches(self, end_ns: int) -> list[tuple[str, int, int]]:
        """What the time until `end_ns` went to, in turn and without gaps: (name, from, to).

        queued | connect | tls | send | wait | receive, those that are known; the first four only when they
        took time.
        """
        moments = [("queued", self.started_ns), ("connect", self.connect_ns), ("tls", self.tls_ns)]
        if self.sent_ns or not self.connect_ns:
            sent = self.sent_ns or self.started_ns
            moments += [("send", sent), ("wait", self.written_ns or sent), ("receive", self.first_ns)]
        found, name, at_ns = [], "queued", self.started_ns
        for following, moment in [*((one, ns) for one, ns in moments if ns), ("", end_ns)]:
            until = max(moment if not following else min(moment, end_ns), at_ns)
            if until > at_ns or name in ("wait", "receive"):
                found.append((name, at_ns, until))
            name, at_ns = following, until
        return found


CHECKING: Final = " · check"
"""Ends the name of a connection that a check of the window makes beside the user's own."""


class SessionInfo(msgspec.Struct, gc=False):
    """One connection inside a session file."""

    number: int
    name: str  # as in the server list
    transport: str  # stdio | http | sse | websocket
    target: str  # command line or URL as shown, secrets masked
    started_ns: int = 0
    ended_ns: int = 0
    era: str = ""  # legacy | modern | ""
    revision: str = ""
    server: str = ""  # name and version the server gave itself
    decided: str = ""  # era decided because ...


class Finding(msgspec.Struct, frozen=True, gc=False):
    """What a lint rule says about a record (or its exchange)."""

    record: int
    exchange: int
    session: int
    rule: str  # "RPC-02"
    severity: str  # error | warning | info
    message: str  # one plain sentence, with the value that is wrong
    page: str = ""  # page of the specification, relative
    pointer: str = ""  # JSON Pointer of what is wrong in the message; in no session file


PROVOKED_ID: Final = 9_000_000
"""What is sent to break a rule on purpose counts its ids from here, far above those of other requests."""


def was_provoked(record: Record) -> bool:
    """It belongs to a fault that was sent on purpose."""
    theirs = record.direction == "in" and record.kind == "request"
    return not theirs and record.id.isdigit() and len(record.id) < 20 and int(record.id) >= PROVOKED_ID


def was_cut(record: Record) -> bool:
    """Whether a message was over the limit, so that the record holds its beginning; sizes do not tell."""
    return record.note.startswith(f"{record.size:,} bytes ") and ": more than the limit, " in record.note
