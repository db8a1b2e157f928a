"""Asks for the JSON path of a new column, and how it is to be called."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QCompleter, QDialog, QDialogButtonBox, QFormLayout, QLineEdit, QWidget

from inspector.trace.json_values import parse_path, path_name
from inspector.trace.query.tokens import FilterError
from inspector.ui.widgets import theme, zoom
from inspector.ui.widgets.announcements import name_buttons
from inspector.ui.widgets.controls import DIALOG, Notice, column, muted

__all__ = ["AddColumn"]


class AddColumn(QDialog):
    """`path()` and `title()` once it was accepted."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("add_column")
        self.setWindowTitle(self.tr("Add a column"))
        zoom.follow(self.setMinimumWidth, 480)
        self._path = QLineEdit(self)
        self._path.setObjectName("add_column_path")
        self._path.setAccessibleName(self.tr("JSON path"))
        self._path.setPlaceholderText("$.params.arguments.id")
        zoom.mono(self._path)
        self._title = QLineEdit(self)
        self._title.setObjectName("add_column_title")
        self._title.setAccessibleName(self.tr("Heading"))
        form = QFormLayout()
        zoom.follow(form.setHorizontalSpacing, theme.SPACE_WIDE)
        form.addRow(self.tr("JSON path"), self._path)
        form.addRow(self.tr("Heading"), self._title)
        rule = self.tr("Calls show the value from the request or, if it is not there, from the response.")
        self._problem = Notice("add_column_problem", "warning", self)
        self._buttons = QDialogButtonBox(self)
        self._buttons.setStandardButtons(
            QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel
        )
        name_buttons(self._buttons, "add_column")
        self._buttons.accepted.connect(self.accept)
        self._buttons.rejected.connect(self.reject)
        layout = column(spacing=theme.SPACE_WIDE, margins=DIALOG)
        layout.addLayout(form)
        for part in (muted(rule, wrap=True), self._problem, self._buttons):
            layout.addWidget(part)
        self.setLayout(layout)
        self._path.textChanged.connect(self._check)
        self._check()
        self._problem.hide()

    def offer(self, paths: Iterable[str]) -> None:
        """Complete these paths while the user types."""
        completer = QCompleter(list(paths), self)
        completer.setFilterMode(Qt.MatchFlag.MatchContains)
        completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        self._path.setCompleter(completer)

    def path(self) -> str:
        """The path as it was typed."""
        return self._path.text().strip()

    def title(self) -> str:
        """The heading; by default the last key of the path."""
        return self._title.text().strip() or path_name(parse_path(self.path()))

    def _check(self, *_text: str) -> None:
        problem, name = "", ""
        try:
            name = path_name(parse_path(self.path()))
        except FilterError as error:
            problem = self.tr("column {0}: {1}").format(error.column + 1, error)
        self._title.setPlaceholderText(name)
        self._problem.set_text(problem)
        self._problem.setVisible(bool(problem) and len(self.path()) > 1)
        self._buttons.button(QDialogButtonBox.StandardButton.Ok).setEnabled(not problem)
