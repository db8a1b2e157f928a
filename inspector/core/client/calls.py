"""The requests of one connection that are waited for."""

from __future__ import annotations

import asyncio
import math
import weakref
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Final

import msgspec

from inspector.core.client.session import Session
from inspector.core.clock import now_ns
from inspector.protocol.jsonrpc import Message
from inspector.protocol.listener import Outgoing
from inspector.protocol.records import Exchange
from inspector.translation import recorded

__all__ = ["Calls", "OnProgress", "Outcome"]

TIMED_OUT: Final = "timed out after"
SOON_S: Final = 0.001  # at the earliest: the clock may stand a little before what the timer was set to
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
    left_s: float = math.inf  # of the time limit, while it stands still
    deadline: float = math.inf  # in the loop's time, while it runs
    holds: int = 0


class Calls:
    """Waits for the ends of exchanges of one session; cancels what is no longer awaited."""

    def __init__(self, session: Session, crossed: Crossed) -> None:
        """crossed: told of an answer that came in the moment in which its call was cancelled."""
        self._session = session
        self._crossed = crossed
        self._calls: dict[int, _Call] = {}
        self._timer: asyncio.TimerHandle | None = None
        self._rings = math.inf  # when the timer does, in the loop's time

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
        self._run(call, timeout_s)
        try:
            return await future
        except TimeoutError:
            self._abandon(exchange, recorded("timed out after {seconds} s", seconds=f"{timeout_s:g}"))
            raise
        except asyncio.CancelledError:
            self.cancel(exchange.number)
            if future.done() and not future.cancelled() and future.exception() is None:
                answer = future.result()[0]
                if answer is not None:
                    self._crossed(exchange, answer)
            raise
        finally:
            self._calls.pop(exchange.number, None)

    # -- time limits: one timer for all calls, set to the first of them; one a call costs as much as the rest

    def _run(self, call: _Call, left_s: float) -> None:
        """Let the call's time limit run."""
        if left_s == math.inf:
            return
        call.deadline = asyncio.get_running_loop().time() + left_s
        if call.deadline < self._rings:
            self._set_timer(call.deadline)

    def _set_timer(self, at: float) -> None:
        if self._timer is not None:
            self._timer.cancel()
        loop = asyncio.get_running_loop()
        # Weakly: it may ring long after the last call, and keeps no connection until then.
        self._timer = loop.call_later(max(at - loop.time(), SOON_S), _ring, weakref.ref(self))
        self._rings = at

    def ring(self) -> None:
        """End the calls whose time is over; ring again for the next."""
        self._timer, self._rings = None, math.inf
        now = asyncio.get_running_loop().time()
        for call in self._calls.values():
            if call.deadline <= now and not call.future.done():
                call.future.set_exception(TimeoutError())
        following = min(
            (one.deadline for one in self._calls.values() if one.deadline > now), default=math.inf
        )
        if following < math.inf:
            self._set_timer(following)

    def open(self) -> list[Exchange]:
        """Our requests without an answer, whether they are waited for or not."""
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
        """The server asks the user during this call: its time limit stands still."""
        call = self._calls.get(exchange)
        if call is not None:
            call.holds += 1
            if call.deadline < math.inf:
                call.left_s = max(0.0, call.deadline - asyncio.get_running_loop().time())
                call.deadline = math.inf

    def release(self, exchange: int) -> None:
        """One of the questions of this call is answered; after the last one its time limit goes on."""
        call = self._calls.get(exchange)
        if call is not None and call.holds:
            call.holds -= 1
            if not call.holds and not call.future.done():
                self._run(call, call.left_s)

    def finished(self, exchange: Exchange, message: Message | None, status: int) -> bool:
        """An exchange ended. True: it was waited for."""
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
            self.cancel(exchange.number, recorded("timed out"))
            exchange.detail = detail
        self._session.conversation.give_up(exchange, "lost", now_ns(), detail)
        self._session.changed(exchange)
        self._session.settle()


def _ring(calls: weakref.ref[Calls]) -> None:
    if (found := calls()) is not None:
        found.ring()
