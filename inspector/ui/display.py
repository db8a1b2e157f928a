"""Whether a window can open here. Asked before Qt starts, because Qt aborts with a misleading text.

Standard library only: `packaging/dev.py` asks the same before anything is installed.
"""

from __future__ import annotations

import contextlib
import os
import socket
import sys

__all__ = ["why_no_window"]


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
