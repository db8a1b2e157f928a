"""What a measure is, and the table of all of them.

To add one: write a function `(Desk, Case) -> Outcome | Undecided` in a module of its own and put a Measure
into that module's MEASURES; then name the module in `measures()` below. Where a case has nothing to measure,
the function returns Undecided and says why.
"""

from __future__ import annotations

import statistics
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from tests.forms.corpora import Case

if TYPE_CHECKING:
    from tests.forms.desk import Desk

__all__ = ["Measure", "Outcome", "Undecided", "is_invalid", "is_valid", "measures", "reached"]


@dataclass(frozen=True, slots=True)
class Outcome:
    """Of one case: got out of `of` (1 of 1: passed; 17 of 20 leaves), or a time in ms with of = 0.

    why: what was wrong, in a few words. beside: what else is counted of it, by name.
    """

    got: float
    of: float = 1.0
    why: str = ""
    beside: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Undecided:
    """A case in which nothing can be measured, and why: it is counted apart."""

    why: str


def is_valid(case: Case) -> bool:
    """The corpus says that the schema allows the text."""
    return case.valid is True


def is_invalid(case: Case) -> bool:
    """The corpus says that the schema does not allow the text."""
    return case.valid is False


def share(outcomes: Sequence[Outcome]) -> float:
    """Percent of all that could be got."""
    whole = sum(outcome.of for outcome in outcomes)
    return 100 * sum(outcome.got for outcome in outcomes) / whole if whole else 100.0


def p95(outcomes: Sequence[Outcome]) -> float:
    """Value that 95 % do not exceed."""
    values = sorted(outcome.got for outcome in outcomes)
    return values[min(len(values) - 1, int(0.95 * len(values)))]


def median(outcomes: Sequence[Outcome]) -> float:
    """Value in the middle."""
    return statistics.median(outcome.got for outcome in outcomes)


def worst(outcomes: Sequence[Outcome]) -> float:
    """Largest value."""
    return max(outcome.got for outcome in outcomes)


@dataclass(frozen=True, slots=True)
class Measure:
    """key: name of the figure. run: measures one case. targets: corpus to what the figure must reach.

    takes: which cases of the corpora it is for. about: of which it claims to speak, where it takes fewer: how
    many it leaves out is said beside the figure. total: from outcomes to the figure; a share must reach its
    target, a time (in_ms) must not exceed it. rivals: corpus to the figures of others, and how they were
    found, to print beside ours.
    slow: seconds that one case may take before it counts as hung.
    """

    key: str
    what: str
    run: Callable[[Desk, Case], Outcome | Undecided]
    targets: Mapping[str, float]
    takes: Callable[[Case], bool] = is_valid
    total: Callable[[Sequence[Outcome]], float] = share
    in_ms: bool = False
    rivals: Mapping[str, str] = field(default_factory=dict)
    slow: float = 60.0
    about: Callable[[Case], bool] | None = None


def reached(measure: Measure, corpus: str, outcomes: Sequence[Outcome]) -> bool:
    """Whether the figure is as good as it must be; one of nothing is not."""
    if not outcomes:
        return False
    target, figure = measure.targets[corpus], measure.total(outcomes)
    return figure <= target if measure.in_ms else round(figure, 6) >= target


_BY_KEY: Final[dict[str, Measure]] = {}


def measures() -> dict[str, Measure]:
    """All measures by their key, in the order to print them."""
    if not _BY_KEY:
        from tests.forms import by_hand, detecting, enduring, labels, opening, speed

        for module in (opening, detecting, enduring, labels, speed, by_hand):
            _BY_KEY.update({measure.key: measure for measure in module.MEASURES})
    return _BY_KEY
