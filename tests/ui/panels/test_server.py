"""The Server pane shows what the server declared and what we really declared in this connection."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtWidgets import QLabel, QPushButton, QTabWidget, QTreeWidget, QTreeWidgetItem

from inspector.core.paste import profile_from_words
from inspector.ui import saving
from inspector.ui.controls import Switch
from inspector.ui.json_editor import JsonEditor
from tests.ui.live import Live, live

Runner = Callable[[Coroutine[Any, Any, Any]], Any]
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
            assert dialog.tabText(dialog.currentIndex()) == "What we declare"
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
