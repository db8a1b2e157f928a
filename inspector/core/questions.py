"""What a server asks of the person: sampling, elicitation, roots.

Legacy servers send requests and get responses; modern ones put the questions into a result and get a
retry (MRTR). Both ask the same `Answerer`, so a panel or a file of answers serves both.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from inspector.errors import ClosedError
from inspector.protocol.jsonrpc import Message
from inspector.protocol.records import Exchange

if TYPE_CHECKING:
    from inspector.core.asking import Asking

__all__ = ["Answerer", "Questions", "ServerRequest"]


@dataclass(frozen=True, slots=True)
class ServerRequest:
    """One question. key: its name among several of one result (modern), else empty."""

    client_name: str
    exchange: int
    method: str
    params: dict[str, Any]
    key: str = ""


Answerer = Callable[[ServerRequest], Awaitable[dict[str, Any] | None]]
"""Gives the result to answer with, or None to refuse. Cancelled when the server withdraws the question."""

_REFUSAL = {
    "sampling/createMessage": (-1, "User rejected sampling request"),
    "roots/list": (-32601, "Roots are not offered"),
}


class Questions:
    """The open questions of one connection, each answered in a task of its own."""

    def __init__(self, client: Asking, answerer: Answerer | None) -> None:
        self._client = client
        self._answerer = answerer
        self._tasks: dict[int, asyncio.Task[Any]] = {}

    def take(self, exchange: Exchange, message: Message) -> None:
        """A server's request came."""
        task = asyncio.get_running_loop().create_task(
            self._answer(exchange, message.params_dict()), name=f"answer {exchange.method} #{exchange.number}"
        )
        self._tasks[exchange.number] = task
        task.add_done_callback(partial(self._forget, exchange.number))

    def withdraw(self, exchange: Exchange) -> None:
        """The server cancelled its request, or the connection ended."""
        task = self._tasks.get(exchange.number)
        if task is not None and task is not asyncio.current_task():
            task.cancel()

    def close(self) -> None:
        """Drop every open question."""
        for task in tuple(self._tasks.values()):
            if task is not asyncio.current_task():
                task.cancel()

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
        if self._answerer is None or method not in (*_REFUSAL, "elicitation/create"):
            return None, (-32601, f"Method not found: {method}")
        result = await self._answerer(ServerRequest(self._client.name, exchange.number, method, params))
        if result is not None:
            return result, None
        if method == "elicitation/create":
            return {"action": "cancel"}, None
        return None, _REFUSAL[method]

    async def gather(self, exchange: Exchange, result: Any) -> dict[str, Any] | None:
        """Answer the questions inside a modern result: the members a retry adds, or None to stop.

        `requestState` goes back verbatim if and only if it was given. Raises ClosedError when the
        connection is closed while a question is open.
        """
        task = asyncio.get_running_loop().create_task(
            self._gather(exchange, result), name=f"answer {exchange.method} #{exchange.number}"
        )
        self._tasks[exchange.number] = task
        task.add_done_callback(partial(self._forget, exchange.number))
        try:
            return await task
        except asyncio.CancelledError:
            caller = asyncio.current_task()
            if task.cancelled() and caller is not None and not caller.cancelling():
                raise ClosedError("the connection was closed while the server waited for input") from None
            raise

    def _forget(self, number: int, task: asyncio.Task[Any]) -> None:
        if self._tasks.get(number) is task:
            del self._tasks[number]

    async def _gather(self, exchange: Exchange, result: Any) -> dict[str, Any] | None:
        if not isinstance(result, dict) or self._answerer is None:
            return None
        requests = result.get("inputRequests")
        answers: dict[str, Any] = {}
        for key, request in requests.items() if isinstance(requests, dict) else ():
            if not isinstance(request, dict):
                return None
            params = request.get("params")
            answer = await self._answerer(
                ServerRequest(
                    self._client.name,
                    exchange.number,
                    str(request.get("method", "")),
                    params if isinstance(params, dict) else {},
                    key,
                )
            )
            if answer is None:
                return None
            answers[key] = answer
        members: dict[str, Any] = {"inputResponses": answers} if answers else {}
        if "requestState" in result:
            members["requestState"] = result["requestState"]
        return members or None
