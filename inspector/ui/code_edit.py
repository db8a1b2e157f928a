"""A text box for JSON: line numbers, matching brackets, indentation, marks. Text comes out as typed."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QMimeData, QRect, QSize, Qt, Signal
from PySide6.QtGui import (
    QFontMetricsF,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QPalette,
    QResizeEvent,
    QTextCharFormat,
    QTextCursor,
)
from PySide6.QtWidgets import QPlainTextEdit, QTextEdit, QWidget

from inspector.render.brackets import bracket_pairs
from inspector.ui import theme
from inspector.ui.highlight import JsonHighlighter

__all__ = ["CodeEdit"]

_INDENT: Final = "  "
_PAIRED: Final = 200_000  # characters; in longer text brackets are not matched
_BLOCK_END: Final = "\u2029"  # what Qt puts between blocks
_CLOSER: Final = {"{": "}", "[": "]"}


class CodeEdit(QPlainTextEdit):
    """Plain text with the manners of a code editor. Positions are UTF-16 units, as Qt counts."""

    submitted = Signal()
    refused = Signal(int)  # a paste of so many characters would not fit; nothing was changed

    def __init__(self, limit: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._limit = limit
        self._mark: tuple[int, str] | None = None
        self._pairs: dict[int, int] | None = None
        self._gutter = _Gutter(self)
        self._highlighter = JsonHighlighter(self.document())
        self.setFrameShape(self.Shape.NoFrame)
        self.setCursorWidth(2)
        self.blockCountChanged.connect(self._fit_gutter)
        self.updateRequest.connect(self._scroll_gutter)
        self.textChanged.connect(self._text_changed)
        self.cursorPositionChanged.connect(self._decorate)
        self._restyle()
        theme.notifier().changed.connect(self._restyle)

    # -- text -------------------------------------------------------------------------------------------

    def text(self) -> str:
        """The text as typed: no-break spaces stay (`toPlainText` would lose them), lines end in \\n."""
        return self.document().toRawText().replace(_BLOCK_END, "\n")

    def set_text(self, text: str) -> None:
        """Replace what differs: the cursor stays, undo goes back to the text before."""
        text = _storable(text)
        old = self.text()
        if text == old:
            return
        start, tail = _common(old, text)
        cursor = QTextCursor(self.document())
        cursor.setPosition(_utf16(old[:start]))
        cursor.setPosition(_utf16(old[: len(old) - tail]), QTextCursor.MoveMode.KeepAnchor)
        cursor.insertText(text[start : len(text) - tail])

    def mark(self, position: int | None, message: str = "") -> None:
        """Underline the character at a position (or the last before it); None: nothing."""
        self._mark = None if position is None else (position, message)
        self._decorate()

    # -- typing -----------------------------------------------------------------------------------------

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, modifiers = event.key(), event.modifiers()
        enter = key in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if enter and modifiers & Qt.KeyboardModifier.ControlModifier:
            self.submitted.emit()
        elif self.isReadOnly():
            super().keyPressEvent(event)
        elif enter:
            self._break_line()
        elif key == Qt.Key.Key_Tab and not modifiers:
            self._indent(1)
        elif key == Qt.Key.Key_Backtab:
            self._indent(-1)
        elif event.text() in ("}", "]") and self._outdent_for(event.text()):
            return
        else:
            super().keyPressEvent(event)

    def insertFromMimeData(self, source: QMimeData) -> None:
        """Paste as plain text."""
        text = source.text()
        if len(text) + self.document().characterCount() > self._limit:
            self.refused.emit(len(text))
            return
        self.textCursor().insertText(_storable(text))
        self.ensureCursorVisible()

    def _break_line(self) -> None:
        cursor = self.textCursor()
        before = cursor.block().text()[: cursor.positionInBlock()]
        space = before[: len(before) - len(before.lstrip(" "))]
        opener = before.rstrip()[-1:]
        cursor.beginEditBlock()
        if opener in _CLOSER:
            after = cursor.block().text()[cursor.positionInBlock() :]
            cursor.insertText(f"\n{space}{_INDENT}")
            if after.lstrip().startswith(_CLOSER[opener]):
                place = cursor.position()
                cursor.insertText(f"\n{space}")
                cursor.setPosition(place)
        else:
            cursor.insertText(f"\n{space}")
        cursor.endEditBlock()
        self.setTextCursor(cursor)
        self.ensureCursorVisible()

    def _indent(self, steps: int) -> None:
        cursor = self.textCursor()
        if steps > 0 and not cursor.hasSelection():
            cursor.insertText(_INDENT)
            return
        document = self.document()
        first = document.findBlock(cursor.selectionStart())
        last = document.findBlock(cursor.selectionEnd())
        cursor.beginEditBlock()
        block = first
        while block.isValid() and block.blockNumber() <= last.blockNumber():
            line = QTextCursor(block)
            if steps > 0:
                line.insertText(_INDENT)
            else:
                spaces = len(block.text()) - len(block.text().lstrip(" "))
                line.movePosition(
                    line.MoveOperation.Right, line.MoveMode.KeepAnchor, min(spaces, len(_INDENT))
                )
                line.removeSelectedText()
            block = block.next()
        cursor.endEditBlock()

    def _outdent_for(self, closer: str) -> bool:
        """A closing bracket as the first thing of a line goes one level out."""
        cursor = self.textCursor()
        before = cursor.block().text()[: cursor.positionInBlock()]
        if cursor.hasSelection() or len(before) < len(_INDENT) or before.strip(" "):
            return False
        move = cursor.MoveOperation.Left
        cursor.beginEditBlock()
        cursor.movePosition(move, cursor.MoveMode.KeepAnchor, len(_INDENT))
        cursor.insertText(closer)
        cursor.endEditBlock()
        self.setTextCursor(cursor)
        return True

    # -- decorations ------------------------------------------------------------------------------------

    def _text_changed(self) -> None:
        self._pairs = None

    def _decorate(self) -> None:
        # The ground of the current line would cover the placeholder of an empty text.
        plain = self.isReadOnly() or self.document().isEmpty()
        made = [] if plain else [self._current_line()]
        made += self._brackets()
        if self._mark is not None:
            made.append(self._squiggle(*self._mark))
        self.setExtraSelections(made)
        self._gutter.update()

    def _current_line(self) -> QTextEdit.ExtraSelection:
        how = QTextCharFormat()
        how.setBackground(theme.color("alternate"))
        how.setProperty(QTextCharFormat.Property.FullWidthSelection, True)
        cursor = self.textCursor()
        cursor.clearSelection()
        return _selection(cursor, how)

    def _brackets(self) -> list[QTextEdit.ExtraSelection]:
        if self.document().characterCount() > _PAIRED:
            return []
        place = self.textCursor().position()
        for at in (place - 1, place):
            if self.document().characterAt(at) in ("{", "}", "[", "]") if at >= 0 else False:
                other = self._pair_of(at)
                if other is None:
                    continue
                role = "error" if other < 0 else "accent"
                return [self._at(spot, role) for spot in (at, other) if spot >= 0]
        return []

    def _pair_of(self, place: int) -> int | None:
        """The partner of a bracket, -1 without one, None inside a string."""
        if self._pairs is None:
            text = self.text()
            found = bracket_pairs(text)
            if not text.isascii() and max(text) > "\uffff":
                found = {_utf16(text[:at]): -1 if to < 0 else _utf16(text[:to]) for at, to in found.items()}
            self._pairs = found
        return self._pairs.get(place)

    def _at(self, place: int, role: str) -> QTextEdit.ExtraSelection:
        how = QTextCharFormat()
        how.setBackground(theme.tint(role, 0.3))
        return _selection(self._character(place), how)

    def _squiggle(self, place: int, message: str) -> QTextEdit.ExtraSelection:
        how = QTextCharFormat()
        how.setUnderlineStyle(QTextCharFormat.UnderlineStyle.WaveUnderline)
        how.setUnderlineColor(theme.color("error"))
        how.setBackground(theme.tint("error", 0.2))
        how.setToolTip(message)
        return _selection(self._character(place), how)

    def _character(self, place: int) -> QTextCursor:
        """A cursor over one character; over the last one before the end of a line."""
        cursor = QTextCursor(self.document())
        cursor.setPosition(min(place, self.document().characterCount() - 1))
        if cursor.atBlockEnd() and not cursor.atBlockStart():
            cursor.movePosition(cursor.MoveOperation.Left)
        cursor.movePosition(cursor.MoveOperation.Right, cursor.MoveMode.KeepAnchor)
        return cursor

    # -- gutter -----------------------------------------------------------------------------------------

    def gutter_width(self) -> int:
        """px that the line numbers take."""
        digits = max(2, len(str(self.blockCount())))
        return int(QFontMetricsF(self.font()).horizontalAdvance("9") * digits) + 2 * theme.SPACE

    def paint_gutter(self, event: QPaintEvent) -> None:
        """Paint the numbers of the visible lines."""
        painter = QPainter(self._gutter)
        painter.fillRect(event.rect(), theme.color("alternate"))
        painter.setFont(self.font())
        block = self.firstVisibleBlock()
        current = self.textCursor().blockNumber()
        top = self.blockBoundingGeometry(block).translated(self.contentOffset()).top()
        width, height = self._gutter.width() - theme.SPACE, self.fontMetrics().height()
        while block.isValid() and top <= event.rect().bottom():
            painter.setPen(theme.color("text" if block.blockNumber() == current else "muted"))
            where = QRect(0, int(top), width, height)
            painter.drawText(where, Qt.AlignmentFlag.AlignRight, str(block.blockNumber() + 1))
            top += self.blockBoundingRect(block).height()
            block = block.next()
        painter.end()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        inside = self.contentsRect()
        self._gutter.setGeometry(QRect(inside.left(), inside.top(), self.gutter_width(), inside.height()))

    def _fit_gutter(self) -> None:
        self.setViewportMargins(self.gutter_width(), 0, 0, 0)

    def _scroll_gutter(self, rect: QRect, dy: int) -> None:
        if dy:
            self._gutter.scroll(0, dy)
        else:
            self._gutter.update(0, rect.y(), self._gutter.width(), rect.height())

    def _restyle(self) -> None:
        self.setFont(theme.mono_font())
        self.setTabStopDistance(QFontMetricsF(self.font()).horizontalAdvance(" ") * len(_INDENT))
        palette = self.palette()
        palette.setColor(QPalette.ColorRole.Base, theme.color("base"))
        self.setPalette(palette)
        # Once the application has a style sheet the viewport does not follow: it would stay as it began.
        self.viewport().setPalette(palette)
        self._fit_gutter()
        self._decorate()


class _Gutter(QWidget):
    """The strip of line numbers."""

    def __init__(self, editor: CodeEdit) -> None:
        super().__init__(editor)
        self._editor = editor

    def sizeHint(self) -> QSize:
        return QSize(self._editor.gutter_width(), 0)

    def paintEvent(self, event: QPaintEvent) -> None:
        self._editor.paint_gutter(event)


def _storable(text: str) -> str:
    """Text as a text box keeps it: what it would turn into a line break or drop becomes its escape."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    return text.replace(_BLOCK_END, "\\u2029").replace("\ufeff", "\\ufeff")


def _selection(cursor: QTextCursor, how: QTextCharFormat) -> QTextEdit.ExtraSelection:
    made = QTextEdit.ExtraSelection()
    made.cursor, made.format = cursor, how
    return made


def _common(old: str, new: str) -> tuple[int, int]:
    """Lengths of what two texts have in common at their beginning and at their end."""
    most = min(len(old), len(new))
    start = _same(old, new, most)
    tail = _same(old[::-1], new[::-1], most - start)
    return start, tail


def _same(left: str, right: str, most: int) -> int:
    """How many characters are equal from the start, by halving."""
    low, high = 0, most
    while low < high:
        middle = (low + high + 1) // 2
        if left[low:middle] == right[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


def _utf16(text: str) -> int:
    return len(text) if text.isascii() else len(text) + sum(char > "\uffff" for char in text)
