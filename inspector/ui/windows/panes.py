"""The panes of a window by keyboard: walk them, give one more room or less."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QApplication, QMainWindow, QSplitter, QWidget

from inspector.ui.widgets.bubble import Bubble
from inspector.ui.widgets.notices import Toasts
from inspector.ui.windows.workbench import Workbench

__all__ = ["Panes"]

_STEP: Final = 32  # px a key gives or takes
_SIZES: Final = {
    "pane_wider": (Qt.Orientation.Horizontal, _STEP),
    "pane_narrower": (Qt.Orientation.Horizontal, -_STEP),
    "pane_taller": (Qt.Orientation.Vertical, _STEP),
    "pane_lower": (Qt.Orientation.Vertical, -_STEP),
}


class Panes(QObject):
    """Acts on the pane with the keyboard."""

    def __init__(self, window: QMainWindow, bench: Workbench) -> None:
        super().__init__(window)
        self._window, self._bench = window, bench

    def handlers(self) -> dict[str, Callable[[], object]]:
        """Actions → what they do."""
        return {
            "next_pane": partial(self._walk, 1),
            "previous_pane": partial(self._walk, -1),
            "enlarge_pane": self._bench.enlarge_focused,
            "turn_detail": self._bench.turn_side,
            "fold_drawer": self._bench.fold,
            **{key: partial(self._resize, *what) for key, what in _SIZES.items()},
        }

    def shown(self) -> list[QWidget]:
        """What F6 walks, in reading order: each takes the focus for its pane. A bubble that tells what to do
        in the work is next to it; what else is told comes last.
        """
        bubbles = self._window.findChildren(Bubble, options=Qt.FindChildOption.FindDirectChildrenOnly)
        panes = list(self._bench.panes())
        everything = (*panes[:2], *bubbles, *panes[2:], *self._window.findChildren(Toasts))
        return [pane for pane in everything if pane.isVisible()]

    def focus(self, pane: QWidget) -> bool:
        """Give a pane the focus: its proxy, or the first widget inside that takes it with Tab.

        Whether there was one.
        """
        if pane.focusProxy() is not None or pane.focusPolicy() != Qt.FocusPolicy.NoFocus:
            pane.setFocus(Qt.FocusReason.ShortcutFocusReason)
            return True
        for child in pane.findChildren(QWidget):
            if child.isVisible() and child.isEnabled() and child.focusPolicy() & Qt.FocusPolicy.TabFocus:
                child.setFocus(Qt.FocusReason.ShortcutFocusReason)
                return True
        return False

    def _walk(self, step: int) -> None:
        panes, focus = self.shown(), QApplication.focusWidget()
        here = next((n for n, pane in enumerate(panes) if focus is not None and _holds(pane, focus)), -step)
        others = (panes[(here + step * far) % len(panes)] for far in range(1, len(panes)))
        any(self.focus(pane) for pane in others)  # an empty page is passed over

    def _resize(self, way: Qt.Orientation, by: int) -> None:
        """What is beside the focus gives or takes: the nearest that stands in this direction."""
        part = QApplication.focusWidget()
        around = part.parentWidget() if part is not None else None
        while part is not None and around is not None:
            if isinstance(around, QSplitter) and around.orientation() == way and _give(around, part, by):
                return
            part, around = around, around.parentWidget()


def _give(around: QSplitter, part: QWidget, by: int) -> bool:
    """Whether a part of a splitter could give room to its neighbour, or take some."""
    sizes, place = around.sizes(), around.indexOf(part)
    other = place + 1 if place + 1 < len(sizes) else place - 1
    if place < 0 or other < 0 or sizes[other] <= 0:
        return False
    by = max(min(by, sizes[other] - 1), 1 - sizes[place])
    sizes[place] += by
    sizes[other] -= by
    around.setSizes(sizes)
    around.splitterMoved.emit(sizes[0], 1)  # as by mouse: listeners keep the sizes
    return True


def _holds(pane: QWidget, widget: QWidget) -> bool:
    return pane is widget or pane.isAncestorOf(widget)
