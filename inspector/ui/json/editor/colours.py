"""Colours of JSON in a text box by Pygments, for the lines on the screen: what is seen is coloured first.

A `QSyntaxHighlighter` would colour a whole document before it is shown (1 MB: about a second); here a line
gets its colours when it is painted for the first time, and again after it was changed.
"""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QObject
from PySide6.QtGui import QTextBlock, QTextLayout
from PySide6.QtWidgets import QPlainTextEdit

from inspector.ui.text.highlight import editor_spans, format_of, utf16_spans
from inspector.ui.widgets import theme

__all__ = ["CodeColours"]

_LONG_LINE: Final = 20_000  # characters; a longer line is left plain, colouring it would cost a frame


class CodeColours(QObject):
    """Colours blocks on demand. The state of a block says with which colours it was done."""

    def __init__(self, edit: QPlainTextEdit) -> None:
        super().__init__(edit)
        self._document = edit.document()
        self._stamp = 1
        self._document.contentsChange.connect(self._changed)
        theme.notifier().changed.connect(self._forget)

    def colour(self, block: QTextBlock) -> None:
        """Make sure that this block has its colours."""
        if block.userState() == self._stamp:
            return
        block.setUserState(self._stamp)
        text = block.text()
        made = []
        if len(text) <= _LONG_LINE:
            for start, length, role in utf16_spans(text, editor_spans(text)):
                one = QTextLayout.FormatRange()
                one.start, one.length, one.format = start, length, format_of(role)
                made.append(one)
        layout = block.layout()
        if made or layout.formats():
            layout.setFormats(made)
            self._document.markContentsDirty(block.position(), block.length())

    def _changed(self, position: int, _removed: int, added: int) -> None:
        """Blocks that came new have no state; the first and the last were there before."""
        self._document.findBlock(position).setUserState(-1)
        self._document.findBlock(position + added).setUserState(-1)

    def _forget(self) -> None:
        self._stamp += 1
