"""The model of the timeline under Qt's own tester, and what it does with batches and verdicts."""

from __future__ import annotations

from array import array
from collections.abc import Callable
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from inspector.protocol.records import SessionInfo
from inspector.trace.journal import Journal
from inspector.ui.timeline.view import model as module
from inspector.ui.timeline.view.cells import Cells
from inspector.ui.timeline.view.columns import (
    COLUMNS,
    DIRECTION,
    DURATION,
    KIND,
    METHOD,
    NUMBER,
    SERVER,
    STATUS,
    TARGET,
    TIME,
    WATERFALL,
)
from inspector.ui.timeline.view.model import CELLS, TimelineModel
from inspector.ui.widgets.plain import tooltip
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


def test_a_row_has_columns_of_its_own_and_gives_them_up(model: TimelineModel, story: Story) -> None:
    story.call()
    model.show(numbers(1), calls=True)
    first = model.columnCount()
    place = model.add_column("$.params.name", "name")
    assert (place, model.columnCount()) == (first, first + 1)
    assert model.add_column("$.params.name", "again") == place, "it is there"
    heads: list[tuple[int, int]] = []
    model.headerDataChanged.connect(lambda _way, one, other: heads.append((one, other)))
    model.rename_column(place, "  Tool ")
    model.rename_column(place, "   ")
    model.rename_column(0, "mine")
    assert (heads, model.headerData(place, Qt.Orientation.Horizontal)) == ([(place, place)], "Tool")
    model.remove_column(0)
    assert model.columnCount() == first + 1
    model.remove_column(place)
    assert (model.columnCount(), model.headerData(place, Qt.Orientation.Horizontal)) == (first, None)


def test_longer_numbers_get_room_and_keep_it(model: TimelineModel) -> None:
    resized: list[None] = []
    model.column_resized.connect(lambda: resized.append(None))
    widths = []
    for last in (99_999, 100_000, 12_345_678, 5):
        model.show(numbers(1, last), calls=True)
        widths.append(model.columns[NUMBER].width - COLUMNS[NUMBER].width)
    assert widths == [0, 8, 24, 24] and len(resized) == 2
    assert model.columns[NUMBER].least - COLUMNS[NUMBER].least == 24


def test_the_message_of_a_record_is_what_was_on_the_wire(model: TimelineModel, story: Story) -> None:
    story.record("notification", b'{"method":"x"}', valid=True)
    assert (model.message(1), model.message(99)) == (b'{"method":"x"}', b"")


def test_a_record_without_a_row_is_shown_at_that_of_its_call(model: TimelineModel, story: Story) -> None:
    story.stderr("x")
    call = story.call()
    model.show(numbers(1, call.number), calls=True)
    assert [model.shown_number(number) for number in (0, 1, 2, call.answer, 99)] == [0, 1, 2, 2, 0]


def test_rows_that_are_not_there_say_nothing(model: TimelineModel, story: Story) -> None:
    story.call()
    model.show(numbers(1), calls=True)
    assert (model.cells_at(-1), model.cells_at(1), model.text(1, STATUS)) == (None, None, None)
    assert [one.row.number for one in model.cells_between(-5, 9)] == [1]
    assert model.cells_between(0, -1) == []
    model.show(numbers(1, 99), calls=True)
    assert model.cells_at(1) is None, "it is not in the journal"


def test_every_row_can_be_dragged_and_nothing_else(model: TimelineModel, story: Story) -> None:
    story.call()
    model.show(numbers(1), calls=True)
    assert model.flags(model.index(0, 0)) & Qt.ItemFlag.ItemIsDragEnabled
    assert not model.flags(model.index(7, 0)) & Qt.ItemFlag.ItemIsDragEnabled


def test_signs_are_spoken_in_words(model: TimelineModel, story: Story, journal: Journal) -> None:
    story.call()
    story.ask("roots/list", "", direction="in", channel="stdout")
    story.record("lifecycle", b"", note="started", direction="", channel="")
    story.finding(1, "error", 1)
    model.show(numbers(1, 3, 4), calls=True)
    journal.annotations.set_marked([3], on=True)
    journal.annotations.set_note(1, "why?")

    def spoken(column: int) -> list[str]:
        return [
            model.index(row, column).data(Qt.ItemDataRole.AccessibleTextRole)
            for row in range(model.rowCount())
        ]

    assert spoken(NUMBER) == ["1, why?", "3, marked", "4"]
    assert spoken(DIRECTION) == ["client to server", "server to client", ""]
    assert spoken(STATUS) == ["✓ ok, with a finding", "◌ pending", ""]
    assert spoken(METHOD) == ["tools/call", "roots/list", "started"]


def test_a_tooltip_says_what_a_cell_has_no_room_for(
    model: TimelineModel, story: Story, journal: Journal
) -> None:
    failed = story.ask()
    story.answer(failed, "failed", "-32602 Unknown tool: x")
    story.stderr("a long line")
    model.show(numbers(1, 3), calls=True)
    journal.annotations.set_note(1, "why?")

    def tip(row: int, column: int) -> str:
        return str(model.index(row, column).data(Qt.ItemDataRole.ToolTipRole) or "")

    assert "why?" in tip(0, NUMBER) and tip(1, NUMBER) == ""
    assert "Unknown tool: x" in tip(0, STATUS)
    assert "tools/call" in tip(0, METHOD) and "echo" in tip(0, TARGET) and "demo" in tip(0, SERVER)
    assert "a long line" in tip(1, METHOD) and "a long line" in tip(1, TARGET)
    assert tip(0, TIME) == "" == tip(0, WATERFALL)


def test_help_is_asked_for_the_method_and_for_the_column(model: TimelineModel, story: Story) -> None:
    story.call()
    story.stderr("x")
    model.show(numbers(1, 3), calls=True)
    role = Qt.ItemDataRole.WhatsThisRole
    assert [model.index(row, 0).data(role) for row in range(2)] == ["tools/call", "stderr"]
    assert model.headerData(STATUS, Qt.Orientation.Horizontal, role) == "status"
    side = model.headerData(TIME, Qt.Orientation.Horizontal, Qt.ItemDataRole.TextAlignmentRole)
    assert side & Qt.AlignmentFlag.AlignRight and not side & Qt.AlignmentFlag.AlignAbsolute
    assert model.headerData(0, Qt.Orientation.Vertical) is None


def test_rows_are_told_to_be_painted_anew_when_what_they_say_changes(
    model: TimelineModel, story: Story
) -> None:
    first, second = story.ask(), story.ask()
    model.show(numbers(first.number, second.number), calls=True)
    model.cells_between(0, 1)
    told: list[tuple[int, int, int]] = []
    model.dataChanged.connect(lambda one, other: told.append((one.row(), other.row(), other.column())))
    last = model.columnCount() - 1
    story.answer(second)
    model.touch([second.number])
    assert told == [(1, 1, last)]
    model.cells_between(0, 1)
    for change in (model.refresh_findings, model.refresh_sessions, model.retranslate, model.retell):
        told.clear()
        model.cells_between(0, 1)
        change()
        assert told == [(0, 1, last)], change
    model.show(numbers(), calls=True)
    told.clear()
    model.retell()
    assert not told


def test_servers_are_named_as_they_are_named_now(
    model: TimelineModel, story: Story, journal: Journal
) -> None:
    story.record("stderr", b"x", channel="stderr", session=2)
    model.show(numbers(1), calls=True)
    assert model.text(0, SERVER) == ""
    journal.add_session(SessionInfo(2, "later", "http", "other", started_ns=START_NS))
    model.refresh_sessions()
    assert model.text(0, SERVER) == "later"
    place = next(index for index, spec in enumerate(COLUMNS) if spec.key == "transport")
    assert "http" in str(model.text(0, place))


def test_messages_and_calls_say_other_things_of_the_same_record(model: TimelineModel, story: Story) -> None:
    story.call()
    texts = []
    for calls in (True, False, True):
        model.show(numbers(1), calls=calls)
        assert model.calls is calls
        texts.append(model.text(0, KIND))
    assert texts == ["call", "request", "call"]


def test_a_range_of_messages_grows_as_a_range(model: TimelineModel) -> None:
    model.show(range(1, 4), calls=False)
    inserted, _ = counted(model)
    model.extend(range(3, 6))
    model.extend(range(2, 4))
    assert (model.numbers, inserted) == (range(1, 6), [(3, 4)])
    model.revise(asked=[2], shown=[])
    assert model.numbers == range(1, 6), "nothing is left out of all"


def test_who_listens_hears_which_rows_go_before_they_do(model: TimelineModel, story: Story) -> None:
    model.show(numbers(1, 2, 3), calls=True)
    heard: list[object] = []
    model.revising.connect(lambda gone: heard.append((gone, list(model.numbers))))
    model.revised.connect(lambda: heard.append(list(model.numbers)))
    model.revise(asked=[1, 2, 4], shown=[2, 4])
    assert heard == [([1], [1, 2, 3]), [2, 3, 4]]


def test_times_count_from_the_row_before_where_that_is_asked(model: TimelineModel, story: Story) -> None:
    for _ in range(3):
        story.stderr("x")
    model.show(numbers(1, 2, 3), calls=True)
    assert [model.text(row, TIME) for row in range(3)] == ["0.000 s", "0.100 s", "0.200 s"]
    widths: list[None] = []
    model.column_resized.connect(lambda: widths.append(None))
    model.set_time_mode("previous")
    assert widths and [model.text(row, TIME) for row in (1, 2)] == ["0.100 s", "0.100 s"]


def test_a_few_verdicts_are_single_changes_and_many_are_all_anew(
    model: TimelineModel, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "_SINGLE_CHANGES", 3)
    resets: list[None] = []
    model.modelReset.connect(lambda: resets.append(None))
    model.show(numbers(1, 2, 3), calls=True)
    resets.clear()
    model.revise(asked=[1, 2], shown=[7])
    assert list(model.numbers) == [3, 7] and not resets
    model.revise(asked=[3, 7], shown=[4, 5])
    assert list(model.numbers) == [4, 5] and len(resets) == 1
    model.show(range(1, 4), calls=False)
    revised: list[None] = []
    model.revised.connect(lambda: revised.append(None))
    model.revise(asked=[1], shown=[])
    assert list(model.numbers) == [1, 2, 3] and not revised, "without a filter there are no verdicts"


def test_texts_are_made_a_page_around_the_row_and_are_not_kept_without_end(
    story: Story, journal: Journal, qapp: QApplication, monkeypatch: pytest.MonkeyPatch
) -> None:
    for _ in range(12):
        story.stderr("x")
    model = TimelineModel(journal)  # no tester looks at its rows
    model.show(range(1, 13), calls=False)
    asked: list[list[int]] = []
    assert model.origin_ns
    monkeypatch.setattr(module, "_PAGE", 4)
    monkeypatch.setattr(module, "_KEPT", 8)
    rows = journal.rows
    monkeypatch.setattr(journal, "rows", lambda wanted: asked.append(list(wanted)) or rows(wanted))
    assert model.cells_at(0) is not None
    assert asked[-1] == [1, 2, 3, 4]
    assert model.cells_at(2) is not None and len(asked) == 1
    assert model.cells_at(6) is not None and asked[-1] == [6, 7, 8, 9]
    assert model.cells_at(4) is not None and asked[-1] == [5], "what is known is not asked for again"
    assert model.cells_at(0) is not None and asked[-1] == [5]
    assert model.cells_at(11) is not None
    assert model.cells_at(0) is not None and asked[-1] == [1, 2, 3, 4], "it was too much to keep"


def test_tooltips_of_columns_that_the_user_added_say_the_whole_value(
    model: TimelineModel, story: Story
) -> None:
    story.call("a")
    failed = story.ask()
    failed.message = "half way"
    story.answer(failed, "failed", "-1 no")
    story.malformed(b"<html>", "not JSON")
    model.show(numbers(1, 3, 5), calls=True)
    place = model.add_column("$.params.name", "name")
    model.values.set_shown({"$.params.name"})
    model.values.want([model.cells_at(0).row], calls=True)  # type: ignore[union-attr]

    def tip(row: int, column: int) -> str:
        return str(model.index(row, column).data(Qt.ItemDataRole.ToolTipRole) or "")

    assert tip(0, place) == tooltip("a") and tip(1, place) == ""
    assert tip(1, STATUS) == tooltip("-1 no\nhalf way")
    assert tip(2, METHOD) == tooltip("not JSON\n<html>")
    assert tip(0, KIND) == "" == tip(0, DURATION) and tip(9, METHOD) == ""
    assert model.index(0, METHOD).data(Qt.ItemDataRole.DecorationRole) is None
    spoken = Qt.ItemDataRole.AccessibleTextRole
    assert model.index(0, METHOD).data(spoken) == "tools/call" and model.index(0, TARGET).data(spoken) == "a"


def test_a_session_begins_with_its_first_record(model: TimelineModel, story: Story) -> None:
    assert model.origin_ns == 0
    story.stderr("x")
    story.stderr("y")
    assert model.origin_ns == START_NS
    model.show(range(1, 3), calls=False)
    model.extend(range(3, 3))
    assert model.rowCount() == 2 and model.rowCount(model.index(0, 0)) == 0
    assert model.columnCount(model.index(0, 0)) == 0
    assert not model.flags(model.index(5, 0)) & Qt.ItemFlag.ItemIsDragEnabled
