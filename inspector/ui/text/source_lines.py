"""Lines of a program's output as a terminal shows them, and places in source files as links."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from pathlib import PurePath
from typing import Final

from PySide6.QtCore import QPoint, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QFont,
    QFontMetricsF,
    QKeyEvent,
    QMouseEvent,
    QTextBlock,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextLayout,
)
from PySide6.QtWidgets import QFrame, QPlainTextDocumentLayout, QPlainTextEdit, QWidget

from inspector.printable import without_escapes
from inspector.render.source_places import SourcePlace, source_places
from inspector.ui.text.ansi import PLAIN, Look, format_of_look, pieces
from inspector.ui.text.cell_grid import grid_of
from inspector.ui.text.row_layouts import part, spacings, utf16_length, with_signs
from inspector.ui.widgets import theme, zoom
from inspector.ui.widgets.plain import menu_text

__all__ = ["SourceLines"]

_RESETS: Final = ("\x1b[0m", "\x1b[m")
"""How most lines with colours end; nothing before matters then."""


class _Lines(QPlainTextDocumentLayout):
    """All lines of one height, without a space between them: the strokes of boxes meet.

    A line gets its colours and letter spacing when its place is asked for, which is when it is seen.
    """

    def __init__(self, document: QTextDocument) -> None:
        super().__init__(document)
        self.is_moving = False  # Qt asks for the place of each block that changes or is passed, seen or not
        self._height = 0
        self._unseen = QRectF()
        self._grid = grid_of(document.defaultFont())
        self._rich: dict[int, tuple[str, Look]] = {}  # state of a block → as written, and how it begins
        self._oldest = 0  # state
        self._dressed: set[int] = set()  # of these the ones that have their formats

    def set_font(self, font: QFont) -> None:
        """Show all lines in this font and the theme of now."""
        self._grid, self._height = grid_of(font), round(QFontMetricsF(font).height())
        self._unseen = QRectF(0, 0, self._grid.cell, self._height)
        self._dressed.clear()
        if self._rich:
            self.document().markContentsDirty(0, self.document().characterCount())

    def line_height(self) -> int:
        """px from one line to the next."""
        return self._height

    def keep(self, number: int, line: str, look: Look) -> None:
        """The block with this state shows a line with ANSI escapes, or with wide characters."""
        self._rich[number] = line, look

    def keeps(self, number: int) -> bool:
        """Whether the block with this state has formats."""
        return number in self._rich

    def forget(self, before: int) -> None:
        """The blocks with a state below this one are gone."""
        for number in range(self._oldest, before):
            self._rich.pop(number, None)
            self._dressed.discard(number)
        self._oldest = before

    def blockBoundingRect(self, block: QTextBlock) -> QRectF:
        if self.is_moving:
            return self._unseen
        number = block.userState()
        if number in self._rich and number not in self._dressed:
            self._dress(block)
        rect = super().blockBoundingRect(block)
        layout = block.layout() if block.isValid() else None
        if not self._height or layout is None or layout.lineCount() != 1:
            return rect
        line = layout.lineAt(0)
        # A line with letters of another font may be higher; its text stands where the others' does.
        line.setPosition(QPointF(line.x(), self._grid.ascent - line.ascent()))
        rect.setHeight(
            self._height if block.next().isValid() else self._height + self.document().documentMargin()
        )
        return rect

    def _dress(self, block: QTextBlock) -> None:
        number = block.userState()
        self._dressed.add(number)
        line, look = self._rich[number]
        formats, at = list[QTextLayout.FormatRange](), 0
        for start, end, one in pieces(line, look):
            length = utf16_length(line[start:end])
            if one != PLAIN and length:
                formats.append(part(at, length, format_of_look(one)))
            at += length
        block.layout().setFormats(formats + spacings(block.text(), self._grid))


class SourceLines(QPlainTextEdit):
    """Read-only, monospaced, unwrapped. A click on the place of a source file, or Enter, wants it opened.

    ANSI escapes are colours, wide characters take two cells. The document holds the bare text: lines get
    their colours and spacing when they are first seen, which is 40 of 10,000.
    """

    source_wanted = Signal(object)  # SourcePlace

    def __init__(self, name: str, label: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName(name)
        self.setAccessibleName(label)
        self.setReadOnly(True)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.setTabChangesFocus(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.viewport().setMouseTracking(True)
        document = QTextDocument(self)
        self._layout = _Lines(document)
        document.setDocumentLayout(self._layout)
        self.setDocument(document)
        self.setUndoRedoEnabled(False)
        self._pressed: SourcePlace | None = None
        self._ansi = PLAIN  # how the last line ended
        self._count = 0  # lines that ever came
        self._is_empty = True
        theme.notifier().changed.connect(self._look)
        self._look()

    def add_lines(self, lines: Iterable[str]) -> None:
        """Append lines; the view stays where it is."""
        document = self.document()
        cursor, block = QTextCursor(document), document.lastBlock()
        cursor.movePosition(QTextCursor.MoveOperation.End)
        first, was_empty, bare = self._count, self._is_empty, list[str]()
        cursor.beginEditBlock()
        for line in lines:
            text = self._taken(line)
            if not self._is_empty:
                bare.append("\n")
            self._is_empty = False
            done = 0
            for place in source_places(text):
                cursor.insertText("".join(bare) + with_signs(text[done : place.start]), QTextCharFormat())
                cursor.insertText(with_signs(text[place.start : place.end]), _link(place))
                bare, done = [], place.end
            bare.append(with_signs(text[done:]))
        cursor.insertText("".join(bare), QTextCharFormat())
        if not was_empty:
            block = block.next()
        for number in range(first, self._count):
            if self._layout.keeps(number):
                block.setUserState(number)
            block = block.next()
        self._layout.is_moving = True
        cursor.endEditBlock()
        self._layout.is_moving = False
        self._layout.documentSizeChanged.emit(self._layout.documentSize())  # how many lines fit is asked now
        self._layout.forget(self._count - self.blockCount())

    def scroll_to(self, line: int) -> None:
        """Begin with this line, or show the last ones."""
        self._layout.is_moving = True
        self.verticalScrollBar().setValue(line)
        self._layout.is_moving = False

    def line_height(self) -> int:
        """px from one line to the next."""
        return self._layout.line_height()

    def clear(self) -> None:
        self._is_empty = True
        self._layout.forget(self._count)
        super().clear()

    def place_at(self, point: QPoint) -> SourcePlace | None:
        """The place whose link is at a point of the viewport."""
        return _place(self.anchorAt(point))

    # -- events ----------------------------------------------------------------------------------------

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        super().mouseMoveEvent(event)
        over = bool(self.anchorAt(event.position().toPoint()))
        shape = Qt.CursorShape.PointingHandCursor if over else Qt.CursorShape.IBeamCursor
        self.viewport().setCursor(shape)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        super().mousePressEvent(event)
        is_left = event.button() == Qt.MouseButton.LeftButton
        self._pressed = self.place_at(event.position().toPoint()) if is_left else None

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        pressed, self._pressed = self._pressed, None
        if pressed is not None and not self.textCursor().hasSelection():
            if self.place_at(event.position().toPoint()) == pressed:
                self.source_wanted.emit(pressed)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        place = self._place_of_cursor() if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) else None
        if place is not None and not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            self.source_wanted.emit(place)
        else:
            super().keyPressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        menu = self.createStandardContextMenu()
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        by_mouse = event.reason() == QContextMenuEvent.Reason.Mouse
        place = self.place_at(event.pos()) if by_mouse else self._place_of_cursor()
        if place is not None:
            title = self.tr("Open {0}, line {1}").format(menu_text(PurePath(place.path).name), place.line)
            first = menu.actions()[0] if menu.actions() else None
            action = menu.addAction(title)
            action.setObjectName("open_source")
            action.triggered.connect(partial(self._want, place))
            if first is not None:
                menu.insertAction(first, action)
                menu.insertSeparator(first)
        menu.popup(event.globalPos())

    def _want(self, place: SourcePlace, _checked: bool = False) -> None:
        self.source_wanted.emit(place)

    def _place_of_cursor(self) -> SourcePlace | None:
        """That of a link that the text cursor is in, or before."""
        cursor = self.textCursor()
        before = _place(cursor.charFormat().anchorHref())
        cursor.movePosition(QTextCursor.MoveOperation.NextCharacter)
        return before or _place(cursor.charFormat().anchorHref())

    def _look(self) -> None:
        zoom.mono(self)
        self._layout.set_font(self.font())

    def _taken(self, line: str) -> str:
        """What is read of a line. How it looks is kept for when it is seen."""
        if "\x1b" not in line:
            if self._ansi != PLAIN or not line.isascii():
                self._layout.keep(self._count, line, self._ansi)
            self._count += 1
            return line
        self._layout.keep(self._count, line, self._ansi)
        self._count += 1
        if line.startswith(_RESETS, line.rindex("\x1b")):
            self._ansi = PLAIN
        else:
            *_, (_, _, self._ansi) = pieces(line, self._ansi)
        return without_escapes(line)


def _place(link: str) -> SourcePlace | None:
    if not link:
        return None
    line, column, path = link.split(":", 2)
    return SourcePlace(0, 0, path, int(line), int(column))


def _link(place: SourcePlace) -> QTextCharFormat:
    linked = QTextCharFormat()
    linked.setAnchor(True)
    linked.setAnchorHref(f"{place.line}:{place.column}:{place.path}")
    linked.setFontUnderline(True)
    return linked
