"""Docks about the records that are hidden at first: they are neither loaded nor made before."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar, Final

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QDockWidget, QMainWindow, QWidget

from inspector.trace.journal import Journal
from inspector.ui.session.feed import Feed
from inspector.ui.session.filter_requests import FilterRequest
from inspector.ui.session.selection import Selection
from inspector.ui.timeline.pane import TimelinePane
from inspector.ui.widgets.late_pane import LatePane
from inspector.ui.windows.panes import Panes

__all__ = ["AnalysisDocks"]

AddDock = Callable[[str, str, QWidget, Qt.DockWidgetArea], QDockWidget]
_SHARE: Final = 0.36  # of the window's height, at least, when one is opened


class AnalysisDocks(QObject):
    """The sequence ladder and the statistics of a window. `told`: text and role of a message."""

    names: ClassVar = ("ladder", "statistics")
    asked_detail = Signal()
    filter_wanted = Signal(FilterRequest)
    told = Signal(str, str)

    def __init__(
        self,
        journal: Journal,
        feed: Feed,
        selection: Selection,
        timeline: TimelinePane,
        panes: Panes,
        window: QMainWindow,
    ) -> None:
        super().__init__(window)
        self._journal, self._feed, self._selection, self._timeline = journal, feed, selection, timeline
        self._panes = panes
        self._window = window
        self._docks: dict[str, QDockWidget] = {}
        self._detail: QDockWidget

    def add(self, add_dock: AddDock, detail: QDockWidget) -> None:
        """Make the docks, beside that of the detail."""
        self._detail = detail
        bottom = Qt.DockWidgetArea.BottomDockWidgetArea
        for name, title, make in (
            ("ladder", self.tr("Sequence ladder"), self._make_ladder),
            ("statistics", self.tr("Statistics"), self._make_statistics),
        ):
            self._docks[name] = add_dock(name, title, LatePane(make), bottom)
        self.arrange()

    def arrange(self) -> None:
        """The first layout: closed, and tabs of the detail when they are opened."""
        for dock in self._docks.values():
            self._window.tabifyDockWidget(self._detail, dock)
            dock.hide()

    def show_ladder(self) -> None:
        """Open the ladder in front of its neighbours and give it the focus."""
        self._show("ladder")

    def show_statistics(self) -> None:
        """Open the statistics in front of their neighbours and give them the focus."""
        self._show("statistics")

    def panes(self) -> list[QWidget | None]:
        """What F6 walks."""
        return [dock.widget() for dock in self._docks.values()]

    def _show(self, name: str) -> None:
        dock = self._docks[name]
        dock.show()
        dock.raise_()
        wanted = round(self._window.height() * _SHARE)
        if dock.height() < wanted and not dock.isFloating():
            self._window.resizeDocks([dock], [wanted], Qt.Orientation.Vertical)
        if (pane := dock.widget()) is not None:
            self._panes.focus(pane)

    def _make_ladder(self) -> QWidget:
        from inspector.ui.analysis.ladder_pane import LadderPane

        pane = LadderPane(self._journal, self._feed, self._selection, self._timeline)
        pane.asked_detail.connect(self.asked_detail)
        pane.told.connect(self.told)
        return pane

    def _make_statistics(self) -> QWidget:
        from inspector.ui.analysis.statistics_pane import StatisticsPane

        pane = StatisticsPane(self._journal, self._feed, self._selection, self._timeline)
        pane.filter_wanted.connect(self.filter_wanted)
        return pane
