"""Entries of a file that two programs write."""

from __future__ import annotations

from collections.abc import Container

import pytest

from inspector.core.storage.merged_entries import free_name, merged


def entries(names: str) -> dict[str, int]:
    return dict.fromkeys(names, 1)


@pytest.mark.parametrize(
    ("before", "ours", "theirs", "order"),
    [
        ("abc", "abc", "cab", "cab"),  # they moved one
        ("abc", "bca", "abc", "bca"),  # we moved one
        ("abc", "bca", "cab", "bca"),  # both: ours
        ("abc", "axc", "cab", "cxa"),  # we renamed b, they moved c: each keeps its place
        ("abcd", "abcd", "db", "db"),  # they removed some as well
        ("abc", "abcx", "cabz", "cabxz"),  # both added one
        ("", "ab", "ba", "ab"),  # read by nobody yet
    ],
)
def test_an_order_that_only_they_changed_is_taken_over(
    before: str, ours: str, theirs: str, order: str
) -> None:
    made = merged(entries(before), entries(ours), entries(theirs))
    assert list(made) == list(order)


def test_what_moved_keeps_what_we_made_of_it() -> None:
    made = merged({"a": 1, "b": 2}, {"a": 7, "b": 2}, {"b": 3, "a": 1})
    assert list(made.items()) == [("b", 3), ("a", 7)]


@pytest.mark.parametrize(
    ("taken", "name"),
    [((), "a"), (("b",), "a"), (("a",), "a 2"), (("a", "a 2"), "a 3"), (("a", "a 3"), "a 2")],
)
def test_a_name_that_is_taken_gets_the_next_number(taken: Container[str], name: str) -> None:
    assert free_name("a", taken) == name
