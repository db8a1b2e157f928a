"""Which problems are told: of a union those of the branch that is meant, and notes are no faults."""

from __future__ import annotations

import pytest

from inspector.schema.problem import Problem, UnionBranch, faults, told


def branch(number: int, nearest: bool) -> UnionBranch:
    return UnionBranch("/u", f"#/oneOf/{number}", nearest)


UNION = Problem("/u", "fits none", "oneOf")
NEAR = Problem("/u/a", "is missing", "required", branches=(branch(0, True),))
FAR = Problem("/u/b", "is missing", "required", branches=(branch(1, False),))
SAME = Problem("/u", "is no text", "type", branches=(branch(0, True),))
NOTE = Problem("/n", "not checked", "format", "note")


def test_of_a_union_the_nearest_branch_is_told() -> None:
    assert told([UNION, NEAR, FAR, NOTE]) == [UNION, NEAR, NOTE]
    assert told([UNION, NEAR, FAR], lambda one: one is FAR.branches[0]) == [UNION, FAR]


def test_that_none_fits_is_left_out_where_something_more_exact_is_said() -> None:
    assert told([UNION, SAME]) == [SAME]
    assert told([UNION, Problem("/u", "is short", "minLength")]) == [
        UNION,
        Problem("/u", "is short", "minLength"),
    ]


def test_what_was_not_checked_is_no_fault() -> None:
    warning = Problem("/w", "looks odd", "format", "warning")
    assert faults([NEAR, FAR, NOTE, warning]) == [NEAR]
    assert [one.is_note for one in (NOTE, NEAR, warning)] == [True, False, False]


@pytest.mark.parametrize(
    ("problem", "union", "near"),
    [(UNION, True, True), (NEAR, False, True), (FAR, False, False), (NOTE, False, True)],
)
def test_a_problem_knows_whether_it_is_of_a_union_and_of_its_nearest_branch(
    problem: Problem, union: bool, near: bool
) -> None:
    assert (problem.is_union, problem.is_near) == (union, near)
