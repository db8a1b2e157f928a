"""How true a call's duration is: ours in the timeline beside the server's own measure.

The server stamps when it read the request and when it wrote the answer, on the same monotonic clock, and
works 0 to 5 ms in between. The difference is what a pipe and the stamping cost. Measured headless, and
with the window's loop idle and busy (8 ms of work in every 16 ms).
"""

from __future__ import annotations

import asyncio
import sys
import time

from _measure import median, missed, percentile, row

CALLS = 400
SERVER = (
    "import sys,json,time\n"
    "for line in sys.stdin.buffer:\n"
    "    t0 = time.monotonic_ns(); m = json.loads(line)\n"
    "    if 'id' not in m: continue\n"
    "    if m['method'] == 'initialize':\n"
    "        info = {'name': 'e', 'version': '1'}\n"
    "        r = {'protocolVersion': '2025-11-25', 'capabilities': {}, 'serverInfo': info}\n"
    "    else:\n"
    "        time.sleep((m['id'] % 6) / 1000); r = {'t0': t0}\n"
    "    body = {'jsonrpc': '2.0', 'id': m['id'], 'result': r}\n"
    "    if 't0' in r: r['t1'] = time.monotonic_ns()\n"
    "    sys.stdout.buffer.write(json.dumps(body).encode() + b'\\n'); sys.stdout.buffer.flush()\n"
)


async def measure(busy: bool) -> list[float]:
    """Differences in ms, ours minus the server's."""
    from inspector.core.client import Client
    from inspector.core.profiles import Profile
    from inspector.trace.journal import Journal
    from inspector.transport import StdioTarget

    journal = Journal.create()
    client = Client(Profile("stamp", StdioTarget(sys.executable, ("-c", SERVER)), era="legacy"), journal)
    await client.connect()
    work = asyncio.create_task(working()) if busy else None
    differences = []
    for _ in range(CALLS):
        answer = await client.call("ping")
        exchange = journal.exchange(answer.exchange)
        assert exchange is not None
        value = answer.value
        differences.append((exchange.duration_ns - (value["t1"] - value["t0"])) / 1e6)
        await asyncio.sleep(0.001)
    if work is not None:
        work.cancel()
    await client.close(0.1)
    journal.close()
    return differences


async def working() -> None:
    """8 ms of Python in every 16 ms: as much as a slot may take."""
    while True:
        end = time.perf_counter() + 0.008
        while time.perf_counter() < end:
            pass
        await asyncio.sleep(0.008)


def main() -> int:
    import qasync
    from PySide6.QtWidgets import QApplication

    application = QApplication.instance() or QApplication([])
    plain = asyncio.run(measure(False))
    row("headless, idle: median difference", median(plain), "ms", 0.2)
    for busy, target in ((False, 0.2), (True, None)):
        loop = qasync.QEventLoop(application)
        with loop:
            found = loop.run_until_complete(measure(busy))
        name = "window loop busy" if busy else "window loop idle"
        row(f"{name}: median difference", median(found), "ms", target)
        row(f"{name}: p95 difference", percentile(found, 0.95), "ms", 8.0)
    return int(missed())


if __name__ == "__main__":
    sys.exit(main())
