"""Split a pasted command line into words as the user's shell would, without running anything.

POSIX rules, or Windows rules (a backslash is a letter) when the text has a Windows path in it.
"""

from __future__ import annotations

import os
import re
from typing import Final

from inspector.errors import UsageError
from inspector.translation import translate

__all__ = ["is_windows", "split_lines", "split_words"]

_WINDOWS_PATH: Final = re.compile(
    r"""(?:^|[\s"'=])(?:[A-Za-z]:\\|\\\\\w|\.{1,2}\\\w|%\w+%|[\w.-]+\\[\w.-]+)"""
)
_VARIABLE: Final = re.compile(r"\$(?:\{(\w+)\}|(\w+))")
_OPERATORS: Final = ("&&", "||", "$(", "|", "&", ";", ">", "<", "`")
_CLOSING: Final = {'"': '"', "'": "'", "“": "”", "‘": "’"}
_CONTINUED: Final = re.compile(r"[ \t]*[\\^`][ \t]*\r?\n[ \t]*")  # POSIX \, cmd ^, PowerShell `
_PROMPT: Final = re.compile(r"^(?:[$%❯>]\s+|PS [A-Za-z]:\\[^>\n]*>\s*|[A-Za-z]:\\[^>\n]*>\s*)")


def is_windows(text: str) -> bool:
    r"""True when the text reads like a Windows command line (C:\, .\x, %VAR%)."""
    return _WINDOWS_PATH.search(text) is not None


def split_lines(text: str) -> list[str]:
    """The commands in the text: continued lines joined, prompts, comments and empty lines taken off."""
    joined = _CONTINUED.sub(" ", text)
    lines = (_PROMPT.sub("", line.strip()).strip() for line in joined.splitlines())
    return [line for line in lines if line and not line.startswith(("#", "REM ", "//"))]


def split_words(line: str, *, expand: bool = True) -> list[str]:
    """One command line → its words.

    `~` and set `$VARIABLES` become what they mean now, as a shell would have done; expand=False: they stay as
    they are written, where a line comes from elsewhere and its words go elsewhere. Raises UsageError for
    an unclosed quote and for what only a shell can do (pipes, redirection, several commands).
    """
    windows = is_windows(line)
    words: list[str] = []
    word: list[str] | None = None
    at = 0
    while at < len(line):
        letter = line[at]
        if letter.isspace():
            if word is not None:
                words.append("".join(word))
            word, at = None, at + 1
            continue
        start_of_word = word is None
        word = [] if word is None else word
        if letter in _CLOSING and not (windows and letter == "'" and not start_of_word):
            text, at = _quoted(line, at, windows, expand)
            word.append(text)
        elif letter == "\\" and not windows:
            word.append(line[at + 1 : at + 2])
            at += 2
        else:
            _refuse_operator(line, at)
            end = _plain_end(line, at, windows)
            plain = line[at:end]
            word.append(_expanded(plain, windows, start_of_word) if expand else plain)
            at = end
    if word is not None:
        words.append("".join(word))
    return words


def _plain_end(line: str, at: int, windows: bool) -> int:
    """Where the run of plain letters that begins at `at` ends; it is at least one letter long."""
    stop = set(_CLOSING) | {"`", "|", "&", ";", ">", "<"} | (set() if windows else {"\\"})
    stop -= {"'"} if windows else set()
    end = at + 1
    while end < len(line) and not line[end].isspace() and line[end] not in stop:
        if line.startswith("$(", end):
            break
        end += 1
    return end


def _quoted(line: str, at: int, windows: bool, expand: bool) -> tuple[str, int]:
    """The text of the quotation that opens at `at`, and the place after it."""
    quote, closing = line[at], _CLOSING[line[at]]
    escapes = '"' if windows else '"\\$`'
    text: list[str] = []
    place = at + 1
    while place < len(line):
        letter = line[place]
        if letter == closing:
            inner = "".join(text)
            expanded = expand and quote == '"' and not windows
            return (_variables(inner) if expanded else inner), place + 1
        if letter == "\\" and quote == '"' and line[place + 1 : place + 2] in tuple(escapes):
            text.append(line[place + 1])
            place += 2
            continue
        text.append(letter)
        place += 1
    excerpt = line[at : at + 24] + ("…" if len(line) > at + 24 else "")
    raise UsageError(
        translate("Core", "unclosed {quote} at character {at}: {excerpt}").format(
            quote=quote, at=at + 1, excerpt=excerpt
        )
    )


def _refuse_operator(line: str, at: int) -> None:
    found = next((operator for operator in _OPERATORS if line.startswith(operator, at)), None)
    if found:
        raise UsageError(
            translate(
                "Core",
                "“{found}” at character {at} needs a shell, and servers are started without one. "
                "Paste only the command of the server, put it in quotes if it is part of an argument, "
                """or wrap all of it: sh -c "…" """,
            )
            .format(found=found, at=at + 1)
            .rstrip()
        )


def _expanded(text: str, windows: bool, start_of_word: bool) -> str:
    if windows:
        return re.sub(r"%(\w+)%", lambda match: os.environ.get(match[1], match[0]), text)
    if start_of_word and text.startswith("~"):
        text = os.path.expanduser(text)
    return _variables(text)


def _variables(text: str) -> str:
    return _VARIABLE.sub(lambda match: os.environ.get(match[1] or match[2], match[0]), text)
