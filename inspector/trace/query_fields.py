"""The words of the filter language: one table of fields, one of `is:` words, one of units.

SQL here speaks of r (record), x (its exchange or NULL) and s (its session).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

__all__ = ["FIELDS", "IS_WORDS", "UNITS", "Field"]


@dataclass(frozen=True, slots=True)
class Field:
    """A name in the filter language. type: "text", "number", "duration" (ns) or "size" (bytes)."""

    sql: str
    type: str
    doc: str


_FOUND_HERE: Final = "(f.record = r.number OR (f.exchange != 0 AND f.exchange = r.number))"
_HAS_FINDING: Final = "EXISTS (SELECT 1 FROM finding f WHERE {} " + _FOUND_HERE + ")"
_START: Final = "(SELECT at_ns FROM record ORDER BY number LIMIT 1)"

FIELDS: Final[dict[str, Field]] = {
    "number": Field("r.number", "number", "record number, as in the first column"),
    "time": Field(f"(r.at_ns - {_START})", "duration", "time since the first record"),
    "server": Field("coalesce(s.name, '')", "text", "name of the server"),
    "session": Field("r.session", "number", "number of the connection"),
    "transport": Field("coalesce(s.transport, '')", "text", "stdio, http, sse or websocket"),
    "era": Field("coalesce(s.era, '')", "text", "legacy or modern"),
    "direction": Field("r.direction", "text", "out: to the server, in: from the server"),
    "channel": Field("r.channel", "text", "stdin, stdout, stderr, post-17 …"),
    "kind": Field("r.kind", "text", "request, notification, response, error, malformed, stderr …"),
    "method": Field("r.method", "text", "method of the message, for an answer that of its request"),
    "target": Field("coalesce(x.target, '')", "text", "tool, URI or prompt of the call"),
    "tool": Field("CASE x.method WHEN 'tools/call' THEN x.target ELSE '' END", "text", "tool of the call"),
    "id": Field("r.id", "text", 'id as JSON text: 1 or "1"'),
    "exchange": Field("r.exchange", "number", "number of the request that the record belongs to"),
    "role": Field("r.role", "text", "answer, late, duplicate, unknown, progress, nested …"),
    "status": Field("coalesce(x.status, '')", "text", "pending, done, failed, cancelled, lost"),
    "detail": Field("coalesce(x.detail, '')", "text", "error code and message, or why it ended"),
    "duration": Field(
        "CASE WHEN x.ended_ns > 0 THEN x.ended_ns - coalesce(nullif(x.sent_ns, 0), x.started_ns) END",
        "duration",
        "from the request sent to its answer complete",
    ),
    "size": Field("r.size", "size", "bytes of this message"),
    "answer_size": Field("x.answer_size", "size", "bytes of the answer"),
    "rounds": Field("x.rounds", "number", "rounds of a call that asked for input"),
    "note": Field("r.note", "text", "what is said about a malformed message or a lifecycle step"),
    "rule": Field(
        f"coalesce((SELECT group_concat(f.rule, ' ') FROM finding f WHERE {_FOUND_HERE}), '')",
        "text",
        "rules with a finding here (use contains)",
    ),
}

IS_WORDS: Final[dict[str, tuple[str, str]]] = {
    "error": (
        "(r.kind = 'error' OR coalesce(x.status, '') = 'failed' OR coalesce(x.detail, '') LIKE 'isError%')",
        "an error answer, or a call that ended with one",
    ),
    "pending": ("coalesce(x.status, '') = 'pending'", "not answered yet"),
    "done": ("coalesce(x.status, '') = 'done'", "answered without an error"),
    "cancelled": ("coalesce(x.status, '') = 'cancelled'", "cancelled"),
    "lost": ("coalesce(x.status, '') = 'lost'", "never answered, the connection ended"),
    "late": ("r.role = 'late'", "an answer after cancellation or timeout"),
    "duplicate": ("r.role = 'duplicate'", "a second answer to the same request"),
    "unknown": ("r.role = 'unknown'", "an answer to a request never sent"),
    "mistyped": ("r.role = 'mistyped'", "an answer whose id has another JSON type than the request's"),
    "nested": ("(r.role = 'nested' OR coalesce(x.parent, 0) != 0)", "a request of the server during a call"),
    "retry": ("(r.role = 'retry' OR coalesce(x.rounds, 1) > 1)", "a call with more than one round"),
    "progress": ("r.role = 'progress'", "a progress notification"),
    "event": ("r.role = 'event'", "a change that a subscription told of"),
    "log": ("(r.role = 'log' OR r.method = 'notifications/message')", "a log message"),
    "malformed": ("r.kind = 'malformed'", "could not be read as a message"),
    "cut": ("r.spool != ''", "too long for the session file, its whole is beside it"),
    "request": ("r.kind = 'request'", "a request"),
    "response": ("r.kind IN ('response', 'error')", "an answer"),
    "notification": ("r.kind = 'notification'", "a notification"),
    "batch": ("(r.kind = 'batch' OR r.role = 'member')", "a batch or a part of one"),
    "stderr": ("r.kind = 'stderr'", "a line of a server's stderr"),
    "head": ("r.kind = 'head'", "an HTTP head"),
    "lifecycle": ("r.kind = 'lifecycle'", "a step of a connection: started, exited …"),
    "in": ("r.direction = 'in'", "from the server"),
    "out": ("r.direction = 'out'", "to the server"),
    "finding": (_HAS_FINDING.format(""), "something breaks a rule of the protocol"),
    "violation": (_HAS_FINDING.format("f.severity = 'error' AND"), "has a finding of severity error"),
}

UNITS: Final[dict[str, dict[str, float]]] = {
    "duration": {"ns": 1, "us": 1e3, "µs": 1e3, "ms": 1e6, "s": 1e9, "min": 60e9, "h": 3600e9, "": 1e6},
    "size": {"B": 1, "kB": 1e3, "KB": 1e3, "MB": 1e6, "GB": 1e9, "KiB": 1024, "MiB": 1024**2, "": 1},
    "number": {"": 1},
}
"""Type → unit → factor. A duration without a unit is in milliseconds, a size in bytes."""
