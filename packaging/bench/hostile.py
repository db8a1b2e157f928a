"""Session files that mean harm and damaged ones: opened by every verb of mcpdi, and in a window.

`hostile.py [DAMAGED [SEED]]`: so many files damaged at random beside those made by intent. What is printed
is the worst of all: the processor time of a verb (beside it the time by the clock on the wall, which other
programs may have taken), the longest the window stood still, memory at its highest.
A process looks at some files only, so that what it needs is not what those before left behind.
"""

from __future__ import annotations

import asyncio
import contextlib
import faulthandler
import io
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

from _measure import ROOT, Gaps, missed, row

sys.path.insert(0, str(ROOT))

from tests.hostile_files import DAMAGED, HOSTILE, damage, make_hostile, whole_session

LONGEST_S = 2.0
MEMORY_MB = 300
SEED = 14
SLICE = 24
"""Files of a process."""
_HANGS_S = 20.0
_OUR_MISTAKE = "this is a mistake of mcpdi"
"""What a verb says that ends by an error of ours: with 1, as when it could not do what was asked."""
FORMS = (".jsonl", ".har", ".md", ".html", ".csv", ".otlp.json")


WRONG, VERB, VERB_MB = "verbs that went wrong", "processor time of a verb at most", "memory of a verb at most"
OPENED, STILL, WINDOW_MB = "files opened or in part", "stood still at most", "memory at most"
FIGURES = {
    WRONG: ("", 0),
    VERB: ("s", LONGEST_S),
    VERB_MB: ("MB", MEMORY_MB),
    OPENED: ("", None),
    STILL: ("s", LONGEST_S),
    WINDOW_MB: ("MB", MEMORY_MB),
}
COUNTS = (WRONG, OPENED)
Worst = dict[str, tuple[float, str]]
"""The highest of a figure, and of which file."""


def files(folder: Path, places: range, seed: int) -> Iterator[tuple[str, Path]]:
    """The files of these places among all, made one after the other."""
    intended = list(HOSTILE)
    for place in places:
        path = folder / f"{place}.mcptrace"
        if place < len(intended):
            name = intended[place]
            make_hostile(name, path)
        else:
            name = f"damaged {seed * 100_000 + place - len(intended)}"
            whole_session(path)
            damage(path, seed * 100_000 + place - len(intended))
        yield name, path


def note(found: Worst, figure: str, value: float, name: str) -> None:
    """Keep the highest."""
    found[figure] = max(found.get(figure, (0.0, "")), (value, name))


def verbs(path: Path, out: Path) -> list[list[str]]:
    """What a user may do with a file on the command line."""
    name = str(path)
    return [
        ["show", name],
        ["show", name, "--json"],
        ["show", name, "--filter", "is:error or $.params.name == 'echo'"],
        ["show", name, "--as", "csv"],
        ["stats", name],
        ["ladder", name],
        ["diff", f"{name}#1", f"{name}#5"],
        *(["export", name, str(out.with_suffix(form))] for form in FORMS),
        ["export", name, str(out), "--redact"],
        ["import", name, str(out)],
        ["merge", name, name, str(out)],
    ]


def peak_mb() -> float:
    """The most memory since `forget_peak`."""
    for line in Path("/proc/self/status").read_text().splitlines():
        if line.startswith("VmHWM:"):
            return int(line.split()[1]) / 1024
    return 0.0


def spent_s() -> float:
    """Processor time of this process and of those that it waited for."""
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system


def forget_peak() -> None:
    """Linux only: count the most memory anew."""
    with contextlib.suppress(OSError):
        Path("/proc/self/clear_refs").write_text("5")


def read_all(places: range, seed: int) -> Worst:
    """Every verb on every file."""
    from inspector.cli.main import main as mcpdi

    found: Worst = {WRONG: (0.0, "")}
    with tempfile.TemporaryDirectory() as folder:
        for name, path in files(Path(folder), places, seed):
            for words in verbs(path, Path(folder) / "out" / "out.mcptrace"):
                (Path(folder) / "out").mkdir(exist_ok=True)
                forget_peak()
                said = io.TextIOWrapper(io.BytesIO())
                told = io.TextIOWrapper(io.BytesIO())
                started, before = time.perf_counter(), spent_s()
                faulthandler.dump_traceback_later(_HANGS_S, exit=True)  # and say where
                with contextlib.redirect_stdout(said), contextlib.redirect_stderr(told):
                    code = mcpdi(words)
                faulthandler.cancel_dump_traceback_later()
                worked, took = spent_s() - before, time.perf_counter() - started
                what = f"{name}: {words[0]}"
                note(found, VERB, worked, f"{what}; {took:.2f} s by the clock")
                note(found, VERB_MB, peak_mb(), what)
                told.flush()
                error = told.buffer.getvalue().decode().strip().splitlines()
                if code not in (0, 1, 2) or any(_OUR_MISTAKE in line for line in error):
                    found[WRONG] = (found[WRONG][0] + 1, what)
                    print(f"  {name}: {' '.join(words)} ended with {code}: {error[-3:]}", flush=True)
    return found


async def look_at_all(found: Worst, places: range, seed: int, program: Any) -> int:
    """Open, paint, walk, filter, count, draw and close every file, as a user would: one thing a turn."""
    from PySide6.QtCore import Qt, QTimer
    from PySide6.QtTest import QTest
    from PySide6.QtWidgets import QPushButton

    main = program.live_window()
    main.resize(1280, 800)
    main.show()
    await asyncio.sleep(0.5)
    gaps = Gaps()

    def tick() -> None:
        faulthandler.dump_traceback_later(_HANGS_S, exit=True)  # and say where
        gaps.tick()

    timer = QTimer(main)
    timer.setTimerType(Qt.TimerType.PreciseTimer)
    timer.timeout.connect(tick)
    timer.start(16)

    async def idle(window: Any, limit_s: float = 10.0) -> None:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(limit_s):
                await asyncio.sleep(0.03)
                while window.timeline.busy:
                    await asyncio.sleep(0.005)

    async def press(widget: Any, key: Qt.Key) -> None:
        QTest.keyClick(widget, key)
        await asyncio.sleep(0.03)  # it is painted

    async def look(window: Any) -> None:
        window.resize(1280, 800)
        await idle(window)
        view = window.timeline.view
        for key in (Qt.Key.Key_End, Qt.Key.Key_Home, Qt.Key.Key_PageDown, Qt.Key.Key_Down, Qt.Key.Key_Return):
            await press(view, key)
        window.timeline.rows.set_mode("messages")
        await idle(window)
        await press(view, Qt.Key.Key_End)
        for text in ("is:error", "$.params.name == 'echo'", "x", ""):
            window.timeline.filter.setText(text)
            await press(window.timeline.filter, Qt.Key.Key_Return)
            await idle(window)
        for name in ("statistics", "ladder"):
            window.bench.show_beside(name)
            await asyncio.sleep(0.1)

    found[OPENED] = (0.0, "")
    with tempfile.TemporaryDirectory() as folder:
        for name, path in files(Path(folder), places, seed):
            await asyncio.sleep(0.02)
            forget_peak()
            gaps.reset()
            before = len(program.windows)
            program.open_file(path)
            offered: list[QPushButton] = []
            with contextlib.suppress(TimeoutError):  # refused for good
                async with asyncio.timeout(0.5):
                    while len(program.windows) == before and not offered:
                        await asyncio.sleep(0.01)
                        buttons = main.findChildren(QPushButton, "open_readable")
                        offered = [one for one in buttons if one.isVisible()]
            if offered:
                QTest.mouseClick(offered[-1], Qt.MouseButton.LeftButton)
                main.hide_notice("salvaged")
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(3.0):
                        while len(program.windows) == before:  # or nothing can be read
                            await asyncio.sleep(0.01)
            if len(program.windows) > before:
                found[OPENED] = (found[OPENED][0] + 1, "")
                window = program.windows[-1]
                await look(window)
                window.close()
                await asyncio.sleep(0.02)
            main.hide_notice("open_trouble")
            what = f"{name}; the window's thread worked {gaps.worked_ms / 1000:.2f} s of it"
            note(found, STILL, gaps.longest_ms / 1000, what)
            note(found, WINDOW_MB, peak_mb(), name)
    timer.stop()
    faulthandler.cancel_dump_traceback_later()
    return 0


def window(places: range, seed: int) -> Worst:
    """The window's part, in this process."""
    from inspector.core.servers.saved_servers import Profiles
    from inspector.core.storage.settings import Settings
    from inspector.ui.program.app import run_program
    from inspector.ui.session.window_state import WindowState

    found: Worst = {}
    with tempfile.TemporaryDirectory() as folder:
        own = Path(folder)
        settings = Settings(path=own / "s.json", theme="light", keep_sessions_days=0)
        look = partial(look_at_all, found, places, seed)
        run_program(look, settings, Profiles(own / "p.json"), WindowState(own / "w.json"))
    return found


PARTS = {"read": read_all, "window": window}


def in_slices(part: str, count: int, seed: int) -> tuple[Worst, int]:
    """The worst of all processes, added up where it is a count; how many of them did not get to their end."""
    found: Worst = {}
    lost = 0
    for first in range(0, count, SLICE):
        last = min(first + SLICE, count)
        with tempfile.TemporaryDirectory() as folder:
            told = Path(folder) / "found.json"
            words = [sys.executable, __file__, part, str(first), str(last), str(seed), str(told)]
            code = subprocess.run(words).returncode
            if code:
                lost += 1
                print(f"  {part}: files {first} to {last - 1}: ended with {code}", flush=True)
            else:
                for figure, (value, name) in json.loads(told.read_text()).items():
                    if figure in COUNTS:
                        found[figure] = (found.get(figure, (0.0, ""))[0] + value, name)
                    else:
                        note(found, figure, value, name)
    return found, lost


def main() -> int:
    """The figures."""
    words = sys.argv[1:]
    if words[:1] and words[0] in PARTS:
        found = PARTS[words[0]](range(int(words[1]), int(words[2])), int(words[3]))
        Path(words[4]).write_text(json.dumps(found))
        return 0
    damaged = int(words[0]) if words else DAMAGED
    seed = int(words[1]) if len(words) > 1 else SEED
    print(f"{len(HOSTILE)} files made by intent, {damaged} damaged at random (seed {seed})", flush=True)
    for part in PARTS:
        found, lost = in_slices(part, len(HOSTILE) + damaged, seed)
        for figure, (value, name) in found.items():
            unit, target = FIGURES[figure]
            row(f"{part}: {figure}", value, unit, target, name)
        row(f"{part}: processes that did not get to their end", lost, "", 0)
    return int(missed())


if __name__ == "__main__":
    sys.exit(main())
