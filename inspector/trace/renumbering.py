"""Put records of one session file into another, where they get other numbers.

A record says by numbers what belongs together: its exchange, its session; an exchange its answer, its last
record, the exchange above it. All of them are given anew, and what is not there becomes 0.
"""

from __future__ import annotations

import re
import shutil
from array import array
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Final

import msgspec

from inspector.protocol.correlation import with_reason
from inspector.protocol.records import Exchange, Finding, Record, SessionInfo
from inspector.trace.annotations import Annotations
from inspector.trace.file_check import LARGEST
from inspector.trace.journal import Journal
from inspector.translation import Translated, composed, recorded

__all__ = ["Renumbered"]

_GAP: Final = 1 << 16  # numbers further beyond all before are kept apart
_INSIDE: Final = re.compile(r"^inside #(\d+)")
SYNC_BYTES: Final = 16 << 20


class Renumbered:
    """What one source becomes in a target. offset_ns: added to all its times."""

    def __init__(self, target: Journal, offset_ns: int = 0) -> None:
        self._target = target
        self._offset_ns = offset_ns
        self._numbers = array("q", [0])
        self._far: dict[int, int] = {}
        self._sessions: dict[int, int] = {}

    def number(self, old: int) -> int:
        """The new number of a record; 0 when it is not there."""
        near = self._numbers[old] if 0 <= old < len(self._numbers) else 0
        return near or self._far.get(old, 0)

    def session(self, info: SessionInfo) -> None:
        """Take over a connection."""
        new = self._sessions[info.number] = self._target.next_session()
        moved = {name: self._at(getattr(info, name)) for name in ("started_ns", "ended_ns")}
        self._target.add_session(msgspec.structs.replace(info, number=new, **moved))

    def record(self, record: Record, spooled: Path | None = None) -> int:
        """Append a record; its new number. spooled: a file with the whole of a cut line, to be copied."""
        new = self._target.next_number()
        self._learn(record.number, new)
        changes: dict[str, object] = {
            "number": new,
            "at_ns": self._at(record.at_ns),
            "session": self._sessions.get(record.session, record.session if not self._sessions else 0),
            "exchange": self.number(record.exchange),
            "spool": self._copied(spooled) if spooled is not None else record.spool,
        }
        if record.note.startswith("inside #"):
            changes["note"] = self._inside(record.note)
        self._target.append([msgspec.structs.replace(record, **changes)])
        if self._target.backlog_bytes > SYNC_BYTES:
            self._target.sync()
        return new

    def exchange(self, exchange: Exchange) -> None:
        """Take over an exchange. Its records were appended before; without its request it is left out."""
        new = self.number(exchange.number)
        if not new:
            return
        times = {name: self._at(getattr(exchange, name)) for name in _TIMES}
        places = {name: self.number(getattr(exchange, name)) for name in ("answer", "last", "parent")}
        places["last"] = places["last"] or places["answer"] or new
        session = self._sessions.get(exchange.session, exchange.session)
        moved = msgspec.structs.replace(exchange, number=new, session=session, **times, **places)
        self._target.touch(moved)
        if self._target.backlog_bytes > SYNC_BYTES:
            self._target.sync()

    def finding(self, finding: Finding) -> None:
        """Take over what a lint rule says, unless what it is about is not there."""
        record, exchange = self.number(finding.record), self.number(finding.exchange)
        if (finding.record or finding.exchange) and not (record or (exchange and not finding.record)):
            return
        moved = msgspec.structs.replace(
            finding,
            record=record,
            exchange=exchange,
            session=self._sessions.get(finding.session, finding.session),
        )
        self._target.add_findings([moved])

    def annotations(self, old: Annotations, text: Callable[[str], str] = str) -> None:
        """Take over marks, references and notes. text: what becomes of a note."""
        own = self._target.annotations
        own.set_marked([new for one in old.marked() if (new := self.number(one))], True)
        for number in old.references():
            if new := self.number(number):
                own.set_reference(new, True)
        for number in old.noted():
            if new := self.number(number):
                own.set_note(new, text(old.note(number)))

    def _learn(self, old: int, new: int) -> None:
        if not 0 <= old < 2 * len(self._numbers) + _GAP:
            self._far[old] = new
            return
        if old >= len(self._numbers):
            self._numbers.extend([0] * (old + 1 - len(self._numbers)))
        self._numbers[old] = new

    def _at(self, at_ns: int) -> int:
        return max(0, min(at_ns + self._offset_ns, LARGEST)) if at_ns else 0

    def _inside(self, note: str) -> str:
        """The note of what was inside another message, whose number is another now."""
        match = _INSIDE.match(note)
        if match is None:
            return note
        inside = recorded("inside #{whole}", whole=self.number(int(match[1])))
        if isinstance(note, Translated) and note.message.args[1:]:
            return with_reason(inside, note.message.args[1])
        return composed("{}{}", inside, note[match.end() :])

    def _copied(self, source: Path) -> str:
        with suppress(OSError), source.open("rb") as whole:
            file, path = self._target.spool_file(source.stem)
            with file:
                shutil.copyfileobj(whole, file)
            return str(path)
        return ""


_TIMES: Final = ("started_ns", "sent_ns", "first_ns", "ended_ns")
