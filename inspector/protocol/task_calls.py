"""The calls of one connection that became tasks and still run: their progress tokens stay valid."""

from __future__ import annotations

from typing import Any, Final

from inspector.protocol.jsonrpc import Message
from inspector.protocol.records import Exchange
from inspector.protocol.tasks import created_task, read_task, related_task

__all__ = ["TaskCalls"]

MOST: Final = 2048
_METHODS: Final = frozenset({"tools/call", "tasks/get", "tasks/cancel"})


class TaskCalls:
    """Task id → the call that became it. Source: MCP 2025-11-25 basic/utilities/tasks."""

    def __init__(self) -> None:
        self._calls: dict[str, Exchange] = {}
        self._numbers: set[int] = set()

    def note(self, exchange: Exchange, message: Message) -> Exchange | None:
        """Say in the detail what an answer tells of a task. Returns a call that is remembered no more."""
        if exchange.status != "done" or exchange.method not in _METHODS:
            return None
        if exchange.method != "tools/call":
            about = read_task(message.result)
            exchange.detail = about.status if about is not None else ""
            return None
        none = message.signs is not None and not message.signs.names_task
        created = None if none else created_task(message.result)
        if created is None:
            return None
        state = created[1]
        exchange.detail = f"task {state.id} · {state.status}"
        oldest = next(iter(self._calls)) if len(self._calls) >= MOST else ""
        gone = self.end(state.id if state.id in self._calls else oldest)  # a server may give an id twice
        self._calls[state.id] = exchange
        self._numbers.add(exchange.number)
        return gone

    def end(self, task_id: str) -> Exchange | None:
        """A task has ended: its call, when it was one of these."""
        call = self._calls.pop(task_id, None)
        if call is not None:
            self._numbers.discard(call.number)
        return call

    def keeps(self, number: int) -> bool:
        """Whether the call of this number is a task that runs."""
        return number in self._numbers

    def related(self, params: dict[str, Any]) -> Exchange | None:
        """The call whose task a message names in its `_meta`."""
        return self._calls.get(related_task(params)) if self._calls else None
