"""M1 to M4 and FULL: a given text is shown whole, in widgets of its types, unchanged, without complaint."""

from __future__ import annotations

from typing import Any, Final

from inspector.schema.document import Document, Path, ScanNode, pointer_of
from tests.forms.corpora import Case
from tests.forms.desk import Desk, Opened, decoded, in_sight, leaves, nearest, same
from tests.forms.measures import Measure, Outcome, p95

__all__ = ["MEASURES"]

_MOST_S: Final = 1.0
_MISSING: Final = object()


def loads(desk: Desk, case: Case) -> Outcome:
    """M1: no exception, a row for every leaf, at most a second to load and for each step to a row.

    All rows of a document of thousands of values take longer together: they are made when they are looked at.
    """
    opened = desk.opened(case)
    if opened.fault:
        return Outcome(0, why=opened.fault)
    if opened.hidden:
        return Outcome(0, why=f"{len(opened.hidden)} not shown: {', '.join(opened.hidden[:3])}")
    times = {"loading": opened.seconds, "a step to a row": opened.longest_step}
    slow = [f"{what} took {seconds:.2f} s" for what, seconds in times.items() if seconds > _MOST_S]
    return Outcome(0, why=", ".join(slow)) if slow else Outcome(1)


def opening_time(desk: Desk, case: Case) -> Outcome:
    """Processor time until everything is shown."""
    return Outcome(1000 * desk.opened(case).whole, 0)


def comes_back(desk: Desk, case: Case) -> Outcome:
    """M2: the text of the untouched form is the text that was given, byte for byte."""
    opened = desk.opened(case)
    if opened.fault:
        return Outcome(0, why=opened.fault)
    text = opened.form.text()
    if text == case.text:
        return Outcome(1)
    place = next((n for n, (a, b) in enumerate(zip(text, case.text, strict=False)) if a != b), len(text))
    return Outcome(0, why=f"differs at {place}: {text[place : place + 30]!r}")


def is_typed(desk: Desk, case: Case) -> Outcome:
    """M3: leaves that a widget of their type shows; JSON text does not count, nor another value."""
    opened = desk.opened(case)
    found = list(leaves(Document(case.text).root))
    if opened.fault:
        return Outcome(0, len(found), opened.fault)
    reader = _Reader(opened)
    wrong = [problem for path, node in found if (problem := reader.problem(path, node))]
    why = f"{len(wrong)} of {len(found)}: {'; '.join(wrong[:3])}" if wrong else ""
    return Outcome(len(found) - len(wrong), len(found), why)


def is_quiet(desk: Desk, case: Case) -> Outcome:
    """M4: no error is shown of a valid text."""
    opened = desk.opened(case)
    if opened.fault:
        return Outcome(0, why=opened.fault)
    return Outcome(0, why=str(opened.errors)[:200]) if opened.errors else Outcome(1)


def is_full(desk: Desk, case: Case) -> Outcome:
    """FULL: all four, of this one text."""
    parts = {"M1": loads, "M2": comes_back, "M3": is_typed, "M4": is_quiet}
    outcomes = {key: part(desk, case) for key, part in parts.items()}
    bad = [f"{key} {outcome.why}" for key, outcome in outcomes.items() if outcome.got < outcome.of]
    return Outcome(0, why="; ".join(bad)) if bad else Outcome(1)


class _Reader:
    """Reads what the widgets of a form show; what one widget shows as a whole is read once."""

    def __init__(self, opened: Opened) -> None:
        self._form = opened.form
        self._text = opened.case.text
        self._seen: dict[Path, Any] = {}

    def problem(self, path: Path, node: ScanNode) -> str:
        """What is wrong with how this leaf is shown; empty: nothing."""
        row = nearest(self._form, path)
        place: Path = row.path if row is not None else ()
        editor = row.host.editor if row is not None else self._form.whole
        kind = editor.innermost().kind
        where = pointer_of(path) or "/"
        if kind in ("json", ""):
            return f"{where} is JSON text"
        if row is not None and not in_sight(self._form, row):
            return f"{where} is out of sight"
        if place not in self._seen:
            shown = editor.shown()
            self._seen[place] = _MISSING if shown is None else decoded(shown)
        lexeme = self._text[node.start : node.end]
        whole = self._seen[place]
        if kind == "set" and isinstance(whole, list) and len(path) == len(place) + 1:
            found = any(same(item, decoded(lexeme)) for item in whole)  # boxes have an order of their own
            return "" if found else f"{where} is not checked"
        shown = _below(whole, path[len(place) :])
        if shown is _MISSING:
            return f"{where} ({kind}) is shown as not set"
        return "" if same(shown, decoded(lexeme)) else f"{where} ({kind}) shows {str(shown)[:40]!r}"


def _below(value: Any, path: Path) -> Any:
    for step in path:
        try:
            value = value[step]
        except (KeyError, IndexError, TypeError):
            return _MISSING
    return value


_FULL_RIVALS: Final = {
    "C1": "measured: react-jsonschema-form 54.0 %; simulated: official Inspector 2.4 %, MCPJam 15.8 %",
    "C2": "measured: react-jsonschema-form 38.8 %; simulated: official Inspector 10.9 %, MCPJam 6.5 %",
}
_TYPED_RIVALS: Final = {
    "C1": "measured: react-jsonschema-form 61.6 %; simulated: official Inspector 2.0 %, MCPJam 11.4 %",
    "C2": "measured: react-jsonschema-form 89.6 %; simulated: official Inspector 16.1 %, MCPJam 12.1 %",
}
MEASURES: Final = (
    Measure("M1 all", "everything unfolded (95 of 100)", opening_time, {"C2": 1000}, total=p95, in_ms=True),
    Measure(
        "M1",
        "loaded within 1 s, every value reachable, no fault",
        loads,
        {"C1": 100, "C2": 100, "C3": 100, "C6": 100},
    ),
    Measure(
        "M2",
        "untouched text comes back byte for byte",
        comes_back,
        {"C1": 100, "C2": 100, "C3": 100, "C6": 100},
        rivals={
            "C1": "measured: react-jsonschema-form 91.4 % (by value)",
            "C2": "measured: react-jsonschema-form 56 % (by value)",
        },
    ),
    Measure(
        "M3",
        "leaves shown by typed widgets",
        is_typed,
        {"C1": 99, "C2": 98, "C3": 99, "C6": 98},
        rivals=_TYPED_RIVALS,
    ),
    Measure(
        "M4",
        "no error at a valid value",
        is_quiet,
        {"C1": 100, "C2": 100, "C3": 100, "C6": 100},
        rivals={
            "C1": "measured: react-jsonschema-form 95.5 %",
            "C2": "measured: react-jsonschema-form 85.4 %",
        },
    ),
    Measure(
        "FULL",
        "M1 to M4 of one value",
        is_full,
        {"C1": 97, "C2": 95, "C3": 97, "C6": 98},
        rivals=_FULL_RIVALS,
    ),
)
