"""Find text in a view over bytes: the bar, and the search behind it in slices."""

from __future__ import annotations

from array import array
from bisect import bisect_right
from typing import Final

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPalette
from PySide6.QtWidgets import QFrame, QLineEdit, QWidget

from inspector.render.search import Search
from inspector.ui.keyboard.own_keys import ENTER, keeps
from inspector.ui.locale.locale_text import number_text
from inspector.ui.loop.slices import Slices
from inspector.ui.text.big_text import BigText
from inspector.ui.widgets import theme
from inspector.ui.widgets.controls import Elided, row, tool_button

__all__ = ["FindBar", "Finder", "SearchBar"]


_MARKED: Final = 2000  # matches that are marked while they are still being counted


class SearchBar(QFrame):
    """A line to look for something with next, previous and close. Enter: next, Shift+Enter: previous.

    A subclass lays out `line`, `status` and `buttons`. `closed`: what was searched takes the keyboard back.
    """

    wanted = Signal(bool)  # forward
    closed = Signal()

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName(name)
        self.setBackgroundRole(QPalette.ColorRole.Window)
        self.setAutoFillBackground(True)
        self.line = QLineEdit()
        self.line.setObjectName("find_text")
        self.line.setMaxLength(1 << 20)
        self.line.setPlaceholderText(self.tr("Find"))
        self.line.setAccessibleName(self.tr("Find text"))
        self.status = Elided(role="muted")
        previous = tool_button("find_previous", "chevron-up", self.tr("Previous match (Shift+Enter)"))
        following = tool_button("find_next", "chevron-down", self.tr("Next match (Enter)"))
        close = tool_button("find_close", "close", self.tr("Close (Esc)"))
        self.buttons = (previous, following, close)
        previous.clicked.connect(self._previous)
        following.clicked.connect(self._next)
        close.clicked.connect(self.close_bar)
        self.hide()

    def text(self) -> str:
        """What is looked for."""
        return self.line.text()

    def open(self, prefill: str = "") -> None:
        """Show the bar, ready to type."""
        if prefill and "\n" not in prefill:
            self.line.setText(prefill)
        self.show()
        self.line.selectAll()
        self.line.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def close_bar(self) -> None:
        """Hide the bar."""
        self.hide()
        self.closed.emit()

    def say(self, text: str, role: str = "muted") -> None:
        """`3 of 12`, `not found`."""
        self.status.set_role(role)
        self.status.setText(text)

    def event(self, event: QEvent) -> bool:
        return keeps(event, Qt.Key.Key_Escape, *ENTER) or super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.close_bar()
        elif event.key() in ENTER:
            self.wanted.emit(not event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        else:
            super().keyPressEvent(event)

    def _next(self) -> None:
        self.wanted.emit(True)

    def _previous(self) -> None:
        self.wanted.emit(False)


class FindBar(SearchBar):
    """What to look for in a view over bytes: a text, or a regular expression."""

    changed = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("find_bar", parent)
        self.line.textChanged.connect(self.changed)
        self._expression = tool_button(
            "find_expression", "", self.tr("Regular expression (Alt+R)"), self.tr(".*")
        )
        self._expression.setCheckable(True)
        self._expression.setShortcut("Alt+R")
        self._expression.toggled.connect(self._kind_changed)
        margins = (theme.SPACE // 2, 2, theme.SPACE // 2, 2)
        layout = row(self.line, self._expression, self.status, *self.buttons, margins=margins, spacing=2)
        layout.setStretch(0, 3)
        layout.setStretch(2, 1)
        self.setLayout(layout)

    def expression(self) -> bool:
        """Whether it is a regular expression."""
        return self._expression.isChecked()

    def _kind_changed(self, _checked: bool) -> None:
        self.changed.emit(self.text())


class Finder(QObject):
    """Connects a bar with a text. `found(start, end)` when a match was selected."""

    found = Signal(object, object)

    def __init__(self, bar: FindBar, text: BigText) -> None:
        super().__init__(text)
        self._bar = bar
        self._text = text
        self._search: Search | None = None
        self._places: array[int] = array("q")  # of all matches, as far as they are counted
        self._counted = False
        self._slices = Slices(self, budget_ms=8)  # the user waits for the first match
        self._slices.finished.connect(self._arrived)
        self._counting = Slices(self)
        self._counting.advanced.connect(self._say_places)
        self._counting.finished.connect(self._all_counted)
        bar.changed.connect(self._typed)
        bar.wanted.connect(self.find)
        bar.closed.connect(self._closed)

    def open(self) -> None:
        """Show the bar with what is selected."""
        chosen = self._text.selected(200).decode("utf-8", "replace")
        self._bar.open(chosen)

    def find(self, forward: bool = True) -> None:
        """Go to the next or previous match of what is typed."""
        if self._search is None:
            self._prepare()
        if self._search is not None:
            start, end = self._text.selection()
            self._go(self._search, end if forward else start, forward)

    def forget(self) -> None:
        """Another text is shown; what runs is about the old one."""
        self._slices.stop()
        self._counting.stop()
        self._search, self._places, self._counted = None, array("q"), False
        self._text.show_places([])
        self._bar.say("")

    def _prepare(self) -> None:
        """Make what is typed ready to be looked for."""
        self.forget()
        text = self._bar.text()
        try:
            self._search = Search(text, self._bar.expression()) if text else None
        except ValueError as error:
            self._bar.say(self.tr("invalid expression: {0}").format(error), "error")
        self._text.set_search(self._search)

    def _typed(self, _text: str) -> None:
        self._prepare()
        if self._search is not None:
            self._go(self._search, self._text.selection()[0], True)

    def _closed(self) -> None:
        self._slices.stop()
        self._counting.stop()
        self._search = None
        self._text.set_search(None)
        self._text.show_places([])
        self._text.setFocus()

    def _go(self, search: Search, start: int, forward: bool) -> None:
        if not self._counted:
            self._bar.say(self.tr("searching…"))
        self._slices.start(search.next_steps(self._text.data(), start, forward))

    def _arrived(self, place: tuple[int, int] | None) -> None:
        if place is None:
            self._bar.say(self.tr("not found"))
            return
        self._text.select(*place)
        if self._search is not None and not self._places and not self._counting.running:
            self._counting.start(self._search.all_steps(self._text.data(), self._places), at_once=False)
        self._say_places()
        self.found.emit(*place)

    def _all_counted(self, _result: object) -> None:
        self._counted = True
        self._say_places()

    def _say_places(self) -> None:
        """`3 of 12`; while they are counted `3 of 12…`."""
        at = bisect_right(self._places, self._text.selection()[0])
        more = "" if self._counted else "…"
        total = f"{len(self._places):,}{more}"
        known = at > 0 and self._places[at - 1] == self._text.selection()[0]
        self._bar.say(self.tr("{0} of {1}").format(number_text(at) if known else "?", total))
        if self._counted or len(self._places) < _MARKED:
            self._text.show_places(self._places)
