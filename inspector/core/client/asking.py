"""The asking half of a client: one request and its answer, with its rounds, pages and time limit.

`Asking` is the base of `Client`, which owns the connection; it holds what both halves share.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Coroutine, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import count
from typing import TYPE_CHECKING, Any, Final

import msgspec

from inspector.core.auth.authorizer import Authorizing
from inspector.core.client.answers import NO_EXTRAS, Answer, Extras, ServerInfo
from inspector.core.client.cache import Cache, Cached
from inspector.core.client.calls import Calls, OnProgress, Outcome
from inspector.core.client.catalog import Catalog
from inspector.core.client.completion import METHOD as COMPLETE
from inspector.core.client.completion import Completion, Reference, completion_params, read_completion
from inspector.core.client.failures import SHOWN_LINES, unanswered
from inspector.core.client.pages import Page
from inspector.core.client.paging import Lists
from inspector.core.client.questions import MAX_ROUNDS, Answerer, Questions
from inspector.core.client.retry_policies import Failed, mend, refused_on
from inspector.core.client.session import Session
from inspector.core.clock import now_ns
from inspector.core.servers.profiles import Profile
from inspector.core.servers.variables import Lookup
from inspector.core.storage.settings import Settings
from inspector.errors import ClosedError, ExcludedTool, TimeoutExpired
from inspector.protocol.era import Era
from inspector.protocol.jsonrpc import one_line
from inspector.protocol.records import Exchange
from inspector.protocol.wire import Headers
from inspector.trace.journal import Journal
from inspector.translation import translate

if TYPE_CHECKING:
    from inspector.core.auth.store import Credentials

__all__ = ["Asking"]

BACK_OFF_S: Final = 0.05
MOST_BACK_OFF_S: Final = 0.25


@dataclass(slots=True)
class _Options:
    """Of one call, the same in all its rounds."""

    timeout_s: float | None
    on_progress: OnProgress | None
    on_start: Callable[[int], None] | None
    extras: Extras
    mended: bool = False
    session_id: str = ""  # under which it went out (legacy HTTP)
    exchanges: list[int] = field(default_factory=list)  # that went out for it, the last one runs


class Asking:
    """What a client can ask of its server. Knows a connection only through its session."""

    def __init__(
        self,
        profile: Profile,
        journal: Journal,
        answerer: Answerer | None,
        settings: Settings | None,
        credentials: Credentials | None = None,
    ) -> None:
        self.profile = profile
        self.journal = journal
        self.settings = settings or Settings()
        self.entry = ""  # whose sign-in is used; "": that of the server's own name
        self.lookup = Lookup()  # where the values of variables come from
        self.authorizing = Authorizing(self, credentials)
        if credentials is not None:
            self.lookup = Lookup(secrets=credentials.secrets.get)
        self.state = "new"
        self.info: ServerInfo | None = None
        self.catalog = Catalog()
        self.cache = Cache()
        self.lists = Lists(self)
        self.questions = Questions(self, answerer)
        self._session: Session | None = None
        self._calls: Calls | None = None  # of the current session
        self._running: dict[int, _Options] = {}  # calls by their first exchange
        self._refused: dict[int, asyncio.Task[Any]] = {}  # calls by the exchange that wanted a sign-in
        self._between: dict[int, asyncio.Task[Any]] = {}  # calls by the exchange that another round follows
        self._ended = asyncio.Event()
        self._renewing = asyncio.Lock()  # held while a new session takes the place of a forgotten one
        self.exit_text = ""  # how the server's process ended
        self.broken_text = ""  # why the one stream or socket ended

    @property
    def name(self) -> str:
        """As in the server list."""
        return self.profile.name

    @property
    def stderr_tail(self) -> deque[str]:
        """The last lines of the server's stderr."""
        return self._session.stderr_tail if self._session else deque()

    @property
    def stderr_said(self) -> list[str]:
        """The first and the last lines of the process that runs, or ran last."""
        return self._session.stderr_said if self._session else []

    @property
    def transport(self) -> str:
        """stdio | http | sse | websocket of the current connection."""
        return self._session.info.transport if self._session else ""

    @property
    def session(self) -> Session | None:
        """The current or last connection."""
        return self._session

    @property
    def session_number(self) -> int:
        """Number of the current connection in the journal; 0 before the first."""
        return self._session.info.number if self._session else 0

    @property
    def era(self) -> Era | None:
        """The era of the current or last connection."""
        return self._session.conversation.era if self._session else None

    def note(self, text: str) -> None:
        """A lifecycle row of our own."""
        if self._session is not None:
            self._session.note(text)

    async def renew_session(self, old: str) -> None:
        """Start a new session in place of the one with this id, unless that was done meanwhile.

        Legacy HTTP. Raises ConnectError."""
        raise NotImplementedError

    def stream_refused(self, channel: str) -> None:
        """A GET of ours was answered with 401 although it had a token."""
        raise NotImplementedError

    @property
    def answers(self) -> bool:
        """Whether questions of servers are answered."""
        return self.questions.answerer is not None

    def tell(self) -> None:
        """Ask the listeners to look again, once a turn of the loop."""
        raise NotImplementedError

    def hold(self, exchange: int) -> None:
        """The user is asked during this call of ours: its time limit stands still until `release`."""
        if self._calls is not None:
            self._calls.hold(exchange)

    def release(self, exchange: int) -> None:
        """The question that held the call is answered."""
        if self._calls is not None:
            self._calls.release(exchange)

    def answer(
        self, exchange: Exchange, result: dict[str, Any] | None, error: tuple[int, str] | None
    ) -> None:
        """Answer a server's request (legacy era)."""
        session = self._session
        if session is None or session.transport is None or exchange.status != "pending":
            return
        session.send(lambda at, n: session.conversation.answer(exchange, at, n, result, error))

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
        quiet = 0  # rounds in which nobody was asked
        try:
            for round_number in count(1):
                # What a round adds belongs to it alone: "if and only if it was given".
                asked = {**(params or {}), **(responses or {})}
                answer, exchange = await self._round(method, asked, options, retry_of)
                over = round_number >= self.questions.most_rounds or quiet >= MAX_ROUNDS
                if exchange.status == "done" or over:
                    break
                with self._paused(exchange):
                    responses = await self.questions.between_rounds(exchange, answer)
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
        plain = options.get("extras", NO_EXTRAS) == NO_EXTRAS and self.era is not None
        wanted = self.settings.honour_cache if from_cache is None else from_cache
        kept = self.cache.find(method, params) if wanted and plain else None
        if kept is not None:
            self._open_session()  # a closed connection answers nothing
            asked = " ".join([method, *(str(value) for value in params.values())])
            self.note(f"{asked}: no request sent, from the cache: {_age(kept)}")
            if (on_start := options.get("on_start")) is not None:
                on_start(kept.answer.exchange)
            return replace(kept.answer, from_cache=True)
        asked_at = self.cache.changes(method)
        answer = await self.call(method, params, **options)
        if plain and self.era is not None and self.era.name == "modern":
            self.cache.keep(method, params, answer, asked_at)
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
        if not options.mended and (message is None or message.kind == "error"):
            done = await mend(self, Failed(method, options.extras, outcome, options.session_id))
            if done:
                options.mended = True
                self._open_session().note(f"#{exchange.number}: {done}")
                message, status, exchange = await self._once(method, params, options, None)
        if message is None or status in (401, 403):
            if exchange.status == "cancelled":
                raise asyncio.CancelledError
            await self._await_end(exchange.status == "lost")
            if self.exit_text and self._session is not None:
                exchange.detail = f"the server ended ({self.exit_text})"
                self._session.changed(exchange)
            raise unanswered(self, exchange, status)
        if message.kind == "error":
            return Answer(exchange.number, exchange.answer, error=message.error), exchange
        return Answer(exchange.number, exchange.answer, message.result), exchange

    def _once(
        self, method: str, params: dict[str, Any], options: _Options, retry_of: Exchange | None
    ) -> Coroutine[Any, Any, Outcome]:
        """Send and wait, past a 401 or 403. Raises TimeoutExpired, ClosedError, AuthorizationFailed."""
        if self._session is not None and self._session.conversation.pipe is not None:
            return self._sent(method, params, options, retry_of)  # nobody is refused a request over a pipe
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
            return await self.authorizing.through(send, answered)
        finally:
            self._refused.pop(number, None)

    async def _sent(
        self, method: str, params: dict[str, Any], options: _Options, retry_of: Exchange | None
    ) -> Outcome:
        if self._renewing.locked():  # what goes out now would belong to no session
            async with self._renewing:
                pass
        session, calls, extras = self._open_session(), self._calls, options.extras
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
        allowed = self.profile.timeout_s if options.timeout_s is None else options.timeout_s
        try:
            return await calls.wait(outgoing, allowed, options.on_progress)
        except TimeoutError:
            what = f"{method} {outgoing.exchange.target}".strip()
            raise TimeoutExpired(what, allowed, "\n".join(list(self.stderr_tail)[-SHOWN_LINES:])) from None

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
            text = translate("Core", "the tool “{name}” must not be used over modern HTTP: {reasons}")
            raise ExcludedTool(text.format(name=name, reasons="; ".join(reasons)))
        params = {"name": name, "arguments": msgspec.Raw(one_line(arguments.strip()) or b"{}")}
        params |= self._task_params(name, task)
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

    def cancel(self, exchange: int, reason: str = "") -> None:
        """Cancel a request of ours, if it still runs, or waits for a sign-in or an answer of the user.

        exchange: also the first one of a call whose next round is on its way.
        """
        if (options := self._running.get(exchange)) is not None:
            exchange = options.exchanges[-1]
        if (task := self._refused.get(exchange)) is not None:
            self.note(f"#{exchange}: cancelled while it waited for a sign-in")
            task.cancel()
        elif (task := self._between.get(exchange)) is not None:
            self.note(f"#{exchange}: cancelled while it waited for an answer of the person")
            task.cancel()
        elif self._calls is not None:
            self._calls.cancel(exchange, reason)

    def open_exchanges(self) -> list[Exchange]:
        """Our requests that wait for an answer."""
        return self._calls.open() if self._calls else []

    def send_raw(self, data: bytes, headers: Headers = (), without: tuple[str, ...] = ()) -> int:
        """Send exactly these bytes; the number of the record they became. Raises ClosedError.

        headers: over HTTP, those that replace or come beside the era's. without: names that do not go out.
        """
        session = self._open_session()
        sent = session.send(
            lambda at, n: session.conversation.raw(data, at, n, headers=headers, without=without)
        )
        return sent.records[0].number

    def notify(self, method: str, params: dict[str, Any] | None = None) -> None:
        """Send a notification."""
        session = self._open_session()
        session.send(lambda at, n: session.conversation.notify(method, params, at, n))

    # -- inside

    def _task_params(self, tool: str, task: dict[str, Any] | None) -> dict[str, Any]:
        """The members that make a call a task."""
        raise NotImplementedError

    def _open_session(self) -> Session:
        if self.state == "connecting":  # nothing but the handshake may be asked before it ended
            raise ClosedError(translate("Core", "{} is not connected yet").format(self.name))
        if self._session is None or self._session.transport is None or self.state == "closing":
            raise ClosedError(translate("Core", "{} is not connected; connect first").format(self.name))
        return self._session

    async def _await_end(self, wanted: bool) -> None:
        """Give a process that closed its output a moment to tell how it ended."""
        if wanted and self.transport == "stdio" and not self._ended.is_set():
            try:
                async with asyncio.timeout(1.0):
                    await self._ended.wait()
            except TimeoutError:
                return


def _age(kept: Cached) -> str:
    hint, at = kept.hint, now_ns()
    age, left = (at - hint.received_ns) / 1e9, (hint.until_ns - at) / 1e9
    return (
        f"#{kept.answer.exchange}, {age:.0f} s old, fresh for {left:.0f} s more, {hint.scope or 'no scope'}"
    )


def _with_meta(params: dict[str, Any], meta: dict[str, Any]) -> dict[str, Any]:
    if not meta:
        return params
    given = params.get("_meta")
    return {**params, "_meta": {**(given if isinstance(given, dict) else {}), **meta}}
