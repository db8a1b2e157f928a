"""Lines that a user types, while the loop goes on serving the connection."""

from __future__ import annotations

import asyncio
import contextlib
import sys
import threading
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from inspector.cli.output import Output

__all__ = ["Terminal"]


class Terminal:
    """Asks on stderr and reads from stdin; stdout stays for answers.

    The thread that reads is a daemon and reads the raw file: a thread that sleeps inside the buffered one
    would hold its lock, which Python needs to end.
    """

    def __init__(self, output: Output) -> None:
        self._output = output
        self._lines: asyncio.Queue[str | None] = asyncio.Queue()
        self._loop = asyncio.get_running_loop()
        self._reading = False
        self._ended = False

    def say(self, text: str) -> None:
        """A line for the user."""
        self._output.note(text)

    def quote(self, text: str) -> None:
        """Lines that the server says to the user."""
        self._output.quote(text)

    async def ask(self, prompt: str) -> str | None:
        """The next line without its end and outer white space; None: the user typed Ctrl+D."""
        if self._ended:
            return None
        if not self._reading:
            self._reading = True
            threading.Thread(target=self._read, name="terminal", daemon=True).start()
        self._output.prompt(prompt)
        line = await self._lines.get()
        self._ended = line is None
        return line.strip() if line is not None else None

    def forget(self) -> None:
        """Drop what was typed for a question that is no more."""
        while not self._lines.empty():
            self._lines.get_nowait()

    def _read(self) -> None:
        raw = getattr(sys.stdin.buffer, "raw", sys.stdin.buffer)
        rest = b""
        while True:
            try:
                data = raw.read(4096)
            except OSError:
                data = b""
            *lines, rest = (rest + data).split(b"\n") if data else (rest, b"")
            for line in lines:
                self._hand_over(line.decode("utf-8", "replace") if data or line else None)
            if not data:
                self._hand_over(None)
                return

    def _hand_over(self, line: str | None) -> None:
        with contextlib.suppress(RuntimeError):  # the loop is closed: no answer is wanted
            self._loop.call_soon_threadsafe(self._lines.put_nowait, line)
