"""One server of the list, as the rest of the program knows it: what is known of it, and what it can be asked.

One `Client` lives as long as its row in the server list. It owns a `Connection` and its `Requests`, and the
parts that outlive a connection: lists, questions, cache, subscriptions, logs, tasks. All that happens is in
the journal; what a caller gets back is for the caller alone.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import msgspec

from inspector import __version__
from inspector.core.auth.authorizer import Authorizer
from inspector.core.client.answers import NO_EXTRAS, Answer, Extras, ServerInfo
from inspector.core.client.cache import Cache
from inspector.core.client.catalog import Catalog
from inspector.core.client.completion import METHOD as COMPLETE
from inspector.core.client.completion import Completion, Reference, completion_params, read_completion
from inspector.core.client.connection import Connection
from inspector.core.client.logs import Logs
from inspector.core.client.pages import Page
from inspector.core.client.paging import Lists
from inspector.core.client.questions import Answerer, Questions, ServerRequest
from inspector.core.client.requests import Requests
from inspector.core.client.session import Session
from inspector.core.client.subscriptions import Subscriptions
from inspector.core.client.tasks import Tasks
from inspector.core.servers.auth_settings import EXTENSIONS
from inspector.core.servers.parts import ClientPart
from inspector.core.servers.profiles import Profile
from inspector.core.servers.variables import Lookup
from inspector.core.storage.settings import Settings
from inspector.errors import ExcludedTool, Explanation
from inspector.protocol.era import Era
from inspector.protocol.era.declared import Declared, Spoken, merged
from inspector.protocol.era.modern import ModernEra
from inspector.protocol.jsonrpc import one_line
from inspector.protocol.records import Exchange
from inspector.trace.journal import Journal
from inspector.translation import translate

if TYPE_CHECKING:
    from inspector.core.auth.store import Credentials

__all__ = ["NO_EXTRAS", "Answer", "Answerer", "Client", "Extras", "ServerInfo", "ServerRequest"]


class Client:
    """One server of the list. state: new | connecting | connected | closing | closed | failed."""

    def __init__(
        self,
        profile: Profile,
        journal: Journal,
        *,
        answerer: Answerer | None = None,
        settings: Settings | None = None,
        offers: dict[str, Any] | None = None,
        credentials: Credentials | None = None,
    ) -> None:
        """offers: client capabilities that the answerer can serve; None: those of the settings.

        credentials: where tokens and secrets are kept; None: nowhere beyond this client.
        """
        self.profile = profile
        self.journal = journal
        self.settings = settings or Settings()
        self.entry = ""  # whose sign-in is used; "": that of the server's own name
        self.lookup = Lookup() if credentials is None else Lookup(secrets=credentials.secrets.get)
        self.catalog = Catalog()
        self.listeners: list[Callable[[Client], None]] = []
        self._offers = offers
        self._credentials = credentials
        self._telling: asyncio.Handle | None = None
        self.authorizer = Authorizer(self, credentials)
        self.cache = Cache()
        self.lists = Lists(self)
        self.questions = Questions(self, answerer)
        self.subscriptions = Subscriptions(self)
        self.logs = Logs(self)
        self.tasks = Tasks(self)
        self.parts: tuple[ClientPart, ...] = (
            self.questions,
            self.cache,
            self.subscriptions,
            self.logs,
            self.tasks,
        )
        self.connection = Connection(
            self, self.authorizer, self.questions, self.tasks, self.parts, self.declaration, self._renewed
        )
        self.requests = Requests(self, self.connection, self.authorizer, self.questions, self.cache)
        self.call = self.requests.call
        self.call_cacheable = self.requests.call_cacheable
        self.cancel = self.requests.cancel
        self.notify = self.requests.notify
        self.answer = self.requests.answer
        self.send_raw = self.requests.send_raw
        self.open_exchanges = self.requests.open_exchanges
        self.hold, self.release = self.requests.hold, self.requests.release
        self.renew_session = self.connection.renew_session
        self.stream_refused = self.connection.stream_refused

    # -- what others read

    def beside(self, name: str) -> Client:
        """Another client of the same server, not connected yet; it answers no questions of the server."""
        profile = replace(self.profile, name=name, reconnect=False, watch=False)
        made = Client(profile, self.journal, settings=self.settings, credentials=self._credentials)
        made.entry = self.entry or self.name
        return made

    @property
    def name(self) -> str:
        """As in the server list."""
        return self.profile.name

    @property
    def state(self) -> str:
        """Of the connection."""
        return self.connection.state

    @property
    def info(self) -> ServerInfo | None:
        """What the server says it is; None before the first answer."""
        return self.connection.info

    @property
    def failure(self) -> Explanation | None:
        """Why there is no connection."""
        return self.connection.failure

    @property
    def session(self) -> Session | None:
        """The current or last session."""
        return self.connection.session

    @property
    def session_number(self) -> int:
        """Number of the session in the journal; 0 before the first."""
        return self.connection.number

    @property
    def transport(self) -> str:
        """stdio | http | sse | websocket of the current session."""
        return self.connection.transport

    @property
    def era(self) -> Era | None:
        """The era of the current or last session."""
        return self.connection.era

    @property
    def exit_text(self) -> str:
        """How the server's process ended."""
        return self.connection.exit_text

    @property
    def broken_text(self) -> str:
        """Why the one stream or socket ended."""
        return self.connection.broken_text

    @property
    def stderr_tail(self) -> deque[str]:
        """The last lines of the server's stderr."""
        return self.connection.stderr_tail

    @property
    def stderr_said(self) -> list[str]:
        """The first and the last lines of the process that runs, or ran last."""
        return self.connection.stderr_said

    @property
    def stderr_at_end(self) -> list[str]:
        """What the process wrote to stderr after its last message."""
        return self.connection.stderr_at_end

    @property
    def pid(self) -> int | None:
        """Of the server's process, while it runs."""
        return self.connection.pid

    @property
    def deaf(self) -> str:
        """Whether a listening stream that was there is gone; see `Streams.deaf`."""
        return self.connection.deaf

    @property
    def answers(self) -> bool:
        """Whether questions of servers are answered."""
        return self.questions.answerer is not None

    @property
    def spoken(self) -> Spoken:
        """What the current or last connection really declared of us: `initialize`, or the last `_meta`."""
        return self.session.conversation.spoken if self.session else Spoken()

    def declare(self, capabilities: dict[str, Any]) -> None:
        """Declare these from now on: with the next modern request, or the next handshake."""
        self.profile = replace(self.profile, capabilities=capabilities)
        if isinstance(self.era, ModernEra):
            self.era.declared = self.declaration()

    def declaration(self) -> Declared:
        """What a connection made now says of us."""
        profile, offers = self.profile, self._offers
        if offers is None:
            offers = self.settings.capabilities(answers=self.answers)
        if profile.auth is not None and (extension := EXTENSIONS.get(profile.auth.method)):
            offers = merged(offers, {"extensions": {extension: {}}})
        return Declared(
            version=__version__,
            offers=offers,
            capabilities=profile.capabilities,
            client_info=profile.client_info,
            meta=profile.meta,
        )

    # -- connect

    async def connect(self) -> ServerInfo:
        """Start and negotiate. Raises ConnectError; `state` and `failure` say the same."""
        await self.close()
        self.catalog = Catalog()
        return await self.connection.connect()

    async def close(self, grace_s: float | None = None) -> None:
        """End the connection and everything that belongs to it. Safe to call at any time."""
        if self.state == "connected":
            self.subscriptions.closing()
        await self.connection.close(grace_s)

    async def restart(self) -> ServerInfo:
        """Close and connect again."""
        return await self.connect()

    def _renewed(self) -> None:
        self.subscriptions.renewed()  # the server's memory of them went with the session
        self.logs.connected()

    # -- what can be asked

    async def gather(self, exchange: Exchange, result: Any) -> dict[str, Any] | None:
        """Let the questions inside a modern result be answered; see `Questions.gather`."""
        return await self.questions.gather(exchange, result)

    async def call_tool(
        self,
        name: str,
        arguments: bytes,
        *,
        task: dict[str, Any] | None = None,
        force: bool = False,
        **options: Any,
    ) -> Answer:
        """Run a tool. arguments: JSON text, sent token for token (line breaks between tokens go).

        task: ask that the call becomes a task (2025-11-25), {"ttl": milliseconds} or {}; None: only when
        the tool requires it. Of a call that became one the answer is the task, see `Client.tasks`.
        force: also one that is excluded (`Catalog.excluded`); without it that raises ExcludedTool.
        """
        if not force and (reasons := self.catalog.excluded.get(name)):
            text = translate("Core", "tool “{name}” cannot be called over modern HTTP: {reasons}")
            raise ExcludedTool(text.format(name=name, reasons="; ".join(reasons)))
        params = {"name": name, "arguments": msgspec.Raw(one_line(arguments.strip()) or b"{}")}
        params |= self.tasks.call_params(name, task)
        return await self.call("tools/call", params, **options)

    async def read_resource(self, uri: str, *, from_cache: bool | None = None, **options: Any) -> Answer:
        """Read a resource. from_cache: see `call_cacheable`."""
        if uri in self.catalog.updated:
            self.catalog.read(uri)
            self.tell()
        return await self.call_cacheable("resources/read", {"uri": uri}, from_cache=from_cache, **options)

    async def get_prompt(self, name: str, arguments: dict[str, str], **options: Any) -> Answer:
        """Get a prompt filled in."""
        params: dict[str, Any] = {"name": name}
        if arguments:
            params["arguments"] = arguments
        return await self.call("prompts/get", params, **options)

    async def complete(
        self, ref: Reference, name: str, value: str, context: Mapping[str, str] | None = None, **options: Any
    ) -> Completion:
        """Ask for values of an argument (see `core.client.completion`). context: the other arguments.

        The server is asked whether it declared completions or not; see `offers_completion`.
        """
        revision = self.info.revision if self.info else ""
        params = completion_params(ref, name, value, context or {}, revision)
        return read_completion(await self.call(COMPLETE, params, **options))

    async def list_all(self, kind: str, **options: Any) -> tuple[dict[str, Any], ...]:
        """Every page of one list (tools | resources | templates | prompts), into the catalog: see `Lists`.

        Raises ErrorAnswer with the server's words when it answers an error.
        """
        return await self.lists.all(kind, **options)

    async def list_page(self, kind: str, cursor: str | None = None, **options: Any) -> Page:
        """One page of a list, into the catalog; see `Lists.page`."""
        return await self.lists.page(kind, cursor, **options)

    async def set_log_level(self, level: str) -> None:
        """How much the server is to log; see `Logs.set_level`."""
        await self.logs.set_level(level)

    # -- what is told

    def note(self, text: str) -> None:
        """Write a lifecycle row of our own."""
        if self.session is not None:
            self.session.note(text)

    def tell(self) -> None:
        """Ask the listeners to look again, once a turn of the loop."""
        if self._telling is None:
            self._telling = asyncio.get_running_loop().call_soon(self._tell_now)

    def _tell_now(self) -> None:
        self._telling = None
        loop = asyncio.get_running_loop()
        for listener in tuple(self.listeners):
            loop.call_soon(listener, self)  # one that raises must not silence the others
