"""What we really declared in this connection, beside what the server declared, and the way to change it."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLabel, QPushButton, QWidget

from inspector.core.client.client import Client
from inspector.protocol.era.declared import Spoken
from inspector.ui.panels.object_tree import ObjectTree
from inspector.ui.widgets.controls import Elided, column, muted, row

__all__ = ["DeclaredCard"]


class DeclaredCard(QWidget):
    """`asked`: an action for the owner of the servers (edit_declared, retry)."""

    asked = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._shown: object = None
        self._head = muted(self.tr("We declare"))
        self._who = Elided()
        self._who.setObjectName("declared_who")
        self._nothing = QLabel(self.tr("no capabilities"))
        self._tree = ObjectTree("declared_tree", self.tr("Capabilities that we declare"))
        self._meta_head = muted(self.tr("Extra _meta"))
        self._meta = ObjectTree("declared_meta", self.tr("Extra _meta that we send"))
        self._change = QPushButton(self.tr("Change…"))
        self._change.setObjectName("declared_change")
        self._change.setToolTip(self.tr("Choose what this server is told of us; it counts after a reconnect"))
        self._change.clicked.connect(self._ask_change)
        self._reconnect = QPushButton(self.tr("Reconnect"))
        self._reconnect.setObjectName("declared_reconnect")
        self._reconnect.clicked.connect(self._ask_reconnect)
        buttons = row(self._change, self._reconnect)
        buttons.addStretch(1)
        self.setLayout(
            column(
                self._head,
                self._who,
                self._nothing,
                self._tree,
                self._meta_head,
                self._meta,
                buttons,
                spacing=4,
            )
        )

    def show_client(self, client: Client) -> None:
        """What its current or last connection said."""
        spoken = client.spoken
        look = (spoken.revision, spoken.capabilities, spoken.client_info, spoken.meta)
        said = bool(spoken.method)
        if look == self._shown or (not said and client.state in ("connecting", "closing")):
            return  # what the last connection said stays until this one has said something
        self._shown = look
        self._reconnect.setVisible(said)
        self._who.setVisible(said)
        self._who.setText(_who(spoken))
        self._who.setAccessibleName(self._who.text())
        capabilities = _object(spoken.capabilities)
        self._tree.show_object(capabilities)
        self._nothing.setVisible(said and not capabilities)
        self._meta.show_object(spoken.meta)
        self._meta_head.setVisible(bool(spoken.meta))

    def _ask_change(self) -> None:
        self.asked.emit("edit_declared")

    def _ask_reconnect(self) -> None:
        self.asked.emit("retry")


def _object(value: Any) -> dict[str, Any]:
    """What is no object is shown as it was sent."""
    return value if isinstance(value, dict) else {} if value is None else {"": value}


def _who(spoken: Spoken) -> str:
    info = _object(spoken.client_info)
    names = " ".join(str(info[key]) for key in ("name", "version") if info.get(key))
    return " · ".join(part for part in (names, str(spoken.revision or "")) if part)
