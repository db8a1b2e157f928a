"""What is read stays where it is while a filter lets rows above it come and go."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QItemSelectionModel, QModelIndex, QObject

from inspector.ui.timeline.follow import Follower
from inspector.ui.timeline.view.model import TimelineModel
from inspector.ui.timeline.view.view import TimelineView

__all__ = ["Anchor"]


class Anchor(QObject):
    """Holds a view that does not follow its end at the record that is first on screen."""

    def __init__(self, view: TimelineView, model: TimelineModel, follower: Follower) -> None:
        super().__init__(view)
        self._view, self._model, self._follower = view, model, follower
        self._number = self._hidden = 0  # the first record on screen, and the px of it above the edge
        model.revising.connect(self._hold)
        model.revised.connect(self._settle)

    def _hold(self, gone: Sequence[int]) -> None:
        first, _ = self._view.visible_rows()
        self._number = self._model.number_at(first)
        self._hidden = -self._view.rowViewportPosition(first)
        current = self._view.current_number()
        if current in gone:
            # Qt would make the next row current, and the detail show something else than what is read.
            self._view.left = current
            self._view.selectionModel().setCurrentIndex(
                QModelIndex(), QItemSelectionModel.SelectionFlag.NoUpdate
            )

    def _settle(self) -> None:
        if self._follower.following:
            self._view.scrollToBottom()
        elif self._number:
            self._view.to_top(self._model.row_near(self._number))
            bar = self._view.verticalScrollBar()
            bar.setValue(bar.value() + self._hidden)
