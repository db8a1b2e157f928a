"""Markdown of a server, drawn without ever fetching, opening or interpreting anything but Markdown."""

from __future__ import annotations

import math
import re
from typing import Any, Final

from PySide6.QtCore import QByteArray, QUrl, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QTextBlock,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextFormat,
)
from PySide6.QtWidgets import QTextBrowser, QWidget

from inspector.ui.locale.locale_text import number_text
from inspector.ui.widgets import theme
from inspector.ui.widgets.plain import tooltip

__all__ = ["MarkdownView"]

# A picture is not loaded; its place shows what it would be and where from.
_IMAGE: Final = re.compile(r"!\[([^\]\n]*)\]\(<?([^)\s>]+)>?[^)\n]*\)")
_TABLE_AFTER_CODE: Final = re.compile(r"(^(?:```|~~~)[ \t]*\n)\s*(?=\|)", re.MULTILINE)
_MOST: Final = 30_000  # characters; Qt lays them all out at once
_MOST_PLAIN: Final = 10_000
_LONGEST_WORD: Final = 2000
_NESTED: Final = re.compile(r"(?:[>\[!*_] ?){32}|(?:[-+*>] ){16}")
"""What Qt takes minutes for (measured: 10,000 times `>`), and nobody writes to be read."""
_TABLE: Final = re.compile(r"^[ |:]*-[-| :]*\|[-| :]*$", re.MULTILINE)
_MOST_TABLES: Final = 50  # each takes milliseconds
_FEATURES: Final = (
    QTextDocument.MarkdownFeature.MarkdownDialectGitHub | QTextDocument.MarkdownFeature.MarkdownNoHTML
)


class MarkdownView(QTextBrowser):
    """HTML inside is shown as text, pictures are not loaded, a link only says `open_link`.

    inert: a link is not even that; its address stands behind its words.
    """

    open_link = Signal(str)

    def __init__(self, parent: QWidget | None = None, *, inert: bool = False) -> None:
        super().__init__(parent)
        self._inert = inert
        self.setObjectName("content_markdown")
        self.setAccessibleName(self.tr("Markdown"))
        self.setFrameShape(self.Shape.NoFrame)
        self.setOpenLinks(False)
        self.document().setDocumentMargin(theme.SPACE)
        self.anchorClicked.connect(self._clicked)
        self.highlighted.connect(self._hovered)
        self._text, self._plain = "", False
        theme.notifier().changed.connect(self._render)

    def set_text(self, text: str) -> None:
        """Show Markdown: of a long one the beginning, and as it was written what Qt would stand still for."""
        begin = text[:_MOST]
        self._plain = (
            _NESTED.search(begin) is not None
            or len(_TABLE.findall(begin)) > _MOST_TABLES
            or max(map(len, begin.split()), default=0) > _LONGEST_WORD
        )
        most = _MOST_PLAIN if self._plain else _MOST
        self._text = text[:most]
        if len(text) > most:
            self._text += "\n\n" + self.tr("… and {} more characters").format(number_text(len(text) - most))
        self._render()

    def loadResource(self, kind: int, url: QUrl | str) -> Any:
        """A blank, whatever it is: neither files nor the network nor data of the text itself.

        Not None: then Qt would read a local file by itself (measured with `![x](file:///etc/hostname)`).
        """
        return QByteArray(b" ")

    def height_of(self, lines: int) -> int:
        """px that so many lines of the document take at this width, none of them cut; all, if it has less."""
        document = self.document()
        document.setTextWidth(self.viewport().width())
        places, block = document.documentLayout(), document.begin()
        while block.isValid():
            found = block.layout()
            if found.lineCount() >= lines:
                line = found.lineAt(lines - 1)
                return math.ceil(places.blockBoundingRect(block).top() + line.y() + line.height()) + 2
            lines -= found.lineCount()
            block = block.next()
        return math.ceil(document.size().height()) + 2

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        menu = self.createStandardContextMenu(event.pos())
        menu.popup(event.globalPos())

    def _clicked(self, url: QUrl) -> None:
        self.open_link.emit(url.toString())

    def _hovered(self, url: QUrl) -> None:
        self.viewport().setToolTip(tooltip(url.toString()))

    def _render(self) -> None:
        document = self.document()
        if self._plain:
            document.setPlainText(self._text)
            return
        text = _IMAGE.sub(r"[\1 (\2)](\2)", self._text)
        # WORKAROUND Qt 6.11: a table right after a code block gets an empty line in its first cell.
        document.setMarkdown(_TABLE_AFTER_CODE.sub(r"\1\n&nbsp;\n\n", text), _FEATURES)
        edit = QTextCursor(document)
        edit.beginEditBlock()  # else every link and every piece of code is laid out by itself
        if self._inert:
            _disarm(document)
        code = QTextBlockFormat()
        code.setBackground(theme.color("background"))
        letters = QTextCharFormat()
        letters.setFont(theme.mono_font())
        letters.setBackground(theme.color("background"))
        block = document.begin()
        while block.isValid():
            fence = block.blockFormat().hasProperty(QTextFormat.Property.BlockCodeFence)
            if fence:
                QTextCursor(block).mergeBlockFormat(code)
            for start, length in _pieces_in_code(block, fence):
                cursor = QTextCursor(document)
                cursor.setPosition(start)
                cursor.setPosition(start + length, cursor.MoveMode.KeepAnchor)
                cursor.mergeCharFormat(letters)
            block = block.next()
        edit.endEditBlock()
        self.moveCursor(QTextCursor.MoveOperation.Start)


def _disarm(document: QTextDocument) -> None:
    """Make every link text like any other, with its address behind it."""
    links: list[tuple[int, int, str]] = []
    block = document.begin()
    while block.isValid():
        at = block.begin()
        while not at.atEnd():
            piece = at.fragment()
            address = piece.charFormat().anchorHref()
            start, end = piece.position(), piece.position() + piece.length()
            if address and links and links[-1][1:] == (start, address):
                links[-1] = links[-1][0], end, address  # the words of one link may be set in several ways
            elif address:
                links.append((start, end, address))
            at += 1
        block = block.next()
    cursor = QTextCursor(document)
    for start, end, address in reversed(links):
        cursor.setPosition(start)
        cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
        plain, said = QTextCharFormat(), cursor.selectedText()
        cursor.setCharFormat(plain)
        cursor.setPosition(end)
        if said != address and not said.endswith(f" ({address})"):  # as that of a picture does already
            cursor.insertText(f" ({address})", plain)


def _pieces_in_code(block: QTextBlock, fence: bool) -> list[tuple[int, int]]:
    """Start and length of the text in a block that is code."""
    found = []
    at = block.begin()
    while not at.atEnd():
        piece = at.fragment()
        if fence or piece.charFormat().fontFixedPitch():
            found.append((piece.position(), piece.length()))
        at += 1
    return found
