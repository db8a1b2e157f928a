"""What a person does with the columns of the timeline: the menu of the header, and its dialogs."""

from __future__ import annotations

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QInputDialog, QLineEdit

from inspector.trace.json_values import parse_path, path_name
from inspector.trace.query_tokens import FilterError
from inspector.ui.add_column import AddColumn
from inspector.ui.column_menu import ColumnMenu
from inspector.ui.columns_dialog import ColumnsDialog
from inspector.ui.tasks import ask, spawn
from inspector.ui.timeline_model import TimelineModel
from inspector.ui.timeline_view import TimelineView

__all__ = ["ColumnActions"]


class ColumnActions(QObject):
    """Belongs to a view and its model."""

    def __init__(self, model: TimelineModel, view: TimelineView) -> None:
        super().__init__(view)
        self._model, self._view = model, view
        self.menu = ColumnMenu(model, view)
        self.menu.add_wanted.connect(self.ask_for_column)
        self.menu.rename_wanted.connect(self.ask_for_name)
        self.menu.edit_wanted.connect(self.edit)

    def add(self, path: str, title: str = "") -> None:
        """Show a column for a JSON path; what is no path changes nothing."""
        try:
            title = title or path_name(parse_path(path))
        except FilterError:
            return
        index = self._model.add_column(path, title)
        self._view.header.show_column(index, shown=True)
        self._view.scrollTo(self._model.index(max(0, self._view.rowAt(0)), index))

    def ask_for_column(self) -> None:
        """Ask for a path in a dialog."""
        spawn(self, self._ask_for_column(), "timeline: add a column")

    async def _ask_for_column(self) -> None:
        dialog = AddColumn(self._view)
        if await ask(dialog):
            self.add(dialog.path(), dialog.title())
        dialog.deleteLater()

    def ask_for_name(self, index: int) -> None:
        """Ask for another heading of a column that was added."""
        spawn(self, self._ask_for_name(self._model.columns[index].key), "timeline: rename a column")

    async def _ask_for_name(self, key: str) -> None:
        spec = self._model.columns[self._model.columns.index_of(key)]
        dialog = QInputDialog(self._view)
        dialog.setObjectName("rename_column")
        dialog.setWindowTitle(self.tr("Rename the column"))
        dialog.setLabelText(self.tr("Heading of {}").format(spec.path))
        dialog.setTextEchoMode(QLineEdit.EchoMode.Normal)
        dialog.setTextValue(spec.title)
        accepted = await ask(dialog)
        dialog.deleteLater()
        index = self._model.columns.index_of(key)  # others may have gone meanwhile
        if accepted and index >= 0:
            self._model.rename_column(index, dialog.textValue())

    def edit(self) -> None:
        """All columns in a list."""
        dialog = ColumnsDialog(self._model, self._view.header, self._view)
        dialog.add_wanted.connect(self.ask_for_column)
        dialog.rename_wanted.connect(self.ask_for_name)
        dialog.show()
