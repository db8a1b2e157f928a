"""Rows for a timeline: put together from memory and file, and kept while they are looked at."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Sequence
from typing import Final

from inspector.protocol.records import Exchange, Record
from inspector.trace.reader import Reader
from inspector.trace.rows import Row, make_row, preview_of, worst
from inspector.trace.tail import Tail

__all__ = ["RowCache"]

CACHED_ROWS: Final = 4096  # some forty screens


class RowCache:
    """Makes rows and remembers the newest few thousand.

    Any thread may ask for rows; changes are told by the loop thread. What was made while something changed is
    not remembered: it may show the state before.
    """

    def __init__(self, tail: Tail, reader: Reader) -> None:
        self._tail, self._reader = tail, reader
        self._rows: OrderedDict[int, Row] = OrderedDict()
        self._rows_of: dict[int, set[int]] = {}  # exchange → cached rows that show it
        self._changes = 0  # so many were told
        self._lock = threading.Lock()  # held for moments: no question is asked meanwhile

    def forget_exchange(self, exchange: int) -> None:
        """It changed: make its rows anew when they are asked for."""
        with self._lock:
            self._changes += 1
            for number in self._rows_of.pop(exchange, ()):
                self._rows.pop(number, None)

    def forget_record(self, number: int) -> None:
        """Something about this record changed (a finding)."""
        with self._lock:
            self._changes += 1
            self._rows.pop(number, None)

    def rows(self, numbers: Sequence[int], with_findings: bool) -> list[Row]:
        """Rows in this order; unknown numbers are left out."""
        found = {number: row for number in numbers if (row := self._rows.get(number)) is not None}
        if len(found) < len(numbers) and (missing := [number for number in numbers if number not in found]):
            changes = self._changes
            made = {row.number: row for row in self._make(missing, with_findings)}
            self._remember(made, changes)
            found |= made
        return [found[number] for number in numbers if number in found]

    def _remember(self, made: dict[int, Row], changes: int) -> None:
        with self._lock:
            if changes != self._changes:
                return
            for row in made.values():
                self._rows[row.number] = row
                if row.exchange:
                    self._rows_of.setdefault(row.exchange, set()).add(row.number)
            while len(self._rows) > CACHED_ROWS:
                self._drop_oldest()

    def _drop_oldest(self) -> None:
        _, row = self._rows.popitem(last=False)
        others = self._rows_of.get(row.exchange)
        if others is not None:
            others.discard(row.number)
            if not others:
                del self._rows_of[row.exchange]

    def _make(self, numbers: list[int], with_findings: bool) -> list[Row]:
        heads: dict[int, tuple[Record, str]] = {}
        for number in numbers:
            record = self._tail.records.get(number)
            if record is not None:
                heads[number] = (record, preview_of(record.raw))
        in_file = [number for number in numbers if number not in heads]
        if in_file:
            heads.update(
                (record.number, (record, preview)) for record, preview in self._reader.heads(in_file)
            )
        exchanges = self._exchanges({record.exchange for record, _ in heads.values()})
        severities = self._severities(set(heads)) if with_findings else {}
        return [
            make_row(record, exchanges.get(record.exchange), severities.get(number, ""), preview)
            for number, (record, preview) in heads.items()
        ]

    def _exchanges(self, numbers: set[int]) -> dict[int, Exchange]:
        numbers.discard(0)
        found = {number: live for number in numbers if (live := self._tail.exchanges.get(number)) is not None}
        if len(found) < len(numbers):
            missing = self._reader.exchanges(numbers - found.keys())
            found.update((exchange.number, exchange) for exchange in missing)
        return found

    def _severities(self, numbers: set[int]) -> dict[int, str]:
        worst_of: dict[int, str] = {}
        recent = [(one.record, one.exchange, one.severity) for one in self._tail.all_findings()]
        for record, exchange, severity in self._reader.severities(numbers) + recent:
            for number in {record, exchange} & numbers:
                worst_of[number] = worst(worst_of.get(number, ""), severity)
        return worst_of
