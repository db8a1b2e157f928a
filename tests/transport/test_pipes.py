"""Pipes are read to their end and written in order, whoever waits for whom."""

from __future__ import annotations

import asyncio
import os
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any

import pytest

from inspector.transport.pipes import PipeReader, PipeWatcher, PipeWriter, read_pipe


async def chosen() -> type:
    out, into = os.pipe()
    ended = asyncio.Event()
    loop = asyncio.get_running_loop()
    reader = read_pipe(os.fdopen(out, "rb", 0), loop, lambda data, at: None, lambda at: ended.set())
    os.close(into)
    await ended.wait()
    reader.join()
    return type(reader)


@pytest.mark.skipif(sys.platform == "win32", reason="the proactor loop cannot watch pipes")
def test_without_a_window_the_loop_watches_the_pipe() -> None:
    assert asyncio.run(chosen()) is PipeWatcher


@pytest.mark.gui
def test_in_the_window_a_thread_reads_and_stamps(arun: Any) -> None:
    assert arun(chosen()) is PipeReader


@pytest.mark.skipif(sys.platform == "win32", reason="the proactor loop cannot watch pipes")
def test_what_two_pipes_brought_is_delivered_in_the_order_in_which_it_came() -> None:
    async def main() -> list[tuple[str, bytes]]:
        loop, told, ended = asyncio.get_running_loop(), [], asyncio.Event()
        readers, pipes = {}, {}
        for name in ("stdout", "stderr"):
            out, pipes[name] = os.pipe()
            take = partial(lambda name, data, at: told.append((name, data)), name)
            file = os.fdopen(out, "rb", 0)
            readers[name] = PipeReader(file, loop, take, lambda at: ended.set() if all_done() else None)

        def all_done() -> bool:
            return all(reader.done for reader in readers.values())

        for name, reader in readers.items():
            reader.keep_order_with([other for key, other in readers.items() if key != name])
        for place in range(20):  # the loop is busy all the while, as a window is that draws
            name = ("stdout", "stderr")[place % 2]
            os.write(pipes[name], b"%d" % place)
            while len(readers[name]._waiting) <= place // 2:
                os.sched_yield()
        for pipe in pipes.values():
            os.close(pipe)
        await ended.wait()
        for reader in readers.values():
            reader.join()
        return told

    told = asyncio.run(main())
    assert told == [(("stdout", "stderr")[place % 2], b"%d" % place) for place in range(20)]


@pytest.mark.skipif(sys.platform == "win32", reason="the proactor loop cannot watch pipes")
def test_a_paused_pipe_waits_until_it_is_resumed_or_read_out() -> None:
    async def main(go_on: str) -> tuple[list[bytes], list[bytes], bool]:
        out, into = os.pipe()
        told: list[bytes] = []
        ended = asyncio.Event()
        loop = asyncio.get_running_loop()
        reader = PipeWatcher(
            os.fdopen(out, "rb", 0), loop, lambda data, at: told.append(data), lambda at: ended.set()
        )
        reader.pause()
        os.write(into, b"one")
        for _ in range(5):
            await asyncio.sleep(0)
        before = list(told)
        getattr(reader, go_on)()
        os.close(into)
        await ended.wait()
        reader.join()
        return before, told, reader.at_end

    for go_on in ("resume", "read_out"):
        assert asyncio.run(main(go_on)) == ([], [b"one"], True)


@pytest.mark.skipif(sys.platform == "win32", reason="the proactor loop cannot watch pipes")
@pytest.mark.parametrize("kind", [PipeReader, PipeWatcher])
def test_a_pipe_that_is_given_up_delivers_nothing_more(kind: type[PipeReader] | type[PipeWatcher]) -> None:
    async def main() -> list[bytes]:
        out, into = os.pipe()
        told: list[bytes] = []
        loop = asyncio.get_running_loop()
        reader = kind(os.fdopen(out, "rb", 0), loop, lambda data, at: told.append(data), lambda at: None)
        reader.give_up()
        with suppress(BrokenPipeError):  # closed at once, or with the thread that reads it
            os.write(into, b"one")
        os.close(into)
        for _ in range(20):
            await asyncio.sleep(0)
        assert reader.done
        return told

    assert asyncio.run(main()) == []


# -- a reader with a thread

posix = pytest.mark.skipif(sys.platform == "win32", reason="pipes of POSIX")


class Read:
    """A reader of a pipe with what it told; `into` is the other end."""

    def __init__(self, kind: type[PipeReader] | type[PipeWatcher] = PipeReader) -> None:
        out, self.into = os.pipe()
        self.told: list[tuple[bytes, int]] = []
        self.ends: list[int] = []
        self.ended = asyncio.Event()
        self.reader = kind(
            os.fdopen(out, "rb", 0), asyncio.get_running_loop(),
            lambda data, at: self.told.append((data, at)), self._end,
        )  # fmt: skip

    def _end(self, at_ns: int) -> None:
        self.ends.append(at_ns)
        self.ended.set()

    @property
    def data(self) -> bytes:
        return b"".join(data for data, _ in self.told)

    async def until(self, done: Callable[[], bool]) -> None:
        async with asyncio.timeout(30):
            while not done():
                await asyncio.sleep(0)

    async def over(self) -> None:
        os.close(self.into)
        await self.ended.wait()
        self.reader.join()


@posix
@pytest.mark.parametrize("kind", [PipeReader, PipeWatcher])
def test_all_bytes_are_delivered_stamped_and_then_the_end(kind: type[PipeReader] | type[PipeWatcher]) -> None:
    async def main() -> None:
        began = time.monotonic_ns()
        read = Read(kind)
        os.write(read.into, b"one")
        await read.until(lambda: read.data == b"one")
        assert not read.reader.at_end and not read.reader.done
        os.write(read.into, b"two")
        await read.over()
        assert read.data == b"onetwo" and len(read.ends) == 1
        stamps = [at for _, at in read.told] + read.ends
        assert stamps == sorted(stamps) and began <= stamps[0] <= time.monotonic_ns()
        assert read.reader.at_end and read.reader.done
        assert [thread for thread in threading.enumerate() if thread.name.startswith("read-")] == []

    asyncio.run(main())


@posix
def test_a_paused_thread_reads_on_to_a_limit_and_no_further() -> None:
    async def main() -> None:
        read = Read()
        read.reader.pause()
        piece = b"x" * 65536
        for _ in range(16):
            os.write(read.into, piece)
        os.write(read.into, b"y")
        await read.until(lambda: read.reader._read_bytes == (1 << 20) + 1)
        os.write(read.into, b"z" * 1000)
        for _ in range(200):
            await asyncio.sleep(0)
        assert (read.told, read.reader._read_bytes) == ([], (1 << 20) + 1)
        read.reader.resume()
        await read.over()
        assert len(read.data) == (1 << 20) + 1001 and read.data.endswith(b"yz" + b"z" * 999)
        assert max(len(data) for data, _ in read.told) <= 65536

    asyncio.run(main())


@posix
def test_what_a_child_left_is_read_without_a_limit() -> None:
    async def main() -> None:
        read = Read()
        read.reader.pause()
        for _ in range(17):
            os.write(read.into, b"x" * 65536)
        await read.until(lambda: read.reader._read_bytes > 1 << 20)
        read.reader.read_out()
        await read.over()
        assert len(read.data) == 17 * 65536

    asyncio.run(main())


@posix
def test_a_turn_of_the_loop_delivers_no_more_than_a_piece() -> None:
    async def main() -> None:
        read = Read()
        read.reader.pause()
        for _ in range(4):
            os.write(read.into, b"x" * 65536)
        await read.until(lambda: read.reader._read_bytes == 4 * 65536)
        await asyncio.sleep(0)
        read.reader.resume()
        sizes = []
        while len(read.data) < 4 * 65536:
            before = len(read.data)
            await asyncio.sleep(0)
            sizes.append(len(read.data) - before)
        assert max(sizes) <= 2 * 65536 - 1
        await read.over()

    asyncio.run(main())


@posix
def test_a_loop_that_was_closed_ends_the_thread() -> None:
    async def main() -> Read:
        return Read()

    read = asyncio.run(main())
    os.write(read.into, b"x")
    read.reader._thread.join(30)
    assert not read.reader._thread.is_alive() and read.told == []
    os.close(read.into)


@posix
def test_a_watched_pipe_can_be_given_up_and_resumed_as_often_as_one_likes() -> None:
    async def main() -> None:
        read = Read(PipeWatcher)
        for name in ("resume", "pause", "pause", "resume", "give_up", "give_up", "resume", "join"):
            getattr(read.reader, name)()
        assert read.reader.done and read.reader.at_end
        assert read.ends == [], "who gives up knows it"
        os.close(read.into)

    asyncio.run(main())


# -- the writer


class Written:
    """A writer into a pipe with what it told; `out` is the other end."""

    def __init__(self) -> None:
        self.out, into = os.pipe()
        os.set_blocking(self.out, False)
        self.sent: list[tuple[str, int]] = []
        self.broken: list[str] = []
        self.pipe = os.fdopen(into, "wb", 0)
        self.writer = PipeWriter(
            self.pipe, asyncio.get_running_loop(),
            lambda token, at: self.sent.append((token, at)), self.broken.append,
        )  # fmt: skip

    def fill(self) -> int:
        """Until the pipe takes no more; how much that was."""
        count = 0
        while self.writer.write(b"f" * 4096, "fill"):
            count += 4096
        return count

    def drained(self) -> bytes:
        data = b""
        with suppress(BlockingIOError):
            while piece := os.read(self.out, 1 << 16):
                data += piece
        return data

    async def read(self, size: int) -> bytes:
        data = b""
        async with asyncio.timeout(30):
            while len(data) < size:
                data += self.drained()
                await asyncio.sleep(0)
        return data


@posix
def test_what_the_pipe_takes_leaves_at_once_and_is_not_told() -> None:
    async def main() -> None:
        one = Written()
        assert one.writer.write(b"hello", "a") and one.writer.write(b" you", "b")
        assert one.drained() == b"hello you"
        assert one.writer.close() == 0 and one.writer.closed and one.pipe.closed
        one.writer.join()
        await asyncio.sleep(0)
        assert (one.sent, one.broken) == ([], [])
        os.close(one.out)

    asyncio.run(main())


@posix
def test_what_waits_is_written_in_order_and_told_in_order() -> None:
    async def main() -> None:
        one = Written()
        size = one.fill()
        assert not one.writer.write(b"b" * 100_000, "b") and not one.writer.write(b"c", "c")
        data = await one.read(size + 4096 + 100_001)
        assert data == b"f" * (size + 4096) + b"b" * 100_000 + b"c"
        async with asyncio.timeout(30):
            while len(one.sent) < 3:
                await asyncio.sleep(0)
        assert [token for token, _ in one.sent] == ["fill", "b", "c"]
        stamps = [at for _, at in one.sent]
        assert stamps == sorted(stamps) and stamps[-1] <= time.monotonic_ns()
        one.writer.join()
        assert one.writer.write(b"d", "d"), "the thread has ended: it leaves at once again"
        assert one.drained() == b"d"
        one.writer.close()
        os.close(one.out)

    asyncio.run(main())


@posix
def test_what_was_sent_can_be_told_before_its_turn() -> None:
    async def main() -> None:
        one = Written()
        one.writer._reports.extend([("a", 1), ("b", 2)])
        one.writer.flush_reports()
        one.writer.flush_reports()
        assert one.sent == [("a", 1), ("b", 2)]
        one.writer.close()
        os.close(one.out)

    asyncio.run(main())


@posix
def test_closing_says_how_much_was_not_written() -> None:
    async def main() -> None:
        one = Written()
        one.fill()
        assert not one.writer.write(b"b" * 10_000, "b")
        unsent = one.writer.close()
        assert 10_000 < unsent <= 14_096
        one.drained()
        one.writer.join()
        async with asyncio.timeout(30):
            while not one.pipe.closed:
                one.drained()
                await asyncio.sleep(0)
        assert [token for token, _ in one.sent if token == "b"] == []
        os.close(one.out)

    asyncio.run(main())


@posix
@pytest.mark.parametrize("waits", [True, False])
def test_a_reader_that_is_gone_is_told_once(waits: bool) -> None:
    async def main() -> None:
        one = Written()
        if waits:
            one.fill()
        os.close(one.out)
        if not waits:
            assert not one.writer.write(b"x", "x")
            assert one.broken == [], "never from inside a write"
        async with asyncio.timeout(30):
            while not one.broken:
                await asyncio.sleep(0)
        assert one.broken == ["Broken pipe"]
        assert one.writer.closed and one.pipe.closed and one.sent == []
        assert one.writer.close() == 0
        await asyncio.sleep(0)
        assert len(one.broken) == 1

    asyncio.run(main())
