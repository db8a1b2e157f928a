"""Deliberate faults against servers that nobody here wrote: every one is judged, and they live on."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from inspector.core.client.client import Client
from inspector.core.fault_injection.faults import FaultVerdict, prepare, situation_of, sweep
from inspector.core.servers.profiles import Profile
from inspector.protocol.faults import BROKEN, COMPLIED, PRESETS
from inspector.trace.journal import Journal
from tests.real.test_matrix import Row, target_of
from tests.servers import RealServers

pytestmark = pytest.mark.real

QUICK = (
    "unknown-method",
    "response-to-nothing",
    "cancelled-unknown",
    "broken-json",
    "invalid-utf8",
    "crlf",
    "deep-nesting",
    "meta-missing",
    "version-unsupported",
    "tool-argument-missing",
    "resource-unknown",
    "batch",
    "listen-unknown-type",
    "http-version-bogus",
    "http-method-wrong",
    "http-name-missing",
    "http-accept",
    "http-session-missing",
)

ROWS = [
    Row("everything", "stdio", "auto", "legacy 2025-11-25"),
    Row("everything", "stdio", "2025-03-26", "legacy 2025-03-26"),
    Row("everything-http", "http", "auto", "legacy 2025-11-25"),
    Row("everything-sse", "sse", "2024-11-05", "legacy 2024-11-05"),
    Row("python-mcp2", "stdio", "modern", "modern 2026-07-28"),
    Row("python-mcp2", "http", "modern", "modern 2026-07-28"),
    Row("python-mcp2", "http", "legacy", "legacy 2025-11-25"),
    Row("python-mcp1", "stdio", "auto", "legacy 2025-11-25"),
    Row("python-mcp1", "websocket", "auto", "legacy 2025-11-25"),
    Row("python-fastmcp", "http", "auto", ""),
]
# mcp 1.x answers every method it does not know with -32602; the TypeScript SDK agrees on 2025-03-26, but
# reads no batches over stdio.
KNOWN = {("python-mcp1", "unknown-method"), ("everything", "batch")}


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row.server}-{row.transport}-{row.era}")
def test_real_servers_are_judged_and_live_on(
    row: Row, real_servers: RealServers, start_server: Callable[..., Any], tmp_path: Path
) -> None:
    target = target_of(row, real_servers, start_server, tmp_path)
    transport = "sse" if row.transport == "sse" else "auto"
    journal = Journal.create(tmp_path / "faults.mcptrace")
    client = Client(Profile(row.server, target, era=row.era, transport=transport), journal)

    async def main() -> list[FaultVerdict]:
        await client.connect()
        try:
            await prepare(client)
            chosen = [PRESETS[key] for key in QUICK if not PRESETS[key].why_not(situation_of(client))]
            return [verdict async for verdict in sweep(client, chosen)]
        finally:
            await client.close(0.5)

    verdicts = asyncio.run(main())
    journal.close()
    assert len(verdicts) >= 8
    assert not [verdict for verdict in verdicts if not verdict.survived]
    broken = {(row.server, one.key) for one in verdicts if one.word == BROKEN and one.level == "must"}
    assert broken <= KNOWN
    assert sum(verdict.word == COMPLIED for verdict in verdicts) >= 3
