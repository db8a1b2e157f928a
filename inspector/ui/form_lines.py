"""Editors of one line: text, number, date and time. The line holds the exact text; nothing is rounded or cut.

Qt's spin boxes and date editors are not used: they hold 32-bit integers, round decimals and rewrite times
(measured), and what is sent must be what is shown.
"""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal, InvalidOperation
from typing import Final

from PySide6.QtCore import QDate, QDateTime, QPoint, Qt, QTime, Signal
from PySide6.QtGui import QAction, QGuiApplication, QKeyEvent, QKeySequence, QTextCharFormat
from PySide6.QtWidgets import (
    QCalendarWidget,
    QFrame,
    QHBoxLayout,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from inspector.schema.document import Document, DocumentError, Path, lexeme_of, number_fits, text_of
from inspector.schema.fields import Field
from inspector.ui import theme
from inspector.ui.form_editor import Editor
from inspector.ui.form_sheet import Sheet
from inspector.ui.form_text import ghost

__all__ = ["DateEditor", "LineEditor", "NumberEditor", "TextEditor"]

_LONGEST: Final = 2**31 - 1  # Qt's own limit of 32,767 cuts without a word
_EXACT: Final = 2**53


class _Line(QLineEdit):
    """A line edit that tells of pasted line breaks and of arrow keys, and of Ctrl+Backspace when empty."""

    lines_pasted = Signal(str)
    stepped = Signal(int)
    cleared = Signal()

    def __init__(self, steps: bool) -> None:
        super().__init__()
        self.setMaxLength(_LONGEST)
        self._steps = steps

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, control = event.key(), bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        if self._steps and key in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            self.stepped.emit(1 if key == Qt.Key.Key_Up else -1)
        elif key == Qt.Key.Key_Backspace and control and not self.text():
            self.cleared.emit()
        elif event.matches(QKeySequence.StandardKey.Paste) and "\n" in (
            text := QGuiApplication.clipboard().text()
        ):
            self.lines_pasted.emit(text)
        else:
            super().keyPressEvent(event)


class LineEditor(Editor):
    """A line of text; subclasses say how text and JSON belong together."""

    steps = False

    def __init__(self, sheet: Sheet, field: Field, path: Path, parent: QWidget | None = None) -> None:
        super().__init__(sheet, field, path, parent)
        self.line = _Line(self.steps)
        self.make(self.line)
        self._clear = QAction(theme.icon("close", "muted"), self.tr("Not set"), self)
        self._clear.setObjectName(f"{self.line.objectName()}_clear")
        self._clear.triggered.connect(self._unset_clicked)
        self._clear_shown = False
        self.line.textEdited.connect(self._edited)
        self.line.cleared.connect(self._unset_clicked)

    def focus_widget(self) -> QWidget:
        return self.line

    def show_lexeme(self, lexeme: str | None) -> None:
        shown = "" if lexeme in (None, "null") else self.text_for(str(lexeme))
        if shown != self.line.text():
            self.line.setText(shown)
            self.line.setCursorPosition(0)
        self._show_state(lexeme)

    def shown(self) -> str | None:
        text = self.line.text()
        if text:
            return self.lexeme_for(text)
        hint = self.line.placeholderText()  # of an empty line it says which empty
        return next((empty for empty in ("null", '""') if hint == ghost(self.field, empty)), None)

    def text_for(self, lexeme: str) -> str:
        """What the line shows for a JSON text."""
        raise NotImplementedError

    def lexeme_for(self, text: str) -> str | None:
        """The JSON text for what a person typed; None: nothing is set."""
        raise NotImplementedError

    def enter(self, text: str) -> None:
        """Replace the text as if a person had typed it."""
        self.line.setText(text)
        self._edited(text)

    def _edited(self, text: str) -> None:
        lexeme = self.lexeme_for(text)
        if lexeme is None:
            self.unset()
        else:
            self.write(lexeme)
        self._show_state(self.sheet.lexeme(self.path))

    def _unset_clicked(self) -> None:
        self.line.clear()
        self.unset()
        self._show_state(None)

    def _show_state(self, lexeme: str | None) -> None:
        """The hint of the empty line, and a cross to take an optional value back."""
        self.line.setPlaceholderText(ghost(self.field, lexeme))
        clearable = lexeme is not None and not self.field.required
        if clearable != self._clear_shown:
            self._clear_shown = clearable
            if clearable:
                self.line.addAction(self._clear, QLineEdit.ActionPosition.TrailingPosition)
            else:
                self.line.removeAction(self._clear)


class TextEditor(LineEditor):
    """A string. What is typed is the string; an emptied line is the empty text, not "not set"."""

    kind = "text"

    def __init__(self, sheet: Sheet, field: Field, path: Path, parent: QWidget | None = None) -> None:
        super().__init__(sheet, field, path, parent)
        if field.format == "password" or field.write_only:
            self.line.setEchoMode(QLineEdit.EchoMode.PasswordEchoOnEdit)
        self.line.lines_pasted.connect(self._paste_lines)

    def text_for(self, lexeme: str) -> str:
        return text_of(lexeme) if lexeme.startswith('"') else lexeme

    def lexeme_for(self, text: str) -> str | None:
        return lexeme_of(text)

    def _paste_lines(self, pasted: str) -> None:
        """A line edit would turn line breaks into blanks; written to the document, an area takes over."""
        line = self.line
        start = line.selectionStart() if line.hasSelectedText() else line.cursorPosition()
        end = line.selectionEnd() if line.hasSelectedText() else start
        text = line.text()
        self.sheet.write(self.path, lexeme_of(text[:start] + pasted + text[end:]))


class NumberEditor(LineEditor):
    """A number, digit for digit as typed. What is no number is sent as text, and the check says so.

    Up and Down step by `multipleOf` or 1. A text value of the document is shown with its quotes.
    """

    kind = "number"
    steps = True

    def __init__(self, sheet: Sheet, field: Field, path: Path, parent: QWidget | None = None) -> None:
        super().__init__(sheet, field, path, parent)
        self.line.stepped.connect(self._step)
        self.line.setInputMethodHints(Qt.InputMethodHint.ImhPreferNumbers)

    def text_for(self, lexeme: str) -> str:
        return lexeme

    def lexeme_for(self, text: str) -> str | None:
        stripped = text.strip()
        if not stripped:
            return None
        if number_fits(stripped):
            return stripped
        try:
            Document(stripped)
        except DocumentError:
            return lexeme_of(text)
        return stripped  # another JSON value, typed on purpose

    def _show_state(self, lexeme: str | None) -> None:
        super()._show_state(lexeme)
        self.line.setToolTip(self._warning(lexeme) if lexeme and number_fits(lexeme) else "")

    def _warning(self, lexeme: str) -> str:
        try:
            number = Decimal(lexeme)
            if abs(number) > _EXACT and number == number.to_integral_value():
                return self.tr("Larger than 2^53: programs in JavaScript will round it.")
        except InvalidOperation:
            return ""
        return ""

    def _step(self, direction: int) -> None:
        bounds = self.field.bounds
        try:
            now = Decimal(self.line.text().strip() or self.field.default or bounds.minimum or "0")
            step = Decimal(bounds.multiple_of or "1")
            stepped = now + direction * step if self.line.text().strip() else now
            low, high = bounds.minimum, bounds.maximum
            if low is not None:
                stepped = max(stepped, Decimal(low))
            if high is not None:
                stepped = min(stepped, Decimal(high))
            text = format(stepped, "f")
        except (InvalidOperation, OverflowError):
            return
        self.enter(text)


class DateEditor(TextEditor):
    """A date, time, or both as exact text; the button only replaces the text."""

    kind = "date"

    def __init__(self, sheet: Sheet, field: Field, path: Path, parent: QWidget | None = None) -> None:
        super().__init__(sheet, field, path, parent)
        hint = self.tr("Now") if field.format == "time" else self.tr("Choose a date")
        name = "clock-outline" if field.format == "time" else "calendar"
        action = QAction(theme.icon(name, "muted"), hint, self)
        action.setObjectName(f"{self.line.objectName()}_pick")
        action.triggered.connect(self._pick)
        self.line.addAction(action, QLineEdit.ActionPosition.TrailingPosition)

    def _pick(self) -> None:
        if self.field.format == "time":
            self.enter(_time_text(QDateTime.currentDateTime()))
            return
        calendar = _Calendar(self._picked, self._now, self)
        found = QDate.fromString(self.line.text()[:10], Qt.DateFormat.ISODate)
        if found.isValid():
            calendar.month.setSelectedDate(found)
        calendar.move(self.line.mapToGlobal(QPoint(0, self.line.height())))
        calendar.show()
        calendar.month.setFocus()

    def _picked(self, date: QDate) -> None:
        text = date.toString(Qt.DateFormat.ISODate)
        if self.field.format == "date-time":
            old = self.line.text()
            time = old[10:] if len(old) > 10 and old[10] in "Tt " else ""
            text += time or "T" + _time_text(QDateTime(date, QTime(12, 0)))
        self.enter(text)

    def _now(self) -> None:
        now = QDateTime.currentDateTime()
        date = now.date().toString(Qt.DateFormat.ISODate)
        self.enter(f"{date}T{_time_text(now)}" if self.field.format == "date-time" else date)


def _time_text(moment: QDateTime) -> str:
    """RFC 3339 wants an offset with every time: the local one."""
    minutes = moment.offsetFromUtc() // 60
    sign = "+" if minutes >= 0 else "-"
    offset = f"{sign}{abs(minutes) // 60:02}:{abs(minutes) % 60:02}" if minutes else "Z"
    return moment.time().toString("HH:mm:ss") + offset


class _Calendar(QFrame):
    """A month to click in, closed by choosing or by clicking elsewhere."""

    def __init__(self, picked: Callable[[QDate], None], now: Callable[[], None], parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setFrameShape(QFrame.Shape.StyledPanel)
        self.setObjectName("calendar_popup")
        self._picked = picked
        self._now = now
        self.month = QCalendarWidget()
        self.month.setObjectName("calendar_month")
        self.month.setAccessibleName(self.tr("Choose a date"))
        self.month.setVerticalHeaderFormat(QCalendarWidget.VerticalHeaderFormat.NoVerticalHeader)
        weekend = QTextCharFormat()
        weekend.setForeground(theme.color("text"))  # Qt's own red is of no role
        for day in (Qt.DayOfWeek.Saturday, Qt.DayOfWeek.Sunday):
            self.month.setWeekdayTextFormat(day, weekend)
        self.month.clicked.connect(self._chosen)
        self.month.activated.connect(self._chosen)
        button = QPushButton(self.tr("Now"))
        button.setObjectName("calendar_now")
        button.clicked.connect(self._now_clicked)
        below = QHBoxLayout()
        below.addStretch(1)
        below.addWidget(button)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(4, 4, 4, 4)
        layout.addWidget(self.month)
        layout.addLayout(below)

    def _chosen(self, date: QDate) -> None:
        self._picked(date)
        self.close()

    def _now_clicked(self) -> None:
        self._now()
        self.close()
