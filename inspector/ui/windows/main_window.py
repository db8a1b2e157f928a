"""The live window: servers at the left, the workspace of the selected one in the middle.

Built from tables; what it shows is decided by `Servers`, the panels and the panes. It only connects them.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QStackedWidget, QToolBar, QWidget

from inspector.core.servers.profiles import Profile
from inspector.core.storage.settings import Settings
from inspector.core.storage.value_history import ValueHistory
from inspector.core.validation.validation import Validator
from inspector.render.source_places import SourcePlace
from inspector.trace.journal import Journal
from inspector.translation import translate
from inspector.ui.help.shortcuts import ShortcutsOverlay
from inspector.ui.panels import Intents, PanelContext
from inspector.ui.servers.add_server import AddServerOverlay
from inspector.ui.servers.doctor.doctor import Doctor
from inspector.ui.servers.drops import Drops
from inspector.ui.servers.fill_in import FillingIn
from inspector.ui.servers.install.installing import Installing
from inspector.ui.servers.install.offers import Offers
from inspector.ui.servers.new_servers import NewServers
from inspector.ui.servers.server_list import ServerList
from inspector.ui.servers.servers import Servers
from inspector.ui.servers.supervisor import ServerSupervisor
from inspector.ui.servers.transfer.exporting import Exporting
from inspector.ui.servers.transfer.importing import Importing
from inspector.ui.servers.twin_call import TwinCalls
from inspector.ui.session.actions import TABS
from inspector.ui.session.window_state import WindowState
from inspector.ui.widgets import theme
from inspector.ui.widgets.controls import Heading, column, row, tool_button
from inspector.ui.widgets.source_editor import open_source
from inspector.ui.windows.error_strips import TroubleStrips
from inspector.ui.windows.input_notice import InputNotice
from inspector.ui.windows.palette import Palette, PaletteEntry
from inspector.ui.windows.palette_entries import action_entries, server_entries, setting_entries
from inspector.ui.windows.records_window import Handlers, RecordsWindow
from inspector.ui.windows.rerun_notices import RerunNotices
from inspector.ui.windows.row_sending import RowSending
from inspector.ui.windows.sign_ins import SignIns
from inspector.ui.windows.top_bar import TopBar
from inspector.ui.windows.tour.guide import TourGuide
from inspector.ui.windows.tour.steps import TourStage
from inspector.ui.windows.welcome import Welcome
from inspector.ui.windows.workbench import RUN, TRAFFIC
from inspector.ui.windows.workspace import Workspace

__all__ = ["MainWindow"]

_RETRIES = {
    "retry_legacy": {"era": "legacy"},
    "retry_modern": {"era": "modern"},
    "retry_sse": {"transport": "sse"},
    "retry_auto": {"transport": "auto"},
}
"""Action of an Explanation → what is tried otherwise."""
_PAGES = {"edit_declared": "declare", "edit_auth": "authorization"}
"""Action → page of the form of a server."""


class MainWindow(RecordsWindow):
    """`demo_wanted`: connect the demo server. `file_dropped(Path)`: a file that is no server."""

    demo_wanted = Signal()
    setting_wanted = Signal(str)
    file_dropped = Signal(object)

    def __init__(
        self,
        servers: Servers,
        journal: Journal,
        settings: Settings,
        validator: Validator,
        history: ValueHistory,
        state: WindowState,
        supervisor: ServerSupervisor,
    ) -> None:
        super().__init__("main", journal, settings, state)
        self.setWindowTitle("MCP Desktop Inspector")
        self.servers = servers
        self._settings, self._validator, self._history = settings, validator, history
        self._workspaces: dict[int, Workspace] = {}  # by id of the client they belong to
        self._shown: Workspace | None = None
        self.top_bar = TopBar(servers)
        self.supervisor = supervisor
        self._left: dict[int, Any] = {}  # memory of workspaces that are not made yet, by id of the client
        self.server_list = ServerList(servers, self.supervisor, state)
        self.welcome = Welcome()
        self._middle = QStackedWidget()
        self._middle.addWidget(self.welcome)
        self.add_server = AddServerOverlay(self)
        self.troubles = TroubleStrips(servers, supervisor, self.strips, self)
        self.offers = Offers(servers, validator, self, self.troubles.tell)
        self.doctor = Doctor(servers, settings, self, self._act)
        self.new_servers = NewServers(servers, self.troubles.tell, self)
        self.importing = Importing(servers, self.new_servers, self.offers, self)
        self.exporting = Exporting(servers, self)
        self.filling_in = FillingIn(servers, self)
        self.installing = Installing(servers, self)
        self.sign_ins = SignIns(servers, self.strips, self.top_bar.notices, self.sees_panel, self)
        self.sign_ins.panel_wanted.connect(self.show_panel)
        self.sign_ins.profile_changed.connect(self.new_servers.change)
        self.palette_box = Palette(self.entries, self)
        self.shortcuts_box = ShortcutsOverlay(self)
        self.tour = TourGuide(self._tour_stage(), state)
        self.twins = TwinCalls(servers, self.comparing, self)
        self.sending = RowSending(
            journal, servers, self.selection, self.timeline.row_actions, self._shown_workspace
        )
        self._put_together()
        self._wire()
        self.show_selected(servers.current)
        self.show_counts()

    # -- building ------------------------------------------------------------------------------------

    def _put_together(self) -> None:
        bar = QToolBar(self.tr("Connection"))
        bar.setObjectName("top_bar")
        bar.setMovable(False)
        bar.addWidget(self.top_bar)
        bar.toggleViewAction().setVisible(False)  # without it there is no way to the palette by mouse
        self.addToolBar(bar)
        add = tool_button("add_server", "plus", self.tr("Add a server (Ctrl+N)"))
        add.clicked.connect(self.add_server.open)
        head = row(Heading(self.tr("Servers"), -1, role="muted"), margins=(12, 6, 6, 2), spacing=2)
        head.addStretch(1)
        head.addWidget(add)
        layout = column(head, self.server_list, spacing=0)
        layout.setStretch(1, 1)
        servers = QWidget()
        servers.setLayout(layout)
        servers.setBackgroundRole(theme.CHROME)
        servers.setAutoFillBackground(True)
        servers.setFocusProxy(self.server_list)
        self.bench.set_servers(servers)
        self.bench.set_middle(self._middle)
        self.bench.viewed.connect(self.top_bar.show_view)
        self.top_bar.view_wanted.connect(self.bench.set_view)
        handlers: Handlers = {
            "add_server_action": self.add_server.open,
            "add_offer_action": self.offers.ask_file,
            "import_servers_action": self.import_servers,
            "try_demo_action": self.demo_wanted.emit,
            "filter_panel": self._filter_panel,
            "search_servers": self._search_servers,
            "connect": self._connect,
            "disconnect": self._disconnect,
            "restart": self._restart,
            "run": self._run,
            "twin_call": self._twin,
            "edit_server_action": partial(self._act, "edit_server"),
            "diagnose_server": partial(self._act, "diagnose"),
            "check_server": self._check,
            **self.sign_ins.handlers(),
            "next_server": partial(self._step_server, 1),
            "previous_server": partial(self._step_server, -1),
            "palette": self.palette_box.open,
            "shortcuts": self.shortcuts_box.open,
            "about": self._about,
            "tour": self.tour.start,
            "send_again": self.timeline.row_actions.send_again,
            "edit_and_send": self.timeline.row_actions.edit,
            "view_run": partial(self.bench.set_view, RUN),
            "view_traffic": partial(self.bench.set_view, TRAFFIC),
            "toggle_servers": self._toggle_servers,
            **{f"tab_{n}": partial(self._show_tab, n - 1) for n in TABS},
        }
        self.finish(handlers)

    def _wire(self) -> None:
        self.servers.selected.connect(self.show_selected)
        self.servers.listed.connect(self._listed)
        self.servers.changed.connect(self.show_counts)
        self.input_notice = InputNotice(
            self.servers, self.strips, self.top_bar.notices, self.sees_panel, self
        )
        self.input_notice.panel_wanted.connect(self.show_panel)
        self.bench.tabs.currentChanged.connect(self.input_notice.look)
        self.twins.troubled.connect(self.troubles.of_twins)
        self.reruns = RerunNotices(
            self.servers, self.supervisor, self.comparing, self.selection, self.strips, self
        )
        self.server_list.add_wanted.connect(self.add_server.open)
        self.server_list.edit_wanted.connect(self.edit)
        self.server_list.copy_as_wanted.connect(self.exporting.copy)
        self.server_list.write_into_wanted.connect(self.exporting.write)
        self.server_list.diagnose_wanted.connect(self.doctor.open)
        self.server_list.sign_in_wanted.connect(self.sign_ins.sign_in)
        self.server_list.sign_out_wanted.connect(self.sign_ins.sign_out)
        self.top_bar.add_wanted.connect(self.add_server.open)
        self.top_bar.palette_wanted.connect(self.palette_box.open)
        self.top_bar.theme_wanted.connect(self.theme_chosen)
        self.top_bar.settings_wanted.connect(self.settings_wanted)
        self.top_bar.sign_in_wanted.connect(self.sign_ins.sign_in)
        self.welcome.demo_wanted.connect(self.demo_wanted)
        self.welcome.open_wanted.connect(self.open_wanted)
        self.welcome.bundle_wanted.connect(self.offers.ask_file)
        self.welcome.servers_wanted.connect(self.add_profiles)
        self.welcome.import_wanted.connect(self.import_servers)
        self.welcome.tour_wanted.connect(self.tour.start)
        self.welcome.guide_wanted.connect(partial(self._help, "here"))
        self.add_server.import_wanted.connect(self.import_servers)
        self.add_server.wanted.connect(self.add_profiles)
        for box in (self.add_server.box, self.welcome.box):
            box.offer_file_wanted.connect(self._open_offer)
            box.offer_text_wanted.connect(self._open_offer_text)
        drops = Drops(self)
        drops.file.connect(self.file_dropped)
        drops.text.connect(self.add_server.open_with)

    # -- the selected server -------------------------------------------------------------------------

    def show_selected(self, name: str) -> None:
        """Show the workspace of a server, or the welcome when there is none."""
        client = self.servers.client(name)
        server = self.servers.get(name)
        if client is None or server is None:
            self._swap(None)
            return
        workspace = self._workspaces.get(id(client))
        if workspace is None:
            context = PanelContext(
                client,
                server.inbox,
                self.journal,
                self.feed,
                self.selection,
                self._settings,
                self._validator,
                Intents(),
                self._history,
            )
            workspace = self._workspaces[id(client)] = Workspace(name, self.servers, context)
            workspace.acted.connect(self._act)
            workspace.tabs.tabBarDoubleClicked.connect(lambda _place: self.bench.enlarge(self._middle))
            workspace.tabs.currentChanged.connect(self.sign_ins.look)
            context.intents.path_selected.connect(self.show_path)
            context.intents.show_place.connect(self._show_place)
            context.intents.open_guide.connect(self.help_wanted)
            context.intents.twin.connect(self.twins.ask)
            context.intents.keep_auth.connect(self.sign_ins.keep)
            context.intents.compare_with_previous.connect(self.comparing.compare_with_previous)
            context.intents.filter.connect(self.take_filter_request)
            context.intents.open_source.connect(self._open_source)
        workspace.rename(name)
        self._swap(workspace)
        if id(client) in self._left:
            workspace.resume(self._left.pop(id(client)))
        self.input_notice.look()

    def _show_place(self, record: int, pointer: str) -> None:
        """A record with what is wrong in it, beside the rows below the work."""
        self.selection.select(record)
        self.bench.show_page("timeline")
        self.bench.show_detail()
        self.detail.mark(record, pointer)

    def _open_source(self, place: SourcePlace) -> None:
        open_source(self, place, self._settings.editor)

    def _swap(self, workspace: Workspace | None) -> None:
        """Only the shown workspace is in the window's tree: object names stay unique in it."""
        if self._shown is not None and self._shown is not workspace:
            self._shown.leave()
            self._middle.removeWidget(self._shown)
            self._shown.setParent(None)
        self._shown = workspace
        if workspace is not None and self._middle.indexOf(workspace) < 0:
            self._middle.addWidget(workspace)
            workspace.enter(self.bench)
        self._middle.setCurrentWidget(workspace if workspace is not None else self.welcome)

    def parts(self) -> list[QWidget]:
        return [self, *self._workspaces.values()]

    def memory(self) -> Any:
        """What a user has in the workspaces as well."""
        left = {key: workspace.memory() for key, workspace in self._workspaces.items()}
        return super().memory(), self._left | left, self.tour.place

    def resume(self, memory: Any) -> None:
        """Go on in the new window; a workspace takes over its part when it is shown."""
        shared, self._left, tour = memory
        self.show_selected(self.servers.current)
        super().resume(shared)
        self.sign_ins.look()
        if tour >= 0:
            self.tour.start(tour)

    def sees_panel(self, key: str) -> bool:
        """Whether a panel of the selected server can be read now."""
        return self._shown is not None and (self._shown.current_key() == key or self.bench.sees(key))

    def show_panel(self, key: str) -> None:
        """Bring a panel of the selected server to the front, if there is one."""
        if self._shown is not None:
            self._shown.show_panel(key)

    def _reveal(self, pane: str) -> None:
        if pane == "servers":
            self.bench.show_servers(True)
        elif pane == "detail":
            self.bench.show_detail()
        else:
            self.bench.show_page(pane)

    def _toggle_servers(self) -> None:
        self.bench.show_servers(not self.bench.with_servers)

    def _place_of_panel(self, key: str) -> int:
        own = self._shown.place_of(key) if self._shown is not None else -1
        return own if own >= 0 else self.bench.place_of(key)

    def _tour_stage(self) -> TourStage:
        return TourStage(
            window=self,
            servers=self.servers,
            selection=self.selection,
            timeline=self.timeline,
            reveal=self._reveal,
            adding=self.add_server,
            sees=self.sees_panel,
            show_panel=self.show_panel,
            place_of_panel=self._place_of_panel,
            connect_demo=self.demo_wanted.emit,
            focus=self.panes.focus,
        )

    @property
    def workspace(self) -> Workspace | None:
        """What is shown of the selected server."""
        return self._shown

    def _listed(self) -> None:
        clients = {id(server.client) for name in self.servers.names() if (server := self.servers.get(name))}
        for gone in [key for key in self._workspaces if key not in clients]:
            workspace = self._workspaces.pop(gone)
            if workspace is self._shown:
                self._swap(None)
            workspace.deleteLater()
        self.show_counts()

    def add_profiles(self, profiles: list[Profile], saved: bool = True) -> None:
        """Add servers and connect them; the first is selected."""
        self.new_servers.add(profiles, saved)

    def import_servers(self) -> None:
        """Open the window with the servers of other clients."""
        self.add_server.dismiss()
        self.importing.open()

    def edit(self, name: str, page: str = "connection") -> None:
        """Open the form of a server at one of its pages."""
        server = self.servers.get(name)
        if server is None:
            return
        from inspector.ui.servers.edit_server import (
            EditServer,  # with its pages a tenth of what the start loads
        )

        for dialog in self.findChildren(EditServer):
            if (
                dialog.isVisible() and dialog.name_before == name
            ):  # a second one would overwrite what this saves
                dialog.show_page(page)
                dialog.raise_()
                dialog.activateWindow()
                return
        dialog = EditServer(server.profile, self, self._settings)
        dialog.saved.connect(self.new_servers.change)
        dialog.offer_wanted.connect(self.offers.edit)
        dialog.show_page(page)
        dialog.show()

    def _open_offer(self, path: Path) -> None:
        self.add_server.dismiss()
        self.offers.open_file(path)

    def _open_offer_text(self, text: str) -> None:
        self.add_server.dismiss()
        self.offers.open_text(text)

    def _counted_first(self) -> str:
        count = len(self.servers.names())
        return translate("RecordsStatus", "%Ln server(s)", "", count)

    # -- actions -------------------------------------------------------------------------------------

    def _act(self, action: str, *_checked: bool) -> None:
        name = self.servers.current
        doers: dict[str, Callable[[str], object]] = {
            "edit_server": self.edit,
            "declare": self._declare_required,
            "fill_in": self.filling_in.ask,
            "diagnose": self.doctor.open,
            "retry": self.servers.restart,
            "install_hint": self.installing.open,
            **self.sign_ins.actions,
        }
        if action in _RETRIES:
            self.servers.retry(name, **_RETRIES[action])
        elif action in _PAGES:
            self.edit(name, _PAGES[action])
        elif action in doers:
            doers[action](name)

    def _declare_required(self, name: str) -> None:
        """What the failed connection required is declared, kept for this server, and tried at once."""
        client = self.servers.client(name)
        if client is not None and client.failure is not None:
            self.servers.declare(name, client.failure.requires)
            self.servers.restart(name)

    def _connect(self) -> None:
        self.servers.connect_server(self.servers.current)

    def _disconnect(self) -> None:
        self.servers.disconnect_server(self.servers.current)

    def _restart(self) -> None:
        self.servers.restart(self.servers.current)

    def _step_server(self, step: int, *_checked: bool) -> None:
        names = self.server_list.order() or self.servers.names()
        if names:
            here = names.index(self.servers.current) if self.servers.current in names else -1
            self.servers.select(names[(here + step) % len(names)])

    def _show_tab(self, place: int, *_checked: bool) -> None:
        if self._shown is not None:
            self._shown.show_tab(place)

    def _run(self) -> None:
        if self._shown is not None and (panel := self._shown.current_panel()) is not None:
            panel.run()

    def _check(self) -> None:
        if self._shown is not None:
            self._shown.refresh()  # the connection may be news of this very moment
            place = self._shown.place_of("check")
            self._shown.show_tab(place if place >= 0 else self._shown.place_of("server"))

    def _twin(self) -> None:
        if self._shown is not None and (panel := self._shown.current_panel()) is not None:
            panel.twin()

    def _filter_panel(self) -> None:
        if self._shown is not None and (panel := self._shown.current_panel()) is not None:
            panel.focus_filter()

    def _search_servers(self) -> None:
        self.bench.show_servers(True)
        self.server_list.focus_search()

    def _about(self) -> None:
        from inspector.ui.windows.about import open_about  # most starts need none

        open_about(self)

    def _shown_workspace(self) -> Workspace | None:
        return self._shown

    # -- palette -------------------------------------------------------------------------------------

    def entries(self) -> list[PaletteEntry]:
        """Everything the palette offers now."""
        return [
            *server_entries(self.servers, self._open_item, self._open_server),
            *action_entries(self.actions_by_key),
            *setting_entries(self.setting_wanted.emit),
        ]

    def _open_server(self, name: str) -> None:
        self.servers.select(name)
        self.servers.connect_server(name)

    def _open_item(self, name: str, panel: str, kind: str, key: str) -> None:
        self.servers.select(name)
        if self._shown is not None:
            self._shown.open_item(panel, kind, key)
