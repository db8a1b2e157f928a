"""What is asked of a server: one request and its answer, with its rounds, retries and time limit."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import count
from typing import Any, Final

from inspector.core.auth.authorizer import Authorizer
from inspector.core.client.answers import NO_EXTRAS, Answer, Extras
from inspector.core.client.cache import Cache, Cached
from inspector.core.client.calls import OnProgress, Outcome
from inspector.core.client.connection import Connection
from inspector.core.client.failures import SHOWN_LINES
from inspector.core.client.ports import Requester
from inspector.core.client.questions import MAX_ROUNDS, Questions
from inspector.core.client.retry_policies import Failed, prepare_retry, refused_on
from inspector.core.clock import now_ns
from inspector.errors import TimeoutExpired
from inspector.protocol.records import Exchange
from inspector.protocol.wire import Headers
from inspector.translation import composed, recorded

__all__ = ["Requests"]

BACK_OFF_S: Final = 0.05
MOST_BACK_OFF_S: Final = 0.25


@dataclass(slots=True)
class _Options:
    """Of one call, the same in all its rounds."""

    timeout_s: float | None
    on_progress: OnProgress | None
    on_start: Callable[[int], None] | None
    extras: Extras
    retried: bool = False
    session_id: str = ""  # under which it went out (legacy HTTP)
    exchanges: list[int] = field(default_factory=list)  # that went out for it, the last one runs


class Requests:
    """The requests of one server, over whichever connection it has."""

    def __init__(
        self,
        client: Requester,
        connection: Connection,
        authorizer: Authorizer,
        questions: Questions,
        cache: Cache,
    ) -> None:
        self._client = client
        self._connection = connection
        self._authorizer = authorizer
        self._questions = questions
        self._cache = cache
        self._running: dict[int, _Options] = {}  # calls by their first exchange
        self._refused: dict[int, asyncio.Task[Any]] = {}  # calls by the exchange that wanted a sign-in
        self._between: dict[int, asyncio.Task[Any]] = {}  # calls by the exchange that another round follows

    async def call(
        self,
        method: str,
        params: dict[str, Any] | None = None,
        *,
        timeout_s: float | None = None,
        on_progress: OnProgress | None = None,
        on_start: Callable[[int], None] | None = None,
        extras: Extras = NO_EXTRAS,
    ) -> Answer:
        """Ask and wait. A JSON-RPC error is an Answer too.

        Values of type `msgspec.Raw` in params go out token for token. on_start gets the exchange number.
        timeout_s: None is that of the profile, `math.inf` waits for ever.
        Raises TimeoutExpired (after cancelling), ConnectError when the connection ends first, ClosedError.
        Cancelling the task cancels the request on the wire. Rounds of input (MRTR, or -32042) are
        answered by the answerer, as many as `questions.most_rounds`.
        """
        responses: dict[str, Any] | None = {}
        retry_of: Exchange | None = None
        options = _Options(timeout_s, on_progress, on_start, extras)
        quiet = 0  # rounds in which the user was not asked
        try:
            for round_number in count(1):
                # What a round adds belongs to it alone: "if and only if it was given".
                asked = {**(params or {}), **(responses or {})}
                answer, exchange = await self._round(method, asked, options, retry_of)
                over = round_number >= self._questions.most_rounds or quiet >= MAX_ROUNDS
                if exchange.status == "done" or over:
                    break
                with self._paused(exchange):
                    responses = await self._questions.between_rounds(exchange, answer)
                    if responses is None:
                        break
                    quiet = 0 if "inputResponses" in responses else quiet + 1
                    if quiet:  # the server only wants to be asked again
                        await asyncio.sleep(min(BACK_OFF_S * 2 ** (quiet - 1), MOST_BACK_OFF_S))
                retry_of, options.on_start = exchange, None
        finally:
            for number in options.exchanges[:1]:
                self._running.pop(number, None)
        return replace(answer, rounds=round_number) if round_number > 1 else answer

    async def call_cacheable(
        self,
        method: str,
        params: dict[str, Any],
        *,
        from_cache: bool | None = None,
        **options: Any,
    ) -> Answer:
        """`call` for the six methods with caching hints. from_cache: None is as the settings say.

        With the cache a fresh answer is served without a request; that is a row in the timeline. What is
        asked with extras is neither served from the cache nor kept in it.
        """
        plain = options.get("extras", NO_EXTRAS) == NO_EXTRAS and self._connection.era is not None
        wanted = self._client.settings.honour_cache if from_cache is None else from_cache
        kept = self._cache.find(method, params) if wanted and plain else None
        if kept is not None:
            self._connection.open_session()  # a closed connection answers nothing
            asked = " ".join([method, *(str(value) for value in params.values())])
            self._client.note(
                recorded(
                    "{asked}: served from the cache, no request sent: {kept}", asked=asked, kept=_age(kept)
                )
            )
            if (on_start := options.get("on_start")) is not None:
                on_start(kept.answer.exchange)
            return replace(kept.answer, from_cache=True)
        asked_at = self._cache.changes(method)
        answer = await self.call(method, params, **options)
        if plain and self._connection.era is not None and self._connection.era.name == "modern":
            self._cache.keep(method, params, answer, asked_at)
        return answer

    @contextmanager
    def _paused(self, exchange: Exchange) -> Iterator[None]:
        """Between two rounds of a call, where `cancel` ends the task that waits."""
        if (task := asyncio.current_task()) is not None:
            self._between[exchange.number] = task
        try:
            yield
        finally:
            self._between.pop(exchange.number, None)

    async def _round(
        self,
        method: str,
        params: dict[str, Any],
        options: _Options,
        retry_of: Exchange | None,
    ) -> tuple[Answer, Exchange]:
        message, status, exchange = outcome = await self._once(method, params, options, retry_of)
        if not options.retried and (message is None or message.kind == "error"):
            done = await prepare_retry(
                self._client, Failed(method, options.extras, outcome, options.session_id)
            )
            if done:
                options.retried = True
                self._connection.open_session().note(composed("#{}: {}", exchange.number, done))
                message, status, exchange = await self._once(method, params, options, None)
        if message is None or status in (401, 403):
            if exchange.status == "cancelled":
                raise asyncio.CancelledError
            if exchange.status == "lost":
                await self._connection.ended()
            if self._connection.exit_text and self._connection.session is not None:
                exchange.detail = recorded(
                    "server exited ({exit_text})", exit_text=self._connection.exit_text
                )
                self._connection.session.changed(exchange)
            raise self._connection.unanswered(exchange, status)
        if message.kind == "error":
            return Answer(exchange.number, exchange.answer, error=message.error), exchange
        return Answer(exchange.number, exchange.answer, message.result), exchange

    def _once(
        self, method: str, params: dict[str, Any], options: _Options, retry_of: Exchange | None
    ) -> Coroutine[Any, Any, Outcome]:
        """Send and wait, past a 401 or 403. Raises TimeoutExpired, ClosedError, AuthorizationFailed."""
        if self._connection.session is not None and self._connection.session.conversation.pipe is not None:
            return self._sent(method, params, options, retry_of)  # no authorization over a pipe
        return self._let_in(partial(self._sent, method, params, options, retry_of))

    async def _let_in(self, send: Callable[[], Coroutine[Any, Any, Outcome]]) -> Outcome:
        number, task = 0, asyncio.current_task()

        def answered(outcome: Outcome) -> str:
            nonlocal number
            self._refused.pop(number, None)
            number = outcome[2].number
            if task is not None:
                self._refused[number] = task
            return refused_on(outcome)

        try:
            return await self._authorizer.through(send, answered)
        finally:
            self._refused.pop(number, None)

    async def _sent(
        self, method: str, params: dict[str, Any], options: _Options, retry_of: Exchange | None
    ) -> Outcome:
        if self._connection.renewing.locked():  # what goes out now would belong to no session
            async with self._connection.renewing:
                pass
        session, calls, extras = self._connection.open_session(), self._connection.calls, options.extras
        assert calls is not None
        options.session_id = session.conversation.era.session_id
        outgoing = session.send(
            lambda at, n: session.conversation.request(
                method, _with_meta(params, extras.meta), at, n, retry_of=retry_of, headers=extras.headers
            )
        )
        assert outgoing.exchange is not None
        options.exchanges.append(outgoing.exchange.number)
        self._running[options.exchanges[0]] = options
        if options.on_start is not None:
            options.on_start(outgoing.exchange.number)
        allowed = self._client.profile.timeout_s if options.timeout_s is None else options.timeout_s
        try:
            return await calls.wait(outgoing, allowed, options.on_progress)
        except TimeoutError:
            what = f"{method} {outgoing.exchange.target}".strip()
            stderr = "\n".join(list(self._connection.stderr_tail)[-SHOWN_LINES:])
            raise TimeoutExpired(what, allowed, stderr, self._client.journal.failure) from None

    def cancel(self, exchange: int, reason: str = "") -> None:
        """Cancel a request of ours, if it still runs, or waits for a sign-in or an answer of the user.

        exchange: also the first one of a call whose next round is on its way.
        """
        if (options := self._running.get(exchange)) is not None:
            exchange = options.exchanges[-1]
        if (task := self._refused.get(exchange)) is not None:
            self._client.note(recorded("#{exchange}: cancelled while waiting for sign-in", exchange=exchange))
            task.cancel()
        elif (task := self._between.get(exchange)) is not None:
            self._client.note(
                recorded("#{exchange}: cancelled while waiting for your answer", exchange=exchange)
            )
            task.cancel()
        elif self._connection.calls is not None:
            self._connection.calls.cancel(exchange, reason)

    def open_exchanges(self) -> list[Exchange]:
        """Our requests that wait for an answer."""
        return self._connection.calls.open() if self._connection.calls else []

    def send_raw(self, data: bytes, headers: Headers = (), without: tuple[str, ...] = ()) -> int:
        """Send exactly these bytes; the number of the record they became. Raises ClosedError.

        headers: over HTTP, those that replace or come beside the era's. without: names that do not go out.
        """
        session = self._connection.open_session()
        sent = session.send(
            lambda at, n: session.conversation.raw(data, at, n, headers=headers, without=without)
        )
        return sent.records[0].number

    def notify(self, method: str, params: dict[str, Any] | None = None) -> None:
        """Send a notification."""
        session = self._connection.open_session()
        session.send(lambda at, n: session.conversation.notify(method, params, at, n))

    def hold(self, exchange: int) -> None:
        """The user is asked during this call of ours: its time limit stands still until `release`."""
        if self._connection.calls is not None:
            self._connection.calls.hold(exchange)

    def release(self, exchange: int) -> None:
        """The question that held the call is answered."""
        if self._connection.calls is not None:
            self._connection.calls.release(exchange)

    def answer(
        self, exchange: Exchange, result: dict[str, Any] | None, error: tuple[int, str] | None
    ) -> None:
        """Answer a server's request (legacy era)."""
        session = self._connection.session
        if session is None or session.transport is None or exchange.status != "pending":
            return
        session.send(lambda at, n: session.conversation.answer(exchange, at, n, result, error))


def _age(kept: Cached) -> str:
    hint, at = kept.hint, now_ns()
    age, left = (at - hint.received_ns) / 1e9, (hint.until_ns - at) / 1e9
    return recorded(
        "#{exchange}, {age} s old, fresh for another {left} s, {scope}",
        exchange=kept.answer.exchange,
        age=f"{age:.0f}",
        left=f"{left:.0f}",
        scope=hint.scope or recorded("no scope"),
    )


def _with_meta(params: dict[str, Any], meta: dict[str, Any]) -> dict[str, Any]:
    if not meta:
        return params
    given = params.get("_meta")
    return {**params, "_meta": {**(given if isinstance(given, dict) else {}), **meta}}
