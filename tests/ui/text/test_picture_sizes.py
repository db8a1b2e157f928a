"""Pictures: refused when they ask for too much, scaled down and never up, over a checkerboard."""

from __future__ import annotations

import struct
import zlib

import pytest
from PySide6.QtCore import QBuffer, QIODevice, QSize, Qt
from PySide6.QtGui import QColor, QImage
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from inspector.ui.text.picture import Picture
from inspector.ui.widgets import theme
from tests.ui.content.test_page import png


def head(width: int, height: int) -> bytes:
    """A PNG whose head asks for this size, and that ends where its pixels begin."""
    chunk = b"IHDR" + struct.pack(">IIBBBBB", width, height, 8, 6, 0, 0, 0)
    end = struct.pack(">II4s", zlib.crc32(chunk), 100, b"IDAT")
    return b"\x89PNG\r\n\x1a\n" + struct.pack(">I", 13) + chunk + end


def saved(image: QImage, kind: str) -> bytes:
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, kind)  # type: ignore[call-overload]
    return bytes(buffer.data().data())


@pytest.fixture(autouse=True)
def _light(qapp: QApplication) -> None:
    theme.install(qapp, "light")


def loaded(qtbot: QtBot, data: bytes) -> Picture:
    picture = Picture(data)
    qtbot.addWidget(picture)
    picture.load()
    qtbot.waitUntil(lambda: not picture.image().isNull())
    return picture


def test_one_that_asks_for_too_much_memory_is_refused_before_it_is_decoded(qtbot: QtBot) -> None:
    picture = Picture(head(60_000, 60_000))
    qtbot.addWidget(picture)
    with qtbot.waitSignal(picture.failed) as told:
        picture.load()
    assert told.args == ["too large to draw"] and picture.image().isNull()


@pytest.mark.parametrize("size", [(10, 10), (2000, 2000)])
def test_one_that_ends_too_early_says_so(qtbot: QtBot, size: tuple[int, int]) -> None:
    """Small ones are decoded at once, larger ones beside the window."""
    picture = Picture(head(*size))
    qtbot.addWidget(picture)
    with qtbot.waitSignal(picture.failed) as told:
        picture.load()
    assert told.args and told.args[0] and picture.image().isNull()


def test_a_small_one_is_there_at_once_and_a_large_one_does_not_hold_up_the_window(qtbot: QtBot) -> None:
    small, large = Picture(png(1000, 1000)), Picture(png(1001, 1000))
    for picture in (small, large):
        qtbot.addWidget(picture)
        picture.load()
    assert small.image().size() == QSize(1000, 1000) and large.image().isNull()
    qtbot.waitUntil(lambda: large.image().size() == QSize(1001, 1000))


@pytest.mark.parametrize(("wide", "high"), [(5000, 10), (10, 5000), (4096, 10)])
def test_a_very_long_one_is_decoded_to_4096_pixels(qtbot: QtBot, wide: int, high: int) -> None:
    picture = loaded(qtbot, png(wide, high))
    assert max(picture.image().width(), picture.image().height()) == 4096


def test_no_format_but_the_one_its_first_bytes_say_is_drawn(qtbot: QtBot) -> None:
    """An SVG may name files; it is not drawn, whatever it is called."""
    picture = Picture(b"<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'><rect/></svg>")
    qtbot.addWidget(picture)
    with qtbot.waitSignal(picture.failed):
        picture.load()


def test_one_whose_head_tells_no_size_takes_the_size_of_what_was_decoded(qtbot: QtBot) -> None:
    image = QImage(12, 7, QImage.Format.Format_RGB32)
    image.fill(QColor("orange"))
    for kind in ("BMP", "JPG"):
        picture = loaded(qtbot, saved(image, kind))
        assert picture.sizeHint() == QSize(12, 7)


def test_the_height_follows_the_width_down_to_its_own_size_and_never_above(qtbot: QtBot) -> None:
    wide, tall, small = (loaded(qtbot, png(*size)) for size in ((1000, 500), (300, 900), (30, 20)))
    assert wide.hasHeightForWidth() and wide.sizePolicy().hasHeightForWidth()
    assert [wide.heightForWidth(width) for width in (1000, 500, 100)] == [420, 250, 50]
    assert tall.heightForWidth(1000) == 420 and tall.heightForWidth(100) == 300
    assert small.heightForWidth(1000) == 20 and small.heightForWidth(15) == 10
    assert small.heightForWidth(0) >= 1
    assert (wide.sizeHint(), small.sizeHint()) == (QSize(420, 210), QSize(30, 20))
    assert loaded(qtbot, png(30, 20)).heightForWidth(30) == 20
    unknown = Picture(b"")
    qtbot.addWidget(unknown)
    assert unknown.heightForWidth(100) == 24 and unknown.sizeHint() == QSize(24, 24)


def test_it_is_painted_at_its_own_size_over_a_checkerboard(qtbot: QtBot) -> None:
    image = QImage(32, 24, QImage.Format.Format_ARGB32)
    image.fill(Qt.GlobalColor.transparent)
    image.setPixelColor(31, 23, QColor("red"))
    picture = loaded(qtbot, saved(image, "PNG"))
    picture.resize(60, 60)
    picture.show()
    seen = picture.grab().toImage()
    light, dark = theme.color("base"), seen.pixelColor(1, 1)
    assert dark not in (light, seen.pixelColor(50, 50))
    squares = [[seen.pixelColor(x, y) == dark for x in (1, 7, 8, 15, 16)] for y in (1, 7, 8, 15, 16)]
    assert squares[0] == squares[1] == squares[4] == [True, True, False, False, True]
    assert squares[2] == squares[3] == [False, False, True, True, False]
    assert seen.pixelColor(31, 23) == QColor("red")
    around = seen.pixelColor(50, 50)
    assert seen.pixelColor(32, 1) == seen.pixelColor(1, 24) == around
    picture.resize(16, 60)
    assert picture.grab().toImage().pixelColor(1, 13) == around  # 12 high at this width


def test_nothing_is_painted_before_there_is_a_picture(qtbot: QtBot) -> None:
    picture = Picture(png(32, 24))
    qtbot.addWidget(picture)
    picture.resize(40, 40)
    seen = picture.grab().toImage()
    assert {seen.pixelColor(x, x).name() for x in range(40)} == {seen.pixelColor(39, 39).name()}
