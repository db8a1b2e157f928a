"""ANSI escapes in the output of programs: SGR as looks, all others left out.

Colours are the program's own, made lighter or darker until they can be read in the theme (WCAG AA).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Final

from PySide6.QtGui import QColor, QFont, QTextCharFormat

from inspector.printable import ESCAPE
from inspector.ui.widgets import theme
from inspector.ui.widgets.shades import contrast

__all__ = ["PLAIN", "Look", "format_of_look", "pieces"]

_READABLE: Final = 4.5  # WCAG 2.2, 1.4.3
_STEPS: Final = 20  # from a colour to white or black
_DIM: Final = 0.35  # share of the ground in dim text
_GROUNDS: Final = ("base", "alternate", "background", "selection")

_SIXTEEN: Final = (
    *("#000000", "#c72c2c", "#12803c", "#a56a00", "#2f6fe0", "#a438b8", "#0f8391", "#cccccc"),
    *("#6b6b6b", "#f05252", "#2bb35e", "#d9a514", "#6a9cff", "#d46be5", "#30b5c4", "#ffffff"),
)
"""The colours that a terminal's user chooses; the other 240 are fixed."""

_CUBE: Final = (0, 95, 135, 175, 215, 255)
"""Steps of red, green and blue in colours 16 to 231, as xterm has them."""

_SWITCHES: Final[dict[int, dict[str, Any]]] = {
    1: {"bold": True},
    2: {"dim": True},
    3: {"italic": True},
    4: {"underline": True},
    7: {"inverse": True},
    9: {"strike": True},
    21: {"underline": True},  # ECMA-48: doubly underlined
    22: {"bold": False, "dim": False},
    23: {"italic": False},
    24: {"underline": False},
    27: {"inverse": False},
    29: {"strike": False},
    39: {"ink": None},
    49: {"ground": None},
}
"""SGR parameter → what it changes. Blinking and concealed text is shown as any other."""


@dataclass(frozen=True, slots=True)
class Look:
    """What SGR says about the characters that follow. ink, ground: 0xRRGGBB; None: the usual one."""

    ink: int | None = None
    ground: int | None = None
    bold: bool = False
    dim: bool = False
    italic: bool = False
    underline: bool = False
    inverse: bool = False
    strike: bool = False

    @lru_cache(maxsize=1024)  # noqa: B019  # few looks, of a few words
    def changed(self, parameters: str) -> Look:
        """The look after `ESC [ parameters m`."""
        look, words = self, parameters.split(";")
        while words:
            word = words.pop(0)
            first, *more = (_number(part) for part in word.split(":"))
            if first in (38, 48):  # "38;2;r;g;b", or in the colons of ISO 8613-6 "38:2::r:g:b"
                if not more:
                    count = {"5": 2, "2": 4}.get(words[0] if words else "", 1)
                    more = [_number(part) for part in words[:count]]
                    del words[:count]
                colour = _extended(more)
                if colour is not None:
                    look = replace(look, ink=colour) if first == 38 else replace(look, ground=colour)
            elif first == 4 and more:  # 4:0 is no underline, 4:3 a wave
                look = replace(look, underline=more[0] != 0)
            elif first == 0:
                look = PLAIN
            elif first in _SWITCHES:
                look = replace(look, **_SWITCHES[first])
            elif (index := _index(first)) is not None:
                colour = _indexed(index)
                is_ink = first // 10 in (3, 9)
                look = replace(look, ink=colour) if is_ink else replace(look, ground=colour)
        return look


PLAIN: Final = Look()


def pieces(text: str, look: Look = PLAIN) -> Iterator[tuple[int, int, Look]]:
    """Start and end of what is read in a text, with its look; the last one may be empty.

    look: of the text before.
    """
    start = 0
    for match in ESCAPE.finditer(text):
        if match.start() > start:
            yield start, match.start(), look
        start = match.end()
        if match[2] == "m":
            look = look.changed(match[1])
    yield start, len(text), look


def format_of_look(look: Look) -> QTextCharFormat:
    """The look in the theme of now; it is shared."""
    return _format(look, theme.is_dark())


@lru_cache(maxsize=1024)
def _format(look: Look, dark: bool) -> QTextCharFormat:
    how = QTextCharFormat()
    ink, ground = look.ink, look.ground
    if look.inverse:
        ink, ground = (
            _rgb(theme.color("base")) if ground is None else ground,
            _rgb(theme.color("text")) if ink is None else ink,
        )
    if ground is not None:
        how.setBackground(QColor(ground))
    if ink is not None or ground is not None or look.dim:
        how.setForeground(QColor(_ink(ink, ground, look.dim, dark)))
    if look.bold:
        how.setFontWeight(QFont.Weight.Bold)
    if look.italic:
        how.setFontItalic(True)
    if look.underline:
        how.setFontUnderline(True)
    if look.strike:
        how.setFontStrikeOut(True)
    return how


@lru_cache(maxsize=1024)
def _ink(ink: int | None, ground: int | None, dim: bool, _dark: bool) -> int:
    """The colour of letters: as it was asked for if it can be read, or the nearest that can."""
    wanted = theme.color("text") if ink is None else QColor(ink)
    under = [theme.color(role) for role in _GROUNDS] if ground is None else [QColor(ground)]
    if dim:
        wanted = theme.mix(wanted, under[0], _DIM)
    ends = (QColor("white"), QColor("black"))
    end = max(ends, key=lambda one: contrast(one, under[0]))
    for step in range(_STEPS):
        made = theme.mix(wanted, end, step / _STEPS)
        if all(contrast(made, one) >= _READABLE for one in under):
            return _rgb(made)
    return _rgb(end)


def _number(digits: str) -> int:
    """A parameter; 0 where it is left out, or is longer than any that means something."""
    return int(digits) if digits and len(digits) < 5 else 0


def _index(code: int) -> int | None:
    """Which of the sixteen colours an SGR parameter means."""
    for first, index in ((30, 0), (40, 0), (90, 8), (100, 8)):
        if first <= code < first + 8:
            return index + code - first
    return None


def _extended(values: list[int]) -> int | None:
    """The colour of what follows 38 or 48."""
    match values:
        case [5, index, *_] if index < 256:
            return _indexed(index)
        case [2, red, green, blue] | [2, _, red, green, blue, *_] if max(red, green, blue) < 256:
            return red << 16 | green << 8 | blue
    return None


def _indexed(index: int) -> int:
    if index < 16:
        return int(_SIXTEEN[index][1:], 16)
    if index >= 232:
        return (8 + 10 * (index - 232)) * 0x010101
    red, rest = divmod(index - 16, 36)
    green, blue = divmod(rest, 6)
    return _CUBE[red] << 16 | _CUBE[green] << 8 | _CUBE[blue]


def _rgb(colour: QColor) -> int:
    return colour.rgb() & 0xFFFFFF
