"""The raw editor sends what is there and shows what comes back."""

from __future__ import annotations

import json
from collections.abc import Callable, Coroutine, Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QApplication,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QSplitter,
    QTabWidget,
    QToolButton,
    QWidget,
)
from pytestqt.qtbot import QtBot

from inspector.core.client.session import Session
from inspector.errors import ClosedError
from inspector.protocol.methods import METHODS
from inspector.protocol.records import SessionInfo
from inspector.trace.journal import Journal
from inspector.ui.panels.raw import MESSAGE, RawPanel
from inspector.ui.widgets import theme
from tests.conftest import Until
from tests.ui.live import Live, live
from tests.ui.panels.offline import Offline
from tests.ui.parts import the
from tests.ui.story import Story
from tests.ui.tints import tinted

Runner = Callable[[Coroutine[Any, Any, Any]], Any]
pytestmark = pytest.mark.gui


async def _raw(it: Live) -> RawPanel:
    await it.start_demo()
    it.window.workspace.show_panel("raw")
    panel = it.window.workspace.current_panel()
    assert isinstance(panel, RawPanel)
    return panel


def test_a_template_is_answered(arun: Runner, tmp_path: Path) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            panel = await _raw(it)
            panel.use_template("tools_call")
            before = it.program.journal.last
            await it.click("raw_send")
            call = await it.ended_call(before)
            assert call.status == "done"
            state = await it.find(QLabel, "raw_result_state")
            await it.until(lambda: state.text().startswith("✓"), "the header")

    arun(main())


def test_line_breaks_between_tokens_are_left_out_unless_bytes_are_exact(arun: Runner, tmp_path: Path) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            panel = await _raw(it)
            panel.editor.set_text('{"jsonrpc": "2.0",\n "id": 77,\n "method": "ping", "x": 1.10}')
            await it.click("raw_send")
            await it.until(lambda: it.window.selection.record, "what was sent")
            sent = it.program.journal.record(it.window.selection.record).raw
            assert b"\n" not in sent and b"1.10" in sent

    arun(main())


def test_several_messages_are_offered_to_be_sent_as_lines(arun: Runner, tmp_path: Path) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            panel = await _raw(it)
            journal = it.program.journal
            assert not panel.as_lines.isVisible()
            first, second = (f'{{"jsonrpc":"2.0","id":{one},"method":"tools/list"}}' for one in (901, 902))
            panel.editor.set_exact(True)
            panel.editor.set_text(f"{first}\n{second}\n")
            await it.until(panel.as_lines.isVisible, "the offer")
            before = journal.last
            await it.click("raw_as_lines")

            def told() -> list[tuple[str, str, str]]:
                """Of what is our own: the program lists what the server has meanwhile."""
                records = journal.records(before + 1, journal.last)
                own = ((one.id, one.direction, one.kind) for one in records if one.id in ("901", "902"))
                return sorted(own)

            await it.until(lambda: len(told()) == 4, "two requests and two answers")
            assert [kind for _, way, kind in told() if way == "out"] == ["request", "request"]
            panel.editor.set_text(first)
            assert not panel.as_lines.isVisible()

    arun(main())


def test_what_is_no_message_is_sent_all_the_same(arun: Runner, tmp_path: Path) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            panel = await _raw(it)
            panel.use_template("broken")
            await it.click("raw_send")
            await it.until(lambda: it.window.selection.record, "what was sent")
            record = it.program.journal.record(it.window.selection.record)
            assert record.kind == "malformed"
            assert record.direction == "out"
            state = await it.find(QLabel, "raw_result_state")
            await it.until(lambda: "response in" in state.text(), "the error that names no request")

    arun(main())


def test_of_a_batch_the_first_call_is_followed(arun: Runner, tmp_path: Path) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            panel = await _raw(it)
            panel.editor.set_text(
                '[{"jsonrpc":"2.0","method":"notifications/x"},{"jsonrpc":"2.0","id":5,"method":"ping"}]'
            )
            await it.click("raw_send")
            await it.until(lambda: panel.result.exchange, "the call in the batch")
            assert it.program.journal.exchange(panel.result.exchange).method == "ping"

    arun(main())


def test_a_call_goes_to_the_raw_editor(arun: Runner, tmp_path: Path) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            await it.start_demo()
            await it.choose("echo")
            await it.fill("as raw")
            it.window.workspace.current_panel()._edit_raw()
            tabs = await it.find(QTabWidget, "workspace_tabs")
            assert tabs.tabText(tabs.currentIndex()) == "Raw"
            assert '"as raw"' in it.window.workspace.current_panel().editor.text()

    arun(main())


# -- without a server


class Bench:
    """The panel of a connection that only writes down what it is to send."""

    def __init__(self, journal: Journal, folder: Path, transport: str = "stdio") -> None:
        self.story = Story(journal)
        self.offline = Offline(journal, folder)
        client = self.offline.client
        client.connection.session = Session(
            SessionInfo(1, "demo", transport, "demo-server"), journal, client.connection
        )
        client.connection.state = "connected"
        self.sent: list[tuple[bytes, Any, Any]] = []
        self.refusal = ""
        self.way = {"channel": "stdin", "direction": "out"}
        self.opens = True  # what is sent is a request that waits for its answer
        client.send_raw = self._take  # type: ignore[method-assign]
        self.panel = RawPanel(self.offline.context)
        self.panel.resize(1200, 500)

    def _take(self, data: bytes, headers: Any = (), without: Any = ()) -> int:
        if self.refusal:
            raise ClosedError(self.refusal)
        self.sent.append((data, headers, without))
        if self.opens:
            return self.story.ask("ping", "").number
        return self.story.record("notification", data, valid=True, **self.way)

    def told(self, kind: str, raw: bytes = b"{}", **fields: Any) -> int:
        """Something came, and the panel is told of it."""
        number = self.story.record(kind, raw, **fields)
        self.panel.context.feed.grew.emit(number, number)
        return number

    @property
    def words(self) -> str:
        """What is read in the panel."""
        return "\n".join(one.text() for one in self.panel.findChildren(QLabel) if one.isVisible())


@pytest.fixture
def bench(journal: Journal, tmp_path: Path, qtbot: QtBot, qloop: object) -> Iterator[Bench]:
    made = Bench(journal, tmp_path)
    qtbot.addWidget(made.panel)
    made.panel.show()
    yield made
    made.offline.close()


def _sent(bench: Bench, until: Until, count: int) -> Any:
    return until(lambda: len(bench.sent) == count and bench.panel.context.selection.record)


def test_each_template_is_another_message_with_a_number_of_its_own(bench: Bench) -> None:
    panel = bench.panel
    first = json.loads(panel.editor.text())
    assert first == {"jsonrpc": "2.0", "id": 9001, "method": "tools/list", "params": {}}
    actions = {one.objectName(): one for one in panel.findChildren(QAction)}
    for number, (name, method) in enumerate((("ping", "ping"), ("tools_call", "tools/call")), 9002):
        actions[f"template_{name}"].trigger()
        message = json.loads(panel.editor.text())
        assert (message["id"], message["method"]) == (number, method)
        assert panel.editor.isAncestorOf(panel.focusWidget())
    assert message["params"] == {"name": "echo", "arguments": {"message": "hello"}}
    panel.use_template("notification")
    message = json.loads(panel.editor.text())
    assert "id" not in message and message["params"]["requestId"] == 9001
    panel.use_template("unknown")
    message = json.loads(panel.editor.text())
    assert (message["id"], message["method"]) == (9004, "no/such/method"), "a notification takes no number"
    panel.use_template("broken")
    assert panel.editor.text().endswith('"ping"')


def test_the_line_below_says_what_the_text_is(bench: Bench) -> None:
    edit = bench.panel.editor
    for text, words, role in (
        ('{"jsonrpc":"2.0","id":1,"method":"ping"}', "40 bytes · request ping", "muted"),
        ('{"jsonrpc":"2.0","method":"notifications/x"}', "44 bytes · notification notifications/x", "muted"),
        ('{"jsonrpc":"2.0","id":1,"result":{}}', "36 bytes · a response", "muted"),
        ('{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":""}}', "an error response", "muted"),
        ('[{"jsonrpc":"2.0","id":1,"method":"a"},{"jsonrpc":"2.0","method":"b"}]', "a batch of 2", "muted"),
        ("{", "1 bytes · not a message: ", "warning"),
    ):
        edit.set_text(text)
        [label] = [one for one in bench.panel.findChildren(QLabel) if " bytes · " in one.text()]
        assert words in label.text() and tinted(label, role), text


def test_what_is_sent_is_followed_and_chosen_in_the_timeline(
    bench: Bench, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        panel = bench.panel
        panel.editor.set_text('{\n "jsonrpc": "2.0", "id": 3, "method": "ping"}')
        the(panel, QPushButton, "raw_send").click()
        await _sent(bench, until, 1)
        assert bench.sent == [(b'{"jsonrpc":"2.0","id":3,"method":"ping"}', (), ())]
        assert panel.result.exchange == panel.context.selection.record == 1
        panel.editor.set_exact(True)
        panel.editor.set_exact_bytes(b"{\n}")
        panel.editor.submitted.emit()
        await _sent(bench, until, 2)
        assert bench.sent[1][0] == b"{\n}", "exact bytes keep their line breaks"

    arun(main())


def test_several_lines_are_sent_one_after_the_other_and_the_first_is_followed(
    bench: Bench, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        panel = bench.panel
        one, two = (f'{{"jsonrpc":"2.0","id":{number},"method":"ping"}}' for number in (1, 2))
        panel.editor.set_exact(True)
        panel.editor.set_text(f"{one}\n{two}\n")
        assert panel.as_lines.isVisible() and panel.as_lines.text() == "Send as 2 messages, one per line"
        panel.as_lines.click()
        await _sent(bench, until, 2)
        assert [data for data, _, _ in bench.sent] == [one.encode(), two.encode()]
        assert panel.result.exchange == panel.context.selection.record == 1

    arun(main())


def test_what_could_not_be_sent_says_why_in_place_of_the_last_answer(
    bench: Bench, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        panel = bench.panel
        panel.run()
        await _sent(bench, until, 1)
        bench.refusal = "It hung up."
        panel.run()
        await until(lambda: "It hung up." in bench.words)
        assert "✗ not sent" in bench.words and panel.result.exchange == 0

    arun(main())


def test_nothing_is_sent_without_a_connection_or_while_a_fault_is_on_its_way(
    bench: Bench, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        panel, client = bench.panel, bench.offline.client
        send = the(panel, QPushButton, "raw_send")
        panel.editor.set_exact(True)
        for state, busy in (("closed", False), ("connected", True)):
            client.connection.state = state
            panel.bench.busy.emit(busy)
            panel.refresh()
            assert not send.isEnabled()
            panel.run()
            panel.as_lines.clicked.emit()
        client.connection.state = "connected"
        panel.bench.busy.emit(False)
        assert send.isEnabled()
        panel.run()
        await _sent(bench, until, 1)
        assert len(bench.sent) == 1

    arun(main())


def test_an_answer_without_an_id_is_shown_when_it_can_be_one(
    bench: Bench, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        bench.opens = False
        panel = bench.panel
        panel.run()
        await _sent(bench, until, 1)
        assert (
            panel.result.exchange == 0 and "Sent as #1; it has no id, so there is no response." in bench.words
        )
        for kind, fields in (
            ("error", {"session": 2}),
            ("error", {"direction": "out"}),
            ("error", {"exchange": 7}),
            ("notification", {}),
            ("error", {"role": "probe"}),
        ):
            bench.told(kind, **fields)
            assert "response in" not in bench.words, (kind, fields)
        number = bench.told("error", b'{"error": "what?"}')
        assert f"response in #{number}, without an id" in bench.words and '{"error": "what?"}' in bench.words
        bench.told("error", b"a later one")
        assert f"response in #{number}" in bench.words, "the first one is the answer"

    arun(main())


def test_over_http_only_the_same_post_can_answer(
    journal: Journal, tmp_path: Path, qtbot: QtBot, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        bench = Bench(journal, tmp_path, "http")
        qtbot.addWidget(bench.panel)
        bench.panel.show()
        bench.opens, bench.way = False, {"channel": "post 4", "direction": "out"}
        bench.panel.run()
        await _sent(bench, until, 1)
        bench.told("error", channel="post 5")
        assert "response in" not in bench.words
        number = bench.told("malformed", channel="post 4")
        assert f"response in #{number}" in bench.words
        bench.offline.close()

    arun(main())


def test_an_answer_that_comes_long_after_belongs_to_something_else(
    bench: Bench, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        bench.opens = False
        bench.panel.run()
        await _sent(bench, until, 1)
        for _ in range(50):
            bench.told("stderr", channel="stderr")
        bench.told("error")
        assert "response in" not in bench.words
        bench.panel.run()
        await _sent(bench, until, 2)
        for _ in range(49):
            bench.told("stderr", channel="stderr")
        bench.told("error")
        assert "response in" in bench.words, "the fiftieth record can still be it"

    arun(main())


def test_headers_are_there_over_http_and_go_out_while_they_are_seen(
    journal: Journal, tmp_path: Path, qtbot: QtBot, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        bench = Bench(journal, tmp_path, "http")
        panel = bench.panel
        qtbot.addWidget(panel)
        panel.show()
        lines, button = (
            the(panel, QPlainTextEdit, "raw_headers"),
            the(panel, QToolButton, "raw_headers_button"),
        )
        assert button.isVisible() and not lines.isVisible()
        closed = button.icon().cacheKey()
        button.click()
        assert lines.isVisible() and button.icon().cacheKey() != closed
        lines.setPlainText("X-One: 1\nOrigin:")
        panel.run()
        await _sent(bench, until, 1)
        assert bench.sent[0][1:] == ((("X-One", "1"),), ("Origin",))
        lines.setPlainText("no header")
        panel.run()
        await until(lambda: "“no header” is not a header" in bench.words)
        button.click()
        assert not lines.isVisible()
        panel.run()
        await _sent(bench, until, 2)
        assert bench.sent[1][1:] == ((), ()), "hidden they have no effect"
        panel.bench.headers_wanted.emit()
        assert lines.isVisible()
        bench.offline.close()

    arun(main())


def test_over_pipes_there_are_no_headers(bench: Bench) -> None:
    assert not the(bench.panel, QToolButton, "raw_headers_button").isVisible()
    bench.panel.bench.headers_wanted.emit()
    assert not the(bench.panel, QPlainTextEdit, "raw_headers").isVisible()


def test_the_faults_open_beside_the_message_with_their_filter_ready(bench: Bench) -> None:
    panel = bench.panel
    box = the(panel, QLineEdit, "fault_filter")
    assert not box.isVisible()
    panel.editor.setFocus()
    the(panel, QToolButton, "raw_faults").click()
    assert box.isVisible() and panel.focusWidget() is box
    panel.focus_main()
    assert panel.editor.isAncestorOf(panel.focusWidget())
    the(panel, QToolButton, "raw_faults").click()
    assert not box.isVisible() and panel.editor.isAncestorOf(panel.focusWidget())


def test_the_table_of_faults_stands_in_the_place_of_the_message_until_something_is_sent(
    bench: Bench, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        panel = bench.panel
        panel.bench.table_wanted.emit(True)
        assert panel.bench.table.isVisible() and not panel.editor.isVisible()
        panel.bench.table_wanted.emit(False)
        assert panel.editor.isVisible()
        panel.bench.table_wanted.emit(True)
        panel.run()
        assert panel.editor.isVisible()
        await _sent(bench, until, 1)
        panel.bench.sent.emit(bench.story.ask("ping", "").number)
        assert panel.result.exchange == 2, "what a fault became is followed, too"

    arun(main())


def test_a_message_from_elsewhere_comes_into_the_editor_byte_for_byte(bench: Bench) -> None:
    the(bench.panel, QPushButton, "raw_send").setFocus()
    bench.panel.edit(b'{"x":  1.0}')
    assert bench.panel.editor.exact_bytes() == b'{"x":  1.0}'
    assert bench.panel.editor.isAncestorOf(bench.panel.focusWidget())


def test_the_editor_gets_the_height_and_no_part_can_be_dragged_away(bench: Bench) -> None:
    panel = bench.panel
    assert panel.editor.height() > panel.height() * 0.7
    assert not any(one.childrenCollapsible() for one in panel.findChildren(QSplitter) if one.count() > 1)
    editor, result = panel.editor.width(), panel.result.width()
    assert abs(editor - result) < panel.width() * 0.1, "the message and its answer are as wide"
    assert the(panel, QWidget, "raw_editor").accessibleName() == "Message to send"


def test_methods_of_a_client_are_proposed_with_what_they_are_about() -> None:
    proposed = {one["const"]: one["title"] for one in MESSAGE["properties"]["method"]["oneOf"]}
    assert proposed["tools/call"] == "params.name" and proposed["resources/read"] == "params.uri"
    assert proposed["ping"] == "" and "notifications/cancelled" in proposed
    assert "sampling/createMessage" not in proposed and "roots/list" not in proposed
    assert set(proposed) == {method.name for method in METHODS.values() if method.sender != "server"}
    params = set(MESSAGE["properties"]["params"]["properties"])
    assert {"name", "uri", "arguments", "cursor", "_meta"} <= params and "" not in params


def test_what_can_be_chosen_stands_above_the_message_and_how_it_is_sent_below(bench: Bench) -> None:
    panel = bench.panel
    QApplication.processEvents()
    faults, templates = the(panel, QToolButton, "raw_faults"), the(panel, QToolButton, "raw_templates")
    send = the(panel, QPushButton, "raw_send")
    left = panel.editor.parentWidget()
    assert left is not None
    places = [one.mapTo(left, QPoint()) for one in (faults, templates, panel.editor, send)]
    assert places[0].y() < places[2].y() < places[3].y() and places[0].x() < places[1].x()
    assert places[0].x() > left.width() // 3, "what is free lies behind the title"
    assert places[1].x() + templates.width() == left.width() - theme.SPACE
    assert panel.editor.width() == left.width() and places[3].x() == theme.SPACE_WIDE
    height = panel.editor.height()
    panel.resize(1200, 600)
    QApplication.processEvents()
    assert panel.editor.height() == height + 100
    assert faults.toolButtonStyle() == Qt.ToolButtonStyle.ToolButtonTextBesideIcon and faults.isCheckable()
    assert not panel.as_lines.isVisible() and not panel.bench.list.isVisible()
    faults.click()
    QApplication.processEvents()
    width = panel.bench.list.width()
    panel.resize(1500, 600)
    QApplication.processEvents()
    assert panel.bench.list.width() == width, "the message takes the room"


def test_what_the_answer_asks_for_goes_on_to_the_window(bench: Bench) -> None:
    told: list[tuple[Any, ...]] = []
    intents, result = bench.panel.context.intents, bench.panel.result
    intents.read_resource.connect(lambda *args: told.append(args))
    intents.path_selected.connect(lambda *args: told.append(args))
    result.read_resource.emit("file:///a")
    result.path_selected.emit("$.a")
    assert told == [("file:///a",), ("$.a",)]
