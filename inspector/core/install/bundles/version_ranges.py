"""Version ranges as npm and Python write them: `>=16.0.0`, `>=3.8,<4.0`, `^1.2`, `~1.2.3`, `18.x || >=20`."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

__all__ = ["is_within"]

_VERSION: Final = r"v?(\d+|[xX*])(?:\.(\d+|[xX*]))?(?:\.(\d+|[xX*]))?(?:[-+.][0-9A-Za-z.+-]*)?"
_PART: Final = re.compile(rf"(>=|<=|>|<|===?|=|!=|~=|\^|~>?)?\s*{_VERSION}")
_HYPHEN: Final = re.compile(rf"\s*({_VERSION})\s+-\s+({_VERSION})\s*")

_LONGEST: Final = 200

Numbers = tuple[int, int, int]


def is_within(version: str, wanted: str) -> bool | None:
    """Whether a version fits a range; None: one cannot be read. Marks of pre-releases do not count."""
    found = re.search(_VERSION, version)
    if found is None or not found[1].isdigit() or len(wanted) > _LONGEST:
        return None
    have = _least(found.groups()[:3])
    verdicts = [_all_of(have, part) for part in wanted.split("||")]
    if None in verdicts:
        return True if True in verdicts else None
    return True in verdicts


def _all_of(have: Numbers, text: str) -> bool | None:
    if hyphen := _HYPHEN.fullmatch(text):
        text = f">={hyphen[1]} <={hyphen[5]}"
    rest, fits = text.replace(",", " ").strip(), True
    while rest:
        part = _PART.match(rest)
        if part is None:
            return None
        fits = fits and _fits(have, part[1] or "=", part.groups()[1:4])
        rest = rest[part.end() :].lstrip()
    return fits


def _fits(have: Numbers, sign: str, parts: tuple[str | None, ...]) -> bool:
    least, given = _least(parts), _given(parts)
    rules: dict[str, Callable[[], bool]] = {
        ">=": lambda: have >= least,
        "<": lambda: have < least,
        ">": lambda: have > least if given == 3 else have >= _after(least, given),
        "<=": lambda: have <= least if given == 3 else have < _after(least, given),
        "!=": lambda: not least <= have < _after(least, given),
        "^": lambda: least <= have < _after(least, _first_that_counts(least, given)),
        "~=": lambda: least <= have < _after(least, max(1, given - 1)),
    }
    rules["~"] = rules["~>"] = lambda: least <= have < _after(least, min(2, given))
    return rules.get(sign, lambda: least <= have < _after(least, given))()


def _given(parts: tuple[str | None, ...]) -> int:
    """How many numbers stand there before the first x."""
    for count, part in enumerate(parts):
        if part is None or not part.isdigit():
            return count
    return len(parts)


def _least(parts: tuple[str | None, ...]) -> Numbers:
    given = _given(parts)
    first, second, third = (
        int(part) if part is not None and place < given else 0 for place, part in enumerate(parts)
    )
    return first, second, third


def _after(version: Numbers, given: int) -> Numbers:
    """The first version that is beyond all that begin with so many of its numbers."""
    if given == 0:
        return 10**12, 0, 0
    numbers = list(version)
    numbers[given - 1] += 1
    first, second, third = (number if place < given else 0 for place, number in enumerate(numbers))
    return first, second, third


def _first_that_counts(version: Numbers, given: int) -> int:
    """`^` keeps the first number that is not 0."""
    place = next((place for place, number in enumerate(version) if number), 2)
    return max(1, min(place + 1, given))
