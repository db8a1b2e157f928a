"""Tasks in the window: run, watch, answer, cancel, look at the result. The demo server, both forms."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable, Coroutine, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QCheckBox,
    QDoubleSpinBox,
    QLabel,
    QLineEdit,
    QPushButton,
    QSplitter,
    QTabWidget,
    QWidget,
)
from pytestqt.qtbot import QtBot

from inspector.core.client.answers import Answer
from inspector.core.client.client import Client
from inspector.core.client.task_entry import TaskEntry
from inspector.core.servers.profiles import Profile, demo_profile
from inspector.errors import ClosedError
from inspector.protocol import tasks as forms
from inspector.protocol.jsonrpc import parse
from inspector.trace.journal import Journal
from inspector.transport import HttpTarget
from inspector.ui.content.result import ResultView
from inspector.ui.loop import saving
from inspector.ui.panels.calling.call_form import CallForm
from inspector.ui.panels.tasks.list import TaskList
from inspector.ui.panels.tasks.tasks import TasksPanel
from inspector.ui.widgets.controls import Link
from tests.conftest import Until
from tests.servers import ServerProcess, free_port
from tests.ui.live import Live, live
from tests.ui.panels.offline import Offline
from tests.ui.parts import the
from tests.ui.story import Story

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
                    label.isVisible() and "there is no result" in label.text()
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
            assert "no longer knows" in notice.accessibleName() and tasks.key() == "nobody-knows-me"
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
            assert "from an earlier session" in facts.text()
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
            assert "no longer knows this task" in notice.accessibleName()
            assert " left" not in (await it.find(QLabel, "task_facts")).text()

    arun(main())


# -- without a server


class Bench:
    """The tab of a client whose tasks the test makes."""

    def __init__(self, journal: Journal, folder: Path) -> None:
        self.offline = Offline(journal, folder)
        self.client = self.offline.client
        self.client.connection.state = "connected"
        self.offline.declares(tasks={"list": {}})
        self.story = Story(journal)
        self.known: Any = self.client.tasks
        self.panel = TasksPanel(self.offline.context)
        self.panel.resize(1100, 500)
        self.asked: list[tuple[Any, ...]] = []
        self.answers = asyncio.Event()
        self.outcome: Any = None

    def add(self, name: str, **fields: Any) -> TaskEntry:
        entry = self.known.entries[name] = TaskEntry(name, forms.CORE, **{"status": "working", **fields})
        self.panel.refresh()
        return entry  # type: ignore[no-any-return]

    def hear(self, patch: pytest.MonkeyPatch, *names: str) -> None:
        """What is asked of the tasks, instead of asking the server."""

        async def later(name: str, *words: Any, **more: Any) -> Any:
            self.asked.append((name, *words, *more))
            await self.answers.wait()
            if isinstance(self.outcome, Exception):
                raise self.outcome
            return self.outcome

        for name in names:
            patch.setattr(self.known, name, lambda *words, name=name, **more: later(name, *words, **more))

    def note(self, patch: pytest.MonkeyPatch, *names: str) -> None:
        """The same for what does not wait."""
        for name in names:
            patch.setattr(self.known, name, lambda *words, name=name: self.asked.append((name, *words)))

    def words(self) -> str:
        return "\n".join(one.text() for one in self.panel.findChildren(QLabel) if one.isVisible())


@pytest.fixture
def bench(journal: Journal, tmp_path: Path, qtbot: QtBot, qloop: object) -> Iterator[Bench]:
    made = Bench(journal, tmp_path)
    qtbot.addWidget(made.panel)
    made.panel.show()
    yield made
    made.offline.close()


def test_without_tasks_it_is_said_and_the_first_one_is_shown(bench: Bench) -> None:
    assert "No tasks yet." in bench.words() and not bench.panel.detail.isVisible()
    bench.add("t-1")
    assert bench.panel.list.select("t-1") and bench.panel.detail.isVisible()
    assert "The result appears here" in bench.words()
    bench.known.entries["t-1"].status = "cancelled"
    bench.panel.refresh()
    assert "The task was cancelled; there is no result." in bench.words()


def test_what_a_task_led_to_is_shown_beside_it(bench: Bench, arun: Arun, until: Until) -> None:
    async def main() -> None:
        entry = bench.add("t-1")
        bench.panel.list.select("t-1")
        call = bench.story.call()
        entry.result = Answer(call.number, call.answer, b"{}")
        bench.panel.refresh()
        assert bench.panel.result.exchange == call.number
        await until(lambda: bench.panel.result._views.isVisible())
        bench.add("t-2")
        bench.panel.list.select("t-2")
        assert bench.panel.result.exchange == 0

    arun(main())


def test_each_button_asks_for_its_task(
    bench: Bench, arun: Arun, until: Until, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def main() -> None:
        bench.answers.set()
        bench.hear(monkeypatch, "poll_now", "cancel", "result", "push")
        bench.note(monkeypatch, "forget", "set_automatic")
        bench.panel.detail.wanted.emit("poll")
        assert bench.asked == [], "nothing is chosen"
        bench.add("t-1")
        bench.panel.list.select("t-1")
        for action in ("poll", "cancel", "result", "forget"):
            bench.panel.detail.wanted.emit(action)
        bench.panel.detail.automatic.emit(False)
        bench.panel.detail.pushed.emit(True)
        await until(lambda: len(bench.asked) == 6)
        assert sorted(bench.asked) == [
            ("cancel", "t-1"),
            ("forget", "t-1"),
            ("poll_now", "t-1"),
            ("push", "t-1", True),
            ("result", "t-1", "timeout_s"),
            ("set_automatic", "t-1", False),
        ]
        bench.asked.clear()
        bench.known.entries["t-1"].result = Answer(99, 100, b"{}")
        bench.panel.detail.wanted.emit("result")
        bench.panel.detail.wanted.emit("poll")
        await until(lambda: bench.asked)
        assert bench.asked == [("poll_now", "t-1")], "the result is here already"

    arun(main())


def test_questions_of_a_task_lead_to_inputs_and_are_asked_again_when_they_were_left(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    bench.note(monkeypatch, "ask_again", "set_automatic")
    shown: list[str] = []
    bench.offline.context.intents.show_panel.connect(shown.append)
    entry = bench.add("t-1", status="input_required")
    bench.panel.list.select("t-1")
    monkeypatch.setattr(bench.known, "polls", lambda _id: True)
    bench.panel.detail.wanted.emit("answer")
    assert bench.asked == [] and shown == ["inputs"]
    monkeypatch.setattr(bench.known, "polls", lambda _id: False)
    bench.panel.detail.wanted.emit("answer")
    assert bench.asked == [("set_automatic", "t-1", True)]
    entry.declined.add("a")
    bench.panel.detail.wanted.emit("answer")
    assert bench.asked[1:] == [("ask_again", "t-1")] and shown == ["inputs"] * 3


def test_what_went_wrong_with_a_task_is_said_at_that_task_until_the_next_try(
    bench: Bench, arun: Arun, until: Until, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def main() -> None:
        bench.hear(monkeypatch, "poll_now")
        bench.add("t-1")
        bench.add("t-2")
        bench.panel.list.select("t-1")
        bench.outcome = ClosedError("it hung up")
        bench.panel.detail.wanted.emit("poll")
        bench.panel.list.select("t-2")
        bench.answers.set()
        await until(lambda: bench.panel._trouble)
        assert "it hung up" not in bench.words()
        bench.panel.list.select("t-1")
        assert "it hung up" in bench.words()
        bench.outcome = Answer(1, 2, error=b'{"code": -32602, "message": "no such task"}')
        bench.panel.detail.wanted.emit("poll")
        assert "it hung up" not in bench.words()
        await until(lambda: "the server returned an error: -32602 no such task" in bench.words())
        bench.outcome = Answer(1, 2, error=b"[]")
        bench.panel.detail.wanted.emit("poll")
        await until(lambda: "the server returned an error: ?" in bench.words())
        bench.outcome = bench.known.entries["t-1"].result = Answer(
            1, 2, error=b'{"code": 1, "message": "own"}'
        )
        bench.panel.detail.wanted.emit("poll")
        await until(lambda: len(bench.asked) == 4 and not bench.panel._trouble)
        assert "returned an error" not in bench.words(), "that is what the task led to"

    arun(main())


def test_a_task_from_elsewhere_is_looked_at_by_its_id(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    def adopt(name: str) -> TaskEntry:
        bench.asked.append(("adopt", name))
        return bench.add(name)

    monkeypatch.setattr(bench.known, "adopt", adopt)
    bench.note(monkeypatch, "set_automatic")
    bench.add("t-1")
    line = the(bench.panel, QLineEdit, "task_adopt")
    for text in ("", "  "):
        line.setText(text)
        QTest.keyClick(line, Qt.Key.Key_Return)
    bench.client.connection.state = "closed"
    line.setText(" t-9 ")
    QTest.keyClick(line, Qt.Key.Key_Return)
    assert bench.asked == [] and line.text() == " t-9 "
    bench.client.connection.state = "connected"
    QTest.keyClick(line, Qt.Key.Key_Return)
    assert bench.asked == [("adopt", "t-9"), ("set_automatic", "t-9", True)]
    assert bench.panel.list.key() == "t-9" and line.text() == ""


def test_tasks_are_listed_where_the_server_can_and_a_refusal_is_at_the_button(
    bench: Bench, arun: Arun, until: Until, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def main() -> None:
        button = the(bench.panel, QPushButton, "task_fetch")
        assert button.isVisible() and button.isEnabled()
        bench.client.connection.state = "closed"
        bench.panel.refresh()
        assert button.isVisible() and not button.isEnabled()
        bench.client.connection.state = "connected"
        bench.panel.refresh()
        bench.hear(monkeypatch, "fetch")
        bench.outcome = ClosedError("it hung up")
        bench.answers.set()
        button.click()
        await until(lambda: "it hung up" in button.toolTip())
        bench.offline.declares(tasks={})
        bench.panel.refresh()
        assert not button.isVisible()

    arun(main())


def test_the_clock_of_a_task_runs_only_while_somebody_looks(
    bench: Bench, until: Until, arun: Arun, monkeypatch: pytest.MonkeyPatch
) -> None:
    ticked: list[bool] = []

    async def main() -> None:
        monkeypatch.setattr(bench.panel.detail, "tick", ticked.append)
        bench.panel._timer.setInterval(1)
        await until(lambda: ticked)
        bench.panel.hide()
        assert not bench.panel._timer.isActive()
        bench.panel.show()
        assert bench.panel._timer.isActive()

    arun(main())


def test_what_the_result_wants_is_passed_on(bench: Bench) -> None:
    intents, told = bench.offline.context.intents, []
    for name in ("read_resource", "path_selected", "compare_with_previous"):
        getattr(intents, name).connect(lambda value, name=name: told.append((name, value)))
    bench.panel.result.read_resource.emit("demo://a")
    bench.panel.result.path_selected.emit("$.a")
    bench.panel.result.compare_wanted.emit(7)
    bench.panel.detail.call_wanted.emit(3)
    assert told == [("read_resource", "demo://a"), ("path_selected", "$.a"), ("compare_with_previous", 7)]
    assert bench.offline.context.selection.record == 3


def test_a_task_is_opened_by_its_name_and_the_rows_take_the_keyboard(bench: Bench) -> None:
    bench.known.entries["t-5"] = TaskEntry("t-5", forms.CORE, status="working")
    bench.panel.open_item("task", "t-5")
    assert bench.panel.list.key() == "t-5"
    bench.panel.focus_main()
    assert bench.panel.list.hasFocus() or bench.panel.focusWidget() is bench.panel.list
    splitters = [one for one in bench.panel.findChildren(QSplitter) if one.count() > 1]
    assert splitters and not any(one.childrenCollapsible() for one in splitters)
