"""A few words beside a part of a window, with a beak that points at it. In the window, and never modal."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QPainterPath, QPaintEvent, QPen
from PySide6.QtWidgets import QFrame, QGraphicsDropShadowEffect, QWidget

from inspector.ui.widgets import theme

__all__ = ["Bubble", "Ring", "place_in"]

BEAK: Final = 9  # px, how far the beak stands out
_EDGE: Final = 8  # px kept free at the edges of the window
_ROUND: Final = 6
_LETTERS: Final = 52  # of a line

_SIDES: Final = ("right", "left", "below", "above")


class Bubble(QFrame):
    """`left`: Esc was pressed in it."""

    left = Signal()

    def __init__(self, name: str, window: QWidget) -> None:
        super().__init__(window)
        self.setObjectName(name)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._target: QRect | None = None
        self._side = ""
        self._tip = QPoint()
        shadow = QGraphicsDropShadowEffect(self)
        shadow.setBlurRadius(20)
        shadow.setOffset(0, 3)
        shadow.setColor(QColor(0, 0, 0, 80))
        self.setGraphicsEffect(shadow)
        self.setContentsMargins(BEAK, BEAK, BEAK, BEAK)
        window.installEventFilter(self)
        theme.notifier().changed.connect(self._look)
        self.hide()

    def point_at(self, target: QRect | None) -> None:
        """Stand beside a rectangle of the window and point at it; None: in the middle, pointing nowhere."""
        self._target = target
        room = self.window().size()
        width = min(self.fontMetrics().averageCharWidth() * _LETTERS + 2 * BEAK, room.width() - 2 * _EDGE)
        self.setFixedWidth(width)
        layout = self.layout()
        inside = layout.heightForWidth(width - 2 * BEAK) if layout is not None else -1
        height = inside + 2 * BEAK if inside > 0 else self.sizeHint().height()
        place, self._side, self._tip = place_in(room, QSize(width, min(height, room.height())), target)
        self.setGeometry(place)
        self.update()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Follow the size of the window."""
        if event.type() == QEvent.Type.Resize and self.isVisible():
            self.point_at(self._target)
        return super().eventFilter(watched, event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        event.accept()  # nothing below is clicked through it

    def _look(self) -> None:
        if self.isVisible():
            self.point_at(self._target)  # the zoom may be another

    def paintEvent(self, event: QPaintEvent) -> None:
        body = QPainterPath()
        body.addRoundedRect(QRectF(self.rect().adjusted(BEAK, BEAK, -BEAK, -BEAK)), _ROUND, _ROUND)
        if self._side:
            body = body.united(_beak(QRectF(self.rect()), QPointF(self._tip - self.pos()), self._side))
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(theme.color("accent"), 1))
        painter.setBrush(theme.color("base"))
        painter.drawPath(body)
        painter.end()


def place_in(room: QSize, size: QSize, target: QRect | None) -> tuple[QRect, str, QPoint]:
    """Where a bubble of this size stands in a window, on which side of its target, and the tip of its beak.

    Beside the target where there is room, else over its lower end.
    """
    inner = QRect(QPoint(), room).adjusted(_EDGE, _EDGE, -_EDGE, -_EDGE)
    if target is None:
        alone = QRect(QPoint(), size)
        alone.moveCenter(inner.center())
        return alone, "", QPoint()
    middle = target.center()
    for side in _SIDES:
        rect = QRect(QPoint(), size)
        if side in ("right", "left"):
            rect.moveCenter(QPoint(0, middle.y()))
            rect.moveLeft(target.right() if side == "right" else target.left() - size.width())
            fits = inner.left() <= rect.left() and rect.right() <= inner.right()
            rect.moveTop(max(inner.top(), min(rect.top(), inner.bottom() - size.height())))
            tip = QPoint(rect.left() if side == "right" else rect.right(), _held(middle.y(), rect, down=True))
        else:
            rect.moveCenter(QPoint(middle.x(), 0))
            rect.moveTop(target.bottom() if side == "below" else target.top() - size.height())
            fits = inner.top() <= rect.top() and rect.bottom() <= inner.bottom()
            rect.moveLeft(max(inner.left(), min(rect.left(), inner.right() - size.width())))
            tip = QPoint(_held(middle.x(), rect), rect.top() if side == "below" else rect.bottom())
        if fits:
            return rect, side, tip
    rect = QRect(QPoint(), size)
    rect.moveBottomRight(target.bottomRight() - QPoint(_EDGE, _EDGE))
    rect.moveLeft(max(inner.left(), min(rect.left(), inner.right() - size.width())))
    rect.moveTop(max(inner.top(), min(rect.top(), inner.bottom() - size.height())))
    return rect, "", QPoint()


def _held(at: int, rect: QRect, *, down: bool = False) -> int:
    """The beak leaves the round corners alone."""
    low, high = (rect.top(), rect.bottom()) if down else (rect.left(), rect.right())
    return max(low + 3 * BEAK, min(at, high - 3 * BEAK))


def _beak(rect: QRectF, tip: QPointF, side: str) -> QPainterPath:
    path = QPainterPath(tip)
    if side in ("right", "left"):
        foot = rect.left() + BEAK + 1 if side == "right" else rect.right() - BEAK - 1
        path.lineTo(foot, tip.y() - BEAK)
        path.lineTo(foot, tip.y() + BEAK)
    else:
        foot = rect.top() + BEAK + 1 if side == "below" else rect.bottom() - BEAK - 1
        path.lineTo(tip.x() - BEAK, foot)
        path.lineTo(tip.x() + BEAK, foot)
    path.closeSubpath()
    return path


class Ring(QWidget):
    """A line around what is meant. The mouse does not notice it."""

    def __init__(self, name: str, window: QWidget) -> None:
        super().__init__(window)
        self.setObjectName(name)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.hide()

    def surround(self, target: QRect | None) -> None:
        """Around this rectangle of the window; None: around nothing."""
        self.setVisible(target is not None)
        if target is not None:
            self.setGeometry(target.adjusted(-2, -2, 2, 2))
            self.raise_()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(theme.color("accent"), 2))
        painter.drawRoundedRect(self.rect().adjusted(1, 1, -1, -1), 4, 4)
        painter.end()
