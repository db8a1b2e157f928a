"""Find secrets that are known in other bytes: as they are, escaped, URL-encoded or in base64.

One expression for all of them, built as a tree of common beginnings, so that a session with thousands of
tokens is searched in one pass.
"""

from __future__ import annotations

import base64
import html
import json
import re
from collections.abc import Callable, Iterable
from typing import Final
from urllib.parse import quote, quote_plus

__all__ = ["KnownSecrets"]

SHORTEST: Final = 8  # a shorter one is replaced only where its name says what it is
SHORTEST_MIXED: Final = 6  # with a digit in it
_PERCENT: Final = re.compile(r"%[0-9A-F]{2}")
_HTML: Final = re.compile(r"[<>&'=+]")  # what some encoders of JSON escape, so that it fits into HTML


class KnownSecrets:
    """Secret → pseudonym, and their other spellings."""

    def __init__(self) -> None:
        self.pseudonyms: dict[str, str] = {}  # the secret as found → pseudonym
        self._spellings: dict[str, str] = {}
        self._counts: dict[str, int] = {}
        self._expression: re.Pattern[str] | None = None
        self._bytes: re.Pattern[bytes] | None = None
        self._stale = False

    def pseudonym(self, label: str, secret: str) -> str:
        """What stands for the secret, from now on everywhere: «token-1»."""
        known = self.pseudonyms.get(secret)
        if known is not None:
            return known
        self._counts[label] = self._counts.get(label, 0) + 1
        made = self.pseudonyms[secret] = f"«{label}-{self._counts[label]}»"
        if len(secret) >= SHORTEST or (len(secret) >= SHORTEST_MIXED and any(map(str.isdigit, secret))):
            for spelling in _spellings(secret):
                self._spellings.setdefault(spelling, made)
            self._stale = True
        return made

    def replaced(self, text: str, replace: Callable[[re.Match[str]], str]) -> str:
        """The text with every known secret handed to replace(match) first."""
        self._build()
        return self._expression.sub(replace, text) if self._expression is not None else text

    def stands_for(self, spelling: str) -> str:
        """The pseudonym of what was found by `replaced`."""
        return self._spellings[spelling]

    def is_known(self, text: str) -> bool:
        """Whether all of the text is a secret that is replaced wherever it turns up."""
        return text in self._spellings

    def is_in(self, data: bytes) -> bool:
        """Whether a known secret is in these bytes."""
        self._build()
        return self._bytes is not None and self._bytes.search(data) is not None

    def _build(self) -> None:
        if not self._stale:
            return
        self._stale = False
        self._expression = re.compile(_tree(self._spellings))
        escaped = {form for word in self._spellings for form in _escaped(word)}
        self._bytes = re.compile(_tree({*self._spellings, *escaped}).encode())


def _spellings(secret: str) -> list[str]:
    """The secret as it may stand in other texts, without those that are too short to be told apart."""
    data = secret.encode("utf-8", "surrogatepass")
    inside = json.dumps(secret, ensure_ascii=False)[1:-1]
    found = {secret, inside, inside.replace("/", "\\/"), html.escape(secret), *_escaped(secret)}
    found.add(json.dumps(json.dumps(secret)[1:-1])[1:-1])  # JSON in JSON, printed
    found |= {_HTML.sub(_as_small_hex, inside), _HTML.sub(_as_large_hex, inside)}
    for coded in (quote(data, safe=""), quote(data), quote_plus(data)):
        found |= {coded, _PERCENT.sub(_lowered, coded)}
    for shift in range(3):
        whole = base64.b64encode(bytes(shift) + data).decode()
        # Characters at both ends also hold bits of what stands before and after the secret.
        inner = whole[(0, 2, 3)[shift] : 8 * (shift + len(data)) // 6]
        if len(inner) >= SHORTEST:
            found |= {inner, inner.replace("+", "-").replace("/", "_")}
    return sorted(found, key=len, reverse=True)


def _escaped(text: str) -> set[str]:
    """As it may stand in the bytes of a JSON document: hexadecimal digits are written in either case."""
    escaped = json.dumps(text)[1:-1]
    return {escaped, re.sub(r"(?<=\\u)[0-9a-f]{4}", _uppered, escaped)}


def _uppered(code: re.Match[str]) -> str:
    return code[0].upper()


def _as_small_hex(sign: re.Match[str]) -> str:
    return f"\\u{ord(sign[0]):04x}"


def _as_large_hex(sign: re.Match[str]) -> str:
    return f"\\u{ord(sign[0]):04X}"


def _lowered(code: re.Match[str]) -> str:
    return code[0].lower()


def _tree(words: Iterable[str]) -> str:
    """An expression for any of the words, the longest first, that shares their beginnings."""
    return _branch(sorted(set(words)))


def _branch(words: list[str]) -> str:
    """words: sorted, different, none empty but perhaps the first."""
    ends = bool(words) and not words[0]
    words = words[1:] if ends else words
    choices: list[str] = []
    start = 0
    while start < len(words):
        end = start
        while end < len(words) and words[end][0] == words[start][0]:
            end += 1
        common = _common(words[start], words[end - 1])
        rest = [word[len(common) :] for word in words[start:end]]
        choices.append(re.escape(common) + (_branch(rest) if rest != [""] else ""))
        start = end
    if not choices:
        return ""
    return f"(?:{'|'.join(choices)}){'?' if ends else ''}"


def _common(one: str, other: str) -> str:
    length = 0
    for a, b in zip(one, other, strict=False):
        if a != b:
            break
        length += 1
    return one[:length]
