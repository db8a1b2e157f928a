"""The list with a filter above it."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QPixmap
from PySide6.QtTest import QSignalSpy, QTest
from PySide6.QtWidgets import QApplication, QLabel, QStackedWidget
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
    assert row["write_file"].rect.left() == theme.SPACE < row["Write a file"].rect.left()
    assert row["W"].rect.left() > row["Write a file"].rect.left()
    assert second.height() == theme.row_height()


def test_the_chosen_row_has_the_colour_of_the_selection(items: ItemList, qapp: QApplication) -> None:
    theme.install(qapp, "light")
    items.resize(400, 200)
    items.show()
    items.select("write_file")
    fills = [one for one in strokes(items.view.viewport()) if one.how == "fill"]
    assert [(one.rect.toRect(), one.colour) for one in fills] == [
        (items.view.visualRect(items.view.currentIndex()), theme.color("selection").name())
    ]


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
    assert lefts == {2 * theme.SPACE - theme.SPACE // 2 + 16 + 2}
    image = items.view.viewport().grab(items.view.visualRect(items.view.model().index(1, 0))).toImage()
    assert image.pixelColor(theme.SPACE + 8, image.height() // 2).name() == "#ff0000"
    items.set_pictures({})
    lefts = {one.rect.left() for one in strokes(items.view.viewport()) if one.text == "read_file"}
    assert lefts == {theme.SPACE}


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
