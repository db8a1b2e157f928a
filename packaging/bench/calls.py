"""Calls in turn on one connection, recorded, beside the barest client on the same loop and server.

Over stdio: a line written and `StreamReader.readline` awaited; the first such echo of a process is slow by an
accident of malloc, the second is taken. Over HTTP: httpx on a kept connection. Ours goes through encoding,
correlation and the journal. On plain asyncio and on Qt's loop, in turns; the medians of all calls, with the
processor time of this process beside them.
"""

from __future__ import annotations

import asyncio
import gc
import os
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable, Coroutine, Iterator
from contextlib import contextmanager
from typing import Any

from _measure import ROOT, median, missed, row

CALLS, ROUNDS = 5_000, 3
CALLS_HTTP, ROUNDS_HTTP = 150, 12  # short ones in turns, or the machine's slow moments meet one side only
WARM = 50  # calls that are not counted: code and connection come with the first
LINE = b'{"jsonrpc":"2.0","id":%d,"method":"ping","params":{"_meta":{"progressToken":%d}}}'
HEADERS = {
    "Content-Type": "application/json",
    "Accept": "application/json, text/event-stream",
    "MCP-Protocol-Version": "2025-11-25",
}
ECHO = (
    "import sys,json\n"
    "for line in sys.stdin.buffer:\n"
    "    m = json.loads(line)\n"
    "    if 'id' not in m: continue\n"
    "    info = {'name': 'e', 'version': '1'}\n"
    "    r = {'protocolVersion': '2025-11-25', 'capabilities': {}, 'serverInfo': info}\n"
    "    r = r if m['method'] == 'initialize' else {}\n"
    "    out = json.dumps({'jsonrpc': '2.0', 'id': m['id'], 'result': r}).encode() + b'\\n'\n"
    "    sys.stdout.buffer.write(out); sys.stdout.buffer.flush()\n"
)

Times = tuple[list[float], float]
"""Seconds of each call, and of the processor for all of them."""
Run = Callable[[Coroutine[Any, Any, Times]], Times]


async def timed(call: Callable[[int], Awaitable[object]], calls: int) -> Times:
    """One call after the other."""
    for number in range(WARM):
        await call(number)
    times, worked = [], time.process_time()
    for number in range(WARM, WARM + calls):
        started = time.perf_counter()
        await call(number)
        times.append(time.perf_counter() - started)
    return times, time.process_time() - worked


async def bare_echo() -> Times:
    """A line there and back."""
    pipe = asyncio.subprocess.PIPE
    process = await asyncio.create_subprocess_exec(sys.executable, "-c", ECHO, stdin=pipe, stdout=pipe)
    writer, reader = process.stdin, process.stdout
    assert writer is not None
    assert reader is not None

    async def call(number: int) -> None:
        writer.write(LINE % (number, number) + b"\n")
        await reader.readline()

    found = await timed(call, CALLS)
    writer.close()
    await process.wait()
    process._transport.close()  # type: ignore[attr-defined]  # or its destructor runs after the loop
    return found


async def bare_httpx(url: str) -> Times:
    """A POST there and back."""
    import httpx

    async with httpx.AsyncClient(timeout=None) as client:

        async def call(number: int) -> None:
            (await client.post(url, content=LINE % (number, number), headers=HEADERS)).json()

        return await timed(call, CALLS_HTTP)


async def ours(target: Any, calls: int) -> Times:
    """`Client.call`, recorded."""
    from inspector.core.client.client import Client
    from inspector.core.servers.profiles import Profile
    from inspector.trace.journal import Journal

    journal = Journal.create()
    client = Client(Profile("echo", target, era="legacy"), journal)
    await client.connect()
    found = await timed(lambda _: client.call("ping"), calls)
    await client.close(0.1)
    journal.sync()
    assert journal.last >= 2 * calls
    journal.close()
    return found


def under_qasync(work: Coroutine[Any, Any, Times]) -> Times:
    """With Qt's loop."""
    import qasync
    from PySide6.QtWidgets import QApplication

    application = QApplication.instance() or QApplication([])
    loop = qasync.QEventLoop(application)
    with loop:
        found: Times = loop.run_until_complete(work)
    del loop
    gc.collect()  # its timers may die in this thread alone, and the journal's collects garbage, too
    return found


@contextmanager
def http_server(*words: str) -> Iterator[str]:
    """An HTTP server of our own in a process of its own; its URL."""
    command = [sys.executable, str(ROOT / "tests" / "timed_server.py"), *words]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        yield f"http://127.0.0.1:{process.stdout.readline().strip()}/mcp"
        process.kill()


def beside(
    name: str,
    target: float,
    calls: int,
    rounds: int,
    bare: Callable[[], Times],
    recorded: Callable[[], Times],
) -> None:
    """Both in turns, and how they stand."""
    of_bare, of_ours = [], []
    for _ in range(rounds):
        of_bare.append(bare())
        of_ours.append(recorded())
    told = []
    for what, found in ((f"{name}: bare", of_bare), (f"{name}: recorded", of_ours)):
        told.append(median([one for times, _ in found for one in times]) * 1e6)
        cpu = median([worked for _, worked in found]) / calls * 1e6
        row(what, told[-1], "µs", beside=f"cpu {cpu:.0f} µs")
    row("  ratio", told[1] / told[0], "×", target)


def main() -> int:
    from inspector.transport import HttpTarget, StdioTarget

    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    echo = StdioTarget(sys.executable, ("-c", ECHO))
    loops: tuple[tuple[str, Run, float], ...] = (("asyncio", asyncio.run, 3.0), ("qasync", under_qasync, 5.0))
    asyncio.run(bare_echo())  # the first of a process
    for loop, run, target in loops:
        beside(
            f"stdio, {loop}",
            target,
            CALLS,
            ROUNDS,
            lambda: asyncio.run(bare_echo()),
            lambda run=run: run(ours(echo, CALLS)),  # type: ignore[misc]  # bound in the loop
        )
    with http_server("--work", "0") as url:
        for loop, run, _ in loops:
            beside(
                f"HTTP, {loop}",
                1.3,
                CALLS_HTTP,
                ROUNDS_HTTP,
                lambda run=run: run(bare_httpx(url)),  # type: ignore[misc]  # bound in the loop
                lambda run=run: run(ours(HttpTarget(url), CALLS_HTTP)),  # type: ignore[misc]
            )
    return int(missed())


if __name__ == "__main__":
    sys.exit(main())
