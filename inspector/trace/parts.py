"""What happened inside a call, for its bar: progress, further rounds, requests of the server."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

__all__ = ["NOTHING", "Nested", "Parts", "family_of", "parts_of"]

_LOOKED_AT: Final = 2000  # records of one call
_KEPT: Final = 300  # of its moments
_NESTED: Final = 100  # requests inside one call

_MOMENTS: Final = (
    "SELECT role, at_ns FROM (SELECT role, at_ns FROM record WHERE exchange = ? AND exchange != 0"
    f" ORDER BY number LIMIT {_LOOKED_AT}) WHERE role IN ('progress', 'retry') LIMIT {_KEPT}"
)
_CHILDREN: Final = (
    "SELECT parent, number, method, target, status, started_ns, sent_ns, ended_ns FROM exchange"
    " WHERE parent IN (SELECT value FROM json_each(?)) AND parent != 0 ORDER BY number LIMIT ?"
)


@dataclass(frozen=True, slots=True)
class Nested:
    """A request of the server while a call of ours ran."""

    number: int
    method: str
    target: str
    status: str
    start_ns: int
    end_ns: int  # 0: not answered yet


@dataclass(frozen=True, slots=True)
class Parts:
    """Moments in ns since the epoch."""

    progress: tuple[int, ...] = ()
    rounds: tuple[int, ...] = ()  # when it was sent again with what had been asked for
    nested: tuple[Nested, ...] = ()


NOTHING: Final = Parts()


def parts_of(
    connection: sqlite3.Connection, exchanges: Iterable[int], with_moments: Iterable[int]
) -> dict[int, Parts]:
    """The parts of each exchange; only of those in with_moments progress and rounds are looked for."""
    wanted = list(exchanges)
    children: dict[int, list[Nested]] = {}
    rows = connection.execute(_CHILDREN, (json.dumps(wanted), _NESTED * max(1, len(wanted))))
    for parent, number, method, target, status, started, sent, ended in rows:
        found = children.setdefault(parent, [])
        if len(found) < _NESTED:
            found.append(Nested(number, method, target, status, sent or started, ended))
    moments: dict[int, list[tuple[str, int]]] = {
        number: connection.execute(_MOMENTS, (number,)).fetchall() for number in with_moments
    }
    return {
        number: Parts(
            tuple(at_ns for role, at_ns in moments.get(number, ()) if role == "progress"),
            tuple(at_ns for role, at_ns in moments.get(number, ()) if role == "retry"),
            tuple(children.get(number, ())),
        )
        for number in wanted
    }


_FAMILY: Final = 1000  # records of one exchange, from either end


def family_of(connection: sqlite3.Connection, exchange: int) -> dict[int, list[int]]:
    """Exchange → its records, ascending: of one, and of all that the server asked meanwhile.

    Of a long one only the first and the last thousand.
    """
    children = connection.execute(
        "SELECT number FROM exchange WHERE parent = ? AND parent != 0 ORDER BY number LIMIT ?",
        (exchange, _NESTED),
    ).fetchall()
    return {number: _records_of(connection, number) for number in (exchange, *(row[0] for row in children))}


def _records_of(connection: sqlite3.Connection, exchange: int) -> list[int]:
    found: set[int] = set()
    for order in ("ASC", "DESC"):
        rows = connection.execute(
            "SELECT number FROM record WHERE exchange = ? AND exchange != 0"
            f" ORDER BY number {order} LIMIT {_FAMILY}",
            (exchange,),
        ).fetchall()
        found.update(row[0] for row in rows)
        if len(rows) < _FAMILY:
            break
    return sorted(found)
