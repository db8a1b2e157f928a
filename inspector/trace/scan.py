"""Asks a session file which numbers a view shows, stride by stride, so that a question can be given up.

One statement a stride, which answers with one value: SQLite works without the GIL until it is done. Two
threads on two connections take turns, so that a long question uses two processors.
"""

from __future__ import annotations

import sqlite3
import threading
import time
from array import array
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures import TimeoutError as NotYet
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Any, Final

import msgspec

from inspector.trace.annotations import Annotated
from inspector.trace.journal_schema import OWN_ROW

if TYPE_CHECKING:  # a session without a filter does not pay for the language
    from inspector.trace.query.language import Compiled

__all__ = ["RowQuery", "scan", "select"]

FIRST_STRIDE: Final = 2_048  # the first rows are there at once
ALONE: Final = 16_384  # so few, such as the growth of a live session, are not worth a thread
STRIDE: Final = 65_536  # record numbers looked at in one statement, at most
STRIDE_S: Final = 0.05  # a statement that takes longer is followed by a smaller one
THREADS: Final = 2
POLL_S: Final = 0.02

Lend = Callable[[], AbstractContextManager[sqlite3.Connection]]
_decode_numbers: Final = msgspec.json.Decoder(list[int])


class RowQuery(msgspec.Struct, frozen=True):
    """Which rows a view shows. calls: a row is a call. where: None shows all."""

    calls: bool
    where: Compiled | None = None
    annotated: Annotated = Annotated()  # where the filter asks for it


def scan(
    lend: Lend, question: RowQuery, first: int, last: int, cancelled: Callable[[], bool]
) -> Iterator[tuple[int, array[int]]]:
    """(number up to which all is known, numbers found since the last item), ascending, until last.

    Ends early, without a word, when cancelled.
    """
    if last - first < ALONE:
        if first <= last and not cancelled():
            with lend() as connection:
                yield last, _range(connection, question, first, last)
        return
    running: deque[_Step] = deque()
    pool = ThreadPoolExecutor(THREADS, thread_name_prefix="scan")
    stride, start = FIRST_STRIDE, first
    try:
        while start <= last or running:
            while start <= last and len(running) < THREADS:
                end = min(last, start + stride - 1)
                running.append(_Step(pool, lend, question, start, end))
                start = end + 1
                if len(running) == 1 or stride < STRIDE:
                    stride = min(stride * 2, STRIDE)
            step = running[0]
            while not step.wait():
                if cancelled():
                    return
            running.popleft()
            if step.took_s > STRIDE_S:
                stride = max(FIRST_STRIDE, stride // 2)
            if cancelled():
                return
            yield step.end, step.numbers()
    finally:
        for step in running:
            step.interrupt()
        pool.shutdown(wait=True, cancel_futures=True)


class _Step:
    """One stride on its way in another thread."""

    def __init__(
        self, pool: ThreadPoolExecutor, lend: Lend, question: RowQuery, start: int, end: int
    ) -> None:
        self.end = end
        self.took_s = 0.0
        self._lend, self._question, self._start = lend, question, start
        self._lock = threading.Lock()  # a connection that was given back is no longer ours to interrupt
        self._connection: sqlite3.Connection | None = None
        self._future: Future[array[int]] = pool.submit(self._run)

    def _run(self) -> array[int]:
        started = time.perf_counter()
        with self._lend() as connection:
            with self._lock:
                self._connection = connection
            try:
                return _range(connection, self._question, self._start, self.end)
            finally:
                with self._lock:
                    self._connection = None
                self.took_s = time.perf_counter() - started

    def wait(self) -> bool:
        """Whether it is done, after a moment."""
        try:
            self._future.exception(POLL_S)
        except NotYet:
            return False
        return True

    def numbers(self) -> array[int]:
        """What was found; raises what went wrong."""
        return self._future.result()

    def interrupt(self) -> None:
        """The answer is no longer wanted."""
        with self._lock:
            if self._connection is not None:
                self._connection.interrupt()


def select(lend: Lend, question: RowQuery, numbers: Sequence[int]) -> array[int]:
    """Those of these ascending numbers that the view shows."""
    found: array[int] = array("q")
    with lend() as connection:
        start = 0
        while start < len(numbers):
            stop = start
            while stop < len(numbers) and numbers[stop] < numbers[start] + STRIDE:
                stop += 1
            text = msgspec.json.encode(list(numbers[start:stop])).decode()
            scope = "r.number IN (SELECT value FROM json_each(:_numbers))"
            found.extend(
                _numbers(connection, question, scope, numbers[start], numbers[stop - 1], {"_numbers": text})
            )
            start = stop
    return found


def _range(connection: sqlite3.Connection, question: RowQuery, first: int, last: int) -> array[int]:
    return _numbers(connection, question, "r.number BETWEEN :_first AND :_last", first, last, {})


def _numbers(
    connection: sqlite3.Connection,
    question: RowQuery,
    scope: str,
    first: int,
    last: int,
    more: dict[str, Any],
) -> array[int]:
    where = question.where
    params: dict[str, Any] = {"_first": first, "_last": last, **more}
    conditions, source = [scope], "record r"
    if question.calls:
        conditions.append(OWN_ROW)
    if where is not None:
        conditions.append(f"({where.condition(question.calls)})")
        source = where.source(question.calls)
        params.update(where.params)
        if where.annotated:
            params.update(question.annotated.params(first, last))
    sql = (
        "SELECT json_group_array(number) FROM (SELECT r.number AS number"
        f" FROM {source} WHERE {' AND '.join(conditions)} ORDER BY r.number)"
    )
    text: str = connection.execute(sql, params).fetchone()[0]
    return array("q", _decode_numbers.decode(text))
