"""How long calls took over the time of a session, and how many there were a second."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from inspector.trace.statistics.statistics import Group

__all__ = ["MOST_DOTS", "Bin", "Dot", "Series", "series"]

BINS: Final = 160
MOST_DOTS: Final = 1500  # more calls are shown as bands: one would not see a single one


@dataclass(frozen=True, slots=True)
class Bin:
    """A stretch of time. Durations in ns; what began in it and was answered."""

    count: int
    p50: int
    p95: int
    most: int


@dataclass(frozen=True, slots=True)
class Dot:
    """One call."""

    started_ns: int
    duration_ns: int
    number: int


@dataclass(frozen=True, slots=True)
class Series:
    """bins: stretches of the same length from first_ns on, None where nothing began. dots: when few."""

    first_ns: int
    bin_ns: int
    bins: tuple[Bin | None, ...]
    dots: tuple[Dot, ...]

    @property
    def last_ns(self) -> int:
        """Where the last stretch ends."""
        return self.first_ns + self.bin_ns * len(self.bins)

    @property
    def least(self) -> int:
        """The shortest duration that is drawn."""
        dots = [dot.duration_ns for dot in self.dots]
        return min(dots or [one.p50 for one in self.bins if one is not None], default=0)

    @property
    def most(self) -> int:
        """The longest duration."""
        return max((one.most for one in self.bins if one is not None), default=0)


def series(groups: Sequence[Group]) -> Series | None:
    """Latency over time of all calls of the groups; None: no call was answered. For a worker thread."""
    count = sum(len(group.started) for group in groups)
    if not count:
        return None
    first = min(min(group.started) for group in groups if group.started)
    last = max(max(group.started) for group in groups if group.started)
    length = max(1_000_000, (last - first) // BINS + 1)
    durations: list[list[int]] = [[] for _ in range((last - first) // length + 1)]
    for group in groups:
        for at, took in zip(group.started, group.durations, strict=True):
            durations[(at - first) // length].append(took)
    dots: list[Dot] = []
    if count <= MOST_DOTS:
        for group in groups:
            dots.extend(map(Dot, group.started, group.durations, group.numbers))
    return Series(first, length, tuple(map(_bin, durations)), tuple(dots))


def _bin(durations: list[int]) -> Bin | None:
    if not durations:
        return None
    durations.sort()
    count = len(durations)
    return Bin(
        count, durations[(count - 1) // 2], durations[max(0, -(-count * 95 // 100) - 1)], durations[-1]
    )
