"""JSON of 50 and 100 MB, a string of 10 MB and a million elements in the viewer: paint, stalls, memory, find.

Each document is opened in a process of its own, as a client would have received it: bytes in memory. A frame
is an action with the repaint it causes; a stall is the longest time between two ticks of a 16 ms timer.
Targets are those of the project; times are medians of RUNS openings, stalls the worst of them.
"""

from __future__ import annotations

import asyncio
import gc
import os
import resource
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from _measure import Gaps, in_process, median, missed, row, rss_mb

RUNS = 5
FRAMES = 60
ROW = (
    b'{"id":%d,"name":"row %d","price":%d.50,"tags":["alpha","beta",null],'
    b'"address":{"city":"\xec\x84\x9c\xec\x9a\xb8","zip":"0%05d"},"active":true,"note":"%s"}'
)
NOTE = b'a line of some length, as results have them, with \\u00e9scapes and \\"quotes\\"'
NEEDLE = "the last needle"


def rows_document(size_mb: float, pretty: bool) -> bytes:
    """A result of a tool: an object with a long list of objects, and something to find at its end."""
    import msgspec

    parts, length, number = [], 0, 0
    limit = size_mb * 1e6 / (1.62 if pretty else 1)
    while length < limit:
        parts.append(ROW % (number, number, number, number % 100_000, NOTE))
        length += len(parts[-1]) + 1
        number += 1
    whole = b'{"total":%d,"items":[%s],"end":"%s"}' % (number, b",".join(parts), NEEDLE.encode())
    return msgspec.json.format(whole, indent=2) if pretty else whole


def string_document() -> bytes:
    """One string of 10 MB."""
    text = b"0123456789abcdef" * 655_360 + NEEDLE.encode()
    return b'{"content":[{"type":"text","text":"%s"}]}' % text


def array_document() -> bytes:
    """A million numbers."""
    return b"[" + b",".join(b"%d" % number for number in range(1_000_000)) + b"]"


def objects_document() -> bytes:
    """A million small objects."""
    row_of = b'{"id":%d,"name":"row %d","value":%d.25}'
    return b"[" + b",".join(row_of % (n, n, n * 7919 % 1_000_003) for n in range(1_000_000)) + b"]"


def answer(document: bytes) -> bytes:
    """A tool's answer with a document as structured content."""
    return b'{"jsonrpc":"2.0","id":1,"result":{"content":[],"structuredContent":%b}}' % document


class Stage:
    """A viewer in a window, and a clock that ticks beside it."""

    def __init__(self) -> None:
        from PySide6.QtCore import Qt, QTimer

        from inspector.ui.json.viewer.viewer import JsonViewer

        self.viewer = JsonViewer()
        self.viewer.resize(900, 640)
        self.viewer.show()
        self.gaps = Gaps()
        self._timer = QTimer(self.viewer)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self.gaps.tick)
        self._timer.start(16)

    async def warm(self) -> None:
        """Show something small, so that fonts and code are loaded."""
        self.viewer.set_bytes(b'{"a": [1, {"b": "c"}]}')
        for mode in ("tree", "text"):
            self.viewer.set_mode(mode)
            await self.calm()
        gc.collect()

    async def calm(self, seconds: float = 0.2) -> None:
        """Until the viewer has done all it wanted to do."""
        async with asyncio.timeout(120):
            while not self.viewer.is_ready():
                await asyncio.sleep(0.002)
        await asyncio.sleep(seconds)

    async def opened(self, data: bytes) -> tuple[float, float, float]:
        """(ms to the first paint, ms until everything is there, longest stall in ms) of one opening."""
        viewer = self.viewer
        viewer.clear()
        await self.calm()
        self.gaps.reset()
        started = time.perf_counter()
        viewer.set_bytes(data)
        viewer.text_view.viewport().repaint()
        painted = time.perf_counter()
        await self.calm(0)
        ready = time.perf_counter()
        await asyncio.sleep(0.2)
        return (painted - started) * 1000, (ready - started) * 1000, self.gaps.longest_ms

    async def frames(self, name: str, view: Any, act: Callable[[int], object], count: int = FRAMES) -> None:
        """Time `act` with the repaint it causes, again and again; between them the loop runs on."""
        times = []
        self.gaps.reset()
        for turn in range(count):
            started = time.perf_counter()
            act(turn)
            view.viewport().repaint()
            times.append((time.perf_counter() - started) * 1000)
            await asyncio.sleep(0.01)
        await self.calm()
        row(f"{name}: frame, median", median(times), "ms", 16)
        row(f"{name}: frame, worst", max(times), "ms", 50)
        row(f"{name}: longest stall", self.gaps.longest_ms, "ms", 50)

    async def watched(self, name: str, act: Callable[[], object], until: Callable[[], bool]) -> float:
        """Do something, wait for what comes of it; print time and longest stall."""
        self.gaps.reset()
        started = time.perf_counter()
        act()
        async with asyncio.timeout(120):
            while not until():
                await asyncio.sleep(0.001)
        took = (time.perf_counter() - started) * 1000
        await self.calm()
        row(f"{name}: longest stall", self.gaps.longest_ms, "ms", 50)
        return took


async def opening(stage: Stage, data: bytes) -> None:
    """First paint, stalls while the rest is read."""
    seen = [await stage.opened(data) for _ in range(RUNS)]
    painted, ready, stalls = (list(column) for column in zip(*seen, strict=True))
    row(f"first paint, median of {RUNS}", median(painted), "ms", 100)
    row(f"first paint, worst of {RUNS}", max(painted), "ms")
    row("all of it indented and in the tree, median", median(ready), "ms")
    row(f"longest stall while opening, median of {RUNS}", median(stalls), "ms")
    row(f"longest stall while opening, worst of {RUNS}", max(stalls), "ms", 50)


async def memory(stage: Stage, path: Path, limit: float) -> None:
    """Resident memory with the body, its text and the tree open, as a multiple of the body."""
    gc.collect()
    before = rss_mb()
    data = path.read_bytes()
    size = len(data) / 1e6
    stage.viewer.set_bytes(data)
    await stage.calm()
    row("memory, text shown, times the size", (rss_mb() - before) / size, "x")
    await open_items(stage)
    gc.collect()
    row("memory, tree open, times the size", (rss_mb() - before) / size, "x", limit)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024 / 1e6
    row("memory at its highest, times the size", (peak - before) / size, "x")


async def open_items(stage: Stage) -> None:
    """Open the tree, the long list in it and one of its ranges."""
    viewer, tree = stage.viewer, stage.viewer.tree_view
    viewer.set_mode("tree")
    model = tree.model()
    items = model.index(1, 0)

    def expand() -> None:
        tree.expand(items)

    took = await stage.watched("expand the long list", expand, lambda: model.rowCount(items) > 0)
    row("expand the long list: until its rows are there", took, "ms", 300)
    tree.expand(model.index(0, 0, items))
    await stage.frames("scroll the open tree", tree, scroller(tree))


def scroller(view: Any) -> Callable[[int], object]:
    """Drags the scroll bar of a view about."""
    bar = view.verticalScrollBar()

    def drag(turn: int) -> None:
        bar.setValue(bar.maximum() * ((turn * 7919) % 1000) // 1000)

    return drag


async def finding(stage: Stage, needle: str, target: float = 150) -> None:
    """Type into the find bar; the hit is at the very end."""
    from PySide6.QtWidgets import QLineEdit

    viewer = stage.viewer
    viewer.set_mode("text")
    times = []
    line = viewer.findChild(QLineEdit, "find_text")
    for turn in range(RUNS):
        viewer.text_view.select(0, 0)
        line.parent().open()
        line.clear()
        await stage.calm()

        def type_in(turn: int = turn) -> None:
            line.setText(needle)

        def hit() -> bool:
            start, end = viewer.text_view.selection()
            return end - start == len(needle)

        times.append(await stage.watched(f"find in the text, run {turn + 1}", type_in, hit))
    row("find in the text, hit at the very end, median", median(times), "ms", target)
    row("find in the text, hit at the very end, worst", max(times), "ms")
    line.parent().close_bar()


async def rows_part(stage: Stage, path: Path) -> None:
    """A long list of objects."""
    pretty = "pretty" in path.stem
    await memory(stage, path, 3 if pretty else 4)
    data = path.read_bytes()
    await opening(stage, data)
    await stage.frames("drag through the text", stage.viewer.text_view, scroller(stage.viewer.text_view))
    await finding(stage, NEEDLE)


async def string_part(stage: Stage, path: Path) -> None:
    """One string."""
    data = path.read_bytes()
    await opening(stage, data)
    text, tree = stage.viewer.text_view, stage.viewer.tree_view
    await stage.frames("drag through the text", text, scroller(text))
    await finding(stage, NEEDLE)
    await stage.frames("wrap on and off", text, lambda turn: text.set_wrapped(bool(turn % 2)), 20)
    stage.viewer.set_mode("tree")
    tree.expandAll()
    await stage.frames("scroll the tree", tree, scroller(tree))
    index = tree.model().index(0, 0)
    while tree.model().rowCount(index):
        index = tree.model().index(tree.model().rowCount(index) - 1, 0, index)
    await stage.watched("choose the string", lambda: tree.setCurrentIndex(index), lambda: True)


async def array_part(stage: Stage, path: Path) -> None:
    """A million elements."""
    data = path.read_bytes()
    await opening(stage, data)
    text, tree = stage.viewer.text_view, stage.viewer.tree_view
    await stage.frames("drag through the text", text, scroller(text))
    await finding(stage, "999999")
    stage.viewer.set_mode("tree")
    model = tree.model()
    await stage.watched("open the tree", lambda: None, lambda: model.rowCount() > 0)

    def expand(turn: int) -> None:
        tree.expand(model.index(turn * 15, 0))

    await stage.frames("expand ranges of 1,000", tree, expand, 20)
    await stage.frames("scroll the tree", tree, scroller(tree))


async def objects_part(stage: Stage, path: Path) -> None:
    """A million objects: as an array, then as a table."""
    await array_part(stage, path)
    viewer, page = stage.viewer, stage.viewer.table_view
    model, table = page.model, page.table
    viewer.set_mode("table")
    await stage.watched("open the table", lambda: None, lambda: model.rowCount() == 1_000_000)
    await stage.calm(1.5)  # columns that only later rows have are looked for
    await stage.frames("drag through the table", table, scroller(table))
    for name, act in (
        ("sort the table by numbers", lambda: model.sort_by(2, False)),
        ("sort the table by texts", lambda: model.sort_by(1, True)),
        ("filter the table", lambda: model.set_filter("99999")),
    ):
        took = await stage.watched(name, act, lambda: not model.busy)
        row(f"{name}: done", took, "ms")
    model.set_filter("")
    await stage.calm(3.0)
    await stage.frames("select all, and nothing", table, lambda turn: select(table, turn), 6)


def select(table: Any, turn: int) -> None:
    """Select everything, or nothing."""
    if turn % 2:
        table.clearSelection()
    else:
        table.selectAll()


async def response_part(stage: Stage, path: Path) -> None:
    """An answer that is in the journal, shown in the panel of results."""
    from inspector.protocol.records import Exchange, Record, SessionInfo
    from inspector.trace.journal import Journal
    from inspector.ui.content.result import ResultView
    from inspector.ui.session.feed import Feed
    from inspector.ui.session.selection import Selection

    raw = path.read_bytes()
    journal = Journal.create(path.parent / "answer.mcptrace")
    journal.add_session(SessionInfo(1, "bench", "stdio", "bench"))
    feed = Feed(journal)
    view = ResultView("result_view", journal, feed, Selection(), "")
    view.resize(640, 640)
    view.show()
    await stage.calm()
    times, stalls = [], []
    for _turn in range(RUNS):
        number = journal.next_number()
        at = time.time_ns()
        call = Exchange(number, 1, "out", "tools/call", "rows", started_ns=at, sent_ns=at)
        call.status, call.ended_ns, call.answer, call.answer_size = "done", at, number + 1, len(raw)
        common = {"method": "tools/call", "exchange": number, "valid": True}
        request = Record(number, at, 1, "out", "stdin", "request", raw=b"{}", size=2, **common)
        reply = Record(
            number + 1, at, 1, "in", "stdout", "response", raw=raw, size=len(raw), role="answer", **common
        )
        watch = Painted(view)
        stage.gaps.reset()
        started = time.perf_counter()
        journal.append([request, reply])
        journal.touch(call)
        view.show_exchange(number)
        async with asyncio.timeout(60):
            while not watch.seen():
                await asyncio.sleep(0.001)
        times.append((time.perf_counter() - started) * 1000)
        await asyncio.sleep(2.5)
        stalls.append(stage.gaps.longest_ms)
        view.clear()
        await asyncio.sleep(0.3)
    row(f"an answer: in the journal to first paint, median of {RUNS}", median(times), "ms", 100)
    row(f"an answer: in the journal to first paint, worst of {RUNS}", max(times), "ms")
    row(f"an answer: longest stall, median of {RUNS}", median(stalls), "ms", 50)
    row(f"an answer: longest stall, worst of {RUNS}", max(stalls), "ms")
    view.close()
    view.deleteLater()
    await asyncio.sleep(0.1)
    journal.close()


class Painted:
    """Knows when some JSON in a view has been painted."""

    def __init__(self, view: Any) -> None:
        self._view = view

    def seen(self) -> bool:
        """Whether text is on the screen."""
        from inspector.ui.text.big_text import BigText

        texts = [one for one in self._view.findChildren(BigText) if one.isVisible() and one.data()]
        for text in texts[:1]:
            text.viewport().repaint()
        return bool(texts)


PARTS: dict[str, tuple[Callable[[], bytes], Callable[[Stage, Path], Any]]] = {
    "50 MB pretty": (lambda: rows_document(50, True), rows_part),
    "50 MB minified": (lambda: rows_document(50, False), rows_part),
    "100 MB pretty": (lambda: rows_document(100, True), rows_part),
    "100 MB minified": (lambda: rows_document(100, False), rows_part),
    "an answer of 50 MB": (lambda: answer(rows_document(50, False)), response_part),
    "an answer of 10 MB": (lambda: answer(rows_document(10, False)), response_part),
    "a string of 10 MB": (string_document, string_part),
    "an array of 1,000,000 numbers": (array_document, array_part),
    "an array of 1,000,000 objects": (objects_document, objects_part),
}


def part(name: str, path: Path) -> int:
    """One measured process."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    import qasync
    from PySide6.QtCore import qInstallMessageHandler
    from PySide6.QtWidgets import QApplication

    from inspector.ui.loop.garbage_collector import Collector
    from inspector.ui.widgets import theme

    qInstallMessageHandler(_silent)  # the offscreen platform says something for every window
    app = QApplication([])
    theme.install(app, "light")
    collector = Collector(app)
    loop = qasync.QEventLoop(app)
    app.setQuitOnLastWindowClosed(False)

    async def run() -> None:
        stage = Stage()
        await stage.warm()
        await PARTS[name][1](stage, path)
        stage.viewer.close()
        stage.viewer.deleteLater()
        await asyncio.sleep(0.05)

    with loop:
        loop.run_until_complete(run())
    collector.deleteLater()
    return int(missed())


def _silent(*_message: object) -> None:
    pass


def main() -> int:
    if len(sys.argv) > 2:
        return part(sys.argv[1], Path(sys.argv[2]))
    wanted = sys.argv[1] if len(sys.argv) > 1 else ""
    worst = 0
    for name, (make, _) in PARTS.items():
        if wanted not in name:
            continue
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / f"{name}.json"
            path.write_bytes(make())
            print(f"  -- {name} ({path.stat().st_size / 1e6:.0f} MB)", flush=True)
            worst = max(worst, in_process(__file__, name, str(path)))
    return worst


if __name__ == "__main__":
    sys.exit(main())
