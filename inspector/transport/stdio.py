"""A server as a child process: messages are lines on its stdin and stdout, stderr is free text.

Channels: `stdin` (orders), `stdout`, `stderr`. Source of the closing order: MCP basic/lifecycle,
"Shutdown", stdio: close stdin, wait, SIGTERM, wait, SIGKILL.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import shlex
import signal
import subprocess
import time
from collections import deque
from functools import partial
from threading import Thread
from typing import IO, Final

from inspector.errors import ConnectError
from inspector.protocol.secrets import masked_words
from inspector.protocol.wire import (
    Arrival,
    BytesArrived,
    ChannelClosed,
    ChannelOpened,
    LifecycleStep,
    Order,
    Send,
    Sent,
    Sink,
)
from inspector.translation import recorded
from inspector.transport import StdioTarget
from inspector.transport.environment import child_environment, prepare, start_folder
from inspector.transport.pipes import PipeReader, PipeWriter, Reader, read_pipe
from inspector.transport.process_tree import KILL, ProcessTree, pipe_name, signal_name
from inspector.transport.spawn import spawn
from inspector.transport.turns import ends, starts

__all__ = ["StdioTransport"]

HELD_OPEN_S: Final = 1.0  # after the child ended: how long its output may stay open before we say "exited"
KILL_WAIT_S: Final = 5.0
POLL_S, MOST_POLL_S = 0.01, 0.1  # descendants cannot be waited for, only looked at, less and less often


class StdioTransport:
    """Starts the child, carries its bytes, ends it with all it started.

    Every Send that does not leave at once is answered by one Sent, in order, or by ChannelClosed with an
    error. The sink is never called from inside carry_out(). `signal` is the signal's name when one ended
    the child, else "".
    """

    def __init__(self, target: StdioTarget, sink: Sink) -> None:
        self._target = target
        self._sink = sink
        self._soon: deque[tuple[Arrival, int]] = deque()
        self._readers: dict[str, Reader] = {}
        self._pipe_names: list[str] = []
        self._started_ns = 0
        self._closing_ns = 0
        self._said_exited = False
        self._heard = False
        self._closing: asyncio.Task[None] | None = None
        self._late: asyncio.TimerHandle | None = None
        self.pid: int | None = None
        self.exit_code: int | None = None
        self.signal = ""
        self.environment: dict[str, str] = {}

    # -- start

    async def start(self) -> None:
        """Start the child. Raises ConnectError when there is no such command, folder or permission."""
        target = self._target
        self._loop = asyncio.get_running_loop()
        self._ended = asyncio.Event()
        await prepare(target)
        self._starts, self._ends = starts(), ends()
        try:
            async with self._starts.turn(self):
                started = spawn(target)
        except (OSError, ValueError, subprocess.SubprocessError) as error:
            from inspector.transport.stdio_errors import explain_start_failure

            self.environment = child_environment(target)
            raise ConnectError(explain_start_failure(target, self.environment, error)) from error
        self._process, self.environment = started.process, started.environment
        self._started_ns = started.at_ns
        self.pid = self._process.pid
        self._tree = ProcessTree(self.pid)
        line = shlex.join(masked_words((target.command, *target.args)))
        facts: dict[str, object] = {
            "pid": self.pid,
            "command": [target.command, *target.args],
            "program": started.program,
            "cwd": target.cwd or start_folder(target) or os.getcwd(),
            "environment": target.environment,
            "variables": dict(target.env),
        }
        self._sink(
            LifecycleStep(
                "started", recorded("started {line} as process {pid}", line=line, pid=self.pid), facts
            ),
            self._started_ns,
        )
        self._open_pipes()
        self._waiter = Thread(target=self._wait, name=f"wait-{self.pid}", daemon=True)
        self._waiter.start()

    def _open_pipes(self) -> None:
        process = self._process
        assert process.stdin is not None and process.stdout is not None and process.stderr is not None
        self._writer = PipeWriter(process.stdin, self._loop, self._on_sent, self._on_broken)
        outputs: dict[str, IO[bytes]] = {"stdout": process.stdout, "stderr": process.stderr}
        for channel in ("stdin", *outputs):
            self._sink(ChannelOpened(channel), time.monotonic_ns())
        for channel, pipe in outputs.items():
            self._pipe_names.append(pipe_name(pipe.fileno()))
            take, end = partial(self._on_bytes, channel), partial(self._on_end, channel)
            self._readers[channel] = read_pipe(pipe, self._loop, take, end)
        threads = [reader for reader in self._readers.values() if isinstance(reader, PipeReader)]
        for reader in threads:
            reader.keep_order_with([other for other in threads if other is not reader])

    # -- orders

    def carry_out(self, order: Order) -> bool:
        """Write a message to stdin; the other orders mean nothing here."""
        if not isinstance(order, Send):
            return False
        if self.pid is None or self._writer.closed:
            self._emit_soon(ChannelClosed(order.channel, recorded("not sent: the server's stdin is closed")))
            return False
        return self._writer.write(order.data if order.exact else order.data + b"\n", order.channel)

    def pause(self) -> None:
        """Stop delivering stdout and stderr; soon the child waits in its write."""
        for reader in self._readers.values():
            reader.pause()

    def resume(self) -> None:
        """Deliver again."""
        for reader in self._readers.values():
            reader.resume()

    # -- arrivals

    @property
    def exit_text(self) -> str:
        """ "exit code 17", "killed by SIGKILL", or "" while it lives."""
        if self.signal:
            return recorded("killed by {signal}", signal=self.signal)
        return "" if self.exit_code is None else recorded("exit code {code}", code=self.exit_code)

    def _emit_soon(self, arrival: Arrival) -> None:
        self._soon.append((arrival, time.monotonic_ns()))
        with contextlib.suppress(RuntimeError):  # no loop runs any more
            asyncio.get_running_loop().call_soon(self._flush_soon)

    def _flush_soon(self) -> None:
        while self._soon:
            self._sink(*self._soon.popleft())

    def _on_sent(self, channel: str, at_ns: int) -> None:
        self._sink(Sent(channel), at_ns)

    def _on_broken(self, reason: str) -> None:
        self._sink(
            ChannelClosed("stdin", recorded("the server closed its stdin ({reason})", reason=reason)),
            time.monotonic_ns(),
        )

    def _on_bytes(self, channel: str, data: bytes, at_ns: int) -> None:
        self._writer.flush_reports()
        if not self._heard:
            self._heard = True
            self._starts.over(self)
        self._sink(BytesArrived(channel, data), at_ns)

    def _on_end(self, channel: str, at_ns: int) -> None:
        self._sink(ChannelClosed(channel), at_ns)
        self._say_exited()

    # -- the end

    def _wait(self) -> None:
        """In a thread: until the child ends."""
        code = self._process.wait()
        at_ns = time.monotonic_ns()
        with contextlib.suppress(RuntimeError):  # the loop was closed without close()
            self._loop.call_soon_threadsafe(self._on_exit, code, at_ns)

    def _on_exit(self, code: int, at_ns: int) -> None:
        if code < 0:
            self.signal = signal_name(-code)
        else:
            self.exit_code = code
        self._exited_ns = at_ns
        self._starts.over(self)
        self._ends.over(self)
        self._ended.set()
        self._late = self._loop.call_later(HELD_OPEN_S, self._say_exited_late)
        self._say_exited()

    def _say_exited_late(self) -> None:
        """Something that the child started may hold its output open for ever; then the order is broken."""
        if not all(reader.at_end for reader in self._readers.values()):
            self._say_exited(anyway=True)

    def _say_exited(self, anyway: bool = False) -> None:
        all_read = all(reader.done for reader in self._readers.values())
        if self._said_exited or not self._ended.is_set() or not (all_read or anyway):
            return
        self._said_exited = True
        if self._late is not None:
            self._late.cancel()
        lived_s = (self._exited_ns - self._started_ns) / 1e9
        since_ns = self._closing_ns or self._started_ns
        elapsed = f"{(self._exited_ns - since_ns) / 1e9:.2f}"
        when = (
            recorded("{elapsed} s after closing", elapsed=elapsed)
            if self._closing_ns
            else recorded("{elapsed} s after start", elapsed=elapsed)
        )
        text = recorded("server exited, {how}, {when}", how=self.exit_text, when=when)
        if not all_read:
            text = recorded("{text}; a child process still holds its output open", text=text)
        facts: dict[str, object] = {
            "exit_code": self.exit_code,
            "signal": self.signal,
            "elapsed_s": (self._exited_ns - since_ns) / 1e9,
            "lived_s": lived_s,
        }
        self._sink(LifecycleStep("exited", text, facts), self._exited_ns)

    async def close(self, grace_s: float = 2.0) -> None:
        """Close stdin → wait grace_s → SIGTERM to the tree → wait grace_s → SIGKILL; may be called again.

        When cancelled it kills the tree at once.
        """
        if self.pid is None:
            return
        if self._closing is None:
            self._closing = asyncio.get_running_loop().create_task(self._close(grace_s), name="close stdio")
        try:
            await asyncio.shield(self._closing)
        except asyncio.CancelledError:
            self._tree.end(KILL)
            await asyncio.wait([self._closing])
            raise

    async def _close(self, grace_s: float) -> None:
        async with self._ends.turn(self):
            self._closing_ns = time.monotonic_ns()
            self._tree.refresh()
            unsent = self._writer.close()
        if not self._ended.is_set():
            text = recorded("closed the server's stdin")
            if unsent:
                text = recorded("{text}; {unsent} bytes were not sent", text=text, unsent=unsent)
            self._say_step("stdin-closed", text)
        if not await self._gone(grace_s if not self._ended.is_set() else 0):
            pids = self._tree.end(signal.SIGTERM)
            self._say_step("terminated", recorded("sent SIGTERM to {pids}", pids=_processes(pids)))
            if not await self._gone(grace_s):
                pids = self._tree.end(KILL)
                self._say_step("killed", recorded("sent SIGKILL to {pids}", pids=_processes(pids)))
                if not await self._gone(KILL_WAIT_S):
                    self._say_step(
                        "error", recorded("process {pid} does not exit, even after SIGKILL", pid=self.pid)
                    )
        await self._read_out()
        self._writer.flush_reports()
        self._say_exited(anyway=True)
        self._flush_soon()
        if self._ended.is_set():
            self._writer.join()
            self._waiter.join()

    def _say_step(self, name: str, text: str) -> None:
        at_ns = time.monotonic_ns()
        elapsed_s = (at_ns - self._closing_ns) / 1e9
        said = recorded("{text} after {elapsed} s", text=text, elapsed=f"{elapsed_s:.2f}")
        self._sink(LifecycleStep(name, said, {"elapsed_s": elapsed_s}), at_ns)

    async def _gone(self, within_s: float) -> bool:
        """True as soon as the child and all it started are gone."""
        deadline, pause_s = time.monotonic() + within_s, POLL_S
        if not self._ended.is_set():
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._ended.wait(), within_s)
        while self._tree.refresh() or not self._ended.is_set():
            if time.monotonic() >= deadline:
                return False
            await asyncio.sleep(pause_s)
            pause_s = min(pause_s * 1.5, MOST_POLL_S)
        return True

    async def _read_out(self) -> None:
        """Read stdout and stderr to their end; what still holds them open is killed, or given up."""
        if not await self._all_read() and await self._kill_holders():
            await self._all_read()
        for channel, reader in self._readers.items():
            if not reader.done:
                reader.give_up()
                error = recorded("gave up: another process still holds it open")
                self._sink(ChannelClosed(channel, error), time.monotonic_ns())
            reader.join()

    async def _all_read(self) -> bool:
        for reader in self._readers.values():
            reader.read_out()
        deadline = time.monotonic() + HELD_OPEN_S
        while not all(reader.done for reader in self._readers.values()):
            if time.monotonic() > deadline:
                return False
            await asyncio.sleep(0.001)
        return True

    async def _kill_holders(self) -> bool:
        pids = self._tree.end_holders([name for name in self._pipe_names if name])
        if pids:
            self._say_step(
                "killed",
                recorded("sent SIGKILL to {pids}, which held its output open", pids=_processes(pids)),
            )
        return bool(pids)


def _processes(pids: list[int]) -> str:
    if len(pids) == 1:
        return recorded("process {pids}", pids=pids[0])
    return recorded("{count} processes ({pids})", count=len(pids), pids=", ".join(map(str, pids)))
