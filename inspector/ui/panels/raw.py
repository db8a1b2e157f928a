"""Raw: write any message and send it, valid or not. What comes back stands beside it."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QSplitter, QWidget

from inspector.errors import InspectorError
from inspector.protocol.jsonrpc import one_line, parse
from inspector.ui import theme
from inspector.ui.controls import Elided, Marked, MenuButton, PrimaryButton, column, muted, row
from inspector.ui.json_editor import JsonEditor
from inspector.ui.panels import Panel, PanelContext
from inspector.ui.panels.result import ResultView
from inspector.ui.tasks import spawn

__all__ = ["RawPanel"]

_TEMPLATES: Final[tuple[tuple[str, Marked, str], ...]] = (
    ("ping", QT_TRANSLATE_NOOP("Raw", "Ping"), '{"jsonrpc": "2.0", "id": 9001, "method": "ping"}'),
    (
        "tools_list",
        QT_TRANSLATE_NOOP("Raw", "List tools"),
        '{\n  "jsonrpc": "2.0",\n  "id": 9002,\n  "method": "tools/list",\n  "params": {}\n}',
    ),
    (
        "tools_call",
        QT_TRANSLATE_NOOP("Raw", "Call a tool"),
        '{\n  "jsonrpc": "2.0",\n  "id": 9003,\n  "method": "tools/call",\n'
        '  "params": {\n    "name": "echo",\n    "arguments": {\n      "message": "hello"\n    }\n  }\n}',
    ),
    (
        "notification",
        QT_TRANSLATE_NOOP("Raw", "A notification"),
        '{\n  "jsonrpc": "2.0",\n  "method": "notifications/cancelled",\n'
        '  "params": {\n    "requestId": 9003,\n    "reason": "changed my mind"\n  }\n}',
    ),
    (
        "unknown",
        QT_TRANSLATE_NOOP("Raw", "An unknown method"),
        '{"jsonrpc": "2.0", "id": 9004, "method": "no/such/method", "params": {}}',
    ),
    ("broken", QT_TRANSLATE_NOOP("Raw", "Broken JSON"), '{"jsonrpc": "2.0", "id": 9005, "method": "ping"'),
)
"""(object name, text, message). The ids are far from those that the program counts itself."""


class RawPanel(Panel):
    """Editor at the left, answer at the right."""

    def __init__(self, context: PanelContext) -> None:
        super().__init__(context)
        self.editor = JsonEditor(exact_switch=True)
        self.editor.setObjectName("raw_editor")
        self.editor.setAccessibleName(self.tr("Message to send"))
        self.send_button = PrimaryButton("raw_send", self.tr("Send"))
        self.send_button.setToolTip(self.tr("Send (Ctrl+Enter)"))
        hint = self.tr("Start from a template")
        templates = MenuButton("raw_templates", self.tr("Templates"), hint, "text-box-plus-outline")
        self._fill_templates(templates.choices)
        self._note = Elided(role="muted")
        self.result = ResultView(
            "raw_result",
            context.journal,
            context.feed,
            context.selection,
            self.tr("Press Send.\nThe answer appears here, and everything is in the timeline."),
        )
        self._lay_out(templates)
        self.send_button.clicked.connect(self.run)
        self.editor.submitted.connect(self.run)
        self.editor.changed.connect(self._describe)
        self.result.read_resource.connect(context.intents.read_resource)
        self.editor.set_text(_TEMPLATES[1][2])
        self._describe()
        self.refresh()

    def _lay_out(self, templates: QWidget) -> None:
        top = row(muted(self.tr("Message")), templates, margins=(theme.SPACE_WIDE, 4, theme.SPACE, 0))
        top.insertStretch(1, 1)
        buttons = row(self.send_button, self._note, margins=(theme.SPACE_WIDE, 6, theme.SPACE, 8))
        buttons.setStretch(1, 1)
        left = QWidget()
        left.setLayout(column(top, self.editor, buttons, spacing=2))
        splitter = QSplitter(Qt.Orientation.Horizontal)
        splitter.setChildrenCollapsible(False)
        splitter.addWidget(left)
        splitter.addWidget(self.result)
        splitter.setSizes([500, 500])
        self.setLayout(column(splitter))

    def refresh(self) -> None:
        self.send_button.setEnabled(self.context.client.state == "connected")

    def focus_main(self) -> None:
        self.editor.setFocus()

    def edit(self, data: bytes) -> None:
        """Put a message into the editor."""
        self.editor.set_exact_bytes(data)
        self.editor.setFocus()

    def run(self) -> None:
        if self.context.client.state == "connected":
            spawn(self, self._send(), "send raw")

    async def _send(self) -> None:
        data = self._data()
        journal = self.context.journal
        try:
            number = self.context.client.send_raw(data)
        except InspectorError as error:
            self.result.clear()
            self.result.fail(str(error))
            return
        record = journal.record(number)
        if record is not None and record.exchange:
            self.result.begin()
            self.result.show_exchange(record.exchange)
        else:
            self.result.clear()
            self._note.setText(self.tr("Sent as #{}; no answer is expected.").format(number))
        self.context.selection.select(number)

    def _data(self) -> bytes:
        """Exact bytes: what is there, line breaks and all. Otherwise one line, as stdio needs it."""
        data = self.editor.exact_bytes()
        return data if self.editor.is_exact() else one_line(data)

    def _describe(self) -> None:
        message = parse(self._data())
        what = {
            "request": self.tr("request {}").format(message.method),
            "notification": self.tr("notification {}").format(message.method),
            "response": self.tr("a response"),
            "error": self.tr("an error response"),
            "batch": self.tr("a batch of {}").format(len(message.members)),
        }.get(message.kind, self.tr("not a message: {}").format(message.reason))
        self._note.setText(self.tr("{} bytes · {}").format(len(self._data()), what))
        self._note.set_role("warning" if message.kind == "malformed" else "muted")

    # -- templates -----------------------------------------------------------------------------------

    def _fill_templates(self, menu: QMenu) -> None:
        for name, text, message in _TEMPLATES:
            action = menu.addAction(QCoreApplication.translate("Raw", text))
            action.setObjectName(f"template_{name}")
            action.setData(message)
        menu.triggered.connect(self._use_template)

    def _use_template(self, action: QAction) -> None:
        self.editor.set_text(str(action.data()))
        self.editor.setFocus()
