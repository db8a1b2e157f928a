"""The menu of the timeline's header: which columns, where, how wide, and what the time means."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu

from inspector.trace.journal import Journal
from inspector.ui.timeline.columns.menu import ColumnMenu
from inspector.ui.timeline.view.columns import COLUMNS, KIND, METHOD, NUMBER, STATUS, TARGET, TIME
from inspector.ui.timeline.view.times import TIME_MODES
from tests.conftest import Runner, Until
from tests.ui.column_bench import ColumnBench
from tests.ui.parts import the
from tests.ui.story import Story

pytestmark = pytest.mark.gui


@pytest.fixture
def bench(journal: Journal, qloop: object) -> Iterator[ColumnBench]:
    made = ColumnBench(journal)
    yield made
    made.close()


def test_the_menu_moves_hides_and_resets(bench: ColumnBench) -> None:
    bench.choose(TIME, "move_right")
    assert bench.order()[:3] == ["number", "direction", "time"]
    bench.choose(KIND, "hide_column")
    assert "kind" not in bench.order()
    bench.choose(METHOD, "show_date")
    assert "date" in bench.order()
    bench.choose(METHOD, "reset_columns")
    assert bench.order() == [spec.key for spec in COLUMNS if not spec.hidden]


def test_a_column_gets_as_wide_as_its_content(
    bench: ColumnBench, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        story.call("a tool with a rather long name " * 2)
        await until(lambda: bench.view.model().rowCount() == 1)
        bench.choose(TARGET, "fit_column")
        text = bench.texts(TARGET)[0]
        wide = bench.view.fontMetrics().horizontalAdvance(text)
        assert wide <= bench.view.columnWidth(TARGET) <= wide + 20

    arun(main())


def _menu(bench: ColumnBench) -> ColumnMenu:
    return bench.pane.column_actions.menu


def _enabled(bench: ColumnBench, index: int, *names: str) -> list[bool]:
    menu = bench.menu(index)
    found = [the(menu, QAction, name).isEnabled() for name in names]
    bench.shut(menu)
    return found


def test_a_column_moves_to_the_left_as_well(bench: ColumnBench) -> None:
    before = bench.order()
    bench.choose(METHOD, "move_left")
    place = before.index("method")
    assert bench.order() == [*before[: place - 1], "method", before[place - 1], *before[place + 1 :]]


def test_the_ends_move_inwards_only(bench: ColumnBench) -> None:
    last = bench.header.shown()[-1]
    moves = ("move_left", "move_right")
    assert _enabled(bench, NUMBER, *moves) == [False, True]
    assert _enabled(bench, TIME, *moves) == [True, True]
    assert _enabled(bench, bench.header.shown()[-2], *moves) == [True, True]
    assert _enabled(bench, last, *moves) == [True, False]


def test_a_hidden_column_does_not_move(bench: ColumnBench) -> None:
    bench.header.show_column(KIND, shown=False)
    _menu(bench).open(QPoint(0, 0), KIND)
    menu = the(bench.view, QMenu, "timeline_columns")
    assert not any(the(menu, QAction, name).isEnabled() for name in ("move_left", "move_right"))
    bench.shut(menu)


def test_some_columns_cannot_be_hidden(bench: ColumnBench) -> None:
    assert _enabled(bench, STATUS, "hide_column", "show_status", "show_kind") == [False, False, True]
    assert _enabled(bench, KIND, "hide_column") == [True]


def test_only_what_was_added_is_renamed_and_removed(bench: ColumnBench) -> None:
    bench.pane.add_column("$.id")
    own = len(COLUMNS)
    for index, there in ((KIND, False), (own, True)):
        menu = bench.menu(index)
        for name in ("rename_column", "remove_column"):
            assert (menu.findChild(QAction, name) is not None) is there
        bench.shut(menu)
    asked: list[int] = []
    _menu(bench).rename_wanted.disconnect()
    _menu(bench).rename_wanted.connect(asked.append)
    bench.choose(own, "rename_column")
    assert asked == [own]


def test_ticks_say_what_is_shown_in_the_order_of_the_screen_and_a_person_chose(bench: ColumnBench) -> None:
    chosen: list[str] = []
    _menu(bench).chosen.connect(chosen.append)
    bench.header.move_column(TIME, 1)
    menu = bench.menu(METHOD)
    shown = the(menu, QMenu, "timeline_columns_shown")
    ticks = {one.objectName(): one.isChecked() for one in shown.actions()}
    assert list(ticks)[:3] == ["show_number", "show_direction", "show_time"]
    assert {name.removeprefix("show_") for name, on in ticks.items() if on} == {*bench.order()}
    the(shown, QAction, "show_time").trigger()
    assert "time" not in bench.order()
    the(shown, QAction, "show_date").trigger()
    assert "date" in bench.order()
    bench.shut(menu)
    bench.choose(KIND, "hide_column")
    assert chosen == ["time", "date", COLUMNS[KIND].key]


def test_beside_the_columns_there_is_what_concerns_all_of_them(bench: ColumnBench) -> None:
    _menu(bench).open(bench.header.mapToGlobal(bench.header.rect().center()), -1)
    menu = the(bench.view, QMenu, "timeline_columns")
    assert menu.isVisible() and menu.findChild(QAction, "hide_column") is None
    for name in ("add_column", "edit_columns", "fit_columns", "reset_columns"):
        assert the(menu, QAction, name).isEnabled()
    bench.shut(menu)
    assert bench.view.findChild(QMenu, "timeline_columns") is None  # made anew each time


def test_all_columns_are_fitted_at_once(bench: ColumnBench, story: Story, arun: Runner, until: Until) -> None:
    async def main() -> None:
        story.call("echo")
        await until(lambda: bench.view.model().rowCount() == 1)
        bench.choose(METHOD, "fit_columns")
        metrics = bench.view.fontMetrics()
        for index in (METHOD, TARGET):
            wide = metrics.horizontalAdvance(bench.texts(index)[0])
            assert wide <= bench.view.columnWidth(index) <= max(wide, 60) + 20

    arun(main())


def test_what_needs_a_dialog_is_asked_for(bench: ColumnBench) -> None:
    menu, asked = _menu(bench), list[str]()
    for signal, name in ((menu.add_wanted, "add"), (menu.edit_wanted, "edit")):
        signal.disconnect()
        signal.connect(lambda name=name: asked.append(name))
    bench.choose(METHOD, "add_column")
    bench.choose(METHOD, "edit_columns")
    assert asked == ["add", "edit"]


def test_the_time_is_one_of_several(bench: ColumnBench) -> None:
    for mode in reversed(TIME_MODES):
        bench.choose(TIME, f"time_{mode}")
        assert bench.pane.column_actions.time_mode == mode
        menu = bench.menu(TIME)
        times = the(menu, QMenu, "timeline_times")
        assert [one.objectName() for one in times.actions() if one.isChecked()] == [f"time_{mode}"]
        assert [one.objectName() for one in times.actions()] == [f"time_{one}" for one in TIME_MODES]
        bench.shut(menu)
