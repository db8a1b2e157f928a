"""Which records were looked at, to go back to them and forward again."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QObject

from inspector.ui.session.selection import Selection

__all__ = ["History"]

_MOST: Final = 500  # records


class History(QObject):
    """Notes what a selection went through. Going back and choosing something else drops what lay ahead."""

    def __init__(self, selection: Selection) -> None:
        super().__init__(selection)
        self._selection = selection
        self._seen: list[int] = []
        self._at = -1
        self._going = False
        selection.changed.connect(self._changed)

    def back(self) -> None:
        """Select the record that was looked at before this one; of nothing selected, the last one."""
        self._go(self._at - (self._selection.record != 0))

    def forward(self) -> None:
        """Undo going back."""
        self._go(self._at + 1)

    def memory(self) -> tuple[list[int], int]:
        """Where it went through, and where in it one is."""
        return list(self._seen), self._at

    def resume(self, memory: tuple[list[int], int]) -> None:
        """Go on in another window of the same records."""
        self._seen, self._at = list(memory[0]), memory[1]

    def _go(self, at: int) -> None:
        if 0 <= at < len(self._seen):
            self._at = at
            self._going = True
            self._selection.select(self._seen[at])
            self._going = False

    def _changed(self, number: int) -> None:
        if self._going or not number:
            return
        del self._seen[self._at + 1 :]
        if self._seen[-1:] != [number]:
            self._seen.append(number)
        del self._seen[:-_MOST]
        self._at = len(self._seen) - 1
