"""A button that writes bytes to a file the user chooses."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFileDialog, QToolButton, QWidget

from inspector.render.media import extension_of
from inspector.ui.widgets import theme, zoom
from inspector.ui.widgets.plain import tooltip

__all__ = ["SaveButton", "file_name"]

_FORBIDDEN: Final = re.compile(r'[\x00-\x1f<>:"/\\|?*\x7f]')  # on one of the systems we run on
_NAME_MOST: Final = 120  # characters


class SaveButton(QToolButton):
    """*Save…*. Says `saved(path)`, or `failed(reason)` when the file could not be written."""

    saved = Signal(str)
    failed = Signal(str)

    def __init__(self, data: bytes, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._data = data
        self.name = name
        self.setObjectName("content_save")
        self.setText(self.tr("Save…"))
        self.setIcon(theme.icon("content-save-outline"))
        zoom.icons(self)
        self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.setAutoRaise(True)
        self.setToolTip(tooltip(self.tr("Save as {0}").format(name)))
        self.clicked.connect(self.ask)

    def set_content(self, data: bytes, name: str) -> None:
        """Save other bytes, and offer another name for them."""
        self._data, self.name = data, name

    def ask(self) -> QFileDialog:
        """Open the dialog; it blocks nothing."""
        dialog = QFileDialog(self, self.tr("Save content"))
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.selectFile(self.name)
        dialog.fileSelected.connect(self.write)
        dialog.setModal(False)
        dialog.show()
        return dialog

    def write(self, path: str) -> None:
        """Write the bytes; a file that is there was confirmed in the dialog."""
        try:
            Path(path).write_bytes(self._data)
        except OSError as error:
            self.failed.emit(self.tr("Could not save: {0}").format(error.strerror or str(error)))
            return
        self.saved.emit(path)


def file_name(uri: str, mime: str) -> str:
    """A name to offer: the last part of a URI, or `content` with the ending of the type."""
    last = uri.split("?")[0].split("#")[0].rstrip("/").rpartition("/")[2]
    name = _FORBIDDEN.sub("_", last).strip(". ")[-_NAME_MOST:]
    if not name:
        return "content" + extension_of(mime)
    return name if "." in name else name + extension_of(mime)
