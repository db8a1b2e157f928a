"""What code of ours paints in a widget: each text, fill, line and shape, with its place and colour."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from PySide6.QtCore import QLineF, QPoint, QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPolygonF
from PySide6.QtWidgets import QWidget

__all__ = ["Stroke", "strokes"]

_SIDES: Final = {
    "left": Qt.AlignmentFlag.AlignLeft,
    "right": Qt.AlignmentFlag.AlignRight,
    "center": Qt.AlignmentFlag.AlignHCenter,
}


@dataclass(frozen=True)
class Stroke:
    """how: text | fill | line | shape | dot | way. rect: in the widget; from where to where, of a line."""

    how: str
    rect: QRectF
    colour: str
    text: str = ""
    side: str = ""  # of its rectangle, where a text stands
    points: tuple[tuple[float, float], ...] = ()  # of a line or a shape
    style: Qt.PenStyle = Qt.PenStyle.SolidLine

    @property
    def middle(self) -> QPointF:
        return self.rect.center()


def strokes(widget: QWidget) -> list[Stroke]:
    """All that is painted when a widget is painted now, in that order. Qt's own painting is not seen."""
    found: list[Stroke] = []
    real: dict[str, Callable[..., Any]] = {}

    def spy(name: str, read: Callable[[QPainter, tuple[Any, ...]], Stroke | None]) -> None:
        real[name] = getattr(QPainter, name)

        def painted(painter: QPainter, *what: Any) -> Any:
            if painter.device() is widget and (stroke := read(painter, what)) is not None:
                found.append(stroke)
            return real[name](painter, *what)

        setattr(QPainter, name, painted)

    for name, read in _READERS.items():
        spy(name, read)
    try:
        widget.grab()
    finally:
        for name, was in real.items():
            setattr(QPainter, name, was)
    return found


def _text(painter: QPainter, what: tuple[Any, ...]) -> Stroke:
    text = next(one for one in what if isinstance(one, str))
    rect, side = QRectF(), ""
    if isinstance(what[0], (QRect, QRectF)):
        rect = QRectF(what[0])
        flags = Qt.AlignmentFlag(int(what[1]) & 0xFF)
        side = next((name for name, flag in _SIDES.items() if flags & flag), "left")
    elif isinstance(what[0], (int, float)):
        rect = QRectF(what[0], what[1], 0, 0)
    else:
        rect = QRectF(QPointF(what[0]), QPointF(what[0]))
    return Stroke("text", _placed(painter, rect), painter.pen().color().name(), text, side)


def _fill(painter: QPainter, what: tuple[Any, ...]) -> Stroke:
    rect = QRectF(*what[:4]) if isinstance(what[0], (int, float)) else QRectF(what[0])
    colour = what[-1].color() if isinstance(what[-1], QBrush) else QColor(what[-1])
    return Stroke("fill", _placed(painter, rect), colour.name())


def _line(painter: QPainter, what: tuple[Any, ...]) -> Stroke:
    if isinstance(what[0], QLineF):
        ends = [what[0].p1(), what[0].p2()]
    elif isinstance(what[0], (QPoint, QPointF)):
        ends = [QPointF(what[0]), QPointF(what[1])]
    else:
        ends = [QPointF(what[0], what[1]), QPointF(what[2], what[3])]
    return _shaped(painter, "line", ends, painter.pen().color().name())


def _polygon(painter: QPainter, what: tuple[Any, ...]) -> Stroke:
    points = [QPointF(one) for one in (what[0] if isinstance(what[0], (list, QPolygonF)) else what)]
    return _shaped(painter, "shape", points, painter.brush().color().name())


def _box(painter: QPainter, what: tuple[Any, ...]) -> Stroke:
    return Stroke("shape", _placed(painter, QRectF(what[0])), painter.brush().color().name())


def _dot(painter: QPainter, what: tuple[Any, ...]) -> Stroke:
    """An ellipse, given by its middle."""
    middle, across, down = what
    rect = QRectF(middle.x() - across, middle.y() - down, 2 * across, 2 * down)
    ring = painter.pen().style()
    return Stroke("dot", _placed(painter, rect), painter.brush().color().name(), style=ring)


def _way(painter: QPainter, what: tuple[Any, ...]) -> Stroke:
    points = [QPointF(one) for one in what[0]]
    return _shaped(painter, "way", points or [QPointF()], painter.pen().color().name())


def _shaped(painter: QPainter, how: str, points: list[QPointF], colour: str) -> Stroke:
    mapped = [painter.worldTransform().map(one) for one in points]
    across, down = [one.x() for one in mapped], [one.y() for one in mapped]
    rect = QRectF(QPointF(min(across), min(down)), QPointF(max(across), max(down)))
    ends = tuple((one.x(), one.y()) for one in mapped)
    return Stroke(how, rect, colour, points=ends, style=painter.pen().style())


def _placed(painter: QPainter, rect: QRectF) -> QRectF:
    return painter.worldTransform().mapRect(rect)


_READERS: Final[dict[str, Callable[[QPainter, tuple[Any, ...]], Stroke | None]]] = {
    "drawText": _text,
    "fillRect": _fill,
    "drawLine": _line,
    "drawPolygon": _polygon,
    "drawRoundedRect": _box,
    "drawEllipse": _dot,
    "drawPolyline": _way,
}
