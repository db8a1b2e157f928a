"""The arguments used before: search them, use them again, name, pin and forget them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction
from PySide6.QtTest import QSignalSpy, QTest
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit, QMenu, QToolButton, QWidget
from pytestqt.qtbot import QtBot

from inspector.core.storage.value_history import ArgumentsPlace, ValueHistory
from inspector.ui.locale.locale_text import day_or_clock
from inspector.ui.panels.calling.value_overlay import ValueOverlay
from inspector.ui.widgets import theme
from tests.ui.parts import the
from tests.ui.strokes import Stroke, strokes

pytestmark = pytest.mark.gui

PLACE = ArgumentsPlace("demo", "tools", "echo")
CONTROL = Qt.KeyboardModifier.ControlModifier
NEWEST = 1_700_000_000.0


@pytest.fixture
def history() -> Iterator[ValueHistory]:
    made = ValueHistory()
    for number, text in enumerate(("one", "two", "three")):
        made.add(PLACE, f'{{"message": "{text}"}}', NEWEST - 100 + number)
    yield made
    made.close()


@pytest.fixture
def window(qtbot: QtBot, qapp: QApplication) -> QWidget:
    theme.install(qapp, "light")
    made = QWidget()
    qtbot.addWidget(made)
    made.resize(900, 700)
    made.show()
    made.activateWindow()
    qtbot.waitUntil(made.isActiveWindow)
    return made


@pytest.fixture
def overlay(history: ValueHistory, window: QWidget, qtbot: QtBot) -> ValueOverlay:
    made = ValueOverlay(history, PLACE, window)
    made.open()
    qtbot.waitUntil(made.edit.hasFocus)
    return made


def _rows(overlay: ValueOverlay) -> list[str]:
    """What a screen reader says of each row."""
    model = overlay.view.model()
    role = Qt.ItemDataRole.AccessibleTextRole
    return [
        str(model.index(row, 0).data(role)).replace('{"message": ', "")[:-1]
        for row in range(model.rowCount())
    ]


def _current(overlay: ValueOverlay) -> int:
    return overlay.view.currentIndex().row()


def _press(
    overlay: ValueOverlay, key: Qt.Key, how: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier
) -> None:
    QTest.keyClick(overlay.edit, key, how)


def _said(overlay: ValueOverlay) -> list[str]:
    return [label.text() for label in overlay.findChildren(QLabel) if label.isVisible() and label.text()]


def _painted(overlay: ValueOverlay, row: int) -> dict[str, Stroke]:
    """Texts of a row, from left to right."""
    area = overlay.view.visualRect(overlay.view.model().index(row, 0))
    found = [one for one in strokes(overlay.view.viewport()) if one.how == "text"]
    here = [one for one in found if area.contains(one.middle.toPoint())]
    return {one.text: one for one in sorted(here, key=lambda one: one.rect.left())}


# -- finding


def test_the_newest_stands_first_and_is_chosen(overlay: ValueOverlay) -> None:
    assert _rows(overlay) == ['"three"', '"two"', '"one"']
    assert _current(overlay) == 0
    assert overlay.edit.placeholderText() == "Recent arguments of echo"


def test_a_search_finds_words_and_says_when_nothing_has_them(overlay: ValueOverlay) -> None:
    QTest.keyClicks(overlay.edit, "TWO")
    assert _rows(overlay) == ['"two"'] and "Nothing found." not in _said(overlay)
    QTest.keyClicks(overlay.edit, "x")
    assert _rows(overlay) == [] and "Nothing found." in _said(overlay)


def test_before_the_first_call_it_says_what_will_be_here(window: QWidget) -> None:
    overlay = ValueOverlay(ValueHistory(), PLACE, window)
    overlay.open()
    assert "Arguments you use appear here." in _said(overlay)


def test_why_nothing_is_kept_is_said_above_the_rows(overlay: ValueOverlay, history: ValueHistory) -> None:
    history.note = "The file is broken."
    overlay.focus_first()
    assert "The file is broken." in _said(overlay) and len(_rows(overlay)) == 3


def test_arrows_move_in_the_list_while_the_search_keeps_the_keyboard(overlay: ValueOverlay) -> None:
    _press(overlay, Qt.Key.Key_Down)
    _press(overlay, Qt.Key.Key_Down)
    assert _current(overlay) == 2
    _press(overlay, Qt.Key.Key_Up)
    assert _current(overlay) == 1
    _press(overlay, Qt.Key.Key_PageDown)
    assert _current(overlay) == 2
    _press(overlay, Qt.Key.Key_PageUp)
    assert _current(overlay) == 0 and overlay.edit.hasFocus()


def test_letters_of_the_shortcuts_can_be_typed(overlay: ValueOverlay) -> None:
    QTest.keyClicks(overlay.edit, "p")
    _press(overlay, Qt.Key.Key_Delete)
    assert overlay.edit.text() == "p"
    overlay.edit.clear()
    assert _rows(overlay) == ['"three"', '"two"', '"one"']


# -- using


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Enter])
def test_enter_fills_in_the_chosen_one_and_closes(overlay: ValueOverlay, key: Qt.Key) -> None:
    told = QSignalSpy(overlay.chosen)
    _press(overlay, Qt.Key.Key_Down)
    _press(overlay, key)
    assert told.count() == 1 and told.at(0) == ['{"message": "two"}']
    assert not overlay.isVisible()


def test_with_nothing_found_no_key_does_anything(overlay: ValueOverlay, history: ValueHistory) -> None:
    told = QSignalSpy(overlay.chosen)
    QTest.keyClicks(overlay.edit, "nowhere")
    for key, how in (
        (Qt.Key.Key_Return, Qt.KeyboardModifier.NoModifier),
        (Qt.Key.Key_F2, Qt.KeyboardModifier.NoModifier),
        (Qt.Key.Key_P, CONTROL),
        (Qt.Key.Key_Delete, CONTROL),
    ):
        _press(overlay, key, how)
    assert told.count() == 0 and overlay.isVisible() and len(history.values(PLACE)) == 3


# -- pinning, naming, forgetting


def test_a_pinned_one_goes_to_the_top_and_stays_chosen(overlay: ValueOverlay) -> None:
    _press(overlay, Qt.Key.Key_Down)
    _press(overlay, Qt.Key.Key_P, CONTROL)
    assert _rows(overlay) == ['pinned "two"', '"three"', '"one"'] and _current(overlay) == 0
    _press(overlay, Qt.Key.Key_P, CONTROL)
    assert _rows(overlay) == ['"three"', '"two"', '"one"'] and _current(overlay) == 1


def test_a_name_is_typed_in_the_row_and_found_again(
    overlay: ValueOverlay, history: ValueHistory, qtbot: QtBot
) -> None:
    _press(overlay, Qt.Key.Key_Down)
    _press(overlay, Qt.Key.Key_F2)
    line = the(overlay.view, QLineEdit, "value_name")
    qtbot.waitUntil(line.hasFocus)
    assert (line.text(), line.placeholderText()) == ("", "Name")
    assert line.accessibleName() == "Name of these arguments"
    QTest.keyClicks(line, "Second")
    QTest.keyClick(line, Qt.Key.Key_Return)
    qtbot.waitUntil(overlay.edit.hasFocus)
    assert [value.name for value in history.values(PLACE)] == ["", "Second", ""]
    assert overlay.edit.hasFocus() and _current(overlay) == 1
    assert _rows(overlay)[1] == 'Second "two"'
    _press(overlay, Qt.Key.Key_F2)
    assert the(overlay.view, QLineEdit, "value_name").text() == "Second"


def test_the_name_is_typed_between_pin_and_time(overlay: ValueOverlay) -> None:
    overlay.rename()
    line = the(overlay.view, QLineEdit, "value_name")
    row = overlay.view.visualRect(overlay.view.currentIndex())
    assert line.geometry() == row.adjusted(28, 1, -104, -1)


def test_a_forgotten_one_gives_way_to_its_neighbour(overlay: ValueOverlay, history: ValueHistory) -> None:
    _press(overlay, Qt.Key.Key_Down)
    _press(overlay, Qt.Key.Key_Delete, CONTROL)
    assert _rows(overlay) == ['"three"', '"one"'] and _current(overlay) == 1
    _press(overlay, Qt.Key.Key_Delete, CONTROL)
    assert _rows(overlay) == ['"three"'] and _current(overlay) == 0
    _press(overlay, Qt.Key.Key_Delete, CONTROL)
    assert history.values(PLACE) == [] and _current(overlay) == -1


def test_a_search_goes_on_after_a_change(overlay: ValueOverlay) -> None:
    QTest.keyClicks(overlay.edit, "t")
    assert _rows(overlay)[:2] == ['"three"', '"two"']
    QTest.keyClicks(overlay.edit, "w")
    _press(overlay, Qt.Key.Key_P, CONTROL)
    assert _rows(overlay) == ['pinned "two"']
    _press(overlay, Qt.Key.Key_Delete, CONTROL)
    assert _rows(overlay) == []


def test_the_buttons_do_what_the_keys_do_and_leave_the_keyboard(
    overlay: ValueOverlay, history: ValueHistory
) -> None:
    for name in ("value_pin", "value_rename", "value_forget"):
        button = the(overlay, QToolButton, name)
        assert button.focusPolicy() == Qt.FocusPolicy.NoFocus
    QTest.mouseClick(the(overlay, QToolButton, "value_pin"), Qt.MouseButton.LeftButton)
    assert _rows(overlay)[0] == 'pinned "three"' and overlay.edit.hasFocus()
    QTest.mouseClick(the(overlay, QToolButton, "value_forget"), Qt.MouseButton.LeftButton)
    assert [value.arguments for value in history.values(PLACE)] == [
        '{"message": "two"}',
        '{"message": "one"}',
    ]
    QTest.mouseClick(the(overlay, QToolButton, "value_rename"), Qt.MouseButton.LeftButton)
    assert the(overlay.view, QLineEdit, "value_name").isVisible()


def _menu(overlay: ValueOverlay) -> dict[str, QAction]:
    overlay.view.customContextMenuRequested.emit(QPoint(5, 5))
    menu = overlay.findChildren(QMenu, "value_menu")[-1]
    menu.hide()
    return {action.text(): action for action in menu.actions()}


def test_the_menu_offers_the_same_for_the_chosen_row(overlay: ValueOverlay, history: ValueHistory) -> None:
    offered = _menu(overlay)
    assert list(offered) == ["Fill in", "Pin", "Name…", "Forget", "Forget all but pinned and named"]
    offered["Pin"].trigger()
    assert "Unpin" in _menu(overlay)
    _menu(overlay)["Forget all but pinned and named"].trigger()
    assert _rows(overlay) == ['pinned "three"']
    assert len(history.values(PLACE)) == 1


# -- how a row looks


def test_a_row_shows_name_arguments_and_when(overlay: ValueOverlay, history: ValueHistory) -> None:
    number = history.values(PLACE)[1].number
    history.rename(number, "Second")
    overlay.focus_first()
    day = day_or_clock(NEWEST)
    plain, named = _painted(overlay, 0), _painted(overlay, 1)
    assert list(plain) == ['{"message": "three"}', day]
    assert list(named) == ["Second", '{"message": "two"}', day]
    text, muted = theme.color("text").name(), theme.color("muted").name()
    assert [one.colour for one in plain.values()] == [text, muted]
    assert [one.colour for one in named.values()] == [text, muted, muted]
    assert plain[day].side == "right" and plain['{"message": "three"}'].rect.left() == 30


def test_the_time_stands_at_the_right_edge_and_long_arguments_end_before_it(
    overlay: ValueOverlay, history: ValueHistory
) -> None:
    long = '{"message": "' + "long " * 100 + '"}'
    history.add(PLACE, long, NEWEST)
    overlay.focus_first()
    width = overlay.view.viewport().width()
    when, line = _painted(overlay, 0)[day_or_clock(NEWEST)], next(iter(_painted(overlay, 0).values()))
    assert width - 10 <= when.rect.right() < width
    assert line.text.endswith("…") and line.rect.right() < when.rect.left()


def test_a_long_name_leaves_half_of_the_room(overlay: ValueOverlay, history: ValueHistory) -> None:
    history.rename(history.values(PLACE)[0].number, "name " * 100)
    overlay.focus_first()
    name, line, _when = _painted(overlay, 0).values()
    assert name.text.endswith("…")
    assert line.rect.left() - name.rect.left() <= name.rect.width() / 2 + 14
    assert line.rect.right() == name.rect.right()


def test_line_breaks_become_spaces_and_a_long_text_is_cut(
    overlay: ValueOverlay, history: ValueHistory
) -> None:
    history.add(PLACE, '{\n  "a":\n 1}', NEWEST)
    overlay.focus_first()
    assert '{ "a": 1}' in _painted(overlay, 0)
    history.add(PLACE, "x" * 5000, NEWEST + 1)
    overlay.focus_first()
    index = overlay.view.model().index(0, 0)
    assert index.data(Qt.ItemDataRole.AccessibleTextRole) == "x" * 300
    assert "x" * 2000 in index.data(Qt.ItemDataRole.ToolTipRole).replace("\u200b", "")
    assert "x" * 2001 not in index.data(Qt.ItemDataRole.ToolTipRole).replace("\u200b", "")


def test_the_chosen_row_has_the_colour_of_the_selection(overlay: ValueOverlay) -> None:
    view = overlay.view
    fills = [one for one in strokes(view.viewport()) if one.how == "fill"]
    assert [one.rect.toRect() for one in fills] == [view.visualRect(view.currentIndex())]
    assert fills[0].colour == theme.color("selection").name()


def test_a_pinned_row_has_a_pin(overlay: ValueOverlay) -> None:
    view = overlay.view

    def marked() -> bool:
        area = view.visualRect(view.model().index(1, 0))
        picture = view.viewport().grab(area).toImage()
        colours = {picture.pixelColor(x, y).name() for x in range(8, 22) for y in range(picture.height())}
        return len(colours) > 1

    assert not marked()
    _press(overlay, Qt.Key.Key_P, CONTROL)
    _press(overlay, Qt.Key.Key_Down)
    _press(overlay, Qt.Key.Key_P, CONTROL)
    _press(overlay, Qt.Key.Key_Up)
    assert marked()


def test_ten_rows_are_in_sight(overlay: ValueOverlay) -> None:
    high = overlay.view.visualRect(overlay.view.model().index(0, 0)).height()
    assert high == theme.row_height() + 4
    assert overlay.view.height() == 10 * high
