"""Keys that no menu has, for the page of keys: in forms, lists, the JSON editor and what an answer shows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication

from inspector.ui.json.editor.actions import ACTIONS
from inspector.ui.keyboard.key_words import key_text
from inspector.ui.widgets.controls import Marked

__all__ = ["KEY_GROUPS", "KeyGroup"]

_CONTEXT: Final = "KeyGroups"


@dataclass(frozen=True, slots=True)
class KeyGroup:
    """What is listed under one heading: keys and what they do. context: where the words are translated."""

    title: Marked
    lines: tuple[tuple[tuple[str, ...], Marked], ...]
    context: str = _CONTEXT

    def heading(self) -> str:
        """The title in the language of the program."""
        return QCoreApplication.translate(_CONTEXT, self.title)

    def shown(self) -> list[tuple[str, str]]:
        """What is done, and the keys as this system writes them."""
        translate = QCoreApplication.translate
        return [(translate(self.context, text).format("…"), key_text(*keys)) for keys, text in self.lines]


_LEAVE: Final[tuple[tuple[str, ...], Marked]] = (
    ("Ctrl+Tab", "Ctrl+Shift+Tab"),
    QT_TRANSLATE_NOOP("JsonActions", "Leave the editor (also Esc, then Tab)"),
)


def _editor_lines() -> tuple[tuple[tuple[str, ...], Marked], ...]:
    """The table of the editor; what has a key for each level is one line."""
    found: dict[str, tuple[tuple[str, ...], Marked]] = {}
    for action in ACTIONS:
        if action.keys:
            before = found[action.name][0] if action.name in found else ()
            found[action.name] = (*before, action.keys[0]), action.text
    return (*found.values(), _LEAVE)


KEY_GROUPS: Final = (
    KeyGroup(
        QT_TRANSLATE_NOOP("KeyGroups", "In a form"),
        (
            (("F4",), QT_TRANSLATE_NOOP("KeyGroups", "Switch between form and JSON at the same place")),
            (("F8", "Shift+F8"), QT_TRANSLATE_NOOP("KeyGroups", "Next or previous error")),
            (("Ctrl+Shift+H",), QT_TRANSLATE_NOOP("KeyGroups", "Recent arguments")),
            (("Ctrl+Shift+V",), QT_TRANSLATE_NOOP("KeyGroups", "Paste arguments in any format")),
            (("Ctrl+Z",), QT_TRANSLATE_NOOP("KeyGroups", "Undo in the field, then undo filling in")),
            (("Ctrl+Shift+Z", "Ctrl+Y"), QT_TRANSLATE_NOOP("KeyGroups", "Redo")),
            (("Ctrl+Backspace",), QT_TRANSLATE_NOOP("KeyGroups", "Not set")),
            (("Alt+N",), QT_TRANSLATE_NOOP("KeyGroups", "Set to null, or restore")),
            (("Ctrl+Right",), QT_TRANSLATE_NOOP("KeyGroups", "Use the default where nothing is set")),
            (("Shift+Return",), QT_TRANSLATE_NOOP("KeyGroups", "Line break in a text")),
            (("Alt+M",), QT_TRANSLATE_NOOP("KeyGroups", "Switch a text between one line and several")),
            (
                ("Up", "Down"),
                QT_TRANSLATE_NOOP("KeyGroups", "Step a number by one; Page Up and Page Down by ten"),
            ),
            (("Ctrl+Space",), QT_TRANSLATE_NOOP("KeyGroups", "In a date or time: open the calendar")),
            (("Space",), QT_TRANSLATE_NOOP("KeyGroups", "Next of a few choices")),
            (("Left", "Right"), QT_TRANSLATE_NOOP("KeyGroups", "On a section's arrow: collapse or expand")),
            (("Esc",), QT_TRANSLATE_NOOP("KeyGroups", "From a field to its row, then outward")),
        ),
    ),
    KeyGroup(
        QT_TRANSLATE_NOOP("KeyGroups", "In a list"),
        (
            (("Ctrl+Shift+Return",), QT_TRANSLATE_NOOP("KeyGroups", "Add an item below, from anywhere")),
            (("Alt+Up", "Alt+Down"), QT_TRANSLATE_NOOP("KeyGroups", "Move the item")),
            (("Ctrl+D",), QT_TRANSLATE_NOOP("KeyGroups", "Duplicate the item")),
            (("Esc",), QT_TRANSLATE_NOOP("KeyGroups", "From the value to the item number")),
            (("Return",), QT_TRANSLATE_NOOP("KeyGroups", "On the number: go to the value")),
            (("Del",), QT_TRANSLATE_NOOP("KeyGroups", "On the number: remove the item")),
            (("Ctrl+V",), QT_TRANSLATE_NOOP("KeyGroups", "On the number: paste items")),
        ),
    ),
    KeyGroup(QT_TRANSLATE_NOOP("KeyGroups", "In the JSON editor"), _editor_lines(), "JsonActions"),
    KeyGroup(
        QT_TRANSLATE_NOOP("KeyGroups", "In the server list"),
        (
            (
                ("Return",),
                QT_TRANSLATE_NOOP("KeyGroups", "Connect; on a heading: expand or collapse the group"),
            ),
            (("Left", "Right"), QT_TRANSLATE_NOOP("KeyGroups", "Collapse or expand the group")),
            (("Alt+Up", "Alt+Down"), QT_TRANSLATE_NOOP("KeyGroups", "Move a server or group")),
            (("F2",), QT_TRANSLATE_NOOP("KeyGroups", "Edit a server or rename a group")),
        ),
    ),
    KeyGroup(
        QT_TRANSLATE_NOOP("KeyGroups", "In a response"),
        (
            (("Ctrl+F",), QT_TRANSLATE_NOOP("KeyGroups", "Find")),
            (("F3", "Shift+F3"), QT_TRANSLATE_NOOP("KeyGroups", "Next or previous match")),
            (("Left", "Right"), QT_TRANSLATE_NOOP("KeyGroups", "In the tree: collapse or expand")),
            (("*",), QT_TRANSLATE_NOOP("KeyGroups", "In the tree: expand everything below")),
            (("Return",), QT_TRANSLATE_NOOP("KeyGroups", "In a table: show the cell in the tree")),
            (("Ctrl+C",), QT_TRANSLATE_NOOP("KeyGroups", "Copy the selection")),
        ),
    ),
)
