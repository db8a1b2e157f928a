"""What the palette finds first."""

from __future__ import annotations

from inspector.ui.windows.palette import Entry, best, score


def _nothing() -> None:
    pass


def _entries(*names: str) -> list[Entry]:
    return [Entry("tool", name, "demo", _nothing) for name in names]


def _found(words: str, *names: str) -> list[str]:
    return [entry.name for entry in best(words, _entries(*names))]


def test_letters_must_be_there_in_order() -> None:
    assert _found("gti", "get-tiny-image", "image-get") == ["get-tiny-image"]
    assert score("xyz", "abc") == 0


def test_beginnings_of_words_count_more_than_letters_inside() -> None:
    assert _found("ti", "initiate", "get-tiny-image")[0] == "get-tiny-image"


def test_the_words_as_they_are_win() -> None:
    assert _found("echo", "each-of-our", "my echo tool", "echo")[0] == "echo"


def test_without_words_everything_is_there_in_its_order() -> None:
    assert _found("", "b", "a") == ["b", "a"]


def test_the_server_or_kind_is_found_too() -> None:
    assert _found("demo", "a") == ["a"]
