"""The console's log messages: level, filters, and the way to the record."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable, Coroutine
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QComboBox, QLineEdit, QPlainTextEdit

from inspector.core.client import Client
from inspector.core.paste import profile_from_words
from inspector.core.profiles import demo_profile
from inspector.ui.panels.console import ConsolePanel
from inspector.ui.workspace import Workspace
from tests.servers import ServerProcess, free_port
from tests.ui.live import Live, live

Runner = Callable[[Coroutine[Any, Any, Any]], Any]
pytestmark = pytest.mark.gui
ERAS = pytest.mark.parametrize("era", ["modern", "legacy"])


async def console(it: Live) -> tuple[Workspace, ConsolePanel, Client]:
    workspace = it.window.workspace
    assert workspace is not None
    await it.until(lambda: workspace.panel("console") is not None, "the tab")
    workspace.show_panel("console")
    panel = workspace.panel("console")
    assert isinstance(panel, ConsolePanel)
    return workspace, panel, workspace.context.client


def levels(panel: ConsolePanel) -> list[str]:
    return [row.cells[1].split()[1] for row in panel.logs.table.rows]


def choose(box: QComboBox, data: str) -> None:
    box.setCurrentIndex(box.findData(data))
    box.activated.emit(box.currentIndex())


@ERAS
def test_a_chosen_level_makes_the_server_log_and_filters_show_less(
    arun: Runner, tmp_path: Path, era: str
) -> None:
    async def perform() -> None:
        async with live(tmp_path) as it:
            it.window.add_profiles([replace(demo_profile(), era=era)], saved=False)
            await it.connected("demo")
            workspace, panel, client = await console(it)
            choose(await it.find(QComboBox, "log_level"), "notice")
            await it.until(lambda: client.logs.level == "notice", "the level")
            await client.call_tool("log_messages", b"{}")
            await it.until(lambda: len(levels(panel)) == 6, "six messages")
            assert levels(panel) == ["notice", "warning", "error", "critical", "alert", "emergency"]
            choose(await it.find(QComboBox, "log_shown_level"), "critical")
            assert levels(panel) == ["critical", "alert", "emergency"]
            (await it.find(QLineEdit, "log_filter")).setText("kitchen")
            assert levels(panel) == ["emergency"]
            panel.logs.table.selectRow(0)
            record = workspace.context.journal.record(workspace.context.selection.record)
            assert record is not None
            assert b'"emergency"' in record.raw

    arun(perform())


def test_what_was_logged_before_the_console_was_opened_is_there(arun: Runner, tmp_path: Path) -> None:
    async def perform() -> None:
        async with live(tmp_path) as it:
            it.window.add_profiles([replace(demo_profile(), era="legacy")], saved=False)
            await it.connected("demo")
            workspace = it.window.workspace
            assert workspace is not None
            await workspace.context.client.call_tool("log_messages", b"{}")
            _, panel, _ = await console(it)
            await it.until(lambda: levels(panel), "the messages")

    arun(perform())


def test_a_server_over_http_has_a_console_for_its_log_messages_only(
    arun: Runner, tmp_path: Path, start_server: Callable[..., ServerProcess]
) -> None:
    port = free_port()
    words = (sys.executable, "-m", "inspector", "demo-server", "--transport", "http", "--port", str(port))
    start_server(words, port)

    async def perform() -> None:
        async with live(tmp_path) as it:
            profile = profile_from_words([f"http://127.0.0.1:{port}/mcp"], "far")
            it.window.add_profiles([profile], saved=False)
            await it.connected("far")
            _, panel, client = await console(it)
            assert not panel.findChild(QPlainTextEdit, "console_view").isVisible()  # type: ignore[union-attr]
            await client.set_log_level("error")
            await client.call_tool("log_messages", b"{}")
            await it.until(lambda: len(levels(panel)) == 4, "four messages")

    arun(perform())


def test_a_refused_level_is_said(arun: Runner, tmp_path: Path) -> None:
    server = Path(__file__).parents[2] / "core" / "no_logging.py"

    async def perform() -> None:
        async with live(tmp_path) as it:
            it.add("dumb", sys.executable, str(server))
            client = it.program.servers.client("dumb")
            assert client is not None
            await it.until(lambda: client.state == "connected", "connected")
            _, panel, _ = await console(it)
            assert panel.logs.isHidden()  # it does not say that it logs
            await panel.logs._set_level("debug")
            assert "refused logging/setLevel" in panel.logs._trouble.text()

    arun(perform())


def test_lines_that_come_leave_what_is_chosen_in_the_console(arun: Runner, tmp_path: Path) -> None:
    async def perform() -> None:
        async with live(tmp_path) as it:
            await it.start_demo()
            _workspace, panel, client = await console(it)
            await client.call_tool("log_messages", b'{"count": 3}')
            await it.until(lambda: "3/3" in panel.view.toPlainText(), "the lines")
            cursor = panel.view.textCursor()
            cursor.movePosition(QTextCursor.MoveOperation.End)
            cursor.movePosition(QTextCursor.MoveOperation.StartOfBlock, QTextCursor.MoveMode.KeepAnchor)
            panel.view.setTextCursor(cursor)
            chosen = panel.view.textCursor().selectedText()
            await client.call_tool("log_messages", b'{"count": 5}')
            await it.until(lambda: "5/5" in panel.view.toPlainText(), "more lines")
            assert panel.view.textCursor().selectedText() == chosen

    arun(perform())


def test_the_level_stays_as_it_is_chosen_until_the_server_agreed(
    arun: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def perform() -> None:
        async with live(tmp_path) as it:
            await it.start_demo()
            workspace, _panel, client = await console(it)
            agreed = asyncio.Event()

            async def slowly(_level: str) -> None:
                await agreed.wait()

            monkeypatch.setattr(client, "set_log_level", slowly)
            box = await it.find(QComboBox, "log_level")
            choose(box, "debug")
            await asyncio.sleep(0)
            workspace.refresh()
            assert box.currentData() == "debug"
            agreed.set()
            await it.until(lambda: box.currentData() == client.logs.level, "what holds")

    arun(perform())
