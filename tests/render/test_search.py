"""Text is found in windows as it would be found at once."""

from __future__ import annotations

import re
from array import array

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from inspector.render import search
from inspector.render.search import Search


def found(data: bytes, text: str, start: int, forward: bool = True, expression: bool = False) -> object:
    steps = Search(text, expression).next_steps(data, start, forward)
    while True:
        try:
            next(steps)
        except StopIteration as end:
            return end.value


def every(data: bytes, text: str, expression: bool = False) -> list[int]:
    places: array[int] = array("q")
    for _ in Search(text, expression).all_steps(data, places):
        pass
    return list(places)


def test_next_and_previous_go_around_the_end() -> None:
    data = b"one two one two"
    assert found(data, "two", 0) == (4, 7)
    assert found(data, "two", 5) == (12, 15)
    assert found(data, "one", 9) == (0, 3)
    assert found(data, "two", 4, forward=False) == (12, 15)
    assert found(data, "two", 12, forward=False) == (4, 7)
    assert found(data, "three", 0) is None


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.text("abA\n", max_size=60), st.text("ab", min_size=1, max_size=3), st.integers(0, 60))
def test_windows_change_nothing(monkeypatch: pytest.MonkeyPatch, text: str, needle: str, start: int) -> None:
    monkeypatch.setattr(search, "_WINDOW", 7)
    monkeypatch.setattr(search, "_PART", 5)
    data, low = text.encode(), text.lower()
    start = min(start, len(text))
    at = low.find(needle, start)
    at = at if at >= 0 else low.find(needle)
    assert found(data, needle, start) == (None if at < 0 else (at, at + len(needle)))
    before = low.rfind(needle, 0, start)
    if before >= 0:
        last = found(data, needle, start, forward=False)
        assert isinstance(last, tuple)
        assert low[last[0] : last[1]] == needle
        assert last[1] <= start


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.text("abA\n", max_size=60), st.sampled_from(["a.b", "^a", "b$", "a|b", "[ab]b?", "Ab"]))
def test_an_expression_finds_what_it_finds_at_once(
    monkeypatch: pytest.MonkeyPatch, text: str, pattern: str
) -> None:
    monkeypatch.setattr(search, "_PART", 16)
    flags = re.MULTILINE | (re.IGNORECASE if pattern == pattern.lower() else 0)
    first = next((match.start() for match in re.finditer(pattern, text, flags)), None)
    places = every(text.encode(), pattern, expression=True)
    assert (places[0] if places else None) == first


def test_all_places_are_counted() -> None:
    assert every(b"abc ABC abc", "abc") == [0, 4, 8]
    assert every(b"abc ABC abc", "ABC") == [4]


def test_text_beyond_ascii_is_found_as_it_is_and_as_escapes() -> None:
    data = '"서울" "\\uc11c\\uc6b8"'.encode()
    assert len(every(data, "서울")) == 2


@pytest.mark.parametrize("pattern", ["(", "[a", "*", "(a+)+", "(a*)*$", r"(\d+|b)*"])
def test_an_expression_that_cannot_be_used_is_refused(pattern: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        Search(pattern, expression=True)
