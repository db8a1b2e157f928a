"""Values out of the bytes for columns of a user: read for the rows on screen, and kept while they are.

Small messages are read at once, within a few milliseconds a page; large ones in a worker thread.
"""

from __future__ import annotations

import re
import time
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import partial
from typing import Final

from PySide6.QtCore import QObject, Signal

from inspector.trace.journal import Journal
from inspector.trace.json_values import Steps, first_value, parse_path
from inspector.trace.query.tokens import FilterError
from inspector.trace.relations import answering_heads
from inspector.trace.rows import Row
from inspector.ui.loop.page_worker import PageWork
from inspector.ui.timeline.view.columns import Columns

__all__ = ["RowValues"]

_AT_ONCE_BYTES: Final = 65_536  # of a message that is read on the loop thread
_AT_ONCE_S: Final = 0.004  # for all of a page
_KEPT: Final = 4096
_HTTP: Final = "http"
_STATUS: Final = re.compile(r"HTTP/\S+ +(\d{3})")

Job = tuple[int, tuple[int, ...]]  # row, and the messages in which its value may be
Values = dict[int, dict[str, str]]


class RowValues(QObject):
    """`text` answers at once with what is known; `want` sees that more gets known."""

    changed = Signal()

    def __init__(self, journal: Journal, columns: Columns, parent: QObject) -> None:
        super().__init__(parent)
        self._journal, self._columns = journal, columns
        self._known: Values = {}
        self._paths: dict[str, Steps] = {}
        self._http = self._waiting = False
        self._work = PageWork("timeline: values of columns", self)

    def set_shown(self, keys: Collection[str]) -> None:
        """Which columns are to be seen; others cost nothing."""
        paths: dict[str, Steps] = {}
        for column in self._columns.added():
            if column.key in keys:
                try:
                    paths[column.key] = parse_path(column.path)
                except FilterError:  # of a saved state that the user wrote by hand
                    continue
        if paths != self._paths or (_HTTP in keys) != self._http:
            self._paths, self._http = paths, _HTTP in keys
            self._known.clear()

    def text(self, number: int, key: str) -> str:
        """The value in a row; empty while it is not known, and where there is none."""
        return self._known.get(number, {}).get(key, "")

    def forget(self, numbers: Iterable[int]) -> None:
        """These rows changed: an answer came."""
        for number in numbers:
            self._known.pop(number, None)

    def want(self, rows: Sequence[Row], calls: bool) -> None:
        """These rows are painted now."""
        if not (self._paths or self._http):
            return
        if len(self._known) > _KEPT:
            self._known.clear()
        until, written = time.perf_counter() + _AT_ONCE_S, self._journal.written
        later: list[Job] = []
        for row in rows:
            if row.number in self._known:
                continue
            if self._http and max(row.number, row.answer) > written:
                self._waiting = True  # heads are asked of the file
                continue
            whole = calls and row.opens
            job = (row.number, (row.number, row.answer) if whole and row.answer else (row.number,))
            small = max(row.size, row.answer_size if whole else 0) <= _AT_ONCE_BYTES
            if small and not self._http and time.perf_counter() < until:
                self._known[row.number] = _values(self._journal, job, self._paths)
            else:
                later.append(job)
        if later:
            self._work.put(partial(_read, self._journal, later, dict(self._paths), self._http), self._learn)

    def written(self, _last: int) -> None:
        """More is in the file: rows that had to wait can be read."""
        if self._waiting:
            self._waiting = False
            self.changed.emit()

    def _learn(self, found: Values) -> None:
        self._known.update(found)
        self.changed.emit()


def _values(journal: Journal, job: Job, paths: Mapping[str, Steps]) -> dict[str, str]:
    raws = [record.raw for number in job[1] for record in journal.records(number, number) if record.valid]
    return {key: first_value(raws, steps) for key, steps in paths.items()}


def _read(journal: Journal, jobs: Sequence[Job], paths: Mapping[str, Steps], http: bool) -> Values:
    """In a worker thread."""
    found = {job[0]: _values(journal, job, paths) if paths else {} for job in jobs}
    if http:
        for number, text in _statuses(journal, list(found)).items():
            found[number][_HTTP] = text
    return found


def _statuses(journal: Journal, numbers: list[int]) -> dict[int, str]:
    """Row → the status codes that answered it, in order: 401 → 200."""
    codes: dict[int, list[str]] = {}
    for number, head in answering_heads(journal, numbers):
        match = _STATUS.match(head)
        if match:
            codes.setdefault(number, []).append(match[1])
    return {number: " → ".join(found) for number, found in codes.items()}
