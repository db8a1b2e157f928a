"""Whether a server over HTTP can still be reached: nothing dies with it that would say so by itself."""

from __future__ import annotations

import asyncio
from typing import Protocol

from inspector.core.client.calls import TIMED_OUT
from inspector.core.client.failures import lost_call
from inspector.core.client.ports import FailureView
from inspector.errors import Explanation
from inspector.protocol.records import Exchange

__all__ = ["HttpReachability", "Reachable"]


class Reachable(FailureView, Protocol):
    """A client whose failure is set while its server cannot be reached."""

    failure: Explanation | None


class HttpReachability:
    """Sets the client's failure while requests bring no answer at all, not even a status."""

    def __init__(self, client: Reachable) -> None:
        self._client = client
        self._lost = False

    def finished(self, exchange: Exchange) -> None:
        """A request of ours ended."""
        lost = exchange.status == "lost" and not exchange.first_ns
        if lost and not exchange.detail.startswith(TIMED_OUT):
            # Not from inside `feed`: the explanation reads the journal.
            asyncio.get_running_loop().call_soon(self._set, exchange)
        elif self._lost and exchange.first_ns:
            asyncio.get_running_loop().call_soon(self._set, None)

    def forget(self) -> None:
        """A new connection begins."""
        self._lost = False

    def _set(self, exchange: Exchange | None) -> None:
        client = self._client
        lost = exchange is not None
        if client.state != "connected" or client.transport != "http" or lost == self._lost:
            return
        self._lost = lost
        client.failure = lost_call(client, exchange) if lost else None
        client.tell()
