"""Ask whether a text matches a `pattern` of a schema: ECMA-262, not anchored, and never for long.

A pattern comes from a server and may be made to hang Python's `re`, so it goes to the regex engines of
jsonschema-rs: one that takes linear time, and for look-around and back-references one that gives up after a
number of steps. Linear may still be a minute (a large pattern, at each character), and a step of the other
engine is a whole search; so the larger the pattern, the shorter the text that is tried (measured: 30 ms at
most). The module is imported when the first pattern needs it; the plainest patterns do not.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress
from functools import lru_cache
from typing import Any, Final

__all__ = ["matches"]

_LONGEST_TEXT: Final = 20_000  # for a pattern of plain characters
_LONGEST_LINEAR: Final = 2_000
_LONGEST_LARGE: Final = 250
_LONGEST_PATTERN: Final = 5_000
_BACKTRACKS: Final = 10_000
_SMALL: Final = 1 << 15  # bytes compiled: nearly every pattern that people write
_LARGE: Final = 1 << 18
_CACHE: Final = 1 << 20
_PLAIN: Final = re.compile(r"(\^?)((?:[\w \-/:@#%&=,;<>~!\"']|\\[.$/\-])*)(\$?)", re.ASCII)
"""Only characters that stand for themselves, perhaps anchored."""
_EVERYTHING: Final = frozenset(("", ".*", "^.*", "^", "$"))


def matches(pattern: str, text: str) -> bool | None:
    """Whether the pattern is found in the text. None: not decided, because the pattern cannot be compiled,
    takes too many steps, or is too long, or the text is."""
    if len(text) > _LONGEST_TEXT or len(pattern) > _LONGEST_PATTERN:
        return None
    return _matcher(pattern)(text)


@lru_cache(maxsize=512)
def _matcher(pattern: str) -> Callable[[str], bool | None]:
    if pattern in _EVERYTHING:
        return lambda text: True
    plain = _PLAIN.fullmatch(pattern)
    if plain is None:
        return _compiled(pattern)
    start, literal, end = plain.groups()
    literal = literal.replace("\\", "")
    if start and end:
        return lambda text: text == literal
    if start:
        return lambda text: text.startswith(literal)
    return (lambda text: text.endswith(literal)) if end else (lambda text: literal in text)


def _compiled(pattern: str) -> Callable[[str], bool | None]:
    import jsonschema_rs as engine

    linear, fancy = engine.RegexOptions, engine.FancyRegexOptions
    for options, longest in (
        (linear(size_limit=_SMALL, dfa_size_limit=_CACHE), _LONGEST_LINEAR),
        (linear(size_limit=_LARGE, dfa_size_limit=_CACHE), _LONGEST_LARGE),
        (fancy(backtrack_limit=_BACKTRACKS, size_limit=_LARGE, dfa_size_limit=_CACHE), _LONGEST_LARGE),
    ):
        with suppress(ValueError):  # too large, or look-around or back-references
            schema = {"pattern": pattern}
            validator = engine.Draft202012Validator(schema, offline=True, pattern_options=options)
            return _answer(validator, longest)
    return _undecided


def _undecided(text: str) -> None:
    """Of a pattern that no engine takes."""


def _answer(validator: Any, longest: int) -> Callable[[str], bool | None]:
    def ask(text: str) -> bool | None:
        if len(text) > longest:
            return None
        try:
            error = next(iter(validator.iter_errors(text)), None)
        except (ValueError, UnicodeEncodeError):  # half a surrogate pair
            return None
        if error is None:
            return True
        return False if error.kind.name == "pattern" else None

    return ask
