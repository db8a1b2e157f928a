"""The Server pane shows what the server declared and what we really declared in this connection."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtWidgets import QLabel, QTabWidget, QTreeWidget, QTreeWidgetItem

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
            assert dialog.currentIndex() == 1
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
