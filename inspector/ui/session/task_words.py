"""How tasks are said: glyph, role and word of a status, ages and times left."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication

from inspector.core.clock import now_ns
from inspector.protocol.records import Exchange
from inspector.translation import translate
from inspector.ui.widgets.controls import Marked

if TYPE_CHECKING:  # the timeline says states of tasks from the first paint on
    from inspector.core.client.task_entry import TaskEntry

__all__ = [
    "TASK_RESULT",
    "TASK_STATES",
    "age_words",
    "left_words",
    "poll_words",
    "state_of",
    "status_word",
    "task_of",
    "time_words",
]

TASK_RESULT: Final = "task_result"
"""Object name of the result in the tasks panel."""

TASK_STATES: Final[dict[str, tuple[str, str, Marked]]] = {
    "working": ("◌", "pending", QT_TRANSLATE_NOOP("Tasks", "working")),
    "input_required": ("●", "pending", QT_TRANSLATE_NOOP("Tasks", "input required")),
    "completed": ("✓", "ok", QT_TRANSLATE_NOOP("Tasks", "completed")),
    "failed": ("✗", "error", QT_TRANSLATE_NOOP("Tasks", "failed")),
    "cancelled": ("⊘", "muted", QT_TRANSLATE_NOOP("Tasks", "cancelled")),
}
"""Status of a task → glyph, role, word."""


def _say(text: str) -> str:
    return QCoreApplication.translate("Tasks", text)


def status_word(status: str) -> str:
    """A status in words; one that is none of the protocol's as the server spells it."""
    return _say(TASK_STATES[status][2]) if status in TASK_STATES else status


def state_of(entry: TaskEntry) -> tuple[str, str, str]:
    """Glyph, role and word for an entry, also when its status is not one that the protocol has."""
    if entry.settled and not entry.ended:
        return "⚠", "warning", translate("Tasks", "unknown to the server")
    if entry.cancel_sent and not entry.ended:
        return "◌", "pending", translate("Tasks", "cancelling")
    if entry.status == "completed" and entry.result is not None and entry.result.is_error:
        return "✗", "error", translate("Tasks", "tool error")
    glyph, role, word = TASK_STATES.get(entry.status, ("·", "muted", ""))
    return glyph, role, _say(word) if word else entry.status or translate("Tasks", "not asked yet")


def task_of(exchange: Exchange) -> tuple[str, str] | None:
    """Id and status of the task that an exchange is about, None for others."""
    if exchange.method.startswith("tasks/") and exchange.target:
        return exchange.target, exchange.detail
    if exchange.method == "tools/call" and exchange.detail.startswith("task "):
        task_id, _, status = exchange.detail.removeprefix("task ").rpartition(" · ")
        return (task_id, status) if task_id else None
    return None


def time_words(seconds: float) -> str:
    """12 s, 4:48 min, 3:05 h."""
    whole = max(0, int(seconds))
    if whole < 60:
        return translate("Tasks", "{} s").format(whole)
    if whole < 3600:
        return translate("Tasks", "{} min").format(f"{whole // 60}:{whole % 60:02d}")
    if whole < 172_800:
        return translate("Tasks", "{} h").format(f"{whole // 3600}:{whole % 3600 // 60:02d}")
    return translate("Tasks", "{} d").format(whole // 86_400)


def age_words(entry: TaskEntry) -> str:
    """How long ago we learned of it."""
    return time_words((now_ns() - entry.seen_ns) / 1e9)


def left_words(entry: TaskEntry) -> str:
    """How long the server keeps it, from when it was created; nothing of one that it does not know."""
    if not entry.has_ttl or (entry.settled and not entry.ended):
        return ""
    if not entry.expires_ns:
        return translate("Tasks", "kept forever")
    left_s = (entry.expires_ns - now_ns()) / 1e9
    return (
        translate("Tasks", "{} left").format(time_words(left_s))
        if left_s > 0
        else translate("Tasks", "may be forgotten")
    )


def poll_words(entry: TaskEntry, polling: bool) -> str:
    """Whether and when it is asked about next."""
    if entry.ended or entry.settled:
        return ""
    if not polling:
        return translate("Tasks", "not polled")
    if not entry.next_poll_ns:
        return translate("Tasks", "polling…")
    return translate("Tasks", "next poll in {}").format(
        time_words((entry.next_poll_ns - now_ns()) / 1e9 + 0.99)
    )
