"""Paths of the computer that builds: taken out of the bundle, and looked for before it is handed out.

A library that looks for others in a folder of that computer loads whatever somebody else puts there. Such
paths also tell who built, and where.
"""

from __future__ import annotations

import re
import sys
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path

from build_environment import Build
from linux.system_libraries import object_headers

NOWHERE = b"/nonexistent"
"""What stands in place of the folder in which the building Python is, filled up with "/" to its length."""
SHARED = ("/usr", "/usr/local")
"""Where a Python of the system lives on every computer: it tells nothing."""

_SEARCHED = re.compile(r"^(?P<file>/.+):\s+file format|^\s+R(?:UN)?PATH +(?P<path>\S+)", re.MULTILINE)
_STREAM, _PIECE = b"x\x9c", 1 << 16
"""How a stream of zlib begins in an archive of PyInstaller; how much of one is unpacked at once."""


def remove(build: Build, patchelf: Path) -> None:
    """Let no library of Python look for others outside of the bundle, or name where Python was."""
    foreign = sorted({file for file, _ in foreign_search_paths(build.bundle)})
    if not foreign:
        return
    build.call([str(patchelf), "--remove-rpath", *map(str, foreign)])
    if sys.base_prefix in SHARED:
        return
    prefix = sys.base_prefix.encode()
    folder, slash, name = prefix.rpartition(b"/")
    # The name stays: it is often the version, and linkers let equal ends of texts lie in one place.
    nowhere = NOWHERE.ljust(len(folder), b"/")[: len(folder)] + slash + name
    for file in foreign:  # patchelf takes the entry away and leaves its text; libpython has one more
        file.write_bytes(file.read_bytes().replace(prefix, nowhere))


def foreign_search_paths(bundle: Path) -> Iterator[tuple[Path, str]]:
    """Libraries of a bundle for Linux, with the folders outside of it where they look for others."""
    file = bundle
    for found in _SEARCHED.finditer(object_headers(bundle)):
        if found["file"]:
            file = Path(found["file"])
            continue
        for folder in found["path"].split(":"):
            if not folder.startswith("$ORIGIN"):
                yield file, folder


def mentions(bundle: Path, folders: list[Path]) -> Iterator[tuple[Path, str]]:
    """Files of the bundle, packed ones too, with the first path in one of these folders that stands in them.

    Not of Rust and its libraries: wheels name those of their own makers, whose home may have the same name.
    """
    spelt = {spelling for folder in folders for spelling in (str(folder), folder.as_posix())}
    ways = "|".join(re.escape(folder) for folder in sorted(spelt))
    pattern = re.compile(rf"(?:{ways})[/\\](?!\.(?:cargo|rustup)[/\\])[\w./\\+-]*".encode())
    for file in sorted(path for path in bundle.rglob("*") if path.is_file() and not path.is_symlink()):
        found = (match[0] for text in _texts(file) for match in pattern.finditer(text))
        if (first := next(found, None)) is not None:
            yield file, first.decode("utf-8", "replace")


def _texts(file: Path) -> Iterator[bytes]:
    """The bytes of a file, and of what is packed in it: modules of Python lie in archives."""
    data = file.read_bytes()
    yield data
    if data.startswith(b"PK") and zipfile.is_zipfile(file):
        with zipfile.ZipFile(file) as archive:
            yield from (archive.read(name) for name in archive.namelist())
    elif b"PYZ\0" in data:
        yield from _streams(data)


def _streams(data: bytes) -> Iterator[bytes]:
    at = data.find(_STREAM)
    while at >= 0:
        unpacking, parts, end = zlib.decompressobj(), [], at
        try:
            while not unpacking.eof and end < len(data):
                parts.append(unpacking.decompress(data[end : end + _PIECE]))
                end = min(end + _PIECE, len(data))
        except zlib.error:
            parts = []  # these two bytes began nothing
        yield b"".join(parts)
        at = data.find(_STREAM, end - len(unpacking.unused_data) if unpacking.eof else at + len(_STREAM))
