"""Tokens of text that is JSON, nearly JSON, JSON5 or a Python literal: it always goes on, nothing raises.

A string that is not closed ends at the end of its line, as a user sees it. Offsets count characters of the
text given; see `wide` for offsets as Qt counts them.
"""

from __future__ import annotations

import json
import re
from typing import Final

__all__ = ["BRACKET", "TOKEN", "key_of", "narrow", "wide"]

TOKEN: Final = re.compile(
    r"""(?P<string>"(?:[^"\\\r\n]++|\\(?:\r\n|.)|\\\Z)*+"?)"""
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
    r"""(?:[^"{}\[\]]++|"(?:[^"\\\r\n]++|\\.|\\\Z)*+"?)*+(?:([{}\[\]])|\Z)""", re.DOTALL
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
