"""Merge with other session files: which, and how far their clocks are apart. Not modal."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QDialog, QGridLayout, QLabel, QPushButton, QWidget

from inspector.ui.keyboard.tab_order import put_in_order
from inspector.ui.widgets import theme, zoom
from inspector.ui.widgets.controls import DIALOG, Elided, column, muted, row
from inspector.ui.widgets.dialog_buttons import dialog_buttons
from inspector.ui.widgets.plain import tooltip
from inspector.ui.widgets.spin_boxes import NumberBox

__all__ = ["MergeDialog"]

_DAY_S: Final = 86_400.0


class MergeDialog(QDialog):
    """`files_wanted`: ask for more, then call `add`. `merge_wanted(paths, offsets in ns)`: do it."""

    files_wanted = Signal()
    merge_wanted = Signal(object, object)

    def __init__(self, first: Path, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("merge_dialog")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Merge sessions"))
        zoom.follow(self.setMinimumWidth, 560)
        self._paths: list[Path] = []
        self._shifts: list[NumberBox] = []
        self._grid = QGridLayout()
        zoom.follow(self._grid.setHorizontalSpacing, theme.SPACE_WIDE)
        self._grid.setColumnStretch(0, 1)
        self._grid.addWidget(QLabel(self.tr("Session")), 0, 0)
        self._grid.addWidget(QLabel(self.tr("Time offset")), 0, 1)
        more = QPushButton(self.tr("Add files…"))
        more.setObjectName("merge_add")
        more.setAutoDefault(False)
        more.clicked.connect(self.files_wanted)
        self._go = QPushButton(self.tr("Merge"))
        self._go.setObjectName("merge_start")
        self._go.setDefault(True)
        self._go.clicked.connect(self._start)
        cancel = QPushButton(self.tr("Cancel"))
        cancel.setObjectName("merge_cancel")
        cancel.setAutoDefault(False)  # else it is what Enter presses while there is nothing to merge
        cancel.clicked.connect(self.reject)
        buttons = row(more, dialog_buttons([self._go], cancel))
        buttons.setStretch(1, 1)
        hint = self.tr("All records in time order, in a new window. The files are not changed.")
        layout = column(muted(hint, wrap=True), spacing=theme.SPACE_WIDE, margins=DIALOG)
        layout.addLayout(self._grid)
        layout.addStretch(1)
        layout.addLayout(buttons)
        self.setLayout(layout)
        self._add(first, name)
        more.setFocus()

    def add(self, paths: list[Path]) -> None:
        """More files; one that is there already is not added twice."""
        for path in paths:
            if path not in self._paths:
                self._add(path, path.name)
        if self._go.isEnabled():
            self._go.setFocus()  # Enter merges now

    def _add(self, path: Path, name: str) -> None:
        place = len(self._paths) + 1
        shift = NumberBox()
        shift.setObjectName(f"merge_shift_{place}")
        shift.setAccessibleName(self.tr("Seconds to add to the times in {}").format(name))
        shift.setRange(-3650 * _DAY_S, 3650 * _DAY_S)
        shift.setDecimals(3)
        shift.setSuffix(" s")
        label = Elided(name, Qt.TextElideMode.ElideMiddle)
        label.setToolTip(tooltip(str(path)))
        label.setBuddy(shift)
        self._grid.addWidget(label, place, 0)
        self._grid.addWidget(shift, place, 1)
        self._paths.append(path)
        self._shifts.append(shift)
        put_in_order(self)
        self._go.setEnabled(len(self._paths) > 1)

    def _start(self) -> None:
        offsets = [round(shift.value() * 1e9) for shift in self._shifts]
        self.merge_wanted.emit(list(self._paths), offsets)
        self.accept()
