"""Long strings of JSON in pieces: where one may be cut, and its text.

One call for a string of 50 MB holds the interpreter for longer than a frame, in a thread too.
"""

from __future__ import annotations

import re
from collections.abc import Generator
from typing import Final

import msgspec

from inspector.json_tokens import HIGH_HALF

__all__ = ["read_text", "safe_cut", "text_steps"]

_PIECE: Final = 256 * 1024  # bytes
_REACH: Final = 4096  # bytes looked at before a cut; a run of more backslashes is none of ours
_HIGH_HALF: Final = re.compile(HIGH_HALF.encode())
_OPEN_ESCAPE: Final = re.compile(rb"(?:[^\\]|\A)(?:\\\\)*(\\(?:u[0-9a-fA-F]{0,3})?)\Z", re.DOTALL)


def read_text(raw: bytes | msgspec.Raw) -> bytes | None:
    """UTF-8 of the text of a JSON string; None when it is no string, or has what UTF-8 cannot say."""
    steps = text_steps(raw)
    while True:
        try:
            next(steps)
        except StopIteration as end:
            found: bytes | None = end.value
            return found


def text_steps(raw: bytes | memoryview | msgspec.Raw) -> Generator[None, None, bytes | None]:
    """The same, a piece a step."""
    view = memoryview(raw)
    if len(view) < 2 or view[0] != 34 or view[-1] != 34:
        return None
    made, at, end = bytearray(), 1, len(view) - 1
    while at < end:
        piece = bytes(view[at : min(at + _PIECE, end)])
        if at + len(piece) < end:
            piece = piece[: safe_cut(piece)]
        try:
            made += msgspec.json.decode(b'"%b"' % piece, type=str).encode()
        except (msgspec.DecodeError, UnicodeError):
            return None
        if not piece:
            return None
        at += len(piece)
        yield
    return bytes(made)


def safe_cut(text: bytes) -> int:
    """The last place in the beginning of the inside of a JSON string where no character is cut in two.

    Neither one of UTF-8, nor an escape, nor two escapes that make one character.
    """
    at = len(text)
    while at and text[at - 1] & 0xC0 == 0x80:  # the whole of the last character is left out
        at -= 1
    at -= at > 0 and text[at - 1] >= 0xC0
    if found := _OPEN_ESCAPE.search(text, max(0, at - _REACH), at):
        at = found.start(1)
    pair = text[max(0, at - 6) : at]
    if _HIGH_HALF.fullmatch(pair) and (at - 6 - len(text[: at - 6].rstrip(b"\\"))) % 2 == 0:
        at -= 6
    return at
