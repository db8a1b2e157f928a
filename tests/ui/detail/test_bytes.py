"""Bytes of a record: its side, its framing, the value that is chosen, and what the mouse is over."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtWidgets import QCheckBox, QLabel, QWidget
from pytestqt.qtbot import QtBot

from inspector.protocol.records import Record
from inspector.ui.detail.bytes import BytesView, bytes_text
from inspector.ui.json.viewer.spots import Spot
from inspector.ui.widgets.controls import Switch
from tests.ui.parts import the

pytestmark = pytest.mark.gui

RAW = b'{"a":1,"b":22}'
FRAME = b"id: 7\ndata: " + RAW + b"\n\n"
AT = FRAME.index(RAW)


def record(raw: bytes = RAW, **fields: Any) -> Record:
    return Record(number=1, session=1, at_ns=0, direction="in", channel="", kind="", raw=raw, **fields)


def spot(token: bytes, path: str = "$.b") -> Spot:
    start = RAW.index(token)
    return Spot(path, "number", start, start + len(token), (0, 0), token)


@pytest.fixture
def view(qtbot: QtBot) -> BytesView:
    made = BytesView()
    qtbot.addWidget(made)
    made.resize(800, 300)
    made.show()
    return made


def size(view: BytesView) -> str:
    return the(view, QLabel, "detail_bytes_size").text()


def framing(view: BytesView) -> QCheckBox:
    return the(view, QCheckBox, "detail_bytes_framing")


def side(view: BytesView) -> Switch:
    return the(view, Switch, "detail_bytes_side")


def test_one_side_without_a_frame_is_its_bytes_and_nothing_above(view: BytesView) -> None:
    view.show_records(record(), None)
    assert size(view) == f"{len(RAW)} B" and view.hex.size_shown() == len(RAW)
    assert not framing(view).isVisible() and not side(view).isVisible()
    assert view.hex.height() > view.height() * 0.7


def test_long_bytes_are_said_in_both_units(view: BytesView) -> None:
    view.show_records(record(b"x" * 999), None)
    assert size(view) == "999 B"
    view.show_records(record(b"x" * 1000), None)
    assert size(view).endswith(" · 1,000 B")
    view.show_records(record(b"x" * 10, spool="nowhere", size=123_456), None)
    assert size(view).endswith(" · 123,456 B"), "the whole is elsewhere"


def test_request_and_response_are_behind_a_switch(view: BytesView) -> None:
    view.show_records(record(), record(b"answer"))
    assert side(view).isVisible() and size(view) == f"{len(RAW)} B"
    side(view).choose("right")
    assert size(view) == "6 B"
    view.show_records(record(), record(b"other"))
    assert size(view) == "5 B", "the side stays"
    view.show_records(record(b"alone"), None)
    assert size(view) == "5 B" and not side(view).isVisible()


def test_the_same_records_again_leave_everything_as_it_is(view: BytesView) -> None:
    one = record()
    view.show_records(one, None)
    view.hex.select(1, 4)
    view.show_records(one, None)
    assert view.hex.selection() == (1, 4)


def test_a_frame_is_shown_muted_around_the_message_until_it_is_not_wanted(view: BytesView) -> None:
    view.show_records(record(frame=FRAME), None)
    assert framing(view).isVisible() and view.framed() and not side(view).isVisible()
    assert view.hex.size_shown() == len(FRAME)
    assert view.hex.is_quiet(0) and view.hex.is_quiet(AT - 1) and not view.hex.is_quiet(AT)
    framing(view).click()
    assert not view.framed() and view.hex.size_shown() == len(RAW) and not view.hex.is_quiet(0)
    view.show_records(record(b"more", frame=b"data: more\n\n"), None)
    assert view.hex.size_shown() == 4, "the choice stays"
    view.set_framed(True)
    assert view.framed() and view.hex.size_shown() == len(b"data: more\n\n")


def test_a_carriage_return_at_the_end_of_a_line_is_muted(view: BytesView) -> None:
    view.show_records(record(b"{}\r"), None)
    assert view.hex.is_quiet(2) and not view.hex.is_quiet(1)
    view.show_records(record(b"{}\r", spool="elsewhere", size=9), None)
    assert not view.hex.is_quiet(2), "of a part nobody knows what comes after it"
    view.show_records(record(b"{}\n"), None)
    assert not view.hex.is_quiet(2)


def test_the_bytes_of_a_chosen_value_are_tinted_and_measured_with_or_without_framing(view: BytesView) -> None:
    view.show_records(record(frame=FRAME), record(b"answer"))
    start = RAW.index(b"22")
    view.set_value("left", spot(b"22"))
    assert view.hex.value() == (AT + start, AT + start + 2)
    assert size(view).startswith(f"2 B @ 0x{AT + start:x} of ")
    framing(view).click()
    assert view.hex.value() == (start, start + 2) and size(view).startswith(f"2 B @ 0x{start:x} of ")
    side(view).choose("right")
    assert size(view) == "6 B", "the value is of the other side"
    side(view).choose("left")
    assert view.hex.value() == (start, start + 2)
    view.set_value("right", Spot("$", "string", 0, 6, (0, 0), b""))
    assert side(view).key() == "right" and view.hex.value() == (0, 6)
    view.show_records(record(b"new"), None)
    view.set_value("right", spot(b"1"))
    assert size(view) == "3 B", "there is no such side"


def test_a_value_without_bytes_is_nowhere(view: BytesView) -> None:
    view.show_records(record(frame=FRAME), None)
    view.set_value("left", Spot("$.x", "null", 3, 3, (0, 0), b""))
    assert view.hex.value()[0] == view.hex.value()[1] and " of " not in size(view)


def test_what_the_mouse_is_over_elsewhere_is_tinted_and_named(view: BytesView) -> None:
    view.show_records(record(), None)
    start = RAW.index(b"22")
    view.set_hover("left", spot(b"22"))
    assert view.hex.hover() == (start, start + 2)
    assert size(view) == f"{bytes_text(start, start + 2)} · $.b"
    view.set_hover("left", None)
    assert view.hex.hover() == (0, 0) and size(view) == f"{len(RAW)} B"
    view.set_hover("right", spot(b"22"))
    assert view.hex.hover() == (0, 0)


def test_a_byte_under_the_mouse_is_told_as_a_place_of_the_message(view: BytesView) -> None:
    view.show_records(record(frame=FRAME), None)
    told: list[tuple[str, str, Any]] = []
    view.hovered.connect(lambda where, at: told.append(("over", where, at)))
    view.pressed.connect(lambda where, at: told.append(("press", where, at)))
    view.hex.hovered.emit(AT + 5)
    view.hex.pressed_at.emit(AT)
    view.hex.pressed_at.emit(0)
    view.hex.hovered.emit(2)
    assert size(view) == "0x2: framing of the event"
    view.hex.hovered.emit(None)
    assert told == [
        ("over", "left", 5),
        ("press", "left", 0),
        ("over", "left", None),
        ("over", "left", None),
    ]
    told.clear()
    view.show_records(record(), record(b"answer"))
    side(view).choose("right")
    view.hex.hovered.emit(2)
    view.hex.pressed_at.emit(0)
    assert told == [("over", "right", 2), ("press", "right", 0)]


def test_a_stretch_of_bytes_is_said_with_its_length_and_start() -> None:
    assert bytes_text(16, 1250) == "1,234 B @ 0x10"


def test_the_parts_say_what_they_are(view: BytesView) -> None:
    assert side(view).accessibleName() == "Bytes of request or response"
    assert framing(view).isChecked() and framing(view).toolTip()
    assert the(view, QWidget, "detail_hex") is view.hex
