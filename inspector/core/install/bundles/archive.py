"""What a bundle's ZIP archive holds, and why it must not be unpacked.

Only the directory of the archive is read. What it says about sizes is checked again while unpacking.
"""

from __future__ import annotations

import re
import stat
import unicodedata
import zipfile
import zlib
from collections.abc import Callable, Iterable
from typing import IO, Final

from inspector.translation import QT_TRANSLATE_NOOP, translate

__all__ = ["DAMAGES", "MOST_BYTES", "MOST_FILES", "entry_path", "open_archive", "read_member", "refusals"]

MOST_FILES: Final = 50_000
MOST_BYTES: Final = 1 << 30
_BOMB_BYTES: Final = 20 << 20  # below this a high ratio does no harm
_BOMB_RATIO: Final = 150
_TAIL_BYTES: Final = (64 << 10) + 200  # where zipfile looks for the end
_DIRECTORY_BYTES: Final = 16 << 20
_LONGEST_NAME: Final = 1024
_MOST_PARTS: Final = 40
_TOLD: Final = 5  # a hostile archive may be wrong 50,000 times
DAMAGES: Final = (
    *(zipfile.BadZipFile, zlib.error, NotImplementedError, RuntimeError, OSError, EOFError, ValueError),
)
"""What zipfile raises for bytes that are not what they say."""
_METHODS: Final = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
_DRIVE: Final = re.compile(r"^[A-Za-z]:")
_CONTROL: Final = re.compile(r"[\x00-\x1f\x7f]")
_DEVICES: Final = re.compile(
    r"^(?:con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³]) *(?:\.|$)", re.IGNORECASE
)


def open_archive(file: IO[bytes]) -> zipfile.ZipFile:
    """The archive in an open file; bytes after it (a signature) do no harm. Raises zipfile.BadZipFile."""
    if _directory_bytes(file) > _DIRECTORY_BYTES:
        raise zipfile.BadZipFile(translate("Bundles", "its directory is too large to read"))
    try:
        return zipfile.ZipFile(file)
    except (NotImplementedError, ValueError, OSError, OverflowError) as error:
        raise zipfile.BadZipFile(str(error)) from error


def _directory_bytes(file: IO[bytes]) -> int:
    """Size of the archive's directory as its end says; a million entries would be a million objects here.

    Source: APPNOTE.TXT 4.3.14 to 4.3.16.
    """
    size = file.seek(0, 2)
    file.seek(max(0, size - _TAIL_BYTES))
    tail = file.read(_TAIL_BYTES)
    end = tail.rfind(b"PK\x05\x06")
    said = int.from_bytes(tail[end + 12 : end + 16], "little") if end >= 0 else 0
    if said != 0xFFFFFFFF:
        return said
    long_end = tail.rfind(b"PK\x06\x06", 0, end)
    return int.from_bytes(tail[long_end + 40 : long_end + 48], "little") if long_end >= 0 else said


def entry_path(name: str) -> tuple[str, ...]:
    """The parts of an entry's name, whichever way its slashes lean."""
    return tuple(part for part in re.split(r"[\\/]", name) if part not in ("", "."))


def refusals(archive: zipfile.ZipFile, size: int) -> list[str]:
    """Why it must not be unpacked, in sentences; empty: it may be. size: of the whole file, in bytes."""
    entries = archive.infolist()
    found: list[str] = []
    if len(entries) > MOST_FILES:
        found.append(
            translate("Bundles", "it contains {count:,} files; the limit is {most_files:,}").format(
                count=len(entries), most_files=MOST_FILES
            )
        )
        return found
    total = sum(entry.file_size for entry in entries)
    packed = sum(entry.compress_size for entry in entries)
    if total > MOST_BYTES:
        found.append(
            translate("Bundles", "it would unpack to {:.1f} GB; the limit is 1 GB").format(total / (1 << 30))
        )
    if packed > size:
        found.append(translate("Bundles", "its entries overlap: their total is larger than the file"))
    if total > _BOMB_BYTES and total > _BOMB_RATIO * max(1, packed):
        found.append(
            translate("Bundles", "it would unpack to {} times its size, like a ZIP bomb").format(
                total // max(1, packed)
            )
        )
    for entry in entries:
        for why, holds in _WRONG.items():
            if holds(entry):
                found.append(translate("Bundles", why).format(_shown(entry.orig_filename)))
                break
    if not found:  # names are of a sane length then
        found += _clashes(entries)
    return (
        [*found[:_TOLD], translate("Bundles", "and {} more like this").format(len(found) - _TOLD)]
        if len(found) > _TOLD
        else found
    )


def read_member(archive: zipfile.ZipFile, name: str, limit: int) -> bytes | None:
    """The bytes of one file; None: it is not there, is larger than limit, or is damaged."""
    try:
        entry = archive.getinfo(name)
        if entry.file_size > limit or entry.compress_type not in _METHODS or entry.flag_bits & 1:
            return None
        with archive.open(entry) as file:
            data = file.read(limit + 1)
    except (KeyError, *DAMAGES):
        return None
    return data if len(data) <= limit else None


def _leaves(entry: zipfile.ZipInfo) -> bool:
    # Windows forgets dots and blanks at the end of a name.
    return any(len(part) > 1 and not part.strip(". ") for part in re.split(r"[\\/]", entry.orig_filename))


def _is_absolute(entry: zipfile.ZipInfo) -> bool:
    name = entry.orig_filename
    return name.startswith(("/", "\\")) or _DRIVE.match(name) is not None


def _kind(entry: zipfile.ZipInfo) -> int:
    """The Unix kind of file, 0 when the archive does not say."""
    return stat.S_IFMT(entry.external_attr >> 16) if entry.create_system == 3 else 0


def _is_special(entry: zipfile.ZipInfo) -> bool:
    return _kind(entry) not in (0, stat.S_IFREG, stat.S_IFDIR, stat.S_IFLNK)


def _is_bomb(entry: zipfile.ZipInfo) -> bool:
    large = entry.file_size > _BOMB_BYTES
    return large and entry.file_size > _BOMB_RATIO * max(1, entry.compress_size)


def _is_long(entry: zipfile.ZipInfo) -> bool:
    name = entry.orig_filename
    return len(name) > _LONGEST_NAME or len(entry_path(name)) > _MOST_PARTS


_WRONG: Final[dict[str, Callable[[zipfile.ZipInfo], bool]]] = {
    QT_TRANSLATE_NOOP("Bundles", "the name “{}” is too long"): _is_long,
    QT_TRANSLATE_NOOP("Bundles", "the name “{}” contains control characters"): lambda entry: (
        _CONTROL.search(entry.orig_filename) is not None
    ),
    QT_TRANSLATE_NOOP("Bundles", "“{}” points outside the bundle"): _leaves,
    QT_TRANSLATE_NOOP("Bundles", "“{}” is an absolute path"): _is_absolute,
    # Also within a path: `a/Z:/x` is on the drive Z, `a:x` is a stream hidden behind the file a.
    QT_TRANSLATE_NOOP("Bundles", "the name “{}” contains a colon"): lambda entry: ":" in entry.orig_filename,
    QT_TRANSLATE_NOOP("Bundles", "“{}” is a link"): lambda entry: stat.S_ISLNK(entry.external_attr >> 16),
    QT_TRANSLATE_NOOP("Bundles", "“{}” is a device or a pipe"): _is_special,
    QT_TRANSLATE_NOOP("Bundles", "“{}” has no name"): lambda entry: not entry_path(entry.orig_filename),
    QT_TRANSLATE_NOOP("Bundles", "the name “{}” is reserved by Windows"): lambda entry: any(
        _DEVICES.match(part) for part in entry_path(entry.orig_filename)
    ),
    QT_TRANSLATE_NOOP("Bundles", "“{}” is encrypted"): lambda entry: bool(entry.flag_bits & 1),
    QT_TRANSLATE_NOOP("Bundles", "“{}” uses a compression method that bundles do not allow"): lambda entry: (
        entry.compress_type not in _METHODS
    ),
    QT_TRANSLATE_NOOP("Bundles", "“{}” is a ZIP bomb"): _is_bomb,
}
"""What is wrong with one entry → whether it is so."""


def _clashes(entries: Iterable[zipfile.ZipInfo]) -> list[str]:
    """Names that are one name where case does not count, and files that are also folders."""
    found: list[str] = []
    files: dict[tuple[str, ...], str] = {}
    folders: set[tuple[str, ...]] = set()
    for entry in entries:
        path = tuple(_folded(part) for part in entry_path(entry.orig_filename))
        folders.update(path[:length] for length in range(1, len(path)))
        if entry.is_dir():
            folders.add(path)
        elif path in files:
            found.append(
                translate("Bundles", "“{orig_filename}” and “{files}” are the same name").format(
                    orig_filename=_shown(entry.orig_filename), files=_shown(files[path])
                )
            )
        else:
            files[path] = entry.orig_filename
    found += [
        translate("Bundles", "“{}” is both a file and a folder").format(_shown(files[path]))
        for path in files
        if path in folders
    ]
    return found


def _folded(text: str) -> str:
    """As file systems compare names that keep no case; Windows also forgets dots and spaces at the end."""
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", text).casefold()).rstrip(". ")


def _shown(name: str) -> str:
    text = _CONTROL.sub("�", name)
    return text if len(text) <= 80 else text[:77] + "…"
