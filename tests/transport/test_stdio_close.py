"""Ending a child with all that it started."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import psutil
import pytest

from inspector.private_files import child_mask
from inspector.protocol.wire import ChannelClosed, Send
from inspector.transport import process_tree, spawn
from inspector.transport.process_tree import (
    ProcessTree,
    pipe_name,
    signal_name,
    start_options,
    taskkill_command,
)
from inspector.transport.spawn import started_early
from inspector.transport.stdio import StdioTransport
from tests.transport.recorder import Recorder, python

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals and process groups of POSIX")

STUBBORN = (
    "import os, signal, subprocess, sys, time\n"
    "signal.signal(signal.SIGTERM, signal.SIG_IGN)\n"
    "grandchild = subprocess.Popen([sys.executable, '-c', 'import signal, time;"
    'signal.signal(signal.SIGTERM, signal.SIG_IGN); print("ready", flush=True);'
    " time.sleep(300)']{options})\n"
    "print(os.getpid(), grandchild.pid, flush=True)\n"
    "while True: time.sleep(10)\n"
)


def close_after_ready(
    code: str, lines: int, grace_s: float
) -> tuple[Recorder, StdioTransport, float, list[int]]:
    """Run until the child wrote so many lines, then close; the seconds that took, and the pids it wrote."""

    async def main() -> tuple[Recorder, StdioTransport, float, list[int]]:
        recorder = Recorder()
        transport = StdioTransport(python(code), recorder)
        await transport.start()
        await recorder.until(lambda: recorder.data("stdout").count(b"\n") == lines)
        pids = [int(word) for word in recorder.data("stdout").split() if word.isdigit()]
        began = time.monotonic()
        await transport.close(grace_s)
        return recorder, transport, time.monotonic() - began, pids

    return asyncio.run(main())


def alive(pids: list[int]) -> list[int]:
    return [pid for pid in pids if psutil.pid_exists(pid) and psutil.Process(pid).status() != "zombie"]


def test_a_well_behaved_child_ends_when_its_stdin_closes() -> None:
    code = "import sys; print('ready'); sys.stdin.read(); print('bye')"
    recorder, transport, took_s, _ = close_after_ready(code, 1, 5.0)
    assert recorder.steps() == ["started", "stdin-closed", "exited"]
    assert recorder.data("stdout") == b"ready\nbye\n"
    assert transport.exit_code == 0
    assert took_s < 4


def test_a_child_that_ignores_stdin_gets_sigterm() -> None:
    recorder, transport, took_s, _ = close_after_ready(
        "import time; print('ready'); time.sleep(300)", 1, 0.05
    )
    assert recorder.steps() == ["started", "stdin-closed", "terminated", "exited"]
    assert transport.exit_text == "killed by SIGTERM"
    assert took_s < 5


def test_a_child_that_ignores_sigterm_is_killed_with_its_grandchild() -> None:
    recorder, _, _, pids = close_after_ready(STUBBORN.format(options=""), 2, 0.1)
    assert recorder.steps() == ["started", "stdin-closed", "terminated", "killed", "exited"]
    assert recorder.step("exited").data["signal"] == "SIGKILL"
    assert len(pids) == 2 and alive(pids) == []
    elapsed = [recorder.step(name).data["elapsed_s"] for name in ("stdin-closed", "terminated", "killed")]
    assert elapsed == sorted(elapsed, key=lambda value: float(str(value)))


def test_a_grandchild_that_left_the_group_is_killed_too() -> None:
    code = STUBBORN.format(options=", start_new_session=True")
    recorder, _, _, pids = close_after_ready(code, 2, 0.1)
    assert len(pids) == 2 and alive(pids) == []
    assert recorder.closed("stdout") == ChannelClosed("stdout")


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only /proc tells who holds a pipe")
def test_a_daemon_that_holds_the_output_is_killed_too() -> None:
    code = (
        "import os, sys, time\n"
        "if os.fork() == 0:\n"
        "    os.setsid()\n"
        "    if os.fork(): os._exit(0)\n"
        "    print(os.getpid(), flush=True)\n"
        "    time.sleep(300)\n"
        "os.wait(); time.sleep(0.2); print('ready', flush=True); sys.stdin.read()\n"
    )
    recorder, _, _, pids = close_after_ready(code, 2, 1.0)
    assert len(pids) == 1 and alive(pids) == []
    assert "killed" in recorder.steps()
    assert recorder.closed("stdout") is not None


def test_a_child_left_behind_by_a_parent_that_crashed_is_ended() -> None:
    code = (
        "import os, subprocess, sys\n"
        "grandchild = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(300)'],"
        " stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)\n"
        "print(grandchild.pid, flush=True); os._exit(3)\n"
    )

    async def main() -> tuple[Recorder, list[int]]:
        recorder = Recorder()
        transport = StdioTransport(python(code), recorder)
        await transport.start()
        await recorder.until(lambda: "exited" in recorder.steps())
        pids = [int(recorder.data("stdout"))]
        assert alive(pids) == pids
        await transport.close(0.5)
        return recorder, pids

    recorder, pids = asyncio.run(main())
    assert alive(pids) == []
    assert "terminated" in recorder.steps()


def test_exited_is_said_although_a_grandchild_holds_the_output() -> None:
    code = (
        "import os, subprocess, sys\n"
        "subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(300)']); os._exit(4)\n"
    )

    async def main() -> Recorder:
        recorder = Recorder()
        transport = StdioTransport(python(code), recorder)
        await transport.start()
        await recorder.until(lambda: "exited" in recorder.steps())
        assert recorder.closed("stdout") is None
        await transport.close(0.1)
        return recorder

    recorder = asyncio.run(main())
    assert "still holds its output open" in recorder.step("exited").text
    assert recorder.closed("stdout") is not None


async def close_a_paused_flood() -> Recorder:
    recorder = Recorder()
    transport = StdioTransport(python("import os\nwhile True: os.write(1, b'x' * 65536)"), recorder)
    await transport.start()
    await recorder.until(lambda: len(recorder.data("stdout")) > 100_000)
    transport.pause()
    async with asyncio.timeout(20):
        await transport.close(0.1)
    return recorder


def test_a_flooding_child_can_be_closed_while_its_reader_is_paused() -> None:
    recorder = asyncio.run(close_a_paused_flood())
    assert recorder.closed("stdout") == ChannelClosed("stdout")
    assert recorder.arrivals[-1] == recorder.step("exited")


@pytest.mark.gui
def test_a_paused_flood_can_be_closed_on_the_loop_of_the_window(arun: Any) -> None:
    recorder = arun(close_a_paused_flood())
    assert recorder.closed("stdout") == ChannelClosed("stdout")
    assert recorder.arrivals[-1] == recorder.step("exited")


def test_a_child_that_does_not_read_a_large_message_can_be_closed() -> None:
    async def main() -> Recorder:
        recorder = Recorder()
        transport = StdioTransport(python("import time; print('ready'); time.sleep(300)"), recorder)
        await transport.start()
        await recorder.until(lambda: recorder.data("stdout"))
        transport.carry_out(Send("stdin", b"x" * 5_000_000))
        await transport.close(0.1)
        return recorder

    recorder = asyncio.run(main())
    assert "bytes were not sent" in recorder.step("stdin-closed").text


def test_closing_twice_and_at_once_is_one_closing() -> None:
    async def main() -> Recorder:
        recorder = Recorder()
        transport = StdioTransport(python("import sys; sys.stdin.read()"), recorder)
        await transport.start()
        await asyncio.gather(transport.close(), transport.close())
        await transport.close()
        return recorder

    assert asyncio.run(main()).steps() == ["started", "stdin-closed", "exited"]


def test_closing_what_never_started_does_nothing() -> None:
    recorder = Recorder()
    transport = StdioTransport(python(""), recorder)
    asyncio.run(transport.close())
    assert recorder.arrivals == [] and transport.pid is None


def test_a_cancelled_closing_kills_at_once() -> None:
    async def main() -> tuple[Recorder, list[int]]:
        recorder = Recorder()
        transport = StdioTransport(python(STUBBORN.format(options="")), recorder)
        await transport.start()
        await recorder.until(lambda: recorder.data("stdout").count(b"\n") == 2)
        pids = [int(word) for word in recorder.data("stdout").split() if word.isdigit()]
        closing = asyncio.create_task(transport.close(60))
        await recorder.until(lambda: "stdin-closed" in recorder.steps())
        closing.cancel()
        with pytest.raises(asyncio.CancelledError):
            await closing
        return recorder, pids

    recorder, pids = asyncio.run(main())
    assert alive(pids) == []
    assert recorder.step("exited").data["signal"] == "SIGKILL"


@pytest.mark.gui
def test_the_tree_is_killed_on_the_loop_of_the_window(arun: Any) -> None:
    async def main() -> tuple[Recorder, list[int]]:
        recorder = Recorder()
        transport = StdioTransport(python(STUBBORN.format(options="")), recorder)
        await transport.start()
        await recorder.until(lambda: recorder.data("stdout").count(b"\n") == 2)
        pids = [int(word) for word in recorder.data("stdout").split() if word.isdigit()]
        await transport.close(0.1)
        return recorder, pids

    recorder, pids = arun(main())
    assert alive(pids) == []
    assert recorder.steps() == ["started", "stdin-closed", "terminated", "killed", "exited"]


def test_a_child_started_early_that_nobody_took_is_killed_with_its_grandchild() -> None:
    with started_early(python(STUBBORN.format(options=""))):
        process = spawn._waiting[0][1].process
        assert process.stdout is not None
        words = b" ".join((process.stdout.readline(), process.stdout.readline())).split()
        pids = [int(word) for word in words if word.isdigit()]
    assert len(pids) == 2
    # Only the child is ours to wait for; the kernel takes the grandchild in its own time.
    deadline = time.monotonic() + 20
    while alive(pids) and time.monotonic() < deadline:
        time.sleep(0.01)
    assert alive(pids) == []


def test_a_child_started_early_is_taken_over_by_its_transport() -> None:
    target = python("import sys; print('ready'); sys.stdin.read()")

    async def main() -> Recorder:
        recorder = Recorder()
        transport = StdioTransport(target, recorder)
        with started_early(target):
            early = spawn._waiting[0][1].process.pid
            await transport.start()
            assert transport.pid == early
        await recorder.until(lambda: recorder.data("stdout"))
        await transport.close()
        return recorder

    assert asyncio.run(main()).data("stdout") == b"ready\n"


def test_a_tree_does_not_take_our_own_processes_for_its_own() -> None:
    async def main() -> None:
        transport = StdioTransport(python("import sys; sys.stdin.read()"), Recorder())
        await transport.start()
        assert transport.pid is not None
        members = ProcessTree(transport.pid).refresh()
        assert members == [transport.pid]
        assert os.getpid() not in members
        await transport.close()
        assert ProcessTree(transport.pid).end(signal.SIGTERM) == []

    asyncio.run(main())


def test_on_windows_a_group_without_a_console_is_started_and_the_tree_ended_by_force() -> None:
    assert start_options(windows=True) == {"creationflags": 0x08000200}
    assert start_options(windows=False) == {"start_new_session": True, "umask": child_mask()}
    assert taskkill_command(7) == ["taskkill", "/T", "/F", "/PID", "7"]


@pytest.mark.skipif(os.name == "nt", reason="there are no such processes on Windows")
def test_without_proc_the_group_of_a_child_is_known_and_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process_tree, "_PROC", Path("/no/such/folder"))
    waits: Any = {"args": [sys.executable, "-c", "input()"], "stdin": subprocess.PIPE, **start_options()}
    with subprocess.Popen(**waits) as child:
        tree = ProcessTree(child.pid)
        assert tree.refresh() == [child.pid]
        assert tree.end(signal.SIGKILL) == [child.pid]
        assert child.wait() == -signal.SIGKILL
        assert tree.refresh() == [] and tree.end(signal.SIGKILL) == []
    assert tree.end_holders(["pipe:[1]"]) == []


def test_a_signal_is_called_as_people_call_it() -> None:
    assert signal_name(2) == "SIGINT"
    assert signal_name(1000) == "signal 1000"


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only Linux tells pipes by name")
def test_a_pipe_is_called_as_the_system_calls_it() -> None:
    read, write = os.pipe()
    try:
        assert pipe_name(read) == pipe_name(write) == f"pipe:[{os.fstat(read).st_ino}]"
    finally:
        os.close(read)
        os.close(write)
    assert pipe_name(read) == ""
