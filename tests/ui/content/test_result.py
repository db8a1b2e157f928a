"""What came of a call: the line above it, its views, and where its buttons lead."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QPoint, Qt
from PySide6.QtGui import QGuiApplication, QTextCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QProgressBar, QPushButton, QStackedWidget, QWidget

from inspector.protocol.era.declared import MISSING_CAPABILITY
from inspector.render.source_places import SourcePlace
from inspector.trace.journal import Journal
from inspector.ui.content import result
from inspector.ui.content.page import ContentView
from inspector.ui.content.result import ResultView
from inspector.ui.json.viewer.table_view import JsonTableView
from inspector.ui.json.viewer.tree_view import JsonTreeView
from inspector.ui.json.viewer.viewer import JsonViewer
from inspector.ui.loop import tasks
from inspector.ui.session.feed import Feed
from inspector.ui.session.filter_requests import FilterRequest
from inspector.ui.session.selection import Selection
from inspector.ui.session.task_words import TASK_RESULT
from inspector.ui.text.hex_view import HexView
from inspector.ui.text.source_lines import SourceLines
from inspector.ui.text.text_viewer import TextViewer
from inspector.ui.widgets.controls import Switch
from inspector.ui.widgets.save_button import SaveButton
from tests.conftest import Runner, Until
from tests.ui.story import START_NS, Story

pytestmark = pytest.mark.gui
HINT = "Press Run."


class Bench:
    """A result on the screen, and what it asks of others."""

    def __init__(self, journal: Journal, name: str = "result_view") -> None:
        self.feed, self.selection = Feed(journal), Selection()
        self.asking: set[int] = set()  # calls during which a user is asked
        self.view = ResultView(
            name, journal, self.feed, self.selection, HINT, declares=True, asks=self.asking.__contains__
        )
        self.view.resize(700, 400)
        self.view.show()
        self.wanted: list[tuple[str, Any]] = []
        for signal in ("compare_wanted", "task_wanted", "declare_wanted", "path_selected"):
            getattr(self.view, signal).connect(
                lambda value, signal=signal: self.wanted.append((signal, value))
            )

    def part(self, name: str) -> QWidget:
        found = self.view.findChild(QWidget, f"result_view_{name}")
        assert found is not None
        return found

    @property
    def state(self) -> str:
        label = self.part("state")
        assert isinstance(label, QLabel)
        assert label.text().endswith(label.accessibleName())
        return label.text()

    def offered(self) -> set[str]:
        """The parts around the answer that are there now."""
        names = ("record", "compare", "task", "progress", "switch", "missing")
        return {name for name in names if self.part(name).isVisible()}

    def click(self, name: str) -> None:
        QTest.mouseClick(self.part(name), Qt.MouseButton.LeftButton)

    def words(self) -> str:
        """What stands in the place of an answer."""
        return " ".join(one.text() for one in self.view.findChildren(QLabel) if one.isVisible())

    def json(self) -> str:
        """The JSON that is seen."""
        return "".join(one.text() for one in self.view.findChildren(JsonViewer) if one.isVisible())

    def choose(self, view: str) -> None:
        switch = self.part("switch")
        assert isinstance(switch, Switch)
        switch.choose(view)


@pytest.fixture
def bench(journal: Journal, qloop: object) -> Iterator[Bench]:
    yield from benched(Bench(journal))


def benched(made: Bench) -> Iterator[Bench]:
    yield made
    for part in (made.view, made.feed):
        part.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def answer(story: Story, exchange: Any, value: dict[str, Any], status: str = "done") -> None:
    """Answer with this message."""
    raw = json.dumps({"jsonrpc": "2.0", "id": exchange.number, **value}).encode()
    exchange.ended_ns, exchange.status, exchange.answer_size = story.now_ns, status, len(raw)
    exchange.answer = story.part(exchange, "response", raw, role="answer", method=exchange.method)
    story.journal.touch(exchange)


def test_nothing_was_called_yet_and_the_hint_says_what_to_do(bench: Bench) -> None:
    assert bench.offered() == set() and HINT in bench.words()
    bench.view.expect("Something else.")
    assert "Something else." in bench.words() and HINT not in bench.words()


def test_an_answer_has_its_duration_size_record_and_views(
    bench: Bench, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        call = story.ask()
        bench.view.show_exchange(call.number)
        assert bench.offered() == {"record", "progress"} and bench.state.startswith("◌ running · ")
        content = [{"type": "text", "text": "seven seas"}]
        answer(story, call, {"result": {"content": content, "structuredContent": {"a": 1}}})
        await until(lambda: "switch" in bench.offered())
        assert bench.offered() == {"record", "compare", "switch"}
        assert bench.state.startswith("✓ 99 ms · ") and "B" in bench.state
        record = bench.part("record")
        assert isinstance(record, QPushButton) and record.text() == f"#{call.number}"
        bench.click("record")
        assert bench.selection.record == call.number
        bench.click("compare")
        assert bench.wanted == [("compare_wanted", call.number)]
        bench.choose("raw")
        assert '"seven seas"' in bench.json() and '"jsonrpc"' in bench.json()
        bench.choose("structured")
        assert json.loads(bench.json()) == {"a": 1}
        bench.choose("model")
        (page,) = [one for one in bench.view.findChildren(ContentView) if one.isVisible()]

        def headings() -> set[str]:
            return {one.text() for one in page.findChildren(QLabel)}

        await until(lambda: headings() >= {"text · 10 B", "structuredContent · 8 B"})
        bench.choose("structured")
        assert not any(one.isVisible() for one in bench.view.findChildren(ContentView))
        bench.choose("rendered")
        assert [one.isVisible() for one in bench.view.findChildren(ContentView)].count(True) == 1

    arun(main())


@pytest.mark.parametrize(
    ("status", "words", "instead"),
    [
        ("lost", "⚠ no response", "No response"),
        ("cancelled", "⊘ cancelled", "No response"),
    ],
)
def test_a_call_without_an_answer_says_how_it_ended(
    bench: Bench, story: Story, arun: Runner, until: Until, status: str, words: str, instead: str
) -> None:
    async def main() -> None:
        call = story.ask()
        bench.view.show_exchange(call.number)
        story.give_up(call, status)
        await until(lambda: bench.state.startswith(words))
        assert instead in bench.words() and bench.offered() == {"record"}

    arun(main())


def test_a_tool_that_says_it_failed_and_an_error_look_so(
    bench: Bench, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        failed, refused = story.ask(), story.ask()
        failed.detail = "isError"
        answer(story, failed, {"result": {"content": [], "isError": True}}, "failed")
        refused.detail = "-32602 no"
        answer(story, refused, {"error": {"code": -32602, "message": "no"}}, "failed")
        bench.view.show_exchange(failed.number)
        assert bench.state.startswith("✗ tool returned an error · 199 ms · ")
        await until(lambda: "switch" in bench.offered())
        bench.view.show_exchange(refused.number)
        assert bench.state.startswith("✗ -32602 no · ")

    arun(main())


def test_progress_is_a_bar_with_its_numbers_and_message(
    bench: Bench, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        call = story.ask()
        bench.view.show_exchange(call.number)
        bar = bench.part("progress")
        assert isinstance(bar, QProgressBar)
        assert bar.maximum() == 0, "nobody knows how long it takes"
        call.progress, call.total, call.message = 3, 4, "three of four"
        story.journal.touch(call)
        await until(lambda: "3 / 4 · three of four" in bench.state)
        assert bar.value() / bar.maximum() == 0.75
        call.progress, call.total = 9, 4
        story.journal.touch(call)
        await until(lambda: "9 / 4" in bench.state)
        assert bar.value() == bar.maximum()
        call.total = -1
        story.journal.touch(call)
        await until(lambda: " · 9 · three" in bench.state)

    arun(main())


def test_a_call_during_which_a_person_is_asked_says_so_above_and_in_place_of_the_answer(
    bench: Bench, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        call = story.ask()
        call.started_ns = call.sent_ns = 1  # long ago
        story.journal.touch(call)
        bench.view.show_exchange(call.number)
        await until(lambda: "Waiting for the response" in bench.words())
        bench.asking.add(call.number)
        await until(lambda: "waiting for your input · " in bench.state)
        assert "The server needs your input (see Inputs)." in bench.words()
        assert "Waiting for the response" not in bench.words()
        bench.asking.clear()
        await until(lambda: "running" in bench.state)
        assert "Waiting for the response" in bench.words()

    arun(main())


def test_a_call_that_waits_for_a_person_says_where(bench: Bench, story: Story, arun: Runner) -> None:
    async def main() -> None:
        call = story.answer_later(story.ask(), "input_required")
        bench.view.show_exchange(call.number)
        assert bench.state.startswith("◌ waiting for your input") and "progress" in bench.offered()
        bench.view.show_exchange(call.number, asking=False)
        assert bench.state.startswith("⊘ the server requested input") and "progress" not in bench.offered()

    arun(main())


def test_the_task_of_a_call_is_named_and_led_to(
    bench: Bench, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        call = story.ask()
        story.answer(call, detail="task t-1 · working")
        bench.view.show_exchange(call.number)
        assert bench.state.startswith("◌ task working") and "task" in bench.offered()
        await until(lambda: "switch" in bench.offered())
        bench.click("task")
        assert bench.wanted == [("task_wanted", "t-1")]
        bench.view.show_exchange(story.ask().number)
        assert "task" not in bench.offered()

    arun(main())


def test_the_result_of_a_task_does_not_lead_to_itself(
    journal: Journal, story: Story, arun: Runner, qloop: object
) -> None:
    async def main() -> None:
        made = Bench(journal, TASK_RESULT)
        call = story.ask("tasks/result", "t-1")
        story.answer(call, detail="completed")
        made.view.show_exchange(call.number)
        link = made.view.findChild(QWidget, f"{TASK_RESULT}_task")
        assert link is not None and not link.isVisible()
        for part in (made.view, made.feed):
            part.deleteLater()

    arun(main())


def test_a_new_call_takes_the_place_of_the_one_before_it(
    bench: Bench, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        first = story.ask()
        answer(story, first, {"result": {"content": [{"type": "text", "text": "first"}]}})
        bench.view.show_exchange(first.number)
        await until(lambda: "switch" in bench.offered())
        bench.view.begin()
        bench.click("record")
        assert bench.selection.record == 0 and bench.wanted == [], "the link to the last one leads nowhere"
        await until(lambda: bench.state.startswith("◌ running"))
        assert bench.offered() == {"switch"}
        await until(lambda: "Waiting for the response" in bench.words())
        second = story.ask()
        bench.view.show_exchange(second.number)
        answer(story, second, {"result": {"content": [{"type": "text", "text": "second"}]}})
        await until(lambda: "switch" in bench.offered())
        bench.choose("raw")
        assert '"second"' in bench.json() and '"first"' not in bench.json()
        bench.view.show_exchange(0)
        assert bench.offered() == set() and HINT in bench.words() and bench.view.exchange == 0

    arun(main())


def test_to_begin_a_call_changes_nothing_that_would_be_laid_out_before_it_is_sent(
    bench: Bench, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        call = story.ask()
        answer(story, call, {"result": {"content": [{"type": "text", "text": "first"}]}})
        bench.view.show_exchange(call.number)
        await until(lambda: "switch" in bench.offered())
        before = (bench.state, bench.offered())
        bench.view.begin()
        assert (bench.state, bench.offered()) == before
        bench.view.fail("no")
        assert (bench.state, bench.offered()) == ("✗ not sent", set())

    arun(main())


def test_what_could_not_be_sent_says_why(bench: Bench, story: Story) -> None:
    bench.view.begin()
    bench.view.fail("The extra _meta is not JSON.")
    assert bench.state == "✗ not sent" and "The extra _meta is not JSON." in bench.words()
    assert bench.offered() == set()


def test_a_refusal_for_want_of_a_capability_offers_to_declare_it(
    bench: Bench, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        call = story.ask()
        data = {"requiredCapabilities": {"sampling": {}}}
        error = {"code": MISSING_CAPABILITY, "message": "no", "data": data}
        answer(story, call, {"error": error}, "failed")
        bench.view.show_exchange(call.number)
        await until(lambda: "missing" in bench.offered())
        assert "Requires a client that supports sampling." in bench.words()
        bench.click("declare")
        assert bench.wanted == [("declare_wanted", {"sampling": {}})]
        bench.view.begin()
        assert "missing" not in bench.offered()

    arun(main())


def test_an_item_that_cannot_be_used_is_shown_as_it_came(
    bench: Bench, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        bench.view.show_exchange(story.call().number)
        await until(lambda: "switch" in bench.offered())
        bench.view.show_source(b'{"title": "no name"}', "it has no name")
        assert bench.state == "⚠ it has no name" and bench.offered() == set()
        assert json.loads(bench.json()) == {"title": "no name"}

    arun(main())


def test_another_panel_goes_on_with_the_same_exchange(
    bench: Bench, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        call, other = story.call(), story.call()
        bench.view.show_exchange(call.number, asking=False)
        memory = bench.view.memory()
        bench.view.show_exchange(other.number)
        await until(lambda: "switch" in bench.offered())
        bench.view.resume(memory)
        assert bench.view.exchange == other.number, "what is shown already stays"
        bench.view.clear()
        bench.view.resume(memory)
        assert bench.view.exchange == call.number and bench.view.memory() == memory
        await until(lambda: "switch" in bench.offered())

    arun(main())


def test_a_path_that_is_clicked_is_told(bench: Bench, story: Story, arun: Runner, until: Until) -> None:
    async def main() -> None:
        call = story.ask()
        answer(story, call, {"result": {"content": [{"type": "text", "text": "seven seas"}]}})
        bench.view.show_exchange(call.number)
        bench.wanted.clear()
        await until(lambda: "switch" in bench.offered())
        bench.choose("raw")
        [viewer] = [one for one in bench.view.findChildren(JsonViewer) if one.isVisible()]
        await until(viewer.is_ready)
        viewer.text_view.pressed_at.emit(viewer.text().index("seven"))
        await until(lambda: bench.wanted)
        assert bench.wanted == [("path_selected", "$.result.content[0].text")]
        bench.view.begin()
        assert bench.wanted[-1] == ("path_selected", ""), "what it was in goes"
        bench.wanted.clear()
        bench.view.path_selected.emit("$.result")
        bench.view.hide()
        assert bench.wanted == [("path_selected", "$.result"), ("path_selected", "")]

    arun(main())


def test_an_answer_that_belongs_to_no_call_is_pointed_at(bench: Bench) -> None:
    bench.view.answered_aside(7, "The server responded without an id.")
    assert bench.state == "⚠ response in #7, without an id"
    assert "The server responded without an id." in bench.words() and "switch" not in bench.offered()


def test_of_a_very_large_answer_the_beginning_is_seen_before_the_rest_is_read(
    bench: Bench, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        text = json.dumps([f"line {number} of many words" for number in range(400_000)])
        call = story.ask()
        answer(story, call, {"result": {"content": [{"type": "text", "text": text}]}})
        bench.view.show_exchange(call.number)
        pages = bench.view.findChild(QStackedWidget, "result_view")
        assert pages is not None
        await until(lambda: pages.currentWidget() is bench.view._beginning)
        assert "line 0 of many words" in bench.view._beginning.pane().text_on_screen(500)
        await until(lambda: pages.currentWidget() is bench.view._content)

    arun(main())


def test_a_value_that_is_chosen_in_any_view_is_told_by_its_path(
    bench: Bench, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        call = story.ask()
        part = {"content": [{"type": "text", "text": '{"deep": 5}'}], "structuredContent": {"n": 7}}
        answer(story, call, {"result": part})
        bench.view.show_exchange(call.number)
        await until(lambda: "switch" in bench.offered())
        for view, number in (("rendered", "5"), ("structured", "7"), ("raw", "7")):
            bench.choose(view)
            bench.wanted.clear()

            def shown(number: str = number) -> list[JsonViewer]:
                viewers = bench.view.findChildren(JsonViewer)
                return [
                    one
                    for one in viewers
                    if one.isVisible() and one.is_ready() and f" {number}" in one.text()
                ]

            await until(lambda: bool(shown()))
            (viewer,) = shown()
            viewer.text_view.pressed_at.emit(viewer.text().index(f" {number}") + 1)
            await until(lambda: bool(bench.wanted))
            kind, path = bench.wanted[-1]
            assert kind == "path_selected" and path.endswith("deep" if view == "rendered" else "n")

    arun(main())


def test_what_was_shown_stays_until_there_is_a_block_of_the_answer(
    bench: Bench, story: Story, arun: Runner, until: Until
) -> None:
    building = bench.view._content._slices
    building._budget_s = 0.0  # one step a turn,
    building._timer.setInterval(1 << 30)  # and only when it is told to

    def contents() -> list[ContentView]:
        return [one for one in bench.view.findChildren(ContentView) if one.isVisible()]

    async def main() -> None:
        call = story.ask()
        call.started_ns = call.sent_ns = 1  # long ago
        bench.view.show_exchange(call.number)
        assert "Waiting for the response" in bench.words()
        part = {"content": [{"type": "text", "text": '{"deep": 5}'}], "structuredContent": {"n": 7}}
        answer(story, call, {"result": part})
        await until(lambda: "switch" in bench.offered())
        assert building.running and contents() == []
        assert "Waiting for the response" in bench.words()
        bench.choose("raw")
        assert '"jsonrpc"' in bench.json()
        bench.choose("rendered")
        assert contents() == []
        while not bench.view._content.begun:
            building._run()
        assert len(contents()) == 1 and '"deep"' in bench.json()

    arun(main())


def tabs(bench: Bench) -> list[str]:
    switch = bench.part("switch")
    assert isinstance(switch, Switch)
    return [str(switch.tabData(place)) for place in range(switch.count()) if switch.isTabVisible(place)]


def test_one_row_of_tabs_has_the_tree_and_the_table_too(
    bench: Bench, story: Story, arun: Runner, until: Until
) -> None:
    def heads() -> list[Switch]:
        return [one for one in bench.view.findChildren(Switch) if one.isVisible()]

    async def main() -> None:
        call, next_call = story.ask(), story.ask()
        content = [{"type": "text", "text": "three hours"}]
        rows = [{"hour": hour, "degrees": 10 + hour} for hour in range(3)]
        answer(story, call, {"result": {"content": content, "structuredContent": {"hours": rows}}})
        bench.view.show_exchange(call.number)
        await until(lambda: "switch" in bench.offered())
        assert tabs(bench) == ["rendered", "structured", "tree", "table", "raw", "model"]
        for view, kind in (("tree", JsonTreeView), ("table", JsonTableView)):
            bench.choose(view)
            await until(lambda kind=kind: any(one.isVisible() for one in bench.view.findChildren(kind)))
            assert heads() == [bench.part("switch")]
        answer(story, next_call, {"result": {"content": [{"type": "text", "text": '{"a": {"b": 1}}'}]}})
        bench.choose("tree")
        bench.view.show_exchange(next_call.number)
        await until(lambda: tabs(bench) == ["rendered", "tree", "raw", "model"])
        assert heads() == [bench.part("switch")], "of JSON that is all there is, too"
        assert any(one.isVisible() for one in bench.view.findChildren(JsonTreeView))
        bench.choose("rendered")
        assert json.loads(bench.json()) == {"a": {"b": 1}}

    arun(main())


def test_markdown_has_its_source_as_a_tab(bench: Bench, story: Story, arun: Runner, until: Until) -> None:
    async def main() -> None:
        call = story.ask()
        answer(
            story, call, {"result": {"content": [{"type": "text", "text": "# Title\n\n- **one**\n- two"}]}}
        )
        bench.view.show_exchange(call.number)
        await until(lambda: "switch" in bench.offered())
        bench.choose("source")
        shown = [one for one in bench.view.findChildren(TextViewer) if one.isVisible()]
        assert [one.view.data()[:7] for one in shown] == [b"# Title"]
        assert len([one for one in bench.view.findChildren(Switch) if one.isVisible()]) == 1

    arun(main())


def test_each_view_can_be_copied_and_saved(
    bench: Bench, story: Story, arun: Runner, until: Until, tmp_path: Path
) -> None:
    async def main() -> None:
        call = story.ask()
        content = [{"type": "text", "text": "one"}, {"type": "text", "text": "two"}]
        answer(story, call, {"result": {"content": content, "structuredContent": {"a": 1}}})
        bench.view.show_exchange(call.number)
        await until(lambda: "switch" in bench.offered())
        save = bench.part("save")
        assert isinstance(save, SaveButton)
        seen: dict[str, tuple[str, str]] = {}
        for view in ("rendered", "structured", "model", "raw"):
            bench.choose(view)
            await until(lambda: not any(one.isVisible() and not one.is_ready() for one in viewers()))
            bench.click("copy")
            save.pressed.emit()
            save.write(str(tmp_path / save.name))
            seen[save.name] = QGuiApplication.clipboard().text(), (tmp_path / save.name).read_text("utf-8")
        assert seen["content.txt"][0].startswith("text") or "one\n\ntwo" in seen["content.txt"][0]
        assert seen["structured.json"] == ('{\n  "a": 1\n}', '{"a": 1}')
        assert '"jsonrpc"' in seen["raw.json"][0] and json.loads(seen["raw.json"][1])["jsonrpc"] == "2.0"
        assert bench.state == f"✓ Saved as {tmp_path / 'raw.json'}"

    def viewers() -> list[JsonViewer]:
        return bench.view.findChildren(JsonViewer)

    arun(main())


def test_bytes_of_an_answer_are_a_view_of_their_own_where_there_are_some(
    bench: Bench, story: Story, arun: Runner, until: Until
) -> None:
    def views() -> list[str]:
        switch = bench.part("switch")
        assert isinstance(switch, Switch)
        return [str(switch.tabData(place)) for place in range(switch.count()) if switch.isTabVisible(place)]

    async def main() -> None:
        plain, read = story.ask(), story.ask("resources/read", "file:///a")
        answer(story, plain, {"result": {}})
        bench.view.show_exchange(plain.number)
        await until(lambda: "switch" in bench.offered())
        assert views() == ["rendered", "tree", "raw"]
        entry = {"uri": "file:///a", "mimeType": "a/b", "blob": base64.b64encode(bytes(48)).decode()}
        answer(story, read, {"result": {"contents": [entry]}})
        bench.view.show_exchange(read.number)
        await until(lambda: views() == ["rendered", "bytes", "raw"])
        bench.choose("bytes")
        for _ in range(2):
            (page,) = [one for one in bench.view.findChildren(ContentView) if one.isVisible()]
            await until(lambda page=page: [one.size_shown() for one in page.findChildren(HexView)] == [48])
            bench.choose("raw")
            assert not page.isVisible()
            bench.choose("bytes")

    arun(main())


def test_a_hint_waits_while_there_is_an_answer_and_other_calls_change_nothing(
    bench: Bench, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        call = story.call()
        bench.view.show_exchange(call.number)
        await until(lambda: "switch" in bench.offered())
        bench.view.expect("Choose a tool.")
        assert "switch" in bench.offered() and "Choose a tool." not in bench.words()
        state = bench.state
        call.status, call.detail = "failed", "-1 no"
        story.journal.touch(call)
        bench.view._touched((call.number + 1,))
        assert bench.state == state
        bench.view._touched((call.number,))
        assert bench.state.startswith("✗ -1 no")
        bench.view.clear()
        assert "Choose a tool." in bench.words() and bench.state == ""
        bench.view._touched((call.number,))
        assert bench.state == ""

    arun(main())


# -- what was said during the call ---------------------------------------------------------------------


def said(bench: Bench) -> str:
    link = bench.part("said")
    assert isinstance(link, QPushButton)
    return link.text() if link.isVisible() else ""


def stderr_of(bench: Bench) -> str:
    lines = bench.part("stderr")
    assert lines.accessibleName() == "stderr lines that may say why this call failed"
    assert isinstance(lines, SourceLines)
    return lines.toPlainText() if lines.isVisible() else ""


def test_what_was_said_during_a_call_is_one_click_away(
    bench: Bench, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        wanted: list[FilterRequest] = []
        bench.view.filter_wanted.connect(wanted.append)
        story.stderr("before")
        quiet = story.call()
        story.now_ns += 1_000_000_000
        one, several = story.ask(), story.ask
        story.stderr("line")
        story.answer(one)
        loud = several()
        for _ in range(29):
            story.stderr("line")
        story.answer(loud)
        both = several()
        story.stderr("line")
        for _ in range(3):
            story.record("notification", b"{}", role="log", method="notifications/message")
        story.answer(both)
        for call, text in (
            (one, "1 stderr line during this call"),
            (loud, "29 stderr lines during this call"),
            (both, "1 stderr line and 3 log messages during this call"),
        ):
            bench.view.show_exchange(call.number)
            await until(lambda text=text: said(bench) == text)
            assert stderr_of(bench) == "", "it did not fail"
            bench.click("said")
            assert wanted.pop() == FilterRequest(f"during == #{call.number}", "replace", everywhere=True)
        bench.view.show_exchange(quiet.number)
        assert said(bench) == ""
        await until(lambda: not tasks._running)
        assert said(bench) == ""

    arun(main())


def test_the_end_of_a_call_that_was_waited_for_is_spoken(
    bench: Bench, story: Story, arun: Runner, until: Until, monkeypatch: pytest.MonkeyPatch
) -> None:
    spoken: list[str] = []
    monkeypatch.setattr(result, "announce", lambda _widget, text: spoken.append(text))

    async def main() -> None:
        done, lost, old = story.ask(), story.ask(), story.call()
        bench.view.show_exchange(old.number)
        await until(lambda: "switch" in bench.offered())
        assert spoken == [], "it was there already"
        bench.view.show_exchange(done.number)
        answer(story, done, {"result": {}})
        await until(lambda: len(spoken) == 1)
        assert spoken[0].startswith("done: ") and spoken[0].endswith(" B")
        bench.view.show_exchange(lost.number)
        story.give_up(lost, "lost")
        await until(lambda: len(spoken) == 2)
        assert spoken[1].startswith("no response · ")
        await until(lambda: not bench.feed.running)

    arun(main())


def test_states_that_nobody_foresaw_and_reasons_are_said_in_words(
    bench: Bench, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        strange, cancelled, task = story.ask(), story.ask(), story.ask("tasks/get", "t-1")
        story.give_up(strange, "strange")
        bench.view.show_exchange(strange.number)
        assert bench.state.startswith(" strange · ") and "No response: " in bench.words()
        cancelled.detail = "cancelled by you"
        story.give_up(cancelled, "cancelled")
        bench.view.show_exchange(cancelled.number)
        assert bench.state.startswith("⊘ cancelled by you · ")
        assert "cancelled by you" in bench.words() and "compare" not in bench.offered()
        story.answer(task, detail="failed")
        bench.view.show_exchange(task.number)
        assert bench.state.startswith("✗ task failed · ") and "task" in bench.offered()
        await until(lambda: "switch" in bench.offered())

    arun(main())


def test_waiting_is_counted_from_when_the_call_was_sent(
    bench: Bench, story: Story, arun: Runner, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [START_NS]
    monkeypatch.setattr(result, "now_ns", lambda: now[0])

    async def main() -> None:
        call = story.ask()
        sent = call.sent_ns
        bench.view.show_exchange(call.number)
        assert bench.state == "◌ running · 0 µs", "clocks may differ"
        assert "Waiting" not in bench.words()
        for sent_ns, start in ((sent, sent), (0, call.started_ns)):
            call.sent_ns = sent_ns
            now[0] = start + 2_500_000_000
            bench.view._tick()
            assert bench.state == "◌ running · 2.50 s"
        assert "Waiting for the response…" in bench.words()
        bench.view.clear()
        bench.view.begin()
        now[0] += 1_500_000_000
        bench.view._tick()
        assert bench.state == "◌ running · 1.50 s"
        bench.view.clear()


def test_it_counts_on_while_the_call_runs(bench: Bench, story: Story, arun: Runner, until: Until) -> None:
    async def main() -> None:
        call = story.ask()
        bench.view.show_exchange(call.number)
        story.stderr("line")
        await until(lambda: said(bench) == "1 stderr line during this call")
        story.stderr("line")
        await until(lambda: said(bench) == "2 stderr lines during this call")
        story.answer(call)
        bench.view.clear()
        assert said(bench) == ""

    arun(main())


def test_the_line_the_bar_and_the_answer_stand_below_each_other(bench: Bench, story: Story) -> None:
    call = story.ask()
    bench.view.show_exchange(call.number)
    QCoreApplication.processEvents()
    layout = bench.view.layout()
    assert layout is not None and layout.spacing() == 2
    tops = [bench.part(name).mapTo(bench.view, QPoint(0, 0)).y() for name in ("state", "progress")]
    pages = bench.view.findChild(QStackedWidget, "result_view")
    assert pages is not None and tops[0] < tops[1] < pages.mapTo(bench.view, QPoint(0, 0)).y()
    bench.view.clear()


@pytest.mark.parametrize("detail", ["isError", "-32603 Internal error"])
def test_a_failed_call_shows_the_last_lines_of_its_stderr_with_links(
    bench: Bench, story: Story, arun: Runner, until: Until, detail: str
) -> None:
    async def main() -> None:
        wanted: list[SourcePlace] = []
        bench.view.source_wanted.connect(wanted.append)
        call = story.ask()
        for number in range(20):
            story.stderr(f"line {number}")
        story.stderr('  File "/x/y.py", line 12, in boom')
        story.stderr("ZeroDivisionError: division by zero")
        story.stderr("")
        story.answer(call, "failed", detail)
        bench.view.show_exchange(call.number)
        await until(lambda: stderr_of(bench).endswith("ZeroDivisionError: division by zero"))
        assert stderr_of(bench).splitlines()[0] == "line 14", "the last eight, but for the empty one"
        lines = bench.part("stderr")
        assert isinstance(lines, SourceLines)
        assert lines.verticalScrollBar().maximum() == 0, "all of them are in sight"
        cursor = QTextCursor(lines.document())
        cursor.setPosition(lines.toPlainText().index("y.py"))
        QTest.mouseClick(lines.viewport(), Qt.MouseButton.LeftButton, pos=lines.cursorRect(cursor).center())
        assert [(one.path, one.line) for one in wanted] == [("/x/y.py", 12)]

    arun(main())


def test_a_call_that_the_end_of_the_server_left_shows_its_last_words(
    bench: Bench, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        call = story.ask()
        story.give_up(call, "lost")
        story.stderr("Segmentation fault")
        story.record("lifecycle", direction="", channel="", note="exited with 139")
        story.stderr("of the next one")
        bench.view.show_exchange(call.number)
        await until(lambda: stderr_of(bench) == "Segmentation fault")

    arun(main())


def test_lines_that_are_wide_and_far_to_the_right_are_all_in_sight(
    bench: Bench, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        call = story.ask()
        for number in range(8):
            story.stderr(f"{' ' * 30}{number} {'wide ' * 60}end")
        story.answer(call, "failed", "isError")
        bench.view.show_exchange(call.number)
        await until(lambda: stderr_of(bench).startswith("0 wide"))
        lines = bench.part("stderr")
        assert isinstance(lines, SourceLines)
        await until(lambda: lines.horizontalScrollBar().maximum() > 0)
        last = lines.document().lastBlock()
        bottom = lines.blockBoundingGeometry(last).translated(lines.contentOffset()).bottom()
        await until(lambda: lines.viewport().height() >= bottom)
        await until(lambda: lines.verticalScrollBar().value() == 0)
        least = bench.view.minimumSizeHint().height()
        bench.view.resize(400, least)
        await until(lambda: lines.verticalScrollBar().value() == lines.verticalScrollBar().maximum() > 0)
        assert least < 250, "the form beside it keeps its room"

    arun(main())


def test_the_last_lines_of_a_failed_call_have_their_room_also_in_a_small_window(
    bench: Bench, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        bench.view.resize(333, 371)
        call = story.ask()
        for number in range(8):
            story.stderr(f"line {number}")
        answer(
            story, call, {"result": {"content": [{"type": "text", "text": "no"}], "isError": True}}, "failed"
        )
        bench.view.show_exchange(call.number)
        await until(lambda: stderr_of(bench).endswith("line 7"))
        lines = bench.part("stderr")
        assert isinstance(lines, SourceLines)
        await until(lambda: lines.height() >= 8 * lines.fontMetrics().lineSpacing())

    arun(main())
