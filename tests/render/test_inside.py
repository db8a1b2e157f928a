"""What strings hold is told by their beginning and unpacked whole."""

from __future__ import annotations

import base64
import json

import pytest

from inspector.render.inside import inside, unpack_steps

PNG = b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 40
PDF = b"%PDF-1.7\n" + b"x" * 9000


def unpacked(raw: bytes) -> bytes | None:
    steps = unpack_steps(raw)
    while True:
        try:
            next(steps)
        except StopIteration as end:
            found: bytes | None = end.value
            return found


@pytest.mark.parametrize(("data", "mime"), [(PNG, "image/png"), (PDF, "application/pdf")])
@pytest.mark.parametrize("encode", [base64.b64encode, base64.urlsafe_b64encode, base64.encodebytes])
def test_base64_of_a_known_kind_is_recognised(data: bytes, mime: str, encode: object) -> None:
    raw = json.dumps(encode(data).decode()).encode()  # type: ignore[operator]  # one of three functions
    found = inside(raw)
    assert found is not None
    assert (found.kind, found.mime) == ("bytes", mime)
    assert unpacked(raw) == data


def test_a_data_url_says_its_type() -> None:
    raw = json.dumps("data:image/gif;base64," + base64.b64encode(b"GIF89a...").decode()).encode()
    found = inside(raw)
    assert found is not None
    assert (found.kind, found.mime) == ("bytes", "image/gif")
    assert unpacked(raw) == b"GIF89a..."
    assert unpacked(b'"data:text/plain,a%20b"') == b"a b"


@pytest.mark.parametrize(
    ("url", "host", "doubtful"),
    [
        ("https://example.com/a?b=c", "example.com", False),
        ("https://xn--exmple-cua.com/", "xn--exmple-cua.com", True),
        ("https://ex\u0430mple.com/", "ex\u0430mple.com", True),
        ("https://bank.com@evil.example/", "evil.example", True),
    ],
)
def test_a_link_names_its_host_and_doubts(url: str, host: str, doubtful: bool) -> None:
    found = inside(json.dumps(url).encode())
    assert found is not None
    assert (found.kind, found.host, found.doubtful) == ("link", host, doubtful)


@pytest.mark.parametrize(
    "text", ["short", "see https://example.com", "javascript:alert(1)", "A" * 200, "file:///x"]
)
def test_ordinary_texts_are_nothing_special(text: str) -> None:
    assert inside(json.dumps(text).encode()) is None


@pytest.mark.parametrize("text", ["two\nlines", "A" * 5000, "한국어 " * 2000])
def test_long_texts_can_be_read_whole(text: str) -> None:
    raw = json.dumps(text).encode()
    found = inside(raw)
    assert found is not None
    assert found.kind == "text"
    assert unpacked(raw) == text.encode()
