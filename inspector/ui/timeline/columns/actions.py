"""What a user does with the columns of the timeline: the menu of the header, and its dialogs."""

from __future__ import annotations

from contextlib import closing, suppress
from typing import Final

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QInputDialog, QLineEdit

from inspector.trace.journal import Journal
from inspector.trace.json_values import parse_path, path_name
from inspector.trace.query.seen import paths_seen
from inspector.trace.query.tokens import FilterError
from inspector.ui.loop.tasks import ask, offload, spawn
from inspector.ui.timeline.columns.add_column import AddColumn
from inspector.ui.timeline.columns.menu import ColumnMenu
from inspector.ui.timeline.view.columns import NOTE
from inspector.ui.timeline.view.model import TimelineModel
from inspector.ui.timeline.view.times import TIME_MODES
from inspector.ui.timeline.view.view import TimelineView

__all__ = ["ColumnActions"]

_MOST_PATHS: Final = 500


class ColumnActions(QObject):
    """Belongs to a view and its model."""

    changed = Signal()  # the time is told in another way

    def __init__(self, journal: Journal, model: TimelineModel, view: TimelineView) -> None:
        super().__init__(view)
        self._journal, self._model, self._view = journal, model, view
        self.menu = ColumnMenu(model, view)
        self.menu.add_wanted.connect(self.ask_for_column)
        self.menu.rename_wanted.connect(self.ask_for_name)
        self.menu.edit_wanted.connect(self.edit)
        self.menu.time_wanted.connect(self.set_time)
        self.menu.chosen.connect(self._chosen)
        model.columnsRemoved.connect(self._keep)
        self.show_kept()
        self.own_note = False  # a user decided whether the notes are to be seen

    def show_kept(self) -> None:
        """Show the columns that are kept with the session."""
        for path, title in self._journal.annotations.json_columns.items():
            with suppress(FilterError):  # of a file edited by hand
                index = self._model.add_column(path, title or path_name(parse_path(path)))
                self._view.header.show_column(index, shown=True)

    def _keep(self, *_columns: object) -> None:
        columns = {one.path: one.heading for one in self._model.columns.added()}
        self._journal.annotations.set_json_columns(columns)

    def add(self, path: str, title: str = "") -> None:
        """Show a column for a JSON path, and keep it; what is no path changes nothing."""
        try:
            title = title or path_name(parse_path(path))
        except FilterError:
            return
        index = self._model.add_column(path, title)
        self._view.header.show_column(index, shown=True)
        self._keep()
        self._view.scrollTo(self._model.index(max(0, self._view.rowAt(0)), index))

    @property
    def time_mode(self) -> str:
        """What the Time column says, one of TIME_MODES."""
        return self._model.times.mode

    def set_time(self, mode: str) -> None:
        """Let the Time column say something else; an unknown mode changes nothing."""
        if mode in TIME_MODES and mode != self.time_mode:
            self._model.set_time_mode(mode)
            self.changed.emit()

    def show_references(self) -> None:
        """The user set a time reference: times from the start count from it now."""
        if self.time_mode == "start":
            self.set_time("reference")

    def show_notes(self, *, there: bool) -> None:
        """The column of notes comes with the first note and goes with the last, unless the user chose."""
        if not self.own_note and self._view.header.isSectionHidden(NOTE) == there:
            self._view.header.show_column(NOTE, there)

    def _chosen(self, key: str) -> None:
        self.own_note = self.own_note or key == self._model.columns[NOTE].key

    def ask_for_column(self) -> None:
        """Ask for a path in a dialog."""
        spawn(self, self._ask_for_column(), "timeline: add a column")

    async def _ask_for_column(self) -> None:
        dialog = AddColumn(self._view)
        answer = ask(dialog)
        dialog.offer(await offload(_paths, self._journal))
        if await answer:
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
            self._keep()

    def edit(self) -> None:
        """All columns in a list."""
        from inspector.ui.timeline.columns.dialog import ColumnsDialog

        dialog = ColumnsDialog(self._model, self._view.header, self._view)
        dialog.add_wanted.connect(self.ask_for_column)
        dialog.rename_wanted.connect(self.ask_for_name)
        dialog.show()


def _paths(journal: Journal) -> list[str]:
    """JSON paths that stand in the session, for completion. In a worker thread."""
    with closing(journal.reader()) as connection:
        return paths_seen(connection, "", _MOST_PATHS)
