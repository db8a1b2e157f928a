"""Rows made anew leave a list where it was scrolled to: on the same thing, not on the same number."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QAbstractItemView, QListView

__all__ = ["place_kept"]

_INSIDE = QPoint(2, 2)


@contextmanager
def place_kept(view: QListView, keys: Callable[[], Sequence[object]]) -> Iterator[None]:
    """What stands first in sight stands first again. keys: what identifies the rows, now.

    A view at its very top stays there, for what comes above it would not be seen. The current row stays in
    sight when it was, and out of sight when the user scrolled away from it.
    """
    was_at_top = view.verticalScrollBar().value() == 0
    if was_at_top and not view.isVisible():
        yield  # it is laid out when it is looked at: a list of thousands comes in hundreds of pages
        return
    top = view.indexAt(_INSIDE).row()
    before = list(keys()[max(0, top) :]) if not was_at_top else []
    current = view.visualRect(view.currentIndex())
    seen = not current.isEmpty() and view.viewport().rect().contains(current.center())
    yield
    view.doItemsLayout()
    after = {key: at for at, key in enumerate(keys())} if before else {}
    at = next((after[key] for key in before if key in after), -1)
    if at >= 0:
        view.scrollTo(view.model().index(at, 0), QAbstractItemView.ScrollHint.PositionAtTop)
    elif before:
        view.scrollToBottom()
    elif was_at_top:
        view.scrollToTop()  # making a row current has scrolled to it
    if seen and view.currentIndex().isValid():
        view.scrollTo(view.currentIndex())
