"""Where Tab goes next: every widget that takes the keyboard, in the order in which the window is read.

Qt goes from the place before a compound widget straight to the widget that stands for it, and leaves out
whatever comes before that; and it walks panes by the time they were made, wherever they are now.
"""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QMainWindow, QScrollArea, QSplitter, QTabBar, QWidget

from inspector.ui.keyboard.tab_order import parts

__all__ = ["TabStops", "next_stop", "stops"]


class TabStops:
    """Mixed into a window or a box over it: Tab walks all stops inside, round and round."""

    def focusNextPrevChild(self, forward: bool) -> bool:
        assert isinstance(self, QWidget)
        target = next_stop(self, QApplication.focusWidget(), forward)
        reason = Qt.FocusReason.TabFocusReason if forward else Qt.FocusReason.BacktabFocusReason
        if target is not None:
            target.setFocus(reason)
        return True  # also with nowhere to go: else Qt asks what is around


def next_stop(root: QWidget, focus: QWidget | None, forward: bool) -> QWidget | None:
    """The stop after (before) the widget with the focus, None when there is no other."""
    found = stops(root, focus)
    here = found.index(focus) if focus in found else -1
    others = [*found[here + 1 :], *found[: max(here, 0)]]
    if not others:
        return None
    return others[0 if forward else -1]


def stops(root: QWidget, focus: QWidget | None = None) -> list[QWidget]:
    """What Tab stops at, pane by pane. The widget with the focus counts, stop or not."""
    return [one for one in _walk(root) if one is focus or _is_stop(one)]


def _walk(widget: QWidget) -> Iterator[QWidget]:
    """Everything that is shown, as it is read.

    Not along `nextInFocusChain`: PySide makes each widget the owner of the next for Python, and with the
    first that goes the others count as deleted.
    """
    for part in _parts(widget):
        if part.isVisible():
            yield part
            yield from _walk(part)


def _parts(widget: QWidget) -> list[QWidget]:
    """First what is laid out, in that order; then the rest by its place: bars, the middle."""
    laid = [] if isinstance(widget, QMainWindow) else list(parts(widget))
    if isinstance(widget, (QScrollArea, QSplitter)):
        return laid
    direct = widget.findChildren(QWidget, options=Qt.FindChildOption.FindDirectChildrenOnly)
    mirrored = widget.isRightToLeft()
    rest = [part for part in direct if part not in laid and not part.isWindow()]
    rest.sort(key=lambda part: (part.y(), -part.geometry().right() if mirrored else part.x()))
    return [*laid, *rest]


def _is_stop(widget: QWidget) -> bool:
    tab = Qt.FocusPolicy.TabFocus
    takes = (widget.focusPolicy() & tab) == tab and widget.focusProxy() is None
    return takes and widget.isEnabled() and not isinstance(widget.parentWidget(), QTabBar)
