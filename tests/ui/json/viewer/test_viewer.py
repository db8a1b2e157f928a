"""JSON is shown as text and as a tree, token for token, whatever it is."""

from __future__ import annotations

import json
import time

import pytest
from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QAbstractItemModelTester, QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QMainWindow, QPushButton
from pytestqt.qtbot import QtBot

from inspector.render.tree import JsonTree
from inspector.ui.json.viewer.tree_model import JsonTreeModel
from inspector.ui.json.viewer.tree_view import JsonTreeView
from inspector.ui.json.viewer.viewer import JsonViewer

DOCUMENT = (
    rb'{"params":{"arguments":{"message":"hi","n":1.10,"n":123456789012345678901234567890}},"z":"\u0041\/"}'
)


def settled(viewer: JsonViewer, qtbot: QtBot) -> None:
    qtbot.waitUntil(viewer.is_ready, timeout=5_000)


def cells(viewer: JsonViewer, parent: QModelIndex | None = None) -> list[tuple[str, str]]:
    view: JsonTreeView = viewer.tree_view
    model, above = view.model(), parent or QModelIndex()
    return [
        tuple(model.index(row, column, above).data() for column in (0, 1))
        for row in range(model.rowCount(above))
    ]


def copied() -> str:
    return QGuiApplication.clipboard().text()


def test_text_is_indented_and_every_token_stays(viewer: JsonViewer, qtbot: QtBot) -> None:
    viewer.set_bytes(DOCUMENT)
    settled(viewer, qtbot)
    assert viewer.text().replace("\n", "").replace(" ", "") == DOCUMENT.decode()
    assert viewer.text().splitlines()[1] == '  "params": {'
    assert viewer.data() == DOCUMENT


def test_tree_shows_duplicates_and_numbers_as_they_came(viewer: JsonViewer, qtbot: QtBot) -> None:
    viewer.set_bytes(DOCUMENT)
    settled(viewer, qtbot)
    model = viewer.tree_view.model()
    arguments = model.index(0, 0, model.index(0, 0))
    assert cells(viewer, arguments) == [
        ("message", '"hi"'),
        ("n", "1.10"),
        ("n", "123456789012345678901234567890"),
    ]


def test_click_in_the_text_tells_the_path(viewer: JsonViewer, qtbot: QtBot) -> None:
    viewer.set_bytes(DOCUMENT)
    settled(viewer, qtbot)
    with qtbot.waitSignal(viewer.path_selected) as told:
        viewer.text_view.pressed_at.emit(viewer.text().index('"hi"'))
    assert told.args == ["$.params.arguments.message"]


def test_tree_copies_value_key_and_path(viewer: JsonViewer, qtbot: QtBot) -> None:
    viewer.set_bytes(DOCUMENT)
    settled(viewer, qtbot)
    viewer.set_mode("tree")
    model, tree = viewer.tree_view.model(), viewer.tree_view
    arguments = model.index(0, 0, model.index(0, 0))
    tree.setCurrentIndex(arguments)
    tree.copy_path()
    assert copied() == "$.params.arguments"
    QTest.keyClick(tree, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert copied().splitlines()[:2] == ["{", '  "message": "hi",']
    tree.setCurrentIndex(model.index(1, 0))
    tree.copy_text_of_value()
    assert copied() == "A/"
    tree.copy_key()
    assert copied() == "z"


def test_selected_text_is_copied(viewer: JsonViewer, qtbot: QtBot) -> None:
    viewer.set_bytes(DOCUMENT)
    settled(viewer, qtbot)
    at = viewer.text().index("123456")
    viewer.text_view.select(at, at + 30)
    QTest.keyClick(viewer.text_view, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert copied() == "123456789012345678901234567890"


def test_invalid_json_is_shown_as_it_came_with_place_and_reason(viewer: JsonViewer) -> None:
    broken = b'{"a": [1, 2,]}'
    viewer.set_mode("tree")
    viewer.set_bytes(broken)
    assert viewer.text() == broken.decode()
    assert viewer.mode() == "text"
    error = viewer.json_error()
    assert error is not None
    assert (error.position, error.reason) == (11, "trailing comma before ]")
    viewer.set_bytes(b"[1]")
    assert viewer.mode() == "tree"  # what was chosen comes back


@pytest.mark.parametrize(
    "data", [b"", b"null", b'"text"', b"[]", b"{}", b"12", b"\xff\xfe", b'"\xff"', b"[" * 5000 + b"]" * 5000]
)
def test_odd_documents_are_shown(viewer: JsonViewer, qtbot: QtBot, data: bytes) -> None:
    viewer.set_bytes(data)
    settled(viewer, qtbot)
    viewer.set_mode("tree")
    viewer.tree_view.expandToDepth(3)
    viewer.set_mode("text")
    viewer.grab()


def test_find_selects_matches_and_counts_them(viewer: JsonViewer, qtbot: QtBot) -> None:
    viewer.set_bytes(json.dumps([{"name": f"item {number}"} for number in range(30)]).encode())
    QTest.keyClick(viewer.text_view, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    line = viewer.findChild(QLineEdit, "find_text")
    assert isinstance(line, QLineEdit)
    QTest.keyClicks(line, "ITEM 2")
    QTest.keyClick(line, Qt.Key.Key_Backspace)
    line.clear()
    QTest.keyClicks(line, "item 2")
    start, end = viewer.text_view.selection()
    assert viewer.text()[start:end] == "item 2"
    QTest.keyClick(line, Qt.Key.Key_Return)
    assert viewer.text_view.selection()[0] > start
    QTest.keyClick(line, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    assert viewer.text_view.selection()[0] == start
    QTest.keyClick(line, Qt.Key.Key_Escape)
    assert not line.isVisible()


def test_keys_of_finding_are_ours_also_where_the_window_has_them(qtbot: QtBot) -> None:
    window = QMainWindow()
    qtbot.addWidget(window)
    viewer = JsonViewer()
    window.setCentralWidget(viewer)
    elsewhere: list[bool] = []
    for keys in ("F3", "Shift+F3", "Shift+Return", "Esc"):
        action = window.menuBar().addAction(keys)
        action.setShortcut(keys)
        action.triggered.connect(elsewhere.append)
    window.show()
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    viewer.set_bytes(b"[1,2,1,2,1]")
    settled(viewer, qtbot)
    for mode in ("text", "tree"):
        viewer.set_mode(mode)
        viewer.setFocus()
        QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
        line = QApplication.focusWidget()
        assert isinstance(line, QLineEdit)
        line.setText("1")
        qtbot.waitUntil(lambda: viewer.text_view.selection()[1] > 0)
        for target in (line, viewer.text_view):
            target.setFocus()
            before = viewer.text_view.selection()
            QTest.keyClick(target, Qt.Key.Key_F3)
            qtbot.waitUntil(lambda before=before: viewer.text_view.selection() > before)
            QTest.keyClick(target, Qt.Key.Key_F3, Qt.KeyboardModifier.ShiftModifier)
            qtbot.waitUntil(lambda before=before: viewer.text_view.selection() == before)
        line.setFocus()
        QTest.keyClick(line, Qt.Key.Key_Return)
        qtbot.waitUntil(lambda before=before: viewer.text_view.selection() > before)
        QTest.keyClick(line, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
        qtbot.waitUntil(lambda before=before: viewer.text_view.selection() == before)
        QTest.keyClick(line, Qt.Key.Key_Escape)
        assert not line.isVisible()
    assert not elsewhere


def test_text_typed_in_korean_finds_escaped_text(viewer: JsonViewer, qtbot: QtBot) -> None:
    viewer.set_bytes(json.dumps({"a": "한글"}).encode())
    viewer._finder.open()
    line = viewer.findChild(QLineEdit, "find_text")
    assert isinstance(line, QLineEdit)
    line.setText("한글")
    start, end = viewer.text_view.selection()
    assert viewer.text()[start:end] == "\\ud55c\\uae00"


def test_million_elements_open_in_ranges_without_a_stall(viewer: JsonViewer, qtbot: QtBot) -> None:
    viewer.set_bytes(b'{"list":[' + b",".join(b"%d" % number for number in range(1_000_000)) + b"]}")
    settled(viewer, qtbot)
    viewer.set_mode("tree")
    model = viewer.tree_view.model()
    qtbot.waitUntil(lambda: model.rowCount() == 1, timeout=5_000)
    array = model.index(0, 0)
    viewer.tree_view.expand(array)
    qtbot.waitUntil(lambda: model.rowCount(array) == 1000, timeout=5_000)
    last = model.index(999, 0, array)
    assert cells(viewer, last)[-1] == ("999999", "999999")
    assert last.data() == "[999000 … 999999]"


def test_large_document_shows_its_beginning_before_it_is_all_read(viewer: JsonViewer, qtbot: QtBot) -> None:
    data = b"[" + b",".join(b'{"id":%d,"name":"some text"}' % number for number in range(400_000)) + b"]"
    began = time.thread_time()
    viewer.set_bytes(data)
    viewer.text_view.viewport().repaint()
    took = time.thread_time() - began
    assert not viewer.is_ready()
    assert viewer.text().startswith('[\n  {\n    "id": 0,')
    assert took < 0.25  # some 12 ms when nothing else runs
    settled(viewer, qtbot)
    assert viewer.text_view.rows().complete
    assert viewer.text_view.rows().count == 400_000 * 4 + 2


def test_another_document_replaces_one_that_is_still_read(viewer: JsonViewer, qtbot: QtBot) -> None:
    viewer.set_bytes(b"[" + b"1," * 3_000_000 + b"1]")
    viewer.set_bytes(b"[7]")
    settled(viewer, qtbot)
    assert viewer.text() == "[\n  7\n]"
    assert cells(viewer) == [("0", "7")]


def test_model_keeps_the_rules_of_item_models(qtbot: QtBot, qapp: QApplication) -> None:
    model = JsonTreeModel(qapp)
    tester = QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal)
    for data in (DOCUMENT, b"[]", b"3", b"[" + b"1,\n" * 30_000 + b"1]"):
        viewer = JsonViewer()
        qtbot.addWidget(viewer)
        viewer.set_bytes(data)
        settled(viewer, qtbot)
        model.set_tree(JsonTree(bytes(viewer.text_view.data())))
        if model.canFetchMore(QModelIndex()):
            model.fetchMore(QModelIndex())
            qtbot.waitUntil(lambda: model.rowCount() > 0)
        for row in range(min(model.rowCount(), 3)):
            index = model.index(row, 0)
            assert model.parent(index) == QModelIndex()
            model.rowCount(index)
    model.set_tree(None)
    tester.deleteLater()
    model.deleteLater()


def test_the_place_of_an_error_is_gone_to_by_its_button(viewer: JsonViewer, qtbot: QtBot) -> None:
    broken = b"[\n" + b"1,\n" * 900 + b"x]"
    viewer.set_bytes(broken, valid=False)
    settled(viewer, qtbot)
    button = viewer.findChild(QPushButton, "json_viewer_goto")
    assert button is not None and button.isVisible() and viewer.text_view.text_on_screen(10).startswith("[")
    button.click()
    assert "x]" in viewer.text_view.text_on_screen(500) and viewer.text_view.hasFocus()
    viewer.clear()
    assert (
        not button.isVisible()
        and viewer.text() == ""
        and viewer.data() == b""
        and viewer.json_error() is None
    )
    viewer.show_error()
    assert viewer.text_view.text_on_screen(10) == ""


def test_the_size_is_said_where_it_is_worth_a_word(viewer: JsonViewer, qtbot: QtBot) -> None:
    for size, said in ((99_000, ""), (100_001, "100 kB")):
        viewer.set_bytes(b'"' + b"x" * (size - 2) + b'"')
        settled(viewer, qtbot)
        assert viewer._status.text() == said
    viewer.set_bytes(b"x" * 100_001, valid=False)
    settled(viewer, qtbot)
    assert viewer._status.text() == "100 kB" and viewer.mode() == "text"


def test_a_chosen_mode_waits_for_a_document_that_has_it(viewer: JsonViewer, qtbot: QtBot) -> None:
    viewer.set_bytes(b"[1,", valid=False)
    settled(viewer, qtbot)
    viewer.set_mode("tree")
    assert (viewer.mode(), viewer.preferred()) == ("text", "tree")
    told: list[str] = []
    viewer.mode_changed.connect(told.append)
    viewer.set_bytes(b"[1]")
    settled(viewer, qtbot)
    assert (viewer.mode(), viewer.preferred()) == ("tree", "tree") and told == ["tree"]
    assert not viewer._wrap.isVisible() and viewer.focusProxy() is viewer.tree_view
    viewer.set_mode("text")
    assert viewer._wrap.isVisible() and viewer.focusProxy() is viewer.text_view


def test_what_is_chosen_is_in_sight_when_the_text_is_shown(viewer: JsonViewer, qtbot: QtBot) -> None:
    viewer.set_bytes(b"[" + b",".join(b'{"n":%d}' % number for number in range(500)) + b"]")
    settled(viewer, qtbot)
    viewer.set_mode("tree")
    with qtbot.waitSignal(viewer.path_selected):
        viewer.tree_view.locate(viewer.text().index(": 400") + 2)
    viewer.set_mode("text")
    assert ": 400" in viewer.text_view.text_on_screen(600)


def test_the_first_lines_need_so_much_and_the_switch_above_them(viewer: JsonViewer, qtbot: QtBot) -> None:
    viewer.set_bytes(b'{"a":[1,2,3]}')
    settled(viewer, qtbot)
    with_head, lines = viewer.height_of(3), viewer.text_view.height_of(3)
    assert with_head > lines and viewer.height_of(99) == viewer.height_of(7)
    viewer.set_header_visible(False)
    assert viewer.height_of(3) == lines
    viewer.set_bytes(b"[1,", valid=False)
    settled(viewer, qtbot)
    assert viewer.height_of(1) > viewer.text_view.height_of(1), "the reason has its place"


@pytest.mark.parametrize("mode", ["text", "tree"])
def test_a_value_of_the_table_is_shown_where_it_is_asked_for(
    viewer: JsonViewer, qtbot: QtBot, mode: str
) -> None:
    viewer.set_bytes(b'{"a":[' + b",".join(b'{"n":%d}' % number for number in range(500)) + b"]}")
    settled(viewer, qtbot)
    viewer.text_view.text_on_screen(600)
    with qtbot.waitSignal(viewer.path_selected) as told:
        viewer._tables.revealed.emit(viewer.text().index(": 400") + 2, mode)
    assert viewer.mode() == mode and told.args == ["$.a[400].n"]
    assert (": 400" in viewer.text_view.text_on_screen(600)) == (mode == "text"), "the tree alone goes there"


def test_the_text_has_the_room_below_the_switch(viewer: JsonViewer, qtbot: QtBot) -> None:
    viewer.set_bytes(DOCUMENT)
    settled(viewer, qtbot)
    text, head = viewer.text_view, viewer._head
    assert head.y() == 0 and head.width() == viewer.width() and head.autoFillBackground()
    height = text.height()
    assert text.mapTo(viewer, text.rect().bottomRight()) == viewer.rect().bottomRight()
    viewer.resize(viewer.width(), viewer.height() + 100)
    assert text.height() == height + 100
    assert viewer._switch.x() == 0 and viewer._find.geometry().right() == viewer.width() - 3
    assert viewer.focusProxy() is text


@pytest.mark.parametrize("mode", ["text", "tree"])
def test_the_place_of_a_pointer_is_chosen_as_soon_as_the_document_is_read(
    viewer: JsonViewer, qtbot: QtBot, mode: str
) -> None:
    viewer.set_mode(mode)
    viewer.set_bytes(b'{"a":[' + b'{"b":"x"},' * 3000 + b'{"b":"here"}]}')
    viewer.mark("/a/3000/b")
    qtbot.waitUntil(lambda: viewer.spots.current is not None, timeout=5_000)
    spot = viewer.spots.current
    assert spot is not None and (spot.path, spot.token) == ("$.a[3000].b", b'"here"')
    qtbot.waitUntil(lambda: mode == "tree" or viewer.text_view.verticalScrollBar().value() > 0)
