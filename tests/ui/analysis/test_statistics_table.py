"""The tree of figures: sorted by its heads, its numbers are links, it keeps what is open when it grows."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QAction, QContextMenuEvent, QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFrame, QMenu, QStyleOptionViewItem
from pytestqt.qtbot import QtBot

from inspector.trace.statistics.outline import Figure, OutlineNode
from inspector.trace.statistics.statistics import summarise
from inspector.ui.analysis.statistics_model import StatisticsModel
from inspector.ui.analysis.statistics_table import StatisticsTable
from inspector.ui.session.filter_requests import FilterRequest
from inspector.ui.widgets import theme

pytestmark = pytest.mark.gui

HEADS = ("Name", "Calls", "Errors")


def node(*path: str, calls: int, errors: int = 0, children: tuple[OutlineNode, ...] = ()) -> OutlineNode:
    name = path[-1]
    figures = (Figure(str(calls), f"calls {name}"), Figure(str(errors), "", "error" if errors else ""))
    return OutlineNode(path, f"all {name}", (float(calls), float(errors)), list(children), _figures=figures)


def outline(*more: OutlineNode) -> list[OutlineNode]:
    return [
        node("few", calls=2, errors=1),
        node("many", calls=9, children=(node("many", "x", calls=4), node("many", "y", calls=5))),
        *more,
    ]


@pytest.fixture
def table(qtbot: QtBot) -> StatisticsTable:
    made = StatisticsTable(StatisticsModel())
    qtbot.addWidget(made)
    made.resize(600, 300)
    made.show_nodes(outline(), HEADS)
    made.show()
    return made


def test_of_the_calls_the_percentiles_stand_before_what_was_lost(table: StatisticsTable) -> None:
    heads = ("Method", "Calls", "Errors", "Lost", "Cancelled", "Pending", "Min", "p50", "p95", "p99", "Max")
    table.show_nodes(outline(), (*heads, "Out", "In"))

    def seen() -> list[str]:
        header, model = table.header(), table.model()
        sections = [header.logicalIndex(place) for place in range(header.count())]
        return [model.headerData(one, Qt.Orientation.Horizontal).split(" ")[0] for one in sections]

    assert seen()[:7] == ["Method", "Calls", "Errors", "p50", "p95", "Max", "Lost"]
    table.show_nodes(outline(), HEADS)
    assert seen() == [*HEADS]


def names(table: StatisticsTable) -> list[str]:
    """The lines on screen from top to bottom."""
    found, index = [], table.model().index(0, 0)
    while index.isValid():
        found.append(index.data())
        index = table.indexBelow(index)
    return found


def place(table: StatisticsTable, *path: str, column: int = 0) -> QPoint:
    index = table._model.index_of(path)
    return table.visualRect(index.siblingAtColumn(column)).center()


def wishes(table: StatisticsTable) -> list[FilterRequest]:
    found: list[FilterRequest] = []
    table.filter_wanted.connect(found.append)
    return found


def test_most_calls_stand_first_and_a_head_turns_the_order(table: StatisticsTable) -> None:
    assert names(table) == ["many", "y", "x", "few"]
    header = table.header()
    header.sectionClicked.emit(1)
    assert names(table) == ["few", "many", "x", "y"]
    header.sectionClicked.emit(0)
    assert names(table) == ["few", "many", "x", "y"]
    header.sectionClicked.emit(0)
    assert names(table) == ["many", "y", "x", "few"]
    header.sectionClicked.emit(2)
    assert names(table)[0] == "few"
    texts = [table.model().headerData(n, Qt.Orientation.Horizontal) for n in range(3)]
    assert texts == ["Name", "Calls", "Errors ▾"]


def test_what_is_folded_open_and_current_stays_when_figures_come(table: StatisticsTable) -> None:
    table.setCurrentIndex(table._model.index_of(("many", "x")))
    more = node("new", calls=1, children=(node("new", "z", calls=1),))
    told: list[str] = []
    table.chosen.connect(lambda: told.append("chosen"))
    table.show_nodes(outline(more), HEADS)
    assert table.current_path() == ("many", "x") and told == []
    assert names(table) == ["many", "y", "x", "few", "new", "z"]
    table.collapse(table._model.index_of(("many",)))
    table.show_nodes(outline(more), HEADS)
    assert names(table) == ["many", "few", "new", "z"]
    table.header().sectionClicked.emit(1)
    assert names(table) == ["new", "z", "few", "many"]


def test_many_lines_below_a_deeper_line_stay_closed_at_first(table: StatisticsTable) -> None:
    def deep(name: str, count: int) -> OutlineNode:
        below = tuple(node("s", name, str(n), calls=1) for n in range(count))
        return node("s", name, calls=count, children=below)

    table.show_nodes([node("s", calls=9, children=(deep("some", 40), deep("lots", 41)))], HEADS)
    shown = names(table)
    assert shown[:3] == ["s", "lots", "some"] and len(shown) == 43


def test_a_number_is_a_link_to_what_it_counts(table: StatisticsTable) -> None:
    found = wishes(table)
    QTest.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=place(table, "few", column=1))
    QTest.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=place(table, "few", column=2))
    QTest.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=place(table, "few", column=0))
    assert found == [FilterRequest("calls few", "replace", mode="messages", everywhere=True)]


def test_enter_and_a_double_click_on_the_name_show_the_line_alone(table: StatisticsTable) -> None:
    found = wishes(table)
    table.setCurrentIndex(table._model.index_of(("many", "y")))
    QTest.keyClick(table, Qt.Key.Key_Return)
    table.doubleClicked.emit(table._model.index_of(("few",)))
    table.doubleClicked.emit(table._model.index_of(("few",)).siblingAtColumn(2))
    assert found == [FilterRequest("all y", "replace"), FilterRequest("all few", "replace")]


def test_the_menu_of_a_line_joins_it_with_the_filter_there_is(table: StatisticsTable) -> None:
    found = wishes(table)
    current = table._model.node(table._model.index_of(("few",)))
    assert current is not None
    menu = table.menu(current)
    for name in ("replace", "and", "or", "and_not"):
        menu.findChild(QAction, f"statistics_{name}").trigger()
    assert [wish.join for wish in found] == ["replace", "and", "or", "and not"]
    assert {wish.condition for wish in found} == {"all few"}


def test_the_menu_opens_for_the_current_line_only(table: StatisticsTable) -> None:
    event = QContextMenuEvent(QContextMenuEvent.Reason.Keyboard, QPoint(), QPoint())
    table.contextMenuEvent(event)
    assert table.findChild(QMenu) is None
    table.setCurrentIndex(table._model.index_of(("few",)))
    table.contextMenuEvent(event)
    menu = table.findChild(QMenu)
    assert menu is not None and menu.isVisible()
    menu.close()


def test_a_number_with_a_filter_has_a_hand_and_says_it(table: StatisticsTable) -> None:
    model = table._model
    few = model.index_of(("few",))
    tips = [model.data(few.siblingAtColumn(n), Qt.ItemDataRole.ToolTipRole) for n in range(3)]
    assert "few" in tips[0] and "all few" in tips[0]
    assert "Click to filter: calls few" in tips[1] and tips[2] == ""
    for column, shape in ((1, Qt.CursorShape.PointingHandCursor), (2, Qt.CursorShape.ArrowCursor)):
        at, none = QPointF(place(table, "few", column=column)), Qt.MouseButton.NoButton
        move = QMouseEvent(QEvent.Type.MouseMove, at, at, none, none, Qt.KeyboardModifier.NoModifier)
        QCoreApplication.sendEvent(table.viewport(), move)
        assert table.viewport().cursor().shape() == shape


def test_names_take_the_room_that_numbers_leave(table: StatisticsTable) -> None:
    widths = [table.columnWidth(section) for section in range(3)]
    assert sum(widths) == table.viewport().width()
    table.resize(1000, 300)
    assert [table.columnWidth(section) for section in (1, 2)] == widths[1:]
    assert table.columnWidth(0) == widths[0] + 400


def test_it_is_a_plain_tree_of_lines_to_point_at(table: StatisticsTable) -> None:
    assert table.frameShape() == QFrame.Shape.NoFrame and table.minimumHeight() == 48
    assert table.uniformRowHeights() and table.allColumnsShowFocus() and table.hasMouseTracking()
    assert table.textElideMode() == Qt.TextElideMode.ElideMiddle and table.indentation() == 14
    assert not table.expandsOnDoubleClick(), "it shows the line alone"
    assert table.horizontalScrollMode() == StatisticsTable.ScrollMode.ScrollPerPixel
    header = table.header()
    assert header.sectionsClickable() and not header.highlightSections() and not header.stretchLastSection()
    assert table.accessibleName() == "Calls by server, method and target"
    assert table.visualRect(table._model.index_of(("few",))).height() == theme.row_height()


def test_a_click_on_a_figure_of_calls_asks_for_calls(table: StatisticsTable) -> None:
    summed = outline()
    summed[0].summary = summarise([])
    table.show_nodes(summed, HEADS)
    found = wishes(table)
    table.clicked.emit(table._model.index_of(("few",)).siblingAtColumn(1))
    assert [wish.mode for wish in found] == ["calls"]


def test_what_is_in_sight_stays_when_figures_come_or_the_order_turns(table: StatisticsTable) -> None:
    many = [node(f"line {place:03}", calls=place) for place in range(100)]
    table.show_nodes(many, HEADS)
    QCoreApplication.processEvents()
    bar = table.verticalScrollBar()
    bar.setValue(30)
    table.show_nodes([node(f"line {place:03}", calls=place) for place in range(100)], HEADS)
    assert bar.value() == 30
    table.setCurrentIndex(table._model.index_of(("line 050",)))
    told: list[None] = []
    table.chosen.connect(lambda: told.append(None))
    table.header().sectionClicked.emit(1)
    assert table.current_path() == ("line 050",) and told == [] and table.hasAutoScroll()
    table.setCurrentIndex(table._model.index_of(("line 051",)))
    assert told == [None]
    current = table.current_node()
    assert current is not None and current.path == ("line 051",)


def test_keys_without_a_line_or_of_another_meaning_ask_for_nothing(table: StatisticsTable) -> None:
    found = wishes(table)
    QTest.keyClick(table, Qt.Key.Key_Return)
    table.setCurrentIndex(table._model.index_of(("few",)))
    QTest.keyClick(table, Qt.Key.Key_Up)
    assert found == [] and table.current_path() == ("many", "x")
    QTest.keyClick(table, Qt.Key.Key_Enter)
    assert [wish.condition for wish in found] == ["all x"]


def test_numbers_have_room_for_their_head_and_their_longest(table: StatisticsTable) -> None:
    metrics = table.fontMetrics()
    assert table.columnWidth(1) == metrics.horizontalAdvance("888.8 MB") + 10
    long = "A head that is longer than any number"
    table.show_nodes(outline(), ("Name", long, "Errors"))
    assert table.columnWidth(1) == metrics.horizontalAdvance(f"{long} ▾") + 10
    table.resize(100, 300)
    assert table.columnWidth(0) == metrics.averageCharWidth() * 26, "names are never narrower"
    name = "The head of the names which is very long indeed, longer than most names"
    table.show_nodes(outline(), (name, "Calls", "Errors"))
    assert table.columnWidth(0) == metrics.horizontalAdvance(f"{name} ▾") + 20


def test_a_menu_of_a_line_goes_when_it_closes(table: StatisticsTable) -> None:
    table.setCurrentIndex(table._model.index_of(("few",)))
    at = table.mapToGlobal(QPoint(60, 40))
    table.contextMenuEvent(QContextMenuEvent(QContextMenuEvent.Reason.Mouse, QPoint(60, 40), at))
    menu = table.findChild(QMenu)
    assert menu is not None and menu.pos() == at
    assert menu.testAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    menu.close()


def test_a_figure_stands_at_the_right_and_reads_from_the_left_in_every_language(
    table: StatisticsTable,
) -> None:
    delegate, cell = table.itemDelegate(), table._model.index_of(("few",)).siblingAtColumn(1)
    option = QStyleOptionViewItem()
    option.direction = Qt.LayoutDirection.RightToLeft
    delegate.initStyleOption(option, cell)
    assert option.text == "2" and option.direction == Qt.LayoutDirection.LeftToRight
    assert option.displayAlignment & Qt.AlignmentFlag.AlignAbsolute
    assert option.displayAlignment & Qt.AlignmentFlag.AlignLeft, "mirrored, as the columns are"
    assert delegate.sizeHint(option, cell).height() == theme.row_height()
    assert delegate.sizeHint(option, cell).width() > 0
