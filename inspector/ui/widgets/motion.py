"""Whether things on the screen move by themselves: bars without an end, the blinking cursor, fading menus.

A user who is disturbed by it turns it off in the system, or here. Nothing is lost without: what
runs says so in words.
"""

from __future__ import annotations

import configparser
import ctypes
import plistlib
import sys
from functools import cache
from pathlib import Path
from typing import Any, Final

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QProgressBar

__all__ = ["busy", "install", "is_calm", "system_is_calm"]

_EFFECTS: Final = (
    Qt.UIEffect.UI_AnimateMenu,
    Qt.UIEffect.UI_AnimateCombo,
    Qt.UIEffect.UI_AnimateTooltip,
    Qt.UIEffect.UI_AnimateToolBox,
    Qt.UIEffect.UI_FadeMenu,
    Qt.UIEffect.UI_FadeTooltip,
)
_ANIMATIONS: Final = 0x1042  # SPI_GETCLIENTAREAANIMATION


class _State:
    calm = False
    flash_ms = -1  # of the cursor as the system has it; -1: not asked yet
    effects: tuple[Qt.UIEffect, ...] = ()  # those that the system has


@cache
def _state() -> _State:
    return _State()


def install(wanted: str = "system") -> None:
    """wanted: `reduced`, `full`, or anything else for what the system says."""
    app = QApplication.instance()
    if not isinstance(app, QApplication):
        return
    state = _state()
    if state.flash_ms < 0:
        state.flash_ms = app.cursorFlashTime()
        state.effects = tuple(effect for effect in _EFFECTS if app.isEffectEnabled(effect))
    state.calm = wanted == "reduced" or (wanted != "full" and system_is_calm())
    app.setCursorFlashTime(0 if state.calm else state.flash_ms)
    for effect in state.effects:
        app.setEffectEnabled(effect, not state.calm)


def is_calm() -> bool:
    """Nothing moves by itself now."""
    return _state().calm


def busy(bar: QProgressBar) -> None:
    """Show that something runs, and not how long it takes: a moving bar, or one that is full and rests."""
    bar.setRange(0, 1 if is_calm() else 0)
    bar.setValue(1 if is_calm() else 0)


def system_is_calm() -> bool:
    """Whether the user has asked the system for less movement, where a program can read that."""
    reader = {"win32": _on_windows, "darwin": _on_mac}.get(sys.platform, _on_desktops)
    try:
        return reader()
    except (OSError, ValueError, configparser.Error, AttributeError):
        return False


def _on_windows() -> bool:
    shown = ctypes.c_int(1)
    system: Any = ctypes.windll  # type: ignore[attr-defined,unused-ignore]  # there only
    system.user32.SystemParametersInfoW(_ANIMATIONS, 0, ctypes.byref(shown), 0)
    return not shown.value


def _on_mac() -> bool:
    kept = Path.home() / "Library/Preferences/com.apple.universalaccess.plist"
    return bool(plistlib.loads(kept.read_bytes()).get("reduceMotion"))


def _on_desktops() -> bool:
    """The files of GTK's and of KDE's settings."""
    home = Path.home() / ".config"
    for name, group, key in (
        ("gtk-4.0/settings.ini", "Settings", "gtk-enable-animations"),
        ("gtk-3.0/settings.ini", "Settings", "gtk-enable-animations"),
        ("kdeglobals", "KDE", "AnimationDurationFactor"),
    ):
        kept = configparser.ConfigParser(strict=False, interpolation=None)
        kept.optionxform = str  # type: ignore[assignment,method-assign]  # names as they are written
        kept.read(home / name, "utf-8")
        if kept.get(group, key, fallback="1").strip().lower() in ("0", "false"):
            return True
    return False
