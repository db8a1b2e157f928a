"""What is wrong with a value, and where; shared by the worker that finds it and the form that shows it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from operator import attrgetter
from typing import Final, Literal, NamedTuple

__all__ = ["Problem", "Severity", "UnionBranch", "faults", "told"]

_UNIONS: Final = ("anyOf", "oneOf")
Severity = Literal["error", "warning", "note"]
"""error: the value is not valid. warning: it is, but what only annotates it (`format`) speaks against it.
note: it was not checked, or not completely; it may well be right."""


class UnionBranch(NamedTuple):
    """A branch of an `anyOf` or `oneOf` that a fault belongs to.

    pointer: the value that has the union. address: where the branch stands in the schema, as a reference
    (`#/$defs/pet/oneOf/1`). nearest: of all branches the value misses this one by the least.
    """

    pointer: str
    address: str
    nearest: bool


@dataclass(frozen=True, slots=True)
class Problem:
    """One fault of a value. pointer: RFC 6901, the place where a user can correct it (a missing property: the
    property itself; a property too many: that one). keyword: of JSON Schema, or "json" when the text is no
    JSON, or why there is a note: "dialect", "schema", "limit", "value".

    branches: the unions around it, the outermost first: it counts only while those branches are meant.
    at_key: the name of the property is wrong, not its value.
    """

    pointer: str
    message: str
    keyword: str
    severity: Severity = "error"
    branches: tuple[UnionBranch, ...] = ()
    at_key: bool = False

    @property
    def is_note(self) -> bool:
        """The value was not checked, or not completely; it may well be right."""
        return self.severity == "note"

    @property
    def is_union(self) -> bool:
        """No branch fits, or too many do; why not is said at the parts."""
        return self.keyword in _UNIONS

    @property
    def is_near(self) -> bool:
        """It belongs to no union, or to those branches that the value misses by the least."""
        return all(branch.nearest for branch in self.branches)


def told(
    problems: Iterable[Problem], is_meant: Callable[[UnionBranch], bool] = attrgetter("nearest")
) -> list[Problem]:
    """Those to tell a user: of each union the faults of the branch that is meant (the nearest one).

    That no branch fits is left out where something more exact is said about the same value.
    """
    kept = [problem for problem in problems if all(map(is_meant, problem.branches))]
    exact = {problem.pointer for problem in kept if problem.keyword not in _UNIONS and problem.branches}
    return [problem for problem in kept if problem.keyword not in _UNIONS or problem.pointer not in exact]


def faults(problems: Iterable[Problem]) -> list[Problem]:
    """What makes the value invalid, as told where the user cannot choose the branch of a union."""
    return [problem for problem in told(problems) if problem.severity == "error"]
