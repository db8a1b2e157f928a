"""What bytes are: base64, the size of a picture, and how to say it in a line."""

from __future__ import annotations

import base64
import binascii
import struct
from typing import Final

from inspector.protocol.magic import sniff

__all__ = ["decode_base64", "extension_of", "picture_size", "say_size", "sniff"]

_EXTENSIONS: Final = {
    "image/png": ".png",
    "image/jpeg": ".jpg",
    "image/gif": ".gif",
    "image/webp": ".webp",
    "image/bmp": ".bmp",
    "image/svg+xml": ".svg",
    "audio/wav": ".wav",
    "audio/x-wav": ".wav",
    "audio/ogg": ".ogg",
    "audio/flac": ".flac",
    "audio/mpeg": ".mp3",
    "audio/mp3": ".mp3",
    "audio/mp4": ".m4a",
    "video/mp4": ".mp4",
    "application/pdf": ".pdf",
    "application/zip": ".zip",
    "application/gzip": ".gz",
    "application/json": ".json",
    "text/plain": ".txt",
    "text/markdown": ".md",
    "text/html": ".html",
    "text/csv": ".csv",
}

_UNITS: Final = ("B", "kB", "MB", "GB", "TB")


def extension_of(mime: str) -> str:
    """A file name ending with its dot; `.bin` for what is not in the table."""
    return _EXTENSIONS.get(mime.partition(";")[0].strip().lower(), ".bin")


def decode_base64(text: str) -> bytes | None:
    """The bytes of base64 (standard or URL-safe alphabet, white space allowed); else None."""
    try:
        return base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        pass
    loose = "".join(text.split()).replace("-", "+").replace("_", "/")
    try:
        return base64.b64decode(loose, validate=True)
    except (binascii.Error, ValueError):
        return None


def picture_size(data: bytes) -> tuple[int, int]:
    """Width and height in px from the head of a PNG, GIF, JPEG, BMP or WebP; (0, 0) when it does not say."""
    reader = {
        "image/png": _png_size,
        "image/gif": _gif_size,
        "image/jpeg": _jpeg_size,
        "image/bmp": _bmp_size,
        "image/webp": _webp_size,
    }.get(sniff(data))
    try:
        return reader(data) if reader else (0, 0)
    except struct.error:
        return (0, 0)  # cut within its head


def say_size(count: int) -> str:
    """Bytes for people: 46 B, 1.2 kB, 12 MB (units of 1000)."""
    value = float(count)
    for unit in _UNITS:
        if value < 999.5 or unit == _UNITS[-1]:
            return f"{value:.0f} {unit}" if unit == "B" or value >= 99.95 else f"{value:.1f} {unit}"
        value /= 1000
    raise AssertionError("the last unit takes everything")


def _png_size(data: bytes) -> tuple[int, int]:
    width, height = struct.unpack_from(">II", data, 16)
    return width, height


def _gif_size(data: bytes) -> tuple[int, int]:
    width, height = struct.unpack_from("<HH", data, 6)
    return width, height


def _bmp_size(data: bytes) -> tuple[int, int]:
    width, height = struct.unpack_from("<ii", data, 18)
    return abs(width), abs(height)  # a negative height means top-down


def _jpeg_size(data: bytes) -> tuple[int, int]:
    at = 2
    while at + 9 <= len(data) and data[at] == 0xFF:
        marker = data[at + 1]
        if marker == 0xFF:
            at += 1  # fill byte
            continue
        if 0xC0 <= marker <= 0xCF and marker not in (0xC4, 0xC8, 0xCC):
            height, width = struct.unpack_from(">HH", data, at + 5)
            return width, height
        at += 2 + int(struct.unpack_from(">H", data, at + 2)[0])
    return (0, 0)


def _webp_size(data: bytes) -> tuple[int, int]:
    form = data[12:16]
    if form == b"VP8X":
        width = int.from_bytes(data[24:27], "little") + 1
        return width, int.from_bytes(data[27:30], "little") + 1
    if form == b"VP8L":
        (bits,) = struct.unpack_from("<I", data, 21)
        return (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
    if form == b"VP8 ":
        width, height = struct.unpack_from("<HH", data, 26)
        return width & 0x3FFF, height & 0x3FFF
    return (0, 0)
