"""Ask whether a text matches a `pattern` of a schema: ECMA-262, not anchored, and never for long.

A pattern comes from a server and may be made to hang Python's `re`, so it goes to the regex engines of
jsonschema-rs: one that takes linear time, and for look-around and back-references one that gives up after a
number of steps. That module is imported when the first pattern needs it; the plainest patterns do not.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from typing import Any, Final

__all__ = ["matches"]

_LONGEST_TEXT: Final = 20_000
_LONGEST_PATTERN: Final = 5_000
_BACKTRACKS: Final = 10_000  # half a millisecond
_SIZE: Final = 1 << 20
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

    def compile_with(options: Any) -> Any:
        return engine.Draft202012Validator({"pattern": pattern}, offline=True, pattern_options=options)

    try:
        return _answer(compile_with(engine.RegexOptions(size_limit=_SIZE, dfa_size_limit=_SIZE)))
    except ValueError:  # look-around or back-references
        pass
    try:
        fancy = engine.FancyRegexOptions(backtrack_limit=_BACKTRACKS, size_limit=_SIZE, dfa_size_limit=_SIZE)
        return _answer(compile_with(fancy))
    except ValueError:
        return lambda text: None


def _answer(validator: Any) -> Callable[[str], bool | None]:
    def ask(text: str) -> bool | None:
        try:
            error = next(iter(validator.iter_errors(text)), None)
        except (ValueError, UnicodeEncodeError):  # half a surrogate pair
            return None
        if error is None:
            return True
        return False if error.kind.name == "pattern" else None

    return ask
