"""Bytes recognised by what they are."""

from __future__ import annotations

import struct

import pytest

from inspector.render.media import decode_base64, extension_of, picture_size, say_size, sniff


@pytest.mark.parametrize(
    ("data", "mime", "size"),
    [
        (b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR" + struct.pack(">II", 640, 480), "image/png", (640, 480)),
        (b"GIF89a" + struct.pack("<HH", 3, 4), "image/gif", (3, 4)),
        (
            b"\xff\xd8\xff\xe0\x00\x04ab\xff\xc0\x00\x11\x08" + struct.pack(">HH", 20, 10),
            "image/jpeg",
            (10, 20),
        ),
        (b"RIFF\0\0\0\0WEBPVP8X" + bytes(8) + b"\x0f\x00\x00\x07\x00\x00", "image/webp", (16, 8)),
        (b"BM" + bytes(12) + struct.pack("<Iii", 40, 7, -9) + bytes(8), "image/bmp", (7, 9)),
        (
            b"\xff\xd8\xff\xff\xe0\x00\x04ab\xff\xc4\x00\x03x\xff\xc2\x00\x11\x08" + struct.pack(">HH", 5, 6),
            "image/jpeg",
            (6, 5),
        ),
        (b"\xff\xd8\xff\xe0\x00\x04ab\xff\xda\x00\x02" + bytes(20), "image/jpeg", (0, 0)),
        (b"RIFF\0\0\0\0WEBPVP8L" + bytes(5) + struct.pack("<I", 99 | 49 << 14), "image/webp", (100, 50)),
        (b"RIFF\0\0\0\0WEBPVP8 " + bytes(10) + struct.pack("<HH", 0x4000 | 8, 16), "image/webp", (8, 16)),
        (b"RIFF\0\0\0\0WEBPXXXX" + bytes(20), "image/webp", (0, 0)),
        (b"\x89PNG\r\n\x1a\n", "image/png", (0, 0)),
        (b"RIFF\0\0\0\0WAVEfmt ", "audio/wav", (0, 0)),
        (b"BM", "", (0, 0)),
        (b"", "", (0, 0)),
    ],
)
def test_format_and_size_are_read_from_the_head(data: bytes, mime: str, size: tuple[int, int]) -> None:
    assert sniff(data) == mime
    assert picture_size(data) == size


def test_base64_of_both_alphabets_and_with_line_ends() -> None:
    assert decode_base64("_-8=") == decode_base64("/+\n8=") == b"\xff\xef"
    assert decode_base64("!") is None
    assert decode_base64("한글") is None


def test_sizes_are_said_for_people() -> None:
    assert [say_size(count) for count in (0, 999, 1234, 99_990, 12_300_000)] == [
        "0 B",
        "999 B",
        "1.2 kB",
        "100 kB",
        "12.3 MB",
    ]
    assert extension_of("image/png; a=b") == ".png"
    assert extension_of("x/unknown") == ".bin"
