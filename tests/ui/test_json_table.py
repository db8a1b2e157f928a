"""Arrays of objects are shown as a table, sorted, filtered and copied."""

from __future__ import annotations

from PySide6.QtCore import QItemSelectionModel, QModelIndex, QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QAbstractItemModelTester, QTest
from PySide6.QtWidgets import QTabBar
from pytestqt.qtbot import QtBot

from inspector.ui.json_viewer import JsonViewer

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
