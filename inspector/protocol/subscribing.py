"""What a `subscriptions/listen` asks for and what its notifications say of themselves (from 2026-07-28).

Source: MCP 2026-07-28, basic/patterns/subscriptions; tasks extension for `taskIds`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final

import msgspec

from inspector.protocol.era.modern import META

__all__ = ["ACKNOWLEDGED", "CHANGES", "LISTEN", "LIST_KINDS", "Filter", "subscription_id"]

LISTEN: Final = "subscriptions/listen"
ACKNOWLEDGED: Final = "notifications/subscriptions/acknowledged"
LIST_KINDS: Final = ("tools", "prompts", "resources")

CHANGES: Final[dict[str, str]] = {
    "notifications/tools/list_changed": "tools",
    "notifications/prompts/list_changed": "prompts",
    "notifications/resources/list_changed": "resources",
    "notifications/resources/updated": "uri",
    "notifications/tasks": "taskId",
    ACKNOWLEDGED: "",
}
"""Notifications that belong to a subscription → the list that changed, or the member that names what did."""


@dataclass(frozen=True, slots=True)
class Filter:
    """What is wanted, or what was acknowledged. Compares by value; the order of uris and tasks is kept."""

    lists: tuple[str, ...] = ()  # of LIST_KINDS, in that order
    uris: tuple[str, ...] = ()
    tasks: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.lists or self.uris or self.tasks)

    @classmethod
    def of(cls, lists: Iterable[str] = (), uris: Iterable[str] = (), tasks: Iterable[str] = ()) -> Filter:
        """Lists in their own order, nothing twice."""
        wanted = set(lists)
        ordered = tuple(kind for kind in LIST_KINDS if kind in wanted)
        return cls(ordered, tuple(dict.fromkeys(uris)), tuple(dict.fromkeys(tasks)))

    @classmethod
    def read(cls, value: Any) -> Filter:
        """From `notifications` of a message. What is no filter is an empty one."""
        if not isinstance(value, dict):
            return cls()
        lists = (kind for kind in LIST_KINDS if value.get(f"{kind}ListChanged") is True)
        return cls.of(lists, _texts(value.get("resourceSubscriptions")), _texts(value.get("taskIds")))

    def as_params(self) -> dict[str, Any]:
        """`params` of the request; a member that is left out is not wanted."""
        notifications: dict[str, Any] = {f"{kind}ListChanged": True for kind in self.lists}
        if self.uris:
            notifications["resourceSubscriptions"] = list(self.uris)
        if self.tasks:
            notifications["taskIds"] = list(self.tasks)
        return {"notifications": notifications}

    def without(self, other: Filter) -> Filter:
        """What is in this filter and not in the other."""
        return Filter(
            tuple(kind for kind in self.lists if kind not in other.lists),
            tuple(uri for uri in self.uris if uri not in other.uris),
            tuple(task for task in self.tasks if task not in other.tasks),
        )

    def names(self) -> tuple[str, ...]:
        """Every part as one word: `tools`, a URI, `task ID`."""
        return (*self.lists, *self.uris, *(f"task {task}" for task in self.tasks))


def subscription_id(params: dict[str, Any]) -> str:
    """JSON text of the subscription a notification (or a result) belongs to; empty when it names none."""
    meta = params.get("_meta")
    if not isinstance(meta, dict) or META + "subscriptionId" not in meta:
        return ""
    return msgspec.json.encode(meta[META + "subscriptionId"]).decode()


def _texts(value: Any) -> list[str]:
    return [one for one in value if isinstance(one, str)] if isinstance(value, list) else []
