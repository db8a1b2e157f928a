"""What is shown of another client's file: its neighbours' secrets are nobody's business."""

from __future__ import annotations

import re
from typing import Final

__all__ = ["masked_line"]

_NAME: Final = r"(?:token|key|secret|password|authorization|cookie)(?![\w-]*env_var)[\w-]*"
_MASKS: Final = (
    (re.compile(rf"""({_NAME}["']?\s*[:=]\s*)(["'])[^"'$<{{]{{3,}}\2""", re.IGNORECASE), r"\1\2•••\2"),
    (re.compile(rf"({_NAME}:\s+)[^\s\"'\[{{$<]\S{{2,}}", re.IGNORECASE), r"\1•••"),
    (re.compile(r"\b(Bearer|Basic) (?![$<{•])[^\s\"']+", re.IGNORECASE), r"\1 •••"),
)


def masked_line(line: str) -> str:
    """A line of JSON, YAML or TOML with values that look like secrets as dots."""
    for pattern, instead in _MASKS:
        line = pattern.sub(instead, line)
    return line
