"""The window as a user uses it: keys and clicks on a real server process."""

from __future__ import annotations

import sys
from collections.abc import Callable, Coroutine
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QMimeData, QPoint, Qt
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QLabel,
    QLineEdit,
    QListView,
    QPlainTextEdit,
    QPushButton,
    QTabWidget,
    QToolBar,
    QToolButton,
    QWidget,
)

from inspector.core.transfer.paste import profile_from_words
from inspector.errors import Explanation
from inspector.trace.journal import Journal
from inspector.ui.servers.edit_server import EditServer
from inspector.ui.text.big_text import BigText
from inspector.ui.windows.session_window import SessionWindow
from tests.servers import RealServers
from tests.ui.live import Live, live

Runner = Callable[[Coroutine[Any, Any, Any]], Any]
pytestmark = pytest.mark.gui

CRASHING = """
import json, os, sys
for line in sys.stdin:
    message = json.loads(line)
    method, number = message.get("method"), message.get("id")
    if method == "initialize":
        result = {"protocolVersion": message["params"]["protocolVersion"], "capabilities": {"tools": {}},
                  "serverInfo": {"name": "crashing", "version": "1"}}
    elif method == "tools/list":
        result = {"tools": [{"name": "crash", "inputSchema": {"type": "object"}}]}
    elif method == "tools/call":
        sys.stderr.write("Fatal: boom\\n"); sys.stderr.flush(); os._exit(17)
    elif number is None:
        continue
    else:
        error = {"code": -32601, "message": "no such method"}
        print(json.dumps({"jsonrpc": "2.0", "id": number, "error": error}), flush=True)
        continue
    print(json.dumps({"jsonrpc": "2.0", "id": number, "result": result}), flush=True)
"""


def test_the_keyboard_begins_at_the_demo_server(arun: Runner, tmp_path: Path) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            demo = await it.find(QWidget, "try_demo")
            await it.until(demo.hasFocus, "the keyboard")
            QTest.keyClick(demo, Qt.Key.Key_Return)
            await it.connected("demo")

    arun(main())


def test_from_the_empty_start_to_a_result_in_the_timeline(arun: Runner, tmp_path: Path) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            assert it.window.welcome.isVisible()
            await it.start_demo()
            await it.choose("echo")
            await it.fill("hello")
            call = await it.run_tool()
            assert (call.target, call.status) == ("echo", "done")
            result = await it.find(QWidget, "result_view")
            await it.until(lambda: "hello" in _words(result), "the text of the result")
            model = it.window.timeline.view.model()
            await it.until(lambda: model.rowCount() > 0 and it.window.timeline.shown >= 6, "rows")
            await it.click("result_view_record")
            assert it.window.selection.record == call.number
            assert it.window.bench.side.isVisible()

    arun(main())


def test_the_counts_of_the_status_bar_follow(arun: Runner, tmp_path: Path) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            counts = await it.find(QLabel, "status_records")
            assert counts.text() == "0 servers · 0 records · 0 shown"
            await it.start_demo()
            journal = it.program.journal
            await it.until(
                lambda: counts.text().startswith(f"1 server · {journal.last} records"), "the counts"
            )

    arun(main())


def test_arguments_are_remembered_and_form_and_json_are_one_text(arun: Runner, tmp_path: Path) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            await it.start_demo()
            await it.choose("echo")
            await it.fill("remember me")
            await it.choose("add")
            await it.choose("echo")
            panel = it.window.workspace.current_panel()
            assert '"remember me"' in panel.form.text()
            panel.form.choose_view("json")
            assert panel.form.editor.text() == panel.form.form.text()
            panel.form.editor.set_text('{"message": 9007199254740993, "extra": 1.10}')
            call = await it.run_tool()
            sent = it.program.journal.record(call.number).raw
            assert b'{"message":9007199254740993,"extra":1.10}' in sent.replace(b" ", b"")

    arun(main())


def test_what_does_not_fit_is_marked_first_and_sent_by_a_second_run(arun: Runner, tmp_path: Path) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            await it.start_demo()
            await it.choose("echo")
            before = it.program.journal.last
            await it.click("run_button")
            button = await it.find(QPushButton, "run_button")
            await it.until(lambda: button.text() == "Run anyway", "the verdict")
            assert it.calls(before) == []
            faults = await it.find(QToolButton, "tool_form_faults_button")
            assert faults.accessibleName() == "1 problem"
            call = await it.run_tool()
            assert call.status == "failed"

    arun(main())


def test_a_running_call_is_cancelled_with_the_button(arun: Runner, tmp_path: Path) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            await it.start_demo()
            await it.choose("long_running")
            before = it.program.journal.last
            await it.click("run_button")
            await it.click("cancel_button")
            call = await it.ended_call(before)
            assert call.status == "cancelled"
            state = await it.find(QLabel, "result_view_state")
            await it.until(lambda: state.text().startswith("⊘"), "the header")

    arun(main())


def test_keys_run_filter_and_walk(arun: Runner, tmp_path: Path) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            await it.start_demo()
            await it.choose("no_arguments")
            before = it.program.journal.last
            QTest.keyClick(it.window, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
            assert (await it.ended_call(before)).target == "no_arguments"
            QTest.keyClick(it.window, Qt.Key.Key_L, Qt.KeyboardModifier.ControlModifier)
            assert QApplication.focusWidget().objectName() == "timeline_filter"
            QTest.keySequence(it.window, "Ctrl+Alt+J")
            assert QApplication.focusWidget().objectName() == "tool_filter"
            tabs = await it.find(QTabWidget, "workspace_tabs")
            QTest.keyClick(it.window, Qt.Key.Key_2, Qt.KeyboardModifier.AltModifier)
            assert tabs.tabText(tabs.currentIndex()).startswith("Resources")
            for key, page, walked in (
                (Qt.Key.Key_9, "console", {"servers", "timeline", "middle"}),
                (Qt.Key.Key_0, "findings", {"servers", "middle"}),  # none: there is nothing to go to
            ):
                QTest.keyClick(it.window, key, Qt.KeyboardModifier.AltModifier)
                assert it.window.bench.front == page, "those of the drawer come after the others"
                seen = set()
                for _ in range(6):
                    QTest.keyClick(it.window, Qt.Key.Key_F6)
                    seen.add(_pane(it, QApplication.focusWidget()))
                assert walked <= seen

    arun(main())


def test_the_palette_finds_a_tool_of_any_server(arun: Runner, tmp_path: Path) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            await it.start_demo()
            QTest.keyClick(it.window, Qt.Key.Key_K, Qt.KeyboardModifier.ControlModifier)
            edit = await it.find(QLineEdit, "palette_text")
            QTest.keyClicks(edit, "booktab")
            QTest.keyClick(edit, Qt.Key.Key_Return)
            panel = it.window.workspace.current_panel()
            assert panel.list.key() == "book_table"
            assert not it.window.palette_box.isVisible()

    arun(main())


def test_a_server_is_added_by_pasting_and_pressing_enter(arun: Runner, tmp_path: Path) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            QTest.keyClick(it.window, Qt.Key.Key_N, Qt.KeyboardModifier.ControlModifier)
            edit = await it.find(QPlainTextEdit, "add_server_text")
            command = (
                f'{{"mcpServers": {{"mine": {{"command": "{sys.executable}", "args": ["-c", "pass"]}}}}}}'
            )
            edit.setPlainText(command)
            QTest.keyClick(edit, Qt.Key.Key_Return)
            assert it.program.servers.current == "mine"
            client = it.program.servers.client("mine")
            await it.until(lambda: client.state == "failed", "the failure of a program that ends at once")
            failure = await it.find(QWidget, "failure")
            assert "exit code 0" in failure.accessibleName() or "ended" in failure.accessibleName()
        assert '"mine"' in (tmp_path / "servers.json").read_text()

    arun(main())


def test_ctrl_enter_in_the_box_adds_a_server_and_runs_no_tool(arun: Runner, tmp_path: Path) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            await it.start_demo()
            await it.choose("no_arguments")
            QTest.keyClick(it.window, Qt.Key.Key_N, Qt.KeyboardModifier.ControlModifier)
            edit = await it.find(QPlainTextEdit, "add_server_text")
            edit.setPlainText(f'"{sys.executable}" -c pass')
            before = it.window.journal.last
            QTest.keyClick(edit, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
            assert len(it.program.servers.names()) == 2
            calls = [it.window.journal.record(n) for n in range(before + 1, it.window.journal.last + 1)]
            assert not [one for one in calls if one is not None and one.method == "tools/call"]

    arun(main())


def test_a_server_that_connected_unseen_opens_at_its_tools(arun: Runner, tmp_path: Path) -> None:
    script = tmp_path / "crashing.py"
    script.write_text(CRASHING)

    async def main() -> None:
        async with live(tmp_path) as it:
            words = (sys.executable, str(script))
            it.window.add_profiles(
                [profile_from_words(words, "one"), profile_from_words(words, "other")], False
            )
            client = it.program.servers.client("other")
            await it.until(lambda: client.catalog.fetched("tools"), "the tools of the other server")
            it.program.servers.select("other")
            await it.until(lambda: it.window.workspace.current_key() == "tools", "its tools in front")

    arun(main())


def test_a_panel_can_be_shown_before_the_window_was_told_of_it(arun: Runner, tmp_path: Path) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            await it.start_demo()
            workspace = it.window.workspace
            assert workspace is not None
            place = workspace.place_of("prompts")
            workspace.tabs.removeTab(place)
            workspace.show_panel("prompts")
            assert (workspace.current_key(), workspace.place_of("prompts")) == ("prompts", place)
            workspace.show_panel("apps of another program")
            assert workspace.current_key() == "prompts"

    arun(main())


def test_after_a_crash_everything_known_stays_on_screen(arun: Runner, tmp_path: Path) -> None:
    script = tmp_path / "crashing.py"
    script.write_text(CRASHING)

    async def main() -> None:
        async with live(tmp_path) as it:
            it.add("crashing", sys.executable, str(script))
            await it.connected("crashing")
            await it.choose("crash")
            call = await it.run_tool()
            assert call.status == "lost"
            strip = await it.find(QWidget, "failure_strip")
            assert "exit code 17" in strip.text()
            state = await it.find(QLabel, "result_view_state")
            assert state.text().startswith("⚠")
            await it.click("strip_stderr")
            console = await it.find(QPlainTextEdit, "console_view")
            assert "Fatal: boom" in console.toPlainText()
            numbers = it.program.journal.visible("calls", 1, it.program.journal.last)
            assert call.number in numbers
            it.window.workspace.show_panel("tools")
            await it.click("strip_restart")
            await it.until(
                lambda: it.program.servers.get("crashing").state == "connected", "a new connection"
            )
            await it.until(lambda: not strip.isVisible(), "the strip to go")

    arun(main())


def test_all_tabs_are_seen_in_the_smallest_window(arun: Runner, tmp_path: Path) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            await it.start_demo()
            tabs = await it.find(QTabWidget, "workspace_tabs")
            await it.until(lambda: tabs.count() == 8, "all tabs")
            it.window.resize(1024, 640)
            await it.until(lambda: it.window.width() == 1024, "the size")
            drawer = it.window.bench.tabs
            assert [place for place in range(8) if tabs.isTabVisible(place)] == [0, 1, 2, 3]
            more = await it.find(QToolButton, "workspace_more")
            assert tabs.tabBar().tabRect(3).right() < more.x() and more.geometry().right() <= tabs.width()
            assert drawer.count() == 4 and drawer.tabRect(3).right() <= drawer.width()

    arun(main())


@pytest.mark.parametrize("key", ["tools", "subscriptions", "raw", "server", "console"])
def test_restarting_leaves_the_tab_and_takes_no_focus(arun: Runner, tmp_path: Path, key: str) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            await it.start_demo()
            workspace = it.window.workspace
            assert workspace is not None
            client = workspace.context.client
            workspace.show_panel(key)
            panel = workspace.current_panel()
            assert panel is not None
            panel.focus_main()
            seen: set[str] = set()
            workspace.tabs.currentChanged.connect(lambda _place: seen.add(workspace.current_key()))
            await it.click("restart_button")
            await it.until(lambda: client.state == "connecting", "another attempt")
            await it.until(lambda: client.state == "connected", "another connection")
            pages = [page for page in workspace._pages.values() if page.spec.key != "authorization"]
            bench, above = it.window.bench, [page for page in pages if not page.spec.drawer]
            below = [page for page in pages if page.spec.drawer]
            await it.until(lambda: workspace.tabs.count() == len(above), "all tabs of a command")
            assert [workspace.tabs.indexOf(page) for page in above] == [*range(len(above))]
            assert [bench.stack.indexOf(page) for page in below] == [1, 2, 3]
            assert it.window.sees_panel(key) and seen <= {key}
            focus: QWidget | None = QApplication.focusWidget()  # none: what had it went away
            assert focus is None or bench.isAncestorOf(focus)

    arun(main())


def test_a_server_that_is_edited_already_gets_no_second_form(arun: Runner, tmp_path: Path) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            for name in ("one", "two"):
                it.program.servers.add(profile_from_words(("no-such-program",), name), False)
            for name, page in (("one", "connection"), ("one", "declare"), ("two", "connection")):
                it.window.edit(name, page)
            forms = it.window.findChildren(EditServer)
            assert [form.name_before for form in forms] == ["one", "two"]
            forms[0].close()
            await it.until(lambda: it.window.findChildren(EditServer) == forms[1:], "the form to go")
            it.window.edit("one")
            assert len(it.window.findChildren(EditServer)) == 2

    arun(main())


def test_two_servers_live_side_by_side_and_keep_their_own_panels(arun: Runner, tmp_path: Path) -> None:
    script = tmp_path / "crashing.py"
    script.write_text(CRASHING)

    async def main() -> None:
        async with live(tmp_path) as it:
            await it.start_demo()
            await it.choose("add")
            it.add("other", sys.executable, str(script))
            await it.connected("other")
            assert it.window.workspace.current_panel().list.key() == "crash"
            servers = await it.find(QListView, "server_list")
            place = servers.visualRect(servers.model().index(0, 0)).center()
            QTest.mouseClick(servers.viewport(), Qt.MouseButton.LeftButton, pos=place)
            assert it.program.servers.current == "demo"
            assert it.window.workspace.current_panel().list.key() == "add"
            assert len(it.window.findChildren(QTabWidget, "workspace_tabs")) == 1

    arun(main())


def test_a_server_that_was_edited_while_connected_is_shown_as_it_is_after_restart(
    arun: Runner, tmp_path: Path
) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            await it.start_demo()
            servers = it.program.servers
            profile = servers.get("demo").profile
            old = it.window.workspace
            servers.change("demo", replace(profile, timeout_s=7.0))
            servers.restart("demo")
            client = servers.client("demo")
            await it.until(lambda: client.session_number == 2 and client.state == "connected", "again")
            assert it.window.workspace is old and client.profile.timeout_s == 7.0
            other = replace(profile.target, env={**profile.target.env, "X": "1"})
            servers.change("demo", replace(profile, target=other))
            servers.restart("demo")
            await it.until(lambda: it.window.workspace is not old, "the workspace of another server")
            await it.connected("demo")
            assert it.window.workspace.context.client is servers.client("demo")

    arun(main())


def test_the_menu_says_whether_the_overview_is_wanted(arun: Runner, tmp_path: Path) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            action, stage = it.window.actions_by_key["toggle_overview"], it.window.timeline.stage
            assert action.isChecked()
            action.trigger()
            assert not stage.overview_wanted
            assert not action.isChecked()
            stage.want_overview(True)  # as the waterfall's menu does
            assert action.isChecked()

    arun(main())


def test_a_session_is_saved_and_opened_for_reading(arun: Runner, tmp_path: Path) -> None:
    path = tmp_path / "saved.mcptrace"

    async def main() -> None:
        async with live(tmp_path) as it:
            await it.start_demo()
            await it.program.files.save(it.window, path)
            assert it.program.open_file(path)
            window = next(one for one in it.program.windows if isinstance(one, SessionWindow))
            assert window.journal.read_only
            await it.until(lambda: window.timeline.shown > 4, "rows of the file")
            window.close()
        journal = Journal.open(path)
        assert journal.last >= 6
        journal.close()

    arun(main())


def test_a_file_that_is_no_session_is_explained(arun: Runner, tmp_path: Path) -> None:
    path = tmp_path / "notes.mcptrace"
    path.write_text("this is no session")

    async def main() -> None:
        async with live(tmp_path) as it:
            assert not it.program.open_file(path)
            notice = await it.find(QWidget, "open_trouble")
            assert "notes.mcptrace" in notice.text()

    arun(main())


def test_text_dropped_on_the_window_is_offered_as_a_server(arun: Runner, tmp_path: Path) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            data = QMimeData()
            data.setText("https://example.com/mcp")
            place, copy = QPoint(100, 100), Qt.DropAction.CopyAction
            how = (copy, data, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier)
            QApplication.sendEvent(it.window, QDragEnterEvent(place, *how))
            QApplication.sendEvent(it.window, QDropEvent(place.toPointF(), *how))
            edit = await it.find(QPlainTextEdit, "add_server_text")
            assert edit.toPlainText() == "https://example.com/mcp"
            assert it.window.add_server.box._profiles[0].target.url == "https://example.com/mcp"

    arun(main())


def test_the_layout_comes_back_at_the_next_start(arun: Runner, tmp_path: Path) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            it.window.actions_by_key["toggle_servers"].trigger()
            it.window.resize(1024, 700)
        async with live(tmp_path) as it:
            assert it.window.bench.servers.isHidden()
            assert it.window.height() == 700

    arun(main())


def test_closing_the_last_window_ends_the_program(arun: Runner, tmp_path: Path) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            await it.start_demo()
            it.window.close()
            await it.until(it.program.finished.is_set, "the end")

    arun(main())


@pytest.mark.real
def test_a_tool_of_a_server_that_is_not_ours(arun: Runner, tmp_path: Path, real_servers: RealServers) -> None:
    command = real_servers("everything")

    async def main() -> None:
        async with live(tmp_path) as it:
            it.add("everything", *command)
            await it.connected("everything")
            await it.choose("echo")
            await it.fill("over the wire")
            call = await it.run_tool()
            assert call.status == "done"
            result = await it.find(QWidget, "result_view")
            await it.until(lambda: "over the wire" in _words(result), "the text of the result")

    arun(main())


# -- without a connection


def _servers(it: Live, *names: str) -> None:
    """Servers that nobody connects."""
    for name in names:
        it.program.servers.add(profile_from_words([f"http://127.0.0.1:1/{name}"], name), saved=False)


def _heard(it: Live, patch: pytest.MonkeyPatch, owner: object, *names: str) -> list[tuple[Any, ...]]:
    """What is asked of these methods, instead of doing it."""
    told: list[tuple[Any, ...]] = []
    for name in names:
        patch.setattr(
            owner, name, lambda *words, name=name, **more: told.append((name, *words, *more.items()))
        )
    return told


def test_the_menu_acts_on_the_server_that_is_chosen(
    arun: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            _servers(it, "one", "two")
            it.program.servers.select("two")
            told = _heard(
                it, monkeypatch, it.program.servers, "connect_server", "disconnect_server", "restart"
            )
            for key in ("connect", "disconnect", "restart"):
                action = it.window.actions_by_key[key]
                action.setEnabled(True)
                action.trigger()
            assert told == [("connect_server", "two"), ("disconnect_server", "two"), ("restart", "two")]

    arun(main())


def test_what_a_failure_offers_is_done_to_its_server(
    arun: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            _servers(it, "one", "two")
            it.program.servers.select("two")
            space = it.window.workspace
            assert space is not None
            told = _heard(it, monkeypatch, it.program.servers, "retry", "restart", "declare")
            for action in ("retry_legacy", "retry_modern", "retry_sse", "retry_auto", "retry", "no such"):
                space.acted.emit(action)
            assert told == [
                ("retry", "two", ("era", "legacy")),
                ("retry", "two", ("era", "modern")),
                ("retry", "two", ("transport", "sse")),
                ("retry", "two", ("transport", "auto")),
                ("restart", "two"),
            ]
            told.clear()
            space.acted.emit("declare")
            assert told == [], "nothing failed"
            space.context.client.connection.failure = Explanation("refused", requires={"sampling": {}})
            space.acted.emit("declare")
            assert told == [("declare", "two", {"sampling": {}}), ("restart", "two")]
            space.context.client.connection.failure = None
            boxes = _heard(it, monkeypatch, it.window.filling_in, "ask")
            boxes += _heard(it, monkeypatch, it.window.installing, "open")
            edited = _heard(it, monkeypatch, it.window, "edit")
            for action in ("edit_server", "edit_declared", "edit_auth"):
                space.acted.emit(action)
            assert edited == [
                ("edit", "two"),
                ("edit", "two", "declare"),
                ("edit", "two", "authorization"),
            ]

    arun(main())


def test_the_next_and_the_previous_server_are_walked_in_a_ring(arun: Runner, tmp_path: Path) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            forward, back = (it.window.actions_by_key[key] for key in ("next_server", "previous_server"))
            forward.trigger()
            assert it.program.servers.current == ""
            _servers(it, "one", "two", "three")
            order = it.window.server_list.order()
            assert sorted(order) == ["one", "three", "two"]
            walked = []
            for _ in range(4):
                forward.trigger()
                walked.append(it.program.servers.current)
            assert walked == [*order, order[0]]
            back.trigger()
            assert it.program.servers.current == order[2]

    arun(main())


def test_keys_of_panels_go_to_the_one_on_screen_and_nowhere_on_the_welcome_page(
    arun: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            keys = [it.window.actions_by_key[key] for key in ("run", "twin_call", "filter_panel", "tab_1")]
            for action in keys:
                action.trigger()
            assert it.window.workspace is None and it.window.welcome.isVisible()
            _servers(it, "one")
            it.program.servers.select("one")
            space = it.window.workspace
            assert space is not None and space.isVisible() and not it.window.welcome.isVisible()
            panel = space.current_panel()
            told = _heard(it, monkeypatch, panel, "run", "twin", "focus_filter")
            told_space = _heard(it, monkeypatch, space, "show_tab")
            for action in (*keys, it.window.actions_by_key["tab_3"]):
                action.trigger()
            assert told == [("run",), ("twin",), ("focus_filter",)]
            assert told_space == [("show_tab", 0), ("show_tab", 2)]

    arun(main())


def test_a_server_that_goes_takes_its_workspace_with_it(arun: Runner, tmp_path: Path) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            _servers(it, "one", "two")
            servers, window = it.program.servers, it.window
            servers.select("one")
            first = window.workspace
            servers.select("two")
            second = window.workspace
            assert first is not None and second is not None and first is not second
            assert first.window() is not window, "names of hidden workspaces are not in the window"
            assert set(window.parts()) == {window, first, second}
            servers.select("one")
            assert window.workspace is first and first.window() is window
            servers.remove("two")
            await it.until(lambda: set(window.parts()) == {window, first}, "that it is gone")
            servers.remove("one")
            assert window.workspace is None and window.welcome.isVisible()
            assert window.parts() == [window]

    arun(main())


def test_what_is_half_typed_in_a_workspace_goes_on_when_it_is_shown_again(
    arun: Runner, tmp_path: Path
) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            _servers(it, "one", "two")
            servers, window = it.program.servers, it.window
            servers.select("one")
            window.selection.select(0)
            memory = window.memory()
            shared, left, tour = memory
            assert tour == -1 and list(left) == [id(servers.client("one"))]
            resumed: list[Any] = []
            space = window.workspace
            assert space is not None
            space.resume = resumed.append  # type: ignore[method-assign]
            window.resume((shared, left, -1))
            assert len(resumed) == 1
            servers.select("two")
            servers.select("one")
            assert len(resumed) == 1, "given back once"
            assert not window.tour.place >= 0

    arun(main())


def test_the_palette_opens_servers_and_items_where_they_belong(
    arun: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            _servers(it, "one", "two")
            servers = it.program.servers
            servers.select("one")
            told = _heard(it, monkeypatch, servers, "connect_server")
            entries = {(entry.kind, entry.name): entry for entry in it.window.entries()}
            entries["server", "two"].run()
            assert servers.current == "two" and told == [("connect_server", "two")]
            wanted: list[str] = []
            it.window.setting_wanted.disconnect()
            it.window.setting_wanted.connect(wanted.append)
            settings: list[Any] = [one.run for (kind, _), one in entries.items() if kind == "setting"]
            [setting] = [run for run in settings if run.args == ("theme",)]
            setting()
            assert wanted == ["theme"]
            assert ("action", "Next server") in entries

    arun(main())


def test_a_server_can_be_looked_for_although_the_list_was_closed(arun: Runner, tmp_path: Path) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            _servers(it, "one", "two")
            pane = it.window.bench.servers
            it.window.actions_by_key["toggle_servers"].trigger()
            assert pane.isHidden()
            it.window.actions_by_key["search_servers"].trigger()
            await it.until(pane.isVisible, "the list")
            focus = QApplication.focusWidget()
            assert focus is not None and pane.isAncestorOf(focus) and isinstance(focus, QLineEdit)

    arun(main())


def test_buttons_of_the_welcome_page_and_of_the_bar_open_what_they_say(
    arun: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            window = it.window
            signals: list[str] = []
            for name in ("open_wanted", "help_wanted", "settings_wanted", "theme_chosen"):
                signal = getattr(window, name)
                signal.disconnect()
                signal.connect(lambda *what, name=name: signals.append((name, *what)))
            window.welcome.open_wanted.emit()
            window.welcome.guide_wanted.emit()
            window.top_bar.settings_wanted.emit()
            window.top_bar.theme_wanted.emit("dark")
            assert signals == [
                ("open_wanted",),
                ("help_wanted", "here"),
                ("settings_wanted",),
                ("theme_chosen", "dark"),
            ]
            for signal in (window.top_bar.add_wanted, window.server_list.add_wanted):
                signal.emit()
                assert window.add_server.isVisible()
                window.add_server.dismiss()
                assert not window.add_server.isVisible()
            window.top_bar.palette_wanted.emit()
            assert window.palette_box.isVisible()
            window.palette_box.dismiss()
            window.actions_by_key["shortcuts"].trigger()
            assert window.shortcuts_box.isVisible()
            window.shortcuts_box.dismiss()
            told = _heard(it, monkeypatch, window.importing, "open")
            window.add_server.open()
            window.add_server.import_wanted.emit()
            assert told == [("open",)] and not window.add_server.isVisible()
            offers = _heard(it, monkeypatch, window.offers, "open_file", "open_text")
            window.add_server.open()
            window.add_server.box.offer_file_wanted.emit(tmp_path / "a.mcpb")
            assert not window.add_server.isVisible()
            window.welcome.box.offer_text_wanted.emit("{}")
            assert offers == [("open_file", tmp_path / "a.mcpb"), ("open_text", "{}")]

    arun(main())


def test_the_bar_stays_where_it_is(arun: Runner, tmp_path: Path) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            bar = await it.find(QToolBar, "top_bar")
            assert not bar.isMovable() and not bar.toggleViewAction().isVisible()
            assert it.window.windowTitle() == "MCP Desktop Inspector"
            assert it.window.edit("no such server") is None  # type: ignore[func-returns-value]
            assert not it.window.findChildren(EditServer)

    arun(main())


def _words(widget: QWidget) -> str:
    """The text of the result, whatever shows it."""
    large = [bytes(view.data()).decode() for view in widget.findChildren(BigText)]
    return "\n".join([*large, *(label.text() for label in widget.findChildren(QLabel))])


def _pane(it: Live, focus: QWidget | None) -> str:
    if focus is None:
        return ""
    bench = it.window.bench
    panes = {"servers": bench.servers, "middle": bench.middle, "timeline": bench.stack, "detail": bench.side}
    return next((name for name, pane in panes.items() if pane.isAncestorOf(focus)), focus.objectName())
