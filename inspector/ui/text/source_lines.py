"""Lines of a program's output: its colours, and places in source files as links."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from pathlib import PurePath

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QKeyEvent, QMouseEvent, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QFrame, QPlainTextEdit, QWidget

from inspector.render.source_places import SourcePlace, source_places
from inspector.ui.text.ansi import coloured
from inspector.ui.widgets import theme, zoom
from inspector.ui.widgets.plain import menu_text

__all__ = ["SourceLines"]


class SourceLines(QPlainTextEdit):
    """Read-only, monospaced, unwrapped. A click on the place of a source file, or Enter, wants it opened."""

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
        self.setUndoRedoEnabled(False)
        self.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.viewport().setMouseTracking(True)
        self._pressed: SourcePlace | None = None
        theme.notifier().changed.connect(self._look)
        self._look()

    def add_lines(self, lines: Iterable[str]) -> None:
        """Append lines; the view stays where it is."""
        cursor = QTextCursor(self.document())
        cursor.movePosition(QTextCursor.MoveOperation.End)
        cursor.beginEditBlock()
        for line in lines:
            if not self.document().isEmpty():
                cursor.insertBlock()
            _insert(cursor, line)
        cursor.endEditBlock()

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


def _place(link: str) -> SourcePlace | None:
    if not link:
        return None
    line, column, path = link.split(":", 2)
    return SourcePlace(0, 0, path, int(line), int(column))


def _insert(cursor: QTextCursor, line: str) -> None:
    pieces = list(coloured(line))
    places = list(source_places("".join(text for text, _ in pieces)))
    at = 0
    for text, look in pieces:
        done = 0
        for place in places:
            start, end = max(place.start - at, done), min(place.end - at, len(text))
            if start < end:
                cursor.insertText(text[done:start], look)
                cursor.insertText(text[start:end], _link(look, place))
                done = end
        cursor.insertText(text[done:], look)
        at += len(text)


def _link(look: QTextCharFormat, place: SourcePlace) -> QTextCharFormat:
    linked = QTextCharFormat(look)
    linked.setAnchor(True)
    linked.setAnchorHref(f"{place.line}:{place.column}:{place.path}")
    linked.setFontUnderline(True)
    return linked
