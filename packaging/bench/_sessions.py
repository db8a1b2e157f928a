"""Large session files for benchmarks: mixed records of several servers, the same for the same seed.

Messages have up to 2,000 bytes, most 200 to 2,000. About one record in three opens an exchange.
"""

from __future__ import annotations

import os
import sqlite3
import sys
import time
from pathlib import Path

from _traffic import Traffic

from inspector.trace import storage
from inspector.trace.journal_schema import EXCHANGE, FINDING, RECORD, SESSION, VERSION, Table

__all__ = ["cached_session", "make_session"]

GENERATOR = 1  # count up when the same seed should give other records
MANY = 2_000_000  # above this a tenth of so many records is repeated: minutes in the place of an hour
_NUMBERS = frozenset(("number", "exchange", "record", "answer", "last", "parent"))
CACHE = Path(__file__).resolve().parents[2] / ".cache" / "bench"


def cached_session(records: int, seed: int = 1) -> Path:
    """The session file of that size, made when it is not there yet."""
    path = CACHE / f"session-{records}-seed{seed}-v{VERSION}-g{GENERATOR}.mcptrace"
    if not path.exists():
        CACHE.mkdir(parents=True, exist_ok=True)
        new = path.with_name(f"{path.name}.{os.getpid()}.new")
        if records > MANY:
            make_session(new, MANY // 10, seed)
            repeat_session(new, records)
        else:
            make_session(new, records, seed)
        new.replace(path)
    return path


def make_session(path: Path, records: int, seed: int = 1) -> None:
    """Write a session file of that many records."""
    connection = storage.create_file(path)
    body = Table("body", ("number", "frame", "raw"))
    traffic = Traffic(seed)
    done = 0
    for batch in traffic.batches(records):
        connection.execute("BEGIN IMMEDIATE")
        RECORD.insert(connection, list(map(RECORD.values, batch)))
        body.insert(connection, [(record.number, record.frame, record.raw) for record in batch])
        done += len(batch)
        ended = traffic.take_exchanges(everything=done == records)
        EXCHANGE.insert(connection, list(map(EXCHANGE.values, ended)))
        FINDING.insert(connection, list(map(FINDING.values, traffic.take_findings())))
        if done == len(batch) or done == records:
            SESSION.insert(connection, list(map(SESSION.values, traffic.sessions)))
        connection.execute("COMMIT")
    connection.execute("PRAGMA journal_mode = DELETE")
    connection.close()


def repeat_session(path: Path, records: int) -> None:
    """Say all of a session again, later and with other numbers, until it has that many records."""
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("PRAGMA synchronous = OFF")
    connection.execute("PRAGMA journal_mode = OFF")
    [whole] = connection.execute("SELECT max(number) FROM record").fetchone()
    [length_ns] = connection.execute("SELECT max(at_ns) - min(at_ns) FROM record").fetchone()
    for turn in range(1, -(-records // whole)):
        connection.execute("BEGIN")
        for table in (RECORD, EXCHANGE, FINDING, Table("body", ("number", "frame", "raw"))):
            columns = ", ".join(_later(name, turn * whole, turn * length_ns) for name in table.columns)
            numbered = "number" if "number" in table.columns else "record"
            connection.execute(
                f"INSERT INTO {table.name}({', '.join(table.columns)})"
                f" SELECT {columns} FROM {table.name} WHERE {numbered} <= ?",
                (min(whole, records - turn * whole),),
            )
        connection.execute("COMMIT")
    connection.close()


def _later(column: str, number: int, time_ns: int) -> str:
    if column in _NUMBERS:
        return f"{column} + {number} * ({column} != 0)"
    return f"{column} + {time_ns} * ({column} != 0)" if column.endswith("_ns") else column


def main() -> int:
    """`_sessions.py [RECORDS]`: make the file and say where it is."""
    records = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000
    started = time.perf_counter()
    path = cached_session(records)
    print(f"{path} ({path.stat().st_size / 1e6:,.0f} MB) in {time.perf_counter() - started:.1f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
