"""Raw: write any message and send it, valid or not. What comes back stands beside it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import msgspec
from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QSplitter, QStackedWidget, QWidget

from inspector.errors import InspectorError
from inspector.protocol.jsonrpc import message_lines, one_line, parse
from inspector.protocol.methods import METHODS
from inspector.protocol.records import Record
from inspector.translation import shown
from inspector.ui.content.result import ResultView
from inspector.ui.json.editor.editor import JsonEditor
from inspector.ui.keyboard.key_words import with_keys
from inspector.ui.loop.tasks import spawn
from inspector.ui.panels import Panel, PanelContext
from inspector.ui.panels.fault_injection.bench import FaultBench
from inspector.ui.panels.header_lines import OVER_HTTP
from inspector.ui.panels.raw_headers import RawHeaders
from inspector.ui.widgets import theme
from inspector.ui.widgets.controls import Elided, Link, Marked, MenuButton, column, muted, row, tool_button
from inspector.ui.widgets.primary_button import PrimaryButton

__all__ = ["RawPanel"]


def _methods() -> list[dict[str, str]]:
    """What a client may send; each with what its params are about."""
    return [
        {
            "const": method.name,
            "title": f"params.{method.target}" if method.target else "",
        }
        for method in METHODS.values()
        if method.sender != "server"
    ]


def _params() -> dict[str, Any]:
    targets = sorted({method.target for method in METHODS.values() if method.target})
    return {target: {"description": "What the request is about"} for target in targets}


MESSAGE: Final[dict[str, Any]] = {
    "type": "object",
    "required": ["jsonrpc"],
    "properties": {
        "jsonrpc": {"const": "2.0"},
        "id": {
            "type": ["integer", "string"],
            "description": "Of a request, and of its answer; a notification has none",
        },
        "method": {"oneOf": _methods(), "description": "What is asked for, or told"},
        "params": {
            "type": "object",
            "properties": {
                **_params(),
                "arguments": {"type": "object", "description": "Of tools/call and prompts/get"},
                "cursor": {"type": "string", "description": "Where the last page of a list ended"},
                "_meta": {"type": "object", "description": "About the message itself"},
            },
        },
        "result": {"type": "object", "description": "The answer to a request"},
        "error": {
            "type": "object",
            "required": ["code", "message"],
            "properties": {"code": {"type": "integer"}, "message": {"type": "string"}, "data": {}},
            "description": "The answer to a request that failed",
        },
    },
}
"""What a JSON-RPC message of MCP may hold, for the proposals of the editor; nothing is checked by it."""


_TEMPLATES: Final[tuple[tuple[str, Marked, str, dict[str, Any]], ...]] = (
    ("ping", QT_TRANSLATE_NOOP("Raw", "Ping"), "ping", {}),
    ("tools_list", QT_TRANSLATE_NOOP("Raw", "List tools"), "tools/list", {}),
    (
        "tools_call",
        QT_TRANSLATE_NOOP("Raw", "Call a tool"),
        "tools/call",
        {"name": "echo", "arguments": {"message": "hello"}},
    ),
    (
        "resources_read",
        QT_TRANSLATE_NOOP("Raw", "Read a resource"),
        "resources/read",
        {"uri": "demo://text/welcome"},
    ),
    (
        "notification",
        QT_TRANSLATE_NOOP("Raw", "A notification"),
        "notifications/cancelled",
        {"requestId": 9001, "reason": "changed my mind"},
    ),
    ("unknown", QT_TRANSLATE_NOOP("Raw", "An unknown method"), "no/such/method", {}),
    ("broken", QT_TRANSLATE_NOOP("Raw", "Broken JSON"), "", {}),
)
"""(object name, text, method, params); without a method it is the broken one."""

_BROKEN: Final = '{"jsonrpc": "2.0", "id": 9001, "method": "ping"'
_FIRST_ID: Final = 9001
"""Far from the ids that the program counts itself; each use of a template takes the next."""


_NEAR: Final = 50  # records after the message in which an answer without an id is looked for
_SHOWN: Final = 400  # bytes of it


def _may_answer(record: Record, sent: Record) -> bool:
    """Came on the same connection (over HTTP: to the same POST), belongs to no other request."""
    near = record.session == sent.session and record.direction == "in" and not record.exchange
    answers = record.kind in ("response", "error", "malformed") and record.role in ("", "unknown")
    return near and answers and (sent.channel == "stdin" or record.channel == sent.channel)


class RawPanel(Panel):
    """Editor at the left, answer at the right."""

    def __init__(self, context: PanelContext) -> None:
        super().__init__(context)
        self._next_id = _FIRST_ID
        self._awaited: Record | None = None  # what was sent without an id that an answer could name
        self.editor = JsonEditor(exact_switch=True)
        self.editor.setObjectName("raw_editor")
        self.editor.setAccessibleName(self.tr("Message to send"))
        self.editor.set_schema(MESSAGE)
        self.send_button = PrimaryButton("raw_send", self.tr("Send"))
        self.send_button.setToolTip(with_keys(self.tr("Send (Ctrl+Enter)")))
        hint = self.tr("Start from a template")
        templates = MenuButton("raw_templates", self.tr("Templates"), hint, "text-box-plus-outline")
        self._fill_templates(templates.choices)
        self._headers = RawHeaders("raw_headers")
        self._headers.hide()
        hint = self.tr("HTTP headers to add or replace for this message")
        self._headers_button = tool_button("raw_headers_button", "chevron-right", hint, self.tr("Headers"))
        self._headers_button.setCheckable(True)
        self._faults = tool_button(
            "raw_faults", "bug-outline", self.tr("Break a rule on purpose and see what the server does")
        )
        self._faults.setText(self.tr("Faults"))
        self._faults.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self._faults.setCheckable(True)
        self.bench = FaultBench(context.client, context.selection, self.editor, self._headers, self)
        self._busy = False
        self._note = Elided(role="muted")
        self.as_lines = Link("raw_as_lines")
        self.as_lines.hide()
        self.result = ResultView(
            "raw_result",
            context.journal,
            context.feed,
            context.selection,
            self.tr("Press Send.\nThe response appears here; everything is in the timeline."),
            asks=context.inbox.asks_during,
        )
        self._lay_out(templates)
        self._headers_button.toggled.connect(self._show_headers)
        self.send_button.clicked.connect(self.run)
        self.as_lines.clicked.connect(self._run_lines)
        self.editor.submitted.connect(self.run)
        self.editor.changed.connect(self._describe)
        self._faults.toggled.connect(self._faults_toggled)
        self.bench.busy.connect(self._set_busy)
        self.bench.sent.connect(self._fault_sent)
        self.bench.table_wanted.connect(self._show_table)
        self.bench.headers_wanted.connect(self._open_headers)
        self.result.read_resource.connect(context.intents.read_resource)
        self.result.path_selected.connect(context.intents.path_selected)
        self.result.compare_wanted.connect(context.intents.compare_with_previous)
        self.result.filter_wanted.connect(context.intents.filter)
        self.result.source_wanted.connect(context.intents.open_source)
        context.feed.grew.connect(self._grew)
        self.use_template("tools_list")
        self._describe()
        self.refresh()

    def _lay_out(self, templates: QWidget) -> None:
        top = row(
            muted(self.tr("Message")),
            self._faults,
            self._headers_button,
            templates,
            margins=(theme.SPACE_WIDE, 4, theme.SPACE, 0),
        )
        top.insertStretch(1, 1)
        margins = (theme.SPACE_WIDE, 6, theme.SPACE, 8)
        buttons = row(self.send_button, self._note, self.as_lines, margins=margins)
        buttons.setStretch(1, 1)
        left = QWidget()
        headers = row(self._headers, margins=(theme.SPACE, 0, theme.SPACE, 2))
        middle = column(top, headers, self.editor, buttons, spacing=2)
        middle.setStretch(2, 1)
        left.setLayout(middle)
        splitter = QSplitter(Qt.Orientation.Horizontal, self)
        self._pages = QStackedWidget(splitter)
        both = QSplitter(Qt.Orientation.Horizontal, self._pages)
        both.setChildrenCollapsible(False)
        both.addWidget(left)
        both.addWidget(self.result)
        both.setSizes([500, 500])
        self._pages.addWidget(both)
        self._pages.addWidget(self.bench.table)
        splitter.setChildrenCollapsible(False)
        splitter.addWidget(self.bench.list)
        splitter.addWidget(self._pages)
        splitter.setSizes([210, 840])
        splitter.setStretchFactor(1, 1)
        self.bench.list.hide()
        whole = column(splitter, self.bench.strip, spacing=0)
        whole.setStretch(0, 1)
        self.setLayout(whole)

    def refresh(self) -> None:
        client = self.context.client
        self.send_button.setEnabled(client.state == "connected" and not self._busy)
        over_http = client.transport in OVER_HTTP
        self._headers_button.setVisible(over_http)
        self._headers.setVisible(over_http and self._headers_button.isChecked())
        self.bench.refresh()

    def _show_headers(self, shown: bool) -> None:
        self._headers_button.setIcon(theme.icon("chevron-down" if shown else "chevron-right"))
        self.refresh()

    def _open_headers(self) -> None:
        self._headers_button.setChecked(True)

    def _faults_toggled(self, shown: bool) -> None:
        self.bench.list.setVisible(shown)
        self.bench.refresh()
        if shown:
            self.bench.list.list.filter.setFocus()

    def _set_busy(self, busy: bool) -> None:
        self._busy = busy
        self.refresh()

    def _fault_sent(self, number: int) -> None:
        self._show_answer(number)

    def _show_table(self, shown: bool) -> None:
        self._pages.setCurrentIndex(1 if shown else 0)

    def focus_main(self) -> None:
        self.editor.setFocus()

    def edit(self, data: bytes) -> None:
        """Put a message into the editor."""
        self.editor.set_exact_bytes(data)
        self.editor.setFocus()

    def run(self) -> None:
        if self.context.client.state == "connected" and not self._busy:
            self._show_table(False)
            spawn(self, self.bench.fire() if self.bench.armed() else self._send(), "send raw")

    def _run_lines(self) -> None:
        if self.context.client.state == "connected" and not self._busy:
            self._show_table(False)
            spawn(self, self._send(message_lines(self._data())), "send raw lines")

    async def _send(self, lines: Sequence[bytes] = ()) -> None:
        """Send what is there, or these lines of it, each as a message; the answer to the first is shown."""
        self.bench.strip.hide()
        try:
            headers, without = self._headers.read()
            send = self.context.client.send_raw
            numbers = [send(data, headers, without) for data in lines or (self._data(),)]
        except InspectorError as error:
            self.result.clear()
            self.result.fail(str(error))
            return
        self._show_answer(numbers[0])

    def _show_answer(self, number: int) -> None:
        """Follow what was sent as this record."""
        journal = self.context.journal
        exchange = self._exchange_of(number)
        self._awaited = None
        if exchange:
            self.result.begin()
            self.result.show_exchange(exchange)
        else:
            self._awaited = journal.record(number)
            self.result.clear()
            self._note.setText(self.tr("Sent as #{}; it has no id, so there is no response.").format(number))
            self._grew(number, journal.last)
        self.context.selection.select(number)

    def _exchange_of(self, number: int) -> int:
        """The exchange that a message opened, of a batch the first; 0 for none."""
        record = self.context.journal.record(number)
        while record is not None and not record.exchange:
            record = self.context.journal.record(record.number + 1)
            if record is not None and record.note.partition(":")[0] != f"inside #{number}":
                return 0
        return record.exchange if record is not None else 0

    def _grew(self, first: int, last: int) -> None:
        """A server answers what it cannot read with an error that names no request: show that too."""
        sent = self._awaited
        if sent is None:
            return
        for number in range(max(first, sent.number + 1), min(last, sent.number + _NEAR) + 1):
            record = self.context.journal.record(number)
            if record is not None and _may_answer(record, sent):
                self._awaited = None
                text = record.raw[:_SHOWN].decode(errors="replace")
                self.result.answered_aside(number, text)
                return
        if last > sent.number + _NEAR:
            self._awaited = None

    def _data(self) -> bytes:
        """Exact bytes: what is there, line breaks and all. Otherwise one line, as stdio needs it."""
        data = self.editor.exact_bytes()
        return data if self.editor.is_exact() else one_line(data)

    def _describe(self) -> None:
        data = self._data()
        message = parse(data)
        lines = message_lines(data) if message.kind == "malformed" else []
        self.as_lines.setVisible(bool(lines))
        self.as_lines.setText(self.tr("Send as {} messages, one per line").format(len(lines)))
        what = {
            "request": self.tr("request {}").format(message.method),
            "notification": self.tr("notification {}").format(message.method),
            "response": self.tr("a response"),
            "error": self.tr("an error response"),
            "batch": self.tr("a batch of {}").format(len(message.members)),
        }.get(message.kind, self.tr("not a message: {}").format(shown(message.reason)))
        self._note.setText(self.tr("{} bytes · {}").format(len(data), what))
        self._note.set_role("warning" if message.kind == "malformed" else "muted")

    # -- templates -----------------------------------------------------------------------------------

    def _fill_templates(self, menu: QMenu) -> None:
        for name, text, _method, _params in _TEMPLATES:
            action = menu.addAction(QCoreApplication.translate("Raw", text))
            action.setObjectName(f"template_{name}")
            action.setData(name)
        menu.triggered.connect(self._template_chosen)

    def _template_chosen(self, action: QAction) -> None:
        self.use_template(str(action.data()))
        self.editor.setFocus()

    def use_template(self, name: str) -> None:
        """Put a template into the editor, dressed as the server's era wants its requests."""
        for known, _text, method, params in _TEMPLATES:
            if known == name:
                self.editor.set_text(self._message(method, params) if method else _BROKEN)

    def _message(self, method: str, params: dict[str, Any]) -> str:
        message: dict[str, Any] = {"jsonrpc": "2.0"}
        if not method.startswith("notifications/"):
            message["id"] = self._next_id
            self._next_id += 1
            session = self.context.client.session
            era = session.conversation.era if session is not None else None
            params = era.dress(method, params, None) if era is not None else params
        message |= {"method": method, "params": params}
        return msgspec.json.format(msgspec.json.encode(message), indent=2).decode()
