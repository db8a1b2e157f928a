"""The phases of a call, with its progress and the requests inside it, as stretches on one axis."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication

from inspector.protocol.records import Exchange
from inspector.protocol.subscribing import LISTEN
from inspector.trace.journal import Journal
from inspector.trace.relations import nested_calls
from inspector.ui.detail.subject import Subject, origin_ns
from inspector.ui.locale.locale_text import clock_text, duration_text, number_text
from inspector.ui.widgets.controls import Marked

__all__ = ["Phase", "Timing", "is_short", "load_timing", "phases_of"]

_NESTED: Final = 12  # requests inside a call that get a bar
_COUNTED: Final = 1_000  # of them that are counted in a long call
_TICKS: Final = 400  # at most; more would be one line
_RECORDS: Final = 2_000  # of a call that are looked through for progress
_AT_ONCE: Final = 300  # records from the first to the last of a call that are read as fast as a page of rows
_BEYOND: Final = 50  # records behind the last of a call, in which a task of it may still ask
_TEXTS: Final[dict[str, Marked]] = {
    "queued": QT_TRANSLATE_NOOP("Timing", "Queued"),
    "connect": QT_TRANSLATE_NOOP("Timing", "Connecting"),
    "tls": QT_TRANSLATE_NOOP("Timing", "TLS handshake"),
    "send": QT_TRANSLATE_NOOP("Timing", "Sending"),
    "earlier": QT_TRANSLATE_NOOP("Timing", "Earlier rounds"),
    "wait": QT_TRANSLATE_NOOP("Timing", "Waiting"),
    "receive": QT_TRANSLATE_NOOP("Timing", "Receiving"),
    "total": QT_TRANSLATE_NOOP("Timing", "Total"),
    "started": QT_TRANSLATE_NOOP("Timing", "Started {0}, {1} s after the first record"),
    "came": QT_TRANSLATE_NOOP("Timing", "Came {0}, {1} s after the first record"),
    "before": QT_TRANSLATE_NOOP("Timing", "{0} after the record before it, #{1}"),
    "subscription": QT_TRANSLATE_NOOP("Timing", "Belongs to the subscription #{0}, open for {1} by then"),
    "alone": QT_TRANSLATE_NOOP("Timing", "It has no duration."),
    "rounds": QT_TRANSLATE_NOOP("Timing", "Rounds: {0}"),
    "pending": QT_TRANSLATE_NOOP("Timing", "No response yet"),
    "progress": QT_TRANSLATE_NOOP("Timing", "Progress notifications: {0}"),
    "every": QT_TRANSLATE_NOOP("Timing", "Progress notifications: {0}, one every {1}, the longest gap {2}"),
    "nested": QT_TRANSLATE_NOOP("Timing", "Server requests inside: {0}, {1} in total"),
    "here": QT_TRANSLATE_NOOP("Timing", "This record: {0} after the start of #{1} {2}"),
}

_SHARES: Final = {"queued": 0.3, "connect": 0.3, "tls": 0.3, "send": 0.6, "wait": 0.6, "receive": 1.0}
"""How strongly the bar of a phase is coloured."""


@dataclass(frozen=True, slots=True)
class Phase:
    """A stretch of a call. share: how strongly its bar is coloured, 0..1. number: a nested request."""

    name: str
    start_ns: int
    end_ns: int
    share: float
    number: int = 0


@dataclass(frozen=True, slots=True)
class Timing:
    """What is shown of a record. ticks: when progress came. here_ns: when the record itself came, 0: not
    shown. Times in ns since the Unix epoch."""

    phases: tuple[Phase, ...] = ()
    ticks: tuple[int, ...] = ()
    here_ns: int = 0
    notes: tuple[str, ...] = ()


def phases_of(exchange: Exchange, now_ns: int) -> list[Phase]:
    """What the time of a call went to, and its total. What is not known is left out; pending ends now."""
    end = exchange.ended_ns
    if not end:
        known = max(exchange.started_ns, exchange.sent_ns, exchange.first_ns)
        end = now_ns if exchange.status == "pending" else known
    phases = [Phase(name, start, stop, _SHARES[name]) for name, start, stop in exchange.stretches(end)]
    if not exchange.ended_ns:
        phases = [phase for phase in phases if phase.name != "receive"]
    return [*phases, Phase("total", exchange.started_ns, end, 0.45)]


def is_short(subject: Subject) -> bool:
    """Whether `load_timing` is quick enough for the loop thread."""
    exchange = subject.exchange
    return exchange is None or exchange.last - exchange.number < _AT_ONCE


def load_timing(journal: Journal, subject: Subject, now_ns: int) -> Timing:
    """Of a call its phases; of what stands alone, such as a change a subscription told of, when it came.

    Unless `is_short`, for a worker thread: records and nested calls come from the file.
    """
    exchange = subject.exchange
    alone = exchange is None or (exchange.method == LISTEN and not subject.paired)
    if alone or exchange is None:
        return Timing(notes=tuple(_alone(journal, subject)))
    phases = []
    for phase in phases_of(exchange, now_ns):
        name = "earlier" if phase.name == "queued" and exchange.rounds > 1 else phase.name
        phases.append(Phase(_text(name), phase.start_ns, phase.end_ns, phase.share))
    ticks = _ticks(journal, exchange)
    nested = _nested(journal, exchange, now_ns)
    notes = [_moment("started", exchange.started_ns, origin_ns(journal))]
    here_ns = 0
    if not subject.paired:
        here_ns = subject.left.at_ns
        after = duration_text(here_ns - exchange.started_ns)
        called = f"{exchange.method} {exchange.target}".strip()
        notes.insert(0, _text("here", after, str(exchange.number), called))
    notes += _words(exchange, ticks, nested)
    return Timing((*phases, *nested[:_NESTED]), tuple(ticks[-_TICKS:]), here_ns, tuple(notes))


def _alone(journal: Journal, subject: Subject) -> list[str]:
    record = subject.left
    notes = [_moment("came", record.at_ns, origin_ns(journal))]
    before = journal.rows([record.number - 1])
    if before:
        notes.append(_text("before", duration_text(record.at_ns - before[0].at_ns), str(before[0].number)))
    if subject.exchange is not None:
        open_for = duration_text(record.at_ns - subject.exchange.started_ns)
        notes.append(_text("subscription", str(subject.exchange.number), open_for))
    return [*notes, _text("alone")]


def _words(exchange: Exchange, ticks: Sequence[int], nested: Sequence[Phase]) -> list[str]:
    words = [_text("rounds", str(exchange.rounds))] if exchange.rounds > 1 else []
    if exchange.status == "pending":
        words.append(_text("pending"))
    if len(ticks) > 1:
        gaps = [after - before for before, after in pairwise(ticks)]
        mean = duration_text(sum(gaps) // len(gaps))
        words.append(_text("every", number_text(len(ticks)), mean, duration_text(max(gaps))))
    elif ticks:
        words.append(_text("progress", "1"))
    if nested:
        length = sum(one.end_ns - one.start_ns for one in nested)
        words.append(_text("nested", number_text(len(nested)), duration_text(length)))
    return words


def _ticks(journal: Journal, exchange: Exchange) -> list[int]:
    if exchange.progress < 0 or exchange.method == LISTEN:
        return []
    if exchange.last - exchange.number < _AT_ONCE:
        near = journal.rows(range(exchange.number + 1, exchange.last + 1))
        rows = [row for row in near if row.exchange == exchange.number]
    else:
        rows = journal.rows(journal.exchange_records(exchange.number)[-_RECORDS:])
    return [row.at_ns for row in rows if row.role == "progress"]


def _nested(journal: Journal, exchange: Exchange, now_ns: int) -> list[Phase]:
    """Requests of the server during a call, as long as each was open."""
    made = []
    for number in _nested_numbers(journal, exchange):
        inner = journal.exchange(number)
        if inner is not None:
            end = inner.ended_ns or (now_ns if inner.status == "pending" else inner.started_ns)
            made.append(Phase(f"↳ {inner.method}", inner.started_ns, end, 0.7, number))
    return made


def _nested_numbers(journal: Journal, exchange: Exchange) -> list[int]:
    if exchange.last - exchange.number < _AT_ONCE:
        rows = journal.rows(range(exchange.number + 1, exchange.last + _BEYOND))
        return [row.number for row in rows if row.opens and row.parent == exchange.number]
    return nested_calls(journal, exchange.number, _COUNTED)


def _moment(key: str, at_ns: int, first_ns: int) -> str:
    clock = clock_text(at_ns / 1e9, thousandths=True)
    return _text(key, clock, f"{(at_ns - first_ns) / 1e9:.3f}")


def _text(key: str, *values: str) -> str:
    return QCoreApplication.translate("Timing", _TEXTS[key]).format(*values)
