"""Answers that are about a task, and what a task led to, made ready to show.

A call that became a task has no content yet; in the extension the outcome comes inside `tasks/get`.
"""

from __future__ import annotations

from inspector.protocol.tasks import created_task, read_task
from inspector.render.kinds import ContentNote, Json, Rendering
from inspector.translation import translate

__all__ = ["outcome_of", "render_created"]


def outcome_of(method: str, result: bytes) -> tuple[str, bytes, bytes]:
    """(method, result, error) of what this answer carries: `tasks/get` and `tasks/result` carry a call's.

    An answer that carries no outcome comes back as it is.
    """
    if method == "tasks/result":
        return "tools/call", result, b""
    if method == "tasks/get" and (state := read_task(result)) is not None:
        if state.result and state.result != b"null":
            return "tools/call", state.result, b""
        if state.error and state.error != b"null":
            return "tools/call", b"", state.error
    return method, result, b""


def render_created(method: str, result: bytes) -> list[Rendering] | None:
    """What a user sees of a call that became a task; None when this is none."""
    created = created_task(result) if method == "tools/call" else None
    if created is None:
        return None
    state = created[1]
    words = translate("Render", "The call became the task {}").format(state.id)
    if state.message:
        words = translate("Render", "The call became the task {id}: {message}").format(
            id=state.id, message=state.message
        )
    return [ContentNote(words, "heading"), Json(result)]
