"""Editor of bytes that stand in JSON as text: chosen, dropped or pasted as a file, or typed."""

from __future__ import annotations

from functools import partial
from pathlib import Path as FilePath
from typing import Final

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QSize, Qt
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QGuiApplication, QImageReader, QImageWriter, QPixmap
from PySide6.QtWidgets import QFileDialog, QLabel, QMenu, QToolButton, QWidget

from inspector.render.encodings import decoded, encoded
from inspector.render.media import extension_of, sniff
from inspector.schema.document import Path, lexeme_of
from inspector.schema.fields import Field
from inspector.translation import translate
from inspector.ui.forms.editors.editor import FormSheet, widget_name
from inspector.ui.forms.editors.strings import TextEditor
from inspector.ui.forms.texts import label
from inspector.ui.locale.locale_text import say_size
from inspector.ui.loop.tasks import offload, soon, spawn
from inspector.ui.widgets import theme
from inspector.ui.widgets.controls import Elided, ToolButton, row

__all__ = ["BlobEditor", "blob_encoding"]

_MOST: Final = 64_000_000  # bytes of a file: as base64 in a document it is a third more
_AT_ONCE: Final = 200_000  # characters that are decoded without leaving the thread of the window
_SHOWN: Final = 2_000  # characters of a text that stand in the line beside its description
_THUMB: Final = QSize(64, 40)
_PIXELS: Final = 4_000_000  # of pictures that are drawn small
_BY_FORMAT: Final = {
    "byte": "base64",
    "base64": "base64",
    "binary": "base64",
    "base64url": "base64url",
    "base32": "base32",
    "base16": "base16",
    "hex": "base16",
    "data-url": "data-url",
    "data-uri": "data-url",
}


def blob_encoding(field: Field) -> str:
    """How a text field writes bytes: an encoding of render.encodings, or "" for a text that is just text."""
    named = field.schema.get("contentEncoding")
    if isinstance(named, str):
        return _BY_FORMAT.get(named.lower(), "")
    return _BY_FORMAT.get(field.format, "")


class BlobEditor(TextEditor):
    """Small values are a line of text with what they are below it; large ones only what they are."""

    kind = "blob"
    grows = False
    large_from = _SHOWN

    def __init__(self, sheet: FormSheet, field: Field, path: Path, parent: QWidget | None = None) -> None:
        self._encoding = blob_encoding(field) or "base64"
        self._file = ""
        """Name of the file that the value was read from."""
        self._looked: str | None = None
        super().__init__(sheet, field, path, parent)
        self.setAcceptDrops(True)
        self.line.setAcceptDrops(False)  # it would take the address of a file for text
        self._thumb = QLabel()
        self._words = Elided("", Qt.TextElideMode.ElideMiddle, "muted")
        self._words.setObjectName(f"{widget_name(path)}_about")
        self._about = QWidget()
        self._about.setLayout(row(self._thumb, self._words, spacing=theme.SPACE // 2))
        self._about.hide()
        layout = self.layout()
        if layout is not None:
            layout.addWidget(self._about)

    def beside(self) -> tuple[QWidget, ...]:
        name = widget_name(self.path)
        self._choose = ToolButton()
        self._choose.setObjectName(f"{name}_file")
        self._choose.setIcon(theme.icon("folder-open-outline"))
        self._choose.setText(self.tr("File…"))
        self._choose.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self._choose.setPopupMode(QToolButton.ToolButtonPopupMode.MenuButtonPopup)
        self._choose.setAutoRaise(True)
        self._choose.setToolTip(self.tr("Choose a file, or drop one here"))
        self._choose.setAccessibleName(self.tr("{0}: choose a file").format(label(self.field)))
        self._choose.clicked.connect(self.ask_file)
        menu = QMenu(self._choose)
        self._paste = menu.addAction(self.tr("Paste as bytes"))
        self._paste.setObjectName(f"{name}_paste")
        self._paste.triggered.connect(self._paste_bytes)
        self._save = menu.addAction(self.tr("Save as…"))
        self._save.setObjectName(f"{name}_save")
        self._save.triggered.connect(self.ask_save)
        menu.aboutToShow.connect(self._menu_opens)
        self._choose.setMenu(menu)
        return (self._choose,)

    # -- what it is --------------------------------------------------------------------------------------

    def tell(self, lexeme: str | None) -> None:
        super().tell(lexeme)
        text = self._face_text() if lexeme is not None and lexeme != "null" else ""
        if text == self._looked:
            return
        self._looked = text
        if not text:
            self._file = ""
            self._about.hide()
        elif len(text) <= _AT_ONCE:
            self._describe(text, decoded(text, self._encoding))
        else:
            self._say(self.tr("reading…"), "muted")
            soon(self, partial(self._look, text), "look at bytes")

    def hint(self, lexeme: str | None) -> str:
        words = super().hint(lexeme)
        return self.tr("{0} · drop a file here").format(words) if words else words

    async def _look(self, text: str) -> None:
        found = await offload(decoded, text, self._encoding)
        if text is self._looked:
            self._describe(text, found)

    def _describe(self, text: str, found: tuple[bytes, str] | None) -> None:
        if found is None:
            self._thumb.hide()
            self._say(self.tr("not valid {0}").format(self._encoding), "warning")
            return
        data, mime = found
        given = self.field.schema.get("contentMediaType")
        proved = sniff(data)
        parts = [self._file, proved or mime or (given if isinstance(given, str) else ""), say_size(len(data))]
        picture = _thumbnail(data) if proved.startswith("image/") else None
        self._thumb.setVisible(picture is not None)
        if picture is not None:
            self._thumb.setPixmap(picture)
        odd = bool(proved) and isinstance(given, str) and "/" in given and not _same_type(proved, given)
        if odd:
            parts.append(self.tr("not {0}").format(given))
        self._say(" · ".join(part for part in parts if part), "warning" if odd else "muted")

    def _say(self, words: str, role: str) -> None:
        self._words.set_role(role)
        self._words.setText(words)
        self._about.show()

    # -- files -------------------------------------------------------------------------------------------

    def ask_file(self) -> None:
        """Choose a file."""
        dialog = QFileDialog(self, self.tr("Choose a file"))
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.fileSelected.connect(self.take_file)
        dialog.open()

    def take_file(self, path: str) -> None:
        """The bytes of a file become the value."""
        spawn(self, self._read(FilePath(path)), "read a file")

    async def _read(self, path: FilePath) -> None:
        try:
            lexeme = await offload(_file_lexeme, path, self._encoding)
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or str(error)
            self._thumb.hide()
            self._say(self.tr("Could not read: {0}").format(reason), "error")
            return
        self._file = path.name
        self.write(lexeme)
        self.show_again()

    def take_bytes(self, data: bytes, name: str = "") -> None:
        """Bytes become the value."""
        self._file = name
        self.write(lexeme_of(encoded(data, self._encoding, sniff(data))))
        self.show_again()

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        data = event.mimeData()
        if not self._locked and (data.hasText() or any(url.isLocalFile() for url in data.urls())):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        files = [url.toLocalFile() for url in event.mimeData().urls() if url.isLocalFile()]
        event.acceptProposedAction()
        if files:
            self.take_file(files[0])
        else:
            self.enter(event.mimeData().text())

    def _menu_opens(self) -> None:
        data = QGuiApplication.clipboard().mimeData()
        self._paste.setEnabled(data is not None and (data.hasImage() or data.hasText() or data.hasUrls()))
        self._save.setEnabled(bool(self._face_text()))

    def _paste_bytes(self) -> None:
        data = QGuiApplication.clipboard().mimeData()
        files = [url.toLocalFile() for url in data.urls() if url.isLocalFile()]
        if files:
            self.take_file(files[0])
        elif data.hasImage():
            self.take_bytes(_png_of_clipboard())
        elif data.hasText():
            self.take_bytes(data.text().encode("utf-8", "surrogatepass"))

    def ask_save(self) -> None:
        """Save what the text stands for."""
        found = decoded(self._face_text(), self._encoding)
        if found is None:
            return
        data, mime = found
        dialog = QFileDialog(self, self.tr("Save as"))
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.selectFile(self._file or f"{self.field.key or 'content'}{extension_of(sniff(data) or mime)}")
        dialog.fileSelected.connect(self.save_to)
        dialog.open()

    def save_to(self, path: str) -> None:
        """Write the bytes to a file."""
        spawn(self, self._write_file(FilePath(path), self._face_text()), "save bytes")

    async def _write_file(self, path: FilePath, text: str) -> None:
        found = await offload(decoded, text, self._encoding)
        try:
            await offload(path.write_bytes, found[0] if found is not None else text.encode())
        except OSError as error:
            self._say(self.tr("Could not save: {0}").format(error.strerror or str(error)), "error")
            return
        self._say(self.tr("✓ Saved as {0}").format(path), "ok")


def _file_lexeme(path: FilePath, encoding: str) -> str:
    """In a thread: the JSON text for the bytes of a file."""
    if path.stat().st_size > _MOST:
        raise ValueError(translate("BlobEditor", "larger than {}").format(say_size(_MOST)))
    data = path.read_bytes()
    return lexeme_of(encoded(data, encoding, sniff(data)))


def _same_type(proved: str, given: str) -> bool:
    wanted = given.partition(";")[0].strip().lower()
    return proved == wanted or (wanted.endswith("/*") and proved.startswith(wanted[:-1]))


def _thumbnail(data: bytes) -> QPixmap | None:
    """A small picture; None for what is too large to decode at once, or broken."""
    source = QBuffer()
    source.setData(QByteArray(data))
    source.open(QIODevice.OpenModeFlag.ReadOnly)
    reader = QImageReader(source)
    size = reader.size()
    if not size.isValid() or size.width() * size.height() > _PIXELS:
        return None
    if size.width() > _THUMB.width() or size.height() > _THUMB.height():
        reader.setScaledSize(size.scaled(_THUMB, Qt.AspectRatioMode.KeepAspectRatio))
    image = reader.read()
    return None if image.isNull() else QPixmap.fromImage(image)


def _png_of_clipboard() -> bytes:
    target = QBuffer()
    target.open(QIODevice.OpenModeFlag.WriteOnly)
    QImageWriter(target, QByteArray(b"png")).write(QGuiApplication.clipboard().image())
    return bytes(target.data().data())
