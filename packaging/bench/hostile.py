"""Session files that mean harm and damaged ones: opened by every verb of mcpdi, and in a window.

`hostile.py [DAMAGED [SEED]]`: so many files damaged at random beside those made by intent. What is printed
is the worst of all: seconds until a verb ended, the longest the window stood still, memory at its highest.
"""

from __future__ import annotations

import asyncio
import contextlib
import faulthandler
import io
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from _measure import ROOT, Gaps, in_process, missed, row

sys.path.insert(0, str(ROOT))

from tests.hostile_files import DAMAGED, HOSTILE, damage, make_hostile, whole_session

LONGEST_S = 2.0
MEMORY_MB = 300
SEED = 14
_HANGS_S = 20.0
FORMS = (".jsonl", ".har", ".md", ".html", ".csv", ".otlp.json")


def files(folder: Path, damaged: int, seed: int) -> Iterator[tuple[str, Path]]:
    """Every file, made one after the other."""
    for place, name in enumerate(HOSTILE):
        path = folder / f"hostile-{place}.mcptrace"
        make_hostile(name, path)
        yield name, path
    for number in range(damaged):
        path = folder / f"damaged-{number}.mcptrace"
        whole_session(path)
        damage(path, seed * 100_000 + number)
        yield f"damaged {seed * 100_000 + number}", path


def verbs(path: Path, out: Path) -> list[list[str]]:
    """What a person may do with a file on the command line."""
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


def forget_peak() -> None:
    """Linux only: count the most memory anew."""
    with contextlib.suppress(OSError):
        Path("/proc/self/clear_refs").write_text("5")


def read_all(damaged: int, seed: int) -> int:
    """Every verb on every file; how many went wrong."""
    from inspector.cli.main import main as mcpdi

    wrong, worst, most = 0, (0.0, ""), (0.0, "")
    with tempfile.TemporaryDirectory() as folder:
        for name, path in files(Path(folder), damaged, seed):
            for words in verbs(path, Path(folder) / "out" / "out.mcptrace"):
                (Path(folder) / "out").mkdir(exist_ok=True)
                forget_peak()
                said = io.TextIOWrapper(io.BytesIO())
                told = io.TextIOWrapper(io.BytesIO())
                started = time.perf_counter()
                faulthandler.dump_traceback_later(_HANGS_S, exit=True)  # and say where
                with contextlib.redirect_stdout(said), contextlib.redirect_stderr(told):
                    code = mcpdi(words)
                faulthandler.cancel_dump_traceback_later()
                took = time.perf_counter() - started
                if took > LONGEST_S or peak_mb() > MEMORY_MB:
                    print(f"  {name}: {' '.join(words)}: {took:.1f} s, {peak_mb():.0f} MB", flush=True)
                worst, most = (
                    max(worst, (took, f"{name}: {words[0]}")),
                    max(most, (peak_mb(), f"{name}: {words[0]}")),
                )
                if code not in (0, 1, 2):
                    wrong += 1
                    told.flush()
                    error = told.buffer.getvalue().decode().strip().splitlines()  # type: ignore[attr-defined]
                    print(f"  {name}: {' '.join(words)} ended with {code}: {error[-3:]}", flush=True)
    row("command line: verbs that went wrong", wrong, "", 0)
    row("command line: the longest verb", worst[0], "s", LONGEST_S, worst[1])
    row("command line: memory at most", most[0], "MB", MEMORY_MB, most[1])
    return int(missed())


async def look_at_all(program: Any, damaged: int, seed: int) -> int:
    """Open, paint, walk, filter, count, draw and close every file."""
    from PySide6.QtCore import Qt, QTimer
    from PySide6.QtTest import QTest
    from PySide6.QtWidgets import QPushButton

    from inspector.ui.controls import Notice

    main = program.live_window()
    main.resize(1280, 800)
    main.show()
    await asyncio.sleep(0.5)
    gaps = Gaps()
    timer = QTimer(main)
    timer.setTimerType(Qt.TimerType.PreciseTimer)
    timer.timeout.connect(gaps.tick)
    timer.start(16)

    async def idle(window: Any, limit_s: float = 10.0) -> None:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(limit_s):
                await asyncio.sleep(0.03)
                while window.timeline.busy:
                    await asyncio.sleep(0.005)

    async def look(window: Any) -> None:
        window.resize(1280, 800)
        await idle(window)
        view = window.timeline.view
        view.viewport().repaint()
        for key in (Qt.Key.Key_End, Qt.Key.Key_Home, Qt.Key.Key_PageDown, Qt.Key.Key_Down, Qt.Key.Key_Return):
            QTest.keyClick(view, key)
            view.viewport().repaint()
        window.timeline.rows.set_mode("messages")
        await idle(window)
        QTest.keyClick(view, Qt.Key.Key_End)
        view.viewport().repaint()
        for text in ("is:error", "$.params.name == 'echo'", "x", ""):
            window.timeline.filter.setText(text)
            QTest.keyClick(window.timeline.filter, Qt.Key.Key_Return)
            await idle(window)
            view.viewport().repaint()
        for show in (window.analysis.show_statistics, window.analysis.show_ladder):
            show()
            await asyncio.sleep(0.1)

    worst, most, opened = (0.0, ""), (0.0, ""), 0
    with tempfile.TemporaryDirectory() as folder:
        for name, path in files(Path(folder), damaged, seed):
            faulthandler.dump_traceback_later(_HANGS_S, exit=True)  # and say where
            forget_peak()
            await asyncio.sleep(0.02)
            gaps.reset()
            before = len(program.windows)
            program.open_file(path)
            await asyncio.sleep(0.03)
            offered = [one for one in main.findChildren(QPushButton, "open_readable") if one.isVisible()]
            if offered:
                QTest.mouseClick(offered[-1], Qt.MouseButton.LeftButton)
                main.hide_notice("salvaged")
                told = main.findChildren(Notice)
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(3.0):
                        while len(program.windows) == before and told == main.findChildren(Notice):
                            await asyncio.sleep(0.01)
            if len(program.windows) > before:
                opened += 1
                window = program.windows[-1]
                await look(window)
                window.close()
                await asyncio.sleep(0.02)
            main.hide_notice("open_trouble")
            if gaps.longest_ms > 1000 * LONGEST_S or peak_mb() > MEMORY_MB:
                print(f"  {name}: {gaps.longest_ms:.0f} ms, {peak_mb():.0f} MB", flush=True)
            worst, most = max(worst, (gaps.longest_ms / 1000, name)), max(most, (peak_mb(), name))
    faulthandler.cancel_dump_traceback_later()
    row("window: files opened or in part", opened, "")
    row("window: stood still at most", worst[0], "s", LONGEST_S, worst[1])
    row("window: memory at most", most[0], "MB", MEMORY_MB, most[1])
    return int(missed())


def window(damaged: int, seed: int) -> int:
    """The window's part, in this process."""
    from inspector.core.saved_servers import Profiles
    from inspector.core.settings import Settings
    from inspector.ui.app import run_program
    from inspector.ui.window_state import WindowState

    async def perform(program: Any) -> int:
        return await look_at_all(program, damaged, seed)

    with tempfile.TemporaryDirectory() as folder:
        own = Path(folder)
        settings = Settings(path=own / "s.json", theme="light", keep_sessions_days=0)
        return run_program(perform, settings, Profiles(own / "p.json"), WindowState(own / "w.json"))


PARTS = {"read": read_all, "window": window}


def main() -> int:
    """The figures."""
    words = sys.argv[1:]
    if words[:1] and words[0] in PARTS:
        return PARTS[words[0]](int(words[1]), int(words[2]))
    damaged = int(words[0]) if words else DAMAGED
    seed = int(words[1]) if len(words) > 1 else SEED
    print(f"{len(HOSTILE)} files made by intent, {damaged} damaged at random (seed {seed})", flush=True)
    worst = 0
    for name in PARTS:
        worst = max(worst, in_process(__file__, name, str(damaged), str(seed)))
    return worst


if __name__ == "__main__":
    sys.exit(main())
