"""Follow a task to its end on the command line: its statuses on stderr, what it led to on stdout."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from inspector.cli.exit_codes import ExitCode
from inspector.core.client.answers import Answer
from inspector.core.client.task_entry import TaskEntry
from inspector.errors import Explanation, InspectorError
from inspector.recorded import encode_json

if TYPE_CHECKING:
    from inspector.cli.output import Output
    from inspector.core.client.client import Client

__all__ = ["entry_value", "follow", "show_entry"]

CANCEL_LIMIT_S = 2.0


async def follow(client: Client, entry: TaskEntry, output: Output, *, cancels: bool) -> Answer | int:
    """Wait for the end: what it led to, or the exit code of having said that there is nothing.

    cancels: Ctrl+C also cancels the task.
    """
    shown = 0

    def told(_client: Any) -> None:
        nonlocal shown
        changes = list(entry.history)
        for change in changes[shown:]:
            output.note(f"task {entry.id}: {change.status} {change.message}".rstrip())
        shown = len(changes)

    client.listeners.append(told)
    told(client)
    try:
        answer = await client.tasks.follow(entry.id)
    except asyncio.CancelledError:
        if cancels and not entry.ended:
            with suppress(InspectorError, TimeoutError):
                async with asyncio.timeout(CANCEL_LIMIT_S):
                    await client.tasks.cancel(entry.id)
                    output.note(f"task {entry.id}: cancellation requested")
        raise
    finally:
        client.listeners.remove(told)
    told(client)
    for text in entry.odd:
        output.note(f"task {entry.id}: {text}")
    if answer is not None:
        return answer
    return output.fail(ExitCode.OTHER, "task", _why(entry), task=entry_value(entry))


def _why(entry: TaskEntry) -> Explanation:
    """Why there is no outcome."""
    if entry.requests and not entry.ended:
        keys, first = ", ".join(entry.requests), next(iter(entry.requests))
        return Explanation(
            f"Task {entry.id} is waiting for input: {keys}.",
            next_step=f"mcpdi tasks update {entry.id} {first}:='{{…}}', or use the app window.",
        )
    words = entry.problem or f"it is {entry.status}" + (f": {entry.message}" if entry.message else "")
    return Explanation(f"Task {entry.id} has no result: {words}.")


def show_entry(entry: TaskEntry, output: Output) -> int:
    """Print how a task stands."""
    if output.json:
        output.answer(encode_json(entry_value(entry)))
    else:
        output.line(_line(entry))
    return ExitCode.DONE.value


def entry_value(entry: TaskEntry) -> dict[str, Any]:
    """A task as --json shows it, with the same members in both forms; durations in milliseconds."""
    value: dict[str, Any] = {
        "taskId": entry.id,
        "form": entry.form,
        "status": entry.status,
        "statusMessage": entry.message,
        "tool": entry.target,
        "createdAt": entry.created,
        "lastUpdatedAt": entry.updated,
        "ttlMs": entry.ttl_ms,
        "pollIntervalMs": entry.poll_ms,
    }
    if entry.requests:
        value["inputRequests"] = entry.requests
    if entry.odd:
        value["odd"] = entry.odd
    return value


def _line(entry: TaskEntry) -> str:
    parts = (entry.id, entry.status or "?", entry.target, entry.updated, entry.message)
    return "  ".join(part for part in parts if part)
