"""Rows of a text through the sparse index, against rows found the slow way."""

from __future__ import annotations

import random

import pytest

from inspector.render import rows
from inspector.render.rows import Rows

PARTS = (b"a", b"bcd", b"\n", "가".encode(), b"x" * 20, "😀".encode(), b"\xff")


@pytest.fixture
def small_windows(monkeypatch: pytest.MonkeyPatch) -> None:
    """Windows of 8 bytes, so that short texts have long lines."""
    monkeypatch.setattr(rows, "_WINDOW", 8)


def some_text(source: random.Random) -> bytes:
    return b"".join(source.choice(PARTS) for _ in range(source.randint(0, 60)))


@pytest.mark.usefixtures("small_windows")
def test_rows_cover_the_text_in_order_and_none_is_long() -> None:
    source = random.Random(3)
    for _ in range(1000):
        text = some_text(source)
        index = Rows(text)
        joined = b""
        for row in range(index.count):
            start, end = index.span(row)
            assert start == len(joined)
            assert b"\n" not in text[start:end]
            assert end - start <= 19
            joined += text[start:end]
            joined += text[end : end + 1] if text[end : end + 1] == b"\n" else b""
        assert joined == text


@pytest.mark.usefixtures("small_windows")
def test_every_offset_is_found_in_its_row() -> None:
    source = random.Random(4)
    for _ in range(500):
        text = some_text(source)
        index = Rows(text)
        for offset in range(len(text) + 1):
            row = index.row_at(offset)
            assert index.start(row) <= offset
            assert row + 1 == index.count or offset < index.start(row + 1)


@pytest.mark.usefixtures("small_windows")
def test_text_that_grows_ends_with_the_same_rows() -> None:
    source = random.Random(6)
    for _ in range(300):
        text = some_text(source)
        grown, at = bytearray(), 0
        index = Rows(grown)
        while at < len(text):
            size = source.randint(1, 30)
            grown += text[at : at + size]
            at += size
            while index.extend():
                pass
        whole = Rows(text)
        assert [index.start(row) for row in range(index.count)] == [
            whole.start(row) for row in range(whole.count)
        ]


def test_row_is_not_cut_inside_a_character() -> None:
    text = "가".encode() * 5000
    index = Rows(text)
    assert index.count > 5
    for row in range(index.count):
        start, end = index.span(row)
        text[start:end].decode("utf-8")
        assert index.continues(row) == (row > 0)


def test_empty_text_has_one_empty_row() -> None:
    assert Rows(b"").count == 1
    assert Rows(b"").span(0) == (0, 0)


def test_rows_are_short_before_the_whole_text_is_in_the_index() -> None:
    index = Rows(b"x" * 20_000_000)
    assert not index.complete
    start, end = index.span(index.count - 1)
    assert end - start < 2048
    while index.extend():
        pass
    assert index.span(index.count - 1)[1] == 20_000_000
