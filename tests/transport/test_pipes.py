"""Which reader a pipe gets on which loop."""

from __future__ import annotations

import asyncio
import os
import sys
from contextlib import suppress
from functools import partial
from typing import Any

import pytest

from inspector.transport.pipes import PipeReader, PipeWatcher, read_pipe


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
