"""Text in the columns of a terminal."""

from __future__ import annotations

from inspector.trace.text_columns import columns, cut, fit


def test_wide_and_combining_characters_are_counted_as_a_terminal_shows_them() -> None:
    assert [columns("ab"), columns("안녕"), columns("e\u0301")] == [2, 4, 1]


def test_what_is_cut_says_so_and_never_takes_more_room() -> None:
    assert cut("안녕하세요", 6) == "안녕…"
    assert cut("short", 6) == "short"
    assert fit("안녕", 6) == "안녕  "


def test_nothing_moves_the_cursor() -> None:
    assert cut("a\nb\x1b[2J\u202ec") == "a·b·[2J·c"
