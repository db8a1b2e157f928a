"""What servers, their supervision and calls in two servers could not do: a strip each over the middle."""

from __future__ import annotations

from PySide6.QtCore import QObject

from inspector.ui.servers.servers import Servers
from inspector.ui.servers.supervisor import ServerSupervisor
from inspector.ui.widgets.notices import Notices

__all__ = ["TroubleStrips"]


class TroubleStrips(QObject):
    """Its methods are connected, and no partial of them: servers outlive a window, and a partial would be
    called, and keep the window, for as long as they live."""

    def __init__(
        self, servers: Servers, supervisor: ServerSupervisor, notices: Notices, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._notices = notices
        servers.troubled.connect(self._of_servers)
        supervisor.troubled.connect(self._of_supervisor)

    def tell(self, name: str, text: str) -> None:
        """One sentence; one of the same name is replaced."""
        self._notices.show(name, text, "warning").add_close(f"{name}_close")

    def of_twins(self, text: str) -> None:
        """What a call in two servers could not do."""
        self.tell("twin_trouble", text)

    def _of_servers(self, text: str) -> None:
        self.tell("servers_trouble", text)

    def _of_supervisor(self, text: str) -> None:
        self.tell("upkeep_trouble", text)
