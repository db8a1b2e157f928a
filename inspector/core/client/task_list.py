"""`tasks/list`, page by page (2025-11-25)."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, Final

from inspector.core.client.answers import Answer
from inspector.errors import ErrorAnswer, Explanation
from inspector.protocol.tasks import TaskState, task_from
from inspector.translation import translate

__all__ = ["fetch_tasks"]

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
            translate("Core", "tasks/list was answered with an error: {}").format(words),
            next_step=translate("Core", "Look at the message in the timeline."),
        ),
        answer.error,
    )
