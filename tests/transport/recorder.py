"""A sink that keeps what a transport tells, and small servers for the tests."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable
from typing import TypeVar

from inspector.protocol.wire import Arrival, BytesArrived, ChannelClosed, ChannelOpened, LifecycleStep
from inspector.transport import StdioTarget

__all__ = ["Recorder", "python"]

Kind = TypeVar("Kind", bound=Arrival)
WAIT_S = 20.0


def python(code: str, **more: object) -> StdioTarget:
    """A child that runs this Python code, unbuffered."""
    return StdioTarget(sys.executable, ("-u", "-c", code), **more)  # type: ignore[arg-type]


class Recorder:
    """recorder(arrival, at_ns) is a sink; ask it what came, or wait for it."""

    def __init__(self) -> None:
        self.arrivals: list[Arrival] = []
        self.stamps: list[int] = []
        self._came = asyncio.Event()

    def __call__(self, arrival: Arrival, at_ns: int) -> None:
        self.arrivals.append(arrival)
        self.stamps.append(at_ns)
        self._came.set()

    async def until(self, condition: Callable[[], object]) -> None:
        """Wait until the condition holds; looked at after each arrival. TimeoutError after 20 s."""
        async with asyncio.timeout(WAIT_S):
            while not condition():
                self._came.clear()
                await self._came.wait()

    def all(self, kind: type[Kind], channel: str = "") -> list[Kind]:
        """Arrivals of a kind, of one channel if named."""
        return [
            arrival
            for arrival in self.arrivals
            if isinstance(arrival, kind) and channel in ("", getattr(arrival, "channel", ""))
        ]

    def data(self, channel: str) -> bytes:
        """All bytes of the channel."""
        return b"".join(arrival.data for arrival in self.all(BytesArrived, channel))

    def closed(self, channel: str) -> ChannelClosed | None:
        """How the channel was closed; None while it is open."""
        closed = self.all(ChannelClosed, channel)
        assert len(closed) <= 1, closed
        return closed[0] if closed else None

    def opened(self, channel: str) -> ChannelOpened | None:
        """The head of the channel; None before it came."""
        opened = self.all(ChannelOpened, channel)
        return opened[0] if opened else None

    def steps(self) -> list[str]:
        """Names of the lifecycle steps so far."""
        return [step.name for step in self.all(LifecycleStep)]

    def step(self, name: str) -> LifecycleStep:
        """The step of that name; there must be exactly one."""
        (found,) = [step for step in self.all(LifecycleStep) if step.name == name]
        return found
