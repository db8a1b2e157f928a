"""Lengths that are set once and follow the zoom: fixed sizes, least sizes, margins, sizes of windows.

What paints or hints its size asks `theme.px` each time. What is told its size (`setFixedWidth(22)`) is told
by `follow`, which tells it again when the zoom is another one.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any, Final
from weakref import WeakKeyDictionary

from PySide6.QtCore import QObject, QSize
from PySide6.QtGui import QFont
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractScrollArea,
    QHeaderView,
    QLayout,
    QMenu,
    QMenuBar,
    QWidget,
)
from shiboken6 import isValid

from inspector.ui.widgets import theme

__all__ = [
    "follow",
    "give_room",
    "icons",
    "keep_sections",
    "least_room",
    "lines",
    "margins",
    "menu_icons",
    "mono",
]

_AROUND: Final = QSize(60, 60)  # px of the screen around a window
_ICON: Final = QSize(16, 16)
_LONGEST: Final = 1 << 24  # px, what Qt takes for "as large as you like"


@dataclass(frozen=True, slots=True)
class _Lines:
    """The height of some lines of text in the font of the widget that is told, and px around them."""

    count: int
    around: int


@dataclass(frozen=True, slots=True)
class _Mono:
    """The font of code, some points larger or smaller."""

    delta: int


@dataclass(frozen=True, slots=True)
class _MenuIcons:
    """The sheet of a menu, which has no other way to say how large its icons are."""


Length = int | QSize | _Lines | _Mono | _MenuIcons


class _Follower(QObject):
    """Knows what each widget was told at 100 %."""

    def __init__(self) -> None:
        super().__init__()
        self._percent = theme.zoom_level()
        self._told: WeakKeyDictionary[QObject, dict[str, tuple[Length, ...]]] = WeakKeyDictionary()
        self._headers: WeakKeyDictionary[QHeaderView, bool] = WeakKeyDictionary()
        theme.notifier().resized.connect(self._again)

    def tell(self, owner: QObject, name: str, lengths: tuple[Length, ...]) -> None:
        """Call a setter of `owner`, now and later."""
        self._told.setdefault(owner, {})[name] = lengths
        _set(owner, name, lengths)

    def keep(self, header: QHeaderView) -> None:
        """Sections of this header grow and shrink as the text in them does."""
        self._headers[header] = True

    def _again(self) -> None:
        share, self._percent = theme.zoom_level() / self._percent, theme.zoom_level()
        for owner, setters in list(self._told.items()):
            if isValid(owner):
                for name, lengths in setters.items():
                    _set(owner, name, lengths)
        for header in list(self._headers):
            if isValid(header):
                _stretch(header, share)


@cache
def _follower() -> _Follower:
    return _Follower()


def follow(setter: Callable[..., Any], *lengths: Length) -> None:
    """Call a setter of a widget or layout with lengths in px at 100 %; again at each other zoom."""
    owner: Any = getattr(setter, "__self__")  # noqa: B009  # the stub of a Callable has none
    _follower().tell(owner, str(getattr(setter, "__name__")), lengths)  # noqa: B009


def margins(owner: QLayout | QWidget, left: int, top: int, right: int, bottom: int) -> None:
    """Contents margins in px at 100 %, of a layout or a widget."""
    follow(owner.setContentsMargins, left, top, right, bottom)


def lines(setter: Callable[[int], Any], count: int, around: int = 0) -> None:
    """A height of `count` lines of its text and some px."""
    follow(setter, _Lines(count, around))


def icons(owner: QAbstractButton | QAbstractItemView) -> None:
    """Icons as large as the style makes them at 100 %, which knows no zoom."""
    follow(owner.setIconSize, _ICON)


def menu_icons(owner: QMenu | QMenuBar) -> None:
    """The same for a menu, and for the menus in it."""
    follow(owner.setStyleSheet, _MenuIcons())


def keep_sections(header: QHeaderView, *widths: int) -> None:
    """Widths of the first sections in px at 100 %, but no head is cut. What a user makes of them keeps its
    share at another zoom."""
    for section, width in enumerate(widths):
        if width:
            header.resizeSection(section, max(theme.px(width), header.sectionSizeHint(section)))
    _follower().keep(header)


def give_room(window: QWidget, width: int, height: int) -> None:
    """The first size of a window in px at 100 %; less where the screen is smaller."""
    window.resize(_on_screen(window, width, height))


def least_room(window: QWidget, width: int, height: int) -> None:
    """The least size of a window in px at 100 %; less where the screen is smaller."""
    window.setMinimumSize(_on_screen(window, width, height))


def mono(widget: QWidget, delta: int = 0) -> None:
    """The font of code. delta: points more or less."""
    follow(widget.setFont, _Mono(delta))


def _on_screen(window: QWidget, width: int, height: int) -> QSize:
    room = window.screen().availableGeometry().size() - _AROUND
    return QSize(theme.px(width), theme.px(height)).boundedTo(room)


def _set(owner: QObject, name: str, lengths: tuple[Length, ...]) -> None:
    getattr(owner, name)(*(_scaled(owner, one) for one in lengths))
    if name == "setFont" and isinstance(owner, QAbstractScrollArea):
        owner.viewport().setFont(owner.font())  # under a style sheet it keeps an old one: of the placeholder


def _scaled(owner: QObject, length: Length) -> int | QSize | QFont | str:
    if isinstance(length, _MenuIcons):
        return "" if theme.zoom_level() == 100 else f"QMenu {{ icon-size: {theme.px(_ICON.width())}px; }}"
    if isinstance(length, _Mono):
        return theme.mono_font(length.delta)
    if isinstance(length, _Lines):
        spacing = owner.fontMetrics().lineSpacing() if isinstance(owner, QWidget) else 0
        return spacing * length.count + theme.px(length.around)
    if isinstance(length, QSize):
        return QSize(theme.px(length.width()), theme.px(length.height()))
    return length if length >= _LONGEST else theme.px(length)


def _stretch(header: QHeaderView, share: float) -> None:
    for section in range(header.count()):
        if header.sectionResizeMode(section) == QHeaderView.ResizeMode.Interactive:
            header.resizeSection(section, round(header.sectionSize(section) * share))
