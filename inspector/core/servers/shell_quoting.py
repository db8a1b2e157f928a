"""Write words as a command line that a shell reads back as the same words."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from inspector.translation import QT_TRANSLATE_NOOP

__all__ = ["SHELLS", "Shell", "native_shell"]


@dataclass(frozen=True, slots=True)
class Shell:
    """How one shell quotes. title: for people. curl: what curl is called there."""

    title: str
    join: Callable[[Sequence[str]], str]
    curl: str = "curl"


_CMD_SPECIAL: Final = re.compile(r'([()%!^"<>&|])')
_PLAIN: Final = re.compile(r"[A-Za-z0-9_./:\\-]+")


def _cmd(words: Sequence[str]) -> str:
    """Quotes for the program, then a caret before all that cmd.exe reads itself, the quotes too.

    cmd.exe has no way to write a line break: it becomes a space.
    """
    line = subprocess.list2cmdline([re.sub(r"[\r\n]+", " ", word) for word in words])
    return _CMD_SPECIAL.sub(r"^\1", line)


def _powershell(words: Sequence[str]) -> str:
    """Single quotes, in which only the quote itself is special; curly ones count as quotes there too."""
    return " ".join(
        word if _PLAIN.fullmatch(word) and not word.startswith("-") else _single(word) for word in words
    )


def _single(word: str) -> str:
    if re.fullmatch(r"--?[A-Za-z][A-Za-z-]*|--", word):
        return word
    return "'" + re.sub(r"(['‘’‚‛])", r"\1\1", word) + "'"


SHELLS: Final[dict[str, Shell]] = {
    "posix": Shell("sh, bash, zsh", shlex.join),
    "cmd": Shell("cmd.exe", _cmd, "curl.exe"),
    "powershell": Shell(QT_TRANSLATE_NOOP("Core", "PowerShell 7.3 or later"), _powershell, "curl.exe"),
}


def native_shell() -> str:
    """The shell that people have on this platform."""
    return "cmd" if sys.platform == "win32" else "posix"
