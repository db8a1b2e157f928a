"""The menu of a place in a document: of the chosen value, in its text or its tree."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QWidget

from inspector.ui.json.viewer.tree_view import JsonTreeView
from inspector.ui.widgets.plain import menu_text

__all__ = ["JsonMenu"]


class JsonMenu(QMenu):
    """Fills itself; goes away when it was used."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("json_viewer_menu")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._copy: QAction | None = None

    def add_text(
        self,
        copy: QAction,
        others: list[QAction],
        tree: JsonTreeView,
        selected: bool,
        copy_all: Callable[[], None],
    ) -> None:
        """What can be done with the text and the value in it. selected: whether some text is."""
        self._copy = copy
        copy.setEnabled(selected)
        self.addActions([copy, *others[:1]])
        self.addAction(self.tr("Copy all"), copy_all)
        path = tree.current_path()
        if path:
            self.addAction(self.tr("Copy value as JSON"), tree.copy_value)
            self.addAction(self.tr("Copy path {0}").format(menu_text(path)), tree.copy_path)
            self.addAction(self.tr("Copy JSON Pointer"), tree.copy_pointer)
        self.addSeparator()
        self.addActions(others[1:])
        self.aboutToHide.connect(self._copy_allowed)

    def open_at(self, place: QPoint) -> None:
        """Open where the menu was asked for, unless there is nothing in it."""
        if not self.isEmpty():
            self.popup(place)

    def _copy_allowed(self) -> None:
        """The shortcut of the action works on without the menu."""
        if self._copy is not None:
            self._copy.setEnabled(True)
