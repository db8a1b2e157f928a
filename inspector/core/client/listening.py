"""One `subscriptions/listen` from request to end, and again after a drop.

The server may end it with a result or with `notifications/cancelled`: both are in order. A stream that
stops without either is a drop; it is opened again under a new id, later each time.
"""

from __future__ import annotations

import asyncio
import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from inspector.core.client.subscription import Subscription
from inspector.core.clock import now_ns
from inspector.errors import AuthorizationNeeded, ConnectError, ErrorAnswer, Explanation, InspectorError
from inspector.protocol.jsonrpc import decode
from inspector.protocol.records import Exchange
from inspector.protocol.subscribing import LISTEN, Filter, subscription_id
from inspector.translation import as_recorded, composed, recorded, shown

if TYPE_CHECKING:
    from inspector.core.client.answers import Answer
    from inspector.core.client.ports import Requester

__all__ = ["Listening"]

PATIENCE_S: Final = 10.0  # for the acknowledgement, which "MUST be the first message"
BACK_OFF_S: Final = 0.5
MOST_BACK_OFF_S: Final = 30.0
ATTEMPTS: Final = 8  # in a row; one that was open for as long as the longest pause ends the row


class Listening:
    """Runs listens. acknowledged_again is called for one that is back after a drop."""

    def __init__(self, client: Requester, acknowledged_again: Callable[[Subscription], None]) -> None:
        self._client = client
        self._acknowledged_again = acknowledged_again
        self._waiters: dict[Subscription, list[asyncio.Future[None]]] = {}
        self._exchanges: dict[Subscription, Exchange] = {}
        self._pauses: dict[Subscription, asyncio.Event] = {}

    async def run(self, subscription: Subscription, turn: int) -> None:
        """Ask, and ask again after each drop, until it ends. Raises nothing but CancelledError."""
        failures = 0
        while subscription.wanted and subscription.turn == turn:
            await self._once(subscription, turn)
            if subscription.state != "lost" or subscription.turn != turn:
                return
            long = now_ns() - subscription.opened_ns > MOST_BACK_OFF_S * 1e9
            failures = 1 if long else failures + 1
            if self._client.state != "connected":
                return
            if failures > ATTEMPTS:
                subscription.wanted = False
                subscription.detail = recorded(
                    "{dropped}; gave up after {count} attempts", dropped=subscription.detail, count=ATTEMPTS
                )
                self._client.tell()
                return
            pause_s = min(BACK_OFF_S * 2 ** (failures - 1), MOST_BACK_OFF_S)
            dropped = subscription.detail
            self._say(
                recorded(
                    "subscription {id} was dropped ({dropped}); retrying in {pause_s} s",
                    id=subscription.id,
                    dropped=dropped,
                    pause_s=f"{pause_s:g}",
                )
            )
            subscription.detail = recorded(
                "{dropped}; retrying in {pause_s} s", dropped=dropped, pause_s=f"{pause_s:g}"
            )
            if await self._stopped_during(subscription, pause_s) and subscription.turn == turn:
                subscription.state, subscription.detail = "ended", recorded("stopped")
                self._client.tell()
                return
            subscription.reopened += 1

    def stop(self, subscription: Subscription, why: str = recorded("stopped")) -> None:
        """End it from our side: the stream is closed (HTTP) or it is cancelled (a pipe)."""
        pause = self._pauses.get(subscription)
        if pause is not None:
            pause.set()
        if subscription.live:
            subscription.state, subscription.detail = "ended", why
            self._client.cancel(subscription.exchange)
            self._client.tell()

    def acknowledge(self, subscription: Subscription, accepted: Filter) -> None:
        """The acknowledgement came."""
        if subscription.acknowledged is not None and subscription.state == "open":
            subscription.note(recorded("acknowledged twice"))
        subscription.acknowledged = accepted
        if subscription.state == "opening":
            subscription.state = "open"
            subscription.detail = ""
        if subscription.extra:
            subscription.note(
                recorded(
                    "acknowledged what was not requested: {extra}",
                    extra=", ".join(subscription.extra.names()),
                )
            )
        if subscription.reopened:
            self._acknowledged_again(subscription)
        self._wake(subscription)

    async def acknowledged(self, subscription: Subscription) -> bool:
        """Wait for the acknowledgement, the end, or so long that none is to be expected."""
        if subscription.state == "opening":
            future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            self._waiters.setdefault(subscription, []).append(future)
            try:
                async with asyncio.timeout(PATIENCE_S):
                    await future
            except TimeoutError:
                subscription.note(
                    recorded("no acknowledgement within {patience_s} s", patience_s=f"{PATIENCE_S:g}")
                )
                self._client.tell()
        return subscription.state == "open"

    def failure(self, subscription: Subscription) -> ConnectError:
        """Why it is not open, to raise."""
        verb = recorded("was refused") if subscription.state == "refused" else recorded("did not last")
        explanation = Explanation(composed("{} {}: {}", LISTEN, shown(verb), shown(subscription.detail)))
        if subscription.error:
            return ErrorAnswer(explanation, subscription.error)
        return ConnectError(explanation)

    # -- inside

    async def _once(self, subscription: Subscription, turn: int) -> None:
        """One request to its end; the state says how it ended."""
        client = self._client
        subscription.state, subscription.detail, subscription.acknowledged = "opening", "", None
        subscription.session, subscription.opened_ns = client.session_number, now_ns()
        session = client.session
        assert session is not None

        def started(number: int) -> None:
            subscription.exchange = number
            for exchange in session.conversation.correlation.pending("out"):
                if exchange.number == number:
                    subscription.id = exchange.id
                    self._exchanges[subscription] = exchange
            client.tell()

        params = subscription.requested.as_params()
        answer: Answer | None = None
        trouble: InspectorError | None = None
        try:
            answer = await client.call(LISTEN, params, timeout_s=math.inf, on_start=started)
        except InspectorError as error:
            trouble = error
        except asyncio.CancelledError:  # of the request, here or in the timeline; or this task is to end
            task = asyncio.current_task()
            if task is not None and task.cancelling():
                raise
        finally:
            if subscription.turn == turn:
                self._settle(subscription, answer, trouble)

    def _settle(
        self, subscription: Subscription, answer: Answer | None, trouble: InspectorError | None
    ) -> None:
        """The request is over: say how it stands now."""
        if answer is not None:
            self._answered(subscription, answer)
        elif trouble is not None:
            self._broken(subscription, trouble)
        elif subscription.live:  # cancelled by something else than `stop`
            subscription.state, subscription.detail, subscription.wanted = "ended", "cancelled", False
        self._exchanges.pop(subscription, None)
        self._wake(subscription)
        self._client.tell()

    def _broken(self, subscription: Subscription, error: InspectorError) -> None:
        exchange = self._exchanges.get(subscription)
        detail = exchange.detail if exchange is not None else as_recorded(str(error))
        if exchange is not None and exchange.status == "done":
            self._over(subscription, detail)
        elif self._client.state == "closing":
            subscription.state, subscription.detail = "ended", recorded("the connection was closed")
        elif isinstance(error, AuthorizationNeeded) or _is_refusal(exchange):
            subscription.state, subscription.detail, subscription.wanted = "refused", detail, False
        else:
            subscription.state, subscription.detail = "lost", detail or as_recorded(str(error))

    def _answered(self, subscription: Subscription, answer: Answer) -> None:
        if answer.error:
            value = answer.value
            said = f"{value.get('code', '')} {value.get('message', '')}" if isinstance(value, dict) else ""
            subscription.error = answer.error
            subscription.state, subscription.wanted = "refused", False
            subscription.detail = said.strip() or recorded("error without a message")
            return
        result = decode(answer.result)
        if not isinstance(result, dict) or subscription_id(result) != subscription.id:
            subscription.note(recorded("the closing result lacks the subscription id"))
        self._over(subscription, recorded("ended by the server"))

    def _over(self, subscription: Subscription, detail: str) -> None:
        if subscription.acknowledged is None:
            subscription.note(recorded("ended without an acknowledgement"))
        subscription.state, subscription.detail = "ended", detail
        if self._client.state == "connected":  # else we close, and the server answers to that
            subscription.wanted = False

    async def _stopped_during(self, subscription: Subscription, pause_s: float) -> bool:
        stopped = self._pauses[subscription] = asyncio.Event()
        self._client.tell()
        try:
            async with asyncio.timeout(pause_s):
                await stopped.wait()
        except TimeoutError:
            return False
        finally:
            if self._pauses.get(subscription) is stopped:
                del self._pauses[subscription]
        return True

    def _wake(self, subscription: Subscription) -> None:
        for future in self._waiters.pop(subscription, ()):
            if not future.done():
                future.set_result(None)

    def _say(self, text: str) -> None:
        if self._client.session is not None:
            self._client.session.note(text)


def _is_refusal(exchange: Exchange | None) -> bool:
    """HTTP 4xx is the server's word; 5xx and a broken stream may pass."""
    return exchange is not None and exchange.status == "failed" and not exchange.detail.startswith("HTTP 5")
