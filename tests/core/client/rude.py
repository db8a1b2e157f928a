"""A client of the server that misbehaves, and what its journal has of it."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from inspector.core.client.client import Client
from inspector.core.servers.profiles import Profile
from inspector.core.storage.settings import Settings
from inspector.protocol.records import Exchange, Record
from inspector.trace.journal import Journal
from inspector.transport import StdioTarget

__all__ = ["RUDE", "Made", "connected", "exchange_of", "pending_in", "records", "rude_client", "until"]

RUDE = str(Path(__file__).parents[1] / "rude.py")
Made = Callable[..., Client]


def rude_client(journal: Journal, behaviour: str = "", **settings: Any) -> Client:
    """Of the server `tests/core/rude.py`, which behaves so."""
    target = StdioTarget(sys.executable, (RUDE, behaviour))
    chosen = Settings(probe_timeout_s=0.3, close_grace_s=0.2)
    for name, value in settings.items():
        setattr(chosen, name, value)
    return Client(Profile("rude", target, timeout_s=20), journal, settings=chosen)


def connected(client: Client, use: Callable[[Client], Awaitable[None]]) -> None:
    """Connect, use, close."""

    async def main() -> None:
        await client.connect()
        try:
            await use(client)
        finally:
            await client.close()

    asyncio.run(main())


def records(journal: Journal) -> list[Record]:
    journal.sync()
    return journal.records(1, journal.last)


def exchange_of(journal: Journal, method: str) -> Exchange:
    number = next(r.number for r in records(journal) if r.number == r.exchange and r.method == method)
    exchange = journal.exchange(number)
    assert exchange is not None
    return exchange


async def until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(30):  # a state is looked at, it is not announced
        while not condition():
            await asyncio.sleep(0.005)


def pending_in(client: Client) -> list[Exchange]:
    assert client.session is not None
    return client.session.conversation.correlation.pending("in")
