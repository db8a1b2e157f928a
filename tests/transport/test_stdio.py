"""Bytes to and from a child process."""

from __future__ import annotations

import asyncio
import fcntl
import json
import os
import subprocess
import sys
import termios
import threading
import time
from array import array
from pathlib import Path
from typing import Any

import pytest

from inspector.protocol.wire import BytesArrived, ChannelClosed, ChannelOpened, Drop, Open, Send, Sent
from inspector.transport import StdioTarget, process_tree, stdio, turns
from inspector.transport.pipes import CHUNK_BYTES, WAITING_BYTES, PipeReader
from inspector.transport.spawn import Started, spawn
from inspector.transport.stdio import StdioTransport
from tests.transport.recorder import Recorder, python

ECHO = "import sys\nfor line in sys.stdin.buffer: sys.stdout.buffer.write(line); sys.stdout.flush()"
INITIALIZE = json.dumps(
    {
        "jsonrpc": "2.0",
        "id": 1,
        "method": "initialize",
        "params": {
            "protocolVersion": "2025-11-25",
            "capabilities": {},
            "clientInfo": {"name": "t", "version": "1"},
        },
    }
).encode()


def run(target: StdioTarget, use: Any, grace_s: float = 2.0) -> Recorder:
    """Start the target, `await use(transport, recorder)`, close; returns the recorder."""

    async def main() -> Recorder:
        recorder = Recorder()
        transport = StdioTransport(target, recorder)
        await transport.start()
        try:
            await use(transport, recorder)
        finally:
            await transport.close(grace_s)
        return recorder

    recorder = asyncio.run(main())
    left = [
        thread.name
        for thread in threading.enumerate()
        if thread.name.startswith(("read-", "write-", "wait-"))
    ]
    assert not left
    return recorder


def test_a_line_goes_out_with_a_newline_and_comes_back() -> None:
    async def use(transport: StdioTransport, recorder: Recorder) -> None:
        transport.carry_out(Send("stdin", b'{"a":1}'))
        await recorder.until(lambda: recorder.data("stdout").endswith(b"\n"))

    recorder = run(python(ECHO), use)
    assert recorder.data("stdout") == b'{"a":1}\n'
    assert [opened.channel for opened in recorder.all(ChannelOpened)] == ["stdin", "stdout", "stderr"]


def test_exact_bytes_go_out_without_a_newline() -> None:
    async def use(transport: StdioTransport, recorder: Recorder) -> None:
        transport.carry_out(Send("stdin", b"\xff\x00one", exact=True))
        transport.carry_out(Send("stdin", b" two\n", exact=True))
        await recorder.until(lambda: recorder.data("stdout").endswith(b"\n"))

    assert run(python(ECHO), use).data("stdout") == b"\xff\x00one two\n"


def test_what_the_pipe_takes_at_once_has_left_and_nothing_more_is_told_of_it() -> None:
    async def use(transport: StdioTransport, recorder: Recorder) -> None:
        left = [transport.carry_out(Send("stdin", b"%d" % number)) for number in range(50)]
        assert all(left)
        await recorder.until(lambda: recorder.data("stdout").count(b"\n") == 50)

    assert run(python(ECHO), use).all(Sent) == []


def test_sent_comes_before_the_answer_and_is_stamped_before_it() -> None:
    async def use(transport: StdioTransport, recorder: Recorder) -> None:
        for number in range(3):
            assert not transport.carry_out(Send("stdin", b"%d" % number * 1_000_000))
        await recorder.until(lambda: recorder.data("stdout").count(b"\n") == 3)

    recorder = run(python(ECHO), use)
    sent = [
        at
        for arrival, at in zip(recorder.arrivals, recorder.stamps, strict=True)
        if isinstance(arrival, Sent)
    ]
    got = [
        at
        for arrival, at in zip(recorder.arrivals, recorder.stamps, strict=True)
        if isinstance(arrival, BytesArrived)
    ]
    assert len(sent) == 3
    assert sent == sorted(sent)
    assert sent[0] < got[0]
    kinds = [type(arrival) for arrival in recorder.arrivals]
    assert kinds.index(Sent) < kinds.index(BytesArrived)


def test_the_sink_is_not_called_from_inside_carry_out() -> None:
    async def use(transport: StdioTransport, recorder: Recorder) -> None:
        before = len(recorder.arrivals)
        transport.carry_out(Send("stdin", b"x"))
        assert len(recorder.arrivals) == before
        await recorder.until(lambda: recorder.data("stdout"))

    run(python(ECHO), use)


def test_stderr_is_a_channel_of_its_own() -> None:
    async def use(transport: StdioTransport, recorder: Recorder) -> None:
        await recorder.until(lambda: recorder.steps()[-1] == "exited")

    recorder = run(python("import sys; sys.stderr.write('bad\\n'); print('good')"), use)
    assert (recorder.data("stdout"), recorder.data("stderr")) == (b"good\n", b"bad\n")


def test_orders_that_mean_nothing_to_a_pipe_are_ignored() -> None:
    async def use(transport: StdioTransport, recorder: Recorder) -> None:
        transport.carry_out(Open("get-1"))
        transport.carry_out(Drop("post-1"))
        transport.carry_out(Send("stdin", b"x"))
        await recorder.until(lambda: recorder.data("stdout"))

    recorder = run(python(ECHO), use)
    assert recorder.data("stdout") == b"x\n"
    assert {one.channel for one in recorder.all(ChannelOpened)} <= {"stdin", "stdout", "stderr"}


def test_a_message_larger_than_the_pipe_arrives_whole_and_in_order() -> None:
    big = json.dumps({"text": "0123456789" * 1_000_000}).encode()

    async def use(transport: StdioTransport, recorder: Recorder) -> None:
        transport.carry_out(Send("stdin", big))
        transport.carry_out(Send("stdin", b"after"))
        await recorder.until(lambda: recorder.data("stdout")[-6:] == b"after\n")
        assert transport.carry_out(Send("stdin", b"direct again"))
        await recorder.until(lambda: recorder.data("stdout")[-6:] == b"again\n")

    recorder = run(python(ECHO), use)
    assert recorder.data("stdout") == big + b"\nafter\ndirect again\n"
    assert len(recorder.all(Sent)) == 2


def test_chunks_are_at_most_64_kib() -> None:
    async def use(transport: StdioTransport, recorder: Recorder) -> None:
        await recorder.until(lambda: recorder.closed("stdout"))

    recorder = run(python("import os\nfor _ in range(50): os.write(1, b'x' * 100_000)"), use)
    assert max(len(arrival.data) for arrival in recorder.all(BytesArrived)) <= CHUNK_BYTES
    assert len(recorder.data("stdout")) == 5_000_000


def test_a_line_of_200_mb_passes_without_being_held() -> None:
    code = "import os\nfor _ in range(3200): os.write(1, b'x' * 65536)\nos.write(1, b'\\n')"
    total, most = 0, 0

    async def main() -> None:
        nonlocal total, most
        done = asyncio.Event()

        def sink(arrival: object, at_ns: int) -> None:
            nonlocal total, most
            if isinstance(arrival, BytesArrived):
                total += len(arrival.data)
                most = max(most, len(arrival.data))
            elif isinstance(arrival, ChannelClosed) and arrival.channel == "stdout":
                done.set()

        transport = StdioTransport(python(code), sink)
        await transport.start()
        await asyncio.wait_for(done.wait(), 60)
        await transport.close()

    asyncio.run(main())
    assert total == 3200 * 65536 + 1


FLOOD_OF_PIECES = "import os\nfor n in range(400): os.write(1, b'x' * 65536)"


def test_a_paused_transport_makes_the_child_wait_and_loses_nothing() -> None:
    async def use(transport: StdioTransport, recorder: Recorder) -> None:
        transport.pause()
        pipe = transport._process.stdout
        assert pipe is not None
        async with asyncio.timeout(20):
            while unread(pipe.fileno()) < 65536:
                await asyncio.sleep(0.005)
        assert recorder.data("stdout") == b""
        transport.resume()
        await recorder.until(lambda: recorder.closed("stdout"))

    assert len(run(python(FLOOD_OF_PIECES), use).data("stdout")) == 400 * 65536


def unread(number: int) -> int:
    """Bytes that wait in a pipe."""
    waiting = array("i", [0])
    fcntl.ioctl(number, termios.FIONREAD, waiting)
    return waiting[0]


def test_a_paused_reading_thread_holds_a_bounded_amount() -> None:
    async def main() -> int:
        taken: list[bytes] = []
        ended = asyncio.Event()
        child = subprocess.Popen(  # noqa: ASYNC220  it is the thing under test
            [sys.executable, "-c", FLOOD_OF_PIECES], stdout=subprocess.PIPE
        )
        assert child.stdout is not None
        loop = asyncio.get_running_loop()
        reader = PipeReader(child.stdout, loop, lambda data, _: taken.append(data), lambda _: ended.set())
        reader.pause()
        async with asyncio.timeout(20):
            while reader._read_bytes <= WAITING_BYTES:
                await asyncio.sleep(0.005)
        assert taken == []
        assert reader._read_bytes <= WAITING_BYTES + CHUNK_BYTES
        reader.resume()
        await asyncio.wait_for(ended.wait(), 20)
        reader.join()
        child.wait()
        return sum(map(len, taken))

    assert asyncio.run(main()) == 400 * 65536


def test_a_flood_leaves_the_loop_alive() -> None:
    code = "import os\nline = b'x' * 199 + b'\\n'\nfor _ in range(2000): os.write(1, line * 100)"
    longest = 0.0

    async def use(transport: StdioTransport, recorder: Recorder) -> None:
        nonlocal longest
        last = time.monotonic()
        while recorder.closed("stdout") is None:
            await asyncio.sleep(0.001)
            now = time.monotonic()
            longest, last = max(longest, now - last), now

    recorder = run(python(code), use)
    assert recorder.data("stdout").count(b"\n") == 200_000
    assert longest < 0.25  # a shared machine; the benchmark has the real figure


# -- the child ends or misbehaves ----------------------------------------------------------------------


def test_a_child_that_ends_by_itself_closes_its_channels_and_then_exits() -> None:
    async def use(transport: StdioTransport, recorder: Recorder) -> None:
        await recorder.until(lambda: "exited" in recorder.steps())
        assert (transport.exit_code, transport.signal, transport.exit_text) == (17, "", "exit code 17")

    recorder = run(python("import sys; print('last words'); sys.exit(17)"), use)
    last = recorder.arrivals[-1]
    assert recorder.closed("stdout") == ChannelClosed("stdout")
    assert recorder.closed("stderr") == ChannelClosed("stderr")
    assert last == recorder.step("exited")
    assert recorder.step("exited").data["exit_code"] == 17
    assert recorder.data("stdout") == b"last words\n"


def test_a_signal_is_named() -> None:
    async def use(transport: StdioTransport, recorder: Recorder) -> None:
        await recorder.until(lambda: "exited" in recorder.steps())
        assert (transport.exit_code, transport.exit_text) == (None, "killed by SIGSEGV")

    recorder = run(python("import os, signal; os.kill(os.getpid(), signal.SIGSEGV)"), use)
    assert recorder.step("exited").data["signal"] == "SIGSEGV"


def test_a_closed_stdin_is_an_arrival_and_not_an_exception() -> None:
    code = "import os, time; os.close(0); print('closed'); time.sleep(60)"

    async def use(transport: StdioTransport, recorder: Recorder) -> None:
        await recorder.until(lambda: recorder.data("stdout"))
        transport.carry_out(Send("stdin", b"x"))
        await recorder.until(lambda: recorder.all(ChannelClosed, "stdin"))
        transport.carry_out(Send("stdin", b"y"))
        await recorder.until(lambda: len(recorder.all(ChannelClosed, "stdin")) == 2)

    recorder = run(python(code), use, grace_s=0.1)
    first, second = recorder.all(ChannelClosed, "stdin")
    assert "closed its stdin" in first.error
    assert "not sent" in second.error
    assert recorder.all(Sent) == []


def test_a_large_message_to_a_child_that_dies_is_an_arrival() -> None:
    async def use(transport: StdioTransport, recorder: Recorder) -> None:
        transport.carry_out(Send("stdin", b"x" * 10_000_000))
        await recorder.until(lambda: recorder.all(ChannelClosed, "stdin") and "exited" in recorder.steps())

    recorder = run(python("import os, time; os.read(0, 10); os._exit(3)"), use)
    assert recorder.all(Sent) == []


def test_an_order_after_closing_is_answered_with_an_error() -> None:
    async def main() -> Recorder:
        recorder = Recorder()
        transport = StdioTransport(python(ECHO), recorder)
        await transport.start()
        await transport.close()
        transport.carry_out(Send("stdin", b"x"))
        await recorder.until(lambda: recorder.all(ChannelClosed, "stdin"))
        return recorder

    assert "not sent" in asyncio.run(main()).all(ChannelClosed, "stdin")[0].error


# -- the same on the window's loop -----------------------------------------------------------------------


@pytest.mark.gui
def test_it_works_on_the_loop_of_the_window(arun: Any) -> None:
    big = b"y" * 3_000_000

    async def main() -> Recorder:
        recorder = Recorder()
        transport = StdioTransport(python(ECHO), recorder)
        await transport.start()
        for number in range(100):
            transport.carry_out(Send("stdin", b"%d" % number))
        transport.carry_out(Send("stdin", big))
        await recorder.until(lambda: recorder.data("stdout").endswith(b"y\n"))
        await transport.close()
        return recorder

    recorder = arun(main())
    assert recorder.data("stdout") == b"".join(b"%d\n" % number for number in range(100)) + big + b"\n"
    assert len(recorder.all(Sent)) == 1
    assert recorder.steps() == ["started", "stdin-closed", "exited"]


@pytest.mark.gui
def test_a_flood_on_the_loop_of_the_window_is_taken_whole(arun: Any) -> None:
    code = "import os\nline = b'x' * 199 + b'\\n'\nfor _ in range(500): os.write(1, line * 100)"

    async def main() -> Recorder:
        recorder = Recorder()
        transport = StdioTransport(python(code), recorder)
        await transport.start()
        await recorder.until(lambda: "exited" in recorder.steps())
        await transport.close()
        return recorder

    assert arun(main()).data("stdout").count(b"\n") == 50_000


# -- servers nobody here wrote ---------------------------------------------------------------------------


@pytest.mark.real
@pytest.mark.parametrize("name", ["everything", "time"])
def test_a_real_server_answers(name: str, real_servers: Any) -> None:
    command, *args = real_servers(name)

    async def use(transport: StdioTransport, recorder: Recorder) -> None:
        transport.carry_out(Send("stdin", INITIALIZE))
        await recorder.until(lambda: b"\n" in recorder.data("stdout"))

    recorder = run(StdioTarget(command, tuple(args)), use)
    answer = json.loads(recorder.data("stdout").split(b"\n")[0])
    assert answer["result"]["serverInfo"]["name"]
    assert "exited" in recorder.steps()


@pytest.mark.real
def test_the_torture_server_floods_spams_and_crashes(shared: Path) -> None:
    def call(number: int, tool: str, **arguments: int) -> Send:
        params = {"name": tool, "arguments": arguments}
        message = {"jsonrpc": "2.0", "id": number, "method": "tools/call", "params": params}
        return Send("stdin", json.dumps(message).encode())

    async def use(transport: StdioTransport, recorder: Recorder) -> None:
        transport.carry_out(call(1, "flood", n=20_000))
        transport.carry_out(call(2, "stderr_spam", n=5_000))
        transport.carry_out(call(3, "crash"))
        await recorder.until(lambda: "exited" in recorder.steps())

    recorder = run(StdioTarget(sys.executable, (str(shared / "torture-server.py"),)), use)
    assert recorder.data("stdout").count(b"notifications/message") == 20_000
    assert recorder.data("stderr").count(b"stderr line") == 5_000
    assert recorder.data("stderr").endswith(b"Fatal: boom\n")
    assert recorder.step("exited").data["exit_code"] == 17


def test_servers_that_start_at_once_leave_the_loop_a_moment_between_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A start holds the loop for some milliseconds: 50 of them in one turn would be a window that hangs."""
    began: list[int] = []
    ended: list[int] = []

    def started(target: StdioTarget) -> Started:
        began.append(time.monotonic_ns())
        try:
            return spawn(target)
        finally:
            ended.append(time.monotonic_ns())

    monkeypatch.setattr(stdio, "spawn", started)

    async def main() -> None:
        transports = [StdioTransport(python("input()"), Recorder()) for _ in range(5)]
        await asyncio.gather(*(transport.start() for transport in transports))
        await asyncio.gather(*(transport.close() for transport in transports))

    asyncio.run(main())
    between_ms = [(after - before) / 1e6 for before, after in zip(ended, began[1:], strict=False)]
    assert len(between_ms) == 4
    assert min(between_ms) >= turns.APART_S * 1000


def test_servers_that_end_at_once_are_looked_for_once(monkeypatch: pytest.MonkeyPatch) -> None:
    looks: list[int] = []
    pids = process_tree._pids

    def counted() -> list[int]:
        looks.append(1)
        return pids()

    monkeypatch.setattr(process_tree, "_pids", counted)
    monkeypatch.setattr(process_tree, "_shared", (-1.0, {}))
    monkeypatch.setattr(process_tree, "_SHARED_S", 1000.0)
    trees = [process_tree.ProcessTree(os.getpid()) for _ in range(20)]
    assert all(os.getpid() in tree.refresh() for tree in trees)
    assert looks == [1]
