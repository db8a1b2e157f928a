"""What the detail pane is about: a selected record and, of its call, request, answer and all the rest."""

from __future__ import annotations

import copy
from dataclasses import dataclass
from typing import Final

from inspector.protocol.records import Exchange, Record
from inspector.trace.journal import Journal
from inspector.trace.relations import nested_calls

__all__ = ["RELATED_LIMIT", "Subject", "load", "origin_ns", "related_numbers"]

RELATED_LIMIT: Final = 300  # rows; a call with more records shows its first and last ones
_PAIR: Final = ("request", "response", "error")


@dataclass(frozen=True, slots=True)
class Subject:
    """left and right are shown side by side; right is None while there is no answer, or never one.

    paired: the two sides are request and answer of `exchange`; else only left is shown, which may still
    belong to an exchange (a progress notification, a late answer).
    """

    number: int
    left: Record
    right: Record | None = None
    exchange: Exchange | None = None
    paired: bool = False

    @property
    def is_said(self) -> bool:
        """Whether it is a stderr line or a log message, which may have come during a call."""
        return self.left.kind == "stderr" or self.left.role == "log"


def load(journal: Journal, number: int) -> Subject | None:
    """Read a record, and its call when it is the request or the answer of one. None: no such record.

    May run in a worker thread: bytes of many MB come from the file.
    """
    record = journal.record(number)
    if record is None:
        return None
    exchange = journal.exchange(record.exchange) if record.exchange else None
    if exchange is None:
        return Subject(number, record)
    exchange = copy.copy(exchange)  # the living one goes on changing
    if number not in (exchange.number, exchange.answer) or record.role in ("late", "duplicate"):
        return Subject(number, record, exchange=exchange)
    request = record if number == exchange.number else journal.record(exchange.number)
    answer = record if number == exchange.answer else None
    if answer is None and exchange.answer:
        answer = journal.record(exchange.answer)
    if request is None:
        return Subject(number, record, exchange=exchange)
    return Subject(number, request, answer, exchange, paired=True)


def related_numbers(journal: Journal, exchange: int) -> tuple[list[int], int]:
    """Numbers of the records of a call and of the calls inside it, and how many are left out between.

    Runs in a worker thread. Source of `parent`: a server's request during a call of ours.
    """
    inside: set[int] = set()
    for child in nested_calls(journal, exchange, RELATED_LIMIT):
        inside.update(journal.exchange_records(child))
    own = journal.exchange_records(exchange)
    kept = sorted(inside)[: RELATED_LIMIT // 2]  # what is nested is never lost among much progress
    room = RELATED_LIMIT - len(kept)
    left_out = len(inside) - len(kept) + max(0, len(own) - room)
    if len(own) > room:
        own = own[: room // 2] + own[-(room - room // 2) :]
    return sorted({*own, *kept}), left_out


def origin_ns(journal: Journal) -> int:
    """When the session began: times are said from there."""
    first = journal.rows([1])
    return first[0].at_ns if first else 0
