"""What the server said beside a call, below its result; of a failed call the lines that may say why."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QSizePolicy, QWidget

from inspector.core.client.call_stderr import call_stderr
from inspector.core.clock import now_ns
from inspector.trace.during import WHY_NS, Said
from inspector.trace.journal import Journal
from inspector.ui.loop.debouncer import Debouncer
from inspector.ui.loop.tasks import offload
from inspector.ui.session.feed import Feed
from inspector.ui.session.said import said_request, said_text
from inspector.ui.text.source_lines import SourceLines
from inspector.ui.widgets import theme
from inspector.ui.widgets.controls import Link, column, row

__all__ = ["DuringCall"]

_LINES: Final = 8  # of a failed call
_REST_MS: Final = 300


class DuringCall(QWidget):
    """A quiet line that leads to what was said during a call; nothing while nothing was."""

    filter_wanted = Signal(object)  # FilterRequest
    source_wanted = Signal(object)  # SourcePlace

    def __init__(self, name: str, journal: Journal, feed: Feed, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName(f"{name}_during")
        self._journal = journal
        self._call = 0
        self._said = Said()
        self._link = Link(f"{name}_said")
        self._link.setToolTip(self.tr("Show them in the timeline"))
        self._link.clicked.connect(self._show_said)
        self._lines = _LastLines(f"{name}_stderr", self.tr("stderr lines that may say why this call failed"))
        self._lines.source_wanted.connect(self.source_wanted)
        line = row(self._link, margins=(theme.SPACE // 2, 0, theme.SPACE, 2))
        line.addStretch(1)
        self.setLayout(column(self._lines, line, spacing=2))
        self._debouncer = Debouncer(self, self._load, _REST_MS, "what was said during a call")
        feed.written.connect(self._written)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        self.hide()

    def show_call(self, number: int) -> None:
        """Follow this exchange. 0: nothing."""
        if number != self._call:
            self._call, self._said = number, Said()
            self.hide()
        if number:
            self._debouncer.ask(at_once=True)

    def _written(self, _last: int) -> None:
        """More is in the file; while the call runs, and a moment longer, it may be of it."""
        exchange = self._journal.exchange(self._call) if self._call else None
        if exchange is not None and (not exchange.ended_ns or now_ns() - exchange.ended_ns < 2 * WHY_NS):
            self._debouncer.ask()

    async def _load(self) -> None:
        call = self._call
        exchange = self._journal.exchange(call) if call else None
        if exchange is None:
            return
        failed = exchange.status in ("failed", "lost")
        said, lines = await offload(call_stderr, self._journal, call, _LINES if failed else 0)
        if call == self._call:
            self._show(said, lines)

    def _show(self, said: Said, lines: list[str]) -> None:
        self._said = said
        self._link.setText(said_text(said))
        self._link.updateGeometry()
        if lines != self._lines.toPlainText().splitlines():
            self._lines.clear()
            self._lines.add_lines(lines)
            self._lines.fit()
        self._lines.setVisible(bool(lines))
        self.setVisible(bool(said))

    def _show_said(self) -> None:
        self.filter_wanted.emit(said_request(self._call))


class _LastLines(SourceLines):
    """As high as its lines; where there is less room it shows the last of them, and never takes more."""

    def __init__(self, name: str, label: str) -> None:
        super().__init__(name, label)
        self._height = 0
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Maximum)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.verticalScrollBar().rangeChanged.connect(self._go_to_end)
        self.horizontalScrollBar().rangeChanged.connect(self.fit)
        theme.notifier().changed.connect(self.fit)

    def fit(self, *_range: int) -> None:
        """The lines are other ones, or wider or narrower than there is room."""
        bar, line = self.horizontalScrollBar(), self.line_height()
        more = 2 * round(self.document().documentMargin()) + theme.px(2)
        more += bar.sizeHint().height() if bar.maximum() else 0
        self._height = self.blockCount() * line + more
        self.setMinimumHeight(line + more)
        self.updateGeometry()

    def sizeHint(self) -> QSize:
        return QSize(super().sizeHint().width(), self._height)

    def _go_to_end(self, _first: int, last: int) -> None:
        self.verticalScrollBar().setValue(last)
