"""Text of servers where Qt would guess that it is HTML."""

from __future__ import annotations

import html

__all__ = ["menu_text", "tooltip"]

_LONG = 2000  # characters of a tooltip
_MENU = 60  # characters of an entry of a menu


def tooltip(text: str) -> str:
    """A tooltip that shows text as it is; Qt takes anything that looks like a tag for rich text."""
    if not text:
        return ""
    lines = html.escape(text[:_LONG]).replace("\n", "<br>")
    return f"<qt>{lines}</qt>"


def menu_text(text: str) -> str:
    """Text for an entry of a menu: short, one line, & not taken for a mnemonic."""
    line = " ".join(text.split())
    line = line if len(line) <= _MENU else line[: _MENU // 2] + "…" + line[-_MENU // 2 :]
    return line.replace("&", "&&")
