"""M5 and M6: an invalid value is told as invalid, and at the places that two other validators name."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from tests.forms.corpora import Case
from tests.forms.desk import Desk, Opened
from tests.forms.measures import Measure, Outcome, is_invalid, is_valid
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


def is_placed(desk: Desk, case: Case) -> Outcome | None:
    """M6: the places with errors are exactly those of the oracle; a case it does not decide is left out."""
    found = _placed(desk.opened(case))
    if found is None:
        return None
    wanted, shown = found
    if wanted == shown:
        return Outcome(1)
    return Outcome(0, why=f"missing {sorted(wanted - shown)[:4]}, too many {sorted(shown - wanted)[:4]}")


def is_near(desk: Desk, case: Case) -> Outcome | None:
    """M6, how much the two sets have in common (Jaccard)."""
    found = _placed(desk.opened(case))
    if found is None:
        return None
    wanted, shown = found
    return Outcome(len(wanted & shown) / len(wanted | shown), why="see M6")


def is_mutation_placed(desk: Desk, case: Case) -> Outcome | None:
    """M6 on real shapes: one change at a known place of a valid value gives an error there, and only there.

    A change counts when both validators agree that it makes one fault at that place; the unions around it
    are told, too, as everywhere.
    """
    if len(case.text) > _SMALL:
        return None
    for attempt in range(_ATTEMPTS):
        made = mutated(case.schema, case.text, case.name, attempt)
        if made is None:
            return None
        pointer, text = made
        changed = replace(case, text=text, valid=False)
        if places(case.schema, text, _never) in (None, set()):
            continue
        found = _placed(desk.opened(changed))
        if found is None or pointer not in found[0]:
            continue
        wanted, shown = found
        if any(not pointer.startswith(place + "/") for place in wanted - {pointer}):
            continue
        if wanted == shown:
            return Outcome(1)
        return Outcome(0, why=f"changed {pointer}: shown {sorted(shown)[:4]}, expected {sorted(wanted)[:4]}")
    return None


def _never(pointer: str, address: str) -> None:
    return None


def _placed(opened: Opened) -> tuple[set[str], set[str]] | None:
    """The places of the oracle, for the branches that the form shows, and those of the form."""
    case, form = opened.case, opened.form
    if opened.fault:
        return None

    def chosen(pointer: str, address: str) -> bool | None:
        row = form.row(pointer) if pointer else None
        editor = row.host.editor if row is not None else None if pointer else form.whole
        return editor.shape().chooses(address) if editor is not None else None

    asserted = isinstance(case.notes, dict) and case.notes.get("asserted") is True
    wanted = places(case.schema, case.text, chosen, formats=asserted)
    return None if not wanted else (wanted, set(opened.errors))


MEASURES: Final = (
    Measure(
        "M5",
        "an invalid value is told as invalid",
        is_detected,
        {"C1": 100, "C2": 100, "C3": 100},
        takes=is_invalid,
        rivals={"C1": "react-jsonschema-form 91.8 %", "C2": "react-jsonschema-form 91.0 %"},
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
        takes=is_valid,
    ),
)
