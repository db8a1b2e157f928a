"""The page below a date: a month, a time, an offset, and now."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QDate, Qt, QTime, Signal
from PySide6.QtGui import QKeyEvent, QTextCharFormat
from PySide6.QtWidgets import QCalendarWidget, QComboBox, QFrame, QLineEdit, QPushButton, QVBoxLayout, QWidget

from inspector.ui.widgets import theme, zoom
from inspector.ui.widgets.controls import muted, row

__all__ = ["DatePage"]

_OFFSETS: Final = (
    *("-12:00", "-11:00", "-10:00", "-09:00", "-08:00", "-07:00", "-06:00", "-05:00", "-04:00", "-03:30"),
    *("-03:00", "-02:00", "-01:00", "+01:00", "+02:00", "+03:00", "+03:30", "+04:00", "+04:30", "+05:00"),
    *("+05:30", "+05:45", "+06:00", "+06:30", "+07:00", "+08:00", "+09:00", "+09:30", "+10:00", "+11:00"),
    *("+12:00", "+12:45", "+13:00", "+14:00"),
)


class _TimeLine(QLineEdit):
    """A time of day: Up and Down change the part that the cursor is in."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            self._step(1 if event.key() == Qt.Key.Key_Up else -1)
        else:
            super().keyPressEvent(event)

    def _step(self, by: int) -> None:
        place = self.cursorPosition()
        whole, dot, fraction = self.text().partition(".")
        time = QTime.fromString(whole, "HH:mm:ss" if whole.count(":") == 2 else "HH:mm")
        if not time.isValid():
            time = QTime.currentTime()
            whole, dot, fraction = "00:00:00", "", ""
        unit = 3600 if place < 3 else (60 if place < 6 else 1)
        shown = time.addSecs(by * unit).toString("HH:mm:ss" if whole.count(":") == 2 else "HH:mm")
        self.setText(shown + dot + fraction)
        self.setCursorPosition(place)
        self.textEdited.emit(self.text())


class DatePage(QFrame):
    """Says `picked(part, text)` with part date, time or offset at each choice, and `now(offset)`."""

    picked = Signal(str, str)
    now = Signal(str)

    def __init__(self, parts: tuple[str, ...], local: str, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setFrameShape(QFrame.Shape.StyledPanel)
        self.setObjectName("calendar_popup")
        self._local = local
        layout = QVBoxLayout(self)
        zoom.margins(layout, 6, 6, 6, 6)
        zoom.follow(layout.setSpacing, 6)
        self.month: QCalendarWidget | None = None
        if "date" in parts:
            self.month = self._month(alone="time" not in parts)
            layout.addWidget(self.month)
        self.time = _TimeLine()
        self.time.setObjectName("calendar_time")
        self.time.setAccessibleName(self.tr("Time"))
        self.time.setPlaceholderText("12:00:00")
        self.time.setToolTip(self.tr("Up and Down change hours, minutes or seconds"))
        self.time.setFixedWidth(self.time.fontMetrics().horizontalAdvance("00:00:00.000000") + 20)
        self.time.textEdited.connect(self._time_edited)
        self.time.returnPressed.connect(self.close)
        self.offset = QComboBox()
        self.offset.setObjectName("calendar_offset")
        self.offset.setAccessibleName(self.tr("Offset from UTC"))
        self.offset.activated.connect(self._offset_chosen)
        button = QPushButton(self.tr("Now") if "time" in parts else self.tr("Today"))
        button.setObjectName("calendar_now")
        button.clicked.connect(self._now_clicked)
        below = row(spacing=theme.SPACE // 2)
        if "time" in parts:
            below.addWidget(self.time)
            below.addWidget(self.offset)
        below.addStretch(1)
        below.addWidget(button)
        layout.addLayout(below)
        if "time" in parts:
            layout.addWidget(muted(self.tr("Changing the offset keeps the time.")))
        else:
            self.time.setParent(self)
            self.offset.setParent(self)
            self.time.hide()
            self.offset.hide()

    def show_parts(self, date: str, time: str, offset: str) -> None:
        """Begin with what the text has."""
        found = QDate.fromString(date, Qt.DateFormat.ISODate)
        if self.month is not None and found.isValid():
            self.month.setSelectedDate(found)
        self.time.setText(time)
        first = [offset] if offset and offset not in ("Z", self._local) else []
        names = [*first, "Z", *([self._local] if self._local != "Z" else [])]
        for text in [*names, *(one for one in _OFFSETS if one not in names)]:
            words = {"Z": self.tr("Z (UTC)")}.get(text, text)
            self.offset.addItem(
                self.tr("{0} (here)").format(text) if text == self._local != "Z" else words, text
            )
        self.offset.setCurrentIndex(max(0, self.offset.findData(offset or self._local)))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.close()
        else:
            super().keyPressEvent(event)

    def take_focus(self) -> None:
        """The keyboard goes to the month, or to the time."""
        (self.month or self.time).setFocus(Qt.FocusReason.PopupFocusReason)

    def _month(self, alone: bool) -> QCalendarWidget:
        month = QCalendarWidget()
        month.setObjectName("calendar_month")
        month.setAccessibleName(self.tr("Choose a date"))
        month.setVerticalHeaderFormat(QCalendarWidget.VerticalHeaderFormat.NoVerticalHeader)
        weekend = QTextCharFormat()
        weekend.setForeground(theme.color("text"))  # Qt's own red is of no role
        for day in (Qt.DayOfWeek.Saturday, Qt.DayOfWeek.Sunday):
            month.setWeekdayTextFormat(day, weekend)
        month.clicked.connect(self._date_chosen)
        month.activated.connect(self._date_chosen)
        if alone:
            month.clicked.connect(self._chosen)
        month.activated.connect(self._chosen)
        return month

    def _date_chosen(self, date: QDate) -> None:
        self.picked.emit("date", date.toString(Qt.DateFormat.ISODate))

    def _chosen(self, _date: QDate) -> None:
        self.close()

    def _time_edited(self, text: str) -> None:
        whole = text.partition(".")[0]
        if QTime.fromString(whole, "HH:mm:ss" if whole.count(":") == 2 else "HH:mm").isValid():
            self.picked.emit("time", text if whole.count(":") == 2 else f"{text}:00")

    def _offset_chosen(self, _index: int) -> None:
        self.picked.emit("offset", str(self.offset.currentData()))

    def _now_clicked(self) -> None:
        self.now.emit(str(self.offset.currentData()) if self.offset.isVisibleTo(self) else "")
        self.close()
