"""The list of tasks: the newest above, each with how it stands, and the chosen one stays chosen."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QFontMetrics
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from inspector.core.client.task_entry import TaskEntry
from inspector.core.client.tasks import Tasks
from inspector.protocol.tasks import EXTENSION
from inspector.ui.panels.tasks.list import TaskList
from inspector.ui.session.task_words import state_of
from inspector.ui.widgets import theme
from tests.ui.strokes import strokes

pytestmark = pytest.mark.gui
Role = Qt.ItemDataRole


class Bench:
    """A list of tasks on the screen, and what it tells."""

    def __init__(self, qtbot: QtBot) -> None:
        self.entries: dict[str, TaskEntry] = {}
        self.polled: set[str] = set()
        tasks = SimpleNamespace(entries=self.entries, polls=lambda one: one in self.polled)
        self.list = TaskList(cast(Tasks, tasks))
        self.told: list[str] = []
        self.list.chosen.connect(self.told.append)
        qtbot.addWidget(self.list)
        self.list.resize(240, 300)
        self.list.show()

    def add(self, name: str, **fields: Any) -> TaskEntry:
        made = self.entries[name] = TaskEntry(name, EXTENSION, **fields)
        self.list.update_rows()
        return made

    def shown(self, role: Role = Role.DisplayRole) -> list[str]:
        model = self.list.model()
        return [str(model.data(model.index(row, 0), role)) for row in range(model.rowCount())]


@pytest.fixture
def bench(qtbot: QtBot) -> Bench:
    return Bench(qtbot)


def test_the_newest_is_above_and_is_called_by_its_tool_or_its_id(bench: Bench) -> None:
    bench.add("t-1")
    bench.add("t-2", target="slow_report")
    assert bench.shown() == ["slow_report", "t-1"]
    assert bench.list.key() == "t-1" and bench.told == ["t-1"], "who looks at a task is left there"


def test_a_row_says_how_its_task_stands_and_what_the_server_said(bench: Bench) -> None:
    task = bench.add("t-1", status="working", message="halfway there")
    bench.polled.add("t-1")
    [said] = bench.shown(Role.AccessibleDescriptionRole)
    assert said.startswith("working, ") and said.endswith(" · polling…")
    [hint] = bench.shown(Role.ToolTipRole)
    assert "t-1" in hint and "halfway there" in hint
    task.problem = "the server is gone"
    assert "the server is gone" in bench.shown(Role.ToolTipRole)[0]
    model = bench.list.model()
    assert model.data(model.index(0, 0), Role.DecorationRole) is None


def test_the_chosen_one_stays_chosen_while_others_come_and_go(bench: Bench) -> None:
    for name in ("t-1", "t-2", "t-3"):
        bench.add(name)
    assert bench.list.select("t-2") and bench.list.key() == "t-2"
    assert not bench.list.select("nobody") and bench.list.key() == "t-2"
    bench.add("t-4")
    del bench.entries["t-1"]
    bench.list.update_rows()
    assert bench.shown() == ["t-4", "t-3", "t-2"] and bench.list.key() == "t-2"
    assert bench.list.currentIndex().data() == "t-2" and bench.told == ["t-1", "t-2"]
    del bench.entries["t-2"]
    bench.list.update_rows()
    assert bench.list.key() == "t-4" and bench.told[-1] == "t-4", "the newest takes its place"
    bench.entries.clear()
    bench.list.update_rows()
    assert bench.list.key() == "" and bench.told[-1] == "" and bench.shown() == []


def test_keys_choose_and_what_is_far_below_is_scrolled_to(bench: Bench) -> None:
    for number in range(30):
        bench.add(f"t-{number}")
    bench.list.select("t-29")
    QTest.keyClick(bench.list, Qt.Key.Key_Down)
    assert bench.list.key() == "t-28"
    bench.list.select("t-0")
    assert bench.list.viewport().rect().intersects(bench.list.visualRect(bench.list.currentIndex()))
    assert [index.data() for index in bench.list.selectedIndexes()] == ["t-0"]


def test_a_status_that_changes_is_painted_at_once(bench: Bench, qtbot: QtBot) -> None:
    task = bench.add("t-1", status="working")
    before = bench.list.grab().toImage()
    task.status = "failed"
    with qtbot.waitSignal(bench.list.model().dataChanged):
        bench.list.update_rows()
    assert bench.list.grab().toImage() != before


def test_a_row_is_painted_with_its_name_state_and_age(bench: Bench, qapp: QApplication) -> None:
    theme.install(qapp, "light")
    entry = bench.add("task-1", target="echo", status="failed")
    glyph, role, word = state_of(entry)
    below = bench.list.model().index(0, 0).data(Role.AccessibleDescriptionRole).removeprefix(f"{word}, ")
    found = {one.text: one for one in strokes(bench.list.viewport()) if one.how == "text"}
    assert list(found) == [glyph, word, "echo", below]
    colours = [theme.color(one).name() for one in (role, role, "text", "muted")]
    assert [one.colour for one in found.values()] == colours
    assert (found[word].side, found["echo"].rect.left()) == ("right", 28)
    assert found["echo"].rect.bottom() <= found[below].rect.top() + 1
    row = bench.list.visualRect(bench.list.model().index(0, 0))
    assert found[below].rect.bottom() < row.bottom() and found[word].rect.right() <= row.right()


def test_the_chosen_row_has_the_colour_of_the_selection(bench: Bench, qapp: QApplication) -> None:
    theme.install(qapp, "light")
    bench.add("one")
    bench.add("two")
    [fill] = [one for one in strokes(bench.list.viewport()) if one.how == "fill"]
    assert fill.rect.toRect() == bench.list.visualRect(bench.list.currentIndex())
    assert fill.colour == theme.color("selection").name()


def test_a_long_name_ends_before_the_state(bench: Bench, qapp: QApplication) -> None:
    theme.install(qapp, "light")
    bench.add("task-1", target="name_" * 50, status="working")
    _glyph, word, name, _below = [one for one in strokes(bench.list.viewport()) if one.how == "text"]
    metrics = QFontMetrics(QApplication.font())
    assert name.text.endswith("…")
    ends = name.rect.left() + metrics.horizontalAdvance(name.text)
    assert ends < word.rect.right() - metrics.horizontalAdvance(word.text)
