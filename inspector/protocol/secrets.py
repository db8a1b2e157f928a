"""Hide what gives access before it is kept: a session file is handed to others.

Values go, names and lengths stay, so that a person still sees that something was there.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final
from urllib.parse import quote

__all__ = [
    "PLAIN_HEADERS",
    "SCHEMES",
    "is_secret_name",
    "masked_credentials",
    "masked_header",
    "masked_url",
    "masked_values",
    "masked_words",
    "secret_words",
]

# Parts of names. "key" only as a word of its own, so that monkeys and keyboards stay readable.
_NAME: Final = re.compile(
    r"auth(?!ors?(?:\b|_))|cookie|token|secret|api-?_?key|passw|credential|signature|(?:^|[-_])(?:key|pwd|pat|sig)$",
    re.IGNORECASE,
)
PLAIN_HEADERS: Final = ("www-authenticate",)
SCHEMES: Final = ("bearer", "basic", "dpop", "digest")
"""What stands before the secret in an `Authorization`; it stays readable."""
_USER: Final = re.compile(r"(?<=://)([^/?#@\s]*):([^/?#\s]*)@")
_PARAMETER: Final = re.compile(r"(?<=[?&])([^=&#\s]+)=([^&#\s]+)")


def is_secret_name(name: str) -> bool:
    """Whether a header, parameter, variable or option of that name holds what gives access."""
    return bool(_NAME.search(name))


def masked_header(name: str, value: str) -> str:
    """The value of an HTTP header as it may be kept; a scheme such as Bearer stays."""
    if name.lower() in PLAIN_HEADERS or not _NAME.search(name):
        return masked_url(value)
    scheme, _, rest = value.partition(" ")
    if rest and scheme.lower() in SCHEMES:
        return f"{scheme} {_gone(rest)}"
    return _gone(value)


def masked_credentials(
    headers: Iterable[tuple[str, str]], credentials: Iterable[tuple[str, str]]
) -> tuple[tuple[str, str], ...]:
    """Headers in which those of `credentials` are hidden whose names do not tell of a secret.

    The others are hidden where they are kept, with the scheme before them left readable.
    """
    names = {name.lower() for name, _ in credentials if not _NAME.search(name)}
    return tuple((name, _gone(value) if name.lower() in names else value) for name, value in headers)


def masked_url(text: str) -> str:
    """URLs in a text without their passwords and without query values whose names tell of a secret."""
    if "://" not in text:
        return text
    text = _USER.sub(lambda found: f"{found[1]}:{_gone(found[2])}@", text)
    return _PARAMETER.sub(
        lambda found: f"{found[1]}={_gone(found[2])}" if _NAME.search(found[1]) else found[0], text
    )


def masked_values(text: str, secrets: Iterable[str]) -> str:
    """The text without these values, also as they stand in a URL; the longest go first.

    What is shorter than 4 characters is nobody's secret: it would only make the rest unreadable."""
    for secret in sorted((one for one in secrets if len(one) > 3), key=len, reverse=True):
        for form in {secret, quote(secret, errors="replace"), quote(secret, safe="", errors="replace")}:
            text = text.replace(form, _gone(secret))
    return text


def masked_words(words: Iterable[str]) -> list[str]:
    """A command line without secrets: after `--token`, in `API_KEY=x`, `Authorization: x` and in URLs."""
    masked = []
    for word, place in secret_words(words):
        if place is None:
            masked.append(masked_url(word))
        else:
            _, start = place
            masked.append(f"{word[:start]}{_gone(word[start:])}")
    return masked


def secret_words(words: Iterable[str]) -> list[tuple[str, tuple[str, int] | None]]:
    """Each word, with what a secret in it is called and where it begins; None: there is none in it.

    Secrets in a URL are not looked for here."""
    found: list[tuple[str, tuple[str, int] | None]] = []
    option = ""  # whose value comes
    for word in words:
        if option and not word.startswith("-"):
            found.append((word, (option, 0)))
            option = ""
            continue
        name, separator, value = _name_and_value(word)
        option = word.lstrip("-") if not separator and word.startswith("-") and _NAME.search(word) else ""
        if separator and value and _NAME.search(name) and name.lower() not in PLAIN_HEADERS:
            scheme, blank, rest = value.partition(" ")
            kept = len(scheme) + 1 if blank and rest and scheme.lower() in SCHEMES else 0
            found.append((word, (name.lstrip("-"), len(name) + len(separator) + kept)))
        else:
            found.append((word, None))
    return found


def _name_and_value(word: str) -> tuple[str, str, str]:
    """`--name=value`, `NAME=value` or `Header: value`; without a separator the word is the name."""
    found = re.match(r"(-{0,2}[A-Za-z][\w.-]*)(=|:\s*)(?!//)(.*)", word, re.DOTALL)
    return (found[1], found[2], found[3]) if found else (word, "", "")


def _gone(value: str) -> str:
    return f"<{len(value)} characters, not kept>"
