"""What the Time column says: since the start, the row before, a reference, or the time of day."""

from __future__ import annotations

import re
from bisect import bisect_right
from datetime import UTC, datetime
from typing import Final

from PySide6.QtCore import QT_TRANSLATE_NOOP

from inspector.trace.journal import Journal
from inspector.trace.rows import Row
from inspector.ui.widgets.controls import Marked
from inspector.ui.widgets.time_axis import moment_text

__all__ = ["TIME_MODES", "TimeTexts", "local_text", "time_text", "utc_text"]

TIME_MODES: Final[dict[str, Marked]] = {
    "start": QT_TRANSLATE_NOOP("timeline", "Since start"),
    "previous": QT_TRANSLATE_NOOP("timeline", "Since previous row"),
    "reference": QT_TRANSLATE_NOOP("timeline", "Since time reference"),
    "local": QT_TRANSLATE_NOOP("timeline", "Time of day"),
    "utc": QT_TRANSLATE_NOOP("timeline", "Date and time, UTC"),
}
REFERENCE: Final = "*REF*"  # as in Wireshark: it cannot be taken for a time


def time_text(at_ns: int, origin_ns: int) -> str:
    """Since a moment, as on the axes: `12.031 s`, `19:06.521`."""
    return moment_text(at_ns - origin_ns)


def local_text(at_ns: int, *, date: bool = True) -> str:
    """`2026-07-28 14:03:12.345` in the zone of this computer, or without the day."""
    moment = datetime.fromtimestamp(at_ns // 10**9)
    pattern = "%Y-%m-%d %H:%M:%S" if date else "%H:%M:%S"
    return f"{moment.strftime(pattern)}.{at_ns // 10**6 % 1000:03d}"


def utc_text(at_ns: int) -> str:
    """`2026-07-28T14:03:12.345Z`."""
    moment = datetime.fromtimestamp(at_ns // 10**9, UTC)
    return f"{moment.strftime('%Y-%m-%dT%H:%M:%S')}.{at_ns // 10**6 % 1000:03d}Z"


class TimeTexts:
    """Makes them at every paint: the row before is another one after a filter, so nothing is kept."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self._moments: dict[int, int] = {}  # reference → when it came
        self.mode = "start"

    def text(self, row: Row, before: Row | None, origin_ns: int) -> str:
        """before: of the row above, None for the first one. origin_ns: of the session."""
        notes = self._journal.annotations
        if self.mode == "local":
            today = datetime.fromtimestamp(row.at_ns // 10**9).date()
            first = datetime.fromtimestamp(origin_ns // 10**9).date()
            text = local_text(row.at_ns, date=False)
            return text if today == first else f"{today:%m-%d} {text}"
        if self.mode == "utc":
            return utc_text(row.at_ns)
        if notes.is_reference(row.number):
            return REFERENCE
        if self.mode == "previous":
            return time_text(row.at_ns, before.at_ns if before is not None else row.at_ns)
        if self.mode == "reference":
            return time_text(row.at_ns, self._since(row.number) or origin_ns)
        return time_text(row.at_ns, origin_ns)

    def longest(self, row: Row, origin_ns: int) -> str:
        """A text as long as any up to this row, with a 0 for each digit."""
        clock = self.mode in ("local", "utc")
        text = self.text(row, None, origin_ns) if clock else time_text(row.at_ns, origin_ns)
        return re.sub(r"\d", "0", text)

    def _since(self, number: int) -> int:
        """When the nearest reference before a record came; 0: there is none."""
        references = self._journal.annotations.references()
        place = bisect_right(references, number) - 1
        if place < 0:
            return 0
        nearest = references[place]
        if nearest not in self._moments:
            found = self._journal.rows([nearest])
            self._moments[nearest] = found[0].at_ns if found else 0
        return self._moments[nearest]
