"""What can be done in the JSON editor: one table for its keys, its context menu and its button *More*."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication, QEvent, QObject, QPoint, Qt
from PySide6.QtGui import QAction, QContextMenuEvent, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QMenu

from inspector.ui.json.editor.code_edit import CodeEdit
from inspector.ui.json.editor.commands import JsonAction, JsonCommands
from inspector.ui.keyboard.key_words import key_text

__all__ = ["ACTIONS", "JsonActions"]


FOLD: Final = "fold"
ACTIONS: Final = (
    JsonAction("find", QT_TRANSLATE_NOOP("JsonActions", "Find…"), ("Ctrl+F",), "find"),
    JsonAction("replace", QT_TRANSLATE_NOOP("JsonActions", "Replace…"), ("Ctrl+H",), "find", True),
    JsonAction("go_to_line", QT_TRANSLATE_NOOP("JsonActions", "Go to line…"), ("Ctrl+G",), "find"),
    JsonAction(
        "go_to_partner", QT_TRANSLATE_NOOP("JsonActions", "Go to matching bracket"), ("Ctrl+B",), "find"
    ),
    JsonAction("next_problem", QT_TRANSLATE_NOOP("JsonActions", "Next problem"), ("F8",), "find"),
    JsonAction(
        "previous_problem", QT_TRANSLATE_NOOP("JsonActions", "Previous problem"), ("Shift+F8",), "find"
    ),
    JsonAction(
        "propose", QT_TRANSLATE_NOOP("JsonActions", "Suggest from schema"), ("Ctrl+Space",), "schema", True
    ),
    JsonAction("explain", QT_TRANSLATE_NOOP("JsonActions", "Explain this"), ("Ctrl+Shift+Space",), "schema"),
    JsonAction("format", QT_TRANSLATE_NOOP("JsonActions", "Format"), ("Ctrl+Shift+F",), "form", True),
    JsonAction(
        "minify", QT_TRANSLATE_NOOP("JsonActions", "Minify to one line"), ("Ctrl+Alt+F",), "form", True
    ),
    JsonAction("sort_keys", QT_TRANSLATE_NOOP("JsonActions", "Sort all keys"), ("Ctrl+Alt+K",), "form", True),
    JsonAction("sort_outer_keys", QT_TRANSLATE_NOOP("JsonActions", "Sort top-level keys"), (), "form", True),
    JsonAction(
        "clean_up", QT_TRANSLATE_NOOP("JsonActions", "Clean up to JSON"), ("Ctrl+Alt+J",), "form", True
    ),
    JsonAction("show_chip", QT_TRANSLATE_NOOP("JsonActions", "Show the chip as text"), (), "form", True),
    JsonAction(
        "fold", QT_TRANSLATE_NOOP("JsonActions", "Fold"), ("Ctrl+Shift+[", "Ctrl+Shift+{", "Ctrl+{"), FOLD
    ),
    JsonAction(
        "unfold", QT_TRANSLATE_NOOP("JsonActions", "Unfold"), ("Ctrl+Shift+]", "Ctrl+Shift+}", "Ctrl+}"), FOLD
    ),
    JsonAction("fold_all", QT_TRANSLATE_NOOP("JsonActions", "Fold all"), ("Ctrl+Alt+[",), FOLD),
    JsonAction("unfold_all", QT_TRANSLATE_NOOP("JsonActions", "Unfold all"), ("Ctrl+Alt+]",), FOLD),
    *(
        JsonAction(
            "fold_level",
            QT_TRANSLATE_NOOP("JsonActions", "Fold below level {}"),
            (f"Ctrl+Alt+{level}",),
            FOLD,
            argument=level,
        )
        for level in (1, 2, 3)
    ),
    JsonAction("toggle_wrap", QT_TRANSLATE_NOOP("JsonActions", "Break long lines"), ("Alt+Z",), "view"),
)


class JsonActions(QObject):
    """Listens to the keys of one editor and makes its menus."""

    def __init__(self, edit: CodeEdit, commands: JsonCommands) -> None:
        super().__init__(edit)
        self._edit, self._commands = edit, commands
        self._by_keys = {QKeySequence(keys).toString(): action for action in ACTIONS for keys in action.keys}
        edit.installEventFilter(self)
        edit.viewport().installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QKeyEvent) and event.type() in (
            QEvent.Type.ShortcutOverride,
            QEvent.Type.KeyPress,
        ):
            action = self._by_keys.get(QKeySequence(event.keyCombination()).toString())
            if action is None or (action.changes and self._edit.isReadOnly()):
                return super().eventFilter(watched, event)
            # The window has a use for some of these keys as well; as two shortcuts neither would work.
            event.accept()
            if event.type() == QEvent.Type.KeyPress:
                self._commands.do(action)
            return True
        if isinstance(event, QContextMenuEvent):
            by_key = event.reason() == QContextMenuEvent.Reason.Keyboard
            self._open_menu(event.pos(), event.globalPos(), by_key)
            return True
        return super().eventFilter(watched, event)

    def fill(self, menu: QMenu) -> None:
        """All actions, with their keys."""
        group = ""
        folding = QMenu(QCoreApplication.translate("JsonActions", "Folding"), menu)
        folding.setObjectName("json_menu_folding")
        for action in ACTIONS:
            if action.group not in (group, FOLD) and group:
                menu.addSeparator()
            if action.group == FOLD and group != FOLD:
                menu.addSeparator()
                menu.addMenu(folding)
            group = action.group
            self._add(folding if group == FOLD else menu, action)

    def _add(self, menu: QMenu, action: JsonAction) -> None:
        text = QCoreApplication.translate("JsonActions", action.text).format(action.argument)
        keys = key_text(*action.keys[:1])
        made = QAction(f"{text}\t{keys}" if keys else text, menu)
        number = "" if action.argument is None else f"_{action.argument}"
        made.setObjectName(f"json_menu_{action.name}{number}")
        made.setData(ACTIONS.index(action))
        made.setEnabled(self._commands.can(action))
        if action.name == "toggle_wrap":
            made.setCheckable(True)
            made.setChecked(self._commands.is_wrapped())
        made.triggered.connect(self._chosen)
        menu.addAction(made)

    def _chosen(self) -> None:
        action = self.sender()
        if isinstance(action, QAction):
            self._commands.do(ACTIONS[int(action.data())])

    def _open_menu(self, pos: QPoint, where: QPoint, by_key: bool) -> None:
        edit = self._edit
        if by_key:
            rect = edit.cursorRect()
            pos, where = rect.center(), edit.viewport().mapToGlobal(rect.bottomLeft())
        elif not edit.textCursor().hasSelection():
            edit.setTextCursor(edit.cursorForPosition(pos))
        menu = edit.createStandardContextMenu(pos)
        menu.setObjectName("json_menu")
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addSeparator()
        self.fill(menu)
        menu.popup(where)
