"""Records that were looked at are found again, as in a browser."""

from __future__ import annotations

from inspector.ui.session.history import History
from inspector.ui.session.selection import Selection


def walked(*numbers: int) -> tuple[Selection, History]:
    selection = Selection()
    history = History(selection)
    for number in numbers:
        selection.select(number)
    return selection, history


def test_back_and_forward_walk_over_what_was_seen() -> None:
    selection, history = walked(3, 7, 5)
    history.back()
    assert selection.record == 7
    history.back()
    history.back()
    assert selection.record == 3
    history.forward()
    history.forward()
    history.forward()
    assert selection.record == 5


def test_choosing_something_else_drops_what_lay_ahead() -> None:
    selection, history = walked(3, 7, 5)
    history.back()
    history.back()
    selection.select(9)
    history.forward()
    assert selection.record == 9
    history.back()
    assert selection.record == 3


def test_of_nothing_selected_the_last_one_comes_back() -> None:
    selection, history = walked(3, 7, 0)
    history.back()
    assert selection.record == 7


def test_the_same_record_again_is_one_step_and_five_hundred_are_kept() -> None:
    selection, history = walked(3, 7, 0, 7, 5)
    history.back()
    history.back()
    assert selection.record == 3
    selection, history = walked(*range(1, 1000))
    for _ in range(600):
        history.back()
    assert selection.record == 500
    for _ in range(600):
        history.forward()
    assert selection.record == 999


def test_it_goes_on_in_another_window() -> None:
    selection, history = walked(3, 7, 5)
    history.back()
    other, again = walked(7)
    memory = history.memory()
    again.resume(memory)
    again.forward()
    assert other.record == 5
    again.back()
    again.back()
    assert other.record == 3
    selection.select(9)
    assert memory == ([3, 7, 5], 1), "a memory is a copy"


def test_a_selection_tells_only_what_is_another_one_and_how_it_was_chosen() -> None:
    selection, told = Selection(), []
    selection.changed.connect(lambda number: told.append((number, selection.walking)))
    selection.select(3, walking=True)
    selection.select(3)
    selection.select(0)
    assert told == [(3, True), (0, False)] and selection.record == 0
