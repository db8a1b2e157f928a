"""The rows of the timeline with the overview of the session above them and the map of all rows beside."""

from __future__ import annotations

from PySide6.QtCore import QSize, Signal
from PySide6.QtGui import QAction, QPalette, QResizeEvent
from PySide6.QtWidgets import QMenu, QWidget

from inspector.trace.journal import Journal
from inspector.ui.session.feed import Feed
from inspector.ui.timeline.overview.minimap import Minimap
from inspector.ui.timeline.overview.overview import OverviewStrip
from inspector.ui.timeline.overview.range_chip import RangeChip
from inspector.ui.timeline.overview.updater import OverviewUpdater
from inspector.ui.timeline.view.model import TimelineModel
from inspector.ui.timeline.view.view import TimelineView
from inspector.ui.widgets import theme
from inspector.ui.widgets.time_axis import Axis

__all__ = ["TimelineStage"]

_ROWS = 3  # with fewer left for the table the overview steps aside


class TimelineStage(QWidget):
    """Lays out view, strip and minimap, and keeps them in step. `chip` is for the bar."""

    range_chosen = Signal(object)  # an Axis in ns since the epoch, or None: all of the session
    overview_changed = Signal()  # it was shown or hidden

    def __init__(self, journal: Journal, feed: Feed, model: TimelineModel, view: TimelineView) -> None:
        super().__init__()
        self._view = view
        self._wanted = self._allowed = True
        self.surveyor = OverviewUpdater(journal, feed, self)
        self.overview = OverviewStrip(self)
        view.setParent(self)
        self.minimap = Minimap(journal, view, model, self.surveyor, self)
        self.chip = RangeChip()
        view.waterfall.set_journal(journal)
        view.gutter.set_journal(journal)
        self.setFocusProxy(view)
        self.setAutoFillBackground(True)  # the part of a row that has no room below is as the rows are
        self.setBackgroundRole(QPalette.ColorRole.Base)
        view.horizontalScrollBar().rangeChanged.connect(self._arrange)
        view.header.geometriesChanged.connect(self._arrange)
        theme.notifier().changed.connect(self._arrange)
        self.surveyor.changed.connect(self._surveyed)
        self.overview.chosen.connect(self.choose_range)
        self.chip.clicked.connect(self._choose_all)
        self.minimap.moved.connect(view.navigated)
        view.painted.connect(self._show_span)
        view.waterfall.menu_made.connect(self._add_action)
        for changed in (model.rowsInserted, model.rowsRemoved, model.dataChanged):
            changed.connect(self.minimap.refresh)
        model.modelReset.connect(self.minimap.renew)
        model.colours.changed.connect(self.minimap.refresh)

    @property
    def range(self) -> Axis | None:
        """The stretch of time that was chosen."""
        return self.overview.range

    def choose_range(self, chosen: Axis | None) -> None:
        """Show only a stretch of time, or with None all of it."""
        self.overview.set_range(chosen)
        self.chip.show_range(chosen, self.overview.axis.start_ns)
        self.range_chosen.emit(chosen)

    @property
    def overview_wanted(self) -> bool:
        """Whether the strip is to be seen where there is room."""
        return self._wanted

    def want_overview(self, wanted: bool) -> None:
        """Show the strip, or hide it."""
        self._wanted = wanted
        self._arrange()
        self.overview_changed.emit()

    def allow_overview(self, allowed: bool) -> None:
        """Whether there is room for the strip at all where the rows stand now."""
        if self._allowed != allowed:
            self._allowed = allowed
            self._arrange()

    def toggle_overview(self) -> None:
        """Show the strip when it is hidden, and the other way round."""
        self.want_overview(not self._wanted)

    # -- inside ------------------------------------------------------------------------------------

    def _choose_all(self) -> None:
        self.choose_range(None)

    def _surveyed(self) -> None:
        self.overview.set_histogram(self.surveyor.histogram)

    def _show_span(self, span: Axis) -> None:
        self.overview.set_span(span)

    def _add_action(self, menu: QMenu) -> None:
        menu.addSeparator()
        action = QAction(self.tr("Overview of the timeline"), menu)
        action.setObjectName("show_overview")
        action.setCheckable(True)
        action.setChecked(self._wanted)
        action.triggered.connect(self.want_overview)
        menu.addAction(action)

    def minimumSizeHint(self) -> QSize:
        # The strip takes no part in it: a low window has none.
        return QSize(200, self._view.minimumHeight())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    def _arrange(self, *_changes: object) -> None:
        strip, beside = self.overview.sizeHint().height(), self.minimap.sizeHint().width()
        rows = theme.row_height() * (_ROWS + 1)
        shown = self._wanted and self._allowed and self.height() - strip >= rows
        self.overview.setVisible(shown)
        top = strip if shown else 0
        self.overview.setGeometry(0, 0, self.width(), strip)
        rows = self._view.whole_height(self.height() - top)  # the last one at the end of the view, too
        self._view.setGeometry(0, top, self.width() - beside, rows)
        self.minimap.setGeometry(self.width() - beside, top, beside, rows)
