"""One record is selected for all panes."""

from __future__ import annotations

from inspector.ui.session.selection import Selection


def test_another_record_is_told_once(qapp: object) -> None:
    selection, told = Selection(), list[tuple[int, bool]]()
    selection.changed.connect(lambda number: told.append((number, selection.walking)))
    assert selection.record == 0 and not selection.walking
    selection.select(0)
    selection.select(5, walking=True)
    selection.select(5)
    assert selection.walking, "the same one again changes nothing"
    selection.select(7)
    selection.select(0)
    assert told == [(5, True), (7, False), (0, False)] and selection.record == 0
