"""List, form and result of tools: what is remembered of each, copied, checked, cancelled and given on."""

from __future__ import annotations

import json
import shlex
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QLineEdit, QPushButton, QToolButton, QWidget

from inspector.core.item_calls import ItemCall
from inspector.ui.panels.calling import CallingPanel
from inspector.ui.panels.raw import RawPanel
from inspector.ui.panels.resources import ResourcesPanel
from inspector.ui.panels.tools import ToolsPanel
from tests.ui.live import Live, live

Runner = Callable[[Coroutine[Any, Any, Any]], Any]
pytestmark = pytest.mark.gui


def panel(it: Live, key: str = "tools") -> CallingPanel:
    it.window.workspace.show_panel(key)
    found = it.window.workspace.panel(key)
    assert isinstance(found, CallingPanel)
    return found


def entries(panel: CallingPanel) -> dict[str, QAction]:
    """The entries of the copy menu."""
    return {action.objectName(): action for action in panel.form.copy_button.choices.actions()}


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
            words = shlex.split(copied(menu["copy_command"]))
            assert words[:5] == ["mcpdi", "call", "echo", "--args", '{"message": "a b"}']
            assert words[5:7] == ["--meta", '{"progressToken":"my-token"}'] and words[7] == "--"
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
