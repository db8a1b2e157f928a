"""The bar above the timeline: what is shown (filter, mode), whether it follows, and how much there is."""

from __future__ import annotations

from functools import partial
from typing import Final

from PySide6.QtCore import QEvent, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QAbstractButton, QCheckBox, QLabel, QMenu, QWidget

from inspector.ui.locale.locale_text import number_text
from inspector.ui.timeline.filter.shelf import FilterShelf
from inspector.ui.widgets import theme, zoom
from inspector.ui.widgets.controls import Switch, column, muted, row, tool_button

__all__ = ["TimelineBar"]

_SPACING: Final = 12  # px
_GAP: Final = 4  # px within the shelf
_COUNT: Final = 36  # px: what a server sends does not move what stands beside it
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
        self.pause = tool_button("timeline_pause", "pause", self.tr("Pause: add no rows, go on recording"))
        self.pause.setCheckable(True)
        self.pause.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.clear = tool_button(
            "timeline_clear", "", self.tr("Clear the view; nothing is deleted"), self.tr("Clear")
        )
        self.count: QLabel = muted()
        self.count.setObjectName("timeline_count")
        zoom.follow(self.count.setMinimumWidth, _COUNT)
        self._stop = tool_button("timeline_stop", "stop", "")
        self._stop.clicked.connect(self.stopped)
        self._stop.hide()
        self._patience = QTimer(self)
        self._patience.setSingleShot(True)
        self._patience.setInterval(_PATIENCE_MS)
        self._patience.timeout.connect(self._stop.show)
        self._tail = QWidget(self)
        self._tail.setLayout(row(self.mode, self.follow, self.count, self._stop, spacing=_SPACING))
        self._tools = QWidget(self)
        self._tools.setLayout(row(self.pause, self.clear, spacing=4))
        self._line = row(self.shelf, self._tools, self._tail, margins=(8, 4, 8, 4), spacing=_SPACING)
        self._line.setStretch(0, 1)
        self._below = row(margins=(8, 0, 8, 4), spacing=_SPACING)
        self._below.addStretch(1)
        self._below_is_used = False
        self._brief = False
        self._spare: tuple[QWidget, ...] = (self._tail, self._tools, self.shelf.help_button)
        """In one line they are there as far as there is room, the first ones first; see `_spared`."""
        self.pause.toggled.connect(self._show_pause)
        self.shelf.buttons.opening.connect(self._offer_spared)
        self.setLayout(column(self._line, self._below, spacing=0))

    def minimumSizeHint(self) -> QSize:
        """As narrow as it is with what follows the filter below it, or without."""
        alone, tail = self._widths()
        least = self._least() if self._brief else max(alone, tail)
        return QSize(least, super().minimumSizeHint().height())

    def set_brief(self, brief: bool) -> None:
        """One line, always: what has no room behind the filter is left out."""
        if self._brief != brief:
            self._brief = brief
            self.shelf.set_in_drawer(brief)
            for one in self._spare:
                one.show()
            self._arrange()
            self.updateGeometry()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    def event(self, event: QEvent) -> bool:
        """A chip came or went: there is other room."""
        if event.type() == QEvent.Type.LayoutRequest:
            self._arrange()
        return super().event(event)

    def _widths(self) -> tuple[int, int]:
        """px that the filter's line needs without its tail, and the tail."""
        tail = self._tail.minimumSizeHint().width() + theme.px(_SPACING)
        line = self._line.minimumSize().width()
        return (line if self._below_is_used or self._tail.isHidden() else line - tail), tail

    def _least(self) -> int:
        """px of one line without what can be spared."""
        there = [one for one in self._spared() if not one.isHidden()]
        spared = sum(one.minimumSizeHint().width() + self._gap(one) for one in there)
        return self._line.minimumSize().width() - spared

    def _spared(self) -> list[QWidget]:
        """What is left out where there is no room: not a pause, or the server would seem to be silent."""
        return [one for one in self._spare if one is not self._tools or not self.pause.isChecked()]

    def _show_pause(self, paused: bool) -> None:
        if paused:
            self._tools.show()
        self._arrange()
        self.updateGeometry()

    def _offer_spared(self, menu: QMenu) -> None:
        """What is left out is in the menu behind the filter."""
        menu.addSeparator()
        for place in range(self.mode.count() if self._tail.isHidden() else 0):
            choice = menu.addAction(self.mode.tabText(place))
            choice.setCheckable(True)
            choice.setChecked(place == self.mode.currentIndex())
            choice.triggered.connect(partial(self.mode.setCurrentIndex, place))
        menu.addSeparator()
        others = [one for one in self._spare if isinstance(one, QAbstractButton)]
        for button in (self.follow, self.pause, self.clear, *others):
            if not button.isVisibleTo(self):
                action = menu.addAction(button.icon(), button.text() or button.accessibleName())
                action.setCheckable(button.isCheckable())
                action.setChecked(button.isChecked())
                action.triggered.connect(button.click)

    def _gap(self, spare: QWidget) -> int:
        return theme.px(_SPACING) if spare.parentWidget() is self else _GAP

    def _arrange(self) -> None:
        """The tail stands behind the filter, or below it where both have no room."""
        if self._brief:
            left = self.width() - self._least() - self.shelf.buttons.room()
            for one in self._spared():
                left -= one.sizeHint().width() + self._gap(one)
                one.setVisible(left >= 0)
        self.shelf.buttons.offer_more(any(one.isHidden() for one in self._spare))
        narrow = sum(self._widths()) > self.width()
        if (narrow and not self._brief) is not self._below_is_used:
            before, after = (self._below, self._line) if self._below_is_used else (self._line, self._below)
            before.removeWidget(self._tail)
            after.addWidget(self._tail)
            self._below_is_used = not self._below_is_used

    def add_chip(self, chip: QWidget) -> None:
        """Put something that narrows the rows too beside the filter."""
        self._line.insertWidget(1, chip)

    def add_toggle(self, button: QWidget) -> None:
        """Put a button right behind the filter."""
        self.shelf.add_tool(button)
        self._spare += (button,)

    def show_waiting(self, count: int) -> None:
        """So many rows came since it was paused; without a pause the button offers one."""
        paused = self.pause.isChecked()
        text = self.tr("Pause: add no rows, go on recording")
        if paused:
            text = self.tr("Paused, {} new. Click to show them and go on").format(number_text(count))
        if self.pause.toolTip() != text:
            self.pause.setIcon(theme.icon("play" if paused else "pause"))
            self.pause.setText(f"+{number_text(count)}" if paused else "")
            self.pause.setToolTip(text)
            self.pause.setAccessibleName(text)

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
