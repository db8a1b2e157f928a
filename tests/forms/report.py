"""Figures as lines for people and as JSON for programs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, Final

from tests.forms.measures import Outcome
from tests.forms.runner import Figure

__all__ = ["as_json", "failing", "lines"]

_FEW: Final = 9
"""Times of so many cases are printed one by one."""


def lines(figures: Sequence[Figure], most: int) -> Iterator[str]:
    """One line a figure, then the worst `most` cases of each that has missed its target or is not perfect."""
    key = ""
    for figure in figures:
        measure = figure.measure
        if measure.key != key:
            key = measure.key
            yield f"\n{key}: {measure.what}"
        yield "  " + _line(figure)
        beside: Counter[str] = Counter()
        for outcome in figure.outcomes.values():
            beside.update(outcome.beside)
        if beside:
            yield "        beside: " + ", ".join(f"{count} {name}" for name, count in beside.most_common())
        for why, count in figure.undecided.most_common():
            yield f"        undecided: {count} {why}"
        if figure.corpus in measure.rivals:
            yield f"        others, {measure.rivals[figure.corpus]}"
        if measure.in_ms and len(figure.outcomes) <= _FEW:
            told = [(name, one) for name, one in figure.outcomes.items() if one.why]
            yield from (f"        {name}: {outcome.why}" for name, outcome in told)
        for name, outcome in failing(figure)[:most]:
            yield f"      {name}: {outcome.why or f'{outcome.got:.1f} ms'}"


def _line(figure: Figure) -> str:
    measure, corpus = figure.measure, figure.corpus
    target = measure.targets[corpus]
    if not figure.outcomes:
        count = f"{figure.left_out} left out for want of time, {figure.undecided.total()} undecided"
        return f"{corpus:<6} nothing was measured: MISSED  {count}"
    value = measure.total(list(figure.outcomes.values()))
    unit, sign = ("ms", "≤") if measure.in_ms else ("%", "≥")
    verdict = "met" if figure.is_met else "MISSED"
    apart = (
        (figure.left_out, "left out for want of time"),
        (figure.not_taken, "not taken"),
        (figure.undecided.total(), "undecided"),
    )
    count = ", ".join([f"{len(figure.outcomes)} cases", *(f"{n} {words}" for n, words in apart if n)])
    bad = sum(1 for one in failing(figure))
    more = f", {bad} failing" if bad and not measure.in_ms else ""
    return f"{corpus:<6} {value:8.2f} {unit}  (target {sign} {target:g} {unit}: {verdict})  {count}{more}"


def failing(figure: Figure) -> list[tuple[str, Outcome]]:
    """Cases that are not perfect, or slower than the target; of times the slowest first."""
    if figure.measure.in_ms:
        target = figure.measure.targets[figure.corpus]
        slow = [(name, one) for name, one in figure.outcomes.items() if one.got > target]
        return sorted(slow, key=lambda named: -named[1].got)
    return [(name, one) for name, one in figure.outcomes.items() if one.got < one.of]


def as_json(figures: Sequence[Figure], most: int) -> list[dict[str, Any]]:
    """The same for a program. most: how many failing cases of each figure are named; -1: all."""
    found = []
    for figure in figures:
        measure, outcomes = figure.measure, list(figure.outcomes.values())
        bad = failing(figure)
        found.append(
            {
                "measure": measure.key,
                "what": measure.what,
                "corpus": figure.corpus,
                "value": round(measure.total(outcomes), 3) if outcomes else None,
                "unit": "ms" if measure.in_ms else "%",
                "target": measure.targets[figure.corpus],
                "met": figure.is_met,
                "cases": len(outcomes),
                "left_out": figure.left_out,
                "not_taken": figure.not_taken,
                "undecided": dict(figure.undecided),
                "beside": dict(sum((Counter(one.beside) for one in outcomes), Counter())),
                "failing": len(bad),
                "rivals": measure.rivals.get(figure.corpus, ""),
                "named": [
                    {"case": name, "got": outcome.got, "of": outcome.of, "why": outcome.why}
                    for name, outcome in (bad if most < 0 else bad[:most])
                ],
            }
        )
    return found
