"""List, form and result of tools: what is remembered of each, copied, checked, cancelled and given on."""

from __future__ import annotations

import asyncio
import json
import shlex
from collections.abc import Callable, Coroutine, Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QComboBox,
    QLabel,
    QLineEdit,
    QMenu,
    QPushButton,
    QSplitter,
    QToolButton,
    QWidget,
)
from pytestqt.qtbot import QtBot

from inspector.core.client.answers import Answer
from inspector.core.client.catalog import Catalog
from inspector.core.client.item_calls import ItemCall
from inspector.core.client.session import Session
from inspector.core.storage.value_history import ArgumentsPlace
from inspector.errors import ClosedError
from inspector.protocol.records import SessionInfo
from inspector.trace.journal import Journal
from inspector.ui.content.remarks import Remark
from inspector.ui.panels.calling.calling import CallingPanel
from inspector.ui.panels.paged import ODD
from inspector.ui.panels.raw import RawPanel
from inspector.ui.panels.resources import ResourcesPanel
from inspector.ui.panels.tools import ToolsPanel
from tests.conftest import Until
from tests.ui.live import Live, live
from tests.ui.panels.offline import Offline
from tests.ui.parts import the
from tests.ui.story import Story

Runner = Callable[[Coroutine[Any, Any, Any]], Any]
pytestmark = pytest.mark.gui


def panel(it: Live, key: str = "tools") -> CallingPanel:
    it.window.workspace.show_panel(key)
    found = it.window.workspace.panel(key)
    assert isinstance(found, CallingPanel)
    return found


def entries(panel: CallingPanel) -> dict[str, QAction]:
    """The entries of the copy menu."""
    return {action.objectName(): action for action in panel.form.copy_button.choices.findChildren(QAction)}


def codes_of(panel: CallingPanel) -> list[QAction]:
    """The entries of "Copy as", as they are when it opens."""
    menu = panel.form.copy_button.choices.findChild(QMenu, "copy_as")
    assert isinstance(menu, QMenu)
    menu.aboutToShow.emit()
    return menu.actions()


def copied(action: QAction) -> str:
    QGuiApplication.clipboard().setText("")
    action.trigger()
    return QGuiApplication.clipboard().text()


def test_every_entry_of_the_copy_menu_does_what_it_says(arun: Runner, tmp_path: Path) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            await it.start_demo()
            await it.choose("echo")
            tools = panel(it)
            tools.form.set_text('{"message": "a b"}')
            tools.form.options.insert("token")
            menu = entries(tools)
            assert json.loads(copied(menu["copy_arguments"])) == {"message": "a b"}
            request = json.loads(copied(menu["copy_request"]))
            assert request["method"] == "tools/call" and request["jsonrpc"] == "2.0" and "id" in request
            assert request["params"] == {"name": "echo", "arguments": {"message": "a b"}}
            assert [action.isEnabled() for action in codes_of(tools)] == [True, True, True, False, True]
            assert 'call_tool_mcp("echo", {"message": "a b"})' in copied(menu["copy_fastmcp"])
            assert 'call_tool("echo", {"message": "a b"})' in copied(menu["copy_python"])
            assert "StdioClientTransport" in copied(menu["copy_typescript"])
            words = shlex.split(copied(menu["copy_command"]))
            assert words[:5] == ["mcpdi", "call", "echo", "--args", '{"message": "a b"}']
            assert words[5:7] == ["--meta", '{"progressToken":"my-token"}'] and "--" in words[7:]
            menu["edit_raw"].trigger()
            raw = it.window.workspace.current_panel()
            assert isinstance(raw, RawPanel)
            assert json.loads(raw.editor.text())["params"]["arguments"] == {"message": "a b"}

    arun(main())


def test_the_same_call_is_wanted_elsewhere_with_the_arguments_of_now(arun: Runner, tmp_path: Path) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            await it.start_demo()
            await it.choose("echo")
            tools = ToolsPanel(it.window.workspace.context)
            wanted: list[object] = []
            it.window.workspace.context.intents.twin.disconnect()
            tools.context.intents.twin.connect(wanted.append)
            assert tools.list.select("echo")
            tools.form.set_text('{"message": "x"}')
            entries(tools)["twin_call"].trigger()
            assert wanted == [ItemCall("tools", "echo", '{"message": "x"}')]
            tools.deleteLater()

    arun(main())


def test_each_item_is_found_again_as_it_was_left(arun: Runner, tmp_path: Path) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            await it.start_demo()
            await it.choose("echo")
            tools = panel(it)
            tools.form.set_text('{"message": "left"}')
            called = await it.run_tool()
            await it.until(lambda: tools.result.exchange == called.number, "the answer")
            tools.form.choose_view("both")
            tools.form.options.insert("token")
            await it.choose("regional_report")
            assert tools.form.view() == "form" and not tools.form.options.values().meta
            assert tools.result.exchange == 0 and "left" not in tools.form.text()
            await it.choose("echo")
            assert json.loads(tools.form.text()) == {"message": "left"} and tools.form.view() == "both"
            assert tools.form.options.values().meta and tools.result.exchange == called.number
            memory, other = tools.memory(), ToolsPanel(it.window.workspace.context)
            other.resume(memory)
            assert other.list.key() == "echo" and json.loads(other.form.text()) == {"message": "left"}
            assert other.form.view() == "both" and other.form.options.values().meta
            other.deleteLater()

    arun(main())


def test_what_does_not_fit_is_marked_by_the_first_run_and_sent_by_the_second(
    arun: Runner, tmp_path: Path
) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            await it.start_demo()
            await it.choose("echo")
            tools, before = panel(it), it.program.journal.last
            tools.form.set_text('{"message": 5}')
            tools.run()
            await it.until(lambda: tools.form.run_button.text() == "Run anyway", "the verdict")
            assert not it.calls(before), "nothing was sent"
            tools.run()
            sent = await it.ended_call(before)
            record = it.program.journal.record(sent.number)
            assert record is not None and b'"message":5' in record.raw.replace(b" ", b"")

    arun(main())


def test_a_run_of_two_presses_waits_for_no_check(arun: Runner, tmp_path: Path) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            await it.start_demo()
            await it.choose("echo")
            tools, before = panel(it), it.program.journal.last
            tools.form.set_text('{"message": 5}')
            tools.run()
            tools.run()
            assert (await it.ended_call(before)).target == "echo"
            await it.until(lambda: not tools.running(), "the end")
            assert len(it.calls(before)) == 1

    arun(main())


def test_a_call_that_runs_can_be_cancelled_and_another_item_has_none(arun: Runner, tmp_path: Path) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            await it.start_demo()
            await it.choose("long_running")
            tools, before = panel(it), it.program.journal.last
            tools.form.set_text('{"duration_s": 60}')
            await it.click("run_button")
            cancel = await it.find(QPushButton, "cancel_button")
            [running] = it.calls(before)
            assert tools.running() == (running.number,)
            await it.choose("echo")
            assert not cancel.isEnabled() and tools.running() == ()
            await it.choose("long_running")
            await it.click("cancel_button")
            ended = await it.ended_call(before)
            assert ended.status == "cancelled"
            await it.until(lambda: not cancel.isEnabled(), "nothing runs any more")

    arun(main())


def test_without_a_connection_nothing_is_sent_and_everything_stays(arun: Runner, tmp_path: Path) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            await it.start_demo()
            await it.choose("echo")
            tools = panel(it)
            tools.form.set_text('{"message": "kept"}')
            client, run = tools.context.client, tools.form.run_button
            await client.close()
            await it.until(lambda: not run.isEnabled(), "that nothing can be sent")
            before = it.program.journal.last
            tools.run()
            assert it.program.journal.last == before and json.loads(tools.form.text()) == {"message": "kept"}
            assert tools.list.key() == "echo"

    arun(main())


def test_keys_lead_to_the_rows_the_filter_and_the_form(arun: Runner, tmp_path: Path) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            await it.start_demo()
            tools = panel(it)
            box = await it.find(QLineEdit, "tool_filter")
            tools.focus_main()
            assert tools.list.view.hasFocus()
            box.setText("echo")
            tools.focus_filter()
            assert box.hasFocus() and box.selectedText() == "echo"
            box.clear()
            tools.open_item("tools", "echo")
            assert tools.list.key() == "echo"
            focus = QApplication.focusWidget()
            assert focus is not None and tools.form.isAncestorOf(focus)
            tools.focus_main()
            tools.open_item("tools", "no such tool")
            assert tools.list.key() == "echo" and tools.list.view.hasFocus()

    arun(main())


def test_arguments_of_a_tool_that_is_not_listed_are_filled_in_here(arun: Runner, tmp_path: Path) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            await it.start_demo()
            await it.choose("echo")
            tools = panel(it)
            request = {"jsonrpc": "2.0", "id": 1, "method": "tools/call"}
            foreign = {**request, "params": {"name": "unheard_of", "arguments": {"message": "x"}}}
            QGuiApplication.clipboard().setText(json.dumps(foreign))
            tools.form.paste_wanted.emit()
            assert tools.list.key() == "echo" and json.loads(tools.form.text()) == {"message": "x"}
            notice = await it.find(QWidget, "tool_form_filled")
            assert "unheard_of" in notice.accessibleName()
            ours = {**request, "params": {"name": "long_running", "arguments": {"duration_s": 0}}}
            QGuiApplication.clipboard().setText(json.dumps(ours))
            tools.form.paste_wanted.emit()
            assert tools.list.key() == "long_running" and json.loads(tools.form.text()) == {"duration_s": 0}
            assert tools.fill_in("echo", '{"message": "y"}')
            assert tools.list.key() == "echo" and json.loads(tools.form.text()) == {"message": "y"}

    arun(main())


def test_resources_and_prompts_say_how_they_are_read_elsewhere(arun: Runner, tmp_path: Path) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            await it.start_demo()
            resources = panel(it, "resources")
            assert isinstance(resources, ResourcesPanel)
            key = resources.list.key()
            menu = entries(resources)
            assert json.loads(copied(menu["copy_request"]))["params"] == {"uri": key}
            words = shlex.split(copied(menu["copy_command"]))
            assert words[:3] == ["mcpdi", "read", key]
            prompts = panel(it, "prompts")
            name = prompts.list.key()
            request = json.loads(copied(entries(prompts)["copy_request"]))
            assert request["method"] == "prompts/get" and request["params"]["name"] == name
            words = shlex.split(copied(entries(prompts)["copy_command"]))
            assert words[:3] == ["mcpdi", "prompt", name]

    arun(main())


def test_half_typed_arguments_that_cannot_be_copied_say_why(arun: Runner, tmp_path: Path) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            await it.start_demo()
            prompts = panel(it, "prompts")
            prompts.form.set_text('{"half')
            for name in ("copy_command", "copy_request", "edit_raw"):
                prompts.form.say_filled("")
                assert copied(entries(prompts)[name]) == ""
                notice = await it.find(QWidget, "prompt_form_filled")
                assert notice.accessibleName().startswith("The arguments are not JSON")
            assert it.window.workspace.current_panel() is prompts
            assert copied(entries(prompts)["copy_arguments"]) == '{"half'

    arun(main())


def test_the_options_of_a_request_are_inserted_from_their_menu(arun: Runner, tmp_path: Path) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            await it.start_demo()
            resources = panel(it, "resources")
            button = await it.find(QToolButton, "resource_form_options")
            QTest.mouseClick(button, Qt.MouseButton.LeftButton)
            [token] = resources.form.findChildren(QAction, "insert_token")
            token.trigger()
            assert resources.form.options.extras().meta == {"progressToken": "my-token"}
            where = await it.find(QComboBox, "resource_form_cache")
            assert [resources.form.options.from_cache()] == [None]
            for place, wanted in ((1, False), (2, True)):
                where.setCurrentIndex(place)
                assert resources.form.options.from_cache() is wanted

    arun(main())


# -- without a server


def tool(name: str, **properties: Any) -> dict[str, Any]:
    return {"name": name, "inputSchema": {"type": "object", "properties": properties}}


ECHO = tool("echo", message={"type": "string"})
OTHER = tool("other", count={"type": "integer"})


class Bench:
    """Tools of a connection whose calls the test answers."""

    def __init__(self, journal: Journal, folder: Path) -> None:
        self.story = Story(journal)
        self.offline = Offline(journal, folder)
        self.client = self.offline.client
        info = SessionInfo(1, "demo", "stdio", "demo-server")
        self.client.connection.session = Session(info, journal, self.client.connection)
        self.client.connection.state = "connected"
        self.offline.declares(tools={})
        self.offline.lists("tools", ECHO, OTHER, {"description": "it has no name"})
        self.called: list[tuple[str, bytes]] = []
        self.answers: asyncio.Event = asyncio.Event()
        self.trouble = ""
        self.client.call_tool = self._call  # type: ignore[assignment, method-assign]
        self.panel = ToolsPanel(self.offline.context)
        self.panel.resize(1100, 600)

    async def _call(
        self, key: str, arguments: bytes, on_start: Callable[[int], None], **_more: Any
    ) -> Answer:
        if self.trouble:
            raise ClosedError(self.trouble)
        self.called.append((key, arguments))
        exchange = self.story.ask(target=key)
        on_start(exchange.number)
        await self.answers.wait()
        return Answer(exchange.number, self.story.answer(exchange), b"{}")

    def lists_anew(self, *items: Any) -> None:
        """Another connection listed these."""
        self.client.catalog = Catalog()
        self.offline.lists("tools", *items)
        self.panel.refresh()

    def rows(self) -> list[str]:
        model = self.panel.list.view.model()
        items = [model.index(row, 0).data(Qt.ItemDataRole.UserRole) for row in range(model.rowCount())]
        return [item.key for item in items]

    @property
    def words(self) -> str:
        return "\n".join(one.text() for one in self.panel.findChildren(QLabel) if one.isVisible())


@pytest.fixture
def bench(journal: Journal, tmp_path: Path, qtbot: QtBot, qloop: object) -> Iterator[Bench]:
    made = Bench(journal, tmp_path)
    qtbot.addWidget(made.panel)
    made.panel.show()
    yield made
    made.offline.close()


def test_the_first_item_is_shown_and_what_cannot_be_called_comes_last(bench: Bench) -> None:
    assert bench.rows() == ["echo", "other", f"{ODD}tools:0"] and bench.panel.list.key() == "echo"
    assert bench.panel.form.run_button.isEnabled()
    assert not any(
        one.childrenCollapsible() for one in bench.panel.findChildren(QSplitter) if one.count() > 1
    )
    widths = [part.width() for part in (bench.panel.list, bench.panel.form, bench.panel.result)]
    assert widths[0] < widths[1] <= widths[2]


def test_an_item_that_cannot_be_used_is_looked_at_as_it_came(bench: Bench) -> None:
    bench.panel.form.set_text('{"message": "kept"}')
    bench.panel.show_item(f"{ODD}tools:0")
    assert "⚠ it has no name" in bench.words and "Invalid item" in bench.words
    about = the(bench.panel, QWidget, "tool_form_description_text").accessibleName()
    assert about == "This list item is invalid: it has no name."
    assert not bench.panel.form.run_button.isEnabled()
    assert '"it has no name"' in bench.panel.result._raw.pane().text()
    bench.panel.run()
    assert bench.called == [] and bench.panel.running() == ()
    bench.panel.show_item(f"{ODD}tools:7")
    assert "Invalid item" in bench.words, "one that is gone changes nothing"
    bench.panel.show_item("echo")
    assert bench.panel.form.run_button.isEnabled()
    assert json.loads(bench.panel.form.text()) == {"message": "kept"}


def test_an_item_that_is_gone_is_not_shown(bench: Bench) -> None:
    bench.panel.show_item("no such tool")
    assert bench.panel.running() == () and "echo" in bench.words
    assert bench.panel.fill_in("no such tool", "{}") is False
    assert bench.panel.list.key() == "echo"


def test_a_changed_schema_changes_the_form_and_keeps_what_is_typed(bench: Bench) -> None:
    panel = bench.panel
    panel.form.set_text('{"message": "typed"}')
    panel.form.focus_first()
    assert panel.findChild(QLineEdit, "field_more") is None
    bench.lists_anew(tool("echo", message={"type": "string"}, more={"type": "string"}), OTHER)
    assert panel.findChild(QLineEdit, "field_more") is not None
    assert json.loads(panel.form.text()) == {"message": "typed"}
    focus = panel.focusWidget()
    assert focus is not None and focus.objectName() == "field_message"


def test_rows_of_the_last_connection_stay_until_the_new_one_said_what_it_has(bench: Bench) -> None:
    for info, trouble, left in (
        (True, False, 3),
        (False, False, 3),
        (True, True, 0),
    ):
        bench.client.catalog = Catalog()
        if not info:
            bench.client.connection.info = None
        if trouble:
            bench.client.catalog.troubles["tools"] = "refused"
        bench.panel.refresh()
        assert len(bench.rows()) == left, (info, trouble)
        bench.offline.declares(tools={})


def test_a_connection_without_the_feature_has_no_rows_of_the_one_before_it(bench: Bench) -> None:
    bench.client.catalog = Catalog()
    bench.offline.declares(prompts={})
    bench.panel.refresh()
    assert bench.rows() == []


def test_a_call_is_followed_until_its_answer_is_there(bench: Bench, arun: Runner, until: Until) -> None:
    async def main() -> None:
        panel, cancel = bench.panel, bench.panel.form.cancel_button
        panel.form.set_text('{"message": "x"}')
        panel.run()
        await until(lambda: bench.called)
        assert bench.called == [("echo", b'{"message": "x"}')]
        await until(lambda: panel.result.exchange == 1)
        assert cancel.isEnabled() and panel.running() == (1,)
        bench.answers.set()
        await until(lambda: not cancel.isEnabled())
        assert panel.running() == () and panel.result.exchange == 1 and "✓" in bench.words

    arun(main())


def test_a_call_that_could_not_be_sent_says_why_where_it_was_made(
    bench: Bench, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        bench.trouble = "It hung up."
        bench.panel.run()
        await until(lambda: "It hung up." in bench.words)
        assert "✗ not sent" in bench.words and not bench.panel.form.cancel_button.isEnabled()

    arun(main())


def test_an_answer_that_comes_while_another_item_is_shown_waits_there(
    bench: Bench, arun: Runner, until: Until, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def told(_key: str, _answer: Answer) -> tuple[Remark, ...]:
        return (Remark("keeps its promise", "ok"),)

    async def main() -> None:
        panel = bench.panel
        monkeypatch.setattr(panel, "remarks", told)
        panel.run()
        await until(lambda: panel.running() == (1,))
        panel.show_item("other")
        assert panel.running() == () and panel.result.exchange == 0
        bench.answers.set()
        await until(lambda: bench.offline.context.journal.exchange(1).answer)  # type: ignore[union-attr]
        await until(lambda: not panel._remembered["echo"].running)
        assert panel.result.exchange == 0 and "keeps its promise" not in bench.words
        panel.show_item("echo")
        assert panel.result.exchange == 1
        await until(lambda: "keeps its promise" in bench.words)
        panel.run()
        await until(lambda: len(bench.called) == 2)
        await until(lambda: "keeps its promise" in bench.words)

    arun(main())


def test_a_call_is_not_followed_where_nothing_can_be_called(bench: Bench) -> None:
    bench.panel._key = "odd"
    before = bench.panel.result.exchange
    bench.panel._follow_shown()
    assert bench.panel.result.exchange == before and not bench.panel.form.cancel_button.isEnabled()


def test_remarks_are_about_the_last_call_only(
    bench: Bench, arun: Runner, until: Until, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def told(_key: str, answer: Answer) -> tuple[Remark, ...]:
        if answer.exchange == 1:
            await late.wait()
        return (Remark(f"about #{answer.exchange}"),)

    late = asyncio.Event()

    async def main() -> None:
        panel = bench.panel
        monkeypatch.setattr(panel, "remarks", told)
        bench.answers.set()
        panel.run()
        await until(lambda: len(bench.called) == 1 and panel.result.exchange == 1)
        await until(lambda: not panel.running())
        panel.run()
        await until(lambda: "about #3" in bench.words)
        late.set()
        await until(lambda: not panel.running())
        await asyncio.sleep(0)
        assert "about #3" in bench.words and "about #1" not in bench.words

    arun(main())


def test_a_text_that_changes_while_it_is_checked_is_not_sent(
    bench: Bench, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        panel, validator = bench.panel, bench.offline.context.validator
        hold = asyncio.Event()
        panel.form.set_text('{"message": "a"}')
        await until(lambda: panel._live._last is not None)
        validator.hold = hold  # type: ignore[attr-defined]
        panel.form.set_text('{"message": "b"}')
        panel.run()
        checking = panel._checking
        assert checking is not None
        panel.form.set_text('{"message": "c"}')
        hold.set()
        await until(checking.done)
        assert bench.called == []
        panel.run()
        await until(lambda: bench.called)
        assert bench.called == [("echo", b'{"message": "c"}')]
        bench.answers.set()
        await until(lambda: not panel.running())

    arun(main())


def test_another_item_ends_the_check_of_the_one_before_it(bench: Bench, arun: Runner, until: Until) -> None:
    async def main() -> None:
        panel, validator = bench.panel, bench.offline.context.validator
        validator.hold = asyncio.Event()  # type: ignore[attr-defined]
        panel.form.set_text('{"message": "b"}')
        panel.run()
        checking = panel._checking
        assert checking is not None
        panel.show_item("other")
        await until(checking.done)
        assert checking.cancelled() and bench.called == []
        validator.hold.set()  # type: ignore[attr-defined]

    arun(main())


def test_cancelling_tells_the_server_of_every_call_that_runs(
    bench: Bench, arun: Runner, until: Until, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def main() -> None:
        panel, told = bench.panel, []
        monkeypatch.setattr(bench.client, "cancel", lambda exchange, why: told.append((exchange, why)))
        panel.run()
        await until(lambda: len(bench.called) == 1)
        panel.run()
        await until(lambda: panel.running() == (1, 2))
        panel.form.cancelled.emit()
        assert told == [(1, "cancelled by the user"), (2, "cancelled by the user")]
        bench.answers.set()
        await until(lambda: not panel.running())

    arun(main())


def test_what_the_server_requires_is_declared_and_the_call_made_again(
    bench: Bench, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        declared: list[Any] = []
        bench.offline.context.intents.declare.connect(declared.append)
        bench.answers.set()
        bench.panel.result.declare_wanted.emit({"sampling": {}})
        await until(lambda: bench.called)
        assert declared == [{"sampling": {}}]
        await until(lambda: not bench.panel.running())

    arun(main())


def test_arguments_that_were_used_are_offered_again(bench: Bench, arun: Runner, until: Until) -> None:
    async def main() -> None:
        bench.answers.set()
        bench.panel.form.set_text('{"message": "used"}')
        bench.panel.run()
        await until(lambda: bench.called)
        await until(lambda: not bench.panel.running())
        kept = bench.offline.context.history.values(ArgumentsPlace("demo", "ToolsPanel", "echo"))
        assert [json.loads(one.arguments) for one in kept] == [{"message": "used"}]

    arun(main())


def test_what_panels_want_of_others_is_passed_on(bench: Bench) -> None:
    intents, told = bench.offline.context.intents, []
    for name in ("read_resource", "show_task", "path_selected", "compare_with_previous"):
        getattr(intents, name).connect(lambda value, name=name: told.append((name, value)))
    result = bench.panel.result
    result.read_resource.emit("demo://a")
    result.task_wanted.emit("t-1")
    result.path_selected.emit("$.a")
    result.compare_wanted.emit(7)
    assert told == [
        ("read_resource", "demo://a"),
        ("show_task", "t-1"),
        ("path_selected", "$.a"),
        ("compare_with_previous", 7),
    ]


def test_an_item_that_is_pressed_with_return_is_filled_in_next(bench: Bench) -> None:
    bench.panel.focus_main()
    bench.panel.list.activated.emit("echo")
    focus = bench.panel.focusWidget()
    assert focus is not None and focus.objectName() == "field_message"


def test_a_panel_without_its_item_any_more_goes_on_with_the_one_that_is_there(bench: Bench) -> None:
    bench.panel.list.select("other")
    bench.panel.form.set_text('{"count": 3}')
    memory = bench.panel.memory()
    bench.lists_anew(ECHO)
    other = ToolsPanel(bench.offline.context)
    other.resume(memory)
    assert other.list.key() == "echo"
    bench.lists_anew(ECHO, OTHER)
    other.refresh()
    assert other.list.select("other") and json.loads(other.form.text()) == {"count": 3}
    other.deleteLater()
