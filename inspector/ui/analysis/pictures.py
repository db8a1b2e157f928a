"""Drawings of the window as PNG files and on paper, light whatever the theme is."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QByteArray, QPoint, QRectF, QSize
from PySide6.QtGui import QImage, QImageWriter, QPainter
from PySide6.QtWidgets import QDialog, QFileDialog, QWidget

from inspector.errors import UsageError
from inspector.translation import translate
from inspector.ui.loop.tasks import sliced, spawn
from inspector.ui.widgets import theme

if TYPE_CHECKING:
    from PySide6.QtPrintSupport import QPrinter

__all__ = ["Picture", "ask_place", "of_svg", "of_widget", "print_on", "print_out", "to_png"]

_LONGEST: Final = 32_767  # px of a side: more Qt does not draw into an image
_MOST: Final = 100_000_000  # px in all: 400 MB while it is drawn
_SHARP: Final = 2  # pixels of a file for one of the screen
_DPI: Final = 96  # of a screen: nothing is printed larger than it is there


@dataclass(frozen=True, slots=True)
class Picture:
    """What is drawn. size: px of a screen; draw: paints all of it from the origin."""

    size: QSize
    draw: Callable[[QPainter], None]


def of_svg(text: str) -> Picture:
    """A picture of an SVG document; it may be drawn in any thread."""
    from PySide6.QtSvg import QSvgRenderer  # late: it loads a library

    renderer = QSvgRenderer(QByteArray(text.encode(errors="backslashreplace")))
    size = renderer.defaultSize()
    return Picture(size, lambda painter: renderer.render(painter, QRectF(0, 0, size.width(), size.height())))


def of_widget(widget: QWidget) -> Picture:
    """A picture of a widget that paints itself with the colours of the theme."""

    def draw(painter: QPainter) -> None:
        with theme.on_paper():
            widget.render(painter, QPoint())

    return Picture(widget.size(), draw)


def to_png(picture: Picture, path: str) -> None:
    """Write it to a file, with two pixels for one where there is room for them.

    Raises UsageError for a picture that is too long, OSError when it cannot be written.
    """
    size = next((size for scale in (_SHARP, 1) if _has_room(size := picture.size * scale)), None)
    if size is None:
        raise UsageError(translate("Pictures", "too long for a PNG; save as SVG or show fewer rows"))
    image = QImage(size, QImage.Format.Format_RGB32)
    image.fill(0xFFFFFFFF)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.scale(size.width() / picture.size.width(), size.height() / picture.size.height())
    picture.draw(painter)
    painter.end()
    with open(path, "wb"):  # Qt does not say why it cannot
        pass
    writer = QImageWriter(path, b"png")
    if not writer.write(image):
        raise OSError(writer.errorString())


def _has_room(size: QSize) -> bool:
    return max(size.width(), size.height()) <= _LONGEST and size.width() * size.height() <= _MOST


def print_on(
    printer: QPrinter, width: int, pages: Callable[[int], Iterable[Picture]]
) -> Generator[None, None, None]:
    """Print what `pages` gives for the height of a page, one at each step. width, height: px of a screen."""
    painter = QPainter(printer)
    page = printer.pageLayout().paintRectPixels(printer.resolution())
    scale = min(page.width() / width, printer.resolution() / _DPI)
    for number, picture in enumerate(pages(int(page.height() / scale))):
        if number:
            printer.newPage()
        fitting = min(scale, page.height() / picture.size.height())
        painter.save()
        painter.scale(fitting, fitting)
        picture.draw(painter)
        painter.restore()
        yield
    painter.end()


def print_out(parent: QWidget, title: str, width: int, pages: Callable[[int], Iterable[Picture]]) -> None:
    """Ask for a printer, or a PDF file, and print. It does not block."""
    from PySide6.QtPrintSupport import QPrintDialog, QPrinter  # late: it loads a library

    printer = QPrinter(QPrinter.PrinterMode.HighResolution)
    printer.setDocName(title)
    dialog = QPrintDialog(printer, parent)
    dialog.setObjectName("print_dialog")
    dialog.accepted.connect(lambda _printer: spawn(parent, sliced(print_on(printer, width, pages)), "print"))
    dialog.finished.connect(dialog.deleteLater)
    QDialog.open(dialog)  # the one of QPrintDialog wants a slot by its C++ name


def ask_place(parent: QWidget, name: str, title: str, form: str, then: Callable[[str], None]) -> None:
    """Ask for a file to save to; then(path). name: of the file, and in that of the dialog."""
    dialog = QFileDialog(parent, title)
    dialog.setObjectName(f"{name}_save")
    dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
    dialog.setDefaultSuffix(form)
    dialog.selectFile(f"{name}.{form}")
    dialog.fileSelected.connect(then)
    dialog.finished.connect(dialog.deleteLater)
    dialog.open()
