"""Servers over HTTP that answer in one way, and the diagnosis of them."""

from __future__ import annotations

import asyncio
import json
import ssl
from typing import Any

from inspector.core.servers.profiles import Profile
from inspector.transport import HttpTarget
from tests.core.doctor.asking import Diagnosis, diagnosed
from tests.transport.http_server import Answer, Asked, answer, serve


def seen(
    respond: Answer, tls: ssl.SSLContext | None = None, scheme: str = "", host: str = "", **target: Any
) -> Diagnosis:
    """The diagnosis of a server that answers so. scheme, host: said in the URL instead of the right ones."""

    async def main() -> Diagnosis:
        async with serve(respond, tls) as url:
            if scheme:
                url = f"{scheme}://{url.partition('://')[2]}"
            url = url.replace("127.0.0.1", host) if host else url
            found = await diagnosed(Profile("sick", HttpTarget(url, **target), timeout_s=3))
        return found

    return asyncio.run(main())


async def mcp(asked: Asked) -> None:
    """A modern server in one answer."""
    if not asked.line.startswith("POST"):
        asked.writer.write(answer(b"", "404 Not Found"))
        return
    request = json.loads(asked.body)
    result = {
        "resultType": "complete",
        "supportedVersions": ["2026-07-28"],
        "capabilities": {},
        "serverInfo": {"name": "tiny", "version": "1"},
    }
    body = json.dumps({"jsonrpc": "2.0", "id": request["id"], "result": result}).encode()
    asked.writer.write(answer(body, content_type="application/json"))


def always(body: bytes, status: str, **headers: str) -> Answer:
    async def respond(asked: Asked) -> None:
        asked.writer.write(answer(body, status, **headers))

    return respond
