"""Small switches beside the filter: a click puts a condition into the text, or takes it out.

First come the chips that everybody has, then the switches of filters that a user keeps.

The text is what counts: a switch is down when its condition is part of it, however it came there. Switches
for which there is no room are in the menu at the end, so that no text is ever cut.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Final

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QAction, QResizeEvent
from PySide6.QtWidgets import QApplication, QHBoxLayout, QMenu, QSizePolicy, QToolButton, QWidget

from inspector.core.storage.saved_filters import SavedFilter
from inspector.ui.timeline.filter.presets import Preset, PresetChip
from inspector.ui.timeline.filter.terms import switched_on, toggled
from inspector.ui.widgets import zoom
from inspector.ui.widgets.controls import ToolButton, tool_button
from inspector.ui.widgets.plain import tooltip

__all__ = ["FilterButtons"]

_GAP: Final = 4  # px


class FilterButtons(QWidget):
    """`wanted(text)`: the whole filter as it is to be after a click."""

    wanted = Signal(str)
    opening = Signal(QMenu)  # the menu at the end: others may add what has no room beside it either

    def __init__(
        self, text: Callable[[], str], parent: QWidget | None = None, presets: tuple[Preset, ...] = ()
    ) -> None:
        """text: gives the filter as it is now."""
        super().__init__(parent)
        self.setObjectName("filter_buttons")
        self._text = text
        self._presets = presets
        self._own: tuple[SavedFilter, ...] = ()
        self._saved: tuple[SavedFilter | Preset, ...] = ()
        self._buttons: list[QToolButton] = []
        self._chips: dict[Preset, ToolButton] = {}  # of both views: a view that is shown again makes none
        self._has_more = False  # others have something for the menu
        self._more = tool_button("filter_buttons_more", "chevron-double-right", self.tr("More"))
        self._more.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self._menu = QMenu(self._more)
        self._more.setMenu(self._menu)
        self._menu.aboutToShow.connect(self._fill_menu)
        self._row = QHBoxLayout()
        self._row.setContentsMargins(0, 0, 0, 0)
        zoom.follow(self._row.setSpacing, _GAP)
        self._row.addWidget(self._more)
        self._row.addStretch(1)
        self.setLayout(self._row)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.show_filters(())

    def set_presets(self, presets: tuple[Preset, ...]) -> None:
        """Other chips stand before the switches."""
        self._presets = presets
        self.show_filters(self._own)

    def show_filters(self, saved: tuple[SavedFilter, ...]) -> None:
        """A switch for each of these that wants one and is no chip."""
        self._own = saved
        chips = {one.filter for one in self._presets}
        own = tuple(one for one in saved if one.button and one.filter not in chips)
        self._saved = (*self._presets, *own)
        for button in self._buttons:
            self._row.removeWidget(button)
            button.hide()
            if button not in self._chips.values():
                button.setParent(None)
                button.deleteLater()
        self._buttons = []
        for place, one in enumerate(self._saved):
            chip = self._chips.get(one) if isinstance(one, Preset) else None
            button = chip if chip is not None and chip.text() == one.label else self._made(place, one)
            self._buttons.append(button)
            self._row.insertWidget(place, button)
        for before, after in pairwise((*self._buttons, self._more)):
            QWidget.setTabOrder(before, after)
        self.setVisible(bool(self._saved))
        self.follow()
        self._lay_out()
        self.updateGeometry()

    def _made(self, place: int, one: SavedFilter | Preset) -> ToolButton:
        if isinstance(one, Preset):
            button: ToolButton = PresetChip(one)
            self._chips[one] = button
        else:
            name = f"filter_button_{place - len(self._presets)}"
            button = tool_button(name, "", tooltip(one.filter), one.label)
        button.setCheckable(True)
        button.setAccessibleName(one.label)
        button.setAccessibleDescription(one.filter)
        button.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)  # shown whole or not
        button.clicked.connect(self._clicked)
        return button

    def follow(self) -> None:
        """The filter is another one: switches are down whose condition is part of it."""
        text = self._text()
        down = switched_on(text, [one.filter for one in self._saved])
        for button, one, on in zip(self._buttons, self._saved, down, strict=True):
            button.setChecked(on or not (one.filter or text.strip()))

    def offer_more(self, more: bool) -> None:
        """Whether others have something for the menu at the end; see `opening`."""
        if more != self._has_more:
            self._has_more = more
            self.updateGeometry()
            self._lay_out()

    def sizeHint(self) -> QSize:
        shown = [*self._buttons, self._more] if self._has_more else self._buttons
        widths = [button.sizeHint().width() for button in shown]
        return QSize(sum(widths) + _GAP * max(0, len(widths) - 1), self._more.sizeHint().height())

    def minimumSizeHint(self) -> QSize:
        return self._more.sizeHint() if self._saved else QSize(0, 0)

    def room(self) -> int:
        """px that it wants beyond the least, to show its chips."""
        chips = sum(one.sizeHint().width() + _GAP for one in self._buttons[: len(self._presets)])
        return chips + (0 if self._own else -self.minimumSizeHint().width())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._lay_out()

    def event(self, event: QEvent) -> bool:
        """A button wants another size: its font, or its text, is another one."""
        if event.type() == QEvent.Type.LayoutRequest:
            self.updateGeometry()
            self._lay_out()
        return super().event(event)

    def _lay_out(self) -> None:
        """Show the first ones, as many as there is room for."""
        widths = [button.sizeHint().width() + _GAP for button in self._buttons]
        everything = sum(widths) - _GAP <= self.width() and not self._has_more
        left = self.width() - (0 if everything else self._more.sizeHint().width())
        for button, width in zip(self._buttons, widths, strict=True):
            left -= width
            button.setVisible(everything or left >= 0)
        self._more.setVisible(not everything)

    def _fill_menu(self) -> None:
        self._menu.clear()
        for button, one in zip(self._buttons, self._saved, strict=True):
            if not button.isVisible():
                action = QAction(one.label, self._menu)
                action.setCheckable(True)
                action.setChecked(button.isChecked())
                action.setToolTip(tooltip(one.filter))
                action.setData(one.filter)
                action.triggered.connect(self._chosen)
                self._menu.addAction(action)
        self.opening.emit(self._menu)

    def _clicked(self) -> None:
        button = self.sender()
        if isinstance(button, QToolButton) and button in self._buttons:
            self._switch(self._saved[self._buttons.index(button)].filter)

    def _chosen(self) -> None:
        action = self.sender()
        if isinstance(action, QAction):
            self._switch(str(action.data()))

    def _switch(self, condition: str) -> None:
        held = QApplication.keyboardModifiers() & Qt.KeyboardModifier.ControlModifier
        others = [one.filter for one in self._saved]
        self.wanted.emit(condition and toggled(self._text(), condition, others, together=bool(held)))
        self.follow()
