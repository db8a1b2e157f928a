"""The pipes of a child process: a reader a channel that only reads and stamps, and a writer.

In the window a reader is a thread instead of the loop's own watcher, measured on two cores: the stamp is
within the interpreter's switch interval (5 ms) however long the window works, and an echo under qasync is
stamped after 12 µs instead of 54 µs (each loop turn there is a Qt timer). It also serves Windows, whose
proactor loop cannot watch pipes. Headless on a selector loop nothing else works on the loop, and watching
is the cheapest: a call there takes half the time that handing over from a thread costs.

Reads block on purpose: a poll before each read would wait for the interpreter twice.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from functools import partial
from typing import IO, Final

__all__ = ["CHUNK_BYTES", "PipeReader", "PipeWatcher", "PipeWriter", "Reader", "read_pipe"]

CHUNK_BYTES: Final = 64 * 1024
WAITING_BYTES: Final = 1024 * 1024  # read, but not delivered: then the thread waits, and so does the child
TURN_BYTES: Final = 64 * 1024  # delivered in one turn of the loop, so that the window stays alive


class PipeReader:
    """Reads a pipe to its end and delivers its bytes on the loop, in order.

    deliver(data, at_ns): 1 byte to 64 KiB and the `time.monotonic_ns()` taken as soon as they were read.
    ended(at_ns): once, after the last bytes.
    """

    def __init__(
        self,
        pipe: IO[bytes],
        loop: asyncio.AbstractEventLoop,
        deliver: Callable[[bytes, int], None],
        ended: Callable[[int], None],
    ) -> None:
        self._pipe = pipe
        self._loop = loop
        self._deliver = deliver
        self._ended = ended
        self._together: tuple[PipeReader, ...] = (self,)
        self._waiting: deque[tuple[bytes, int]] = deque()
        self._read_bytes = 0  # written by the thread only
        self._given_bytes = 0  # written by the loop only
        self._room = threading.Event()
        self._scheduled = False
        self._paused = False
        self._unlimited = False
        self.at_end = False  # the thread saw the end; it may not be delivered yet
        self.done = False  # the end is delivered, or the pipe was given up
        self._thread = threading.Thread(target=self._run, name=f"read-{pipe.fileno()}", daemon=True)
        self._thread.start()

    def keep_order_with(self, others: Sequence[PipeReader]) -> None:
        """Deliver what these and this one read in the order in which it came, whose turn it may be."""
        self._together = (self, *others)

    def pause(self) -> None:
        """Deliver nothing more until resume(); after 1 MiB the child waits as well."""
        self._paused = True

    def resume(self) -> None:
        """Go on delivering."""
        self._paused = False
        if self._waiting:
            self._schedule()

    def read_out(self) -> None:
        """The child is gone: take all that is left without a limit, paused or not."""
        self._unlimited = True
        self._room.set()
        self.resume()

    def give_up(self) -> None:
        """Deliver nothing more. The thread ends when the last process that holds the pipe does."""
        self.done = self._unlimited = True
        self._waiting.clear()
        self._room.set()

    def join(self) -> None:
        """Wait for the thread, which has nothing left to do once the end came."""
        if self.at_end:
            self._thread.join()

    # -- in the thread

    def _run(self) -> None:
        with self._pipe:
            number = self._pipe.fileno()
            while True:
                try:
                    data = os.read(number, CHUNK_BYTES)
                except OSError:
                    data = b""
                at_ns = time.monotonic_ns()
                self._read_bytes += len(data)
                self.at_end = not data
                self._waiting.append((data, at_ns))
                if not self._scheduled:
                    self._scheduled = True
                    try:
                        self._loop.call_soon_threadsafe(self._turn)
                    except RuntimeError:  # the loop was closed under us
                        return
                if not data:
                    return
                self._wait_for_room()

    def _wait_for_room(self) -> None:
        while self._read_bytes - self._given_bytes > WAITING_BYTES and not self._unlimited:
            self._room.clear()
            # Looked at again: the loop may have made room before the clear.
            if self._read_bytes - self._given_bytes > WAITING_BYTES and not self._unlimited:
                self._room.wait()

    # -- on the loop

    def _schedule(self) -> None:
        if not self._scheduled:
            self._scheduled = True
            self._loop.call_soon(self._turn)

    def _turn(self) -> None:
        """Deliver what waits, at most 64 KiB; the rest in the next turn of the loop."""
        self._scheduled = False
        budget = TURN_BYTES
        try:
            while budget > 0 and (reader := self._earliest()) is not None:
                budget -= reader._give()
        finally:
            if self._waiting and not self._paused and not self.done:
                self._schedule()

    def _earliest(self) -> PipeReader | None:
        """Of those that are delivered together, the one with the oldest bytes."""
        earliest = None
        for reader in self._together:
            if (
                reader._waiting
                and not (reader._paused or reader.done)
                and (earliest is None or reader._waiting[0][1] < earliest._waiting[0][1])
            ):
                earliest = reader
        return earliest

    def _give(self) -> int:
        """Deliver what was read first; its length."""
        data, at_ns = self._waiting.popleft()
        self._given_bytes += len(data)
        if self._read_bytes - self._given_bytes <= WAITING_BYTES:
            self._room.set()
        if data:
            self._deliver(data, at_ns)
        else:
            self.done = True
            self._ended(at_ns)
        return len(data)


class PipeWatcher:
    """Like `PipeReader`, without a thread: the loop says when there is something to read."""

    def __init__(
        self,
        pipe: IO[bytes],
        loop: asyncio.AbstractEventLoop,
        deliver: Callable[[bytes, int], None],
        ended: Callable[[int], None],
    ) -> None:
        self._pipe = pipe
        self._number = pipe.fileno()
        self._loop = loop
        self._deliver = deliver
        self._ended = ended
        self._watching = False
        self.done = False
        os.set_blocking(self._number, False)
        self.resume()

    @property
    def at_end(self) -> bool:
        """The end was seen; here it is delivered at once."""
        return self.done

    def pause(self) -> None:
        """Read nothing more until resume(); the child waits when the pipe is full."""
        if self._watching:
            self._watching = False
            self._loop.remove_reader(self._number)

    def resume(self) -> None:
        """Go on reading."""
        if not self._watching and not self.done:
            self._watching = True
            self._loop.add_reader(self._number, self._ready)

    def read_out(self) -> None:
        """The child is gone: take all that is left, paused or not."""
        self.resume()

    def give_up(self) -> None:
        """Deliver nothing more."""
        if not self.done:
            self.pause()
            self.done = True
            self._pipe.close()

    def join(self) -> None:
        """Nothing to wait for."""

    def _ready(self) -> None:
        try:
            data = os.read(self._number, CHUNK_BYTES)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        at_ns = time.monotonic_ns()
        if data:
            self._deliver(data, at_ns)
        else:
            self.give_up()
            self._ended(at_ns)


Reader = PipeReader | PipeWatcher


def read_pipe(
    pipe: IO[bytes],
    loop: asyncio.AbstractEventLoop,
    deliver: Callable[[bytes, int], None],
    ended: Callable[[int], None],
) -> Reader:
    """The reader that suits this loop; arguments as for `PipeReader`."""
    # This very type: qasync's loop is a subclass of it.
    watches = os.name == "posix" and type(loop) is asyncio.SelectorEventLoop
    return (PipeWatcher if watches else PipeReader)(pipe, loop, deliver, ended)


class PipeWriter:
    """Writes to a pipe at once when it takes the bytes, else in a thread that lives until it took them.

    sent(token, at_ns): one call for each write that did not leave at once, in order, stamped before the
    write that completed it, so that no answer can be older. broken(reason): the other side closed it;
    nothing more is written.
    Both are called on the loop, never from inside write(). Windows has no non-blocking pipes: there all
    writes go through the thread.
    """

    def __init__(
        self,
        pipe: IO[bytes],
        loop: asyncio.AbstractEventLoop,
        sent: Callable[[str, int], None],
        broken: Callable[[str], None],
    ) -> None:
        self._pipe = pipe
        self._loop = loop
        self._sent = sent
        self._broken = broken
        self._direct = os.name == "posix"
        if self._direct:
            os.set_blocking(pipe.fileno(), False)
        self._lock = threading.Lock()
        self._queue: deque[tuple[memoryview, str]] = deque()
        self._thread: threading.Thread | None = None
        self._reports: deque[tuple[str, int]] = deque()
        self._reporting = False
        self.closed = False

    def write(self, data: bytes, token: str) -> bool:
        """Take the bytes; whether all of them left at once. The caller looks at `closed` first."""
        written = 0
        with self._lock:
            if self._thread is None and self._direct:
                try:
                    written = os.write(self._pipe.fileno(), data)
                except BlockingIOError:
                    pass
                except OSError as error:
                    self._fail(error)
                    return False
                if written == len(data):
                    return True
            self._queue.append((memoryview(data)[written:], token))
            if self._thread is None:
                if self._direct:
                    os.set_blocking(self._pipe.fileno(), True)
                self._thread = threading.Thread(target=self._run, name="write-stdin", daemon=True)
                self._thread.start()
            return False

    def close(self) -> int:
        """Close the pipe, at the latest when the thread's write of 64 KiB returns. Bytes not written."""
        with self._lock:
            self.closed = True
            unsent = sum(len(rest) for rest, _ in self._queue)
            if self._thread is None:
                self._close_pipe()
            return unsent

    def join(self) -> None:
        """Wait for the thread; the child is gone, so its write has failed."""
        if self._thread is not None:
            self._thread.join(1.0)

    def flush_reports(self) -> None:
        """Report now what was sent, before bytes that came later are delivered."""
        while self._reports:
            self._sent(*self._reports.popleft())

    def _report(self, token: str, at_ns: int) -> None:
        """In the thread: remember it for the next turn of the loop."""
        self._reports.append((token, at_ns))
        if not self._reporting:
            self._reporting = True
            self._on_loop(self._turn)

    def _turn(self) -> None:
        self._reporting = False
        self.flush_reports()

    def _on_loop(self, call: Callable[[], None]) -> None:
        if threading.current_thread() is self._thread:
            with contextlib.suppress(RuntimeError):  # the loop was closed under us
                self._loop.call_soon_threadsafe(call)
        else:
            self._loop.call_soon(call)

    def _fail(self, error: OSError) -> None:
        """With the lock held. EPIPE: the child closed its stdin or ended."""
        was_closed = self.closed
        self.closed = True
        self._queue.clear()
        self._close_pipe()
        if not was_closed:
            self._on_loop(partial(self._broken, error.strerror or str(error)))

    def _close_pipe(self) -> None:
        with contextlib.suppress(OSError):
            self._pipe.close()

    def _run(self) -> None:
        """In the thread: write what waits, piece by piece, then end."""
        number = self._pipe.fileno()
        while True:
            with self._lock:
                if self.closed or not self._queue:
                    self._finish()
                    return
                rest, token = self._queue[0]
            at_ns = time.monotonic_ns()
            try:
                written = os.write(number, rest[:CHUNK_BYTES])
            except OSError as error:
                with self._lock:
                    self._fail(error)
                return
            with self._lock:
                if self._queue:
                    self._queue[0] = (rest[written:], token)
                    if written == len(rest):
                        self._queue.popleft()
                        self._report(token, at_ns)

    def _finish(self) -> None:
        """With the lock held: the queue is empty, or the pipe is to be closed."""
        if self.closed:
            self._queue.clear()
            self._close_pipe()
        elif self._direct:
            os.set_blocking(self._pipe.fileno(), False)
        self._thread = None
