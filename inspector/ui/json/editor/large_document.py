"""JSON that is too large for a text box: shown over its bytes, with what can be done all the same."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from PySide6.QtCore import QSize, Signal
from PySide6.QtGui import QAction, QKeySequence, Qt
from PySide6.QtWidgets import QFileDialog, QPushButton, QWidget

from inspector.ui.locale.locale_text import say_size
from inspector.ui.text.big_text import BigText
from inspector.ui.text.find_bar import FindBar, Finder
from inspector.ui.text.highlight import viewer_spans
from inspector.ui.widgets.controls import MenuButton, Notice, column, row

__all__ = ["LargeJson"]

_READ: Final = 256 << 20  # bytes of a file that are taken


class LargeJson(QWidget):
    """`edit_wanted(indented)`: into the text box anyway. `read(bytes)`: a file instead. `back_wanted`."""

    edit_wanted = Signal(bool)
    back_wanted = Signal()
    read = Signal(bytes)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._read_only = False

    def _make(self) -> None:
        """When there is something large to show: every editor has this page, and few ever need it."""
        self.view = BigText()
        self.view.setObjectName("json_large_text")
        self.view.setAccessibleName(self.tr("JSON (read-only)"))
        self._bar = FindBar()
        self._finder = Finder(self._bar, self.view)
        self._notice = Notice("json_large_notice", "warning")
        buttons = (
            ("indented", self.tr("Edit indented"), self._edit_indented),
            ("plain", self.tr("Edit as is"), self._edit_plain),
            ("back", self.tr("Back"), self.back_wanted),
        )
        line = row(spacing=4, margins=(8, 2, 8, 4))
        self._file = MenuButton("json_large_file", self.tr("File"), self.tr("Edit in another program"))
        self._file.choices.addAction(self.tr("Save to a file…"), self._save).setObjectName("json_large_save")
        self._read = self._file.choices.addAction(self.tr("Read from a file…"), self._open)
        self._read.setObjectName("json_large_read")
        self._buttons: dict[str, QPushButton] = {}
        for name, text, slot in buttons:
            button = QPushButton(text)
            button.setObjectName(f"json_large_{name}")
            button.clicked.connect(slot)
            line.addWidget(button)
            self._buttons[name] = button
        line.addStretch(1)
        line.addWidget(self._file)
        self._buttons["back"].setToolTip(self.tr("Back to the previous text"))
        layout = column(self._notice, line, self._bar, self.view, spacing=0)
        layout.setStretch(3, 1)
        self.setLayout(layout)
        self.setFocusProxy(self.view)
        find = QAction(self)
        find.setObjectName("json_large_find_action")
        find.setShortcut(QKeySequence(QKeySequence.StandardKey.Find))
        find.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        find.triggered.connect(self._finder.open)
        self.addAction(find)
        self._enable()

    def minimumSizeHint(self) -> QSize:
        """Not what the buttons would need: they are seldom there, and the editor stands in narrow columns."""
        return QSize(0, 0)

    def show_bytes(self, data: bytes, reason: str, offers: frozenset[str]) -> None:
        """reason: why it is not in the text box. offers: of plain, indented and back what makes sense."""
        if self.layout() is None:
            self._make()
        self._finder.forget()
        self.view.set_text(data, viewer_spans)
        self._notice.set_text(
            self.tr("{0}: {1}. It is kept and sent as is.").format(say_size(len(data)), reason)
        )
        for name in ("plain", "indented", "back"):
            self._buttons[name].setVisible(name in offers)

    def set_read_only(self, read_only: bool) -> None:
        """Only to be looked at and saved."""
        self._read_only = read_only
        if self.layout() is not None:
            self._enable()

    def _enable(self) -> None:
        for button in self._buttons.values():
            button.setEnabled(not self._read_only)
        self._read.setEnabled(not self._read_only)

    def _edit_indented(self) -> None:
        self.edit_wanted.emit(True)

    def _edit_plain(self) -> None:
        self.edit_wanted.emit(False)

    def _save(self) -> None:
        self._dialog(QFileDialog.AcceptMode.AcceptSave).fileSelected.connect(self._saved)

    def _open(self) -> None:
        self._dialog(QFileDialog.AcceptMode.AcceptOpen).fileSelected.connect(self._opened)

    def _dialog(self, mode: QFileDialog.AcceptMode) -> QFileDialog:
        dialog = QFileDialog(self)
        dialog.setObjectName("json_large_dialog")
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setAcceptMode(mode)
        saving = mode == QFileDialog.AcceptMode.AcceptSave
        dialog.setFileMode(QFileDialog.FileMode.AnyFile if saving else QFileDialog.FileMode.ExistingFile)
        dialog.setNameFilters([self.tr("JSON (*.json)"), self.tr("All files (*)")])
        dialog.setDefaultSuffix("json")
        dialog.open()
        return dialog

    def _saved(self, path: str) -> None:
        try:
            Path(path).write_bytes(self.view.data())
            self._notice.set_text(self.tr("Saved as {}.").format(path))
        except OSError as error:
            self._notice.set_text(self.tr("Could not save: {}").format(error))

    def _opened(self, path: str) -> None:
        try:
            with Path(path).open("rb") as file:
                data = file.read(_READ)
        except OSError as error:
            self._notice.set_text(self.tr("Could not read: {}").format(error))
            return
        self.read.emit(data)
