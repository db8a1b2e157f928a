"""What the server is to tell of: a few boxes to tick and URIs to type."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QCheckBox, QFrame, QPlainTextEdit, QPushButton

from inspector.errors import InspectorError
from inspector.protocol.subscribing import LIST_KINDS, Filter
from inspector.ui.loop.tasks import spawn
from inspector.ui.widgets import theme, zoom
from inspector.ui.widgets.controls import Elided, Notice, column, row
from inspector.ui.widgets.primary_button import PrimaryButton

if TYPE_CHECKING:
    from inspector.core.client.client import Client

__all__ = ["NewSubscription"]


class NewSubscription(QFrame):
    """`opened(Subscription)`: it is under way; `closed`: nothing more is wanted here."""

    opened = Signal(object)
    closed = Signal()

    def __init__(self, client: Client) -> None:
        super().__init__()
        self.setObjectName("subscription_form")
        self._client = client
        names = {
            "tools": self.tr("Tools list"),
            "prompts": self.tr("Prompts list"),
            "resources": self.tr("Resources list"),
        }
        self._lists = {kind: QCheckBox(names[kind]) for kind in LIST_KINDS}
        for kind, box in self._lists.items():
            box.setObjectName(f"subscribe_{kind}")
        self._title = Elided(role="muted")
        self._uris = self._lines("subscribe_uris", self.tr("Resource URIs, one per line"))
        self._tasks = self._lines("subscribe_tasks", self.tr("Task IDs, one per line"))
        self._go = PrimaryButton("subscribe_button", self.tr("Subscribe"))
        self._cancel = QPushButton(self.tr("Cancel"))
        self._cancel.setObjectName("subscribe_cancel")
        self._trouble = Notice("subscribe_trouble", "error")
        self._trouble.hide()
        boxes = row(*self._lists.values(), spacing=theme.SPACE_WIDE)
        boxes.addStretch(1)
        buttons = row(self._go, self._cancel)
        buttons.addStretch(1)
        fields = row(self._uris, self._tasks)
        fields.setStretch(0, 2)
        fields.setStretch(1, 1)
        self.setLayout(
            column(
                self._title,
                boxes,
                fields,
                self._trouble,
                buttons,
                margins=(theme.SPACE_WIDE, 8, theme.SPACE_WIDE, 8),
            )
        )
        self._go.clicked.connect(self._subscribe)
        self._cancel.clicked.connect(self.closed)
        for box in self._lists.values():
            box.toggled.connect(self._trouble.hide)
        for editor in (self._uris, self._tasks):
            editor.textChanged.connect(self._trouble.hide)
        self.refresh()

    def _lines(self, name: str, hint: str) -> QPlainTextEdit:
        editor = QPlainTextEdit()
        editor.setObjectName(name)
        editor.setAccessibleName(hint)
        editor.setPlaceholderText(hint)
        editor.setProperty("outlined", True)
        editor.setTabChangesFocus(True)
        zoom.lines(editor.setFixedHeight, 3, 14)
        return editor

    def refresh(self) -> None:
        """The connection may be another one."""
        subscriptions = self._client.subscriptions
        modern = subscriptions.modern
        offered = subscriptions.offered().lists
        for kind, box in self._lists.items():
            box.setVisible(modern)
            said = self.tr("declared by the server")
            unsaid = self.tr("not declared by the server; you can ask anyway")
            box.setToolTip(said if kind in offered else unsaid)
        self._tasks.setVisible(modern)
        self._title.setText(
            self.tr("One subscriptions/listen with all of this:")
            if modern
            else self.tr("One resources/subscribe per URI; list changes are sent anyway:")
        )
        self._go.setEnabled(self._client.state == "connected")

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.closed.emit()
        else:
            super().keyPressEvent(event)

    def focus_first(self) -> None:
        """Where typing begins."""
        (self._lists["tools"] if self._client.subscriptions.modern else self._uris).setFocus()

    def wanted(self) -> Filter:
        """What is ticked and typed."""
        lists = [kind for kind, box in self._lists.items() if box.isChecked()]
        texts = [editor.toPlainText().split("\n") for editor in (self._uris, self._tasks)]
        uris, tasks = ([line.strip() for line in lines if line.strip()] for lines in texts)
        return Filter.of(lists, uris, tasks)

    def _subscribe(self) -> None:
        wanted = self.wanted()
        self._trouble.setVisible(not wanted)
        if not wanted:
            self._trouble.set_text(self.tr("Choose or enter what to subscribe to."))
        elif self._client.subscriptions.modern:
            self._open(wanted)
        else:
            spawn(self, self._subscribe_each(wanted.uris), "subscribe")

    def _open(self, wanted: Filter) -> None:
        try:
            self.opened.emit(self._client.subscriptions.open(wanted))
        except InspectorError as error:
            self._complain(str(error))

    async def _subscribe_each(self, uris: tuple[str, ...]) -> None:
        try:
            for uri in uris:
                await self._client.subscriptions.subscribe(uri)
        except InspectorError as error:
            self._complain(str(error))
        else:
            self.opened.emit(self._client.subscriptions.all[-1])

    def _complain(self, text: str) -> None:
        self._trouble.set_text(text)
        self._trouble.show()
