"""The icons of one server that a user asked to see: loaded, drawn once, kept while the tab lives.

Nothing is loaded before `show`; nothing is fetched from a host before `allow` named it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QObject, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QImage, QImageReader, QPainter, QPixmap

from inspector.core.servers.icons import Icon, load_icon
from inspector.render.icon_data import IconData
from inspector.translation import translate
from inspector.ui.locale.locale_text import say_size
from inspector.ui.loop.tasks import offload, spawn

__all__ = ["Drawn", "IconStore", "draw"]

SIDE: Final = 64  # px; larger than any place that shows one


@dataclass(frozen=True, slots=True)
class Drawn:
    """An icon that was loaded: its picture, or (picture is None) why there is none; words about it."""

    picture: QPixmap | None
    words: str


class IconStore(QObject):
    """`changed`: an icon came, or a host was allowed."""

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._drawn: dict[str, Drawn] = {}
        self._loading: set[str] = set()
        self._allowed: set[str] = set()

    def show(self, icons: Iterable[Icon]) -> None:
        """A user wants to see these: load what is at hand and what comes from hosts they allowed."""
        for icon in icons:
            if icon.src in self._drawn or icon.src in self._loading:
                continue
            if not icon.host or icon.origin in self._allowed:
                self._loading.add(icon.src)
                spawn(self, self._load(icon), "load icon")

    def allow(self, icons: Iterable[Icon]) -> None:
        """A user said that icons may be fetched from where these are."""
        wanted = tuple(icons)
        self._allowed.update(icon.origin for icon in wanted if icon.host)
        self.show(wanted)
        self.changed.emit()

    def waiting(self, icons: Iterable[Icon]) -> tuple[Icon, ...]:
        """Those that need a user's word first."""
        return tuple(
            icon for icon in icons if icon.host and not icon.problem and icon.origin not in self._allowed
        )

    def drawn(self, icon: Icon) -> Drawn | None:
        """What is known of an icon; None while it is not loaded."""
        return self._drawn.get(icon.src)

    async def _load(self, icon: Icon) -> None:
        data = await load_icon(icon)
        image = QImage()
        problem = data.problem
        if not problem:
            image = await offload(draw, data)
            problem = "" if not image.isNull() else self.tr("cannot be displayed")
        self._loading.discard(icon.src)
        if problem and icon.host:
            problem = f"{icon.host}: {problem}"
        picture = None if problem else QPixmap.fromImage(image)
        self._drawn[icon.src] = Drawn(picture, problem or _words(icon, data))
        self.changed.emit()


def draw(data: IconData) -> QImage:
    """At most SIDE px high and wide, null when it cannot be drawn. In any thread."""
    return _draw_svg(data.data) if data.mime == "image/svg+xml" else _read(data)


def _read(data: IconData) -> QImage:
    buffer = QBuffer()
    buffer.setData(QByteArray(data.data))
    buffer.open(QIODevice.OpenModeFlag.ReadOnly)
    # Only the format that the bytes were checked for: Qt would go on to try others, SVG among them.
    reader = QImageReader(buffer, data.mime.removeprefix("image/").encode())
    reader.setAutoDetectImageFormat(False)
    reader.setAutoTransform(True)
    size = reader.size()
    if max(size.width(), size.height()) > SIDE:
        reader.setScaledSize(size.scaled(SIDE, SIDE, Qt.AspectRatioMode.KeepAspectRatio))
    return reader.read()


def _draw_svg(data: bytes) -> QImage:
    from PySide6.QtSvg import QSvgRenderer  # late: it loads a library

    renderer = QSvgRenderer(QByteArray(data))
    if not renderer.isValid():
        return QImage()
    size = renderer.defaultSize()
    wide, high = max(1, size.width()), max(1, size.height())
    fitted = QSize(wide, high).scaled(SIDE, SIDE, Qt.AspectRatioMode.KeepAspectRatio)
    image = QImage(fitted.expandedTo(QSize(1, 1)), QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    renderer.render(painter, QRectF(image.rect()))
    painter.end()
    return image


def _words(icon: Icon, data: IconData) -> str:
    size = f"{data.width} × {data.height}" if data.width else ", ".join(icon.sizes)
    said = (
        translate("IconStore", "declared as {}").format(icon.mime)
        if icon.mime not in ("", data.mime, "image/jpg")
        else ""
    )
    parts = (data.mime, size, say_size(len(data.data)), icon.theme, said, icon.host)
    return " · ".join(part for part in parts if part)
