"""The model of the timeline under Qt's own tester, and what it does with batches and verdicts."""

from __future__ import annotations

from array import array
from collections.abc import Callable
from typing import Any

import pytest
from PySide6.QtCore import Qt

from inspector.trace.journal import Journal
from inspector.ui.time_axis import Axis, ticks
from inspector.ui.timeline_cells import Cells
from inspector.ui.timeline_columns import COLUMNS, STATUS
from inspector.ui.timeline_header import column_widths
from inspector.ui.timeline_model import CELLS, TimelineModel
from inspector.ui.waterfall_paint import bar_of
from tests.ui.story import START_NS, Story


@pytest.fixture
def model(journal: Journal, story: Story, qtmodeltester: Any) -> TimelineModel:
    made = TimelineModel(journal)
    qtmodeltester.check(made, force_py=False)
    return made


def numbers(*values: int) -> array[int]:
    return array("q", values)


def counted(model: TimelineModel) -> tuple[list[tuple[int, int]], Callable[..., None]]:
    inserted: list[tuple[int, int]] = []

    def hear(_parent: object, first: int, last: int) -> None:
        inserted.append((first, last))

    model.rowsInserted.connect(hear)
    return inserted, hear


def test_a_frame_is_one_insertion(model: TimelineModel, story: Story) -> None:
    for _ in range(50):
        story.stderr("x")
    inserted, _ = counted(model)
    model.extend(array("q", range(1, 51)))
    assert inserted == [(0, 49)]
    assert model.rowCount() == 50


def test_numbers_that_are_shown_are_not_added_again(model: TimelineModel, story: Story) -> None:
    for _ in range(5):
        story.stderr("x")
    model.extend(numbers(1, 2, 3))
    model.extend(numbers(2, 3, 4, 5))
    assert list(model.numbers) == [1, 2, 3, 4, 5]


def test_one_role_returns_all_of_a_row(model: TimelineModel, story: Story) -> None:
    story.call()
    model.extend(numbers(1))
    cells = model.index(0, 0).data(CELLS)
    assert isinstance(cells, Cells)
    assert cells.row.target == "echo"
    assert model.index(0, STATUS).data() == "✓ ok"


def test_texts_are_made_once_until_the_call_changes(
    model: TimelineModel, story: Story, journal: Journal
) -> None:
    exchange = story.ask()
    model.extend(numbers(exchange.number))
    first = model.cells_at(0)
    assert model.cells_at(0) is first
    story.answer(exchange)
    model.touch([exchange.number])
    assert model.index(0, STATUS).data() == "✓ ok"


def test_rows_are_found_by_number(model: TimelineModel, story: Story) -> None:
    for _ in range(9):
        story.stderr("x")
    model.show(numbers(2, 5, 9), calls=True)
    assert [model.row_of(number) for number in (2, 5, 9, 3, 10)] == [0, 1, 2, -1, -1]
    assert [model.row_near(number) for number in (1, 3, 9, 10)] == [0, 1, 2, 2]
    assert model.number_at(7) == 0


@pytest.mark.parametrize("count", [10, 500])
def test_a_changed_verdict_takes_rows_out_and_puts_them_in(
    model: TimelineModel, story: Story, count: int
) -> None:
    for _ in range(2 * count):
        story.stderr("x")
    even = array("q", range(2, 2 * count + 1, 2))
    model.show(even, calls=True)
    model.revise(asked=range(1, count + 1), shown=[n for n in range(1, count + 1) if n % 2])
    wanted = [n for n in range(1, count + 1) if n % 2] + [n for n in even if n > count]
    assert list(model.numbers) == wanted


def test_headings_stand_over_their_columns(model: TimelineModel) -> None:
    titles = [model.headerData(place, Qt.Orientation.Horizontal) for place in range(len(COLUMNS))]
    assert titles[:3] == ["#", "Time", "Dir"]
    assert model.headerData(99, Qt.Orientation.Horizontal) is None


def test_a_bar_of_a_pending_call_grows_to_now(journal: Journal, story: Story) -> None:
    exchange = story.ask()
    row = journal.rows([exchange.number])[0]
    now = START_NS + 5_000_000_000
    assert bar_of(row, now)[3] == now


def test_a_time_outside_the_axis_stays_at_its_edge() -> None:
    axis = Axis(100, 200)
    assert [axis.place(at, 50.0) for at in (0, 100, 150, 999)] == [0.0, 0.0, 25.0, 50.0]


@pytest.mark.parametrize("room", [1280, 1008, 900])
def test_columns_fit_the_room(room: int) -> None:
    shown = [not spec.hidden for spec in COLUMNS]
    widths = column_widths(COLUMNS, room, shown, 1.0)
    assert sum(width for width, there in zip(widths, shown, strict=True) if there) <= room


def test_a_hidden_column_leaves_its_room_to_the_others() -> None:
    every = [not spec.hidden for spec in COLUMNS]
    fewer = [spec.key != "server" and there for spec, there in zip(COLUMNS, every, strict=True)]
    assert column_widths(COLUMNS, 1000, fewer, 1.0)[6] > column_widths(COLUMNS, 1000, every, 1.0)[6]


def test_an_axis_of_a_century_has_as_few_ticks_as_one_of_a_second() -> None:
    assert 4 <= len(ticks(Axis(0, 1 << 62), 0, 10)) <= 12
    assert 4 <= len(ticks(Axis(0, 10**9), 0, 10)) <= 12
