"""What the journal holds in memory: everything that is not in the file yet, and pending exchanges."""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from collections import deque
from collections.abc import Sequence
from typing import Final

from inspector.protocol.records import Exchange, Finding, Record, SessionInfo
from inspector.trace.annotations import AnnotationStep
from inspector.trace.journal_schema import EXCHANGE, SESSION, has_own_row
from inspector.trace.writer import Batch

__all__ = ["Tail"]

RECORD_BYTES: Final = 200  # what a record costs beside its bytes, roughly
SHOWN_KEPT: Final = 131_072  # numbers of rows kept so that a live view need not ask the file


class Tail:
    """Records, exchanges, findings and sessions on their way into the file.

    All methods belong to the loop thread; single look-ups (`records.get`), `of_exchange` and the questions
    for findings are safe from any thread.
    What is written is forgotten by `settle`, so memory does not grow with the session.
    """

    def __init__(self, last: int = 0) -> None:
        self.last = last
        self.records: dict[int, Record] = {}  # appended and not confirmed
        self.exchanges: dict[int, Exchange] = {}  # pending, or changed and not confirmed
        self.findings: dict[int, list[Finding]] = {}  # by batch number
        self.sessions: dict[int, SessionInfo] = {}
        self.new_bytes = 0
        self.all_bytes = 0  # everything ever appended
        self.batch = 0  # number of the newest batch made
        self._new: list[Record] = []
        self._dirty: dict[int, Exchange] = {}
        self._dirty_sessions: set[int] = set()
        self._oldest = last + 1
        self._handed: dict[int, int] = {}  # exchange → batch that holds its newest state
        self._ended: deque[tuple[int, int]] = deque()  # (batch, exchange) in the order of batches
        self._shown: array[int] = array("q")
        self._shown_from = last + 1

    @property
    def new_count(self) -> int:
        """Records appended since the last batch."""
        return len(self._new)

    @property
    def next_batch(self) -> int:
        """Number of the batch that holds, or will hold, everything up to now."""
        return self.batch + 1 if self.has_new() else self.batch

    def append(self, records: list[Record]) -> None:
        """Keep records; their numbers go on from `last`. Raises ValueError otherwise."""
        number, size, kept, shown = self.last, 0, self.records, self._shown
        for record in records:
            number += 1
            if record.number != number:
                raise ValueError(f"record {record.number} appended, {number} is next")
            kept[number] = record
            size += len(record.raw) + len(record.frame) + RECORD_BYTES
            if has_own_row(record):
                shown.append(number)
        self._new.extend(records)
        self.last = number
        self.new_bytes += size
        if len(shown) > SHOWN_KEPT:
            del shown[: SHOWN_KEPT // 2]
            self._shown_from = shown[0]

    def touch(self, exchange: Exchange) -> None:
        """The exchange is new or changed; its state is taken when the next batch is made."""
        self.exchanges[exchange.number] = exchange
        self._dirty[exchange.number] = exchange

    def add_findings(self, findings: list[Finding]) -> None:
        """Keep findings."""
        self.findings.setdefault(self.batch + 1, []).extend(findings)

    def put_session(self, info: SessionInfo) -> None:
        """The session is new or changed."""
        self.sessions[info.number] = info
        self._dirty_sessions.add(info.number)

    def has_new(self) -> bool:
        """Whether anything came after the newest batch."""
        return bool(self._new or self._dirty or self._dirty_sessions or self.batch + 1 in self.findings)

    def take(self, annotations: Sequence[AnnotationStep] = ()) -> Batch:
        """Everything new as one batch; exchanges and sessions as they are now."""
        self.batch += 1
        self.all_bytes += self.new_bytes
        self.new_bytes = 0
        for number, exchange in self._dirty.items():
            self._handed[number] = self.batch
            if exchange.status != "pending":
                self._ended.append((self.batch, number))
        batch = Batch(
            number=self.batch,
            last=self.last,
            bytes_before=self.all_bytes,
            records=self._new,
            exchanges=list(map(EXCHANGE.values, self._dirty.values())),
            findings=self.findings.get(self.batch, ()),
            sessions=[SESSION.values(self.sessions[number]) for number in sorted(self._dirty_sessions)],
            annotations=annotations,
        )
        self._new, self._dirty, self._dirty_sessions = [], {}, set()
        return batch

    def settle(self, done: Batch) -> None:
        """`done` and all before it are in the file: forget what need not be kept."""
        for number in range(self._oldest, done.last + 1):
            del self.records[number]
        self._oldest = max(self._oldest, done.last + 1)
        for batch in [number for number in self.findings if number <= done.number]:
            del self.findings[batch]
        ended, handed = self._ended, self._handed
        while ended and ended[0][0] <= done.number:
            batch, number = ended.popleft()
            # A late answer may have changed it since; then a later batch takes it away.
            if handed.get(number) == batch and number not in self._dirty:
                del handed[number]
                self.exchanges.pop(number, None)

    def all_findings(self) -> list[Finding]:
        """Findings not confirmed yet."""
        return [finding for batch in list(self.findings.values()) for finding in batch]

    def findings_of(self, record: int, exchange: int) -> list[Finding]:
        """Unconfirmed findings of a record, of an exchange, or of either; all when both are 0."""
        return [
            finding
            for finding in self.all_findings()
            if not (record or exchange)
            or (record and finding.record == record)
            or (exchange and finding.exchange == exchange)
        ]

    def shown(self, first: int, last: int) -> array[int] | None:
        """Numbers from first to last that have a row of their own; None: too long ago to know."""
        if first < self._shown_from:
            return None
        return self._shown[bisect_left(self._shown, first) : bisect_right(self._shown, last)]

    def of_exchange(self, number: int) -> list[int]:
        """Numbers of unconfirmed records that belong to an exchange."""
        return [record.number for record in list(self.records.values()) if record.exchange == number]
