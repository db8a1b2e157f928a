"""When a call was sent, and what its time went to."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeVar

import pytest

from inspector.core.client.client import Client
from inspector.core.clock import OFFSET_NS, now_ns
from inspector.core.servers.profiles import Profile
from inspector.protocol.records import Exchange
from inspector.trace.journal import Journal
from inspector.transport import HttpTarget, StdioTarget
from tests import timed_server

SLOW = str(Path(__file__).parents[1] / "slow_answer.py")

CALLS = 300
T = TypeVar("T")


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


def test_an_answer_that_starts_waits_and_ends_over_stdio_was_received_for_that_long(journal: Journal) -> None:
    async def main() -> Exchange:
        client = Client(Profile("slow", StdioTarget(sys.executable, (SLOW,)), era="legacy"), journal)
        await client.connect()
        call = asyncio.create_task(client.call("ping"))
        (exchange,) = await until(client.open_exchanges)
        assert client.session is not None
        channel = client.session.conversation._channel("stdout")
        began = await until(lambda: channel.began_ns)
        told = now_ns()
        client.send_raw(b'{"jsonrpc":"2.0","method":"notifications/go"}')
        await call
        assert exchange.first_ns == began
        assert exchange.first_ns < told < exchange.ended_ns
        await client.close()
        return exchange

    exchange = asyncio.run(main())
    assert [name for name, *_ in exchange.stretches(exchange.ended_ns)][-2:] == ["wait", "receive"]


async def until(look: Callable[[], T]) -> T:
    async with asyncio.timeout(20):
        while not (found := look()):
            await asyncio.sleep(0.005)
    return found
