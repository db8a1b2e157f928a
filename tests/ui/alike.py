"""Whether two windows look alike, part by part: one lived through a change, the other was made after it."""

from __future__ import annotations

from difflib import unified_diff

from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QApplication, QWidget

from inspector.ui.widgets import theme

__all__ = ["at_rest", "unlike"]

_TURNS = 8


def at_rest() -> None:
    """Nobody has the keyboard, what is laid out later is done, what was retired is dead."""
    while theme.notifier().restyler.running:
        QApplication.processEvents()
    for _ in range(_TURNS):
        if (focus := QApplication.focusWidget()) is not None:
            focus.clearFocus()
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        QApplication.processEvents()


def unlike(old: QWidget, new: QWidget) -> list[str]:
    """The innermost parts that are elsewhere, or look otherwise, than those of the new widget."""
    if old.grab().toImage() == new.grab().toImage():
        return []
    ours, theirs = _seen(old), _seen(new)
    names = [list(map(_name, parts)) for parts in (ours, theirs)]
    if names[0] != names[1]:
        return list(unified_diff(*names, "lived through it", "new", n=1, lineterm=""))
    found = []
    for name, one, other in zip(names[0], ours, theirs, strict=True):
        if any(child.isVisible() for child in one.findChildren(QWidget)):
            continue
        if one.geometry() != other.geometry():
            found.append(f"{name}: {one.geometry()} and not {other.geometry()}")
        elif one.grab().toImage() != other.grab().toImage():
            found.append(f"{name} is painted otherwise")
    return found or ["what a part with others in it paints"]


def _name(one: QWidget) -> str:
    around = one.parentWidget()
    return f"{one.objectName()} {type(one).__name__} in {around.objectName() if around is not None else ''}"


def _seen(window: QWidget) -> list[QWidget]:
    return [one for one in window.findChildren(QWidget) if one.isVisible()]
