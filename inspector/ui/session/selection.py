"""Which record is selected: the one object that all panes listen to instead of to each other."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

__all__ = ["Selection"]


class Selection(QObject):
    """Number of the selected record; 0: none. Says `changed(number)` only when it is another one.

    `wanted`: a user asked to see the selected one, wherever it is hidden.
    """

    changed = Signal(int)
    wanted = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._record = 0
        self.walking = False  # chosen by walking the rows, where the next one may follow in a moment

    @property
    def record(self) -> int:
        """The selected record's number, 0: none."""
        return self._record

    def select(self, number: int, *, walking: bool = False) -> None:
        """Select a record; 0 selects none."""
        if number != self._record:
            self._record, self.walking = number, walking
            self.changed.emit(number)

    def show(self, number: int) -> None:
        """Select a record that a user followed a link to, and bring it into sight."""
        self.select(number)
        self.wanted.emit()
