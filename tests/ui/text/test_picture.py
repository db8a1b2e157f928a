"""A picture: decoded at once or beside the window, never larger than it is, on squares, or refused."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QBuffer, QIODevice, QSize
from PySide6.QtGui import QColor, QImage
from pytestqt.qtbot import QtBot

from inspector.ui.text import picture
from inspector.ui.text.picture import Picture
from inspector.ui.widgets import theme

pytestmark = pytest.mark.gui
RED = QColor("#ff0000")


def png(width: int, height: int, colour: QColor = RED) -> bytes:
    image = QImage(width, height, QImage.Format.Format_ARGB32)
    image.fill(colour)
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")  # type: ignore[call-overload]
    return bytes(buffer.data().data())


def shown(qtbot: QtBot, data: bytes) -> tuple[Picture, list[str]]:
    made, failures = Picture(data), []
    qtbot.addWidget(made)
    made.failed.connect(failures.append)
    made.load()
    return made, failures


def test_a_small_picture_is_there_at_once_in_its_own_size(qtbot: QtBot) -> None:
    made, failures = shown(qtbot, png(60, 30))
    assert made.image().size() == QSize(60, 30) and failures == []
    assert made.sizeHint() == QSize(60, 30)
    assert made.hasHeightForWidth() and made.heightForWidth(500) == 30
    assert made.heightForWidth(30) == 15 and made.heightForWidth(1) == 1


def test_a_large_picture_is_fitted_into_the_room_of_a_list(qtbot: QtBot) -> None:
    made, _ = shown(qtbot, png(840, 210))
    assert made.sizeHint() == QSize(420, 105) and made.heightForWidth(840) == 210
    tall, _ = shown(qtbot, png(10, 840))
    assert tall.heightForWidth(1000) == 420 and tall.sizeHint() == QSize(5, 420)


def test_it_is_drawn_from_the_corner_on_squares_that_are_seen_through_it(qtbot: QtBot) -> None:
    made, _ = shown(qtbot, png(40, 40))
    made.resize(100, 100)
    seen = made.grab().toImage()
    assert seen.pixelColor(1, 1) == RED and seen.pixelColor(39, 39) == RED
    assert seen.pixelColor(41, 20) != RED and seen.pixelColor(20, 41) != RED
    made.resize(20, 100)
    seen = made.grab().toImage()
    assert seen.pixelColor(19, 19) == RED and seen.pixelColor(10, 21) != RED, "fitted by its width"
    clear, _ = shown(qtbot, png(40, 40, QColor(0, 0, 0, 0)))
    clear.resize(100, 100)
    seen = clear.grab().toImage()
    dark = [seen.pixelColor(4 + 8 * across, 4).name() for across in range(4)]
    below = [seen.pixelColor(4 + 8 * across, 12).name() for across in range(4)]
    assert dark[1] == theme.color("base").name() != dark[0]
    assert dark == [dark[0], dark[1]] * 2 and below == [dark[1], dark[0]] * 2


def test_a_picture_of_many_pixels_is_decoded_beside_the_window(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(picture, "_AT_ONCE", 99)
    made, failures = shown(qtbot, png(10, 10))
    assert made.image().isNull() and made.sizeHint() == QSize(10, 10), "its size is known before"
    qtbot.waitUntil(lambda: not made.image().isNull())
    assert failures == []
    monkeypatch.setattr(picture, "_AT_ONCE", 100)
    made, _ = shown(qtbot, png(10, 10))
    assert not made.image().isNull()


def test_more_pixels_than_anybody_draws_are_refused(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(picture, "_MOST", 99)
    made, failures = shown(qtbot, png(10, 10))
    assert failures == ["too large to draw"] and made.image().isNull()
    monkeypatch.setattr(picture, "_MOST", 100)
    assert shown(qtbot, png(10, 10))[1] == []


def test_a_long_side_is_decoded_smaller_in_proportion(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(picture, "_SIDE", 20)
    assert shown(qtbot, png(40, 10))[0].image().size() == QSize(20, 5)
    assert shown(qtbot, png(10, 40))[0].image().size() == QSize(5, 20)
    assert shown(qtbot, png(20, 10))[0].image().size() == QSize(20, 10)


@pytest.mark.parametrize("data", [b"", b"no picture", b"<svg xmlns='http://www.w3.org/2000/svg'/>"])
def test_what_is_no_picture_says_so(qtbot: QtBot, data: bytes) -> None:
    made, failures = shown(qtbot, data)
    qtbot.waitUntil(lambda: bool(failures))
    assert failures[0] and made.image().isNull()
    assert made.sizeHint() == QSize(24, 24) and made.heightForWidth(100) == 24
    made.resize(30, 30)
    made.grab()
