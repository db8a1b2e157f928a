"""10,000 calls in turn on one stdio connection, recorded, beside a bare asyncio echo on the same pipe.

The bare echo writes a line and awaits `StreamReader.readline`; ours goes through encoding, correlation
and the journal. Headless on plain asyncio, and the same under qasync.
"""

from __future__ import annotations

import asyncio
import sys
import time

from _measure import median, row

CALLS = 10_000
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


async def bare() -> float:
    """Median µs of a line there and back."""
    pipe = asyncio.subprocess.PIPE
    process = await asyncio.create_subprocess_exec(sys.executable, "-c", ECHO, stdin=pipe, stdout=pipe)
    assert process.stdin is not None
    assert process.stdout is not None
    times = []
    for number in range(CALLS):
        started = time.perf_counter()
        line = b'{"jsonrpc":"2.0","id":%d,"method":"ping","params":{"_meta":{"progressToken":%d}}}\n'
        process.stdin.write(line % (number, number))
        await process.stdout.readline()
        times.append(time.perf_counter() - started)
    process.stdin.close()
    await process.wait()
    process._transport.close()  # type: ignore[attr-defined]  # or its destructor runs after the loop
    return median(times) * 1e6


async def ours() -> float:
    """Median µs of `Client.call`, recorded."""
    from inspector.core.client import Client
    from inspector.core.profiles import Profile
    from inspector.trace.journal import Journal
    from inspector.transport import StdioTarget

    journal = Journal.create()
    client = Client(Profile("echo", StdioTarget(sys.executable, ("-c", ECHO)), era="legacy"), journal)
    await client.connect()
    times = []
    for _ in range(CALLS):
        started = time.perf_counter()
        await client.call("ping")
        times.append(time.perf_counter() - started)
    await client.close(0.1)
    journal.sync()
    assert journal.last >= 2 * CALLS
    journal.close()
    return median(times) * 1e6


def under_qasync() -> float:
    """The same with Qt's loop."""
    import qasync
    from PySide6.QtWidgets import QApplication

    application = QApplication.instance() or QApplication([])
    loop = qasync.QEventLoop(application)
    with loop:
        return float(loop.run_until_complete(ours()))


def main() -> int:
    base = asyncio.run(bare())
    plain = asyncio.run(ours())
    qt = under_qasync()
    row("bare asyncio echo, median", base, "µs")
    row("Client.call recorded, asyncio, median", plain, "µs")
    row("  ratio to bare", plain / base, "×", 2.0)
    row("Client.call recorded, qasync, median", qt, "µs")
    row("  ratio to bare", qt / base, "×")
    return 0


if __name__ == "__main__":
    sys.exit(main())
