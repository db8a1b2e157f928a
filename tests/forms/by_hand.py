"""M7 and M8: a value is built, and each leaf is changed and changed back, by keys and clicks alone."""

from __future__ import annotations

from typing import Final

from PySide6.QtWidgets import QApplication

from inspector.schema.document import Document
from tests.forms.corpora import Case
from tests.forms.desk import Desk, leaves, pump
from tests.forms.measures import Measure, Outcome, is_valid
from tests.forms.person import CannotDo, Person, same_value
from tests.forms.person_edits import edited_back, sampled
from tests.forms.person_hands import Hands

__all__ = ["MEASURES"]

_LONGEST: Final = 6_000


def _person(desk: Desk, case: Case) -> Person:
    form = desk.new_form()
    form.set_schema(case.schema)
    pump()
    form.setUpdatesEnabled(False)  # painting takes most of the time, and nobody looks
    form.activateWindow()
    QApplication.processEvents()
    return Person(form, Hands(form))


def is_built(desk: Desk, case: Case) -> Outcome:
    """M7. "Edit as JSON" of a part is not building; it is said how often it was needed."""
    person = _person(desk, case)
    try:
        person.build(case.text)
    except CannotDo as problem:
        return Outcome(0, why=str(problem), beside=dict(person.detours))
    if person.as_json:
        return Outcome(0, why=f"as JSON: {'; '.join(person.as_json)}", beside=dict(person.detours))
    built = same_value(person.form.text(), case.text)
    why = "" if built else "another value was built"
    return Outcome(1 if built else 0, why=why, beside=dict(person.detours))


def comes_back(desk: Desk, case: Case) -> Outcome:
    """M8, of at most twenty leaves."""
    person = _person(desk, case)
    person.may_write_json = False
    person.form.set_text(case.text)
    pump()
    found = sampled(list(leaves(Document(case.text).root)))
    failed = []
    for path, node in found:
        person.hands.begin()
        why = edited_back(person, path, node, case.text)
        if why:
            failed.append(why)
            person.form.set_text(case.text)
            pump()
    return Outcome(len(found) - len(failed), len(found), "; ".join(failed[:3]))


def _short(case: Case) -> bool:
    return is_valid(case) and len(case.text) <= _LONGEST


_HUNG: Final = 600.0  # seconds on the clock; the user gives up much sooner, in time of the processor
_BACK: Final = dict.fromkeys(("C1", "C2", "C6"), 100.0)
MEASURES: Final = (
    Measure(
        "M7", "built by hand", is_built, {"C1": 97, "C2": 90, "C6": 97}, _short, about=is_valid, slow=_HUNG
    ),
    Measure("M8", "changed and changed back", comes_back, _BACK, slow=2 * _HUNG),
)
