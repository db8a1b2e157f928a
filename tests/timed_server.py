"""A server over HTTP that says when it worked: run with Python, it prints its port.

Its answers have "t0", when the first byte of the request came, and "t1", when the answer is ready; both of
`time.monotonic_ns()`, which all processes of a machine share. It works 0 to 5 ms (`--work 0`: not at all).
"""

from __future__ import annotations

import asyncio
import json
import sys
import time
from typing import Any

HELLO = {
    "protocolVersion": "2025-11-25",
    "capabilities": {"tools": {}},
    "serverInfo": {"name": "timed", "version": "1"},
}


class Connection(asyncio.Protocol):
    """One connection; requests come one after the other."""

    def connection_made(self, transport: Any) -> None:
        self._transport = transport
        self._came = bytearray()
        self._began = 0

    def data_received(self, data: bytes) -> None:
        if not self._came:
            self._began = time.monotonic_ns()
        self._came += data
        head, end, body = bytes(self._came).partition(b"\r\n\r\n")
        fields = dict(line.lower().split(b": ", 1) for line in head.split(b"\r\n")[1:] if b": " in line)
        if end and len(body) >= int(fields.get(b"content-length", 0)):
            self._came.clear()
            self._transport.write(self._answer(json.loads(body or b"{}")))

    def _answer(self, message: dict[str, Any]) -> bytes:
        if "method" not in message:
            return b"HTTP/1.1 405 Method Not Allowed\r\nContent-Length: 0\r\n\r\n"
        if "id" not in message:
            return b"HTTP/1.1 202 Accepted\r\nContent-Length: 0\r\n\r\n"
        result: dict[str, Any] = HELLO
        if message["method"] == "tools/list":
            result = {"tools": [{"name": "ping", "inputSchema": {"type": "object"}}]}
        elif message["method"] != "initialize":
            if "--work" not in sys.argv:
                time.sleep(message["id"] % 6 / 1000)
            result = {"t0": self._began, "t1": time.monotonic_ns(), "content": []}
        body = json.dumps({"jsonrpc": "2.0", "id": message["id"], "result": result}).encode()
        head = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n"
        return head % len(body) + body


async def main() -> None:
    """Serve until the process ends."""
    server = await asyncio.get_running_loop().create_server(Connection, "127.0.0.1", 0)
    print(server.sockets[0].getsockname()[1], flush=True)
    await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(main())
