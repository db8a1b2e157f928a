"""Long base64 in a text box as one chip: the text stays whole and is read back whole, undo included.

A text box lays out a whole line at each key (0.75 s for 1 MB, measured), so a picture in an argument could
not be edited around. In the document the chip is one character with the number of its text.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Final

from PySide6.QtCore import QObject, QRect, QRectF, QSizeF, Qt
from PySide6.QtGui import (
    QFontMetricsF,
    QPainter,
    QPyTextObject,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextFormat,
    QTextInlineObject,
)
from PySide6.QtWidgets import QPlainTextDocumentLayout

from inspector.json_tokens import wide
from inspector.render.blobs import PLACE, blob_of, without_blobs
from inspector.ui.locale.locale_text import say_size
from inspector.ui.widgets import theme

__all__ = ["CodeBlobs"]

_TYPE: Final = int(QTextFormat.ObjectTypes.UserObject.value) + 1
_NUMBER: Final = int(QTextFormat.Property.UserProperty.value) + 1
_PRIVATE: Final = range(0xE000, 0xF900)


class CodeBlobs(QObject):
    """The blobs of one document. Positions are those of the document; each chip counts one."""

    def __init__(self, document: QTextDocument) -> None:
        super().__init__(document)
        self._document = document
        self._texts: list[str] = []
        self._labels: list[str] = []
        self._numbers: dict[str, int] = {}
        self._chip = _Chip(self._labels, self)
        layout = _Layout(document)
        layout.registerHandler(_TYPE, self._chip)
        document.setDocumentLayout(layout)

    def insert(self, cursor: QTextCursor, text: str) -> None:
        """Write a text in the place of what a cursor selects, as one step of undo."""
        shown, blobs = without_blobs(text)
        self._insert(cursor, shown, {place: self._number(blob) for place, blob in blobs.items()})

    def insert_coded(self, cursor: QTextCursor, coded: str) -> None:
        """The same with a part of what `coded` gave."""
        blobs = {}
        if self._texts and not coded.isascii():
            known = range(_PRIVATE[0], _PRIVATE[0] + len(self._texts))
            blobs = {place: ord(char) - known[0] for place, char in enumerate(coded) if ord(char) in known}
        self._insert(cursor, coded, blobs)

    def _insert(self, cursor: QTextCursor, shown: str, blobs: dict[int, int]) -> None:
        plain = QTextCharFormat()
        cursor.beginEditBlock()
        at = 0
        for place, number in blobs.items():
            cursor.insertText(shown[at:place], plain)
            how = QTextCharFormat()
            how.setObjectType(_TYPE)
            how.setProperty(_NUMBER, number)
            cursor.insertText(PLACE, how)
            at = place + 1
        cursor.insertText(shown[at:], plain)
        cursor.endEditBlock()

    def at(self, position: int) -> str | None:
        """The text of the chip at a place."""
        if not self._texts or self._document.characterAt(position) != PLACE:
            return None
        cursor = QTextCursor(self._document)
        cursor.setPosition(position + 1)
        how = cursor.charFormat()
        return self._texts[int(how.property(_NUMBER))] if how.objectType() == _TYPE else None

    def open(self, position: int) -> None:
        """Write the text of a chip in its place."""
        cursor = QTextCursor(self._document)
        cursor.setPosition(position)
        cursor.setPosition(position + 1, QTextCursor.MoveMode.KeepAnchor)
        cursor.insertText(self.at(position) or PLACE, QTextCharFormat())

    def whole(self, shown: str, start: int = 0) -> str:
        """The text that a part of the document stands for; start: where in the document it begins."""
        if not self._texts or PLACE not in shown:
            return shown
        parts = shown.split(PLACE)
        place, made = start, [parts[0]]
        for before, after in pairwise(parts):
            place += len(wide(before))
            made += (self.at(place) or PLACE, after)
            place += 1
        return "".join(made)

    def position_of(self, shown: str, offset: int) -> int:
        """Where in the document a character of the whole text is; within a chip, the chip."""
        position = 0
        for number, part in enumerate(shown.split(PLACE) if self._texts else [shown]):
            if number:
                chip = self.at(position) or PLACE
                if offset < len(chip):
                    break
                position, offset = position + 1, offset - len(chip)
            position, offset = position + len(wide(part[: max(0, offset)])), offset - len(part)
            if offset < 0:
                break
        return position

    def coded(self, text: str) -> str | None:
        """A text with a character of its own for each blob, to be compared; None: that cannot be done."""
        shown, blobs = without_blobs(text)
        if not blobs and not self._texts:
            return text
        if any(ord(char) in _PRIVATE for char in set(shown)):
            return None
        made = list(shown)
        for place, blob in blobs.items():
            number = self._number(blob)
            if number >= len(_PRIVATE):
                return None
            made[place] = chr(_PRIVATE[number])
        return "".join(made)

    def about(self, position: int) -> str:
        """What a chip is, for a user; "" where there is none."""
        blob = self.at(position)
        return "" if blob is None else self._labels[self._numbers[blob]]

    def _number(self, blob: str) -> int:
        number = self._numbers.get(blob)
        if number is None:
            number = self._numbers[blob] = len(self._texts)
            self._texts.append(blob)
            found = blob_of(blob)
            self._labels.append(f"{found.mime or 'base64'} · {say_size(found.size)}")
        return number


class _Layout(QPlainTextDocumentLayout):
    """The layout of a plain text box, which leaves objects out of its lines, with them."""

    def resizeInlineObject(self, item: QTextInlineObject, posInDocument: int, format: QTextFormat) -> None:
        if format.objectType() != _TYPE:  # the character of a chip, typed or pasted as itself
            return
        size = self.handlerForObject(_TYPE).intrinsicSize(self.document(), posInDocument, format)
        item.setWidth(size.width())
        item.setAscent(size.height() * 0.8)
        item.setDescent(size.height() * 0.2)

    def drawInlineObject(
        self,
        painter: QPainter,
        rect: QRectF | QRect,
        object: QTextInlineObject,
        posInDocument: int,
        format: QTextFormat,
    ) -> None:
        if format.objectType() == _TYPE:
            self.handlerForObject(_TYPE).drawObject(painter, rect, self.document(), posInDocument, format)


class _Chip(QPyTextObject):
    """Paints a chip: what is in it, and how much."""

    def __init__(self, labels: list[str], parent: QObject) -> None:
        super().__init__(parent)
        self._labels = labels

    def intrinsicSize(self, doc: QTextDocument, posInDocument: int, format: QTextFormat) -> QSizeF:
        metrics = QFontMetricsF(theme.mono_font())
        label = self._labels[int(format.property(_NUMBER))]
        return QSizeF(metrics.horizontalAdvance(label) + 2 * theme.SPACE, metrics.height() - 1)

    def drawObject(
        self,
        painter: QPainter,
        rect: QRectF | QRect,
        doc: QTextDocument,
        posInDocument: int,
        format: QTextFormat,
    ) -> None:
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.tint("string", 0.16))
        painter.drawRoundedRect(rect, 3, 3)
        painter.setPen(theme.color("string"))
        painter.setFont(theme.mono_font())
        painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, self._labels[int(format.property(_NUMBER))])
        painter.restore()
