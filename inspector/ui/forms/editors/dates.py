"""Editor of dates and times: exact text, and a page to choose from that replaces parts of the text only."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Final

from PySide6.QtCore import QDate, QDateTime, QKeyCombination, QPoint, Qt, QTimeZone
from PySide6.QtGui import QAction, QGuiApplication, QKeyEvent
from PySide6.QtWidgets import QLineEdit, QWidget

from inspector.schema.document import Path
from inspector.schema.fields import Field
from inspector.ui.forms.editors.date_page import DatePage
from inspector.ui.forms.editors.editor import FormSheet, widget_name
from inspector.ui.forms.editors.strings import TextEditor
from inspector.ui.widgets import theme
from inspector.ui.widgets.line_icons import scale_icons

__all__ = ["DateEditor", "Moment", "local_offset"]

_PARTS: Final = re.compile(
    r"(?P<date>[+-]?\d{4,}-\d\d-\d\d)?(?P<mark>[Tt ])?"
    r"(?P<time>\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?)?(?P<offset>[Zz]|[+-]\d\d:?\d\d)?"
)
_FORMATS: Final = {"date": ("date",), "time": ("time",), "date-time": ("date", "time")}


@dataclass(frozen=True, slots=True)
class Moment:
    """The parts of a date or time as they are written; what a text does not have is empty."""

    date: str = ""
    mark: str = ""
    time: str = ""
    offset: str = ""

    @classmethod
    def of(cls, text: str) -> Moment:
        """The parts of a text; none when it is written in another way."""
        found = _PARTS.fullmatch(text.strip())
        return cls(**{name: part or "" for name, part in found.groupdict().items()}) if found else cls()

    def text(self, kind: str) -> str:
        """The text for a format, with RFC 3339's parts that are missing filled in."""
        offset = self.offset or local_offset()
        if kind == "date":
            return self.date
        if kind == "time":
            return self.time + offset
        return f"{self.date}{self.mark or 'T'}{self.time or '12:00:00'}{offset}"


_PROPOSE: Final = QKeyCombination(Qt.KeyboardModifier.ControlModifier, Qt.Key.Key_Space)
"""As in the JSON editor: show what can stand here."""


class DateEditor(TextEditor):
    """A date, time, or both. The page replaces the date, the time or the offset, and no other character."""

    kind = "date"
    grows = False

    def __init__(self, sheet: FormSheet, field: Field, path: Path, parent: QWidget | None = None) -> None:
        super().__init__(sheet, field, path, parent)
        only_time = field.format == "time"
        hint = self.tr("Choose a time (Ctrl+Space)")
        hint = hint if only_time else self.tr("Choose a date (Ctrl+Space)")
        action = QAction(theme.icon("clock-outline" if only_time else "calendar", "muted"), hint, self)
        action.setObjectName(f"{widget_name(path)}_pick")
        action.triggered.connect(self.pick)
        self.line.addAction(action, QLineEdit.ActionPosition.TrailingPosition)
        scale_icons(self.line)

    def take_key(self, event: QKeyEvent) -> bool:
        if event.keyCombination() == _PROPOSE:
            self.pick()
            return True
        return super().take_key(event)

    def pick(self) -> None:
        """Open the page below the line."""
        moment = Moment.of(self.line.text())
        page = DatePage(_FORMATS.get(self.field.format, ("date", "time")), local_offset(), self)
        page.show_parts(moment.date, moment.time, moment.offset)
        page.picked.connect(self._picked)
        page.now.connect(self._now)
        page.adjustSize()
        page.move(self._beside(page))
        page.show()
        page.take_focus()

    def _beside(self, page: QWidget) -> QPoint:
        """Below the line, above it where the screen ends."""
        below = self.line.mapToGlobal(QPoint(0, self.line.height()))
        screen = self.line.screen() or QGuiApplication.primaryScreen()
        room, size = screen.availableGeometry(), page.sizeHint()
        x = max(room.left(), min(below.x(), room.right() - size.width()))
        if below.y() + size.height() > room.bottom():
            return QPoint(x, max(room.top(), self.line.mapToGlobal(QPoint(0, 0)).y() - size.height()))
        return QPoint(x, below.y())

    def _picked(self, part: str, text: str) -> None:
        """One part was chosen: the others stay as they are written."""
        moment = Moment.of(self.line.text())
        if part == "offset" and self.field.format == "time" and not moment.time:
            moment = replace(moment, time="12:00:00")
        if part != "date" and self.field.format == "date-time" and not moment.date:
            moment = replace(moment, date=QDate.currentDate().toString(Qt.DateFormat.ISODate))
        self.enter(replace(moment, **{part: text}).text(self.field.format))

    def _now(self, offset: str) -> None:
        moment = QDateTime.currentDateTime()
        if offset in ("Z", "z"):
            moment = moment.toUTC()
        elif (seconds := _seconds(offset)) is not None:
            moment = moment.toTimeZone(QTimeZone(seconds))
        date = moment.date().toString(Qt.DateFormat.ISODate)
        time = moment.time().toString("HH:mm:ss")
        self.enter(Moment(date, "T", time, offset or local_offset(moment)).text(self.field.format))


def local_offset(moment: QDateTime | None = None) -> str:
    """The offset of this computer as RFC 3339 writes it."""
    minutes = (moment or QDateTime.currentDateTime()).offsetFromUtc() // 60
    sign = "+" if minutes >= 0 else "-"
    return f"{sign}{abs(minutes) // 60:02}:{abs(minutes) % 60:02}" if minutes else "Z"


def _seconds(offset: str) -> int | None:
    digits = offset[1:].replace(":", "")
    if offset[:1] not in ("+", "-") or len(digits) != 4 or not digits.isdigit():
        return None
    seconds = int(digits[:2]) * 3600 + int(digits[2:]) * 60
    return -seconds if offset[0] == "-" else seconds
