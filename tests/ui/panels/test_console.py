"""The server's stderr: followed while its end is in sight, copied, cleared, marked where it begins anew."""

from __future__ import annotations

import sys
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractSlider, QCheckBox, QLabel, QToolButton

from inspector.core.client import Client
from inspector.errors import InspectorError
from inspector.ui.panels.console import ConsolePanel
from tests.ui.live import Live, live

Runner = Callable[[Coroutine[Any, Any, Any]], Any]
pytestmark = pytest.mark.gui

_CHATTY = """
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    if message.get("method") == "say":
        for number in range(message["params"]["lines"]):
            print("line", number, file=sys.stderr, flush=True)
    if message.get("method") == "die":
        sys.exit(3)
    if message.get("method") == "initialize":
        result = {"protocolVersion": "2025-11-25", "capabilities": {"tools": {}},
                  "serverInfo": {"name": "chatty", "version": "1"}}
    elif message.get("method") == "tools/list":
        result = {"tools": []}
    elif message.get("method") == "server/discover":
        print(json.dumps({"jsonrpc": "2.0", "id": message["id"], "error": {"code": -32601, "message": "no"}}),
              flush=True)
        continue
    else:
        result = {}
    if "id" in message:
        print(json.dumps({"jsonrpc": "2.0", "id": message["id"], "result": result}), flush=True)
"""


async def console(it: Live) -> tuple[ConsolePanel, Client]:
    it.add("chatty", sys.executable, "-c", _CHATTY)
    client = it.program.servers.client("chatty")
    assert client is not None
    await it.until(lambda: client.state == "connected", "the connection")
    await it.until(lambda: it.window.workspace.panel("console") is not None, "the tab")
    it.window.workspace.show_panel("console")
    panel = it.window.workspace.panel("console")
    assert isinstance(panel, ConsolePanel)
    return panel, client


def labels(panel: ConsolePanel) -> list[str]:
    return [one.text() for one in panel.findChildren(QLabel) if one.isVisible()]


def test_lines_are_counted_copied_and_cleared(arun: Runner, tmp_path: Path) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            panel, client = await console(it)
            await client.call("say", {"lines": 1})
            await it.until(lambda: panel.view.toPlainText() == "line 0", "the line")
            await it.until(lambda: f"stderr · pid {client.pid} · 1 line" in labels(panel), "the number")
            await client.call("say", {"lines": 2})
            await it.until(lambda: panel.view.toPlainText() == "line 0\nline 0\nline 1", "the lines")
            await it.until(lambda: any(text.endswith(" · 3 lines") for text in labels(panel)), "the number")
            QTest.mouseClick(await it.find(QToolButton, "console_copy"), Qt.MouseButton.LeftButton)
            assert QGuiApplication.clipboard().text() == "line 0\nline 0\nline 1"
            assert not panel.view.textCursor().hasSelection()
            QTest.mouseClick(await it.find(QToolButton, "console_clear"), Qt.MouseButton.LeftButton)
            assert panel.view.toPlainText() == ""
            assert panel.view.isVisible() and panel.logs.isHidden(), "it does not say that it logs"
            panel.focus_main()
            assert panel.view.hasFocus()
            panel.focus_filter()
            assert panel.view.hasFocus(), "there is no filter"

    arun(main())


def test_the_end_is_followed_until_somebody_scrolls_up(arun: Runner, tmp_path: Path) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            panel, client = await console(it)
            follow, bar = await it.find(QCheckBox, "console_follow"), panel.view.verticalScrollBar()
            await client.call("say", {"lines": 300})
            await it.until(lambda: panel.view.toPlainText().endswith("line 299"), "the lines")
            assert follow.isChecked() and bar.value() == bar.maximum() > 0
            bar.triggerAction(QAbstractSlider.SliderAction.SliderToMinimum)
            assert not follow.isChecked()
            await client.call("say", {"lines": 5})
            await it.until(lambda: panel.view.toPlainText().endswith("line 4"), "more lines")
            assert bar.value() == 0, "who reads stays there"
            bar.triggerAction(QAbstractSlider.SliderAction.SliderToMaximum)
            assert follow.isChecked()
            await client.call("say", {"lines": 8})
            await it.until(lambda: panel.view.toPlainText().endswith("line 7"), "more lines")
            assert bar.value() == bar.maximum()

    arun(main())


def test_it_says_how_the_server_ended_and_where_a_new_connection_begins(arun: Runner, tmp_path: Path) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            panel, client = await console(it)
            await client.call("say", {"lines": 1})
            await it.until(lambda: panel.view.toPlainText() == "line 0", "the line")
            pid = client.pid
            with pytest.raises(InspectorError):
                await client.call("die", {})
            await it.until(lambda: any("The server ended: " in text for text in labels(panel)), "the end")
            await client.connect()
            assert client.pid != pid
            await client.call("say", {"lines": 2})
            marked = "line 0\n── new connection ──\nline 0\nline 1"
            await it.until(lambda: panel.view.toPlainText() == marked, "where it begins anew")
            assert not any("The server ended" in text for text in labels(panel))

    arun(main())
