"""Walk the pages of a list: tools, resources, templates, prompts."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, Final

from inspector.core.answers import Answer
from inspector.errors import ErrorAnswer, Explanation
from inspector.protocol.methods import LISTS

__all__ = ["fetch_pages"]

MAX_PAGES: Final = 1000


async def fetch_pages(call: Callable[[str, dict[str, Any]], Awaitable[Answer]], kind: str) -> list[bytes]:
    """The results of a list method, one a page.

    Raises ErrorAnswer with the server's words when it answers an error. A cursor that comes twice ends
    the walk; cursors are never read ("" is one).
    """
    method, _ = LISTS[kind]
    pages: list[bytes] = []
    seen: set[str] = set()
    params: dict[str, Any] = {}
    for _ in range(MAX_PAGES):
        answer = await call(method, params)
        if answer.error:
            raise ErrorAnswer(
                Explanation(
                    f"{method} was answered with an error: {_error_words(answer)}",
                    next_step="Look at the message in the timeline.",
                ),
                answer.error,
            )
        pages.append(answer.result)
        value = answer.value
        cursor = value.get("nextCursor") if isinstance(value, dict) else None
        if not isinstance(cursor, str) or cursor in seen:
            break
        seen.add(cursor)
        params = {"cursor": cursor}
    return pages


def _error_words(answer: Answer) -> str:
    error = answer.value if isinstance(answer.value, dict) else {}
    return f"{error.get('code', '?')} {error.get('message', '')}".strip()
