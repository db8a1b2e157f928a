"""The outline of figures as a tree: places, order, texts, and what a cell says of itself."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QModelIndex, Qt
from pytestqt.modeltest import ModelTester

from inspector.trace.statistics.outline import Figure, OutlineNode
from inspector.ui.analysis.statistics_model import StatisticsModel
from inspector.ui.widgets import theme

pytestmark = pytest.mark.gui

HEADS = ("Name", "Calls", "Errors")
DISPLAY, ALIGN, FOREGROUND, TIP = (
    Qt.ItemDataRole.DisplayRole,
    Qt.ItemDataRole.TextAlignmentRole,
    Qt.ItemDataRole.ForegroundRole,
    Qt.ItemDataRole.ToolTipRole,
)
ACROSS, DOWN = Qt.Orientation.Horizontal, Qt.Orientation.Vertical


def node(*path: str, calls: int = 0, errors: int = 0, children: tuple[OutlineNode, ...] = ()) -> OutlineNode:
    figures = (
        Figure(str(calls), f"calls {path[-1]}"),
        Figure(str(errors), "", "error" if errors else ""),
    )
    orders = (float(calls), float(errors))
    return OutlineNode(path, f"all {path[-1]}", orders, list(children), _figures=figures)


@pytest.fixture
def model(qapp: object) -> StatisticsModel:
    made = StatisticsModel()
    inner = (node("a", "x", calls=1), node("a", "y", calls=3), node("a", "z", calls=2))
    made.show([node("b", calls=4, errors=2), node("a", calls=6, children=inner)], HEADS)
    return made


def names(model: StatisticsModel, parent: QModelIndex | None = None) -> list[str]:
    above = parent if parent is not None else QModelIndex()
    return [model.index(row, 0, above).data() for row in range(model.rowCount(above))]


def test_the_model_keeps_the_rules_of_qt(model: StatisticsModel, qtmodeltester: ModelTester) -> None:
    qtmodeltester.check(model)


def test_lines_are_in_the_order_of_their_names_until_a_head_is_chosen(model: StatisticsModel) -> None:
    assert names(model) == ["a", "b"] and model.order == (0, Qt.SortOrder.AscendingOrder)
    model.sort(1, Qt.SortOrder.DescendingOrder)
    assert names(model) == ["a", "b"] and model.order == (1, Qt.SortOrder.DescendingOrder)
    assert names(model, model.index(0, 0)) == ["y", "z", "x"]
    model.sort(1)
    assert names(model) == ["b", "a"] and names(model, model.index(1, 0)) == ["x", "z", "y"]
    model.sort(2, Qt.SortOrder.DescendingOrder)
    assert names(model) == ["b", "a"]
    model.sort(0, Qt.SortOrder.DescendingOrder)
    assert names(model) == ["b", "a"]


def test_other_figures_keep_the_order(model: StatisticsModel) -> None:
    model.sort(1)
    model.show([node("p", calls=9), node("q", calls=1)], HEADS)
    assert names(model) == ["q", "p"]


def test_a_head_says_whether_and_how_it_sorts(model: StatisticsModel) -> None:
    heads = [model.headerData(section, ACROSS) for section in range(3)]
    assert heads == ["Name ▴", "Calls", "Errors"]
    model.sort(1, Qt.SortOrder.DescendingOrder)
    assert model.headerData(1, ACROSS) == "Calls ▾" and model.headerData(0, ACROSS) == "Name"
    assert model.headerData(0, DOWN) is None and model.headerData(3, ACROSS) is None
    assert model.headerData(-1, ACROSS) is None
    right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
    assert [model.headerData(section, ACROSS, ALIGN) for section in range(3)] == [None, right, right]
    assert model.headerData(1, ACROSS, TIP) is None


def test_a_cell_has_its_figure_at_the_right_and_what_is_wrong_in_its_colour(model: StatisticsModel) -> None:
    line = [model.index(1, column) for column in range(3)]
    assert [cell.data(DISPLAY) for cell in line] == ["b", "4", "2"]
    right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
    assert [cell.data(ALIGN) for cell in line] == [None, right, right]
    assert [cell.data(FOREGROUND) for cell in line] == [None, None, theme.color("error")]
    assert model.index(0, 2).data(FOREGROUND) is None, "no error is nothing to see"
    assert line[0].data(Qt.ItemDataRole.DecorationRole) is None
    assert model.data(QModelIndex()) is None


def test_a_name_says_where_it_belongs_and_a_figure_what_a_click_does(model: StatisticsModel) -> None:
    inner = model.index(1, 0, model.index(0, 0))
    assert "a › y" in inner.data(TIP) and "all y" in inner.data(TIP)
    assert "Click to filter: calls y" in inner.siblingAtColumn(1).data(TIP)
    assert inner.siblingAtColumn(2).data(TIP) == "", "this figure cannot be clicked"


def test_what_a_cell_counts_is_known_and_a_name_counts_nothing(model: StatisticsModel) -> None:
    line = model.index(1, 0)
    node, figure = model.node(line), model.figure(line.siblingAtColumn(1))
    assert node is not None and node.name == "b"
    assert figure is not None and figure.condition == "calls b"
    last = model.figure(line.siblingAtColumn(2))
    assert last is not None and last.text == "2"
    assert model.figure(line) is None and model.figure(QModelIndex()) is None
    assert model.node(QModelIndex()) is None


def test_a_line_is_found_by_its_names_in_any_order(model: StatisticsModel) -> None:
    for order in Qt.SortOrder:
        model.sort(1, order)
        found = model.index_of(("a", "y"))
        assert found.data() == "y" and model.parent(found).data() == "a"
        assert model.parent(model.parent(found)) == QModelIndex()
        assert model.index(found.row(), 0, model.parent(found)) == found
    for path in ((), ("c",), ("a", "no"), ("b", "y")):
        assert not model.index_of(path).isValid(), path


def test_there_is_nothing_outside_of_what_is_shown(model: StatisticsModel) -> None:
    for row, column in ((2, 0), (-1, 0), (0, 3), (0, -1)):
        assert not model.index(row, column).isValid()
    assert model.columnCount() == 3
    assert model.rowCount(model.index(0, 0)) == 3 and model.rowCount(model.index(0, 1)) == 0
    empty = StatisticsModel()
    assert (empty.rowCount(), empty.columnCount()) == (0, 1)
