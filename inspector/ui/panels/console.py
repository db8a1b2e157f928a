"""Console: what the server wrote on stderr, how it ended, and what it logged through the protocol."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Generator, Iterator
from itertools import count
from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QCheckBox, QLabel, QSplitter, QWidget

from inspector.core.client.session import Session
from inspector.translation import shown
from inspector.transport import StdioTarget
from inspector.ui.loop.slices import Slices
from inspector.ui.panels import Panel, PanelContext
from inspector.ui.panels.logs import LogsView
from inspector.ui.text.source_lines import SourceLines
from inspector.ui.widgets import theme
from inspector.ui.widgets.controls import Elided, column, row, tool_button

__all__ = ["ConsolePanel"]

_KEPT_LINES: Final = 10_000
_AT_ONCE: Final = 20  # lines, however long they take
_TAKING_S: Final = 0.001  # inserting them, and laying out what is seen, takes 2 to 5 ms more


class ConsolePanel(Panel):
    """stderr line by line; it follows the end while the end is in sight. Beside it, log messages."""

    def __init__(self, context: PanelContext) -> None:
        super().__init__(context)
        self._session: Session | None = None
        self._seen = 0
        self._waiting: deque[str] = deque(maxlen=_KEPT_LINES)
        self._slices = Slices(self, budget_ms=1)  # one step a turn, which takes longer
        self._state = Elided(role="muted")
        self._follow = QCheckBox(self.tr("Follow"))
        self._follow.setObjectName("console_follow")
        self._follow.setChecked(True)
        copy = tool_button("console_copy", "content-copy", self.tr("Copy all"))
        clear = tool_button("console_clear", "broom", self.tr("Clear view; the timeline keeps every line"))
        self.view = SourceLines("console_view", self.tr("The server's stderr"))
        self.view.source_wanted.connect(context.intents.open_source)
        self.view.setMaximumBlockCount(_KEPT_LINES)
        self.view.setPlaceholderText(self.tr("No stderr output."))
        self._exit = QLabel()
        self._exit.setTextFormat(Qt.TextFormat.PlainText)
        self._exit.setMargin(6)
        self._exit.hide()
        head = row(self._state, self._follow, copy, clear, margins=(theme.SPACE, 4, theme.SPACE, 4))
        head.setStretch(0, 1)
        self._stderr = QWidget()
        self._stderr.setLayout(column(head, self.view, self._exit, spacing=0))
        self.logs = LogsView(context)
        splitter = QSplitter(Qt.Orientation.Horizontal, self)
        splitter.setChildrenCollapsible(False)
        splitter.addWidget(self._stderr)
        splitter.addWidget(self.logs)
        splitter.setSizes([400, 500])
        self.setLayout(column(splitter))
        copy.clicked.connect(self._copy)
        clear.clicked.connect(self._clear)
        self.view.verticalScrollBar().actionTriggered.connect(self._scrolled)
        context.feed.grew.connect(self._grew)
        self.refresh()

    def refresh(self) -> None:
        client = self.context.client
        session = client.session
        has_stderr = isinstance(client.profile.target, StdioTarget)
        self._stderr.setVisible(has_stderr)
        self.logs.setVisible(client.logs.offered or not has_stderr)
        self.logs.refresh()
        pid = self.tr("pid {}").format(client.pid) if client.pid else ""
        lines = session.stderr_lines if session is not None else 0
        self._state.setText(
            " · ".join(
                part
                for part in (
                    self.tr("stderr"),
                    pid,
                    self.tr("1 line") if lines == 1 else self.tr("{} lines").format(lines),
                )
                if part
            )
        )
        self._exit.setVisible(bool(client.exit_text))
        self._exit.setText(self.tr("Server exited: {}").format(shown(client.exit_text)))
        if session is None:
            return
        told = []
        if session is not self._session:
            again = "\x1b[0m" + self.tr("── server started again ──")  # colours were of another program
            if self._session is not None:
                told += [*self._unread(self._session), again]
            else:
                for lines_before in client.connection.earlier_stderr:
                    told += [*lines_before, again]
            self._session, self._seen = session, 0
        told += self._unread(session)
        self._waiting += told
        if told and not self._slices.running:
            self._append(self._next_lines())
            if self._waiting:
                self._slices.start(self._write(), at_once=False)

    def _unread(self, session: Session) -> list[str]:
        """Its lines that are not shown yet."""
        count, self._seen = session.stderr_lines - self._seen, session.stderr_lines
        new = min(count, len(session.stderr_tail))
        missed = [self.tr("… {} more lines in the timeline …").format(count - new)] if count > new else []
        return missed + list(session.stderr_tail)[len(session.stderr_tail) - new :]

    def focus_main(self) -> None:
        if self._stderr.isHidden():
            self.logs.focus_main()
        else:
            self.view.setFocus()

    def focus_filter(self) -> None:
        if self.logs.isVisible():
            self.logs.focus_filter()

    def _grew(self, _first: int, _last: int) -> None:
        session = self.context.client.session
        if session is not None and (session.stderr_lines != self._seen or session is not self._session):
            self.refresh()

    def _write(self) -> Generator[None, None, None]:
        """The lines that a turn of the loop had no time for, some at a time."""
        while self._waiting:
            self._append(self._next_lines())
            yield

    def _next_lines(self) -> Iterator[str]:
        until = time.perf_counter() + _TAKING_S
        for taken in count():
            if not self._waiting or (taken >= _AT_ONCE and time.perf_counter() > until):
                return
            yield self._waiting.popleft()

    def _append(self, lines: Iterator[str]) -> None:
        bar, own = self.view.verticalScrollBar(), self.view.textCursor()
        first = self._kept(self.view.firstVisibleBlock().position())
        anchor, position = self._kept(own.anchor()), self._kept(own.position())
        self.view.add_lines(lines)
        if own.hasSelection():  # at the end it would have grown with what came
            own.setPosition(anchor.position())
            own.setPosition(position.position(), QTextCursor.MoveMode.KeepAnchor)
            self.view.setTextCursor(own)
        self.view.scroll_to(bar.maximum() if self._follow.isChecked() else first.blockNumber())

    def _kept(self, position: int) -> QTextCursor:
        """Stays on its letter, whatever comes behind it and goes before it."""
        made = QTextCursor(self.view.document())
        made.setPosition(position)
        made.setKeepPositionOnInsert(True)
        return made

    def _scrolled(self) -> None:
        """Scrolling up stops following, going back to the end takes it up again."""
        bar = self.view.verticalScrollBar()
        self._follow.setChecked(bar.sliderPosition() >= bar.maximum())

    def _clear(self) -> None:
        self._waiting.clear()
        self.view.clear()

    def _copy(self) -> None:
        self.view.selectAll()
        self.view.copy()
        self.view.moveCursor(QTextCursor.MoveOperation.End)
