"""The bar above the timeline: what is shown (filter, mode), whether it follows, and how much there is."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QCheckBox, QLabel, QWidget

from inspector.ui.timeline.filter.shelf import FilterShelf
from inspector.ui.widgets import theme
from inspector.ui.widgets.controls import Switch, column, muted, row, tool_button

__all__ = ["TimelineBar"]

_PATIENCE_MS: Final = 300  # a search shorter than this needs no button


class TimelineBar(QWidget):
    """Controls and nothing more: the pane connects them."""

    stopped = Signal()  # the button to stop a search, or to go on with it

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("timeline_bar")
        self.shelf = FilterShelf(self)
        self.filter = self.shelf.line
        choices = (("calls", self.tr("Calls")), ("messages", self.tr("Messages")))
        self.mode = Switch("timeline_mode", choices, self)
        self.mode.setAccessibleName(self.tr("One row per call, or one row per message"))
        self.follow = QCheckBox(self.tr("Follow"), self)
        self.follow.setObjectName("timeline_follow")
        self.follow.setAccessibleName(self.tr("Follow new records"))
        self.follow.setToolTip(self.tr("Keep the newest record in view"))
        self.follow.setChecked(True)
        self.count: QLabel = muted()
        self.count.setObjectName("timeline_count")
        self._stop = tool_button("timeline_stop", "stop", "")
        self._stop.clicked.connect(self.stopped)
        self._stop.hide()
        self._patience = QTimer(self)
        self._patience.setSingleShot(True)
        self._patience.setInterval(_PATIENCE_MS)
        self._patience.timeout.connect(self._stop.show)
        line = row(
            self.shelf, self.mode, self.follow, self.count, self._stop, margins=(8, 4, 8, 4), spacing=12
        )
        line.setStretch(0, 1)
        self._line = line
        self.setLayout(column(line, spacing=0))

    def add_chip(self, chip: QWidget) -> None:
        """Put something that narrows the rows too beside the filter."""
        self._line.insertWidget(1, chip)

    def add_toggle(self, button: QWidget) -> None:
        """Put a button right behind the filter."""
        self.shelf.add_tool(button)

    def show_search(self, *, busy: bool, stopped: bool, sorting: bool = False) -> None:
        """A search or a sort is under way, was stopped, or neither: its button."""
        stopped = stopped and not busy
        text = self.tr("Continue searching") if stopped else self.tr("Stop searching, keep what was found")
        if sorting:
            text = self.tr("Stop sorting: back to the order of recording")
        if self._stop.toolTip() != text:
            self._stop.setIcon(theme.icon("play" if stopped else "stop"))
            self._stop.setToolTip(text)
            self._stop.setAccessibleName(text)
        if stopped:
            self._stop.show()
        elif not busy:
            self._patience.stop()
            self._stop.hide()
        elif not self._patience.isActive() and self._stop.isHidden():
            self._patience.start()
