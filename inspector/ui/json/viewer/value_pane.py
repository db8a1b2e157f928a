"""The chosen string of a document, unpacked: a picture, sound, a file, a link, or all of a long text.

Nothing is decoded before the user asks, nothing leaves the program but by a click.
"""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QWidget

from inspector.render.inside import Inside, inside, unpack_steps
from inspector.ui.locale.locale_text import say_size
from inspector.ui.loop.slices import Slices
from inspector.ui.text.hex_view import HexView
from inspector.ui.text.picture import Picture
from inspector.ui.text.text_viewer import TextViewer
from inspector.ui.widgets import zoom
from inspector.ui.widgets.controls import Elided, column, row, tool_button
from inspector.ui.widgets.outside import open_link, open_media
from inspector.ui.widgets.plain import tooltip
from inspector.ui.widgets.save_button import SaveButton, file_name

__all__ = ["ValuePane"]

_LEAST: Final = 120  # px of what is shown
_OPENED: Final = ("audio/", "video/", "image/", "application/pdf")


class ValuePane(QWidget):
    """One line that says what the value is; below it the value when *Show* is pressed. Else hidden."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("value_pane")
        self._raw = memoryview(b"")
        self._found: Inside | None = None
        self._wanted = ""
        self._said = Elided("", Qt.TextElideMode.ElideMiddle)
        self._show = tool_button("value_show", "", self.tr("Show the value"), self.tr("Show"))
        self._show.setCheckable(True)
        self._show.toggled.connect(self._show_toggled)
        self._open = tool_button("value_open", "open-in-new", self.tr("Open"), self.tr("Open"))
        self._open.clicked.connect(self._open_clicked)
        self._save = tool_button("value_save", "content-save-outline", self.tr("Save…"), self.tr("Save…"))
        self._save.clicked.connect(self._save_clicked)
        self._head = QWidget()
        self._head.setBackgroundRole(QPalette.ColorRole.Window)
        self._head.setAutoFillBackground(True)
        line = row(self._said, self._show, self._open, self._save, margins=(8, 2, 2, 2), spacing=2)
        line.setStretch(0, 1)
        self._head.setLayout(line)
        self._body: QWidget | None = None
        self._layout = column(self._head, spacing=0)
        self.setLayout(self._layout)
        self._slices = Slices(self)
        self._slices.finished.connect(self._unpacked)
        self.hide()

    def set_value(self, raw: bytes | memoryview) -> None:
        """Look at a JSON token; b"" hides the pane."""
        self._slices.stop()
        self._raw = memoryview(raw)
        self._found = found = inside(raw) if len(raw) else None
        self._clear()
        self._show.blockSignals(True)
        self._show.setChecked(False)
        self._show.blockSignals(False)
        self.setVisible(found is not None)
        if found is None:
            return
        link = found.kind == "link"
        self._show.setVisible(not link)
        self._save.setVisible(not link)
        self._open.setVisible(link or found.mime.startswith(_OPENED))
        self._open.setToolTip(tooltip(found.text) if link else self.tr("Open with the default app"))
        self._said.set_role("warning" if found.doubtful else "muted")
        self._said.setText(self._words(found))

    def _words(self, found: Inside) -> str:
        if found.kind == "link":
            host = QUrl(found.text).host(QUrl.ComponentFormattingOption.FullyEncoded) or found.host
            words = self.tr("Link to {0}").format(host)
            return self.tr("⚠ {0}: not what it looks like?").format(words) if found.doubtful else words
        size = say_size(max(0, len(self._raw) - 2))
        if found.kind == "bytes":
            return self.tr("{0} in a text of {1}").format(found.mime, size)
        return self.tr("Text of {0}").format(size)

    def _clear(self) -> None:
        if self._body is not None:
            self._layout.removeWidget(self._body)
            self._body.hide()
            self._body.deleteLater()
            self._body = None

    def _show_toggled(self, shown: bool) -> None:
        self._clear()
        self._slices.stop()
        if shown:
            self._unpack("show")

    def _open_clicked(self) -> None:
        if self._found is not None and self._found.kind == "link":
            open_link(self._found.text)
        else:
            self._unpack("open")

    def _save_clicked(self) -> None:
        self._unpack("save")

    def _unpack(self, wanted: str) -> None:
        self._wanted = wanted
        self._slices.start(unpack_steps(self._raw))

    def _unpacked(self, data: bytes | None) -> None:
        found = self._found
        if found is None:
            return
        if data is None:
            self._said.setText(self.tr("This text cannot be decoded; it is shown as received."))
            data = bytes(self._raw)
        if self._wanted == "open":
            open_media(data, found.mime)
        elif self._wanted == "save":
            button = SaveButton(data, file_name("", found.mime or "text/plain"), self)
            button.hide()
            button.saved.connect(self._saved)
            button.failed.connect(self._said.setText)
            button.ask()
        else:
            self._body = self._view_of(data, found)
            self._layout.addWidget(self._body, 1)

    def _view_of(self, data: bytes, found: Inside) -> QWidget:
        if found.mime.startswith("image/"):
            picture = Picture(data)
            picture.failed.connect(self._said.setText)
            picture.load()
            picture.setMaximumHeight(max(_LEAST, self.window().height() // 3))
            return picture
        if found.kind == "text" or found.mime.startswith("text/"):
            viewer = TextViewer(ansi=True)
            viewer.set_bytes(data)
            zoom.follow(viewer.setMinimumHeight, _LEAST)
            return viewer
        view = HexView()
        view.set_bytes(data)
        zoom.follow(view.setMinimumHeight, _LEAST)
        return view

    def _saved(self, path: str) -> None:
        self._said.setText(self.tr("✓ Saved as {0}").format(path))
