"""From a profile to an open connection: transports started, the era negotiated.

Drives `protocol/era/negotiation.py`: performs each attempt over the real transport and reports how it
ended, nothing more. Every attempt is a row in the timeline.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial
from typing import Final, Protocol

from inspector.core.auth.authorizer import Authorizer
from inspector.core.client.session import Session
from inspector.core.servers.profiles import Profile
from inspector.core.servers.starting import startable
from inspector.core.servers.variables import Lookup
from inspector.errors import AuthorizationNeeded, ConnectError
from inspector.protocol.era import Declared
from inspector.protocol.era.legacy import LegacyEra
from inspector.protocol.era.modern import ModernEra
from inspector.protocol.era.negotiation import Attempt, AttemptOutcome, Negotiation, NegotiationResult
from inspector.protocol.jsonrpc import Message
from inspector.protocol.listener import Outgoing
from inspector.protocol.records import Exchange
from inspector.protocol.salvage import UNREADABLE
from inspector.translation import as_recorded, recorded
from inspector.transport import make_transport

__all__ = ["Asked", "Connecting"]

_AGAIN: Final = {
    "stdio": recorded("server exited during server/discover; restarted for initialize"),
    "websocket": recorded("server closed the connection during server/discover; reconnected for initialize"),
}
_FIRST_CHANNEL: Final = {"sse": "sse", "websocket": "ws"}
"""On which a transport is refused that is there only after the server answered."""


class Asked(Protocol):
    """How the driver asks: sends what `build` makes and waits for the answer."""

    def __call__(
        self, outgoing: Outgoing, timeout_s: float
    ) -> Awaitable[tuple[Message | None, int, Exchange]]: ...


class Connecting:
    """One try to connect. `run` returns the verdict, or raises ConnectError with the whole story."""

    def __init__(
        self,
        session: Session,
        profile: Profile,
        lookup: Lookup,
        authorizer: Authorizer,
        declared: Declared,
        wait: Asked,
        probe_timeout_s: float,
    ) -> None:
        self._session = session
        self._profile = profile
        self._lookup = lookup
        self._authorizer = authorizer
        self._attempts = authorizer.attempts()
        self._target = profile.target
        self._declared = declared
        self._wait = wait
        self._probe_timeout_s = probe_timeout_s
        self._timeout_s = profile.timeout_s
        self._steps: dict[str, Callable[[Attempt], Awaitable[AttemptOutcome]]] = {
            "probe": self._probe,
            "initialize": self._initialize,
            "sse": self._open_sse,
        }
        self._only_sse = False
        self.exchange: Exchange | None = None  # of the last attempt

    async def run(self, era: str, transport: str) -> NegotiationResult:
        """era as in a profile; transport as `transport_of` says."""
        session = self._session
        resolved = await startable(self._profile, self._lookup)
        self._target, session.secrets = resolved.target, resolved.secrets
        await self._authorizer.begin(self._target)
        negotiation = Negotiation(era, transport)
        self._only_sse = transport == "sse"
        attempt = negotiation.first()
        first = "http" if transport == "auto" else transport
        if attempt.step != "sse":
            await self._start(first)
        while True:
            if attempt.respawn:
                session.note(_AGAIN[first])
                await self._start(first)
            perform = partial(self._steps[attempt.step], attempt)
            outcome = await self._authorizer.through(perform, self._channel, self._attempts)
            following = negotiation.next(attempt, outcome)
            if isinstance(following, NegotiationResult):
                return following
            attempt = following

    def _channel(self, _: AttemptOutcome) -> str:
        return self.exchange.channel if self.exchange is not None else ""

    async def _start(self, transport: str) -> None:
        while True:
            await self._authorizer.ready(self._attempts)
            try:
                return await self._started(transport)
            except AuthorizationNeeded as error:
                if not await self._authorizer.improved(self._attempts, _FIRST_CHANNEL.get(transport, "")):
                    explanation = self._authorizer.advise(error.explanation, 401)
                    raise AuthorizationNeeded(explanation) from error

    async def _started(self, transport: str) -> None:
        session = self._session
        if session.transport is not None:
            old, session.transport = session.transport, None
            await old.close(0.2)
        session.conversation.transport = session.info.transport = transport
        session.update_info()
        made = make_transport(transport, self._target, session.feed, self._authorizer)
        session.transport = made
        session.begin_life()
        await made.start()

    async def _probe(self, attempt: Attempt) -> AttemptOutcome:
        conversation = self._session.conversation
        conversation.era = ModernEra(self._declared, attempt.revision)
        outgoing = self._session.send(
            lambda at, number: conversation.request("server/discover", {}, at, number, plain=True)
        )
        return await self._outcome(outgoing, self._probe_timeout_s)

    async def _initialize(self, attempt: Attempt) -> AttemptOutcome:
        conversation = self._session.conversation
        conversation.era = LegacyEra(attempt.revision, meta=self._declared.meta)
        outgoing = self._session.send(
            lambda at, number: conversation.open(self._declared, attempt.revision, at, number)
        )
        return await self._outcome(outgoing, self._timeout_s)

    async def _open_sse(self, attempt: Attempt) -> AttemptOutcome:
        try:
            await self._start("sse")
        except AuthorizationNeeded:
            raise
        except ConnectError as error:
            if self._only_sse:
                raise  # nothing else was tried: its explanation is the whole one
            return AttemptOutcome("unreachable", text=as_recorded(error.explanation.happened))
        return AttemptOutcome("answer", Message("response", result=b"{}"))

    async def _outcome(self, outgoing: Outgoing, timeout_s: float) -> AttemptOutcome:
        try:
            message, status, exchange = await self._wait(outgoing, timeout_s)
        except TimeoutError:
            return AttemptOutcome("timeout")
        self.exchange = exchange
        if message is not None and not (status >= 400 and _is_foreign_error(message)):
            return AttemptOutcome("answer", message, status)
        if status:
            return AttemptOutcome("http", status=status)
        if exchange.detail.startswith(UNREADABLE):
            return AttemptOutcome("unreadable", text=exchange.detail)
        if self._session.conversation.pipe is not None:
            return AttemptOutcome("closed", text=exchange.detail)
        return AttemptOutcome("unreachable", text=exchange.detail)


def _is_foreign_error(message: Message) -> bool:
    """{"error": "invalid_token"} is the OAuth or REST way to refuse, not an answer of JSON-RPC."""
    return message.kind == "error" and not isinstance(message.error_dict().get("code"), int)
