"""Tasks: every task of the server, how it stands, and what it led to."""

from __future__ import annotations

import math
from collections.abc import Awaitable

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QLineEdit, QPushButton, QSplitter, QStackedWidget, QWidget

from inspector.core.client.client import Answer
from inspector.core.client.task_entry import TaskEntry
from inspector.errors import InspectorError
from inspector.ui.content.result import ResultView
from inspector.ui.loop.tasks import spawn
from inspector.ui.panels import Panel, PanelContext
from inspector.ui.panels.tasks.detail import TaskDetail
from inspector.ui.panels.tasks.list import TaskList
from inspector.ui.session.task_words import TASK_RESULT
from inspector.ui.widgets import zoom
from inspector.ui.widgets.controls import column, empty_state, row
from inspector.ui.widgets.plain import tooltip

__all__ = ["TasksPanel"]

_TICK_MS = 500


class TasksPanel(Panel):
    """List at the left, the chosen task in the middle, its result at the right."""

    def __init__(self, context: PanelContext) -> None:
        super().__init__(context)
        self._tasks = context.client.tasks
        self._trouble: dict[str, str] = {}  # task id → what went wrong with the last thing wanted
        self.list = TaskList(self._tasks)
        self._adopt = QLineEdit()
        self._adopt.setObjectName("task_adopt")
        self._adopt.setPlaceholderText(self.tr("Task ID, then Enter"))
        self._adopt.setAccessibleName(self.tr("ID of a task created elsewhere"))
        self._adopt.setToolTip(self.tr("Open a task created elsewhere"))
        self._fetch = QPushButton(self.tr("List"))
        self._fetch.setObjectName("task_fetch")
        self._fetch.setToolTip(self.tr("Ask the server for its tasks (tasks/list)"))
        self.detail = TaskDetail()
        self._hint = self.tr("The result appears here when the task has ended.")
        self._nothing = self.tr("The task was cancelled; there is no result.")
        self.result = ResultView(TASK_RESULT, context.journal, context.feed, context.selection, self._hint)
        self._pages = QStackedWidget()
        self._lay_out()
        self._timer = QTimer(self)
        self._timer.setInterval(_TICK_MS)
        self._timer.timeout.connect(self._tick)
        self.list.chosen.connect(self._chosen)
        self.detail.wanted.connect(self._wanted)
        self.detail.automatic.connect(self._set_automatic)
        self.detail.pushed.connect(self._set_pushed)
        self.detail.call_wanted.connect(context.selection.show)
        self.result.read_resource.connect(context.intents.read_resource)
        self.result.path_selected.connect(context.intents.path_selected)
        self.result.compare_wanted.connect(context.intents.compare_with_previous)
        self.result.filter_wanted.connect(context.intents.filter)
        self.result.source_wanted.connect(context.intents.open_source)
        self._adopt.returnPressed.connect(self._adopt_typed)
        self._fetch.clicked.connect(self._fetch_list)
        self.refresh()

    def _lay_out(self) -> None:
        self._pages.addWidget(
            empty_state(
                self.tr("No tasks yet."),
                self.tr("Tool calls that become tasks are followed here until they end."),
            )
        )
        middle = QSplitter(Qt.Orientation.Horizontal)
        middle.setChildrenCollapsible(False)
        middle.addWidget(self.detail)
        middle.addWidget(self.result)
        middle.setSizes([380, 420])
        self._pages.addWidget(middle)
        side = QWidget()
        foot = row(self._adopt, self._fetch, margins=(6, 4, 6, 6), spacing=4)
        side.setLayout(column(self.list, foot, spacing=0))
        zoom.follow(side.setMinimumWidth, 150)
        splitter = QSplitter(Qt.Orientation.Horizontal, self)
        splitter.setChildrenCollapsible(False)
        splitter.addWidget(side)
        splitter.addWidget(self._pages)
        splitter.setSizes([230, 800])
        splitter.setStretchFactor(1, 1)
        self.setLayout(column(splitter))

    # -- what the workspace asks ---------------------------------------------------------------------

    def refresh(self) -> None:
        connected = self.context.client.state == "connected"
        self._fetch.setVisible(self._tasks.offers("list"))
        self._fetch.setEnabled(connected)
        self.list.update_rows()
        self._show(self.list.key())

    def focus_main(self) -> None:
        self.list.setFocus()

    def open_item(self, kind: str, name: str) -> None:
        self.refresh()
        self.list.select(name)

    def showEvent(self, event: QShowEvent) -> None:
        self._timer.start()
        super().showEvent(event)

    def hideEvent(self, event: QHideEvent) -> None:
        self._timer.stop()
        super().hideEvent(event)

    # -- what is shown -------------------------------------------------------------------------------

    def _chosen(self, task_id: str) -> None:
        self._show(task_id)

    def _show(self, task_id: str) -> None:
        entry = self._tasks.entries.get(task_id)
        self._pages.setCurrentIndex(0 if entry is None else 1)
        if entry is None:
            return
        connected = self.context.client.state == "connected"
        trouble = self._trouble.get(task_id, "")
        self.detail.show_entry(entry, self._tasks.polls(task_id), connected, trouble)
        shown = entry.result.exchange if entry.result is not None else 0
        if shown != self.result.exchange:
            self.result.show_exchange(shown)
        self.result.expect(self._nothing if entry.status == "cancelled" else self._hint)

    def _tick(self) -> None:
        self.list.viewport().update()
        self.detail.tick(self._tasks.polls(self.list.key()))

    # -- what is wanted ------------------------------------------------------------------------------

    def _wanted(self, action: str) -> None:
        entry = self._tasks.entries.get(self.list.key())
        if entry is None:
            return
        self._trouble.pop(entry.id, None)
        if action == "forget":
            self._tasks.forget(entry.id)
            self.refresh()
        elif action == "answer":
            self._answer(entry)
        elif action == "poll":
            self._try(entry, self._tasks.poll_now(entry.id))
        elif action == "cancel":
            self._try(entry, self._tasks.cancel(entry.id))
        elif entry.result is None:
            self._try(entry, self._tasks.result(entry.id, timeout_s=math.inf))
        self._show(entry.id)

    def _answer(self, entry: TaskEntry) -> None:
        """The questions wait in Inputs; what was left unanswered there is asked once more."""
        if entry.declined:
            self._tasks.ask_again(entry.id)
        elif not self._tasks.polls(entry.id):
            self._tasks.set_automatic(entry.id, True)
        self.context.intents.show_panel.emit("inputs")

    def _try(self, entry: TaskEntry, asking: Awaitable[Answer | None]) -> None:
        spawn(self, self._tried(entry, asking), f"task {entry.id}")

    async def _tried(self, entry: TaskEntry, asking: Awaitable[Answer | None]) -> None:
        try:
            answer = await asking
        except InspectorError as error:
            self._trouble[entry.id] = str(error)
        else:
            if answer is not None and answer.error and answer is not entry.result:
                value = answer.value if isinstance(answer.value, dict) else {}
                words = f"{value.get('code', '?')} {value.get('message', '')}".strip()
                self._trouble[entry.id] = self.tr("the server returned an error: {}").format(words)
        if self.list.key() == entry.id:
            self._show(entry.id)

    def _set_automatic(self, on: bool) -> None:
        if self.list.key():
            self._tasks.set_automatic(self.list.key(), on)

    def _set_pushed(self, on: bool) -> None:
        entry = self._tasks.entries.get(self.list.key())
        if entry is not None:
            self._trouble.pop(entry.id, None)
            self._try(entry, self._tasks.push(entry.id, on))

    def _adopt_typed(self) -> None:
        task_id = self._adopt.text().strip()
        if not task_id or self.context.client.state != "connected":
            return  # the text stays until the server is back
        self._adopt.clear()
        self._tasks.set_automatic(self._tasks.adopt(task_id).id, True)
        self.refresh()
        self.list.select(task_id)

    def _fetch_list(self) -> None:
        spawn(self, self._fetched(), "tasks/list")

    async def _fetched(self) -> None:
        try:
            await self._tasks.fetch()
        except InspectorError as error:
            self._fetch.setToolTip(tooltip(str(error)))
        self.refresh()
