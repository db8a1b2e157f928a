"""What redaction would replace: looked for in a worker thread, shown as it is found."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt, Signal

from inspector.trace.export.entries import open_entries, whole_exchanges
from inspector.trace.journal import Journal
from inspector.trace.redaction.redact import Redactor, Replacement
from inspector.trace.redaction.secret_rules import Rules
from inspector.ui.widgets.plain import tooltip

__all__ = ["ReplacementModel", "Search"]

SHOWN: Final = 20_000  # in the table; all are counted and replaced
_Index = QModelIndex | QPersistentModelIndex


class Search:
    """One search, filled by a worker (`run`) and looked at by the loop."""

    def __init__(self, journal: Journal, numbers: Sequence[int], whole: bool, rules: Rules) -> None:
        self.found: list[Replacement] = []
        self.count = self.looked_at = self.secrets = 0
        self.stopped = self.ended = False
        self._journal, self._numbers, self._whole = journal, numbers, whole
        self._rules = rules

    def run(self) -> None:
        """Look through the session; in a worker thread."""
        redactor = Redactor(self._rules)
        self._journal.wait_written()
        with open_entries(self._journal, redactor) as entries:
            for done in entries.find_secrets():
                self.looked_at = done
                if self.stopped:
                    return
            numbers = whole_exchanges(self._journal, self._numbers) if self._whole else self._numbers
            for page in entries.pages(numbers):
                for record in page:
                    replaced = redactor.replacements(record)
                    self.count += len(replaced)
                    self.found += replaced[: max(0, SHOWN - len(self.found))]
                if self.stopped:
                    return
        self.secrets = len({one.after for one in self.found})  # the spellings of one have one name
        self.ended = True


class ReplacementModel(QAbstractTableModel):
    """A row a replacement. The first column says whether it is done; a secret is masked until asked for."""

    decided = Signal()  # a secret is to stay, or no longer

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.kept: set[str] = set()
        self.shows_secrets = False
        self._rows: list[Replacement] = []
        self._revealed: set[int] = set()
        self._headings = (
            self.tr("Replace"), self.tr("Record"), self.tr("Where"), self.tr("Secret"), self.tr("Becomes"),
        )  # fmt: skip

    def show(self, rows: list[Replacement]) -> None:
        """Show these: more than before, or others."""
        before = len(self._rows)
        if before and rows[:before] == self._rows:
            if len(rows) > before:
                self.beginInsertRows(QModelIndex(), before, len(rows) - 1)
                self._rows = list(rows)
                self.endInsertRows()
            return
        self.beginResetModel()
        self._rows = list(rows)
        self._revealed.clear()
        self.endResetModel()

    def reveal(self, index: QModelIndex) -> None:
        """A click on a secret shows it, another hides it."""
        if index.column() == 3:
            self._revealed ^= {index.row()}
            self.dataChanged.emit(index, index)

    def reveal_all(self, on: bool) -> None:
        """Show all secrets, or none."""
        self.shows_secrets = on
        self._revealed.clear()
        self._changed()

    def kept_count(self) -> int:
        """How many secrets stay, whatever their spellings."""
        return len({one.after for one in self._rows if one.before in self.kept})

    def rowCount(self, parent: _Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: _Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self._headings)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        if role == Qt.ItemDataRole.DisplayRole and orientation == Qt.Orientation.Horizontal:
            return self._headings[section]
        return None

    def flags(self, index: _Index) -> Qt.ItemFlag:
        flags = super().flags(index)
        return flags | Qt.ItemFlag.ItemIsUserCheckable if index.column() == 0 else flags

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        one = self._rows[index.row()]
        if index.column() == 0:
            if role == Qt.ItemDataRole.CheckStateRole:
                return Qt.CheckState.Unchecked if one.before in self.kept else Qt.CheckState.Checked
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return self._text(one, index.row(), index.column())
        if role == Qt.ItemDataRole.ToolTipRole and index.column() == 2:
            return tooltip(one.place)
        return None

    def setData(self, index: _Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        if role != Qt.ItemDataRole.CheckStateRole or index.column() != 0:
            return False
        after = self._rows[index.row()].after
        spellings = {one.before for one in self._rows if one.after == after}
        if Qt.CheckState(value) == Qt.CheckState.Checked:
            self.kept -= spellings
        else:
            self.kept |= spellings
        self._changed()
        self.decided.emit()
        return True

    def _text(self, one: Replacement, row: int, column: int) -> str:
        if column == 1:
            return f"#{one.record}"
        if column == 2:
            return one.place
        if column == 3:
            shown = self.shows_secrets or row in self._revealed
            return " ".join(one.before.split()) if shown else one.masked
        return self.tr("stays") if one.before in self.kept else one.after

    def _changed(self) -> None:
        if self._rows:
            self.dataChanged.emit(self.index(0, 0), self.index(len(self._rows) - 1, len(self._headings) - 1))
