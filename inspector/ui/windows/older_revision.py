"""A strip over the workspace: the server lists nothing in this revision, and an older one can be tried."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QSizePolicy, QWidget

from inspector.ui.widgets.controls import Notice

if TYPE_CHECKING:
    from inspector.core.client.client import Client

__all__ = ["OlderRevision"]


class OlderRevision(Notice):
    """Hidden until all lists of a modern connection are empty. `asked`: the action that reconnects."""

    asked = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("older_revision", "warning", parent)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Maximum)
        button = self.add_button("older_revision_connect", self.tr("Connect as legacy"), self._pressed)
        hint = self.tr("Reconnect with the newest older revision, now and from now on")
        button.setToolTip(hint)
        button.setAccessibleDescription(hint)
        self.hide()

    def show_client(self, client: Client) -> None:
        """Look again at what the client has listed."""
        from inspector.core.client.older_revision import (  # not before the first paint
            bare_kinds,
            older_offered,
        )

        kinds = bare_kinds(client)
        if kinds and client.info is not None:
            text = self.tr("In revision {revision} this server lists nothing, though it declares {kinds}.")
            text = text.format(revision=client.info.revision, kinds=", ".join(kinds))
            if older := older_offered(client):
                more = self.tr("It also speaks {}, which may list more.").format(older)
            else:
                more = self.tr("An older revision may list more.")
            if (text := f"{text} {more}") != self.text():
                self.set_text(text)
        self.setVisible(bool(kinds))

    def _pressed(self) -> None:
        self.asked.emit("retry_legacy")
