"""Tasks in the window: run, watch, answer, cancel, look at the result. The demo server, both forms."""

from __future__ import annotations

import sys
from collections.abc import Callable, Coroutine
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QCheckBox, QDoubleSpinBox, QLabel, QLineEdit, QPushButton, QTabWidget, QWidget

from inspector.core.client import Client
from inspector.core.profiles import Profile, demo_profile
from inspector.core.task_entry import TaskEntry
from inspector.protocol.jsonrpc import parse
from inspector.transport import HttpTarget
from inspector.ui import saving
from inspector.ui.controls import Link
from inspector.ui.panels.call_form import CallForm
from inspector.ui.panels.result import ResultView
from inspector.ui.panels.task_list import TaskList
from tests.servers import ServerProcess, free_port
from tests.ui.live import Live, live

Arun = Callable[[Coroutine[Any, Any, None]], None]
CORE, EXTENSION = "2025-11-25", "2026-07-28"
both_forms = pytest.mark.parametrize("revision", [CORE, EXTENSION])


async def demo(it: Live, revision: str) -> Client:
    it.window.add_profiles([replace(demo_profile(), era=revision)], saved=False)
    await it.connected("demo")
    client = it.program.servers.client("demo")
    assert client is not None
    return client


async def run(it: Live, tool: str, arguments: str, *, as_task: bool = False) -> TaskEntry:
    """Choose a tool, type its arguments as JSON, press Run; the task it became."""
    client = it.program.servers.client("demo")
    assert client is not None
    known = set(client.tasks.entries)
    await it.choose(tool)
    if as_task:
        (await it.find(QCheckBox, "run_as_task")).setChecked(True)
    form = next(form for form in it.window.findChildren(CallForm) if form.isVisible())
    form.set_text(arguments)
    await it.click("run_button")
    await it.until(lambda: set(client.tasks.entries) - known, "the task")
    [task_id] = set(client.tasks.entries) - known
    return client.tasks.entries[task_id]


def tab_titles(it: Live) -> list[str]:
    tabs = it.window.findChild(QTabWidget, "workspace_tabs")
    assert tabs is not None
    return [tabs.tabText(place) for place in range(tabs.count())]


async def show_tasks(it: Live) -> TaskList:
    tabs = it.window.findChild(QTabWidget, "workspace_tabs")
    assert tabs is not None
    await it.until(lambda: any(title.startswith("Tasks") for title in tab_titles(it)), "the tab")
    tabs.setCurrentIndex(next(i for i, title in enumerate(tab_titles(it)) if title.startswith("Tasks")))
    return await it.find(TaskList, "task_list")


def text_of(result: QWidget) -> str:
    view = result
    while not isinstance(view, ResultView):
        view = view.parentWidget()
    return view._state.text()


@both_forms
def test_a_call_that_becomes_a_task_shows_its_result_in_the_tools(
    arun: Arun, tmp_path: Path, revision: str
) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            await demo(it, revision)
            entry = await run(it, "slow_report", '{"seconds": 1}', as_task=revision == CORE)
            result = await it.find(QWidget, "result_view")
            await it.until(lambda: "task working" in text_of(result), "that it became a task")
            await it.until(lambda: "Tasks 1" in tab_titles(it), "the number in the tab")
            await it.until(lambda: entry.settled, "the end")
            [view] = [view for view in it.window.findChildren(ResultView) if view._name == "result_view"]
            await it.until(lambda: view.exchange != entry.exchange, "the exchange with the outcome")
            assert entry.result is not None and view.exchange == entry.result.exchange
            await it.until(lambda: "Tasks" in tab_titles(it), "nothing runs any more")
            QTest.mouseClick(await it.find(Link, "result_view_task"), Qt.MouseButton.LeftButton)
            tasks = await it.find(TaskList, "task_list")
            assert tasks.key() == entry.id

    arun(main())


@both_forms
def test_a_task_that_waits_for_input_leads_to_the_question(arun: Arun, tmp_path: Path, revision: str) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            client = await demo(it, revision)
            entry = await run(it, "slow_report", '{"seconds": 0.2, "ask": true}', as_task=revision == CORE)
            tasks = await show_tasks(it)
            tasks.select(entry.id)
            await it.until(lambda: entry.status == "input_required", "the question")
            await it.click("task_answer")
            await it.until(lambda: it.window.findChild(QWidget, "elicitation_form") is not None, "the form")
            await it.click("elicitation_decline")
            await it.until(lambda: entry.settled, "the end")
            assert entry.status == "completed" and client.tasks.entries[entry.id].result is not None

    arun(main())


@both_forms
def test_cancel_in_the_tools_cancels_the_task(arun: Arun, tmp_path: Path, revision: str) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            await demo(it, revision)
            entry = await run(it, "slow_report", '{"seconds": 60}', as_task=revision == CORE)
            await it.click("cancel_button")
            await it.until(lambda: entry.status == "cancelled", "the end")
            await it.until(lambda: entry.settled, "that nobody polls any more")

    arun(main())


def test_a_cancelled_task_says_that_it_led_to_nothing(arun: Arun, tmp_path: Path) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            await demo(it, EXTENSION)
            entry = await run(it, "slow_report", '{"seconds": 60}', as_task=False)
            (await show_tasks(it)).select(entry.id)
            await it.click("task_cancel")
            await it.until(lambda: entry.status == "cancelled" and entry.settled, "the end")
            await it.until(
                lambda: any(
                    label.isVisible() and "led to nothing" in label.text()
                    for label in it.window.findChildren(QLabel)
                ),
                "the words",
            )
            show = it.window.findChild(QPushButton, "task_result")
            assert show is not None
            assert not show.isEnabled()

    arun(main())


def test_run_as_task_is_offered_as_the_tool_allows_it(arun: Arun, tmp_path: Path) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            await demo(it, CORE)
            await it.choose("background_job")
            tick = it.window.findChild(QCheckBox, "run_as_task")
            assert tick is not None
            await it.until(lambda: tick.isVisible(), "the option")
            assert tick.isChecked() and not tick.isEnabled()
            await it.choose("echo")
            await it.until(lambda: not tick.isVisible(), "no option")
            await it.choose("slow_report")
            await it.until(lambda: tick.isVisible(), "the option")
            assert tick.isEnabled() and not tick.isChecked()
            tick.setChecked(True)
            (await it.find(QDoubleSpinBox, "task_ttl")).setValue(7)
            entry = await run(it, "slow_report", '{"seconds": 0}', as_task=True)
            assert entry.ttl_ms == 7000
            record = it.program.journal.record(entry.exchange)
            assert record is not None and parse(record.raw).params_dict()["task"] == {"ttl": 7000}

    arun(main())


def test_the_extension_leaves_the_choice_to_the_server(arun: Arun, tmp_path: Path) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            await demo(it, EXTENSION)
            await it.choose("slow_report")
            tick = it.window.findChild(QCheckBox, "run_as_task")
            assert tick is not None and not tick.isVisible()
            await show_tasks(it)
            fetch = it.window.findChild(QPushButton, "task_fetch")
            assert fetch is not None and not fetch.isVisible()  # the extension has no list

    arun(main())


def test_an_id_can_be_typed_and_one_that_is_unknown_is_said_to_be(arun: Arun, tmp_path: Path) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            client = await demo(it, EXTENSION)
            tasks = await show_tasks(it)
            box = await it.find(QLineEdit, "task_adopt")
            box.setFocus()
            QTest.keyClicks(box, "nobody-knows-me")
            QTest.keyClick(box, Qt.Key.Key_Return)
            await it.until(lambda: client.tasks.entries["nobody-knows-me"].settled, "the answer")
            notice = await it.find(QWidget, "task_notice")
            assert "does not know" in notice.accessibleName() and tasks.key() == "nobody-knows-me"
            await it.click("task_forget")
            await it.until(lambda: not client.tasks.entries, "it is gone")

    arun(main())


def test_polling_by_itself_can_be_switched_off_and_a_poll_asked_for(arun: Arun, tmp_path: Path) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            client = await demo(it, CORE)
            answer = await client.call_tool("slow_report", b'{"seconds": 0.3}', task={})
            entry = client.tasks.of_call(answer.exchange)
            assert entry is not None
            tasks = await show_tasks(it)
            tasks.select(entry.id)
            (await it.find(QCheckBox, "task_automatic")).setChecked(False)
            await it.until(lambda: not client.tasks.polls(entry.id), "the pause")
            before = entry.polls
            await it.click("task_poll")
            await it.until(lambda: entry.polls == before + 1, "one poll")
            await it.until(lambda: entry.ended, "the server's notification")
            await it.click("task_result")
            await it.until(lambda: entry.result is not None, "the result")
            before_list = it.program.journal.last
            await it.click("task_fetch")
            listed = await it.ended_call(before_list, "tasks/list")
            assert listed.status == "done" and not entry.problem

    arun(main())


def test_tasks_stay_after_a_disconnect(arun: Arun, tmp_path: Path) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            client = await demo(it, EXTENSION)
            entry = await run(it, "slow_report", '{"seconds": 60}')
            tasks = await show_tasks(it)
            await client.close()
            await it.until(lambda: client.state == "closed", "the end of the connection")
            assert tasks.key() == entry.id and not entry.settled
            poll = it.window.findChild(QPushButton, "task_poll")
            await it.until(lambda: poll is not None and not poll.isEnabled(), "nothing can be asked")

    arun(main())


async def _saved(it: Live, url: str) -> Client:
    """The server of that address, connected; it is added and saved when it is not known."""
    if "far" not in it.program.servers.names():
        it.window.add_profiles([Profile("far", HttpTarget(url), era=EXTENSION)], saved=True)
    else:
        it.program.servers.select("far")
        await it.click("server_connect")
    await it.connected("far")
    client = it.program.servers.client("far")
    assert client is not None
    return client


def test_a_task_that_runs_is_asked_for_again_after_a_new_start(
    arun: Arun, tmp_path: Path, start_server: Callable[..., ServerProcess]
) -> None:
    port = free_port()
    words = ("-m", "inspector", "demo-server", "--transport", "http", "--port", str(port))
    start_server((sys.executable, *words), port)
    url = f"http://127.0.0.1:{port}/mcp"

    async def main() -> None:
        async with live(tmp_path) as it:
            client = await _saved(it, url)
            answer = await client.call_tool("slow_report", b'{"seconds": 60}')
            first = client.tasks.of_call(answer.exchange)
            assert first is not None
            await saving.flush()
        async with live(tmp_path) as it:
            client = await _saved(it, url)
            [entry] = client.tasks.entries.values()
            assert entry.id == first.id
            await it.until(lambda: entry.status == "working", "the server's word")
            assert entry.expires_ns == first.expires_ns
            tasks = await show_tasks(it)
            assert tasks.model().index(0, 0).data() == "slow_report"
            facts = await it.find(QLabel, "task_facts")
            assert "from an earlier start" in facts.text()
            await it.click("task_cancel")
            await it.until(lambda: entry.status == "cancelled", "the end")
            await saving.flush()
            assert first.id not in (tmp_path / "tasks.json").read_text()

    arun(main())


def test_a_task_that_is_gone_after_a_new_start_is_said_to_be(arun: Arun, tmp_path: Path) -> None:
    async def main() -> None:
        profile = replace(demo_profile(), era=EXTENSION)
        async with live(tmp_path) as it:
            it.window.add_profiles([profile], saved=True)
            await it.connected("demo")
            await run(it, "slow_report", '{"seconds": 60}')
            await saving.flush()
        async with live(tmp_path) as it:  # its process is another one: it knows of nothing
            it.program.servers.select("demo")
            client = it.program.servers.client("demo")
            assert client is not None
            await it.click("server_connect")
            await it.connected("demo")
            [entry] = client.tasks.entries.values()
            await it.until(lambda: entry.settled, "the answer")
            await show_tasks(it)
            notice = await it.find(QWidget, "task_notice")
            assert "does not know this task" in notice.accessibleName()
            assert " left" not in (await it.find(QLabel, "task_facts")).text()

    arun(main())
