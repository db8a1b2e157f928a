"""The Authorization pane: steps, secrets, the browser, the token, signing out; and the settings behind it."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from contextlib import asynccontextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QCheckBox,
    QComboBox,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QSplitter,
    QToolButton,
    QTreeWidget,
    QTreeWidgetItem,
)
from pytestqt.qtbot import QtBot

from inspector.core.auth.ports import KnownClient, Token
from inspector.core.client.client import Client
from inspector.core.servers.auth_settings import AuthSettings
from inspector.core.servers.profiles import Profile
from inspector.trace.journal import Journal
from inspector.transport import HttpTarget
from inspector.ui.auth.sign_in import sign_in_of
from inspector.ui.loop import saving
from inspector.ui.panels.authorization import AuthorizationPanel
from inspector.ui.servers.edit_server import EditServer
from inspector.ui.widgets.chip import Chip
from inspector.ui.widgets.controls import Notice, Switch
from tests.core.guarded_server import Guarded, guarded
from tests.ui.live import Live, live
from tests.ui.panels.offline import Offline
from tests.ui.parts import the
from tests.ui.test_names import nameless

Runner = Callable[[Coroutine[Any, Any, Any]], Any]
pytestmark = pytest.mark.gui


class Browser:
    """Stands in for the system's: agrees at once, or only remembers."""

    def __init__(self) -> None:
        self.opened: list[str] = []
        self.agrees = True
        self._visits: list[asyncio.Task[None]] = []

    def open(self, url: str) -> bool:
        self.opened.append(url)
        if self.agrees:
            self._visits.append(asyncio.get_running_loop().create_task(self._visit(url)))
        return True

    async def _visit(self, url: str) -> None:
        async with httpx.AsyncClient(follow_redirects=True, trust_env=False) as browser:
            await browser.get(url)


@pytest.fixture
def browser(monkeypatch: pytest.MonkeyPatch) -> Browser:
    made = Browser()
    monkeypatch.setattr("inspector.ui.auth.sign_in.open_link", made.open)
    return made


@asynccontextmanager
async def at_server(folder: Path) -> AsyncIterator[tuple[Live, Guarded, Client]]:
    async with guarded() as server, live(folder, secrets="memory") as it:
        profile = Profile("g", HttpTarget(server.url), era="legacy", timeout_s=10)
        it.window.add_profiles([profile])
        client = it.program.servers.client("g")
        assert client is not None
        await it.find(QPushButton, "action_sign_in")
        yield it, server, client


async def signed_in(it: Live, client: Client) -> AuthorizationPanel:
    await it.click("action_sign_in")
    await it.click("auth_stage_browser")
    await it.until(lambda: client.state == "connected" and client.authorizer.token, "the token")
    await it.find(QPushButton, "auth_again")
    return panel_of(it)


def panel_of(it: Live) -> AuthorizationPanel:
    assert it.window.workspace is not None
    panel = it.window.workspace.current_panel()
    assert isinstance(panel, AuthorizationPanel)
    return panel


def lines(tree: QTreeWidget) -> dict[str, str]:
    root = tree.invisibleRootItem()
    items = [root.child(place) for place in range(root.childCount())]
    return {item.text(0): item.text(1) for item in items}


def row_of(tree: QTreeWidget, name: str) -> QTreeWidgetItem:
    return tree.findItems(name, Qt.MatchFlag.MatchExactly | Qt.MatchFlag.MatchRecursive, 0)[0]


def no_secret_is_known(server: Guarded) -> None:
    server.tokens.clear()
    server.refresh_tokens.clear()


async def stage(it: Live, words: str) -> None:
    notice = await it.find(Notice, "auth_stage")
    await it.until(lambda: words in notice.text(), words)


def test_failure_leads_to_the_steps_and_the_page_opens_on_a_press(
    arun: Runner, tmp_path: Path, browser: Browser
) -> None:
    async def main() -> None:
        async with at_server(tmp_path) as (it, server, client):
            await it.click("action_sign_in")
            await stage(it, "Nothing is open yet")
            panel = panel_of(it)
            shown = lines(panel.view.tree)
            assert shown["response_type"] == "code" and shown["scope"] == "user"
            assert shown["URL"].startswith(f"{server.origin}/authorize?") and "not kept" in shown["URL"]
            assert nameless(it.window) == []
            assert browser.opened == []
            await it.click("auth_stage_browser")
            await it.until(
                lambda: client.state == "connected" and panel.steps.key() == "(token)", "the token"
            )
            assert len(browser.opened) == 1
            assert lines(panel.view.tree)["granted scopes"] == "user"

    arun(main())


def test_what_is_secret_is_shown_one_by_one(arun: Runner, tmp_path: Path, browser: Browser) -> None:
    async def main() -> None:
        async with at_server(tmp_path) as (it, server, client):
            panel = await signed_in(it, client)
            panel.steps.choose("token")
            tree, token = panel.view.tree, client.authorizer.token
            assert token is not None

            def everything() -> str:
                found = tree.findItems("*", Qt.MatchFlag.MatchWildcard | Qt.MatchFlag.MatchRecursive, 1)
                return "\n".join(f"{item.text(1)} {item.toolTip(1)}" for item in found)

            assert not [one for one in server.secrets() if one in everything()]
            tree.setFocus()
            tree.setCurrentItem(row_of(tree, "access_token"))
            await it.click("auth_reveal")
            tree.setFocus()
            assert token.access_token in everything() and token.refresh_token not in everything()
            QTest.keyClick(tree, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
            assert QGuiApplication.clipboard().text() == token.access_token
            tree.setFocus()
            tree.setCurrentItem(row_of(tree, "refresh_token"))
            QTest.keyClick(tree, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
            assert token.refresh_token not in QGuiApplication.clipboard().text()
            (await it.find(Switch, "auth_switch")).choose("raw")
            raw = (await it.find(QPlainTextEdit, "auth_raw")).toPlainText()
            assert "→ POST" in raw and "grant_type=authorization_code" in raw and "← 200 OK" in raw
            assert not [one for one in server.secrets() if one in raw]
            panel.steps.choose("scopes")
            panel.steps.choose("token")
            assert token.access_token not in everything()

    arun(main())


def test_steps_are_done_by_hand_with_scopes_of_one_s_own(
    arun: Runner, tmp_path: Path, browser: Browser
) -> None:
    async def main() -> None:
        async with at_server(tmp_path) as (it, _server, client):
            it.window.workspace.show_panel("authorization")
            panel = panel_of(it)
            for step in (
                "challenge",
                "resource_metadata",
                "resource",
                "server_metadata",
                "endpoints",
                "pkce",
            ):
                await it.click("auth_next")
                await it.until(
                    lambda s=step: panel.steps.key() == s and panel.sign_in.phase == "stopped", step
                )
            await it.click("auth_next")
            scopes = await it.find(QLineEdit, "auth_scopes")
            assert scopes.text() == "user"
            scopes.setText("user extra")
            (await it.find(QCheckBox, "auth_keep")).setChecked(True)
            await it.click("auth_use")
            await it.until(lambda: lines(panel.view.tree).get("scope") == "user extra", "other scopes")
            await it.click("auth_stage_rest")
            await it.click("auth_stage_browser")
            await it.until(lambda: client.state == "connected" and client.authorizer.token, "the token")
            assert client.authorizer.token is not None
            assert client.authorizer.token.scope == "user extra"
            kept = it.program.servers.get("g")
            assert kept is not None
            await it.until(lambda: kept.profile.auth and kept.profile.auth.scopes == "user extra", "kept")
            assert it.program.servers.client("g") is client and client.state == "connected"

    arun(main())


def test_waiting_for_the_browser_can_be_cancelled(arun: Runner, tmp_path: Path, browser: Browser) -> None:
    async def main() -> None:
        async with at_server(tmp_path) as (it, _server, client):
            browser.agrees = False
            await it.click("action_sign_in")
            await it.click("auth_stage_browser")
            await stage(it, "Waiting for the response")
            await it.click("auth_stage_copy")
            assert QGuiApplication.clipboard().text() == browser.opened[0]
            await it.click("auth_stage_cancel")
            await stage(it, "Nothing is open yet")
            await it.click("auth_stage_end")
            await it.until(lambda: client.state == "failed", "the end")
            assert client.failure is not None and "sign_in" in client.failure.actions

    arun(main())


def test_a_copied_address_can_be_opened_in_any_browser(
    arun: Runner, tmp_path: Path, browser: Browser
) -> None:
    async def main() -> None:
        async with at_server(tmp_path) as (it, _server, client):
            await it.click("action_sign_in")
            await stage(it, "Nothing is open yet")
            await it.click("auth_stage_copy")
            await stage(it, "Waiting for the response")
            assert browser.opened == []
            browser.open(QGuiApplication.clipboard().text())
            await it.until(lambda: client.state == "connected" and client.authorizer.token, "the token")

    arun(main())


def test_that_no_browser_opened_is_not_said_after_signing_in(
    arun: Runner, tmp_path: Path, browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def main() -> None:
        monkeypatch.setattr("inspector.ui.auth.sign_in.open_link", lambda url: False)
        async with at_server(tmp_path) as (it, _server, client):
            await it.click("action_sign_in")
            await it.click("auth_stage_browser")
            await stage(it, "No browser could be opened")
            await it.click("auth_stage_copy")
            browser.open(QGuiApplication.clipboard().text())
            await it.until(lambda: client.state == "connected" and client.authorizer.token, "the token")
            assert panel_of(it).sign_in.trouble == ""

    arun(main())


def test_refresh_and_sign_out(arun: Runner, tmp_path: Path, browser: Browser) -> None:
    async def main() -> None:
        async with at_server(tmp_path) as (it, server, client):
            await signed_in(it, client)
            before = client.authorizer.token
            await it.click("auth_refresh")
            await it.until(lambda: client.authorizer.token is not before, "a new token")
            token = client.authorizer.token
            assert token is not None and token.access_token in server.tokens
            assert server.count("token refresh_token") == 1
            menu = it.window.server_list.menu_for("g")
            actions = {action.objectName(): action for action in menu.actions()}
            assert actions["server_sign_in"].isEnabled()
            model = it.window.server_list.view.model()
            assert "signed in: " in model.index(0, 0).data(Qt.ItemDataRole.ToolTipRole)
            actions["server_sign_out"].trigger()
            await it.until(lambda: client.authorizer.token is None, "no token")
            await it.find(QPushButton, "auth_sign_in")
            await it.until(lambda: token.access_token not in server.tokens, "the end of it at the server")
            kept = it.program.servers.secrets.keys()
            assert not [key for key in kept if key.startswith("oauth/token/")]

    arun(main())


def test_more_scopes_are_asked_for_and_the_call_goes_on(
    arun: Runner, tmp_path: Path, browser: Browser
) -> None:
    async def main() -> None:
        async with at_server(tmp_path) as (it, server, client):
            await signed_in(it, client)
            await it.until(lambda: it.window.workspace.panel("tools"), "the tab of the tools")
            await it.until(lambda: client.catalog.fetched("tools"), "the tools")
            server.needs["tools/list"] = {"user", "admin"}
            it.window.workspace.show_panel("tools")
            call = asyncio.create_task(client.list_all("tools"))
            await it.click("sign_in_show")
            await stage(it, "New: admin. Granted: user.")
            await it.click("auth_stage_all")
            await it.click("auth_stage_browser")
            assert await call == ()
            token = client.authorizer.token
            assert token is not None and set(token.scope.split()) == {"user", "admin"}

    arun(main())


def test_what_a_person_refuses_is_refused(arun: Runner, tmp_path: Path, browser: Browser) -> None:
    async def main() -> None:
        async with at_server(tmp_path) as (it, server, client):
            await signed_in(it, client)
            await it.until(lambda: client.catalog.fetched("tools"), "the tools")
            server.tokens.clear()
            server.refresh_tokens.clear()
            call = asyncio.create_task(client.list_all("tools"))
            await stage(it, "no longer accepts the token")
            await it.click("auth_stage_stop")
            with pytest.raises(Exception, match="401"):
                await call
            assert len(browser.opened) == 1

    arun(main())


def test_settings_are_kept_without_their_secrets(arun: Runner, tmp_path: Path) -> None:
    async def main() -> None:
        async with at_server(tmp_path) as (it, server, _client):
            it.window.workspace.show_panel("authorization")
            server.tokens["a-token-typed-in"] = {"user"}
            await it.click("auth_edit")
            method = await it.find(QComboBox, "auth_method")
            method.setCurrentIndex(method.findData("bearer"))
            (await it.find(QLineEdit, "edit_auth_token")).setText("a-token-typed-in")
            dialog = it.window.findChild(EditServer)
            assert dialog is not None and nameless(dialog) == []
            await it.click("edit_connect")
            await it.until(lambda: (c := it.program.servers.client("g")) and c.state == "connected", "entry")
            await saving.flush()
            saved = (tmp_path / "servers.json").read_text()
            entry = json.loads(saved)["mcpServers"]["g"]["auth"]
            assert entry["method"] == "bearer" and entry["token"].startswith("${secret:server/g/")
            assert "a-token-typed-in" not in saved
            it.window.edit("g", "authorization")
            line = await it.find(QLineEdit, "edit_auth_token")
            assert line.text() == "" and "saved" in line.placeholderText()
            await it.click("edit_save")
            server_ = it.program.servers.get("g")
            assert server_ is not None and server_.profile.auth is not None
            assert server_.profile.auth.token == entry["token"]
            it.window.edit("g", "authorization")
            forget = await it.find(QToolButton, "edit_auth_token_forget")
            QTest.mouseClick(forget, Qt.MouseButton.LeftButton)
            await it.click("edit_save")
            await it.until(lambda: not it.program.servers.secrets.keys(), "the secret forgotten")

    arun(main())


def test_a_server_that_nobody_signs_in_to_says_so(arun: Runner, tmp_path: Path) -> None:
    async def main() -> None:
        async with at_server(tmp_path) as (it, _server, client):
            profile = replace(client.profile, auth=AuthSettings(method="none"))
            it.program.servers.change("g", profile)
            it.window.workspace.show_panel("authorization")
            assert panel_of(it).findChild(QPushButton, "auth_sign_in").isHidden()

    arun(main())


def test_a_sign_in_belongs_to_its_entry_under_any_name_and_goes_with_it(
    arun: Runner, tmp_path: Path, browser: Browser
) -> None:
    async def main() -> None:
        async with at_server(tmp_path) as (it, _server, client):
            servers = it.program.servers

            async def kept() -> list[str]:
                return [one.entry for one in await servers.credentials.kept()]

            await signed_in(it, client)
            assert await kept() == ["g"]
            profile = servers.get("g")
            assert profile is not None
            other = servers.add(replace(profile.profile, name="other"))
            second = servers.second("g")
            for name in (other, second):
                await servers.connected(name)
            states = {name: servers.client(name).state for name in (other, second)}  # type: ignore[union-attr]
            assert states == {other: "failed", second: "connected"}
            servers.change("g", replace(profile.profile, name="renamed"))
            async with asyncio.timeout(20):
                while await kept() != ["renamed"]:
                    await asyncio.sleep(0.005)
            assert await client.authorizer.refresh()
            assert await kept() == ["renamed"]
            servers.remove(second)
            servers.remove(other)
            assert await kept() == ["renamed"]
            servers.remove("renamed")
            async with asyncio.timeout(20):
                while await kept():
                    await asyncio.sleep(0.005)

    arun(main())


def test_a_call_that_waits_for_a_sign_in_can_be_cancelled(
    arun: Runner, tmp_path: Path, browser: Browser
) -> None:
    async def main() -> None:
        async with at_server(tmp_path) as (it, server, client):
            server.tools = [{"name": "t", "inputSchema": {"type": "object"}}]
            await signed_in(it, client)
            await client.list_all("tools")
            assert it.window.workspace is not None
            it.window.workspace.show_panel("tools")
            await it.choose("t")
            no_secret_is_known(server)
            await it.click("run_button")
            person = sign_in_of(client)
            assert person is not None
            await it.until(lambda: person.waits, "the person is asked")
            await it.click("cancel_button")
            await it.until(lambda: not person.waits, "nobody is asked any more")
            await it.find(QPushButton, "run_button")
            assert client.state == "connected" and client.requests._refused == {}
            assert server.count("tools/call") == 1

    arun(main())


# -- the panel by itself -----------------------------------------------------------------------------------

AUTO, TOKEN_ONLY = AuthSettings(), AuthSettings(method="client_credentials")
BUTTONS = ("sign_in", "again", "next", "repeat", "refresh", "sign_out", "edit")


@pytest.fixture
def server(journal: Journal, tmp_path: Path, qloop: object) -> Iterator[Offline]:
    made = Offline(journal, tmp_path, Profile("demo", HttpTarget("https://example.com/mcp")))
    yield made
    made.close()


class Bench:
    """A panel whose user and token are those of the test."""

    def __init__(self, server: Offline, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
        self.token: Token | None = None
        monkeypatch.setattr(AuthorizationPanel, "_token", lambda _panel: self.token)
        self.server = server
        self.panel = AuthorizationPanel(server.context)
        qtbot.addWidget(self.panel)
        self.panel.resize(1200, 500)
        self.panel.show()
        self.acts: list[str] = []
        server.context.intents.act.connect(self.acts.append)
        self.pressed: list[tuple[Any, ...]] = []
        monkeypatch.setattr(self.panel.sign_in, "press", lambda *what: self.pressed.append(what))

    def button(self, name: str) -> QPushButton:
        return the(self.panel, QPushButton, f"auth_{name}")

    def at(self, phase: Any, token: Token | None = None, settings: AuthSettings = AUTO) -> None:
        self.token = token
        self.server.client.profile = replace(self.server.client.profile, auth=settings)
        self.panel.sign_in.phase = phase
        self.panel.refresh()

    def offered(self) -> list[str]:
        """Buttons that are there, with a sign before those that cannot be pressed."""
        shown = [name for name in BUTTONS if self.button(name).isVisible()]
        return [name if self.button(name).isEnabled() else f"-{name}" for name in shown]

    def chip(self) -> str:
        found = self.panel.findChildren(Chip)[0]
        return found.text() if found.isVisible() else ""

    def facts(self) -> str:
        return the(self.panel, QLabel, "auth_facts").text()


@pytest.fixture
def bench(server: Offline, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> Bench:
    return Bench(server, qtbot, monkeypatch)


def a_token(left_s: float = 0, **more: Any) -> Token:
    expires = time.time() + left_s if left_s else 0
    place = {
        "server_url": "https://example.com/mcp",
        "issuer": "https://as.example",
        "client": KnownClient("c"),
    }
    return Token("secret", expires_at=expires, **place, **more)


@pytest.mark.parametrize(
    ("phase", "token", "settings", "offered"),
    [
        ("idle", None, AUTO, ["sign_in", "next", "-repeat", "edit"]),
        ("idle", a_token(), AUTO, ["again", "next", "-repeat", "sign_out", "edit"]),
        ("idle", a_token(900, refresh_token="r"), AUTO,
         ["again", "next", "-repeat", "refresh", "sign_out", "edit"]),
        ("idle", a_token(-5), AUTO, ["sign_in", "next", "-repeat", "sign_out", "edit"]),
        ("asked", a_token(refresh_token="r"), AUTO, ["next", "-repeat", "-refresh", "-sign_out", "edit"]),
        ("choice", None, AUTO, ["next", "-repeat", "edit"]),
        ("stopped", None, AUTO, ["next", "-repeat", "edit"]),
        ("ready", None, AUTO, ["-next", "-repeat", "edit"]),
        ("working", None, AUTO, ["-next", "-repeat", "edit"]),
        ("browser", None, AUTO, ["-next", "-repeat", "edit"]),
        ("idle", None, AuthSettings(method="none"), ["edit"]),
        ("idle", None, AuthSettings(method="bearer", token="t"), ["edit"]),
    ],
)  # fmt: skip
def test_what_can_be_done_now_is_offered(
    bench: Bench, phase: str, token: Token | None, settings: AuthSettings, offered: list[str]
) -> None:
    bench.at(phase, token, settings)
    if token is not None and "again" in offered:
        bench.panel.steps.choose("(token)")
    assert bench.offered() == offered


def test_a_token_without_a_person_is_got_and_not_signed_in_for(bench: Bench) -> None:
    assert bench.button("sign_in").text() == "Sign in"
    bench.at("idle", None, TOKEN_ONLY)
    assert bench.button("sign_in").text() == "Get token" and bench.button("sign_in").isVisible()


def test_each_button_asks_for_its_own(bench: Bench) -> None:
    for name in ("sign_in", "again", "next", "edit"):
        bench.button(name).click()
    assert bench.acts == ["sign_in", "sign_in", "step_in", "edit_auth"]
    bench.panel.stage.edit_wanted.emit()
    assert bench.acts[-1] == "edit_auth" and bench.pressed == []
    bench.acts.clear()
    bench.panel.run()
    assert bench.acts == ["step_in"], "Ctrl+Enter does the next step"
    bench.at("browser")
    bench.panel.run()
    assert bench.acts == ["step_in"], "the browser is waited for"


def test_what_is_chosen_for_a_step_is_changed_and_the_step_done_again(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    changes: list[Any] = []
    monkeypatch.setattr(bench.panel.sign_in, "change", lambda keep, **more: changes.append((keep, more)))
    bench.panel.view.choices.chosen.emit("authorize", {"scopes": "a b"}, True)
    assert changes == [(True, {"scopes": "a b"})] and bench.pressed == [("repeat", "authorize")]
    bench.panel.steps.choose("pkce")
    bench.button("repeat").setEnabled(True)
    bench.button("repeat").click()
    assert bench.pressed[-1] == ("repeat", "pkce")


def test_refreshing_and_signing_out_are_pressed_once(
    bench: Bench, arun: Runner, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[str] = []

    async def main() -> None:
        async def act(what: str) -> None:
            done.append(what)

        for name in ("refresh", "sign_out"):
            monkeypatch.setattr(bench.panel.sign_in, name, partial(act, name))
            bench.at("idle", a_token(refresh_token="r"))
            bench.button(name).click()
            assert not bench.button(name).isEnabled()
            await asyncio.sleep(0)
            await asyncio.sleep(0)

    arun(main())
    assert done == ["refresh", "sign_out"]


@pytest.mark.parametrize(
    ("method", "words"),
    [("none", "Sign-in is turned off"), ("bearer", "bearer token"), ("basic", "user name and password"),
     ("api_key", "API key from the settings")],
)  # fmt: skip
def test_without_steps_it_says_what_goes_with_every_request(bench: Bench, method: str, words: str) -> None:
    assert bench.panel.steps.isVisible()
    bench.at("idle", None, AuthSettings(method=method))
    assert not bench.panel.steps.isVisible() and bench.chip() == "No sign-in"
    said = [one.text() for one in bench.panel.findChildren(QLabel) if one.isVisible()]
    assert any(words in text for text in said)
    bench.at("idle")
    assert bench.panel.steps.isVisible()


def test_the_chip_and_the_words_beside_it_say_how_it_stands(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert (bench.chip(), bench.facts()) == ("Not connected", "")
    bench.at("asked")
    assert bench.chip() == "Signing in…"
    monkeypatch.setattr(type(bench.server.client), "state", "connected")
    bench.at("idle")
    assert bench.chip() == "Not signed in"
    bench.at("idle", a_token(900, scope="read write", type="DPoP"))
    kind, left, scopes = bench.facts().split(" · ")
    assert (bench.chip(), kind, scopes) == ("✓ Signed in", "DPoP", "scopes: read write") and left.endswith(
        " left"
    )
    assert bench.panel.findChildren(Chip)[0].accessibleName() == "demo: ✓ Signed in"
    bench.at("idle", a_token(-5))
    assert bench.chip() == "⚠ Token expired" and "scopes" not in bench.facts()


def test_the_token_is_shown_when_it_comes_and_what_is_chosen_then_stays(bench: Bench) -> None:
    bench.at("working")
    assert bench.panel.steps.key() == "challenge"
    bench.at("ready")
    assert bench.panel.steps.key() == "authorize"
    bench.panel.steps.choose("pkce")
    bench.panel.refresh()
    assert bench.panel.steps.key() == "pkce", "the user looks at it"
    bench.at("choice")
    assert bench.panel.steps.key() == "resource"
    bench.at("idle", a_token(scope="read"))
    assert bench.panel.steps.key() == "(token)" and lines(bench.panel.view.tree)["granted scopes"] == "read"
    bench.panel.steps.choose("pkce")
    bench.panel.refresh()
    assert bench.panel.steps.key() == "pkce"
    bench.panel.focus_main()
    assert bench.panel.window().focusWidget() is bench.panel.steps


def test_the_time_that_is_left_is_told_only_while_somebody_sees_it(bench: Bench) -> None:
    assert bench.panel._timer.isActive() and bench.panel._timer.interval() == 1000
    bench.token = a_token()
    bench.panel._timer.timeout.emit()
    assert bench.chip() == "✓ Signed in"
    bench.panel.hide()
    assert not bench.panel._timer.isActive()


def test_the_steps_stand_left_of_what_is_in_them_and_the_words_have_the_room(bench: Bench) -> None:
    bench.at("idle", a_token(scope="read"))
    split = bench.panel.steps.parentWidget()
    assert isinstance(split, QSplitter) and not split.childrenCollapsible()
    left, right = split.sizes()
    assert 0.3 < left / right < 0.6 and split.height() > bench.panel.height() / 2
    facts, edit = the(bench.panel, QLabel, "auth_facts"), bench.button("edit")
    QApplication.processEvents()
    width = facts.width()
    bench.panel.resize(1400, 500)
    QApplication.processEvents()
    assert facts.width() == width + 200 and edit.width() == edit.sizeHint().width()
