"""What is wrong with the value of a form: kept, put in order, and told at the rows where it can be corrected.

Of a union only the branch that the form shows counts. What lies where no row is, or inside a folded section,
is told at the nearest row that can be seen.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QApplication

from inspector.schema.document import Path, pointer_of
from inspector.schema.problem import Problem, Severity, UnionBranch, told
from inspector.ui.forms.editors.editor import EditorHost, FormSheet

__all__ = ["Fault", "FaultBoard", "next_fault"]

_MISSING: Final = ("required", "dependentRequired")
_MOST_INSIDE: Final = 3


@dataclass(frozen=True, slots=True)
class Fault:
    """One line for a user. pointer: where; of a note about the schema the whole.

    follows: corrected with others, those in the chosen branch of a union: none to go to by itself.
    """

    pointer: str
    message: str
    severity: Severity
    at_key: bool = False
    follows: bool = False


@dataclass(slots=True)
class _Told:
    """What one row says: of itself, and of what is inside and cannot be seen."""

    errors: list[str] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)
    inside: list[str] = field(default_factory=list)
    at_key: list[str] = field(default_factory=list)

    def lines(self) -> list[str]:
        """The errors, what is inside kept short."""
        more = len(self.inside) - _MOST_INSIDE
        if more <= 0:
            return [*self.errors, *self.inside]
        text = QCoreApplication.translate("FaultBoard", "and {0} more inside").format(more)
        return [*self.errors, *self.inside[:_MOST_INSIDE], text]


class FaultBoard:
    """The faults of one sheet. "required" counts for fields that the user touched, or once `revealed`."""

    def __init__(self, sheet: FormSheet, host: EditorHost) -> None:
        self._sheet = sheet
        self._host = host
        self._problems: list[Problem] = []
        self._marked: set[Path] = set()
        self.revealed = False
        self.faults: list[Fault] = []
        """In the order of the form, without the texts that are no JSON."""

    def set_problems(self, problems: list[Problem]) -> None:
        """What the validator said about the text of now."""
        self._problems = problems

    def place(self) -> list[str]:
        """Tell every fault at its row. Returns what is to be said of the whole."""
        sheet, rows = self._sheet, self._sheet.rows
        places: dict[Path, _Told] = {}
        self.faults = []
        for path, fault in self._in_order():
            self.faults.append(fault)
            if fault.severity == "note":
                continue
            seen = self._seen(path)
            below = pointer_of(path[len(seen) :])[1:]
            place = places.setdefault(seen, _Told())
            text = f"{below}: {fault.message}" if below else fault.message
            warns = fault.severity == "warning"
            own = place.at_key if fault.at_key else place.errors
            (place.warnings if warns else place.inside if below else own).append(text)
        for path in self._marked - places.keys():
            if path in rows:
                rows[path].show_errors([])
        for path, place in places.items():
            if path in rows:
                rows[path].show_errors(place.lines(), place.warnings, place.at_key)
        self._marked = set(places)
        whole = places.get((), _Told()) if () not in sheet.rows else _Told()
        return [*whole.lines(), *whole.warnings]

    def _in_order(self) -> list[tuple[Path, Fault]]:
        kept = list(self._kept())
        errors = [problem for problem in kept if problem.severity == "error"]
        chosen = {one.pointer for problem in errors for one in problem.branches if self._is_chosen(one)}
        parts = QCoreApplication.translate("FaultBoard", "some parts are invalid")
        found = []
        for problem in kept:
            follows = problem.is_union and problem.pointer in chosen
            message = parts if follows else problem.message
            fault = Fault(problem.pointer, message, problem.severity, problem.at_key, follows)
            found.append((self._sheet.path_of(problem.pointer), fault))
        return sorted(found, key=self._order)

    def _order(self, placed: tuple[Path, Fault]) -> tuple[bool, list[int]]:
        path, fault = placed
        return fault.severity == "note", self._sheet.order_of(path)

    def _kept(self) -> Iterator[Problem]:
        """An empty form is no error: what waits to be filled in makes no union wrong, either."""
        problems = told(self._problems, self._is_meant)
        waiting = [problem for problem in problems if self._waits(problem)]
        excused = {branch.pointer for problem in waiting for branch in problem.branches}
        kept = [problem for problem in problems if problem not in waiting]
        excused -= {branch.pointer for problem in kept for branch in problem.branches}
        no_json = self._sheet.error is not None or bool(self._sheet.drafts())
        for problem in kept:
            if problem.keyword == "json" and no_json:
                continue  # the field, or the notice, says where
            if not (problem.is_union and problem.pointer in excused):
                yield problem

    def _waits(self, problem: Problem) -> bool:
        """A required value is missing in an untouched field, and was not asked to be sent."""
        if problem.keyword not in _MISSING or self.revealed:
            return False
        path = self._sheet.path_of(problem.pointer)
        return path not in self._sheet.touched and self._sheet.node(path) is None

    def _seen(self, path: Path) -> Path:
        """The row at the path or the nearest around it, outside of all folded sections; () is the whole."""
        rows = self._sheet.rows
        seen: Path = ()
        for length in range(len(path) + 1):
            row = rows.get(path[:length])
            if row is not None:
                seen = path[:length]
                if row.is_folded:
                    break
        return seen

    # -- unions

    def _is_meant(self, branch: UnionBranch) -> bool:
        """Whether the form shows this branch; where it shows the union in another way, the nearest one is."""
        chosen = self._is_chosen(branch)
        return branch.nearest if chosen is None else chosen

    def _is_chosen(self, branch: UnionBranch) -> bool | None:
        """Whether a user sees that this branch is chosen; None: the form does not show a choice."""
        path = self._sheet.path_of(branch.pointer)
        row = self._sheet.rows.get(path)
        host = row.host if row is not None else None if path else self._host
        return host.editor.shape().chooses(branch.address) if host is not None else None


def next_fault(faults: list[Fault], sheet: FormSheet, visited: str, by: int) -> Fault | None:
    """The fault of a field after (1) or before (-1) where the keyboard is. visited: gone to last."""
    found = {fault.pointer: fault for fault in faults if fault.severity != "note" and not fault.follows}
    places = list(found)
    if not places:
        return None
    here = _fault_here(places, sheet, visited)
    start = here + by if here is not None else (0 if by > 0 else -1)
    return found[places[start % len(places)]]


def _fault_here(places: list[str], sheet: FormSheet, visited: str) -> int | None:
    """Number of the place that the keyboard is at: the one gone to last, else the innermost row."""
    focus = QApplication.focusWidget()
    found: tuple[int, int] | None = None
    for number, pointer in enumerate(places):
        row, _ = sheet.row_for(sheet.path_of(pointer))
        if row is None or focus is None or not row.isAncestorOf(focus):
            continue
        if pointer == visited:
            return number
        found = max(found or (0, number), (len(row.path), number))
    return found[1] if found is not None else None
