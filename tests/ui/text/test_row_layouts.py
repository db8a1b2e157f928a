"""Rows of a text are laid out when they are seen: places, signs, breaks and what is kept."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QFontMetricsF, QTextFormat
from PySide6.QtWidgets import QApplication

from inspector.render.rows import Rows
from inspector.ui.text import row_layouts
from inspector.ui.text.cell_grid import end_of
from inspector.ui.text.highlight import Span
from inspector.ui.text.row_layouts import RowLayouts, shown_text, utf16_length
from inspector.ui.widgets import theme

_INK = QTextFormat.Property.ForegroundBrush.value


def rows_of(data: bytes) -> Rows:
    made = Rows(data)
    while made.extend():
        pass
    return made


@pytest.fixture(autouse=True)
def look(qapp: QApplication) -> None:
    theme.install(qapp, "light")


def laid(data: bytes, spans_of: row_layouts.SpansOf | None = None) -> RowLayouts:
    return RowLayouts(rows_of(data), theme.mono_font(), spans_of)


def no_spans(_text: str, _continues: bool) -> list[Span]:
    return []


@pytest.mark.parametrize(
    ("data", "text"),
    [
        (b"plain\ttab", "plain\ttab"),
        (b"\x00\x1b\x7f", "␀␛␡"),
        (b"\xff\xfe", "\ufffd\ufffd"),
        ("a\u202eb\u200ec\u2028".encode(), "a\ufffdb\ufffdc␤"),
        ("\x85é🎉".encode(), "\ufffdé🎉"),
    ],
)
def test_every_character_is_to_be_seen(data: bytes, text: str) -> None:
    assert shown_text(data) == text


def test_places_of_qt_and_bytes_are_told_from_each_other() -> None:
    assert [utf16_length(text) for text in ("", "abc", "é", "🎉x", "\uffff")] == [0, 3, 1, 3, 1]
    data = "é🎉".encode() + b"\xff" + b"x"
    row = laid(b"\n" + data).row(1)
    starts = [(1, 0), (3, 1), (7, 3), (8, 4), (9, 5)]  # byte of the text, place in the layout
    assert [(offset, row.place_of(offset)) for offset, _ in starts] == starts
    assert [(row.offset_of(place), place) for _, place in starts] == starts
    assert row.place_of(0) == 0 and row.place_of(99) == 5
    assert row.offset_of(2) == 7, "within an emoji: behind it"
    plain = laid(b"abc").row(0)
    assert (plain.offset_of(2), plain.offset_of(9), plain.place_of(2)) == (2, 3, 2)


def test_long_rows_are_broken_and_hang_as_deep_as_their_line_and_a_little_more() -> None:
    cell = QFontMetricsF(theme.mono_font()).horizontalAdvance("0")
    made = laid(b"    " + b"word " * 20 + b"\n" + b" " * 60 + b"x" * 60 + b"\nshort", no_spans)
    whole = made.row(0)
    assert whole.lines == 1 and whole.width >= 103 * cell
    made.set_wrap_width(40 * cell)
    broken = made.row(0)
    assert broken.lines > 2 and broken.width <= 40 * cell + 1
    assert [broken.layout.lineAt(line).x() for line in range(2)] == [0, 6 * cell]
    assert [broken.layout.lineAt(line).y() for line in range(3)] == [
        0,
        made.line_height,
        2 * made.line_height,
    ]
    deep = made.row(1)
    assert deep.layout.lineAt(1).x() == pytest.approx(16 * cell), "no deeper than that"
    assert made.row(2).lines == 1
    made.set_wrap_width(0)
    assert made.row(0).lines == 1


def test_words_that_are_no_code_do_not_hang_and_are_read_their_own_way() -> None:
    cell = QFontMetricsF(theme.mono_font()).horizontalAdvance("0")
    made = laid(b"    " + b"word " * 20 + "\nשלום".encode())
    made.set_wrap_width(40 * cell)
    assert {made.row(0).layout.lineAt(line).x() for line in range(2)} == {0}
    assert made.row(0).layout.textOption().textDirection() == Qt.LayoutDirection.LeftToRight
    assert made.row(1).layout.textOption().textDirection() == Qt.LayoutDirection.RightToLeft
    code = laid("שלום".encode(), no_spans)
    assert code.row(0).layout.textOption().textDirection() == Qt.LayoutDirection.LeftToRight


def test_colours_are_counted_as_qt_counts() -> None:
    asked: list[tuple[str, bool]] = []

    def spans(text: str, continues: bool) -> list[Span]:
        asked.append((text, continues))
        return [(1, 2, "string")]

    made = laid("🎉ab".encode(), spans)
    part = made.row(0).layout.formats()[0]
    assert (part.start, part.length) == (2, 2) and asked == [("🎉ab", False)]
    assert part.format.foreground().color() == theme.color("string")


def test_rows_are_kept_until_there_are_too_many_or_they_are_forgotten(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(row_layouts, "_KEPT", 3)
    made = laid(b"a\nb\nc\nd")
    kept = [made.row(number) for number in range(3)]
    assert [made.row(number) for number in range(3)] == kept
    made.forget(1)
    assert made.row(0) is kept[0] and made.row(1) is not kept[1]
    made.row(2)
    made.row(3)
    assert made.row(0) is not kept[0], "there was no more room"
    same = made.row(0)
    made.set_font(theme.mono_font(4))
    assert made.row(0) is not same


def test_rows_of_one_long_line_hang_as_deep_as_that_line(monkeypatch: pytest.MonkeyPatch) -> None:
    cell = QFontMetricsF(theme.mono_font()).horizontalAdvance("0")
    long = b"first\n  " + b"x" * 40_000 + b"\n      " + b"y" * 40_000
    made = laid(long, no_spans)
    made.set_wrap_width(100 * cell)
    rows = made._rows
    number = next(number for number in range(rows.count) if rows.continues(number))
    for _ in range(2):
        assert made.row(number).layout.lineAt(0).x() == pytest.approx(4 * cell)
        last = rows.count - 1
        assert rows.continues(last)
        assert made.row(last).layout.lineAt(0).x() == pytest.approx(8 * cell)
        made.forget()


def test_the_escapes_of_a_program_are_looks_and_places_still_belong_to_bytes() -> None:
    data = "a\x1b[31m한\x1b[0mb".encode()  # a 0, escape 1-5, 한 6-8, escape 9-12, b 13
    row = RowLayouts(rows_of(data), theme.mono_font(), None, ansi=True).row(0)
    assert row.layout.text() == "a한b"
    assert [row.place_of(offset) for offset in (0, 1, 6, 9, 13, 14)] == [0, 1, 1, 2, 2, 3]
    assert [row.offset_of(place) for place in range(4)] == [0, 1, 9, 14]
    assert {part.start for part in row.layout.formats() if part.format.hasProperty(_INK)} == {1}
    assert "␛" in laid(data).row(0).layout.text(), "only where a program wrote for a terminal"


def test_a_colour_goes_on_in_the_next_row() -> None:
    made = RowLayouts(rows_of(b"\x1b[31mred\nstill\x1b[0m\nplain"), theme.mono_font(), None, ansi=True)
    assert [part.length for part in made.row(1).layout.formats()] == [5]
    assert made.row(2).layout.formats() == []


def test_wide_characters_take_two_cells_and_move_no_line(qapp: QApplication) -> None:
    made = laid("│한글│\n│abcd│\n日本語!!".encode())
    cell = QFontMetricsF(theme.mono_font()).horizontalAdvance("0")
    ends = [end_of(made.row(number).layout.lineAt(0)) for number in range(3)]
    assert ends == pytest.approx([6 * cell, 6 * cell, 8 * cell])
    baselines = {made.row(n).layout.lineAt(0).y() + made.row(n).layout.lineAt(0).ascent() for n in range(2)}
    assert len(baselines) == 1
    assert made.line_height == round(QFontMetricsF(theme.mono_font()).height()), "no space between lines"


def test_rows_are_laid_out_again_for_another_width_only() -> None:
    rows = laid(b"one two\nthree")
    rows.set_wrap_width(400.0)
    first = rows.row(0)
    rows.set_wrap_width(400.0)
    assert rows.row(0) is first
    rows.set_wrap_width(20.0)
    assert rows.row(0).lines > 1
    rows.set_font(theme.mono_font())
    rows.set_wrap_width(400.0)
    assert rows.row(0) is not first
