"""The Server pane shows what the server declared and what we really declared in this connection."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtTest import QSignalSpy
from PySide6.QtWidgets import QLabel, QPushButton, QTabWidget, QTreeWidget, QTreeWidgetItem
from pytestqt.qtbot import QtBot

from inspector.core.client.answers import ServerInfo
from inspector.core.install.bundles import declared, offer
from inspector.core.servers.profiles import Profile
from inspector.core.transfer.paste import profile_from_words
from inspector.errors import ClosedError, Explanation
from inspector.protocol.era.declared import Spoken
from inspector.trace.journal import Journal
from inspector.transport import StdioTarget
from inspector.ui.json.editor.editor import JsonEditor
from inspector.ui.loop import saving
from inspector.ui.loop.tasks import under_way
from inspector.ui.panels import server
from inspector.ui.panels.object_tree import ObjectTree
from inspector.ui.panels.server import DeclaredCard, Promises, ServerPanel
from inspector.ui.widgets.controls import Switch
from inspector.ui.widgets.failure_view import FailureView
from tests.conftest import Runner, Until
from tests.ui.live import Live, live
from tests.ui.panels.offline import Offline
from tests.ui.parts import the

pytestmark = pytest.mark.gui


def _tree(tree: QTreeWidget) -> dict[str, Any]:
    def inside(item: QTreeWidgetItem) -> dict[str, Any]:
        return {item.child(n).text(0): inside(item.child(n)) for n in range(item.childCount())}

    return inside(tree.invisibleRootItem())


async def _server_pane(it: Live) -> None:
    await it.start_demo()
    it.window.workspace.show_panel("server")


def test_what_was_declared_is_shown(arun: Runner, tmp_path: Path) -> None:
    async def main() -> None:
        async with live(tmp_path, declare_tasks=False) as it:
            await _server_pane(it)
            ours = await it.find(QTreeWidget, "declared_tree")
            assert set(_tree(ours)) == {"roots", "sampling", "elicitation"}
            assert set(_tree(ours)["sampling"]) == {"tools", "context"}
            who = await it.find(QLabel, "declared_who")
            assert who.text().startswith("mcp-desktop-inspector") and who.text().endswith("2026-07-28")
            assert "tools" in _tree(await it.find(QTreeWidget, "capability_tree"))

    arun(main())


def test_it_is_changed_in_the_form_of_the_server_and_counts_after_a_reconnect(
    arun: Runner, tmp_path: Path
) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            await _server_pane(it)
            await it.click("declared_change")
            dialog = await it.find(QTabWidget, "edit_tabs")
            assert dialog.tabText(dialog.currentIndex()) == "Client capabilities"
            (await it.find(Switch, "declare_source")).choose("own")
            (await it.find(JsonEditor, "declare_json")).set_text('{"sampling": {}, "x": {"y": 1}}')
            await it.click("edit_save")
            client = it.program.servers.client("demo")
            assert client is not None and "x" not in client.spoken.capabilities
            it.window.workspace.show_panel("server")
            await it.click("declared_reconnect")
            trees: list[dict[str, Any]] = []

            def shown() -> bool:
                it.window.workspace.show_panel("server")
                widget = it.window.workspace.findChild(QTreeWidget, "declared_tree")
                trees[:] = [_tree(widget)] if isinstance(widget, QTreeWidget) else []
                return trees == [{"sampling": {}, "x": {"y": {}}}]

            await it.until(shown, "what is declared now")

    arun(main())


_WANTS_SAMPLING = """
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    said = message["params"]["_meta"]["io.modelcontextprotocol/clientCapabilities"]
    answer = {"jsonrpc": "2.0", "id": message["id"]}
    if "deep" in said.get("sampling", {}):
        answer["result"] = {"resultType": "complete", "supportedVersions": ["2026-07-28"], "capabilities": {}}
    else:
        data = {"requiredCapabilities": {"sampling": {"deep": {}}}}
        answer["error"] = {"code": -32021, "message": "no", "data": data}
    print(json.dumps(answer), flush=True)
"""


def test_a_capability_required_on_connect_is_declared_with_one_click_and_kept(
    arun: Runner, tmp_path: Path
) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            it.window.add_profiles([profile_from_words([sys.executable, "-c", _WANTS_SAMPLING], "strict")])
            button = await it.find(QPushButton, "action_declare")
            assert button.text() == "Declare sampling.deep and try again"
            await it.click("action_declare")
            client = it.program.servers.client
            await it.until(lambda: client("strict").state == "connected", "the connection")
            await saving.flush()
            saved = json.loads((tmp_path / "servers.json").read_text())["mcpServers"]["strict"]
            assert saved["capabilities"]["sampling"]["deep"] == {} and "roots" in saved["capabilities"]

    arun(main())


# -- without a connection


@pytest.fixture
def offline(journal: Journal, tmp_path: Path, qloop: object) -> Iterator[Offline]:
    target = StdioTarget("server-program", ("--fast",), {"TOKEN": "x", "HOME": "y"}, cwd="/srv")
    made = Offline(journal, tmp_path, Profile("mine", target))
    yield made
    made.close()


def _panel(offline: Offline, qtbot: QtBot) -> ServerPanel:
    panel = ServerPanel(offline.context)
    qtbot.addWidget(panel)
    panel.resize(900, 600)
    panel.show()
    return panel


def _facts(panel: ServerPanel) -> dict[str, str]:
    labels = [label for label in panel.findChildren(QLabel) if ": " in label.accessibleName()]
    return {label.accessibleName().split(": ")[0]: label.text() for label in labels}


def _said(panel: ServerPanel) -> list[str]:
    return [label.text() for label in panel.findChildren(QLabel) if label.isVisible() and label.text()]


def _info(era: str = "legacy", **fields: Any) -> ServerInfo:
    about = {"description": "It is fast", "websiteUrl": "https://example.com"}
    given = {
        "name": "fast", "version": "1.2", "title": "", "era": era, "revision": "2025-11-25",
        "capabilities": {"tools": {}}, "instructions": "", "decided": "it said so",
        "supported": ("2025-11-25", "2025-06-18"), "implementation": about,
    }  # fmt: skip
    return ServerInfo(**{**given, **fields})


@pytest.mark.parametrize(
    ("state", "words", "connect"),
    [
        ("new", "not connected yet", True),
        ("closed", "not connected", True),
        ("failed", "connection failed", False),
        ("connecting", "connecting…", False),
        ("closing", "closing…", False),
    ],
)
def test_a_server_that_is_not_connected_says_how_it_stands(
    offline: Offline, qtbot: QtBot, state: str, words: str, connect: bool
) -> None:
    offline.client.connection.state = state
    panel = _panel(offline, qtbot)
    assert _said(panel)[:2] == ["mine", words]
    assert the(panel, QPushButton, "server_connect").isVisible() == connect
    assert not the(panel, QPushButton, "server_ping").isVisible()
    assert not the(panel, QPushButton, "server_pinged").isVisible()


def test_the_facts_of_a_process_name_its_variables_and_no_values(offline: Offline, qtbot: QtBot) -> None:
    panel = _panel(offline, qtbot)
    facts = _facts(panel)
    assert facts["Command"] == "server-program --fast"
    assert (facts["Working directory"], facts["Environment"]) == ("/srv", "TOKEN, HOME")
    assert facts.keys() <= set(_said(panel)), "each stands beside its name"
    assert "Process" not in facts and "Era" not in facts


def test_what_a_connected_server_says_of_itself(offline: Offline, qtbot: QtBot) -> None:
    offline.client.connection.state = "connected"
    offline.client.connection.info = _info(instructions="Ask nicely.")
    panel = _panel(offline, qtbot)
    assert _said(panel)[:2] == ["fast", "fast 1.2"]
    facts = _facts(panel)
    assert (facts["About"], facts["Website"]) == ("It is fast", "https://example.com")
    assert (facts["Era"], facts["Why"]) == ("legacy · 2025-11-25", "it said so")
    assert facts["Also supports"] == "2025-06-18"
    assert "Instructions" in _said(panel) and "Server capabilities" in _said(panel)
    assert _tree(the(panel, QTreeWidget, "capability_tree")) == {"tools": {}}
    assert not the(panel, QPushButton, "server_connect").isVisible()
    ping = the(panel, QPushButton, "server_ping")
    assert ping.isVisible() and ping.isEnabled() and ping.toolTip() == "ping: round-trip time"


def test_a_title_stands_in_the_place_of_the_name_and_nothing_leaves_no_heading(
    offline: Offline, qtbot: QtBot
) -> None:
    offline.client.connection.state = "connected"
    offline.client.connection.info = _info(
        "modern", title="The Fast One", capabilities={}, implementation={"description": 7}
    )
    panel = _panel(offline, qtbot)
    assert _said(panel)[:2] == ["The Fast One", "fast 1.2"]
    assert "Instructions" not in _said(panel) and "Server capabilities" not in _said(panel)
    assert "About" not in _facts(panel)
    assert the(panel, QPushButton, "server_ping").toolTip() == "server/discover: round-trip time"


def test_what_is_read_stays_while_it_connects_anew(offline: Offline, qtbot: QtBot) -> None:
    offline.client.connection.state = "connected"
    offline.client.connection.info = _info()
    panel = _panel(offline, qtbot)
    facts = _facts(panel)
    offline.client.connection.info = None
    offline.client.connection.state = "connecting"
    panel.refresh()
    assert _said(panel)[:2] == ["fast", "connecting…"] and _facts(panel) == facts
    ping = the(panel, QPushButton, "server_ping")
    assert ping.isVisible() and not ping.isEnabled()
    offline.client.connection.state = "failed"
    panel.refresh()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    assert _said(panel)[:2] == ["mine", "connection failed"] and "Era" not in _facts(panel)
    assert not ping.isVisible()


def test_a_failure_is_explained_with_a_way_to_find_out_more(
    offline: Offline, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    offline.client.connection.state = "failed"
    panel = _panel(offline, qtbot)
    view = panel.findChild(FailureView)
    assert view is not None and not view.isVisible()
    shown: list[Explanation] = []
    monkeypatch.setattr(view, "show_explanation", shown.append)
    offline.client.connection.failure = Explanation("It broke", "Because", actions=("retry",))
    panel.refresh()
    assert view.isVisible() and shown[0].actions == ("retry", "diagnose")
    panel.refresh()
    assert len(shown) == 1, "the same again is not laid out again"


def test_connect_and_the_ways_out_of_trouble_are_asked_of_the_window(offline: Offline, qtbot: QtBot) -> None:
    panel = _panel(offline, qtbot)
    asked = QSignalSpy(offline.context.intents.act)
    the(panel, QPushButton, "server_connect").click()
    assert asked.at(0) == ["retry"]
    the(panel, QPushButton, "declared_change").click()
    assert asked.at(1) == ["edit_declared"]
    view = panel.findChild(FailureView)
    assert view is not None
    view.asked.emit("diagnose")
    assert asked.at(2) == ["diagnose"]


@pytest.mark.parametrize(("error", "more"), [(b"", ""), (b"{}", ", returned an error")])
def test_a_ping_says_how_long_it_took_and_leads_to_its_exchange(
    offline: Offline,
    qtbot: QtBot,
    arun: Runner,
    until: Until,
    monkeypatch: pytest.MonkeyPatch,
    error: bytes,
    more: str,
) -> None:
    offline.client.connection.state = "connected"
    offline.client.connection.info = _info()

    async def pinged(_client: object) -> Any:
        return SimpleNamespace(method="ping", round_trip_ns=1_234_567, error=error, exchange=9)

    monkeypatch.setattr(server, "ping", pinged)

    async def main() -> None:
        panel = _panel(offline, qtbot)
        button, link = the(panel, QPushButton, "server_ping"), the(panel, QPushButton, "server_pinged")
        button.click()
        assert not button.isEnabled()
        await until(button.isEnabled)
        assert link.isVisible() and link.text() == f"ping  1.23 ms{more}"
        link.click()
        assert offline.context.selection.record == 9

    arun(main())


def test_a_ping_that_fails_says_why(
    offline: Offline, qtbot: QtBot, arun: Runner, until: Until, monkeypatch: pytest.MonkeyPatch
) -> None:
    offline.client.connection.state = "connected"
    offline.client.connection.info = _info()

    async def pinged(_client: object) -> Any:
        raise ClosedError("it is gone")

    monkeypatch.setattr(server, "ping", pinged)

    async def main() -> None:
        panel = _panel(offline, qtbot)
        the(panel, QPushButton, "server_ping").click()
        link = the(panel, QPushButton, "server_pinged")
        await until(link.isVisible)
        assert link.text() == "it is gone" and the(panel, QPushButton, "server_ping").isEnabled()

    arun(main())


def test_the_keyboard_begins_at_connect(offline: Offline, qtbot: QtBot) -> None:
    panel = _panel(offline, qtbot)
    panel.activateWindow()
    qtbot.waitUntil(panel.isActiveWindow)
    panel.focus_main()
    qtbot.waitUntil(the(panel, QPushButton, "server_connect").hasFocus)


def test_facts_can_be_copied_and_wrap(offline: Offline, qtbot: QtBot) -> None:
    panel = _panel(offline, qtbot)
    labels = [label for label in panel.findChildren(QLabel) if ": " in label.accessibleName()]
    assert labels
    for label in labels:
        assert label.wordWrap() and label.textFormat() == Qt.TextFormat.PlainText
        assert label.textInteractionFlags() == Qt.TextInteractionFlag.TextSelectableByMouse


@pytest.fixture
def card(qtbot: QtBot) -> DeclaredCard:
    made = DeclaredCard()
    qtbot.addWidget(made)
    made.show()
    return made


def _show(
    card: DeclaredCard,
    capabilities: Any = None,
    info: Any = None,
    meta: Any = None,
    method: str = "initialize",
    state: str = "connected",
) -> None:
    spoken = Spoken(method, "2025-11-25", capabilities, info, meta or {})
    client: Any = SimpleNamespace(spoken=spoken, state=state)
    card.show_client(client)


def _members(card: DeclaredCard, name: str) -> list[tuple[str, str]]:
    tree = the(card, ObjectTree, name)
    if not tree.isVisible():
        return []
    items = [tree.topLevelItem(at) for at in range(tree.topLevelItemCount())]
    return [(item.text(0), item.text(1)) for item in items if item is not None]


def _texts(card: DeclaredCard) -> list[str]:
    return [label.text() for label in card.findChildren(QLabel) if label.isVisible()]


def test_it_says_who_we_are_and_what_we_declare(card: DeclaredCard) -> None:
    _show(card, {"roots": {}, "sampling": {}}, {"name": "Inspector", "version": "1.2", "title": "T"})
    assert _texts(card) == ["Client capabilities", "Inspector 1.2 · 2025-11-25"]
    assert the(card, QLabel, "declared_who").accessibleName() == "Inspector 1.2 · 2025-11-25"
    assert _members(card, "declared_tree") == [("roots", ""), ("sampling", "")]
    assert _members(card, "declared_meta") == []


def test_no_capabilities_are_said_in_words(card: DeclaredCard) -> None:
    _show(card, {}, {"name": "Inspector"})
    assert _texts(card) == ["Client capabilities", "Inspector · 2025-11-25", "no capabilities"]
    assert _members(card, "declared_tree") == []


def test_what_is_no_object_is_shown_as_it_was_sent(card: DeclaredCard) -> None:
    _show(card, "everything", None)
    assert _members(card, "declared_tree") == [("", '"everything"')]
    assert _texts(card) == ["Client capabilities", "2025-11-25"]


def test_extra_meta_stands_under_a_heading_of_its_own(card: DeclaredCard) -> None:
    _show(card, {}, None, {"a/b": 1})
    assert "Extra _meta" in _texts(card) and _members(card, "declared_meta") == [("a/b", "1")]


def test_before_anything_was_said_there_is_only_the_way_to_change_it(card: DeclaredCard) -> None:
    _show(card, method="", state="new")
    assert _texts(card) == ["Client capabilities"]
    assert not the(card, QPushButton, "declared_reconnect").isVisible()
    assert the(card, QPushButton, "declared_change").isVisible()
    _show(card, {"roots": {}})
    assert the(card, QPushButton, "declared_reconnect").isVisible()


@pytest.mark.parametrize(("state", "kept"), [("connecting", True), ("closing", True), ("failed", False)])
def test_what_the_last_connection_said_stays_until_the_next_speaks(
    card: DeclaredCard, state: str, kept: bool
) -> None:
    _show(card, {"roots": {}})
    _show(card, method="", state=state)
    assert (_members(card, "declared_tree") == [("roots", "")]) == kept
    _show(card, {"sampling": {}})
    assert _members(card, "declared_tree") == [("sampling", "")]


def test_the_same_again_stays_as_somebody_left_it(card: DeclaredCard) -> None:
    _show(card, {"roots": {"listChanged": True}})
    item = the(card, ObjectTree, "declared_tree").topLevelItem(0)
    item.setExpanded(False)
    _show(card, {"roots": {"listChanged": True}})
    assert not item.isExpanded()


def test_its_buttons_ask_for_a_change_and_a_new_connection(card: DeclaredCard) -> None:
    _show(card, {})
    asked = QSignalSpy(card.asked)
    for name in ("declared_change", "declared_reconnect"):
        the(card, QPushButton, name).click()
    assert [asked.at(at)[0] for at in range(asked.count())] == ["edit_declared", "retry"]


def client(tools: list[str] | None, *capabilities: str, state: str = "connected", sha: str = "a") -> Any:
    catalog = SimpleNamespace(
        fetched=lambda kind: kind == "tools" and tools is not None,
        items=lambda _kind: [{"name": name} for name in tools or ()],
    )
    return SimpleNamespace(
        state=state,
        profile=SimpleNamespace(bundle={"sha256": sha} if sha else {}),
        info=SimpleNamespace(capabilities={kind: {} for kind in capabilities}),
        catalog=catalog,
    )


@pytest.fixture
def asked(qloop: object, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[tuple[object, ...]]]:
    """What was compared: the manifest, tools, prompts. The bundle `a` promises a tool named gone."""
    found: list[tuple[object, ...]] = []

    def differences(*what: object) -> list[str]:
        found.append(what)
        return ["gone is not there", "x is not said"] if what[1] == ["x"] else []

    monkeypatch.setattr(offer, "kept_manifest", lambda bundle: (f"manifest {bundle['sha256']}", ()))
    monkeypatch.setattr(declared, "differences", differences)
    yield found


def test_differences_are_lines_and_go_when_they_agree(
    asked: list[tuple[object, ...]], arun: Runner, until: Until
) -> None:
    async def main() -> None:
        strip = Promises()
        strip.show_client(client(["x"], "tools"))
        assert strip.isHidden()
        await until(lambda: not strip.isHidden())
        assert strip.text() == "gone is not there\nx is not said"
        assert asked == [("manifest a", ["x"], [])], "prompts are not declared: there are none"
        strip.show_client(client(["y"], "tools"))
        assert strip.isHidden() and not under_way([strip]), "its manifest is known"
        strip.show_client(client(None, "tools", "prompts"))
        assert asked[-1] == ("manifest a", None, None), "nothing was listed yet"
        strip.show_client(client(["x"], "tools", state="closed"))
        count = len(asked)
        strip.show_client(client(["x"], "tools", sha=""))
        assert strip.isHidden() and len(asked) == count and not under_way([strip])
        strip.deleteLater()

    arun(main())


def test_a_manifest_that_is_read_too_late_is_not_used(
    asked: list[tuple[object, ...]], arun: Runner, until: Until
) -> None:
    async def main() -> None:
        strip = Promises()
        strip.show_client(client(["x"], "tools"))
        strip.show_client(client(["x"], "tools", sha="b"))
        await until(lambda: asked and not under_way([strip]))
        assert {what[0] for what in asked} == {"manifest b"}
        strip.deleteLater()

    arun(main())
