"""Texts of several lines: the area that grows with its text, and JSON for what no other editor shows."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QPainter, QPaintEvent, QTextBlock, QTextOption
from PySide6.QtWidgets import QFrame, QPlainTextEdit, QWidget

from inspector.schema.document import Document, DocumentError, Path
from inspector.schema.fields import Field
from inspector.ui.forms.editors.editor import Editor, FormSheet
from inspector.ui.forms.editors.lines import line_x, paint_empty_mark
from inspector.ui.forms.invisible_characters import LINE_UNHELD, StandIns, found_marks, has_marks, paint_mark
from inspector.ui.keyboard.own_keys import DUPLICATE, ENTER, leaves_undo
from inspector.ui.text.row_layouts import utf16_length
from inspector.ui.widgets import theme, zoom

__all__ = ["Area", "JsonFieldEditor", "TextArea"]

_LINES: Final = (2, 12)
_MARKED: Final = 20_000  # characters of a line whose marks are painted
_LONG: Final = 50_000  # characters in one line: Qt takes seconds for each repaint
_HEAD: Final = 1_000
_UNHELD: Final = re.compile(f"{LINE_UNHELD.pattern}|[\r\u2029\ufdd0\ufdd1]")
"""What does not get into a Qt string, and what Qt's document takes for the end of a paragraph."""


class Area(QPlainTextEdit):
    """Grows with its text up to a dozen lines. Tab leaves it; Ctrl+Enter is for the form around it.

    `value` is the exact text: characters that Qt cannot hold have stand-ins while they are shown, and a text
    that has CRLF throughout keeps it.
    """

    focus_changed = Signal()

    def __init__(self, least: int) -> None:
        super().__init__()
        self._least = least
        self._stand_ins = StandIns(_UNHELD)
        self._line_break = "\n"
        self.setTabChangesFocus(True)
        self.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        self.document().documentLayout().documentSizeChanged.connect(self._fit)
        self._fit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        enter = event.key() in ENTER
        submits = enter and event.modifiers() & Qt.KeyboardModifier.ControlModifier
        if submits or event.keyCombination() == DUPLICATE or leaves_undo(event, self, always=False):
            event.ignore()
        elif enter and event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            self.textCursor().insertText("\n")  # Qt would put in U+2028, which is invisible
            self.ensureCursorVisible()
        else:
            super().keyPressEvent(event)

    def sizeHint(self) -> QSize:
        return QSize(200, self._height())

    def minimumSizeHint(self) -> QSize:
        return QSize(80, self._height())

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.focus_changed.emit()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.focus_changed.emit()

    def value(self) -> str:
        """The exact text; `toPlainText` would make blanks of those that do not break."""
        lines = self.document().toRawText().replace("\u2029", "\n")
        return self._stand_ins.real(lines).replace("\n", self._line_break)

    def show_value(self, text: str) -> None:
        """Show another text without saying that a user changed it."""
        if text == self.value():
            return
        crlf = "\r\n" in text and text.count("\r\n") == text.count("\n") == text.count("\r")
        self._line_break = "\r\n" if crlf else "\n"
        shown = self._stand_ins.show(text.replace("\r\n", "\n") if crlf else text)
        blocked = self.blockSignals(True)
        if shown or not self.hasFocus():
            self.setPlainText(shown)
        else:  # can be undone
            cursor = self.textCursor()
            cursor.select(cursor.SelectionType.Document)
            cursor.removeSelectedText()
        self.blockSignals(blocked)
        self._fit()

    def _height(self) -> int:
        """As high as the text: lines of other scripts are higher than those of the font alone."""
        spacing = self.fontMetrics().lineSpacing()
        text, block = 0.0, self.document().firstBlock()
        while block.isValid() and text < _LINES[1] * spacing:
            text += self.blockBoundingRect(block).height()
            block = block.next()
        high = max(self._least * spacing, min(_LINES[1] * spacing, math.ceil(text)))
        margins = self.contentsMargins().top() + self.contentsMargins().bottom()
        return high + math.ceil(2 * self.document().documentMargin()) + margins + 2

    def _fit(self) -> None:
        height = self._height()
        if height != self.height():
            self.setFixedHeight(height)


class TextArea(Area):
    """An area for a string: shows which kind of empty it is, and invisible characters.

    takes: is offered every key first.
    """

    def __init__(self, takes: Callable[[QKeyEvent], bool]) -> None:
        self._state: str | None = None
        super().__init__(_LINES[0])
        self._takes = takes

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not self._takes(event):
            super().keyPressEvent(event)

    def state(self) -> str | None:
        """Which of the empty values the empty area stands for: `null`, `""` or None, not set."""
        return self._state

    def set_state(self, lexeme: str | None, hint: str) -> None:
        """hint: what an empty area says in words."""
        self._state = lexeme if lexeme in ("null", '""') else None
        self.setPlaceholderText(hint)
        self.viewport().update()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self.document().isEmpty():
            if self._state is not None:
                painter = QPainter(self.viewport())
                high = self.fontMetrics().height() + 2 * self.document().documentMargin()
                paint_empty_mark(painter, QRectF(0, 0, self.width(), high), 4, self._state)
                painter.end()
            return
        painter = QPainter(self.viewport())
        block, offset = self.firstVisibleBlock(), self.contentOffset()
        while block.isValid():
            place = self.blockBoundingGeometry(block).translated(offset)
            if place.top() > self.viewport().height():
                break
            real = self._stand_ins.real(block.text()) if block.length() < _MARKED else ""
            if has_marks(real):
                self._paint_marks(painter, block, real, place.topLeft())
            block = block.next()
        painter.end()

    def _paint_marks(self, painter: QPainter, block: QTextBlock, real: str, origin: QPointF) -> None:
        text, layout = block.text(), block.layout()
        before = units = 0
        for index, role in found_marks(real):
            units += utf16_length(text[before:index])
            before = index
            line = layout.lineForTextPosition(units)
            if line.isValid():
                left, right = line_x(line, units), line_x(line, units + utf16_length(text[index]))
                width = right - left if right > left else 0.0
                paint_mark(
                    painter, QRectF(origin.x() + left, origin.y() + line.y(), width, line.height()), role
                )


class _Framed(Editor):
    """Draws the frame around its area: Fusion's own can hardly be seen in the dark."""

    least_lines = 1

    def __init__(self, sheet: FormSheet, field: Field, path: Path, parent: QWidget | None = None) -> None:
        super().__init__(sheet, field, path, parent)
        self.area = Area(self.least_lines)
        self.area.setFrameShape(QFrame.Shape.NoFrame)
        self.make(self.area)
        self.area.focus_changed.connect(self.update)
        layout = self.layout()
        if layout is not None:
            zoom.margins(layout, 2, 2, 2, 2)

    def focus_widget(self) -> QWidget:
        return self.area

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        edge = "accent" if self.area.hasFocus() else "border"
        painter.setPen(theme.mix(theme.color(edge), theme.color("muted"), 0.4))
        painter.setBrush(theme.color("base"))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 2, 2)
        painter.end()


class JsonFieldEditor(_Framed):
    """Any value as JSON text. While it is no JSON it is a draft: shown, sent as it stands, and told."""

    kind = "json"
    takes_drafts = True

    def __init__(self, sheet: FormSheet, field: Field, path: Path, parent: QWidget | None = None) -> None:
        super().__init__(sheet, field, path, parent)
        self._cut = False
        zoom.mono(self.area)
        self.area.textChanged.connect(self._edited)
        theme.notifier().changed.connect(self._font_changed)

    def refresh(self) -> None:
        draft = self.sheet.draft(self.path)
        if draft is None:
            super().refresh()
        elif draft != self._seen:
            self._seen = draft
            self.area.show_value(draft)

    def show_lexeme(self, lexeme: str | None) -> None:
        text = _outdented(lexeme or "")
        self._cut = len(text) > _LONG and max(map(len, text.split("\n"))) > _LONG
        self.area.setReadOnly(self._cut)
        self.area.setToolTip(self.tr("Too long to edit here; use the JSON view.") if self._cut else "")
        self.area.show_value(f"{text[:_HEAD]}…" if self._cut else text)
        self.area.setPlaceholderText(self.tr("JSON") if lexeme is None else "")

    def shown(self) -> str | None:
        return self.sheet.lexeme(self.path) if self._cut else self.area.value() or None

    def error(self) -> str:
        draft = self.sheet.draft(self.path)
        if draft is None:
            return ""
        try:
            Document(draft)
        except DocumentError as error:
            return str(error)
        return ""

    def _edited(self) -> None:
        text = self.area.value()
        try:
            document = Document(text)
        except DocumentError:
            self._seen = text
            self.sheet.write_draft(self.path, text)
            return
        if document.root is None and self.must_stay:
            self._seen = text
            self.sheet.write_draft(self.path, text)
        elif document.root is None:
            self.unset()
        else:
            self.write(text.strip())

    def _font_changed(self) -> None:
        zoom.mono(self.area)


def _outdented(lexeme: str) -> str:
    """The lines of a value that stands deep in a document, without the indentation they have there."""
    first, _, rest = lexeme.partition("\n")
    lines = rest.split("\n")
    depths = [len(line) - len(line.lstrip(" ")) for line in lines if line.strip()]
    cut = min(depths, default=0)
    return lexeme if not rest else "\n".join([first, *(line[cut:] for line in lines)])
