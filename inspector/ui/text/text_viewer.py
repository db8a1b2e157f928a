"""Plain text of any size with finding and copying."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QContextMenuEvent, QGuiApplication, QKeySequence
from PySide6.QtWidgets import QMenu, QWidget

from inspector.printable import without_escapes
from inspector.ui.loop.slices import Slices
from inspector.ui.text.big_text import BigText
from inspector.ui.text.find_bar import FindBar, Finder
from inspector.ui.widgets.controls import column

__all__ = ["COPY_LIMIT", "TextViewer", "copy_text"]

COPY_LIMIT = 32 << 20  # bytes; more would take the clipboard and its readers down


class TextViewer(QWidget):
    """Text as it is written. ansi: escapes of a terminal are colours; nothing else is interpreted."""

    def __init__(self, parent: QWidget | None = None, ansi: bool = False) -> None:
        super().__init__(parent)
        self._ansi = ansi
        self.setObjectName("content_text")
        self.view = BigText()
        self.view.setObjectName("content_text_view")
        self.view.setAccessibleName(self.tr("Text"))
        bar = FindBar()
        self._finder = Finder(bar, self.view)
        self._slices = Slices(self)
        layout = column(bar, self.view, spacing=0)
        layout.setStretch(1, 1)
        self.setLayout(layout)
        self.setFocusProxy(self.view)
        self._add("copy", self.tr("Copy"), self.copy, QKeySequence.StandardKey.Copy)
        self._add(
            "select_all", self.tr("Select all"), self.view.select_all, QKeySequence.StandardKey.SelectAll
        )
        self._add("find", self.tr("Find…"), self._finder.open, QKeySequence.StandardKey.Find)

    def _add(self, name: str, text: str, slot: object, keys: QKeySequence.StandardKey) -> None:
        action = QAction(text, self)
        action.setObjectName(f"text_viewer_{name}")
        action.setShortcut(keys)
        action.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        action.triggered.connect(slot)
        self.addAction(action)

    def set_text(self, text: str) -> None:
        """Show a text from its beginning."""
        self.set_bytes(text.encode("utf-8", "backslashreplace"))

    def set_bytes(self, data: bytes) -> None:
        """Show UTF-8; bytes that are none get a sign each."""
        self._finder.forget()
        self.view.set_text(data, ansi=self._ansi)
        self._slices.start(self.view.index_rest())

    def height_of(self, lines: int) -> int:
        """px that the first lines take."""
        return self.view.height_of(lines)

    def copy(self) -> None:
        """Copy the selection, or everything when nothing is selected, as it is seen."""
        start, end = self.view.selection()
        data = self.view.selected(COPY_LIMIT) if end > start else bytes(self.view.data()[:COPY_LIMIT])
        if self._ansi and b"\x1b" in data:
            data = without_escapes(data.decode("latin-1")).encode("latin-1")
        copy_text(data)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addActions(self.actions())
        menu.popup(event.globalPos())


def copy_text(data: bytes) -> None:
    """Put bytes on the clipboard as text; what is no UTF-8 as escapes."""
    if data:
        QGuiApplication.clipboard().setText(data.decode("utf-8", "backslashreplace"))
