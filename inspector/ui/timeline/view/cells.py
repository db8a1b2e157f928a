"""The text of a timeline row: made from a `Row` when the row is first painted, then kept.

No widgets and no storage here: a row goes in, words, colours by role and marks come out.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication

from inspector.json_tokens import TEXT
from inspector.printable import without_escapes
from inspector.protocol.questions import QuestionOutcome
from inspector.protocol.subscribing import CHANGES, LISTEN
from inspector.trace.rows import Row
from inspector.translation import shown
from inspector.ui.locale.locale_text import duration_text, size_text
from inspector.ui.session.task_words import status_word
from inspector.ui.timeline.view.times import time_text
from inspector.ui.widgets.controls import Marked

__all__ = ["Cells", "make_cells", "status_text", "time_text"]


ARROWS: Final = {"out": "→", "in": "←", "": "·"}
DIRECTION_ROLES: Final = {"out": "client", "in": "server", "": "muted"}
_OWN_TEXT: Final = ("stderr", "lifecycle", "malformed", "head")  # their text runs over method and target
_ODD: Final = ("late", "duplicate", "unknown", "mistyped")
_SEVERITY_MARKS: Final = {"error": "error", "warning": "warning"}

# status → (glyph, word, role)
_STATUS: Final[dict[str, tuple[str, Marked, str]]] = {
    "pending": ("◌", QT_TRANSLATE_NOOP("timeline", "pending"), "pending"),
    "done": ("✓", QT_TRANSLATE_NOOP("timeline", "ok"), "ok"),
    "failed": ("✗", QT_TRANSLATE_NOOP("timeline", "error"), "error"),
    "input_required": ("?", QT_TRANSLATE_NOOP("timeline", "input"), "warning"),
    "cancelled": ("⊘", QT_TRANSLATE_NOOP("timeline", "cancelled"), "muted"),
    "lost": ("✗", QT_TRANSLATE_NOOP("timeline", "lost"), "error"),
}
_COUNTED: Final = {"pending": "●", "done": "✓"}  # of a subscription: how it stands, before its events
_ONE_EVENT: Final[Marked] = QT_TRANSLATE_NOOP("timeline", "1 event")
_EVENTS: Final[Marked] = QT_TRANSLATE_NOOP("timeline", "{} events")
# Words that are looked up by a value; named here so that the tool that collects texts finds them.
WORDS: Final = (
    QT_TRANSLATE_NOOP("timeline", "batch"),
    QT_TRANSLATE_NOOP("timeline", "call"),
    QT_TRANSLATE_NOOP("timeline", "cancel"),
    QT_TRANSLATE_NOOP("timeline", "cut"),
    QT_TRANSLATE_NOOP("timeline", "acknowledged"),
    QT_TRANSLATE_NOOP("timeline", "duplicate"),
    QT_TRANSLATE_NOOP("timeline", "event"),
    QT_TRANSLATE_NOOP("timeline", "head"),
    QT_TRANSLATE_NOOP("timeline", "late"),
    QT_TRANSLATE_NOOP("timeline", "lifecycle"),
    QT_TRANSLATE_NOOP("timeline", "log"),
    QT_TRANSLATE_NOOP("timeline", "malformed"),
    QT_TRANSLATE_NOOP("timeline", "mistyped"),
    QT_TRANSLATE_NOOP("timeline", "nested"),
    QT_TRANSLATE_NOOP("timeline", "notification"),
    QT_TRANSLATE_NOOP("timeline", "progress"),
    QT_TRANSLATE_NOOP("timeline", "request"),
    QT_TRANSLATE_NOOP("timeline", "response"),
    QT_TRANSLATE_NOOP("timeline", "retry"),
    QT_TRANSLATE_NOOP("timeline", "stderr"),
    QT_TRANSLATE_NOOP("timeline", "task"),
    QT_TRANSLATE_NOOP("timeline", "tool error"),
    QT_TRANSLATE_NOOP("timeline", "unknown"),
)
_SPOKEN: Final = ("progress", "cancel", "log", "event", "acknowledged")  # more than "notification"
_SUBJECT: Final = re.compile(rf'"(?:uri|taskId)"\s*:\s*"({TEXT})"')
_MEMBERS: Final = re.compile(r'"(?:params|result|error)"\s*:\s*')


@dataclass(frozen=True, slots=True)
class Cells:
    """What the delegate paints of one row."""

    row: Row
    texts: tuple[str, ...]  # one for each column; pending durations are made at paint
    status_role: str
    kind_role: str
    method_role: str
    target_role: str
    ground: str  # role that tints the whole row, "": none
    spans: bool  # the text of METHOD runs on over TARGET
    pending: bool
    mark: str  # role of the mark for findings, "": none


def translated(text: str) -> str:
    """A word of the timeline, translated."""
    return QCoreApplication.translate("timeline", text)


def status_text(row: Row) -> tuple[str, str]:
    """Glyph with word, and role. Colour never says it alone."""
    if row.role in _ODD:
        return f"⚠ {translated(row.role)}", "warning"
    if row.kind == "malformed":
        return "⚠ " + (translated("cut") if row.spool else translated("malformed")), "error"
    if row.outcomes:
        return _became(row.outcomes)
    if row.opens:
        return _exchange_status(row)
    if row.kind == "error":
        return "✗ " + _short(shown(row.detail)), "error"
    if row.kind == "response":
        return (
            ("✗ " + _short(shown(row.detail)), "error")
            if row.status == "failed"
            else ("✓ " + translated("ok"), "ok")
        )
    return "", "muted"


def _exchange_status(row: Row) -> tuple[str, str]:
    glyph, word, role = _STATUS.get(row.status, ("·", row.status, "muted"))
    if row.method == LISTEN and row.progress >= 0:
        count = translated(_ONE_EVENT if row.progress == 1 else _EVENTS).format(f"{row.progress:.0f}")
        if row.status in _COUNTED:
            return f"{_COUNTED[row.status]} {count}", "ok"
    text = f"{glyph} {translated(word)}"
    if row.status == "pending" and row.progress >= 0:
        text = f"{glyph} {_progress(row)}"
    elif row.status == "failed":
        text = f"{glyph} {_short(shown(row.detail))}"
    elif row.status == "done" and row.detail.startswith("task "):
        text = f"{glyph} {translated('task')} {_brief(row.detail.rpartition(' · ')[2])}"
    elif row.status == "done" and row.detail and row.method.startswith("tasks/"):
        text = f"{glyph} {_brief(shown(row.detail))}"
    return text, role


def _became(outcomes: tuple[QuestionOutcome, ...]) -> tuple[str, str]:
    """What became of the questions; the sign is that of the first which got no answer."""
    one = next((one for one in outcomes if one.role != "ok"), outcomes[0])
    return f"{one.glyph} {', '.join(outcome.word for outcome in outcomes)}", one.role


def _brief(status: str) -> str:
    return translated("input") if status == "input_required" else status_word(status)


def _progress(row: Row) -> str:
    if row.total > 0:
        return f"{min(100, 100 * row.progress / row.total):.0f} %"
    return f"{row.progress:g} …"


def _short(detail: str) -> str:
    """`-32602 Unknown tool` as `-32602`; `isError` in words; the whole is in the tooltip and the detail."""
    if detail == "isError":
        return translated("tool error")
    code = detail.split(" ", 1)[0]
    return code if code.lstrip("-").isdigit() else translated("error")


def _kind(row: Row, calls: bool) -> tuple[str, str]:
    if row.kind == "request":
        if row.parent and row.opens:
            return translated("nested"), "server"
        if row.role == "retry":
            return translated("retry"), "text"
        return (translated("call") if calls and row.direction == "out" else translated("request")), "text"
    if row.kind == "notification":
        return (translated(row.role) if row.role in _SPOKEN else translated("notification")), "muted"
    if row.kind == "malformed":
        return translated("malformed"), "error"
    return translated(row.kind), "muted" if row.kind in ("stderr", "lifecycle", "head") else "text"


def _own_text(row: Row) -> str:
    """The words of a row that is no message: note, text, or both."""
    if row.kind == "malformed":
        return f"{shown(row.note)} │ {row.preview}" if row.preview else shown(row.note)
    if row.kind == "lifecycle":
        return shown(row.note) or row.preview
    if row.kind == "stderr":
        return without_escapes(row.preview.replace("␛", "\x1b"))  # a preview has signs for control characters
    return row.preview


def _target(row: Row) -> tuple[str, str]:
    """A tool, URI or prompt; else the beginning of what the message carries, faded."""
    if row.opens or (row.kind in ("response", "error") and row.target):
        return row.target, "text"
    if row.method in CHANGES and row.kind == "notification":
        subject = _SUBJECT.search(row.preview)
        return (subject[1] if subject else ""), "text"
    found = _MEMBERS.search(row.preview)
    if found is None:
        return "", "muted"
    text = row.preview[found.end() :]
    whole = row.size <= len(row.preview) + 2
    return (text.rstrip().removesuffix("}") if whole else text), "muted"


def make_cells(row: Row, calls: bool, origin_ns: int, servers: Mapping[int, str]) -> Cells:
    """All texts of a row. calls: a row is a call, else a message. servers: session number → name."""
    status, status_role = status_text(row)
    kind, kind_role = _kind(row, calls)
    spans = row.kind in _OWN_TEXT
    target, target_role = ("", "text") if spans else _target(row)
    size = row.answer_size if calls and row.opens else row.size
    texts = (
        str(row.number),
        time_text(row.at_ns, origin_ns),
        ARROWS.get(row.direction, "·"),
        servers.get(row.session, ""),
        kind,
        _own_text(row) if spans else row.method,
        target,
        status,
        duration_text(row.duration_ns) if row.opens and row.ended_ns and row.status != "lost" else "",
        size_text(size) if size else "",
        "",
    )
    return Cells(
        row,
        texts,
        status_role,
        kind_role,
        "muted" if row.kind in ("lifecycle", "head") else "error" if row.kind == "malformed" else "text",
        target_role,
        "error" if status_role == "error" else "warning" if row.role in _ODD else "",
        spans,
        row.opens and row.status == "pending",
        _SEVERITY_MARKS.get(row.severity, ""),
    )
