"""Brackets find their partners in text that is nearly JSON."""

from __future__ import annotations

from inspector.render.brackets import bracket_pairs


def test_partners_are_found_both_ways() -> None:
    assert bracket_pairs('{"a":[1]}') == {0: 8, 8: 0, 5: 7, 7: 5}


def test_brackets_inside_strings_do_not_count() -> None:
    assert bracket_pairs('["]{\\"["]') == {0: 8, 8: 0}


def test_bracket_without_a_partner_is_known() -> None:
    assert bracket_pairs("[}") == {0: -1, 1: -1}
    assert bracket_pairs('["open\n]') == {0: 7, 7: 0}
