"""What the drivers of the demo server share that listen on a socket: address, notes, timer, end."""

from __future__ import annotations

import asyncio
import signal
import sys
from typing import Final

from inspector.demo.world import World

__all__ = ["PATH", "Alarm", "note", "stop_on_signal", "url_at"]

PATH: Final = "/mcp"


def note(text: str) -> None:
    """One line on stderr, at once."""
    sys.stderr.write(text + "\n")
    sys.stderr.flush()


def stop_on_signal() -> asyncio.Event:
    """Set by SIGINT or SIGTERM, where the running loop can be told of them."""
    loop, stop = asyncio.get_running_loop(), asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        try:
            loop.add_signal_handler(number, stop.set)
        except (NotImplementedError, ValueError, RuntimeError):
            break  # Windows, or not the main thread: KeyboardInterrupt and the end of the process remain
    return stop


def url_at(scheme: str, host: str, port: int) -> str:
    """The address of the one endpoint."""
    shown = f"[{host}]" if ":" in host else host
    return f"{scheme}://{shown}:{port}{PATH}"


class Alarm:
    """Runs what a world has due, on a loop."""

    def __init__(self, world: World, loop: asyncio.AbstractEventLoop) -> None:
        self._world = world
        self._loop = loop
        self._timer: asyncio.TimerHandle | None = None

    def settle(self) -> None:
        """Wake up when the world has something to do next."""
        self.cancel()
        due = self._world.deadline()
        self._timer = None if due is None else self._loop.call_at(due, self._wake)

    def cancel(self) -> None:
        """Do not wake up."""
        if self._timer is not None:
            self._timer.cancel()

    def _wake(self) -> None:
        self._timer = None
        self._world.now = self._loop.time()
        self._world.run_due()
        self.settle()
