"""A copied cURL command, run against a server that nobody here wrote."""

from __future__ import annotations

import asyncio
import shutil
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from inspector.core.client.client import Client
from inspector.core.servers.profiles import Profile
from inspector.core.transfer.copying import curl_line
from inspector.trace.journal import Journal
from inspector.transport import HttpTarget
from tests.conftest import Runner
from tests.servers import RealServers, ServerProcess, free_port

pytestmark = pytest.mark.real


@pytest.mark.skipif(not shutil.which("curl") or sys.platform == "win32", reason="needs curl and sh")
def test_the_line_asks_the_same_while_the_session_lives(
    real_servers: RealServers, start_server: Callable[..., ServerProcess], tmp_path: Path, arun: Runner
) -> None:
    port = free_port()
    start_server(real_servers("everything-http"), port)
    journal = Journal.create(tmp_path / "t.mcptrace")

    async def main() -> None:
        client = Client(Profile("e", HttpTarget(f"http://127.0.0.1:{port}/mcp")), journal)
        await client.connect()
        try:
            answer = await client.call_tool("echo", b'{"message":"it\'s \\"$HOME\\" 100%"}')
            line = curl_line(journal, answer.exchange)
            shell = partial(subprocess.run, ["/bin/sh", "-c", line], capture_output=True, timeout=30)
            done = await asyncio.to_thread(shell)
            assert b'it\'s \\"$HOME\\" 100%' in done.stdout, (line, done.stdout, done.stderr)
        finally:
            await client.close()

    arun(main())
    journal.close()
