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
