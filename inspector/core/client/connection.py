"""One server's connection, again and again: connect, listen to what the conversation tells, close.

Each connect makes a new `Session`. What the conversation tells comes while bytes are read: nothing here may
write a record from inside `feed`, so what has to be noted is put off by a turn of the loop.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Coroutine
from typing import Any, Final

from inspector.core.auth.authorizer import Authorizer
from inspector.core.client.answers import ServerInfo, server_info
from inspector.core.client.calls import Calls
from inspector.core.client.connecting import Connecting
from inspector.core.client.failures import connect_failure, exit_words, lost_call, refused, unanswered
from inspector.core.client.http_reachability import HttpReachability
from inspector.core.client.large_message_thread import give_back_soon
from inspector.core.client.ports import FailureView
from inspector.core.client.questions import Questions
from inspector.core.client.session import Session
from inspector.core.client.streams import Streams
from inspector.core.client.tasks import Tasks
from inspector.core.clock import now_ns
from inspector.core.servers.parts import ClientPart
from inspector.core.servers.profiles import shown_target, transport_of
from inspector.errors import ClosedError, ConnectError, Explanation, InspectorError, TimeoutExpired
from inspector.protocol.era import Era
from inspector.protocol.era.declared import Declared
from inspector.protocol.era.legacy import LegacyEra
from inspector.protocol.era.modern import ModernEra
from inspector.protocol.era.negotiation import NegotiationResult
from inspector.protocol.jsonrpc import Message
from inspector.protocol.listener import Dropped
from inspector.protocol.methods import LEGACY_REVISIONS
from inspector.protocol.records import Exchange, SessionInfo
from inspector.protocol.secrets import masked_values
from inspector.protocol.subscribing import LISTEN
from inspector.protocol.wire import LifecycleStep
from inspector.translation import recorded, translate

__all__ = ["Connection"]

RELISTEN_S: Final = 10.0


class Connection:
    """A `Listener` of its conversation. state: new | connecting | connected | closing | closed | failed.

    info: what the server says it is, None before the first answer. failure: why there is no connection.
    """

    def __init__(
        self,
        client: FailureView,
        authorizer: Authorizer,
        questions: Questions,
        tasks: Tasks,
        parts: tuple[ClientPart, ...],
        declaration: Callable[[], Declared],
        renewed: Callable[[], None],
    ) -> None:
        """client: whose connection it is. parts: told of its beginning, its notifications and its end.

        declaration: what a connection made now says of us. renewed: called when a new session took the place
        of one that the server had forgotten.
        """
        self._client = client
        self._authorizer = authorizer
        self._questions = questions
        self._tasks = tasks
        self._parts = parts
        self._declaration = declaration
        self._renewed = renewed
        self.state = "new"
        self.info: ServerInfo | None = None
        self.failure: Explanation | None = None
        self.session: Session | None = None  # the current or last one
        self.calls: Calls | None = None  # of that session
        self.exit_text = ""  # how the server's process ended
        self.earlier_stderr: deque[deque[str]] = deque(maxlen=10)  # the last lines of connections before
        self.broken_text = ""  # why the one stream or socket ended
        self.renewing = asyncio.Lock()  # held while a new session takes the place of a forgotten one
        self._ended = asyncio.Event()
        self._unanswered: Exchange | None = None  # the last call that the end of a connection lost
        self._burial: asyncio.Task[None] | None = None  # closes what a dead process left
        self._attempt: asyncio.Task[NegotiationResult] | None = None  # the negotiation that runs
        self._listening_again: set[asyncio.Task[None]] = set()
        self._relistened = -RELISTEN_S  # when, in the loop's time
        self._reachability = HttpReachability(client, self._set_failure)
        self._shutting = asyncio.Lock()
        self._streams: Streams

    # -- what others read

    @property
    def number(self) -> int:
        """Of the session in the journal; 0 before the first."""
        return self.session.info.number if self.session else 0

    @property
    def transport(self) -> str:
        """stdio | http | sse | websocket of the current session."""
        return self.session.info.transport if self.session else ""

    @property
    def era(self) -> Era | None:
        """The era of the current or last session."""
        return self.session.conversation.era if self.session else None

    @property
    def stderr_tail(self) -> deque[str]:
        """The last lines of the server's stderr."""
        return self.session.stderr_tail if self.session else deque()

    @property
    def stderr_said(self) -> list[str]:
        """The first and the last lines of the process that runs, or ran last."""
        return self.session.stderr_said if self.session else []

    @property
    def stderr_at_end(self) -> list[str]:
        """What the process wrote to stderr after its last message."""
        return self.session.stderr_at_end if self.session else []

    @property
    def pid(self) -> int | None:
        """Of the server's process, while it runs."""
        return getattr(self.session.transport, "pid", None) if self.session else None

    @property
    def deaf(self) -> str:
        """Whether a listening stream that was there is gone; see `Streams.deaf`."""
        deaf = self._streams.deaf if self.number else ""
        renewing = any(not one.done() for one in self._listening_again)
        return "waiting" if deaf and (renewing or self.renewing.locked()) else deaf

    def open_session(self) -> Session:
        """The session, to send on it. Raises ClosedError."""
        if self.state == "connecting":  # nothing but the handshake may be asked before it ended
            raise ClosedError(translate("Core", "{} is not connected yet").format(self._client.name))
        if self.session is None or self.session.transport is None or self.state == "closing":
            raise ClosedError(
                translate("Core", "{} is not connected; connect first").format(self._client.name)
            )
        return self.session

    def unanswered(self, exchange: Exchange, status: int = 0) -> ConnectError:
        """Why a call got no answer, to raise. status: of HTTP."""
        return unanswered(self._client, exchange, status)

    async def ended(self) -> None:
        """Give a process that closed its output a moment to tell how it ended."""
        if self.transport == "stdio" and not self._ended.is_set():
            try:
                async with asyncio.timeout(1.0):
                    await self._ended.wait()
            except TimeoutError:
                return

    # -- connect and close

    async def connect(self) -> ServerInfo:
        """Start and negotiate. Raises ConnectError; `state` and `failure` say the same."""
        self.failure = self.info = None
        self.exit_text = self.broken_text = ""
        self._ended = asyncio.Event()
        self._set_state("connecting")
        client, settings, profile = self._client, self._client.settings, self._client.profile
        transport = transport_of(profile)
        known = "http" if transport == "auto" else transport
        info = SessionInfo(self._client.journal.next_session(), profile.name, known, shown_target(profile))
        if self.session is not None and self.session.stderr_tail:
            self.earlier_stderr.append(self.session.stderr_tail)
        self.session = Session(info, self._client.journal, self, settings)
        self.calls, self._unanswered = Calls(self.session, self.late), None
        self._streams = Streams(self.session, self._session_forgotten)
        self._reachability.forget()
        connecting = Connecting(
            self.session,
            profile,
            self._client.lookup,
            self._authorizer,
            self._declaration(),
            self.calls.wait,
            min(settings.probe_timeout_s, profile.timeout_s),
        )
        session = self.session
        # A task of its own, so that close() and a second connect() can end it without ending its caller.
        self._attempt = attempt = asyncio.get_running_loop().create_task(
            connecting.run(profile.era, transport), name=f"connect {self._client.name}"
        )
        try:
            verdict = await self._outcome_of(attempt)
            if not verdict.era:
                status = verdict.outcome.status if verdict.outcome else 0
                if verdict.outcome is not None and verdict.outcome.kind == "closed":
                    await self.ended()
                explanation = connect_failure(client, verdict, connecting.exchange)
                raise refused(self._authorizer.advise(explanation, status), status)
            return self._connected(verdict)
        except ConnectError as error:
            error.hide(lambda text: masked_values(text, session.secrets))
            if session is self.session and self.state == "connecting":
                await self._give_up(error.explanation)
            raise
        except BaseException:
            if session is self.session:
                await self._shut("closed", 0.2)
            raise

    async def _outcome_of(self, attempt: asyncio.Task[NegotiationResult]) -> NegotiationResult:
        """Wait for a negotiation. Raises ConnectError when another task ended it."""
        try:
            return await attempt
        except asyncio.CancelledError:
            task = asyncio.current_task()
            if attempt.cancelled() and task is not None and not task.cancelling():
                raise ConnectError(
                    Explanation(
                        translate("Core", "{} was closed while connecting.").format(self._client.name)
                    )
                ) from None
            raise

    def _connected(self, verdict: NegotiationResult) -> ServerInfo:
        session = self.session
        assert session is not None
        self.info = server_info(verdict, self._client.name)
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
        session.note(
            recorded(
                "connected: {era} era, revision {revision}; {reason}",
                era=verdict.era,
                revision=verdict.revision,
                reason=verdict.reason,
            )
        )
        self._set_state("connected")
        for part in self._parts:
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
        """A GET of ours was answered with 401 although it had a token."""
        loop = asyncio.get_running_loop()
        if self.state != "connected" or not self._streams.listens_on(channel):
            return
        if loop.time() - self._relistened > RELISTEN_S:  # else the new token was refused as well
            self._relistened = loop.time()
            self._streams.set_aside()
            self._in_background(self._listen_again(channel))

    def _in_background(self, listening: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(listening, name=f"listen {self._client.name}")
        self._listening_again.add(task)
        task.add_done_callback(self._listening_again.discard)

    async def _listen_again(self, channel: str) -> None:
        """The token ended while the stream was open: once more with another, if there is one."""
        renewed = await self._authorizer.renewed(channel)
        if self.state != "connected" or self._streams.listens:
            return  # a new session has begun meanwhile, which listens
        if renewed:
            self._streams.listen()
        else:
            self._streams.leave(401)

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
        """Start a new session in place of the one with this id, unless that was done meanwhile.

        Legacy HTTP. Raises ConnectError."""
        session, calls = self.open_session(), self.calls
        era = session.conversation.era
        assert isinstance(era, LegacyEra)
        assert calls is not None
        async with self.renewing:
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
            self._renewed()

    async def _open_again(self, session: Session, calls: Calls, era: LegacyEra) -> None:
        """A second handshake on the same connection; the server may agree on another revision in it."""
        outgoing = session.send(
            lambda at, n: session.conversation.open(self._declaration(), era.revision, at, n)
        )
        try:
            message, status, exchange = await calls.wait(outgoing, self._client.profile.timeout_s)
        except TimeoutError:
            raise TimeoutExpired("initialize", self._client.profile.timeout_s) from None
        if message is None or message.kind == "error":
            raise self.unanswered(exchange, status)
        result = message.result_dict()
        revision, decided = result.get("protocolVersion"), self.info.decided if self.info else ""
        if revision in LEGACY_REVISIONS:
            era.revision = session.info.revision = revision
            session.update_info()
            self.info = server_info(NegotiationResult("legacy", revision, result, decided), self._client.name)

    async def close(self, grace_s: float | None = None) -> None:
        """End the connection and everything that belongs to it. Safe to call at any time."""
        if self._attempt is not None and not self._attempt.done():
            self._set_state("closing")
            self._attempt.cancel()
            await asyncio.wait([self._attempt])
        await self._authorizer.close()  # a call may wait for the browser
        if listening := tuple(self._listening_again):
            for task in listening:
                task.cancel()
            await asyncio.wait(listening)
        if self._burial is not None:
            await asyncio.wait([self._burial])
            self._burial = None
        if self.session is None or self.state in ("new", "closed"):
            return
        failed = self.state == "failed"
        if not failed:
            self._set_state("closing")
        await self._shut("failed" if failed else "closed", grace_s)

    async def _shut(self, state: str, grace_s: float | None) -> None:
        session = self.session
        async with self._shutting:  # two at once would set the state of each other's connection
            self._questions.close()
            if session is not None and session.transport is not None:
                await self._end_session(
                    session, self._client.settings.close_grace_s if grace_s is None else grace_s
                )
            self._questions.close()  # what was asked meanwhile
            if session is self.session:
                self._set_state(state)
                self._end_parts()
                await self._tasks.stopped()

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
            conversation.give_up(exchange, "lost", now_ns(), recorded("the connection was closed"))
        session.end()

    async def _give_up(self, explanation: Explanation) -> None:
        self.failure = explanation
        if self.session is not None:
            self.session.note(explanation.happened)
        await self._shut("failed", 0.2)

    def _died(self) -> None:
        """The process ended while connected."""
        if self.state != "connected":
            return
        session = self.session
        assert session is not None
        self.failure = lost_call(self._client, self._unanswered)
        if session.transport is not None:
            # What the process started may still live and its pipes are open.
            closing = session.transport.close(0.2)
            self._burial = asyncio.get_running_loop().create_task(closing, name=f"bury {self._client.name}")
        session.transport = None
        self._questions.close()
        session.end()
        self._set_state("failed")
        self._end_parts()

    def _end_parts(self) -> None:
        for part in self._parts:
            part.ended()
        if self._client.catalog.ended():
            self._client.tell()
        give_back_soon()

    def _set_state(self, state: str) -> None:
        self.state = state
        self._client.tell()

    def _set_failure(self, failure: Explanation | None) -> None:
        self.failure = failure
        self._client.tell()

    # -- what the conversation tells

    def finished(self, exchange: Exchange, message: Message | None, status: int) -> None:
        """An exchange ended: wake its waiter, or close the question it was."""
        if exchange.direction == "in":
            self._questions.withdraw(exchange)
        elif self.calls is not None:
            self.calls.finished(exchange, message, status)
            self._tasks.finished(exchange, message)
            self._reachability.finished(exchange)
        if exchange.direction == "out" and exchange.status == "lost" and exchange.method != LISTEN:
            self._unanswered = exchange

    def late(self, exchange: Exchange, message: Message) -> None:
        """An answer came after its call had ended; it may have made a task that no call waits for."""
        if exchange.direction == "out":
            self._tasks.late(exchange, message)

    def progressed(self, exchange: Exchange) -> None:
        """Progress came."""
        if self.calls is not None:
            self.calls.progressed(exchange)
        self._tasks.progressed(exchange)

    def asked(self, exchange: Exchange, message: Message) -> None:
        """The server asks: answered in a task of its own, unless a modern one must not ask at all."""
        session = self.session
        modern = session is not None and session.conversation.era.answers_by_retry()
        if self.state in ("connecting", "connected") and not (modern and self.state == "connected"):
            self._questions.take(exchange, message)

    def notified(self, message: Message) -> None:
        """A list changed, a resource was updated, a task moved on."""
        if not message.method.startswith("notifications/"):
            return
        params = message.params_dict()
        changed = self._client.catalog.notice(message.method, params)
        for part in self._parts:
            changed |= part.notice(message.method, params)
        if changed:
            self._client.tell()

    def dropped(self, stream: Dropped) -> None:
        """A stream that can be taken up again ended; not while we close ourselves."""
        if self.state in ("connecting", "connected"):
            # Not from inside `feed`: what is noted now would take the number of a record on its way.
            asyncio.get_running_loop().call_soon(self._streams.dropped, stream)

    def broken_off(self, channel: str, error: str) -> None:
        """The stream of HTTP+SSE or a WebSocket ended; that of a process is followed by its exit."""
        if channel == "stdout":
            return
        self.broken_text = error
        self._ended.set()
        if self.state == "connected":
            asyncio.get_running_loop().call_soon(self._died)

    def stepped(self, step: LifecycleStep) -> None:
        """The process started or ended, a socket was opened."""
        if step.name in ("started", "connected"):
            self._ended, self.exit_text, self.broken_text = asyncio.Event(), "", ""
        elif step.name == "exited":
            self.exit_text = exit_words(step)
            self._ended.set()
            if self.state == "connected":
                asyncio.get_running_loop().call_soon(self._died)
        self._client.tell()
