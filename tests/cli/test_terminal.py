"""Lines that a user types, while the loop goes on."""

from __future__ import annotations

import asyncio
import io
from collections.abc import Callable
from typing import Any

import pytest

from inspector.cli.output import Output
from inspector.cli.terminal import Terminal


class Keyboard:
    """A stdin whose reads give these pieces, then the end."""

    def __init__(self, *pieces: bytes | OSError) -> None:
        self.buffer = self
        self.raw = self
        self.pieces = list(pieces)

    def read(self, _size: int) -> bytes:
        piece = self.pieces.pop(0) if self.pieces else b""
        if isinstance(piece, OSError):
            raise piece
        return piece


Typed = Callable[..., list[str | None]]


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch) -> Typed:
    """What the first questions get when these pieces are typed."""

    def answers(*pieces: bytes | OSError, questions: int) -> list[str | None]:
        monkeypatch.setattr("sys.stdin", Keyboard(*pieces))

        async def asked() -> list[str | None]:
            terminal = Terminal(Output())
            return [await terminal.ask(f"{number}> ") for number in range(questions)]

        return asyncio.run(asked())

    return answers


def test_each_question_gets_a_line_without_its_end_and_white_space(typed: Typed) -> None:
    assert typed(b"one\n  two \r\n\n", questions=3) == ["one", "two", ""]


def test_a_line_may_come_in_pieces_and_letters_too(typed: Typed) -> None:
    word = "안녕\n".encode()
    assert typed(b"o", b"ne\ntw", b"o\n", word[:2], word[2:], b"\xff\n", questions=4) == [
        "one", "two", "안녕", "\ufffd"
    ]  # fmt: skip


@pytest.mark.parametrize("end", [b"", OSError("gone")])
def test_after_the_end_nothing_more_is_asked(
    typed: Typed, end: bytes | OSError, capsys: pytest.CaptureFixture[str]
) -> None:
    assert typed(b"one\n", end, b"two\n", questions=4) == ["one", None, None, None]
    assert capsys.readouterr().err == "0> 1> "


def test_the_last_line_needs_no_end(typed: Typed) -> None:
    assert typed(b"one\ntw", questions=3) == ["one", "tw", None]


def test_what_was_typed_for_an_older_question_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", Keyboard(b"one\ntwo\nthree\n"))

    async def asked() -> Any:
        terminal = Terminal(Output())
        first = await terminal.ask("> ")
        await asyncio.sleep(0)
        terminal.forget()
        return first

    assert asyncio.run(asked()) == "one"


def test_what_is_said_is_a_line_and_what_a_server_says_is_marked(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"")))

    async def told() -> None:
        terminal = Terminal(Output())
        terminal.say("hello")
        terminal.quote("a\nb")
        assert await terminal.ask("> ") is None

    asyncio.run(told())
    assert capsys.readouterr().err == "hello\n  | a\n  | b\n> "
