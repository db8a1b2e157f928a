"""Widgets stand side by side, and go on in the next line when a line is full."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from inspector.ui.widgets.flow import Flow


class _Box(QWidget):
    def __init__(self, wide: int, high: int) -> None:
        super().__init__()
        self.wanted = QSize(wide, high)

    def sizeHint(self) -> QSize:
        return self.wanted


SIZES = ((40, 10), (60, 20), (30, 12))


@pytest.fixture
def around(qtbot: QtBot) -> QWidget:
    """What the lines are laid out in."""
    made = QWidget()
    qtbot.addWidget(made)
    return made


def _flow(around: QWidget, *, even: bool = False) -> tuple[Flow, list[_Box]]:
    flow = Flow(around, gap=5, line_gap=3, even=even)
    boxes = [_Box(*size) for size in SIZES]
    for box in boxes:
        flow.addWidget(box)
    return flow, boxes


def _places(flow: Flow, rect: QRect) -> list[tuple[int, int, int, int]]:
    flow.setGeometry(rect)
    items = (flow.itemAt(place) for place in range(flow.count()))
    rects = [item.geometry() for item in items if item is not None]
    return [(one.x(), one.y(), one.width(), one.height()) for one in rects]


@pytest.mark.parametrize(
    ("width", "places", "height"),
    [
        (140, [(7, 14, 40, 10), (52, 9, 60, 20), (117, 13, 30, 12)], 20),
        (139, [(7, 14, 40, 10), (52, 9, 60, 20), (7, 32, 30, 12)], 35),
        (105, [(7, 14, 40, 10), (52, 9, 60, 20), (7, 32, 30, 12)], 35),
        (104, [(7, 9, 40, 10), (7, 22, 60, 20), (72, 26, 30, 12)], 33),
        (50, [(7, 9, 40, 10), (7, 22, 50, 20), (7, 45, 30, 12)], 48),
        (0, [(7, 9, 1, 10), (7, 22, 1, 20), (7, 45, 1, 12)], 48),
    ],
)
def test_a_line_takes_as_many_as_fit_the_lower_ones_in_its_middle(
    around: QWidget, width: int, places: list[tuple[int, int, int, int]], height: int
) -> None:
    flow, _ = _flow(around)
    assert flow.hasHeightForWidth() and flow.heightForWidth(width) == height
    assert _places(flow, QRect(7, 9, width, 90)) == places


def test_even_ones_stand_in_columns(around: QWidget) -> None:
    flow, _ = _flow(around, even=True)
    assert flow.sizeHint() == QSize(190, 20)
    assert _places(flow, QRect(0, 0, 130, 90)) == [(0, 5, 60, 10), (65, 0, 60, 20), (0, 23, 60, 12)]


def test_it_wants_one_line_and_needs_the_room_of_the_largest(around: QWidget) -> None:
    flow, _ = _flow(around)
    assert flow.sizeHint() == QSize(140, 20) and flow.minimumSize() == QSize(60, 20)
    assert flow.expandingDirections() == Qt.Orientation(0)
    for even in (False, True):
        empty = Flow(QWidget(around), gap=5, even=even)
        assert empty.sizeHint() == empty.minimumSize() == QSize(0, 0) and empty.heightForWidth(100) == 0


def test_what_is_hidden_takes_no_room(around: QWidget) -> None:
    flow, boxes = _flow(around)
    boxes[1].hide()
    assert flow.sizeHint() == QSize(75, 12) and flow.minimumSize() == QSize(40, 12)
    flow.setGeometry(QRect(0, 0, 75, 50))
    assert boxes[2].geometry() == QRect(45, 0, 30, 12)


def test_a_height_is_known_until_something_changes(around: QWidget) -> None:
    flow, boxes = _flow(around)
    assert flow.heightForWidth(200) == 20
    boxes[0].wanted = QSize(40, 33)
    assert flow.heightForWidth(200) == 20
    boxes[0].updateGeometry()  # a widget that changes says so to the layout
    assert flow.heightForWidth(200) == 33


def test_items_are_numbered_and_can_be_taken_out(around: QWidget) -> None:
    flow, boxes = _flow(around)
    assert flow.count() == 3
    assert flow.itemAt(-1) is flow.itemAt(3) is flow.takeAt(-1) is flow.takeAt(3) is None
    first = flow.takeAt(0)
    assert first is not None and first.widget() is boxes[0] and flow.count() == 2
    assert [flow.itemAt(place).widget() for place in (0, 1)] == boxes[1:]  # type: ignore[union-attr]
    assert flow.contentsMargins().isNull()


def test_lines_begin_at_the_right_in_a_window_that_is_read_from_there(
    around: QWidget, qapp: QApplication
) -> None:
    flow, _ = _flow(around)
    qapp.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    try:
        places = _places(flow, QRect(10, 0, 139, 50))
    finally:
        qapp.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
    assert places == [(109, 5, 40, 10), (44, 0, 60, 20), (119, 23, 30, 12)]
