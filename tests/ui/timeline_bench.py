"""A timeline on the screen with what it hangs on, for the tests of its parts."""

from __future__ import annotations

from typing import ClassVar

from PySide6.QtCore import QCoreApplication, QEvent, QPoint, Qt
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtTest import QTest

from inspector.trace.journal import Journal
from inspector.ui.session.feed import Feed
from inspector.ui.session.selection import Selection
from inspector.ui.timeline.pane import TimelinePane
from inspector.ui.timeline.view.view import TimelineView

__all__ = ["TimelineBench", "ask_menu"]


def ask_menu(view: TimelineView, place: QPoint) -> None:
    """The right mouse button at a place of the rows."""
    viewport = view.viewport()
    event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, place, viewport.mapToGlobal(place))
    QCoreApplication.sendEvent(viewport, event)


class TimelineBench:
    """Who needs more derives from it. `close` at the end."""

    size: ClassVar[tuple[int, int]] = (1200, 300)

    def __init__(self, journal: Journal) -> None:
        self.feed, self.selection = Feed(journal), Selection()
        self.pane = TimelinePane(journal, self.feed, self.selection)
        self.pane.resize(*self.size)
        self.pane.show()

    def shown(self) -> list[int]:
        """Record numbers of the rows."""
        return list(self.pane.view.model().numbers)  # type: ignore[attr-defined]

    def settled(self) -> bool:
        """Whether nothing is under way in the feed."""
        return not self.feed.running

    def key(self, key: Qt.Key, modifier: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
        """Press a key in the rows."""
        QTest.keyClick(self.pane.view, key, modifier)

    def close(self) -> None:
        """Nothing is left of it."""
        self.pane.close()
        self.pane.deleteLater()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
