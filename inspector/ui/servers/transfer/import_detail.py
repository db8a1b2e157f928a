"""All that is known of one server before it is added, line by line."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QGridLayout, QLabel, QPushButton, QScrollArea, QSizePolicy, QWidget

from inspector.core.transfer.importers.found import Configuration
from inspector.core.transfer.importers.merging import PreviewRow
from inspector.ui.servers.transfer.import_facts import Fact, facts_of
from inspector.ui.widgets import theme, zoom
from inspector.ui.widgets.controls import column, muted
from inspector.ui.widgets.own_colours import ColouredLabel

__all__ = ["ImportDetail"]


class ImportDetail(QScrollArea):
    """`registry_wanted(Row)`: an entry of the registry is looked at by itself."""

    registry_wanted = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("import_detail")
        self.setAccessibleName(self.tr("Details of the server"))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self._row: PreviewRow | None = None
        self._facts: list[Fact] = []
        self._look_at = QPushButton(self.tr("Review…"))
        self._look_at.setObjectName("import_registry")
        self._look_at.setAutoDefault(False)
        self._look_at.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self._look_at.clicked.connect(self._wish)
        self._grid = QWidget()
        page = QWidget()
        lines = column(self._grid, self._look_at, margins=(0, 6, 6, 6))
        lines.addStretch(1)
        page.setLayout(lines)
        self.setWidget(page)
        self.show_entry(None)

    def show_entry(self, entry: PreviewRow | Configuration | None) -> None:
        """Show one row; of a file that could not be read, why."""
        self._row = entry if isinstance(entry, PreviewRow) else None
        self._facts = []
        if isinstance(entry, PreviewRow):
            self._facts = facts_of(entry)
        elif entry is not None:
            self._facts = [
                Fact(self.tr("Problem"), entry.problem, "error", mono="\n" in entry.problem),
                Fact(self.tr("File"), str(entry.file or "")),
            ]
        self._look_at.setVisible(self._row is not None and self._row.found.state == "registry")
        self._fill()

    def _fill(self) -> None:
        if (old := self._grid.layout()) is not None:
            while (item := old.takeAt(0)) is not None:
                if (widget := item.widget()) is not None:
                    widget.deleteLater()
            QWidget().setLayout(old)  # the only way to take a layout off
        grid = QGridLayout()
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setColumnStretch(1, 1)
        zoom.follow(grid.setHorizontalSpacing, theme.SPACE_WIDE)
        zoom.follow(grid.setVerticalSpacing, 4)
        for line, fact in enumerate(self._facts):
            grid.addWidget(muted(fact.name), line, 0, Qt.AlignmentFlag.AlignTop)
            grid.addWidget(self._label(fact), line, 1)
        self._grid.setLayout(grid)

    def _label(self, fact: Fact) -> QLabel:
        label = ColouredLabel(fact.text, fact.role)
        label.setWordWrap(True)
        label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        label.setAccessibleName(f"{fact.name}: {fact.text}")
        label.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        if fact.mono:
            zoom.mono(label)
        return label

    def _wish(self) -> None:
        self.registry_wanted.emit(self._row)
