"""Docks about the records that are hidden at first: they are neither loaded nor made before."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QWidget

from inspector.ui.late_pane import LatePane

if TYPE_CHECKING:
    from inspector.ui.records_window import RecordsWindow

__all__ = ["AnalysisDocks"]

_SHARE: Final = 0.36  # of the window's height, at least, when one is opened


class AnalysisDocks(QObject):
    """The sequence ladder and the statistics of a window."""

    names: ClassVar = ("ladder", "statistics")

    def __init__(self, window: RecordsWindow) -> None:
        super().__init__(window)
        self._window = window
        bottom = Qt.DockWidgetArea.BottomDockWidgetArea
        for name, title, make in (
            ("ladder", self.tr("Sequence ladder"), self._make_ladder),
            ("statistics", self.tr("Statistics"), self._make_statistics),
        ):
            window.add_dock(name, title, LatePane(make), bottom)
        self.arrange()

    def arrange(self) -> None:
        """The first layout: closed, and tabs of the detail when they are opened."""
        docks = self._window.docks
        for name in self.names:
            self._window.tabifyDockWidget(docks["detail"], docks[name])
            docks[name].hide()

    def show_ladder(self) -> None:
        """Open the ladder in front of its neighbours and give it the focus."""
        self._show("ladder")

    def show_statistics(self) -> None:
        """Open the statistics in front of their neighbours and give them the focus."""
        self._show("statistics")

    def panes(self) -> list[QWidget | None]:
        """What F6 walks."""
        return [self._window.docks[name].widget() for name in self.names]

    def _show(self, name: str) -> None:
        dock = self._window.docks[name]
        dock.show()
        dock.raise_()
        wanted = round(self._window.height() * _SHARE)
        if dock.height() < wanted and not dock.isFloating():
            self._window.resizeDocks([dock], [wanted], Qt.Orientation.Vertical)
        if (pane := dock.widget()) is not None:
            self._window.panes.focus(pane)

    def _make_ladder(self) -> QWidget:
        from inspector.ui.ladder_pane import LadderPane

        window = self._window
        pane = LadderPane(window.journal, window.feed, window.selection, window.timeline)
        pane.asked_detail.connect(window.show_detail)
        pane.told.connect(self._tell)
        return pane

    def _make_statistics(self) -> QWidget:
        from inspector.ui.statistics_pane import StatisticsPane

        window = self._window
        pane = StatisticsPane(window.journal, window.feed, window.selection, window.timeline)
        pane.filter_wanted.connect(window.take_wish)
        return pane

    def _tell(self, text: str, role: str) -> None:
        self._window.show_notice("ladder", text, role)
