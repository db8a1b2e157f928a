"""The workspace of a server without the server: which tabs, which one is chosen, where the keyboard is."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from PySide6.QtCore import QCoreApplication, QObject, Qt, QTimer, Signal
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QMainWindow, QPushButton, QSplitter, QTabBar, QWidget
from pytestqt.qtbot import QtBot

from inspector.core.client.session import Session
from inspector.core.servers.profiles import Profile
from inspector.core.transfer.paste import profile_from_words
from inspector.errors import Explanation
from inspector.protocol.records import SessionInfo
from inspector.trace.journal import Journal
from inspector.ui.panels import Panel, PanelSpec
from inspector.ui.widgets.plain import tooltip
from inspector.ui.windows.workspace import Workspace
from tests.ui.panels.offline import Offline
from tests.ui.parts import the

pytestmark = pytest.mark.gui

ECHO = {"name": "echo", "inputSchema": {"type": "object", "properties": {"message": {"type": "string"}}}}
WELCOME = {"name": "welcome", "uri": "demo://welcome"}


class Servers(QObject):
    """What a workspace wants of the list of servers."""

    touched = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.declared: list[tuple[str, Any]] = []

    def declare(self, name: str, required: dict[str, Any]) -> None:
        self.declared.append((name, required))


class Drawer:
    """What a workspace wants of the window around it."""

    def __init__(self) -> None:
        self.tabs, self.pages = QTabBar(), dict[str, QWidget]()
        self.front, self.titles = "", dict[QWidget, str]()

    @property
    def front_page(self) -> QWidget | None:
        return self.pages.get(self.front)

    def set_pages(self, pages: dict[str, QWidget]) -> None:
        self.pages = pages

    def set_title(self, page: QWidget, title: str, _hint: str) -> None:
        self.titles[page] = title

    def show_page(self, key: str) -> None:
        self.front = key
        self.tabs.currentChanged.emit(0)

    def show_work(self) -> None:
        self.front = ""


class Bench:
    """A window with a workspace in the middle and a line beside it."""

    def __init__(self, journal: Journal, folder: Path, profile: Profile | None = None) -> None:
        self.offline, self.servers = Offline(journal, folder, profile), Servers()
        self.client = self.offline.client
        servers: Any = self.servers
        self.space = Workspace("demo", servers, self.offline.context)
        self.acted: list[str] = []
        self.space.acted.connect(self.acted.append)
        self.window = QMainWindow()
        self.drawer: Any = Drawer()
        self.space.enter(self.drawer)
        self.note, self.button = QLineEdit(), QPushButton("Connect")
        beside = QSplitter()
        beside.addWidget(self.space)
        beside.addWidget(self.note)
        self.window.setCentralWidget(beside)
        self.window.setMenuWidget(self.button)
        self.window.resize(1300, 700)

    def connecting(self) -> None:
        self.client.connection.state, self.client.connection.failure = "connecting", None
        self.space.refresh()

    def connected(self, **lists: Any) -> None:
        """The handshake succeeded, and these were listed; until the first of them is shown."""
        self.client.connection.session = Session(
            SessionInfo(1, "demo", "stdio", "demo-server"), self.client.journal, self.client.connection
        )
        self.offline.declares(**{kind: {} for kind in lists})
        for kind, items in lists.items():
            self.offline.lists(kind, *items)
        self.client.connection.state = "connected"
        self.servers.touched.emit("demo")
        QCoreApplication.processEvents()
        while self.space._first.isActive():
            QCoreApplication.processEvents()

    def failed(self, *actions: str, known: bool = False) -> Explanation:
        """The connection broke, or never came."""
        self.client.connection.state = "failed"
        self.client.connection.failure = told = Explanation("It went away.", actions=actions)
        if not known:
            self.client.connection.info = None
        self.space.refresh()
        return told

    def shown(self) -> list[str]:
        """The tabs."""
        tabs = self.space.tabs
        found = sorted((self.space.place_of(key), key) for key in self.space._pages)
        keys = [key for place, key in found if place >= 0]
        assert len(keys) == tabs.count()
        assert [*self.drawer.pages] == [page.spec.key for page in self.space._lower]
        return keys

    def titles(self) -> list[str]:
        above = [self.space.tabs.tabText(place) for place in range(self.space.tabs.count())]
        return [*above, *self.drawer.titles.values()]


@pytest.fixture
def bench(journal: Journal, tmp_path: Path, qtbot: QtBot, qloop: object) -> Iterator[Bench]:
    yield from benched(Bench(journal, tmp_path), qtbot)


def benched(made: Bench, qtbot: QtBot) -> Iterator[Bench]:
    qtbot.addWidget(made.window)
    made.window.show()
    made.window.activateWindow()
    qtbot.waitUntil(made.window.isActiveWindow)
    yield made
    made.offline.close()


def focus() -> QWidget:
    found = QApplication.focusWidget()
    assert found is not None
    return found


def test_until_there_is_a_connection_only_the_server_is_shown(bench: Bench) -> None:
    assert bench.shown() == ["server"] and bench.space.current_key() == "server"
    assert bench.space.panel("tools") is None and bench.space.place_of("tools") == -1
    assert bench.space.place_of("no such panel") == -1
    bench.space.show_panel("tools")
    assert bench.space.current_key() == "server"


def test_the_first_connection_shows_the_first_list_that_has_something(bench: Bench, qtbot: QtBot) -> None:
    bench.button.setFocus()
    bench.connecting()
    bench.connected(tools=[], resources=[WELCOME], prompts=[])
    assert bench.shown()[:3] == ["tools", "resources", "prompts"]
    assert bench.space.current_key() == "resources"
    panel = bench.space.panel("resources")
    assert panel is not None and panel is bench.space.current_panel()
    qtbot.waitUntil(lambda: panel.isAncestorOf(focus()))


def test_the_first_panel_is_made_in_turns_of_its_own_and_timers_come_between(bench: Bench) -> None:
    turns: list[tuple[str, bool, bool]] = []
    page = bench.space._pages["tools"]

    def look() -> None:
        turns.append((bench.space.current_key(), page._steps is not None, page.panel is not None))

    timer = QTimer()
    timer.timeout.connect(look)
    timer.start(0)
    bench.connecting()
    bench.connected(tools=[ECHO])
    look()
    assert list(dict.fromkeys(turns)) == [
        ("server", False, False),
        ("server", True, False),
        ("server", False, True),
        ("tools", False, True),
    ]
    assert turns.count(("server", True, False)) >= 2, "its form comes first, its layout last"


def test_a_panel_that_is_wanted_while_it_is_made_is_there_at_once(bench: Bench) -> None:
    page = bench.space._pages["tools"]
    timer = QTimer()
    wanted: list[Panel | None] = []

    def look() -> None:
        if page._steps is not None and not wanted:
            wanted.append(bench.space.panel("tools"))

    timer.timeout.connect(look)
    timer.start(0)
    bench.connecting()
    bench.connected(tools=[ECHO])
    [panel] = wanted
    assert panel is not None and panel is bench.space.current_panel()
    assert [key for key in bench.space._pages if bench.space._pages[key].panel] == ["tools", "server"]


def test_a_panel_that_cannot_be_made_is_tried_again_each_time(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    def build(_spec: PanelSpec, _context: object) -> Iterator[None]:
        yield
        raise LookupError("no such panel")

    page: Any = bench.space._pages["server"]
    page.panel = None
    with monkeypatch.context() as patched:
        patched.setattr(PanelSpec, "build", build)
        for _ in range(2):
            with pytest.raises(LookupError):
                page.make(bench.space.context)


def test_the_workspace_of_a_connected_server_shows_its_first_list_before_it_is_painted(bench: Bench) -> None:
    bench.connecting()
    bench.connected(tools=[ECHO])
    servers: Any = bench.servers
    other = Workspace("demo", servers, bench.offline.context)
    bench.window.setCentralWidget(other)
    QCoreApplication.sendPostedEvents()
    assert other.current_key() == "tools"


def test_who_types_elsewhere_keeps_the_keyboard(bench: Bench) -> None:
    bench.note.setFocus()
    bench.connecting()
    bench.connected(tools=[ECHO])
    assert bench.space.current_key() == "tools" and focus() is bench.note


def test_a_tab_that_was_chosen_while_it_connects_stays(bench: Bench) -> None:
    bench.connecting()
    bench.connected()
    bar = bench.space.tabs.tabBar()
    QTest.mouseClick(bar, Qt.MouseButton.LeftButton, pos=bar.tabRect(bench.space.place_of("raw")).center())
    bench.connected(tools=[ECHO])
    assert bench.shown()[0] == "tools" and bench.space.current_key() == "raw"


def test_a_tab_chosen_by_its_key_stays_and_gets_the_keyboard(bench: Bench, qtbot: QtBot) -> None:
    bench.connecting()
    bench.connected()
    bench.space.show_tab(99)
    assert bench.space.current_key() == "server"
    bench.space.show_tab(bench.space.place_of("raw"))
    raw = bench.space.current_panel()
    assert bench.space.current_key() == "raw" and raw is not None
    qtbot.waitUntil(lambda: raw.isAncestorOf(focus()))
    bench.connected(tools=[ECHO])
    assert bench.space.current_key() == "raw"


def test_a_second_connection_leaves_the_person_where_they_are(bench: Bench, qtbot: QtBot) -> None:
    bench.connecting()
    bench.connected(tools=[ECHO], resources=[WELCOME])
    bench.space.show_panel("resources")
    bench.failed(known=True)
    assert bench.shown()[:2] == ["tools", "resources"], "what was there stays while nothing is known"
    bench.connecting()
    bench.connected(tools=[ECHO], resources=[WELCOME])
    assert bench.space.current_key() == "resources"
    bench.space.show_panel("server")
    bench.connecting()
    bench.connected(tools=[ECHO], resources=[WELCOME])
    assert bench.space.current_key() == "server", "who looks at a server that works goes on looking"


def test_a_pressed_button_gives_the_keyboard_to_the_panel_when_the_connection_is_there_again(
    bench: Bench, qtbot: QtBot
) -> None:
    bench.connecting()
    bench.connected(tools=[ECHO])
    tools = bench.space.current_panel()
    assert tools is not None
    bench.button.setFocus()
    bench.connecting()
    bench.connected(tools=[ECHO])
    qtbot.waitUntil(lambda: tools.isAncestorOf(focus()))
    inside = next(one for one in tools.findChildren(QPushButton) if one.isVisible())
    inside.setFocus()
    kept = focus()
    bench.connecting()
    bench.connected(tools=[ECHO])
    assert focus() is kept, "a button of a panel is work, too"
    bar = bench.space.tabs.tabBar()
    bar.setFocus()
    bench.connecting()
    bench.connected(tools=[ECHO])
    assert focus() is bar, "it had the keyboard before"


def test_what_the_server_no_longer_has_goes_except_what_is_looked_at(bench: Bench) -> None:
    bench.connecting()
    bench.connected(tools=[ECHO], resources=[WELCOME], prompts=[])
    bench.space.show_panel("resources")
    bench.client.catalog = type(bench.client.catalog)()
    bench.connected(prompts=[])
    assert bench.shown()[:2] == ["resources", "prompts"] and bench.space.current_key() == "resources"
    bench.space.show_panel("prompts")
    bench.space.refresh()
    assert bench.shown()[0] == "prompts" and "resources" not in bench.shown()


def test_a_connection_that_never_came_is_explained_in_the_server_tab(bench: Bench) -> None:
    bench.connecting()
    bench.connected(tools=[ECHO])
    bench.connecting()
    bench.client.connection.info = None
    bench.failed()
    assert bench.space.current_key() == "server" and not bench.space.strip.isVisible()
    bench.space.show_panel("tools")
    assert bench.space.strip.isVisible(), "everywhere else a strip says so"
    bench.space.refresh()
    assert bench.space.current_key() == "tools", "the same failure is explained once"
    bench.connecting()
    bench.space.show_panel("server")
    bench.failed()
    bench.connecting()
    bench.connected(tools=[ECHO])
    assert bench.space.current_key() == "tools", "who waited for it sees what became of it"


def test_a_broken_connection_is_said_above_the_panel_with_what_to_do(bench: Bench) -> None:
    bench.connecting()
    bench.connected(tools=[ECHO])
    assert not bench.space.strip.isVisible()
    bench.failed("retry", known=True)
    strip = bench.space.strip
    assert bench.space.current_key() == "tools" and strip.isVisible() and "It went away." in strip.text()
    assert not the(strip, QPushButton, "strip_stderr").isVisible(), "it said nothing there"
    session = bench.client.session
    assert session is not None
    session.stderr_tail.append("oops")
    session.stderr_lines = 1
    bench.space.refresh()
    the(strip, QPushButton, "strip_restart").click()
    assert bench.acted == ["retry"]
    the(strip, QPushButton, "strip_stderr").click()
    assert bench.drawer.front == "console" and bench.space.panel("console") is not None
    the(strip, QPushButton, "strip_details").click()
    assert bench.space.current_key() == "server" and not strip.isVisible() and bench.acted == ["retry"]


def test_over_http_it_is_connected_again_not_started_again(
    journal: Journal, tmp_path: Path, qtbot: QtBot, qloop: object
) -> None:
    for bench in benched(
        Bench(journal, tmp_path, profile_from_words(["http://127.0.0.1:1/mcp"], "demo")), qtbot
    ):
        bench.connected(tools=[ECHO])
        session = bench.client.session
        assert session is not None
        session.info.transport = "http"
        session.stderr_tail.append("not ours")
        bench.failed(known=True)
        bench.space.show_panel("tools")
        assert the(bench.space.strip, QPushButton, "strip_restart").text() == "Reconnect"
        assert not the(bench.space.strip, QPushButton, "strip_stderr").isVisible()


def test_titles_have_numbers_and_a_sign_where_somebody_waits(bench: Bench, qtbot: QtBot) -> None:
    bench.connecting()
    bench.connected(tools=[ECHO, {**ECHO, "name": "two"}], prompts=[])
    assert bench.titles()[:2] == ["Tools 2", "Prompts"] and "Inputs" in bench.titles()
    assert [bench.space.tabs.tabToolTip(place) for place in (0, 1)] == [tooltip("Alt+1"), tooltip("Alt+2")]
    inbox: Any = bench.offline.context.inbox
    inbox.questions.append(SimpleNamespace(open=True))
    bench.offline.feed.grew.emit(1, 1)
    qtbot.waitUntil(lambda: "Inputs ● 1" in bench.titles())
    session = bench.client.session
    assert session is not None
    session.stderr_lines = 7
    bench.offline.feed.findings_changed.emit()
    qtbot.waitUntil(lambda: "Console 7" in bench.titles())
    bench.client.catalog = type(bench.client.catalog)()
    bench.connected(tools=[ECHO])
    assert bench.titles()[0] == "Tools 1"


def test_another_server_that_changes_is_none_of_its_business(bench: Bench) -> None:
    bench.offline.declares(tools={})
    bench.client.connection.state = "connected"
    bench.servers.touched.emit("other")
    assert bench.shown() == ["server"]
    bench.space.rename("other")
    bench.servers.touched.emit("demo")
    assert bench.shown() == ["server"]
    bench.servers.touched.emit("other")
    assert "tools" in bench.shown()
    bench.offline.context.intents.declare.emit({"sampling": {}})
    assert bench.servers.declared == [("other", {"sampling": {}})]


def test_a_raw_message_a_resource_and_a_task_are_shown_in_their_panels(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    bench.connecting()
    bench.connected(tools=[ECHO], resources=[WELCOME])
    intents, space = bench.offline.context.intents, bench.space
    intents.edit_raw.emit(b'{"a":1}')
    raw: Any = space.current_panel()
    assert space.current_key() == "raw" and raw.editor.exact_bytes() == b'{"a":1}'
    opened: list[tuple[str, str, str]] = []
    monkeypatch.setattr(
        Panel, "open_item", lambda self, kind, name: opened.append((type(self).__name__, kind, name))
    )
    bench.offline.declares(tools={}, resources={}, tasks={})
    space.refresh()
    for key in ("resources", "tasks"):
        panel = space.panel(key)
        assert panel is not None
        monkeypatch.setattr(type(panel), "open_item", Panel.open_item)
    intents.read_resource.emit("demo://welcome")
    assert space.current_key() == "resources"
    intents.show_task.emit("t-1")
    assert space.current_key() == "tasks"
    assert opened == [("ResourcesPanel", "read", "demo://welcome"), ("TasksPanel", "task", "t-1")]
    intents.show_panel.emit("findings")
    assert bench.drawer.front == "findings"
    intents.act.emit("retry")
    assert bench.acted == ["retry"]


def test_another_workspace_goes_on_where_this_one_is(bench: Bench) -> None:
    bench.connecting()
    bench.connected(tools=[ECHO], resources=[WELCOME])
    bench.space.show_panel("raw")
    raw: Any = bench.space.current_panel()
    raw.editor.set_text('{"half": ')
    servers: Any = bench.servers
    other = Workspace("demo", servers, bench.offline.context)
    other.resume(bench.space.memory())
    assert other.current_key() == "raw"
    again: Any = other.current_panel()
    assert again is not raw and again.editor.text() == '{"half": '
    other.refresh()
    assert other.current_key() == "raw", "the tab was chosen"
    other.deleteLater()


def test_a_panel_scrolls_when_it_gets_less_than_it_needs_and_asks_for_a_bounded_share(bench: Bench) -> None:
    bench.connecting()
    bench.connected(tools=[ECHO])
    page = bench.space.tabs.currentWidget()
    assert page is not None
    hint, wanted = page.minimumSizeHint(), bench.space.current_panel()
    assert wanted is not None
    assert hint.width() == min(760, wanted.minimumSizeHint().width())
    assert hint.height() == min(260, wanted.minimumSizeHint().height()) > 0
    assert page.focusPolicy() == Qt.FocusPolicy.NoFocus
    assert wanted.width() >= page.width() - 2, "it has all the room there is"


def test_a_modern_server_without_anything_is_offered_an_older_revision(bench: Bench) -> None:
    bench.connecting()
    bench.connected(tools=[ECHO])
    button = the(bench.space, QPushButton, "older_revision_connect")
    assert not button.isVisible()
    bench.client.catalog = type(bench.client.catalog)()
    bench.offline.declares("modern", tools={})
    bench.offline.lists("tools")
    bench.space.refresh()
    assert button.isVisible()
    button.click()
    assert bench.acted == ["retry_legacy"]
    bench.connecting()
    bench.client.catalog = type(bench.client.catalog)()
    bench.space.show_panel("server")
    bench.connected(resources=[WELCOME])
    assert not button.isVisible()
