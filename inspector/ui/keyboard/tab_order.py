"""The order in which Tab goes through widgets: as they are laid out, also those that came later."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import pairwise
from operator import itemgetter
from typing import Any, Final

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Slot
from PySide6.QtWidgets import QApplication, QGridLayout, QLayout, QScrollArea, QSplitter, QWidget

__all__ = ["TabOrder", "parts", "put_in_order"]

_PAUSE_MS: Final = 100


class TabOrder(QObject):
    """Qt puts each new widget at the end of its window; this brings those of a page to where they are seen.

    They come after the owner of the page, which stands for it in the order of the window.
    The keyboard may move while the collector takes a form apart and has emptied this object already: so its
    slots are told to Qt with the class, and find there that nothing is stale.
    """

    _is_stale = False
    _page: QWidget | None = None

    def __init__(self, owner: QWidget) -> None:
        super().__init__(owner)
        self._owner = owner
        self._order: list[QWidget] = []
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(_PAUSE_MS)
        self._pause.timeout.connect(self.settle)
        QApplication.instance().focusChanged.connect(self._focus_changed)  # type: ignore[union-attr]

    def watch(self, page: QWidget) -> None:
        """Keep the widgets of this page in order from now on, no longer those of another."""
        self._page = page
        self._order = []
        page.installEventFilter(self)
        self._changed()

    @Slot()
    def settle(self) -> None:
        """Be right now: the user is about to press Tab."""
        if self._is_stale:
            self._pause.stop()
            self._is_stale = False
            self._put()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Whatever comes or goes has the page laid out again."""
        if event.type() == QEvent.Type.LayoutRequest and watched is self._page:
            self._changed()
        return False

    def _changed(self) -> None:
        self._is_stale = True
        self._focus_changed(None, QApplication.focusWidget())

    @Slot(QWidget, QWidget)
    def _focus_changed(self, _old: QWidget | None, new: QWidget | None) -> None:
        """While the user types in the page it can wait for Tab; from elsewhere Tab comes without asking."""
        if self._is_stale and not self._pause.isActive():
            if new is None or not self._owner.isAncestorOf(new):
                self._pause.start()

    def _put(self) -> None:
        found = list(_stops(self._page)) if self._page is not None else []
        if found != self._order:
            self._order = found
            _chain([self._owner, *found])


def put_in_order(widget: QWidget, stand_in: type[QWidget] | None = None) -> None:
    """Have Tab go through the widgets of a fixed layout as they are seen.

    stand_in: widgets that are not entered, because they see to what is in them.
    """
    _chain(list(_stops(widget, stand_in)))


def _chain(widgets: list[QWidget]) -> None:
    for before, after in pairwise(widgets):
        QWidget.setTabOrder(before, after)


def _stops(widget: QWidget, stand_in: type[QWidget] | None = None) -> Iterator[QWidget]:
    """What takes the keyboard, and what stands for others. Tab does not stop at what is clicked only, as the
    button of a menu, but it goes on from there.
    """
    if stand_in is not None and isinstance(widget, stand_in):
        yield widget
        return
    if widget.focusPolicy() != Qt.FocusPolicy.NoFocus:
        yield widget
    for part in parts(widget):
        yield from _stops(part, stand_in)


def parts(widget: QWidget) -> Iterator[QWidget]:
    """The widgets in a widget as they are laid out."""
    if isinstance(widget, QSplitter):
        for number in range(widget.count()):
            if (part := widget.widget(number)) is not None:
                yield part
    elif isinstance(widget, QScrollArea):
        if (inner := widget.widget()) is not None:
            yield inner
    elif (layout := widget.layout()) is not None:
        yield from _laid_out(layout)


def _laid_out(layout: QLayout) -> Iterator[QWidget]:
    """Not by `itemAt`: for Python an item lives on with its layout, and what is later made at its address is
    taken for it."""
    holder = layout.parentWidget()
    if holder is None:
        return
    only = Qt.FindChildOption.FindDirectChildrenOnly
    widgets, layouts = holder.findChildren(QWidget, options=only), layout.findChildren(QLayout, options=only)
    placed: list[tuple[int, QWidget | QLayout]] = []
    placed += [(place, widget) for widget in widgets if (place := layout.indexOf(widget)) >= 0]
    placed += [(place, inner) for inner in layouts if (place := layout.indexOf(inner)) >= 0]
    placed.sort(key=itemgetter(0))
    if isinstance(layout, QGridLayout):  # by row and column, not by the time they came
        placed.sort(key=partial(_cell, layout))
    for _, part in placed:
        if isinstance(part, QLayout):
            yield from _laid_out(part)
        else:
            yield part


def _cell(grid: QGridLayout, placed: tuple[int, QWidget | QLayout]) -> tuple[int, int]:
    place: Any = grid.getItemPosition(placed[0])  # its stub says object
    return place[0], place[1]
