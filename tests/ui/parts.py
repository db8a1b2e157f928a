"""Find a part of a widget by its name."""

from __future__ import annotations

from typing import TypeVar

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

__all__ = ["the"]

W = TypeVar("W", bound=QObject)


def the(owner: QWidget, kind: type[W], name: str) -> W:
    """The one part of this kind and name."""
    found = owner.findChild(kind, name)
    assert found is not None, name
    return found
