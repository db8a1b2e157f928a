"""What the negotiation says, and where the server may be instead."""

from __future__ import annotations

import asyncio
import json

from inspector.transport import HttpTarget
from tests.core.doctor.answering import seen
from tests.core.doctor.asking import Diagnosis, diagnosed
from tests.transport.http_server import Asked, answer, serve


def test_an_old_server_is_told_by_the_attempts_side_by_side() -> None:
    async def refuse(asked: Asked) -> None:
        if not asked.line.startswith("POST"):
            asked.writer.write(answer(b"", "404 Not Found"))
            return
        error = {"code": -32000, "message": "Bad Request: no valid session"}
        body = json.dumps({"jsonrpc": "2.0", "id": None, "error": error}).encode()
        asked.writer.write(answer(body, "400 Bad Request", content_type="application/json"))

    found = seen(refuse)
    attempts = found.fact("negotiation", "Attempts").splitlines()
    columns = [(line.split("  ")[0], "400" in line, "404" in line) for line in attempts[1:]]
    assert columns == [
        ("server/discover", True, False),
        ("initialize", True, False),
        ("GET (HTTP+SSE)", False, True),
    ]


def test_a_path_without_a_server_and_a_websocket_without_one_offer_the_usual_place() -> None:
    async def elsewhere(asked: Asked) -> None:
        error = {"code": -32600, "message": "the endpoint is /mcp"}
        body = json.dumps({"jsonrpc": "2.0", "error": error}).encode()
        asked.writer.write(answer(body, "404 Not Found", content_type="application/json"))

    async def main() -> tuple[Diagnosis, Diagnosis]:
        async with serve(elsewhere) as url:
            found = await diagnosed(HttpTarget(url.replace("/mcp", "/nothing")))
            return found, await diagnosed(HttpTarget(url.replace("http", "ws", 1)))

    found, socket_ = asyncio.run(main())
    assert found.failed == socket_.failed == "negotiation"
    assert found.fix("negotiation", "url").value.endswith("/mcp")
    assert socket_.fix("negotiation", "url").value.startswith("http://")
