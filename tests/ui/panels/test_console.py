"""The server's stderr: followed while its end is in sight, copied, cleared, marked where it begins anew."""

from __future__ import annotations

import sys
from collections.abc import Callable, Coroutine, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QFontInfo, QGuiApplication, QTextCursor, QTextFormat
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractSlider,
    QApplication,
    QCheckBox,
    QFrame,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QSplitter,
    QToolButton,
)
from pytestqt.qtbot import QtBot

from inspector.core.client.client import Client
from inspector.core.client.session import STDERR_LINES, Session
from inspector.core.transfer.paste import profile_from_words
from inspector.errors import InspectorError
from inspector.protocol.records import SessionInfo
from inspector.trace.journal import Journal
from inspector.ui.loop.slices import Slices
from inspector.ui.panels import console as console_module
from inspector.ui.panels import console as module
from inspector.ui.panels.console import ConsolePanel
from inspector.ui.widgets import theme
from tests.ui.live import Live, live
from tests.ui.panels.offline import Offline
from tests.ui.parts import the
from tests.ui.story import Story

Runner = Callable[[Coroutine[Any, Any, Any]], Any]
pytestmark = pytest.mark.gui

_INK = QTextFormat.Property.ForegroundBrush.value
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
            await it.until(lambda: any("Server exited: " in text for text in labels(panel)), "the end")
            await client.connect()
            assert client.pid != pid
            await client.call("say", {"lines": 2})
            marked = "line 0\n── server started again ──\nline 0\nline 1"
            await it.until(lambda: panel.view.toPlainText() == marked, "where it begins anew")
            assert not any("The server exited" in text for text in labels(panel))

    arun(main())


# -- without a server


def written(panel: ConsolePanel) -> None:
    """Wait for the lines that a turn of the loop had no time for."""
    slices = panel.findChild(Slices, "", Qt.FindChildOption.FindDirectChildrenOnly)
    assert slices is not None
    while slices.running:
        QApplication.processEvents()


class Bench:
    """A console whose server says what the test wants."""

    def __init__(self, journal: Journal, folder: Path, *words: str) -> None:
        self.offline = Offline(journal, folder, profile_from_words(words, "demo") if words else None)
        self.client = self.offline.client
        self.panel = ConsolePanel(self.offline.context)
        self.panel.resize(900, 300)

    def connect(self, number: int = 1) -> None:
        """Another connection."""
        info = SessionInfo(number, "demo", "stdio", "demo-server")
        self.client.connection.session = Session(info, self.client.journal, self.client.connection)

    def say(self, *lines: str) -> None:
        """The server writes on stderr, and the panel is told."""
        session = self.client.session
        assert session is not None
        session.stderr_tail.extend(lines)
        session.stderr_lines += len(lines)
        self.offline.feed.grew.emit(1, 1)
        written(self.panel)

    @property
    def lines(self) -> list[str]:
        return self.panel.view.toPlainText().split("\n")


@pytest.fixture
def bench(journal: Journal, tmp_path: Path, qtbot: QtBot, qloop: object) -> Iterator[Bench]:
    made = Bench(journal, tmp_path)
    qtbot.addWidget(made.panel)
    made.panel.show()
    made.connect()
    yield made
    made.offline.close()


def test_lines_that_came_too_fast_are_counted_where_they_are_missing(bench: Bench) -> None:
    bench.say("first")
    bench.say(*(f"line {number}" for number in range(STDERR_LINES + 3)))
    assert bench.lines[:3] == ["first", "… 3 more lines in the timeline …", "line 3"]
    assert bench.lines[-1] == f"line {STDERR_LINES + 2}" and len(bench.lines) == STDERR_LINES + 2
    bench.say("last")
    assert bench.lines[-2:] == [f"line {STDERR_LINES + 2}", "last"]


def test_a_view_that_was_cleared_shows_only_what_comes_after(bench: Bench) -> None:
    bench.say("old", "older")
    the(bench.panel, QToolButton, "console_clear").click()
    bench.say("new")
    assert bench.lines == ["new"]


def test_another_connection_begins_below_a_line_even_before_it_says_anything(bench: Bench) -> None:
    bench.say("one", "two")
    bench.connect(2)
    bench.offline.feed.grew.emit(1, 1)
    assert bench.lines == ["one", "two", "── server started again ──"]
    bench.say("three")
    assert bench.lines[-1] == "three" and len(bench.lines) == 4


def test_the_last_words_before_a_restart_are_not_lost(bench: Bench) -> None:
    bench.say("one")
    assert bench.client.session is not None
    bench.client.session.stderr_tail.append("last words")  # the panel was not told yet
    bench.client.session.stderr_lines += 1
    bench.connect(2)
    bench.offline.feed.grew.emit(1, 1)
    assert bench.lines == ["one", "last words", "── server started again ──"]


def test_a_console_that_is_first_opened_after_restarts_has_what_was_before(
    arun: Runner, tmp_path: Path
) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            it.add("chatty", sys.executable, "-c", _CHATTY)
            client = it.program.servers.client("chatty")
            assert client is not None
            await it.until(lambda: client.state == "connected", "the connection")
            for number in (1, 2):
                await client.call("say", {"lines": number})
                await it.until(lambda: len(client.stderr_tail) == number, "the lines")  # noqa: B023
                await client.restart()
            panel = ConsolePanel(it.window.workspace.panel("server").context)  # type: ignore[union-attr]
            again = "── server started again ──"
            assert panel.view.toPlainText().split("\n") == ["line 0", again, "line 0", "line 1", again]
            panel.deleteLater()

    arun(main())


def test_the_oldest_lines_go_and_who_reads_or_chose_something_stays_there(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "_KEPT_LINES", 60)
    panel, view = bench.panel, bench.panel.view
    view.setMaximumBlockCount(60)
    bench.say(*(f"line {number}" for number in range(60)))
    view.verticalScrollBar().setValue(30)
    the(panel, QCheckBox, "console_follow").setChecked(False)
    cursor = view.textCursor()
    cursor.setPosition(view.document().findBlockByNumber(58).position())
    cursor.movePosition(QTextCursor.MoveOperation.EndOfBlock, QTextCursor.MoveMode.KeepAnchor)
    view.setTextCursor(cursor)
    view.verticalScrollBar().setValue(30)
    top = view.firstVisibleBlock().text()
    bench.say("more", "and more", "and still more")
    assert bench.lines[0] == "line 3" and bench.lines[-1] == "and still more" and len(bench.lines) == 60
    assert view.firstVisibleBlock().text() == top
    assert view.textCursor().selectedText() == "line 58"


def test_colours_of_a_terminal_are_colours_here_and_never_signs(bench: Bench) -> None:
    bench.say("\x1b[31mred\x1b[0m plain")
    assert bench.lines == ["red plain"]
    bench.panel.view.grab()
    (red,) = bench.panel.view.document().firstBlock().layout().formats()
    assert (red.start, red.length) == (0, 3)
    assert red.format.foreground().color().red() > red.format.foreground().color().green()


def test_colours_end_with_their_connection(bench: Bench) -> None:
    bench.say("\x1b[31mred")
    bench.connect(2)
    bench.say("of another program")
    bench.panel.view.grab()
    document = bench.panel.view.document()
    blocks = [document.findBlockByNumber(number) for number in range(3)]
    assert blocks[1].text() == "── server started again ──"
    coloured = [any(one.format.hasProperty(_INK) for one in block.layout().formats()) for block in blocks]
    assert coloured == [True, False, False]


def test_many_lines_come_in_several_turns_in_order_and_clearing_drops_the_rest(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "_TAKING_S", -1.0)  # the time is always over
    lines = [f"line {number}" for number in range(90)]
    session = bench.client.session
    assert session is not None
    session.stderr_tail.extend(lines)
    session.stderr_lines += len(lines)
    bench.offline.feed.grew.emit(1, 1)
    assert bench.lines == lines[:20]
    bench.say("last")
    assert bench.lines == [*lines, "last"]
    session.stderr_tail.extend(lines)
    session.stderr_lines += len(lines)
    bench.offline.feed.grew.emit(1, 1)
    the(bench.panel, QToolButton, "console_clear").click()
    bench.say("after")
    assert bench.lines == ["after"]


def test_a_server_over_http_has_log_messages_only_and_the_keys_lead_there(
    journal: Journal, tmp_path: Path, qtbot: QtBot, qloop: object
) -> None:
    made = Bench(journal, tmp_path, "http://127.0.0.1:1/mcp")
    qtbot.addWidget(made.panel)
    made.panel.show()
    assert not made.panel.view.isVisible() and made.panel.logs.isVisible()
    made.panel.focus_main()
    assert made.panel.focusWidget() is the(made.panel, QLineEdit, "log_filter"), "there is no message yet"
    raw = b'{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":"said"}}'
    Story(journal).record("notification", raw, method="notifications/message", valid=True)
    made.offline.feed.grew.emit(1, 1)
    qtbot.waitUntil(made.panel.logs.table.isVisible)
    made.panel.focus_main()
    assert made.panel.focusWidget() is made.panel.logs.table
    made.panel.focus_filter()
    assert made.panel.focusWidget() is the(made.panel, QLineEdit, "log_filter")
    made.offline.close()


def test_log_messages_stand_beside_stderr_when_the_server_says_that_it_logs(bench: Bench) -> None:
    panel = bench.panel
    assert panel.view.isVisible() and not panel.logs.isVisible()
    bench.offline.declares(logging={})
    panel.refresh()
    assert panel.view.isVisible() and panel.logs.isVisible()
    panel.focus_main()
    assert panel.focusWidget() is panel.view
    panel.focus_filter()
    assert panel.focusWidget() is the(panel, QLineEdit, "log_filter")
    assert not the(panel, QSplitter, "").childrenCollapsible()


def test_stderr_is_read_only_of_one_width_and_says_when_there_is_none(bench: Bench) -> None:
    view = bench.panel.view
    assert view.isReadOnly() and QFontInfo(view.font()).fixedPitch()
    assert view.placeholderText() == "No stderr output."
    assert view.accessibleName() == "The server's stderr"
    assert "stderr · 0 lines" in labels(bench.panel)
    bench.say("x" * 5000)
    assert view.horizontalScrollBar().maximum() > 0, "a long line is not broken"
    assert view.height() > bench.panel.height() / 2


def test_scrolling_to_the_end_takes_up_following_again(bench: Bench) -> None:
    follow, bar = the(bench.panel, QCheckBox, "console_follow"), bench.panel.view.verticalScrollBar()
    bench.say(*map(str, range(100)))
    assert follow.isChecked() and bar.value() == bar.maximum() > 0
    bar.triggerAction(QAbstractSlider.SliderAction.SliderSingleStepSub)
    assert not follow.isChecked()
    place = bar.value()
    bench.say("more")
    assert bar.value() == place < bar.maximum()
    bar.triggerAction(QAbstractSlider.SliderAction.SliderToMaximum)
    assert follow.isChecked()


def test_what_is_chosen_stays_chosen_in_a_flood_and_goes_with_its_line(
    journal: Journal, tmp_path: Path, qloop: object, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(console_module, "_KEPT_LINES", 20)
    offline = Offline(journal, tmp_path)
    session = SimpleNamespace(stderr_lines=0, stderr_tail=[], info=SimpleNamespace(number=1))
    monkeypatch.setattr(Client, "session", property(lambda _: session))
    panel = ConsolePanel(offline.context)
    qtbot.addWidget(panel)

    def say(*lines: str, missed: int = 0) -> None:
        session.stderr_lines += len(lines) + missed
        session.stderr_tail = list(lines)
        panel.refresh()
        written(panel)

    say("a", "b")
    cursor = panel.view.textCursor()
    cursor.movePosition(QTextCursor.MoveOperation.End)
    cursor.movePosition(QTextCursor.MoveOperation.StartOfBlock, QTextCursor.MoveMode.KeepAnchor)
    panel.view.setTextCursor(cursor)
    say(*(f"line {number}" for number in range(10)), missed=50)
    assert panel.view.textCursor().selectedText() == "b"
    say(*(f"more\r{number}" for number in range(8)))
    assert panel.view.textCursor().selectedText() in ("b", "")
    say(*(f"last {number}" for number in range(40)), missed=9)
    assert panel.view.textCursor().selectedText() == ""
    assert panel.view.toPlainText().splitlines() == [f"last {number}" for number in range(20, 40)]
    offline.close()


def test_stderr_stands_below_its_head_and_beside_the_messages(bench: Bench) -> None:
    panel, view = bench.panel, bench.panel.view
    bench.offline.declares(logging={})
    panel.refresh()
    QApplication.processEvents()
    follow, copy = the(panel, QCheckBox, "console_follow"), the(panel, QToolButton, "console_copy")
    clear = the(panel, QToolButton, "console_clear")
    assert follow.x() < copy.x() < clear.x() and follow.text() == "Follow"
    side = view.parentWidget()
    assert side is not None and clear.geometry().right() == side.width() - theme.SPACE - 1
    assert view.width() == side.width() and view.geometry().bottom() == side.height() - 1
    assert clear.geometry().bottom() < view.y()
    assert 0.7 < side.width() / panel.logs.width() < 0.9, "the messages are a little wider"
    assert side.mapTo(panel, QPoint()).x() < panel.logs.mapTo(panel, QPoint()).x()
    assert view.frameShape() == QFrame.Shape.NoFrame and not view.isUndoRedoEnabled()
    assert view.maximumBlockCount() == 10_000
    assert view.lineWrapMode() == QPlainTextEdit.LineWrapMode.NoWrap


def test_how_the_server_ended_stands_below_as_it_was_said(bench: Bench) -> None:
    bench.client.connection.exit_text = "<b>exit</b> 3"
    bench.panel.refresh()
    QApplication.processEvents()
    said = next(one for one in bench.panel.findChildren(QLabel) if "exited" in one.text())
    assert said.isVisible() and said.textFormat() == Qt.TextFormat.PlainText and said.margin() == 6
    assert said.text() == "Server exited: <b>exit</b> 3" and said.y() > bench.panel.view.geometry().bottom()
