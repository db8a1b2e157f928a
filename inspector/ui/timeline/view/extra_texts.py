"""The texts of columns that are hidden at first. Made when painted: hidden columns cost nothing."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from inspector.protocol.records import SessionInfo
from inspector.trace.annotations import Annotations
from inspector.trace.rows import Row
from inspector.ui.timeline.view.times import local_text

__all__ = ["EXTRA_TEXTS", "Surroundings"]


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What a row does not know itself."""

    sessions: Mapping[int, SessionInfo]
    annotations: Annotations


def _date(row: Row, _around: Surroundings) -> str:
    return local_text(row.at_ns)


def _channel(row: Row, _around: Surroundings) -> str:
    return row.channel


def _id(row: Row, _around: Surroundings) -> str:
    return row.id


def _session(row: Row, _around: Surroundings) -> str:
    return str(row.session) if row.session else ""


def _finding(row: Row, _around: Surroundings) -> str:
    return row.severity


def _transport(row: Row, around: Surroundings) -> str:
    info = around.sessions.get(row.session)
    return " · ".join(part for part in (info.transport, info.era) if part) if info is not None else ""


def _comment(row: Row, around: Surroundings) -> str:
    return " ".join(around.annotations.note(row.number).split())


EXTRA_TEXTS: Final[dict[str, Callable[[Row, Surroundings], str]]] = {
    "date": _date,
    "channel": _channel,
    "id": _id,
    "session": _session,
    "finding": _finding,
    "transport": _transport,
    "comment": _comment,
}
"""Column → its text. A column that is not here shows a value out of the bytes."""
