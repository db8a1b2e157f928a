"""A stretch of time, the places of moments in it, and its ticks with their words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

__all__ = ["LEAST_NS", "Axis", "moment_text", "ticks"]

LEAST_NS: Final = 10_000  # no zoom shows less than 10 µs: clocks are no better
_SECOND: Final = 10**9
_LONG_STEPS: Final = tuple(
    seconds * _SECOND for seconds in (60, 120, 300, 600, 1200, 1800, 3600, 7200, 14_400, 43_200, 86_400)
)
_MS: Final = 10**6
_MOST_DIGITS: Final = 3  # of a second; finer moments are told by their distance from a millisecond


@dataclass(frozen=True, slots=True)
class Axis:
    """From start to end, in ns since the epoch."""

    start_ns: int
    end_ns: int

    @property
    def length_ns(self) -> int:
        """Never below 1."""
        return max(1, self.end_ns - self.start_ns)

    def place(self, at_ns: int, width: float) -> float:
        """Time to px, kept within 0..width."""
        return min(max((at_ns - self.start_ns) / self.length_ns, 0.0), 1.0) * width

    def time(self, x: float, width: float) -> int:
        """Px to time; also outside of 0..width."""
        return self.start_ns + round(x * self.length_ns / max(1.0, width))

    def zoomed(self, factor: float, anchor_ns: int) -> Axis:
        """Shorter (factor below 1) or longer; the anchor stays where it is."""
        factor = max(factor, LEAST_NS / self.length_ns)
        start = anchor_ns - round((anchor_ns - self.start_ns) * factor)
        return Axis(start, start + max(LEAST_NS, round(self.length_ns * factor)))

    def moved(self, by_ns: int) -> Axis:
        """The same length, earlier or later."""
        return Axis(self.start_ns + by_ns, self.end_ns + by_ns)


def ticks(axis: Axis, origin_ns: int, most: int) -> list[tuple[int, str]]:
    """At most about `most` round moments of an axis, each with its time since the origin in words.

    Moments closer than a millisecond say how long after one they are, the first also after which:
    `10.032 s +20 µs`, `+40 µs`.
    """
    step = _step(axis.length_ns / max(1, most))
    first = -(-(axis.start_ns - origin_ns) // step) * step
    places = range(first, axis.end_ns - origin_ns + 1, step)
    return [(origin_ns + place, _tick_text(place, step, first)) for place in places]


def _tick_text(ns: int, step_ns: int, first_ns: int) -> str:
    after = ns % _MS
    if not after or step_ns >= _MS:
        return moment_text(ns, step_ns)
    return f"{moment_text(ns - after)} +{after / 1000:g} µs" if ns == first_ns else f"+{after / 1000:g} µs"


def _step(least_ns: float) -> int:
    if least_ns > 30 * _SECOND:
        step = next((step for step in _LONG_STEPS if step >= least_ns), _LONG_STEPS[-1] * 7)
        while step < least_ns:  # a file may hold times of two centuries
            step *= 2
        return step
    step = 1
    while step < least_ns:
        step = next((step * factor for factor in (2, 5) if step * factor >= least_ns), step * 10)
    return step


def moment_text(ns: int, step_ns: int = _MS) -> str:
    """A time since the start, as exact as a step needs but no finer than a millisecond.

    `0.120 s`, `12.031 s`, `19:06.521`, `1:00:00.000`; with a step of a second `12 s`, `19:06`.
    """
    digits = 0
    while digits < _MOST_DIGITS and _SECOND // 10**digits > step_ns:
        digits += 1
    unit = _SECOND // 10**digits
    whole = (abs(ns) + unit // 2) // unit * unit  # rounded first: 59.9996 s are a minute
    sign = "-" if ns < 0 and whole else ""
    minutes, rest = divmod(whole, 60 * _SECOND)
    seconds, fraction = divmod(rest, _SECOND)
    part = f".{fraction // unit:0{digits}d}" if digits else ""
    if not minutes:
        return f"{sign}{seconds}{part} s"
    hours, minutes = divmod(minutes, 60)
    clock = f"{hours}:{minutes:02d}" if hours else str(minutes)
    return f"{sign}{clock}:{seconds:02d}{part}"
