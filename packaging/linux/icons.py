#!/usr/bin/env python3
"""The program's icon in the sizes that desktops ask for, drawn from the SVG.

    python packaging/linux/icons.py SVG FOLDER        (run with the program's packages)

FOLDER becomes a theme folder: scalable/apps/NAME.svg, 16x16/apps/NAME.png and so on.
"""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtSvg import QSvgRenderer

SIZES = (16, 22, 24, 32, 48, 64, 128, 256, 512)


def main() -> None:
    """Write all of them."""
    source, folder = Path(sys.argv[1]), Path(sys.argv[2])
    scalable = folder / "scalable" / "apps"
    scalable.mkdir(parents=True)
    shutil.copyfile(source, scalable / source.name)
    renderer = QSvgRenderer(str(source))
    for size in SIZES:
        place = folder / f"{size}x{size}" / "apps"
        place.mkdir(parents=True)
        image = QImage(size, size, QImage.Format.Format_ARGB32)
        image.fill(Qt.GlobalColor.transparent)
        painter = QPainter(image)
        renderer.render(painter)
        painter.end()
        if not image.save(str(place / f"{source.stem}.png")):
            raise SystemExit(f"{place} cannot be written")


if __name__ == "__main__":
    main()
