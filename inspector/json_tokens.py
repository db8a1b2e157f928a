"""The tokens of JSON as regular expressions, in one place; `.encode()` makes one for bytes of them.

`TOKEN` and `BRACKET` read text that is JSON, nearly JSON, JSON5 or a Python literal: they always go on.
Offsets count characters of the text given; see `wide` for offsets as Qt counts them.
"""

from __future__ import annotations

import json
import re
from typing import Final

__all__ = [
    "BRACKET",
    "BRACKETS",
    "ESCAPE",
    "HIGH_HALF",
    "LEXEME",
    "LINE_TEXT",
    "LOW_HALF",
    "STRICT_NUMBER",
    "STRICT_SPACE",
    "STRICT_STRING",
    "STRING",
    "TEXT",
    "TOKEN",
    "key_of",
    "narrow",
    "wide",
]

TEXT: Final = r'[^"\\]*+(?:\\(?s:.)[^"\\]*+)*+'
"""What stands between the quotes of a string, of whatever escapes; to the end where none closes it."""

LINE_TEXT: Final = r'(?:[^"\\\r\n]++|\\(?:\r\n|(?s:.))|\\\Z)*+'
"""The same where a string that is not closed ends at the end of its line, as a user sees it."""

STRING: Final = f'"{TEXT}"'
BRACKETS: Final = r"[{}\[\]]"
LEXEME: Final = rf'{STRING}|[{{}}\[\],:]|[^\s{{}}\[\],:"]+'
"""A string, a mark or a word of what is probably JSON; blanks are left out."""

STRICT_STRING: Final = r'"[^"\\\x00-\x1f]*+(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[^"\\\x00-\x1f]*+)*+"'
STRICT_NUMBER: Final = r"-?(?:0|[1-9][0-9]*+)(?:\.[0-9]++)?(?:[eE][+-]?[0-9]++)?"
STRICT_SPACE: Final = r"[ \t\n\r]*+"
"""These as RFC 8259 has them."""

_HIGH: Final = "u[dD][89abAB][0-9a-fA-F]{2}"
_LOW: Final = "u[dD][c-fC-F][0-9a-fA-F]{2}"
HIGH_HALF: Final = rf"\\{_HIGH}"
LOW_HALF: Final = rf"\\{_LOW}"
ESCAPE: Final = re.compile(rf"\\(?:{_HIGH}{LOW_HALF}|(?P<lone>{_HIGH}|{_LOW})|(?s:.))".encode())
"""An escape in bytes; `lone`: what names half a character beyond U+FFFF, without its other half."""

TOKEN: Final = re.compile(
    rf"""(?P<string>"{LINE_TEXT}"?)"""
    r"""|(?P<mark>[{}\[\]:,()])"""
    r"""|(?P<word>[^\s\ufeff{}\[\]:,()"'`/#“”„‟‘’]++)"""
    r"""|(?P<space>[\s\ufeff]++)"""
    r"""|(?P<comment>//[^\r\n]*+|\#[^\r\n]*+|/\*.*?(?:\*/|\Z))"""
    r"""|(?P<quoted>'(?:[^'\\\r\n]++|\\(?:\r\n|.)|\\\Z)*+'?|`(?:[^`\\]++|\\.|\\\Z)*+`?"""
    r"""|[“”„‟](?:[^“”„‟"\\\r\n]++|\\.)*+[“”„‟"]?|[‘’](?:[^‘’'\\\r\n]++|\\.)*+[‘’']?)"""
    r"""|(?P<other>.)""",
    re.DOTALL,
)
"""Every character of a text belongs to exactly one match; the group that matched is the kind of token."""

BRACKET: Final = re.compile(
    rf"""(?:[^"{{}}\[\]]++|"{LINE_TEXT}"?)*+(?:({BRACKETS})|\Z)""",
)
"""The next bracket outside of strings, as group 1; at the end there is a match without one.

One match for a bracket: quick in long texts."""

_ASTRAL: Final = re.compile("[\U00010000-\U0010ffff]")
_PAIR: Final = re.compile("[\ud800-\udbff][\udc00-\udfff]")


def wide(text: str) -> str:
    """The text with two halves for each character beyond U+FFFF: its offsets are those of Qt (UTF-16)."""
    if text.isascii() or len(text.encode("utf-16-le", "surrogatepass")) == 2 * len(text):
        return text
    return _ASTRAL.sub(_split, text)


def narrow(text: str) -> str:
    """The way back from `wide`."""
    return text if text.isascii() else _PAIR.sub(_join, text)


def key_of(lexeme: str) -> str:
    """What a key of an object is called, of whatever kind of token it is; never raises."""
    if lexeme[:1] != '"':
        return narrow(lexeme.strip("'`“”„‟‘’"))
    if "\\" in lexeme:
        try:
            return str(json.loads(narrow(lexeme), strict=False))
        except ValueError:
            pass
    return narrow(lexeme[1:-1] if lexeme.endswith('"') and len(lexeme) > 1 else lexeme[1:])


def _split(match: re.Match[str]) -> str:
    over = ord(match[0]) - 0x10000
    return chr(0xD800 + (over >> 10)) + chr(0xDC00 + (over & 0x3FF))


def _join(match: re.Match[str]) -> str:
    return match[0].encode("utf-16-le", "surrogatepass").decode("utf-16-le")
