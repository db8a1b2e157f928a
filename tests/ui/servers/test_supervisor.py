"""A server that is kept up: connected again, restarted when its files change, its pinned calls compared."""

from __future__ import annotations

import asyncio
import contextlib
import json
import sys
from collections.abc import AsyncGenerator, Callable, Coroutine
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QAction
from PySide6.QtTest import QSignalSpy
from PySide6.QtWidgets import QApplication

from inspector.core.client import reconnecting
from inspector.core.servers.profiles import Profile
from inspector.core.storage.value_history import ArgumentsPlace
from inspector.errors import ConnectError
from inspector.transport import StdioTarget
from inspector.ui.analysis.compare_pane import ComparePane
from inspector.ui.loop.tasks import under_way
from inspector.ui.servers import supervisor as upkeep_module
from inspector.ui.servers.server import Server
from inspector.ui.servers.server_words import sub_line
from inspector.ui.servers.supervisor import ServerSupervisor
from inspector.ui.widgets.controls import Notice
from tests.conftest import Until
from tests.ui.live import Live, live

Runner = Callable[[Coroutine[Any, Any, Any]], Any]
pytestmark = pytest.mark.gui

SERVER = """
import json, os, sys
ANSWER, BAD = "one", False
HINTS = {"destructiveHint": True}
TOOLS = [{"name": name, "inputSchema": {"type": "object", "properties": {"x": {"type": "string"}}},
          "annotations": HINTS if name == "wipe" else {}} for name in ("say", "wipe", "die")]
for line in sys.stdin:
    asked = json.loads(line)
    method, params = asked["method"], asked.get("params", {})
    if "id" not in asked:
        continue
    if method == "initialize":
        result = {"protocolVersion": params["protocolVersion"], "capabilities": {"tools": {}},
                  "serverInfo": {"name": "kept", "version": "1"}}
    elif method == "tools/list":
        result = {"tools": TOOLS}
    elif method == "tools/call" and params["name"] == "die":
        sys.exit(int(params["arguments"]["x"]))
    elif method == "tools/call":
        text = f"{ANSWER} {params['arguments'].get('x', '')} {params['name']}"
        result = {"content": [{"type": "text", "text": text}], "isError": BAD,
                  "structuredContent": {"said": text, "at": os.getpid(), "request_id": str(os.urandom(8))}}
    else:
        print(json.dumps({"jsonrpc": "2.0", "id": asked["id"], "error": {"code": -32601, "message": "no"}}),
              flush=True)
        continue
    print(json.dumps({"jsonrpc": "2.0", "id": asked["id"], "result": result}), flush=True)
"""


class Kept:
    """The program with one server of ours."""

    def __init__(self, it: Live, folder: Path, **more: Any) -> None:
        self.it, self.script = it, folder / "kept" / "server.py"
        self.script.parent.mkdir()
        self.script.write_text(SERVER)
        target = StdioTarget(sys.executable, (str(self.script),), cwd=str(self.script.parent))
        it.window.add_profiles([Profile("kept", target, era="legacy", **more)])
        self.supervisor = it.window.supervisor

    @property
    def state(self) -> str:
        server = self.it.program.servers.get("kept")
        assert server is not None
        return server.state

    def pin(self, tool: str, arguments: str) -> None:
        history, place = self.it.program.history, ArgumentsPlace("kept", "ToolsPanel", tool)
        history.add(place, arguments)
        history.pin(history.values(place)[0].number, True)

    async def call(self, tool: str, arguments: str) -> None:
        client = self.it.program.servers.client("kept")
        assert client is not None
        await client.call_tool(tool, arguments.encode())

    async def begin(self) -> None:
        """Save until it is heard: the watching begins some time after the server is connected."""
        while not self.said():
            self.script.write_text(self.script.read_text() + "\n")
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(4):
                    await self.it.until(self.said, "the first restart")

    def save(self, before: str, after: str) -> None:
        """Edit the script."""
        text = self.script.read_text()
        assert before in text
        self.script.write_text(text.replace(before, after))

    def said(self) -> str:
        """The strip about the last restart."""
        found = [one for one in self.it.window.findChildren(Notice, "reruns_notice") if one.isVisible()]
        return found[-1].text() if found else ""


def test_pinned_calls_are_made_again_when_a_file_is_saved_and_compared(arun: Runner, tmp_path: Path) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            kept = Kept(it, tmp_path, watch=True)
            await it.connected("kept")
            kept.pin("say", '{"x":"a"}')
            kept.pin("wipe", '{"x":"b"}')
            await kept.call("say", '{"x":"a"}')
            await kept.begin()
            assert "1 same, 1 skipped" in kept.said()
            kept.save('"one"', '"two"')
            await it.until(lambda: "1 changed, 1 skipped" in kept.said(), "changed")
            assert "server.py changed" in kept.said()
            await it.click("reruns_show")
            window = await it.find(ComparePane, "compare_pane")
            await it.until(lambda: "2 changed" in window.count.text(), "the texts, not ids and times")
            kept.save('"two", False', '"two", True')
            await it.until(lambda: "1 broke, 1 skipped" in kept.said(), "broke")
            kept.save('"two", True', '"two", False')
            await it.until(lambda: "1 fixed, 1 skipped" in kept.said(), "mended")

    arun(main())


def test_a_server_that_does_not_start_any_more_is_said_and_the_next_save_mends_it(
    arun: Runner, tmp_path: Path
) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            kept = Kept(it, tmp_path, watch=True)
            await it.connected("kept")
            await kept.begin()
            kept.save("import json", "import jjson")
            await it.until(lambda: "no longer starts since server.py" in kept.said(), "broken")
            assert kept.state == "failed"
            kept.save("import jjson", "import json")
            await it.until(lambda: kept.state == "connected", "mended")
            it.program.servers.disconnect_server("kept")
            assert not kept.supervisor.watches("kept")

    arun(main())


def test_a_lost_server_counts_down_and_comes_back(
    arun: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            kept = Kept(it, tmp_path, reconnect=True)
            await it.connected("kept")
            monkeypatch.setattr(reconnecting, "DELAYS_S", (0.3, 3600.0))
            await _die(kept, "1")
            client = it.program.servers.client("kept")
            assert client is not None
            await it.until(lambda: client.session_number == 2 and client.state == "connected", "again")
            await _die(kept, "1")
            await it.until(lambda: kept.supervisor.left_s("kept"), "the wait for the second attempt")
            server = it.program.servers.get("kept")
            assert server is not None and "attempt 2" in sub_line(server, kept.supervisor)
            menu = it.window.server_list.menu_for("kept")
            stop = menu.findChild(QAction, "server_disconnect")
            assert stop is not None and stop.text() == "Stop retrying"
            stop.trigger()
            assert not kept.supervisor.left_s("kept")

    arun(main())


def test_an_exit_code_that_says_so_ends_the_attempts(arun: Runner, tmp_path: Path) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            kept = Kept(it, tmp_path, reconnect=True)
            await it.connected("kept")
            await _die(kept, "78")
            await it.until(lambda: kept.supervisor.given_up("kept"), "given up")
            assert not kept.supervisor.left_s("kept")
            assert "configuration" in kept.supervisor.given_up("kept")

    arun(main())


def test_who_does_not_want_it_is_not_connected_again(arun: Runner, tmp_path: Path) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            kept = Kept(it, tmp_path)
            await it.connected("kept")
            await _die(kept, "1")
            await it.until(lambda: kept.state == "failed", "lost")
            assert not kept.supervisor.left_s("kept") and not kept.supervisor.given_up("kept")

    arun(main())


async def _die(kept: Kept, code: str) -> None:
    with contextlib.suppress(ConnectError):
        await kept.call("die", json.dumps({"x": code}))


# -- the rules, without a program ------------------------------------------------------------------------


class Servers(QObject):
    """Some servers, and what was done about them."""

    touched = Signal(str)
    listed = Signal()
    parted = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.known: dict[str, Server] = {}
        self.done: list[tuple[str, str]] = []

    def names(self) -> list[str]:
        return list(self.known)

    def get(self, name: str) -> Server | None:
        return self.known.get(name)

    def restart(self, name: str) -> None:
        self.done.append(("restart", name))

    def connect_server(self, name: str) -> None:
        self.done.append(("connect", name))

    def add(self, name: str, **profile: Any) -> Server:
        inbox: Any = SimpleNamespace()
        client: Any = SimpleNamespace(state="new", failure=None, exit_text="", transport="stdio", info=None)
        server = self.known[name] = Server(
            Profile(name, StdioTarget("true"), **profile), inbox, client=client
        )
        return server

    def becomes(self, name: str, state: str, failure: Any = None) -> None:
        client: Any = self.known[name].client
        client.state, client.failure = state, failure
        self.touched.emit(name)


class Rules:
    """ServerSupervisor over them. `save`: files of the server that is watched change."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.servers = Servers()
        self.ran: list[object] = []
        pinned: Any = SimpleNamespace(run=self._run)
        servers: Any = self.servers
        self.supervisor = ServerSupervisor(servers, pinned, self.servers)
        self.changed = QSignalSpy(self.supervisor.changed)
        self.told = QSignalSpy(self.supervisor.ran)
        self.troubled = QSignalSpy(self.supervisor.troubled)
        self.paths: tuple[Path, ...] = (Path("/srv"),)
        self.watched: list[tuple[Path, ...]] = []
        self.saves: asyncio.Queue[tuple[Path, ...] | Exception] = asyncio.Queue()
        self.ended = 0
        patch.setattr(upkeep_module, "watched_paths", lambda _profile: self.paths)
        patch.setattr(upkeep_module, "changed_files", self._changes)

    async def _run(self, client: object) -> list[str]:
        self.ran.append(client)
        return ["a rerun"]

    async def _changes(self, paths: tuple[Path, ...]) -> AsyncGenerator[tuple[Path, ...], None]:
        self.watched.append(paths)
        try:
            while True:
                found = await self.saves.get()
                if isinstance(found, Exception):
                    raise found
                yield found
        finally:
            self.ended += 1

    def names_changed(self) -> list[str]:
        return [self.changed.at(at)[0] for at in range(self.changed.count())]

    async def save(self, until: Until, file: str = "/srv/a.py") -> None:
        before = len(self.servers.done)
        self.saves.put_nowait((Path(file),))
        await until(lambda: len(self.servers.done) > before or not self.supervisor.watches("a"))

    def end(self) -> None:
        for name in list(self.servers.known):
            self.supervisor.stop(name)


@pytest.fixture
def no_early(monkeypatch: pytest.MonkeyPatch) -> None:
    """No change is so soon after a start that it looks like the server's own."""
    monkeypatch.setattr(upkeep_module, "_EARLY_S", -1.0)


LOST: Any = SimpleNamespace(actions=("show_stderr",), happened="It ended.")


def test_only_a_new_failure_begins_another_wait_and_a_person_ends_it(
    qapp: QApplication, arun: Runner, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def main() -> None:
        rules = Rules(monkeypatch)
        supervisor = rules.supervisor
        rules.servers.add("a", reconnect=True)
        rules.servers.add("b")
        assert (supervisor.left_s("a"), supervisor.attempt("a"), supervisor.given_up("a")) == (0.0, 0, "")
        for name in ("a", "b"):
            rules.servers.becomes(name, "connected")
            rules.servers.becomes(name, "failed", LOST)
        rules.servers.becomes("a", "failed", LOST)  # the same one, heard again
        assert supervisor.left_s("a") > 0 and supervisor.attempt("a") == 1 and supervisor.left_s("b") == 0
        assert "a" in rules.names_changed() and "b" not in rules.names_changed()
        rules.servers.becomes("a", "failed", SimpleNamespace(**vars(LOST)))
        assert supervisor.attempt("a") == 2
        rules.servers.parted.emit("a")
        assert (supervisor.left_s("a"), supervisor.attempt("a")) == (0.0, 0)
        rules.servers.parted.emit("nobody")

    arun(main())


def test_the_wait_ends_in_a_connection_and_is_counted_down_meanwhile(
    qapp: QApplication, arun: Runner, until: Until, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def main() -> None:
        rules = Rules(monkeypatch)
        rules.supervisor._tick.setInterval(1)
        monkeypatch.setattr(reconnecting, "DELAYS_S", (0.05, 3600.0))
        rules.servers.add("a", reconnect=True)
        rules.servers.becomes("a", "failed", LOST)
        assert rules.supervisor._tick.isActive()
        await until(lambda: rules.servers.done == [("connect", "a")])
        assert len(rules.names_changed()) > 1
        await until(lambda: not rules.supervisor._tick.isActive())
        assert rules.supervisor.attempt("a") == 1
        rules.servers.becomes("a", "connected")
        assert rules.supervisor.left_s("a") == 0
        rules.end()

    arun(main())


def test_a_server_that_is_removed_or_edited_is_not_tried_again_as_it_was(
    qapp: QApplication, arun: Runner, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def main() -> None:
        rules = Rules(monkeypatch)
        servers, supervisor = rules.servers, rules.supervisor
        for name in ("a", "b"):
            servers.add(name, reconnect=True)
            servers.becomes(name, "failed", LOST)
        gone = servers.known.pop("b")
        kept = supervisor._kept[gone]
        servers.listed.emit()
        assert not kept.reconnecting.waiting and gone not in supervisor._kept and supervisor.left_s("a") > 0
        servers.known["a"].profile = Profile("a", StdioTarget("true"))
        servers.listed.emit()
        assert supervisor.left_s("a") == 0

    arun(main())


def test_files_are_watched_from_the_first_connection_until_it_is_ended(
    qapp: QApplication, arun: Runner, until: Until, no_early: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def main() -> None:
        rules = Rules(monkeypatch)
        servers, supervisor = rules.servers, rules.supervisor
        server = servers.add("a", watch=True)
        servers.add("b")
        servers.becomes("a", "closed")
        assert not supervisor.watches("a")
        for name in ("a", "b"):
            servers.becomes(name, "connected")
        assert supervisor.watches("a") and not supervisor.watches("b")
        await until(lambda: rules.watched == [(Path("/srv"),)])
        servers.becomes("a", "failed")  # goes on, for the next save may mend it
        await rules.save(until)
        assert servers.done == [("restart", "a")] and len(rules.watched) == 1
        server.profile = Profile("a", StdioTarget("other"), watch=True)
        servers.becomes("a", "connecting")
        await until(lambda: len(rules.watched) == 2 and rules.ended == 1)
        servers.parted.emit("a")
        assert not supervisor.watches("a")
        await until(lambda: not under_way([servers]))

    arun(main())


def test_a_saved_file_restarts_the_server_and_runs_the_pinned_calls_of_the_new_connection(
    qapp: QApplication, arun: Runner, until: Until, no_early: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def main() -> None:
        rules = Rules(monkeypatch)
        server = rules.servers.add("a", watch=True)
        rules.servers.becomes("a", "connected")
        client: Any = server.client
        connecting: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        server.task = connecting  # type: ignore[assignment]
        await rules.save(until, "/srv/one.py")
        assert rules.ran == []  # it is not connected yet
        await rules.save(until, "/srv/two.py")  # takes the place of the first
        connecting.set_result(None)
        await until(lambda: rules.told.count())
        assert rules.ran == [client] and rules.told.count() == 1
        assert rules.told.at(0) == ["a", (Path("/srv/two.py"),), ["a rerun"]]
        client.state = "failed"
        await rules.save(until, "/srv/three.py")
        await until(lambda: rules.told.count() == 2)
        assert rules.told.at(1) == ["a", (Path("/srv/three.py"),), []] and rules.ran == [client]
        rules.end()
        await until(lambda: not under_way([rules.servers]))

    arun(main())


def test_a_server_that_writes_its_own_files_is_not_restarted_for_ever(
    qapp: QApplication, arun: Runner, until: Until, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def main() -> None:
        monkeypatch.setattr(upkeep_module, "_EARLY_S", 3600.0)
        rules = Rules(monkeypatch)
        rules.servers.add("a", watch=True)
        rules.servers.becomes("a", "connected")
        for _ in range(3):
            await rules.save(until)
        rules.servers.becomes("a", "failed")  # a change while it is down is a user's
        await rules.save(until)
        rules.servers.becomes("a", "connected")
        for _ in range(4):
            await rules.save(until)
        assert len(rules.servers.done) == 8 and rules.troubled.count() == 0
        await rules.save(until, "/srv/cache.db")
        await until(lambda: not rules.supervisor.watches("a"))
        assert len(rules.servers.done) == 8 and "cache.db itself" in rules.troubled.at(0)[0]
        await until(lambda: rules.ended == 1)
        rules.end()
        await until(lambda: not under_way([rules.servers]))

    arun(main())


def test_what_cannot_be_watched_is_said(
    qapp: QApplication, arun: Runner, until: Until, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def main() -> None:
        rules = Rules(monkeypatch)
        rules.servers.add("a", watch=True)
        rules.servers.add("b", watch=True)
        rules.servers.becomes("a", "connected")
        await until(lambda: rules.watched)
        rules.saves.put_nowait(OSError("too many watches"))
        await until(lambda: not rules.supervisor.watches("a"))
        assert rules.troubled.at(0) == ["The files of a cannot be watched: too many watches"]
        rules.paths = ()
        rules.servers.becomes("b", "connected")
        await until(lambda: not rules.supervisor.watches("b"))
        assert rules.troubled.at(1)[0].startswith("b: its folder is not known.")
        assert len(rules.watched) == 1
        rules.end()

    arun(main())
