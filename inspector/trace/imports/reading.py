"""What all imports share: the journal they fill, how far they are, and what could not be read."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

from inspector.errors import UsageError
from inspector.protocol.records import Record, SessionInfo
from inspector.trace.journal import Journal
from inspector.translation import recorded, translate

__all__ = ["BROKEN", "Reading", "Stopped", "length_ns", "ns_of", "stored_ns", "text_of", "whole_document"]

BROKEN = (KeyError, TypeError, ValueError, AttributeError, OverflowError, RecursionError)
"""What reading a document of another shape than the one expected may raise."""
SHOWN_BYTES = 65_536
LATEST_NS = 1 << 62  # in the year 2116
LONGEST_NS = 10 * 365 * 86_400 * 10**9
EACH = 64  # steps between two questions whether to go on
SHOWN_PROBLEMS = 1000  # records of what cannot be read; more of them are counted only


LARGEST_DOCUMENT = 512 << 20
"""Bytes of a file that is one JSON document: it is read whole, and what is made of it takes twice as much."""


class Stopped(Exception):
    """A user does not want it any more."""


class Reading:
    """One import. told: called with the bytes read so far; False stops it."""

    def __init__(self, journal: Journal, at_ns: int = 0, told: Callable[[int], bool] | None = None) -> None:
        self.journal = journal
        self.at_ns = at_ns  # of what has no time of its own: that of the file, then the latest that was read
        self.problems = 0
        self.left_out = 0  # what is no MCP: other requests of a browser
        self._told = told
        self._steps = 0
        self._session = 0

    def went_on(self, done: int) -> None:
        """So much of the file is read."""
        self._steps += 1
        if self._steps % EACH == 0:
            self.journal.flush()
            if self._told is not None and not self._told(done):
                raise Stopped

    def problem(self, raw: bytes, why: str) -> None:
        """Something of the file that cannot be read: it is shown as a malformed record."""
        self.problems += 1
        if self.problems > SHOWN_PROBLEMS:
            return
        if self.problems == SHOWN_PROBLEMS:
            why = recorded("this cannot be read either; further unreadable entries are only counted")
        if not self._session:
            self._session = self.journal.next_session()
            self.journal.add_session(SessionInfo(self._session, "not read", "", "", self.at_ns))
        record = Record(
            self.journal.next_number(), self.at_ns, self._session, "in", "", "malformed",
            size=len(raw), raw=raw[:SHOWN_BYTES], note=why[:SHOWN_BYTES],
        )  # fmt: skip
        self.journal.append([record])


def whole_document(path: Path) -> bytes:
    """The bytes of a file that is one JSON document. Raises UsageError for one that is too large."""
    size = path.stat().st_size
    if size > LARGEST_DOCUMENT:
        raise UsageError(
            translate(
                "Trace",
                "{path} is too large: {size} MB, at most {largest_document} MB; record less, or split it",
            ).format(path=path, size=size >> 20, largest_document=LARGEST_DOCUMENT >> 20)
        )
    return path.read_bytes().removeprefix(b"\xef\xbb\xbf")


def ns_of(text: object) -> int:
    """ISO 8601 as ns since the epoch, without a zone UTC; 0 for what is none."""
    if not isinstance(text, str):
        return 0
    try:
        at = datetime.fromisoformat(text.strip().replace(" ", "T", 1))
        at = at if at.tzinfo is not None else at.replace(tzinfo=UTC)
        whole = int(at.replace(microsecond=0).timestamp())
    except (ValueError, OverflowError):
        return 0
    return stored_ns(whole * 1_000_000_000 + at.microsecond * 1000)


def stored_ns(at_ns: object) -> int:
    """A time as a session file can hold it; 0 for what is none, or before the epoch."""
    return at_ns if isinstance(at_ns, int) and 0 <= at_ns < LATEST_NS else 0


def length_ns(value: object, unit_ns: float = 1e6) -> int:
    """How long something took, by default from ms; 0 for what is no length."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 < value * unit_ns < LONGEST_NS:
        return 0
    return round(value * unit_ns)


def text_of(value: object) -> str:
    """A member that should be a text; empty when it is none."""
    return value if isinstance(value, str) else ""
