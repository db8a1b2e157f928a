"""Hide what gives access before it is kept: a session file is handed to others.

Values go, names and lengths stay, so that a user still sees that something was there.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Final, NamedTuple
from urllib.parse import quote

__all__ = [
    "PARAMETER",
    "PLAIN_HEADERS",
    "SCHEMES",
    "Spot",
    "is_secret_name",
    "masked_credentials",
    "masked_header",
    "masked_url",
    "masked_values",
    "masked_words",
    "secret_words",
    "with_spots",
]

# Parts of names. "key" only as a word of its own, so that monkeys and keyboards stay readable; a
# member "pass" counts what did not fail.
_NAME: Final = re.compile(
    r"auth(?!ors?(?:\b|_))|cookie|token|secret|api-?_?key|passw|passphrase|credential|signature"
    r"|(?:^|[-_])(?:key|pwd|pat|sig)$|[-_]pass$|(?-i:^PASS$)",
    re.IGNORECASE,
)
PLAIN_HEADERS: Final = ("www-authenticate",)
SCHEMES: Final = ("bearer", "basic", "dpop", "digest")
"""What stands before the secret in an `Authorization`; it stays readable."""
_USER: Final = re.compile(r"(?<=://)([^/?#@\s]*):([^/?#\s]*)@")
PARAMETER: Final = re.compile(r"(?<=[?&#])([^=&#\s]+)=((?:\$\{[^}&#]{0,400}\}|[^&#\s])+)")
"""Name and value of a parameter in a URL, also behind its `#`."""
_PLACEHOLDER: Final = re.compile(r"\$\{(?![^}]*:-)[^}]+\}")
_ASSIGNED: Final = re.compile(r"(-{0,2}[A-Za-z][\w.-]*)(=|:\s*)(?!//)")
_SHORT_OPTION: Final = re.compile(r"-e(?=[A-Z_])")
"""Of docker: `-eTOKEN=x`."""
_SCRIPT_NEXT: Final = re.compile(r"-[a-z]*c|/[ck]|--?command", re.IGNORECASE)
_PIECE: Final = re.compile(
    r"""(?:[^\s"';&|()$]+|\$(?:\{[^}]{0,400}\})?|"(?:\\.|[^"\\])*"|'[^']*')+|".*|'.*""", re.DOTALL
)
"""A word of a shell's script, or what comes after a quote that is left open."""
_DEEPEST: Final = 4  # scripts in scripts


class Spot(NamedTuple):
    """A secret in a word: what it is called, where it begins and ends."""

    name: str
    start: int
    end: int


def is_secret_name(name: str) -> bool:
    """Whether a header, parameter, variable or option of that name holds what gives access."""
    return bool(_NAME.search(name))


@lru_cache(512)  # the same names in every request and answer
def _is_plain_header(name: str) -> bool:
    return name.lower() in PLAIN_HEADERS or not _NAME.search(name)


def masked_header(name: str, value: str) -> str:
    """The value of an HTTP header as it may be kept; a scheme such as Bearer stays."""
    if _is_plain_header(name):
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
    return PARAMETER.sub(
        lambda found: f"{found[1]}={_gone(found[2])}" if _NAME.search(found[1]) else found[0], text
    )


def masked_values(text: str, secrets: Iterable[str]) -> str:
    """The text without these values, also as they stand in a URL; the longest go first.

    What is shorter than 4 characters is not a secret: it would only make the rest unreadable."""
    for secret in sorted((one for one in secrets if len(one) > 3), key=len, reverse=True):
        for form in {secret, quote(secret, errors="replace"), quote(secret, safe="", errors="replace")}:
            text = text.replace(form, _gone(secret))
    return text


def masked_words(words: Iterable[str]) -> list[str]:
    """A command line without secrets: after `--token`, in `API_KEY=x`, `Header: x`, URLs, scripts."""
    return [
        with_spots(word, spots, lambda name, text: _gone(text), masked_url)
        for word, spots in secret_words(words)
    ]


def with_spots(
    word: str, spots: Iterable[Spot], secret: Callable[[str, str], str], rest: Callable[[str], str]
) -> str:
    """The word with `secret(name, text)` in place of every spot and `rest(text)` for what is between."""
    made, place = "", 0
    for name, start, end in spots:
        made += rest(word[place:start]) + secret(name, word[start:end])
        place = end
    return made + rest(word[place:])


def secret_words(words: Iterable[str], deep: int = 0) -> list[tuple[str, tuple[Spot, ...]]]:
    """Each word with the secrets in it, in order; those in a URL are not looked for here.

    A word that follows `-c`, or has blanks and is no assignment as a whole, is looked through like a script.
    deep: how many scripts the words stand in.
    """
    found: list[tuple[str, tuple[Spot, ...]]] = []
    option = before = ""  # option: whose value comes
    for word in words:
        if option and not word.startswith("-"):
            found.append((word, (Spot(option, 0, len(word)),)))
            option = ""
            continue
        spot, has_blank = _assigned(word), re.search(r"\s", word) is not None
        if has_blank and (spot is None or _SCRIPT_NEXT.fullmatch(before)):
            found.append((word, _in_script(word, deep)))
        else:
            found.append((word, (spot,) if spot is not None else ()))
        is_option = word.startswith("-") and not has_blank and _ASSIGNED.match(word) is None
        option = word.lstrip("-") if is_option and _NAME.search(word) else ""
        before = word
    return found


def _assigned(word: str) -> Spot | None:
    """The value in `--name=value`, `NAME=value`, `Header: value` or `--env=NAME=value`."""
    place = 0
    while (found := _ASSIGNED.match(word, place)) and found.end() < len(word):
        name, place = _SHORT_OPTION.sub("", found[1], 1), found.end()
        if _NAME.search(name) and name.lower() not in PLAIN_HEADERS:
            scheme, blank, rest = word[place:].partition(" ")
            kept = len(scheme) + 1 if blank and rest and scheme.lower() in SCHEMES else 0
            return Spot(name.lstrip("-"), place + kept, len(word))
    return None


def _in_script(text: str, deep: int) -> tuple[Spot, ...]:
    """The secrets in a line for a shell: what its variables bring is none."""
    places = [_unquoted(text, *found.span()) for found in _PIECE.finditer(text)]
    pieces = [text[start:end] for start, end in places]
    if pieces == [text] or deep == _DEEPEST:
        return ()
    spots = []
    for (offset, _), (_, found) in zip(places, secret_words(pieces, deep + 1), strict=True):
        for name, start, end in found:
            start, end = _unquoted(text, offset + start, offset + end)
            if start < end and (text[start] != "$" or text[start - 1 : start] == "'"):
                spots.append(Spot(name, start, end))
    return tuple(spots)


def _unquoted(text: str, start: int, end: int) -> tuple[int, int]:
    """The place inside of the quotes, where one pair is around the whole of it, or one is left open."""
    quote = text[start : start + 1]
    if quote not in ("'", '"'):
        return start, end
    closing = text.find(quote, start + 1, end)
    if closing == -1:
        return start + 1, end
    return (start + 1, closing) if closing == end - 1 else (start, end)


def _gone(value: str) -> str:
    """What stands for a value; a placeholder is no secret and says where one comes from."""
    return value if _PLACEHOLDER.fullmatch(value) else f"<{len(value)} characters, not kept>"
