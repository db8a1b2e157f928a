"""Characters that nobody sees are found, named and marked; what a widget cannot hold comes back exactly."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtWidgets import QApplication

from inspector.ui.forms.invisible_characters import StandIns, found_marks, has_marks, mark_words, paint_mark
from inspector.ui.widgets import theme


@given(st.text(st.sampled_from("abc\r\u2029\ufdd0\U000f0000\U000f0001 ")))
def test_what_cannot_be_held_has_stand_ins_and_comes_back(text: str) -> None:
    both = StandIns(re.compile("[\r\u2029\ufdd0]"))
    shown = both.show(text)
    assert not re.search("[\r\u2029\ufdd0]", shown) and len(shown) == len(text) and both.real(shown) == text
    assert both.show("plain") == "plain" and both.real(shown) == shown, "a text without any has none"


@pytest.mark.parametrize(
    ("text", "marks"),
    [
        ("plain text", []),
        ("a\tb", [(1, "muted")]),
        ("a\u00a0b\u202ec", [(1, "muted"), (3, "warning")]),
        ("\u200b", [(0, "warning")]),
        ("\ud800", [(0, "warning")]),
        ("a\nb", []),
    ],
)
def test_blanks_are_harmless_and_the_rest_is_a_trap(text: str, marks: list[tuple[int, str]]) -> None:
    assert list(found_marks(text)) == marks and has_marks(text) is bool(marks)


def test_line_breaks_are_marked_only_where_a_line_holds_them() -> None:
    assert not has_marks("a\nb") and has_marks("a\nb", breaks=True)
    assert list(found_marks("a\nb", breaks=True)) == [(1, "muted")]
    assert len(list(found_marks("\t" * 900))) == 500, "more are not painted"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("plain", ("", "muted")),
        ("a\tb\t", ("tab × 2", "muted")),
        ("\x00\x1b", ("NUL, escape", "warning")),
        ("\u00a0\u202e", ("U+00A0 no-break space, U+202E right-to-left override", "warning")),
        ("\udc00", ("U+DC00 lone surrogate", "warning")),
        ("\x00\x01\x02\x03\x04\x05", ("NUL, U+0001, U+0002, U+0003 + 2", "warning")),
        ("\x00\x01\x02\x03", ("NUL, U+0001, U+0002, U+0003", "warning")),
    ],
)
def test_they_are_named_and_counted(text: str, said: tuple[str, str]) -> None:
    assert mark_words(text) == said


def test_a_blank_is_a_bracket_below_and_a_trap_a_bar_through_the_line(qapp: QApplication) -> None:
    theme.install(qapp, "light")

    def painted(role: str, width: float) -> set[tuple[int, int]]:
        picture = QImage(40, 20, QImage.Format.Format_RGB32)
        picture.fill(QColor("white"))
        painter = QPainter(picture)
        paint_mark(painter, QRectF(10, 2, width, 16), role)
        painter.end()
        ink = theme.color(role)
        return {(x, y) for x in range(40) for y in range(20) if picture.pixelColor(x, y) == ink}

    blank = painted("muted", 12)
    assert {y for _, y in blank} <= {13, 14, 15, 16} and {x for x, y in blank if y == 16} >= set(
        range(11, 21)
    )
    assert len({x for x, y in blank if y == 14}) == 2, "its two ends"
    bar = painted("warning", 12)
    assert {y for _, y in bar} == set(range(2, 18)) and min(x for x, _ in bar) < 10 < max(x for x, _ in bar)
    assert max(x for x, y in bar if y > 6) <= 11 < max(x for x, y in bar if y == 3), "its head is wider"
    assert painted("muted", 2) != painted("muted", 3) and painted("warning", 0)
