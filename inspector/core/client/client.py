"""Drives one connection: connect, call, answer what the server asks, close.

Holds the only waiting between a user and the wire. All that happens is in the journal; what a caller
gets back is for the caller alone. One `Client` lives as long as its row in the server list; each connect
makes a new `Session`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from inspector import __version__
from inspector.core.client.answers import NO_EXTRAS, Answer, Extras, ServerInfo, server_info
from inspector.core.client.calls import Calls
from inspector.core.client.catalog import Catalog
from inspector.core.client.connecting import Connecting
from inspector.core.client.failures import connect_failure, lost_call, refused, unanswered
from inspector.core.client.hearing import Hearing
from inspector.core.client.http_reachability import HttpReachability
from inspector.core.client.large_message_thread import give_back_soon
from inspector.core.client.logs import Logs
from inspector.core.client.questions import Answerer, ServerRequest
from inspector.core.client.session import Session
from inspector.core.client.streams import Streams
from inspector.core.client.subscriptions import Subscriptions
from inspector.core.client.tasks import Tasks
from inspector.core.clock import now_ns
from inspector.core.servers.auth_settings import EXTENSIONS
from inspector.core.servers.parts import Part
from inspector.core.servers.profiles import Profile, shown_target, transport_of
from inspector.core.storage.settings import Settings
from inspector.errors import ConnectError, Explanation, InspectorError, TimeoutExpired
from inspector.protocol.era.declared import Declared, Spoken, merged
from inspector.protocol.era.legacy import LegacyEra
from inspector.protocol.era.modern import ModernEra
from inspector.protocol.era.negotiation import Verdict
from inspector.protocol.listener import Dropped
from inspector.protocol.methods import LEGACY_REVISIONS
from inspector.protocol.records import Exchange, SessionInfo
from inspector.protocol.secrets import masked_values
from inspector.trace.journal import Journal
from inspector.translation import translate

if TYPE_CHECKING:
    from inspector.core.auth.store import Credentials

__all__ = ["NO_EXTRAS", "Answer", "Answerer", "Client", "Extras", "ServerInfo", "ServerRequest"]

RELISTEN_S: Final = 10.0


class Client(Hearing):
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
        super().__init__(profile, journal, answerer, settings, credentials)
        self._offers = offers
        self.failure: Explanation | None = None
        self.listeners: list[Callable[[Client], None]] = []
        self.subscriptions = Subscriptions(self)
        self.logs = Logs(self)
        self.tasks = Tasks(self)
        self.parts: tuple[Part, ...] = (self.questions, self.cache, self.subscriptions, self.logs, self.tasks)
        self._unanswered: Exchange | None = None  # the last call that the end of a connection lost
        self._telling: asyncio.Handle | None = None
        self._burial: asyncio.Task[None] | None = None  # closes what a dead process left
        self._attempt: asyncio.Task[Verdict] | None = None  # the negotiation that runs
        self._listening_again: set[asyncio.Task[None]] = set()
        self._relistened = -RELISTEN_S  # when, in the loop's time
        self._reach = HttpReachability(self)
        self._shutting = asyncio.Lock()
        self._streams: Streams

    # -- what others read

    @property
    def spoken(self) -> Spoken:
        """What the current or last connection really declared of us: `initialize`, or the last `_meta`."""
        return self._session.conversation.spoken if self._session else Spoken()

    @property
    def pid(self) -> int | None:
        """Of the server's process, while it runs."""
        return getattr(self._session.transport, "pid", None) if self._session else None

    def declare(self, capabilities: dict[str, Any]) -> None:
        """Declare these from now on: with the next modern request, or the next handshake."""
        self.profile = replace(self.profile, capabilities=capabilities)
        if isinstance(self.era, ModernEra):
            self.era.declared = self.declaration()

    # -- connect and close

    async def connect(self) -> ServerInfo:
        """Start and negotiate. Raises ConnectError; `state` and `failure` say the same."""
        await self.close()
        self.failure, self.info, self.catalog = None, None, Catalog()
        self.exit_text = self.broken_text = ""
        self._ended = asyncio.Event()
        self._set_state("connecting")
        settings, profile = self.settings, self.profile
        transport = transport_of(profile)
        known = "http" if transport == "auto" else transport
        info = SessionInfo(self.journal.next_session(), profile.name, known, shown_target(profile))
        self._session = Session(info, self.journal, self, settings)
        self._calls, self._unanswered = Calls(self._session, self.late), None
        self._streams = Streams(self._session, self._session_forgotten)
        self._reach.forget()
        connecting = Connecting(
            self._session,
            profile,
            self.lookup,
            self.authorizing,
            self.declaration(),
            self._calls.wait,
            min(settings.probe_timeout_s, profile.timeout_s),
        )
        session = self._session
        # A task of its own, so that close() and a second connect() can end it without ending its caller.
        self._attempt = attempt = asyncio.get_running_loop().create_task(
            connecting.run(profile.era, transport), name=f"connect {self.name}"
        )
        try:
            verdict = await self._outcome_of(attempt)
            if not verdict.era:
                status = verdict.outcome.status if verdict.outcome else 0
                await self._await_end(verdict.outcome is not None and verdict.outcome.kind == "closed")
                explanation = connect_failure(self, verdict, connecting.exchange)
                raise refused(self.authorizing.advise(explanation, status), status)
            return self._connected(verdict)
        except ConnectError as error:
            error.hide(lambda text: masked_values(text, session.secrets))
            if session is self._session and self.state == "connecting":
                await self._give_up(error.explanation)
            raise
        except BaseException:
            if session is self._session:
                await self._shut("closed", 0.2)
            raise

    async def _outcome_of(self, attempt: asyncio.Task[Verdict]) -> Verdict:
        """Wait for a negotiation. Raises ConnectError when another task ended it."""
        try:
            return await attempt
        except asyncio.CancelledError:
            task = asyncio.current_task()
            if attempt.cancelled() and task is not None and not task.cancelling():
                raise ConnectError(
                    Explanation(translate("Core", "{} was closed while it connected.").format(self.name))
                ) from None
            raise

    def _connected(self, verdict: Verdict) -> ServerInfo:
        session = self._session
        assert session is not None
        self.info = server_info(verdict, self.name)
        era = session.conversation.era
        if isinstance(era, LegacyEra):
            era.revision, era.agreed = verdict.revision, True
            self._greet(session)
        elif isinstance(era, ModernEra):
            era.revision = verdict.revision
        info = session.info
        info.era, info.revision, info.decided = verdict.era, verdict.revision, verdict.reason
        info.server = f"{self.info.name} {self.info.version}".strip()
        session.update_info()
        session.note(f"connected: {verdict.era} era, revision {verdict.revision}; {verdict.reason}")
        self._set_state("connected")
        for part in self.parts:
            part.connected()
        if self._ended.is_set():  # it answered and ended at once
            asyncio.get_running_loop().call_soon(self._died)
        return self.info

    def _greet(self, session: Session) -> None:
        """After the handshake: say so, and listen to what belongs to no call."""
        session.send(lambda at, n: session.conversation.notify("notifications/initialized", None, at, n))
        if session.conversation.transport == "http":
            self._streams.listen()

    def stream_refused(self, channel: str) -> None:
        loop = asyncio.get_running_loop()
        if self.state != "connected" or not self._streams.listens_on(channel):
            return
        if loop.time() - self._relistened > RELISTEN_S:  # else the new token was refused as well
            self._relistened = loop.time()
            self._streams.set_aside()
            self._in_background(self._listen_again(channel))

    def _in_background(self, listening: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(listening, name=f"listen {self.name}")
        self._listening_again.add(task)
        task.add_done_callback(self._listening_again.discard)

    async def _listen_again(self, channel: str) -> None:
        """The token ended while the stream was open: once more with another, if there is one."""
        renewed = await self.authorizing.renewed(channel)
        if self.state != "connected" or self._streams.listens:
            return  # a new session has begun meanwhile, which listens
        if renewed:
            self._streams.listen()
        else:
            self._streams.leave(401)

    @property
    def deaf(self) -> str:
        """Whether a listening stream that was there is gone; see `Streams.deaf`."""
        deaf = self._streams.deaf if self.session_number else ""
        mending = any(not one.done() for one in self._listening_again)
        return "waiting" if deaf and (mending or self._renewing.locked()) else deaf

    def _session_forgotten(self, stream: Dropped) -> None:
        """The server was restarted, perhaps: a new session, which has a listening stream of its own."""
        era = self.era
        if self.state == "connected" and isinstance(era, LegacyEra):
            self._in_background(self._listen_in_new_session(era.session_id, stream))

    async def _listen_in_new_session(self, old: str, stream: Dropped) -> None:
        try:
            await self.renew_session(old)
        except InspectorError:  # not there yet
            self._streams.retry(stream)

    async def renew_session(self, old: str) -> None:
        session, calls = self._open_session(), self._calls
        era = session.conversation.era
        assert isinstance(era, LegacyEra)
        assert calls is not None
        async with self._renewing:
            if era.session_id != old:
                return  # another request was refused too, and was first
            self._streams.abandon()
            era.session_id = ""
            try:
                await self._open_again(session, calls, era)
            except BaseException:
                era.session_id = old  # the next call finds it forgotten too, and tries again
                raise
            self._greet(session)
            self.subscriptions.renewed()  # the server's memory of them went with the session
            self.logs.connected()

    async def _open_again(self, session: Session, calls: Calls, era: LegacyEra) -> None:
        """A second handshake on the same connection; the server may agree on another revision in it."""
        outgoing = session.send(
            lambda at, n: session.conversation.open(self.declaration(), era.revision, at, n)
        )
        try:
            message, status, exchange = await calls.wait(outgoing, self.profile.timeout_s)
        except TimeoutError:
            raise TimeoutExpired("initialize", self.profile.timeout_s) from None
        if message is None or message.kind == "error":
            raise unanswered(self, exchange, status)
        result = message.result_dict()
        revision, decided = result.get("protocolVersion"), self.info.decided if self.info else ""
        if revision in LEGACY_REVISIONS:
            era.revision = session.info.revision = revision
            session.update_info()
            self.info = server_info(Verdict("legacy", revision, result, decided), self.name)

    async def close(self, grace_s: float | None = None) -> None:
        """End the connection and everything that belongs to it. Safe to call at any time."""
        if self._attempt is not None and not self._attempt.done():
            self._set_state("closing")
            self._attempt.cancel()
            await asyncio.wait([self._attempt])
        await self.authorizing.close()  # a call may wait for the browser
        if listening := tuple(self._listening_again):
            for task in listening:
                task.cancel()
            await asyncio.wait(listening)
        if self._burial is not None:
            await asyncio.wait([self._burial])
            self._burial = None
        if self._session is None or self.state in ("new", "closed"):
            return
        failed = self.state == "failed"
        if not failed:
            self._set_state("closing")
        await self._shut("failed" if failed else "closed", grace_s)

    async def restart(self) -> ServerInfo:
        """Close and connect again."""
        await self.close()
        return await self.connect()

    async def _shut(self, state: str, grace_s: float | None) -> None:
        session = self._session
        async with self._shutting:  # two at once would set the state of each other's connection
            self.questions.close()
            if session is not None and session.transport is not None:
                await self._end_session(session, self.settings.close_grace_s if grace_s is None else grace_s)
            self.questions.close()  # what was asked meanwhile
            if session is self._session:
                self._set_state(state)
                self._end_parts()
                await self.tasks.stopped()

    async def _end_session(self, session: Session, grace_s: float) -> None:
        conversation, transport = session.conversation, session.transport
        assert transport is not None
        era = conversation.era
        if isinstance(era, LegacyEra) and era.session_id and conversation.transport == "http":
            headers = era.listen_headers()
            session.send(lambda at, n: conversation.listen(headers, "DELETE"))
        self._streams.close()
        await transport.close(grace_s)
        await session.caught_up()
        session.transport = None
        for exchange in conversation.correlation.pending("out") + conversation.correlation.pending("in"):
            conversation.give_up(exchange, "lost", now_ns(), "the connection was closed")
        session.end()

    async def _give_up(self, explanation: Explanation) -> None:
        self.failure = explanation
        if self._session is not None:
            self._session.note(explanation.happened)
        await self._shut("failed", 0.2)

    async def set_log_level(self, level: str) -> None:
        """How much the server is to log; see `Logs.set_level`."""
        await self.logs.set_level(level)

    # -- inside

    def _died(self) -> None:
        """The process ended while connected."""
        if self.state != "connected":
            return
        session = self._session
        assert session is not None
        self.failure = lost_call(self, self._unanswered)
        if session.transport is not None:
            # What the process started may still live and its pipes are open.
            closing = session.transport.close(0.2)
            self._burial = asyncio.get_running_loop().create_task(closing, name=f"bury {self.name}")
        session.transport = None
        self.questions.close()
        session.end()
        self._set_state("failed")
        self._end_parts()

    def _task_params(self, tool: str, task: dict[str, Any] | None) -> dict[str, Any]:
        return self.tasks.call_params(tool, task)

    def _end_parts(self) -> None:
        for part in self.parts:
            part.ended()
        if self.catalog.ended():
            self.tell()
        give_back_soon()

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

    def _set_state(self, state: str) -> None:
        self.state = state
        self.tell()

    def tell(self) -> None:
        """Ask the listeners to look again, once a turn of the loop."""
        if self._telling is None:
            self._telling = asyncio.get_running_loop().call_soon(self._tell_now)

    def _tell_now(self) -> None:
        self._telling = None
        loop = asyncio.get_running_loop()
        for listener in tuple(self.listeners):
            loop.call_soon(listener, self)  # one that raises must not silence the others
