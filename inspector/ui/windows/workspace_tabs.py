"""The row of tabs of a server: the first ones, the rest in a menu behind them, and badges at the end.

What is chosen in the menu is a tab as long as it is in front.
"""

from __future__ import annotations

from functools import partial
from typing import Final

from PySide6.QtCore import QRectF, QSize, Signal
from PySide6.QtGui import QAction, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QTabBar, QTabWidget, QWidget

from inspector.ui.locale.right_to_left import mirrored
from inspector.ui.widgets import theme
from inspector.ui.widgets.chip import paint_chip
from inspector.ui.widgets.controls import MenuButton, ToolButton, row
from inspector.ui.widgets.plain import tooltip

__all__ = ["WorkspaceTabs"]

_FIRST: Final = 4  # tabs in sight where there is room; a menu with one entry would only be in the way


class _Bar(QTabBar):
    laid_out = Signal()

    def width_of(self, place: int) -> int:
        """px of a tab, in sight or not."""
        return self.tabSizeHint(place).width()

    def tabLayoutChange(self) -> None:
        super().tabLayoutChange()
        self.laid_out.emit()


class _Badge(ToolButton):
    """Says how many of something wait, and leads there."""

    def __init__(self, key: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName(f"badge_{key}")
        self._role = "muted"
        self.hide()

    def say(self, text: str, role: str) -> None:
        """Show a count in the colour of a role; nothing for an empty text."""
        if (text, role) != (self.text(), self._role):
            self._role = role
            self.setText(text)
            self.setAccessibleName(text)
            self.updateGeometry()
            self.update()
        self.setVisible(bool(text))

    def sizeHint(self) -> QSize:
        metrics = self.fontMetrics()
        width = metrics.horizontalAdvance(self.text()) + theme.px(16)
        return QSize(width, metrics.height() + theme.px(4))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        strength = 0.28 if self.underMouse() or self.hasFocus() else 0.14
        ground = theme.tint(self._role, strength)
        paint_chip(painter, QRectF(self.rect()), self.text(), theme.color(self._role), ground)
        painter.end()


class WorkspaceTabs(QTabWidget):
    """`badge_clicked(key)`: the user wants to see what a badge counts."""

    badge_clicked = Signal(str)

    def __init__(self, badges: tuple[tuple[str, str], ...]) -> None:
        """badges: key and hint of each."""
        super().__init__()
        self.setObjectName("workspace_tabs")
        self._bar = _Bar()
        self._bar.setObjectName("workspace_tab_bar")
        self.setTabBar(self._bar)
        self.setDocumentMode(True)
        self._bar.setExpanding(False)
        self.setUsesScrollButtons(True)
        self.more = MenuButton("workspace_more", self.tr("More"), self.tr("More tabs"), parent=self)
        self.more.pressed.connect(self._fill)
        self.more.hide()
        self._badges = {key: _Badge(key, self) for key, _hint in badges}
        for key, hint in badges:
            self._badges[key].setToolTip(tooltip(hint))
            self._badges[key].clicked.connect(partial(self._badge_clicked, key))
        corner = QWidget()
        corner.setLayout(row(*self._badges.values(), margins=(8, 0, 8, 6), spacing=8))
        self.setCornerWidget(corner)
        self._arranging = False
        self._bar.laid_out.connect(self._place_more)
        self.currentChanged.connect(self.arrange)
        theme.notifier().resized.connect(self.arrange)

    def show_badge(self, key: str, text: str, role: str) -> None:
        """What the badge says; "" hides it."""
        self._badges[key].say(text, role)

    def setCurrentIndex(self, index: int) -> None:
        """Bring a tab to the front; Qt would not turn to one that is in the menu."""
        if index >= 0:
            self.setTabVisible(index, True)
        super().setCurrentIndex(index)

    def arrange(self, *_change: object) -> None:
        """Show the first tabs and the one in front, as far as there is room; the rest is in the menu."""
        count, current = self.count(), self.currentIndex()
        if self._arranging or not count:
            return
        widths = [self._bar.width_of(place) for place in range(count)]
        more = self.more.sizeHint().width() + theme.px(8)
        seen = set(range(_FIRST if count > _FIRST + 1 else count)) | {current}
        while len(seen) > 1 and sum(widths[place] for place in seen) + more > self._room():
            seen.remove(max(seen - {current}))
        self._arranging = True
        for place in sorted(range(count), key=lambda place: place not in seen):  # never none at all
            self.setTabVisible(place, place in seen)
        self._arranging = False
        self.more.setVisible(len(seen) < count)
        self._place_more()

    def _room(self) -> int:
        corner = self.cornerWidget()
        return self.width() - (corner.sizeHint().width() if corner is not None else 0)

    def _place_more(self) -> None:
        seen = [self._bar.tabRect(place) for place in range(self.count()) if self.isTabVisible(place)]
        if not seen or self._arranging:
            return
        self.more.adjustSize()
        end = min(one.left() for one in seen) if mirrored() else max(one.right() for one in seen)
        x = self._bar.x() + end + (-theme.px(4) - self.more.width() if mirrored() else theme.px(4))
        self.more.move(x, self._bar.y() + (self._bar.height() - self.more.height()) // 2)
        self.more.raise_()

    def _fill(self) -> None:
        self.more.choices.clear()
        for place in range(self.count()):
            if not self.isTabVisible(place):
                action = QAction(self.tabText(place), self.more.choices)
                action.setObjectName(f"more_{place}")
                action.setToolTip(self.tabToolTip(place))
                action.setData(place)
                action.triggered.connect(self._chosen)
                self.more.choices.addAction(action)

    def _chosen(self) -> None:
        action = self.sender()
        if isinstance(action, QAction):
            self.setCurrentIndex(int(action.data()))
            self.tabBarClicked.emit(self.currentIndex())
            self._bar.setFocus()

    def _badge_clicked(self, key: str) -> None:
        self.badge_clicked.emit(key)

    def tabInserted(self, index: int) -> None:
        super().tabInserted(index)
        self.arrange()

    def tabRemoved(self, index: int) -> None:
        super().tabRemoved(index)
        self.arrange()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.arrange()
