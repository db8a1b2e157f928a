"""Keys as people read them: Ctrl+Enter, and on macOS its signs. One place for menus, hints and help.

Qt calls the large key Return and the one of the number block Enter; on a keyboard both say Enter.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable
from typing import Final

from PySide6.QtGui import QKeySequence

__all__ = ["key_text", "sequences", "with_keys"]

_RETURN: Final = re.compile(r"\bReturn\b")
_ENTER: Final = re.compile(r"\bEnter\b")
_KEY: Final = re.compile(
    r"(?:(?:Ctrl|Alt|Shift)\+)+(?:(?:F\d{1,2}|Return|Enter|Space|Tab|Home|End|Left|Right|Up|Down|Backspace"
    r"|Delete|Del|[A-Z0-9])(?![A-Za-z0-9])|[.,+=-])"
)


def key_text(*keys: str) -> str:
    """Keys as this system writes them."""
    return "  ".join(_native(key) for key in keys)


def _native(key: str) -> str:
    shown = QKeySequence(_ENTER.sub("Return", key)).toString(QKeySequence.SequenceFormat.NativeText)
    return _RETURN.sub("Enter", shown)


def with_keys(text: str) -> str:
    """A hint or a page that names keys, with each as this system writes it."""
    return _KEY.sub(lambda match: _native(match[0]), text)


def sequences(keys: Iterable[str]) -> list[QKeySequence]:
    """The keys of an action; the first one is what its menu shows."""
    shown = "Return" if sys.platform == "darwin" else "Enter"  # macOS has a sign for each of them
    return [QKeySequence(key) for key in sorted(keys, key=lambda key: not key.endswith(shown))]
