"""Is the server there, and how long does an answer take?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from inspector.core.client.client import Client

__all__ = ["Ping", "ping"]


@dataclass(frozen=True, slots=True)
class Ping:
    """An answer to a ping. An error is an answer too: the server lives. round_trip_ns: request to answer."""

    method: str
    exchange: int
    round_trip_ns: int
    error: bytes = b""  # JSON text


async def ping(client: Client, timeout_s: float | None = None) -> Ping:
    """Ask what costs the server least: `ping`, or in the modern era, which has none, `server/discover`.

    Raises TimeoutExpired, ConnectError, ClosedError.
    """
    method = "server/discover" if client.info is not None and client.info.era == "modern" else "ping"
    answer = await client.call(method, timeout_s=timeout_s)
    exchange = client.journal.exchange(answer.exchange)
    return Ping(method, answer.exchange, exchange.duration_ns if exchange is not None else 0, answer.error)
