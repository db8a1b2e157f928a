"""A text box for JSON: line numbers, folds, matching brackets, marks. Text comes out as typed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Final

from PySide6.QtCore import QEvent, QMimeData, QPoint, QRect, QRectF, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFontMetricsF,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPalette,
    QResizeEvent,
    QTextBlock,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
)
from PySide6.QtWidgets import QPlainTextEdit, QTextEdit, QWidget

from inspector.json_tokens import narrow, wide
from inspector.render.box_text import common, storable
from inspector.render.brackets import bracket_pairs
from inspector.ui.json.editor.blobs import CodeBlobs
from inspector.ui.json.editor.colours import CodeColours
from inspector.ui.json.editor.folds import CodeFolds
from inspector.ui.json.editor.gutter import CodeGutter
from inspector.ui.json.editor.marks import Mark, Marks, selection
from inspector.ui.json.editor.typing import INDENT, break_line, indent, outdent_for
from inspector.ui.widgets import theme
from inspector.ui.widgets.own_colours import OwnColours, put_colours

__all__ = ["CodeEdit"]

_PAIRED: Final = 50_000  # characters; in longer text brackets are matched after a pause
_BLOCK_END: Final = "\u2029"  # what Qt puts between blocks


class CodeEdit(OwnColours, QPlainTextEdit):
    """Plain text with the manners of a code editor. Positions are UTF-16 units, as Qt counts.

    take_paste: what of a paste goes in; None: nothing, it was dealt with in another way.
    """

    submitted = Signal()
    edited = Signal()  # the text is another one; `textChanged` comes for colours as well
    help_wanted = Signal(int, QPoint)  # the mouse rests over this place, -1: over none; where on the screen

    def __init__(self, take_paste: Callable[[QMimeData], str | None]) -> None:
        super().__init__()
        self.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        self._take_paste = take_paste
        self._pairs: dict[int, int] | None = None
        self._is_other = False
        self._typed = ""
        self._escaped = False  # Tab leaves it after Esc
        document = QTextDocument(self)
        self.blobs = CodeBlobs(document)
        self.setDocument(document)
        self.marks = Marks()
        self.folds = CodeFolds(self, self.pairs)
        self._gutter = CodeGutter(self, self.folds, self.marks, self.lines_shown)
        self._colours = CodeColours(self)
        self.setFrameShape(self.Shape.NoFrame)
        self.setCursorWidth(2)
        self.blockCountChanged.connect(self._fit_gutter)
        self.updateRequest.connect(self._scroll_gutter)
        self.document().contentsChange.connect(self._contents_changed)
        self.textChanged.connect(self._text_changed)
        self.cursorPositionChanged.connect(self._decorate)
        self.verticalScrollBar().valueChanged.connect(self._decorate)
        self.folds.changed.connect(self._gutter.update)
        self._gutter.line_chosen.connect(self.select_line)
        self._restyle()
        theme.notifier().changed.connect(self._restyle)

    # -- text -------------------------------------------------------------------------------------------

    def text(self) -> str:
        """The text as typed, long base64 and all; lines end in \\n."""
        return self.blobs.whole(self.shown_text())

    def shown_text(self) -> str:
        """The text as it is on the screen: one character for each chip, so that its places are ours.

        No-break spaces stay (`toPlainText` would lose them)."""
        return self.document().toRawText().replace(_BLOCK_END, "\n")

    def character(self) -> int:
        """The number of the character of the text that the cursor is before."""
        before = wide(self.shown_text())[: self.textCursor().position()]
        return len(self.blobs.whole(narrow(before)))

    def go_to_character(self, number: int) -> None:
        """Put the cursor before a character of the text."""
        self.go_to(self.blobs.position_of(self.shown_text(), number))

    def set_text(self, text: str) -> None:
        """Replace what differs: the cursor stays, undo goes back to the text before."""
        text = storable(text)
        old = self.text()
        if text == old:
            return
        was, now = self.blobs.coded(old), self.blobs.coded(text)
        if was is None or now is None:
            self.replace_range(0, self.document().characterCount() - 1, text)
            return
        start, tail = common(was, now)
        first, last = len(wide(was[:start])), len(wide(was[: len(was) - tail]))
        self._typed = ""
        self.blobs.insert_coded(self._over(first, last), now[start : len(now) - tail])

    def replace_range(self, start: int, end: int, text: str) -> None:
        """Put a text in the place of another, as one step of undo."""
        self._typed = ""
        self.blobs.insert(self._over(start, end), storable(text))

    def _over(self, start: int, end: int) -> QTextCursor:
        cursor = QTextCursor(self.document())
        cursor.setPosition(start)
        cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
        return cursor

    def set_marks(self, marks: Iterable[Mark]) -> None:
        """What is wrong or odd, and where."""
        self.marks.set_marks(marks)
        self._decorate()

    def set_matches(self, places: Iterable[tuple[int, int]]) -> None:
        """What a search found."""
        self.marks.set_matches(places)
        self._decorate()

    def pairs(self) -> dict[int, int]:
        """Every bracket and its partner; -1 for one without."""
        if self._pairs is None:
            self._pairs = bracket_pairs(wide(self.shown_text()))
        return self._pairs

    def take_pairs(self, pairs: dict[int, int]) -> None:
        """They were looked for already."""
        self._pairs = pairs
        self._decorate()

    def go_to(self, position: int, end: int | None = None) -> None:
        """Put the cursor to a place, or over a range; it is in sight and what it is in is unfolded."""
        last = self.document().characterCount() - 1
        cursor = self.textCursor()
        cursor.setPosition(min(max(position, 0), last))
        if end is not None:
            cursor.setPosition(min(end, last), QTextCursor.MoveMode.KeepAnchor)
        self.setTextCursor(cursor)
        self.ensureCursorVisible()

    def select_line(self, block: QTextBlock) -> None:
        """Select a whole line."""
        self.go_to(block.position(), block.position() + block.length() - 1)
        self.setFocus(Qt.FocusReason.MouseFocusReason)

    # -- typing -----------------------------------------------------------------------------------------

    def keyPressEvent(self, event: QKeyEvent) -> None:
        self._typed = event.text()
        key, modifiers = event.key(), event.modifiers()
        enter = key in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if enter and modifiers & Qt.KeyboardModifier.ControlModifier:
            self.submitted.emit()
            return
        cursor = self.textCursor()
        tab = key in (Qt.Key.Key_Tab, Qt.Key.Key_Backtab)
        leaves = modifiers & Qt.KeyboardModifier.ControlModifier or self._escaped
        self._escaped = key == Qt.Key.Key_Escape
        if tab and leaves:
            QWidget.focusNextPrevChild(self, key == Qt.Key.Key_Tab)  # that of an editor stays in it
            return
        if self.isReadOnly():
            super().keyPressEvent(event)
            return
        if enter:
            break_line(cursor)
        elif key == Qt.Key.Key_Tab and not modifiers:
            indent(cursor, 1)
        elif key == Qt.Key.Key_Backtab:
            indent(cursor, -1)
        elif not (event.text() in ("}", "]") and outdent_for(cursor, event.text())):
            super().keyPressEvent(event)
            return
        self.setTextCursor(cursor)
        self.ensureCursorVisible()

    def typed_last(self) -> str:
        """The character of the last key; "" when the text changed in another way since."""
        return self._typed

    def insertFromMimeData(self, source: QMimeData) -> None:
        """Paste as plain text, unless another handler has taken it."""
        self._typed = ""
        text = self._take_paste(source)
        if text is not None:
            self.blobs.insert(self.textCursor(), storable(text))
            self.ensureCursorVisible()

    def createMimeDataFromSelection(self) -> QMimeData:
        """What is copied is the whole text of it.

        In an object that Qt made: the clipboard outlives Python, and destroying one of Python's crashes then.
        """
        cursor, made = self.textCursor(), super().createMimeDataFromSelection()
        made.text()  # it writes its own text when it is first asked for one
        made.clear()
        shown = narrow(wide(self.shown_text())[cursor.selectionStart() : cursor.selectionEnd()])
        made.setText(self.blobs.whole(shown, cursor.selectionStart()))
        return made

    def text_around(self, cursor: QTextCursor, text: str) -> str:
        """The whole text as it would be with another in the place of what a cursor selects."""
        now = wide(self.shown_text())
        start, end = cursor.selectionStart(), cursor.selectionEnd()
        return self.blobs.whole(narrow(now[:start])) + text + self.blobs.whole(narrow(now[end:]), end)

    def viewportEvent(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            self.help_wanted.emit(self._position_at(event.pos()), event.globalPos())
            return True
        return super().viewportEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        for block, chip in self._chips():
            if chip.contains(event.position()):
                self.folds.unfold(block)
                return
        super().mousePressEvent(event)

    def _position_at(self, point: QPoint) -> int:
        """The character under a point; -1 beside the text."""
        cursor = self.cursorForPosition(point)
        rect = self.cursorRect(cursor)
        if not rect.top() <= point.y() <= rect.bottom() or (cursor.atBlockEnd() and point.x() > rect.right()):
            return -1
        return cursor.position() - (1 if point.x() < rect.left() and not cursor.atBlockStart() else 0)

    # -- decorations ------------------------------------------------------------------------------------

    def _contents_changed(self, position: int, removed: int, added: int) -> None:
        if removed or added:
            self._pairs = None
            self.marks.shift(position, removed, added)
            self._is_other = True

    def _text_changed(self) -> None:
        """Qt says this for colours as well; and while `contentsChange` runs its layout is the old one."""
        if self._is_other:
            self._is_other = False
            self._colours.colour(self.textCursor().block())  # while painting it would be painted twice
            self.edited.emit()

    def _decorate(self) -> None:
        # The ground of the current line would cover the placeholder of an empty text.
        plain = self.isReadOnly() or self.document().isEmpty()
        made = [] if plain else [self._current_line()]
        made += self._brackets()
        start = self.firstVisibleBlock().position()
        end = self._seen_to()
        made += self.marks.selections(self.document(), start, end + 1)
        self.setExtraSelections(made)
        self._gutter.update()

    def _seen_to(self) -> int:
        """Where the last line on the screen ends. No cursor knows places in what is just composed."""
        block, room = self.firstVisibleBlock(), float(self.viewport().height())
        while block.next().isValid() and room > 0:
            room -= self.blockBoundingRect(block).height()
            block = block.next()
        return block.position() + block.length() - 1

    def _current_line(self) -> QTextEdit.ExtraSelection:
        how = QTextCharFormat()
        how.setBackground(theme.color("alternate"))
        how.setProperty(QTextCharFormat.Property.FullWidthSelection, True)
        cursor = self.textCursor()
        cursor.clearSelection()
        return selection(cursor, how)

    def _brackets(self) -> list[QTextEdit.ExtraSelection]:
        place = self.partner_place()
        if place < 0:
            return []
        other = self.pairs()[place]
        role = "error" if other < 0 else "accent"
        return [self._at(spot, role) for spot in (place, other) if spot >= 0]

    def partner_place(self) -> int:
        """Where beside the cursor a bracket is that has a known partner, or surely none; -1: nowhere."""
        if self._pairs is None and self.document().characterCount() > _PAIRED:
            return -1
        place = self.textCursor().position()
        for at in (place - 1, place):
            if at >= 0 and self.document().characterAt(at) in ("{", "}", "[", "]") and at in self.pairs():
                return at
        return -1

    def _at(self, place: int, role: str) -> QTextEdit.ExtraSelection:
        how = QTextCharFormat()
        how.setBackground(theme.tint(role, 0.3))
        cursor = QTextCursor(self.document())
        cursor.setPosition(place)
        cursor.setPosition(place + 1, QTextCursor.MoveMode.KeepAnchor)
        return selection(cursor, how)

    # -- painting ---------------------------------------------------------------------------------------

    def lines_shown(self) -> Iterator[tuple[QTextBlock, float, float]]:
        """Lines on the screen: block, top and height in px of the viewport."""
        block = self.firstVisibleBlock()
        top = self.blockBoundingGeometry(block).translated(self.contentOffset()).top()
        bottom = self.viewport().height()
        while block.isValid() and top <= bottom:
            height = self.blockBoundingRect(block).height() if block.isVisible() else 0.0
            if height:
                yield block, top, height
            top += height
            block = block.next()

    def paintEvent(self, event: QPaintEvent) -> None:
        for block, _, _ in self.lines_shown():
            self._colours.colour(block)
        super().paintEvent(event)
        if self.folds.any():
            self._paint_chips()

    def _chips(self) -> Iterator[tuple[QTextBlock, QRectF]]:
        """Folded lines and where they say so."""
        if not self.folds.any():
            return
        metrics = QFontMetricsF(self.font())
        for block, top, height in self.lines_shown():
            hidden = self.folds.folded(block)
            line = block.layout().lineAt(block.layout().lineCount() - 1)
            if hidden and line.isValid():
                wide = metrics.horizontalAdvance(self._folded_text(hidden)) + theme.SPACE
                left = self.contentOffset().x() + line.naturalTextRect().right() + theme.SPACE
                yield block, QRectF(left, top + height - line.height() + 1, wide, line.height() - 2)

    def _folded_text(self, hidden: int) -> str:
        return self.tr("⋯ {} lines").format(hidden) if hidden > 1 else self.tr("⋯ 1 line")

    def _paint_chips(self) -> None:
        painter = QPainter(self.viewport())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(self.font())
        for block, chip in self._chips():
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.tint("accent", 0.14))
            painter.drawRoundedRect(chip, 3, 3)
            painter.setPen(theme.color("accent"))
            text = self._folded_text(self.folds.folded(block))
            painter.drawText(chip, Qt.AlignmentFlag.AlignCenter, text)
        painter.end()

    # -- gutter -----------------------------------------------------------------------------------------

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        inside = self.contentsRect()
        width = self._gutter.needed_width()
        self._gutter.setGeometry(QRect(inside.left(), inside.top(), width, inside.height()))

    def _fit_gutter(self) -> None:
        width = self._gutter.needed_width()
        self.setViewportMargins(width, 0, 0, 0)
        self._gutter.resize(width, self._gutter.height())

    def _scroll_gutter(self, rect: QRect, dy: int) -> None:
        if dy:
            self._gutter.scroll(0, dy)
        else:
            self._gutter.update(0, rect.y(), self._gutter.width(), rect.height())

    def own_colours(self) -> Mapping[QPalette.ColorRole, QColor]:
        return {QPalette.ColorRole.Base: theme.color("base")}

    def recolour(self) -> None:
        super().recolour()
        # Once the application has a style sheet the viewport does not follow: it would stay as it began.
        put_colours(self.viewport(), self.own_colours())

    def _restyle(self) -> None:
        self.setFont(theme.mono_font())
        self.setTabStopDistance(QFontMetricsF(self.font()).horizontalAdvance(" ") * len(INDENT))
        self.recolour()
        self._fit_gutter()
        self._decorate()
