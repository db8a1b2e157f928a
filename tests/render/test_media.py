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


@pytest.mark.parametrize(
    ("data", "mime"),
    [
        (b"GIF87a", "image/gif"),
        (b"OggS", "audio/ogg"),
        (b"fLaC", "audio/flac"),
        (b"ID3", "audio/mpeg"),
        (b"%PDF-1.7", "application/pdf"),
        (b"PK\x03\x04", "application/zip"),
        (b"\x1f\x8b", "application/gzip"),
        (b"RIFF\0\0\0\0WEBP", "image/webp"),
        (b"BM" + bytes(24), "image/bmp"),
        (b"BM" + bytes(23), ""),
        (b" %PDF-1.7", ""),
        (b"WEBP", ""),
    ],
)
def test_the_first_bytes_prove_a_format(data: bytes, mime: str) -> None:
    assert sniff(data) == mime


@pytest.mark.parametrize(
    ("data", "size"),
    [
        (b"\xff\xd8\xff\xc0\x00\x11\x08\x00\x05\x00\x06", (6, 5)),
        (b"\xff\xd8\xff\xc0\x00\x11\x08\x00\x05\x00", (0, 0)),
        (b"\xff\xd8\xff\xcf\x00\x11\x08\x00\x05\x00\x06", (6, 5)),
        (b"\xff\xd8\xff\xcc\x00\x04ab\xff\xc1\x00\x11\x08\x00\x05\x00\x06", (6, 5)),
        (b"\xff\xd8\xff\xc8\x00\x02\xff\xc1\x00\x11\x08\x00\x05\x00\x06", (6, 5)),
        (b"\xff\xd8\xff\xd0\x00\x02\xff\xbf\x00\x02\xff\xc1\x00\x11\x08\x00\x05\x00\x06", (6, 5)),
        (b"\xff\xd8\xff\xe0\x00\x02\x00\xc1\x00\x11\x08\x00\x05\x00\x06", (0, 0)),
        (b"GIF89a\x01\x00\x02", (0, 0)),
        (b"RIFF\0\0\0\0WEBPVP8L" + bytes(5) + b"\xff\xff\xff\xff", (16_384, 16_384)),
        (b"RIFF\0\0\0\0WEBPVP8 " + bytes(10) + b"\xff\xff\xff\xff", (16_383, 16_383)),
        (b"RIFF\0\0\0\0WEBPVP8X" + bytes(8) + b"\x00\x01\x00\x00\x00\x01", (257, 65_537)),
        (b"ID3", (0, 0)),
    ],
)
def test_the_size_is_that_of_the_head_or_none(data: bytes, size: tuple[int, int]) -> None:
    assert picture_size(data) == size


@pytest.mark.parametrize(
    ("count", "said"),
    [
        (1, "1 B"),
        (1000, "1.0 kB"),
        (99_949, "99.9 kB"),
        (99_950, "100 kB"),
        (999_499, "999 kB"),
        (999_500, "1.0 MB"),
        (2_500_000_000, "2.5 GB"),
        (10**12, "1.0 TB"),
        (1500 * 10**12, "1500 TB"),
    ],
)
def test_a_size_has_the_unit_that_makes_it_short(count: int, said: str) -> None:
    assert say_size(count) == said


@pytest.mark.parametrize(
    ("mime", "ending"),
    [("IMAGE/JPEG", ".jpg"), (" text/plain ;charset=utf-8", ".txt"), ("audio/mp4", ".m4a"), ("", ".bin")],
)
def test_a_file_is_named_by_its_type(mime: str, ending: str) -> None:
    assert extension_of(mime) == ending


@pytest.mark.parametrize(
    ("text", "data"), [("", b""), ("YQ==", b"a"), (" Y Q\t=\n= ", b"a"), ("YQ", None), ("YQ==YQ", None)]
)
def test_base64_is_whole_or_none(text: str, data: bytes | None) -> None:
    assert decode_base64(text) == data
