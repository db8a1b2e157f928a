"""Text of a server is never taken for rich text or for a mnemonic."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QApplication

import inspector.ui
from inspector.ui.widgets.plain import elided, menu_text, shortened, tooltip, without_mnemonic


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


def test_what_is_too_long_for_a_line_keeps_its_beginning_and_end() -> None:
    assert shortened("abcdef", 6) == "abcdef"
    assert shortened("abcdefg", 6) == "abc…efg"
    assert len(shortened("x" * 1_000_000)) < 3000


def test_a_line_is_cut_to_its_room(qapp: QApplication) -> None:
    metrics = QFontMetrics(qapp.font())
    assert elided(metrics, "short", Qt.TextElideMode.ElideRight, 500) == "short"
    begin = elided(metrics, "a" * 1_000_000 + "z", Qt.TextElideMode.ElideRight, 100)
    assert begin.startswith("aa") and begin.endswith("…") and metrics.horizontalAdvance(begin) <= 100
    both = elided(metrics, "a" * 1_000_000 + "z", Qt.TextElideMode.ElideMiddle, 100)
    assert both.startswith("a") and both.endswith("z")
    assert elided(metrics, "word", Qt.TextElideMode.ElideRight, -5) == ""


def test_qt_is_never_asked_to_measure_a_line_of_any_length() -> None:
    folder = Path(inspector.ui.__file__).parent
    asking = [path.name for path in folder.rglob("*.py") if ".elidedText(" in path.read_text("utf-8")]
    assert asking == ["plain.py"]


def test_letters_that_would_turn_a_name_around_are_shown_as_codes(qapp: QApplication) -> None:
    metrics = QFontMetrics(qapp.font())
    assert elided(metrics, "\u202eevil\u202c", Qt.TextElideMode.ElideRight, 1000) == "⟨U+202E⟩evil⟨U+202C⟩"
