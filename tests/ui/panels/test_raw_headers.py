"""Headers of a raw message: lines that add, and lines that take away."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtTest import QSignalSpy
from pytestqt.qtbot import QtBot

from inspector.errors import UsageError
from inspector.ui.panels.raw_headers import RawHeaders, read_lines, write_lines


@pytest.mark.parametrize(
    ("text", "headers", "without"),
    [
        ("Origin: https://a.example", (("Origin", "https://a.example"),), ()),
        ("Accept:\nX-Empty;", (("X-Empty", ""),), ("Accept",)),
        ("\n  Mcp-Method :  x \n\n", (("Mcp-Method", "x"),), ()),
        ("A: 1\nA: 2", (("A", "1"), ("A", "2")), ()),
        ("", (), ()),
    ],
)
def test_header_lines_are_read(text: str, headers: Any, without: Any) -> None:
    assert read_lines(text) == (headers, without)
    assert read_lines(write_lines(headers, without)) == (headers, without)


@pytest.mark.parametrize("line", ["no colon", ": value", "a b: c", "ü: x"])
def test_a_line_that_is_no_header_is_refused(line: str) -> None:
    with pytest.raises(UsageError, match="is not a header"):
        read_lines(line)


def test_the_lines_are_read_only_where_they_can_be_seen(qtbot: QtBot) -> None:
    box = RawHeaders("raw_headers")
    qtbot.addWidget(box)
    box.set_text("A: 1\nB:")
    assert box.toPlainText() == "A: 1\nB:" and box.objectName() == "raw_headers"
    box.hide()
    assert box.read() == ((), ())
    box.show()
    assert box.read() == ((("A", "1"),), ("B",))


def test_the_same_lines_again_leave_the_cursor_and_the_undo_history(qtbot: QtBot) -> None:
    box = RawHeaders("raw_headers")
    qtbot.addWidget(box)
    box.setPlainText("A: 1")
    box.textCursor().insertText("X")
    told = QSignalSpy(box.textChanged)
    box.set_text(box.toPlainText())
    assert told.count() == 0 and box.document().isUndoAvailable()
    box.set_text("B: 2")
    assert box.toPlainText() == "B: 2"
