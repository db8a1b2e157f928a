"""Log messages of one server, beside its stderr: how much it is to log, and what it logged.

The messages are read from the journal. While hidden, nothing is read; a flood costs a bounded number
of messages a refresh, and the newest are the ones shown.
"""

from __future__ import annotations

from typing import Any, Final

import msgspec
from PySide6.QtCore import QTimer
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QComboBox, QLineEdit, QStackedWidget, QWidget

from inspector.core.client.logs import LEVELS, LOG_MESSAGE
from inspector.errors import InspectorError
from inspector.protocol.jsonrpc import parse
from inspector.protocol.records import Record
from inspector.ui.locale.locale_text import clock_text
from inspector.ui.loop.tasks import spawn
from inspector.ui.panels import PanelContext
from inspector.ui.session.feed_table import KEPT, FeedRow, FeedTable
from inspector.ui.widgets import theme
from inspector.ui.widgets.announcements import clearable
from inspector.ui.widgets.controls import EmptyState, Notice, column, muted, row, tool_button

__all__ = ["LogsView"]

_REFRESH_MS: Final = 100
_LOOKED_AT: Final = 20_000  # newest records a refresh goes through
_READ: Final = 2_000  # newest messages of them that it reads

# level → glyph, role
_LOOKS: Final = {
    "debug": ("·", "muted"),
    "info": ("ℹ", ""),
    "notice": ("ℹ", "accent"),
    "warning": ("⚠", "warning"),
    "error": ("✗", "error"),
    "critical": ("✗", "error"),
    "alert": ("✗", "error"),
    "emergency": ("✗", "error"),
}


class LogsView(QWidget):
    """Selector of the level, two filters, and the table."""

    def __init__(self, context: PanelContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self._seen = 0  # records up to here were looked at
        self._asked: str | None = None  # the level that the server has not agreed to yet
        self._messages: list[tuple[str, FeedRow]] = []  # (level, row), oldest first
        self._level = QComboBox()
        self._level.setObjectName("log_level")
        self._level.setAccessibleName(self.tr("Minimum level that the server logs"))
        self._level.addItem(self.tr("Server decides"), "")
        for level in LEVELS:
            self._level.addItem(level, level)
        self._shown = QComboBox()
        self._shown.setObjectName("log_shown_level")
        self._shown.setAccessibleName(self.tr("Show messages of this level and above"))
        self._shown.setToolTip(self.tr("Show messages of this level and above"))
        for level in LEVELS:
            text = f"{_LOOKS[level][0]} {level}" if level != LEVELS[0] else self.tr("All levels")
            self._shown.addItem(text, level)
        self._filter = QLineEdit()
        self._filter.setObjectName("log_filter")
        self._filter.setPlaceholderText(self.tr("Filter log messages"))
        self._filter.setAccessibleName(self.tr("Filter log messages"))
        clearable(self._filter)
        self._clear = tool_button("log_clear", "broom", self.tr("Clear view; the timeline keeps everything"))
        self._trouble = Notice("log_trouble", "error")
        self._trouble.add_close("log_trouble_close")
        self._trouble.hide()
        self.table = FeedTable(
            "log_list",
            self.tr("Log messages"),
            (self.tr("Time"), self.tr("Level"), self.tr("Logger"), self.tr("Data")),
            (96, 92, 92),
            context.selection,
        )
        self._none = EmptyState("")
        self._pages = QStackedWidget()
        self._pages.addWidget(self._none)
        self._pages.addWidget(self.table)
        label = muted(self.tr("Log level"))
        label.setBuddy(self._level)
        head = row(
            label,
            self._level,
            self._filter,
            self._shown,
            self._clear,
            margins=(theme.SPACE, 4, theme.SPACE, 4),
        )
        head.setStretch(2, 1)
        self.setLayout(column(head, self._trouble, self._pages, spacing=0))
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(_REFRESH_MS)
        self._timer.timeout.connect(self._look)
        self._level.activated.connect(self._level_chosen)
        self._shown.currentIndexChanged.connect(self._show_all)
        self._filter.textChanged.connect(self._show_all)
        self._clear.clicked.connect(self._empty)
        context.feed.grew.connect(self._grew)
        self.refresh()

    def refresh(self) -> None:
        """The connection or its level may be another one."""
        client = self._context.client
        modern = client.info is not None and client.info.era == "modern"
        self._level.setItemText(0, self.tr("Silent") if modern else self.tr("Server decides"))
        self._level.setToolTip(
            self.tr("Every request asks for messages of this level and above (_meta logLevel)")
            if modern
            else self.tr("Sets the level of the session (logging/setLevel)")
        )
        self._level.setEnabled(client.state == "connected")
        if self._asked is None and not self._level.view().isVisible():  # else it is chosen just now
            self._level.setCurrentIndex(max(0, self._level.findData(client.logs.level)))
        self._none.say(
            self.tr("No log messages yet."),
            self.tr("Choose a level above: modern servers log only when a request asks for it.")
            if modern and not client.logs.level
            else "",
        )

    def focus_main(self) -> None:
        """The messages; before the first one there is no table that could have the keyboard."""
        (self.table if self._pages.currentWidget() is self.table else self._filter).setFocus()

    def focus_filter(self) -> None:
        """Ctrl+F."""
        self._filter.setFocus()
        self._filter.selectAll()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._timer.start()

    # -- the level -------------------------------------------------------------------------------------

    def _level_chosen(self, place: int) -> None:
        self._trouble.hide()
        self._asked = str(self._level.itemData(place))
        spawn(self, self._set_level(self._asked), "set the log level")

    async def _set_level(self, level: str) -> None:
        try:
            await self._context.client.set_log_level(level)
        except InspectorError as error:
            self._trouble.set_text(str(error))
            self._trouble.show()
        finally:
            if self._asked == level:
                self._asked = None
        if self._asked is None:
            self.refresh()

    # -- the messages ----------------------------------------------------------------------------------

    def _grew(self, _first: int, _last: int) -> None:
        if self.isVisible() and not self._timer.isActive():
            self._timer.start()

    def _look(self) -> None:
        """Read what is new in the journal."""
        journal, name = self._context.journal, self._context.client.name
        sessions = {info.number for info in journal.sessions() if info.name == name}
        last = journal.last
        first = max(self._seen + 1, last - _LOOKED_AT)
        self._seen = last
        logs = [
            record
            for record in journal.records(first, last, largest=1 << 16)
            if record.method == LOG_MESSAGE and record.direction == "in" and record.session in sessions
        ]
        fresh = [_message(record) for record in logs[-_READ:]]
        if not fresh:
            return
        self._messages = [*self._messages, *fresh][-KEPT:]
        self.table.append_rows([line for level, line in fresh if self._wanted(level, line)])
        self._pages.setCurrentWidget(self.table)

    def _wanted(self, level: str, line: FeedRow) -> bool:
        """A level that does not exist is always shown."""
        least = str(self._shown.currentData())
        if level in LEVELS and LEVELS.index(level) < LEVELS.index(least):
            return False
        text = " ".join(line.cells).lower()
        return all(word in text for word in self._filter.text().lower().split())

    def _show_all(self, *_anything: object) -> None:
        self.table.show_rows([line for level, line in self._messages if self._wanted(level, line)])

    def _empty(self) -> None:
        self._messages.clear()
        self._show_all()
        self._pages.setCurrentWidget(self._none)


def _message(record: Record) -> tuple[str, FeedRow]:
    params = parse(record.raw).params_dict()
    level, logger, data = params.get("level"), params.get("logger"), params.get("data")
    glyph, role = _LOOKS.get(str(level), ("⚠", "warning"))
    said = _one_line(data)
    cells = (clock_text(record.at_ns / 1e9, thousandths=True), f"{glyph} {level}", _one_line(logger), said)
    return str(level), FeedRow(record.number, cells, ("muted", role, "muted", role), said)


def _one_line(value: Any) -> str:
    if value is None:
        return ""
    text = value if isinstance(value, str) else msgspec.json.encode(value).decode()
    return " ".join(text.split())[:2000]
