"""A session as a sequence ladder: lanes for user, client and servers, a step for every record.

Nothing here holds a session: steps are made of the rows that are looked at, and the bars of what was
open beside them are asked of the file for the same stretch. So a ladder of a million records costs a page.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from inspector.json_tokens import TEXT
from inspector.protocol.records import SessionInfo
from inspector.trace.files import duration_text, size_text
from inspector.trace.ladder.scope import BY_USER
from inspector.trace.rows import Row
from inspector.translation import shown, translate

__all__ = [
    "GAP_NS",
    "MOST_LEVELS",
    "LadderStep",
    "Lane",
    "Lanes",
    "Mark",
    "Span",
    "marks",
    "spans",
    "step_of",
]

GAP_NS: Final = 1_000_000_000  # a pause that is said, because the ladder does not draw it
LOOK_BACK: Final = 20_000  # records before a page in which an exchange that is open on it may have begun
LONG: Final = 500  # records
MOST_LEVELS: Final = 4  # bars side by side on one lane
_ENDLESS: Final = 1 << 62

_ASKS_PERSON: Final = ("elicitation/create", "sampling/createMessage")
_ODD: Final = ("late", "duplicate", "unknown", "mistyped")
_UNANSWERED: Final = {"lost": ("✗", "error"), "pending": ("◌", "pending")}
_NOTES: Final = ("lifecycle", "stderr", "malformed", "head")
_PROGRESS: Final = re.compile(r'"progress"\s*:\s*([-+.\deE]+)')
_TOTAL: Final = re.compile(r'"total"\s*:\s*([-+.\deE]+)')
_TEXT: Final = re.compile(rf'"(?:message|data|reason|uri)"\s*:\s*"({TEXT})')


@dataclass(frozen=True, slots=True)
class Lane:
    """One vertical line. kind: user | client | server. sessions: the connections that it stands for."""

    kind: str
    title: str
    sessions: frozenset[int] = frozenset()


class Lanes:
    """All lanes of a ladder from left to right: user if there is one, client, servers by name."""

    def __init__(self, sessions: Iterable[SessionInfo], user: bool, *, names: Sequence[str]) -> None:
        """names: titles of the lanes of user and client."""
        servers: dict[str, set[int]] = {}
        for info in sessions:
            servers.setdefault(info.name, set()).add(info.number)
        self.all: tuple[Lane, ...] = (
            *((Lane("user", names[0]),) if user else ()),
            Lane("client", names[1]),
            *(Lane("server", name, frozenset(numbers)) for name, numbers in servers.items()),
        )
        self.client = int(user)
        self._places = {number: place for place, lane in enumerate(self.all) for number in lane.sessions}

    @property
    def has_user(self) -> bool:
        """Whether the first lane is the user's."""
        return self.client == 1

    def answerer(self, span: Span) -> int:
        """Place of the lane that answers an exchange; -1 when its connection is not shown."""
        place = self._places.get(span.session, -1)
        return self.client if place >= 0 and span.direction == "in" else place

    def server(self, session: int) -> int:
        """Place of the lane of a connection; the client's for one that is not shown."""
        return self._places.get(session, self.client)

    def ends(self, step: LadderStep) -> tuple[int, int]:
        """Places where the arrow of a step begins and ends; the same twice for a note."""
        server = self.server(step.session)
        if step.shape == "note":
            place = self.client if step.direction == "out" else server
            return place, place
        return (self.client, server) if step.direction == "out" else (server, self.client)


@dataclass(frozen=True, slots=True)
class LadderStep:
    """What one record is in a ladder.

    shape: request | answer | notification | note. user: "" | asked (the client turns to the user) |
    told (the user turned to the client). tone: role of the theme. text: with its glyph, one line.
    """

    number: int
    at_ns: int
    session: int
    direction: str
    exchange: int
    shape: str
    text: str
    tone: str
    user: str = ""
    severity: str = ""

    @property
    def is_error(self) -> bool:
        """Whether it tells of something that went wrong."""
        return self.tone == "error"


def step_of(row: Row) -> LadderStep:
    """The step of a record."""
    shape = _shape(row)
    glyph, tone = _judged(row, shape)
    text = " ".join(part for part in (glyph, _said(row, shape)) if part)
    return LadderStep(
        row.number, row.at_ns, row.session, row.direction, row.exchange, shape, text, tone, _user(row),
        row.severity,
    )  # fmt: skip


def _shape(row: Row) -> str:
    if row.kind in _NOTES or not row.direction:
        return "note"
    return {"request": "request", "response": "answer", "error": "answer"}.get(row.kind, "notification")


def _judged(row: Row, shape: str) -> tuple[str, str]:
    """Glyph and tone. Colour never says it alone."""
    if row.role in _ODD:
        return "⚠", "warning"
    if row.kind == "malformed":
        return "⚠", "error"
    if row.outcomes and (shape == "answer" or row.role == "cancel"):
        return row.outcomes[0].glyph, row.outcomes[0].role
    if row.kind == "error":
        return "✗", "error"
    if shape == "answer" and '"input_required"' in row.preview:
        return "?", "warning"
    if shape == "answer":
        failed = row.detail.startswith("isError") and row.answer == row.number
        return ("✗", "error") if failed else ("✓", "ok")
    if row.role == "cancel":
        return "⊘", "warning"
    if shape == "request" and row.opens and row.status in _UNANSWERED:
        return (row.outcomes[0].glyph, row.outcomes[0].role) if row.outcomes else _UNANSWERED[row.status]
    if row.kind in ("lifecycle", "head"):
        return "", "muted"
    return "", "client" if row.direction == "out" else "server"


def _user(row: Row) -> str:
    if row.method in _ASKS_PERSON:
        if row.kind == "request":
            return "asked"
        return "told" if row.kind == "response" and row.role == "answer" else ""
    if row.role == "retry":
        return "told"
    if row.kind == "response" and '"input_required"' in row.preview:
        return "asked"
    return "told" if row.role == "cancel" and any(words in row.detail for words in BY_USER) else ""


def _said(row: Row, shape: str) -> str:
    if shape == "note":
        kind = "" if row.kind == "lifecycle" else row.kind
        return " ".join(part for part in (kind, shown(row.note) or row.preview) if part)
    if shape == "request":
        lost = ""
        if row.opens and row.status == "lost":
            lost = f"({_became(row)})" if row.outcomes else translate("Trace", "(lost)")
        text = " ".join(part for part in (row.method, row.target, lost) if part)
        if row.role == "retry":
            words = _became(row)
            text = translate("Trace", "retry: {}").format(text)
            return f"{text} ({words})" if words else text
        return text
    if shape == "answer":
        return _answered(row)
    if row.role == "progress":
        return _progress(row)
    found = _TEXT.search(row.preview)
    ends = f"({words})" if (words := _became(row)) else ""
    return " ".join(part for part in (row.method or row.kind, ends, found[1] if found else "") if part)


def _became(row: Row) -> str:
    return ", ".join(one.word for one in row.outcomes)


def _answered(row: Row) -> str:
    parts = [row.role if row.role in _ODD else "", _became(row)]
    if row.kind == "error":
        parts.append(
            shown(row.detail) if row.answer == row.number and row.detail else translate("Trace", "error")
        )
    elif row.outcomes:
        pass  # the word says it
    elif '"input_required"' in row.preview:
        parts.append(translate("Trace", "input required"))
    else:
        parts.append(
            translate("Trace", "tool error")
            if row.detail.startswith("isError")
            else translate("Trace", "result")
        )
    if row.answer == row.number and row.duration_ns:
        parts.append(duration_text(row.duration_ns))
    parts.append(size_text(row.size) if row.size else "")
    return " ".join(part for part in parts if part)


def _progress(row: Row) -> str:
    done, total = _PROGRESS.search(row.preview), _TOTAL.search(row.preview)
    share = f"{done[1]}/{total[1]}" if done and total else done[1] if done else ""
    text = _TEXT.search(row.preview)
    return " ".join(part for part in ("progress", share, text[1] if text else "") if part)


# -- what is open beside a step ------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Span:
    """An exchange as a bar on the lane of the side that answers. last: number of the record that ends it."""

    number: int
    last: int
    session: int
    direction: str

    @property
    def is_long(self) -> bool:
        """Whether it has not ended, or lasted over so many records that it is background."""
        return self.last - self.number > LONG


@dataclass(frozen=True, slots=True)
class Mark:
    """A piece of a bar beside one step. part: begins | runs | ends.

    level: bars to its left on the lane; -1: of a long exchange, a thin one beside them.
    """

    span: Span
    level: int
    part: str


def spans(connection: sqlite3.Connection, first: int, last: int) -> list[Span]:
    """Exchanges that are open somewhere from record first to last, and short ones shortly before.

    Oldest first. One that began more than LOOK_BACK records earlier is left out: looking for it would read
    the file. Those before are there so that a bar has the same place whatever page it is on.
    """
    rows = connection.execute(
        "SELECT number, CASE WHEN status IN ('pending', 'input_required', 'lost') THEN ?3"
        " ELSE coalesce(nullif(answer, 0), last) END AS closed, session, direction FROM exchange"
        " WHERE number BETWEEN ?1 - ?4 AND ?2 AND (closed >= ?1 OR number >= ?1 - ?5) AND closed > number"
        " ORDER BY number",
        (first, last, _ENDLESS, LOOK_BACK, 2 * LONG),
    )
    return [Span(*row) for row in rows]


def marks(open_spans: Sequence[Span], numbers: Sequence[int]) -> dict[int, tuple[Mark, ...]]:
    """Record → the pieces of bars beside it. Bars that are open together stand side by side."""
    shown = [
        (span, level)
        for span, level in zip(open_spans, _levels(open_spans), strict=True)
        if level < MOST_LEVELS
    ]
    found: dict[int, tuple[Mark, ...]] = {}
    for number in numbers:
        found[number] = tuple(
            Mark(span, level, _part(span, number))
            for span, level in shown
            if span.number <= number <= span.last
        )
    return found


def _part(span: Span, number: int) -> str:
    if number == span.number:
        return "begins"
    return "ends" if number == span.last else "runs"


def _levels(open_spans: Sequence[Span]) -> list[int]:
    """The lowest place on its lane that is free when a span begins."""
    until: dict[tuple[str, int], list[int]] = {}
    levels = []
    for span in open_spans:
        if span.is_long:
            levels.append(-1)
            continue
        taken = until.setdefault((span.direction, span.session if span.direction == "out" else 0), [])
        level = next((place for place, end in enumerate(taken) if end < span.number), len(taken))
        taken[level : level + 1] = [span.last]
        levels.append(level)
    return levels
