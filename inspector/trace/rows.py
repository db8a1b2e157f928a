"""One line of a timeline: what is shown of a record and its exchange, without the bytes."""

from __future__ import annotations

import re
from typing import Final

import msgspec

from inspector.protocol.questions import OUTCOMES, QuestionOutcome, outcome_of, outcomes_in
from inspector.protocol.records import Exchange, Record

__all__ = [
    "PREVIEW_BYTES",
    "PREVIEW_CHARS",
    "SEVERITIES",
    "SHOWN_CHARS",
    "Row",
    "make_row",
    "preview_of",
    "worst",
]

PREVIEW_BYTES: Final = 480  # 120 characters of four bytes
PREVIEW_CHARS: Final = 120
SHOWN_CHARS: Final = 4096  # of a method, a target and what else a server may make as long as it likes
SEVERITIES: Final = ("error", "warning", "info")  # worst first


class Row(msgspec.Struct, frozen=True, gc=False):
    """A record and what it shows of its exchange. Times in ns since the Unix epoch, 0: not yet."""

    number: int
    at_ns: int
    session: int
    direction: str
    channel: str
    kind: str
    method: str
    id: str
    exchange: int
    role: str
    size: int
    valid: bool
    note: str
    spool: str
    # of its exchange; a record without one keeps these defaults
    status: str = ""
    detail: str = ""
    target: str = ""
    duration_ns: int = 0
    started_ns: int = 0
    sent_ns: int = 0
    first_ns: int = 0
    ended_ns: int = 0
    answer: int = 0
    answer_size: int = 0
    parent: int = 0
    rounds: int = 1
    progress: float = -1.0
    total: float = -1.0
    message: str = ""
    # made
    severity: str = ""  # worst finding of the record, or of the exchange that it opens
    preview: str = ""  # the first 120 characters of raw on one line

    @property
    def opens(self) -> bool:
        """Whether this is the request that its exchange is named after."""
        return self.number == self.exchange

    @property
    def outcomes(self) -> tuple[QuestionOutcome, ...]:
        """What became of questions of the server: where this asks one, ends one, or answers a round."""
        if self.role == "retry":
            return outcomes_in(self.note)
        if self.role == "cancel":
            return (OUTCOMES["withdrawn"],) if (self.direction, self.status) == ("in", "cancelled") else ()
        asks = self.opens and self.direction == "in"
        answers = self.number == self.answer and self.direction == "out"
        found = outcome_of(self.method, self.status, self.detail) if asks or answers else None
        return (found,) if found is not None else ()


def make_row(record: Record, exchange: Exchange | None, severity: str, preview: str) -> Row:
    """Put a row together. record: only what a row shows is read, never `raw`."""
    own = (
        record.number, record.at_ns, record.session, record.direction, record.channel, record.kind,
        record.method[:SHOWN_CHARS], record.id[:SHOWN_CHARS], record.exchange, record.role, record.size,
        bool(record.valid), _shown(record.note), record.spool,
    )  # fmt: skip
    if exchange is None:
        return Row(*own, severity=severity, preview=preview)
    return Row(
        *own, exchange.status, _shown(exchange.detail), exchange.target[:SHOWN_CHARS],
        exchange.duration_ns, exchange.started_ns, exchange.sent_ns, exchange.first_ns, exchange.ended_ns,
        exchange.answer, exchange.answer_size, exchange.parent, exchange.rounds, exchange.progress,
        exchange.total, exchange.message[:SHOWN_CHARS], severity, preview,
    )  # fmt: skip


def _shown(text: str) -> str:
    """What is shown of a text; a short one with its message."""
    return text if len(text) <= SHOWN_CHARS else text[:SHOWN_CHARS]


_LINE: Final = str.maketrans({"\n": " ", "\r": " ", "\t": " ", "\0": "␀", "\x1b": "␛"})


# What changed stands behind it, and would not be seen any more.
_SUBSCRIPTION: Final = re.compile(
    rb'"_meta"\s*:\s*\{\s*"io\.modelcontextprotocol/subscriptionId"[^{}]*\}\s*,?\s*'
)


def preview_of(raw: bytes) -> str:
    """The beginning of raw as one line of text; bytes that are not UTF-8 become U+FFFD.

    The subscription that an event names is left out.
    """
    head = raw[:PREVIEW_BYTES]
    if b"/subscriptionId" in head:
        head = _SUBSCRIPTION.sub(b"", head, count=1)
    return head.decode("utf-8", "replace")[:PREVIEW_CHARS].translate(_LINE)


def worst(one: str, other: str) -> str:
    """The worse of two severities; "" is none."""
    order = {severity: place for place, severity in enumerate(SEVERITIES)}
    return min(one, other, key=lambda severity: order.get(severity, len(order)))
