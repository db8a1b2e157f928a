"""Arrays of objects are shown as a table, sorted, filtered and copied."""

from __future__ import annotations

from PySide6.QtCore import QItemSelection, QItemSelectionModel, QModelIndex, QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QAbstractItemModelTester, QTest
from PySide6.QtWidgets import QComboBox, QLabel, QTabBar
from pytestqt.qtbot import QtBot

from inspector.ui.json.viewer import table_view
from inspector.ui.json.viewer.table_view import JsonTableView
from inspector.ui.json.viewer.tables import TableFinder
from inspector.ui.json.viewer.viewer import JsonViewer
from inspector.ui.widgets import theme
from tests.ui.parts import the

ROWS = (
    '{"total":3,"items":[{"id":10,"name":"서울, \\"b\\"","price":1.10,"tags":["x","y"]},'
    '{"id":9,"name":"=1+1","extra":null},{"id":123456789012345678901,"name":"c"}]}'
).encode()


def shown(viewer: JsonViewer, qtbot: QtBot, document: bytes = ROWS) -> None:
    viewer.set_bytes(document)
    qtbot.waitUntil(viewer.is_ready, timeout=5_000)
    viewer.set_mode("table")
    qtbot.waitUntil(lambda: viewer.table_view.model.table is not None)


def texts(viewer: JsonViewer) -> list[list[str]]:
    model = viewer.table_view.model
    return [
        [model.index(row, column).data() for column in range(model.columnCount())]
        for row in range(model.rowCount())
    ]


def heads(viewer: JsonViewer) -> list[str]:
    model = viewer.table_view.model
    return [model.headerData(column, Qt.Orientation.Horizontal) for column in range(model.columnCount())]


def copied(viewer: JsonViewer, qtbot: QtBot, form: str) -> str:
    clipboard = QGuiApplication.clipboard()
    clipboard.setText("before")
    viewer.table_view.copy(form)
    qtbot.waitUntil(lambda: clipboard.text() != "before", timeout=20_000)
    return clipboard.text()


def test_rows_are_shown_with_what_they_came_with(viewer: JsonViewer, qtbot: QtBot) -> None:
    shown(viewer, qtbot)
    QAbstractItemModelTester(
        viewer.table_view.model, QAbstractItemModelTester.FailureReportingMode.Fatal, viewer
    )
    assert heads(viewer) == ["id", "name", "price", "tags", "extra"]
    assert texts(viewer)[0] == ["10", '서울, "b"', "1.10", '[ "x", "y" ]', ""]
    assert texts(viewer)[1][-1] == "null"


def test_a_table_is_offered_only_where_there_is_one(viewer: JsonViewer, qtbot: QtBot) -> None:
    switch = viewer.findChild(QTabBar, "json_viewer_mode")
    shown(viewer, qtbot)
    assert switch.isTabVisible(2)
    viewer.set_bytes(b'{"a":1}')
    qtbot.waitUntil(viewer.is_ready)
    assert not switch.isTabVisible(2)
    assert viewer.mode() == "text"
    viewer.set_bytes(ROWS)
    qtbot.waitUntil(lambda: viewer.mode() == "table")  # what was chosen comes back


def test_click_on_a_head_sorts_up_then_down_then_not(viewer: JsonViewer, qtbot: QtBot) -> None:
    shown(viewer, qtbot)
    header = viewer.table_view.table.horizontalHeader()
    orders = []
    for _ in range(3):
        QTest.mouseClick(header.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(12, 8))
        qtbot.waitUntil(lambda: not viewer.table_view.model.busy)
        orders.append([row[0] for row in texts(viewer)])
    assert orders == [
        ["9", "10", "123456789012345678901"],
        ["123456789012345678901", "10", "9"],
        ["10", "9", "123456789012345678901"],
    ]


def test_filter_leaves_the_rows_that_have_the_text(viewer: JsonViewer, qtbot: QtBot) -> None:
    shown(viewer, qtbot)
    viewer.table_view.filter.insert("서울")  # QTest types Latin letters only
    qtbot.waitUntil(lambda: viewer.table_view.model.rowCount() == 1)
    assert texts(viewer)[0][0] == "10"
    viewer.table_view.filter.clear()
    qtbot.waitUntil(lambda: viewer.table_view.model.rowCount() == 3)


def test_csv_quotes_keeps_digits_and_disarms_formulas(viewer: JsonViewer, qtbot: QtBot) -> None:
    shown(viewer, qtbot)
    assert copied(viewer, qtbot, "csv").splitlines() == [
        "id,name,price,tags,extra",
        '10,"서울, ""b""",1.10,"[""x"",""y""]",',
        "9,'=1+1,,,",
        "123456789012345678901,c,,,",
    ]


def test_markdown_and_json_say_the_same(viewer: JsonViewer, qtbot: QtBot) -> None:
    shown(viewer, qtbot)
    assert copied(viewer, qtbot, "markdown").splitlines()[:2] == [
        "| id | name | price | tags | extra |",
        "|---|---|---|---|---|",
    ]
    assert copied(viewer, qtbot, "json").splitlines()[1] == (
        '  {"id":10,"name":"서울, \\"b\\"","price":1.10,"tags":["x","y"]},'
    )


def test_a_selection_is_copied_alone_with_ctrl_c(viewer: JsonViewer, qtbot: QtBot) -> None:
    shown(viewer, qtbot)
    table = viewer.table_view.table
    table.setFocus()
    select = table.selectionModel().select
    for row in (1, 2):
        select(viewer.table_view.model.index(row, 0), QItemSelectionModel.SelectionFlag.Select)
    QGuiApplication.clipboard().setText("before")
    QTest.keyClick(table, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: QGuiApplication.clipboard().text() != "before")
    assert QGuiApplication.clipboard().text() == "id\n9\n123456789012345678901\n"


def test_enter_shows_the_value_in_the_tree(viewer: JsonViewer, qtbot: QtBot) -> None:
    shown(viewer, qtbot)
    table = viewer.table_view.table
    table.setCurrentIndex(viewer.table_view.model.index(2, 1))
    QTest.keyClick(table, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: viewer.tree_view.current_path() == "$.items[2].name")
    assert viewer.mode() == "tree"


def test_any_container_can_be_shown_as_a_table_from_the_tree(viewer: JsonViewer, qtbot: QtBot) -> None:
    viewer.set_bytes(b'{"m":{"b":{"n":2},"a":{"n":1}}}')
    qtbot.waitUntil(viewer.is_ready)
    viewer.set_mode("tree")
    tree = viewer.tree_view
    tree.setCurrentIndex(tree.model().index(0, 0, QModelIndex()))
    tree.show_as_table()
    qtbot.waitUntil(lambda: viewer.mode() == "table")
    assert heads(viewer) == ["Key", "n"]
    assert texts(viewer) == [["b", "2"], ["a", "1"]]


def test_all_of_a_large_table_is_selected_at_once(viewer: JsonViewer, qtbot: QtBot) -> None:
    shown(viewer, qtbot, b"[" + b",".join(b'{"n":%d}' % n for n in range(5_000)) + b"]")
    QTest.keyClick(viewer.table_view.table, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    assert len(copied(viewer, qtbot, "tsv").splitlines()) == 5_001


TWO = b'{"a":[{"n":1},{"n":2}],"b":[{"m":1},{"m":2},{"m":3}],"c":{"x":{"v":1}}}'


def told(viewer: JsonViewer) -> list[str]:
    """What the labels of the table say."""
    return [label.text() for label in viewer.table_view.findChildren(QLabel)]


def test_the_box_names_every_table_and_shows_the_chosen_one(viewer: JsonViewer, qtbot: QtBot) -> None:
    shown(viewer, qtbot, TWO)
    box = the(viewer.table_view, QComboBox, "json_table_path")
    assert [box.itemText(place) for place in range(box.count())] == ["$.a", "$.b"]
    assert box.isEnabled() and box.currentText() == "$.a" and heads(viewer) == ["n"]
    box.setFocus()
    QTest.keyClick(box, Qt.Key.Key_Down)
    qtbot.waitUntil(lambda: heads(viewer) == ["m"])
    assert (box.currentText(), viewer.mode()) == ("$.b", "table")


def test_a_box_with_one_table_has_no_choice(viewer: JsonViewer, qtbot: QtBot) -> None:
    shown(viewer, qtbot)
    assert not the(viewer.table_view, QComboBox, "json_table_path").isEnabled()


def test_a_table_asked_for_in_the_tree_gets_its_name_in_the_box(viewer: JsonViewer, qtbot: QtBot) -> None:
    shown(viewer, qtbot, TWO)
    viewer.set_mode("tree")
    viewer.tree_view.setCurrentIndex(viewer.tree_view.model().index(2, 0, QModelIndex()))
    viewer.tree_view.show_as_table()
    qtbot.waitUntil(lambda: viewer.mode() == "table" and heads(viewer) == ["Key", "v"])
    assert the(viewer.table_view, QComboBox, "json_table_path").currentText() == "$.c"


def test_what_is_shown_and_copied_is_counted(viewer: JsonViewer, qtbot: QtBot) -> None:
    shown(viewer, qtbot)
    assert "3 rows" in told(viewer)
    QTest.keyClicks(viewer.table_view.filter, "c")
    qtbot.waitUntil(lambda: viewer.table_view.model.rowCount() == 2)
    assert "2 of 3 rows" in told(viewer)
    copied(viewer, qtbot, "tsv")
    assert "2 rows copied" in told(viewer)
    viewer.table_view.filter.clear()
    qtbot.waitUntil(lambda: "3 rows" in told(viewer))


def test_the_head_says_which_way_is_sorted(viewer: JsonViewer, qtbot: QtBot) -> None:
    shown(viewer, qtbot)
    header = viewer.table_view.table.horizontalHeader()
    place = QPoint(header.sectionViewportPosition(1) + 12, 8)
    seen = []
    for _ in range(3):
        QTest.mouseClick(header.viewport(), Qt.MouseButton.LeftButton, pos=place)
        qtbot.waitUntil(lambda: not viewer.table_view.model.busy)
        seen.append(
            (header.isSortIndicatorShown(), header.sortIndicatorSection(), header.sortIndicatorOrder())
        )
    assert seen[:2] == [(True, 1, Qt.SortOrder.AscendingOrder), (True, 1, Qt.SortOrder.DescendingOrder)]
    assert not seen[2][0]


def test_another_document_comes_without_the_filter_of_the_last(viewer: JsonViewer, qtbot: QtBot) -> None:
    shown(viewer, qtbot)
    QTest.keyClicks(viewer.table_view.filter, "c")
    qtbot.waitUntil(lambda: viewer.table_view.model.rowCount() == 2)
    shown(viewer, qtbot, TWO)
    qtbot.waitUntil(lambda: heads(viewer) == ["n"])
    assert viewer.table_view.filter.text() == "" and viewer.table_view.model.rowCount() == 2
    box = the(viewer.table_view, QComboBox, "json_table_path")
    assert [box.itemText(place) for place in range(box.count())] == ["$.a", "$.b"] and box.isEnabled()


def test_one_cell_is_not_taken_for_a_choice_of_rows(viewer: JsonViewer, qtbot: QtBot) -> None:
    shown(viewer, qtbot)
    table, model = viewer.table_view.table, viewer.table_view.model
    table.setCurrentIndex(model.index(1, 0))
    assert len(copied(viewer, qtbot, "tsv").splitlines()) == 4
    how = QItemSelectionModel.SelectionFlag
    for row, column in ((0, 0), (2, 1)):
        table.selectionModel().select(model.index(row, column), how.Select)
    table.selectionModel().select(model.index(1, 0), how.Deselect)
    assert copied(viewer, qtbot, "csv") == 'id,name\n10,"서울, ""b"""\n123456789012345678901,c\n'


def test_columns_are_as_wide_as_their_first_rows_within_reason(viewer: JsonViewer, qtbot: QtBot) -> None:
    shown(viewer, qtbot, b'[{"a":"%s","b":1,"c":"some words"},{"b":2}]' % (b"long " * 50))
    view = viewer.table_view
    assert isinstance(view, JsonTableView)
    widths = [view.table.columnWidth(place) for place in range(3)]
    assert widths[0] == 320
    wide = view.table.fontMetrics().horizontalAdvance("some words")
    assert wide < widths[2] < wide + 40 and widths[1] < widths[2]
    theme.set_zoom(150)
    assert [view.table.columnWidth(place) for place in range(3)] == [round(1.5 * width) for width in widths]
    viewer.set_bytes(viewer.data())
    qtbot.waitUntil(lambda: view.table.columnWidth(0) == 480)
    assert view.table.columnWidth(2) > view.table.fontMetrics().horizontalAdvance("some words")
    theme.set_zoom(100)


def test_a_double_click_shows_the_row_of_what_is_missing_in_the_tree(
    viewer: JsonViewer, qtbot: QtBot
) -> None:
    shown(viewer, qtbot)
    table, model = viewer.table_view.table, viewer.table_view.model
    place = table.visualRect(model.index(2, 2)).center()
    QTest.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=place)
    QTest.mouseDClick(table.viewport(), Qt.MouseButton.LeftButton, pos=place)
    qtbot.waitUntil(lambda: viewer.tree_view.current_path() == "$.items[2]")
    assert viewer.mode() == "tree"


def test_a_document_without_tables_leaves_none_to_show(viewer: JsonViewer, qtbot: QtBot) -> None:
    finder = TableFinder(viewer.tree_view, lambda page: viewer.layout().addWidget(page))
    finder.open_first()
    assert finder.view.model.table is None
    assert finder.forget() is False


def test_choosing_the_table_that_the_tree_named_reads_nothing_anew(viewer: JsonViewer, qtbot: QtBot) -> None:
    shown(viewer, qtbot, TWO)
    viewer.tree_view.setCurrentIndex(viewer.tree_view.model().index(2, 0, QModelIndex()))
    viewer.tree_view.show_as_table()
    qtbot.waitUntil(lambda: heads(viewer) == ["Key", "v"])
    wanted: list[object] = []
    viewer.table_view.wanted.connect(wanted.append)
    box = the(viewer.table_view, QComboBox, "json_table_path")
    assert [box.itemText(place) for place in range(box.count())] == ["$.a", "$.b", "$.c"]
    box.activated.emit(2)
    assert wanted == []
    box.activated.emit(1)
    assert [one.path for one in wanted] == ["$.b"]  # type: ignore[attr-defined]  # a Spread


def test_while_rows_are_sorted_or_filtered_it_says_so(viewer: JsonViewer, qtbot: QtBot) -> None:
    shown(viewer, qtbot, b"[" + b",".join(b'{"n":"%d"}' % (n * 7919 % 30_000) for n in range(30_000)) + b"]")
    view = viewer.table_view
    assert told(viewer) == ["30,000 rows"]
    view.model._slices._budget_s = 1e-5  # one step a turn
    view.model.set_filter("12345")
    assert told(viewer) == ["filtering…"]
    qtbot.waitUntil(lambda: told(viewer) == ["1 of 30,000 rows"], timeout=10_000)
    view.model.set_filter("")
    qtbot.waitUntil(lambda: told(viewer) == ["30,000 rows"], timeout=10_000)
    view.model.sort_by(0, True)
    assert told(viewer) == ["sorting…"]
    header = view.table.horizontalHeader()
    qtbot.waitUntil(lambda: told(viewer) == ["30,000 rows"], timeout=10_000)
    assert header.isSortIndicatorShown() and header.sortIndicatorSection() == 0
    assert header.sortIndicatorOrder() == Qt.SortOrder.DescendingOrder


def test_enter_without_a_chosen_cell_opens_nothing_and_a_missing_cell_shows_its_row(
    viewer: JsonViewer, qtbot: QtBot
) -> None:
    shown(viewer, qtbot)
    table, shown_there = viewer.table_view.table, list[tuple[int, str]]()
    viewer.table_view.revealed.connect(lambda place, mode: shown_there.append((place, mode)))
    table.setCurrentIndex(QModelIndex())
    QTest.keyClick(table, Qt.Key.Key_Return)
    QTest.keyClick(table, Qt.Key.Key_X)
    assert shown_there == []
    table.setCurrentIndex(viewer.table_view.model.index(0, 4))
    QTest.keyClick(table, Qt.Key.Key_Enter)
    qtbot.waitUntil(lambda: viewer.tree_view.current_path() == "$.items[0]")


def test_a_rectangle_is_copied_as_one_and_a_single_cell_stands_for_all_rows(
    viewer: JsonViewer, qtbot: QtBot
) -> None:
    shown(viewer, qtbot)
    view = viewer.table_view
    model, flags = view.model, QItemSelectionModel.SelectionFlag

    def chosen(*corners: tuple[int, int]) -> str:
        first, last = (model.index(row, column) for row, column in (corners[0], corners[-1]))
        view.table.selectionModel().select(QItemSelection(first, last), flags.ClearAndSelect)
        return copied(viewer, qtbot, "tsv")

    assert chosen((1, 0), (2, 1)) == "id\tname\n9\t=1+1\n123456789012345678901\tc\n".replace("=", "'=")
    assert chosen((0, 0), (0, 1)).splitlines()[0] == "id\tname" and chosen((0, 0), (1, 0)).count("\n") == 3
    assert len(chosen((1, 1)).splitlines()) == 4


def test_columns_are_as_wide_as_what_they_hold_and_no_wider_than_reason(
    viewer: JsonViewer, qtbot: QtBot
) -> None:
    shown(viewer, qtbot, b'[{"a":1,"b":"%s"},{"a":2,"b":"x"}]' % (b"long " * 100))
    table = viewer.table_view.table
    assert table.columnWidth(1) == table_view._WIDEST
    assert table.fontMetrics().horizontalAdvance("a") < table.columnWidth(0) < 80
    needed = table.sizeHintForColumn(0), table.horizontalHeader().sectionSizeHint(0)
    assert table.columnWidth(0) == max(needed) + 8
    assert table.verticalHeader().defaultSectionSize() == theme.row_height() - 2
