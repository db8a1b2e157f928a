"""Folding of objects and lists in a text box: lines between two brackets are hidden, the text stays whole."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Final

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QTextBlock, QTextCursor
from PySide6.QtWidgets import QPlainTextDocumentLayout, QPlainTextEdit

from inspector.json_tokens import BRACKETS, TEXT

__all__ = ["CodeFolds"]

_BRACKETS: Final = re.compile(f'"{TEXT}"?|{BRACKETS}')
_MOST: Final = 20_000  # folds at once
_READ: Final = 2_000  # characters of a line that are looked at for a bracket that stays open


class CodeFolds(QObject):
    """What is folded in one text box. pairs(): every bracket and its partner, as offsets of the document."""

    changed = Signal()

    def __init__(self, edit: QPlainTextEdit, pairs: Callable[[], dict[int, int]]) -> None:
        super().__init__(edit)
        self._edit = edit
        self._pairs = pairs
        self._folds: list[QTextCursor] = []  # from the opening to the closing bracket; Qt moves them along
        edit.cursorPositionChanged.connect(self.reveal_cursor)
        edit.blockCountChanged.connect(self._lines_changed)

    def opener(self, block: QTextBlock) -> int:
        """Where in the document the first bracket of a line is that is still open at its end; -1: none."""
        waiting: list[int] = []
        for match in _BRACKETS.finditer(block.text()[:_READ]):
            if match[0] in ("{", "["):
                waiting.append(match.start())
            elif match[0] in ("}", "]") and waiting:
                waiting.pop()
        return block.position() + waiting[0] if waiting else -1

    def folded(self, block: QTextBlock) -> int:
        """How many lines are hidden below this one."""
        following = block.next()
        if not following.isValid() or following.isVisible() or not block.isVisible():
            return 0
        count = 0
        while following.isValid() and not following.isVisible():
            count += 1
            following = following.next()
        return count

    def toggle(self, block: QTextBlock) -> None:
        """Fold what a line opens, or open it again."""
        if self.folded(block):
            self.unfold(block)
        else:
            self.fold(block)

    def fold(self, block: QTextBlock) -> bool:
        """Hide what the line opens; on a line that opens nothing what it stands in."""
        place = self.opener(block)
        pairs = self._pairs()
        if place < 0 or not self._spans(place, pairs.get(place, -1)):
            place = self._around(block.position(), pairs)
        end = pairs.get(place, -1)
        if not self._spans(place, end):
            return False
        self._add(((place, end),))
        return True

    def unfold(self, block: QTextBlock) -> None:
        """Show what is hidden below this line; folds inside of it stay."""
        number = block.blockNumber()
        document = self._edit.document()
        mine = [fold for fold in self._folds if document.findBlock(fold.anchor()).blockNumber() == number]
        self._folds = [fold for fold in self._folds if fold not in mine]
        for fold in mine:
            self._show(fold.anchor(), fold.position(), True)
        self._apply()

    def fold_level(self, level: int) -> None:
        """Hide everything that is nested deeper than so many levels, and nothing else."""
        self._show_all()
        pairs = self._pairs()
        wanted, depth = [], 0
        for place in sorted(pairs):
            other = pairs[place]
            if other > place:
                depth += 1
                if depth == level + 1 and self._spans(place, other):
                    wanted.append((place, other))
            elif 0 <= other < place:
                depth -= 1
        self._add(wanted[:_MOST])

    def unfold_all(self) -> None:
        """Show every line."""
        self._show_all()
        self._apply()

    def any(self) -> bool:
        """Whether something is hidden."""
        return bool(self._folds)

    def reveal_cursor(self) -> None:
        """The cursor is never in a hidden line."""
        block = self._edit.textCursor().block()
        if self._folds and not block.isVisible():
            self.reveal(block)

    def reveal(self, block: QTextBlock) -> None:
        """Open every fold that a line is in."""
        at = block.position()
        around = [fold for fold in self._folds if fold.anchor() < at <= fold.position()]
        self._folds = [fold for fold in self._folds if fold not in around]
        for fold in around:
            self._show(fold.anchor(), fold.position(), True)
        self._apply()

    # -- inside ----------------------------------------------------------------------------------------

    def _around(self, position: int, pairs: dict[int, int]) -> int:
        """The innermost opening bracket around a place that goes over several lines."""
        found = [at for at, to in pairs.items() if at < position < to and self._spans(at, to)]
        return max(found, default=-1)

    def _spans(self, start: int, end: int) -> bool:
        """Whether there is a line between the two to be hidden."""
        document = self._edit.document()
        if start < 0 or end < 0:
            return False
        return document.findBlock(end).blockNumber() - document.findBlock(start).blockNumber() > 1

    def _add(self, places: Iterable[tuple[int, int]]) -> None:
        for start, end in places:
            fold = QTextCursor(self._edit.document())
            fold.setPosition(start)
            fold.setPosition(end, fold.MoveMode.KeepAnchor)
            self._folds.append(fold)
        hidden = self._edit.textCursor()
        for fold in self._folds:
            first = self._edit.document().findBlock(fold.anchor())
            last = self._edit.document().findBlock(fold.position())
            if first.position() + first.length() <= hidden.position() < last.position():
                hidden.setPosition(first.position() + first.length() - 1)
                self._edit.setTextCursor(hidden)
        self._apply()

    def _apply(self) -> None:
        document = self._edit.document()
        kept = []
        for fold in self._folds:
            ends = document.characterAt(fold.anchor()), document.characterAt(fold.position())
            if ends in (("{", "}"), ("[", "]")):
                kept.append(fold)
                self._show(fold.anchor(), fold.position(), False)
            else:
                self._show(fold.anchor(), fold.position(), True)
        self._folds = kept
        layout = document.documentLayout()
        if isinstance(layout, QPlainTextDocumentLayout):
            layout.requestUpdate()
            layout.documentSizeChanged.emit(layout.documentSize())
        self._edit.viewport().update()
        self.changed.emit()

    def _show_all(self) -> None:
        folds, self._folds = self._folds, []
        for fold in folds:
            self._show(fold.anchor(), fold.position(), True)

    def _show(self, start: int, end: int, visible: bool) -> None:
        """Lines between two places, without the line of either."""
        document = self._edit.document()
        block, last = document.findBlock(start).next(), document.findBlock(end)
        while block.isValid() and block != last:
            if block.isVisible() != visible:
                block.setVisible(visible)
                block.setLineCount(max(1, block.layout().lineCount()) if visible else 0)
            block = block.next()

    def _lines_changed(self) -> None:
        if self._folds:
            self._apply()
