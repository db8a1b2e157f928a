"""Servers of the official SDKs that ask: forms, pages, models with tools, roots; in both eras."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from inspector.core.client.answer_rules import AnswerRules
from inspector.core.client.client import Client, ServerRequest
from inspector.core.servers.profiles import Profile
from inspector.trace.journal import Journal
from inspector.transport import HttpTarget, StdioTarget
from tests.servers import RealServers, ServerProcess, free_port

pytestmark = pytest.mark.real

ASKING = Path(__file__).with_name("servers") / "asking.py"
RULES = AnswerRules.read(
    b"""[
    {"match": {"method": "elicitation/create"}, "answer": "accept"},
    {"match": {"method": "sampling/createMessage", "mode": "tools"}, "answer": {
        "role": "assistant", "model": "m", "stopReason": "toolUse",
        "content": [{"type": "tool_use", "id": "1", "name": "weather", "input": {"city": "Seoul"}}]}},
    {"match": {"method": "sampling/createMessage"}, "answer": {"text": "Hello."}},
    {"match": {"method": "roots/list"}, "answer": ["/srv"]}]""",
    "rules",
)
SAID = {
    "form": b"person: Ada 36 M False",
    "sample": b"inspector: Hello.",
    "use_tools": b"m: tool_use",
    "roots": b"roots: file:///srv",
    "page": b"page: accept",
    "page_first": b"page: opened before",
    "all": b"all: Ada, inspector: Hello., 1",
}
LEGACY = ("form", "sample", "use_tools", "roots", "page", "page_first")
MODERN = ("form", "sample", "use_tools", "roots", "all")


def target(
    real_servers: RealServers, serve: Callable[..., ServerProcess], kind: str, wire: str
) -> StdioTarget | HttpTarget:
    argv = real_servers(f"python-{kind}", str(ASKING), kind)
    if wire == "stdio":
        return StdioTarget(argv[0], (*argv[1:], "stdio"))
    port = free_port()
    serve((*argv, "streamable-http", str(port)), port)
    return HttpTarget(f"http://127.0.0.1:{port}/mcp")


@pytest.mark.parametrize("wire", ["stdio", "http"])
@pytest.mark.parametrize(
    ("kind", "era", "tools"),
    [
        ("mcp1", "2025-11-25", LEGACY),
        ("mcp2", "2025-11-25", LEGACY),
        ("mcp2", "2026-07-28", MODERN),
    ],
)
def test_servers_get_the_answers_that_they_ask_for(
    kind: str,
    era: str,
    tools: tuple[str, ...],
    wire: str,
    real_servers: RealServers,
    start_server: Callable[..., Any],
    tmp_path: Path,
) -> None:
    asked: list[ServerRequest] = []

    async def answer(request: ServerRequest) -> dict[str, Any] | None:
        asked.append(request)
        reply = RULES.reply(request)
        return reply.result if reply is not None else None

    async def main(journal: Journal) -> None:
        where = target(real_servers, start_server, kind, wire)
        profile = Profile("asking", where, era=era, timeout_s=20)
        client = Client(profile, journal, answerer=answer, offers=RULES.capabilities())
        await client.connect()
        try:
            for tool in tools:
                answer_ = await client.call_tool(tool, b"{}")
                assert SAID[tool] in answer_.result, (tool, answer_.result, answer_.error)
        finally:
            await client.close()

    journal = Journal.create(tmp_path / "asking.mcptrace")
    try:
        asyncio.run(main(journal))
    finally:
        journal.close()
    assert all(request.target in tools and not request.undeclared for request in asked)
    if era == "2026-07-28":
        together = [request for request in asked if request.target == "all"]
        assert [request.round for request in together] == [1, 1, 1]
    else:
        pages = [request for request in asked if request.target == "page"]
        assert pages and all(request.completed.is_set() for request in pages)
