"""Keeps servers up: connects again after a loss, restarts when files change and runs the pinned calls."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import aclosing
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Final

from PySide6.QtCore import QObject, QTimer, Signal

from inspector.core.client.pinned_calls import PinnedCalls
from inspector.core.client.reconnecting import Reconnecting, hopeless
from inspector.core.servers.profiles import Profile
from inspector.core.servers.watching_files import changed_files, watched_paths
from inspector.translation import shown
from inspector.ui.loop.tasks import offload, spawn
from inspector.ui.servers.server import Server
from inspector.ui.servers.servers import Servers

__all__ = ["ServerSupervisor"]

_TICK_MS: Final = 1000
_EARLY_S: Final = 1.0  # a change so soon after a start is likely the server's own work
_MOST_EARLY: Final = 5  # in a row; then the watching stops, or it would restart for ever


@dataclass(slots=True, eq=False)
class _Kept:
    """What is known of one server. watched: the profile that the watching task was started for."""

    server: Server
    reconnecting: Reconnecting
    failure: object = None
    connected: bool = False
    connected_at: float = 0.0
    early: int = 0
    watched: Profile | None = None
    watching: asyncio.Task[None] | None = field(default=None, repr=False)
    pins: asyncio.Task[None] | None = field(default=None, repr=False)


class ServerSupervisor(QObject):
    """`ran(name, files, reruns)`: restarted because these files changed; what the pinned calls gave."""

    changed = Signal(str)  # this server is to be painted again
    ran = Signal(str, tuple, list)
    troubled = Signal(str)

    def __init__(self, servers: Servers, pinned: PinnedCalls, parent: QObject) -> None:
        super().__init__(parent)
        self._servers, self._pinned = servers, pinned
        self._kept: dict[Server, _Kept] = {}
        self._tick = QTimer(self)
        self._tick.setInterval(_TICK_MS)
        self._tick.timeout.connect(self._count_down)
        servers.touched.connect(self._touched)
        servers.listed.connect(self._listed)
        servers.parted.connect(self.stop)

    # -- what is shown -------------------------------------------------------------------------------

    def left_s(self, name: str) -> float:
        """Seconds until this server is connected again; 0: no retry is due."""
        kept = self._of(name)
        return kept.reconnecting.left_s if kept is not None else 0.0

    def attempt(self, name: str) -> int:
        """Which attempt that will be."""
        kept = self._of(name)
        return kept.reconnecting.attempt if kept is not None else 0

    def given_up(self, name: str) -> str:
        """Why it is not connected again; "" when it is, or was not to be."""
        kept = self._of(name)
        return shown(kept.reconnecting.given_up) if kept is not None else ""

    def watches(self, name: str) -> bool:
        """Whether its files are watched now."""
        kept = self._of(name)
        return kept is not None and kept.watching is not None

    def stop(self, name: str) -> None:
        """A user ended the connection, or does not want another attempt."""
        if (kept := self._of(name)) is not None:
            kept.reconnecting.stop()
            self._stop_watching(kept)
            self.changed.emit(name)

    # -- following the servers -----------------------------------------------------------------------

    def _of(self, name: str) -> _Kept | None:
        server = self._servers.get(name)
        return self._kept.get(server) if server is not None else None

    def _touched(self, name: str) -> None:
        server = self._servers.get(name)
        if server is None or server.client is None:
            return
        kept = self._kept.get(server)
        if kept is None:
            kept = self._kept[server] = self._keep(server)
        self._follow(kept)
        self._watch(kept)

    def _keep(self, server: Server) -> _Kept:
        again, changed = partial(self._connect_again, server), partial(self._say_changed, server)
        return _Kept(server, Reconnecting(again, changed, asyncio.get_running_loop()))

    def _follow(self, kept: _Kept) -> None:
        client = kept.server.client
        assert client is not None
        connected = client.state == "connected"
        if connected and not kept.connected:
            kept.reconnecting.connected()
            kept.connected_at = asyncio.get_running_loop().time()
        kept.connected = connected
        if not kept.server.profile.reconnect:
            kept.reconnecting.stop()
        elif client.state == "failed" and client.failure is not kept.failure:
            kept.reconnecting.lost(hopeless(client))
        kept.failure = client.failure

    def _connect_again(self, server: Server) -> None:
        self._servers.connect_server(server.profile.name)

    def _say_changed(self, server: Server) -> None:
        self.changed.emit(server.profile.name)
        if not self._tick.isActive():
            self._tick.start()

    def _count_down(self) -> None:
        waiting = [kept for kept in self._kept.values() if kept.reconnecting.waiting]
        for kept in waiting:
            self.changed.emit(kept.server.profile.name)
        if not waiting:
            self._tick.stop()

    def _listed(self) -> None:
        here = {self._servers.get(name) for name in self._servers.names()}
        for server in [server for server in self._kept if server not in here]:
            kept = self._kept.pop(server)
            kept.reconnecting.stop()
            self._stop_watching(kept)
        for name in self._servers.names():  # it may have been edited
            if self._of(name) is not None:
                self._touched(name)

    # -- files ---------------------------------------------------------------------------------------

    def _watch(self, kept: _Kept) -> None:
        profile, state = kept.server.profile, kept.server.state
        if kept.watched is profile or state not in ("connecting", "connected", "failed"):
            return
        self._stop_watching(kept)
        kept.watched = profile
        if profile.watch:
            kept.watching = spawn(self, self._watching(kept, profile), f"watch {profile.name}")

    def _stop_watching(self, kept: _Kept) -> None:
        for task in (kept.watching, kept.pins):
            if task is not None:
                task.cancel()
        kept.watching = kept.pins = kept.watched = None

    async def _watching(self, kept: _Kept, profile: Profile) -> None:
        paths = await offload(watched_paths, profile)
        if not paths:
            text = self.tr("{}: its folder is not known. Choose what to watch under Edit, Restart and roots.")
            self.troubled.emit(text.format(profile.name))
            kept.watching = None
            return
        self.changed.emit(profile.name)
        try:
            async with aclosing(changed_files(paths)) as changes:
                async for files in changes:
                    if not self._restart(kept, files):
                        break
        except (OSError, RuntimeError) as error:
            text = self.tr("The files of {0} cannot be watched: {1}").format(profile.name, error)
            self.troubled.emit(text)
        kept.watching = None
        self.changed.emit(profile.name)

    def _restart(self, kept: _Kept, files: Sequence[Path]) -> bool:
        """False: it looks as if the server itself wrote these files whenever it starts."""
        name = kept.server.profile.name
        soon = kept.connected and asyncio.get_running_loop().time() - kept.connected_at < _EARLY_S
        kept.early = kept.early + 1 if soon else 0
        if kept.early >= _MOST_EARLY:
            text = self.tr(
                "{0} seems to write {1} itself each time it starts, so its files are no longer "
                "watched. Choose what to watch under Edit, Restart and roots."
            )
            self.troubled.emit(text.format(name, files[0].name))
            return False
        if kept.pins is not None:
            kept.pins.cancel()
        self._servers.restart(name)
        kept.pins = spawn(self, self._run_pins(kept, tuple(files)), f"pinned calls of {name}")
        return True

    async def _run_pins(self, kept: _Kept, files: tuple[Path, ...]) -> None:
        server = kept.server
        if server.task is not None:
            await asyncio.wait([server.task])
        client = server.client
        reruns = await self._pinned.run(client) if client is not None and client.state == "connected" else []
        self.ran.emit(server.profile.name, files, reruns)
