"""Icons of fonts: which there are, and that they are painted in the colour and size that is asked for."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QColor, QFontDatabase, QIcon, QImage, QPainter
from PySide6.QtWidgets import QApplication

from inspector.ui.widgets import icons
from inspector.ui.widgets.icons import font_icon, glyph_of, has_icon

pytestmark = pytest.mark.gui
RED, BLUE = QColor("#ff0000"), QColor("#0000ff")
Normal, Disabled = QIcon.Mode.Normal, QIcon.Mode.Disabled


def red(_mode: QIcon.Mode) -> QColor:
    return RED


def picture(icon: QIcon, side: int = 32, mode: QIcon.Mode = Normal) -> QImage:
    return icon.pixmap(QSize(side, side), mode).toImage()


def inked(image: QImage) -> QRect:
    """The smallest rectangle around what was painted."""
    places = [
        (x, y) for x in range(image.width()) for y in range(image.height()) if image.pixelColor(x, y).alpha()
    ]
    xs, ys = [x for x, _ in places], [y for _, y in places]
    return QRect(min(xs), min(ys), max(xs) - min(xs) + 1, max(ys) - min(ys) + 1) if places else QRect()


def first_ink(image: QImage, y: int) -> int:
    """Where a line of a picture begins to be painted."""
    return next(x for x in range(image.width()) if image.pixelColor(x, y).alpha() > 100)


@pytest.fixture
def right_to_left(qapp: QApplication) -> Iterator[None]:
    qapp.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    yield
    qapp.setLayoutDirection(Qt.LayoutDirection.LeftToRight)


def test_a_name_is_known_with_and_without_its_font(qapp: QApplication) -> None:
    assert has_icon("play") and has_icon("mdi6.play") and has_icon("codicon.debug")
    for name in ("no-such-icon", "mdi6.no-such-icon", "nofont.play", "", "codicon.play-circle-outline"):
        assert not has_icon(name), name


def test_a_glyph_is_one_character_of_the_font_that_was_named(qapp: QApplication) -> None:
    families = QFontDatabase.families()
    (mdi, play), (codicon, debug) = glyph_of("mdi6.play"), glyph_of("codicon.debug")
    assert glyph_of("play") == (mdi, play) and mdi != codicon
    assert {mdi, codicon} <= set(families) | set(QFontDatabase.families())
    assert len(play) == len(debug) == 1 and ord(play) >= 0xF0000 and 0xE000 <= ord(debug) < 0xF8FF
    assert glyph_of("mdi6.play") != glyph_of("mdi6.pause")


def test_an_unknown_name_shows_a_question_mark(qapp: QApplication) -> None:
    assert glyph_of("no-such-icon") == glyph_of("mdi6.help-circle-outline")
    assert glyph_of("nofont.play") == glyph_of("mdi6.help-circle-outline")


def test_without_the_fonts_there_are_no_icons_and_no_error(
    qapp: QApplication, monkeypatch: pytest.MonkeyPatch
) -> None:
    cached = (icons._folder, icons._code, icons._charmap, icons._family, icons.glyph_of)
    monkeypatch.setattr(icons.importlib.util, "find_spec", lambda _name: None)
    for one in cached:
        one.cache_clear()
    try:
        assert not has_icon("mdi6.play")
        assert glyph_of("mdi6.play") == ("", "?")
    finally:
        monkeypatch.undo()
        for one in cached:
            one.cache_clear()
    assert has_icon("mdi6.play")


def test_an_icon_is_painted_in_its_colour_of_now_and_of_its_mode(qapp: QApplication) -> None:
    colours = {Normal: RED, Disabled: BLUE}
    icon = font_icon("mdi6.square", colours.__getitem__)
    assert picture(icon).pixelColor(16, 16) == RED
    assert picture(icon, mode=Disabled).pixelColor(16, 16) == BLUE
    colours[Normal] = BLUE
    assert picture(icon).pixelColor(16, 16) == BLUE


@pytest.mark.parametrize("side", [8, 16, 48])
def test_an_icon_fills_its_size_in_the_middle_on_a_clear_ground(qapp: QApplication, side: int) -> None:
    image = picture(font_icon("mdi6.square", red), side)
    assert (image.width(), image.height(), image.pixelColor(0, 0).alpha()) == (side, side, 0)
    there = inked(image)
    assert there.width() > side * 0.6 and there.height() > side * 0.6
    assert abs(there.center().x() - side / 2) <= 1.5 and abs(there.center().y() - side / 2) <= 1.5


def test_on_a_dense_screen_it_is_as_large_and_not_larger(qapp: QApplication) -> None:
    dense = font_icon("mdi6.square", red).pixmap(QSize(16, 16), 2.0, Normal, QIcon.State.Off)
    assert dense.size() == QSize(32, 32) and dense.deviceIndependentSize().width() == 16
    assert inked(dense.toImage()).width() > 32 * 0.6


def test_a_button_that_was_squeezed_to_nothing_has_no_picture(qapp: QApplication) -> None:
    icon = font_icon("mdi6.play", red)
    assert icon.pixmap(QSize(0, 0)).isNull() and icon.pixmap(QSize(16, 0)).isNull()


def test_a_copy_of_an_icon_looks_as_the_first(qapp: QApplication) -> None:
    icon = font_icon("mdi6.play", red)
    copy = QIcon(icon)
    copy.setIsMask(True)  # it has an engine of its own from now on
    assert picture(copy) == picture(icon)
    for _ in range(3):
        other = QIcon(icon)
        other.setIsMask(True)
        assert picture(other) == picture(icon)
        del other
    assert picture(copy) == picture(icon)
    assert len(icons._copies) <= 2  # those that are gone are not kept


def test_it_is_painted_where_it_is_told_and_leaves_the_painter_as_it_was(qapp: QApplication) -> None:
    image = QImage(60, 60, QImage.Format.Format_ARGB32)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    painter.setPen(BLUE)
    font = painter.font()
    font_icon("mdi6.square", red).paint(painter, QRect(30, 20, 20, 20))
    assert painter.pen().color() == BLUE and painter.font() == font
    painter.end()
    assert QRect(30, 20, 20, 20).contains(inked(image)) and inked(image).width() > 10


@pytest.mark.parametrize("kind", ["chevron", "arrow"])
def test_arrows_that_say_on_or_back_are_turned_where_on_is_to_the_left(
    qapp: QApplication, right_to_left: None, kind: str
) -> None:
    left, right = (picture(font_icon(f"{kind}-{side}", red)) for side in ("left", "right"))
    plain = picture(font_icon("mdi6.play", red))
    qapp.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
    assert left == picture(font_icon(f"{kind}-right", red)) != right
    assert right == picture(font_icon(f"{kind}-left", red))
    assert plain == picture(font_icon("mdi6.play", red))


def test_where_on_is_to_the_right_a_chevron_points_where_its_name_says(qapp: QApplication) -> None:
    for name, sign in (("chevron-left", 1), ("chevron-right", -1)):
        image = picture(font_icon(name, red))
        top = inked(image).top() + 2
        assert sign * first_ink(image, top) > sign * first_ink(image, 16)
