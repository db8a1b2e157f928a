"""Find secrets that a text assigns: `NAME=value`, `Name: value`, `--name value`, `"name": "value"`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from inspector.trace.redaction.secret_rules import Rules, label_of

__all__ = ["assigned"]

_NAMED: Final = re.compile(
    r"(?<![\w.-])(?P<name>[\w.-]++)(?:(?P<sep>\\*+[\"']?\s*+[=:]{1,3}+>?(?!//)\s*+)|(?P<gap> ))"
    r"(?P<quote>\\?[\"'])?(?P<scheme>(?:Bearer|Basic|DPoP|Digest)\s+)?",
    re.IGNORECASE,
)
"""From the beginning of a word to its end: a long line of one word is read once."""
_BARE: Final = re.compile(r"[^\s\"'\\&;,<>{}\[\]()«»]+")
_LINE: Final = re.compile(r"[^\s\"'\\][^\r\n\"'\\]*")
_QUOTED: Final = {
    '"': re.compile(r'(?:[^"\\\r\n]|\\.)+'),
    "'": re.compile(r"(?:[^'\\\r\n]|\\.)+"),
    '\\"': re.compile(r'(?:(?!\\")[^\r\n])+'),
    "\\'": re.compile(r"(?:(?!\\')[^\r\n])+"),
}
"""What is assigned, by the quote before it."""


def assigned(text: str, rules: Rules) -> Iterator[tuple[int, int, str]]:
    """(start, end, label) of every secret, in order. What a harmless name is given may hold another one."""
    start = 0
    while (match := _NAMED.search(text, start)) is not None:
        name, quote, start = match["name"], match["quote"] or "", match.end()
        if not rules.is_parameter(name) or (match["gap"] and "-" not in name):
            continue
        label = label_of(name)
        form = _QUOTED.get(quote) or (_LINE if label == "cookie" else _BARE)
        found = form.match(text, start)
        if found is None or (match["gap"] and found[0].startswith("-")):
            continue
        is_option = match["gap"] and name.startswith("-")  # else a word such as "access-token" in a sentence
        separator = "=" if is_option else match["sep"] or ""
        if match["scheme"] or _is_likely(name, separator + quote, found[0]):
            start = found.end()
            yield found.start(), start, label


def _is_likely(name: str, separator: str, secret: str) -> bool:
    """`token=abcd` is a secret, `the token: expected` is prose."""
    if any(sign in separator for sign in "=\"'"):
        return len(secret) >= 3
    return len(secret) >= 6 and (
        any(map(str.isdigit, secret)) or len(secret) >= 20 or "passw" in name.lower()
    )
