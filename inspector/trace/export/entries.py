"""What an export reads: records in pages of bounded size, each with its exchange and its findings.

Reads the session file over a connection of its own, so that it may run in a worker thread beside a live
session; what the journal has not written yet is not there (`Journal.sync` first).
"""

from __future__ import annotations

import heapq
import json
from array import array
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from functools import partial
from itertools import groupby
from typing import Final, TypeVar

import msgspec

from inspector.protocol.records import Exchange, Finding, Record, SessionInfo
from inspector.trace.annotations import ColourRule
from inspector.trace.during import IS_SAID, windows_of
from inspector.trace.journal import Journal
from inspector.trace.journal_schema import EXCHANGE, FINDING, Table
from inspector.trace.reader import Reader
from inspector.trace.redaction.redact import Redactor

__all__ = ["Entries", "Entry", "open_entries", "whole_exchanges"]

PAGE: Final = 256  # records
PAGE_BYTES: Final = 8 << 20  # one record may be larger
_S = TypeVar("_S", Exchange, Finding)
STRIDE: Final = 65_536  # numbers asked about in one statement


class Entry(msgspec.Struct, frozen=True, gc=False):
    """A record, the exchange it belongs to, what lint rules say about it."""

    record: Record
    exchange: Exchange | None
    findings: tuple[Finding, ...] = ()

    @property
    def opens(self) -> bool:
        """Whether this is the request that its exchange is named after."""
        return self.exchange is not None and self.exchange.number == self.record.number


class Entries:
    """Records of one session file, without secrets when there is a redactor. Make it with `open_entries`."""

    def __init__(self, journal: Journal, reader: Reader, redactor: Redactor | None) -> None:
        self.journal = journal
        self.redactor = redactor
        self._reader = reader
        self.start_ns = next((one.at_ns for one in reader.records(1, 1)), 0)

    def sessions(self) -> list[SessionInfo]:
        """All connections by number."""
        found = self._reader.sessions()
        return found if self.redactor is None else list(map(self.redactor.session, found))

    def sessions_of(self, numbers: Sequence[int]) -> frozenset[int]:
        """The connections that these records are of."""
        return frozenset(session for _, session in self._with_sessions(numbers))

    def by_session(self, numbers: Sequence[int]) -> dict[int, array[int]]:
        """Connection → those of these records that are its own, in order."""
        found: defaultdict[int, array[int]] = defaultdict(partial(array, "q"))
        for number, session in self._with_sessions(numbers):
            found[session].append(number)
        return found

    def _with_sessions(self, numbers: Sequence[int]) -> Iterator[tuple[int, int]]:
        sql = "SELECT number, session FROM record WHERE number IN (SELECT value FROM json_each(?))"
        with closing(self.journal.reader()) as connection:
            for start in range(0, len(numbers), STRIDE):
                chosen = json.dumps(list(numbers[start : start + STRIDE]))
                yield from connection.execute(f"{sql} ORDER BY number", (chosen,))

    def rules(self) -> list[ColourRule]:
        """The session's own rules of colour."""
        found = self.journal.annotations.own_rules
        return list(found) if self.redactor is None else list(map(self.redactor.rule, found))

    def pages(self, numbers: Sequence[int]) -> Iterator[list[Record]]:
        """The records of these numbers as they are in the file, a page at a time."""
        for start in range(0, len(numbers), PAGE):
            page: list[int] = []
            size = 0
            for number, weight in self._reader.weights(numbers[start : start + PAGE]):
                if page and size + weight > PAGE_BYTES:
                    yield self._reader.records_of(page)
                    page, size = [], 0
                page.append(number)
                size += weight
            if page:
                yield self._reader.records_of(page)

    def walk(self, numbers: Sequence[int]) -> Iterator[Entry]:
        """Everything about the records of these numbers, in order."""
        redactor = self.redactor
        for page in self.pages(numbers):
            wanted = {record.exchange for record in page if record.exchange}
            exchanges = {one.number: one for one in self._reader.exchanges(wanted)}
            told = self._reader.findings_of([record.number for record in page])
            findings = {number: tuple(some) for number, some in groupby(told, _record_of)}
            for record in page:
                exchange, found = exchanges.get(record.exchange), findings.get(record.number, ())
                if redactor is None:
                    yield Entry(record, exchange, found)
                    continue
                if exchange is not None:
                    exchange = redactor.exchange(exchange)
                found = tuple(map(redactor.finding, found))
                yield Entry(redactor.record(record), exchange, found)

    def of_exchange(self, number: int) -> Iterator[Entry]:
        """Everything that belongs to an exchange, in order."""
        return self.walk(self._reader.of_exchange(number))

    def exchange(self, number: int) -> Exchange | None:
        """One exchange as it is in the file."""
        found = self._reader.exchanges([number])
        return found[0] if found else None

    def record(self, number: int) -> Record | None:
        """One record as it is in the file."""
        found = self._reader.records_of([number]) if number else []
        return found[0] if found else None

    def clean_record(self, number: int) -> Record | None:
        """One record, without secrets when there is a redactor."""
        found = self.record(number)
        return self.redactor.record(found) if found is not None and self.redactor is not None else found

    def all_exchanges(self) -> Iterator[Exchange]:
        """Every exchange of the file, as it is there."""
        yield from self._all(Exchange, EXCHANGE, "number")

    def all_findings(self) -> Iterator[Finding]:
        """Every finding of the file, as it came."""
        yield from self._all(Finding, FINDING, "rowid")

    def _all(self, kind: type[_S], table: Table, order: str) -> Iterator[_S]:
        with closing(self.journal.reader()) as connection:
            columns = ", ".join(table.columns)
            rows = connection.execute(f"SELECT {columns} FROM {table.name} ORDER BY {order}")
            yield from (self._reader.made(kind, row) for row in rows)

    def find_secrets(self) -> Iterator[int]:
        """Let the redactor read the whole session, so that pseudonyms do not depend on what is exported.

        Yields how many records were read, for progress.
        """
        redactor = self.redactor
        if redactor is None:
            return
        notes, rules = self.journal.annotations, self.journal.annotations.own_rules
        written = [*map(notes.note, notes.noted()), *(rule.filter for rule in rules)]
        redactor.learn((), self._reader.sessions(), written)
        done = 0
        for page in self.pages(range(1, self._reader.last() + 1)):
            redactor.learn(page)
            done += len(page)
            yield done


@contextmanager
def open_entries(journal: Journal, redactor: Redactor | None = None) -> Iterator[Entries]:
    """Entries of a journal, on connections that are closed afterwards."""
    reader = journal.second_reader()
    try:
        yield Entries(journal, reader, redactor)
    finally:
        reader.close()


def whole_exchanges(journal: Journal, numbers: Iterable[int]) -> array[int]:
    """These records and all that belongs to their calls; ascending.

    To a call belong its messages, the requests nested in it, and what the same server said beside it while
    it ran (`during`): stderr, log messages, steps of the connection, what could not be read.
    """
    chosen = json.dumps(list(numbers))
    with closing(journal.reader()) as connection:
        calls = connection.execute(_WHOLE_CALLS, (chosen,)).fetchall()
        whole = json.dumps([number for (number,) in calls])
        records = array("q", (row[0] for row in connection.execute(_WHOLE_RECORDS, (chosen, whole))))
        windows = windows_of(connection, whole)
        rows = connection.execute(_SAID_BESIDE, (windows.first,))
        beside = array("q", (row[0] for row in rows if windows.hold(*row)))
    return array("q", (number for number, _ in groupby(heapq.merge(records, beside))))


_WHOLE_CALLS: Final = """WITH RECURSIVE whole(exchange) AS (
  SELECT DISTINCT exchange FROM record
    WHERE exchange != 0 AND number IN (SELECT value FROM json_each(?))
  UNION SELECT x.number FROM exchange x JOIN whole ON x.parent = whole.exchange AND x.parent != 0)
SELECT x.number FROM whole JOIN exchange x ON x.number = whole.exchange ORDER BY x.number"""
_WHOLE_RECORDS: Final = """SELECT value FROM json_each(?) UNION
SELECT number FROM record WHERE exchange != 0 AND exchange IN (SELECT value FROM json_each(?)) ORDER BY 1"""
_SAID_BESIDE: Final = f"""SELECT number, session, at_ns, kind FROM record r
WHERE number > ? AND exchange = 0 AND ({IS_SAID} OR kind IN ('lifecycle', 'malformed')) ORDER BY number"""


def _record_of(finding: Finding) -> int:
    return finding.record
