"""The editor of a text that is the path of a file or folder: typed, or chosen."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from PySide6.QtWidgets import QFileDialog, QWidget

from inspector.ui.forms.editors.editor import widget_name
from inspector.ui.forms.editors.strings import TextEditor
from inspector.ui.forms.texts import label
from inspector.ui.widgets.controls import tool_button

__all__ = ["PATH_FORMATS", "PathEditor"]

PATH_FORMATS: Final = ("file-path", "directory-path", "path")
"""As Pydantic names them."""


class PathEditor(TextEditor):
    """A path as exact text, with a button that chooses one of this computer."""

    grows = False

    def beside(self) -> tuple[QWidget, ...]:
        folder = self.field.format == "directory-path"
        hint = self.tr("Choose a folder") if folder else self.tr("Choose a file")
        button = tool_button(f"{widget_name(self.path)}_browse", "folder-open-outline", hint)
        button.setAccessibleName(f"{label(self.field)}: {hint}")
        button.clicked.connect(self._browse)
        return (button,)

    def _browse(self) -> None:
        folder = self.field.format == "directory-path"
        dialog = QFileDialog(self, self.tr("Choose a folder") if folder else self.tr("Choose a file"))
        dialog.setObjectName("path_dialog")
        modes = QFileDialog.FileMode
        dialog.setFileMode(modes.Directory if folder else modes.AnyFile)
        dialog.setOption(QFileDialog.Option.ShowDirsOnly, folder)
        now = Path(self.line.text())
        if self.line.text() and now.parent.is_dir():
            dialog.setDirectory(str(now if now.is_dir() else now.parent))
        dialog.fileSelected.connect(self.enter)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()
