"""A page of the help, drawn: Markdown of this program alone, no network, places to scroll to."""

from __future__ import annotations

import re
from functools import partial
from pathlib import Path
from typing import Any, Final

from PySide6.QtCore import QByteArray, Qt, QTimer, QUrl, Signal
from PySide6.QtGui import (
    QImage,
    QTextBlock,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextLength,
    QTextTable,
    QTextTableFormat,
)
from PySide6.QtWidgets import QTextBrowser, QWidget

from inspector.resources import resource
from inspector.ui.help.book import BookPage
from inspector.ui.help.keys import expanded
from inspector.ui.keyboard.key_words import with_keys
from inspector.ui.locale import language
from inspector.ui.widgets import theme
from inspector.ui.widgets.plain import tooltip

__all__ = ["HelpBrowser"]

_ANCHOR: Final = re.compile(r'<a id="([\w-]+)"></a>')
_IMAGE: Final = re.compile(r"^!\[[^\]]*\]\(\.\./images/([\w-]+\.png)\)\s*$", re.MULTILINE)
_COMMENT: Final = re.compile(r"<!--.*?-->", re.DOTALL)
_MARGIN: Final = 20  # px around the page
_WIDEST: Final = 860  # px of a picture
_FEATURES: Final = (
    QTextDocument.MarkdownFeature.MarkdownDialectGitHub | QTextDocument.MarkdownFeature.MarkdownNoHTML
)


class HelpBrowser(QTextBrowser):
    """`followed(link)`: a link was pressed, as it is written in the page."""

    followed = Signal(str)

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName(name)
        self.setAccessibleName(self.tr("Help page"))
        self.setFrameShape(self.Shape.NoFrame)
        self.setOpenLinks(False)
        self.document().setDocumentMargin(_MARGIN)
        self.document().setIndentWidth(_MARGIN)
        self.page: BookPage | None = None
        self._anchors: dict[str, int] = {}  # name → position in the document
        self.anchorClicked.connect(self._clicked)
        self.highlighted.connect(self._hovered)
        theme.notifier().changed.connect(self._render)

    def show_page(self, page: BookPage, anchor: str = "") -> None:
        """Show it from its beginning, or from one of its places."""
        if page is not self.page:
            self.page = page
            self._render()
        if anchor:
            self.go_to(anchor)
            if not self.isVisible():  # it has another width when it is shown
                QTimer.singleShot(0, self, partial(self.go_to, anchor))
        else:
            self.verticalScrollBar().setValue(0)

    def go_to(self, anchor: str) -> None:
        """Bring a place to the top; an unknown one changes nothing."""
        place = self._anchors.get(anchor)
        if place is None:
            return
        cursor = QTextCursor(self.document())
        cursor.setPosition(place)
        self.setTextCursor(cursor)
        bar = self.verticalScrollBar()
        bar.setValue(bar.value() + self.cursorRect(cursor).top() - theme.SPACE)

    def anchors(self) -> list[str]:
        """The places of the page."""
        return list(self._anchors)

    def loadResource(self, kind: int, url: QUrl | str) -> Any:
        """Pictures of the help, as wide as there is room; nothing else, from nowhere else.

        Not None: then Qt would look for a file by itself.
        """
        name = url.toString() if isinstance(url, QUrl) else url
        path = _picture(name.rpartition("/")[2])
        image = QImage(str(path)) if kind == QTextDocument.ResourceType.ImageResource.value else QImage()
        if image.isNull():
            return QByteArray(b" ")
        bar = self.verticalScrollBar()
        side = 0 if bar.isVisible() else bar.sizeHint().width()  # a page with pictures will have one
        room = min(_WIDEST, self.viewport().width() - side - 2 * _MARGIN)
        if image.width() <= room or room <= 0:
            return image
        return image.scaledToWidth(room, Qt.TransformationMode.SmoothTransformation)

    def _clicked(self, url: QUrl) -> None:
        self.followed.emit(url.toString())

    def _hovered(self, url: QUrl) -> None:
        link = url.toString()
        self.viewport().setToolTip(tooltip(link) if "://" in link else "")

    def _render(self) -> None:
        if self.page is None:
            return
        names = iter(_ANCHOR.findall(self.page.text))
        marked = _ANCHOR.sub("\N{WORD JOINER}", self.page.text)  # found again in the document
        text = _IMAGE.sub(_if_there, with_keys(expanded(marked)))
        document = self.document()
        document.setMarkdown(_COMMENT.sub("", text), _FEATURES)
        self._anchors = {}
        letters = QTextCharFormat()
        letters.setFont(theme.mono_font())
        letters.setBackground(theme.color("alternate"))
        whole = QTextCursor(document)
        whole.beginEditBlock()  # laid out once, at its end: 20 ms in place of 800 for the largest page
        block = document.begin()
        while block.isValid():
            at = block.text().find("\N{WORD JOINER}")
            if at >= 0:
                self._anchors[next(names)] = block.position()
                cursor = QTextCursor(block)
                cursor.setPosition(block.position() + at)
                cursor.deleteChar()
            self._dress(block, letters)
            block = block.next()
        self._dress_tables()
        whole.endEditBlock()
        self.moveCursor(QTextCursor.MoveOperation.Start)

    def _dress(self, block: Any, letters: QTextCharFormat) -> None:
        """Room around headings and paragraphs, code in letters."""
        level = block.blockFormat().headingLevel()
        form = QTextBlockFormat()
        cursor = QTextCursor(block)
        if level:
            form.setTopMargin((0, 4, 18, 14, 10)[min(level, 4)])
            form.setBottomMargin(4)
        elif cursor.currentTable() is None and not _is_picture(block):  # it would be that much higher
            form.setLineHeight(125, QTextBlockFormat.LineHeightTypes.ProportionalHeight.value)
        cursor.mergeBlockFormat(form)
        at = block.begin()
        pieces = []
        while not at.atEnd():
            piece = at.fragment()
            if piece.charFormat().fontFixedPitch():
                pieces.append((piece.position(), piece.length()))
            at += 1
        for start, length in pieces:
            cursor.setPosition(start)
            cursor.setPosition(start + length, QTextCursor.MoveMode.KeepAnchor)
            cursor.mergeCharFormat(letters)

    def _dress_tables(self) -> None:
        for frame in self.document().rootFrame().childFrames():
            if isinstance(frame, QTextTable):
                form = QTextTableFormat()
                form.setBorder(0.5)
                form.setBorderCollapse(True)
                form.setBorderBrush(theme.color("border"))
                form.setCellPadding(4)
                form.setHeaderRowCount(1)
                form.setWidth(QTextLength(QTextLength.Type.PercentageLength, 100))
                frame.setFormat(form)


def _if_there(match: re.Match[str]) -> str:
    """A picture that was not made is left out."""
    return match[0] if _picture(match[1]).is_file() else ""


def _is_picture(block: QTextBlock) -> bool:
    at = block.begin()
    return not at.atEnd() and at.fragment().charFormat().isImageFormat()


def _picture(name: str) -> Path:
    """Of the language that is shown, where it was taken in it; else the English one."""
    images = resource("help") / "images"
    own = images / language.current() / name
    return own if own.is_file() else images / name
