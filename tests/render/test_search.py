"""Search in steps finds what a search in one go finds."""

from __future__ import annotations

import random

import pytest

from inspector.render import search
from inspector.render.search import count_found, find_steps


def found(data: bytes, needle: bytes, start: int, forward: bool = True) -> int:
    steps = find_steps(data, needle, start, forward)
    while True:
        try:
            next(steps)
        except StopIteration as end:
            return int(end.value)


@pytest.fixture
def small_windows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search, "_WINDOW", 7)


@pytest.mark.usefixtures("small_windows")
def test_next_and_previous_match_around_the_end() -> None:
    source = random.Random(1)
    for _ in range(3000):
        data = bytes(source.choices(b"abAB", k=source.randint(0, 60)))
        needle = bytes(source.choices(b"ab", k=source.randint(1, 3)))
        start = source.randint(0, len(data))
        low = data.lower()
        ahead = low.find(needle, start)
        assert found(data, needle, start) == (ahead if ahead >= 0 else low.find(needle))
        behind = low.rfind(needle, 0, start)
        assert found(data, needle, start, False) == (behind if behind >= 0 else low.rfind(needle))


def test_a_capital_makes_the_search_exact() -> None:
    assert found(b"abc ABC", b"ABC", 0) == 4
    assert found(b"abc ABC", b"abc", 1) == 4
    assert count_found(b"abc ABC", b"abc") == 2
    assert count_found(b"abc ABC", b"ABC") == 1
    assert found(b"abc", b"x", 0) == -1
