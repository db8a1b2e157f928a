"""A picture on a checkerboard, scaled down to the room there is, never up."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QBuffer, QByteArray, QObject, QRect, QSize, Qt, QThreadPool, Signal
from PySide6.QtGui import QImage, QImageReader, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from inspector.render.media import sniff
from inspector.ui.widgets import theme, zoom

__all__ = ["Picture"]

_SQUARE: Final = 8  # px of the checkerboard
_AT_ONCE: Final = 1_000_000  # pixels that are decoded without leaving the thread of the window
_MOST: Final = 100_000_000  # pixels; a bomb of a few kB can ask for more
_SIDE: Final = 4096  # px; a larger picture is decoded to this size
_HIGH: Final = 420  # px in a list of blocks


class Picture(QWidget):
    """Shows the first frame of an image. `failed` carries why it cannot be drawn."""

    failed = Signal(str)

    def __init__(self, data: bytes, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("content_image")
        self.setAccessibleName(self.tr("Image"))
        self._image = QImage()
        self._size = QSize()
        self._loader = _Loader(data)
        self._loader.done.connect(self._arrived)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        zoom.follow(self.setMinimumHeight, 24)

    def load(self) -> None:
        """Decode: now when it is small, otherwise beside the window."""
        self._size = self._loader.size()
        pixels = self._size.width() * self._size.height()
        if pixels > _MOST:
            self.failed.emit(self.tr("too large to draw"))
        elif 0 < pixels <= _AT_ONCE:
            self._loader.run()
        else:
            QThreadPool.globalInstance().start(self._loader.run)

    def image(self) -> QImage:
        """What is shown; null before it is decoded."""
        return self._image

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        return self._fitted(QSize(width, _HIGH)).height() if self._size.isValid() else 24

    def sizeHint(self) -> QSize:
        return self._fitted(QSize(_HIGH, _HIGH)) if self._size.isValid() else QSize(24, 24)

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._image.isNull():
            return
        painter = QPainter(self)
        where = QRect(self.rect().topLeft(), self._fitted(self.size()))
        painter.fillRect(where, theme.color("base"))
        dark = theme.mix(theme.color("base"), theme.color("muted"), 0.18)
        painter.setClipRect(where)
        for row in range(0, where.height(), _SQUARE):
            for column in range(row // _SQUARE % 2 * _SQUARE, where.width(), 2 * _SQUARE):
                painter.fillRect(where.left() + column, where.top() + row, _SQUARE, _SQUARE, dark)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.drawImage(where, self._image)
        painter.end()

    def _fitted(self, room: QSize) -> QSize:
        if self._size.width() <= room.width() and self._size.height() <= room.height():
            return self._size
        fitted = self._size.scaled(room, Qt.AspectRatioMode.KeepAspectRatio)
        return fitted.expandedTo(QSize(1, 1))

    def _arrived(self, image: QImage, reason: str) -> None:
        if image.isNull():
            self.failed.emit(reason)
            return
        self._image = image
        if not self._size.isValid():
            self._size = image.size()
        self.updateGeometry()
        self.update()


class _Loader(QObject):
    """Decodes once, in whatever thread. Has no parent: it may outlive the picture by one decoding."""

    done = Signal(QImage, str)

    def __init__(self, data: bytes) -> None:
        super().__init__()
        self._bytes = QByteArray(data)
        self._buffer = QBuffer(self._bytes)
        self._buffer.open(QBuffer.OpenModeFlag.ReadOnly)
        # The format by its first bytes alone: left to itself, Qt would also draw SVG, which may name files.
        self._reader = QImageReader(self._buffer, sniff(data).removeprefix("image/").encode() or b"unknown")
        self._reader.setAutoDetectImageFormat(False)
        self._reader.setAutoTransform(True)

    def size(self) -> QSize:
        """Size that the head of the file tells, invalid when it does not."""
        return self._reader.size()

    def run(self) -> None:
        size = self._reader.size()
        if size.isValid() and max(size.width(), size.height()) > _SIDE:
            self._reader.setScaledSize(size.scaled(_SIDE, _SIDE, Qt.AspectRatioMode.KeepAspectRatio))
        image = self._reader.read()
        self.done.emit(image, self._reader.errorString() if image.isNull() else "")
