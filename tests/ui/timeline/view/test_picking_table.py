"""Which rows are chosen, as ranges: counted, numbered, held for a menu, and brought back."""

from __future__ import annotations

from array import array
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QItemSelection, QItemSelectionModel, Qt

from inspector.trace.journal import Journal
from inspector.ui.timeline.view import picking_table
from inspector.ui.timeline.view.picking_table import PickedRows, row_ranges
from tests.conftest import Runner, Until
from tests.ui.story import Story
from tests.ui.timeline_bench import TimelineBench

pytestmark = pytest.mark.gui


class Bench(TimelineBench):
    def __init__(self, journal: Journal) -> None:
        super().__init__(journal)
        self.view = self.pane.view
        self.chosen: PickedRows = self.view.chosen

    def pick(self, *ranges: tuple[int, int]) -> None:
        model, selection = self.view.model(), QItemSelection()
        for first, last in ranges:
            selection.select(model.index(first, 0), model.index(last, model.columnCount() - 1))
        self.view.selectionModel().select(selection, QItemSelectionModel.SelectionFlag.ClearAndSelect)


@pytest.fixture
def bench(journal: Journal, story: Story, qloop: object, arun: Runner, until: Until) -> Iterator[Bench]:
    made = Bench(journal)

    async def main() -> None:
        for _ in range(10):
            story.stderr("x")
        await until(lambda: len(made.shown()) == 10)

    arun(main())
    yield made
    made.close()


@pytest.mark.parametrize(
    ("found", "merged"),
    [
        ([], []),
        ([(1, 2), (4, 5)], [(1, 2), (4, 5)]),
        ([(1, 2), (3, 5)], [(1, 5)]),
        ([(1, 9), (2, 3)], [(1, 9)]),
        ([(4, 4), (1, 1)], [(1, 1), (4, 4)]),
    ],
)
def test_runs_that_touch_or_overlap_are_one(
    found: list[tuple[int, int]], merged: list[tuple[int, int]]
) -> None:
    assert row_ranges(found) == merged


def test_rows_are_counted_and_numbered_as_many_as_are_asked_for(bench: Bench) -> None:
    bench.pick((1, 3), (6, 7))
    assert bench.chosen.ranges() == [(1, 3), (6, 7)] and bench.chosen.count() == 5
    assert bench.chosen.numbers().tolist() == [2, 3, 4, 7, 8]
    assert bench.chosen.numbers(4).tolist() == [2, 3, 4, 7] and bench.view.selected_numbers(1) == [2]
    bench.pick()
    assert bench.chosen.count() == 0 and bench.chosen.numbers() == array("q")


def test_an_open_menu_is_about_what_was_chosen_when_it_opened(bench: Bench) -> None:
    bench.pick((1, 3))
    first = bench.chosen.hold()
    bench.pick((5, 5))
    assert bench.chosen.numbers().tolist() == [2, 3, 4] and bench.chosen.numbers(2).tolist() == [2, 3]
    second = bench.chosen.hold()
    bench.chosen.release(first)
    assert bench.chosen.numbers().tolist() == [6], "another menu has come"
    bench.pick((0, 0))
    assert bench.chosen.numbers().tolist() == [6]
    bench.chosen.release(second)
    assert bench.chosen.numbers().tolist() == [1]


@pytest.mark.parametrize(
    ("picked", "back"),
    [
        ([(1, 3), (6, 6)], [2, 3, 4, 7]),
        ([(2, 2)], []),  # one is the current row, which comes back by itself
        ([(0, 9)], []),  # all of them: nobody chose these rows
        ([(0, 8)], [1, 2, 3, 4, 5, 6, 7, 8, 9]),
    ],
)
def test_several_chosen_rows_come_back_once(
    bench: Bench, picked: list[tuple[int, int]], back: list[int]
) -> None:
    bench.pick(*picked)
    bench.chosen.keep()
    bench.pick()
    bench.chosen.bring_back()
    assert bench.chosen.numbers().tolist() == back
    bench.pick()
    bench.chosen.bring_back()
    assert bench.chosen.count() == 0


def test_too_many_ranges_are_not_brought_back(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(picking_table, "_MOST_RANGES", 2)
    for ranges, count in ((((0, 0), (2, 2)), 2), (((0, 0), (2, 2), (4, 4)), 0)):
        bench.pick(*ranges)
        bench.chosen.keep()
        bench.pick()
        bench.chosen.bring_back()
        assert bench.chosen.count() == count


def test_a_new_column_belongs_to_what_is_chosen_and_the_head_chooses_nothing(bench: Bench) -> None:
    bench.pick((1, 2))
    bench.pane.add_column("$.params.name")
    columns = {index.column() for index in bench.view.selectionModel().selectedIndexes()}
    assert columns == set(range(bench.view.model().columnCount()))
    head = bench.view.horizontalHeader()
    assert not head.sectionsClickable() and not head.selectionModel().hasSelection()


def test_home_and_end_are_rows_and_copy_is_of_messages(bench: Bench) -> None:
    asked: list[None] = []
    picked: list[None] = []
    bench.view.asked_copy.connect(lambda: asked.append(None))
    bench.view.picked.connect(lambda: picked.append(None))
    bench.selection.select(5)
    before = len(picked)
    bench.key(Qt.Key.Key_Home, Qt.KeyboardModifier.ShiftModifier)
    assert bench.chosen.numbers().tolist() == [1, 2, 3, 4, 5] and len(picked) > before
    bench.key(Qt.Key.Key_End, Qt.KeyboardModifier.ShiftModifier)
    assert bench.chosen.numbers().tolist() == [5, 6, 7, 8, 9, 10]
    bench.view.asked_copy.disconnect(bench.pane.row_actions.copy_messages)
    bench.key(Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert len(asked) == 1
