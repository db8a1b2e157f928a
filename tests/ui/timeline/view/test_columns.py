"""The columns of the timeline: moved, hidden, drawn, added for a JSON value, kept."""

from __future__ import annotations

from array import array
from collections.abc import Iterator

import pytest
from PySide6.QtGui import QAction

from inspector.trace.journal import Journal
from inspector.ui.timeline.view.columns import (
    COLUMNS,
    NUMBER,
    STATUS,
    TARGET,
)
from inspector.ui.timeline.view.gutter import GUTTER
from tests.conftest import Runner, Until
from tests.ui.column_bench import ColumnBench
from tests.ui.story import Story

pytestmark = pytest.mark.gui


@pytest.fixture
def bench(journal: Journal, qloop: object) -> Iterator[ColumnBench]:
    made = ColumnBench(journal)
    yield made
    made.close()


def test_long_numbers_find_room_beside_the_links_of_their_exchange(bench: ColumnBench) -> None:
    narrow = bench.header.sectionSize(NUMBER)
    model = bench.model
    model.show(array("q", [1, 99_999]), True)
    assert bench.header.sectionSize(NUMBER) == narrow
    model.extend(array("q", [1_000_000]))
    wide = bench.header.sectionSize(NUMBER)
    assert wide >= GUTTER + bench.view.fontMetrics().horizontalAdvance("1000000") + 6
    model.show(array("q", [1]), True)
    assert bench.header.sectionSize(NUMBER) == wide


def test_number_method_and_status_stay(bench: ColumnBench) -> None:
    menu = bench.menu(STATUS)
    hide = menu.findChild(QAction, "hide_column")
    assert hide is not None and not hide.isEnabled()
    menu.close()
    bench.header.show_column(STATUS, shown=False)
    assert "status" in bench.order()


def test_a_text_over_two_columns_keeps_to_one_when_they_are_apart(
    bench: ColumnBench, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        story.stderr("x" * 200)
        await until(lambda: bench.view.model().rowCount() == 1)
        assert bench.view.delegate.target_width == bench.view.columnWidth(TARGET)
        bench.header.move_column(TARGET, 1)
        assert bench.view.delegate.target_width == 0

    arun(main())


def test_a_new_column_belongs_to_the_chosen_row(
    bench: ColumnBench, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        story.call()
        await until(lambda: bench.view.model().rowCount() == 1)
        bench.pane.go_to(1)
        bench.pane.add_column("$.id")
        index = bench.view.model().index(0, len(COLUMNS))
        assert bench.view.selectionModel().isSelected(index)
        assert bench.view.selected_numbers() == [1]

    arun(main())


@pytest.mark.parametrize(
    ("key", "text"),
    [("channel", "stdin"), ("id", "1"), ("session", "1"), ("transport", "stdio"), ("finding", "warning")],
)
def test_columns_of_the_program_that_are_hidden_at_first(
    bench: ColumnBench, story: Story, arun: Runner, until: Until, key: str, text: str
) -> None:
    async def main() -> None:
        story.call()
        story.finding(1, "warning", 1)
        place = next(index for index, spec in enumerate(COLUMNS) if spec.key == key)
        bench.header.show_column(place, shown=True)
        await until(lambda: bench.view.model().rowCount() == 1 and bench.texts(place) == [text])

    arun(main())
