"""A program that waits for HTTP says where, and nothing else it says is taken for that."""

from __future__ import annotations

import pytest

from inspector.transport.listening_lines import served_url


@pytest.mark.parametrize(
    ("line", "url"),
    [
        ("MCP server listening on http://localhost:3311/mcp", "http://localhost:3311/mcp"),
        ("INFO:     Uvicorn running on http://0.0.0.0:8000 (Press CTRL+C to quit)", "http://127.0.0.1:8000"),
        ("\x1b[32mServer started\x1b[0m at http://[::]:80/", "http://[::1]:80/"),
        ("http://127.0.0.1:9/mcp", "http://127.0.0.1:9/mcp"),
        ("listening on port 3001", "http://localhost:3001"),
        ("see the documentation at https://example.com/docs", ""),
        ("Server ready, docs at https://example.com/docs", ""),
        ("starting", ""),
    ],
)
def test_a_line_that_says_where_a_program_listens_is_read(line: str, url: str) -> None:
    assert served_url(["first", line]) == url


def test_a_port_is_looked_for_near_the_word_and_not_far_out_in_a_line() -> None:
    """Words without end must not hold up the program."""
    assert served_url([f"started {'x ' * 20}port 3001"]) == "http://localhost:3001"
    assert served_url([f"started {'x ' * 100}port 3001"]) == ""
    assert served_url([f"{'x ' * 1000}listening on http://localhost:1/"]) == ""
