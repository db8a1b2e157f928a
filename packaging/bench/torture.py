"""The torture server with the real window: floods, results of 10 and 50 MB, a crash in mid-call.

A 16 ms timer ticks on the window's own loop; the longest time between two ticks is what a user feels.
Beside it what the official Inspector 2.12.0 does on the same server (measured, official-inspector.md).
"""

from __future__ import annotations

import asyncio
import gc
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from _measure import TORTURE, Gaps, median, missed, row, rss_mb

FLOOD = 100_000
BIG_ROWS = 100_000  # about 10 MB of JSON in one text block

FLOODER = """
import json, sys
out, count = sys.stdout.buffer, int(sys.argv[1])
line = b'{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":"%07d %s"}}\\n'
for text in sys.stdin.buffer:
    message = json.loads(text)
    if "id" not in message:
        continue
    result = {"protocolVersion": "2025-11-25", "capabilities": {"tools": {}, "logging": {}},
              "serverInfo": {"name": "flood", "version": "1"}}
    if message["method"] == "tools/list":
        result = {"tools": []}
    if message["method"] == "tools/call":
        result = {"content": []}
        for start in range(0, count, 100):
            out.write(b"".join(line % (start + n, b"x" * 105) for n in range(100)))
    out.write(json.dumps({"jsonrpc": "2.0", "id": message["id"], "result": result}).encode() + b"\\n")
    out.flush()
"""


LARGE = """
import json, sys
out = sys.stdout.buffer
row = '{"id":%d,"name":"row %d","tags":["alpha",null],"city":"\\uc11c\\uc6b8",'
row += '"note":"a line \\\\"of\\\\" some length"}'
def rows(size):
    return ('{"items":[%s]}' % ",".join(row % (n, n) for n in range(size // 100))).encode()
half = rows(5_000_000)
results = {
    "rows": b'{"content":[],"structuredContent":%b}' % rows(50_000_000),
    "both": b'{"content":[{"type":"text","text":%b}],"structuredContent":%b}' % (
        json.dumps(half.decode()).encode(), half),
}
for text in sys.stdin.buffer:
    message = json.loads(text)
    if "id" not in message:
        continue
    result = json.dumps({"protocolVersion": "2025-11-25", "capabilities": {"tools": {}},
                         "serverInfo": {"name": "large", "version": "1"}}).encode()
    if message["method"] == "tools/list":
        tools = [{"name": name, "inputSchema": {"type": "object"}} for name in results]
        result = json.dumps({"tools": tools}).encode()
    if message["method"] == "tools/call":
        result = results[message["params"]["name"]]
    out.write(b'{"jsonrpc":"2.0","id":%d,"result":%b}' % (message["id"], result) + bytes([10]))
    out.flush()
"""


ENDLESS = """
import json, sys
out = sys.stdout.buffer
page = ",".join('{"name":"t%d","description":"%s","inputSchema":{"type":"object"}}' % (n, "x" * 400)
                for n in range(2000))
endless = False
for text in sys.stdin.buffer:
    message = json.loads(text)
    if "id" not in message:
        continue
    result = {"protocolVersion": "2025-11-25", "capabilities": {"tools": {}, "resources": {}},
              "serverInfo": {"name": "endless", "version": "1"}}
    if message["method"] == "tools/list":
        result = {"tools": [{"name": "blank", "inputSchema": {"type": "object"}}]}
    if message["method"] == "resources/list":
        cursor = int(message["params"].get("cursor", 0))
        if not endless:
            out.write(b'{"jsonrpc":"2.0","id":%d,"result":{"resources":[]}}' % message["id"] + bytes([10]))
            out.flush()
            continue
        body = page.replace('"name"', '"uri":"x:%d","name"' % cursor)
        out.write(b'{"jsonrpc":"2.0","id":%d,"result":{"nextCursor":"%d","resources":[%b]}}' % (
            message["id"], cursor + 1, body.encode()) + bytes([10]))
        out.flush()
        continue
    if message["method"] == "tools/call":
        result, endless = {"content": []}, True
        for _ in range(64 if message["params"]["name"] == "blank" else 0):
            out.write(bytes([10]) * (1 << 20))
    out.write(json.dumps({"jsonrpc": "2.0", "id": message["id"], "result": result}).encode() + bytes([10]))
    out.flush()
"""

STREAMING = """
import json, http.server
class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    def log_message(self, *_):
        pass
    def do_GET(self):
        self.send_error(405)
    do_DELETE = do_GET
    def do_POST(self):
        message = json.loads(self.rfile.read(int(self.headers["content-length"])))
        if "id" not in message:
            self.send_response(202)
            self.send_header("content-length", "0")
            self.end_headers()
            return
        result = {"protocolVersion": "2025-11-25", "capabilities": {"tools": {}},
                  "serverInfo": {"name": "streaming", "version": "1"}}
        if message["method"] == "tools/list":
            result = {"tools": [{"name": "lines", "inputSchema": {"type": "object"}}]}
        self.send_response(200)
        self.send_header("content-type", "text/event-stream")
        self.send_header("connection", "close")
        self.end_headers()
        if message["method"] == "tools/call":
            result = {"content": []}
            for _ in range(56):
                self.wfile.write(b"data: 1" + bytes([10]) + (b"data: 1" + bytes([10])) * 131071)
            self.wfile.write(bytes([10, 10]))
        answer = json.dumps({"jsonrpc": "2.0", "id": message["id"], "result": result}).encode()
        self.wfile.write(b"data: " + answer + bytes([10, 10]))
        self.close_connection = True
server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
print(server.server_port, flush=True)
server.serve_forever()
"""


MOST_GAP_MS, MOST_MB = 50, 150


async def watched(gaps: Gaps, work: Any) -> float:
    """Await work and the calm after it; seconds it took."""
    gaps.reset()
    started = time.perf_counter()
    await work
    took = time.perf_counter() - started
    await asyncio.sleep(1.0)  # the window shows the end of it
    return took


async def connected(program: Any, window: Any, profile: Any) -> Any:
    """The client of a profile that was added to the window and is ready."""
    window.add_profiles([profile], saved=False)
    client = program.servers.client(profile.name)
    async with asyncio.timeout(20):
        while client.state != "connected":
            await asyncio.sleep(0.01)
    await asyncio.sleep(1.5)  # its lists are fetched and shown, the first start work is over
    return client


async def perform(program: Any) -> int:
    """All of it, one after the other, in one window."""
    from PySide6.QtCore import Qt, QTimer

    from inspector.core.servers.profiles import Profile
    from inspector.transport import StdioTarget
    from inspector.ui.program.app import settle

    window = program.live_window()
    window.resize(1280, 800)
    window.show()
    gaps = Gaps()
    timer = QTimer()
    timer.setTimerType(Qt.TimerType.PreciseTimer)
    timer.timeout.connect(gaps.tick)
    timer.start(16)
    await settle(program)
    flooder = Profile("flood", StdioTarget(sys.executable, ("-c", FLOODER, str(4 * FLOOD))), era="legacy")
    client = await connected(program, window, flooder)
    before, memory = program.journal.last, rss_mb()
    took = await watched(gaps, client.call_tool("flood", b"{}"))
    recorded = program.journal.last - before
    program.journal.sync()
    row(f"{recorded:,} notifications of 200 bytes recorded, a second", recorded / took, "/s", -40_000)
    row("  of them lost", 4 * FLOOD - (recorded - 2), "", 0)
    row("  longest gap between 16 ms ticks", gaps.longest_ms, "ms", 50, gaps.beside)
    row("  memory grown", rss_mb() - memory, "MB")
    memory = rss_mb()
    await watched(gaps, client.call_tool("flood", b"{}"))
    row("  the same again: longest gap", gaps.longest_ms, "ms", 50, gaps.beside)
    row("  the same again: memory grown", rss_mb() - memory, "MB")
    await client.close()
    await large(program, window, gaps)
    await without_end(program, window, gaps)
    if TORTURE.exists():
        await torture(program, window, gaps)
    timer.stop()
    return 1 if missed() else 0


async def without_end(program: Any, window: Any, gaps: Gaps) -> None:
    """What has no end: blank lines, pages of a list, lines of one event."""
    from inspector.core.servers.profiles import Profile
    from inspector.transport import HttpTarget, StdioTarget

    profile = Profile("endless", StdioTarget(sys.executable, ("-c", ENDLESS)), era="legacy")
    client = await connected(program, window, profile)
    async with asyncio.timeout(60):
        while client.catalog.loading:
            await asyncio.sleep(0.05)
    settled = await memory()
    await client.call_tool("endless", b"{}")
    await watched(gaps, client.list_all("resources"))
    pages = len(client.catalog.pages("resources"))
    row(
        f"a list without an end, {pages} pages of 1 MB taken: longest gap", gaps.longest_ms, "ms", MOST_GAP_MS
    )
    row("  memory grown", await memory() - settled, "MB", MOST_MB)
    took = await watched(gaps, client.call_tool("blank", b"{}"))
    row("64 MB of blank lines", took, "s")
    row("  longest gap between 16 ms ticks", gaps.longest_ms, "ms", MOST_GAP_MS, gaps.beside)
    row("  memory grown", await memory() - settled, "MB", MOST_MB)
    await client.close()
    await asyncio.sleep(1.0)
    row("  kept after disconnecting", await memory() - settled, "MB", MOST_MB / 3)
    server = await asyncio.create_subprocess_exec(
        sys.executable, "-c", STREAMING, stdout=asyncio.subprocess.PIPE
    )
    try:
        assert server.stdout is not None
        port = int(await server.stdout.readline())
        profile = Profile(
            "streaming", HttpTarget(f"http://127.0.0.1:{port}/mcp"), era="legacy", transport="http"
        )
        client = await connected(program, window, profile)
        settled = await memory()
        took = await watched(gaps, client.call_tool("lines", b"{}"))
        row("one event of 56 MB in lines of 8 bytes", took, "s")
        row("  longest gap between 16 ms ticks", gaps.longest_ms, "ms", MOST_GAP_MS, gaps.beside)
        row("  memory grown", await memory() - settled, "MB", MOST_MB)
        await client.close()
        await asyncio.sleep(1.0)
        row("  kept after disconnecting", await memory() - settled, "MB", MOST_MB / 3)
    finally:
        server.kill()
        await server.wait()


async def memory() -> float:
    """MB in use once what is not needed is gone."""
    await asyncio.sleep(0.5)
    gc.collect()
    return rss_mb()


async def large(program: Any, window: Any, gaps: Gaps) -> None:
    """Answers that are structured content, and a text beside it that says the same."""
    from inspector.core.servers.profiles import Profile
    from inspector.transport import StdioTarget

    profile = Profile("large", StdioTarget(sys.executable, ("-c", LARGE)), era="legacy")
    client = await connected(program, window, profile)
    for tool in ("rows", "both"):
        seen = [await run_in_window(window, client, gaps, tool, "{}") for _ in range(5)]
        row(
            f"an answer of {seen[0][0]:.0f} MB run and shown, median of 5",
            median([s for _, s, _ in seen]),
            "s",
        )
        row("  longest gap between 16 ms ticks, median of 5", median([gap for _, _, gap in seen]), "ms", 50)
        row("  longest gap between 16 ms ticks, worst of 5", max(gap for _, _, gap in seen), "ms")
    await client.close()


async def torture(program: Any, window: Any, gaps: Gaps) -> None:
    """The server that freezes the rivals."""
    from inspector.core.servers.profiles import Profile
    from inspector.transport import StdioTarget

    profile = Profile("torture", StdioTarget(sys.executable, (str(TORTURE),)), era="legacy")
    client = await connected(program, window, profile)
    before = program.journal.last
    took = await watched(gaps, client.call_tool("flood", b'{"n": %d}' % FLOOD))
    recorded = program.journal.last - before
    row(f"torture: flood, {recorded:,} records", took, "s", beside="rival: 100 notifications 21-37 s")
    row("  longest gap between 16 ms ticks", gaps.longest_ms, "ms", 50, gaps.beside)
    results = [
        await run_in_window(window, client, gaps, "big_json", f'{{"rows": {BIG_ROWS}}}') for _ in range(3)
    ]
    name = f"torture: JSON result of {results[0][0]:.1f} MB run and shown, median of 3"
    row(name, median([took for _, took, _ in results]), "s", beside="rival: 154 KB 35-55 s")
    row("  longest gap between 16 ms ticks, median of 3", median([gap for _, _, gap in results]), "ms", 50)
    row("  longest gap between 16 ms ticks, worst of 3", max(gap for _, _, gap in results), "ms")
    took = await watched(gaps, client.call_tool("stderr_spam", b'{"n": 20000}'))
    row("torture: 20,000 stderr lines", took, "s")
    row("  longest gap between 16 ms ticks", gaps.longest_ms, "ms", 50, gaps.beside)
    try:
        await client.call_tool("crash", b"{}")
    except Exception as error:  # noqa: BLE001  any end of the call is what is looked at here
        print(f"  torture: crash said: {error}")
    await asyncio.sleep(0.5)
    lost = [
        program.journal.exchange(record.number)
        for record in program.journal.records(program.journal.last - 30, program.journal.last)
        if record.number == record.exchange and record.method == "tools/call"
    ]
    kept = bool(lost) and lost[-1].status == "lost" and "Fatal: boom" in list(client.stderr_tail)[-1]
    row("  crash: timeline, stderr tail, exit code 17, unanswered call kept", float(kept), "(1 = yes)", -1)


async def run_in_window(
    window: Any, client: Any, gaps: Gaps, tool: str, arguments: str
) -> tuple[float, float, float]:
    """A large result, run in the tools panel so that it is shown: (MB, seconds, longest gap ms)."""
    from PySide6.QtCore import Qt
    from PySide6.QtTest import QTest
    from PySide6.QtWidgets import QListView, QPushButton

    names = [tool["name"] for tool in client.catalog.tools]
    listing = next(view for view in window.findChildren(QListView, "tool_list") if view.isVisible())
    row_number = names.index(tool)
    listing.setCurrentIndex(listing.model().index(row_number, 0))
    await asyncio.sleep(0.5)
    editor_form = next(w for w in window.findChildren(object, "tool_form") if w.isVisible())
    editor_form.set_text(arguments)
    await asyncio.sleep(0.3)
    button = next(b for b in window.findChildren(QPushButton, "run_button") if b.isVisible())
    gaps.reset()
    started = time.perf_counter()
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    await asyncio.sleep(0.05)
    async with asyncio.timeout(60):
        while client.open_exchanges():
            await asyncio.sleep(0.01)
    took = time.perf_counter() - started
    await asyncio.sleep(3.0)
    journal = client.journal
    answer = journal.exchange(max(r.exchange for r in journal.records(journal.last - 20, journal.last)))
    size = answer.answer_size / 1e6 if answer else 0
    print(f"    {size:.0f} MB: {gaps.longest_ms:.0f} ms; {gaps.beside}", flush=True)
    return size, took, gaps.longest_ms


def main() -> int:
    from inspector.core.servers.saved_servers import Profiles
    from inspector.core.storage.settings import Settings
    from inspector.ui.program.app import run_program
    from inspector.ui.session.window_state import WindowState

    with tempfile.TemporaryDirectory() as folder:
        own = Path(folder)
        settings = Settings(path=own / "s.json", theme="light", keep_sessions_days=0)
        return run_program(perform, settings, Profiles(own / "p.json"), WindowState(own / "w.json"))


if __name__ == "__main__":
    sys.exit(main())
