"""A task as it stands on the wire, in both forms: the core of 2025-11-25 and the extension of 2026.

The forms have the same statuses and other member names: `ttl` and `pollInterval` against `ttlMs` and
`pollIntervalMs`, a `task` member against a flat result. Reading accepts either; what is missing or odd is
left empty. Source: MCP 2025-11-25 basic/utilities/tasks; extension io.modelcontextprotocol/tasks.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Any, Final

import msgspec

from inspector.protocol.jsonrpc import decode

__all__ = [
    "CORE",
    "EXTENSION",
    "EXTENSION_ID",
    "NO_SUCH_TASK",
    "RELATED_KEY",
    "STATUSES",
    "TERMINAL",
    "TaskState",
    "created_task",
    "read_task",
    "related_task",
    "task_from",
]

EXTENSION_ID: Final = "io.modelcontextprotocol/tasks"
NO_SUCH_TASK: Final = "inspector-no-such-task"
"""What a check asks for to see an unknown task refused."""
RELATED_KEY: Final = "io.modelcontextprotocol/related-task"
CORE: Final = "core"  # 2025-11-25
EXTENSION: Final = "extension"  # 2026-07-28 and later
STATUSES: Final = ("working", "input_required", "completed", "failed", "cancelled")
TERMINAL: Final = frozenset({"completed", "failed", "cancelled"})

_NAMES: Final[tuple[str, ...]] = (
    "taskId",
    "status",
    "statusMessage",
    "createdAt",
    "lastUpdatedAt",
    "ttl",
    "ttlMs",
    "pollInterval",
    "pollIntervalMs",
    "inputRequests",
)


@dataclass(frozen=True, slots=True)
class TaskState:
    """What one message says of a task. Empty: the member was absent or not of its type.

    created, updated: ISO 8601 as written. ttl_ms: None is "for ever" or not said (`has_ttl`).
    poll_ms: None when the server names none. result, error: JSON texts (extension, when it has ended).
    """

    id: str
    status: str = ""
    message: str = ""
    created: str = ""
    updated: str = ""
    ttl_ms: float | None = None
    has_ttl: bool = False
    poll_ms: float | None = None
    requests: dict[str, Any] = field(default_factory=dict)
    result: bytes = b""
    error: bytes = b""

    @property
    def ended(self) -> bool:
        """The status is one that a task does not leave."""
        return self.status in TERMINAL


_members: Final = msgspec.json.Decoder(dict[str, msgspec.Raw])


def read_task(data: bytes) -> TaskState | None:
    """A task from the JSON text of an object; None when it is none or has no taskId. Never raises."""
    members = _read(data)
    values = {name: decode(bytes(members[name])) for name in _NAMES if name in members}
    outcome = {name: bytes(members[name]) for name in ("result", "error") if name in members}
    return task_from(values, **outcome)


def task_from(values: dict[str, Any], result: bytes = b"", error: bytes = b"") -> TaskState | None:
    """A task from decoded members, as a notification has them."""
    identifier = values.get("taskId")
    if not isinstance(identifier, str) or not identifier:
        return None
    ttl = next((name for name in ("ttlMs", "ttl") if name in values), "")
    requests = values.get("inputRequests")
    return TaskState(
        id=identifier,
        status=_text(values.get("status")),
        message=_text(values.get("statusMessage")),
        created=_text(values.get("createdAt")),
        updated=_text(values.get("lastUpdatedAt")),
        ttl_ms=_milliseconds(values.get(ttl)),
        has_ttl=bool(ttl),
        poll_ms=_milliseconds(values.get("pollIntervalMs", values.get("pollInterval"))),
        requests=requests if isinstance(requests, dict) else {},
        result=result,
        error=error,
    )


def created_task(result: bytes) -> tuple[str, TaskState] | None:
    """Form and task when this result of `tools/call` says that the call became one, else None."""
    if b'"taskId"' not in result:  # a search is cheap, also in 10 MB
        return None
    members = _read(result)
    if bytes(members.get("resultType", b"")) == b'"task"':
        form, state = EXTENSION, read_task(result)
    else:
        form, state = CORE, read_task(bytes(members.get("task", b"")))
    return (form, state) if state is not None else None


def related_task(params: dict[str, Any]) -> str:
    """The id of the task that a message belongs to by its `_meta` (2025-11-25); empty without one."""
    meta = params.get("_meta")
    related = meta.get(RELATED_KEY) if isinstance(meta, dict) else None
    identifier = related.get("taskId") if isinstance(related, dict) else None
    return identifier if isinstance(identifier, str) else ""


def _read(data: bytes) -> dict[str, msgspec.Raw]:
    try:
        return _members.decode(data)
    except (msgspec.DecodeError, RecursionError):
        return {}


def _text(value: Any) -> str:
    return value if isinstance(value, str) else ""


def _milliseconds(value: Any) -> float | None:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    try:
        number = float(value)
    except OverflowError:  # an integer of more than 308 digits
        return math.inf
    return None if math.isnan(number) or number < 0 else number
