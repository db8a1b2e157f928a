"""What a user pastes or types as a secret is kept by the store, never in the file of servers."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtWidgets import QComboBox, QLineEdit, QMainWindow, QPlainTextEdit, QPushButton, QWidget
from pytestqt.qtbot import QtBot
from shiboken6 import isValid

from inspector.core.servers.inputs import Input
from inspector.core.servers.profiles import Profile, demo_profile
from inspector.core.servers.saved_servers import Profiles
from inspector.core.storage.secrets import MemoryStore
from inspector.core.storage.settings import Settings
from inspector.errors import SecretsUnavailable
from inspector.trace.journal import Journal
from inspector.transport import StdioTarget
from inspector.ui.loop import tasks
from inspector.ui.servers.add_server import AddServerBox
from inspector.ui.servers.fill_in import FillIn
from inspector.ui.servers.new_servers import NewServers
from inspector.ui.servers.servers import Servers
from tests.conftest import Until
from tests.ui.live import Live, live

Runner = Callable[[Coroutine[Any, Any, Any]], Any]
pytestmark = pytest.mark.gui


def the_demo(name: str, **env: str) -> Profile:
    target = demo_profile().target
    assert isinstance(target, StdioTarget)
    return Profile(name, StdioTarget(target.command, target.args, {**target.env, **env}))


async def there(it: Live, name: str) -> Profile:
    await it.until(lambda: it.program.servers.get(name), name)
    server = it.program.servers.get(name)
    assert server is not None
    return server.profile


def env_of(profile: Profile) -> dict[str, str]:
    assert isinstance(profile.target, StdioTarget)
    return dict(profile.target.env)


def test_a_pasted_secret_goes_to_the_store_and_the_server_starts_with_it(
    arun: Runner, tmp_path: Path
) -> None:
    async def main() -> None:
        async with live(tmp_path, secrets="memory") as it:
            it.window.add_profiles([the_demo("mine", API_TOKEN="hunter-22")])
            assert env_of(await there(it, "mine"))["API_TOKEN"] == "${secret:server/mine/API_TOKEN}"
            await it.connected("mine")
            assert it.program.servers.secrets.get("server/mine/API_TOKEN") == "hunter-22"

    arun(main())
    text = (tmp_path / "servers.json").read_text()
    assert "hunter-22" not in text and "server/mine/API_TOKEN" in text


def test_where_secrets_are_refused_it_is_there_until_the_end_and_nothing_is_written(
    arun: Runner, tmp_path: Path
) -> None:
    async def main() -> None:
        async with live(tmp_path, secrets="refused") as it:
            it.window.add_profiles([the_demo("mine", API_TOKEN="hunter-22")])
            notice = await it.find(QWidget, "secrets_trouble")
            assert "mine" in notice.accessibleName()
            await it.connected("mine")

    arun(main())
    file = tmp_path / "servers.json"
    assert not file.exists() or "mine" not in file.read_text()


def test_a_secret_typed_into_the_form_takes_no_place_of_another(arun: Runner, tmp_path: Path) -> None:
    async def main() -> None:
        async with live(tmp_path, secrets="memory") as it:
            servers = it.program.servers
            servers.add(the_demo("other", TOKEN="${secret:server/mine/TOKEN}"))
            servers.secrets.set("server/mine/TOKEN", "of the other")
            servers.add(the_demo("mine"))
            it.window.edit("mine")
            edit = await it.find(QPlainTextEdit, "edit_env")
            edit.appendPlainText("TOKEN=hunter-22")
            await it.click("edit_save")
            await it.until(lambda: "TOKEN" in env_of(servers.get("mine").profile), "the change")  # type: ignore[union-attr]
            key = env_of(await there(it, "mine"))["TOKEN"].removeprefix("${secret:").removesuffix("}")
            assert key != "server/mine/TOKEN"
            assert servers.secrets.get(key) == "hunter-22"
            assert servers.secrets.get("server/mine/TOKEN") == "of the other"

    arun(main())
    assert "hunter-22" not in (tmp_path / "servers.json").read_text()


def test_a_secret_that_a_server_names_no_more_goes_when_no_other_needs_it(
    arun: Runner, tmp_path: Path
) -> None:
    async def main() -> None:
        async with live(tmp_path, secrets="memory") as it:
            servers, new_servers = it.program.servers, it.window.new_servers
            keys = {name: f"server/mine/{name}" for name in ("ALONE", "SHARED", "LATER")}
            for key in keys.values():
                servers.secrets.set(key, f"value of {key}")
            named = {name: f"${{secret:{key}}}" for name, key in keys.items()}
            servers.add(the_demo("mine", **named))
            servers.add(the_demo("other", TOKEN=named["SHARED"]))
            new_servers.change("mine", the_demo("mine"))
            servers.add(the_demo("third", TOKEN=named["LATER"]))  # before the old ones are forgotten
            await it.until(lambda: servers.secrets.get(keys["ALONE"]) is None, "what nobody needs goes")
            kept = set(servers.secrets.keys())
            assert {keys["SHARED"], keys["LATER"]} <= kept
            new_servers.change("other", the_demo("other"))
            await it.until(lambda: servers.secrets.get(keys["SHARED"]) is None, "it goes with the last")
            assert servers.secrets.get(keys["LATER"]) is not None

    arun(main())


def test_what_is_missing_is_asked_for_and_the_server_connects(arun: Runner, tmp_path: Path) -> None:
    inputs = (Input("level", options=("low", "high"), default="high"),)

    async def main() -> None:
        async with live(tmp_path, secrets="memory") as it:
            profile = the_demo("mine", API_TOKEN="${API_TOKEN_X}", LEVEL="${input:level}", WHO="${WHO_X}")
            it.window.add_profiles([Profile("mine", profile.target, inputs=inputs)])
            await it.click("action_fill_in")
            token = await it.find(QLineEdit, "fill_in_field_1")
            assert token.echoMode() == QLineEdit.EchoMode.Password
            level = await it.find(QComboBox, "fill_in_field_2")
            assert level.currentText() == "high"
            dialog = token.window()
            assert isinstance(dialog, FillIn)
            assert not dialog.findChild(QPushButton, "fill_in_connect").isEnabled()
            token.setText("hunter-22")
            (await it.find(QLineEdit, "fill_in_field_3")).setText("ann")
            await it.click("fill_in_connect")
            await it.until(lambda: not isValid(dialog), "the answers are kept")
            await it.connected("mine")

    arun(main())
    text = (tmp_path / "servers.json").read_text()
    assert "hunter-22" not in text and '"ann"' in text


def test_secrets_that_cannot_be_kept_leave_the_form_open_with_what_was_typed(
    arun: Runner, tmp_path: Path
) -> None:
    async def main() -> None:
        async with live(tmp_path, secrets="refused") as it:
            it.window.add_profiles([the_demo("mine", X="${API_TOKEN_X}")])
            await it.click("action_fill_in")
            (await it.find(QLineEdit, "fill_in_field_1")).setText("hunter-22")
            await it.click("fill_in_connect")
            notice = await it.find(QWidget, "fill_in_problem")
            assert "could not be saved" in notice.accessibleName()
            assert (await it.find(QLineEdit, "fill_in_field_1")).text() == "hunter-22"
            await it.click("fill_in_cancel")

    arun(main())


def test_what_is_hidden_can_be_shown(qtbot: QtBot) -> None:
    dialog = FillIn("mine", (Input("server/mine/TOKEN", "secret", secret=True),))
    qtbot.addWidget(dialog)
    field = dialog.findChild(QLineEdit, "fill_in_field_1")
    assert field.accessibleName() == "TOKEN"
    dialog.findChild(QWidget, "fill_in_show").click()
    assert field.echoMode() == QLineEdit.EchoMode.Normal


def test_a_long_paste_is_read_beside_the_loop_and_added_when_it_is_read(
    arun: Runner, until: Any, qtbot: QtBot
) -> None:
    box = AddServerBox("add_server")
    qtbot.addWidget(box)
    box.show()
    told: list[list[Profile]] = []
    box.wanted.connect(told.append)
    text = "extensions:\n" + "".join(f"  s{n}: {{type: stdio, cmd: run, args: ['{n}']}}\n" for n in range(40))

    async def main() -> None:
        box.set_text(text)
        assert not box.findChild(QPushButton, "add_server_confirm").isEnabled()
        box.confirm()
        assert told == []
        await until(lambda: told, what="the servers")

    arun(main())
    assert [profile.name for profile in told[0]] == [f"s{n}" for n in range(40)]
    box.close()


# -- without the program -----------------------------------------------------------------------------------


class Locked(MemoryStore):
    """A store that takes nothing."""

    def set(self, key: str, value: str) -> None:
        raise SecretsUnavailable("it is locked")


class Desk:
    def __init__(
        self, folder: Path, journal: Journal, store: MemoryStore, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        profiles, settings = Profiles(folder / "servers.json"), Settings(path=folder / "settings.json")
        self.store = store
        self.servers = Servers(profiles, journal, settings, secrets=store)
        self.window = QMainWindow()
        self.said: list[tuple[str, str]] = []
        self.acts: list[str] = []
        monkeypatch.setattr(self.servers, "connect_server", lambda name: self.acts.append(f"connect {name}"))
        monkeypatch.setattr(self.servers, "restart", lambda name: self.acts.append(f"restart {name}"))
        self.new = NewServers(self.servers, lambda *what: self.said.append(what), self.window)

    async def done(self, until: Until) -> None:
        await until(lambda: not tasks.under_way([self.window, self.servers]))

    def env(self, name: str) -> dict[str, str]:
        server = self.servers.get(name)
        assert server is not None
        return env_of(server.profile)


@pytest.fixture
def desk(
    tmp_path: Path, journal: Journal, qtbot: QtBot, qloop: object, monkeypatch: pytest.MonkeyPatch
) -> Desk:
    made = Desk(tmp_path, journal, MemoryStore(), monkeypatch)
    qtbot.addWidget(made.window)
    return made


@pytest.fixture
def locked(
    tmp_path: Path, journal: Journal, qtbot: QtBot, qloop: object, monkeypatch: pytest.MonkeyPatch
) -> Desk:
    made = Desk(tmp_path, journal, Locked(), monkeypatch)
    qtbot.addWidget(made.window)
    return made


def mine(name: str = "mine", **env: str) -> Profile:
    return Profile(name, StdioTarget("run", (), env))


def test_servers_without_secrets_are_there_at_once_connected_and_the_first_is_selected(
    desk: Desk, qtbot: QtBot
) -> None:
    desk.new.add([mine("a"), mine("b")])
    assert desk.servers.names() == ["a", "b"]
    qtbot.waitUntil(lambda: desk.servers.current == "a")
    assert desk.acts == ["connect a", "connect b"]
    desk.new.add([mine("c", API_TOKEN="hunter-22")], saved=False)
    assert desk.env("c") == {"API_TOKEN": "hunter-22"} and desk.store.keys() == [], "it is not written"
    desk.new.add([])
    assert desk.servers.current == "c"


def test_two_that_come_at_once_take_keys_of_their_own(desk: Desk, arun: Runner, until: Until) -> None:
    async def main() -> None:
        desk.new.add([mine(API_TOKEN="hunter-22")])
        desk.new.add([mine(API_TOKEN="hunter-33")])
        await desk.done(until)
        assert desk.servers.names() == ["mine", "mine 2"]
        keys = [
            desk.env(name)["API_TOKEN"].removeprefix("${secret:").removesuffix("}")
            for name in desk.servers.names()
        ]
        assert [desk.store.get(key) for key in keys] == ["hunter-22", "hunter-33"]
        given = mine("given", KEY="${secret:server/given/KEY}")
        assert await desk.new.add_one(given, {"server/given/KEY": "k"}) == "given"
        assert desk.store.get("server/given/KEY") == "k"

    arun(main())


def test_what_cannot_be_kept_is_there_until_the_end_and_said(
    locked: Desk, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        locked.new.add([mine(API_TOKEN="hunter-22"), mine("plain")])
        await locked.done(until)
        server = locked.servers.get("mine")
        assert server is not None and not server.saved and locked.env("mine")["API_TOKEN"] == "hunter-22"
        assert locked.acts == ["connect mine", "connect plain"] and locked.servers.current == "mine"
        [(name, text)] = locked.said
        assert name == "secrets_trouble" and text.startswith("mine is kept only until the app closes")

    arun(main())


@pytest.mark.parametrize("connect", [False, True])
def test_a_change_keeps_its_secrets_and_starts_anew_when_that_is_wanted(
    desk: Desk, arun: Runner, until: Until, connect: bool
) -> None:
    async def main() -> None:
        desk.new.add([mine()])
        desk.acts.clear()
        desk.new.change("mine", mine(PLAIN="x"), connect)
        assert desk.env("mine") == {"PLAIN": "x"}, "at once, without secrets"
        desk.new.change("mine", mine(API_TOKEN="hunter-22"), connect)
        desk.new.change("gone", mine(API_TOKEN="hunter-22"), connect)
        await desk.done(until)
        assert desk.servers.names() == ["mine"] and desk.env("mine")["API_TOKEN"].startswith("${secret:")
        assert [desk.store.get(key) for key in map(str, desk.store.keys())] == ["hunter-22"]
        assert desk.acts == (["restart mine"] * 2 if connect else [])
        desk.new.change("mine", mine(PLAIN="x"))
        await desk.done(until)
        assert desk.store.keys() == [], "no server names it any more"

    arun(main())


def test_a_secret_that_another_server_names_stays(desk: Desk, arun: Runner, until: Until) -> None:
    async def main() -> None:
        desk.new.add([mine(API_TOKEN="hunter-22")])
        await desk.done(until)
        [key] = desk.store.keys()
        desk.servers.add(mine("other", ITS="${secret:" + key + "}"))
        desk.new.change("mine", mine())
        await desk.done(until)
        assert desk.store.keys() == [key]

    arun(main())


def test_a_change_that_cannot_be_kept_changes_nothing(locked: Desk, arun: Runner, until: Until) -> None:
    async def main() -> None:
        locked.servers.add(mine(PLAIN="x"))
        locked.new.change("mine", mine(API_TOKEN="hunter-22"), True)
        await locked.done(until)
        assert locked.env("mine") == {"PLAIN": "x"} and locked.acts == []
        assert locked.said[0][1].startswith("mine was not changed: its secrets could not be saved")
        unsaved = locked.servers.add(mine("unsaved"), saved=False)
        locked.new.change(unsaved, mine("unsaved", API_TOKEN="hunter-22"))
        assert locked.env("unsaved") == {"API_TOKEN": "hunter-22"}, "nothing of it is written"

    arun(main())
