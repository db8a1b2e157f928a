"""The page below a date: the month, the time whose parts are stepped, the offsets."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QDate, Qt
from PySide6.QtWidgets import QCalendarWidget, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from inspector.ui.forms.editors.date_page import DatePage


@pytest.fixture
def around(qtbot: QtBot) -> QWidget:
    """What the page belongs to."""
    made = QWidget()
    qtbot.addWidget(made)
    made.show()
    return made


def shown_page(around: QWidget, parts: tuple[str, ...]) -> tuple[DatePage, list[tuple[str, ...]]]:
    page, told = DatePage(parts, "+01:00", around), list[tuple[str, ...]]()
    page.picked.connect(lambda part, text: told.append((part, text)))
    page.now.connect(lambda offset: told.append(("now", offset)))
    page.show_parts("2024-02-29", "10:59:59.5", "+05:30")
    page.show()
    page.take_focus()
    return page, told


@pytest.mark.parametrize(
    ("text", "place", "up", "down"),
    [
        ("10:59:59.5", 1, "11:59:59.5", "09:59:59.5"),
        ("10:59:59.5", 3, "11:00:59.5", "10:58:59.5"),
        ("10:59:59.5", 7, "11:00:00.5", "10:59:58.5"),
        ("23:30", 0, "00:30", "22:30"),
        ("23:30", 4, "23:31", "23:29"),
    ],
)
def test_up_and_down_change_the_part_of_the_time_that_the_cursor_is_in(
    around: QWidget, qtbot: QtBot, text: str, place: int, up: str, down: str
) -> None:
    page, told = shown_page(around, ("time",))
    for key, stepped in ((Qt.Key.Key_Up, up), (Qt.Key.Key_Down, down)):
        page.time.setText(text)
        page.time.setCursorPosition(place)
        qtbot.keyClick(page.time, key)
        assert (page.time.text(), page.time.cursorPosition()) == (stepped, place)
        whole = stepped if stepped.count(":") == 2 else f"{stepped}:00"
        assert told[-1] == ("time", whole)
    page.close()


def test_a_time_that_is_not_whole_is_not_taken_and_stepping_starts_one(around: QWidget, qtbot: QtBot) -> None:
    page, told = shown_page(around, ("time",))
    page.time.clear()
    qtbot.keyClicks(page.time, "7")
    assert told == []
    qtbot.keyClick(page.time, Qt.Key.Key_Up)
    assert told[-1][0] == "time" and page.time.text().count(":") == 2
    qtbot.keyClick(page.time, Qt.Key.Key_Return)
    assert not page.isVisible()


def test_the_parts_of_the_format_are_there_and_the_keyboard_is_on_the_first(
    around: QWidget, qtbot: QtBot
) -> None:
    for parts, month, time in (
        (("date",), True, False),
        (("time",), False, True),
        (("date", "time"), True, True),
    ):
        page, told = shown_page(around, parts)
        assert (page.month is not None) is month
        assert page.time.isVisible() is page.offset.isVisible() is time
        button = page.findChild(QPushButton, "calendar_now")
        assert isinstance(button, QPushButton) and button.text() == ("Now" if time else "Today")
        assert page.time.hasFocus() is (not month)
        button.click()
        assert told == [("now", "+05:30" if time else "")] and not page.isVisible()


def test_a_date_alone_closes_the_page_and_one_with_a_time_leaves_it_open(
    around: QWidget, qtbot: QtBot
) -> None:
    for parts in (("date",), ("date", "time")):
        page, told = shown_page(around, parts)
        assert isinstance(page.month, QCalendarWidget) and page.month.selectedDate() == QDate(2024, 2, 29)
        page.month.clicked.emit(QDate(2024, 3, 1))
        assert told[-1] == ("date", "2024-03-01") and page.isVisible() is ("time" in parts)
        page.month.activated.emit(QDate(2024, 3, 2))
        assert told[-1] == ("date", "2024-03-02") and not page.isVisible()


@pytest.mark.parametrize(
    ("local", "offset", "first", "current"),
    [
        ("+01:00", "+05:30", ["+05:30", "Z (UTC)", "+01:00 (here)"], "+05:30"),
        ("+01:00", "", ["Z (UTC)", "+01:00 (here)"], "+01:00"),
        ("+01:00", "Z", ["Z (UTC)", "+01:00 (here)"], "Z"),
        ("Z", "", ["Z (UTC)"], "Z"),
        ("+01:00", "+01:00", ["Z (UTC)", "+01:00 (here)"], "+01:00"),
    ],
)
def test_the_offset_that_is_written_and_the_one_of_here_come_first(
    around: QWidget, qtbot: QtBot, local: str, offset: str, first: list[str], current: str
) -> None:
    page = DatePage(("time",), local, around)
    page.show_parts("", "", offset)
    texts = [page.offset.itemText(number) for number in range(page.offset.count())]
    assert texts[: len(first)] == first and page.offset.currentData() == current
    data = [page.offset.itemData(number) for number in range(page.offset.count())]
    assert len(data) == len(set(data)) > len(first)
    told: list[tuple[str, str]] = []
    page.picked.connect(lambda part, text: told.append((part, text)))
    page.offset.activated.emit(0)
    assert told == [("offset", current)]


def test_escape_closes_the_page(around: QWidget, qtbot: QtBot) -> None:
    page, told = shown_page(around, ("time",))
    qtbot.keyClick(page.time, Qt.Key.Key_Escape)
    assert not page.isVisible() and told == []
