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
_UNITS: Final = ((_SECOND, "s"), (10**6, "ms"), (1000, "µs"))


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
    """At most about `most` round moments of an axis, each with its time since the origin in words."""
    step = _step(axis.length_ns / max(1, most))
    first = -(-(axis.start_ns - origin_ns) // step) * step
    places = range(first, axis.end_ns - origin_ns + 1, step)
    return [(origin_ns + place, moment_text(place, step)) for place in places]


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


def moment_text(ns: int, step_ns: int = 1000) -> str:
    """A time since the start, as exact as a step needs: `0`, `120 ms`, `1.25 s`, `2:05`, `1:00:00`."""
    if not ns:
        return "0"
    sign, left = ("-", -ns) if ns < 0 else ("", ns)
    if left >= 60 * _SECOND:
        minutes, rest = divmod(left, 60 * _SECOND)
        hours, minutes = divmod(minutes, 60)
        clock = f"{hours}:{minutes:02d}" if hours else str(minutes)
        seconds = _decimal(rest, _SECOND, step_ns)
        return f"{sign}{clock}:{'0' if rest < 10 * _SECOND else ''}{seconds}"
    unit, word = next(((size, word) for size, word in _UNITS if left >= size), _UNITS[-1])
    return f"{sign}{_decimal(left, unit, step_ns)} {word}"


def _decimal(ns: int, unit: int, step_ns: int) -> str:
    digits = 0
    while unit // 10**digits > step_ns and unit // 10**digits > 1:
        digits += 1
    text = f"{ns / unit:.{digits}f}"
    return text.rstrip("0").rstrip(".") if digits else text
