"""Escapes in the output of programs become looks or nothing, and every colour can be read."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QFont, QTextCharFormat, QTextFormat
from PySide6.QtWidgets import QApplication

from inspector.printable import without_escapes
from inspector.ui.text.ansi import PLAIN, Look, format_of_look, pieces
from inspector.ui.widgets import theme
from inspector.ui.widgets.shades import contrast

pytestmark = pytest.mark.gui
_INK = QTextFormat.Property.ForegroundBrush.value


@pytest.fixture(params=["light", "dark"])
def mode(request: pytest.FixtureRequest, qapp: QApplication) -> str:
    theme.install(qapp, request.param)
    return str(request.param)


def look(text: str) -> Look:
    """How a character after a text looks."""
    *_, (_, _, last) = pieces(text)
    return last


def test_a_line_comes_as_pieces_with_their_looks(qapp: object) -> None:
    line = "plain \x1b[1;31mred\x1b[0m end\x1b[3m"
    found = list(pieces(line))
    assert [line[start:end] for start, end, _ in found] == ["plain ", "red", " end", ""]
    red = format_of_look(found[1][2])
    assert red.foreground().color().red() > red.foreground().color().green()
    assert red.fontWeight() == QFont.Weight.Bold
    assert format_of_look(found[2][2]) == QTextCharFormat()
    assert found[-1][2] == Look(italic=True), "for the next line"


@pytest.mark.parametrize(
    ("codes", "expected"),
    [
        ("", PLAIN),
        ("1;2;3;4;7;9", Look(bold=True, dim=True, italic=True, underline=True, inverse=True, strike=True)),
        ("1;3;4;9;22;23;24;29", PLAIN),
        ("31;0;1", Look(bold=True)),
        ("38;5;196", Look(ink=0xFF0000)),
        ("38;5;232;1", Look(ink=0x080808, bold=True)),
        ("48;5;21", Look(ground=0x0000FF)),
        ("38;2;1;2;3", Look(ink=0x010203)),
        ("38:2::1:2:3", Look(ink=0x010203)),
        ("38:2:1:2:3", Look(ink=0x010203)),
        ("38:5:21;4:3", Look(ink=0x0000FF, underline=True)),
        ("4;4:0", PLAIN),
        ("38;5;300", PLAIN),
        ("38;5", PLAIN),
        ("38", PLAIN),
        ("38;7;1", Look(bold=True)),
        ("31;39", PLAIN),
        ("41;49", PLAIN),
        ("8;5;999", PLAIN),
        ("1;" + "9" * 9_000, PLAIN),
    ],
)
def test_the_parameters_of_sgr(codes: str, expected: Look) -> None:
    assert look(f"\x1b[{codes}m") == expected


def test_sixteen_colours_are_sixteen() -> None:
    inks = [look(f"\x1b[{code}m").ink for code in (*range(30, 38), *range(90, 98))]
    grounds = [look(f"\x1b[{code}m").ground for code in (*range(40, 48), *range(100, 108))]
    assert inks == grounds and len(set(inks)) == 16


def test_every_colour_can_be_read_on_every_ground_of_the_theme(mode: str) -> None:
    grounds = [theme.color(role) for role in ("base", "alternate", "background", "selection")]
    for code in (f"38;5;{index}" for index in range(256)):
        for dim in ("", ";2"):
            ink = format_of_look(look(f"\x1b[{code}{dim}m")).foreground().color()
            assert min(contrast(ink, ground) for ground in grounds) >= 4.5, (code, dim)


@pytest.mark.parametrize(
    "codes", ["41", "43", "48;5;240", "48;5;120", "31;41", "37;47", "30;40", "7", "7;33", "2;44"]
)
def test_letters_can_be_read_on_the_ground_that_a_program_chose(mode: str, codes: str) -> None:
    how = format_of_look(look(f"\x1b[{codes}m"))
    assert contrast(how.foreground().color(), how.background().color()) >= 4.5


def test_a_colour_that_can_be_read_stays_as_it_is(qapp: QApplication) -> None:
    theme.install(qapp, "dark")
    assert format_of_look(Look(ink=0xFFD700)).foreground().color().name() == "#ffd700"
    theme.install(qapp, "light")
    assert format_of_look(Look(ink=0xFFD700)).foreground().color().name() != "#ffd700"


def test_text_without_a_colour_has_the_colour_of_its_view() -> None:
    assert not format_of_look(Look(bold=True)).hasProperty(_INK)


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ("\x1b[2K\x1b[1Gprogress", "progress"),
        ("\x1b]8;;https://example.com\x07link\x1b]8;;\x07", "link"),
        ("\x1b]0;a title\x1b\\text", "text"),
        ("\x1b[?25lhidden cursor\x1b[?25h", "hidden cursor"),
        ("\x1b[>4;1mkeys\x1b[!p", "keys"),
        ("\x1bP1$r0m\x1b\\device", "device"),
        ("\x1b(Bset\x1b=\x1b7\x1bc", "set"),
        ("\x1b[38;5;196mshade\x1b[m", "shade"),
        ("open \x1b[31", "open \x1b[31"),
        ("nothing", "nothing"),
        ("", ""),
    ],
)
def test_escapes_that_are_no_looks_are_left_out(qapp: object, line: str, text: str) -> None:
    assert "".join(line[start:end] for start, end, _ in pieces(line)) == text
    assert without_escapes(line) == text
