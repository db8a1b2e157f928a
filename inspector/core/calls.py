"""The requests of one connection that somebody waits for."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

import msgspec

from inspector.core.clock import now_ns
from inspector.core.session import Session
from inspector.protocol.jsonrpc import Message
from inspector.protocol.listener import Outgoing
from inspector.protocol.records import Exchange

__all__ = ["Calls", "OnProgress", "Outcome"]

TIMED_OUT: Final = "timed out after"
NOT_CANCELLED: Final = ("initialize", "server/discover")

OnProgress = Callable[[Exchange], None]
Outcome = tuple[Message | None, int, Exchange]
Crossed = Callable[[Exchange, Message], None]
"""The answer (None: there is none), its HTTP status (0 over a pipe), and the exchange."""


@dataclass(slots=True)
class _Call:
    """A request in flight."""

    future: asyncio.Future[Outcome]
    on_progress: OnProgress | None = None
    timer: asyncio.Handle | None = None
    left_s: float = math.inf  # of the time limit, when it last began to run
    began: float = 0.0  # in the loop's time
    holds: int = 0

    def start(self, left_s: float) -> None:
        """Let the time limit run. A timer of our own: `asyncio.timeout` costs as much as the rest."""
        self.left_s = left_s
        if left_s != math.inf:
            loop = asyncio.get_running_loop()
            self.began = loop.time()
            self.timer = loop.call_later(left_s, _expire, self.future)

    def stop(self) -> None:
        """Let it stand still."""
        if self.timer is not None:
            # Not `timer.when()`: the loop of Qt gives handles without it.
            self.left_s = max(0.0, self.left_s - (asyncio.get_running_loop().time() - self.began))
            self.timer.cancel()
            self.timer = None


class Calls:
    """Waits for the ends of exchanges of one session; cancels what nobody waits for any more."""

    def __init__(self, session: Session, crossed: Crossed) -> None:
        """crossed: told of an answer that came in the moment in which its call was cancelled."""
        self._session = session
        self._crossed = crossed
        self._calls: dict[int, _Call] = {}

    async def wait(
        self, outgoing: Outgoing, timeout_s: float, on_progress: OnProgress | None = None
    ) -> Outcome:
        """Wait for the end of the exchange that `outgoing` opened. Raises TimeoutError, after cancelling.

        timeout_s: seconds; `math.inf` for no limit.
        """
        exchange = outgoing.exchange
        assert exchange is not None
        if exchange.status != "pending":  # cancelled by whom we told of it
            return None, 0, exchange
        future: asyncio.Future[Outcome] = asyncio.get_running_loop().create_future()
        self._calls[exchange.number] = call = _Call(future, on_progress)
        call.start(timeout_s)
        try:
            return await future
        except TimeoutError:
            self._abandon(exchange, f"{TIMED_OUT} {timeout_s:g} s")
            raise
        except asyncio.CancelledError:
            self.cancel(exchange.number)
            if future.done() and not future.cancelled() and future.exception() is None:
                answer = future.result()[0]
                if answer is not None:
                    self._crossed(exchange, answer)
            raise
        finally:
            call.stop()
            self._calls.pop(exchange.number, None)

    def open(self) -> list[Exchange]:
        """Our requests without an answer, whether somebody waits or not."""
        return self._session.conversation.correlation.pending("out")

    def cancel(self, exchange: int, reason: str = "") -> None:
        """Cancel a request of ours, if it still runs and may be cancelled."""
        if self._session.transport is None:
            return
        for one in self.open():
            if one.number == exchange and one.method not in NOT_CANCELLED:
                self._session.send(partial(self._session.conversation.cancel, one, reason))
                return

    def hold(self, exchange: int) -> None:
        """The server asks somebody during this call: its time limit stands still."""
        call = self._calls.get(exchange)
        if call is not None:
            call.holds += 1
            call.stop()

    def release(self, exchange: int) -> None:
        """One of the questions of this call is answered; after the last one its time limit goes on."""
        call = self._calls.get(exchange)
        if call is not None and call.holds:
            call.holds -= 1
            if not call.holds and not call.future.done():
                call.start(call.left_s)

    def finished(self, exchange: Exchange, message: Message | None, status: int) -> bool:
        """An exchange ended. True: somebody waited for it."""
        call = self._calls.pop(exchange.number, None)
        if call is not None and call.future.cancelled() and message is not None:
            self._crossed(exchange, message)
        if call is None or call.future.done():
            return False
        call.future.set_result((message, status, exchange))
        return True

    def progressed(self, exchange: Exchange) -> None:
        """Progress came."""
        call = self._calls.get(exchange.number)
        if call is not None and call.on_progress is not None:
            # Not from inside `feed`: what a caller's function raises must not cost a record.
            snapshot = msgspec.structs.replace(exchange)
            asyncio.get_running_loop().call_soon(call.on_progress, snapshot)

    def _abandon(self, exchange: Exchange, detail: str) -> None:
        """Stop waiting: tell the server, except for what must not be cancelled."""
        if exchange.method not in NOT_CANCELLED:
            self.cancel(exchange.number, "timed out")
            exchange.detail = detail
        self._session.conversation.give_up(exchange, "lost", now_ns(), detail)
        self._session.changed(exchange)
        self._session.settle()


def _expire(future: asyncio.Future[Any]) -> None:
    if not future.done():
        future.set_exception(TimeoutError())
