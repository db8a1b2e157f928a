"""Undo, Redo, Cut, Copy, Paste, Select all and Find of the menu *Edit*: done by whatever has the keyboard.

The keys themselves stay with the widgets. An entry of the menu does what its key would do there, and is
enabled only where that does something.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Final

from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QAction, QGuiApplication, QKeyEvent, QKeySequence
from PySide6.QtWidgets import (
    QAbstractItemView,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QLineEdit,
    QMainWindow,
    QMenu,
    QMenuBar,
    QPlainTextEdit,
    QTextEdit,
    QWidget,
)
from shiboken6 import isValid

__all__ = ["EDITING", "FocusEditing"]

EDITING: Final = ("undo", "redo", "cut", "copy", "paste", "select_all", "find")
"""The entries, by their keys in the table of actions."""

_Text = QLineEdit | QPlainTextEdit | QTextEdit


class FocusEditing(QObject):
    """What the entries of one window act on: the widget that had the keyboard before the menu."""

    def __init__(self, window: QMainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._widget: QWidget | None = None
        self._actions: dict[str, QAction] = {}
        QApplication.instance().focusChanged.connect(self._moved)  # type: ignore[union-attr]

    def handlers(self) -> dict[str, Callable[[], object]]:
        """What the entries do."""
        return {key: partial(self._act, key) for key in EDITING}

    def follow(self, menu: QMenu, actions: Mapping[str, QAction]) -> None:
        """Enable the entries that can act whenever the menu opens."""
        self._actions = {key: actions[key] for key in EDITING}
        menu.aboutToShow.connect(self.refresh)

    def refresh(self) -> None:
        """Enable the entries that can act now."""
        widget = self._target()
        for key, action in self._actions.items():
            action.setEnabled(widget is not None and _can(widget, key, action.shortcut()))

    def _moved(self, _old: QWidget | None, new: QWidget | None) -> None:
        if new is not None and new.window() is self._window and not isinstance(new, (QMenuBar, QMenu)):
            self._widget = new

    def _target(self) -> QWidget | None:
        widget = self._widget
        return widget if widget is not None and isValid(widget) and widget.isVisible() else None

    def _act(self, key: str) -> None:
        widget = self._target()
        if widget is None:
            return
        keys = self._actions[key].shortcut()
        own = _own_action(widget, keys)
        if own is not None and not _text_can(widget, key):
            own.trigger()
        else:
            QApplication.sendEvent(widget, _event(QEvent.Type.KeyPress, keys))


def _can(widget: QWidget, key: str, keys: QKeySequence) -> bool:
    """Whether the key would do something where the keyboard is."""
    if _text_can(widget, key):
        return True
    if isinstance(widget, QAbstractItemView):
        if key == "copy":
            return widget.selectionModel() is not None and widget.selectionModel().hasSelection()
        if key == "select_all":
            mode, single = widget.selectionMode(), QAbstractItemView.SelectionMode
            several = mode not in (single.NoSelection, single.SingleSelection)
            return several and widget.model() is not None and widget.model().rowCount() > 0
    if _own_action(widget, keys) is not None:
        return True
    if key not in ("undo", "redo", "find"):
        return False
    # A form or an editor says that it does something itself when it is asked whether it wants the key. A text
    # says so of every key that it knows, also when there is nothing to undo.
    asked = widget if _text(widget) is None or key == "find" else widget.parentWidget()
    if asked is None:
        return False
    event = _event(QEvent.Type.ShortcutOverride, keys)
    event.ignore()
    QApplication.sendEvent(asked, event)
    return event.isAccepted()


def _text(widget: QWidget) -> _Text | None:
    if isinstance(widget, (QComboBox, QAbstractSpinBox)):
        return widget.findChild(QLineEdit)
    return widget if isinstance(widget, (QLineEdit, QPlainTextEdit, QTextEdit)) else None


def _text_can(widget: QWidget, key: str) -> bool:
    text = _text(widget)
    if text is None:
        return False
    writable = not text.isReadOnly()
    if isinstance(text, QLineEdit):
        plain = text.echoMode() == QLineEdit.EchoMode.Normal
        selected, empty = text.hasSelectedText() and plain, not text.text()
        undo, redo = text.isUndoAvailable(), text.isRedoAvailable()
        paste = bool(QGuiApplication.clipboard().text())
    else:
        document = text.document()
        selected, empty = text.textCursor().hasSelection(), document.isEmpty()
        undo, redo = document.isUndoAvailable(), document.isRedoAvailable()
        paste = text.canPaste()
    return {
        "undo": writable and undo,
        "redo": writable and redo,
        "cut": writable and selected,
        "copy": selected,
        "paste": writable and paste,
        "select_all": not empty,
    }.get(key, False)


def _own_action(widget: QWidget, keys: QKeySequence) -> QAction | None:
    """The action with these keys of a widget or of one that it lies in."""
    part: QWidget | None = widget
    while part is not None and not part.isWindow():
        for action in part.actions():
            if keys in action.shortcuts() and action.isEnabled():
                return action
        part = part.parentWidget()
    return None


def _event(kind: QEvent.Type, keys: QKeySequence) -> QKeyEvent:
    chord = keys[0]  # type: ignore[index]  # its stub lacks it
    return QKeyEvent(kind, chord.key(), chord.keyboardModifiers())
