"""The hearing half of a client: what the conversation tells while bytes are read.

`Hearing` is a base of `Client`. Nothing here waits, and nothing may write a record from inside `feed`: what
has to be noted is put off by a turn of the loop.
"""

from __future__ import annotations

import asyncio

from inspector.core.client.asking import Asking
from inspector.core.client.failures import exit_words
from inspector.core.client.http_reachability import HttpReachability
from inspector.core.client.streams import Streams
from inspector.core.client.tasks import Tasks
from inspector.core.servers.parts import Part
from inspector.protocol.jsonrpc import Message
from inspector.protocol.listener import Dropped
from inspector.protocol.records import Exchange
from inspector.protocol.subscribing import LISTEN
from inspector.protocol.wire import Step

__all__ = ["Hearing"]


class Hearing(Asking):
    """A `Listener` of the conversation."""

    parts: tuple[Part, ...]
    tasks: Tasks
    _streams: Streams
    _reach: HttpReachability
    _unanswered: Exchange | None  # the last call that the end of a connection lost

    def finished(self, exchange: Exchange, message: Message | None, status: int) -> None:
        """An exchange ended: wake its waiter, or close the question it was."""
        if exchange.direction == "in":
            self.questions.withdraw(exchange)
        elif self._calls is not None:
            self._calls.finished(exchange, message, status)
            self.tasks.finished(exchange, message)
            self._reach.finished(exchange)
        if exchange.direction == "out" and exchange.status == "lost" and exchange.method != LISTEN:
            self._unanswered = exchange

    def late(self, exchange: Exchange, message: Message) -> None:
        """An answer to what nobody waits for any more; it may be a task that now runs for nobody."""
        if exchange.direction == "out":
            self.tasks.late(exchange, message)

    def progressed(self, exchange: Exchange) -> None:
        """Progress came."""
        if self._calls is not None:
            self._calls.progressed(exchange)
        self.tasks.progressed(exchange)

    def asked(self, exchange: Exchange, message: Message) -> None:
        """The server asks: answered in a task of its own, unless a modern one must not ask at all."""
        session = self._session
        modern = session is not None and session.conversation.era.answers_by_retry()
        if self.state in ("connecting", "connected") and not (modern and self.state == "connected"):
            self.questions.take(exchange, message)

    def notified(self, message: Message) -> None:
        """A list changed, a resource was updated, a task moved on."""
        if not message.method.startswith("notifications/"):
            return
        params = message.params_dict()
        changed = self.catalog.notice(message.method, params)
        for part in self.parts:
            changed |= part.notice(message.method, params)
        if changed:
            self.tell()

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

    def stepped(self, step: Step) -> None:
        """The process started or ended, a socket was opened."""
        if step.name in ("started", "connected"):
            self._ended, self.exit_text, self.broken_text = asyncio.Event(), "", ""
        elif step.name == "exited":
            self.exit_text = exit_words(step)
            self._ended.set()
            if self.state == "connected":
                asyncio.get_running_loop().call_soon(self._died)
        self.tell()

    def _died(self) -> None:
        """The process or the one connection ended while connected."""
        raise NotImplementedError
