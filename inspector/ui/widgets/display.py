"""Whether a window can open here. Asked before Qt starts, because Qt aborts with a misleading text.

Standard library only: `packaging/dev.py` asks the same before anything is installed.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import re
import socket
import sys
from collections.abc import Iterable
from pathlib import Path

__all__ = ["how_to_install", "missing_library", "why_no_window"]

_LIBRARY = re.compile(r"(lib[\w.+-]+?)\.so\.(\d+)")
_ODD = {
    "libbrotlidec.so.1": "libbrotli1",
    "libglib-2.0.so.0": "libglib2.0-0",
    "libgthread-2.0.so.0": "libglib2.0-0",
    "libz.so.1": "zlib1g",
    "libbz2.so.1.0": "libbz2-1.0",
}
"""Packages that are not named after their library."""
_OF_X11 = (
    "libxcb-cursor.so.0",
    "libxcb-icccm.so.4",
    "libxcb-image.so.0",
    "libxcb-keysyms.so.1",
    "libxcb-render-util.so.0",
    "libxcb-shape.so.0",
    "libxcb-xkb.so.1",
    "libxkbcommon-x11.so.0",
)
"""What Qt's plugin for X11 needs of the system and servers without a desktop do not have."""


def why_no_window() -> str:
    """One plain sentence, or "" when a window can open."""
    if not sys.platform.startswith("linux"):
        return ""
    platform = os.environ.get("QT_QPA_PLATFORM", "").partition(":")[0]
    if platform and platform not in ("xcb", "wayland"):
        return ""
    display = os.environ.get("DISPLAY", "")
    if os.environ.get("WAYLAND_DISPLAY") or (display and _x_answers(display)):
        return ""
    if display:
        return f"The display {display} does not answer, so the window cannot open."
    return "There is no display (neither DISPLAY nor WAYLAND_DISPLAY is set), so the window cannot open."


def missing_library(plugins: Path) -> str:
    """The library without which Qt would abort, as no plugin of this display can be loaded; else "".

    plugins: the folder of Qt's platforms. Qt itself loads the same file a moment later.
    """
    if not sys.platform.startswith("linux"):
        return ""
    missing = ""
    for platform in _platforms():
        file = plugins / f"libq{platform}.so"
        if not file.is_file():
            return ""  # Qt finds it elsewhere, or says so itself
        if not (words := _why_not_loaded(str(file))):
            return ""
        missing = missing or (found[0] if (found := _LIBRARY.match(words)) else "")
    return missing


def how_to_install(library: str) -> str:
    """A sentence, for the systems whose packages are named after their libraries; "": it is no library."""
    if (found := _LIBRARY.match(library)) is None:
        return ""
    others = _OF_X11 if found[0] in _OF_X11 else ()  # the loader names one at a time
    packages = sorted({_package(found[0]), *(_package(one) for one in others if _why_not_loaded(one))})
    return f"On Debian and Ubuntu this installs what is missing: sudo apt install {' '.join(packages)}"


def _platforms() -> Iterable[str]:
    """The plugins that Qt tries here."""
    if named := os.environ.get("QT_QPA_PLATFORM", ""):
        return [one.partition(":")[0] for one in named.split(";")]
    return ["wayland", "xcb"] if os.environ.get("WAYLAND_DISPLAY") else ["xcb"]


def _why_not_loaded(name: str) -> str:
    try:
        ctypes.CDLL(name)
    except OSError as error:
        return str(error)
    return ""


def _package(library: str) -> str:
    """Debian's name: libxcb-cursor0, libxkbcommon-x11-0."""
    found = _LIBRARY.fullmatch(library)
    assert found is not None
    made = f"{found[1]}{'-' if found[1][-1].isdigit() else ''}{found[2]}".lower().replace("_", "-")
    return _ODD.get(library, made)


def _x_answers(display: str) -> bool:
    """Whether an X server listens there. Displays of other machines are left to Qt."""
    host, _, number = display.rpartition(":")
    if host not in ("", "unix") or not hasattr(socket, "AF_UNIX"):
        return True
    number = number.partition(".")[0]
    for address in (f"\0/tmp/.X11-unix/X{number}", f"/tmp/.X11-unix/X{number}"):
        with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX) as probe:
            probe.connect(address)
            return True
    return False
