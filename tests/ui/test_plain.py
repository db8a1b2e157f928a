"""Text of a server is never taken for rich text or for a mnemonic."""

from __future__ import annotations

from inspector.ui.plain import menu_text, tooltip, without_mnemonic


def test_tooltip_shows_markup_as_it_is_written() -> None:
    assert (
        tooltip("<img src='file:///etc/hostname'>\nb")
        == "<qt>&lt;img src=&#x27;file:///etc/hostname&#x27;&gt;<br>b</qt>"
    )
    assert tooltip("") == ""


def test_entry_of_a_menu_is_short_and_keeps_its_ampersands() -> None:
    assert menu_text("a & b\nc") == "a && b c"
    assert len(menu_text("x" * 500)) < 70


def test_title_of_a_menu_reads_without_its_key_in_every_language() -> None:
    assert [without_mnemonic(text) for text in ("&File", "파일(&F)", "Save (&S)…", "a & b")] == [
        "File",
        "파일",
        "Save…",
        "a & b",
    ]
