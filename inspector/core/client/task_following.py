"""Polls one task until it has ended, answers what it asks meanwhile, and fetches what it led to.

2025-11-25: `tasks/result` gives the outcome; it blocks while the task waits for input, and the server's
requests arrive during it. Extension: `tasks/get` carries the outcome and the input requests, which are
answered with `tasks/update`. Source: protocol reference 5.5 and 5.6.
"""

from __future__ import annotations

import asyncio
import math
from typing import Any, Final, Protocol

from inspector.core.client.answers import Answer
from inspector.core.client.questions import BY_SERVER
from inspector.core.client.task_entry import TaskEntry
from inspector.core.clock import now_ns
from inspector.errors import InspectorError, TimeoutExpired
from inspector.protocol.tasks import CORE
from inspector.translation import as_recorded, recorded

__all__ = ["Following", "TaskRequests"]

USUAL_POLL_S: Final = 1.0
LEAST_POLL_S: Final = 0.1
MOST_POLL_S: Final = 86_400.0
MOST_FAILURES: Final = 5
MOST_QUESTIONS: Final = 100  # open at once
INVALID_PARAMS: Final = -32602


def interval_s(entry: TaskEntry) -> float:
    """Seconds until the next poll: what the server wishes, within reason."""
    wished = entry.poll_ms / 1000 if entry.poll_ms is not None else USUAL_POLL_S
    return min(max(wished, LEAST_POLL_S), MOST_POLL_S)


class TaskRequests(Protocol):
    """What is asked of the server and of the user about a task."""

    @property
    def answers(self) -> bool:
        """Whether questions of servers are answered."""

    async def get(self, task_id: str, **options: Any) -> Answer:
        """`tasks/get`, and what it says kept."""

    async def result(self, task_id: str, **options: Any) -> Answer:
        """What a task led to."""

    async def update(self, task_id: str, responses: dict[str, Any], **options: Any) -> Answer:
        """`tasks/update` (extension): answers by key."""

    async def gather(self, entry: TaskEntry, key: str, request: Any) -> dict[str, Any]:
        """The user's answer to one of the task's questions, as key → answer; {} when there is none."""

    def changed(self, entry: TaskEntry) -> None:
        """Show it in the list, and in the row of the call that became this task."""


class Following:
    """Of one task, on one connection. `wake()`: poll now."""

    def __init__(self, tasks: TaskRequests, entry: TaskEntry) -> None:
        self._tasks = tasks
        self._entry = entry
        self._woken = asyncio.Event()
        self._failures = 0
        self._outcome: asyncio.Task[Answer] | None = None  # tasks/result that blocks
        self._questions: dict[str, asyncio.Task[None]] = {}

    def wake(self) -> None:
        """Do not wait for the next turn."""
        self._woken.set()

    async def run(self) -> None:
        """Until the task is settled. Raises InspectorError when the connection ends first."""
        entry = self._entry
        entry.problem = ""
        try:
            if entry.status not in ("working", ""):
                self.wake()  # nothing to wait for
            elif not entry.polls and not entry.exchange:
                self.wake()  # a typed id: is it known?
            while not entry.settled and not entry.problem:
                await self._pause()
                await self._poll()
                self._answer_questions()
                await self._take_outcome()
        finally:
            entry.next_poll_ns = 0
            left = [*self._questions.values(), *([self._outcome] if self._outcome else [])]
            for task in left:
                task.cancel()
            await asyncio.gather(*left, return_exceptions=True)

    async def _pause(self) -> None:
        seconds = interval_s(self._entry) * 2**self._failures
        self._entry.next_poll_ns = now_ns() + int(seconds * 1e9)
        try:
            async with asyncio.timeout(seconds):
                await self._woken.wait()
        except TimeoutError:
            pass
        self._woken.clear()
        self._entry.next_poll_ns = 0

    async def _poll(self) -> None:
        entry = self._entry
        if entry.ended and entry.form == CORE:
            return  # tasks/get has no more to say
        try:
            answer = await self._tasks.get(entry.id)
        except TimeoutExpired as error:
            self._failed(as_recorded(str(error)))
            return
        if not answer.error:
            self._failures = 0
            return
        error_value = answer.value if isinstance(answer.value, dict) else {}
        if error_value.get("code") == INVALID_PARAMS:
            entry.problem = recorded("the server no longer knows this task")
            entry.settled = True
        else:
            self._failed(f"tasks/get: {error_value.get('code', '?')} {error_value.get('message', '')}")

    def _failed(self, text: str) -> None:
        """Polls that fail are repeated more and more slowly, then no more."""
        self._failures += 1
        if self._failures >= MOST_FAILURES:
            self._entry.problem = recorded(
                "polling stopped after {failures} failures: {text}", failures=self._failures, text=text
            )

    # -- what the task led to

    async def _take_outcome(self) -> None:
        entry = self._entry
        if entry.form == CORE and entry.status in ("input_required", "completed", "failed"):
            await self._take_core_outcome()
        elif entry.ended:
            entry.settled = True
            if entry.result is None and entry.status != "cancelled":
                entry.blame(recorded("status is {status}, but there is no outcome", status=entry.status))

    async def _take_core_outcome(self) -> None:
        """`tasks/result`: begun when input is required, since the questions come during it."""
        entry = self._entry
        if self._outcome is None:
            limit_s = None if entry.ended else math.inf
            self._outcome = asyncio.get_running_loop().create_task(
                self._tasks.result(entry.id, timeout_s=limit_s), name=f"result of {entry.id}"
            )
            self._outcome.add_done_callback(self._outcome_came)
        if not entry.ended and not self._outcome.done():
            return
        early = not entry.ended
        try:
            answer = await self._outcome
        except TimeoutExpired as error:
            self._outcome = None
            entry.problem = as_recorded(str(error))
            return
        if early:  # poll once more: it must have ended
            self._outcome = None
            await self._poll()
            if not entry.ended:
                entry.blame(recorded("tasks/result responded before the task had ended"))
                if answer.error:  # an outcome may still come
                    return
        entry.result, entry.settled = answer, True

    def _outcome_came(self, _task: asyncio.Task[Answer]) -> None:
        self.wake()

    # -- what the task asks (extension)

    def _answer_questions(self) -> None:
        entry = self._entry
        for key in [key for key in self._questions if key not in entry.requests]:
            self._questions.pop(key).cancel(BY_SERVER)  # withdrawn, or the task has ended
        if entry.form == CORE or not entry.requests:
            return
        if not self._tasks.answers:
            entry.problem = recorded(
                "the task is waiting for input, but input requests are not answered here"
            )
            return
        for key, request in entry.requests.items():
            busy = key in self._questions or key in entry.answered or key in entry.declined
            if not busy and len(self._questions) < MOST_QUESTIONS:
                self._questions[key] = asyncio.get_running_loop().create_task(
                    self._ask(key, request), name=f"question {key} of task {entry.id}"
                )

    async def _ask(self, key: str, request: Any) -> None:
        """Put one question and send its answer, once."""
        entry = self._entry
        try:
            responses = await self._tasks.gather(entry, key, request)
            if key not in responses:
                entry.declined.add(key)
                self._tasks.changed(entry)
                return
            entry.answered.add(key)
            answer = await self._tasks.update(entry.id, responses)
            if answer.error:
                entry.blame(recorded("tasks/update for “{key}” was rejected", key=key))
            self.wake()
        except TimeoutExpired as error:
            entry.blame(
                recorded(
                    "the answer to “{key}” was not acknowledged: {error}",
                    key=key,
                    error=as_recorded(str(error)),
                )
            )
        except InspectorError:  # the connection is gone, which the next poll says
            entry.answered.discard(key)
        finally:
            if self._questions.get(key) is asyncio.current_task():
                del self._questions[key]
