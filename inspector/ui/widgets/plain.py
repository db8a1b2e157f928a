"""Text where Qt would guess that it is HTML, something to press with Alt, or short enough to be measured."""

from __future__ import annotations

import html
import re

from PySide6.QtCore import Qt
from PySide6.QtGui import QFontMetrics

from inspector.ui.locale.right_to_left import isolated, turned_shown

__all__ = ["elided", "menu_text", "shortened", "tooltip", "without_mnemonic"]

_LINE = 2000  # characters of a line: more than any screen has room for
_LONG = 2000  # characters of a tooltip
_MENU = 60  # characters of an entry of a menu
_MNEMONIC = re.compile(r"\s*\(&\w\)|&(?=\w)")


def tooltip(text: str) -> str:
    """A tooltip that shows text as it is; Qt takes anything that looks like a tag for rich text."""
    if not text:
        return ""
    lines = html.escape(text[:_LONG]).replace("\n", "<br>")
    return f"<qt>{lines}</qt>"


def shortened(text: str, most: int = _LINE) -> str:
    """Text of at most so many characters, and one for what is left out in the middle.

    Qt measures and lays out all of a line, seconds for a megabyte, to show what there is room for.
    """
    return text if len(text) <= most else text[: most // 2] + "…" + text[-most // 2 :]


def elided(metrics: QFontMetrics, text: str, mode: Qt.TextElideMode, width: int) -> str:
    """What of one line of text there is room for."""
    return metrics.elidedText(turned_shown(shortened(text)), mode, max(width, 0))


def menu_text(text: str) -> str:
    """Text for an entry of a menu: short, one line, & not taken for a mnemonic."""
    return isolated(shortened(" ".join(text.split()), _MENU).replace("&", "&&"))


def without_mnemonic(text: str) -> str:
    """The title of a menu where it is no menu: File of &File, 파일 of 파일(&F)."""
    return _MNEMONIC.sub("", text)
