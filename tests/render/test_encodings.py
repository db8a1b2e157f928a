"""Bytes as text in JSON, and back."""

from __future__ import annotations

import pytest

from inspector.render.encodings import decoded, encoded

DATA = b"\x00\xfb\xef\xff?"
EVERY = ("base64", "base64url", "base32", "base16", "data-url")


@pytest.mark.parametrize("encoding", EVERY)
@pytest.mark.parametrize("data", [b"", b"a", DATA, bytes(range(256))])
def test_what_is_encoded_is_decoded_again(encoding: str, data: bytes) -> None:
    found = decoded(encoded(data, encoding, "image/png"), encoding)
    assert found == (data, "image/png" if encoding == "data-url" else "")


@pytest.mark.parametrize(
    ("text", "encoding", "data"),
    [
        ("APvv\n/z8=", "base64", DATA),
        ("APvv_z8=", "base64url", DATA),
        ("APvv _z8", "base64url", DATA),
        ("ad567 7z7", "base32", DATA),
        ("AD5 67 7Z 7", "base32", DATA),
        ("00fb\teFFF3f", "base16", DATA),
    ],
)
def test_white_space_missing_padding_and_small_letters_are_read(
    text: str, encoding: str, data: bytes
) -> None:
    assert decoded(text, encoding) == (data, "")


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        ("APvv_z8=", "base64"), ("APvv/z8", "base64"), ("a", "base64"), ("APvv.z8=", "base64url"),
        ("1", "base32"), ("0", "base16"), ("xx", "base16"), ("image/png;base64,AA==", "data-url"),
        ("data:image/png;base64", "data-url"), ("data:;base64,A", "data-url"),
        ("data:;base64,%ff", "data-url"),
    ],
)  # fmt: skip
def test_what_is_not_written_in_it_is_none(text: str, encoding: str) -> None:
    assert decoded(text, encoding) is None


@pytest.mark.parametrize(
    ("text", "data", "mime"),
    [
        ("data:image/png;base64,AA==", b"\0", "image/png"),
        ("DATA:image/png;BASE64,AA%3D%3D", b"\0", "image/png"),
        ("data:text/plain;charset=utf-8;base64,aGk=", b"hi", "text/plain"),
        ("data:text/plain,a%20b,c", b"a b,c", "text/plain"),
        ("data:,x", b"x", ""),
    ],
)
def test_a_data_url_names_its_type(text: str, data: bytes, mime: str) -> None:
    assert decoded(text, "data-url") == (data, mime)


def test_a_data_url_of_no_type_is_one_of_bytes() -> None:
    assert encoded(b"\0", "data-url") == "data:application/octet-stream;base64,AA=="
