"""The words of the filter language: one table of fields, one of `is:` words, one of units.

SQL here speaks of r (record), x (its exchange or NULL) and s (its session). What a user added to the
records comes as the parameters of `Annotated.params`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from inspector.protocol.records import CHECKING, EXCHANGE_STATES, KINDS, ROLES
from inspector.trace.during import DURING
from inspector.translation import QT_TRANSLATE_NOOP

__all__ = ["FIELDS", "IS_WORDS", "NAMES", "UNITS", "Field", "IsWord"]


@dataclass(frozen=True, slots=True)
class Field:
    """A name in the filter language.

    type: "text", "number", "duration" (ns), "size" (bytes), "clock" or "call".

    A clock is ns since the epoch, compared with a time of the day or a moment of this computer's time zone.
    A call is a number, and sql then a condition with {0} in the place of that number.

    choices: all values that a text can have; empty when it can be anything. json: it holds JSON texts.
    """

    sql: str
    type: str
    doc: str
    example: str
    choices: tuple[str, ...] = ()
    json: bool = False


@dataclass(frozen=True, slots=True)
class IsWord:
    """A word after `is:`."""

    sql: str
    doc: str


_RULES_HERE: Final = (
    "SELECT group_concat(f.rule, ' ') FROM finding f WHERE f.record = r.number"
    " OR (f.exchange != 0 AND f.exchange = r.number)"
)
_HAS_FINDING: Final = (
    "(EXISTS (SELECT 1 FROM finding f WHERE {0} f.record = r.number) OR (r.number = r.exchange AND"
    " EXISTS (SELECT 1 FROM finding f WHERE {0} f.exchange != 0 AND f.exchange = r.number)))"
)
_START: Final = "(SELECT at_ns FROM record ORDER BY number LIMIT 1)"
_COMMENTED: Final = "r.number IN (SELECT CAST(key AS INTEGER) FROM json_each(:_comments))"
_DURATION: Final = (
    "CASE WHEN x.ended_ns > 0 THEN max(0, x.ended_ns - coalesce(nullif(x.sent_ns, 0), x.started_ns)) END"
)

FIELDS: Final[dict[str, Field]] = {
    "method": Field(
        "r.method",
        "text",
        QT_TRANSLATE_NOOP("Query", "method; for a response, that of its request"),
        'method == "tools/call"',
    ),
    "target": Field(
        "coalesce(x.target, '')",
        "text",
        QT_TRANSLATE_NOOP("Query", "tool, URI or prompt of the call"),
        'target ~ "^get_"',
    ),
    "tool": Field(
        "CASE x.method WHEN 'tools/call' THEN x.target ELSE '' END",
        "text",
        QT_TRANSLATE_NOOP("Query", "tool of the call"),
        "tool == get_time",
    ),
    "duration": Field(
        _DURATION,
        "duration",
        QT_TRANSLATE_NOOP("Query", "time from sending the request to the complete response, last round"),
        "duration > 100ms",
    ),
    "status": Field(
        "coalesce(x.status, '')",
        "text",
        QT_TRANSLATE_NOOP("Query", "status of the call"),
        "status == failed",
        EXCHANGE_STATES,
    ),
    "detail": Field(
        "coalesce(x.detail, '')",
        "text",
        QT_TRANSLATE_NOOP("Query", "error code and message, or why it ended"),
        'detail contains "-32602"',
    ),
    "server": Field(
        "coalesce(s.name, '')", "text", QT_TRANSLATE_NOOP("Query", "server name"), 'server == "demo"'
    ),
    "kind": Field(
        "r.kind", "text", QT_TRANSLATE_NOOP("Query", "message type"), "kind in {malformed, stderr}", KINDS
    ),
    "direction": Field(
        "r.direction",
        "text",
        QT_TRANSLATE_NOOP("Query", "to the server or from it"),
        "direction == out",
        ("out", "in"),
    ),
    "size": Field("r.size", "size", QT_TRANSLATE_NOOP("Query", "bytes of this message"), "size > 2kB"),
    "answer_size": Field(
        "x.answer_size", "size", QT_TRANSLATE_NOOP("Query", "bytes of the response"), "answer_size >= 1MB"
    ),
    "time": Field(
        f"(r.at_ns - {_START})",
        "duration",
        QT_TRANSLATE_NOOP("Query", "time since the first record"),
        "time > 5s",
    ),
    "at": Field(
        "r.at_ns",
        "clock",
        QT_TRANSLATE_NOOP("Query", "time of day, or date and time, in your time zone"),
        "at > 14:30",
    ),
    "number": Field(
        "r.number",
        "number",
        QT_TRANSLATE_NOOP("Query", "record number, as in the first column"),
        "number in {1, 3..9}",
    ),
    "comment": Field(
        f"CASE WHEN {_COMMENTED} THEN coalesce((SELECT value FROM json_each(:_comments)"
        " WHERE CAST(key AS INTEGER) = r.number), '') ELSE '' END",
        "text",
        QT_TRANSLATE_NOOP("Query", "your note on the row"),
        'comment contains "slow"',
    ),
    "id": Field(
        "r.id",
        "text",
        QT_TRANSLATE_NOOP("Query", 'id of the message as JSON: 1 or "1"'),
        "id == 7",
        json=True,
    ),
    "role": Field(
        "r.role",
        "text",
        QT_TRANSLATE_NOOP("Query", "role of the message in its call"),
        "role == progress",
        ROLES[1:],
    ),
    "exchange": Field(
        "r.exchange",
        "number",
        QT_TRANSLATE_NOOP("Query", "number of the request the record belongs to"),
        "exchange == 12",
    ),
    "during": Field(
        DURING,
        "call",
        QT_TRANSLATE_NOOP("Query", "stderr lines and log messages during this call"),
        "during == #12",
    ),
    "rounds": Field(
        "x.rounds",
        "number",
        QT_TRANSLATE_NOOP("Query", "rounds of a call that requested input"),
        "rounds > 1",
    ),
    "channel": Field(
        "r.channel",
        "text",
        QT_TRANSLATE_NOOP("Query", "stdin, stdout, stderr, post-17 …"),
        'channel ~ "^post"',
    ),
    "note": Field(
        "r.note",
        "text",
        QT_TRANSLATE_NOOP("Query", "why a message is malformed, or what a lifecycle step was"),
        'note contains "exited"',
    ),
    "rule": Field(
        f"coalesce(({_RULES_HERE}), '')",
        "text",
        QT_TRANSLATE_NOOP("Query", "rules with findings here"),
        'rule contains "RPC-07"',
    ),
    "session": Field("r.session", "number", QT_TRANSLATE_NOOP("Query", "connection number"), "session == 2"),
    "transport": Field(
        "coalesce(s.transport, '')",
        "text",
        QT_TRANSLATE_NOOP("Query", "transport of the connection"),
        "transport == http",
        ("stdio", "http", "sse", "websocket"),
    ),
    "era": Field(
        "coalesce(s.era, '')",
        "text",
        QT_TRANSLATE_NOOP("Query", "protocol with or without a handshake"),
        "era == modern",
        ("legacy", "modern"),
    ),
}

_BY_ITSELF: Final = (
    "initialize", "server/discover", "ping", "tools/list", "resources/list", "resources/templates/list",
    "prompts/list", "tasks/list", "tasks/get", "tasks/result", "completion/complete", "logging/setLevel",
    "subscriptions/listen",
)  # fmt: skip
"""Requests that a client makes without being told to. A record does not say who wanted it."""
# Any answer but a result says "no handshake-less protocol here"; before the era is known only the usual one.
_PROBE: Final = (
    "(coalesce(x.method, '') = 'server/discover' AND x.status = 'failed' AND (coalesce(s.era, '') = 'legacy'"
    " OR (coalesce(s.era, '') = '' AND x.detail LIKE '-32601%')))"
)

IS_WORDS: Final[dict[str, IsWord]] = {
    "error": IsWord(
        "(r.kind = 'error' OR coalesce(x.status, '') = 'failed' OR coalesce(x.detail, '') LIKE 'isError%')",
        QT_TRANSLATE_NOOP("Query", "an error response, or a call that ended with an error"),
    ),
    "pending": IsWord("coalesce(x.status, '') = 'pending'", QT_TRANSLATE_NOOP("Query", "no response yet")),
    "mine": IsWord(
        f"(coalesce(x.direction, '') = 'out' AND x.method NOT IN {_BY_ITSELF!r}"
        f" AND coalesce(s.name, '') NOT LIKE '%{CHECKING}')",
        QT_TRANSLATE_NOOP("Query", "a call you made: no handshake, list, ping, poll or completion"),
    ),
    "probe": IsWord(
        _PROBE,
        QT_TRANSLATE_NOOP("Query", "our own probe for the modern protocol, rejected by an older server"),
    ),
    "call": IsWord("coalesce(x.number, 0) = r.number", QT_TRANSLATE_NOOP("Query", "the request of a call")),
    "answered": IsWord(
        "(coalesce(x.answer, 0) > 0 AND x.ended_ns > 0)",
        QT_TRANSLATE_NOOP("Query", "a call that got a response, even an error"),
    ),
    "done": IsWord(
        "coalesce(x.status, '') = 'done'", QT_TRANSLATE_NOOP("Query", "completed without an error")
    ),
    "cancelled": IsWord("coalesce(x.status, '') = 'cancelled'", QT_TRANSLATE_NOOP("Query", "cancelled")),
    "lost": IsWord(
        "coalesce(x.status, '') = 'lost'",
        QT_TRANSLATE_NOOP("Query", "no response before the connection ended"),
    ),
    "late": IsWord("r.role = 'late'", QT_TRANSLATE_NOOP("Query", "a response after cancellation or timeout")),
    "duplicate": IsWord(
        "r.role = 'duplicate'", QT_TRANSLATE_NOOP("Query", "a second response to the same request")
    ),
    "unknown": IsWord("r.role = 'unknown'", QT_TRANSLATE_NOOP("Query", "a response to a request never sent")),
    "mistyped": IsWord(
        "r.role = 'mistyped'",
        QT_TRANSLATE_NOOP("Query", "a response whose id has a different JSON type than the request's"),
    ),
    "nested": IsWord(
        "(r.role = 'nested' OR coalesce(x.parent, 0) != 0)",
        QT_TRANSLATE_NOOP("Query", "a request from the server during a call"),
    ),
    "retry": IsWord(
        "(r.role = 'retry' OR coalesce(x.rounds, 1) > 1)",
        QT_TRANSLATE_NOOP("Query", "a call with more than one round"),
    ),
    "marked": IsWord(
        "r.number IN (SELECT value FROM json_each(:_marked))", QT_TRANSLATE_NOOP("Query", "marked by you")
    ),
    "reference": IsWord(
        "r.number IN (SELECT value FROM json_each(:_references))",
        QT_TRANSLATE_NOOP("Query", "a time reference"),
    ),
    "commented": IsWord(_COMMENTED, QT_TRANSLATE_NOOP("Query", "a row with a note")),
    "progress": IsWord("r.role = 'progress'", QT_TRANSLATE_NOOP("Query", "a progress notification")),
    "event": IsWord("r.role = 'event'", QT_TRANSLATE_NOOP("Query", "a change reported by a subscription")),
    "log": IsWord(
        "(r.role = 'log' OR r.method = 'notifications/message')", QT_TRANSLATE_NOOP("Query", "a log message")
    ),
    "malformed": IsWord("r.kind = 'malformed'", QT_TRANSLATE_NOOP("Query", "not readable as a message")),
    "cut": IsWord(
        "r.spool != ''", QT_TRANSLATE_NOOP("Query", "too long for the session file, saved beside it")
    ),
    "request": IsWord("r.kind = 'request'", QT_TRANSLATE_NOOP("Query", "a request")),
    "response": IsWord("r.kind IN ('response', 'error')", QT_TRANSLATE_NOOP("Query", "a response")),
    "notification": IsWord("r.kind = 'notification'", QT_TRANSLATE_NOOP("Query", "a notification")),
    "batch": IsWord(
        "(r.kind = 'batch' OR r.role = 'member')", QT_TRANSLATE_NOOP("Query", "a batch or part of one")
    ),
    "stderr": IsWord("r.kind = 'stderr'", QT_TRANSLATE_NOOP("Query", "a line of the server's stderr")),
    "head": IsWord("r.kind = 'head'", QT_TRANSLATE_NOOP("Query", "HTTP headers")),
    "lifecycle": IsWord(
        "r.kind = 'lifecycle'", QT_TRANSLATE_NOOP("Query", "a connection step: started, exited …")
    ),
    "in": IsWord("r.direction = 'in'", QT_TRANSLATE_NOOP("Query", "from the server")),
    "out": IsWord("r.direction = 'out'", QT_TRANSLATE_NOOP("Query", "to the server")),
    "finding": IsWord(_HAS_FINDING.format(""), QT_TRANSLATE_NOOP("Query", "breaks a protocol rule")),
    "violation": IsWord(
        _HAS_FINDING.format("f.severity = 'error' AND"),
        QT_TRANSLATE_NOOP("Query", "has a finding with severity error"),
    ),
}

NAMES: Final = ("tool", "server")
"""Fields whose values a session knows all of, so that another one is rather a typing error."""

UNITS: Final[dict[str, dict[str, float]]] = {
    "duration": {"ns": 1, "us": 1e3, "µs": 1e3, "ms": 1e6, "s": 1e9, "min": 60e9, "h": 3600e9, "": 1e6},
    "size": {
        "B": 1,
        "kB": 1e3,
        "KB": 1e3,
        "MB": 1e6,
        "GB": 1e9,
        "KiB": 1024,
        "MiB": 1024**2,
        "GiB": 1024**3,
        "": 1,
    },
    "number": {"": 1},
}
"""Type → unit → factor. A duration without a unit is in milliseconds, a size in bytes."""
