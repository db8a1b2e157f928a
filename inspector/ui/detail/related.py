"""What belongs to a record beyond its own call: the call around it, its batch, its second try, its stream.

Runs in a worker thread. The journal is asked near the record only, so that a long session costs no more.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Final

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication

from inspector.protocol.records import Exchange, Record
from inspector.trace.during import Said
from inspector.trace.journal import Journal
from inspector.trace.relations import calls_during, calls_of_stream, said_during, second_tries
from inspector.trace.rows import Row
from inspector.ui.detail.subject import Subject, related_numbers
from inspector.ui.widgets.controls import Marked

__all__ = ["Related", "around", "load_related", "relation_of"]

_BATCH: Final = 200  # members that are listed
_INSIDE: Final = re.compile(r"inside #(\d+)")
_PIPES: Final = ("", "stdin", "stdout", "stderr")
_ROLES: Final[dict[str, Marked]] = {
    "answer": QT_TRANSLATE_NOOP("Related", "response"),
    "late": QT_TRANSLATE_NOOP("Related", "late response"),
    "duplicate": QT_TRANSLATE_NOOP("Related", "second response"),
    "mistyped": QT_TRANSLATE_NOOP("Related", "response, mistyped id"),
    "unknown": QT_TRANSLATE_NOOP("Related", "unknown"),
    "cancel": QT_TRANSLATE_NOOP("Related", "cancellation"),
    "retry": QT_TRANSLATE_NOOP("Related", "next round"),
    "nested": QT_TRANSLATE_NOOP("Related", "request"),
    "progress": QT_TRANSLATE_NOOP("Related", "progress"),
    "log": QT_TRANSLATE_NOOP("Related", "log"),
    "event": QT_TRANSLATE_NOOP("Related", "event"),
    "acknowledged": QT_TRANSLATE_NOOP("Related", "acknowledgement"),
    "member": QT_TRANSLATE_NOOP("Related", "member of a batch"),
}
"""Role of a record in its call, as the list says it."""

_KINDS: Final[dict[str, Marked]] = {
    "request": QT_TRANSLATE_NOOP("Related", "request"),
    "notification": QT_TRANSLATE_NOOP("Related", "notification"),
    "response": QT_TRANSLATE_NOOP("Related", "response"),
    "error": QT_TRANSLATE_NOOP("Related", "response"),
    "batch": QT_TRANSLATE_NOOP("Related", "batch"),
    "malformed": QT_TRANSLATE_NOOP("Related", "malformed"),
    "stderr": QT_TRANSLATE_NOOP("Related", "stderr"),
    "head": QT_TRANSLATE_NOOP("Related", "HTTP head"),
    "lifecycle": QT_TRANSLATE_NOOP("Related", "stream"),
}
"""What a record is that plays no role."""

_AROUND: Final[dict[str, Marked]] = {
    "parent": QT_TRANSLATE_NOOP("Related", "call around it"),
    "parent answer": QT_TRANSLATE_NOOP("Related", "call around it: response"),
    "stream": QT_TRANSLATE_NOOP("Related", "call of its stream"),
    "stream answer": QT_TRANSLATE_NOOP("Related", "call of its stream: response"),
    "mended": QT_TRANSLATE_NOOP("Related", "what was mended"),
    "again": QT_TRANSLATE_NOOP("Related", "sent again"),
    "first": QT_TRANSLATE_NOOP("Related", "first try"),
    "first answer": QT_TRANSLATE_NOOP("Related", "first try: response"),
    "batch": QT_TRANSLATE_NOOP("Related", "batch it came in"),
    "inside": QT_TRANSLATE_NOOP("Related", "inside it"),
    "nested": QT_TRANSLATE_NOOP("Related", "nested {0}"),
    "during": QT_TRANSLATE_NOOP("Related", "call at that time"),
    "likeliest": QT_TRANSLATE_NOOP("Related", "likeliest call"),
    "running": QT_TRANSLATE_NOOP("Related", "also running"),
}

_RUNNING: Final = 20  # calls at the time of a line that are listed


@dataclass(frozen=True, slots=True)
class Related:
    """Numbers in order, what each of those outside of the call is to it (a key), how many are left out.

    said: the stderr lines and log messages that came during the call.
    """

    numbers: list[int]
    outside: dict[int, str]
    left_out: int = 0
    said: Said = field(default_factory=Said)


def load_related(journal: Journal, subject: Subject) -> Related:
    """Everything that a user may want to go to from a record."""
    outside = around(journal, subject)
    if subject.exchange is None:
        return Related(sorted({subject.number, *outside}), outside)
    numbers, left_out = related_numbers(journal, subject.exchange.number)
    said = said_during(journal, subject.exchange.number)
    return Related(sorted({*numbers, *outside}), outside, left_out, said)


def relation_of(row: Row, exchange: int, outside: dict[int, str]) -> str:
    """What a record is to the call: a word for people. outside: as `around` gave it."""
    if row.number in outside:
        return _text(_AROUND[outside[row.number]])
    word = _text(_ROLES.get(row.role) or _KINDS[row.kind])
    return _text(_AROUND["nested"]).format(word) if exchange and row.exchange not in (0, exchange) else word


def _text(marked: Marked) -> str:
    return QCoreApplication.translate("Related", marked)


def around(journal: Journal, subject: Subject) -> dict[int, str]:
    """Records outside of the call of a record that have to do with it, each with a key of `_AROUND`."""
    found: dict[int, str] = {}
    exchange = subject.exchange
    if exchange is not None:
        if exchange.parent:
            found |= _whole(journal, exchange.parent, "parent")
        found |= _tries(journal, exchange)
    else:
        found |= _calls_of_line(journal, subject.number) if subject.is_said else {}
        streams = [] if subject.left.channel in _PIPES else calls_of_stream(journal, subject.left)
        for number in streams:
            found |= _whole(journal, number, "stream")
    return found | _batch(journal, subject.left)


def _calls_of_line(journal: Journal, number: int) -> dict[int, str]:
    """The calls that ran when a stderr line or a log message came; of several one is only the likeliest."""
    calls = calls_during(journal, number)[:_RUNNING]
    words = ["likeliest", *["running"] * (len(calls) - 1)] if len(calls) > 1 else ["during"]
    return dict(zip(calls, words, strict=False))


def _whole(journal: Journal, number: int, word: str) -> dict[int, str]:
    exchange = journal.exchange(number)
    answer = {exchange.answer: f"{word} answer"} if exchange is not None and exchange.answer else {}
    return {number: word, **answer}


def _tries(journal: Journal, exchange: Exchange) -> dict[int, str]:
    """The same request sent once more after the client corrected something, and the one before."""
    found: dict[int, str] = {}
    for one in second_tries(journal, exchange):
        found[one.mended] = "mended"
        found |= {one.again: "again"} if one.first == exchange.number else _whole(journal, one.first, "first")
    return found


def _batch(journal: Journal, record: Record) -> dict[int, str]:
    """Of a member the batch that it came in, of a batch its members."""
    inside = _INSIDE.match(record.note)
    if inside is not None:
        return {int(inside[1]): "batch"}
    found: dict[int, str] = {}
    if record.kind in ("batch", "malformed"):
        for row in journal.rows(range(record.number + 1, record.number + 1 + _BATCH)):
            if not row.note.startswith(f"inside #{record.number}"):
                break
            found[row.number] = "inside"
    return found
