"""What another copy of the program changes shows up here, and nothing typed here is touched."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QLineEdit, QWidget

from inspector.core.servers.profiles import Profile
from inspector.core.servers.saved_servers import Profiles
from inspector.core.storage.settings import Settings
from inspector.trace.journal import Journal, recoverable
from inspector.transport import StdioTarget
from inspector.ui.loop import saving
from inspector.ui.widgets import theme
from tests.conftest import Runner
from tests.ui.live import live

pytestmark = pytest.mark.gui


def _other(folder: Path) -> Profiles:
    profiles = Profiles(folder / "servers.json")
    profiles.load()
    return profiles


def test_servers_and_settings_of_another_program_show_up(arun: Runner, tmp_path: Path) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            await it.start_demo()
            servers = it.program.servers
            line = it.window.timeline.findChild(QLineEdit, "timeline_filter") or it.window.findChild(
                QLineEdit
            )
            line.setText("half typ")
            other = _other(tmp_path)
            other.add(Profile("theirs", StdioTarget("theirs")))
            other.save()
            await it.until(lambda: "theirs" in servers.names(), "the other's server")
            assert servers.current == "demo" and servers.get("demo").state == "connected"
            other.replace("theirs", Profile("theirs", StdioTarget("changed")))
            other.save()
            await it.until(lambda: _command(servers, "theirs") == "changed", "the other's change")
            other.remove("theirs")
            other.save()
            await it.until(lambda: "theirs" not in servers.names(), "the other's removal")
            settings = Settings.load(tmp_path / "settings.json")
            settings.theme = "dark"
            settings.save()
            await it.until(lambda: it.program.settings.theme == "dark", "the other's theme")
            assert theme.mode() == "dark"
            assert line.text() == "half typ"

    arun(main())


def _command(servers: Any, name: str) -> str:
    server = servers.get(name)
    return server.profile.target.command if server is not None else ""


def test_a_server_that_is_removed_elsewhere_while_it_is_connected_stays_until_the_end(
    arun: Runner, tmp_path: Path
) -> None:
    from inspector.core.servers.profiles import demo_profile

    async def main() -> None:
        async with live(tmp_path) as it:
            servers = it.program.servers
            name = servers.add(demo_profile())
            servers.select(name)
            await servers.connected(name)
            await saving.flush()
            other = _other(tmp_path)
            other.remove(name)
            other.add(Profile("theirs", StdioTarget("theirs")))
            other.save()
            await it.until(lambda: "theirs" in servers.names(), "the other's server")
            assert servers.get(name).state == "connected"
            assert servers.current == name
        assert _other(tmp_path).names() == ["theirs"]

    arun(main())


def test_a_server_that_is_removed_elsewhere_while_it_is_edited_can_be_saved_again(
    arun: Runner, tmp_path: Path
) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            servers = it.program.servers
            servers.add(Profile("mine", StdioTarget("mine")))
            await saving.flush()
            other = _other(tmp_path)
            other.remove("mine")
            other.save()
            await it.until(lambda: "mine" not in servers.names(), "the other's removal")
            assert servers.change("mine", Profile("mine", StdioTarget("edited"))) == "mine"
            await saving.flush()
            assert [profile.target for profile in _other(tmp_path)] == [StdioTarget("edited")]

    arun(main())


def test_a_menu_of_a_server_that_goes_elsewhere_does_nothing_any_more(arun: Runner, tmp_path: Path) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            servers, entries = it.program.servers, it.window.server_list
            for name in ("mine", "yours"):
                servers.add(Profile(name, StdioTarget(name)))
            await saving.flush()
            menu = entries.menu_for("mine")
            other = _other(tmp_path)
            other.remove("mine")
            other.save()
            await it.until(lambda: "mine" not in servers.names(), "the other's removal")
            for key in ("connect", "duplicate", "second", "copy_target", "down", "remove"):
                menu.findChild(QAction, f"server_{key}").trigger()
            entries.grouping.put(["mine"], "yours", "")
            menu.deleteLater()
            assert servers.names() == ["yours"] and not it.program.crash_reporter.count

    arun(main())


def test_what_is_typed_stays_when_a_server_that_is_not_connected_is_changed_elsewhere(
    arun: Runner, tmp_path: Path
) -> None:
    from inspector.core.servers.profiles import demo_profile

    async def main() -> None:
        async with live(tmp_path) as it:
            servers = it.program.servers
            name = servers.add(demo_profile())
            await saving.flush()
            servers.select(name)
            await servers.connected(name)
            await it.choose("echo")
            await it.fill("half")
            servers.disconnect_server(name)
            await it.until(lambda: servers.get(name).state == "closed", "the end")
            other = _other(tmp_path)
            other.replace(name, replace(demo_profile(), group="theirs"))
            other.save()
            await it.until(lambda: servers.get(name).profile.group == "theirs", "the other's change")
            form = await it.find(QWidget, "tool_form")
            assert [line.text() for line in form.findChildren(QLineEdit)][:1] == ["half"]

    arun(main())


def test_the_session_of_a_running_program_is_not_offered(tmp_path: Path) -> None:
    one, other = Journal.create(), Journal.create()
    try:
        assert one.path != other.path
        assert not {one.path, other.path} & set(recoverable())
    finally:
        one.close()
        other.close()
