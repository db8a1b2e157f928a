"""The workspace of one server: a tab a feature, and a strip above them while the connection is broken.

Some of its pages stand in the drawer of the window while it is the shown one.

Tabs appear when the server has the feature. A panel is made when its tab is first shown. What a user has
typed and got stays when the server dies or is disconnected.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from PySide6.QtCore import QCoreApplication, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QFrame,
    QScrollArea,
    QSplitter,
    QTabBar,
    QWidget,
)

from inspector.translation import translate
from inspector.ui.keyboard.focus_kept import FocusKept
from inspector.ui.keyboard.tab_stops import next_stop
from inspector.ui.panels import PANELS, Intents, Panel, PanelContext, PanelSpec
from inspector.ui.servers.servers import Servers
from inspector.ui.session.actions import TABS
from inspector.ui.widgets import theme, zoom
from inspector.ui.widgets.bubble import Bubble
from inspector.ui.widgets.controls import column
from inspector.ui.widgets.failure_view import Strip
from inspector.ui.widgets.plain import tooltip
from inspector.ui.windows.older_revision import OlderRevision
from inspector.ui.windows.workbench import Workbench
from inspector.ui.windows.workspace_tabs import WorkspaceTabs

__all__ = ["Workspace"]

_BADGE_MS = 120
_LOW = 140  # px of a panel in the drawer, before it scrolls
_WIDE, _HIGH = 760, 260  # px, the most that the page of a panel insists on; of the height less when zoomed


class _Page(QScrollArea):
    """The place of a panel until it is made; it scrolls where the panel has not the room it needs."""

    def __init__(self, spec: PanelSpec) -> None:
        super().__init__()
        self.spec = spec
        self.panel: Panel | None = None
        self._steps: Generator[None, None, None] | None = None  # what is left to do until the panel is there
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setWidgetResizable(True)

    def make(self, context: PanelContext) -> Panel:
        while self.panel is None:
            self.make_a_part(context)
        return self.panel

    def make_a_part(self, context: PanelContext) -> None:
        """Go on with making the panel, no longer than a turn of the loop may take."""
        steps, self._steps = self._steps or self._build(context), None  # one that fails is begun anew
        next(steps, None)
        if self.panel is None:
            self._steps = steps

    def _build(self, context: PanelContext) -> Generator[None, None, None]:
        panel = yield from self.spec.build(context)
        yield
        self.panel = panel
        if self.spec.drawer:
            zoom.follow(panel.setMinimumHeight, _LOW)
        self.setWidget(panel)
        panel.show()

    def minimumSizeHint(self) -> QSize:
        """What the panel needs, as far as the smallest window has it."""
        wanted = self.panel.minimumSizeHint() if self.panel is not None else QSize()
        high = 0 if self.spec.drawer else _HIGH * 100 // theme.zoom_level()
        return wanted.boundedTo(QSize(_WIDE, high))


class Workspace(QWidget):
    """Tabs of one client. `acted`: the action of a button, for the receiver that can do it."""

    acted = Signal(str)

    def __init__(
        self, name: str, servers: Servers, context: PanelContext, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._name = name
        self._servers = servers
        self.context = context
        self.strip = Strip()
        self._older = OlderRevision()
        badges = (
            ("inputs", self.tr("Show what the server asks for")),
            ("findings", self.tr("Show the findings of all servers")),
        )
        self.tabs = WorkspaceTabs(badges)
        self.tabs.setAccessibleName(self.tr("Panes of the server"))
        self._pages = {spec.key: _Page(spec) for spec in PANELS}
        self._bench: Workbench | None = None  # has the pages of the drawer while this is shown
        self._lower: list[_Page] = []  # the pages of the drawer that the server has
        self.setLayout(column(self.strip, self._older, self.tabs, spacing=0))
        self._badges = QTimer(self)
        self._badges.setSingleShot(True)
        self._badges.setInterval(_BADGE_MS)
        self._badges.timeout.connect(self._update_titles)
        self._first = QTimer(self)  # not `QTimer.singleShot(0, …)`: it is posted, before timers and paints
        self._first.setSingleShot(True)
        self._first.timeout.connect(self._go_on)
        self._choosing = True  # no tab was chosen since the last attempt to connect
        self._is_new = False  # the connection: it has not been announced
        self._had_focus: QWidget | None = None  # when the attempt began
        self._was_connected = False  # the last attempt to connect succeeded
        self._shown_failure: object = None
        self.strip.asked.connect(self._act)
        self._older.asked.connect(self._connect_older)
        intents: Intents = context.intents
        intents.act.connect(self._act)
        intents.show_task.connect(self.show_task)
        intents.declare.connect(self._declare)
        intents.show_panel.connect(self.show_panel)
        intents.edit_raw.connect(self.edit_raw)
        intents.read_resource.connect(self.read_resource)
        servers.touched.connect(self._touched)
        context.feed.grew.connect(self._grew)
        context.feed.findings_changed.connect(self._badges.start)
        server = self._pages["server"]  # on screen until there is something to run
        self.tabs.addTab(server, "")
        self.tabs.currentChanged.connect(self._tab_changed)
        self.tabs.tabBarClicked.connect(self._tab_clicked)
        self.tabs.badge_clicked.connect(self.show_panel)
        FocusKept(self)
        self.refresh()
        if (page := self._first_page()) is not None:  # connected before: nothing else is shown first
            page.make(context)
            QTimer.singleShot(0, self, self._show_first)
        else:
            self._first.start(0)

    def rename(self, name: str) -> None:
        """The server has another name now."""
        self._name = name

    # -- tabs ----------------------------------------------------------------------------------------

    def enter(self, bench: Workbench) -> None:
        """It is shown now: its pages come into the drawer."""
        self._bench = bench
        bench.tabs.currentChanged.connect(self._make_lower)
        self._show_lower()

    def leave(self) -> None:
        """Another one is shown."""
        if self._bench is not None:
            self._bench.tabs.currentChanged.disconnect(self._make_lower)
            self._bench.set_pages({})
            self._bench = None

    def refresh(self) -> None:
        """Show the tabs that the server has now."""
        client = self.context.client
        self._show_tabs()
        for page in self._pages.values():
            if page.panel is not None:
                page.panel.refresh()
        self._update_titles()
        self._update_strip()
        self._older.show_client(client)
        if client.state in ("new", "connecting"):
            if not self._is_new:
                self._is_new, self._had_focus = True, QApplication.focusWidget()
            # after a reconnect the server's page shows what became of it
            self._choosing = self.current_key() in ("server", "") and not self._was_connected
        elif client.state == "connected":
            self._was_connected = True
            if self._choosing:
                self._first.start(0)  # in turns of its own: it makes a panel
            elif self._is_new:
                self._take_focus()
            self._is_new = False
        elif client.failure is not None and client.failure is not self._shown_failure and client.info is None:
            self._was_connected = False
            self._turn_to("server")  # it never connected: the explanation is all there is to see
        self._shown_failure = client.failure

    def _show_tabs(self) -> None:
        every = self._shown_pages()
        shown = [page for page in every if not page.spec.drawer]
        lower = [page for page in every if page.spec.drawer]
        if lower != self._lower:
            self._lower = lower
            self._show_lower()
        for page in self._pages.values():
            if page not in shown and (place := self.tabs.indexOf(page)) >= 0:
                self.tabs.removeTab(place)
        for place, page in enumerate(shown):  # those that stay are in order: moving one would choose another
            if self.tabs.indexOf(page) < 0:
                self.tabs.insertTab(place, page, "")

    def _show_lower(self) -> None:
        if self._bench is not None:
            self._bench.set_pages({page.spec.key: page for page in self._lower})
            self._make_lower()
            self._update_titles()

    def _make_lower(self, *_place: int) -> None:
        """The page of the drawer in front, when it is the first time."""
        page = self._bench.front_page if self._bench is not None else None
        if isinstance(page, _Page):
            page.make(self.context)

    def current_key(self) -> str:
        """Key of the panel on screen."""
        page = self.tabs.currentWidget()
        return page.spec.key if isinstance(page, _Page) else ""

    def current_panel(self) -> Panel | None:
        """The panel on screen; the one in the drawer while it has the keyboard."""
        focus = QApplication.focusWidget()
        lower = (page for page in self._lower if focus is not None and page.isAncestorOf(focus))
        page = next(lower, None)
        return self._upper_panel() if page is None else page.make(self.context)

    def _upper_panel(self) -> Panel | None:
        page = self.tabs.currentWidget()
        return page.make(self.context) if isinstance(page, _Page) else None

    def panel(self, key: str) -> Panel | None:
        """A panel by key, made when needed; None when the server has no such tab now."""
        page = self._pages[key]
        return page.make(self.context) if self._has(page) else None

    def _has(self, page: QWidget) -> bool:
        return self.tabs.indexOf(page) >= 0 or page in self._lower

    def place_of(self, key: str) -> int:
        """Where the tab of a panel stands; -1 when the server has no such tab now."""
        page = self._pages.get(key)
        return -1 if page is None else self.tabs.indexOf(page)

    def show_panel(self, key: str) -> None:
        """The user wants to see a panel, in whatever view they are; it may be news of this very moment."""
        self._turn_to(key)
        if self._bench is not None and self.tabs.currentWidget() is self._pages.get(key):
            self._bench.show_work()

    def _turn_to(self, key: str) -> None:
        page = self._pages.get(key)
        if page is None or not self._has(page):
            self._show_tabs()
        if page in self._lower:
            if self._bench is not None:
                self._bench.show_page(key)
        elif (place := self.place_of(key)) >= 0:
            self.tabs.setCurrentIndex(place)

    def show_tab(self, place: int) -> None:
        """Choose the tab at that place and focus where work begins in it; those of the drawer come last."""
        if place < self.tabs.count():
            self._choosing = False
            if self._bench is not None:
                self._bench.show_work()
            self.tabs.setCurrentIndex(place)
            if (panel := self._upper_panel()) is not None:
                self._enter(panel)
        elif place < self.tabs.count() + len(self._lower):
            key = self._lower[place - self.tabs.count()].spec.key
            self.show_panel(key)
            if (panel := self.panel(key)) is not None:
                self._enter(panel)

    def _shown_pages(self) -> list[_Page]:
        """Those that the server has; while it is not known what it has, those of the last connection too."""
        current, known = self.tabs.currentWidget(), self.context.client.state == "connected"
        return [
            page
            for page in self._pages.values()
            if page.spec.wants(self.context) or page is current or (not known and self._has(page))
        ]

    def _go_on(self) -> None:
        """Make what is on screen, then what is to be there instead; each part in a turn of its own."""
        page = self.tabs.currentWidget()
        if isinstance(page, _Page) and page.panel is None and self._first_page() is None:
            page.make_a_part(self.context)
            self._first.start(0)
        else:
            self._show_first()

    def _show_first(self) -> None:
        """The first time a connection is there: the first feature that has something in it."""
        page = self._first_page()
        if page is None:
            return
        if page.panel is None:  # made in some turns, laid out and painted in the next
            page.make_a_part(self.context)
            self._first.start(0)
        else:
            self._turn_to(page.spec.key)
            self._choosing = False
            self._take_focus(first=True)

    def _first_page(self) -> _Page | None:
        """What is to be shown instead of the server, when the user chose nothing."""
        if self._choosing and self.context.client.state == "connected":
            for page in self._shown_pages():
                if page.spec.key in ("tools", "resources", "prompts") and page.spec.count(self.context):
                    return page
        return None

    def _take_focus(self, *, first: bool = False) -> None:
        """Work begins in the first list, unless the user works elsewhere; a pressed button is done.

        Qt has moved the focus on to some tabs when what had it went away. first: it is the first connection;
        later the user goes on where they were.
        """
        focus, panel = QApplication.focusWidget(), self._upper_panel()
        nowhere = focus is not None and focus.focusPolicy() == Qt.FocusPolicy.NoFocus
        idle = focus is None or not focus.isVisible() or (nowhere and not isinstance(focus, _Page))
        done = isinstance(focus, (QAbstractButton, QTabBar)) and (first or not self._is_at_work(focus))
        done = done and not _is_in_bubble(focus)  # the tour goes on by its own buttons
        if panel is not None and self.isVisible() and (idle or done):
            self._enter(panel)

    def _is_at_work(self, focus: QWidget) -> bool:
        """Whether nothing there connects a server: it is in a pane, or had the keyboard before."""
        if focus is self.tabs.tabBar():
            return focus is self._had_focus
        above: QWidget | None = focus
        while above is not None and above is not self and not isinstance(above, (_Page, QSplitter)):
            above = above.parentWidget()
        return above is not None and above is not self

    def _enter(self, panel: Panel) -> None:
        panel.focus_main()
        QTimer.singleShot(0, self, self._settle_focus)  # what was just made is shown then

    def _settle_focus(self) -> None:
        """What should have the focus may be hidden, empty or disabled now: then the first that takes it."""
        focus, panel = QApplication.focusWidget(), self.current_panel()
        lost = focus is None or not focus.isVisible() or focus.focusPolicy() == Qt.FocusPolicy.NoFocus
        if lost and panel is not None and self.window().isActiveWindow():
            first = next_stop(panel, None, True)
            (first if first is not None else self.tabs.tabBar()).setFocus(Qt.FocusReason.OtherFocusReason)

    def _tab_changed(self, _place: int) -> None:
        panel, page = self._upper_panel(), self.tabs.currentWidget()
        if panel is not None and page is not None and page.hasFocus():
            self._enter(panel)  # it was just made: Qt found nothing in it that takes the focus
        self._update_strip()

    def _tab_clicked(self, _place: int) -> None:
        self._choosing = False

    def _update_strip(self) -> None:
        client = self.context.client
        failure = client.failure if self.current_key() != "server" else None  # there it is told in full
        stdio = client.transport == "stdio"
        self.strip.show_explanation(failure, stdio and bool(client.stderr_tail), stdio)

    def _update_titles(self) -> None:
        pages = [self.tabs.widget(place) for place in range(self.tabs.count())]
        for place, page in enumerate([*pages, *self._lower]):
            if isinstance(page, _Page):
                title, hint = self._title(page.spec), f"Alt+{(place + 1) % 10}" if place + 1 in TABS else ""
                if page in self._lower and self._bench is not None:
                    self._bench.set_title(page, title, hint)
                elif title != self.tabs.tabText(place):
                    self.tabs.setTabText(place, title)
                    self.tabs.setTabToolTip(place, tooltip(hint))
                    self.tabs.arrange()
        self._show_badges()

    def _show_badges(self) -> None:
        waiting = self._pages["inputs"].spec.count(self.context)
        found = self._pages["findings"].spec.count(self.context)
        text = translate("Workspace", "%Ln input request(s)", "", waiting) if waiting else ""
        self.tabs.show_badge("inputs", text, "pending")
        text = translate("Workspace", "%Ln finding(s)", "", found) if found else ""
        errors = self.context.journal.error_findings(self.context.client.session_number)
        self.tabs.show_badge("findings", text, "error" if errors else "muted")

    def _title(self, spec: PanelSpec) -> str:
        title, count = QCoreApplication.translate("Panels", spec.title), spec.count(self.context)
        more = "+" if spec.more(self.context) else ""
        return f"{title} {'● ' if spec.alert and count else ''}{count}{more}" if count else title

    def showEvent(self, event: QShowEvent) -> None:
        """Badges are not counted while it is hidden."""
        super().showEvent(event)
        self._badges.start()

    def memory(self) -> Any:
        """The tab, and what a user has in each panel that was opened."""
        made = {key: page.panel.memory() for key, page in self._pages.items() if page.panel is not None}
        return self.current_key(), made, self._choosing, self._was_connected

    def resume(self, memory: Any) -> None:
        """Go on with what `memory` gave in another workspace of this client."""
        key, made, self._choosing, self._was_connected = memory
        for name, kept in made.items():
            if (panel := self.panel(name)) is not None:
                panel.resume(kept)
        self._turn_to(key)

    # -- what happened -------------------------------------------------------------------------------

    def _touched(self, name: str) -> None:
        if name == self._name:
            self.refresh()

    def _grew(self, _first: int, _last: int) -> None:
        if self.isVisible() and not self._badges.isActive():
            self._badges.start()

    # -- what panels want ----------------------------------------------------------------------------

    def edit_raw(self, data: bytes) -> None:
        """Show a message in the raw editor."""
        from inspector.ui.panels.raw import RawPanel

        self.show_panel("raw")
        if isinstance(panel := self.panel("raw"), RawPanel):
            panel.edit(data)

    def fill_in_tool(self, name: str, arguments: str) -> bool:
        """Show the form of a tool with these arguments (JSON text); False: the server does not list it."""
        from inspector.ui.panels.calling.calling import (
            CallingPanel,  # with its form a tenth of what the start loads
        )

        self.show_panel("tools")
        panel = self.panel("tools")
        return isinstance(panel, CallingPanel) and panel.fill_in(name, arguments)

    def read_resource(self, uri: str) -> None:
        """Show a resource and read it."""
        self.open_item("resources", "read", uri)

    def show_task(self, task_id: str) -> None:
        """Show a task in its panel."""
        self.open_item("tasks", "task", task_id)

    def open_item(self, key: str, kind: str, name: str) -> None:
        """Show one item of the catalog in its panel."""
        self.refresh()  # the item, too, may be news of this very moment
        self.show_panel(key)
        if (panel := self.panel(key)) is not None:
            panel.open_item(kind, name)

    def _declare(self, required: dict[str, Any]) -> None:
        self._servers.declare(self._name, required)

    def _connect_older(self, action: str) -> None:
        self._was_connected = False  # to nothing: as at a first connection, what is listed is shown
        self._act(action)

    def _act(self, action: str) -> None:
        if action == "show_stderr":
            self.show_panel("console")
        elif action == "details":
            self.show_panel("server")
        else:
            self.acted.emit(action)


def _is_in_bubble(widget: QWidget | None) -> bool:
    while widget is not None and not isinstance(widget, Bubble):
        widget = widget.parentWidget()
    return widget is not None
