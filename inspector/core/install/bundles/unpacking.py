"""Unpack a bundle into a private folder of its own, named by what is in it."""

from __future__ import annotations

import contextlib
import hashlib
import os
import re
import shutil
import tempfile
import time
import zipfile
from pathlib import Path
from typing import Final

from inspector.core.install.bundles.archive import DAMAGES, MOST_BYTES, entry_path, open_archive, refusals
from inspector.core.install.bundles.bundle import Bundle
from inspector.core.storage.plain_files import APP_NAME
from inspector.errors import UsageError
from inspector.translation import translate

__all__ = ["bundle_folder", "bundles_folder", "remove_unused", "unpack"]

_OURS: Final = re.compile(r"[0-9a-f]{32}|\.new-\w+")
_CHUNK: Final = 1 << 20
_PRIVATE: Final = 0o700
_FILE: Final = 0o600


def bundles_folder() -> Path:
    """Where all bundles are unpacked; it need not exist yet. Beside the settings of a portable copy."""
    chosen = os.environ.get("MCPDI_CONFIG_DIR")
    if chosen:
        return Path(chosen) / "bundles"
    import platformdirs

    return platformdirs.user_data_path(APP_NAME, appauthor=False) / "bundles"


def bundle_folder(sha256: str, root: Path | None = None) -> Path:
    """The folder of one bundle. Half of the hash is enough, and Windows has short paths."""
    return (root or bundles_folder()) / sha256[:32]


def unpack(bundle: Bundle, root: Path | None = None) -> Path:
    """Unpack it, unless it is there already; its folder, which only its owner can read.

    The file must still be the one that was read: what a user agreed to is what is unpacked. Raises
    UsageError; then nothing is left behind.
    """
    if not bundle.usable:
        why = "; ".join(bundle.refused) or translate("Bundles", "it has no manifest")
        raise UsageError(translate("Bundles", "not unpacked: {}").format(why))
    folder = bundle_folder(bundle.sha256, root)
    if folder.is_dir():
        with contextlib.suppress(OSError):
            os.utime(folder)  # in use: see remove_unused
        return folder
    try:
        folder.parent.mkdir(mode=_PRIVATE, parents=True, exist_ok=True)
        part = Path(tempfile.mkdtemp(prefix=".new-", dir=folder.parent))  # made with 0700
    except OSError as error:
        raise UsageError(
            translate("Bundles", "cannot write {parent}: {error}").format(
                parent=folder.parent, error=error.strerror or error
            )
        ) from error
    try:
        _extract(bundle, part)
        part.rename(folder)
    except BaseException as error:
        shutil.rmtree(part, ignore_errors=True)
        if folder.is_dir() and isinstance(error, OSError):
            return folder  # another window was faster
        if isinstance(error, DAMAGES):
            raise UsageError(
                translate("Bundles", "cannot unpack {path}: {error}").format(
                    path=bundle.path.name, error=error
                )
            ) from error
        raise
    return folder


def remove_unused(servers: Path, days: float, root: Path | None = None) -> list[Path]:
    """Remove what no saved server uses and was not started for some days; returns what was removed.

    servers: the file of the saved servers. It and its copies are searched for the names of folders as they
    are, so that an entry that cannot be read loses nothing; without that file nothing is removed.
    """
    root = root or bundles_folder()
    try:
        texts = [path.read_text("utf-8", "replace") for path in servers.parent.glob(f"{servers.name}*")]
        folders = [path for path in root.iterdir() if path.is_dir() and not path.is_symlink()]
    except OSError:
        return []
    if not servers.is_file():
        return []
    removed = []
    before = time.time() - days * 86_400
    for folder in folders:
        unused = not any(folder.name in text for text in texts) and folder.stat().st_mtime < before
        if unused and _OURS.fullmatch(folder.name):
            shutil.rmtree(folder, ignore_errors=True)
            removed.append(folder)
    return removed


def _extract(bundle: Bundle, folder: Path) -> None:
    with bundle.path.open("rb") as file:
        if hashlib.file_digest(file, "sha256").hexdigest() != bundle.sha256:
            raise UsageError(translate("Bundles", "{} has changed; open it again").format(bundle.path.name))
        with open_archive(file) as archive:
            if refused := refusals(archive, bundle.size):
                raise UsageError("; ".join(refused))
            left = MOST_BYTES
            for entry in archive.infolist():
                place = folder.joinpath(*entry_path(entry.filename))
                if entry.is_dir():
                    place.mkdir(mode=_PRIVATE, parents=True, exist_ok=True)
                    continue
                place.parent.mkdir(mode=_PRIVATE, parents=True, exist_ok=True)
                left -= _write(archive, entry, place, left)
                place.chmod(_PRIVATE if _runs(entry, bundle) else _FILE)


def _write(archive: zipfile.ZipFile, entry: zipfile.ZipInfo, place: Path, most: int) -> int:
    """Bytes written. The directory of the archive may lie about sizes, so they are counted."""
    written = 0
    # x: a name that is there already means that two names are one on this file system
    with archive.open(entry) as source, place.open("xb") as target:
        while chunk := source.read(_CHUNK):
            written += len(chunk)
            if written > min(most, entry.file_size):
                raise UsageError(
                    translate("Bundles", "“{}” is larger than the archive says").format(entry.filename)
                )
            target.write(chunk)
    return written


def _runs(entry: zipfile.ZipInfo, bundle: Bundle) -> bool:
    """Executable for its owner: as the archive says, and the program of a binary packed on Windows."""
    if entry.external_attr >> 16 & 0o100:
        return True
    manifest = bundle.manifest
    point = manifest.entry_point.removeprefix("./") if manifest and manifest.server_type == "binary" else ""
    return bool(point) and entry.filename == point
