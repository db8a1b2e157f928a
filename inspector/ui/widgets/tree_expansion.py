"""Opens a tree some levels deep, in slices and only so far that it can still be read."""

from __future__ import annotations

from collections.abc import Generator
from typing import Final

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, Signal
from PySide6.QtWidgets import QTreeView

from inspector.ui.loop.slices import Slices

__all__ = ["ALL", "Expansion"]

ALL: Final = 1000  # levels
_MOST: Final = 5000  # rows that are opened at once


class Expansion(QObject):
    """Works on one tree; `ended(whole)` says whether all was opened that was asked for."""

    ended = Signal(object)  # bool

    def __init__(self, view: QTreeView) -> None:
        super().__init__(view)
        self._view = view
        self._slices = Slices(self)
        self._slices.finished.connect(self.ended)

    @property
    def running(self) -> bool:
        """Whether branches are being opened."""
        return self._slices.running

    def stop(self) -> None:
        """Another document comes."""
        self._slices.stop()

    def to_depth(self, depth: int, below: QModelIndex) -> None:
        """Open what lies fewer levels below an index; shut what lies deeper. Invalid index: everything."""
        self._slices.start(self._open(depth, QPersistentModelIndex(below)), at_once=False)

    def _open(self, depth: int, below: QPersistentModelIndex) -> Generator[None, None, bool]:
        view, model = self._view, self._view.model()
        level, shown = [below], 0
        for number in range(depth + 1):
            deeper: list[QPersistentModelIndex] = []
            for parent in level:
                index = model.index(parent.row(), 0, parent.parent()) if parent.isValid() else QModelIndex()
                if number == depth:
                    view.setExpanded(index, False)
                    yield
                    continue
                while model.canFetchMore(index):  # large: it is read in slices of its own
                    model.fetchMore(index)
                    yield
                rows = model.rowCount(index)
                if shown + rows > _MOST:
                    return False
                shown += rows
                if index.isValid():
                    view.setExpanded(index, True)
                for row in range(rows):
                    child = model.index(row, 0, index)
                    if model.hasChildren(child):
                        deeper.append(QPersistentModelIndex(child))
                yield
            level = deeper
            if not level:
                break
        return True
