"""The tree of a document: columns, badges, paths, and how far it is opened."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, QModelIndex, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QMenu
from pytestqt.qtbot import QtBot

from inspector.ui.json.viewer.badges import odd_words
from inspector.ui.json.viewer.branches import Branches
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


def index_at(view: JsonTreeView, *rows: int) -> QModelIndex:
    index = QModelIndex()
    for row in rows:
        index = view.model().index(row, 0, index)
    return index


def test_what_was_opened_shut_and_chosen_is_so_again_in_the_next_document(
    viewer: JsonViewer, qtbot: QtBot
) -> None:
    branches, document = Branches(), b'{"a":{"b":{"c":{"d":1}}},"z":{"y":[1,2]}}'
    viewer.set_bytes(document, branches=branches)
    qtbot.waitUntil(viewer.is_ready)
    view = viewer.tree_view
    for rows, opened in (((0, 0), True), ((0, 0, 0), True), ((1,), False)):
        view.setExpanded(index_at(view, *rows), opened)
    view.setCurrentIndex(index_at(view, 0, 0, 0, 0))
    assert [step[0] for step in branches.chosen] == [b'"a"', b'"b"', b'"c"', b'"d"']
    assert dict(branches.ways())[((b'"z"', 0),)] is False
    recalled: list[object] = []
    view.node_recalled.connect(recalled.append)
    viewer.set_bytes(document.replace(b"1", b"7"), branches=branches)
    qtbot.waitUntil(lambda: bool(recalled))
    assert view.current_path() == "$.a.b.c.d" and view.isExpanded(index_at(view, 0, 0, 0))
    assert not view.isExpanded(index_at(view, 1))
    view.forget_choice()
    assert view.current_path() == "" and branches.chosen == () and not view.currentIndex().isValid()
    viewer.set_bytes(document, branches=branches)
    qtbot.waitUntil(viewer.is_ready)
    assert view.current_path() == "" and view.isExpanded(index_at(view, 0, 0, 0))
    viewer.set_bytes(document)
    qtbot.waitUntil(viewer.is_ready)
    assert not view.isExpanded(index_at(view, 0, 0, 0)), "of another kind nothing is known"


def test_a_click_on_what_is_chosen_tells_it_once_more(viewer: JsonViewer, qtbot: QtBot) -> None:
    shown(viewer, qtbot, b'{"a":1,"b":2}')
    view, told = viewer.tree_view, list[str]()
    view.node_chosen.connect(lambda node: told.append(view.model().tree.path(node)))
    for row in (0, 0, 1):
        place = view.visualRect(index_at(view, row)).center()
        QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert told == ["$.a", "$.a", "$.b"] and view.current_path() == "$.b"


def test_what_the_mouse_is_over_is_told_and_that_it_left(viewer: JsonViewer, qtbot: QtBot) -> None:
    shown(viewer, qtbot, b'{"a":1,"b":2}')
    view, told = viewer.tree_view, list[object]()
    view.node_hovered.connect(told.append)
    model = view.model()
    view.entered.emit(index_at(view, 1))
    assert told == [model.node(index_at(view, 1))]
    view.set_hover(model.node(index_at(view, 0)))
    view.entered.emit(index_at(view, 0))
    assert len(told) == 1, "it is known already"
    view.viewportEntered.emit()
    QApplication.sendEvent(view, QEvent(QEvent.Type.Leave))
    assert told[1:] == [None, None]


@pytest.mark.parametrize(
    ("document", "rows", "copied"),
    [
        (b'{"k\\u0041":1}', (0,), "kA"),
        (b"[10,20]", (1,), "1"),
        (b'{"bad\xff":1}', (0,), "bad\\xff"),
    ],
)
def test_a_key_is_copied_as_what_it_stands_for(
    viewer: JsonViewer, qtbot: QtBot, document: bytes, rows: tuple[int, ...], copied: str
) -> None:
    shown(viewer, qtbot, document)
    viewer.tree_view.setCurrentIndex(index_at(viewer.tree_view, *rows))
    viewer.tree_view.copy_key()
    assert QGuiApplication.clipboard().text() == copied


def test_small_documents_open_two_levels_and_large_ones_one(viewer: JsonViewer, qtbot: QtBot) -> None:
    for inner, opened_rows in ((60, 2 + 2 * 60), (61, 2)):
        part = b"[" + b",".join(b"[%d]" % number for number in range(inner)) + b"]"
        shown(viewer, qtbot, b'{"a":' + part + b',"b":' + part + b"}")
        assert opened(viewer) == opened_rows


def test_looking_for_many_places_under_the_mouse_finds_the_last_alone(
    viewer: JsonViewer, qtbot: QtBot
) -> None:
    shown(viewer, qtbot, b"[" + b",".join(b'{"n":%d}' % number for number in range(3000)) + b"]")
    view, told = viewer.tree_view, list[str]()
    view.node_hovered.connect(lambda node: told.append(view.model().tree.path(node)))
    text = viewer.text()
    for number in (10, 20, 30, 2900):
        view.locate(text.index(f": {number}\n") + 2, "hover")
    qtbot.waitUntil(lambda: "$[2900].n" in told)
    assert "$[20].n" not in told and "$[30].n" not in told


def test_a_badge_stands_behind_a_short_value_and_at_the_end_of_a_long_one(
    viewer: JsonViewer, qtbot: QtBot
) -> None:
    shown(viewer, qtbot, rb'{"a":9007199254740993,"b":"%s\u202e","c":1}' % (b"long " * 40))
    view = viewer.tree_view
    ground = theme.tint("warning").name()

    def badge(row: int) -> list[int]:
        place = view.visualRect(view.model().index(row, 1))
        picture = view.viewport().grab(place).toImage()
        middle = picture.height() // 2
        return [
            x
            for x in range(picture.width())
            if any(picture.pixelColor(x, y).name() == ground for y in (middle, 4))
        ]

    short, long = badge(0), badge(1)
    wide = view.fontMetrics().horizontalAdvance
    words = odd_words("big-integer")[0]
    assert badge(2) == []
    assert 0 <= short[0] - wide("9007199254740993") < 25
    assert wide(words) <= short[-1] - short[0] + 1 <= wide(words) + 12
    assert view.visualRect(view.model().index(1, 1)).width() - long[-1] < 8 and long[0] > short[0]


def test_a_choice_far_down_is_found_again_in_what_is_not_read_yet(viewer: JsonViewer, qtbot: QtBot) -> None:
    rows = b",".join(b'{"n":{"v":%d}}' % number for number in range(3000))
    document, branches = b'{"a":[' + rows + b"]}", Branches()
    viewer.set_bytes(document, branches=branches)
    qtbot.waitUntil(viewer.is_ready)
    view = viewer.tree_view
    view.locate(viewer.text().index(": 2900\n") + 2)
    qtbot.waitUntil(lambda: view.current_path() == "$.a[2900].n.v")
    view.setExpanded(index_at(view, 0, 1), True)
    assert not any(len(way) == 2 and way[-1][0] == b"" and not opened for way, opened in branches.ways())
    known = dict(branches.ways())
    view.setExpanded(index_at(view, 0, 2), False)  # a range is no part of the document: it is not noted
    assert dict(branches.ways()) == known
    viewer.set_bytes(document, branches=branches)
    qtbot.waitUntil(lambda: view.current_path() == "$.a[2900].n.v")


def test_a_choice_in_a_shut_branch_is_chosen_again_and_the_branch_stays_shut(
    viewer: JsonViewer, qtbot: QtBot
) -> None:
    branches, view = Branches(), viewer.tree_view
    viewer.set_bytes(b'{"a":{"b":{"c":1}}}', branches=branches)
    qtbot.waitUntil(viewer.is_ready)
    view.locate(viewer.text().index(": 1") + 2)
    qtbot.waitUntil(lambda: view.current_path() == "$.a.b.c")
    view.setExpanded(index_at(view, 0), False)
    recalled: list[object] = []
    view.node_recalled.connect(recalled.append)
    viewer.set_bytes(b'{"a":{"b":{"c":2}}}', branches=branches)
    qtbot.waitUntil(lambda: bool(recalled))
    assert view.current_path() == "$.a.b.c" and not view.isExpanded(index_at(view, 0))


def test_the_only_value_of_a_document_is_found_and_has_no_key_to_copy(
    viewer: JsonViewer, qtbot: QtBot
) -> None:
    shown(viewer, qtbot, b'"one"')
    view = viewer.tree_view
    with qtbot.waitSignal(view.path_selected):
        view.locate(1)
    assert view.current_path() == "$" and view.currentIndex() == index_at(view, 0)
    menu = QMenu()
    view.fill_menu(menu)
    texts = [action.text() for action in menu.actions() if action.text()]
    assert texts[:4] == ["Copy value as JSON", "Copy text", "Copy path $", "Copy JSON Pointer"]
    view.copy_key()
    assert QGuiApplication.clipboard().text() == "0"
    shown(viewer, qtbot, b'{"a":{}}')
    empty = QMenu()
    viewer.tree_view.fill_menu(empty)
    assert empty.isEmpty(), "nothing is chosen"
    for one in (menu, empty):
        one.deleteLater()


@pytest.mark.parametrize(
    ("value", "copied"), [(b'"a\\nb"', "a\nb"), (b'"\xff"', '"\\xff"'), (b'"\\ud800"', '"\\ud800"')]
)
def test_a_text_is_copied_as_it_reads_and_as_json_where_it_is_no_text(
    viewer: JsonViewer, qtbot: QtBot, value: bytes, copied: str
) -> None:
    shown(viewer, qtbot, b'{"k":' + value + b"}")
    viewer.tree_view.setCurrentIndex(index_at(viewer.tree_view, 0))
    viewer.tree_view.copy_text_of_value()
    assert QGuiApplication.clipboard().text() == copied


def test_a_container_is_copied_indented_from_its_own_beginning(viewer: JsonViewer, qtbot: QtBot) -> None:
    shown(viewer, qtbot, b'{"a":{"b":[1]}}')
    viewer.tree_view.setCurrentIndex(index_at(viewer.tree_view, 0))
    viewer.tree_view.copy_value()
    assert QGuiApplication.clipboard().text() == '{\n  "b": [\n    1\n  ]\n}'


def test_types_and_sizes_are_shown_from_a_width_on(viewer: JsonViewer, qtbot: QtBot) -> None:
    shown(viewer, qtbot, b'{"a":1}')
    view = viewer.tree_view
    for width, hidden in ((559, True), (560, False)):
        viewer.resize(viewer.width() + width - view.viewport().width(), 400)
        assert view.viewport().width() == width
        assert [view.isColumnHidden(section) for section in range(4)] == [False, False, hidden, hidden]
    assert view.columnWidth(2) == view.fontMetrics().horizontalAdvance("0") * 10


def test_one_page_of_an_array_is_shown_without_ranges(viewer: JsonViewer, qtbot: QtBot) -> None:
    for count, expected in ((1000, 1000), (1001, 2)):
        inside = b",".join(b"%d" % number for number in range(count))
        shown(viewer, qtbot, b'{"b":[' + inside + b"]}")
        model = viewer.tree_view.model()
        told: list[tuple[int, int]] = []
        model.rowsInserted.connect(lambda _parent, first, last, told=told: told.append((first, last)))
        viewer.tree_view.setExpanded(model.index(0, 0), True)
        qtbot.waitUntil(lambda model=model, expected=expected: model.rowCount(model.index(0, 0)) == expected)
        assert told in ([], [(0, expected - 1)]), "what is small was read at once"


def test_values_at_the_limits_of_what_a_row_holds(viewer: JsonViewer, qtbot: QtBot) -> None:
    members = b'"a":"%s","b":"%s","c":["%s"],"d":["%s"]' % (b"x" * 1998, b"x" * 1999, b"y" * 116, b"y" * 117)
    shown(viewer, qtbot, b"{" + members + b"}")
    a, b, c, d = (str(one) for one in rows(viewer, 1))
    assert a.endswith("x…") and b.endswith("x…  2.0 kB")
    assert c == f'[1]  "{"y" * 116}"' and d == f'[1]  "{"y" * 117}" …'


def test_how_a_deep_container_begins_is_shown_without_its_blanks(viewer: JsonViewer, qtbot: QtBot) -> None:
    deep = b'{"k":' * 40 + b"1" + b"}" * 40
    shown(viewer, qtbot, deep)
    said = str(rows(viewer, 1)[0])
    assert said.startswith('{1}  "k": { "k": {') and "  " not in said[5:] and said.endswith("{")


def test_the_heads_name_the_columns_and_no_row_has_a_head(viewer: JsonViewer, qtbot: QtBot) -> None:
    shown(viewer, qtbot, rb'{"n":9007199254740993}')
    model = viewer.tree_view.model()
    across, down = Qt.Orientation.Horizontal, Qt.Orientation.Vertical
    assert [model.headerData(section, across) for section in range(4)] == ["Key", "Value", "Type", "Size"]
    assert model.headerData(0, down) is None
    assert model.headerData(0, across, Qt.ItemDataRole.DecorationRole) is None
    assert [model.index(0, column).data(ODDITIES) for column in range(4)] == [
        ("big-integer",),
        ("big-integer",),
        (),
        (),
    ]
    assert not model.index(0, 4).isValid() and not model.index(1, 0).isValid()
    assert model.rowCount(model.index(0, 1)) == 0 and not model.hasChildren(model.index(0, 1))
    assert model.index(0, 0).data(Qt.ItemDataRole.SizeHintRole).height() == theme.row_height() - 4


def test_what_was_asked_for_is_found_although_the_mouse_moved_meanwhile(
    viewer: JsonViewer, qtbot: QtBot
) -> None:
    shown(viewer, qtbot, b"[" + b",".join(b'{"n":%d}' % number for number in range(3000)) + b"]")
    view, text = viewer.tree_view, viewer.text()
    view.locate(text.index(": 10\n") + 2, "hover")
    view.locate(text.index(": 2800\n") + 2, "select")
    view.locate(text.index(": 20\n") + 2, "hover")
    qtbot.waitUntil(lambda: view.current_path() == "$[2800].n")
