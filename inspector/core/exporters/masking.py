"""What is shown of another client's file: its neighbours' secrets are nobody's business."""

from __future__ import annotations

import re
from typing import Final

from inspector.protocol.secrets import is_secret_name, secret_words, with_spots

__all__ = ["masked_line"]

_NAME: Final = r"(?:token|key|secret|password|authorization|cookie)(?![\w-]*env_var)[\w-]*"
_MASKS: Final = (
    (re.compile(rf"""({_NAME}["']?\s*[:=]\s*)(["'])[^"'$<{{]{{3,}}\2""", re.IGNORECASE), r"\1\2•••\2"),
    (re.compile(rf"({_NAME}:\s+)[^\s\"'\[{{$<]\S{{2,}}", re.IGNORECASE), r"\1•••"),
    (re.compile(r"\b(Bearer|Basic) (?![$<{•])[^\s\"']+", re.IGNORECASE), r"\1 •••"),
)
_PLACEHOLDER: Final = re.compile(r"\$?\{+[^}]*\}*|<[^>]*>|•+")
_PASSWORD: Final = re.compile(r"""(?<=://)([^/?#@\s"':]*:)((?:\\.|[^/?#\s"\\])+)(?=@)""")
_TOKEN_AS_USER: Final = re.compile(r"""(?<=://)()(?=[^/?#@\s:"']*\d)([^/?#@\s:"']{16,})(?=@)""")
_PARAMETER: Final = re.compile(r"""((?<=[?&#])[^=&#\s"']+=)([^&#\s"',]+)""")
_STRING: Final = r"""(?:"(?:\\.|[^"\\])*"|'[^']*')"""
_STRINGS: Final = re.compile(rf"{_STRING}(?:\s*,\s*{_STRING})*")


def masked_line(line: str) -> str:
    """A line of JSON, YAML or TOML with values that look like secrets as dots."""
    for pattern, instead in _MASKS:
        line = pattern.sub(instead, line)
    for pattern in (_PASSWORD, _TOKEN_AS_USER):
        line = pattern.sub(lambda found: found[1] + _dots(found[2]), line)
    line = _PARAMETER.sub(_parameter, line)
    return _STRINGS.sub(_list, line)


def _parameter(found: re.Match[str]) -> str:
    return found[1] + (_dots(found[2]) if is_secret_name(found[1][:-1]) else found[2])


def _list(found: re.Match[str]) -> str:
    """Strings with commas between them may be the arguments of a command."""
    quoted = re.split(f"({_STRING})", found[0])
    words = [part[1:-1] for part in quoted[1::2]]
    masked = (
        with_spots(word, spots, lambda name, text: _dots(text), lambda text: text)
        for word, spots in secret_words(words)
    )
    quoted[1::2] = [part[0] + word + part[-1] for part, word in zip(quoted[1::2], masked, strict=True)]
    return "".join(quoted)


def _dots(value: str) -> str:
    return value if _PLACEHOLDER.fullmatch(value) else "•••"
