"""The bar above the panes: which server, what is known of it, and what its buttons do."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtTest import QSignalSpy, QTest
from PySide6.QtWidgets import QApplication, QLabel, QMenu, QPushButton, QToolButton
from pytestqt.qtbot import QtBot

from inspector.core.servers.profiles import Profile
from inspector.core.servers.saved_servers import Profiles
from inspector.core.storage.settings import Settings
from inspector.trace.journal import Journal
from inspector.transport import HttpTarget, StdioTarget
from inspector.ui.servers.servers import Servers
from inspector.ui.widgets import theme
from inspector.ui.windows.top_bar import SearchButton, TopBar
from tests.conftest import Runner
from tests.ui.live import live
from tests.ui.parts import the
from tests.ui.strokes import strokes

pytestmark = pytest.mark.gui


@pytest.fixture
def servers(qapp: object, tmp_path: Path, journal: Journal) -> Servers:
    made = Servers(Profiles(tmp_path / "servers.json"), journal, Settings(path=tmp_path / "settings.json"))
    for name in ("first", "second"):
        made.add(Profile(name, StdioTarget("true")))
    return made


@pytest.fixture
def bar(servers: Servers, qtbot: QtBot) -> TopBar:
    made = TopBar(servers)
    qtbot.addWidget(made)
    made.show()
    return made


def entries(bar: TopBar) -> dict[str, QAction]:
    """What the switcher offers: the words without the glyph of the state → the action."""
    menu = bar.switcher.findChild(QMenu)
    assert menu is not None
    menu.aboutToShow.emit()
    return {action.text().split("  ")[-1]: action for action in menu.actions() if action.text()}


def test_the_switcher_lists_all_servers_and_chooses_the_one_pressed(bar: TopBar, servers: Servers) -> None:
    assert list(entries(bar)) == ["first", "second", "Add a server…"]
    for name in ("first", "second"):
        entries(bar)[name].trigger()
        assert servers.current == name
        assert name in bar.switcher.text()


def test_the_last_entry_of_the_switcher_adds_a_server(bar: TopBar, servers: Servers, qtbot: QtBot) -> None:
    before = servers.current
    with qtbot.waitSignal(bar.add_wanted):
        entries(bar)["Add a server…"].trigger()
    assert servers.current == before


def test_without_a_server_there_is_nothing_to_connect(qapp: object, tmp_path: Path, journal: Journal) -> None:
    none = Servers(Profiles(tmp_path / "none.json"), journal, Settings(path=tmp_path / "settings.json"))
    bar = TopBar(none)
    bar.show()
    assert "No server" in bar.switcher.text()
    assert not bar.connect_button.isVisible() and not bar.restart_button.isVisible()
    assert list(entries(bar)) == ["Add a server…"]
    bar.close()


def test_the_button_of_the_theme_asks_for_the_other_one(bar: TopBar, qtbot: QtBot, qapp: object) -> None:
    button = bar.findChild(QToolButton, "theme_button")
    for mode, other in (("light", "dark"), ("dark", "light")):
        theme.install(qapp, mode)  # type: ignore[arg-type]
        with qtbot.waitSignal(bar.theme_wanted) as wanted:
            QTest.mouseClick(button, Qt.MouseButton.LeftButton)
        assert wanted.args == [other]
    theme.install(qapp, "light")  # type: ignore[arg-type]


def test_a_connected_server_shows_its_facts_and_its_buttons(arun: Runner, tmp_path: Path) -> None:
    async def story() -> None:
        async with live(tmp_path) as it:
            await it.start_demo()
            facts = it.window.findChild(QLabel, "connection_facts")
            client = it.program.servers.client("demo")
            assert client is not None
            await it.until(lambda: f"pid {client.pid}" in facts.text(), "the process")
            assert client.info is not None and facts.text().startswith(f"{client.info.revision} · ")
            connect = await it.find(QPushButton, "connect_button")
            restart = await it.find(QPushButton, "restart_button")
            assert (connect.text(), restart.text()) == ("Disconnect", "Restart")
            before = client.pid
            QTest.mouseClick(restart, Qt.MouseButton.LeftButton)
            await it.until(
                lambda: client.pid not in (None, before) and client.state == "connected", "another process"
            )
            QTest.mouseClick(connect, Qt.MouseButton.LeftButton)
            await it.until(lambda: connect.text() == "Connect", "its button to say that it is closed")
            assert facts.text().endswith("disconnected") and not restart.isVisible()

    arun(story())


class Row:
    """One server in a state, for a bar that only looks."""

    def __init__(
        self, state: str, *, url: bool = False, info: bool = False, pid: int = 0, exit_text: str = ""
    ) -> None:
        target = HttpTarget("https://x.example/mcp") if url else StdioTarget("true")
        self.profile, self.state = Profile("one", target), state
        told = SimpleNamespace(revision="2025-06-18") if info else None
        self.client = SimpleNamespace(
            info=told, transport="stdio", pid=pid, exit_text=exit_text, failure=None
        )


class Rows(QObject):
    """The servers, as the bar asks for them."""

    listed, selected, touched = Signal(), Signal(str), Signal(str)

    def __init__(self, row: Row) -> None:
        super().__init__()
        self.current, self.row = "one", row
        self.did: list[tuple[str, str]] = []

    def names(self) -> list[str]:
        return ["one"]

    def get(self, name: str) -> Row | None:
        return self.row if name == "one" else None

    def connect_server(self, name: str) -> None:
        self.did.append(("connect", name))

    def disconnect_server(self, name: str) -> None:
        self.did.append(("disconnect", name))

    def restart(self, name: str) -> None:
        self.did.append(("restart", name))


@pytest.mark.parametrize(
    ("row", "button", "done", "again", "facts"),
    [
        (Row("new"), "Connect", "connect", "", ""),
        (Row("connecting"), "Cancel", "disconnect", "", "connecting…"),
        (Row("connected", info=True, pid=7), "Disconnect", "disconnect", "Restart",
         "2025-06-18 · stdio · pid 7"),
        (Row("connected", info=True, url=True), "Disconnect", "disconnect", "Reconnect",
         "2025-06-18 · stdio"),
        (Row("closing", info=True), "Disconnect", "", "", "2025-06-18 · stdio · closing…"),
        (Row("closed", info=True), "Connect", "connect", "", "2025-06-18 · stdio · disconnected"),
        (Row("failed"), "Connect", "connect", "", "failed"),
        (Row("failed", info=True, exit_text="exit 3"), "Connect", "connect", "Restart",
         "2025-06-18 · stdio · exit 3"),
    ],
)  # fmt: skip
def test_each_state_has_its_words_and_its_buttons(
    qtbot: QtBot, row: Row, button: str, done: str, again: str, facts: str
) -> None:
    rows: Any = Rows(row)
    bar = TopBar(rows)
    qtbot.addWidget(bar)
    bar.show()
    assert bar.connect_button.text() == button and bar.connect_button.isVisible()
    assert (bar.restart_button.text() if bar.restart_button.isVisible() else "") == again
    assert the(bar, QLabel, "connection_facts").text() == facts
    bar.connect_button.click()
    assert rows.did == ([(done, "one")] if done else [])
    bar.restart_button.click()
    assert rows.did[-1:] == [("restart", "one")]


def test_its_buttons_keep_their_places_in_every_state(qtbot: QtBot) -> None:
    rows: Any = Rows(Row("new"))
    bar = TopBar(rows)
    qtbot.addWidget(bar)
    bar.resize(1000, 40)
    bar.show()
    buttons = (the(bar, QToolButton, "view_run"), the(bar, QToolButton, "view_traffic"), bar.connect_button)
    places = set()
    for row in (
        Row("new"), Row("connecting"), Row("connected", info=True, pid=7),
        Row("failed", info=True, exit_text="killed by SIGKILL"), Row("connected", info=True, url=True),
    ):  # fmt: skip
        rows.row = row
        rows.touched.emit("one")
        bar.layout().activate()  # type: ignore[union-attr]
        places.add(tuple((one.x(), one.width()) for one in buttons))
    assert len(places) == 1


def test_only_what_happens_to_the_selected_server_is_shown_anew(qtbot: QtBot) -> None:
    rows: Any = Rows(Row("new"))
    bar = TopBar(rows)
    qtbot.addWidget(bar)
    bar.show()
    rows.row = Row("connecting")
    rows.touched.emit("other")
    assert bar.connect_button.text() == "Connect"
    rows.touched.emit("one")
    assert bar.connect_button.text() == "Cancel"
    rows.row = Row("closed")
    rows.listed.emit()
    assert bar.connect_button.text() == "Connect"
    rows.row = Row("connecting")
    rows.selected.emit("one")
    assert bar.connect_button.text() == "Cancel"
    rows.current = "gone"
    rows.listed.emit()
    assert not bar.connect_button.isVisible() and not bar.restart_button.isVisible()
    bar.connect_button.click()
    assert rows.did == []


def test_a_screen_reader_hears_what_the_button_of_the_theme_does_now(bar: TopBar, qapp: QApplication) -> None:
    button = the(bar, QToolButton, "theme_button")
    try:
        for mode, does, wanted in (("dark", "Switch to light", "light"), ("light", "Switch to dark", "dark")):
            theme.install(qapp, mode)
            assert button.toolTip() == button.accessibleName() == does and not button.icon().isNull()
            told = QSignalSpy(bar.theme_wanted)
            button.click()
            assert told.at(0) == [wanted]
    finally:
        theme.install(qapp, "light")


def test_the_facts_have_the_room_and_are_cut_first(bar: TopBar) -> None:
    bar.resize(1000, 40)
    QApplication.processEvents()
    facts, search = the(bar, QLabel, "connection_facts"), bar.palette_button
    width, wide = facts.width(), search.width()
    bar.resize(1200, 40)
    QApplication.processEvents()
    assert facts.width() == width + 200 and search.width() == wide
    order = [
        bar.switcher,
        facts,
        search,
        the(bar, QToolButton, "theme_button"),
        the(bar, QToolButton, "settings_button"),
    ]
    lefts = [one.x() for one in order]
    assert lefts == sorted(lefts) and bar.switcher.font().bold()
    told = [QSignalSpy(bar.palette_wanted), QSignalSpy(bar.settings_wanted)]
    search.click()
    the(bar, QToolButton, "settings_button").click()
    assert [one.count() for one in told] == [1, 1]


def test_a_click_on_connect_leaves_the_keyboard_where_it_is(bar: TopBar) -> None:
    for button in (bar.connect_button, bar.restart_button):
        assert button.focusPolicy() == Qt.FocusPolicy.TabFocus


def test_the_search_looks_like_a_box_with_its_keys_at_the_edge(qtbot: QtBot, qapp: QApplication) -> None:
    theme.install(qapp, "light")
    button = SearchButton("search", "Search or run…", "Ctrl+K")
    qtbot.addWidget(button)
    hint = button.sizeHint()
    assert (hint.width(), hint.height()) == (260, button.fontMetrics().height() + 10)
    assert button.minimumSizeHint().width() == 140 and button.minimumSizeHint().height() == hint.height()
    assert (
        button.accessibleName() == "Search or run…"
        and button.cursor().shape() == Qt.CursorShape.PointingHandCursor
    )
    button.setGeometry(80, 80, 260, hint.height())  # the mouse is elsewhere
    button.show()
    found = {one.text: one for one in strokes(button) if one.how == "text"}
    sign, keys, words = found.values()
    assert sign.rect.center().x() == 16 and abs(sign.rect.center().y() - hint.height() / 2) <= 1
    assert (keys.text, keys.side, keys.colour) == ("Ctrl+K", "right", theme.color("muted").name())
    assert (words.text, words.rect.left()) == ("Search or run…", 30) and keys.rect.right() <= 260 - 10
    assert words.rect.right() <= keys.rect.right() - button.fontMetrics().horizontalAdvance("Ctrl+K") - 7
    box = next(one for one in strokes(button) if one.how == "shape")
    assert (
        box.colour == theme.color("base").name()
        and box.rect.width() == 259
        and box.rect.height() == hint.height() - 1
    )

    def edge() -> str:
        return button.grab().toImage().pixelColor(130, 0).name()

    calm = edge()
    button.activateWindow()
    button.setFocus()
    qtbot.waitUntil(button.hasFocus)
    assert edge() != calm != theme.color("base").name(), "it has the keyboard"
    button.resize(150, hint.height())
    words = [one for one in strokes(button) if one.how == "text"][-1]
    assert words.text.endswith("…") and len(words.text) < len("Search or run…")


def test_a_server_that_wants_a_sign_in_has_its_button_in_the_bar(bar: TopBar, servers: Servers) -> None:
    servers.select("first")
    server: Any = servers.get("first")
    failure = SimpleNamespace(actions=("sign_in", "retry"))
    server.client = SimpleNamespace(
        state="failed", failure=failure, info=None, pid=0, exit_text="", transport="http"
    )
    bar.refresh()
    wanted = QSignalSpy(bar.sign_in_wanted)
    assert bar.connect_button.text() == "Sign in" and "Sign-in needed" in bar._facts.text()
    bar.connect_button.click()
    assert wanted.at(0) == ["first"]
    failure.actions = ("retry",)
    bar.refresh()
    assert bar.connect_button.text() == "Connect" and "failed" in bar._facts.text()
    server.client = None
