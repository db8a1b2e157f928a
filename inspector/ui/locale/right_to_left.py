"""Which way a text is read, and where things stand in a window that is read from right to left."""

from __future__ import annotations

import re
from typing import Final
from unicodedata import bidirectional

from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QGuiApplication, QPainter
from PySide6.QtWidgets import QStyle

__all__ = ["direction_of", "in_order", "isolated", "mirrored", "placed", "turned_shown", "write"]

_LEFT: Final = Qt.LayoutDirection.LeftToRight
_RIGHT: Final = Qt.LayoutDirection.RightToLeft
_STRONG: Final = ("L", "R", "AL")
_FIRST: Final = "\u2068"
_END: Final = "\u2069"
_ARABIC: Final = re.compile(
    "[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff]"
)
_NAME: Final = re.compile(rf"{_ARABIC.pattern}+(?:[ _.\-/\d]*{_ARABIC.pattern}+)*[_\d]*")
"""What is read from the right, as far as it may be one name: a comma or a quote ends it."""
_OURS: Final = (
    "\u200e"  # of a sentence that begins with a name; a text box does not look behind that by itself
)
_TURNING: Final = re.compile("[\u202a-\u202e]")
_CONTROL: Final = re.compile("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")


def mirrored() -> bool:
    """Whether the window is read from right to left."""
    return QGuiApplication.layoutDirection() == _RIGHT


def direction_of(text: str) -> Qt.LayoutDirection:
    """Which way a line of text is read: that of its own letters, in a mirrored window of any of them."""
    if text.isascii() or not _ARABIC.search(text):
        return _LEFT
    if mirrored():
        return _RIGHT
    first = next((one for one in map(bidirectional, text) if one in _STRONG), "L")
    return _LEFT if first == "L" else _RIGHT


def placed(rect: QRect, area: QRect) -> QRect:
    """Where a part of an area stands: in a mirrored window at its other side."""
    return QStyle.visualRect(QGuiApplication.layoutDirection(), area, rect)


def write(
    painter: QPainter,
    rect: QRect | QRectF,
    flags: Qt.AlignmentFlag | int,
    text: str,
    area: QRect | None = None,
) -> None:
    """Draw a line of text in its own direction; what is at the left stands right in a mirrored window.

    area: what rect is a part of, and is mirrored in.
    """
    if not mirrored() and (text.isascii() or not _ARABIC.search(text)):
        painter.drawText(rect, int(flags), text)
        return
    before = painter.layoutDirection()
    painter.setLayoutDirection(direction_of(text))
    side = QStyle.visualAlignment(QGuiApplication.layoutDirection(), Qt.AlignmentFlag(int(flags)))
    if area is not None and isinstance(rect, QRect):
        rect = placed(rect, area)
    painter.drawText(rect, int(side | Qt.AlignmentFlag.AlignAbsolute), text)
    painter.setLayoutDirection(before)


def turned_shown(text: str) -> str:
    """A name of others with what would turn its letters around shown as codes: `evil` is not read `live`."""
    return text if text.isascii() else _TURNING.sub(_code, text)


def isolated(text: str) -> str:
    """A text of others for a sentence of ours, whose order it cannot change: its controls are shown."""
    if text.isascii():
        return text
    shown = _CONTROL.sub(_code, text)
    return f"{_FIRST}{shown}{_END}" if shown != text or _ARABIC.search(text) else text


def in_order(sentence: str) -> str:
    """A sentence of ours with names of others in it already: none of them changes its order.

    For what is shown; what is recorded or copied stays as it is. What is mostly read from the right is no
    sentence of ours and keeps its own order.
    """
    if sentence.isascii():
        return sentence
    shown = _CONTROL.sub(_code, sentence)
    from_right = len(_ARABIC.findall(shown))
    from_left = sum(bidirectional(one) == "L" for one in shown) if from_right else 0
    return f"{_OURS}{_NAME.sub(_alone, shown)}" if from_left > from_right > 0 else shown


def _alone(found: re.Match[str]) -> str:
    return f"{_FIRST}{found[0]}{_END}"


def _code(found: re.Match[str]) -> str:
    return f"⟨U+{ord(found[0]):04X}⟩"
