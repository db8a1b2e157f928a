"""The list with a filter above it."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QModelIndex, QPoint, Qt
from PySide6.QtGui import QColor, QPixmap
from PySide6.QtTest import QAbstractItemModelTester, QSignalSpy, QTest
from PySide6.QtWidgets import QApplication, QFrame, QLabel, QPushButton, QStackedWidget
from pytestqt.qtbot import QtBot

from inspector.ui.panels.listing import Item, ItemList
from inspector.ui.widgets import theme
from tests.ui.strokes import strokes

pytestmark = pytest.mark.gui


@pytest.fixture
def items(qtbot: QtBot) -> ItemList:
    made = ItemList("list", "list_filter", "Filter", "Nothing here.")
    qtbot.addWidget(made)
    made.set_items(
        [
            Item("read_file", "read_file", "Read a file", "Gives back its text"),
            Item("write_file", "write_file", "Write a file", "", (("W", "warning", "writes"),)),
            Item("list_dir", "list_dir", "List", "Names in a folder"),
        ]
    )
    return made


def _names(items: ItemList) -> list[str]:
    model = items.view.model()
    return [model.index(row, 0).data() for row in range(model.rowCount())]


def _sentence(items: ItemList) -> str:
    """What stands in the place of rows."""
    said = items.findChild(QStackedWidget).currentWidget()
    return said.text() if isinstance(said, QLabel) else ""


def test_a_list_that_is_empty_from_the_start_says_so_once_it_is_known(qtbot: QtBot) -> None:
    made = ItemList("list", "list_filter", "Filter", "Nothing here.")
    qtbot.addWidget(made)
    made.set_items([], known=False)
    assert _sentence(made) == ""
    made.set_items([])
    assert _sentence(made) == "Nothing here."
    made.set_items([Item("a", "a")])
    assert _sentence(made) == ""


def test_every_word_must_be_somewhere_in_name_title_or_description(items: ItemList) -> None:
    QTest.keyClicks(items.filter, "file gives")
    assert _names(items) == ["read_file"]


def test_enter_in_the_filter_activates_the_first_match(items: ItemList, qtbot: QtBot) -> None:
    QTest.keyClicks(items.filter, "folder")
    with qtbot.waitSignal(items.activated) as told:
        QTest.keyClick(items.filter, Qt.Key.Key_Return)
    assert told.args == ["list_dir"]
    assert items.key() == "list_dir"


def test_enter_in_the_filter_highlights_the_match(items: ItemList, qtbot: QtBot) -> None:
    items.show()
    items.activateWindow()
    items.filter.setFocus()
    qtbot.waitUntil(items.filter.hasFocus)
    QTest.keyClicks(items.filter, "folder")
    QTest.keyClick(items.filter, Qt.Key.Key_Return)
    assert [index.data() for index in items.view.selectionModel().selectedIndexes()] == ["list_dir"]


def test_the_focus_alone_chooses_nothing_and_a_key_does(items: ItemList, qtbot: QtBot) -> None:
    items.show()
    items.activateWindow()
    with qtbot.assertNotEmitted(items.chosen):
        items.view.setFocus()
        qtbot.waitUntil(items.view.hasFocus)
    QTest.keyClick(items.view, Qt.Key.Key_Down)
    assert items.key() == "read_file"
    assert items.view.selectionModel().hasSelection()


def test_escape_clears_the_filter(items: ItemList) -> None:
    QTest.keyClicks(items.filter, "write")
    QTest.keyClick(items.filter, Qt.Key.Key_Escape)
    assert len(_names(items)) == 3


def test_the_current_item_stays_current_when_the_list_is_another_one(items: ItemList, qtbot: QtBot) -> None:
    items.select("write_file")
    with qtbot.assertNotEmitted(items.chosen):
        items.set_items([Item("new", "new"), Item("write_file", "write_file")])
    assert items.view.currentIndex().data() == "write_file"


def test_selecting_what_the_filter_hides_clears_the_filter(items: ItemList) -> None:
    items.filter.setText("read")
    assert items.select("list_dir")
    assert items.filter.text() == ""
    assert not items.select("unknown")


def test_a_hint_says_what_it_is_what_it_does_and_what_its_badges_mean() -> None:
    item = Item("k", "name", "Title", "Detail", (("W", "warning", "writes"), ("O", "muted", "open")))
    assert item.hint() == "Title\n\nDetail\n\nW: writes\nO: open"
    assert Item("k", "name").hint() == "name"
    for length, end in ((400, "d"), (401, "…")):
        assert Item("k", "n", "", "d" * length).hint().endswith(end)
        assert len(Item("k", "n", "", "d" * length).hint()) == len("n\n\n") + length


def test_rows_are_drawn_with_name_title_and_badges(items: ItemList, qapp: QApplication) -> None:
    theme.install(qapp, "light")
    items.resize(400, 200)
    items.show()
    painted = [one for one in strokes(items.view.viewport()) if one.how == "text"]
    second = items.view.visualRect(items.view.model().index(1, 0))
    row = {one.text: one for one in painted if second.contains(one.middle.toPoint())}
    assert list(row) == ["W", "write_file", "Write a file"]
    assert row["write_file"].colour == theme.color("text").name()
    assert row["Write a file"].colour == theme.color("muted").name()
    assert row["write_file"].rect.left() == theme.SPACE_WIDE < row["Write a file"].rect.left()
    assert row["W"].rect.left() > row["Write a file"].rect.left()
    assert second.height() == theme.row_height() + 4


def test_the_chosen_row_has_the_colour_of_the_selection(items: ItemList, qapp: QApplication) -> None:
    theme.install(qapp, "light")
    items.resize(400, 200)
    items.show()
    items.select("write_file")
    picture, row = items.view.viewport().grab().toImage(), items.view.visualRect(items.view.currentIndex())
    assert picture.pixelColor(row.left() + theme.SPACE, row.center().y()) == theme.color("selection")


def test_where_a_page_begins_a_line_and_its_number_stand_above_the_row(
    items: ItemList, qapp: QApplication
) -> None:
    theme.install(qapp, "light")
    items.resize(400, 200)
    items.show()
    items.set_items([Item("a", "a"), Item("b", "b", border="page 2")])
    found = strokes(items.view.viewport())
    [line] = [one for one in found if one.how == "line"]
    second = items.view.visualRect(items.view.model().index(1, 0))
    assert line.points == ((second.left(), second.top()), (second.right(), second.top()))
    assert line.colour == theme.color("border").name()
    [number] = [one for one in found if one.text == "page 2"]
    assert number.colour == theme.color("muted").name() and number.rect.right() > second.center().x()


def test_a_long_name_is_cut_before_the_badges(items: ItemList, qapp: QApplication) -> None:
    theme.install(qapp, "light")
    items.resize(200, 200)
    items.show()
    items.set_items([Item("a", "name_" * 50, "Title", badges=(("W", "warning", ""),))])
    texts = [one for one in strokes(items.view.viewport()) if one.how == "text"]
    badge, name = texts
    assert name.text.endswith("…") and name.rect.right() < badge.rect.left()


def test_pictures_stand_before_the_names_which_stay_in_line(items: ItemList, qapp: QApplication) -> None:
    theme.install(qapp, "light")
    items.resize(400, 200)
    items.show()
    picture = QPixmap(32, 32)
    picture.fill(Qt.GlobalColor.red)
    items.set_pictures({"write_file": picture})
    lefts = {
        one.rect.left() for one in strokes(items.view.viewport()) if one.text in ("read_file", "write_file")
    }
    assert lefts == {theme.SPACE_WIDE + 16 + theme.SPACE // 2 + 2}
    image = items.view.viewport().grab(items.view.visualRect(items.view.model().index(1, 0))).toImage()
    assert image.pixelColor(theme.SPACE + 8, image.height() // 2).name() == "#ff0000"
    items.set_pictures({})
    lefts = {one.rect.left() for one in strokes(items.view.viewport()) if one.text == "read_file"}
    assert lefts == {theme.SPACE_WIDE}


def test_what_is_not_there_is_said_in_words(items: ItemList) -> None:
    items.show()

    def said() -> list[str]:
        return [label.text() for label in items.findChildren(QLabel) if label.isVisible() and label.text()]

    assert said() == []
    items.filter.setText("nowhere")
    assert said() == ["Nothing matches the filter."]
    items.filter.clear()
    items.set_items([])
    assert said() == ["Nothing here."]


def test_only_the_first_row_is_chosen_unasked_and_only_while_nobody_filters(items: ItemList) -> None:
    items.filter.setText("write")
    items.select_first()
    assert items.key() == ""
    items.filter.clear()
    items.select_first()
    assert items.key() == "read_file"


def test_a_row_that_nobody_asked_for_stays_behind_the_filter(items: ItemList) -> None:
    items.filter.setText("read")
    assert not items.select_shown("list_dir") and items.filter.text() == "read"
    assert items.select_shown("read_file") and items.key() == "read_file"


def test_the_keyboard_waits_in_the_filter_until_there_are_rows(items: ItemList, qtbot: QtBot) -> None:
    items.set_items([])
    items.show()
    items.activateWindow()
    qtbot.waitUntil(items.isActiveWindow)
    items.focus_rows()
    qtbot.waitUntil(items.filter.hasFocus)
    items.set_items([Item("a", "a")])
    qtbot.waitUntil(items.view.hasFocus)


def test_enter_and_a_double_click_mean_the_same(items: ItemList) -> None:
    items.show()
    items.select("write_file")
    told = QSignalSpy(items.activated)
    for key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
        QTest.keyClick(items.view, key)
    QTest.keyClick(items.view, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert [told.at(at)[0] for at in range(told.count())] == ["write_file", "write_file"]
    items.view.doubleClicked.emit(items.view.currentIndex())
    assert told.count() == 3


def test_what_stands_below_it_is_not_cut(items: ItemList) -> None:
    assert items.minimumSizeHint().width() == 120
    foot = QLabel("w" * 100)
    items.set_foot(foot)
    assert items.minimumSizeHint().width() == foot.minimumSizeHint().width() > 120


def test_a_row_tells_more_to_the_mouse_and_to_a_screen_reader(items: ItemList) -> None:
    model = items.view.model()
    row = model.index(1, 0)
    hint = "Write a file\n\nW: writes"
    assert row.data(Qt.ItemDataRole.AccessibleDescriptionRole) == hint
    assert "W: writes" in row.data(Qt.ItemDataRole.ToolTipRole)
    assert row.data(Qt.ItemDataRole.DecorationRole) is None and row.data(Qt.ItemDataRole.FontRole) is None
    assert model.rowCount(row) == 0 and model.data(QModelIndex()) is None
    QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal)
    items.set_pictures({"list_dir": QPixmap(4, 4)})
    assert row.data(Qt.ItemDataRole.DecorationRole).isNull(), "its place stays free"
    assert (
        items.view.accessibleName()
        == items.filter.accessibleName()
        == items.filter.placeholderText()
        == "Filter"
    )


def test_rows_that_stay_are_not_made_anew(items: ItemList) -> None:
    model = items.view.model()
    resets, inserts, changes = (
        QSignalSpy(one) for one in (model.modelReset, model.rowsInserted, model.dataChanged)
    )
    first, second, third = (model.index(row, 0).data(Qt.ItemDataRole.UserRole) for row in range(3))
    items.set_items([first, second, third])
    assert (resets.count(), inserts.count(), changes.count()) == (0, 0, 0), "the same again"
    items.set_items([first, replace(second, title="Other"), third, Item("new", "new")])
    assert (resets.count(), inserts.count(), changes.count()) == (0, 1, 1)
    assert [inserts.at(0)[1], inserts.at(0)[2]] == [3, 3]
    items.set_items([second, third])
    assert resets.count() == 1 and _names(items) == ["write_file", "list_dir"]


def test_down_and_enter_go_on_from_the_filter(items: ItemList, qtbot: QtBot) -> None:
    items.show()
    items.activateWindow()
    qtbot.waitUntil(items.isActiveWindow)
    told = QSignalSpy(items.activated)
    items.select("list_dir")
    items.filter.setFocus()
    QTest.keyClick(items.filter, Qt.Key.Key_Down)
    assert items.view.hasFocus() and items.key() == "list_dir" and told.count() == 0
    items.filter.setFocus()
    QTest.keyClick(items.filter, Qt.Key.Key_Enter)
    assert items.view.hasFocus() and told.at(0) == ["list_dir"]
    items.filter.setText("nowhere")
    items.filter.setFocus()
    QTest.keyClick(items.filter, Qt.Key.Key_Down)
    assert items.filter.hasFocus() and told.count() == 1, "there is nothing to go to"
    QTest.keyClick(items.filter, Qt.Key.Key_Escape)
    assert items.filter.text() == "" and items.filter.hasFocus()


def test_a_row_below_the_mouse_has_a_ground_and_a_title_like_its_name_stands_once(
    items: ItemList, qapp: QApplication, qtbot: QtBot
) -> None:
    theme.install(qapp, "light")
    items.setGeometry(60, 60, 400, 200)
    items.set_items([Item("a", "same", "same"), Item("b", "b", "t"), Item("c", "n" * 60, "no room")])
    items.show()
    view = items.view
    texts = [one.text for one in strokes(view.viewport()) if one.how == "text"]
    assert texts.count("same") == 1 and "no room" not in texts and "t" in texts
    QTest.mouseMove(view.viewport(), view.visualRect(view.model().index(1, 0)).center())

    def ground(row: int) -> QColor:
        area = view.visualRect(view.model().index(row, 0))
        return view.viewport().grab().toImage().pixelColor(area.left() + theme.SPACE, area.center().y())

    qtbot.waitUntil(lambda: ground(1) != theme.color("base"))
    assert ground(2) == theme.color("base")
    assert view.hasMouseTracking() and view.uniformItemSizes()
    QTest.mouseMove(view.viewport(), QPoint(5, 150))


def test_a_current_row_is_brought_into_sight_and_stays_when_the_filter_is_another(items: ItemList) -> None:
    items.set_items([Item(f"k{number}", f"name {number}") for number in range(100)])
    items.resize(300, 200)
    items.show()
    told = QSignalSpy(items.chosen)
    items.select("k90")
    view = items.view
    assert view.viewport().rect().contains(view.visualRect(view.currentIndex())) and told.at(0) == ["k90"]
    items.filter.setText("9")
    assert view.currentIndex().data() == "name 90" and told.count() == 1
    assert view.viewport().rect().contains(view.visualRect(view.currentIndex()))
    items.filter.setText("1")
    assert items.key() == "k90", "it is hidden, not another one"
    items.filter.clear()
    assert view.currentIndex().data() == "name 90" and told.count() == 1


def test_tools_stand_beside_the_filter_and_notices_below_it(items: ItemList) -> None:
    tool, notice, foot = QPushButton("tool"), QLabel("notice"), QLabel("foot")
    items.add_tool(tool)
    items.add_notice(notice)
    items.set_foot(foot)
    items.resize(300, 300)
    items.show()
    assert tool.x() > items.filter.x() + items.filter.width() - 1 and abs(tool.y() - items.filter.y()) < 10
    tops = [one.mapTo(items, QPoint()).y() for one in (items.filter, notice, items.view, foot)]
    assert tops == sorted(set(tops)) and items.view.height() > 150 and items.view.width() == 300
    assert items.view.frameShape() == QFrame.Shape.NoFrame
    assert items.view.horizontalScrollBarPolicy() == Qt.ScrollBarPolicy.ScrollBarAlwaysOff
    said = items.findChildren(QStackedWidget)[0].widget(1)
    assert isinstance(said, QLabel) and said.wordWrap() and said.margin() == theme.SPACE_WIDE
    assert said.alignment() == Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop
