"""The model of a table of JSON: what its cells and heads say, and in which order its rows stand."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtGui import QColor
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from inspector.render import json_table
from inspector.render.json_table import JsonTable
from inspector.render.tree import JsonTree
from inspector.ui.json.viewer import table_model
from inspector.ui.json.viewer.table_model import JsonTableModel
from inspector.ui.widgets import theme

ACROSS, DOWN = Qt.Orientation.Horizontal, Qt.Orientation.Vertical
ROLE = Qt.ItemDataRole
LIST = b'[{"n":3,"s":"b"},{"n":10,"s":"a"},{"n":2,"s":"ab","z":null}]'
MAP = b'{"one":{"n":1},"two":{"n":2,"on":true}}'
MIXED = b'[{"n":1},{"n":2},{"n":3},{"n":4},{"n":5},7]'


def table_of(document: bytes) -> JsonTable:
    tree = JsonTree(msgspec.json.format(document, indent=2))
    tree.read_all(tree.root)
    return JsonTable(tree, tree.root)


@pytest.fixture
def model(qtbot: QtBot, qapp: QApplication) -> Iterator[JsonTableModel]:
    """An empty model that Qt watches."""
    theme.install(qapp, "light")
    owner = QWidget()
    qtbot.addWidget(owner)
    made = JsonTableModel(owner)
    QAbstractItemModelTester(made, QAbstractItemModelTester.FailureReportingMode.Fatal, made)
    yield made
    del owner  # pytest-qt holds widgets weakly


def put(model: JsonTableModel, qtbot: QtBot, document: bytes) -> None:
    model.set_table(table_of(document))
    qtbot.waitUntil(lambda: not model._columns_slices.running)


def settled(model: JsonTableModel, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: not model.busy)


def column(model: JsonTableModel, place: int, role: int = ROLE.DisplayRole) -> list[Any]:
    return [model.index(row, place).data(role) for row in range(model.rowCount())]


def heads(model: JsonTableModel) -> list[str]:
    return [model.headerData(place, ACROSS) for place in range(model.columnCount())]


def test_a_model_without_a_table_is_empty(model: JsonTableModel) -> None:
    assert (model.rowCount(), model.columnCount(), model.shown) == (0, 0, 0)
    assert model.headerData(0, ACROSS) is None and model.headerData(0, DOWN) is None
    assert model.column_key(0) == b""


def test_cells_have_nothing_below_them(model: JsonTableModel, qtbot: QtBot) -> None:
    put(model, qtbot, LIST)
    cell = model.index(0, 0)
    assert (model.rowCount(cell), model.columnCount(cell)) == (0, 0)
    assert model.data(QModelIndex()) is None


def test_an_object_of_objects_is_led_by_its_keys(model: JsonTableModel, qtbot: QtBot) -> None:
    put(model, qtbot, MAP)
    assert heads(model) == ["Key", "n", "on"]
    assert [column(model, place) for place in range(3)] == [["one", "two"], ["1", "2"], ["", "true"]]
    key, number = (model.index(0, place).data(ROLE.ForegroundRole) for place in (0, 1))
    assert (key, number) == (theme.color("key"), theme.color("number"))


def test_rows_that_are_no_objects_stand_in_a_column_of_their_own(model: JsonTableModel, qtbot: QtBot) -> None:
    put(model, qtbot, MIXED)
    assert heads(model) == ["Value", "n"]
    assert column(model, 0) == ["", "", "", "", "", "7"]
    assert column(model, 1) == ["1", "2", "3", "4", "5", ""]


def test_rows_are_numbered_as_in_the_document_however_they_are_sorted(
    model: JsonTableModel, qtbot: QtBot
) -> None:
    put(model, qtbot, LIST)
    model.sort_by(0, False)
    settled(model, qtbot)
    assert column(model, 0) == ["2", "3", "10"]
    assert [model.headerData(row, DOWN) for row in range(4)] == ["2", "0", "1", None]
    assert model.headerData(0, DOWN, ROLE.DecorationRole) is None


@pytest.mark.parametrize(
    ("text", "role"),
    [('"s"', "text"), ("1", "number"), ("true", "keyword"), ("false", "keyword"), ("null", "muted"),
     ('{"a":1}', "muted"), ("[1]", "muted")],
)  # fmt: skip
def test_a_value_has_the_colour_of_its_kind_and_only_numbers_stand_right(
    model: JsonTableModel, qtbot: QtBot, text: str, role: str
) -> None:
    put(model, qtbot, f'[{{"v":{text}}},{{"w":1}}]'.encode())
    found = model.index(0, 0).data(ROLE.ForegroundRole)
    assert isinstance(found, QColor) and found == theme.color(role)
    side = Qt.AlignmentFlag.AlignRight if text == "1" else Qt.AlignmentFlag.AlignLeft
    assert model.index(0, 0).data(ROLE.TextAlignmentRole) == side | Qt.AlignmentFlag.AlignVCenter


def test_a_screen_reader_hears_the_head_with_every_value_and_that_one_is_missing(
    model: JsonTableModel, qtbot: QtBot
) -> None:
    put(model, qtbot, MAP)
    assert column(model, 2, ROLE.AccessibleTextRole) == ["on: missing", "on: true"]
    assert column(model, 0, ROLE.AccessibleTextRole) == ["Key: one", "Key: two"]


def test_long_values_are_cut_in_their_cell_and_told_in_its_tooltip(
    model: JsonTableModel, qtbot: QtBot
) -> None:
    words = "word " * 100
    put(model, qtbot, f'[{{"s":"{words}","o":{{"k":"{words}"}}}},{{"s":"short"}}]'.encode())
    text, inside = model.index(0, 0).data(), model.index(0, 1).data()
    assert text.startswith("word word") and len(text) < 330 and text.endswith("…  502 B")
    assert inside.startswith('{ "k": "word') and inside.endswith("…") and len(inside) == 61
    assert words.strip() in model.index(0, 0).data(ROLE.ToolTipRole)
    assert model.index(1, 0).data() == "short"


def test_columns_of_late_rows_come_when_they_are_found(
    model: JsonTableModel, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(json_table, "_FIRST", 1)
    model.set_table(table_of(b'{"a":{"n":1},"b":{"late":2}}'))
    assert heads(model) == ["Key", "n"]
    qtbot.waitUntil(lambda: heads(model) == ["Key", "n", "late"])
    assert column(model, 2) == ["", "2"]


def test_a_filter_and_an_order_hold_together(model: JsonTableModel, qtbot: QtBot) -> None:
    put(model, qtbot, LIST)
    model.sort_by(0, True)
    model.set_filter("a")
    assert model.busy or model.shown == 2
    settled(model, qtbot)
    assert (model.shown, column(model, 1)) == (2, ["a", "ab"])
    model.sort_by(-1, False)
    settled(model, qtbot)
    assert column(model, 1) == ["a", "ab"]
    model.sort_by(1, True)
    settled(model, qtbot)
    assert column(model, 1) == ["ab", "a"]
    model.set_filter("")
    settled(model, qtbot)
    assert column(model, 1) == ["b", "ab", "a"]


def test_an_order_that_comes_before_the_filter_is_done_keeps_the_filter(
    model: JsonTableModel, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(json_table, "_WINDOW", 1)  # a step a row, so it takes many
    put(model, qtbot, b"[" + b",".join(b'{"n":%d}' % n for n in range(6_000)) + b"]")
    model.set_filter('"n": 599')
    assert model.busy
    model.sort_by(0, True)
    settled(model, qtbot)
    assert column(model, 0) == [*(str(n) for n in range(5999, 5989, -1)), "599"]


def test_what_is_asked_for_twice_is_done_once(model: JsonTableModel, qtbot: QtBot) -> None:
    put(model, qtbot, LIST)
    told: list[None] = []
    model.changed.connect(lambda: told.append(None))
    model.set_filter("b")
    model.sort_by(0, False)
    settled(model, qtbot)
    before = len(told)
    model.set_filter("b")
    model.sort_by(0, False)
    assert (model.busy, len(told)) == (False, before)


def test_another_table_comes_unsorted_and_unfiltered(model: JsonTableModel, qtbot: QtBot) -> None:
    put(model, qtbot, LIST)
    model.sort_by(0, True)
    model.set_filter("b")
    settled(model, qtbot)
    put(model, qtbot, MAP)
    assert (model.filter, model.sorted_by, model.rowCount()) == ("", (-1, False), 2)
    assert column(model, 1) == ["1", "2"]
    model.set_table(None)
    assert (model.rowCount(), model.columnCount()) == (0, 0)


def test_work_for_a_table_that_went_is_dropped(
    model: JsonTableModel, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(json_table, "_WINDOW", 1)
    put(model, qtbot, b"[" + b",".join(b'{"n":%d}' % n for n in range(6_000)) + b"]")
    model.set_filter("5")
    assert model.busy
    model.set_table(table_of(LIST))
    assert not model.busy
    assert column(model, 0) == ["3", "10", "2"]


def test_rows_that_left_memory_are_read_again(
    model: JsonTableModel, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table_model, "_KEPT", 1)
    put(model, qtbot, LIST)
    assert [column(model, 0) for _ in range(2)] == [["3", "10", "2"]] * 2
