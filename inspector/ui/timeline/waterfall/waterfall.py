"""The waterfall of the timeline: which stretch of time it shows, and what moves it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QMenu, QWidget

from inspector.trace.journal import Journal
from inspector.ui.timeline.view.cells import Cells
from inspector.ui.timeline.view.model import TimelineModel
from inspector.ui.timeline.waterfall.paint import bar_of
from inspector.ui.timeline.waterfall.parts import BarParts
from inspector.ui.widgets.time_axis import Axis, ticks

__all__ = ["AXES", "PAD", "Waterfall"]

AXES: Final = {"visible": 0, "all": -1, "10": 10, "60": 60}  # what the waterfall shows; > 0: last seconds
PAD: Final = 6  # px left and right of the bars in their column
_ZOOM: Final = 0.7  # a key or a notch of the wheel shows so much of what was shown
_TICK_PX: Final = 60  # between two ticks, at least
_LONGEST_NS: Final = 400 * 86_400 * 10**9


class Waterfall(QObject):
    """Chooses the time axis: by a mode, or as the user zoomed and moved it, until `reset`."""

    changed = Signal()
    menu_made = Signal(QMenu)  # others add what is theirs

    def __init__(self, model: TimelineModel, parent: QWidget) -> None:
        super().__init__(parent)
        self._model = model
        self._mode = "visible"
        self._own: Axis | None = None
        self._live = True
        self.parts: BarParts | None = None
        self.shown = Axis(0, 1)  # as it was painted last
        self._actions = [
            self._action("waterfall_zoom_in", self.tr("Zoom in"), "Ctrl+Alt+=", self.zoom_in),
            self._action("waterfall_zoom_out", self.tr("Zoom out"), "Ctrl+Alt+-", self.zoom_out),
            self._action("waterfall_earlier", self.tr("Earlier"), "Ctrl+Left", self.earlier),
            self._action("waterfall_later", self.tr("Later"), "Ctrl+Right", self.later),
            self._action("waterfall_fit", self.tr("Fit"), "Ctrl+Alt+0", self.reset),
        ]
        parent.addActions(self._actions)

    def set_journal(self, journal: Journal) -> None:
        """Where what is inside the bars comes from."""
        self._live = not journal.read_only
        self.parts = BarParts(journal, self)
        self.parts.changed.connect(self.changed)

    # -- which stretch -----------------------------------------------------------------------------

    @property
    def mode(self) -> str:
        """One of AXES."""
        return self._mode

    @property
    def zoomed(self) -> bool:
        """Whether the user chose the stretch by hand."""
        return self._own is not None

    def set_mode(self, mode: str) -> None:
        """What the waterfall shows: "visible" rows, "all", or the last seconds."""
        self._mode = mode if mode in AXES else "visible"
        self.reset()

    def axis(self, cells: list[Cells], now: int) -> Axis:
        """The stretch of time for these rows on screen."""
        self.shown = self._own or self._axis_of(cells, now)
        return self.shown

    def _axis_of(self, cells: list[Cells], now: int) -> Axis:
        seconds = AXES[self._mode]
        if seconds:
            newest = self._model.cells_at(self._model.newest_row())
            end = bar_of(newest.row, now)[3] if newest is not None else now
            if seconds < 0:
                pending = any(one.pending for one in cells)
                return Axis(self._model.origin_ns, now if pending else end)
            end = now if self._live else end  # an opened file has no now
            return Axis(end - seconds * 10**9, end)
        bars = [bar_of(one.row, now) for one in cells]
        if not bars:
            return Axis(0, 1)
        start, end = min(bar[0] for bar in bars), max(bar[3] for bar in bars)
        return Axis(start, end + (end - start) // 50)

    def ticks(self, width: float) -> list[tuple[float, str]]:
        """Places in px of round moments, each with its words; nothing while nothing is shown."""
        if self.shown.end_ns <= 1:
            return []
        found = ticks(self.shown, self._model.origin_ns, int(width / _TICK_PX))
        return [(self.shown.place(at_ns, width), text) for at_ns, text in found]

    # -- moving it ---------------------------------------------------------------------------------

    def zoom(self, notches: float, at: float = 0.5) -> None:
        """Show less (notches above 0) or more; what stands at a share of the width stays there."""
        axis = self.shown
        if axis.end_ns > 1:
            zoomed = axis.zoomed(_ZOOM**notches, axis.start_ns + round(axis.length_ns * at))
            if zoomed.length_ns < _LONGEST_NS:
                self._set(zoomed)

    def move(self, share: float) -> None:
        """Show later (share above 0) or earlier, by this share of the width."""
        if self.shown.end_ns > 1:
            self._set(self.shown.moved(round(self.shown.length_ns * share)))

    def zoom_in(self) -> None:
        """One step around the middle."""
        self.zoom(1)

    def zoom_out(self) -> None:
        """One step around the middle."""
        self.zoom(-1)

    def earlier(self) -> None:
        """A quarter of the width."""
        self.move(-0.25)

    def later(self) -> None:
        """A quarter of the width."""
        self.move(0.25)

    def reset(self) -> None:
        """Follow the mode again."""
        self._own = None
        self.changed.emit()

    def _set(self, axis: Axis) -> None:
        # `shown` too: several notches may come before the next painting.
        self._own = self.shown = axis
        self.changed.emit()

    # -- menu --------------------------------------------------------------------------------------

    def _action(self, name: str, text: str, keys: str, then: Callable[[], None]) -> QAction:
        action = QAction(text, self)
        action.setObjectName(name)
        action.setShortcut(QKeySequence(keys))
        action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        action.triggered.connect(then)
        return action

    def add_actions(self, menu: QMenu) -> None:
        """The choices of `mode`, and what zooms, for the menu of the header."""
        group = QActionGroup(menu)
        for mode, text in (
            ("visible", self.tr("Rows on screen")),
            ("all", self.tr("Whole session")),
            ("10", self.tr("Last 10 s")),
            ("60", self.tr("Last 60 s")),
        ):
            action = QAction(text, group)
            action.setCheckable(True)
            action.setChecked(mode == self._mode and not self.zoomed)
            action.setData(mode)
            action.triggered.connect(self._choose)
            menu.addAction(action)
        menu.addSeparator()
        menu.addActions(self._actions)
        self.menu_made.emit(menu)

    def _choose(self, _checked: bool) -> None:
        action = self.sender()
        if isinstance(action, QAction):
            self.set_mode(str(action.data()))
