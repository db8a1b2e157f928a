"""The stdio driver of the demo server: lines in, lines out, one thread, no asyncio (it starts in no time)."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterator

from inspector.demo.peer import Peer, Reply
from inspector.demo.request_state import Seal
from inspector.demo.world import World

__all__ = ["serve"]

CHUNK = 65536


def serve() -> int:
    """Serve one client until stdin ends or the reader of stdout goes away. Returns 0."""
    world = World(time.monotonic(), _note)
    peer = Peer(world, Seal(), _emit)
    _note(f"demo server ready on stdio, process {os.getpid()}")
    try:
        _run(world, peer)
        peer.close()
        sys.stdout.buffer.flush()
    except (BrokenPipeError, KeyboardInterrupt):
        # Python flushes stdout once more at exit; without this it would complain about the broken pipe.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 0


def _run(world: World, peer: Peer) -> None:
    parts: list[bytes] = []  # a line that is not complete yet
    for data in _chunks(world.deadline):
        world.now = time.monotonic()
        *lines, rest = data.split(b"\n")
        if lines:
            lines[0] = b"".join([*parts, lines[0]])
            parts.clear()
        parts.append(rest)
        for line in lines:
            if line.strip():
                peer.receive(line.rstrip(b"\r"))
        world.now = time.monotonic()
        world.run_due()
        sys.stdout.buffer.flush()


def _chunks(deadline: Callable[[], float | None]) -> Iterator[bytes]:
    """What comes on stdin, in pieces; b"" when it is time for a timer. Ends with stdin."""
    wait = _waiting_thread() if sys.platform == "win32" else _wait_select
    while True:
        due = deadline()
        data = wait(None if due is None else max(0.0, due - time.monotonic()))
        if data == b"":
            return
        yield data or b""


def _wait_select(timeout_s: float | None) -> bytes | None:
    """Bytes, b"" at the end, or None when the time is over."""
    if timeout_s is not None:
        import select

        if not select.select([0], [], [], timeout_s)[0]:
            return None
    return os.read(0, CHUNK)


def _waiting_thread() -> Callable[[float | None], bytes | None]:
    """The same for Windows, whose pipes cannot be waited for: a thread reads."""
    import queue
    import threading

    arrived: queue.Queue[bytes] = queue.Queue()

    def read() -> None:
        while True:
            data = os.read(0, CHUNK)
            arrived.put(data)
            if not data:
                return

    threading.Thread(target=read, name="stdin", daemon=True).start()

    def wait(timeout_s: float | None) -> bytes | None:
        try:
            return arrived.get(timeout=timeout_s)
        except queue.Empty:
            return None

    return wait


def _emit(reply: Reply) -> None:
    if reply.data:
        sys.stdout.buffer.write(reply.data + b"\n")


def _note(text: str) -> None:
    sys.stderr.write(text + "\n")
    sys.stderr.flush()
