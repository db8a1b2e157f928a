"""Text of others, made ready for a terminal: it is shown, and never obeyed.

A server's text must not move the cursor, set a title, write to the clipboard, turn the direction of what
stands beside it, hide a part of itself, or pose as a line of ours.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

__all__ = [
    "ESCAPE",
    "FIELD_CHARS",
    "LINE_CHARS",
    "PIPE_CHARS",
    "on_one_line",
    "printable",
    "printable_data",
    "shortened",
    "without_escapes",
]

LINE_CHARS: Final = 4_000
FIELD_CHARS: Final = 1_000
PIPE_CHARS: Final = 10_000
"""Of what a server says a line may show so many characters, and of one field of several."""

_CONTROLS: Final = r"\x00-\x08\x0b-\x1f\x7f-\x9f"  # all but tab and line feed
_TURNING: Final = "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"
_HIDDEN: Final = (
    "\u00ad\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u2028\u2029\u2060-\u2065\u206a-\u206f\u3164"
    "\ufeff\uffa0\ufff9-\ufffb\U000e0000-\U000e0fff"
)
# Joiners belong to Arabic, Indian scripts and to emoji; anywhere else they are invisible.
_JOINED: Final = "[\u0600-\u0dff\u2600-\u27bf\ufe0f\U0001f000-\U0001faff]"
_JOINERS: Final = "\u200c\u200d"
# What is looked for begins with a set of characters, nothing else: only that is searched for quickly.
_LONELY: Final = re.compile(f"[{_JOINERS}](?:(?!{_JOINED})|(?<!{_JOINED}[{_JOINERS}]))")
_OBEYED: Final = re.compile(f"[{_CONTROLS}{_TURNING}{_HIDDEN}]")

ESCAPE: Final = re.compile(
    r"\x1b(?:"
    r"\[(?:([0-9;:]*)([@-~])|[0-?]*[ -/]*[@-~])"  # CSI: colours, the cursor, modes
    r"|\][^\x07\x1b]*(?:\x07|\x1b\\)"  # OSC: links, titles, the clipboard
    r"|[PX^_][^\x07\x1b]*\x1b\\"  # DCS, SOS, PM, APC: strings to the terminal
    r"|[ -/]+[0-~]"  # character sets
    r"|[0-Z\\-~])"  # all but "[": the beginning of a CSI that has no end is shown
)
"""What a program tells a terminal by (ECMA-48). Groups: parameters and letter of a CSI."""


def without_escapes(text: str) -> str:
    """Only what is meant to be read of a program's words."""
    return ESCAPE.sub("", text)


def printable(text: str) -> str:
    """Lines with control and invisible characters as escapes. CR before LF is only a line end."""
    return _ESCAPED.of(text.replace("\r\n", "\n"))


def on_one_line(text: str, most: int = LINE_CHARS) -> str:
    """The same as one line, cut where it is longer than that; line feeds are shown."""
    return shortened(printable(text.replace("\r\n", "\n")).replace("\n", r"\n"), most)


def shortened(text: str, most: int = LINE_CHARS) -> str:
    """The beginning of what is longer, and how long it is."""
    return text if len(text) <= most else f"{text[:most]}… ({len(text):,} characters)"


def printable_data(data: bytes) -> bytes:
    r"""What a program would read, for a terminal. JSON stays the same JSON: the escapes are \uXXXX."""
    text = data.decode("utf-8", "backslashreplace")
    return "\r\n".join(map(_ESCAPED_IN_JSON.of, text.split("\r\n"))).encode()


def _escape(code: int) -> str:
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def _json_escape(code: int) -> str:
    pairs = chr(code).encode("utf-16-be")
    return "".join(f"\\u{pairs[at : at + 2].hex()}" for at in range(0, len(pairs), 2))


class _Escapes(dict[int, int | str]):
    """A table for `str.translate`: each character of a text is looked at once, however many there are."""

    def __init__(self, escape: Callable[[int], str]) -> None:
        super().__init__()
        self._escape = escape

    def __missing__(self, code: int) -> int | str:
        self[code] = shown = self._escape(code) if _OBEYED.match(chr(code)) else code
        return shown

    def of(self, text: str) -> str:
        """The text with escapes in it."""
        if any(joiner in text for joiner in _JOINERS):
            text = _LONELY.sub(lambda joiner: self._escape(ord(joiner[0])), text)
        # ASCII is translated faster than it is searched.
        return text.translate(self) if text.isascii() or _OBEYED.search(text) else text


_ESCAPED: Final = _Escapes(_escape)
_ESCAPED_IN_JSON: Final = _Escapes(_json_escape)
