"""A ring around whatever has the keyboard: most of Fusion's controls show it not at all, or too faintly.

It appears when the focus came by keyboard, or by the program; a click needs none. What draws a strong ring of
its own says so with the property `ownRing`.
"""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QEvent, QObject, QRect, Qt, QTimer, Slot
from PySide6.QtGui import QPainter, QPaintEvent, QPen, QRegion
from PySide6.QtWidgets import (
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QTabBar,
    QWidget,
)
from shiboken6 import isValid

from inspector.ui.widgets import theme

__all__ = ["FocusRing", "install"]

_WIDE: Final = 2  # px
_ROUND: Final = 6  # px, as the style sheet has it
_MOVES: Final = frozenset(
    (QEvent.Type.Move, QEvent.Type.Resize, QEvent.Type.Show, QEvent.Type.Hide, QEvent.Type.ParentChange)
)


class _Ring(QWidget):
    """The line. It lies over its window and lets the mouse through."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self.setObjectName("focus_ring")
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setAttribute(Qt.WidgetAttribute.WA_NoSystemBackground)

    def show_around(self, place: QRect) -> None:
        self.setGeometry(place)
        inner = self.rect().adjusted(_WIDE, _WIDE, -_WIDE, -_WIDE)
        # what is inside need not be painted again; the corners are round
        inside = QRegion(inner.adjusted(_ROUND, 0, -_ROUND, 0)) + QRegion(
            inner.adjusted(0, _ROUND, 0, -_ROUND)
        )
        self.setMask(QRegion(self.rect()) - inside)
        self.raise_()
        self.show()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(theme.color("accent"), _WIDE))
        half = _WIDE // 2
        painter.drawRoundedRect(self.rect().adjusted(half, half, -half, -half), _ROUND, _ROUND)
        painter.end()


class FocusRing(QObject):
    """Follows the focus of the whole program; one for all windows."""

    def __init__(self, app: QApplication) -> None:
        super().__init__(app)
        self._ring: _Ring | None = None
        self._around: list[QWidget] = []  # what has the focus, then what it lies in
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.timeout.connect(self._place)
        app.focusChanged.connect(self.follow)

    @Slot(QWidget, QWidget)
    def follow(self, _old: QWidget | None, new: QWidget | None) -> None:
        """The focus is somewhere else."""
        for one in self._around:
            if isValid(one):
                one.removeEventFilter(self)
        self._around = []
        clicked = QApplication.mouseButtons() != Qt.MouseButton.NoButton
        if new is not None and not clicked and not _has_own(new):
            part: QWidget | None = new
            while part is not None:
                self._around.append(part)
                part.installEventFilter(self)
                part = None if part.isWindow() else part.parentWidget()
        if isinstance(new, QTabBar):
            new.currentChanged.connect(self._moved, Qt.ConnectionType.UniqueConnection)
        self._place()

    @Slot(int)
    def _moved(self, _tab: int) -> None:
        """Another tab is the chosen one, which the ring is around."""
        self._soon.start()

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        if event.type() in _MOVES:
            self._soon.start()
        return False

    def _place(self) -> None:
        widget = self._around[0] if self._around and isValid(self._around[0]) else None
        shown = _shown(widget) if widget is not None else QRect()
        if widget is None or shown.isEmpty():
            if self._ring is not None and isValid(self._ring):
                self._ring.hide()
            return
        window = widget.window()
        if self._ring is None or not isValid(self._ring):
            self._ring = _Ring(window)
        elif self._ring.parentWidget() is not window:
            self._ring.setParent(window)
        self._ring.show_around(shown)


def _has_own(widget: QWidget) -> bool:
    """Whether it shows the focus itself, plainly."""
    return widget.isWindow() or bool(widget.property("ownRing"))


def _shown(widget: QWidget) -> QRect:
    """What of it can be seen, in its window; of tabs the chosen one."""
    if not widget.isVisible():
        return QRect()
    if isinstance(around := widget.parentWidget(), (QComboBox, QAbstractSpinBox)):
        widget = around
    inside = widget.rect()
    if isinstance(widget, QTabBar) and widget.count():
        inside = inside.intersected(widget.tabRect(widget.currentIndex()))
    part = widget
    while not part.isWindow() and (outside := part.parentWidget()) is not None:
        inside = inside.translated(part.pos()).intersected(outside.rect())
        part = outside
    return inside


def install(app: QApplication) -> None:
    """Show where the keyboard is, from now on; once."""
    if app.findChild(FocusRing) is None:
        FocusRing(app)
