"""What opens a comparison, between which bytes, and what a user told it to ignore."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, ClassVar

import pytest
from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from inspector.render.diff_noise import ALWAYS
from inspector.trace.journal import Journal
from inspector.ui.analysis import compare_pane
from inspector.ui.analysis.comparing import Comparing
from inspector.ui.session.window_state import WindowState
from tests.conftest import Runner, Until
from tests.ui.story import Story

pytestmark = pytest.mark.gui


class Actions(QObject):
    """What the rows of a timeline ask."""

    compare_wanted = Signal(int, int)
    previous_wanted = Signal(int)
    said = Signal(str, str)


class Opened(QObject):
    """Stands for a comparison."""

    ignored = Signal(str)
    all: ClassVar[list[Opened]] = []

    def __init__(self, left: Any, right: Any, ignore: str, facts: str = "") -> None:
        super().__init__()
        self.left, self.right, self.ignore, self.facts = left, right, ignore, facts


class Bench:
    def __init__(self, journal: Journal, folder: Path, parent: QWidget) -> None:
        self.actions, self.state = Actions(), WindowState(folder / "window.json")
        actions: Any = self.actions
        self.comparing = Comparing(journal, self.state, actions, self, parent)
        self.said: list[tuple[str, str]] = []
        self.actions.said.connect(lambda role, text: self.said.append((role, text)))

    def open_beside(self, _name: str, _title: str, pane: Any) -> None:
        Opened.all.append(pane)


@pytest.fixture
def bench(
    journal: Journal, tmp_path: Path, qtbot: QtBot, qloop: object, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Bench]:
    monkeypatch.setattr(compare_pane, "ComparePane", Opened)
    monkeypatch.setattr(Opened, "all", [])
    parent = QWidget()
    qtbot.addWidget(parent)
    yield Bench(journal, tmp_path, parent)


def test_two_calls_are_compared_by_request_and_answer(bench: Bench, story: Story) -> None:
    first, second = story.call(text="one"), story.ask()
    bench.actions.compare_wanted.emit(first.number, second.number)
    [window] = Opened.all
    assert window.ignore == ", ".join(ALWAYS) and window.facts == ""
    assert window.left.title == "#1 echo (99 ms)" and window.right.title == "#3 echo"
    assert json.loads(window.left.parts["answer"])["result"] == {"text": "one"}
    assert json.loads(window.left.parts["request"])["id"] == 1
    assert window.left.parts["message"] == window.left.parts["request"]
    assert set(window.right.parts) == {"request", "message"}, "it was not answered"


def test_records_that_are_no_calls_are_compared_as_they_are(bench: Bench, story: Story) -> None:
    one = story.record("notification", b'{"a":1}', method="notifications/x", valid=True)
    two = story.stderr("a line")
    bench.comparing.compare(one, two)
    [window] = Opened.all
    assert (window.left.title, window.left.parts) == ("#1 notifications/x", {"message": b'{"a":1}'})
    assert (window.right.title, window.right.parts) == ("#2 stderr", {"message": b"a line"})
    bench.comparing.compare(one, 99)
    bench.comparing.compare(99, one)
    assert len(Opened.all) == 1, "one that is not there is compared with nothing"


def test_a_call_is_compared_with_the_one_of_the_same_before(
    bench: Bench, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        first, _other, second = story.call(), story.call("sum"), story.call()
        story.journal.sync()
        bench.actions.previous_wanted.emit(second.number)
        await until(lambda: Opened.all)
        [window] = Opened.all
        assert window.left.title.startswith(f"#{first.number} ")
        assert window.right.title.startswith(f"#{second.number} ") and not bench.said
        bench.actions.previous_wanted.emit(first.number)
        await until(lambda: bench.said)
        assert bench.said[0][0] == "warning" and "compare with #1." in bench.said[0][1]
        assert len(Opened.all) == 1

    arun(main())


def test_what_is_ignored_is_kept_for_the_calls_of_the_same(bench: Bench, story: Story) -> None:
    calls = [story.call(), story.call(), story.call("sum"), story.call("sum")]
    bench.comparing.compare(calls[0].number, calls[1].number)
    Opened.all[0].ignored.emit("$.result.id")
    bench.comparing.compare(calls[0].number, calls[1].number)
    bench.comparing.compare(calls[2].number, calls[3].number)
    assert [window.ignore for window in Opened.all[1:]] == ["$.result.id", ", ".join(ALWAYS)]
    Opened.all[1].ignored.emit("")
    bench.comparing.compare(calls[0].number, calls[1].number)
    assert Opened.all[3].ignore == "", "nothing is a choice, too"


def test_the_oldest_of_many_choices_is_forgotten(bench: Bench) -> None:
    for number in range(200):
        bench.comparing.remember(f"call {number}", "x")
    bench.comparing.remember("call 0", "again")
    bench.comparing.remember("one more", "ü")
    kept = json.loads(bench.state.text("compare_ignored"))
    assert len(kept) == 200 and "call 1" not in kept and kept["call 0"] == "again"
    assert list(kept)[-1] == "one more" and "ü" in bench.state.text("compare_ignored")


@pytest.mark.parametrize("text", ["", "no json", "[1]", "5"])
def test_a_broken_memory_is_none(bench: Bench, story: Story, text: str) -> None:
    bench.state.set_text("compare_ignored", text)
    one, two = story.call(), story.call()
    bench.comparing.compare(one.number, two.number)
    assert Opened.all[0].ignore == ", ".join(ALWAYS)


def test_the_same_call_made_twice_ignores_what_looks_like_ids_and_names_its_servers(
    bench: Bench, story: Story, arun: Runner
) -> None:
    async def main() -> None:
        one, two = (story.call(text=f"0b8f6d1e-5c1b-4f7a-9d3e-6a2b1c4d5e{number}f") for number in (3, 4))
        await bench.comparing.compare_calls(one.number, two.number, "about both", ["$.more"])
        [window] = Opened.all
        assert window.facts == "about both" and window.left.title.startswith("demo #1 echo")
        paths = window.ignore.split(", ")
        assert paths[-1] == "$.more" and set(ALWAYS) <= set(paths) and len(paths) == len(set(paths))
        bench.comparing.remember("tools/call echo", "$.mine")
        await bench.comparing.compare_calls(one.number, two.number)
        assert Opened.all[1].ignore == "$.mine"
        await bench.comparing.compare_calls(one.number, 99)
        await bench.comparing.compare_calls(99, one.number)
        assert len(Opened.all) == 2

    arun(main())
