"""A server of this computer is asked who else reaches it, and whether it looks at Host."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from types import SimpleNamespace

import pytest

from inspector.core.check.local_server import FOREIGN_HOST, Reach, reach_of
from inspector.transport import HttpTarget, StdioTarget, Target

OTHER = "127.0.0.2"
"""It stands for an address by which others reach this computer."""


@dataclass
class Client:
    """What `reach_of` looks at."""

    target: Target

    @property
    def profile(self) -> SimpleNamespace:
        return SimpleNamespace(target=self.target)


async def asked(bound: str, answers: dict[str, str]) -> tuple[Reach, list[bytes]]:
    """What is found of a server that gives a status for each Host, and the requests that it got."""
    heard: list[bytes] = []

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        request = await reader.read(4096)
        if request:
            heard.append(request)
        status = next((one for host, one in answers.items() if f"Host: {host}".encode() in request), "")
        writer.write(f"HTTP/1.1 {status} x\r\n\r\n".encode() if status else b"")
        await writer.drain()
        writer.close()

    server = await asyncio.start_server(serve, bound, 0)
    async with server:
        port = server.sockets[0].getsockname()[1]
        reach = await reach_of(Client(HttpTarget(f"http://127.0.0.1:{port}/mcp")), (OTHER,))  # type: ignore[arg-type]
    return reach, heard


def test_a_server_that_listens_everywhere_and_takes_every_host_is_told_of() -> None:
    reach, heard = asyncio.run(asked("0.0.0.0", {"127.0.0.1": "400", FOREIGN_HOST: "400"}))
    found = {one.rule: one for one in reach.findings("2025-11-25", 7)}
    assert found["SEC-11"].message == f"the server accepts connections at {OTHER}"
    assert found["SEC-11"].severity == "warning" and found["SEC-11"].record == 7
    assert found["SEC-12"].severity == "info" and FOREIGN_HOST in found["SEC-12"].evidence
    assert all(b'"id"' not in one for one in heard), "a request would be answered on the session's own stream"


def test_a_server_that_listens_to_itself_and_looks_at_the_host_keeps_both() -> None:
    reach, _ = asyncio.run(asked("127.0.0.1", {"127.0.0.1": "200", FOREIGN_HOST: "403"}))
    assert reach.said == {"SEC-11": ("", ""), "SEC-12": ("", "")}
    assert list(reach.findings("2026-07-28", 1)) == []


def test_a_server_that_says_nothing_is_not_judged_by_it() -> None:
    reach, _ = asyncio.run(asked("127.0.0.1", {}))
    assert "SEC-12" not in reach.said


@pytest.mark.parametrize(
    "target", [StdioTarget("x"), HttpTarget("https://x.example/mcp"), HttpTarget("http://192.0.2.7:1/mcp")]
)
def test_no_other_server_is_asked(target: Target) -> None:
    reach = asyncio.run(reach_of(Client(target), (OTHER,)))  # type: ignore[arg-type]
    assert reach.said == {} and reach.why
