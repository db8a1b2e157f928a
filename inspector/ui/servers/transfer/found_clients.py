"""What other programs on this computer have to import: their names and how many servers, for the welcome."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, QTimer, Signal

from inspector.ui.loop.tasks import offload, soon

if TYPE_CHECKING:
    from inspector.core.transfer.importers.found import Configuration

__all__ = ["FoundClients"]

_AFTER_MS: Final = 400  # after the window is there: nobody waits for this


class FoundClients(QObject):
    """`counted(list of (name, servers))`, once. Files are read in a thread; nothing is started.

    look: as of `Importing`; None: what is on this computer.
    """

    counted = Signal(list)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.look: Callable[[list[Path]], list[Configuration]] | None = None
        self._looked = False

    def start(self) -> None:
        """Look, the first time this is called."""
        if not self._looked:
            self._looked = True
            QTimer.singleShot(_AFTER_MS, self, partial(soon, self, self._count, "count servers of clients"))

    async def _count(self) -> None:
        self.counted.emit(await offload(_found, self.look))


def _found(look: Callable[[list[Path]], list[Configuration]] | None) -> list[tuple[str, int]]:
    """Clients that have servers, in the order of the table of clients."""
    from inspector.core.transfer.importers.clients import CLIENTS  # few starts import anything
    from inspector.ui.servers.transfer.import_servers import look_around

    counts: Counter[str] = Counter()
    for one in (look or look_around)([]):
        counts[one.client] += sum(found.state in ("ready", "ask") for found in one.found)
    return [(CLIENTS[client].label, count) for client, count in counts.items() if client in CLIENTS and count]
