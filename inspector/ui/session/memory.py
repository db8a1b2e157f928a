"""What a user has in a window, taken from one and given to another of the same kind.

Windows are made anew in another language; what was typed, chosen, opened and scrolled comes along. Controls
are known by their object names, which are stable and stand once in a window. A widget that knows better what
a user has in it says so itself: it has `memory` and `resume`, and nothing inside it is looked at.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache, partial
from typing import Any, Final, Protocol, TypeGuard, runtime_checkable

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractScrollArea,
    QAbstractSpinBox,
    QComboBox,
    QDoubleSpinBox,
    QLineEdit,
    QPlainTextEdit,
    QSpinBox,
    QSplitter,
    QTabBar,
    QTabWidget,
    QWidget,
)

__all__ = ["Memory", "Remembers", "give_back", "memory_of"]

_LAID_OUT_MS: Final = 30  # until a new window has its sizes, which the places of scroll bars depend on


@runtime_checkable
class Remembers(Protocol):
    """A widget with more in it than its controls show."""

    def memory(self) -> Any:
        """What a user has in it."""

    def resume(self, memory: Any) -> None:
        """Go on with what `memory` gave in another widget of this class."""


@dataclass(slots=True)
class Memory:
    """Object name → what the control of that name holds. Views first: they bring other controls."""

    views: dict[str, Any] = field(default_factory=dict)
    values: dict[str, Any] = field(default_factory=dict)
    places: dict[str, Any] = field(default_factory=dict)


def memory_of(root: QWidget) -> Memory:
    """What is in the controls below a widget."""
    kept = Memory()
    for name, widget in _controls(root):
        if _remembers(widget):
            kept.values[name] = widget.memory()
            continue
        for kinds, store in ((_VIEWS, kept.views), (_VALUES, kept.values), (_PLACES, kept.places)):
            for kind, take, _give in kinds:
                if isinstance(widget, kind):
                    store[name] = take(widget)
                    break
    return kept


def give_back(root: QWidget, kept: Memory) -> None:
    """Put it into the controls below another widget; what is not there any more is left out."""
    for kinds, store in ((_VIEWS, kept.views), (_VALUES, kept.values)):
        for name, widget in list(_controls(root)):
            if name not in store:
                continue
            if _remembers(widget):
                widget.resume(store[name])
                continue
            for kind, take, give in kinds:
                if isinstance(widget, kind):
                    if take(widget) != store[name]:
                        give(widget, store[name])
                    break
    QTimer.singleShot(_LAID_OUT_MS, root, partial(_give_places, root, kept))


def _give_places(root: QWidget, kept: Memory) -> None:
    for name, widget in _controls(root):
        if name in kept.places and not _remembers(widget):
            for kind, _take, give in _PLACES:
                if isinstance(widget, kind):
                    give(widget, kept.places[name])
                    break


def _controls(root: QWidget) -> Iterator[tuple[str, QWidget]]:
    """Name and widget of all that is below a widget, outside of those that remember themselves."""
    seen: set[str] = set()
    below = _children(root)
    while below:
        widget = below.pop(0)
        name = widget.objectName()
        if name and not name.startswith("qt_") and name not in seen:
            seen.add(name)
            yield name, widget
        if not isinstance(widget, (QAbstractSpinBox, QComboBox)) and not _remembers(widget):
            below = _children(widget) + below


def _remembers(widget: QWidget) -> TypeGuard[Remembers]:
    kind: type = type(widget)
    return _is_remembering(kind)


@cache
def _is_remembering(kind: type) -> bool:
    """Kept: `isinstance` with a protocol took a seventh of the time that a switch of the language needs."""
    return issubclass(kind, Remembers)


def _children(widget: QWidget) -> list[QWidget]:
    return [child for child in widget.children() if isinstance(child, QWidget)]


# -- kinds of controls ---------------------------------------------------------------------------------


def _checked(button: QAbstractButton) -> bool | None:
    return button.isChecked() if button.isCheckable() else None


def _press(button: QAbstractButton, _checked: bool) -> None:
    """As a user would: what follows from it follows."""
    if button.isEnabled():
        button.click()


def _line(edit: QLineEdit) -> tuple[str, int] | None:
    return None if edit.isReadOnly() else (edit.text(), edit.cursorPosition())


def _give_line(edit: QLineEdit, kept: tuple[str, int] | None) -> None:
    if kept is not None:
        edit.setText(kept[0])
        edit.setCursorPosition(kept[1])


def _text(edit: QPlainTextEdit) -> tuple[str, int] | None:
    return None if edit.isReadOnly() else (edit.toPlainText(), edit.textCursor().position())


def _give_text(edit: QPlainTextEdit, kept: tuple[str, int] | None) -> None:
    if kept is not None:
        edit.setPlainText(kept[0])
        cursor = edit.textCursor()
        cursor.setPosition(min(kept[1], len(kept[0])))
        edit.setTextCursor(cursor)


def _choice(box: QComboBox) -> tuple[int, str]:
    return box.currentIndex(), box.currentText() if box.isEditable() else ""


def _give_choice(box: QComboBox, kept: tuple[int, str]) -> None:
    place, typed = kept
    if 0 <= place < box.count():
        box.setCurrentIndex(place)
        box.activated.emit(place)
    if box.isEditable():
        box.setEditText(typed)


def _scrolled(area: QAbstractScrollArea) -> tuple[int, int]:
    return area.horizontalScrollBar().value(), area.verticalScrollBar().value()


def _scroll(area: QAbstractScrollArea, kept: tuple[int, int]) -> None:
    area.horizontalScrollBar().setValue(kept[0])
    area.verticalScrollBar().setValue(kept[1])


_Kind = tuple[Any, Callable[[Any], Any], Callable[[Any, Any], object]]

_VIEWS: Final[tuple[_Kind, ...]] = (
    (QTabWidget, QTabWidget.currentIndex, QTabWidget.setCurrentIndex),
    (QTabBar, QTabBar.currentIndex, QTabBar.setCurrentIndex),
    (QAbstractButton, _checked, _press),
)
_VALUES: Final[tuple[_Kind, ...]] = (
    (QLineEdit, _line, _give_line),
    (QPlainTextEdit, _text, _give_text),
    (QComboBox, _choice, _give_choice),
    (QSpinBox, QSpinBox.value, QSpinBox.setValue),
    (QDoubleSpinBox, QDoubleSpinBox.value, QDoubleSpinBox.setValue),
)
_PLACES: Final[tuple[_Kind, ...]] = (
    (QSplitter, QSplitter.sizes, QSplitter.setSizes),
    (QAbstractScrollArea, _scrolled, _scroll),
)
