"""What a server asks of the user: sampling, elicitation, roots.

Legacy servers send requests and get responses; modern ones put the questions into a result and get a
retry (MRTR); a 2025-11-25 server may also refuse a call until pages were opened (-32042). All ask the same
`Answerer`, so a panel, a terminal or a file of answers serves each.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from inspector.errors import ClosedError
from inspector.protocol.jsonrpc import Message
from inspector.protocol.questions import outcome_of
from inspector.protocol.records import Exchange
from inspector.translation import recorded, translate

if TYPE_CHECKING:
    from inspector.core.client.answers import Answer
    from inspector.core.client.ports import Requester

__all__ = [
    "BY_SERVER",
    "ENDED",
    "MAX_ROUNDS",
    "ROUND",
    "Answerer",
    "Questions",
    "ServerRequest",
    "refusal",
    "undeclared",
]

METHOD_NOT_FOUND: Final = -32601
INVALID_PARAMS: Final = -32602
_CAPABILITIES: Final = {
    "elicitation/create": "elicitation",
    "sampling/createMessage": "sampling",
    "roots/list": "roots",
}


def undeclared(method: str, params: dict[str, Any], declared: dict[str, Any]) -> str:
    """The capability that this question needs and that was not declared ("sampling.tools"); "" when it was.

    Source: MCP 2025-11-25, client/elicitation ("Servers MUST NOT send elicitation requests with modes that
    are not supported by the client", "-32602 (Invalid params)") and client/sampling, "Tools in Sampling".
    `elicitation: {}` declares forms. A method that is no question names itself.
    """
    capability = _CAPABILITIES.get(method)
    if capability is None:
        return method
    parts = declared.get(capability)
    if not isinstance(parts, dict):
        return capability
    if capability == "elicitation":
        mode = params.get("mode", "form")
        offered = (isinstance(mode, str) and mode in parts) or (mode == "form" and not parts)
        return "" if offered else f"elicitation.{mode}"
    if capability == "sampling" and ("tools" in params or "toolChoice" in params) and "tools" not in parts:
        return "sampling.tools"
    return ""


def refusal(method: str, params: dict[str, Any], declared: dict[str, Any]) -> tuple[int, str] | None:
    """The error (code, message) that answers a question we did not offer; None: it may be asked."""
    missing = undeclared(method, params, declared)
    if not missing:
        return None
    if "." in missing and method in _CAPABILITIES:
        return INVALID_PARAMS, f"The client did not declare the capability {missing}"
    return METHOD_NOT_FOUND, f"Method not found: {method}"


URL_REQUIRED: Final = -32042
MAX_ROUNDS: Final = 10
_UNSENT: Final = {
    "declined": recorded("#{exchange}: {method} declined, nothing sent"),
    "dismissed": recorded("#{exchange}: {method} dismissed, nothing sent"),
    "refused": recorded("#{exchange}: {method} rejected, nothing sent"),
}
"""Of one call, when no user looks on. Source: protocol.md 5.1, "SDKs use 10"."""
MOST_OPEN: Final = 1000  # requests of one server that wait for a user; no user answers more

BY_SERVER: Final = "the server withdrew it"
ENDED: Final = "the connection ended"
ROUND: Final = "another question of its round was not answered"


@dataclass(frozen=True, slots=True)
class ServerRequest:
    """One question.

    key: its name among several of one result (modern), else empty. server_name: as it names itself. call,
    target: method and target of our request that it belongs to, empty when unknown; during: its
    number, or 0. round: of the rounds of that request (modern), 0 for a request of its own. state:
    `requestState`, None without. retry: nothing is sent; an accepting answer makes the call again (-32042).
    undeclared: the capability that the server was not told of and asks for all the same. completed: set by
    `notifications/elicitation/complete`.
    """

    client_name: str
    exchange: int
    method: str
    params: dict[str, Any]
    key: str = ""
    server_name: str = ""
    call: str = ""
    target: str = ""
    round: int = 0
    state: Any = None
    retry: bool = False
    undeclared: str = ""
    during: int = 0
    completed: asyncio.Event = field(default_factory=asyncio.Event, compare=False, repr=False)

    @property
    def is_dismissed(self) -> bool:
        """Whether refusing it sends `cancel`: an elicitation request is answered, never with an error."""
        return self.method == "elicitation/create" and not self.round and not self.retry


Answerer = Callable[[ServerRequest], Awaitable[dict[str, Any] | None]]
"""Gives the result to answer with, or None to refuse. Cancelled when the answer is no longer wanted, with
BY_SERVER, ENDED or ROUND as the message; without one our own call was cancelled.

The questions of one result are asked at the same time; None to one of them ends the call without a retry.
"""

_REFUSAL = {
    "sampling/createMessage": (-1, "User rejected sampling request"),
    "roots/list": (-32601, "Roots are not offered"),
}


class Questions:
    """The open questions of one connection, each answered in a task of its own. Implements `Part`."""

    def __init__(self, client: Requester, answerer: Answerer | None) -> None:
        self._client = client
        self.answerer = answerer
        self.most_rounds: float = MAX_ROUNDS  # `math.inf` where a user answers and may go on
        self._tasks: dict[int, asyncio.Task[Any]] = {}  # of requests of the server
        self._gathering: set[asyncio.Task[Any]] = set()  # of questions inside answers
        self._completions: dict[str, list[asyncio.Event]] = {}  # elicitationId → those who wait for its end

    # -- a server's request (legacy)

    def take(self, exchange: Exchange, message: Message) -> None:
        """A server's request came. The time limit of the call that it belongs to stands still meanwhile."""
        full = len(self._tasks) >= MOST_OPEN and exchange.method != "ping"
        task = asyncio.get_running_loop().create_task(
            self._refuse(exchange) if full else self._answer(exchange, message.params_dict()),
            name=f"answer {exchange.method} #{exchange.number}",
        )
        self._tasks[exchange.number] = task
        task.add_done_callback(partial(self._forget, exchange.number))
        if exchange.method != "ping":
            self._client.hold(exchange.parent)
            task.add_done_callback(partial(self._go_on, exchange.parent))

    def withdraw(self, exchange: Exchange) -> None:
        """The server cancelled its request, or the connection ended."""
        task = self._tasks.get(exchange.number)
        if task is not None and task is not asyncio.current_task():
            task.cancel(BY_SERVER if exchange.status == "cancelled" else ENDED)

    def close(self) -> None:
        """Drop every open question."""
        self._completions.clear()
        for task in (*self._tasks.values(), *self._gathering):
            if task is not asyncio.current_task():
                task.cancel(ENDED)

    async def _refuse(self, exchange: Exchange) -> None:
        """In a task, since nothing may be sent while an arrival is read."""
        error = (-32603, f"{MOST_OPEN} requests of this server wait already")
        self._client.answer(exchange, None, error)

    async def _answer(self, exchange: Exchange, params: dict[str, Any]) -> None:
        try:
            result, error = await self._decide(exchange, params)
            self._client.answer(exchange, result, error)
        except BaseException as failure:  # the server must not wait for ever; the task still reports it
            if not isinstance(failure, asyncio.CancelledError):
                self._client.answer(exchange, None, (-32603, "The client failed to answer"))
            raise

    async def _decide(
        self, exchange: Exchange, params: dict[str, Any]
    ) -> tuple[dict[str, Any] | None, tuple[int, str] | None]:
        method = exchange.method
        if method == "ping":
            return {}, None
        answerer = self.answerer
        refused = refusal(method, params, self._capabilities() if answerer is not None else {})
        if answerer is None or refused is not None:
            return None, refused
        parent = self._client.journal.exchange(exchange.parent) if exchange.parent else None
        request = self._request(exchange.number, method, params, parent)
        result = await answerer(request)
        if result is not None:
            return result, None
        if request.is_dismissed:
            return {"action": "cancel"}, None
        return None, _REFUSAL[method]

    # -- questions inside an answer

    async def between_rounds(self, exchange: Exchange, answer: Answer) -> dict[str, Any] | None:
        """What the next round adds to the params, after all questions are answered; None: no next round.

        Answers with questions are those of MRTR (modern) and the error -32042 (2025-11-25). Raises
        ClosedError when the connection is closed while a question is open.
        """
        if self.answerer is None:
            return None
        legacy = self._client.info is None or self._client.info.era == "legacy"
        if exchange.status == "input_required":  # the older eras know no rounds, whatever a result says
            return None if legacy else await self.gather(exchange, answer.value)
        if answer.error and legacy and b"-32042" in answer.error:
            return await self._owned(exchange, self._open_pages(exchange, answer.value))
        return None

    async def gather(self, exchange: Exchange, result: Any) -> dict[str, Any] | None:
        """Have the questions inside a modern result answered: the members a retry adds, or None to stop.

        Raises ClosedError when the connection is closed while a question is open.
        """
        return await self._owned(exchange, self._gather(exchange, result))

    async def ask_all(
        self, exchange: Exchange, requests: dict[str, Any], state: Any = None
    ) -> dict[str, Any] | None:
        """Ask all `inputRequests` at once: key → result, or None when one of them is refused.

        requests: as they came; what has not the shape of a question refuses them all.
        """
        if not all(isinstance(one, dict) for one in requests.values()):
            return None
        asked = []
        for key, one in requests.items():
            params = one.get("params")
            given = params if isinstance(params, dict) else {}
            request = self._request(exchange.number, str(one.get("method", "")), given, exchange, key=key)
            asked.append(replace(request, round=exchange.rounds, state=state))
        answers = await self._each(asked)
        return None if answers is None else dict(zip(requests, answers, strict=True))

    async def _gather(self, exchange: Exchange, result: Any) -> dict[str, Any] | None:
        """`requestState` goes back verbatim if and only if it was given."""
        if not isinstance(result, dict):
            return None
        requests = result.get("inputRequests")
        answers: dict[str, Any] | None = {}
        if isinstance(requests, dict) and requests:
            answers = await self.ask_all(exchange, requests, result.get("requestState"))
            if answers is None:
                return None
        members: dict[str, Any] = {"inputResponses": answers} if answers else {}
        if "requestState" in result:
            members["requestState"] = result["requestState"]
        return members or None

    async def _open_pages(self, exchange: Exchange, error: Any) -> dict[str, Any] | None:
        """Ask for the pages of -32042. Source: MCP 2025-11-25, client/elicitation,
        "URL Elicitation Required Error": `data.elicitations`, then the request may be tried again."""
        data = error.get("data") if isinstance(error, dict) and error.get("code") == URL_REQUIRED else None
        pages = data.get("elicitations") if isinstance(data, dict) else None
        pages = [page for page in pages if isinstance(page, dict)] if isinstance(pages, list) else []
        asked = [
            replace(
                self._request(exchange.number, "elicitation/create", {"mode": "url", **page}, exchange),
                retry=True,
            )
            for page in pages
        ]
        answers = await self._each(asked) if asked else None
        for request, answer in zip(asked, answers or (), strict=False):
            if (action := str(answer.get("action", ""))) != "accept":
                outcome = outcome_of(request.method, "done", action)
                self._note_unsent(request, outcome.text if outcome is not None else action)
                return None
        return None if answers is None else {}

    async def _each(self, asked: Sequence[ServerRequest]) -> list[dict[str, Any]] | None:
        """All at once; the first refusal withdraws the others."""
        assert self.answerer is not None
        tasks = [asyncio.ensure_future(self.answerer(request)) for request in asked]
        why = ROUND
        try:
            for next_one in asyncio.as_completed(tasks):
                if await next_one is None:
                    refused = [_refused(task) for task in tasks].index(True)
                    self._note_unsent(asked[refused], "refused")
                    return None
            return [answer for task in tasks if (answer := task.result()) is not None]
        except asyncio.CancelledError as error:
            why = error.args[0] if error.args else ""
            raise
        finally:
            for task in tasks:
                task.cancel(why)
            await asyncio.gather(*tasks, return_exceptions=True)

    def _note_unsent(self, request: ServerRequest, outcome: str) -> None:
        """Nothing on the wire tells what became of this question."""
        text = _UNSENT.get(outcome, _UNSENT["refused"])
        self._client.note(text.format(exchange=request.exchange, method=request.method))

    def _request(
        self, number: int, method: str, params: dict[str, Any], call: Exchange | None, key: str = ""
    ) -> ServerRequest:
        info = self._client.info
        request = ServerRequest(
            self._client.name,
            number,
            method,
            params,
            key,
            server_name=info.name if info is not None else "",
            call=call.method if call is not None else "",
            target=call.target if call is not None else "",
            undeclared=undeclared(method, params, self._capabilities()),
            during=call.number if call is not None else 0,
        )
        identifier = params.get("elicitationId")
        if isinstance(identifier, str):
            self._completions.setdefault(identifier, []).append(request.completed)
        return request

    def _capabilities(self) -> dict[str, Any]:
        """Those that were last said on the wire, whatever the user made of them."""
        session = self._client.session
        said = session.conversation.spoken.capabilities if session is not None else None
        return said if isinstance(said, dict) else {}

    async def _owned(self, exchange: Exchange, work: Any) -> dict[str, Any] | None:
        """Await work in a task that `close` ends. Raises ClosedError when it did."""
        task: asyncio.Task[dict[str, Any] | None] = asyncio.get_running_loop().create_task(
            work, name=f"answer {exchange.method} #{exchange.number}"
        )
        self._gathering.add(task)
        task.add_done_callback(self._gathering.discard)
        try:
            return await task
        except asyncio.CancelledError:
            caller = asyncio.current_task()
            if task.cancelled() and caller is not None and not caller.cancelling():
                raise ClosedError(
                    translate("Core", "the connection was closed while the server waited for input")
                ) from None
            raise

    def _forget(self, number: int, task: asyncio.Task[Any]) -> None:
        if self._tasks.get(number) is task:
            del self._tasks[number]

    def _go_on(self, number: int, _task: asyncio.Task[Any]) -> None:
        self._client.release(number)

    # -- Part

    def notice(self, method: str, params: dict[str, Any]) -> bool:
        """`notifications/elicitation/complete`: wake its waiters; "ignore unknown ids"."""
        identifier = params.get("elicitationId")
        if method != "notifications/elicitation/complete" or not isinstance(identifier, str):
            return False
        waiting = self._completions.pop(identifier, [])
        for event in waiting:
            event.set()
        return bool(waiting)

    def connected(self) -> None:
        """Nothing was asked yet."""

    def ended(self) -> None:
        """`close` was called before."""


def _refused(task: asyncio.Future[dict[str, Any] | None]) -> bool:
    return task.done() and not task.cancelled() and task.exception() is None and task.result() is None
