"""One task: how it stands and stood, what the server says, and what a user can do with it."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QAbstractItemView,
    QCheckBox,
    QFrame,
    QHeaderView,
    QLabel,
    QPushButton,
    QTreeWidget,
    QTreeWidgetItem,
    QWidget,
)

from inspector.core.client.task_entry import StatusChange, TaskEntry
from inspector.protocol.tasks import EXTENSION
from inspector.translation import shown
from inspector.ui.locale.locale_text import clock_text, number_text
from inspector.ui.panels.tasks.list import title_of
from inspector.ui.session.task_words import age_words, left_words, poll_words, state_of, time_words
from inspector.ui.widgets import theme, zoom
from inspector.ui.widgets.chip import Chip
from inspector.ui.widgets.controls import Elided, Link, Notice, Subject, column, muted, row, tool_button
from inspector.ui.widgets.flow import Flow
from inspector.ui.widgets.line_delegate import LineDelegate
from inspector.ui.widgets.plain import tooltip

__all__ = ["TaskDetail"]


class TaskDetail(QWidget):
    """What a user wants: poll | cancel | result | answer | forget, a tick changed, the call shown."""

    wanted = Signal(str)
    automatic = Signal(bool)
    pushed = Signal(bool)
    call_wanted = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._entry: TaskEntry | None = None
        self._title = Subject()
        self._state = Chip("")
        self._id = Elided(mode=Qt.TextElideMode.ElideMiddle, role="muted")
        self._copy = tool_button("task_copy_id", "content-copy", self.tr("Copy the task ID"))
        self._call = Link("task_call")
        self._call.setToolTip(self.tr("Show the call that became this task in the timeline"))
        self._facts = muted(wrap=True)
        self._facts.setObjectName("task_facts")
        self._message = QLabel()
        self._message.setObjectName("task_message")
        self._message.setTextFormat(Qt.TextFormat.PlainText)
        self._message.setWordWrap(True)
        self._message.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._notice = Notice("task_notice", "warning")
        self._polling = QCheckBox(self.tr("Poll automatically"))
        self._polling.setObjectName("task_automatic")
        self._pushing = QCheckBox(self.tr("Server pushes"))
        self._pushing.setObjectName("task_push")
        self._pushing.setToolTip(self.tr("Subscribe to this task (subscriptions/listen with its id)"))
        self._history = QTreeWidget()
        self._history.setItemDelegate(LineDelegate(self._history))
        self._shown_changes: list[StatusChange] = []
        self._buttons = {key: QPushButton(text) for key, text in self._actions()}
        self._make_history()
        self._lay_out()
        self._copy.clicked.connect(self._copy_id)
        self._call.clicked.connect(self._show_call)
        self._polling.toggled.connect(self.automatic)
        self._pushing.toggled.connect(self.pushed)

    def _actions(self) -> tuple[tuple[str, str], ...]:
        return (
            ("poll", self.tr("Poll now")),
            ("result", self.tr("Show result")),
            ("cancel", self.tr("Cancel task")),
            ("forget", self.tr("Remove")),
            ("answer", self.tr("Answer")),  # last: it comes and goes, and must not move the others
        )

    def _make_history(self) -> None:
        history = self._history
        history.setObjectName("task_history")
        history.setAccessibleName(self.tr("Status history"))
        history.setRootIsDecorated(False)
        history.setUniformRowHeights(True)
        history.setFrameShape(QFrame.Shape.NoFrame)
        history.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        history.setHeaderLabels([self.tr("After"), self.tr("Status"), self.tr("Message")])
        history.setMinimumHeight(2 * theme.row_height())  # before what is said above it is cut
        header = history.header()
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(1, QHeaderView.ResizeMode.ResizeToContents)
        header.setStretchLastSection(True)

    def _lay_out(self) -> None:
        head = row(self._title, self._state)
        head.setStretch(0, 1)
        about = row(self._id, self._copy, self._call, spacing=4)
        about.setStretch(0, 1)
        buttons = QWidget()
        flow = Flow(buttons, gap=6, line_gap=4)
        for key, button in self._buttons.items():
            button.setObjectName(f"task_{key}")
            button.clicked.connect(partial(self._wanted, key))
            flow.addWidget(button)
        flow.addWidget(self._polling)
        flow.addWidget(self._pushing)
        margins = (theme.SPACE_WIDE, 8, theme.SPACE_WIDE, 4)
        top = column(head, about, self._facts, self._message, margins=margins, spacing=4)
        foot = column(buttons, margins=(theme.SPACE_WIDE, 4, theme.SPACE, 8))
        self.setLayout(column(top, self._notice, self._history, foot, spacing=2))
        self.layout().setStretch(2, 1)  # type: ignore[union-attr]  # it was set in the line above
        zoom.follow(self.setMinimumWidth, 280)

    def event(self, event: QEvent) -> bool:
        """Words and buttons take more lines where it is narrow: splitters do not ask for those."""
        done = super().event(event)
        if event.type() in (QEvent.Type.LayoutRequest, QEvent.Type.Resize):
            layout = self.layout()
            if layout is not None:
                self.setMinimumHeight(layout.minimumHeightForWidth(self.width()))
        return done

    # -- what is shown -------------------------------------------------------------------------------

    def show_entry(self, entry: TaskEntry, polling: bool, connected: bool, trouble: str = "") -> None:
        """Show a task as it is now. trouble: what the last thing that was tried with it led to."""
        if entry is not self._entry:
            self._entry, self._shown_changes = entry, []
            self._history.clear()
        glyph, role, word = state_of(entry)
        self._title.setText(title_of(entry))
        self._state.setText(f"{glyph} {word}")
        self._state.set_role(role)
        self._id.setText(entry.id)
        self._call.setText(f"#{entry.exchange}")
        self._call.setVisible(entry.exchange > 0)
        self._message.setText(entry.message)
        self._message.setVisible(bool(entry.message))
        problems = [trouble, shown(entry.problem), *map(shown, entry.odd)]
        text = "\n".join(problem for problem in problems if problem)
        self._notice.setVisible(bool(text))
        self._notice.set_text(text)
        for tick, on in ((self._polling, entry.automatic), (self._pushing, entry.pushed)):
            tick.blockSignals(True)
            tick.setChecked(on)
            tick.blockSignals(False)
        self._pushing.setVisible(entry.form == EXTENSION)
        self._pushing.setEnabled(connected and not entry.ended and not entry.settled)
        self._polling.setEnabled(not entry.settled)
        self._buttons["poll"].setEnabled(connected and not entry.settled)
        self._buttons["cancel"].setEnabled(connected and not entry.ended and not entry.settled)
        # The core form has a request that waits for the end; a cancelled task leads to nothing.
        waits = entry.status != "cancelled" and (entry.form != EXTENSION or entry.ended)
        self._buttons["result"].setEnabled(connected and entry.result is None and waits)
        self._buttons["answer"].setVisible(entry.status == "input_required" and not entry.settled)
        self.tick(polling)
        self._show_history(entry)

    def tick(self, polling: bool) -> None:
        """Time went by."""
        entry = self._entry
        if entry is None:
            return
        form = self.tr("extension") if entry.form == EXTENSION else self.tr("core of 2025-11-25")
        every = self.tr("every {:g} s").format(entry.poll_ms / 1000) if entry.poll_ms is not None else ""
        parts = (
            self.tr("known for {}").format(age_words(entry)),
            self.tr("from an earlier session") if entry.restored else "",
            left_words(entry),
            poll_words(entry, polling),
            every if not entry.ended else "",
            self.tr("polled {} ×").format(entry.polls) if entry.polls else "",
            self._progress(entry),
            form,
        )
        self._facts.setText(" · ".join(part for part in parts if part))

    def _progress(self, entry: TaskEntry) -> str:
        call = entry.call
        if call is None or call.progress < 0 or entry.ended:
            return ""
        if call.total > 0:
            done, total = number_text(call.progress), number_text(call.total)
            return self.tr("progress {0} of {1}").format(done, total)
        return self.tr("progress {}").format(number_text(call.progress))

    def _show_history(self, entry: TaskEntry) -> None:
        """What is new comes below, and the oldest go for it; the scroll position stays."""
        shown, changes = self._shown_changes, list(entry.history)
        if shown == changes:
            return
        known = len(shown)
        gone = next(out for out in range(known + 1) if changes[: known - out] == shown[out:])
        self._shown_changes = changes
        bar = self._history.verticalScrollBar()
        place, at_end = bar.value(), not shown or bar.value() >= bar.maximum()
        for _ in range(gone):
            self._history.takeTopLevelItem(0)
        for change in changes[known - gone :]:
            after = time_words((change.at_ns - entry.seen_ns) / 1e9)
            item = QTreeWidgetItem([after, change.status, change.message])
            item.setToolTip(0, tooltip(clock_text(change.at_ns / 1e9, thousandths=True)))
            width = self._history.fontMetrics().horizontalAdvance(after) + 2 * theme.SPACE
            item.setSizeHint(0, QSize(width, theme.row_height()))
            self._history.addTopLevelItem(item)
        if at_end:
            self._history.scrollToBottom()
        elif gone:
            bar.setValue(max(0, place - gone))  # it scrolls by lines

    # -- what is wanted ------------------------------------------------------------------------------

    def _wanted(self, key: str, _checked: bool = False) -> None:
        self.wanted.emit(key)

    def _copy_id(self) -> None:
        if self._entry is not None:
            QGuiApplication.clipboard().setText(self._entry.id)

    def _show_call(self) -> None:
        if self._entry is not None:
            self.call_wanted.emit(self._entry.exchange)
