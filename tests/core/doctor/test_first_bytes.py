"""What the first line on stdout tells about a program."""

from __future__ import annotations

import pytest

from inspector.core.doctor.first_bytes import judge, shown_bytes


@pytest.mark.parametrize(
    ("line", "kind"),
    [
        (b'{"jsonrpc":"2.0","id":1,"result":{}}', "message"),
        (b'[{"jsonrpc":"2.0","id":1,"result":{}}]', "message"),
        (b'\xef\xbb\xbf{"jsonrpc":"2.0"}', "bom"),
        (b"\xff\xfe{\x00", "utf-16"),
        (b"Content-Length: 120\r\n", "content-length"),
        (b"<!DOCTYPE html><html>", "html"),
        (b"HTTP/1.1 200 OK", "http"),
        (b"\x1b[32mready\x1b[0m", "ansi"),
        (b"> weather@1.0.0 start", "npm"),
        (b"npm warn deprecated glob@7", "npm"),
        (b"Need to install the following packages:", "npm"),
        (b"Server running at http://localhost:3000", "port"),
        (b"usage: server [-h]", "usage"),
        (b"Traceback (most recent call last):", "python"),
        (b'{"level":"info","msg":"started"}', "json"),
        (b"Weather MCP server", "text"),
        (b"", "nothing"),
        (b"[" * 100_000, "text"),
    ],
)
def test_a_line_is_told_by_its_beginning(line: bytes, kind: str) -> None:
    assert judge(line).kind == kind


def test_everything_that_is_no_message_comes_with_advice() -> None:
    assert all(judge(line).advice for line in (b"hello", b"{}", b"\x1b[1m", b"Content-Length: 1"))


def test_what_cannot_be_seen_is_spelled_out() -> None:
    assert shown_bytes(b"\x1b[1m\xffa\r") == "\\x1b[1m\\xffa\\r"
    assert shown_bytes("날씨".encode()) == "날씨"
