"""Words of a text by their bytes, and what touches a row."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QTextCharFormat
from PySide6.QtWidgets import QApplication

from inspector.render.search import Search
from inspector.ui.text.decorations import Decorations, word_at
from inspector.ui.widgets import theme


class Row:
    """Ten bytes from the twentieth on; a place is where the byte is in it."""

    data = b"abc-d_1 .z"
    start = 20

    def place_of(self, offset: int) -> int:
        return max(0, min(offset - self.start, len(self.data)))


@pytest.mark.parametrize(
    ("data", "at", "word"),
    [
        (b"one two", 0, (0, 3)),
        (b"one two", 3, (0, 3)),
        (b"one two", 5, (4, 7)),
        (b"a-b_c1 x", 2, (0, 6)),
        ("für dich".encode(), 1, (0, 4)),
        (b"( )", 1, (1, 1)),
        (b"one", 99, (0, 3)),
        (b"one", -5, (0, 3)),
        (b"", 0, (0, 0)),
    ],
)
def test_a_word_is_letters_digits_and_what_joins_them(data: bytes, at: int, word: tuple[int, int]) -> None:
    assert word_at(data, at) == word


@pytest.mark.parametrize(
    ("given", "places"),
    [
        ({}, []),
        ({"anchor": 25, "caret": 22}, [(2, 3)]),
        ({"anchor": 22, "caret": 22}, []),
        ({"anchor": 0, "caret": 99}, [(0, 10)]),
        ({"anchor": 0, "caret": 20}, []),
        ({"anchor": 0, "caret": 21}, [(0, 1)]),
        ({"value": (29, 40)}, [(9, 1)]),
        ({"value": (31, 40)}, []),
        ({"value": (10, 20)}, []),
        ({"hover": (20, 21)}, [(0, 1)]),
        ({"hover": (21, 21)}, []),
        ({"marks": [(25, 25, "error")]}, [(5, 1)]),
        ({"marks": [(25, 27, "error"), (40, 41, "error")]}, [(5, 2)]),
        ({"search": Search("c")}, [(2, 1)]),
    ],
)
def test_what_touches_a_row_is_put_there(given: dict[str, object], places: list[tuple[int, int]]) -> None:
    made = Decorations(**given).of(Row())  # type: ignore[arg-type]
    assert [(one.start, one.length) for one in made] == places


def test_a_mark_is_a_wave_in_its_colour_and_the_selection_is_on_top(qapp: QApplication) -> None:
    theme.install(qapp, "light")
    made = Decorations(20, 30, Search("z"), [(20, 21, "warning")], (20, 22), (21, 23)).of(Row())
    wave = made[3].format
    assert wave.underlineStyle() == QTextCharFormat.UnderlineStyle.WaveUnderline
    assert wave.underlineColor() == theme.color("warning")
    assert made[-1].format.background().color() == theme.color("selection")
    assert made[0].format.background().color() == theme.tint("accent", 0.18)
    assert made[0].format.underlineStyle() == QTextCharFormat.UnderlineStyle.NoUnderline
