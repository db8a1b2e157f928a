"""The next number that two ascending lists share, in both directions and around the end."""

from __future__ import annotations

import random

import pytest

from inspector.ui.session.common_numbers import after, next_common


@pytest.mark.parametrize(
    ("ours", "theirs", "number", "found"),
    [
        ([1, 3, 5], [3, 5], 0, 3),
        ([1, 3, 5], [3, 5], 2, 3),
        ([1, 3, 5], [3, 5], 3, 5),
        ([1, 3, 5], [3, 5], 5, 0),
        ([1, 2], [3, 4], 0, 0),
        ([3, 4], [1, 2], 0, 0),
        ([], [1], 0, 0),
        ([1], [], 0, 0),
    ],
)
def test_the_first_one_after_a_number(ours: list[int], theirs: list[int], number: int, found: int) -> None:
    assert after(ours, theirs, number) == found


@pytest.mark.parametrize(
    ("ours", "theirs"), [([], []), ([], [7]), ([7], []), ([1, 4], [2, 3]), ([1, 2], [8, 9]), ([8, 9], [1, 2])]
)
@pytest.mark.parametrize("forward", [True, False])
def test_lists_that_share_nothing_have_no_next_one(ours: list[int], theirs: list[int], forward: bool) -> None:
    assert next_common(ours, theirs, 2, forward=forward) == 0


def test_the_way_goes_round_at_both_ends() -> None:
    ours, theirs = [2, 4, 6, 9], [1, 4, 9]
    assert [next_common(ours, theirs, at, forward=True) for at in (0, 4, 8, 9)] == [4, 9, 9, 4]
    assert [next_common(ours, theirs, at, forward=False) for at in (10, 9, 5, 4, 0)] == [9, 4, 4, 9, 9]
    assert next_common([5], [5], 5, forward=True) == next_common([5], [5], 5, forward=False) == 5


def test_it_finds_what_looking_at_each_number_finds() -> None:
    chance = random.Random(4)
    for _ in range(200):
        ours = sorted(chance.sample(range(1, 30), chance.randrange(12)))
        theirs = sorted(chance.sample(range(1, 30), chance.randrange(12)))
        both = sorted({*ours} & {*theirs})
        for at in range(31):
            ahead = [one for one in both if one > at] or both
            behind = [one for one in both if one < at] or both
            assert next_common(ours, theirs, at, forward=True) == (ahead[0] if both else 0)
            assert next_common(ours, theirs, at, forward=False) == (behind[-1] if both else 0)
