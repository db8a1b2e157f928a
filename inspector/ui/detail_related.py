"""What belongs to a record beyond its own call: the call around it, its batch, its second try, its stream.

Runs in a worker thread. The journal is asked near the record only, so that a long session costs no more.
"""

from __future__ import annotations

import re
import sqlite3
from typing import Final

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication

from inspector.protocol.records import Exchange, Record
from inspector.trace.journal import Journal
from inspector.trace.rows import Row
from inspector.ui.controls import Marked
from inspector.ui.detail_subject import Subject, related_numbers

__all__ = ["Related", "around", "load_related", "relation_of"]

_NEAR: Final = 5_000  # records
_BATCH: Final = 200  # members that are listed
_INSIDE: Final = re.compile(r"inside #(\d+)")
_AGAIN: Final = re.compile(r"#(\d+): ")  # a note of the client: what it did before it asks again
_PIPES: Final = ("", "stdin", "stdout", "stderr")
_ROLES: Final[dict[str, Marked]] = {
    "answer": QT_TRANSLATE_NOOP("Related", "answer"),
    "late": QT_TRANSLATE_NOOP("Related", "late answer"),
    "duplicate": QT_TRANSLATE_NOOP("Related", "second answer"),
    "mistyped": QT_TRANSLATE_NOOP("Related", "answer, mistyped id"),
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
    "response": QT_TRANSLATE_NOOP("Related", "answer"),
    "error": QT_TRANSLATE_NOOP("Related", "answer"),
    "batch": QT_TRANSLATE_NOOP("Related", "batch"),
    "malformed": QT_TRANSLATE_NOOP("Related", "malformed"),
    "stderr": QT_TRANSLATE_NOOP("Related", "stderr"),
    "head": QT_TRANSLATE_NOOP("Related", "HTTP head"),
    "lifecycle": QT_TRANSLATE_NOOP("Related", "stream"),
}
"""What a record is that plays no role."""

_AROUND: Final[dict[str, Marked]] = {
    "parent": QT_TRANSLATE_NOOP("Related", "call around it"),
    "parent answer": QT_TRANSLATE_NOOP("Related", "call around it: answer"),
    "stream": QT_TRANSLATE_NOOP("Related", "call of its stream"),
    "stream answer": QT_TRANSLATE_NOOP("Related", "call of its stream: answer"),
    "mended": QT_TRANSLATE_NOOP("Related", "what was mended"),
    "again": QT_TRANSLATE_NOOP("Related", "sent again"),
    "first": QT_TRANSLATE_NOOP("Related", "first try"),
    "first answer": QT_TRANSLATE_NOOP("Related", "first try: answer"),
    "batch": QT_TRANSLATE_NOOP("Related", "batch it came in"),
    "inside": QT_TRANSLATE_NOOP("Related", "inside it"),
    "nested": QT_TRANSLATE_NOOP("Related", "nested {0}"),
}

Related = tuple[list[int], dict[int, str], int]
"""Numbers in order, what each of those outside of the call is to it (a key), how many are left out."""


def load_related(journal: Journal, subject: Subject) -> Related:
    """Everything that a person may want to go to from a record."""
    outside = around(journal, subject)
    if subject.exchange is None:
        return sorted({subject.number, *outside}), outside, 0
    numbers, left_out = related_numbers(journal, subject.exchange.number)
    return sorted({*numbers, *outside}), outside, left_out


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
    connection = journal.reader()
    try:
        exchange = subject.exchange
        if exchange is not None:
            if exchange.parent:
                found |= _whole(journal, exchange.parent, "parent")
            found |= _tries(journal, connection, exchange)
        elif subject.left.channel not in _PIPES:
            for number in _calls_of_stream(connection, subject.left):
                found |= _whole(journal, number, "stream")
        found |= _batch(journal, subject.left)
    finally:
        connection.close()
    return found


def _whole(journal: Journal, number: int, word: str) -> dict[int, str]:
    exchange = journal.exchange(number)
    answer = {exchange.answer: f"{word} answer"} if exchange is not None and exchange.answer else {}
    return {number: word, **answer}


def _tries(journal: Journal, connection: sqlite3.Connection, exchange: Exchange) -> dict[int, str]:
    """The same request sent once more after the client mended something, and the one before."""
    found: dict[int, str] = {}
    after = _second_try(connection, exchange)
    if after:
        found[after[0]], found[after[1]] = "mended", "again"
    notes = connection.execute(
        "SELECT note FROM record WHERE kind = 'lifecycle' AND number BETWEEN ? AND ? AND note LIKE '#%: %'"
        " ORDER BY number DESC LIMIT 20",
        (exchange.number - _NEAR, exchange.number),
    )
    for (note,) in notes:
        match = _AGAIN.match(note)
        first = journal.exchange(int(match[1])) if match else None
        after = _second_try(connection, first) if first is not None else ()
        if first is not None and after and after[1] == exchange.number:
            found |= {first.number: "first", after[0]: "mended"}
            if first.answer:
                found[first.answer] = "first answer"
            break
    return found


def _second_try(connection: sqlite3.Connection, exchange: Exchange) -> tuple[int, ...]:
    """The note about what was mended and the request after it; empty: there was no second try."""
    note = connection.execute(
        "SELECT number FROM record WHERE kind = 'lifecycle' AND number BETWEEN ? AND ? AND note LIKE ?"
        " ORDER BY number LIMIT 1",
        (exchange.number, exchange.number + _NEAR, f"#{exchange.number}: %"),
    ).fetchone()
    if note is None:
        return ()
    again = connection.execute(
        "SELECT number FROM exchange WHERE number BETWEEN ? AND ? AND direction = ? AND method = ?"
        " AND target = ? ORDER BY number LIMIT 1",
        (note[0], note[0] + _NEAR, exchange.direction, exchange.method, exchange.target),
    ).fetchone()
    return (note[0], again[0]) if again is not None else ()


def _calls_of_stream(connection: sqlite3.Connection, record: Record) -> list[int]:
    """The calls on whose stream a notification came that names none."""
    found = connection.execute(
        "SELECT DISTINCT exchange FROM record WHERE number BETWEEN ? AND ? AND session = ? AND channel = ?"
        " AND exchange != 0 LIMIT 5",
        (record.number - _NEAR, record.number + _NEAR, record.session, record.channel),
    ).fetchall()
    return [number for (number,) in found]


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
