"""The methods of MCP in one table: which side sends them, what names their target, what gates them.

Source: protocol reference section 4. Revisions are single letters here: A 2024-11-05, B 2025-03-26,
C 2025-06-18, D 2025-11-25, E 2026-07-28.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from inspector.translation import recorded

__all__ = [
    "DATES",
    "ERA_CHOICES",
    "LATEST_LEGACY",
    "LATEST_MODERN",
    "LEGACY_REVISIONS",
    "LETTERS",
    "LISTS",
    "LIST_ENDS",
    "METHODS",
    "MODERN_REVISIONS",
    "SAFE_METHODS",
    "Method",
    "target_of",
]

LEGACY_REVISIONS: Final = ("2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25")
MODERN_REVISIONS: Final = ("2026-07-28",)
ERA_CHOICES: Final = ("auto", "modern", "legacy", *LEGACY_REVISIONS, *MODERN_REVISIONS)
LETTERS: Final = dict(zip((*LEGACY_REVISIONS, *MODERN_REVISIONS), "ABCDE", strict=True))
"""Revision → the letter by which tables name it."""
DATES: Final = {letter: revision for revision, letter in LETTERS.items()}
LATEST_LEGACY: Final = LEGACY_REVISIONS[-1]
LATEST_MODERN: Final = MODERN_REVISIONS[-1]


@dataclass(frozen=True, slots=True)
class Method:
    """One method. sender: client | server | both. target: the params member that names what it is about."""

    name: str
    sender: str
    revisions: str
    target: str = ""
    gate: str = ""  # capability of the receiving side


_TABLE: Final = (
    Method("initialize", "client", "ABCD"),
    Method("server/discover", "client", "E"),
    Method("ping", "both", "ABCD"),
    Method("tools/list", "client", "ABCDE", gate="tools"),
    Method("tools/call", "client", "ABCDE", "name", "tools"),
    Method("resources/list", "client", "ABCDE", gate="resources"),
    Method("resources/templates/list", "client", "ABCDE", gate="resources"),
    Method("resources/read", "client", "ABCDE", "uri", "resources"),
    Method("resources/subscribe", "client", "ABCD", "uri", "resources.subscribe"),
    Method("resources/unsubscribe", "client", "ABCD", "uri", "resources.subscribe"),
    Method("prompts/list", "client", "ABCDE", gate="prompts"),
    Method("prompts/get", "client", "ABCDE", "name", "prompts"),
    Method("completion/complete", "client", "ABCDE", gate="completions"),
    Method("logging/setLevel", "client", "ABCD", "level", "logging"),
    Method("subscriptions/listen", "client", "E"),
    Method("tasks/get", "both", "DE", "taskId", "tasks"),
    Method("tasks/result", "both", "D", "taskId", "tasks"),
    Method("tasks/update", "client", "E", "taskId", "tasks"),
    Method("tasks/cancel", "both", "DE", "taskId", "tasks"),
    Method("tasks/list", "both", "D", gate="tasks.list"),
    Method("roots/list", "server", "ABCD", gate="roots"),
    Method("sampling/createMessage", "server", "ABCD", gate="sampling"),
    Method("elicitation/create", "server", "CD", "message", "elicitation"),
    Method("notifications/initialized", "client", "ABCD"),
    Method("notifications/cancelled", "both", "ABCDE"),
    Method("notifications/progress", "both", "ABCDE"),
    Method("notifications/message", "server", "ABCDE", "level", "logging"),
    Method("notifications/tools/list_changed", "server", "ABCDE", gate="tools.listChanged"),
    Method("notifications/prompts/list_changed", "server", "ABCDE", gate="prompts.listChanged"),
    Method("notifications/resources/list_changed", "server", "ABCDE", gate="resources.listChanged"),
    Method("notifications/resources/updated", "server", "ABCDE", "uri", "resources.subscribe"),
    Method("notifications/roots/list_changed", "client", "ABCD", gate="roots.listChanged"),
    Method("notifications/elicitation/complete", "server", "D", "elicitationId"),
    Method("notifications/tasks/status", "both", "D", "taskId"),
    Method("notifications/subscriptions/acknowledged", "server", "E"),
    Method("notifications/tasks", "server", "E", "taskId"),
)

METHODS: Final[dict[str, Method]] = {method.name: method for method in _TABLE}

SAFE_METHODS: Final = frozenset(
    {
        "server/discover",
        "tools/list",
        "resources/list",
        "resources/templates/list",
        "resources/read",
        "prompts/list",
        "prompts/get",
        "completion/complete",
        "tasks/get",
    }
)
"""What only reads: asking twice does no harm."""

LISTS: Final[dict[str, tuple[str, str]]] = {
    "tools": ("tools/list", "tools"),
    "resources": ("resources/list", "resources"),
    "templates": ("resources/templates/list", "resourceTemplates"),
    "prompts": ("prompts/list", "prompts"),
}
"""What a catalog holds → (method, member of its result)."""

LIST_ENDS: Final = {
    "": recorded("the whole list"),
    "more": recorded("there are more pages"),
    "loop": recorded("the server gave a cursor that it had given before: the walk was ended there"),
    "cap": recorded("the list has more pages than a walk may take: it was ended there"),
    "size": recorded("the list is larger than a walk may take: it was ended there"),
    "error": recorded("the next page could not be fetched"),
    "kept": recorded("the connection is over: only the beginning of the list is kept"),
}
"""Why a list ends where it does → in words."""


def target_of(method: str, params: dict[str, Any]) -> str:
    """The tool, URI or prompt that a request is about; empty when its method has none."""
    known = METHODS.get(method)
    value = params.get(known.target) if known and known.target else None
    return value if isinstance(value, str) else ""
