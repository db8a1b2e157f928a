"""M5 and M6: an invalid value is told as invalid, and at the places that two other validators name."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from tests.forms.corpora import Case
from tests.forms.desk import Desk, Opened
from tests.forms.measures import Measure, Outcome, Undecided, is_invalid, is_valid
from tests.forms.mutating import mutated
from tests.forms.oracle import places

__all__ = ["MEASURES"]

_ATTEMPTS: Final = 8
_SMALL: Final = 6_000  # bytes of a text worth changing


def is_detected(desk: Desk, case: Case) -> Outcome:
    """M5: at least one error is shown, so that it is sent on purpose only."""
    opened = desk.opened(case)
    if opened.fault:
        return Outcome(0, why=opened.fault)
    return Outcome(1) if opened.errors else Outcome(0, why="no error is shown")


def is_placed(desk: Desk, case: Case) -> Outcome | Undecided:
    """M6: the places with errors are exactly those of the oracle; a case it does not decide counts apart."""
    found = _placed(desk.opened(case))
    if not isinstance(found, _Places):
        return found
    if found.wanted == found.shown:
        return Outcome(1)
    missing, more = sorted(found.wanted - found.shown), sorted(found.shown - found.wanted)
    return Outcome(0, why=f"missing {missing[:4]}, too many {more[:4]}")


def is_near(desk: Desk, case: Case) -> Outcome | Undecided:
    """M6, how much the two sets have in common (Jaccard)."""
    found = _placed(desk.opened(case))
    if not isinstance(found, _Places):
        return found
    return Outcome(len(found.wanted & found.shown) / len(found.wanted | found.shown), why="see M6")


def is_mutation_placed(desk: Desk, case: Case) -> Outcome | Undecided:
    """M6 on real shapes: one change at a known place of a valid value gives an error there, and only there.

    A change counts when both validators agree that it makes one fault at that place; the unions around it
    are told, too, as everywhere.
    """
    for attempt in range(_ATTEMPTS):
        made = mutated(case.schema, case.text, case.name, attempt)
        if made is None:
            return Undecided("with nothing to change" if attempt == 0 else _NO_ONE_FAULT)
        pointer, text = made
        changed = replace(case, text=text, valid=False)
        if places(case.schema, text, _never) in (None, set()):
            continue
        found = _placed(desk.opened(changed))
        if isinstance(found, Outcome):
            return found
        if isinstance(found, Undecided) or pointer not in found.wanted:
            continue
        if any(not pointer.startswith(place + "/") for place in found.wanted - {pointer}):
            continue
        if found.wanted == found.shown:
            return Outcome(1)
        shown, wanted = sorted(found.shown), sorted(found.wanted)
        return Outcome(0, why=f"changed {pointer}: shown {shown[:4]}, expected {wanted[:4]}")
    return Undecided(_NO_ONE_FAULT)


_NO_ONE_FAULT: Final = "in which no change makes one fault at its own place"


def _never(pointer: str, address: str) -> None:
    return None


@dataclass(frozen=True, slots=True)
class _Places:
    """Pointers that the oracle names, for the branches that the form shows, and those of the form."""

    wanted: set[str]
    shown: set[str]


def _placed(opened: Opened) -> _Places | Outcome | Undecided:
    """The places; or a failure of the form, or why the oracle does not say anything."""
    case, form = opened.case, opened.form
    if opened.fault:
        return Outcome(0, why=opened.fault)

    def chosen(pointer: str, address: str) -> bool | None:
        row = form.row(pointer) if pointer else None
        editor = row.host.editor if row is not None else None if pointer else form.whole
        return editor.shape().chooses(address) if editor is not None else None

    asserted = isinstance(case.notes, dict) and case.notes.get("asserted") is True
    wanted = places(case.schema, case.text, chosen, formats=asserted)
    if wanted is None:
        return Undecided("of which the two validators name different places, or one says nothing")
    if not wanted:
        return Undecided("that both validators call valid")
    return _Places(wanted, set(opened.errors))


def _is_short(case: Case) -> bool:
    return is_valid(case) and len(case.text) <= _SMALL


MEASURES: Final = (
    Measure(
        "M5",
        "an invalid value is told as invalid",
        is_detected,
        {"C1": 100, "C2": 100, "C3": 100},
        takes=is_invalid,
        rivals={
            "C1": "measured: react-jsonschema-form 91.8 %",
            "C2": "measured: react-jsonschema-form 91.0 %",
        },
    ),
    Measure(
        "M6",
        "errors exactly at the places of two other validators",
        is_placed,
        {"C1": 95, "C2": 95, "C3": 95},
        takes=is_invalid,
    ),
    Measure("M6J", "places in common with theirs", is_near, {"C1": 97, "C2": 97, "C3": 97}, takes=is_invalid),
    Measure(
        "M6M",
        "an error exactly where a valid value was changed",
        is_mutation_placed,
        {"C2": 95, "C6": 95},
        takes=_is_short,
        about=is_valid,
    ),
)
