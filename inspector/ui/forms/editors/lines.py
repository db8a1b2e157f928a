"""The line that scalar editors type in: it holds the exact text, nothing is rounded or cut.

Qt's spin boxes and date editors are not used: they hold 32-bit integers, round decimals and rewrite times
(measured), and what is sent must be what is shown.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from PySide6.QtCore import QEvent, QObject, QRectF, QSize, Qt
from PySide6.QtGui import (
    QAction,
    QFocusEvent,
    QFontMetrics,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QPalette,
    QTextLayout,
    QTextLine,
)
from PySide6.QtWidgets import QApplication, QCompleter, QFrame, QLineEdit, QWidget

from inspector.schema.document import Path
from inspector.schema.fields import Field
from inspector.ui.forms.editors.editor import FormSheet, widget_name
from inspector.ui.forms.editors.scalar import ScalarEditor
from inspector.ui.forms.invisible_characters import LINE_UNHELD, StandIns, found_marks, has_marks, paint_mark
from inspector.ui.forms.texts import ghost
from inspector.ui.keyboard.own_keys import ENTER, keeps
from inspector.ui.text.row_layouts import utf16_length
from inspector.ui.widgets import theme
from inspector.ui.widgets.chip import paint_chip
from inspector.ui.widgets.line_icons import scale_icons
from inspector.ui.widgets.own_colours import put_colours

__all__ = ["LineEditor", "ValueLine", "line_x", "paint_empty_mark"]

_LONGEST: Final = 2**31 - 1  # Qt's own limit of 32,767 cuts without a word
_MARKED: Final = 20_000  # characters of a text whose marks are painted
_CURSOR: Final = 5  # px that Qt's rectangle of the cursor begins before the cursor
_CONTROLS: Final = dict.fromkeys([*range(9), *range(10, 32), 0x2028, 0x2029, 0xFFFC], " ")
_EMPTY: Final = {"null": "keyword", '""': "string"}
"""Values that leave a line empty, with the role of the chip that tells them from "not set"."""


class ValueLine(QLineEdit):
    """A line that shows which kind of empty it is, and invisible characters.

    takes: is offered every key first. `value` is the text with what Qt cannot hold put back.
    """

    def __init__(self, takes: Callable[[QKeyEvent], bool]) -> None:
        super().__init__()
        self._takes = takes
        self._stand_ins = StandIns(LINE_UNHELD)
        self._state: str | None = None
        self._known = ""  # the text that has been told, or is only shown
        self.setMaxLength(_LONGEST)
        self.textEdited.connect(self._note)
        self.textChanged.connect(self._changed)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.installEventFilter(self)  # only now: `event` of every line would be called for every event

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.removeEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Shift+Enter breaks a line here before it is the window's; whoever runs is done with examples."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            popup = QApplication.activePopupWidget()
            if (
                popup is not None
                and event.key() in ENTER
                and event.modifiers() & Qt.KeyboardModifier.ControlModifier
            ):
                popup.hide()
        shifted = isinstance(event, QKeyEvent) and event.modifiers() & Qt.KeyboardModifier.ShiftModifier
        return bool(shifted) and keeps(event, *ENTER)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not self._takes(event):
            super().keyPressEvent(event)

    def value(self) -> str:
        """The exact text."""
        return self._stand_ins.real(self.text())

    def show_value(self, text: str) -> None:
        """Show a text that was not typed here; typing in the same text goes on where it was."""
        shown = self._stand_ins.show(text)
        if shown == self.text():
            return
        self._known = shown
        if not shown and self.hasFocus():
            self.clear()  # can be undone
        else:
            self.setText(shown)
            self.setCursorPosition(0)

    def _note(self, text: str) -> None:
        self._known = text

    def _changed(self, text: str) -> None:
        """Dictation and screen readers set the text: it counts as typed."""
        if text != self._known:
            self.textEdited.emit(text)

    def replace(self, text: str) -> None:
        """Put another text there; Ctrl+Z brings the old one back."""
        self.selectAll()
        self.insert(self._stand_ins.show(text))

    def state(self) -> str | None:
        """Which of the empty values the empty line stands for: `null`, `""` or None, not set."""
        return self._state

    def set_state(self, lexeme: str | None, hint: str) -> None:
        """hint: what an empty line says in words."""
        self._state = lexeme if lexeme in _EMPTY else None
        if hint != self.placeholderText():
            self.setPlaceholderText(hint)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        text = self.displayText()
        if not text:
            if self._state is not None:
                painter = QPainter(self)
                margins = self.textMargins()
                paint_empty_mark(painter, QRectF(self.rect()), margins.left() + 5, self._state)
                painter.end()
        elif len(text) < _MARKED and self.echoMode() == QLineEdit.EchoMode.Normal:
            shown = self._stand_ins.real(text)
            if has_marks(shown, breaks=True):
                self._paint_marks(text, shown)

    def _paint_marks(self, text: str, real: str) -> None:
        """Qt does not tell where characters are; the cursor does, and a layout of the same text the rest."""
        layout = QTextLayout(text.translate(_CONTROLS), self.font())
        layout.beginLayout()
        line = layout.createLine()
        layout.endLayout()
        cursor = self.cursorRect()
        origin = cursor.left() + _CURSOR - line_x(line, self.cursorPosition())
        high = self.fontMetrics().height()
        top = (self.height() - high) / 2
        painter = QPainter(self)
        painter.setClipRect(self.rect().adjusted(3, 1, -3, -1))
        before = units = 0
        for index, role in found_marks(real, breaks=True):
            units += utf16_length(text[before:index])
            before = index
            left, right = line_x(line, units), line_x(line, units + utf16_length(text[index]))
            paint_mark(painter, QRectF(origin + min(left, right), top, abs(right - left), high), role)
        painter.end()


def line_x(line: QTextLine, position: int) -> float:
    """px of a place in a laid out line."""
    found: Any = line.cursorToX(position)  # PySide returns the place with it, and says it does not
    return float(found[0] if isinstance(found, tuple) else found)


def paint_empty_mark(painter: QPainter, rect: QRectF, left: float, state: str) -> None:
    """A chip that says `null` or `""` at the start of an empty line."""
    font = theme.mono_font(-1)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setFont(font)
    metrics = QFontMetrics(font)
    size = QSize(metrics.horizontalAdvance(state) + 10, metrics.height() + 2)
    chip = QRectF(left, rect.top() + (rect.height() - size.height()) / 2, size.width(), size.height())
    role = _EMPTY[state]
    paint_chip(painter, chip, state, theme.color(role), theme.tint(role))


class LineEditor(ScalarEditor):
    """A line of text; subclasses say how text and JSON belong together."""

    def __init__(self, sheet: FormSheet, field: Field, path: Path, parent: QWidget | None = None) -> None:
        super().__init__(sheet, field, path, parent)
        self.line = ValueLine(self.take_key)
        self.named(self.line)
        self._clear: QAction | None = None
        self._completer: QCompleter | None = None
        self.line.textEdited.connect(self._edited)
        self.lay_out()
        if field.examples:
            self._offer_examples()

    def lay_out(self) -> None:
        """Put what stands beside the line there."""
        self.fill(self.line)

    def focus_widget(self) -> QWidget:
        return self.line

    def show_lexeme(self, lexeme: str | None) -> None:
        self.line.show_value("" if lexeme is None or lexeme == "null" else self.text_for(lexeme))
        self.tell(lexeme)

    def shown(self) -> str | None:
        text = self.line.value()
        return self.lexeme_for(text) if text else self.line.state()

    def text_for(self, lexeme: str) -> str:
        """What the line shows for a JSON text."""
        raise NotImplementedError

    def lexeme_for(self, text: str) -> str | None:
        """The JSON text for what a user typed; None: nothing is set."""
        raise NotImplementedError

    def hint(self, lexeme: str | None) -> str:
        """What the empty line says."""
        return ghost(self.field, lexeme)

    def enter(self, text: str) -> None:
        """Replace the text as if a user had typed it; Ctrl+Z brings the old one back."""
        self.line.replace(text)
        self.take(text)

    def take(self, text: str) -> None:
        """A user typed this text."""
        lexeme = self.lexeme_for(text)
        if lexeme is None:
            self.unset()
        else:
            self.write(lexeme)

    def tell(self, lexeme: str | None) -> None:
        """The hint of the empty line, and a cross to take an optional value back."""
        self.line.set_state(lexeme, self.hint(lexeme))
        self._show_clear(lexeme is not None and not self.field.required and not self.must_stay)
        super().tell(lexeme)

    def _edited(self, _text: str) -> None:
        self.take(self.line.value())
        if self._completer is not None and self.line.hasFocus():
            text = self.line.text()
            self._completer.setCompletionPrefix(text)
            count = self._completer.completionCount()
            if count > 1 or (count == 1 and self._completer.currentCompletion() != text):
                self._completer.complete()
            elif (popup := self._completer.popup()) is not None:
                popup.hide()

    def _show_clear(self, clearable: bool) -> None:
        if clearable == (self._clear is not None):
            return
        if self._clear is not None:
            self.line.removeAction(self._clear)
            self._clear.deleteLater()
            self._clear = None
            return
        self._clear = QAction(theme.icon("close", "muted"), self.tr("Not set (Ctrl+Backspace)"), self)
        self._clear.setObjectName(f"{widget_name(self.path)}_clear")
        self._clear.triggered.connect(self._unset_clicked)
        self.line.addAction(self._clear, QLineEdit.ActionPosition.TrailingPosition)
        scale_icons(self.line)

    def _unset_clicked(self) -> None:
        self.unset_by_key()

    def _offer_examples(self) -> None:
        """Examples of the schema, below the line while one of them may be meant."""
        self._completer = QCompleter([self.text_for(one) for one in self.field.examples], self)
        self._completer.setWidget(self.line)
        self._completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        self._completer.setFilterMode(Qt.MatchFlag.MatchContains)
        self._completer.activated.connect(self.enter)
        popup = self._completer.popup()
        if popup is not None:  # the frame of the style cannot be seen on a dark ground
            popup.setFrameStyle(QFrame.Shape.Box | QFrame.Shadow.Plain)
            self._colour_examples()
            theme.notifier().changed.connect(self._colour_examples)

    def _colour_examples(self) -> None:
        if self._completer is not None and (popup := self._completer.popup()) is not None:
            put_colours(popup, {QPalette.ColorRole.WindowText: theme.color("muted")})
