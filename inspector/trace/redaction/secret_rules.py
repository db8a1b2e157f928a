"""What counts as a secret: names of keys and headers, and patterns of well-known tokens.

The names are those of `protocol/secrets.py`, which hides them already when a session is recorded. A JSON
document has more names than a command line, so those that only look like secrets are excepted here.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from inspector.protocol.secrets import PLAIN_HEADERS, is_secret_name

__all__ = ["ENDS", "PATTERNS", "Pattern", "Rules", "ending", "label_of"]

# Of MCP, OAuth metadata and language models: no secrets, and a trace is not readable without them.
_WORD: Final = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")
_COUNTED: Final = re.compile(
    r"progress|max|min|num|total|input|output|prompt|completion|cached?|reasoning|stop|next|page|continuation"
    r"|primary|foreign|sort|public"
)
"""Before "token" or "key": `maxTokens`, `progressToken`, `nextPageToken`, `publicKey`."""
_ABOUT: Final = re.compile(
    r"types?|names?|ur[li]|endpoint|servers?|methods?|supported|required|size|length|count|limit|ttl|expires|in|at"
    r"|ids?|schema|description|title|format|error|status"
)
"""At the end: `tokenType`, `authorization_servers`, `token_endpoint_auth_methods_supported`."""
_LEAD: Final = re.compile(r"^[^A-Za-z_]+(?=.)")
_LABELS: Final = (
    ("password", re.compile(r"passw|passphrase|pwd", re.IGNORECASE)),
    ("cookie", re.compile(r"cookie", re.IGNORECASE)),
    ("token", re.compile(r"token|bearer|auth|(?:^|[-_])pat$", re.IGNORECASE)),
    ("key", re.compile(r"key", re.IGNORECASE)),
    ("session", re.compile(r"session", re.IGNORECASE)),
)
_MORE_KEYS: Final = re.compile(r"passphrase|private_?key|access_?key|client_?secret", re.IGNORECASE)
_MORE_HEADERS: Final = ("mcp-session-id",)


def label_of(name: str) -> str:
    """What the pseudonym of a secret with that name begins with: token, password, key …"""
    return next((label for label, words in _LABELS if words.search(name)), "secret")


@dataclass(frozen=True, slots=True)
class Pattern:
    """label: of the pseudonym. needles: lower case, one is in every match. The group `secret` goes.

    scent: over the bytes of a record, also escaped ones; finds something wherever `expression` would. One
    that begins with a letter by itself is as fast as looking for that letter, so it does where it can.
    """

    label: str
    needles: tuple[str, ...]
    expression: re.Pattern[str]
    scent: re.Pattern[bytes]


def _pattern(label: str, needles: str, scent: bytes, expression: str, flags: int = 0) -> Pattern:
    return Pattern(label, tuple(needles.split()), re.compile(expression, flags), re.compile(scent))


PATTERNS: Final = (
    _pattern(
        "key",
        "private",
        rb"P(?=RIVATE KEY)",
        r"(?P<secret>-----BEGIN [A-Z ]*PRIVATE KEY-----.*?(?:-----END [A-Z ]*PRIVATE KEY-----|$))",
        re.DOTALL,
    ),
    _pattern("token", "eyj", rb"J(?<=eyJ)", r"(?P<secret>\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*)"),
    _pattern(
        "key",
        "sk- sk_ pk_ rk_",
        rb"k(?<=[srp]k)(?=[_-])",
        r"(?P<secret>\b(?:sk-|[srp]k_(?:live|test)_)[\w-]{16,})",
    ),
    _pattern(
        "token",
        "ghp_ gho_ ghu_ ghs_ ghr_ github_pat_ glpat-",
        rb"g(?=h[pousr]_|ithub_pat_|lpat-)",
        r"(?P<secret>\b(?:gh[pousr]_|github_pat_|glpat-)[\w-]{16,})",
    ),
    _pattern(
        "token",
        "npm_ hf_ sbp_",
        rb"_(?:(?<=npm_)|(?<=hf_)|(?<=sbp_))",
        r"(?P<secret>\b(?:npm_|hf_|sbp_)[\w-]{16,})",
    ),
    _pattern("key", "akia asia", rb"A(?=KIA|SIA)", r"(?P<secret>\b(?:AKIA|ASIA)[0-9A-Z]{16}\b)"),
    _pattern("token", "xox", rb"x(?=ox)", r"(?P<secret>\bxox[abeoprs]-[\w-]{10,})"),
    _pattern("key", "aiza", rb"z(?<=AIz)", r"(?P<secret>\bAIza[\w-]{35})"),
    _pattern(
        "token",
        "bearer basic dpop",
        rb"[BbDd](?i:earer|asic|pop)",
        r"\b(?:Bearer|Basic|DPoP)\s+(?P<secret>(?!\w+=[\"\w])(?=[^\s\"']*[\d=._~+/-])[\w.~+/=-]{8,})",
        re.IGNORECASE,
    ),
    _pattern(
        "password",
        "curl",
        rb"l(?<=curl)",
        r"\bcurl\b[^\n]*?\s(?:-u|--user)[ =]?[\"']?[^\s:\"'-][^\s:\"']*:(?P<secret>[^\s\"']+)",
    ),
    _pattern(
        "password",
        "://",
        rb":(?=(?:\\*+/){2}[^/?#@\s:]*+:[^/?#\s@]++@)",
        r"(?<=://)[^/?#@\s:]*:(?P<secret>[^/?#\s@]+)(?=@)",
    ),
)
"""Tried in this order, over texts of every kind."""

_EMAIL: Final = _pattern(
    "email", "@", rb"@", r"(?P<secret>(?<![\w.+-])[\w.+-]++@[\w-]+(?:\.[\w-]+)*\.[A-Za-z]{2,}\b)"
)
_HOME: Final = _pattern(
    "user",
    "/home/ /users/ \\users\\",
    rb"(?i:[\\/]users[\\/]|/home\\*/)",
    r"(?:/home/|/Users/|\\Users\\|\\\\Users\\\\)(?P<secret>[^/\\\s\"':]+)",
)

ENDS: Final = "=:\"'\\ "
"""What may follow a name."""


def ending(word: str) -> tuple[str, ...]:
    """A short word with what follows where it ends a name: it is in many others."""
    return tuple(word + end for end in ENDS)


_NAMES: Final = (
    "token", "auth", "cookie", "secret", "key", "pass", "credential", "signature", "pwd", "mcp-session-id",
    *ending("sig"), *ending("pat"),
)  # fmt: skip
_PLURAL: Final = re.compile(r"^(?:secrets|credentials|passwords|tokens|cookies)$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Rules:
    """What is replaced. keys: a user's own names for JSON, headers and parameters alike, in any case."""

    keys: tuple[str, ...] = ()
    emails: bool = False
    homes: bool = False

    def is_key(self, name: str) -> bool:
        """Whether the value of that JSON key is a secret."""
        if name.lower() in self._own():
            return True
        if not (is_secret_name(name) or _MORE_KEYS.search(name)):
            return False
        words = [word.lower() for word in _WORD.findall(name)]
        if words in (["key"], ["keys"]) or not words or _ABOUT.fullmatch(words[-1]):
            return False
        is_counted = len(words) > 1 and _COUNTED.fullmatch(words[-2]) is not None
        return not (is_counted and words[-1].rstrip("s") in ("token", "key"))

    def is_header(self, name: str) -> bool:
        """Whether the value of that HTTP header is a secret."""
        name = name.lower()
        if name in self._own() or name in _MORE_HEADERS:
            return True
        return is_secret_name(name) and name not in PLAIN_HEADERS

    def is_parameter(self, name: str) -> bool:
        """Whether the value of that option, variable or query parameter is a secret."""
        name = _LEAD.sub("", name)
        return name.lower() in self._own() or name.lower() == "key" or self.is_key(name)

    def is_plural(self, name: str) -> bool:
        """Whether all values in an object of that JSON key are secrets."""
        return _PLURAL.match(name) is not None

    def is_telling(self, name: str) -> bool:
        """Whether a value of that name, wherever it stands but in a head, may be a secret."""
        return self.is_parameter(name) or self.is_plural(name)

    def patterns(self) -> tuple[Pattern, ...]:
        """Patterns that apply."""
        return PATTERNS + (_EMAIL,) * self.emails + (_HOME,) * self.homes

    def words(self) -> tuple[str, ...]:
        """Lower case; a text with none of them has no name of a secret in it."""
        return (*_NAMES, *self._own())

    def _own(self) -> tuple[str, ...]:
        return tuple(key.lower() for key in self.keys)
