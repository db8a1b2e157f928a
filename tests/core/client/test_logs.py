"""The log level in both eras, and whether a server is there."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from inspector.core.client.client import Client
from inspector.core.client.ping import ping
from inspector.core.servers.profiles import Profile, demo_profile
from inspector.errors import ErrorAnswer, UsageError
from inspector.trace.journal import Journal
from inspector.transport import StdioTarget

LEVEL = "io.modelcontextprotocol/logLevel"


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    journal = Journal.create(tmp_path / "test.mcptrace")
    yield journal
    journal.close()


def connected(journal: Journal, era: str, use: Callable[[Client], Awaitable[None]]) -> None:
    async def main() -> None:
        client = Client(Profile("demo", demo_profile().target, era=era), journal)
        await client.connect()
        try:
            await use(client)
        finally:
            await client.close()

    asyncio.run(main())


def sent(journal: Journal, method: str) -> list[Any]:
    journal.sync()
    records = journal.records(1, journal.last)
    return [json.loads(r.raw)["params"] for r in records if r.method == method and r.direction == "out"]


def levels(journal: Journal) -> list[str]:
    journal.sync()
    records = journal.records(1, journal.last)
    return [json.loads(r.raw)["params"]["level"] for r in records if r.role == "log"]


@pytest.mark.parametrize("era", ["modern", "legacy"])
def test_only_messages_from_the_level_on_come_in_either_era(journal: Journal, era: str) -> None:
    async def use(client: Client) -> None:
        assert client.logs.offered
        await client.set_log_level("alert")
        await client.call_tool("log_messages", b"{}")

    connected(journal, era, use)
    assert levels(journal) == ["alert", "emergency"]


def test_the_modern_level_goes_with_requests_that_may_log(journal: Journal) -> None:
    async def use(client: Client) -> None:
        await client.set_log_level("debug")
        await client.subscriptions.subscribe("demo://live/counter")
        await client.call("tools/list")
        await client.set_log_level("")
        await client.call("tools/list")

    connected(journal, "modern", use)
    with_level, without = (params["_meta"] for params in sent(journal, "tools/list"))
    assert with_level[LEVEL] == "debug"
    assert LEVEL not in without
    assert LEVEL not in sent(journal, "subscriptions/listen")[0]["_meta"]
    assert sent(journal, "logging/setLevel") == []


def test_the_level_is_set_again_after_a_reconnect(journal: Journal) -> None:
    async def use(client: Client) -> None:
        await client.set_log_level("error")
        await client.restart()
        await client.call("tools/list")

    connected(journal, "legacy", use)
    assert [params["level"] for params in sent(journal, "logging/setLevel")] == ["error", "error"]


def test_an_unknown_level_is_refused_by_us_and_a_known_one_by_the_server(journal: Journal) -> None:
    async def use(client: Client) -> None:
        with pytest.raises(UsageError, match="loud"):
            await client.set_log_level("loud")
        assert client.logs.level == ""

    connected(journal, "legacy", use)

    async def main() -> None:
        asking = Path(__file__).parents[1] / "no_logging.py"
        client = Client(Profile("n", StdioTarget(sys.executable, (str(asking),)), era="legacy"), journal)
        await client.connect()
        with pytest.raises(ErrorAnswer, match="-32601 unknown"):
            await client.set_log_level("debug")
        assert (client.logs.level, client.logs.offered) == ("", False)
        assert (await ping(client)).error
        await client.close()

    asyncio.run(main())


@pytest.mark.parametrize(("era", "method"), [("modern", "server/discover"), ("legacy", "ping")])
def test_a_ping_asks_what_the_era_has_and_measures_the_answer(
    journal: Journal, era: str, method: str
) -> None:
    async def use(client: Client) -> None:
        answer = await ping(client)
        assert answer.method == method
        assert 0 < answer.round_trip_ns < 5e9
        assert not answer.error

    connected(journal, era, use)
