"""The second filter: what matches is marked among the rows, nothing is hidden."""

from __future__ import annotations

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QToolButton, QWidget

from inspector.trace.journal import Journal
from inspector.trace.query.language import Compiled
from inspector.ui.locale.locale_text import number_text
from inspector.ui.session.feed import Feed
from inspector.ui.session.selection import Selection
from inspector.ui.timeline.filter.edit import FilterEdit
from inspector.ui.timeline.filter.matches import Matches
from inspector.ui.timeline.view.model import TimelineModel
from inspector.ui.timeline.view.view import TimelineView
from inspector.ui.widgets.controls import muted, row, tool_button
from inspector.ui.widgets.glyph import Glyph

__all__ = ["HighlightBar", "Highlighting"]


class HighlightBar(QWidget):
    """A line below the filter. Enter: the next match, Shift+Enter: the one before, Esc: clear, then close."""

    wanted = Signal(bool)  # forward
    closed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("highlight_bar")
        sign = Glyph("marker", "keyword")
        self.line = FilterEdit("highlight_filter", self)
        self.line.setAccessibleName(self.tr("Find and highlight"))
        self.line.setPlaceholderText(self.tr("Highlight without hiding: a word, or a filter"))
        self.count = muted()
        self.count.setObjectName("highlight_count")
        previous = tool_button("highlight_previous", "chevron-up", self.tr("Previous match (Shift+F3)"))
        following = tool_button("highlight_next", "chevron-down", self.tr("Next match (F3)"))
        close = tool_button("highlight_close", "close", self.tr("Stop highlighting (Esc)"))
        previous.clicked.connect(self._previous)
        following.clicked.connect(self._next)
        close.clicked.connect(self.closed)
        self.line.entered.connect(self.wanted)
        self.line.left.connect(self.closed)
        layout = row(
            sign, self.line, self.count, previous, following, close, margins=(12, 0, 8, 4), spacing=6
        )
        layout.setStretch(1, 1)
        self.setLayout(layout)
        self.hide()

    def _next(self) -> None:
        self.wanted.emit(True)

    def _previous(self) -> None:
        self.wanted.emit(False)


class Highlighting(QObject):
    """Connects the bar, what matches and the table."""

    def __init__(
        self, journal: Journal, feed: Feed, model: TimelineModel, view: TimelineView, selection: Selection
    ) -> None:
        super().__init__(view)
        self._model, self._view, self._selection = model, view, selection
        self._where: Compiled | None = None
        self._mode = "calls"
        self.matches = Matches(journal, feed, self)
        self.bar = HighlightBar()
        self.toggle: QToolButton = tool_button(
            "highlight_toggle", "marker", self.tr("Find and highlight without hiding (Ctrl+Shift+L)")
        )
        self.toggle.setCheckable(True)
        self.toggle.clicked.connect(self._toggled)
        view.delegate.highlighted = self.matches.holds
        self.bar.line.applied.connect(self._applied)
        self.bar.wanted.connect(self.go)
        self.bar.closed.connect(self.close)
        self.matches.changed.connect(self._changed)

    def open(self) -> None:
        """Show the line, ready to type."""
        self.toggle.setChecked(True)
        self.bar.show()
        self.bar.line.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.bar.line.selectAll()
        self._look()

    def show(self, condition: str) -> None:
        """Mark what fulfils a condition."""
        self.open()
        self.bar.line.use(condition)

    def close(self) -> None:
        """Nothing is marked any more; the text stays for the next time."""
        self.toggle.setChecked(False)
        self.bar.hide()
        self._look()
        self._view.setFocus()

    def set_mode(self, mode: str) -> None:
        """Rows are calls or messages now."""
        self._mode = mode
        self._look()

    def go(self, forward: bool) -> None:
        """Select the next match that is shown, or the one before; after the last comes the first."""
        if not self.bar.isVisible():
            self.open()
            return
        at = self._view.current_number()
        number = self._model.beside(self.matches.numbers, at, forward=forward)
        if number:
            self._selection.select(number)

    def next(self) -> None:
        """F3."""
        self.go(True)

    def previous(self) -> None:
        """Shift+F3."""
        self.go(False)

    def _toggled(self, on: bool) -> None:
        if on:
            self.open()
        else:
            self.close()

    def _applied(self, where: Compiled | None) -> None:
        self._where = where
        self._look()

    def _look(self) -> None:
        self.matches.look_for(self._where if not self.bar.isHidden() else None, self._mode)

    def _changed(self) -> None:
        found = len(self.matches.numbers)
        text = self.tr("{0} highlighted").format(number_text(found)) if self._where is not None else ""
        self.bar.count.setText(f"{text} …" if self.matches.busy else text)
        self._view.viewport().update()
