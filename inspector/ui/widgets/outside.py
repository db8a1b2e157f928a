"""What leaves the program, and only on a click: web pages to the browser, media to the system's player."""

from __future__ import annotations

import mimetypes
import tempfile
from pathlib import Path
from typing import Final

from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices

from inspector.private_files import mask_of_the_user

__all__ = ["hand_over", "open_folder", "open_link", "open_media"]

_SCHEMES: Final = ("http", "https", "mailto")
"""A server's link must not start a program or open a local file."""

_folders: list[tempfile.TemporaryDirectory[str]] = []


def open_link(url: str) -> bool:
    """Hand a link to the system; what is no web or mail address is left alone. False: nothing took it."""
    parsed = QUrl(url)
    return parsed.scheme() in _SCHEMES and hand_over(parsed)


def open_folder(path: Path) -> bool:
    """Show a folder of ours in the system's file manager. False: nothing took it."""
    return hand_over(QUrl.fromLocalFile(str(path)))


def open_media(data: bytes, mime: str) -> None:
    """Write the data to a temporary file, removed at the end, and open it with what the system has for it.

    Only audio, video, pictures and PDF: anything else could be a program.
    """
    kind = mime.partition(";")[0].strip().lower()
    if not kind.startswith(("audio/", "video/", "image/")) and kind != "application/pdf":
        return
    folder = tempfile.TemporaryDirectory(prefix="mcpdi-media-", ignore_cleanup_errors=True)
    _folders.append(folder)
    path = Path(folder.name) / f"content{mimetypes.guess_extension(kind) or ''}"
    path.write_bytes(data)
    hand_over(QUrl.fromLocalFile(str(path)))


def hand_over(url: QUrl) -> bool:
    """Let the system open an address that is known to be harmless. False: nothing took it."""
    with mask_of_the_user():
        return QDesktopServices.openUrl(url)
