"""ANSI escapes in the output of programs: as looks, or left out."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from PySide6.QtGui import QFont, QTextCharFormat

from inspector.printable import ESCAPE
from inspector.ui.widgets import theme

__all__ = ["coloured"]

_ROLES: Final = {
    31: "error",
    32: "ok",
    33: "warning",
    34: "client",
    35: "server",
    36: "accent",
    37: "text",
    90: "muted",
}
"""SGR colour → role. Bright ones (91 …) are the same; black and white are the text's own colour."""


def coloured(line: str) -> Iterator[tuple[str, QTextCharFormat]]:
    """A line with ANSI escapes as texts with their looks; escapes that are no colours are dropped."""
    look, start = QTextCharFormat(), 0
    for match in ESCAPE.finditer(line):
        if match.start() > start:
            yield line[start : match.start()], look
        start = match.end()
        if match[2] == "m":
            look = _changed(look, match[1] or "0")
    if start < len(line) or start == 0:
        yield line[start:], look


def _changed(look: QTextCharFormat, parameters: str) -> QTextCharFormat:
    look = QTextCharFormat(look)
    codes = [int(code) if code.isdigit() else 0 for code in re.split("[;:]", parameters)]
    if codes[0] in (38, 48):  # 256 colours or RGB: the text's own colour is always readable
        return look
    for code in codes:
        if code == 0:
            look = QTextCharFormat()
        elif code == 1:
            look.setFontWeight(QFont.Weight.Bold)
        elif code == 22:
            look.setFontWeight(QFont.Weight.Normal)
        elif code in (30, 39, 97):
            look.clearForeground()
        elif (role := _ROLES.get(code) or _ROLES.get(code - 60)) is not None:
            look.setForeground(theme.color(role))
    return look
