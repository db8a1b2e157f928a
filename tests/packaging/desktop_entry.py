"""What a desktop makes of a .desktop file. Source: the Desktop Entry Specification, "The Exec key"."""

from __future__ import annotations

import configparser
import shlex
from collections.abc import Sequence
from pathlib import Path

GROUP = "Desktop Entry"


def entry_of(path: Path, group: str = GROUP) -> dict[str, str]:
    """The keys of a group."""
    parser = configparser.ConfigParser(interpolation=None, delimiters=("=",), comment_prefixes=("#",))
    parser.optionxform = str  # type: ignore[assignment, method-assign]  # keys keep their case
    parser.read(path, encoding="utf-8")
    return dict(parser[group])


def command_of(path: Path, files: Sequence[str] = (), action: str = "") -> list[str]:
    """The command line that choosing the entry (or its action), or opening these files with it, starts."""
    group = f"Desktop Action {action}" if action else GROUP
    value = entry_of(path, group)["Exec"].replace("\\\\", "\\")
    words: list[str] = []
    for word in shlex.split(value):
        word = word.replace("\\$", "$").replace("\\`", "`")  # what shlex leaves as it is
        if word == "%F":
            words.extend(files)
        else:
            assert "%" not in word.replace("%%", ""), f"{word!r} has a code that this does not know"
            words.append(word.replace("%%", "%"))
    return words
