"""What the detail is about: the record that is selected, with its call where it is a part of one."""

from __future__ import annotations

import pytest

from inspector.trace.journal import Journal
from inspector.ui.detail import subject
from inspector.ui.detail.subject import load, origin_ns, related_numbers
from tests.ui.story import START_NS, Story


def numbers(journal: Journal, number: int) -> tuple[int, int, bool, bool]:
    """Left, right (0: none), whether they are a pair, and whether there is a call."""
    found = load(journal, number)
    assert found is not None and found.number == number
    right = found.right.number if found.right is not None else 0
    return found.left.number, right, found.paired, found.exchange is not None


def test_request_and_answer_are_a_pair_and_all_else_stands_alone(journal: Journal, story: Story) -> None:
    assert load(journal, 1) is None and origin_ns(journal) == 0
    line = story.stderr("x")
    asked = story.ask()
    progress = story.part(asked, "notification", role="progress")
    assert numbers(journal, asked.number) == (asked.number, 0, True, True)
    answer = story.answer(asked)
    late = story.part(asked, "response", role="late")
    assert numbers(journal, line) == (line, 0, False, False)
    assert numbers(journal, asked.number) == numbers(journal, answer) == (asked.number, answer, True, True)
    assert numbers(journal, progress) == (progress, 0, False, True)
    assert numbers(journal, late) == (late, 0, False, True)
    assert origin_ns(journal) == START_NS


def test_a_call_that_is_shown_does_not_change_under_the_reader(journal: Journal, story: Story) -> None:
    asked = story.ask()
    found = load(journal, asked.number)
    story.answer(asked)
    assert found is not None and found.exchange is not None and found.exchange.status == "pending"


def test_of_a_long_call_both_ends_are_kept_and_what_is_nested(
    journal: Journal, story: Story, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(subject, "RELATED_LIMIT", 10)
    asked = story.ask()
    nested = [story.ask("roots/list", "", direction="in", parent=asked.number) for _ in range(2)]
    for one in nested:
        story.answer(one)
    journal.sync()
    assert related_numbers(journal, asked.number) == ([1, 2, 3, 4, 5], 0)
    for _ in range(20):
        story.part(asked, "notification", role="progress")
    journal.sync()
    found, left_out = related_numbers(journal, asked.number)
    assert found == [1, 2, 3, 4, 5, 6, 7, 23, 24, 25] and left_out == 15


def test_a_second_answer_stands_alone_although_it_is_the_one_that_was_taken(
    journal: Journal, story: Story
) -> None:
    asked = story.ask()
    late = story.part(asked, "response", role="late")
    asked.answer = late
    journal.touch(asked)
    assert numbers(journal, late) == (late, 0, False, True)


def test_as_many_records_as_there_is_room_for_are_all_kept(
    journal: Journal, story: Story, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = story.ask()
    for _ in range(9):
        story.part(asked, "notification", role="progress")
    journal.sync()
    for limit, left_out in ((10, 0), (9, 1)):
        monkeypatch.setattr(subject, "RELATED_LIMIT", limit)
        found, missing = related_numbers(journal, asked.number)
        assert (len(found), missing) == (limit, left_out)
