"""Marks stand where they belong, move with the text, and are painted as what they are."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QTextCharFormat, QTextDocument
from PySide6.QtWidgets import QApplication

from inspector.ui.json.editor.marks import Mark, Marks
from inspector.ui.widgets import theme

WAVE, DOTS = QTextCharFormat.UnderlineStyle.WaveUnderline, QTextCharFormat.UnderlineStyle.DotLine


@pytest.fixture
def marks() -> Marks:
    """Not in the order of their places."""
    made = Marks()
    made.set_marks([Mark(8, 12, "warning", "w"), Mark(2, 4, "error", "e"), Mark(2, 20, "muted", "m")])
    return made


def _places(marks: Marks) -> list[tuple[int, int]]:
    return [(mark.start, mark.end) for mark in marks.all()]


def test_they_are_kept_by_place(marks: Marks) -> None:
    assert _places(marks) == [(2, 4), (2, 20), (8, 12)]
    marks.set_marks([Mark(1, 2, "error")])
    assert _places(marks) == [(1, 2)]


@pytest.mark.parametrize(
    ("position", "texts"),
    [(1, ""), (2, "em"), (3, "em"), (4, "m"), (8, "wm"), (11, "wm"), (12, "m"), (19, "m"), (20, "")],
)
def test_over_a_place_the_gravest_comes_first(marks: Marks, position: int, texts: str) -> None:
    assert "".join(mark.text for mark in marks.at(position)) == texts


def test_an_empty_mark_is_as_wide_as_one_character() -> None:
    marks = Marks()
    marks.set_marks([Mark(5, 5, "error", "x")])
    assert [len(marks.at(place)) for place in (4, 5, 6)] == [0, 1, 0]


def test_a_range_holds_the_marks_that_begin_in_it(marks: Marks) -> None:
    assert [mark.text for mark in marks.within(2, 8)] == ["e", "m"]
    assert [mark.text for mark in marks.within(3, 9)] == ["w"]
    assert marks.within(9, 30) == [] == marks.within(0, 2)


def test_the_way_goes_from_mark_to_mark_and_round_the_ends(marks: Marks) -> None:
    def to(position: int, forward: bool) -> str:
        found = marks.next(position, forward)
        return found.text if found is not None else ""

    assert [to(place, True) for place in (0, 2, 7, 8, 9)] == ["e", "w", "w", "e", "e"]
    assert [to(place, False) for place in (9, 8, 3, 2, 0)] == ["w", "e", "e", "w", "w"]
    marks.set_marks([Mark(4, 5, "muted", "note")])  # only where there is nothing worse
    assert to(0, True) == to(9, True) == to(0, False) == "note"
    marks.set_marks([])
    assert to(0, True) == to(0, False) == ""


@pytest.mark.parametrize(
    ("change", "places"),
    [
        ((30, 0, 5), [(10, 20), (15, 16)]),
        ((20, 0, 5), [(10, 20), (15, 16)]),
        ((0, 0, 3), [(13, 23), (18, 19)]),
        ((0, 10, 0), [(0, 10), (5, 6)]),
        ((0, 11, 0), [(4, 5)]),
        ((12, 1, 0), [(10, 19), (14, 15)]),
        ((12, 0, 2), [(10, 22), (17, 18)]),
        ((17, 2, 0), [(10, 18), (15, 16)]),
        ((14, 4, 1), [(10, 17)]),
        ((15, 1, 0), [(10, 19)]),
        ((18, 2, 0), [(10, 18), (15, 16)]),
        ((18, 3, 0), [(15, 16)]),
        ((10, 0, 1), [(11, 21), (16, 17)]),
    ],
)
def test_a_change_of_the_text_moves_what_is_behind_and_drops_what_was_in_it(
    change: tuple[int, int, int], places: list[tuple[int, int]]
) -> None:
    marks = Marks()
    marks.set_marks([Mark(10, 20, "error", "a"), Mark(15, 16, "warning", "b")])
    marks.shift(*change)
    assert _places(marks) == places
    assert all(mark.role == {"a": "error", "b": "warning"}[mark.text] for mark in marks.all())


@pytest.fixture
def document(qapp: QApplication) -> QTextDocument:
    theme.install(qapp, "light")
    made = QTextDocument()
    made.setPlainText("0123456789\nabcdef\n\nend")
    return made


def _painted(marks: Marks, document: QTextDocument, start: int = 0, end: int = 99) -> list[str]:
    return [one.cursor.selectedText() for one in marks.selections(document, start, end)]


def test_each_kind_is_painted_in_its_own_way(document: QTextDocument) -> None:
    marks = Marks()
    marks.set_marks([Mark(0, 2, "error"), Mark(3, 5, "warning"), Mark(6, 8, "muted")])
    marks.set_matches([(1, 4)])
    match, error, warning, note = marks.selections(document, 0, 99)
    assert [one.cursor.selectedText() for one in (match, error, warning, note)] == ["123", "01", "34", "67"]
    assert [one.format.underlineStyle() for one in (error, warning, note)] == [WAVE, WAVE, DOTS]
    assert match.format.underlineStyle() == QTextCharFormat.UnderlineStyle.NoUnderline
    for one, role in ((error, "error"), (warning, "warning"), (note, "muted")):
        assert one.format.underlineColor() == theme.color(role)
    assert match.format.background().color() == theme.tint("accent", 0.25)
    assert error.format.background().color() == theme.tint("error", 0.18)
    assert not note.format.hasProperty(QTextCharFormat.Property.BackgroundBrush)


def test_matches_move_along_too(document: QTextDocument) -> None:
    marks = Marks()
    marks.set_matches([(1, 4)])
    marks.shift(0, 0, 2)
    assert _painted(marks, document) == ["345"]


def test_only_what_is_in_sight_is_painted_and_what_reaches_into_it(document: QTextDocument) -> None:
    marks = Marks()
    marks.set_matches([(0, 1), (2, 3), (4, 5), (6, 7), (8, 9)])
    assert _painted(marks, document, 4, 8) == ["2", "4", "6"]
    assert _painted(marks, document, 5, 8) == ["4", "6"]
    assert _painted(marks, document, 0, 2) == ["0"]


def test_what_has_no_width_marks_a_character_that_can_be_seen(document: QTextDocument) -> None:
    marks = Marks()
    marks.set_marks(
        [Mark(3, 3, "error"), Mark(10, 10, "error"), Mark(11, 11, "error"), Mark(18, 18, "error")]
    )
    # at the end of a line the last one of it; in an empty line only its break is there
    assert _painted(marks, document) == ["3", "9", "a", "\u2029"]
    marks.set_marks([Mark(22, 22, "error"), Mark(90, 95, "error"), Mark(20, 99, "error")])
    assert _painted(marks, document) == ["nd", "d", ""]


def test_no_more_are_painted_than_anybody_can_see(document: QTextDocument) -> None:
    marks = Marks()
    marks.set_marks([Mark(3, 4, "error")] * 300)
    assert len(marks.selections(document, 0, 99)) == 200
