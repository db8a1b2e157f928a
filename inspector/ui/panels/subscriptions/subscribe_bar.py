"""Under the form of a resource: subscribe to it, and how often it changed since."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QPushButton, QWidget
from shiboken6 import isValid

from inspector.errors import InspectorError
from inspector.ui.loop.tasks import spawn
from inspector.ui.panels.subscriptions.subscriptions import STATES, state_word
from inspector.ui.widgets import theme, zoom
from inspector.ui.widgets.controls import Elided, row

if TYPE_CHECKING:
    from inspector.core.client.client import Client

__all__ = ["SubscribeBar"]


class SubscribeBar(QWidget):
    """Hidden while the server does not offer it and nothing is subscribed to."""

    def __init__(self, client: Client) -> None:
        super().__init__()
        self._client = client
        self._uri = ""
        self._trouble = ""
        self._button = QPushButton(self.tr("Subscribe"))
        self._button.setObjectName("resource_subscribe")
        self._button.setCheckable(True)
        self._button.setIcon(theme.icon("bell-outline"))
        zoom.icons(self._button)
        self._button.setToolTip(self.tr("Get notified when this resource changes"))
        self._said = Elided(role="muted")
        self._said.setObjectName("resource_subscription")
        layout = row(self._button, self._said, margins=(theme.SPACE_WIDE, 4, theme.SPACE, 0))
        layout.setStretch(1, 1)
        self.setLayout(layout)
        self._button.clicked.connect(self._toggle)

    def show_uri(self, uri: str) -> None:
        """The URI that Read would read now."""
        if uri != self._uri:
            self._uri, self._trouble = uri, ""
        self.refresh()

    def refresh(self) -> None:
        """State, counter and mark of the shown URI."""
        if self.parentWidget() is None:
            return  # shown now, it would be a window of its own
        subscriptions = self._client.subscriptions
        state = subscriptions.state_of(self._uri)
        self.setVisible(bool(self._uri) and (subscriptions.offers_resources or bool(state)))
        self._button.setChecked(state in ("opening", "open"))
        self._button.setEnabled(self._client.state == "connected" and state != "opening")
        self._button.setText(self.tr("Subscribed") if state in ("opening", "open") else self.tr("Subscribe"))
        count = subscriptions.updates.get(self._uri, 0)
        parts = []
        if state and state != "open":
            parts.append(f"{STATES[state][0]} {state_word(state)}")
        if count:
            parts.append(self.tr("1 update") if count == 1 else self.tr("{} updates").format(count))
        changed = self._uri in self._client.catalog.updated
        if changed:
            parts.append(self.tr("● updated, read again"))
        self._said.setText(self._trouble or " · ".join(parts))
        self._said.set_role("error" if self._trouble else "accent" if changed else "muted")

    def _toggle(self) -> None:
        wanted = self._client.subscriptions.state_of(self._uri) not in ("opening", "open")
        self._trouble = ""
        spawn(self, self._change(self._uri, wanted), f"subscribe {self._uri}")
        self.refresh()

    async def _change(self, uri: str, wanted: bool) -> None:
        subscriptions = self._client.subscriptions
        trouble = ""
        try:
            await (subscriptions.subscribe(uri) if wanted else subscriptions.unsubscribe(uri))
        except InspectorError as error:
            trouble = str(error)
        if isValid(self):
            self._trouble = trouble if uri == self._uri else self._trouble
            self.refresh()
