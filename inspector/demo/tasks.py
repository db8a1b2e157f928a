"""Tool calls that became tasks, in both forms: the core of 2025-11-25 and the extension of 2026-07-28.

A task runs the same generator as a call (calls.py) and stands in for the client of that call: what would
go out at once is kept here until it is asked for. All clients of a server see all its tasks.
Source: protocol reference 5.5 and 5.6.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, Protocol

import msgspec

from inspector.demo.calls import Call, Caller
from inspector.demo.request_state import Seal
from inspector.demo.revisions import adapt_outcome
from inspector.demo.steps import Ask, Refusal, Report, StepAnswer, Stopped, ToolOutcome
from inspector.demo.world import Task, Waiter, World

if TYPE_CHECKING:
    from inspector.demo.features import Tool

__all__ = ["CORE_REVISION", "EXTENSION_ID", "DemoTask", "Owner", "begin", "find", "wants_task"]

CORE_REVISION: Final = "2025-11-25"
EXTENSION_ID: Final = "io.modelcontextprotocol/tasks"
RELATED_KEY: Final = "io.modelcontextprotocol/related-task"
INVALID_PARAMS: Final = -32602
METHOD_NOT_FOUND: Final = -32601
TTL_MS: Final = 300_000
LONGEST_TTL_MS: Final = 86_400_000
POLL_MS: Final = 500


class _TaskCall(Call):
    """A call whose answers wake its task first."""

    def answer(self, answer: StepAnswer) -> None:
        task = self.client
        assert isinstance(task, DemoTask)
        task.move("working", "Thank you, going on")
        super().answer(answer)


class Owner(Protocol):
    """The client that made a call which became a task."""

    world: World
    seal: Seal

    def tell_task(self, task: DemoTask) -> None:
        """The task moved on."""

    def notify(self, method: str, params: dict[str, Any], stream: str) -> None:
        """Send a notification."""


class DemoTask:
    """One task. It is the `Client` of its call, see calls.py. owner: the client that made the call."""

    def __init__(self, owner: Owner, caller: Caller, params: dict[str, Any], identifier: str) -> None:
        self.world: World = owner.world
        self.seal: Seal = owner.seal
        self.id = _new_id()
        self.modern = caller.modern
        self.status = "working"
        self.message = "Begun"
        self.created = self.updated = _now()
        self.waiters: list[Waiter] = []
        self.requests: dict[str, dict[str, Any]] = {}
        self._owner = owner
        self._revision = caller.revision
        self._asked: Ask | None = None
        self._result: dict[str, Any] | None = None
        self._error: Refusal | None = None
        wanted = params.get("task") if not caller.modern else None
        ttl = wanted.get("ttl") if isinstance(wanted, dict) else None
        self.ttl_ms = min(ttl, LONGEST_TTL_MS) if isinstance(ttl, int) and ttl > 0 else TTL_MS
        # To its call a task is a legacy client: it takes questions one by one. No logs come from tasks.
        level = "" if caller.modern else caller.log_level
        plain = Caller(caller.revision, False, caller.capabilities, level)
        self._call = _TaskCall(self, plain, identifier, "", params)

    @property
    def ended(self) -> bool:
        """Completed, failed or cancelled."""
        return self.status in ("completed", "failed", "cancelled")

    def start(self, tool: Tool) -> None:
        """Run until the first wait; it is forgotten when its time to live is over."""
        self.world.tasks[self.id] = self
        self.world.after(self.ttl_ms / 1000, self._forget)
        self._call.start(tool)

    def state(self) -> dict[str, Any]:
        """The task as every message about it shows it."""
        state = {
            "taskId": self.id,
            "status": self.status,
            "statusMessage": self.message,
            "createdAt": self.created,
            "lastUpdatedAt": self.updated,
        }
        if self.modern:
            return {**state, "ttlMs": self.ttl_ms, "pollIntervalMs": POLL_MS}
        return {**state, "ttl": self.ttl_ms, "pollInterval": POLL_MS}

    def detailed(self) -> dict[str, Any]:
        """The same with what its status brings along (extension)."""
        state = self.state()
        if self.requests:
            state["inputRequests"] = self.requests
        if self.status == "completed":
            state["result"] = self._result
        elif self._error is not None:
            state["error"] = {"code": self._error.code, "message": self._error.message}
        return state

    def outcome(self) -> dict[str, Any]:
        """What `tasks/result` answers. Raises the Refusal that the call ended with."""
        if self._error is not None:
            raise self._error
        if self._result is None:
            raise Refusal(INVALID_PARAMS, f"the task was {self.status}: there is no result")
        meta = {**self._result.get("_meta", {}), RELATED_KEY: {"taskId": self.id}}
        return {**self._result, "_meta": meta}

    def move(self, status: str, message: str) -> None:
        """Another status, or another message for it; its watchers are told."""
        if not self.ended:
            self.status, self.message, self.updated = status, message, _now()
            self.world.announce("task", self.id)
            if not self.modern:
                self._owner.tell_task(self)

    def cancel(self, message: str = "Cancelled by the client") -> None:
        """Stop it. Raises Refusal when it has ended already (2025-11-25)."""
        if self.ended:
            if self.modern:
                return
            raise Refusal(INVALID_PARAMS, f"the task has ended already: it is {self.status}")
        self._call.cancel()
        self.requests = {}
        self.move("cancelled", message)
        self._answer_waiters()

    # -- questions

    def wait(self, waiter: Waiter) -> None:
        """The result is waited for; a question that is open goes out on that stream."""
        self.waiters.append(waiter)
        if self.ended:
            self._answer_waiters()
        else:
            self._send_question()

    def leave(self, peer: Any, identifier: str = "") -> None:
        """The wait is over."""
        self.waiters = [
            one for one in self.waiters if one.peer is not peer or identifier not in ("", one.identifier)
        ]

    def update(self, responses: dict[str, Any]) -> None:
        """Answers to input requests (extension). Keys that are not open are ignored."""
        for key, value in responses.items():
            if key in self.requests and isinstance(value, dict):
                del self.requests[key]
                self._call.answer(StepAnswer(value))

    def _send_question(self) -> None:
        """A question of 2025-11-25 is a request that names its task."""
        if self._asked is not None and self.waiters:
            ask, self._asked = self._asked, None
            waiter = self.waiters[0]
            self._call.stream = waiter.stream
            meta = {**ask.params.get("_meta", {}), RELATED_KEY: {"taskId": self.id}}
            waiter.peer.ask(self._call, msgspec.structs.replace(ask, params={**ask.params, "_meta": meta}))

    # -- what its call says

    def notify(self, method: str, params: dict[str, Any], stream: str) -> None:
        """Progress and logs go to the client that made the call; the extension has none."""
        if not self.modern:
            self._owner.notify(method, params, "")

    def reported(self, step: Report) -> None:
        """The newest progress is the status message."""
        self.move(self.status, step.message or f"{step.progress:g} of {step.total:g}")

    def ask(self, call: Call, ask: Ask) -> None:
        """The call wants an answer of the client."""
        if self.modern:
            self.requests = {ask.key: {"method": ask.method, "params": ask.params}}
        else:
            self._asked = ask
        self.move("input_required", "Waits for your answer")
        self._send_question()

    def finish(self, call: Call, outcome: ToolOutcome | dict[str, Any] | Refusal) -> None:
        """The call has ended. isError is "failed" in 2025-11-25 and "completed" in the extension."""
        if isinstance(outcome, Stopped):
            self.move("cancelled", outcome.message)
        elif isinstance(outcome, Refusal):
            self._error = outcome
            self.move("failed", outcome.message)
        else:
            result = outcome if isinstance(outcome, dict) else adapt_outcome(outcome, self._revision)
            self._result = {"resultType": "complete", **result} if self.modern else result
            failed = result.get("isError") is True and not self.modern
            self.move("failed" if failed else "completed", "The tool failed" if failed else "Done")
        self._answer_waiters()

    def _answer_waiters(self) -> None:
        waiters, self.waiters = self.waiters, []
        for waiter in waiters:
            waiter.peer.answer_waiter(self, waiter.identifier, waiter.stream)

    def _forget(self) -> None:
        self._call.cancel()
        self.world.tasks.pop(self.id, None)


def wants_task(tool: Tool, caller: Caller, params: dict[str, Any]) -> bool:
    """Whether this call becomes a task. Raises Refusal when it must and does not, or the other way round.

    2025-11-25: the client asks for it. Extension: the server decides, when the client declared it.
    """
    if caller.modern:
        extensions = caller.capabilities.get("extensions")
        return bool(tool.task) and isinstance(extensions, dict) and EXTENSION_ID in extensions
    if caller.revision < CORE_REVISION:
        return False
    if "task" in params and not isinstance(params["task"], dict):
        raise Refusal(INVALID_PARAMS, "params.task must be an object")
    if "task" in params and not tool.task:
        raise Refusal(METHOD_NOT_FOUND, f"the tool {tool.entry['name']} cannot become a task")
    if tool.task == "required" and "task" not in params:
        raise Refusal(METHOD_NOT_FOUND, f"the tool {tool.entry['name']} can only run as a task")
    return "task" in params


def begin(
    owner: Owner, caller: Caller, identifier: str, params: dict[str, Any], tool: Tool
) -> dict[str, Any]:
    """Start a task; the CreateTaskResult of its form."""
    task = DemoTask(owner, caller, params, identifier)
    first = task.state()  # "the status MUST be working", however soon it ends
    task.start(tool)
    return {"resultType": "task", **first} if caller.modern else {"task": first}


def find(world: World, caller: Caller, params: dict[str, Any]) -> Task:
    """The task that a request is about. Raises Refusal."""
    if caller.modern:
        extensions = caller.capabilities.get("extensions")
        if not isinstance(extensions, dict) or EXTENSION_ID not in extensions:
            data: dict[str, Any] = {"requiredCapabilities": {"extensions": {EXTENSION_ID: {}}}}
            raise Refusal(-32021, f"this needs the extension {EXTENSION_ID}", data, status=400)
    task_id = params.get("taskId")
    task = world.tasks.get(task_id) if isinstance(task_id, str) else None
    if task is None or task.modern != caller.modern:
        raise Refusal(INVALID_PARAMS, f"there is no task {task_id}")
    return task


def _new_id() -> str:
    import secrets  # late: loading OpenSSL would be paid for at every start

    return secrets.token_hex(11)


def _now() -> str:
    import time

    seconds = time.time()
    return f"{time.strftime('%Y-%m-%dT%H:%M:%S', time.gmtime(seconds))}.{int(seconds * 1000) % 1000:03d}Z"
