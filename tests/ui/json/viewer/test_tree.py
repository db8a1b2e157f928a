"""The tree of a document: columns, badges, paths, and how far it is opened."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit
from pytestqt.qtbot import QtBot

from inspector.ui.json.viewer.tree_model import ODDITIES
from inspector.ui.json.viewer.tree_view import JsonTreeView
from inspector.ui.json.viewer.viewer import JsonViewer
from inspector.ui.text.decorations import HOVER
from inspector.ui.widgets import theme
from inspector.ui.widgets.tree_expansion import ALL


@pytest.fixture
def viewer(qtbot: QtBot, qapp: QApplication) -> JsonViewer:
    theme.install(qapp, "light")
    made = JsonViewer(mode="tree")
    qtbot.addWidget(made)
    made.resize(800, 400)
    made.show()
    made.activateWindow()
    qtbot.waitUntil(made.isActiveWindow)
    return made


def shown(viewer: JsonViewer, qtbot: QtBot, document: bytes) -> None:
    viewer.set_bytes(document)
    qtbot.waitUntil(viewer.is_ready, timeout=20_000)


def rows(viewer: JsonViewer, column: int, parent: QModelIndex | None = None) -> list[object]:
    model, above = viewer.tree_view.model(), parent or QModelIndex()
    return [model.index(row, column, above).data() for row in range(model.rowCount(above))]


def opened(viewer: JsonViewer, parent: QModelIndex | None = None) -> int:
    """Rows that can be scrolled to."""
    view: JsonTreeView = viewer.tree_view
    model, above, count = view.model(), parent or QModelIndex(), 0
    if above.isValid() and not view.isExpanded(above):
        return 0
    for row in range(model.rowCount(above)):
        count += 1 + opened(viewer, model.index(row, 0, above))
    return count


def test_type_and_size_stand_beside_the_value(viewer: JsonViewer, qtbot: QtBot) -> None:
    shown(viewer, qtbot, b'{"a":[1,2,3],"b":"hello","c":1.5,"d":true,"e":null,"f":7}')
    assert rows(viewer, 2) == ["array", "string", "number", "boolean", "null", "integer"]
    assert rows(viewer, 3) == ["3", "7 B", "", "", "", ""]


def test_a_narrow_tree_has_room_for_keys_and_values_only(viewer: JsonViewer, qtbot: QtBot) -> None:
    shown(viewer, qtbot, b'{"a":1}')
    assert not viewer.tree_view.isColumnHidden(2)
    viewer.resize(400, 400)
    assert viewer.tree_view.isColumnHidden(2)
    assert viewer.tree_view.isColumnHidden(3)


def test_columns_keep_the_room_for_their_words_at_another_zoom(viewer: JsonViewer, qtbot: QtBot) -> None:
    shown(viewer, qtbot, b'{"a":1}')
    tree = viewer.tree_view
    before = [tree.columnWidth(section) for section in (0, 2, 3)]
    theme.set_zoom(150)
    after = [tree.columnWidth(section) for section in (0, 2, 3)]
    theme.set_zoom(100)
    assert after == [round(1.5 * width) for width in before]
    assert [tree.columnWidth(section) for section in (0, 2, 3)] == before


def test_what_is_odd_has_a_badge_and_words(viewer: JsonViewer, qtbot: QtBot) -> None:
    shown(viewer, qtbot, rb'{"n":9007199254740993,"k":1,"k":2,"s":"\u202eabc","plain":1}')
    model = viewer.tree_view.model()
    codes = [model.index(row, 1).data(ODDITIES) for row in range(model.rowCount())]
    assert codes == [("big-integer",), ("twin",), ("twin",), ("direction",), ()]
    assert "2^53" in model.index(0, 1).data(Qt.ItemDataRole.ToolTipRole)
    assert "more than once" in model.index(1, 1).data(Qt.ItemDataRole.AccessibleTextRole)
    viewer.grab()  # the badges are painted without a complaint


def test_json_pointer_escapes_what_it_has_to(viewer: JsonViewer, qtbot: QtBot) -> None:
    shown(viewer, qtbot, b'{"a/b":{"m~n":[10,20]}}')
    with qtbot.waitSignal(viewer.path_selected):
        viewer.tree_view.locate(viewer.text().index("20"))
    viewer.tree_view.copy_pointer()
    assert QGuiApplication.clipboard().text() == "/a~1b/m~0n/1"


def test_expanding_to_a_depth_opens_so_many_levels(viewer: JsonViewer, qtbot: QtBot) -> None:
    shown(viewer, qtbot, b'{"a":{"b":{"c":{"d":1}}},"x":[[1]]}')
    for depth, count in ((1, 2), (2, 4), (3, 6), (ALL, 7)):
        with qtbot.waitSignal(viewer.tree_view.expansion.ended) as ended:
            viewer.tree_view.expand_to(depth)
        assert ended.args == [True]
        assert opened(viewer) == count


def test_star_never_opens_a_million_rows(viewer: JsonViewer, qtbot: QtBot) -> None:
    shown(viewer, qtbot, b"[" + b",".join(b'{"a":[%d]}' % n for n in range(30_000)) + b"]")
    viewer.tree_view.setFocus()
    viewer.tree_view.setCurrentIndex(viewer.tree_view.model().index(0, 0))
    with qtbot.waitSignal(viewer.tree_view.expansion.ended, timeout=20_000):
        QTest.keyClick(viewer.tree_view, Qt.Key.Key_Asterisk)
    assert opened(viewer) < 6_000


def test_finding_opens_the_way_in_the_tree(viewer: JsonViewer, qtbot: QtBot) -> None:
    shown(viewer, qtbot, b'{"a":[' + b",".join(b'{"n":{"v":%d}}' % n for n in range(5000)) + b"]}")
    QTest.keyClick(viewer.tree_view, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    line = viewer.findChild(QLineEdit, "find_text")
    QTest.keyClicks(line, "4321")
    qtbot.waitUntil(lambda: viewer.tree_view.current_path() == "$.a[4321].n.v", timeout=10_000)
    assert viewer.mode() == "tree"
    assert not viewer.tree_view.visualRect(viewer.tree_view.currentIndex()).isEmpty()


def test_values_are_cut_and_told_how_long_they_are(viewer: JsonViewer, qtbot: QtBot) -> None:
    texts = {"short": "x" * 298, "long": "x" * 500, "very": "x" * 5000}
    members = ",".join(f'"{key}":"{text}"' for key, text in texts.items())
    shown(viewer, qtbot, f"{{{members}}}".encode())
    short, long, very = (str(one) for one in rows(viewer, 1))
    assert short == f'"{texts["short"]}"'
    assert len(long) == 301 and long.endswith("x…")
    assert very.endswith("x…  5.0 kB")


def test_a_container_says_how_many_and_how_it_begins(viewer: JsonViewer, qtbot: QtBot) -> None:
    shown(viewer, qtbot, b'{"a":[1,2,3],"b":{"k":"v"},"c":[],"d":{},"e":[%s]}' % b",".join([b"1234567"] * 60))
    a, b, c, d, e = (str(one) for one in rows(viewer, 1))
    assert (a, b, c, d) == ("[3]  1, 2, 3", '{1}  "k": "v"', "[]", "{}")
    assert e.startswith("[60]  1234567, ") and e.endswith("…") and len(e) == len("[60]  ") + 121
    assert (rows(viewer, 3)[:2], rows(viewer, 3)[-1]) == (["3", "1"], "60")


def test_kinds_have_their_colours_and_names(viewer: JsonViewer, qtbot: QtBot) -> None:
    shown(viewer, qtbot, b'{"s":"x","i":-7,"f":1.5,"t":true,"n":null,"l":[1]}')
    model = viewer.tree_view.model()
    role = Qt.ItemDataRole.ForegroundRole
    colours = [model.index(row, 1).data(role) for row in range(6)]
    wanted = ("string", "number", "number", "keyword", "keyword", "muted")
    assert colours == [theme.color(one) for one in wanted]
    assert {model.index(row, 0).data(role).name() for row in range(6)} == {theme.color("key").name()}
    assert {model.index(row, 2).data(role).name() for row in range(6)} == {theme.color("muted").name()}
    assert rows(viewer, 2) == ["string", "integer", "number", "boolean", "null", "array"]
    assert model.index(0, 0, model.index(5, 0)).data(role) == theme.color("muted"), "a place is no key"


def test_a_document_that_is_one_value_has_one_row(viewer: JsonViewer, qtbot: QtBot) -> None:
    for document, value in ((b"7", "7"), (b"[]", "[]"), (b'"x"', '"x"')):
        shown(viewer, qtbot, document)
        model = viewer.tree_view.model()
        assert (rows(viewer, 0), rows(viewer, 1)) == (["$"], [value])
        only = model.index(0, 0)
        assert not model.hasChildren(only) and not model.rowCount(only) and not model.parent(only).isValid()


def test_long_arrays_open_in_ranges_whose_rows_keep_their_numbers(viewer: JsonViewer, qtbot: QtBot) -> None:
    shown(viewer, qtbot, b"[" + b",".join(b"%d" % n for n in range(2500)) + b"]")
    first = [str(one) for one in rows(viewer, 0)]
    assert first[0] == "[0 … 999]" and first[-1] == "[2000 … 2499]" and len(first) == 3
    last = viewer.tree_view.model().index(2, 0)
    assert rows(viewer, 0, last)[:2] == ["2000", "2001"] and rows(viewer, 1, last)[-1] == "2499"
    assert rows(viewer, 2) == ["", "", ""] == rows(viewer, 3)
    assert viewer.tree_view.model().parent(viewer.tree_view.model().index(5, 0, last)) == last


def test_the_value_under_the_mouse_is_tinted_or_the_shut_branch_that_holds_it(
    viewer: JsonViewer, qtbot: QtBot
) -> None:
    shown(viewer, qtbot, b'{"a":{"b":{"c":1}},"z":0}')
    view = viewer.tree_view
    view.expandAll()
    model = view.model()
    outer = model.index(0, 0)
    inner = model.index(0, 0, outer)
    leaf = model.index(0, 0, inner)
    tint = theme.tint(*HOVER).name()

    def tinted() -> list[str]:
        """Keys of the rows that are tinted."""
        found, index = [], model.index(0, 0)
        while index.isValid():
            place = view.visualRect(index)
            picture = view.viewport().grab().toImage()
            if picture.pixelColor(view.columnViewportPosition(1) - 3, place.center().y()).name() == tint:
                found.append(str(index.data()))
            index = view.indexBelow(index)
        return found

    view.set_hover(model.node(leaf))
    assert tinted() == ["c"]
    view.setExpanded(inner, False)
    view.set_hover(model.node(leaf))
    assert tinted() == ["b"]
    view.setExpanded(outer, False)
    view.set_hover(model.node(leaf))
    assert tinted() == ["a"]
    view.set_hover(None)
    assert not tinted()
