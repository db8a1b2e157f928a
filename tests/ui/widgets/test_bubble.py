"""Words beside a part of a window: where they stand, what their beak points at, how they are left."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtGui import QColor, QKeyEvent, QPalette
from PySide6.QtWidgets import QApplication, QLabel, QPushButton, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from inspector.ui.widgets import theme
from inspector.ui.widgets.bubble import BEAK, Bubble, Ring, place_in

ROOM, SIZE = QSize(1000, 600), QSize(300, 120)
EDGE = 8  # px that stay free around it


class Window(QWidget):
    """Notes which keys and clicks arrive at the window below a bubble."""

    def __init__(self) -> None:
        super().__init__()
        self.keys: list[int] = []
        self.clicks = 0

    def keyPressEvent(self, event: QKeyEvent) -> None:
        self.keys.append(event.key())

    def mousePressEvent(self, event: object) -> None:
        self.clicks += 1


@pytest.fixture
def window(qtbot: QtBot, qapp: QApplication) -> Window:
    theme.install(qapp, "light")
    made = Window()
    qtbot.addWidget(made)
    made.resize(ROOM)
    with qtbot.waitActive(made):
        made.show()
        made.activateWindow()
    return made


@pytest.fixture
def bubble(window: Window) -> Bubble:
    made = Bubble("words", window)
    layout = QVBoxLayout(made)
    text = QLabel("a word " * 60)
    text.setWordWrap(True)
    layout.addWidget(text)
    layout.addWidget(QPushButton("Next"))
    return made


@pytest.mark.parametrize(
    ("target", "side", "corner", "tip"),
    [
        (QRect(100, 200, 50, 20), "right", QPoint(149, 150), QPoint(149, 209)),
        (QRect(800, 200, 50, 20), "left", QPoint(500, 150), QPoint(799, 209)),
        (QRect(60, 100, 880, 20), "below", QPoint(350, 119), QPoint(499, 119)),
        (QRect(60, 400, 880, 190), "above", QPoint(350, 280), QPoint(499, 399)),
    ],
)
def test_it_stands_at_the_side_where_there_is_room_and_points_at_the_middle(
    target: QRect, side: str, corner: QPoint, tip: QPoint
) -> None:
    place, where, point = place_in(ROOM, SIZE, target)
    assert where == side and place.size() == SIZE
    assert (place.topLeft() - corner).manhattanLength() <= 2
    assert (point - tip).manhattanLength() <= 2


def test_beside_is_tried_before_below_and_right_before_left() -> None:
    middle = QRect(450, 290, 20, 20)
    assert place_in(ROOM, SIZE, middle)[1] == "right"
    narrow = QSize(600, 600)
    assert place_in(narrow, SIZE, QRect(320, 290, 20, 20))[1] == "left"
    assert place_in(narrow, SIZE, QRect(290, 290, 20, 20))[1] == "below"
    assert place_in(narrow, SIZE, QRect(290, 520, 20, 20))[1] == "above"


@pytest.mark.parametrize("missing", [0, 1])
def test_a_side_counts_only_when_all_of_it_is_away_from_the_edge(missing: int) -> None:
    """To the pixel: a bubble that would stand in the margin goes elsewhere."""
    fits = missing == 0
    right = ROOM.width() - EDGE - SIZE.width() + missing
    assert (place_in(ROOM, SIZE, QRect(right - 19, 200, 20, 20))[1] == "right") is fits
    left = EDGE + SIZE.width() - missing
    assert (place_in(ROOM, SIZE, QRect(left, 200, ROOM.width(), 20))[1] == "left") is fits
    bottom = ROOM.height() - EDGE - SIZE.height() + missing
    assert (place_in(ROOM, SIZE, QRect(0, 0, ROOM.width(), bottom + 1))[1] == "below") is fits
    top = EDGE + SIZE.height() - missing
    assert (place_in(ROOM, SIZE, QRect(0, top, ROOM.width(), ROOM.height()))[1] == "above") is fits


@pytest.mark.parametrize(
    ("target", "top", "tip"),
    [(QRect(100, 0, 50, 10), EDGE, EDGE + 3 * BEAK), (QRect(100, 590, 50, 10), 471, 590 - 3 * BEAK)],
)
def test_at_a_corner_the_beak_leaves_the_round_corners_alone(target: QRect, top: int, tip: int) -> None:
    place, side, point = place_in(ROOM, SIZE, target)
    assert side == "right" and abs(place.top() - top) <= 1 and abs(point.y() - tip) <= 2


def test_with_no_room_at_any_side_it_stands_over_the_lower_end_and_points_nowhere() -> None:
    place, side, tip = place_in(ROOM, SIZE, QRect(50, 50, 900, 500))
    assert side == "" and tip == QPoint()
    assert place.bottomRight() == QPoint(949 - EDGE, 549 - EDGE)
    whole, side, _ = place_in(ROOM, SIZE, QRect(QPoint(), ROOM))
    assert side == "" and whole.right() <= ROOM.width() - EDGE and whole.bottom() <= ROOM.height() - EDGE
    low, _, _ = place_in(QSize(320, 600), SIZE, QRect(0, 0, 100, 600))
    assert low.left() == EDGE and low.bottom() == 598 - EDGE
    beyond, _, _ = place_in(ROOM, SIZE, QRect(-500, -500, 5000, 5000))
    assert QRect(QPoint(), ROOM).contains(beyond)


def test_without_a_target_it_stands_in_the_middle() -> None:
    place, side, _ = place_in(ROOM, SIZE, None)
    assert side == "" and (place.center() - QPoint(499, 299)).manhattanLength() <= 2


def test_escape_in_it_says_that_it_was_left_and_other_keys_are_for_the_window(
    bubble: Bubble, window: Window, qtbot: QtBot
) -> None:
    bubble.point_at(QRect(10, 10, 40, 20))
    bubble.show()
    button = bubble.findChild(QPushButton)
    assert button is not None
    with qtbot.waitSignal(bubble.left):
        qtbot.keyClick(button, Qt.Key.Key_Escape)
    assert window.keys == []
    with qtbot.assertNotEmitted(bubble.left):
        qtbot.keyClick(bubble, Qt.Key.Key_F5)
    assert window.keys == [Qt.Key.Key_F5]


def test_a_click_on_it_is_no_click_on_what_is_below(bubble: Bubble, window: Window, qtbot: QtBot) -> None:
    bubble.point_at(None)
    bubble.show()
    qtbot.mouseClick(bubble, Qt.MouseButton.LeftButton, pos=QPoint(BEAK + 2, BEAK + 2))
    assert window.clicks == 0


def test_it_is_as_high_as_its_words_and_no_wider_than_the_window(bubble: Bubble, window: Window) -> None:
    assert bubble.isHidden()  # until there is something to point at
    bubble.point_at(None)
    bubble.show()
    text = bubble.findChild(QLabel)
    assert text is not None and text.height() >= text.heightForWidth(text.width())
    assert text.height() < text.heightForWidth(text.width()) + text.fontMetrics().height()
    letters = bubble.fontMetrics().averageCharWidth()
    assert bubble.width() == 52 * letters + 2 * BEAK
    window.resize(200, 600)
    assert bubble.width() == 200 - 2 * EDGE
    window.resize(200, 90)
    assert bubble.height() <= 90


def test_it_follows_the_size_of_the_window_while_it_is_seen(bubble: Bubble, window: Window) -> None:
    bubble.point_at(None)
    bubble.show()
    window.resize(700, 500)
    assert (bubble.geometry().center() - QPoint(349, 249)).manhattanLength() <= 2
    bubble.hide()
    place = bubble.geometry()
    window.resize(900, 600)
    assert bubble.geometry() == place


def test_it_is_placed_anew_when_letters_have_another_size(bubble: Bubble) -> None:
    bubble.point_at(None)
    bubble.show()
    width = bubble.width()
    font = bubble.font()
    font.setPointSizeF(2 * font.pointSizeF())
    bubble.setFont(font)
    theme.notifier().changed.emit()
    assert bubble.width() > 1.5 * width


@pytest.mark.parametrize(
    ("target", "side"),
    [
        (QRect(100, 200, 50, 20), "right"),
        (QRect(800, 200, 50, 20), "left"),
        (QRect(60, 100, 880, 20), "below"),
        (QRect(60, 400, 880, 190), "above"),
    ],
)
def test_the_beak_is_painted_at_the_side_of_the_target(window: Window, target: QRect, side: str) -> None:
    bubble = Bubble("words", window)
    palette = bubble.palette()
    palette.setColor(QPalette.ColorRole.Window, QColor("#d0e0d0"))
    bubble.setPalette(palette)  # what is around it, in the picture
    text = QLabel("short")
    text.setMinimumHeight(90)
    QVBoxLayout(bubble).addWidget(text)
    bubble.point_at(target)
    bubble.setGraphicsEffect(None)  # type: ignore[arg-type]
    picture, whole = bubble.grab().toImage(), bubble.rect()
    middle, beside = bubble.mapFromParent(target.center()), side in ("right", "left")
    middle = QPoint(whole.center().x(), middle.y()) if beside else QPoint(middle.x(), whole.center().y())
    deep, aside = BEAK - 2, BEAK // 2  # as wide as this where it leaves the body
    near = {
        "right": [QPoint(deep, middle.y() + one) for one in (-aside, aside)],
        "left": [QPoint(whole.right() - deep, middle.y() + one) for one in (-aside, aside)],
        "below": [QPoint(middle.x() + one, deep) for one in (-aside, aside)],
        "above": [QPoint(middle.x() + one, whole.bottom() - deep) for one in (-aside, aside)],
    }
    around = palette.window().color()
    seen = {one: [picture.pixelColor(place) != around for place in places] for one, places in near.items()}
    assert seen == {one: [one == side] * 2 for one in near}
    assert picture.pixelColor(whole.center()) == theme.color("base")


def test_a_ring_is_around_its_target_and_lets_the_mouse_through(window: Window, qtbot: QtBot) -> None:
    ring, above = Ring("ring", window), QWidget(window)
    above.setGeometry(0, 0, 300, 300)
    above.show()
    assert ring.isHidden()
    ring.surround(QRect(100, 100, 50, 20))
    assert ring.isVisible() and ring.geometry() == QRect(98, 98, 54, 24)
    assert window.children()[-1] is ring  # nothing covers it
    picture = ring.grab().toImage()
    edges = [QPoint(27, 1), QPoint(27, 22), QPoint(1, 12), QPoint(52, 12)]
    assert all(picture.pixelColor(edge) == theme.color("accent") for edge in edges)
    assert picture.pixelColor(27, 12) != theme.color("accent")
    assert window.childAt(110, 110) is above
    ring.surround(None)
    assert ring.isHidden()
