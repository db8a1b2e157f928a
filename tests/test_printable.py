"""inspector/printable.py: text of somebody else is shown by a terminal and never obeyed."""

from __future__ import annotations

import json

import pytest

from inspector.printable import (
    _ESCAPED,
    _LONELY,
    _OBEYED,
    _Escapes,
    on_one_line,
    printable,
    printable_data,
    shortened,
)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("\x1b[2J", r"\x1b[2J"),
        ("a\x9b1mb", r"a\x9b1mb"),
        ("del\x7f", r"del\x7f"),
        ("a\u202eb", r"a\u202eb"),
        ("a\u2066b\u2069", r"a\u2066b\u2069"),
        ("no\u200bthing", r"no\u200bthing"),
        ("\ufeffbom", r"\ufeffbom"),
        ("line\u2028other", r"line\u2028other"),
        ("tag\U000e0041", r"tag\U000e0041"),
        ("filler\u3164", r"filler\u3164"),
        ("pay\u200cpal", r"pay\u200cpal"),
        ("pay\u200dpal", r"pay\u200dpal"),
    ],
)
def test_what_a_terminal_obeys_or_hides_is_an_escape(text: str, shown: str) -> None:
    assert printable(text) == shown
    assert printable(shown) == shown  # once more changes nothing


@pytest.mark.parametrize(
    "text", ["tab\tand\nline", "한글 é 日本", "👩‍💻 ❤️", "می‌خواهم", "क्‍ष", "A̐", "€ … – “x”"]
)
def test_what_people_write_stays(text: str) -> None:
    assert printable(text) == text


def test_a_carriage_return_is_part_of_a_line_end_or_shown() -> None:
    assert printable("a\r\nb\rc") == "a\nb\\rc".replace("\\r", "\\x0d")


def test_one_line_stays_one_and_has_an_end() -> None:
    assert on_one_line("name\r\nServer  forged") == r"name\nServer  forged"
    assert on_one_line("x" * 100_000, 20) == "x" * 20 + "… (100,000 characters)"
    assert shortened("x" * 20, 20) == "x" * 20


def test_json_for_a_terminal_is_the_same_json() -> None:
    value = {"a": "\u202e\u200b\x7f\x9b\U000e0041", "한": "é\t", "b": 1.10}
    data = json.dumps(value, ensure_ascii=False).encode()
    shown = printable_data(data)
    assert json.loads(shown) == value
    assert printable(shown.decode()) == shown.decode()
    assert "한".encode() in shown


def test_a_character_is_looked_up_once_however_often_it_stands_there() -> None:
    asked: list[int] = []
    escapes = _Escapes(lambda code: asked.append(code) or "!")
    assert escapes.of("\0a\u202e한" * 1000) == "!a!한" * 1000
    assert asked == [0, 0x202E]


def test_what_is_looked_for_begins_with_a_set_of_characters() -> None:
    """A text of 25 MB was searched for 8 s otherwise."""
    assert _OBEYED.pattern.startswith("[") and _LONELY.pattern.startswith("[")


@pytest.mark.parametrize("before", ["", "a", "\u200c", "\U0001f469", "\u061c", "क"])
@pytest.mark.parametrize("after", ["", "a", "\u200d", "\U0001f469", "\ufe0f", "क"])
def test_a_joiner_stays_between_letters_that_it_joins(before: str, after: str) -> None:
    joins = before in ("\U0001f469", "\u061c", "क") and after in ("\U0001f469", "\ufe0f", "क")
    shown = _ESCAPED.of(f"{before}\u200d{after}")
    assert ("\u200d" in shown) == joins


def test_data_for_a_terminal_keeps_its_line_ends() -> None:
    assert printable_data(b"a,b\r\n1,\x1b[2J\r\n") == b"a,b\r\n1,\\u001b[2J\r\n"
    assert printable_data(b"\xff") == rb"\xff"
