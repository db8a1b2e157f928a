"""What was done last, by names that stand in our code: for the crash report.

    12.3 s  action add_server_action      a menu, a key
    12.9 s  focus AddServerBox             where the user went
    14.0 s  work Servers._connect          what was started beside the loop (3 times)

Never what was typed, and no name of a server, a tool or a field.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable
from typing import Final

from PySide6.QtWidgets import QApplication, QWidget

__all__ = ["Breadcrumb", "follow", "leave", "note", "steps"]

KEPT: Final = 40
_DEPTH: Final = 3
_PACKAGE: Final = "inspector."


class Breadcrumb:
    """One thing that was done, and how often one after the other."""

    __slots__ = ("at", "count", "name")

    def __init__(self, name: str) -> None:
        self.name, self.count, self.at = name, 1, time.monotonic()

    def __str__(self) -> str:
        return f"{self.name} ({self.count} times)" if self.count > 1 else self.name


_steps: deque[Breadcrumb] = deque(maxlen=KEPT)
_hearers: list[Callable[[str], object]] = []


def note(kind: str, name: str) -> None:
    """Something was done. name: of our code, never of data."""
    name = f"{kind} {name}"
    for step in list(_steps)[-2:]:  # two that take turns are two
        if step.name == name:
            step.count += 1
            return
    _steps.append(Breadcrumb(name))
    for hear in _hearers:
        hear(name)


def steps() -> list[str]:
    """The last ones, oldest first, with the seconds before now."""
    now = time.monotonic()
    return [f"{now - step.at:.1f} s ago: {step}" for step in list(_steps)]


def follow(app: QApplication, hear: Callable[[str], object] | None = None) -> None:
    """Note where the focus goes; hear(step) is called for every new step from now on."""
    if hear is not None:
        _hearers[:] = [hear]
    app.focusChanged.connect(_moved)


def leave(app: QApplication) -> None:
    """No longer."""
    app.focusChanged.disconnect(_moved)
    _hearers.clear()
    _steps.clear()


def _moved(_old: QWidget | None, new: QWidget | None) -> None:
    names: list[str] = []
    while new is not None and len(names) < _DEPTH:
        if type(new).__module__.startswith(_PACKAGE):
            names.append(type(new).__name__)
        new = new.parentWidget()
    if names:
        note("focus", " in ".join(names))
