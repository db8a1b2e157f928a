"""Steps of a ladder by row: numbers, pauses, words, and rows that stay when more come."""

from __future__ import annotations

from array import array

import pytest
from PySide6.QtCore import QModelIndex, Qt
from pytestqt.modeltest import ModelTester

from inspector.trace.journal import Journal
from inspector.trace.ladder.ladder import Lanes
from inspector.ui.analysis import ladder_model
from inspector.ui.analysis.ladder_model import NUMBER, STEPS, TIME, LadderModel
from tests.ui.story import MS, Story

pytestmark = pytest.mark.gui
TIP = Qt.ItemDataRole.ToolTipRole
ACROSS = Qt.Orientation.Horizontal


def lanes(journal: Journal) -> Lanes:
    return Lanes(journal.sessions(), user=False, names=("User", "Client"))


def model_of(journal: Journal, *numbers: int) -> LadderModel:
    journal.sync()
    made = LadderModel(journal)
    made.show(array("q", numbers or range(1, journal.last + 1)), lanes(journal))
    return made


def test_the_model_keeps_the_rules_of_qt(
    journal: Journal, story: Story, qtmodeltester: ModelTester, qapp: object
) -> None:
    story.call()
    qtmodeltester.check(model_of(journal))


def test_a_row_has_number_time_and_a_sentence(journal: Journal, story: Story, qapp: object) -> None:
    call = story.ask()
    story.answer(call)
    model = model_of(journal)
    cells = [[model.index(row, column).data() for column in range(3)] for row in range(2)]
    assert [row[NUMBER] for row in cells] == ["1", "2"]
    assert [row[TIME] for row in cells] == ["0.000 s", "0.100 s"]
    assert cells[0][STEPS].startswith("Client → demo: ") and cells[1][STEPS].startswith("demo → Client: ")
    spoken = model.index(0, STEPS).data(Qt.ItemDataRole.AccessibleTextRole)
    assert spoken == cells[0][STEPS]
    assert model.index(0, 0).data(Qt.ItemDataRole.DecorationRole) is None
    tips = [model.index(row, STEPS).data(TIP) for row in range(2)]
    assert "#1  0.000 s" in tips[0] and "+" not in tips[0]
    assert cells[1][STEPS].replace("→", "→") in tips[1] and "+100 ms" in tips[1]


def test_times_are_written_as_in_the_timeline(journal: Journal, story: Story, qapp: object) -> None:
    story.stderr("a")
    story.now_ns += 60_900 * MS
    story.stderr("b")
    assert model_of(journal).index(1, TIME).data() == "1:01.000"


def test_what_happens_at_one_lane_is_no_arrow_in_words(journal: Journal, story: Story, qapp: object) -> None:
    story.record("lifecycle", b"connected: legacy era", direction="local")
    model = model_of(journal)
    assert "→" not in model.index(0, STEPS).data()


def test_only_a_long_pause_is_in_the_picture(journal: Journal, story: Story, qapp: object) -> None:
    story.stderr("a")
    story.now_ns += 1_400 * MS
    story.stderr("b")
    story.stderr("c")
    model = model_of(journal)
    gaps = [model.rung(row) for row in range(3)]
    assert [one.gap_ns // MS for one in gaps if one is not None] == [0, 1_500, 100]
    assert [bool(one.gap) for one in gaps if one is not None] == [False, True, False]
    assert gaps[1] is not None and gaps[1].gap == "1.50 s"


def test_the_first_row_of_a_page_knows_the_pause_before_it(
    journal: Journal, story: Story, qapp: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ladder_model, "_PAGE", 4)
    monkeypatch.setattr(ladder_model, "_KEPT", 4)
    for number in range(14):
        story.stderr(str(number))
    model = model_of(journal)
    for row in (5, 4, 0, 13, 8, 1):
        rung = model.rung(row)
        assert rung is not None and rung.step.number == row + 1
        assert rung.gap_ns == (100 * MS if row else 0)
    assert len(model._rungs) <= 8, "what is far away is forgotten"


def test_a_record_is_found_by_its_number(journal: Journal, story: Story, qapp: object) -> None:
    for number in range(9):
        story.stderr(str(number))
    model = model_of(journal, 2, 5, 8)
    assert [model.row_of(number) for number in (2, 5, 8)] == [0, 1, 2]
    assert [model.row_of(number) for number in (1, 3, 9)] == [-1, -1, -1]
    assert [model.row_near(number) for number in (1, 2, 3, 8, 9)] == [0, 0, 1, 2, 2]
    assert [model.number_at(row) for row in (-1, 0, 2, 3)] == [0, 2, 8, 0]
    assert model.rung(-1) is None and model.rung(3) is None
    empty = LadderModel(journal)
    assert empty.row_near(1) == -1 and empty.row_of(1) == -1


def test_rows_that_only_grow_are_inserted_and_others_are_new(
    journal: Journal, story: Story, qapp: object
) -> None:
    for number in range(6):
        story.stderr(str(number))
    model = model_of(journal, 1, 2)
    told: list[str] = []
    model.rowsInserted.connect(lambda _parent, first, last: told.append(f"{first}..{last}"))
    model.modelReset.connect(lambda: told.append("reset"))
    model.dataChanged.connect(lambda first, last: told.append(f"changed to {last.row()},{last.column()}"))
    model.show(array("q", (1, 2, 4, 5)), lanes(journal))
    model.show(array("q", (1, 2, 4, 5)), lanes(journal))
    model.show(array("q", (1, 4, 5, 6)), lanes(journal))
    model.show(array("q", (1, 4)), lanes(journal))
    assert told == ["2..3", "changed to 3,2", "changed to 3,2", "reset", "reset"]
    assert model.rowCount() == 2 and list(model.numbers) == [1, 4]


def test_the_heads_name_the_lanes(journal: Journal, story: Story, qapp: object) -> None:
    story.stderr("a")
    model = model_of(journal)
    heads = [model.headerData(section, ACROSS) for section in range(3)]
    assert heads == ["#", "Time", "Client | demo"]
    assert model.headerData(0, Qt.Orientation.Vertical) is None and model.headerData(0, ACROSS, TIP) is None
    align = model.headerData(0, ACROSS, Qt.ItemDataRole.TextAlignmentRole)
    assert align & Qt.AlignmentFlag.AlignRight and align & Qt.AlignmentFlag.AlignVCenter
    assert model.columnCount() == 3 and model.rowCount() == 1
    inside = model.index(0, 0)
    assert model.rowCount(inside) == 0 and model.columnCount(inside) == 0
    assert model.data(QModelIndex()) is None
