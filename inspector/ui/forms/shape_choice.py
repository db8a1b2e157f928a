"""The choice of shape in a form: the names side by side where they are few and short, else a box."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QEvent, QObject, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QHBoxLayout, QSizePolicy, QWidget

from inspector.ui.forms.editors.choices import ChoiceBox
from inspector.ui.forms.editors.segments import Segments, width_of
from inspector.ui.widgets import zoom

__all__ = ["ShapeChoice", "ShapeLine"]

_SIDE_BY_SIDE: Final = 4
_MOST: Final = 360  # px of names side by side: more are a box however wide the form is
_AT_FIRST: Final = 180  # px that there are in any form, until it is known how wide ours is
_LONGEST_NAME: Final = 16
_NARROW: Final = 72


class ShapeChoice(QWidget):
    """`activated(number)`: a user chose, perhaps what was chosen before.

    takes: is offered every key first.
    """

    activated = Signal(int)

    def __init__(self, name: str, spoken: str, takes: Callable[[QKeyEvent], bool] | None = None) -> None:
        super().__init__()
        self._takes = takes
        self.setObjectName(name)
        self.setAccessibleName(spoken)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self._layout = QHBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self.names: list[str] = []
        self.chosen = 0
        """Number of the name that is shown as chosen."""
        self._room = _AT_FIRST
        self._row: Segments | None = None
        self.box: ChoiceBox | None = None
        """Where the names are too many or too long to stand side by side."""

    @property
    def buttons(self) -> list[QWidget]:
        """One for each name, where they stand side by side."""
        return list(self._row.buttons) if self._row is not None else []

    def offer(self, names: list[str], chosen: int) -> None:
        """What can be chosen."""
        self.names, self.chosen = names, chosen
        self._show()

    def fit(self, room: int) -> None:
        """Be as wide as this at most: names that do not fit are in a box."""
        self._room = min(room, _MOST)
        if (self._row is not None) != self._is_short():
            self._show()

    def choose(self, number: int) -> None:
        """Show this one as chosen."""
        self.chosen = number
        if self._row is not None:
            self._row.check(number)
            self.setFocusProxy(self._row.button())
        elif self.box is not None:
            self.box.setCurrentIndex(number)

    def event(self, event: QEvent) -> bool:
        """What stands beside the names may leave them less than their share."""
        if event.type() in (QEvent.Type.Resize, QEvent.Type.Show) and self._row is not None:
            QTimer.singleShot(0, self, self._give_way)  # not in the middle of a layout
        return super().event(event)

    # -- inside ------------------------------------------------------------------------------------------

    def _is_short(self) -> bool:
        few = 1 < len(self.names) <= _SIDE_BY_SIDE
        return few and width_of(self.names, self.font()) <= self._room

    def _show(self) -> None:
        """Put the names side by side or into a box; the keyboard stays with them."""
        focus = QApplication.focusWidget()
        held = focus is not None and self.isAncestorOf(focus)
        self._clear()
        if self._is_short():
            self._make_row()
        else:
            self._make_box()
        self.choose(self.chosen)
        if held and (heir := self.focusProxy()) is not None:
            heir.setFocus()

    def _give_way(self) -> None:
        """A row that is narrower than its names becomes a box, until there is another width to fit in."""
        needed = width_of(self.names, self.font())
        if self._row is not None and self.isVisible() and self.width() < needed:
            self._room = needed - 1
            self._show()

    def _clear(self) -> None:
        """Neither is there."""
        for widget in (self._row, self.box):
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        self._row = self.box = None

    def _make_row(self) -> None:
        row = self._row = Segments(self._picked, self._takes)
        for number, name in enumerate(self.names):
            spoken = f"{self.accessibleName()}: {name}"
            row.add(f"{self.objectName()}_{number}", name, spoken)
        self._layout.addWidget(row)

    def _make_box(self) -> None:
        box = self.box = ChoiceBox(self._takes)
        box.setAccessibleName(self.accessibleName())
        box.setAccessibleDescription(self.accessibleName())  # on Linux the name is the value
        box.setObjectName(f"{self.objectName()}_box")
        box.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        zoom.follow(box.setMinimumWidth, _NARROW)
        box.addItems(self.names)
        longest = max(map(len, self.names), default=0)
        box.setMinimumContentsLength(max(6, min(_LONGEST_NAME, longest)))
        box.activated.connect(self._picked)
        self._layout.addWidget(box)
        self.setFocusProxy(box)

    def _picked(self, number: int) -> None:
        self.choose(number)
        self.activated.emit(number)


class ShapeLine(QWidget):
    """The choice of shape and, beside it, what the editor of the shape has for a heading.

    It stands beside other things in a line as wide as the widget around it; a part of that is the choice's.
    """

    def __init__(self, choice: ShapeChoice) -> None:
        super().__init__()
        self.choice = choice
        self.parts = 2
        """The choice may be as wide as one of so many parts of the line."""
        self._around: QWidget | None = None
        self._share = -1  # px that the choice was told to fit into
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        zoom.follow(layout.setSpacing, 4)
        layout.addWidget(choice)

    def add(self, guest: QWidget) -> None:
        """Something for the heading."""
        layout = self.layout()
        if layout is not None:
            layout.addWidget(guest)

    def event(self, event: QEvent) -> bool:
        """A heading is made before it is known how wide it will be, and windows are made wider."""
        if event.type() in (QEvent.Type.ParentChange, QEvent.Type.Show):
            self._watch(self.parentWidget())
        return super().event(event)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize and watched is self._around:
            self._fit()
        return False

    def _watch(self, around: QWidget | None) -> None:
        if self._around is not None:
            self._around.removeEventFilter(self)
        self._around = around
        if around is not None:
            around.installEventFilter(self)
            if self.isVisible():
                self._fit()

    def _fit(self) -> None:
        if self._around is None:
            return
        share = self._around.width() // self.parts
        if share != self._share:  # how high things are changes with the choice itself: no news
            self._share = share
            self.choice.fit(share)
