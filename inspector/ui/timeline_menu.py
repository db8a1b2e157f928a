"""What can be done with a row of the timeline: copy it, send it again, filter by what it has."""

from __future__ import annotations

import json
import shlex
from collections.abc import Callable

import msgspec
from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QAction, QGuiApplication
from PySide6.QtWidgets import QMenu, QWidget

from inspector.protocol.jsonrpc import one_line, parse
from inspector.protocol.records import Record
from inspector.trace.journal import Journal
from inspector.trace.rows import Row
from inspector.ui.timeline_cells import Cells

__all__ = ["RowActions", "condition_of", "mcpdi_line"]


def condition_of(field: str, row: Row, server: str) -> str:
    """A condition of the filter language that this row fulfils; empty when it has no such value."""
    if field == "status" and row.role in ("late", "duplicate", "unknown", "mistyped"):
        return f"is:{row.role}"
    if field == "status" and row.kind in ("malformed", "stderr", "lifecycle"):
        return f"is:{row.kind}"
    value = {"method": row.method, "target": row.target, "status": row.status, "server": server}[field]
    return f"{field} == {json.dumps(value, ensure_ascii=False)}" if value else ""


def mcpdi_line(record: Record, server: str) -> str:
    """The command that sends this message again."""
    message = parse(record.raw)
    parts = ["mcpdi", "send", one_line(record.raw).decode("utf-8", "replace"), "--on", server]
    if message.method == "tools/call":
        name, arguments = _tool_call(message.params)
        if name:
            parts = ["mcpdi", "call", name, "--args", arguments, "--on", server]
    return shlex.join(parts)


class _Call(msgspec.Struct):
    name: str = ""
    arguments: msgspec.Raw = msgspec.Raw(b"{}")


def _tool_call(params: bytes) -> tuple[str, str]:
    try:
        call = msgspec.json.decode(params, type=_Call)
    except msgspec.DecodeError:
        return "", ""
    return call.name, one_line(bytes(call.arguments)).decode()


class RowActions(QObject):
    """Makes the menu of a row and carries it out."""

    filter_by = Signal(str)
    send_to_editor = Signal(bytes)
    call_again = Signal(int)

    def __init__(self, journal: Journal, parent: QWidget) -> None:
        super().__init__(parent)
        self._journal = journal
        self._widget = parent
        self._cells: Cells | None = None
        self._server = ""

    def menu(self, cells: Cells) -> QMenu:
        """The menu for a row; it deletes itself when closed."""
        self._cells = cells
        row = cells.row
        names = {info.number: info.name for info in self._journal.sessions()}
        self._server = names.get(row.session, "")
        menu = QMenu(self._widget)
        menu.setObjectName("timeline_menu")
        sendable = row.direction == "out" and row.kind in ("request", "notification")
        self._add(menu, "copy_message", self.tr("Copy message"), self._copy_message)
        self._add(
            menu, "copy_answer", self.tr("Copy answer"), self._copy_answer, row.opens and row.answer > 0
        )
        self._add(menu, "copy_command", self.tr("Copy as mcpdi command"), self._copy_command, sendable)
        menu.addSeparator()
        again = row.opens and row.direction == "out"
        self._add(menu, "send_again", self.tr("Send again"), self._send_again, again)
        self._add(menu, "edit_and_send", self.tr("Edit and send…"), self._edit, row.kind != "head")
        menu.addSeparator()
        for field, text, then in (
            ("method", self.tr("Filter by method {0}"), self._by_method),
            ("target", self.tr("Filter by target {0}"), self._by_target),
            ("status", self.tr("Filter by status {0}"), self._by_status),
            ("server", self.tr("Filter by server {0}"), self._by_server),
        ):
            condition = condition_of(field, row, self._server)
            if condition:
                value = condition.removeprefix(f"{field} == ")
                self._add(menu, f"filter_by_{field}", text.format(value[:60]), then)
        return menu

    def _add(self, menu: QMenu, name: str, text: str, then: Callable[[], None], enabled: bool = True) -> None:
        action = QAction(text, menu)
        action.setObjectName(name)
        action.setEnabled(enabled)
        action.triggered.connect(then)
        menu.addAction(action)

    def _record(self, number: int = 0) -> Record | None:
        if self._cells is None:
            return None
        return self._journal.record(number or self._cells.row.number)

    def _copy(self, record: Record | None) -> None:
        if record is not None:
            QGuiApplication.clipboard().setText(record.raw.decode("utf-8", "replace"))

    def _copy_message(self) -> None:
        self._copy(self._record())

    def _copy_answer(self) -> None:
        if self._cells is not None:
            self._copy(self._record(self._cells.row.answer))

    def _copy_command(self) -> None:
        record = self._record()
        if record is not None:
            QGuiApplication.clipboard().setText(mcpdi_line(record, self._server))

    def _send_again(self) -> None:
        if self._cells is not None:
            self.call_again.emit(self._cells.row.number)

    def _edit(self) -> None:
        record = self._record()
        if record is not None:
            self.send_to_editor.emit(record.raw)

    def _filter(self, field: str) -> None:
        if self._cells is not None:
            self.filter_by.emit(condition_of(field, self._cells.row, self._server))

    def _by_method(self) -> None:
        self._filter("method")

    def _by_target(self) -> None:
        self._filter("target")

    def _by_status(self) -> None:
        self._filter("status")

    def _by_server(self) -> None:
        self._filter("server")
