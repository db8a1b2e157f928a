"""What is shown of another client's file: its neighbours' secrets are nobody's business."""

from __future__ import annotations

import re
from typing import Final

from inspector.protocol.secrets import is_secret_name

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
_ASSIGNED: Final = re.compile(
    r"""((?<=")-{0,2}[A-Za-z][\w.-]*=)([^"&]+)(?=")|((?<=')-{0,2}[A-Za-z][\w.-]*=)([^'&]+)(?=')"""
)


def masked_line(line: str) -> str:
    """A line of JSON, YAML or TOML with values that look like secrets as dots."""
    for pattern, instead in _MASKS:
        line = pattern.sub(instead, line)
    for pattern in (_PASSWORD, _TOKEN_AS_USER):
        line = pattern.sub(lambda found: found[1] + _dots(found[2]), line)
    for pattern in (_PARAMETER, _ASSIGNED):
        line = pattern.sub(_named, line)
    return line


def _named(found: re.Match[str]) -> str:
    name, value = (part for part in found.groups() if part is not None)
    return name + (_dots(value) if is_secret_name(name[:-1]) else value)


def _dots(value: str) -> str:
    return value if _PLACEHOLDER.fullmatch(value) else "•••"
