"""The program as a screen reader meets it: the tree of accessible things, and what is wrong in it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from PySide6.QtGui import QAccessible, QAccessibleInterface
from PySide6.QtWidgets import QLabel, QLineEdit, QScrollArea, QTabBar, QTabWidget, QToolButton, QWidget

__all__ = ["Heard", "faults", "heard", "walk"]

_Role: Final = QAccessible.Role
_MOST: Final = 60  # children looked at: a table has hundreds of thousands
_DEEPEST: Final = 24
_CONTAINERS: Final = (QScrollArea, QTabWidget)
"""Qt has no role for them; what is in them counts."""
_SNAKE: Final = re.compile(r"[a-z][a-z0-9_]*")
_ITEMS: Final = frozenset(
    (_Role.Cell, _Role.ListItem, _Role.TreeItem, _Role.MenuItem, _Role.PageTab, _Role.Separator)
)
"""Parts of a widget, which have no object of their own."""
_USED: Final = _ITEMS | {
    _Role.Button,
    _Role.ButtonDropDown,
    _Role.ButtonMenu,
    _Role.CheckBox,
    _Role.ComboBox,
    _Role.EditableText,
    _Role.Link,
    _Role.List,
    _Role.PageTabList,
    _Role.RadioButton,
    _Role.Slider,
    _Role.SpinBox,
    _Role.Table,
    _Role.Tree,
}
_MEANINGLESS: Final = frozenset((_Role.NoRole, _Role.Client, _Role.Pane, _Role.LayeredPane))


@dataclass(frozen=True)
class Heard:
    """One thing of the tree."""

    interface: QAccessibleInterface
    around: str
    role: QAccessible.Role
    name: str
    about: str
    widget: QWidget | None

    def __str__(self) -> str:
        own = self.widget
        what = f"{type(own).__name__} “{own.objectName()}”" if own is not None else "a part"
        return f"{what}, {self.role.name} “{self.name[:60]}” in {self.around}"


def heard(widget: QWidget) -> Heard:
    """What is said of one widget."""
    return _heard(QAccessible.queryAccessibleInterface(widget), "")


def _heard(found: QAccessibleInterface, around: str) -> Heard:
    own = found.object()
    return Heard(
        found,
        around,
        found.role(),
        found.text(QAccessible.Text.Name),
        found.text(QAccessible.Text.Description),
        own if isinstance(own, QWidget) else None,
    )


def walk(window: QWidget) -> Iterator[Heard]:
    """All that is shown of a window and can be met, from the outside to the inside."""
    yield from _walk(QAccessible.queryAccessibleInterface(window), window.objectName(), 0)


def _walk(interface: QAccessibleInterface, around: str, depth: int) -> Iterator[Heard]:
    found = _heard(interface, around)
    yield found
    inside = found.widget.objectName() if found.widget is not None and found.widget.objectName() else around
    if depth >= _DEEPEST:
        return
    for number in range(min(interface.childCount(), _MOST)):
        child = interface.child(number)
        if child is None or not child.isValid() or child.state().invisible:
            continue
        yield from _walk(child, inside, depth + 1)


def _says_what_it_is(found: Heard) -> bool:
    """On Linux Qt tells the value of a combo box as its name: a label or a description must say more."""
    labels = found.interface.relations(QAccessible.RelationFlag.Label)
    return bool(labels) or bool(found.about)


def _is_part(widget: QWidget) -> bool:
    """Whether Qt made it inside of a widget, from an action that has a name."""
    inside = isinstance(widget, QToolButton) and isinstance(widget.parentWidget(), QLineEdit)
    return inside or widget.objectName().startswith(("qt_", "ScrollLeft", "ScrollRight"))


def is_used(found: Heard) -> bool:
    """Whether a user does something with it."""
    return found.role in _USED or bool(found.interface.state().focusable)


def faults(window: QWidget) -> list[str]:
    """What a user who hears the window would miss."""
    told: list[str] = []
    known: Counter[tuple[int, int, str]] = Counter()
    for found in walk(window):
        if not is_used(found) or found.role == _Role.Separator:
            continue
        if isinstance(found.widget, QTabBar) and not found.widget.count():
            continue
        if found.role not in _ITEMS:
            if not found.name.strip():
                told.append(f"no name: {found}")
            if found.role in _MEANINGLESS and not isinstance(found.widget, _CONTAINERS):
                told.append(f"no role: {found}")
            if found.role == _Role.ComboBox and not _says_what_it_is(found):
                told.append(f"only a value: {found}")
        if found.widget is not None and not isinstance(found.widget, QLabel) and not _is_part(found.widget):
            if not _SNAKE.fullmatch(found.widget.objectName()):
                told.append(f"no objectName: {found}")
            parent = found.widget.parentWidget()
            if found.role == _Role.ComboBox:
                continue  # two may have the same value
            known[id(parent), found.role.value, found.name] += 1
            if found.name and known[id(parent), found.role.value, found.name] == 2:
                told.append(f"name of its neighbour: {found}")
    return told
