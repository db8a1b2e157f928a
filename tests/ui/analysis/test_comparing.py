"""Two rows are compared, and what is not worth a look is remembered for each target."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QSignalSpy
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from inspector.render.diff_noise import ALWAYS
from inspector.trace.journal import Journal
from inspector.ui.analysis.compare_pane import ComparePane
from inspector.ui.analysis.comparing import Comparing
from inspector.ui.loop.tasks import under_way
from inspector.ui.session.window_state import WindowState
from inspector.ui.timeline.view.menu import RowActions
from tests.conftest import Runner, Until
from tests.ui.story import Story

pytestmark = pytest.mark.gui


class Bench:
    """A window that shows a journal."""

    def __init__(self, qtbot: QtBot, journal: Journal, folder: Path) -> None:
        self.host = QWidget()
        qtbot.addWidget(self.host)
        self.state = WindowState(folder / "window.json")
        self.actions = RowActions(journal, self.host, lambda _most: [])
        self.comparing = Comparing(journal, self.state, self.actions, self, self.host)
        self.said = QSignalSpy(self.actions.said)

    def open_beside(self, name: str, title: str, pane: QWidget) -> None:
        """As the window would, but several at once."""
        assert (name, title) == ("compare", "Compare")
        pane.setParent(self.host, Qt.WindowType.Window)
        pane.show()

    def opened(self) -> ComparePane:
        """The newest comparison."""
        window = self.host.findChildren(ComparePane)[-1]
        assert window.isVisible()
        return window

    def count(self) -> int:
        return len(self.host.findChildren(ComparePane))

    def known(self) -> dict[str, str]:
        found: dict[str, str] = json.loads(self.state.text("compare_ignored"))
        return found


@pytest.fixture
def bench(qtbot: QtBot, journal: Journal, tmp_path: Path) -> Bench:
    return Bench(qtbot, journal, tmp_path)


def idle(bench: Bench) -> bool:
    return not under_way([bench.comparing, *bench.host.findChildren(ComparePane)])


def test_calls_are_compared_with_request_and_answer_and_records_as_they_are(
    bench: Bench, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        one, two = story.call("one"), story.ask(target="two")
        line = story.stderr("oops")
        bench.actions.compare_wanted.emit(one.number, two.number)
        window = bench.opened()
        assert window._left.title.startswith(f"#{one.number} one (") and window._left.title.endswith(" ms)")
        assert window._right.title == f"#{two.number} two"
        assert list(window._left.parts) == ["request", "answer", "message"]
        assert list(window._right.parts) == ["request", "message"]
        assert window._left.parts["request"] == window._left.parts["message"]
        assert json.loads(window._left.parts["request"])["params"]["name"] == "one"
        assert b'"text": "hi"' in window._left.parts["answer"]
        bench.comparing.compare(one.answer, line)
        window = bench.opened()
        assert window._left.title == f"#{one.answer} tools/call" and window._right.title == f"#{line} stderr"
        assert window._right.parts == {"message": b"oops"}
        await until(lambda: idle(bench))
        for shown in bench.host.findChildren(ComparePane):
            shown.close()

    arun(main())


def test_a_row_that_is_not_there_is_compared_with_nothing(bench: Bench, story: Story, arun: Runner) -> None:
    async def main() -> None:
        number = story.stderr("x")
        bench.comparing.compare(number, 99)
        bench.comparing.compare(99, number)
        await bench.comparing.compare_calls(99, number)
        await bench.comparing.compare_calls(number, 99)
        assert bench.count() == 0

    arun(main())


def test_what_is_ignored_is_remembered_for_its_target(
    bench: Bench, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        calls = [story.call(name).number for name in ("echo", "echo", "add", "add")]
        bench.comparing.compare(calls[0], calls[1])
        window = bench.opened()
        assert window.ignore.edit.text() == ", ".join(ALWAYS)
        window.ignored.emit("a, b")
        assert bench.known() == {"tools/call echo": "a, b"}
        bench.comparing.compare(calls[2], calls[3])
        assert bench.opened().ignore.edit.text() == ", ".join(ALWAYS)
        bench.comparing.compare(calls[2], calls[1])
        assert bench.opened().ignore.edit.text() == "a, b"
        await until(lambda: idle(bench))
        for shown in bench.host.findChildren(ComparePane):
            shown.close()

    arun(main())


def test_only_the_targets_of_late_are_remembered(bench: Bench) -> None:
    for at in range(201):
        bench.comparing.remember(f"t{at}", "x")
    bench.comparing.remember("t1", "again")
    bench.comparing.remember("t201", "é")
    known = list(bench.known())
    assert len(known) == 200 and known[0] == "t3" and known[-2:] == ["t1", "t201"]
    assert "é" in bench.state.text("compare_ignored")


@pytest.mark.parametrize("text", ["{", "[1]", ""])
def test_a_memory_that_cannot_be_read_counts_as_none(
    bench: Bench, story: Story, arun: Runner, until: Until, text: str
) -> None:
    async def main() -> None:
        bench.state.set_text("compare_ignored", text)
        one, two = story.call().number, story.call().number
        bench.comparing.compare(one, two)
        assert bench.opened().ignore.edit.text() == ", ".join(ALWAYS)
        await until(lambda: idle(bench))
        bench.opened().close()

    arun(main())


def test_the_same_call_made_twice_ignores_what_looks_like_ids(
    bench: Bench, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        one, two = story.call().number, story.call().number
        await bench.comparing.compare_calls(one, two, "both of today", ["result.mine"])
        window = bench.opened()
        assert window.facts.text() == "both of today"
        titles = [side.title.split(" (")[0] for side in (window._left, window._right)]
        assert titles == [f"demo #{one} echo", f"demo #{two} echo"]
        assert "result.mine" in window.ignore.edit.text().split(", ")
        window.ignored.emit("only this")
        await bench.comparing.compare_calls(one, two, ignore=["result.mine"])
        assert bench.opened().ignore.edit.text() == "only this"
        await until(lambda: idle(bench))
        for shown in bench.host.findChildren(ComparePane):
            shown.close()

    arun(main())


def test_a_call_is_compared_with_the_one_before_or_it_is_said_that_there_is_none(
    bench: Bench, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        first, other, second = (story.call(name).number for name in ("echo", "add", "echo"))
        story.journal.sync()
        bench.actions.previous_wanted.emit(second)
        await until(bench.count)
        window = bench.opened()
        assert window._left.title.startswith(f"#{first} ") and window._right.title.startswith(f"#{second} ")
        bench.comparing.compare_with_previous(other)
        await until(bench.said.count)
        assert bench.said.at(0)[0] == "warning" and f"compare with #{other}" in bench.said.at(0)[1]
        await until(lambda: idle(bench))
        window.close()

    arun(main())


def test_what_was_too_long_to_keep_whole_is_said_to_be_cut(
    bench: Bench, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        one, two = story.call(), story.ask()
        story.part(two, "response", b"{}", role="answer", spool="kept elsewhere")
        two.answer = two.last
        story.journal.touch(two)
        bench.comparing.compare(one.number, two.number)
        window = bench.opened()
        assert "(cut)" not in window._left.title and window._right.title.endswith("(cut)")
        await until(lambda: idle(bench))
        window.close()

    arun(main())
