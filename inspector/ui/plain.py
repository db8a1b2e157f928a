"""Text where Qt would guess that it is HTML, or something to press with Alt."""

from __future__ import annotations

import html
import re

from inspector.ui.reading import isolated

__all__ = ["menu_text", "tooltip", "without_mnemonic"]

_LONG = 2000  # characters of a tooltip
_MENU = 60  # characters of an entry of a menu
_MNEMONIC = re.compile(r"\s*\(&\w\)|&(?=\w)")


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
    return isolated(line.replace("&", "&&"))


def without_mnemonic(text: str) -> str:
    """The title of a menu where it is no menu: File of &File, 파일 of 파일(&F)."""
    return _MNEMONIC.sub("", text)
