"""Find text in a view over bytes: the bar, and the search behind it in slices."""

from __future__ import annotations

import json
from collections.abc import Generator

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPalette
from PySide6.QtWidgets import QFrame, QLineEdit, QWidget

from inspector.render.search import count_found, find_steps
from inspector.ui import theme
from inspector.ui.big_text import BigText
from inspector.ui.controls import muted, row, tool_button
from inspector.ui.own_keys import ENTER, keeps
from inspector.ui.slices import Slices

__all__ = ["FindBar", "Finder"]


class FindBar(QFrame):
    """A line to type in with next, previous and close. Enter: next, Shift+Enter: previous, Esc: close."""

    changed = Signal(str)
    wanted = Signal(bool)  # forward
    closed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("find_bar")
        self.setBackgroundRole(QPalette.ColorRole.Window)
        self.setAutoFillBackground(True)
        self._line = QLineEdit()
        self._line.setObjectName("find_text")
        self._line.setMaxLength(1 << 20)
        self._line.setPlaceholderText(self.tr("Find"))
        self._line.setAccessibleName(self.tr("Find text"))
        self._line.textChanged.connect(self.changed)
        self._status = muted()
        previous = tool_button("find_previous", "chevron-up", self.tr("Previous match (Shift+Enter)"))
        following = tool_button("find_next", "chevron-down", self.tr("Next match (Enter)"))
        close = tool_button("find_close", "close", self.tr("Close (Esc)"))
        previous.clicked.connect(self._previous)
        following.clicked.connect(self._next)
        close.clicked.connect(self.close_bar)
        margins = (theme.SPACE // 2, 2, theme.SPACE // 2, 2)
        layout = row(self._line, self._status, previous, following, close, margins=margins, spacing=2)
        layout.setStretch(0, 1)
        self.setLayout(layout)
        self.hide()

    def text(self) -> str:
        """What is looked for."""
        return self._line.text()

    def open(self, prefill: str = "") -> None:
        """Show the bar, ready to type."""
        if prefill and "\n" not in prefill:
            self._line.setText(prefill)
        self.show()
        self._line.selectAll()
        self._line.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def close_bar(self) -> None:
        """Hide the bar; the view takes the keyboard back."""
        self.hide()
        self.closed.emit()

    def say(self, text: str) -> None:
        """`3 of 12`, `not found`."""
        self._status.setText(text)

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


class Finder(QObject):
    """Connects a bar with a text. `found(start, end)` when a match was selected."""

    found = Signal(object, object)

    def __init__(self, bar: FindBar, text: BigText) -> None:
        super().__init__(text)
        self._bar = bar
        self._text = text
        self._slices = Slices(self)
        self._slices.finished.connect(self._arrived)
        self._needle = b""
        bar.changed.connect(self._typed)
        bar.wanted.connect(self.find)
        bar.closed.connect(self._closed)

    def open(self) -> None:
        """Show the bar with what is selected."""
        chosen = self._text.selected(200).decode("utf-8", "replace")
        self._bar.open(chosen)

    def find(self, forward: bool = True) -> None:
        """Go to the next or previous match of what is typed."""
        needle = self._bar.text().encode("utf-8", "replace")
        if needle:
            start, end = self._text.selection()
            self._go(needle, end if forward else start, forward)

    def forget(self) -> None:
        """Another text is shown; what runs is about the old one."""
        self._slices.stop()
        self._bar.say("")

    def _typed(self, text: str) -> None:
        needle = text.encode("utf-8", "replace")
        self._text.set_needle(needle)
        if needle:
            self._go(needle, self._text.selection()[0], True)
        else:
            self.forget()

    def _closed(self) -> None:
        self._slices.stop()
        self._text.set_needle(b"")
        self._text.setFocus()

    def _go(self, needle: bytes, start: int, forward: bool) -> None:
        self._bar.say(self.tr("searching…"))
        self._slices.start(self._search(needle, start, forward))

    def _search(self, needle: bytes, start: int, forward: bool) -> Generator[None, None, int]:
        data = self._text.data()
        self._needle = needle
        place = yield from find_steps(data, needle, start, forward)
        if place < 0 and not needle.isascii():
            # Many servers write everything beyond ASCII as \u escapes.
            self._needle = json.dumps(needle.decode("utf-8"))[1:-1].encode()
            place = yield from find_steps(data, self._needle, start, forward)
        return place

    def _arrived(self, place: int) -> None:
        if place < 0:
            self._bar.say(self.tr("not found"))
            return
        data, end = self._text.data(), place + len(self._needle)
        self._text.set_needle(self._needle)
        self._text.select(place, end)
        total = count_found(data, self._needle)
        if total < 0:
            self._bar.say("")
        else:
            before = count_found(data[:place], self._needle)
            self._bar.say(self.tr("{0} of {1}").format(before + 1, total))
        self.found.emit(place, end)
