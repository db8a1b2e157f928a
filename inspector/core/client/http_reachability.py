"""Detect an unreachable HTTP server from requests without an answer."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from inspector.core.client.calls import TIMED_OUT
from inspector.core.client.failures import lost_call
from inspector.core.client.ports import FailureView
from inspector.errors import Explanation
from inspector.protocol.records import Exchange

__all__ = ["HttpReachability"]


class HttpReachability:
    """Sets the client's failure while requests bring no answer at all, not even a status."""

    def __init__(self, client: FailureView, fail: Callable[[Explanation | None], None]) -> None:
        """fail: takes why it cannot be reached, and None when it can be again."""
        self._client = client
        self._fail = fail
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
        self._fail(lost_call(client, exchange) if lost else None)
