"""The seeded server on its pipes: `python -m tests.seeded.serve LETTER FAULT`.

It imports little: a run starts one.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from typing import Any

from tests.seeded.faults import FAULTS
from tests.seeded.server import Server

__all__ = ["as_bytes", "bent", "serve_stdio"]


def bent(letter: str, transport: str, fault: str, send: Callable[[str, Any, bool], None]) -> Server:
    """A server with this fault; "clean" has none."""
    server = Server(letter, transport, send)
    if fault != "clean":
        for change in FAULTS[fault].changes:
            change(server)
    return server


def as_bytes(message: Any) -> bytes:
    return message if isinstance(message, bytes) else json.dumps(message).encode()


def serve_stdio(letter: str, fault: str) -> None:
    """Until stdin is closed."""
    out = sys.stdout.buffer

    def send(_stream: str, message: Any, _last: bool) -> None:
        out.write(as_bytes(message) + b"\n")
        out.flush()

    server = bent(letter, "stdio", fault, send)
    for line in sys.stdin.buffer:
        try:
            message = json.loads(line)
        except (ValueError, RecursionError):
            named = {} if letter in "DE" else {"id": None}
            send("", {"jsonrpc": "2.0", **named, "error": {"code": -32700, "message": "not JSON"}}, True)
            continue
        number = message.get("id") if isinstance(message, dict) else None
        server.take(f"{number!r}", message)
    for work in server.at_end:
        work()


if __name__ == "__main__":
    serve_stdio(*sys.argv[1:3])
