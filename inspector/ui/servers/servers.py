"""The servers of a window: saved profiles, live clients, and which one is selected.

One object between the core and everything that shows servers. Widgets ask it and listen to three signals;
they never talk to each other about servers.
"""

from __future__ import annotations

import asyncio
import contextlib
import math
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, QTimer, Signal

from inspector.core.auth.authorizer import STATIC
from inspector.core.client.kept_tasks import KeptTasks
from inspector.core.client.roots import tell_roots_changed
from inspector.core.servers.auth_settings import AuthSettings
from inspector.core.servers.profiles import Profile
from inspector.core.servers.saved_servers import Profiles
from inspector.core.storage.last_used import LastUsed
from inspector.core.storage.merged_entries import free_name
from inspector.errors import InspectorError
from inspector.protocol.era.declared import merged
from inspector.protocol.methods import LATEST_MODERN
from inspector.transport import HttpTarget
from inspector.ui.auth.sign_in import SignIn
from inspector.ui.loop import saving
from inspector.ui.loop.tasks import spawn
from inspector.ui.servers.relisting import Relisting
from inspector.ui.servers.server import Server
from inspector.ui.servers.server_secrets import forget_secrets, forget_sign_in, move_sign_in
from inspector.ui.servers.servers_elsewhere import taken_over
from inspector.ui.session.inbox import Inbox

if TYPE_CHECKING:
    from inspector.core.auth.store import Credentials
    from inspector.core.client.client import Client
    from inspector.core.storage.secrets import SecretStore
    from inspector.core.storage.settings import Settings
    from inspector.trace.journal import Journal

__all__ = ["Server", "Servers"]

_COALESCE_MS = 30
_CLOSE_LIMIT_S = 8.0


class Servers(QObject):
    """Add, change, connect, select. Names are unique and are the keys."""

    listed = Signal()  # the list itself is another one
    touched = Signal(str)  # state, catalog, stderr or questions of this server: look again
    changed = Signal()  # some were touched, all of them told by now: for who looks at every server
    selected = Signal(str)  # "" when there is none
    troubled = Signal(str)  # one sentence for the user
    asked = Signal(str, int)  # this server asks something: its name, Question.number
    parted = Signal(str)  # a user ended this connection, or the attempt to make one

    def __init__(
        self,
        profiles: Profiles,
        journal: Journal,
        settings: Settings,
        parent: QObject | None = None,
        secrets: SecretStore | None = None,
    ) -> None:
        """secrets: None: where the settings say."""
        super().__init__(parent)
        self._secrets = secrets
        self._credentials: Credentials | None = None
        self._profiles = profiles
        self._journal = journal
        self._settings = settings
        self._servers: dict[str, Server] = {}
        self._current = ""
        self._dirty: set[str] = set()
        self.uses = LastUsed(profiles.path.with_name("last_used.json"), saving.save)
        self.tasks = KeptTasks(profiles.path.with_name("tasks.json"), saving.save)
        self._relisting = Relisting(settings, self)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(_COALESCE_MS)
        self._timer.timeout.connect(self._tell)
        for profile in profiles:
            self._insert(profile, saved=True)

    @property
    def secrets(self) -> SecretStore:
        """Where the secrets of the servers are kept."""
        return self.credentials.secrets

    @property
    def credentials(self) -> Credentials:
        """The tokens for the servers, one for all clients: signing out does so on every connection."""
        if self._credentials is None:
            from inspector.core.auth.store import Credentials
            from inspector.core.storage.secrets import system_store
            from inspector.ui.auth.passphrase import Unlocking

            secrets = self._secrets or system_store(self._settings.secrets, Unlocking(self))
            self._credentials = Credentials(secrets)
        return self._credentials

    @property
    def file(self) -> Path:
        """Where the saved ones are kept."""
        return self._profiles.path

    def refresh(self) -> None:
        """Take over what another copy of the program changed in the list."""
        self.uses.refresh()
        self.tasks.refresh()
        if self._profiles.refresh():
            rows, changed = taken_over(self._profiles, self._servers, self._insert)
            self._servers = rows
            gone = self._current not in rows
            self._current = "" if gone else self._current
            self.listed.emit()
            if gone or self._current in changed:
                self.selected.emit(self._current)

    # -- the list ------------------------------------------------------------------------------------

    def names(self) -> list[str]:
        """In the order of the list."""
        return list(self._servers)

    def get(self, name: str) -> Server | None:
        """The server of that name."""
        return self._servers.get(name)

    def used_at(self, name: str) -> float:
        """When it was connected last, in seconds since 1970; 0: never."""
        server = self._servers.get(name)
        return self.uses.at(server.of or name) if server is not None else 0.0

    @property
    def current(self) -> str:
        """Name of the selected server, "" for none."""
        return self._current

    def select(self, name: str) -> None:
        """Make it the one the workspace shows; an unknown name selects none."""
        name = name if name in self._servers else ""
        if name != self._current:
            self._current = name
            self.selected.emit(name)

    def add(self, profile: Profile, saved: bool = True) -> str:
        """Put a server at the end; returns its name, made unique."""
        return self.add_all([profile], saved)[0]

    def add_all(self, profiles: list[Profile], saved: bool = True) -> list[str]:
        """Put servers at the end, told once; their names, made unique."""
        names = []
        for given in profiles:
            profile = replace(given, name=self._free_name(given.name))
            if saved:
                profile = self._profiles.add(profile)
            self._insert(profile, saved)
            names.append(profile.name)
        if saved:
            self._save()
        self.listed.emit()
        return names

    def change(self, name: str, profile: Profile) -> str:
        """Replace what is known of a server (it may be gone); a live connection goes on until its restart."""
        if (server := self._servers.get(name)) is None:
            return self.add(profile)
        if profile.name != name:
            profile = replace(profile, name=self._free_name(profile.name))
        if server.saved:
            profile = self._profiles.replace(name, profile)
            self._save()
        before, server.profile = server.profile, profile
        server.inbox.own_roots = profile.roots
        self._servers = {profile.name if key == name else key: value for key, value in self._servers.items()}
        self.uses.renamed(name, profile.name)
        self.tasks.renamed(name, profile.name)
        for other in self._servers.values():
            other.of = profile.name if other.of == name else other.of
        if profile.name != name:
            self._move_sign_in(before, name, profile.name)
        if server.state not in ("connected", "connecting"):
            server.client = None
        if self._current == name:
            self._current = profile.name
        self.listed.emit()
        self.selected.emit(self._current)
        return profile.name

    def _move_sign_in(self, profile: Profile, before: str, after: str) -> None:
        """Its tokens stay its own under the new name, also for connections that go on."""
        for client in (server.client for server in self._servers.values()):
            if client is not None and client.entry == before:
                client.entry = after
                client.authorizer.renamed(after)
        if isinstance(profile.target, HttpTarget) and (profile.auth or AuthSettings()).method not in STATIC:
            moving = move_sign_in(self.credentials, profile.target.url, before, after)
            spawn(self, moving, f"move the sign-in of {before}")

    def duplicate(self, name: str) -> str:
        """A copy with a name of its own, below the first."""
        server = self._servers[name]
        made = self.add(server.profile, server.saved)
        self._put_after(made, name)
        return made

    def second(self, name: str, era: str = "") -> str:
        """One more connection to the same server, with a row of its own that is not saved."""
        server = self._servers[name]
        of, era = server.of or name, era or server.profile.era
        made = self.add(replace(server.profile, name=of, era=era, reconnect=False, watch=False), saved=False)
        self._servers[made].of = of
        self._put_after(made, name)
        return made

    def arrange(self, names: Iterable[str]) -> None:
        """Put the list into this order, and keep it. Names that went elsewhere meanwhile are left out."""
        known = self._servers
        self._servers = {name: known[name] for name in [*names, *known] if name in known}
        self._profiles.arrange(self._servers)
        self._save()
        self.listed.emit()

    def put_in_group(self, names: Iterable[str], group: str) -> None:
        """These servers stand under this heading from now on; "": under none."""
        for name in names:
            if (server := self._servers.get(name)) is not None:  # it may be gone elsewhere
                self._amend(name, replace(server.profile, group=group.strip()))
        self._save()
        self.listed.emit()

    def _amend(self, name: str, profile: Profile) -> None:
        """Change what is no reason to connect anew."""
        server = self._servers[name]
        if server.client is not None and server.client.profile == server.profile:
            server.client.profile = profile
        if server.saved:
            self._profiles.replace(name, profile)
        server.profile = profile

    def _put_after(self, name: str, other: str) -> None:
        names = [one for one in self._servers if one != name]
        names.insert(names.index(other) + 1, name)
        self.arrange(names)

    def remove(self, name: str) -> None:
        """Forget a server; its connection is closed, its records stay in the timeline."""
        server = self._servers.pop(name)
        if server.saved:
            self._profiles.remove(name)
            self._save()
        if server.client is not None:
            spawn(self, self._close(server), f"close {name}")
        if "${secret:" in repr(server.profile):
            spawn(self, forget_secrets(self, server.profile), f"forget the secrets of {name}")
        target = server.profile.target
        signs_in = (server.profile.auth or AuthSettings()).method not in STATIC
        if not server.of and isinstance(target, HttpTarget) and (signs_in or self._credentials is not None):
            spawn(self, forget_sign_in(self.credentials, target.url, name), f"forget the sign-in of {name}")
        self.uses.forget(name)
        self.tasks.removed(name)
        if self._current == name:
            self._current = ""
            self.select(next(iter(self._servers), ""))
            if not self._current:
                self.selected.emit("")
        self.listed.emit()

    # -- connections -----------------------------------------------------------------------------------

    def connect_server(self, name: str) -> None:
        """Connect in the background and list what the server offers; state and failure tell the rest."""
        server = self._servers.get(name)
        if server is not None and server.state not in ("connecting", "connected", "closing"):
            self._start(server)

    async def connected(self, name: str) -> None:
        """Wait until a server is connected, or its attempt has failed; it is connected when it is not."""
        self.connect_server(name)
        if (server := self._servers.get(name)) is not None and server.task and not server.task.done():
            await asyncio.wait([server.task])

    def restart(self, name: str) -> None:
        """End the connection, if any, and make a new one."""
        if (server := self._servers.get(name)) is not None:
            self._start(server)

    def retry(self, name: str, *, era: str = "", transport: str = "") -> None:
        """Try once more with another era or transport; the choice is kept for this server."""
        server = self._servers[name]
        profile = server.profile
        self.change(name, replace(profile, era=era or profile.era, transport=transport or profile.transport))
        self.restart(name)

    def declare(self, name: str, required: dict[str, Any]) -> None:
        """Declare these capabilities beside the others from now on; the choice is kept for this server."""
        server, client = self._servers[name], self.client(name)
        if client is None:
            return
        revision = client.info.revision if client.info is not None else LATEST_MODERN
        capabilities = merged(client.declaration().capabilities_in(revision), required)
        self.change(name, replace(server.profile, capabilities=capabilities))
        if server.client is client:  # it is connected and stays so
            client.declare(capabilities)

    def disconnect_server(self, name: str) -> None:
        """Close the connection, or give up connecting."""
        self.parted.emit(name)
        if (server := self._servers.get(name)) is not None and server.client is not None:
            spawn(self, self._close(server), f"disconnect {name}")

    async def close_all(self) -> None:
        """Close every connection at once and wait for it, also one whose task has not had its first turn."""
        closing = [self._close(server) for server in self._servers.values() if server.client or server.task]
        await asyncio.gather(*closing, return_exceptions=True)

    def client(self, name: str) -> Client | None:
        """The client of a server, made when there is none yet (that costs no connection)."""
        server = self._servers.get(name)
        return None if server is None else server.client or self._make_client(server)

    # -- inside ----------------------------------------------------------------------------------------

    def _insert(self, profile: Profile, saved: bool) -> None:
        server = Server(profile, Inbox(self._settings, self), saved)
        server.inbox.changed.connect(self._inbox_changed)
        server.inbox.asked.connect(self._inbox_asked)
        server.inbox.roots_edited.connect(self._roots_edited)
        server.inbox.shared_roots_edited.connect(self.tell_shared_roots)
        server.inbox.own_roots = profile.roots
        self._servers[profile.name] = server

    def _save(self) -> None:
        saving.save(self._profiles, self._saved)

    def _saved(self, trouble: str) -> None:
        if trouble:
            self.troubled.emit(self.tr("The server list could not be saved: {}").format(trouble))

    def _free_name(self, wanted: str) -> str:
        return free_name(wanted or self.tr("server"), self._servers)

    def _make_client(self, server: Server) -> Client:
        from inspector.core.client.client import Client

        places: dict[str, Any] = {"settings": self._settings, "credentials": self.credentials}
        client = Client(server.profile, self._journal, answerer=server.inbox.answer, **places)
        client.entry = server.of or server.profile.name
        client.authorizer.interaction = SignIn(client)
        if server.saved:
            client.tasks.restore(self.tasks)
        client.questions.most_rounds = math.inf  # the user may go on; rules stop by themselves
        client.listeners.append(self._client_changed)
        server.client = client
        return client

    def _start(self, server: Server) -> None:
        if server.task is not None and not server.task.done():
            server.task.cancel()
        server.task = spawn(self, self._connect(server), f"connect {server.profile.name}")

    async def _connect(self, server: Server) -> None:
        client = server.client or self._make_client(server)
        if client.profile != server.profile:  # it was edited while it was connected
            await client.close()
            if client.profile.target == server.profile.target:
                client.profile = server.profile  # what was typed and got stays on screen
            else:
                client = self._make_client(server)
                self.listed.emit()
                self.selected.emit(self._current)  # show the new one, not what is left of the old
        server.inbox.withdraw_all()
        self._mark(server)
        client.subscriptions.list_changes = self._settings.listen_for_changes
        try:
            if client.state == "new":
                await client.connect()
            else:
                await client.restart()
            self.uses.used(server.of or server.profile.name)
            await self._relisting.list_offered(client)
        except InspectorError:
            pass  # client.failure explains it, and the workspace shows that
        finally:
            self._mark(server)

    async def _close(self, server: Server) -> None:
        if server.task is not None and not server.task.done():
            server.task.cancel()
        server.inbox.withdraw_all()
        if server.client is not None:
            with contextlib.suppress(InspectorError, TimeoutError):
                await asyncio.wait_for(server.client.close(), _CLOSE_LIMIT_S)
        self._mark(server)

    def _client_changed(self, client: Client) -> None:
        for server in self._servers.values():
            if server.client is client:
                self._mark(server)
                self._relisting.look(client)

    def _mark(self, server: Server) -> None:
        self._dirty.add(server.profile.name)
        if not self._timer.isActive():
            self._timer.start()

    def _tell(self) -> None:
        names, self._dirty = self._dirty, set()
        for name in names & self._servers.keys():
            self.touched.emit(name)
        self.changed.emit()  # once: fifty that look at fifty servers each are longer than a frame

    def _inbox_changed(self) -> None:
        for server in self._servers.values():
            if server.inbox is self.sender():
                self._mark(server)

    def _roots_edited(self, roots: tuple[str, ...] | None) -> None:
        """Keep the roots of one server and tell it when it wants to know."""
        for name, server in tuple(self._servers.items()):
            if server.inbox is self.sender() and server.profile.roots != roots:
                self._amend(name, replace(server.profile, roots=roots))
                self._save()
                server.inbox.own_roots = roots
                self._mark(server)

    def tell_shared_roots(self) -> None:
        """The roots of the settings changed: each connected server that uses them is told."""
        for server in self._servers.values():
            if server.inbox.own_roots is None and server.client is not None:
                with contextlib.suppress(InspectorError):  # it ends just now
                    tell_roots_changed(server.client)

    def _inbox_asked(self, number: int) -> None:
        for name, server in self._servers.items():
            if server.inbox is self.sender():
                self.asked.emit(name, number)
