"""The tasks of one server, of either form, for as long as its row in the list lives.

2025-11-25 has tasks in its core, experimental; 2026-07-28 as an extension. They are not compatible on the
wire: the negotiated revision decides which is spoken, not what a server says of itself.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any, Final, Protocol

from inspector.core.client.answers import Answer
from inspector.core.client.ports import Requester
from inspector.core.client.subscriptions import Subscriptions
from inspector.core.client.task_entry import TaskEntry
from inspector.core.client.task_following import Following
from inspector.core.clock import now_ns
from inspector.errors import ClosedError, ErrorAnswer, Explanation, InspectorError
from inspector.protocol.jsonrpc import Message
from inspector.protocol.methods import LATEST_LEGACY
from inspector.protocol.records import Exchange
from inspector.protocol.tasks import (
    CORE,
    EXTENSION,
    EXTENSION_ID,
    TaskState,
    created_task,
    read_task,
    task_from,
)
from inspector.translation import recorded, translate

if TYPE_CHECKING:
    from inspector.core.client.kept_tasks import KeptTasks

__all__ = ["Tasks"]

MOST_PAGES: Final = 100


async def fetch_tasks(call: Callable[..., Awaitable[Answer]], most: int) -> list[TaskState]:
    """The tasks of every page; items that are none are left out. Ends at a cursor that was there before.

    most: of tasks. Raises ErrorAnswer with the server's words, and what `call` raises.
    """
    found: list[TaskState] = []
    seen: set[str] = set()
    params: dict[str, Any] = {}
    for _ in range(MOST_PAGES):
        answer = await call("tasks/list", params)
        if answer.error:
            raise _refused(answer)
        value = answer.value
        items = value.get("tasks") if isinstance(value, dict) else None
        states = (
            [task_from(item) for item in items if isinstance(item, dict)] if isinstance(items, list) else []
        )
        found += [state for state in states if state is not None]
        cursor = value.get("nextCursor") if isinstance(value, dict) else None
        if not isinstance(cursor, str) or cursor in seen or len(found) >= most:
            break
        seen.add(cursor)
        params = {"cursor": cursor}
    return found[:most]


def _refused(answer: Answer) -> ErrorAnswer:
    error = answer.value if isinstance(answer.value, dict) else {}
    words = f"{error.get('code', '?')} {error.get('message', '')}".strip()
    return ErrorAnswer(
        Explanation(
            translate("Core", "tasks/list returned an error: {}").format(words),
            next_step=translate("Core", "See the message in the timeline."),
        ),
        answer.error,
    )


MOST_ENTRIES: Final = 1000
_NOTIFICATIONS: Final = {"notifications/tasks/status": CORE, "notifications/tasks": EXTENSION}


def offered_form(era: str, revision: str, capabilities: dict[str, Any]) -> str:
    """CORE or EXTENSION when a server with these capabilities offers tasks, else ""."""
    extensions = capabilities.get("extensions")
    if era == "modern":
        return EXTENSION if isinstance(extensions, dict) and EXTENSION_ID in extensions else ""
    return CORE if revision >= LATEST_LEGACY and isinstance(capabilities.get("tasks"), dict) else ""


class TaskClient(Requester, Protocol):
    """The client of a server with tasks: it can also be told of their changes."""

    @property
    def subscriptions(self) -> Subscriptions:
        """Those of this client."""


class Tasks:
    """A Part of the client. Entries stay until `forget`; unfinished ones are polled on every connection."""

    def __init__(self, client: TaskClient) -> None:
        self.entries: dict[str, TaskEntry] = {}  # oldest first
        self.automatic = True  # poll new tasks without being told to
        self.kept: KeptTasks | None = None  # where those that run outlive the program
        self._client = client
        self._following: dict[str, tuple[Following, asyncio.Task[None]]] = {}

    # -- what there is

    @property
    def form(self) -> str:
        """The form that the connected server offers; empty: none, or there is no connection."""
        info = self._client.info
        return offered_form(info.era, info.revision, info.capabilities) if info is not None else ""

    @property
    def answers(self) -> bool:
        """Whether questions of servers are answered."""
        return self._client.answers

    def offers(self, operation: str) -> bool:
        """Whether the server offers list or cancel (2025-11-25 declares them; the extension has no list)."""
        if self.form == EXTENSION:
            return operation == "cancel"
        info = self._client.info
        tasks = info.capabilities.get("tasks") if info is not None and self.form else None
        return isinstance(tasks, dict) and operation in tasks

    def support(self, tool: str) -> str:
        """forbidden, optional or required: whether a call of this tool may ask for a task (2025-11-25).

        Source: without the server's `tasks.requests.tools.call` a client must not ask for one.
        """
        info = self._client.info
        if info is None or self.form != CORE:
            return "forbidden"
        place: Any = info.capabilities.get("tasks")
        for name in ("requests", "tools", "call"):
            place = place.get(name) if isinstance(place, dict) else None
        if not isinstance(place, dict):
            return "forbidden"
        found = next((one for one in self._client.catalog.tools if one["name"] == tool), {})
        execution = found.get("execution")
        support = execution.get("taskSupport") if isinstance(execution, dict) else None
        return support if support in ("optional", "required") else "forbidden"

    def call_params(self, tool: str, task: dict[str, Any] | None) -> dict[str, Any]:
        """The members that `tools/call` gets. task: what the user wants; None: as the tool requires."""
        if task is not None:
            return {"task": task}
        return {"task": {}} if self.support(tool) == "required" else {}

    def of_call(self, exchange: int) -> TaskEntry | None:
        """The task that this call became."""
        return next((one for one in self.entries.values() if exchange and one.exchange == exchange), None)

    def polls(self, task_id: str) -> bool:
        """It is being polled by itself now."""
        return task_id in self._following

    def restore(self, kept: KeptTasks) -> None:
        """Keep those that run there from now on; those of the last start are asked for when it connects."""
        self.kept = kept
        for entry in kept.of(self._client.entry, self._client.profile):
            self.entries.setdefault(entry.id, entry)

    # -- what comes

    def finished(self, exchange: Exchange, message: Message | None) -> None:
        """A call of ours was answered: it may have become a task."""
        if message is None or exchange.method != "tools/call" or not exchange.detail.startswith("task "):
            return
        created = created_task(message.result)
        if created is None:
            return
        form, state = created
        entry = self._entry(state.id, form)
        entry.call, entry.target = exchange, exchange.target
        entry.settled, entry.problem, entry.result = False, "", None
        self._apply(entry, state, detailed=False)
        if entry.automatic:
            self._start(entry)

    def late(self, exchange: Exchange, message: Message) -> None:
        """A call that was cancelled became a task all the same: shown, and cancelled the way of tasks."""
        created = created_task(message.result) if exchange.method == "tools/call" else None
        if created is None:
            return
        form, state = created
        entry = self._entry(state.id, form)
        entry.call, entry.target = exchange, exchange.target
        self._apply(entry, state, detailed=False)
        if entry.ended or not self.offers("cancel"):
            return
        self._client.subscriptions.later(self._cancel_quietly(state.id))
        if entry.automatic:
            self._start(entry)  # the acknowledgement does not say whether it was cancelled

    async def _cancel_quietly(self, task_id: str) -> None:
        with suppress(InspectorError):
            await self.cancel(task_id)

    def progressed(self, exchange: Exchange) -> None:
        """Progress of a call that became a task: its token stays valid until the task ends."""
        if exchange.status == "done" and self.of_call(exchange.number) is not None:
            self._client.tell()

    def notice(self, method: str, params: dict[str, Any]) -> bool:
        """A task's status came without being asked for. Ids that we do not know are left to the timeline."""
        if method not in _NOTIFICATIONS:
            return False
        identifier = params.get("taskId")
        entry = self.entries.get(identifier) if isinstance(identifier, str) else None
        state = task_from(params) if entry is not None else None
        if entry is None or state is None:
            return False
        changed = self._apply(entry, state, detailed=_NOTIFICATIONS[method] == EXTENSION)
        following = self._following.get(entry.id)
        if following is not None and entry.status != "working":
            following[0].wake()  # for the outcome, or what it asks
        return changed

    def connected(self) -> None:
        """Go on with what is unfinished."""
        for entry in self.entries.values():
            if not entry.settled and entry.automatic:
                self._start(entry).wake()

    def ended(self) -> None:
        """Stop asking; the entries stay."""
        for _, task in tuple(self._following.values()):
            task.cancel()

    async def stopped(self) -> None:
        """Wait until what `ended` cancelled has come to its end."""
        if left := [task for _, task in self._following.values()]:
            await asyncio.wait(left)

    # -- what a user wants

    def adopt(self, task_id: str) -> TaskEntry:
        """The entry of this id, made if it is not known. It is not polled yet."""
        return self._entry(task_id, self._spoken())

    def forget(self, task_id: str) -> None:
        """Remove an entry from the list; the server is told nothing."""
        self._stop(task_id)
        self.entries.pop(task_id, None)
        if self.kept is not None:
            self.kept.forget(self._client.entry, task_id)
        self._client.tell()

    def set_automatic(self, task_id: str, on: bool) -> None:
        """Poll this task by ourselves, or only when told to."""
        entry = self.entries[task_id]
        entry.automatic = on
        if on and not entry.settled and self._client.state == "connected":
            self._start(entry)
        elif not on:
            self._stop(task_id)
        self._client.tell()

    async def push(self, task_id: str, on: bool) -> None:
        """Have the server tell of changes by a subscription, or no more (extension). Polling goes on.

        Raises what `Subscriptions.watch_task` raises.
        """
        entry, subscriptions = self.entries[task_id], self._client.subscriptions
        entry.pushed = on
        try:
            await (subscriptions.watch_task(task_id) if on else subscriptions.unwatch_task(task_id))
        except InspectorError:
            entry.pushed = False
            raise
        finally:
            self._client.tell()

    async def _push_no_more(self, task_id: str) -> None:
        with suppress(InspectorError):  # it is not awaited; the timeline has it
            await self.push(task_id, False)

    async def poll_now(self, task_id: str) -> Answer | None:
        """Ask at once how it stands. None: the polling does so in its own turn."""
        following = self._following.get(task_id)
        if following is None:
            return await self.get(task_id)
        following[0].wake()
        return None

    def ask_again(self, task_id: str) -> None:
        """Put the questions once more that the user left unanswered."""
        entry = self.entries[task_id]
        entry.declined.clear()
        self._start(entry).wake()

    async def follow(self, task_id: str) -> Answer | None:
        """Wait for the end of a task: what it led to, None when that is nothing (see `problem`).

        Ending this wait does not end the polling. Raises InspectorError when the connection ends first.
        """
        entry = self.entries[task_id]
        if not entry.settled:
            self._start(entry)
            following = self._following[task_id][1]
            try:
                await asyncio.shield(following)
            except asyncio.CancelledError:
                caller = asyncio.current_task()
                if not following.cancelled() or caller is None or caller.cancelling():
                    raise
                if self._client.state != "connected":
                    raise ClosedError(
                        recorded("the connection closed while a task was being followed")
                    ) from None
        return entry.result

    # -- requests

    async def get(self, task_id: str, **options: Any) -> Answer:
        """`tasks/get`, and what it says kept. options: as for `call`."""
        answer = await self._client.call("tasks/get", {"taskId": task_id}, **options)
        entry = self.entries.get(task_id)
        if entry is not None:
            entry.polls += 1
            if answer.result:
                self._take(entry, answer)
        return answer

    async def result(self, task_id: str, **options: Any) -> Answer:
        """What a task led to: `tasks/result` (2025-11-25, waits for it) or what `tasks/get` carries."""
        entry = self.adopt(task_id)
        if self._spoken() == EXTENSION:
            answer = await self.get(task_id, **options)
            return entry.result or answer
        answer = await self._client.call("tasks/result", {"taskId": task_id}, **options)
        if entry.ended:
            entry.result, entry.settled = answer, True
        return answer

    async def cancel(self, task_id: str, **options: Any) -> Answer:
        """`tasks/cancel`. Whether it ends so is the server's word: the extension only acknowledges."""
        answer = await self._client.call("tasks/cancel", {"taskId": task_id}, **options)
        entry = self.entries.get(task_id)
        if entry is not None and not answer.error:
            entry.cancel_sent = True
            if entry.form == CORE:
                self._take(entry, answer)
            if entry.id in self._following:
                self._following[entry.id][0].wake()
            self._client.tell()
        return answer

    async def update(self, task_id: str, responses: dict[str, Any], **options: Any) -> Answer:
        """`tasks/update` (extension): answers by key. Raises what `call` raises."""
        params = {"taskId": task_id, "inputResponses": responses}
        answer = await self._client.call("tasks/update", params, **options)
        entry = self.entries.get(task_id)
        if entry is not None and not answer.error:
            entry.answered.update(responses)
        return answer

    async def fetch(self) -> tuple[TaskEntry, ...]:
        """`tasks/list` (2025-11-25), every page, into the entries. Raises ErrorAnswer."""
        states = await fetch_tasks(self._client.call, MOST_ENTRIES)
        for state in states:
            entry = self._entry(state.id, CORE)
            entry.automatic &= bool(entry.exchange)  # those of others are polled on demand
            self._apply(entry, state, detailed=False)
        self._client.tell()
        return tuple(self.entries[state.id] for state in states if state.id in self.entries)

    async def gather(self, entry: TaskEntry, key: str, request: Any) -> dict[str, Any]:
        """The user's answer to one of the task's questions, as key → answer; {} when there is none."""
        about = entry.call or Exchange(0, self._client.session_number, "out", "tasks/get", entry.id)
        members = await self._client.gather(about, {"inputRequests": {key: request}})
        responses = (members or {}).get("inputResponses")
        return responses if isinstance(responses, dict) else {}

    # -- inside

    def changed(self, entry: TaskEntry) -> None:
        """Show it: in the list, and in the row of the call that became this task."""
        call, session = entry.call, self._client.session
        if call is not None:
            call.detail = recorded("task {id} · {status}", id=entry.id, status=entry.status)
            self._client.journal.touch(call)
        if session is not None and entry.ended:
            session.conversation.correlation.end_task(entry.id)
            if entry.pushed:
                entry.pushed = False
                self._client.subscriptions.later(self._push_no_more(entry.id))
        self._keep(entry)
        self._client.tell()

    def _keep(self, entry: TaskEntry) -> None:
        if self.kept is not None and self.entries.get(entry.id) is entry:
            self.kept.note(self._client.entry, self._client.profile, entry)

    def _spoken(self) -> str:
        info = self._client.info
        return EXTENSION if info is None or info.era == "modern" else CORE

    def _entry(self, task_id: str, form: str) -> TaskEntry:
        entry = self.entries.get(task_id)
        if entry is None:
            entry = TaskEntry(task_id, form, seen_ns=now_ns(), automatic=self.automatic)
            self.entries[task_id] = entry
            self._drop_oldest()
        entry.form = form
        return entry

    def _drop_oldest(self) -> None:
        for task_id in tuple(self.entries):
            if len(self.entries) <= MOST_ENTRIES:
                return
            if task_id not in self._following:
                del self.entries[task_id]

    def _take(self, entry: TaskEntry, answer: Answer) -> None:
        """What an answer says of a task."""
        state = read_task(answer.result)
        if state is None:
            entry.blame(recorded("a response about it is not a task"))
        elif state.id != entry.id:
            entry.blame(recorded("a response about it concerns another task, “{id}”", id=state.id))
        else:
            self._apply(entry, state)
            if entry.form == EXTENSION and entry.ended:
                entry.settled = True
                if (state.result or state.error) and entry.result is None:
                    entry.result = Answer(answer.exchange, answer.record, state.result, state.error)

    def _apply(self, entry: TaskEntry, state: TaskState, *, detailed: bool = True) -> bool:
        changed = entry.apply(state, now_ns(), detailed=detailed)
        if changed:
            self.changed(entry)
        return changed

    def _start(self, entry: TaskEntry) -> Following:
        if entry.id in self._following:
            return self._following[entry.id][0]
        following = Following(self, entry)
        task = asyncio.get_running_loop().create_task(following.run(), name=f"task {entry.id}")
        self._following[entry.id] = (following, task)
        task.add_done_callback(partial(self._forget_following, entry.id))
        return following

    def _stop(self, task_id: str) -> None:
        following = self._following.get(task_id)
        if following is not None:
            following[1].cancel()

    def _forget_following(self, task_id: str, task: asyncio.Task[None]) -> None:
        if task_id in self._following and self._following[task_id][1] is task:
            del self._following[task_id]
        error = None if task.cancelled() else task.exception()
        entry = self.entries.get(task_id)
        if entry is not None and error is not None:
            entry.problem = str(error)
        if entry is not None and entry.settled:
            self._keep(entry)
        if error is not None and not isinstance(error, InspectorError):  # a fault of ours: not silently
            context = {
                "message": f"following task {task_id} failed",
                "exception": error,
                "task": task,
            }
            task.get_loop().call_exception_handler(context)
        self._client.tell()
