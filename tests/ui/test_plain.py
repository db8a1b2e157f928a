"""Text of a server is never taken for rich text or for a mnemonic."""

from __future__ import annotations

from inspector.ui.plain import menu_text, tooltip


def test_tooltip_shows_markup_as_it_is_written() -> None:
    assert (
        tooltip("<img src='file:///etc/hostname'>\nb")
        == "<qt>&lt;img src=&#x27;file:///etc/hostname&#x27;&gt;<br>b</qt>"
    )
    assert tooltip("") == ""


def test_entry_of_a_menu_is_short_and_keeps_its_ampersands() -> None:
    assert menu_text("a & b\nc") == "a && b c"
    assert len(menu_text("x" * 500)) < 70
