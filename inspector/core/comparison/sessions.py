"""Two recordings compared as wholes: what the servers offered, the calls, and what only one of them has."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass

from inspector.core.comparison.calls import Calls, compare_calls
from inspector.core.comparison.offers import Offer, compare_offers
from inspector.core.comparison.recording import Recording, pair_servers
from inspector.trace.journal import Journal

__all__ = ["SessionComparison", "compare_sessions"]


@dataclass(frozen=True, slots=True)
class SessionComparison:
    """What `compare_sessions` found."""

    offers: list[Offer]
    calls: Calls

    def is_different(self) -> bool:
        """Whether they differ in more than ids, times and how long things took."""
        return (
            any(offer.change not in ("same", "unlisted") for offer in self.offers)
            or any(pair.result not in ("same", "noise") for pair in self.calls.pairs)
            or any(self.calls.only)
        )


def compare_sessions(
    left: Journal,
    right: Journal,
    told: Callable[[int], bool],
    ignore: Sequence[str] = (),
    *,
    noise_counts: bool = False,
) -> SessionComparison | None:
    """Compare what is in the files of two sessions. For a worker thread; bodies are read one at a time.

    told: hears how many calls were looked at and says whether to go on; None when it did not. ignore: JSON
    paths that may differ. noise_counts: what looks like ids and times counts too. Raises UsageError for such
    a path that cannot be read, DamagedError, ClosedError.
    """
    stopped = False
    looked_at = 0

    def go_on(done: int = 0) -> bool:
        nonlocal stopped, looked_at
        looked_at = max(looked_at, done)
        stopped = stopped or not told(looked_at)
        return not stopped

    with ExitStack() as stack:
        sides = []
        for journal in (left, right):
            journal.wait_written()
            stack.enter_context(journal.doubting())
            reader = stack.enter_context(closing(journal.second_reader()))
            connection = stack.enter_context(reader.own(lambda: not go_on()))
            sides.append(Recording(journal, connection))
        mine, other = sides
        servers = pair_servers(mine.sessions, other.sessions)
        try:
            offers = [offer for pair in servers for offer in compare_offers(mine, other, pair, ignore, go_on)]
            calls = compare_calls(mine, other, servers, ignore, go_on, noise_counts)
        except sqlite3.OperationalError:
            if stopped:
                return None
            raise
        return SessionComparison(offers, calls) if calls is not None and not stopped else None
