"""A layout that goes on in the next line when a line is full, as words do."""

from __future__ import annotations

from PySide6.QtCore import QMargins, QRect, QSize, Qt
from PySide6.QtWidgets import QLayout, QLayoutItem, QWidget

from inspector.ui.locale.right_to_left import placed

__all__ = ["Flow"]


class Flow(QLayout):
    """Widgets side by side, as many as fit. even: all of one width, so that they stand in columns."""

    def __init__(self, parent: QWidget, *, gap: int, line_gap: int = 2, even: bool = False) -> None:
        super().__init__(parent)
        self._items: list[QLayoutItem] = []
        self._gap, self._line_gap, self._even = gap, line_gap, even
        self._heights: dict[int, int] = {}
        """By width; layouts around this one ask for the same ones many times."""
        self.setContentsMargins(QMargins())

    def addItem(self, item: QLayoutItem) -> None:
        self._items.append(item)

    def count(self) -> int:
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    def expandingDirections(self) -> Qt.Orientation:
        return Qt.Orientation(0)

    def hasHeightForWidth(self) -> bool:
        return True

    def invalidate(self) -> None:
        self._heights.clear()
        super().invalidate()

    def heightForWidth(self, width: int) -> int:
        height = self._heights.get(width)
        if height is None:
            height = self._heights[width] = self._arrange(QRect(0, 0, width, 0), move=False)
        return height

    def setGeometry(self, rect: QRect) -> None:
        super().setGeometry(rect)
        self._arrange(rect, move=True)

    def sizeHint(self) -> QSize:
        sizes = self._sizes()
        width = sum(size.width() for size in sizes) + self._gap * max(0, len(sizes) - 1)
        return QSize(width, max((size.height() for size in sizes), default=0))

    def minimumSize(self) -> QSize:
        """The widest widget: the rest goes below."""
        sizes = self._sizes()
        return QSize(
            max((size.width() for size in sizes), default=0),
            max((size.height() for size in sizes), default=0),
        )

    def _sizes(self) -> list[QSize]:
        sizes = [item.sizeHint() for item in self._items if not item.isEmpty()]
        if not self._even or not sizes:
            return sizes
        widest = max(size.width() for size in sizes)
        return [QSize(widest, size.height()) for size in sizes]

    def _arrange(self, rect: QRect, move: bool) -> int:
        """Place the widgets; the height they need."""
        x, y = rect.x(), rect.y()
        line: list[tuple[QLayoutItem, QRect]] = []
        shown = (item for item in self._items if not item.isEmpty())
        for item, size in zip(shown, self._sizes(), strict=True):
            if line and x + size.width() > rect.x() + rect.width():
                y += self._end(line, rect, move) + self._line_gap
                x, line = rect.x(), []
            line.append((item, QRect(x, y, min(size.width(), max(1, rect.width())), size.height())))
            x += size.width() + self._gap
        return y + self._end(line, rect, move) - rect.y()

    def _end(self, line: list[tuple[QLayoutItem, QRect]], rect: QRect, move: bool) -> int:
        """Place what is in one line, the lower ones in its middle; its height."""
        height = max((place.height() for _item, place in line), default=0)
        for item, place in line if move else ():
            item.setGeometry(placed(place.translated(0, (height - place.height()) // 2), rect))
        return height
