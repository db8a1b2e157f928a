"""Signing in and out of the servers of a window: whom a press reaches, and who is told that one waits."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest
from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QApplication, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from inspector.core.servers.auth_settings import AuthSettings
from inspector.core.servers.profiles import Profile
from inspector.transport import HttpTarget, StdioTarget
from inspector.ui.auth.sign_in import Command, SignIn
from inspector.ui.loop.tasks import under_way
from inspector.ui.widgets.controls import Notice
from inspector.ui.windows.sign_ins import PANEL, SignIns
from tests.conftest import Runner, Until

pytestmark = pytest.mark.gui


class Servers(QObject):
    """The servers of a window, and what was done about them."""

    changed = Signal()
    selected = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.current = ""
        self.known: dict[str, Any] = {}
        self.restarted: list[str] = []
        self.becomes = "connected"
        self.during: Callable[[], object] = int  # what happens while it connects

    def names(self) -> list[str]:
        return list(self.known)

    def get(self, name: str) -> Any:
        return self.known.get(name)

    def client(self, name: str) -> Any:
        server = self.known.get(name)
        return server.client if server is not None else None

    def select(self, name: str) -> None:
        self.current = name

    def restart(self, name: str) -> None:
        self.restarted.append(name)
        server = self.known[name]

        async def connect() -> None:
            self.during()
            server.client.state = self.becomes

        server.task = asyncio.get_running_loop().create_task(connect())


class Strips:
    """The strips of a window, and where each stands."""

    def __init__(self, host: QWidget) -> None:
        self.host = host
        self.shown: dict[str, tuple[Notice, Any]] = {}

    def show(self, name: str, text: str, role: str, place: Any) -> Notice:
        notice = Notice(name, role, self.host)
        notice.set_text(text)
        self.shown[name] = (notice, place)
        return notice

    def hide(self, name: str) -> None:
        self.shown.pop(name, None)


class Person(SignIn):
    """Writes down what is wanted of it."""

    def __init__(self, client: Any) -> None:
        super().__init__(client)
        self.done: list[Any] = []

    def press(self, what: str, step: str = "") -> None:
        self.done.append(("press", what))

    async def sign_out(self) -> None:
        self.done.append("sign out")

    async def by_hand(self, command: Command, flow: Any = None) -> None:
        self.done.append(command)


class Bench:
    """Both, and servers a and b behind URLs."""

    def __init__(self) -> None:
        self.servers, self.window = Servers(), QWidget()
        self.strips = Strips(self.window)
        self.panel = ""
        self.changed: list[tuple[str, Profile]] = []
        of, strips, place = (self.servers, self.strips, "beside the bar")
        self.sign_ins = SignIns(of, strips, place, lambda key: self.panel == key, self.window)  # type: ignore[arg-type]
        self.sign_ins.panel_wanted.connect(self._show)
        self.sign_ins.profile_changed.connect(lambda *what: self.changed.append(what))
        self.add("a")
        self.add("b")

    def add(self, name: str, target: Any = None, state: str = "connected", auth: Any = None) -> Person:
        profile = Profile(name, target or HttpTarget(f"https://{name}"), auth=auth)
        client: Any = SimpleNamespace(
            profile=profile, state=state, authorizer=SimpleNamespace(token=None), tell=lambda: None
        )
        person = client.authorizer.interaction = Person(client)
        self.servers.known[name] = SimpleNamespace(profile=profile, client=client, task=None)
        return person

    def _show(self, key: str) -> None:
        self.panel = key

    def person(self, name: str) -> Person:
        found = self.servers.known[name].client.authorizer.interaction
        assert isinstance(found, Person)
        return found

    def told(self) -> str:
        found = self.strips.shown.get("sign_in_notice")
        return found[0].text() if found else ""


@pytest.fixture
def bench(qtbot: QtBot, qapp: QApplication) -> Bench:
    made = Bench()
    qtbot.addWidget(made.window)
    return made


# -- signing in ------------------------------------------------------------------------------------------


def test_a_flow_that_waits_goes_on_and_its_steps_are_shown(bench: Bench) -> None:
    flow: Any = object()
    bench.person("b").flow = flow
    bench.sign_ins.sign_in("b")
    bench.sign_ins.step_in("b")
    assert bench.person("b").done == [("press", "all"), ("press", "next")]
    assert (bench.servers.current, bench.panel) == ("b", PANEL)


def test_a_connected_server_is_signed_in_to_without_connecting_anew(
    bench: Bench, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        bench.sign_ins.actions["step_in"]("a")
        await until(lambda: bench.person("a").done)
        assert bench.person("a").done == [Command("next")] and bench.servers.restarted == []

    arun(main())


def test_one_without_a_connection_is_connected_and_then_its_wish_is_gone(
    bench: Bench, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        for name in ("a", "b"):
            bench.servers.known[name].client.state = "failed"
        bench.sign_ins.sign_in("a")
        await until(lambda: bench.person("a").done)
        assert bench.servers.restarted == ["a"] and bench.person("a").done == [Command("all")]
        bench.servers.becomes = "failed"
        bench.sign_ins.sign_in("b")
        await until(lambda: not under_way([bench.sign_ins]))
        assert len(bench.servers.restarted) == 2
        assert bench.person("b").done == []  # the failure is shown; there is nothing to sign in to

    arun(main())


def test_what_the_connection_did_is_not_done_again(bench: Bench, arun: Runner, until: Until) -> None:
    async def main() -> None:
        def token_came() -> None:
            bench.person("a").client.authorizer.token = token

        async def gone_by(name: str) -> None:
            bench.servers.known[name].client.state = "failed"
            bench.sign_ins.sign_in(name)
            await until(lambda: not under_way([bench.sign_ins]))

        token: Any = object()
        bench.servers.during = token_came
        await gone_by("a")
        bench.servers.during = bench.person("b").take_request
        await gone_by("b")
        assert bench.servers.restarted == ["a", "b"]
        assert bench.person("a").done == bench.person("b").done == []

    arun(main())


def test_a_step_that_needs_nobody_needs_no_connection(bench: Bench, arun: Runner, until: Until) -> None:
    async def main() -> None:
        person = bench.add("m", state="failed", auth=AuthSettings(method="client_credentials"))
        bench.sign_ins.step_in("m")
        await until(lambda: person.done)
        assert bench.servers.restarted == [] and person.done == [Command("next")]

    arun(main())


def test_a_program_on_this_computer_is_not_signed_in_to_nor_one_that_is_gone(bench: Bench) -> None:
    person = bench.add("near", StdioTarget("true"))
    for name in ("near", "gone"):
        bench.sign_ins.sign_in(name)
        bench.sign_ins.sign_out(name)
    assert person.done == [] and bench.servers.current == "" and bench.panel == ""


def test_the_menu_is_about_the_selected_server(bench: Bench, arun: Runner, until: Until) -> None:
    async def main() -> None:
        bench.servers.select("b")
        menu = bench.sign_ins.handlers()
        menu["sign_out"]()
        menu["sign_in"]()
        await until(lambda: len(bench.person("b").done) == 2)
        assert bench.person("b").done == ["sign out", Command("all")]
        assert bench.panel == PANEL and bench.person("a").done == []

    arun(main())


# -- who waits -------------------------------------------------------------------------------------------


def test_a_server_that_waits_is_named_until_it_is_looked_at(bench: Bench) -> None:
    bench.servers.select("a")
    bench.servers.changed.emit()
    assert bench.told() == ""
    bench.person("b").phase = "asked"
    bench.servers.changed.emit()
    assert "b" in bench.told() and bench.told().endswith("wants you to sign in")
    notice, place = bench.strips.shown["sign_in_notice"]
    assert place == "beside the bar"
    assert notice.findChild(QWidget, "sign_in_notice_close") is not None
    bench.servers.changed.emit()
    assert bench.strips.shown["sign_in_notice"][0] is notice  # not shown anew
    button = notice.findChild(QPushButton, "sign_in_show")
    assert button is not None
    button.click()
    assert bench.servers.current == "b" and bench.told() == ""


def test_who_looks_at_another_panel_of_it_is_told_all_the_same(bench: Bench) -> None:
    bench.person("a").phase = "ready"
    bench.servers.select("a")
    bench.panel = "tools"
    bench.servers.selected.emit("a")
    assert bench.told()
    bench.panel = PANEL
    bench.servers.selected.emit("a")
    assert not bench.told()
    bench.panel = ""  # there is no panel to show yet
    bench.servers.selected.emit("a")
    assert bench.told()


def test_a_server_without_a_client_or_a_person_waits_for_nobody(bench: Bench) -> None:
    bench.servers.known["a"].client = None
    bench.servers.known["b"].client.authorizer.interaction = None
    bench.servers.changed.emit()
    assert bench.told() == ""


def test_what_was_chosen_at_the_steps_is_kept_for_the_server_of_that_connection(bench: Bench) -> None:
    bench.add("own", auth=AuthSettings(method="auto", client_id="c"))
    for name in ("own", "b"):
        bench.sign_ins.keep(bench.servers.known[name].client, {"scopes": "x"})
    kept = [(name, profile.name, profile.auth) for name, profile in bench.changed]
    assert kept == [
        ("own", "own", AuthSettings(method="auto", client_id="c", scopes="x")),
        ("b", "b", AuthSettings(scopes="x")),
    ]
