"""Rows of an authorization: secrets one by one, folds that stay, what is copied."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QSignalSpy, QTest
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QFrame,
    QHeaderView,
    QMenu,
    QTreeWidgetItem,
)
from pytestqt.qtbot import QtBot

from inspector.ui.auth.rows import AuthRow
from inspector.ui.auth.tree import RowTree
from inspector.ui.widgets import theme

pytestmark = pytest.mark.gui
HIDDEN = "•" * 8
ROWS = (
    AuthRow("plain", "one\n  two"),
    AuthRow("token", "s3cret", secret=True),
    AuthRow("URL", "https://a?code=s3cret", secret=True, shown="https://a?code=…"),
)


@pytest.fixture
def tree(qtbot: QtBot, qapp: QApplication) -> RowTree:
    theme.install(qapp, "light")
    made = RowTree("rows", "Rows")
    qtbot.addWidget(made)
    made.resize(600, 300)
    made.show()
    return made


def item(tree: RowTree, *path: int) -> QTreeWidgetItem:
    found = tree.invisibleRootItem()
    for place in path:
        child = found.child(place)
        assert child is not None
        found = child
    return found


def values(tree: RowTree) -> list[str]:
    return [item(tree, place).text(1) for place in range(tree.topLevelItemCount())]


def last(spy: QSignalSpy) -> object:
    return spy.at(spy.count() - 1)[0]


def test_secrets_are_hidden_until_each_is_asked_for(tree: RowTree) -> None:
    tree.show_rows(ROWS, fresh=True)
    assert values(tree) == ["one two", f"{HIDDEN} (6)", "https://a?code=…"]
    tree.setCurrentItem(item(tree, 1))
    assert tree.is_secret() and tree.is_hidden()
    tree.toggle_secret()
    assert values(tree) == ["one two", "s3cret", "https://a?code=…"]
    assert tree.is_secret() and not tree.is_hidden()
    tree.toggle_secret()
    assert values(tree)[1] == f"{HIDDEN} (6)" and tree.is_hidden()


def test_enter_shows_a_secret_and_nothing_else(tree: RowTree) -> None:
    tree.show_rows(ROWS, fresh=True)
    tree.setCurrentItem(item(tree, 0))
    tree.itemActivated.emit(item(tree, 0), 0)
    assert not tree.is_secret() and not tree.is_hidden() and values(tree)[1].startswith(HIDDEN)
    tree.setCurrentItem(item(tree, 2))
    tree.itemActivated.emit(item(tree, 2), 1)
    assert values(tree) == ["one two", f"{HIDDEN} (6)", "https://a?code=s3cret"]


def test_who_shows_the_button_hears_whether_the_row_has_a_secret(tree: RowTree) -> None:
    heard = QSignalSpy(tree.secret_chosen)
    tree.show_rows(ROWS, fresh=True)
    assert last(heard) is False
    tree.setCurrentItem(item(tree, 1))
    assert last(heard) is True
    before = heard.count()
    tree.toggle_secret()
    assert heard.count() == before + 1
    tree.setCurrentItem(item(tree, 0))
    assert last(heard) is False


def test_what_is_shown_stays_shown_until_it_is_about_something_else(tree: RowTree) -> None:
    tree.show_rows(ROWS, fresh=True)
    tree.setCurrentItem(item(tree, 1))
    tree.toggle_secret()
    tree.show_rows((*ROWS, AuthRow("more", "x")), fresh=False)
    assert values(tree) == ["one two", "s3cret", "https://a?code=…", "x"]
    assert tree.currentItem() is item(tree, 1)
    tree.show_rows(ROWS, fresh=True)
    assert values(tree)[1] == f"{HIDDEN} (6)"


def test_the_same_rows_are_not_made_anew(tree: RowTree) -> None:
    tree.show_rows(ROWS, fresh=True)
    before = item(tree, 0)
    tree.show_rows(tuple(ROWS), fresh=False)
    assert item(tree, 0) is before
    tree.show_rows(ROWS[:1], fresh=False)
    assert values(tree) == ["one two"]


def test_folds_stay_as_a_person_left_them(tree: RowTree) -> None:
    def rows(text: str) -> tuple[AuthRow, ...]:
        inner = AuthRow("deep", rows=(AuthRow("a", text),))
        return (AuthRow("open", rows=(inner,), opened=True), AuthRow("shut", rows=(inner,)))

    tree.show_rows(rows("1"), fresh=True)
    assert item(tree, 0).isExpanded() and not item(tree, 1).isExpanded()
    assert item(tree, 1, 0).isExpanded()  # what is deeper is seen with what is around it
    item(tree, 0).setExpanded(False)
    item(tree, 1).setExpanded(True)
    tree.show_rows(rows("2"), fresh=False)
    assert not item(tree, 0).isExpanded() and item(tree, 1).isExpanded()
    assert item(tree, 1, 0, 0).text(1) == "2"
    tree.show_rows(rows("2"), fresh=True)
    assert item(tree, 0).isExpanded() and not item(tree, 1).isExpanded()


def test_a_copy_has_all_of_a_value_but_of_a_hidden_one_what_is_seen(tree: RowTree) -> None:
    tree.show_rows(ROWS, fresh=True)
    copied = []
    for place in range(3):
        tree.setCurrentItem(item(tree, place))
        tree.copy_value()
        copied.append(QGuiApplication.clipboard().text())
    assert copied == ["one\n  two", f"{HIDDEN} (6)", "https://a?code=…"]
    tree.toggle_secret()
    tree.copy_value()
    assert QGuiApplication.clipboard().text() == "https://a?code=s3cret"


def test_nothing_is_copied_or_shown_where_no_row_is(tree: RowTree) -> None:
    QGuiApplication.clipboard().setText("before")
    tree.copy_value()
    tree.toggle_secret()
    assert QGuiApplication.clipboard().text() == "before" and not tree.is_secret()


def test_a_long_value_is_cut_in_its_line_and_not_in_its_copy(tree: RowTree) -> None:
    tree.show_rows((AuthRow("n" * 500, "v" * 400), AuthRow("n", "v" * 401)), fresh=True)
    assert len(item(tree, 0).text(0)) == 400
    assert values(tree) == ["v" * 400, "v" * 400 + "…"]
    tree.setCurrentItem(item(tree, 1))
    tree.copy_value()
    assert QGuiApplication.clipboard().text() == "v" * 401


def test_the_tooltip_tells_how_a_secret_is_shown_and_then_shows_it(tree: RowTree) -> None:
    tree.show_rows((*ROWS, AuthRow("bad", "no", role="error")), fresh=True)
    assert "Enter or a double click" in item(tree, 1).toolTip(1)
    assert "one" in item(tree, 0).toolTip(1) and "plain" in item(tree, 0).toolTip(0)
    colours = [item(tree, place).foreground(1).color() for place in (0, 1)]
    assert colours == [theme.color("text"), theme.color("muted")]
    assert item(tree, 3).foreground(0).color() == theme.color("error")
    assert item(tree, 0).foreground(0).color() == theme.color("muted")
    assert item(tree, 0).icon(1).isNull() and not item(tree, 1).icon(1).isNull()
    tree.setCurrentItem(item(tree, 1))
    tree.toggle_secret()
    assert "s3cret" in item(tree, 1).toolTip(1)
    assert item(tree, 1).foreground(1).color() == theme.color("text")


def test_other_colours_reach_every_row_and_show_no_secret(tree: RowTree, qapp: QApplication) -> None:
    tree.show_rows((AuthRow("out", rows=(AuthRow("in", "x", secret=True),), opened=True),), fresh=True)
    light = item(tree, 0, 0).foreground(1).color()
    theme.install(qapp, "dark")
    try:
        assert item(tree, 0, 0).foreground(1).color() == theme.color("muted") != light
        assert item(tree, 0, 0).text(1) == f"{HIDDEN} (1)"
    finally:
        theme.install(qapp, "light")


def test_the_menu_is_about_a_row_and_offers_to_show_only_a_secret(tree: RowTree, qtbot: QtBot) -> None:
    tree.show_rows(ROWS, fresh=True)
    for place, secret in ((0, False), (1, True)):
        tree.setCurrentItem(item(tree, place))
        tree.customContextMenuRequested.emit(tree.visualItemRect(item(tree, place)).center())
        menu = QApplication.activePopupWidget()
        assert isinstance(menu, QMenu) and [one.isEnabled() for one in menu.actions()] == [True, secret]
        assert [one.text() for one in menu.actions()] == ["Copy value", "Show or hide this secret"]
        menu.close()
    tree.customContextMenuRequested.emit(QPoint(50, 250))
    assert QApplication.activePopupWidget() is None


def test_it_is_a_plain_table_of_two_columns_with_the_names_left(tree: RowTree) -> None:
    assert [tree.headerItem().text(column) for column in (0, 1)] == ["Name", "Value"]
    assert tree.header().sectionSize(0) == 230
    assert tree.header().sectionSize(0) + tree.header().sectionSize(1) == tree.viewport().width()
    assert tree.header().sectionResizeMode(0) == QHeaderView.ResizeMode.Interactive
    assert tree.frameShape() == QFrame.Shape.NoFrame and tree.indentation() == 14
    assert tree.uniformRowHeights() and tree.allColumnsShowFocus()
    assert tree.editTriggers() == QAbstractItemView.EditTrigger.NoEditTriggers
    assert tree.accessibleName() == "Rows"
    tree.show_rows(ROWS, fresh=True)
    assert tree.visualItemRect(item(tree, 0)).height() == tree.fontMetrics().height() + 6


def test_the_copy_keys_copy_the_value_of_the_row(tree: RowTree, qtbot: QtBot) -> None:
    tree.show_rows(ROWS, fresh=True)
    tree.activateWindow()
    qtbot.waitUntil(tree.isActiveWindow)
    tree.setFocus()
    tree.setCurrentItem(item(tree, 0))
    QTest.keyClick(tree, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text() == "one\n  two"
    assert tree.actions()[0].shortcutContext() == Qt.ShortcutContext.WidgetShortcut


def test_the_entry_of_the_menu_shows_the_secret(tree: RowTree) -> None:
    tree.show_rows(ROWS, fresh=True)
    tree.setCurrentItem(item(tree, 1))
    tree.actions()[1].trigger()
    assert values(tree)[1] == "s3cret"


def test_rows_that_are_made_anew_tell_nobody_of_their_making(tree: RowTree) -> None:
    tree.show_rows(ROWS, fresh=True)
    tree.setCurrentItem(item(tree, 1))
    heard = QSignalSpy(tree.secret_chosen)
    tree.show_rows((*ROWS, AuthRow("more", "x")), fresh=False)
    assert heard.count() == 1 and last(heard) is True
