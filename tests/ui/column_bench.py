"""A timeline with its header under the hands, for the tests of its columns."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QEvent, QPoint, Qt
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMenu

from inspector.trace.journal import Journal
from inspector.ui.timeline.view.model import TimelineModel
from tests.ui.timeline_bench import TimelineBench

__all__ = ["ColumnBench"]


class ColumnBench(TimelineBench):
    """Wide enough for all columns. `close` at the end."""

    size = (1400, 500)

    def __init__(self, journal: Journal) -> None:
        super().__init__(journal)
        self.view, self.header = self.pane.view, self.pane.view.header
        model = self.view.model()
        assert isinstance(model, TimelineModel)
        self.model = model

    def order(self) -> list[str]:
        return [column.key for column in self.pane.columns()]

    def texts(self, index: int) -> list[str]:
        """What a column says on screen, after it was painted."""
        self.view.viewport().grab()
        return [str(self.model.index(row, index).data()) for row in range(self.model.rowCount())]

    def menu(self, index: int) -> QMenu:
        """The menu of the header, opened with the right mouse button on a column."""
        place = QPoint(self.header.sectionViewportPosition(index) + 10, 8)
        self.header.customContextMenuRequested.emit(place)
        found = self.view.findChild(QMenu, "timeline_columns")
        assert found is not None
        return found

    def choose(self, index: int, name: str) -> None:
        menu = self.menu(index)
        action = menu.findChild(QAction, name)
        assert action is not None and action.isEnabled()
        action.trigger()
        self.shut(menu)

    @staticmethod
    def shut(menu: QMenu) -> None:
        """Close a menu; the next one is made anew."""
        menu.close()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)

    def drag(self, start: int, end: int) -> None:
        """With the mouse, from one place in the header to another."""
        viewport, y = self.header.viewport(), 8
        QTest.mousePress(viewport, Qt.MouseButton.LeftButton, pos=QPoint(start, y))
        for x in (start + (end - start) // 3, start + 2 * (end - start) // 3, end):
            QTest.mouseMove(viewport, QPoint(x, y))
        QTest.mouseRelease(viewport, Qt.MouseButton.LeftButton, pos=QPoint(end, y))
