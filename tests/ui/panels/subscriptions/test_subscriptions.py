"""Subscriptions in the window: the switch at a resource, the tab, changed lists, ping."""

from __future__ import annotations

import re
from collections.abc import Callable, Coroutine, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QCheckBox, QLabel, QPlainTextEdit, QPushButton, QSplitter, QToolButton, QWidget
from pytestqt.qtbot import QtBot

from inspector.core.client.client import Client
from inspector.core.client.subscription import Event, Subscription
from inspector.core.servers.profiles import demo_profile
from inspector.protocol.subscribing import Filter
from inspector.trace.journal import Journal
from inspector.ui.panels.resources import ResourcesPanel
from inspector.ui.panels.subscriptions.subscriptions import SubscriptionsPanel, state_word
from inspector.ui.windows.workspace import Workspace
from tests.ui.live import Live, live
from tests.ui.panels.offline import Offline
from tests.ui.parts import the

Runner = Callable[[Coroutine[Any, Any, Any]], Any]
pytestmark = pytest.mark.gui

COUNTER = "demo://live/counter"
UPDATED = "notifications/resources/updated"
ERAS = pytest.mark.parametrize("era", ["modern", "legacy"])


async def demo(it: Live, era: str = "auto") -> tuple[Workspace, Client]:
    it.window.add_profiles([replace(demo_profile(), era=era)], saved=False)
    await it.connected("demo")
    workspace = it.window.workspace
    assert workspace is not None
    return workspace, workspace.context.client


def subscriptions_panel(workspace: Workspace) -> SubscriptionsPanel:
    workspace.show_panel("subscriptions")
    panel = workspace.panel("subscriptions")
    assert isinstance(panel, SubscriptionsPanel)
    return panel


async def listening(it: Live, client: Client) -> None:
    await it.until(lambda: any(one.state == "open" for one in client.subscriptions.all), "the listen")


# -- lists ------------------------------------------------------------------------------------------------


def test_a_modern_connection_listens_for_the_lists_and_fetches_a_changed_one(
    arun: Runner, tmp_path: Path
) -> None:
    async def perform() -> None:
        async with live(tmp_path) as it:
            workspace, client = await demo(it, "modern")
            await listening(it, client)
            (one,) = client.subscriptions.all
            assert (one.requested.lists, one.requested.uris) == (("tools",), ())
            before = len(client.catalog.tools)
            await client.call_tool("toggle_tool", b"{}")
            await it.until(lambda: len(client.catalog.tools) == before + 1, "the tool in the list")
            assert workspace.tabs.tabText(0) == f"Tools {before}" or client.catalog.fetched("tools")

    arun(perform())


def test_without_the_setting_nothing_is_listened_to(arun: Runner, tmp_path: Path) -> None:
    async def perform() -> None:
        async with live(tmp_path, listen_for_changes=False) as it:
            _, client = await demo(it, "modern")
            await it.until(lambda: client.catalog.fetched("prompts"), "the last list")
            assert client.subscriptions.all == []

    arun(perform())


@ERAS
def test_a_changed_list_that_nobody_fetches_is_marked_and_refreshed_by_its_button(
    arun: Runner, tmp_path: Path, era: str
) -> None:
    async def perform() -> None:
        async with live(tmp_path, refetch_lists=False) as it:
            _, client = await demo(it, era)
            if era == "modern":
                await listening(it, client)
            before = len(client.catalog.tools)
            mark = it.window.findChild(QWidget, "tool_list_stale")
            assert mark is not None
            assert not mark.isVisible()
            await client.call_tool("toggle_tool", b"{}")
            refresh = await it.find(QPushButton, "tool_list_refetch")
            assert mark.isVisible()
            assert len(client.catalog.tools) == before
            refresh.click()
            await it.until(lambda: len(client.catalog.tools) == before + 1, "the new list")
            await it.until(lambda: not mark.isVisible(), "the mark gone")

    arun(perform())


# -- a resource -------------------------------------------------------------------------------------------


@ERAS
def test_the_switch_at_a_resource_subscribes_counts_and_marks_what_changed(
    arun: Runner, tmp_path: Path, era: str
) -> None:
    async def perform() -> None:
        async with live(tmp_path) as it:
            workspace, client = await demo(it, era)
            workspace.show_panel("resources")
            panel = workspace.panel("resources")
            assert isinstance(panel, ResourcesPanel)
            await it.until(partial(panel.list.select, COUNTER), "the counter in the list")
            await it.click("resource_subscribe")
            said = await it.find(QLabel, "resource_subscription")
            marked = re.compile(r"(1 update|\d+ updates) · ● updated, read again")  # one every two seconds
            await it.until(lambda: marked.search(said.text()), "the mark")
            assert client.subscriptions.state_of(COUNTER) == "open"
            badges = next(item for item in panel.items() if item.key == COUNTER).badges
            assert [text for text, _, _ in badges] == ["◉", "●"]
            await it.click("resource_read")
            await it.until(lambda: "read again" not in said.text(), "it was read")
            await it.click("resource_subscribe")
            await it.until(lambda: client.subscriptions.state_of(COUNTER) == "", "unsubscribed")

    arun(perform())


def test_a_refused_subscription_says_why_beside_the_switch(arun: Runner, tmp_path: Path) -> None:
    async def perform() -> None:
        async with live(tmp_path) as it:
            workspace, _ = await demo(it, "legacy")
            workspace.read_resource("demo://none")
            await it.click("resource_subscribe")
            said = await it.find(QLabel, "resource_subscription")
            await it.until(lambda: "there is no resource demo://none" in said.text(), "the refusal")
            assert not (await it.find(QPushButton, "resource_subscribe")).isChecked()

    arun(perform())


def test_half_typed_arguments_of_a_template_have_no_uri_to_subscribe_to(arun: Runner, tmp_path: Path) -> None:
    async def perform() -> None:
        async with live(tmp_path) as it:
            workspace, client = await demo(it, "modern")
            workspace.show_panel("resources")
            panel = workspace.panel("resources")
            assert isinstance(panel, ResourcesPanel)
            await it.until(partial(panel.list.select, "demo://greeting/{name}"), "the list of templates")
            panel.form.choose_view("json")
            button = await it.find(QPushButton, "resource_subscribe")
            panel.form.editor.set_text('{"name": ')
            panel.form.editor.changed.emit()
            await it.until(lambda: not button.isVisible(), "no switch")
            panel.form.editor.set_text('{"name": "x"}')
            panel.form.editor.changed.emit()
            await it.click("resource_subscribe")
            uri = "demo://greeting/x"
            await it.until(lambda: client.subscriptions.state_of(uri) in ("open", "refused"), "subscribed")

    arun(perform())


# -- the tab ----------------------------------------------------------------------------------------------


def test_a_new_subscription_shows_what_was_not_acknowledged_and_its_events(
    arun: Runner, tmp_path: Path
) -> None:
    async def perform() -> None:
        async with live(tmp_path) as it:
            workspace, client = await demo(it, "modern")
            await listening(it, client)
            panel = subscriptions_panel(workspace)
            (await it.find(QToolButton, "subscription_new")).click()
            (await it.find(QCheckBox, "subscribe_tools")).setChecked(True)
            (await it.find(QCheckBox, "subscribe_prompts")).setChecked(True)
            uris = await it.find(QPlainTextEdit, "subscribe_uris")
            uris.setPlainText(f"{COUNTER}\n\n demo://none \n")
            await it.click("subscribe_button")
            one = client.subscriptions.all[-1]
            assert one.requested.names() == ("tools", "prompts", COUNTER, "demo://none")
            await it.until(lambda: one.state == "open", "the acknowledgement")
            names = [label.accessibleName() for label in panel.findChildren(QLabel)]
            await it.until(
                lambda: (
                    "Not acknowledged: prompts, demo://none"
                    in [label.accessibleName() for label in panel.findChildren(QLabel)]
                ),
                f"the difference in {names}",
            )
            await client.call_tool("toggle_tool", b"{}")
            await it.until(lambda: any(row.cells[3] == "tools" for row in panel.events.rows), "the event")
            place = next(n for n, row in enumerate(panel.events.rows) if row.cells[3] == "tools")
            index = panel.events.model().index(place, 0)
            spot = panel.events.visualRect(index).center()
            QTest.mouseClick(panel.events.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(spot))
            assert workspace.context.selection.record == panel.events.rows[place].record
            await it.click("subscription_stop")
            await it.until(lambda: one.state == "ended", "the end")
            await it.click("subscription_again")
            await it.until(lambda: one.state == "open", "open again")

    arun(perform())


def test_the_focus_alone_selects_no_event(arun: Runner, tmp_path: Path) -> None:
    async def perform() -> None:
        async with live(tmp_path) as it:
            workspace, client = await demo(it, "modern")
            await listening(it, client)
            panel = subscriptions_panel(workspace)
            await client.call_tool("toggle_tool", b"{}")
            await it.until(lambda: panel.events.rows, "the event")
            panel.events.setFocus()
            await it.until(panel.events.hasFocus, "the focus")
            assert workspace.context.selection.record == 0
            QTest.keyClick(panel.events, Qt.Key.Key_Down)
            QTest.keyClick(panel.events, Qt.Key.Key_Home)
            QTest.keyClick(panel.events, Qt.Key.Key_Space)
            assert workspace.context.selection.record == panel.events.rows[0].record

    arun(perform())


def test_nothing_ticked_is_said_and_nothing_is_sent(arun: Runner, tmp_path: Path) -> None:
    async def perform() -> None:
        async with live(tmp_path, listen_for_changes=False) as it:
            workspace, client = await demo(it, "modern")
            subscriptions_panel(workspace)
            (await it.find(QToolButton, "subscription_new")).click()
            await it.click("subscribe_button")
            await it.find(QWidget, "subscribe_trouble")
            assert client.subscriptions.all == []
            await it.click("subscribe_cancel")

    arun(perform())


def test_a_listen_row_counts_its_events_and_an_event_names_what_changed(arun: Runner, tmp_path: Path) -> None:
    async def perform() -> None:
        async with live(tmp_path, listen_for_changes=False) as it:
            _, client = await demo(it, "modern")
            await client.subscriptions.subscribe(COUNTER)
            await it.until(lambda: client.subscriptions.updates[COUNTER] >= 2, "two updates")
            number = client.subscriptions.all[-1].exchange
            table = it.window.timeline.view
            model = table.model()

            def texts() -> dict[str, tuple[str, str]]:
                cells = {}
                for place in range(model.rowCount()):
                    line = [
                        str(model.index(place, column).data() or "") for column in range(model.columnCount())
                    ]
                    cells[line[0]] = (line[6], line[7])
                return cells

            await it.until(lambda: texts().get(str(number), ("", ""))[1].endswith(" events"), "the count")
            event = str(client.subscriptions.events[-1].record)
            await it.until(lambda: event in texts(), "the event's own row")
            assert texts()[event][0] == COUNTER

    arun(perform())


# -- ping -------------------------------------------------------------------------------------------------


@ERAS
def test_ping_tells_how_long_an_answer_took(arun: Runner, tmp_path: Path, era: str) -> None:
    async def perform() -> None:
        async with live(tmp_path) as it:
            workspace, _ = await demo(it, era)
            workspace.show_panel("server")
            await it.click("server_ping")
            said = await it.find(QPushButton, "server_pinged")
            method = "server/discover" if era == "modern" else "ping"
            assert said.text().startswith(f"{method}  ")
            assert said.text().endswith(" ms")
            said.click()
            assert workspace.context.selection.record

    arun(perform())


def test_what_the_server_tells_leaves_a_filter_as_it_is_typed(arun: Runner, tmp_path: Path) -> None:
    async def perform() -> None:
        async with live(tmp_path) as it:
            workspace, client = await demo(it, "modern")
            await listening(it, client)
            panel = subscriptions_panel(workspace)
            typed = panel.list.filter
            typed.setFocus()
            QTest.keyClicks(typed, "xyz")
            panel.refresh()
            assert typed.text() == "xyz" and panel.list.view.model().rowCount() == 0
            QTest.keyClick(typed, Qt.Key.Key_Escape)
            assert panel.list.key() == "all"

    arun(perform())


def test_escape_closes_the_form_and_nothing_is_selected_by_it(arun: Runner, tmp_path: Path) -> None:
    async def perform() -> None:
        async with live(tmp_path) as it:
            workspace, client = await demo(it, "modern")
            await client.subscriptions.subscribe(COUNTER)
            await it.until(lambda: client.subscriptions.total, "an event")
            panel = subscriptions_panel(workspace)
            QTest.mouseClick(await it.find(QToolButton, "subscription_new"), Qt.MouseButton.LeftButton)
            uris = await it.find(QPlainTextEdit, "subscribe_uris")
            uris.setFocus()
            QTest.keyClick(uris, Qt.Key.Key_Escape)
            assert panel.form.isHidden()
            assert workspace.context.selection.record == 0

    arun(perform())


# -- without a server


class Bench:
    """The tab of a client whose subscriptions the test makes."""

    def __init__(self, journal: Journal, folder: Path) -> None:
        self.offline = Offline(journal, folder)
        self.client = self.offline.client
        self.client.connection.state = "connected"
        self.offline.declares("modern", tools={"listChanged": True})
        self.known = self.client.subscriptions
        self.panel = SubscriptionsPanel(self.offline.context)
        self.panel.resize(1000, 500)

    def add(self, *lists: str, uris: tuple[str, ...] = (), **fields: Any) -> Subscription:
        """One more subscription, which is shown."""
        one = Subscription(Filter.of(lists, uris), **{"id": "7", **fields})
        self.known.all.append(one)
        self.panel.refresh()
        return one

    def choose(self, one: Subscription | None) -> None:
        assert self.panel.list.select(str(id(one)) if one is not None else "all")

    def tell(
        self, one: Subscription, *subjects: str, method: str = "notifications/resources/updated"
    ) -> None:
        """The server tells of changes."""
        for subject in subjects:
            event = Event(10**18, self.known.total + 1, method, subject)
            one.take(event)
            self.known.events.append(event)
            self.known.total += 1
        self.panel.refresh()

    def rows(self) -> list[tuple[str, ...]]:
        return [row.cells[1:] for row in self.panel.events.rows] if self.panel.events.isVisible() else []

    def listed(self) -> list[tuple[str, list[str]]]:
        """Name and badges of each row."""
        model = self.panel.list.view.model()
        items = [model.index(row, 0).data(Qt.ItemDataRole.UserRole) for row in range(model.rowCount())]
        return [(item.name, [badge[0] for badge in item.badges]) for item in items]

    def words(self) -> str:
        return "\n".join(one.text() for one in self.panel.findChildren(QLabel) if one.isVisible())

    def can(self, name: str) -> bool | None:
        """Whether a button can be pressed; None: it is not there."""
        button = the(self.panel, QPushButton, f"subscription_{name}")
        return button.isEnabled() if button.isVisible() else None


@pytest.fixture
def bench(journal: Journal, tmp_path: Path, qtbot: QtBot, qloop: object) -> Iterator[Bench]:
    made = Bench(journal, tmp_path)
    qtbot.addWidget(made.panel)
    made.panel.show()
    yield made
    made.offline.close()


def test_every_subscription_is_a_row_below_all_events(bench: Bench) -> None:
    assert bench.listed() == [("All events", ["0"])]
    one = bench.add("tools", "prompts", state="open", acknowledged=Filter.of(("tools",)))
    bench.add(uris=("demo://a",), state="refused", kind="resource")
    one.note("it talks too much")
    bench.tell(one, "tools", method="notifications/tools/list_changed")
    assert bench.listed() == [
        ("All events", ["1"]),
        ("tools, prompts", ["⚠", "1", "● open"]),
        ("demo://a", ["0", "✗ rejected"]),
    ]
    assert [state_word(state) for state in ("opening", "ended", "lost")] == ["opening", "ended", "lost"]


def test_the_chosen_one_says_what_was_asked_and_what_of_it_was_agreed_to(bench: Bench) -> None:
    one = bench.add("tools", "prompts", reopened=2, detail="once more")
    assert "Requested" not in bench.words(), "nothing is chosen"
    bench.choose(one)
    assert "◌ opening · id 7 · once more · reopened 2 times" in bench.words()
    assert "tools, prompts" in bench.words() and "not yet" in bench.words()
    assert "Not acknowledged" not in bench.words() and "Not requested" not in bench.words()
    one.state, one.reopened, one.detail = "open", 0, ""
    one.acknowledged = Filter.of(("tools",), ("demo://more",))
    one.note("that is odd")
    bench.panel.refresh()
    lines = bench.words().split("\n")
    assert "● open · id 7" in lines and "that is odd" in bench.words()
    for name, value in (("Not acknowledged", "prompts"), ("Not requested", "demo://more")):
        assert lines[lines.index(name) + 1] == value
    one.acknowledged = Filter()
    bench.panel.refresh()
    lines = bench.words().split("\n")
    assert lines[lines.index("Acknowledged") + 1] == "nothing"
    own = bench.add(uris=("demo://a",), id="", kind="resource", state="open")
    bench.choose(own)
    assert "● open · resources/subscribe" in bench.words()


def test_a_live_one_can_be_stopped_and_one_that_ended_be_made_again(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = bench.add("tools")
    bench.choose(one)
    for state, wanted, stop, again in (
        ("opening", True, True, None),
        ("open", True, True, None),
        ("lost", True, True, None),
        ("lost", False, None, True),
        ("ended", True, None, True),
        ("refused", True, None, True),
    ):
        one.state, one.wanted = state, wanted
        bench.panel.refresh()
        assert (bench.can("stop"), bench.can("again")) == (stop, again), state
    told: list[tuple[str, Subscription]] = []
    monkeypatch.setattr(bench.known, "stop", lambda which: told.append(("stop", which)))
    monkeypatch.setattr(bench.known, "again", lambda which: told.append(("again", which)))
    the(bench.panel, QPushButton, "subscription_again").click()
    one.state = "open"
    bench.panel.refresh()
    the(bench.panel, QPushButton, "subscription_stop").click()
    assert told == [("again", one), ("stop", one)]
    bench.client.connection.state = "closed"
    bench.panel.refresh()
    assert bench.can("stop") is False, "there is nobody to tell"
    bench.choose(None)
    assert bench.can("stop") is bench.can("again") is None


def test_events_of_the_chosen_one_or_of_all_are_listed_with_what_changed(bench: Bench) -> None:
    one = bench.add(uris=("demo://a",), state="open", kind="resource")
    two = bench.add("tools", state="open", acknowledged=Filter.of(("tools",)))
    assert "No events yet." in bench.words() and "Click New" in bench.words()
    bench.tell(one, "demo://a")
    bench.tell(two, "tools", method="notifications/tools/list_changed")
    bench.tell(two, "x", method="notifications/odd")
    assert bench.rows() == [
        ("updated", "#1", "demo://a"),
        ("list changed", "#2", "tools"),
        ("notifications/odd", "#3", "x"),
    ]
    bench.choose(one)
    assert bench.rows() == [("updated", "#1", "demo://a")]
    bench.tell(two, "tools", method="notifications/tools/list_changed")
    assert len(bench.rows()) == 1
    bench.tell(one, "demo://a", "demo://a")
    assert [row[1] for row in bench.rows()] == ["#1", "#5", "#6"]
    three = bench.add("prompts")
    bench.choose(three)
    assert bench.rows() == [] and "Changes that the server reports" in bench.words()
    bench.choose(None)
    assert len(bench.rows()) == 6


def test_of_more_events_than_are_kept_the_newest_are_there(bench: Bench) -> None:
    one = bench.add(uris=("demo://a",), state="open", kind="resource")
    bench.choose(one)
    most = one.events.maxlen or 0
    bench.tell(one, *["demo://a"] * 3)
    assert len(bench.rows()) == 3
    bench.tell(one, *["demo://a"] * (most + 2))
    shown = [row[1] for row in bench.rows()]
    assert len(shown) == most and shown[0] == "#6" and shown[-1] == f"#{most + 5}"


def test_an_older_server_says_that_it_tells_unasked(bench: Bench) -> None:
    bench.offline.declares("legacy")
    bench.panel.refresh()
    assert "This server reports list changes without a subscription." in bench.words()


def test_one_that_is_gone_leaves_all_events(bench: Bench) -> None:
    one = bench.add("tools", state="ended")
    bench.choose(one)
    bench.known.all.clear()
    bench.panel.refresh()
    assert bench.panel.list.key() == "all" and "Requested" not in bench.words()


def test_the_form_takes_the_place_of_the_detail_until_something_was_opened(bench: Bench) -> None:
    one = bench.add("tools", state="open")
    bench.choose(one)
    new = the(bench.panel, QToolButton, "subscription_new")
    assert not bench.panel.form.isVisible() and bench.can("stop")
    new.click()
    assert bench.panel.form.isVisible() and bench.can("stop") is None
    focus = bench.panel.focusWidget()
    assert focus is not None and bench.panel.form.isAncestorOf(focus)
    other = Subscription(Filter.of(("prompts",)), id="8")
    bench.known.all.append(other)
    bench.panel.form.opened.emit(other)
    assert not bench.panel.form.isVisible() and not new.isChecked()
    assert bench.panel.list.key() == str(id(other)) and "id 8" in bench.words()
    assert bench.panel.focusWidget() is bench.panel.list.view
    new.click()
    bench.panel.form.closed.emit()
    assert not bench.panel.form.isVisible() and bench.panel.focusWidget() is bench.panel.list.view


def test_keys_lead_to_the_rows_and_the_filter_and_no_part_can_be_dragged_away(bench: Bench) -> None:
    panel = bench.panel
    panel.list.filter.setText("x")
    panel.focus_filter()
    assert panel.focusWidget() is panel.list.filter and panel.list.filter.selectedText() == "x"
    panel.list.filter.clear()
    panel.focus_main()
    assert panel.focusWidget() is panel.list.view
    [splitter] = [one for one in panel.findChildren(QSplitter) if one.count() > 1]
    assert not splitter.childrenCollapsible() and splitter.sizes()[0] < splitter.sizes()[1]
    assert panel._feed.height() > panel.height() * 0.7
