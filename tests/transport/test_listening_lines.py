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
        ("Server is running in stateless mode, port: 3001", "http://localhost:3001"),
        ("Server started, waiting for connections on port 3001", "http://localhost:3001"),
        ("Server started using streamable HTTP on http://localhost:1/mcp", "http://localhost:1/mcp"),
        ("Listening at http://0.0.0.0:10.", "http://127.0.0.1:10"),
        ("Started (see https://example.com/docs) at http://localhost:1/", "http://localhost:1/"),
        ("Listening on http://localhost:1/mcp, connect to it with any client", "http://localhost:1/mcp"),
        ("Connecting to API server at http://api.example.com:8080/v1", ""),
        ("Server started on http://api.example.com:8080/v1", ""),
        ("Server started on http://localhost.example.com:8080/v1", ""),
        ("listening for changes of http://10.0.0.0:5432", ""),
        ("Using Ollama server http://localhost:11434", ""),
        ("Agent started, using Ollama at http://localhost:11434", ""),
        ("Started, connected to http://localhost:11434", ""),
        ("Started worker, waiting for redis on port 6379", ""),
        ("Running migrations on db port 5432", ""),
        ("Started with the proxy http://localhost:3128", ""),
        ("Started, forwarding to http://localhost:8080", ""),
        ("telemetry endpoint http://localhost:4318/v1", ""),
    ],
)
def test_a_line_that_says_where_a_program_listens_is_read(line: str, url: str) -> None:
    assert served_url(["first", line]) == url


def test_a_port_is_looked_for_near_the_word_and_not_far_out_in_a_line() -> None:
    """Words without end must not hold up the program."""
    assert served_url([f"started {'x ' * 20}port 3001"]) == "http://localhost:3001"
    assert served_url([f"started {'x ' * 100}port 3001"]) == ""
    assert served_url([f"{'x ' * 1000}listening on http://localhost:1/"]) == ""
