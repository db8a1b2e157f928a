"""What is drawn as an icon and what is refused, from the bytes alone."""

from __future__ import annotations

import base64
import time

import pytest

from inspector.demo.content import png
from inspector.render.icon_data import MOST_BYTES, data_uri_bytes, icon_data

SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><rect width="8" height="8"/></svg>'


def _with(inside: str, before: str = "") -> bytes:
    return (before + SVG.replace("<rect", inside + "<rect")).encode()


def test_the_bytes_say_what_it_is() -> None:
    found = icon_data(png(16, 9, (1, 2, 3)))
    assert (found.mime, found.width, found.height, found.problem) == ("image/png", 16, 9, "")


@pytest.mark.parametrize(
    "data",
    [
        SVG.encode(),
        b"\xef\xbb\xbf<?xml version='1.0' encoding='UTF-8'?>\n<!-- drawn --><!-- twice -->\n" + SVG.encode(),
        b'<s:svg xmlns:s="http://www.w3.org/2000/svg"/>',
        _with('<defs><linearGradient id="a"/></defs><use xlink:href="#a"/><g fill="url( #a )"/>'),
        _with("", '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/svg11.dtd">\n'),
        _with('<a href=""><title>href</title></a>'),
    ],
)
def test_an_svg_that_stands_alone_is_drawn(data: bytes) -> None:
    found = icon_data(data)
    assert (found.mime, found.problem) == ("image/svg+xml", "")


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (_with('<image href="/etc/hostname"/>'), "external reference: /etc/hostname"),
        (_with("<image xlink:href = 'https://x.example/a.png'/>"), "external reference"),
        (_with(r'<image href="\\host\share\a.png"/>'), "external reference"),
        (_with('<image href="&#x2f;etc/hostname"/>'), "external reference"),
        (_with('<image href="data:image/png;base64,AAAA"/>'), "external reference"),
        (_with('<g style="fill:URL(file:///a)"/>'), "external reference"),
        (_with("", '<?xml-stylesheet type="text/css" href="a.css"?>'), "external reference"),
        (_with("<script>alert(1)</script>"), "script"),
        (_with("<s:script xmlns:s='http://www.w3.org/2000/svg'/>"), "script"),
        (_with("<style>@import 'a.css';</style>"), "style sheet"),
        (_with("", '<!DOCTYPE svg [<!ENTITY a "b">]>'), "not PNG"),
        (_with('<![CDATA[<!ENTITY a "b">]]>'), "entities"),
        (_with("", "<?xml version='1.0' encoding='utf-16'?>"), "utf-16"),
        (_with('<use href="#a"/>' * 41), "repeats parts"),
        (SVG.encode("utf-16"), "UTF-8"),
        (b"<html><svg/></html>", "not PNG"),
        (b"<!-- never closed <svg>", "not PNG"),
        (b"GIF89a" + b"\0" * 20, "image/gif: not PNG"),
        (b"", "empty: not PNG"),
        (b"hello", "not PNG"),
        (b"\x89PNG\r\n\x1a\n", "0 × 0 pixels"),
        (png(1, 1, (0, 0, 0)).replace(b"\0\0\0\1\0\0\0\1", b"\0\0\xff\xff\0\0\0\1", 1), "65535 × 1 pixels"),
        (b"\x89PNG\r\n\x1a\n" + b"\0" * MOST_BYTES, "larger than"),
    ],
)
def test_what_is_not_drawn_says_why(data: bytes, said: str) -> None:
    found = icon_data(data)
    assert said in found.problem
    assert found.data == b""


@pytest.mark.parametrize(
    "text",
    [
        "<!---->" * 70_000,
        "<?xml" * 100_000,
        "href='" * 80_000,
        "<svg " + "url(" * 100_000,
        "href" + " " * 500_000,
    ],
)
def test_looking_takes_no_longer_for_a_text_made_to_be_slow(text: str) -> None:
    started = time.thread_time()
    icon_data(text.encode()[:MOST_BYTES])
    assert time.thread_time() - started < 2


@pytest.mark.parametrize(
    ("uri", "data"),
    [
        ("data:image/png;base64," + base64.b64encode(b"\0\1").decode(), b"\0\1"),
        ("DATA:image/png;BASE64,AA\nE=", b"\0\1"),
        ("data:image/svg+xml,%3Csvg/%3E", b"<svg/>"),
        ("data:,a,b", b"a,b"),
        ("data:image/png;base64,?", None),
        ("data:image/png", None),
        ("https://x.example/a,b", None),
    ],
)
def test_data_uris_are_decoded(uri: str, data: bytes | None) -> None:
    assert data_uri_bytes(uri) == data
