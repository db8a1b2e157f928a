"""What a window tells: one of each name, as a box over the content at the lower right, or in a place given.

A box pushes nothing, does not move and never takes the focus; Tab and F6 reach the buttons, Esc closes a box.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QEvent, QObject, QRectF, Qt, QTimer
from PySide6.QtGui import QColor, QEnterEvent, QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QApplication, QBoxLayout, QGraphicsDropShadowEffect, QLayout, QWidget

from inspector.ui.locale.right_to_left import mirrored
from inspector.ui.widgets import theme
from inspector.ui.widgets.controls import Notice, column, row

__all__ = ["Notices", "Toast", "Toasts"]

_READ_MS: Final = 8000  # good news goes then, later while the mouse or the keyboard is on it
_WIDTH: Final = 400  # px
_GAP: Final = 8  # px to the edges
_SHADOW: Final = 12  # px around the boxes


class Toast(Notice):
    """A notice as a box: buttons below its text, the cross beside it."""

    def __init__(self, name: str, role: str = "error", parent: QWidget | None = None) -> None:
        self._head = row(spacing=theme.SPACE)
        super().__init__(name, role, parent)
        shadow = QGraphicsDropShadowEffect(self)
        shadow.setBlurRadius(_SHADOW)
        shadow.setOffset(0, 2)
        shadow.setColor(QColor(0, 0, 0, 70))
        self.setGraphicsEffect(shadow)
        self._leaving = QTimer(self)
        self._leaving.setSingleShot(True)
        self._leaving.setInterval(_READ_MS)
        self._leaving.timeout.connect(self._leave)

    def _lay_out(self, margins: tuple[int, int, int, int]) -> None:
        self._head.addWidget(self._glyph, 0, Qt.AlignmentFlag.AlignTop)
        self._head.addWidget(self._text, 1)
        self._buttons.insertStretch(0, 1)
        self.setLayout(column(self._head, self._buttons, margins=(14, 8, 8, 8), spacing=theme.SPACE))

    def add_close(self, name: str) -> None:
        """A cross that hides it, beside the text."""
        super().add_close(name)
        taken = self._buttons.takeAt(self._buttons.count() - 1)
        cross = taken.widget() if taken is not None else None
        if cross is not None:
            self._head.addWidget(cross, 0, Qt.AlignmentFlag.AlignTop)

    def leave_when_read(self) -> None:
        """It goes by itself after a while."""
        self._leaving.start()

    def _leave(self) -> None:
        focus = QApplication.focusWidget()
        if self.underMouse() or (focus is not None and self.isAncestorOf(focus)):
            self._leaving.start()
        else:
            self.hide()

    def enterEvent(self, event: QEnterEvent) -> None:
        """It is being read: the time begins anew."""
        super().enterEvent(event)
        if self._leaving.isActive():
            self._leaving.start()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.hide()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        painter.setPen(QPen(theme.color("border"), 1))
        painter.setBrush(theme.color("base"))
        painter.drawRoundedRect(box, 6, 6)
        x = self.width() - theme.px(5) if mirrored() else theme.px(5)
        painter.setPen(QPen(theme.color(self._role), theme.px(3), c=Qt.PenCapStyle.RoundCap))
        painter.drawLine(x, theme.px(10), x, self.height() - theme.px(10))
        painter.end()


class Toasts(QWidget):
    """Where they stand in a window. bottom: y in the window above which they are."""

    def __init__(self, window: QWidget, bottom: Callable[[], int]) -> None:
        super().__init__(window)
        self.setObjectName("toasts")
        self.boxes = column(spacing=theme.SPACE, margins=(_SHADOW,) * 4)
        self.boxes.setSizeConstraint(QLayout.SizeConstraint.SetNoConstraint)
        self.setLayout(self.boxes)
        self._bottom = bottom
        window.installEventFilter(self)
        theme.notifier().resized.connect(self.place)
        self.hide()

    def follow(self, pane: QWidget) -> None:
        """A pane that is moved, shown or hidden has another lower edge."""
        pane.installEventFilter(self)

    def place(self) -> None:
        """As high as what is shown, and as wide as there is room."""
        boxes = self.findChildren(Notice, options=Qt.FindChildOption.FindDirectChildrenOnly)
        if all(box.isHidden() for box in boxes):  # never itemAt(): PySide keeps an item that Qt has freed
            self.hide()
            return
        window, gap = self.parentWidget(), theme.px(_GAP)
        assert window is not None
        width = min(theme.px(_WIDTH), window.width() - 2 * gap)
        bottom = self._bottom() - gap
        height = min(self.boxes.totalHeightForWidth(width), bottom)
        x = gap if mirrored() else window.width() - gap - width
        self.setGeometry(x, bottom - height, width, height)
        if not self.isVisible():
            self.show()
            self.raise_()

    def event(self, event: QEvent) -> bool:
        """One came, went or says something else."""
        if event.type() == QEvent.Type.LayoutRequest:
            self.place()
        elif event.type() == QEvent.Type.ChildAdded:  # while it is hidden Qt requests no layout
            QTimer.singleShot(0, self, self.place)
        return super().event(event)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.Resize, QEvent.Type.Move, QEvent.Type.Show, QEvent.Type.Hide):
            self.place()
        return super().eventFilter(watched, event)


class Notices:
    """Shows them and takes them away. place: where those stand that are given no other; boxes: as boxes."""

    def __init__(self, place: QBoxLayout, *, boxes: bool = True) -> None:
        self._place, self._boxes = place, boxes
        self._shown: dict[str, Notice] = {}

    def show(self, name: str, text: str, role: str = "error", place: QBoxLayout | None = None) -> Notice:
        """A box that stays until it is closed, good news until it is read; one of the same name is replaced.

        place: there it is a small strip.
        """
        self.hide(name)
        toast = Toast(name, role) if place is None and self._boxes else None
        notice = self._shown[name] = toast or Notice(name, role, small=place is not None)
        notice.set_text(text)
        (place or self._place).addWidget(notice)
        if toast is not None:
            toast.show()  # it waits for its place
            if role == "ok":
                toast.leave_when_read()
        return notice

    def hide(self, name: str) -> None:
        """Take one away."""
        if (old := self._shown.pop(name, None)) is not None:
            old.hide()
            old.deleteLater()
