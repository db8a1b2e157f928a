"""When a call over HTTP was sent, and what its time went to."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from inspector.core.client import Client
from inspector.core.clock import OFFSET_NS
from inspector.core.profiles import Profile
from inspector.protocol.records import Exchange
from inspector.trace.journal import Journal
from inspector.transport import HttpTarget
from tests import timed_server

CALLS = 300


@pytest.fixture
def url() -> Iterator[str]:
    command = [sys.executable, timed_server.__file__]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        yield f"http://127.0.0.1:{process.stdout.readline().strip()}/mcp"
        process.kill()


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    journal = Journal.create(tmp_path / "test.mcptrace")
    yield journal
    journal.close()


def test_no_call_is_sent_after_its_server_began_or_shorter_than_its_server_worked(
    url: str, journal: Journal
) -> None:
    async def main() -> list[tuple[Exchange, int, int]]:
        client = Client(Profile("timed", HttpTarget(url), era="legacy"), journal)
        await client.connect()
        seen = []
        for _ in range(CALLS):
            answer = await client.call("ping")
            exchange = journal.exchange(answer.exchange)
            assert exchange is not None
            seen.append((exchange, answer.value["t0"] + OFFSET_NS, answer.value["t1"] + OFFSET_NS))
        await client.close()
        return seen

    seen = asyncio.run(main())
    assert [call.number for call, began, _ in seen if call.sent_ns > began] == []
    assert [call.number for call, began, ended in seen if call.duration_ns < ended - began] == []
    for call, _, _ in seen:
        lengths = [end - start for _, start, end in call.stretches(call.ended_ns)]
        assert sum(lengths) == call.ended_ns - call.started_ns
        assert min(lengths) >= 0


def test_only_a_call_that_opens_a_connection_says_how_long_that_took(url: str, journal: Journal) -> None:
    async def main() -> list[list[str]]:
        client = Client(Profile("timed", HttpTarget(url), era="legacy"), journal)
        await client.connect()
        await client.call("ping")
        calls = [journal.exchange(1), journal.exchange((await client.call("ping")).exchange)]
        await client.close()
        return [[name for name, *_ in call.stretches(call.ended_ns)] for call in calls if call is not None]

    first, later = asyncio.run(main())
    assert first == ["queued", "connect", "send", "wait", "receive"]
    assert later == ["queued", "send", "wait", "receive"]
