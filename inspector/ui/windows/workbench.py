"""How a window with records is divided: two views of the same panes, and never three storeys.

*Run* has the work above and a drawer below it; *Traffic* is the drawer alone, as large as the window. The
detail of a record stands beside the rows in both, and with it the ladder, the statistics and comparisons.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial
from typing import Any, Final

from PySide6.QtCore import QSize, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import (
    QApplication,
    QSplitter,
    QStackedWidget,
    QTabBar,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)
from shiboken6 import isValid

from inspector.ui.keyboard.focus_kept import FocusKept
from inspector.ui.keyboard.key_words import with_keys
from inspector.ui.timeline.pane import TimelinePane
from inspector.ui.widgets import theme, zoom
from inspector.ui.widgets.controls import Elided, column, row, tool_button
from inspector.ui.widgets.plain import tooltip

__all__ = ["RUN", "TRAFFIC", "Workbench"]

RUN, TRAFFIC = "run", "traffic"
_TIMELINE: Final = "timeline"
_WITH_DETAIL: Final = (_TIMELINE, "findings")
"""Pages of the drawer whose rows have a detail beside them."""
_SERVERS: Final = 190  # px of the list of servers at first
_LOW: Final = 132  # px: the drawer is never lower, whatever is in it
_COUNTS: Final = 60  # px beside the titles of the drawer: counts that grow push nothing
_LEAST: Final = 48  # px of what is in it; more would push the work above it
_WIDE: Final = 800  # px of the window, that something can stand beside the rows
_MOST: Final = (1 << 24) - 1  # Qt's word for any height


class Workbench(QWidget):
    """Everything of a window below its bars. `viewed`: the other view is shown now.

    What is shown follows from the view, the fold, what is open beside the rows, and the pane that is the
    largest; only the user changes the sizes.
    """

    viewed = Signal(str)
    folding = Signal()  # it is one line now, and says the last message

    def __init__(
        self, timeline: TimelinePane, detail: QWidget, notices: QVBoxLayout, share: float, views: bool
    ) -> None:
        """share: of the height, for the drawer at first. views: there are two of them."""
        super().__init__()
        self.view, self.folded = RUN, False
        self._timeline, self._detail, self._share, self._views = timeline, detail, share, views
        self._largest: QWidget | None = None
        self._open = self._below = False  # what is beside the rows, and whether it is below them instead
        self._wants_detail = False  # else it goes with the last pane that was opened next to it
        self._with_servers = True
        self._more: dict[str, tuple[QWidget, str]] = {}  # name → pane beside the detail, and its title
        self._passing: dict[str, tuple[str, QWidget | None]] = {}  # name → view and focus before it opened
        self.servers = self.middle = QWidget()  # until there are some
        self._make_drawer()
        self._make_side()
        self._right = QWidget()
        layout = column(notices, self._storeys, spacing=0)
        layout.setStretch(1, 1)
        self._right.setLayout(layout)
        self._columns = _splitter("bench_columns", Qt.Orientation.Horizontal, self._right)
        self._columns.setStretchFactor(0, 1)
        self.setLayout(column(self._columns))
        for splitter in (self._columns, self._storeys, self._split):
            splitter.splitterMoved.connect(self._sized)
        timeline.before_escape = self._close_last
        theme.notifier().resized.connect(self._zoomed)
        self._sizes = self._first_sizes()

    # -- building ------------------------------------------------------------------------------------

    def _make_drawer(self) -> None:
        self.tabs = QTabBar()
        self.tabs.setObjectName("drawer_tabs")
        self.tabs.setAccessibleName(self.tr("Panes of the drawer"))
        self.tabs.setExpanding(False)
        self.stack = QStackedWidget()
        self.stack.setObjectName("drawer_pages")
        self.stack.setMinimumHeight(_LEAST)
        self._last = Elided(role="muted")
        self._last.setObjectName("drawer_last")
        self._last.setAccessibleName(self.tr("Last message"))
        self._fold = tool_button("drawer_fold", "", "")
        self._fold.clicked.connect(self.fold)
        head = row(self.tabs, self._timeline.bar, self._last, self._fold, margins=(4, 0, 4, 0), spacing=4)
        head.setStretch(1, 1)
        head.setStretch(2, 1)
        self._head = QWidget()
        self._head.setLayout(head)
        self._split = _splitter("drawer_split", Qt.Orientation.Horizontal, self.stack)
        FocusKept(self.stack)
        self.drawer = QWidget()
        self.drawer.setObjectName("drawer")
        layout = column(self._head, self._split, spacing=0)
        layout.setStretch(1, 1)
        self.drawer.setLayout(layout)
        self._storeys = _splitter("bench_storeys", Qt.Orientation.Vertical, self.drawer)
        self._put(0, _TIMELINE, self._timeline)
        self.tabs.setTabText(0, self.tr("Timeline"))
        self.tabs.currentChanged.connect(self._turned)
        self.tabs.tabBarClicked.connect(self.unfold)
        self.tabs.tabBarDoubleClicked.connect(lambda _place: self.enlarge(self.drawer))

    def _make_side(self) -> None:
        self.side = QTabWidget()
        self.side.setObjectName("side_tabs")
        self.side.setAccessibleName(self.tr("Beside the rows"))
        self.side.setDocumentMode(True)
        self.side.setTabBarAutoHide(True)
        self.side.setMinimumHeight(_LEAST)
        self.side.addTab(self._detail, self.tr("Detail"))
        self.side.tabBarDoubleClicked.connect(lambda _place: self.enlarge(self.side))
        self._split.addWidget(self.side)

    def set_middle(self, middle: QWidget) -> None:
        """What is above the drawer in Run."""
        self.middle = middle
        middle.setMinimumHeight(theme.px(_LOW))
        self._storeys.insertWidget(0, middle)

    def set_servers(self, servers: QWidget) -> None:
        """What is at the left in both views."""
        self.servers = servers
        self._columns.insertWidget(0, servers)

    def add_beside(self, name: str, title: str, pane: QWidget) -> None:
        """A pane that `show_beside` opens as a tab next to the detail."""
        self._more[name] = pane, title

    # -- the drawer ----------------------------------------------------------------------------------

    def set_pages(self, pages: Mapping[str, QWidget]) -> None:
        """What the drawer has beside the timeline, by key; the one in front stays the one of its key."""
        front = self.front
        for place in reversed(range(1, self.tabs.count())):
            page = self.stack.widget(place)
            if page is not None and page not in pages.values():
                self.stack.removeWidget(page)
                page.setParent(None)
                self.tabs.removeTab(place)
        for place, (key, page) in enumerate(pages.items(), 1):
            if self.stack.indexOf(page) < 0:
                self._put(place, key, page)
        self.tabs.setCurrentIndex(max(0, self.place_of(front)))
        self._make_room()
        self._turned()

    def set_title(self, page: QWidget, title: str, hint: str = "") -> None:
        """Say something else on the tab of a page."""
        place = self.stack.indexOf(page)
        if place >= 0 and self.tabs.tabText(place) != title:
            first = not self.tabs.tabText(place)
            self.tabs.setTabText(place, title)
            if first or self.tabs.sizeHint().width() > self.tabs.minimumWidth():
                self._make_room()
            self.tabs.setTabToolTip(place, tooltip(hint))

    @property
    def front(self) -> str:
        """Key of the page of the drawer in front."""
        return str(self.tabs.tabData(self.tabs.currentIndex()) or "")

    @property
    def front_page(self) -> QWidget:
        """The page of the drawer in front."""
        return self.stack.currentWidget() or self._timeline

    def sees(self, key: str) -> bool:
        """Whether a page of the drawer can be read now."""
        return self.front == key and self._split.isVisible()

    def show_page(self, key: str) -> None:
        """Bring a page of the drawer to the front, where it can be seen."""
        if self._largest not in (None, self.drawer):
            self._largest = None
        if key != _TIMELINE:
            self.set_view(RUN)
        self.tabs.setCurrentIndex(max(0, self.place_of(key)))
        self.unfold()

    def fold(self) -> None:
        """Make the drawer one line, or open it again."""
        if self.view == RUN:
            within = self.drawer.isAncestorOf(QApplication.focusWidget() or self)
            self.folded, self._largest = not self.folded, None
            self.folding.emit()
            self._show()
            if within:
                (self.tabs if self.folded else self.front_page).setFocus(Qt.FocusReason.OtherFocusReason)

    def unfold(self, *_place: int) -> None:
        """Open the drawer."""
        self.folded = False
        self._show()

    def show_last(self, text: str) -> None:
        """What the folded drawer says: the last message."""
        self._last.setText(text)

    def _make_room(self) -> None:
        bar = self._timeline.bar.minimumSizeHint().width()
        room = self._right.width() - bar - self._fold.sizeHint().width() - theme.px(24)
        self.tabs.setMinimumWidth(max(1, min(room, self.tabs.sizeHint().width() + theme.px(_COUNTS))))

    def _put(self, place: int, key: str, page: QWidget) -> None:
        self.stack.insertWidget(place, page)
        self.tabs.setTabData(self.tabs.insertTab(place, ""), key)

    def place_of(self, key: str) -> int:
        """Where a page of the drawer stands; -1 when it has none of that key."""
        found = (place for place in range(self.tabs.count()) if self.tabs.tabData(place) == key)
        return next(found, -1)

    def _turned(self, *_place: int) -> None:
        self.stack.setCurrentIndex(self.tabs.currentIndex())
        self._show()

    # -- beside the rows -----------------------------------------------------------------------------

    @property
    def beside(self) -> tuple[str, ...]:
        """Names of the panes that have a tab next to the detail."""
        return tuple(name for name, (pane, _) in self._more.items() if self.side.indexOf(pane) >= 0)

    def show_detail(self, *, front: bool = True) -> None:
        """Open what is beside the rows, with the detail in front of its neighbours."""
        if front:
            self.side.setCurrentWidget(self._detail)
        self._open = self._wants_detail = True
        self._show()

    def show_beside(self, name: str) -> None:
        """Open a pane next to the detail, and bring it to the front."""
        pane, title = self._more[name]
        if self.side.indexOf(pane) < 0:
            close = tool_button(f"{name}_close", "close", self.tr("Close {}").format(title))
            zoom.follow(close.setIconSize, QSize(10, 10))
            close.setFocusPolicy(Qt.FocusPolicy.NoFocus)
            close.clicked.connect(lambda: self.close_beside(name))
            place = self.side.addTab(pane, title)
            self.side.tabBar().setTabButton(place, QTabBar.ButtonPosition.RightSide, close)
        if self._views:
            self.set_view(TRAFFIC)
        self.side.setCurrentWidget(pane)
        self._open = True
        self.show_page(_TIMELINE)

    def close_beside(self, name: str) -> None:
        """Close a pane next to the detail; the last one takes the place beside the rows with it."""
        pane = self.beside_pane(name)
        within = pane.isAncestorOf(QApplication.focusWidget() or self)
        self.side.removeTab(self.side.indexOf(pane))
        if not self.beside and not self._wants_detail:
            self.close_side()
        if name in self._passing:
            view, focus = self._passing.pop(name)
            del self._more[name]
            pane.hide()
            pane.deleteLater()
            self._apply_sizes()
            if within:
                self.set_view(view)
                focus = (
                    focus if focus is not None and isValid(focus) and focus.isVisible() else self.front_page
                )
                focus.setFocus(Qt.FocusReason.OtherFocusReason)

    def open_beside(self, name: str, title: str, pane: QWidget) -> None:
        """Open a pane that was made for this once, and give it the keyboard. Closed by key, it leads back to
        where the user was."""
        if name in self._more and self.beside_pane(name) is not pane:
            back = self._passing[name]
            self.close_beside(name)
            self._passing[name] = back
        self._passing.setdefault(name, (self.view, QApplication.focusWidget()))
        self.add_beside(name, title, pane)
        self.show_beside(name)
        pane.windowTitleChanged.connect(partial(self._name_tab, pane))
        self._name_tab(pane, pane.windowTitle())
        self._apply_sizes()
        pane.setFocus(Qt.FocusReason.OtherFocusReason)

    def _name_tab(self, pane: QWidget, title: str) -> None:
        self.side.setTabToolTip(self.side.indexOf(pane), tooltip(title))

    def _close_last(self) -> bool:
        """Close what was opened last beside the rows; whether there was something."""
        front = self.side.currentWidget()
        name = next((name for name in self.beside if self.beside_pane(name) is front), "")
        if not name or not self.side.isVisible():
            return self.close_side()
        self.close_beside(name)
        return True

    def beside_pane(self, name: str) -> QWidget:
        """A pane that can stand next to the detail, open or not."""
        return self._more[name][0]

    def in_front(self, name: str) -> bool:
        """Whether a pane next to the detail can be seen."""
        return self.beside_pane(name).isVisible()

    def close_side(self) -> bool:
        """Give the room beside the rows back to them; whether there was something."""
        if not self.side.isVisible():
            return False
        within = self.side.isAncestorOf(QApplication.focusWidget() or self)
        self._open = self._wants_detail = False
        self._largest = None if self._largest is self.side else self._largest
        self._show()
        if within:
            self.front_page.setFocus(Qt.FocusReason.OtherFocusReason)
        return True

    def turn_side(self) -> None:
        """Put it below the rows, or beside them again."""
        self._below = not self._below
        self._apply_sizes()

    # -- views ---------------------------------------------------------------------------------------

    def set_view(self, view: str) -> None:
        """Show the other view of the same things."""
        if view != self.view and self._views:
            within = self.middle.isAncestorOf(QApplication.focusWidget() or self)
            self.view, self._largest = view, None
            if view == TRAFFIC:
                self.tabs.setCurrentIndex(0)
            self._apply_sizes()
            self.viewed.emit(view)
            if within:
                self._timeline.setFocus(Qt.FocusReason.OtherFocusReason)

    def show_work(self) -> None:
        """The user wants something of what is above the drawer."""
        self.set_view(RUN)
        if self._largest not in (None, self.middle):
            self.enlarge(None)

    def enlarge(self, pane: QWidget | None) -> None:
        """Give one pane all the room, or bring the others back."""
        self._largest = pane if self._largest is None else None
        self._show()

    def enlarge_focused(self) -> None:
        """The same for the pane with the keyboard."""
        focus = QApplication.focusWidget() or self
        panes = (self.side, self.drawer, self.middle)
        self.enlarge(next((pane for pane in panes if pane.isAncestorOf(focus)), None))

    def show_servers(self, shown: bool) -> None:
        """Show the list of servers, or hide it."""
        self._with_servers, self._largest = shown, None
        self._show()

    @property
    def with_servers(self) -> bool:
        """Whether the list of servers is shown."""
        return self._with_servers

    def panes(self) -> Iterable[QWidget]:
        """What F6 walks, as it is read."""
        yield from (self.servers, self.middle, self.front_page)
        if (beside := self.side.currentWidget()) is not None:
            yield beside

    def open_panes(self) -> list[str]:
        """Names of what can be seen, for a report."""
        parts = {"servers": self.servers, "work": self.middle, self.front: self.stack, "side": self.side}
        return [self.view, *(name for name, part in parts.items() if part.isVisible())]

    # -- layout --------------------------------------------------------------------------------------

    def arrange(self) -> None:
        """The first state, exactly."""
        self._largest, self.folded, self._open, self._below = None, False, False, False
        self._with_servers = True
        for name in self.beside:
            self.close_beside(name)
        self._sizes = self._first_sizes()
        self.tabs.setCurrentIndex(0)
        self.set_view(RUN)
        self._apply_sizes()

    def state(self) -> dict[str, Any]:
        """What to keep for the next start: plain JSON values."""
        return {
            "view": self.view,
            "folded": self.folded,
            "below": self._below,
            "servers": self._with_servers,
            "beside": [one for one in self.beside if one not in self._passing] if self._open else [],
            "sizes": self._sizes,
        }

    def restore(self, state: Any) -> None:
        """Take over what `state` gave; what is missing or of another version is as at first."""
        self.arrange()
        if not isinstance(state, dict):
            return
        kept = state.get("sizes")
        for name, sizes in kept.items() if isinstance(kept, dict) else ():
            if name in self._sizes and _are_sizes(sizes):
                self._sizes[name] = sizes
        self.folded, self._below = state.get("folded") is True, state.get("below") is True
        self._with_servers = state.get("servers") is not False
        for name in state.get("beside") or ():
            if name in self._more:
                self.show_beside(name)
        self.set_view(TRAFFIC if state.get("view") == TRAFFIC else RUN)
        self.folding.emit()
        self._apply_sizes()

    def _first_sizes(self) -> dict[str, list[int]]:
        drawer = round(1000 * self._share)
        return {
            "columns": [theme.px(_SERVERS), 1000],
            "storeys": [1000 - drawer, drawer],
            RUN: [550, 450],
            TRAFFIC: [560, 440],
            "compare": [380, 620],
            "below": [500, 500],
        }

    def _split_name(self) -> str:
        return "below" if self._stacked() else "compare" if self._passing else self.view

    def _stacked(self) -> bool:
        """Whether the detail is below the rows: the user wants it there, or nothing fits beside them."""
        return self._below or self.width() < theme.px(_WIDE)

    def _sized(self, *_move: int) -> None:
        """The user gave a pane another size: kept, and what else is hidden or shown changes none."""
        sender = self.sender()
        names = {self._columns: "columns", self._storeys: "storeys", self._split: self._split_name()}
        if isinstance(sender, QSplitter):
            self._sizes[names[sender]] = sender.sizes()
            self._make_room()

    def _apply_sizes(self) -> None:
        self._split.setOrientation(Qt.Orientation.Vertical if self._stacked() else Qt.Orientation.Horizontal)
        self._show()
        for splitter, name in (
            (self._columns, "columns"), (self._storeys, "storeys"), (self._split, self._split_name()),
        ):  # fmt: skip
            splitter.setSizes(self._sizes[name][-splitter.count() :])

    def _show(self) -> None:
        """Show what belongs to the view, the fold, and the pane that is the largest."""
        run, largest = self.view == RUN, self._largest
        folded = self.folded and run and largest is None
        self.servers.setVisible(self._columns.count() > 1 and self._with_servers and largest is None)
        self.middle.setVisible(self._storeys.count() > 1 and run and largest in (None, self.middle))
        self.drawer.setVisible(largest is not self.middle)
        self._head.setVisible(largest is not self.side)
        self.tabs.setVisible(run)
        self._timeline.set_brief(run and self._views)
        self._timeline.bar.setVisible(self.front == _TIMELINE and not folded)
        self._timeline.stage.allow_overview(not run or not self._views)
        self._last.setVisible(not self._timeline.bar.isVisibleTo(self._head))
        if not folded:
            self._last.clear()
        self._show_fold(folded, run and largest is None)
        self._split.setVisible(not folded)
        self.stack.setVisible(largest is not self.side)
        self.side.setVisible(self._open and self.front in _WITH_DETAIL)

    def _show_fold(self, folded: bool, offered: bool) -> None:
        text = self.tr("Open the drawer (Ctrl+J)") if folded else self.tr("Fold the drawer (Ctrl+J)")
        self._fold.setToolTip(with_keys(text))
        self._fold.setAccessibleName(self._fold.toolTip())
        self._fold.setIcon(theme.icon("chevron-up" if folded else "chevron-down"))
        self._fold.setVisible(offered)
        low = self._head.sizeHint().height() if folded else theme.px(_LOW)
        self.drawer.setMinimumHeight(low)
        self.drawer.setMaximumHeight(low if folded else _MOST)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        QTimer.singleShot(0, self, self._make_room)  # what is inside has its size then
        if self._stacked() != (self._split.orientation() == Qt.Orientation.Vertical):
            self._apply_sizes()

    def _zoomed(self) -> None:
        self._make_room()
        self._show()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Esc, where no inner widget had a use for it."""
        if event.key() != Qt.Key.Key_Escape or not self._close_last():
            super().keyPressEvent(event)


def _splitter(name: str, way: Qt.Orientation, *parts: QWidget) -> QSplitter:
    made = QSplitter(way)
    made.setObjectName(name)
    made.setHandleWidth(1)
    made.setChildrenCollapsible(False)
    for part in parts:
        made.addWidget(part)
    return made


def _are_sizes(found: Any) -> bool:
    return isinstance(found, list) and len(found) == 2 and all(type(one) is int and one >= 0 for one in found)
