"""The console's log messages: level, filters, and the way to the record."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QComboBox, QLabel, QLineEdit, QPlainTextEdit, QToolButton, QWidget
from pytestqt.qtbot import QtBot

from inspector.core.client.client import Client
from inspector.core.client.logs import LEVELS
from inspector.core.servers.profiles import demo_profile
from inspector.core.transfer.paste import profile_from_words
from inspector.errors import ClosedError
from inspector.trace.journal import Journal
from inspector.ui.panels import logs
from inspector.ui.panels.console import ConsolePanel
from inspector.ui.panels.logs import LogsView
from inspector.ui.widgets import theme
from inspector.ui.windows.workspace import Workspace
from tests.conftest import Runner, Until
from tests.servers import ServerProcess, free_port
from tests.ui.live import Live, live
from tests.ui.panels.offline import Offline
from tests.ui.parts import the
from tests.ui.story import Story

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
            assert "rejected logging/setLevel" in panel.logs._trouble.text()

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


# -- without a server


@pytest.fixture
def server(journal: Journal, tmp_path: Path, qloop: object) -> Iterator[Offline]:
    made = Offline(journal, tmp_path)
    yield made
    made.close()


def _log(story: Story, level: Any = "info", data: Any = "said", logger: Any = None, **fields: Any) -> int:
    params = {"level": level, "data": data, **({} if logger is None else {"logger": logger})}
    raw = json.dumps({"jsonrpc": "2.0", "method": "notifications/message", "params": params}).encode()
    return story.record("notification", raw, method="notifications/message", valid=True, **fields)


def _view(server: Offline, qtbot: QtBot) -> LogsView:
    view = LogsView(server.context)
    qtbot.addWidget(view)
    view.resize(700, 300)
    view.show()
    return view


def _cells(view: LogsView) -> list[tuple[str, ...]]:
    return [row.cells[1:] for row in view.table.rows]


def test_a_message_is_a_row_with_sign_logger_and_data(server: Offline, story: Story, qtbot: QtBot) -> None:
    _log(story, "warning", {"a": [1, "ü"]}, "db")
    _log(story, "debug", "two\n lines")
    _log(story, "emergency", None)
    _log(story, "odd", "x" * 3000, 7)
    view = _view(server, qtbot)
    qtbot.waitUntil(lambda: len(_cells(view)) == 4)
    assert _cells(view) == [
        ("⚠ warning", "db", '{"a":[1,"ü"]}'),
        ("· debug", "", "two lines"),
        ("✗ emergency", "", ""),
        ("⚠ odd", "7", "x" * 2000),
    ]
    assert view.table.rows[0].roles == ("muted", "warning", "muted", "warning")
    assert [row.record for row in view.table.rows] == [1, 2, 3, 4]
    assert view.table.rows[0].whole == '{"a":[1,"ü"]}'


def test_only_messages_that_this_server_sent_are_listed(server: Offline, story: Story, qtbot: QtBot) -> None:
    story.record("notification", b"{}", method="notifications/progress", valid=True)
    _log(story, direction="out")
    _log(story, session=9)
    number = _log(story)
    view = _view(server, qtbot)
    qtbot.waitUntil(lambda: bool(view.table.rows))
    assert [row.record for row in view.table.rows] == [number]


def test_new_messages_come_below_while_somebody_looks(server: Offline, story: Story, qtbot: QtBot) -> None:
    view = _view(server, qtbot)
    _log(story, data="one")
    server.feed.grew.emit(1, 1)
    qtbot.waitUntil(lambda: len(_cells(view)) == 1)
    view.hide()
    _log(story, data="two")
    server.feed.grew.emit(2, 2)
    view.show()
    qtbot.waitUntil(lambda: len(_cells(view)) == 2)
    assert [cells[2] for cells in _cells(view)] == ["one", "two"]


def test_filters_show_less_and_a_level_that_does_not_exist_is_always_shown(
    server: Offline, story: Story, qtbot: QtBot
) -> None:
    for level in ("debug", "info", "error", "odd"):
        _log(story, level, f"{level} here")
    view = _view(server, qtbot)
    qtbot.waitUntil(lambda: len(_cells(view)) == 4)
    shown, words = the(view, QComboBox, "log_shown_level"), the(view, QLineEdit, "log_filter")
    for level, left in (("info", 3), ("notice", 2), ("error", 2), ("critical", 1), ("debug", 4)):
        shown.setCurrentIndex(shown.findData(level))
        assert len(_cells(view)) == left
    words.setText("HERE error")
    assert [cells[0] for cells in _cells(view)] == ["✗ error"]
    words.clear()
    assert len(_cells(view)) == 4


def test_a_cleared_view_is_empty_until_more_is_logged(server: Offline, story: Story, qtbot: QtBot) -> None:
    _log(story)
    view = _view(server, qtbot)
    qtbot.waitUntil(lambda: len(_cells(view)) == 1)
    the(view, QToolButton, "log_clear").click()
    assert _cells(view) == [] and not view.table.isVisible()
    words = the(view, QLineEdit, "log_filter")
    words.setText("said")
    assert _cells(view) == []
    _log(story)
    server.feed.grew.emit(2, 2)
    qtbot.waitUntil(lambda: len(_cells(view)) == 1)
    assert view.table.isVisible()


def test_nothing_logged_is_said_with_the_way_to_change_that(server: Offline, qtbot: QtBot) -> None:
    view = _view(server, qtbot)

    def said() -> list[str]:
        return [label.text() for label in view.findChildren(QLabel) if label.isVisible() and label.text()]

    assert "No log messages yet." in said() and len(said()) == 2
    server.declares("modern")
    view.refresh()
    assert said()[-1].startswith("Choose a level above")
    server.client.logs.level = "info"
    view.refresh()
    assert not said()[-1].startswith("Choose a level above")


def test_the_level_is_for_connected_servers_and_means_what_the_era_means(
    server: Offline, qtbot: QtBot
) -> None:
    view = _view(server, qtbot)
    level = the(view, QComboBox, "log_level")
    assert not level.isEnabled() and level.itemText(0) == "Server decides"
    assert level.toolTip() == "Sets the level of the session (logging/setLevel)"
    server.client.connection.state = "connected"
    server.declares("modern")
    server.client.logs.level = "error"
    view.refresh()
    assert level.isEnabled() and level.itemText(0) == "Silent" and level.currentData() == "error"
    assert level.toolTip().startswith("Every request asks")
    server.client.logs.level = "odd"
    view.refresh()
    assert level.currentIndex() == 0


def test_a_level_that_is_refused_says_why_and_shows_the_old_one(
    server: Offline, qtbot: QtBot, arun: Runner, until: Until, monkeypatch: pytest.MonkeyPatch
) -> None:
    trouble = "it does not log"

    async def refuse(level: str) -> None:
        if trouble:
            raise ClosedError(trouble)
        server.client.logs.level = level

    monkeypatch.setattr(server.client, "set_log_level", refuse)
    server.client.connection.state = "connected"

    async def main() -> None:
        nonlocal trouble
        view = _view(server, qtbot)
        box, notice = the(view, QComboBox, "log_level"), the(view, QWidget, "log_trouble")
        choose(box, "error")
        view.refresh()
        assert box.currentData() == "error", "it is asked for just now"
        await until(notice.isVisible)
        assert notice.accessibleName() == trouble and box.currentIndex() == 0
        trouble = ""
        choose(box, "error")
        assert not notice.isVisible()
        await until(lambda: server.client.logs.level == "error")
        assert box.currentData() == "error" and not notice.isVisible()

    arun(main())


def test_the_search_key_leads_to_the_filter_with_its_words_chosen(server: Offline, qtbot: QtBot) -> None:
    view = _view(server, qtbot)
    view.activateWindow()
    qtbot.waitUntil(view.isActiveWindow)
    words = the(view, QLineEdit, "log_filter")
    words.setText("db")
    view.focus_filter()
    qtbot.waitUntil(words.hasFocus)
    assert words.selectedText() == "db"


def test_the_filter_takes_the_room_of_the_head(server: Offline, qtbot: QtBot) -> None:
    view = _view(server, qtbot)
    words, shown = the(view, QLineEdit, "log_filter"), the(view, QComboBox, "log_shown_level")
    width, beside = words.width(), shown.width()
    view.resize(900, 300)
    assert (words.width(), shown.width()) == (width + 200, beside)
    assert [shown.itemText(at) for at in range(3)] == ["All levels", "ℹ info", "ℹ notice"]


def test_the_head_stands_above_the_messages_which_take_the_room(
    server: Offline, story: Story, qtbot: QtBot
) -> None:
    _log(story)
    view = _view(server, qtbot)
    qtbot.waitUntil(view.table.isVisible)
    level, words = the(view, QComboBox, "log_level"), the(view, QLineEdit, "log_filter")
    shown, clear = the(view, QComboBox, "log_shown_level"), the(view, QToolButton, "log_clear")
    places = [one.x() for one in (level, words, shown, clear)]
    assert places == sorted(places) and clear.geometry().right() == view.width() - theme.SPACE - 1
    label = next(one for one in view.findChildren(QLabel) if one.text() == "Log level")
    assert label.buddy() is level and label.x() == theme.SPACE
    assert view.table.mapTo(view, view.table.rect().bottomRight()) == view.rect().bottomRight()
    height = view.table.height()
    view.resize(700, 400)
    assert view.table.height() == height + 100
    assert [view.table.columnWidth(at) for at in range(3)] == [96, 92, 92]
    assert view._timer.isSingleShot() and view._timer.interval() == 100
    assert [level.itemData(at) for at in range(level.count())] == ["", *LEVELS]
    assert [shown.itemData(at) for at in range(shown.count())] == list(LEVELS)


def test_a_hidden_view_reads_nothing_and_waits_a_moment_for_more(
    server: Offline, story: Story, qtbot: QtBot
) -> None:
    view = _view(server, qtbot)
    qtbot.waitUntil(lambda: not view._timer.isActive())
    server.feed.grew.emit(1, 1)
    assert view._timer.isActive()
    view._timer.stop()
    view.hide()
    server.feed.grew.emit(1, 1)
    assert not view._timer.isActive()


def test_a_long_recording_is_read_from_its_end(
    server: Offline, story: Story, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(logs, "_LOOKED_AT", 4)
    monkeypatch.setattr(logs, "_READ", 3)
    for number in range(10):
        _log(story, data=str(number))
    story.journal.sync()
    view = LogsView(server.context)
    qtbot.addWidget(view)
    view._look()
    assert [cells[2] for cells in _cells(view)] == ["7", "8", "9"]
    view._look()
    assert len(_cells(view)) == 3, "what was read is not read again"
