"""A server that is kept up: connected again, restarted when its files change, its pinned calls compared."""

from __future__ import annotations

import asyncio
import contextlib
import json
import sys
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtGui import QAction

from inspector.core import reconnecting
from inspector.core.profiles import Profile
from inspector.core.value_history import Place
from inspector.errors import ConnectError
from inspector.transport import StdioTarget
from inspector.ui.compare_window import CompareWindow
from inspector.ui.controls import Notice
from inspector.ui.server_words import sub_line
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
        self.upkeep = it.window.upkeep

    @property
    def state(self) -> str:
        server = self.it.program.servers.get("kept")
        assert server is not None
        return server.state

    def pin(self, tool: str, arguments: str) -> None:
        history, place = self.it.program.history, Place("kept", "ToolsPanel", tool)
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
            assert "1 same, 1 not called" in kept.said()
            kept.save('"one"', '"two"')
            await it.until(lambda: "1 changed, 1 not called" in kept.said(), "changed")
            assert "server.py changed" in kept.said()
            await it.click("reruns_show")
            window = await it.find(CompareWindow, "compare_window")
            await it.until(lambda: "2 changed" in window.count.text(), "the texts, not ids and times")
            window.close()
            kept.save('"two", False', '"two", True')
            await it.until(lambda: "1 broke, 1 not called" in kept.said(), "broke")
            kept.save('"two", True', '"two", False')
            await it.until(lambda: "1 mended, 1 not called" in kept.said(), "mended")

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
            await it.until(lambda: "does not start any more since server.py" in kept.said(), "broken")
            assert kept.state == "failed"
            kept.save("import jjson", "import json")
            await it.until(lambda: kept.state == "connected", "mended")
            it.program.servers.disconnect_server("kept")
            assert not kept.upkeep.watches("kept")

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
            await it.until(lambda: kept.upkeep.left_s("kept"), "the wait for the second attempt")
            server = it.program.servers.get("kept")
            assert server is not None and "attempt 2" in sub_line(server, kept.upkeep)
            menu = it.window.server_list.menu_for("kept")
            stop = menu.findChild(QAction, "server_disconnect")
            assert stop is not None and stop.text() == "Do not try again"
            stop.trigger()
            assert not kept.upkeep.left_s("kept")

    arun(main())


def test_an_exit_code_that_says_so_ends_the_attempts(arun: Runner, tmp_path: Path) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            kept = Kept(it, tmp_path, reconnect=True)
            await it.connected("kept")
            await _die(kept, "78")
            await it.until(lambda: kept.upkeep.given_up("kept"), "given up")
            assert not kept.upkeep.left_s("kept")
            assert "configuration" in kept.upkeep.given_up("kept")

    arun(main())


def test_who_does_not_want_it_is_not_connected_again(arun: Runner, tmp_path: Path) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            kept = Kept(it, tmp_path)
            await it.connected("kept")
            await _die(kept, "1")
            await it.until(lambda: kept.state == "failed", "lost")
            assert not kept.upkeep.left_s("kept") and not kept.upkeep.given_up("kept")

    arun(main())


async def _die(kept: Kept, code: str) -> None:
    with contextlib.suppress(ConnectError):
        await kept.call("die", json.dumps({"x": code}))
