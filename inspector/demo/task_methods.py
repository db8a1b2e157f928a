"""The methods about tasks that answer at once. `tasks/result` may wait, and is the peer's business."""

from __future__ import annotations

from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import TYPE_CHECKING, Any, Final

from inspector.demo.calls import Caller
from inspector.demo.steps import Refusal
from inspector.demo.tasks import CORE_REVISION, EXTENSION_ID, find

if TYPE_CHECKING:
    from inspector.demo.session import DemoSession

__all__ = ["cancel_task", "get_task", "list_tasks", "task_capabilities", "update_task"]

METHOD_NOT_FOUND: Final = -32601
INVALID_PARAMS: Final = -32602
PAGE_SIZE: Final = 20


def task_capabilities(revision: str) -> dict[str, Any]:
    """What the server declares about tasks."""
    if revision > CORE_REVISION:
        return {"extensions": {EXTENSION_ID: {}}}
    if revision < CORE_REVISION:
        return {}
    return {"tasks": {"list": {}, "cancel": {}, "requests": {"tools": {"call": {}}}}}


def known(caller: Caller, method: str) -> None:
    """Raises Refusal in revisions that have no tasks."""
    if caller.revision < CORE_REVISION:
        raise Refusal(METHOD_NOT_FOUND, f"unknown method {method}")


def get_task(session: DemoSession, caller: Caller, params: dict[str, Any]) -> dict[str, Any]:
    """How a task stands."""
    known(caller, "tasks/get")
    task = find(session.world, caller, params)
    return task.detailed() if caller.modern else task.state()


def cancel_task(session: DemoSession, caller: Caller, params: dict[str, Any]) -> dict[str, Any]:
    """Stop a task: the extension only acknowledges, 2025-11-25 answers with the task."""
    known(caller, "tasks/cancel")
    task = find(session.world, caller, params)
    task.cancel()
    return {} if caller.modern else task.state()


def update_task(session: DemoSession, caller: Caller, params: dict[str, Any]) -> dict[str, Any]:
    """Answers to what a task asks (extension)."""
    task = find(session.world, caller, params)
    responses = params.get("inputResponses")
    if not isinstance(responses, dict):
        raise Refusal(INVALID_PARAMS, "params.inputResponses must be an object")
    task.update(responses)
    return {}


def list_tasks(session: DemoSession, caller: Caller, params: dict[str, Any]) -> dict[str, Any]:
    """The tasks of this form, oldest first, twenty on a page (2025-11-25)."""
    known(caller, "tasks/list")
    tasks = [task for task in session.world.tasks.values() if not task.modern]
    start = _offset(params.get("cursor"))
    page: dict[str, Any] = {"tasks": [task.state() for task in tasks[start : start + PAGE_SIZE]]}
    if start + PAGE_SIZE < len(tasks):
        page["nextCursor"] = urlsafe_b64encode(f"tasks:{start + PAGE_SIZE}".encode()).decode()
    return page


def _offset(cursor: Any) -> int:
    if cursor is None:
        return 0
    try:
        kind, _, number = urlsafe_b64decode(str(cursor).encode()).decode().partition(":")
        if kind == "tasks" and number.isascii() and number.isdigit():
            return int(number)
    except ValueError:  # not base64, or not UTF-8 inside
        pass
    raise Refusal(INVALID_PARAMS, "unknown cursor: start again without one")
