"""What the first bytes of a file tell of its type."""

from __future__ import annotations

from typing import Final

__all__ = ["sniff"]

# Only what identifies a format without doubt.
_MAGIC: Final = (
    (0, b"\x89PNG\r\n\x1a\n", "image/png"),
    (0, b"\xff\xd8\xff", "image/jpeg"),
    (0, b"GIF87a", "image/gif"),
    (0, b"GIF89a", "image/gif"),
    (8, b"WEBP", "image/webp"),
    (0, b"BM", "image/bmp"),
    (8, b"WAVE", "audio/wav"),
    (0, b"OggS", "audio/ogg"),
    (0, b"fLaC", "audio/flac"),
    (0, b"ID3", "audio/mpeg"),
    (0, b"%PDF-", "application/pdf"),
    (0, b"PK\x03\x04", "application/zip"),
    (0, b"\x1f\x8b", "application/gzip"),
)


def sniff(data: bytes) -> str:
    """The MIME type that the first bytes prove, "" when they prove none."""
    for offset, magic, mime in _MAGIC:
        if data.startswith(magic, offset) and not (magic == b"BM" and len(data) < 26):
            return mime
    return ""
