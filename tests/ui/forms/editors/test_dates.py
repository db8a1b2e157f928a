"""Dates and times: exact text, and a page that replaces the part a user chose and nothing else."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta, timezone
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QDate, QPoint, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QApplication, QCalendarWidget, QComboBox, QLineEdit, QPushButton
from pytestqt.qtbot import QtBot

from inspector.ui.forms.editors.date_page import DatePage
from inspector.ui.forms.editors.dates import DateEditor, Moment, local_offset
from inspector.ui.forms.form import Form
from tests.ui.form_driving import find, settle, shown_form, tool, value

EXACT = "2026-03-01T05:00:00.123456+05:30"


def open_page(qtbot: QtBot, kind: str, text: str = "") -> tuple[Form, DatePage]:
    given = '{"d": "' + text + '"}' if text else "{}"
    form = shown_form(qtbot, tool({"d": {"type": "string", "format": kind}}), given)
    qtbot.keyClick(find(form, QLineEdit, "d"), Qt.Key.Key_Space, Qt.KeyboardModifier.ControlModifier)
    page: Any = form.findChild(DatePage)
    assert page is not None and page.isVisible()
    return form, page


def part(page: DatePage, kind: type[Any], name: str) -> Any:
    found = page.findChild(kind, name)
    assert found is not None
    return found


def test_a_date_is_chosen_and_keeps_its_time(qtbot: QtBot) -> None:
    form, page = open_page(qtbot, "date-time", EXACT)
    month = part(page, QCalendarWidget, "calendar_month")
    assert month.selectedDate() == QDate(2026, 3, 1)
    month.clicked.emit(QDate(2026, 3, 15))
    assert value(form) == {"d": "2026-03-15T05:00:00.123456+05:30"}
    qtbot.keyClick(page, Qt.Key.Key_Escape)


def test_the_offset_changes_and_the_time_stays(qtbot: QtBot) -> None:
    form, page = open_page(qtbot, "date-time", EXACT)
    offset = part(page, QComboBox, "calendar_offset")
    assert offset.currentData() == "+05:30"
    offset.setFocus()
    offset.setCurrentIndex(offset.findData("Z"))
    offset.activated.emit(offset.currentIndex())
    assert value(form) == {"d": "2026-03-01T05:00:00.123456Z"}
    qtbot.keyClick(page, Qt.Key.Key_Escape)


def test_arrow_keys_change_the_part_of_the_time_under_the_cursor(qtbot: QtBot) -> None:
    form, page = open_page(qtbot, "date-time", EXACT)
    time = part(page, QLineEdit, "calendar_time")
    time.setFocus()
    time.setCursorPosition(1)
    qtbot.keyClick(time, Qt.Key.Key_Up)
    time.setCursorPosition(4)
    qtbot.keyClick(time, Qt.Key.Key_Down)
    assert value(form) == {"d": "2026-03-01T05:59:00.123456+05:30"}
    qtbot.keyClick(time, Qt.Key.Key_Return)
    assert not page.isVisible()


def test_a_time_alone_gets_the_offset_that_rfc_3339_wants(qtbot: QtBot) -> None:
    form, page = open_page(qtbot, "time")
    time = part(page, QLineEdit, "calendar_time")
    qtbot.keyClicks(time, "08:30")
    assert value(form) == {"d": f"08:30:00{local_offset()}"}
    qtbot.keyClick(time, Qt.Key.Key_Return)


def test_a_date_alone_closes_the_page(qtbot: QtBot) -> None:
    form, page = open_page(qtbot, "date")
    part(page, QCalendarWidget, "calendar_month").clicked.emit(QDate(2026, 12, 24))
    assert value(form) == {"d": "2026-12-24"} and not page.isVisible()


@pytest.mark.parametrize(
    ("kind", "shape"),
    [
        ("date", r"\d{4}-\d\d-\d\d"),
        ("time", r"\d\d:\d\d:\d\d(Z|[+-]\d\d:\d\d)"),
        ("date-time", r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(Z|[+-]\d\d:\d\d)"),
    ],
)
def test_now_is_written_as_the_format_wants(qtbot: QtBot, kind: str, shape: str) -> None:
    form, page = open_page(qtbot, kind)
    qtbot.mouseClick(part(page, QPushButton, "calendar_now"), Qt.MouseButton.LeftButton)
    assert re.fullmatch(shape, value(form)["d"]) and not page.isVisible()


def test_a_text_that_is_no_date_stays_until_something_is_chosen(qtbot: QtBot) -> None:
    form, page = open_page(qtbot, "date-time", "tomorrow at noon")
    assert value(form) == {"d": "tomorrow at noon"}
    qtbot.keyClick(page, Qt.Key.Key_Escape)
    assert value(form) == {"d": "tomorrow at noon"}
    assert find(form, QAction, "d_pick").isEnabled()


@given(st.datetimes(), st.sampled_from(["", "Z", "z", "+09:00", "-03:30"]), st.sampled_from("Tt "))
def test_the_parts_of_a_moment_are_its_text(moment: Any, offset: str, mark: str) -> None:
    text = moment.isoformat(sep="T").replace("T", mark) + (offset or "+00:00")
    assert Moment.of(text).text("date-time") == text


def test_the_page_opens_above_its_line_where_the_screen_ends_and_stays_on_it(qtbot: QtBot) -> None:
    form = shown_form(qtbot, tool({"d": {"type": "string", "format": "date"}}))
    line = find(form, QLineEdit, "d")
    room = line.screen().availableGeometry()
    for place, above in ((room.topLeft(), False), (room.bottomRight() - QPoint(40, 60), True)):
        form.window().move(place)
        QApplication.processEvents()
        find(form, QAction, "d_pick").trigger()
        page = form.findChild(DatePage)
        assert page is not None and page.isVisible()
        top, bottom = (line.mapToGlobal(QPoint(0, y)).y() for y in (0, line.height()))
        assert abs(page.y() - (top - page.sizeHint().height() if above else bottom)) <= 2  # its frame
        assert page.x() >= room.left() and page.x() + page.sizeHint().width() <= room.right() + 2
        page.close()
        settle()


@pytest.mark.parametrize(
    ("offset", "hours"), [("+09:00", 9), ("-0330", -3.5), ("Z", 0), ("z", 0), ("+00:00", 0)]
)
def test_now_is_the_time_of_the_offset_that_is_written(qtbot: QtBot, offset: str, hours: float) -> None:
    form = shown_form(qtbot, tool({"d": {"type": "string", "format": "date-time"}}))
    row = form.row("/d")
    assert row is not None and isinstance(row.host.editor, DateEditor)
    row.host.editor.pick()
    page = form.findChild(DatePage)
    assert page is not None
    page.now.emit(offset)
    page.close()
    text = value(form)["d"]
    assert text.endswith(offset)
    there = datetime.fromisoformat(text[:19]).replace(tzinfo=timezone(timedelta(hours=hours)))
    assert abs((datetime.now(UTC) - there).total_seconds()) < 60


def test_a_part_that_is_chosen_brings_the_parts_that_belong_to_it(qtbot: QtBot) -> None:
    form = shown_form(
        qtbot,
        tool({"t": {"type": "string", "format": "time"}, "d": {"type": "string", "format": "date-time"}}),
    )
    today = QDate.currentDate().toString(Qt.DateFormat.ISODate)
    for name, part, text, made in (
        ("t", "offset", "+02:00", "12:00:00+02:00"),
        ("t", "time", "08:15:00", "08:15:00+02:00"),
        ("d", "time", "08:15:00", f"{today}T08:15:00{local_offset()}"),
        ("d", "offset", "Z", f"{today}T08:15:00Z"),
        ("d", "date", "2001-02-03", "2001-02-03T08:15:00Z"),
    ):
        row = form.row(f"/{name}")
        assert row is not None and isinstance(row.host.editor, DateEditor)
        row.host.editor.pick()
        page = form.findChild(DatePage)
        assert page is not None
        page.picked.emit(part, text)
        page.close()
        settle()
        assert value(form)[name] == made
