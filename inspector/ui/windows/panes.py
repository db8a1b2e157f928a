"""The panes of a window by keyboard: walk them, give one more room or less, put one somewhere else."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Final

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QApplication, QDockWidget, QMainWindow, QSplitter, QWidget

from inspector.ui.widgets.bubble import Bubble

__all__ = ["Panes"]

_STEP: Final = 32  # px a key gives or takes
_AREAS: Final = {
    "pane_left": Qt.DockWidgetArea.LeftDockWidgetArea,
    "pane_right": Qt.DockWidgetArea.RightDockWidgetArea,
    "pane_below": Qt.DockWidgetArea.BottomDockWidgetArea,
}
_SIZES: Final = {
    "pane_wider": (Qt.Orientation.Horizontal, _STEP),
    "pane_narrower": (Qt.Orientation.Horizontal, -_STEP),
    "pane_taller": (Qt.Orientation.Vertical, _STEP),
    "pane_lower": (Qt.Orientation.Vertical, -_STEP),
}


class Panes(QObject):
    """Acts on the pane with the keyboard."""

    def __init__(
        self,
        window: QMainWindow,
        docks: Mapping[str, QDockWidget],
        others: Callable[[], list[QWidget | None]],
    ) -> None:
        """docks: by name, those that are added later too. others: what F6 walks after timeline and detail."""
        super().__init__(window)
        self._window = window
        self._docks = docks
        self._others = others

    def handlers(self) -> dict[str, Callable[[], object]]:
        """Actions → what they do."""
        return {
            "next_pane": partial(self._walk, 1),
            "previous_pane": partial(self._walk, -1),
            "pane_float": self._float,
            **{key: partial(self._resize, *what) for key, what in _SIZES.items()},
            **{key: partial(self._move, area) for key, area in _AREAS.items()},
        }

    def shown(self) -> list[QWidget]:
        """What F6 walks, in reading order: each takes the focus for its pane. A bubble that tells what to do
        in the middle is next to it.
        """
        window, docks = self._window, self._docks
        bubbles = window.findChildren(Bubble, options=Qt.FindChildOption.FindDirectChildrenOnly)
        servers = [docks["servers"].widget()] if "servers" in docks else []
        records = [docks["timeline"].widget(), docks["detail"].widget()]
        everything = (*servers, window.centralWidget(), *bubbles, *records, *self._others())
        return [pane for pane in everything if pane is not None and pane.isVisible()]

    def focus(self, pane: QWidget) -> None:
        """Give a pane the focus: its proxy, or the first widget inside that takes it with Tab."""
        if pane.focusProxy() is not None or pane.focusPolicy() != Qt.FocusPolicy.NoFocus:
            pane.setFocus(Qt.FocusReason.ShortcutFocusReason)
            return
        for child in pane.findChildren(QWidget):
            if child.isVisible() and child.isEnabled() and child.focusPolicy() & Qt.FocusPolicy.TabFocus:
                child.setFocus(Qt.FocusReason.ShortcutFocusReason)
                return

    def _walk(self, step: int) -> None:
        panes, focus = self.shown(), QApplication.focusWidget()
        here = next((n for n, pane in enumerate(panes) if focus is not None and _holds(pane, focus)), -step)
        self.focus(panes[(here + step) % len(panes)])

    def _resize(self, way: Qt.Orientation, by: int) -> None:
        """First what is beside the focus in the same pane, else the pane itself."""
        focus = QApplication.focusWidget()
        if focus is None or _resize_part(focus, way, by):
            return
        dock = self._dock_of(focus)
        if dock is not None:
            size = dock.width() if way == Qt.Orientation.Horizontal else dock.height()
            self._window.resizeDocks([dock], [max(_STEP, size + by)], way)
            return
        for name, other in self._docks.items():  # the middle gets what the docks around it give
            beside = name == "servers" if way == Qt.Orientation.Horizontal else name == "timeline"
            if beside and other.isVisible():
                size = other.width() if way == Qt.Orientation.Horizontal else other.height()
                self._window.resizeDocks([other], [max(_STEP, size - by)], way)

    def _move(self, area: Qt.DockWidgetArea) -> None:
        focus = QApplication.focusWidget()
        dock = self._dock_of(focus)
        if dock is not None and focus is not None:
            dock.setFloating(False)
            self._window.addDockWidget(area, dock)
            dock.show()
            focus.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _float(self) -> None:
        focus = QApplication.focusWidget()
        dock = self._dock_of(focus)
        if dock is not None and focus is not None:
            dock.setFloating(not dock.isFloating())
            dock.activateWindow()
            focus.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _dock_of(self, focus: QWidget | None) -> QDockWidget | None:
        docks = self._docks.values()
        return next((dock for dock in docks if focus is not None and _holds(dock, focus)), None)


def _resize_part(focus: QWidget, way: Qt.Orientation, by: int) -> bool:
    """Whether the focus is in a part of a splitter that could give or take room in this direction."""
    part, around = focus, focus.parentWidget()
    while around is not None and not isinstance(around, QDockWidget):
        if isinstance(around, QSplitter) and around.orientation() == way and around.count() > 1:
            sizes, place = around.sizes(), around.indexOf(part)
            other = place + 1 if place + 1 < len(sizes) else place - 1
            if place >= 0 and sizes[other] > 0:
                by = max(min(by, sizes[other] - 1), 1 - sizes[place])
                sizes[place] += by
                sizes[other] -= by
                around.setSizes(sizes)
                return True
        part, around = around, around.parentWidget()
    return False


def _holds(pane: QWidget, widget: QWidget) -> bool:
    return pane is widget or pane.isAncestorOf(widget)
