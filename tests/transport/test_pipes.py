"""Which reader a pipe gets on which loop."""

from __future__ import annotations

import asyncio
import os
import sys
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
