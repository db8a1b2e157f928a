"""Sends the shots of a fault and listens until it is clear that nothing more belongs to them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from types import TracebackType
from typing import Any, Final, Self

from inspector.core.client.client import Client
from inspector.core.client.session import Session
from inspector.core.clock import now_ns
from inspector.errors import ClosedError
from inspector.protocol.era.legacy import LegacyEra
from inspector.protocol.faults import Heard, Shot
from inspector.protocol.listener import Outgoing
from inspector.protocol.records import Exchange, Record, SessionInfo
from inspector.protocol.wire import Drop
from inspector.translation import recorded
from inspector.transport import make_transport

__all__ = ["FaultListener", "bare_session"]

QUIET_S: Final = 0.5  # over a pipe, after a message that is not to be answered
SETTLE_S: Final = 0.15  # over a pipe, after the last answer: a second one would be a fault of the server
LISTEN_S: Final = 0.5  # on a stream that stays open


class FaultListener:
    """One fault on its way. Sends when entered; told by the session of all that comes until left."""

    def __init__(self, session: Session, shots: tuple[Shot, ...]) -> None:
        self._session = session
        self._shots = shots
        self._channels: list[str] = []
        self._exchanges: set[int] = set()
        self._asked: list[Exchange] = []
        self._came: list[Record] = []
        self._begun: set[str] = set()  # channels of which anything was told
        self._news = asyncio.Event()
        self._started_ns = self._heard_ns = now_ns()
        self.first = 0

    def __enter__(self) -> Self:
        self._session.listeners.append(self._hear)
        try:
            for shot in self._shots:
                self._send(shot)
        except ClosedError:
            self._session.listeners.remove(self._hear)
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._session.listeners.remove(self._hear)

    @property
    def ended(self) -> bool:
        """Whether the connection is over."""
        steps = (record.channel for record in self._came if record.kind == "lifecycle")
        return self._session.transport is None or "exited" in steps

    def heard(self) -> Heard:
        """All that came so far."""
        return Heard(
            transport=self._session.conversation.transport,
            shots=self._shots,
            channels=tuple(self._channels),
            exchanges=frozenset(self._exchanges),
            came=tuple(self._came),
            waited_s=(now_ns() - self._started_ns) / 1e9,
        )

    async def listen(self, patience_s: float) -> None:
        """Wait until the fault is answered, refused, or was left alone for long enough."""
        while True:
            self._news.clear()
            rest_s = self._rest_s(patience_s)
            if rest_s <= 0 or self._session.transport is None:
                return
            try:
                async with asyncio.timeout(rest_s):
                    await self._news.wait()
            except TimeoutError:
                continue

    def clean_up(self) -> None:
        """Close streams that are still open, and wait no longer for what was not answered."""
        session = self._session
        conversation = session.conversation
        for channel in self._channels if conversation.pipe is None else ():
            if session.transport is not None and conversation.is_open(channel):
                session.send(partial(_drop, channel))
        for exchange in conversation.correlation.pending("out"):
            if exchange.number in self._exchanges:
                if exchange.method == "subscriptions/listen" and session.transport is not None:
                    session.send(partial(conversation.cancel, exchange, ""))
                conversation.give_up(exchange, "lost", now_ns(), recorded("no response"))
        session.settle()

    def _send(self, shot: Shot) -> None:
        conversation = self._session.conversation

        def build(at_ns: int, number: int) -> Outgoing:
            if shot.verb != "POST":
                return conversation.listen(shot.headers, shot.verb)
            return conversation.raw(shot.data, at_ns, number, headers=shot.headers, without=shot.without)

        number = self._session.journal.next_number()
        outgoing = self._session.send(build)
        self.first = self.first or number
        self._channels.extend(getattr(order, "channel", "") for order in outgoing.orders)
        if outgoing.exchange is not None:
            self._asked.append(outgoing.exchange)
        self._exchanges.update(record.exchange for record in outgoing.records if record.exchange)

    def _hear(self, records: list[Record]) -> None:
        self._came += [record for record in records if self._matters(record)]
        self._begun.update(record.channel for record in records)
        self._heard_ns = now_ns()
        self._news.set()

    def _matters(self, record: Record) -> bool:
        """A server that floods us with log lines must not make a fault expensive."""
        if record.kind == "lifecycle":
            return True
        if record.direction != "in" or record.kind == "stderr":
            return False
        if self._session.conversation.transport == "http":
            return record.channel in self._channels
        return record.kind != "notification" or record.method.endswith("/acknowledged")

    def _rest_s(self, patience_s: float) -> float:
        """Seconds that are still to be waited when nothing comes; 0: it is over."""
        now = now_ns()
        left_s = patience_s - (now - self._started_ns) / 1e9
        since_s = (now - self._heard_ns) / 1e9
        heard = self.heard()
        if any(record.method.endswith("/acknowledged") for record in heard.notifications):
            return min(left_s, LISTEN_S - since_s)  # a subscription stays open
        if heard.transport == "http":
            return self._rest_http_s(heard, left_s, since_s)
        over = any(status >= 400 for status in heard.statuses) or self._given_up()
        if heard.answered() or heard.unnamed or heard.foreign or heard.arrays or heard.lost or over:
            return min(left_s, SETTLE_S - since_s)
        if not heard.ids and any(shot.data for shot in self._shots):
            return min(left_s, QUIET_S - since_s)
        return left_s

    def _rest_http_s(self, heard: Heard, left_s: float, since_s: float) -> float:
        if all(self._is_over(channel) for channel in self._channels):
            return 0
        if heard.answered():
            return min(left_s, SETTLE_S - since_s)
        if len(heard.statuses) == len(self._channels) and not heard.ids:  # a stream that stays open
            return min(left_s, LISTEN_S - since_s)
        return left_s

    def _given_up(self) -> bool:
        """The connection that an answer could come on broke."""
        return bool(self._asked) and all(exchange.status == "lost" for exchange in self._asked)

    def _is_over(self, channel: str) -> bool:
        return channel in self._begun and not self._session.conversation.is_open(channel)


def _drop(channel: str, _at_ns: int, _number: int) -> Outgoing:
    return Outgoing((Drop(channel),), [])


class _Deaf:
    """Reacts to nothing: on a bare connection only the records count."""

    def _ignore(self, *_: Any) -> None: ...

    finished = late = progressed = asked = notified = dropped = broken_off = stepped = _ignore


@asynccontextmanager
async def bare_session(client: Client, title: str) -> AsyncIterator[Session]:
    """A connection of its own to the same server, without handshake; closed at the end.

    Raises ConnectError when the server cannot be started."""
    journal, model = client.journal, client.session
    assert model is not None
    transport = model.info.transport
    info = SessionInfo(journal.next_session(), f"{client.name}: {title}", transport, model.info.target)
    session = Session(info, journal, _Deaf())
    era = model.conversation.era
    session.conversation.era = LegacyEra(era.revision)
    session.transport = make_transport(transport, client.profile.target, session.feed)
    try:
        await session.transport.start()
        yield session
    finally:
        closing, session.transport = session.transport, None
        if closing is not None:
            await closing.close(0.2)
        session.end()
