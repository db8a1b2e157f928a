"""Which columns the timeline has: those of the program, and those a user adds for a JSON value.

The place of a column in the list is its index in the model for good; where it stands on the screen is the
header's business. The first ones have names here, because the painter treats them each in its own way.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication

from inspector.ui.widgets.controls import Marked

__all__ = ["COLUMNS", "FIXED", "NOTE", "Column", "Columns"]


@dataclass(frozen=True, slots=True)
class Column:
    """One column of the timeline. width, least: px at the normal font size, wanted and when room is short.

    path: of the JSON value it shows, "" for one of the program. hidden: until the user asks for it.
    """

    key: str
    title: Marked
    width: int
    least: int
    right: bool = False  # numbers stand right-aligned
    hidden: bool = False
    path: str = ""

    @property
    def heading(self) -> str:
        """The title, translated when it is one of the program."""
        return self.title if self.path else QCoreApplication.translate("timeline", self.title)


COLUMNS: Final = (
    Column("number", "#", 64, 58, right=True),
    Column("time", QT_TRANSLATE_NOOP("timeline", "Time"), 84, 76, right=True),
    Column("direction", QT_TRANSLATE_NOOP("timeline", "Dir"), 40, 40),
    Column("server", QT_TRANSLATE_NOOP("timeline", "Server"), 96, 64),
    Column("kind", QT_TRANSLATE_NOOP("timeline", "Kind"), 92, 80),
    Column("method", QT_TRANSLATE_NOOP("timeline", "Method"), 200, 112),
    Column("target", QT_TRANSLATE_NOOP("timeline", "Target"), 232, 176),  # with less: behind the method
    Column("status", QT_TRANSLATE_NOOP("timeline", "Status"), 120, 92),
    Column("duration", QT_TRANSLATE_NOOP("timeline", "Duration"), 84, 80, right=True),
    Column("size", QT_TRANSLATE_NOOP("timeline", "Size"), 76, 70, right=True),
    Column("waterfall", QT_TRANSLATE_NOOP("timeline", "Waterfall"), 200, 100),
    Column("date", QT_TRANSLATE_NOOP("timeline", "Date and time"), 168, 150, hidden=True),
    Column("channel", QT_TRANSLATE_NOOP("timeline", "Channel"), 80, 56, hidden=True),
    Column("id", QT_TRANSLATE_NOOP("timeline", "Id"), 72, 40, hidden=True),
    Column("session", QT_TRANSLATE_NOOP("timeline", "Connection"), 84, 40, right=True, hidden=True),
    Column("http", QT_TRANSLATE_NOOP("timeline", "HTTP"), 64, 44, hidden=True),
    Column("finding", QT_TRANSLATE_NOOP("timeline", "Finding"), 84, 60, hidden=True),
    Column("transport", QT_TRANSLATE_NOOP("timeline", "Transport"), 128, 70, hidden=True),
    Column("comment", QT_TRANSLATE_NOOP("timeline", "Note"), 160, 80, hidden=True),
)
NUMBER, TIME, DIRECTION, SERVER, KIND, METHOD, TARGET, STATUS, DURATION, SIZE, WATERFALL = range(11)
NOTE: Final = len(COLUMNS) - 1
YIELDING: Final = (KIND, DIRECTION, SIZE, WATERFALL, SERVER, TARGET, TIME, DURATION)
"""What goes first where room is short."""
FIXED: Final = ("number", "method", "status")  # cannot be hidden
CELL_PAD: Final = 6  # px left and right of a cell's text
_JSON_WIDTH, _JSON_LEAST = 140, 60


class Columns:
    """The columns of one timeline, in the order of their indexes. Only its model changes it."""

    def __init__(self) -> None:
        self._all = list(COLUMNS)

    def __len__(self) -> int:
        return len(self._all)

    def __getitem__(self, index: int) -> Column:
        return self._all[index]

    def __iter__(self) -> Iterator[Column]:
        return iter(self._all)

    def index_of(self, key: str) -> int:
        """Where the column with that key is; -1: nowhere."""
        return next((index for index, one in enumerate(self._all) if one.key == key), -1)

    def added(self) -> list[Column]:
        """Those that show a JSON value."""
        return self._all[len(COLUMNS) :]

    def append(self, path: str, title: str) -> None:
        """A column for the values at a JSON path."""
        self._all.append(Column(path, title, _JSON_WIDTH, _JSON_LEAST, path=path))

    def remove(self, index: int) -> None:
        """Take one away that was appended."""
        del self._all[index]

    def rename(self, index: int, title: str) -> None:
        """Give one that was appended another heading."""
        self._all[index] = replace(self._all[index], title=title)

    def resize(self, index: int, width: int, least: int) -> None:
        """What it shows needs other room now, in px at the normal font size."""
        self._all[index] = replace(self._all[index], width=width, least=least)
