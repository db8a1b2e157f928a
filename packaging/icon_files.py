#!/usr/bin/env python3
"""The program's icon as Windows (.ico) and macOS (.icns) want it, drawn from the SVG: icon_files.py FILE"""

from __future__ import annotations

import io
import sys
from pathlib import Path

from PIL import Image
from PySide6.QtCore import QBuffer, QIODevice, Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtSvg import QSvgRenderer

SOURCE = Path(__file__).resolve().parent.parent / "resources" / "icons" / "mcp-desktop-inspector.svg"
SIZES = {
    ".ico": (16, 20, 24, 32, 40, 48, 64, 128, 256),
    ".icns": (16, 32, 64, 128, 256, 512, 1024),
}


def draw(target: Path) -> Path:
    """Write the icon in every size of its kind; each is drawn for itself, so that small ones stay sharp."""
    pictures = [_picture(size) for size in SIZES[target.suffix]]
    target.parent.mkdir(parents=True, exist_ok=True)
    largest = pictures[-1]
    if target.suffix == ".ico":
        largest.save(target, sizes=[picture.size for picture in pictures], append_images=pictures[:-1])
    else:
        largest.save(target, append_images=pictures[:-1])
    return target


def _picture(size: int) -> Image.Image:
    image = QImage(size, size, QImage.Format.Format_ARGB32)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    QSvgRenderer(str(SOURCE)).render(painter)
    painter.end()
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")
    return Image.open(io.BytesIO(buffer.data().data()))


if __name__ == "__main__":
    draw(Path(sys.argv[1]))
