"""The preview of a redaction decides about secrets, not about places."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QAbstractItemModelTester

from inspector.trace.journal import Journal
from inspector.trace.redaction.redact import Replacement
from inspector.trace.redaction.secret_rules import Rules
from inspector.ui.windows import replacements
from inspector.ui.windows.replacements import ReplacementModel, Search
from tests.ui.story import Story

ROWS = [
    Replacement(1, "$.a", "key", "secret/1", "«key-1»"),
    Replacement(2, "$.b", "key", "secret%2F1", "«key-1»"),
    Replacement(3, "$.c", "key", "other  22", "«key-2»"),
]
ROLE = Qt.ItemDataRole


def column(model: ReplacementModel, place: int) -> list[str]:
    return [model.index(row, place).data() for row in range(model.rowCount())]


def test_a_row_says_where_what_and_what_becomes_of_it() -> None:
    model = ReplacementModel()
    model.show(ROWS)
    heads = [model.headerData(place, Qt.Orientation.Horizontal) for place in range(model.columnCount())]
    assert heads == ["Replace", "Record", "Where", "Secret", "Becomes"]
    assert model.headerData(0, Qt.Orientation.Vertical) is None
    assert (column(model, 0), column(model, 1)) == ([None] * 3, ["#1", "#2", "#3"])
    assert (column(model, 2), column(model, 4)) == (["$.a", "$.b", "$.c"], ["«key-1»", "«key-1»", "«key-2»"])
    tips = [model.index(0, place).data(ROLE.ToolTipRole) for place in range(5)]
    assert "$.a" in tips[2] and tips[:2] + tips[3:] == [None] * 4
    ticks = [bool(model.index(0, place).flags() & Qt.ItemFlag.ItemIsUserCheckable) for place in range(5)]
    assert ticks == [True, False, False, False, False]


def test_a_secret_is_masked_until_somebody_asks_for_it() -> None:
    model = ReplacementModel()
    model.show(ROWS)
    masked = column(model, 3)
    assert not any("secret" in one for one in masked)
    model.reveal(model.index(0, 2))
    assert column(model, 3) == masked
    model.reveal(model.index(2, 3))
    assert column(model, 3) == [*masked[:2], "other 22"]
    model.reveal(model.index(2, 3))
    assert column(model, 3) == masked
    told: list[tuple[int, int]] = []
    model.dataChanged.connect(lambda one, other: told.append((one.row(), other.row())))
    model.reveal_all(True)
    assert column(model, 3) == ["secret/1", "secret%2F1", "other 22"] and told == [(0, 2)]
    model.reveal_all(False)
    assert column(model, 3) == masked


def test_rows_that_come_later_leave_what_was_revealed_and_others_do_not() -> None:
    model = ReplacementModel()
    resets: list[None] = []
    model.modelReset.connect(lambda: resets.append(None))
    model.show(ROWS[:1])
    model.reveal(model.index(0, 3))
    model.show(ROWS)
    model.show(ROWS)
    assert (len(resets), model.rowCount(), column(model, 3)[0]) == (1, 3, "secret/1")
    model.show(ROWS[1:])
    assert len(resets) == 2 and "secret" not in column(model, 3)[0]


def test_who_keeps_a_secret_is_told_once_and_sees_that_it_stays() -> None:
    model = ReplacementModel()
    model.show(ROWS)
    told: list[None] = []
    model.decided.connect(lambda: told.append(None))
    assert not model.setData(model.index(2, 1), Qt.CheckState.Unchecked, ROLE.CheckStateRole)
    assert not model.setData(model.index(2, 0), "x", ROLE.EditRole)
    assert not told and model.kept_count() == 0
    assert model.setData(model.index(2, 0), Qt.CheckState.Unchecked, ROLE.CheckStateRole)
    assert (len(told), model.kept_count()) == (1, 1)
    assert column(model, 4) == ["«key-1»", "«key-1»", "stays"]


def test_a_secret_that_stays_stays_in_every_spelling() -> None:
    model = ReplacementModel()
    rows = [("$.a", "secret/1", "«key-1»"), ("$.b", "secret%2F1", "«key-1»"), ("$.c", "other-22", "«key-2»")]
    model.show([Replacement(1, place, "key", before, after) for place, before, after in rows])

    def ticked() -> list[bool]:
        states = [model.index(row, 0).data(Qt.ItemDataRole.CheckStateRole) for row in range(3)]
        return [Qt.CheckState(state) == Qt.CheckState.Checked for state in states]

    role = Qt.ItemDataRole.CheckStateRole
    model.setData(model.index(1, 0), Qt.CheckState.Unchecked, role)
    assert ticked() == [False, False, True]
    assert model.kept == {"secret/1", "secret%2F1"}
    assert model.kept_count() == 1
    model.setData(model.index(0, 0), Qt.CheckState.Checked, role)
    assert ticked() == [True, True, True]


# -- the search --------------------------------------------------------------------------------------------

_SECRET = b'{"id":%d,"method":"x","params":{"password":"hunter-%d-hunter","again":"hunter-1-hunter"}}'


def test_a_search_finds_what_is_replaced_in_the_records_alone_and_counts_spellings_once(
    journal: Journal, story: Story, monkeypatch: pytest.MonkeyPatch
) -> None:
    numbers = [
        story.record("request", _SECRET % (number, number), method="x", valid=True) for number in (1, 2)
    ]
    journal.sync()
    search = Search(journal, numbers[1:], False, Rules())
    assert (search.count, search.looked_at, search.secrets, search.ended, search.found) == (
        0,
        0,
        0,
        False,
        [],
    )
    search.run()
    assert search.ended and search.looked_at == 2, "secrets are looked for everywhere"
    assert {one.record for one in search.found} == {numbers[1]}
    assert (search.count, search.secrets) == (2, 2)
    monkeypatch.setattr(replacements, "SHOWN", 3)
    many = Search(journal, numbers, True, Rules())
    many.run()
    assert (many.count, len(many.found), many.secrets) == (4, 3, 2)
    stopped = Search(journal, numbers, False, Rules())
    stopped.stopped = True
    stopped.run()
    assert not stopped.ended and stopped.count == 0, "it was given up"


def test_the_model_keeps_the_rules_of_qt() -> None:
    model = ReplacementModel()
    model.reveal_all(True)  # there is nothing to tell of
    QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal)
    model.show(ROWS[:1])
    model.show(ROWS)
    inside = model.index(0, 0)
    assert model.rowCount(inside) == model.columnCount(inside) == 0
    assert model.data(model.index(-1, -1)) is None
    assert model.headerData(0, Qt.Orientation.Horizontal, ROLE.ToolTipRole) is None
    assert model.index(0, 1).data(ROLE.CheckStateRole) is None
    assert [state.data(ROLE.CheckStateRole) for state in (model.index(0, 0), model.index(0, 3))] == [
        Qt.CheckState.Checked, None,
    ]  # fmt: skip
