"""What a user does in the window, and the longest turn of its loop meanwhile: so long it stands still.

A turn is counted by the clock on the wall, as a user waits; its processor time stands beside it, for a busy
machine. The first time of most things comes once in a process: five processes, medians. Nothing should be
over 8 ms, a change of theme or zoom over 100 ms; what is, is shown here with what it takes.
"""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from _measure import median, missed, row
from _sessions import cached_session

RUNS = 5
RECORDS = 20_000
SORTED = 100_000
CALM_S = 0.8  # what an act sets off comes within it
TARGET_MS = 8
RESTYLED_MS = 100  # every widget in sight has other colours, or another size
RESTYLING = ("theme_dark", "theme_light", "zoom_in", "zoom_out")


class Turns:
    """Time between two times that the loop looks for events: (by the clock, of the processor) in ms."""

    def __init__(self) -> None:
        from PySide6.QtCore import QAbstractEventDispatcher, Qt, QTimer

        self.longest_ms = (0.0, 0.0)
        self._last = (time.perf_counter(), time.thread_time())
        dispatcher = QAbstractEventDispatcher.instance()
        dispatcher.awake.connect(self._turn)
        dispatcher.aboutToBlock.connect(self._turn)
        self._ticker = QTimer()  # the loop never waits for long: that would count as a turn
        self._ticker.setTimerType(Qt.TimerType.PreciseTimer)
        self._ticker.start(1)

    def _turn(self) -> None:
        now, last = (time.perf_counter(), time.thread_time()), self._last
        self.longest_ms = max(self.longest_ms, ((now[0] - last[0]) * 1000, (now[1] - last[1]) * 1000))
        self._last = now

    def reset(self) -> None:
        """Forget what was."""
        self.longest_ms = (0.0, 0.0)

    async def during(self, act: Callable[[], object], calm_s: float = CALM_S) -> tuple[float, float]:
        """Do something; the longest turn until it is calm again."""
        await asyncio.sleep(0.05)
        self.reset()
        act()
        await asyncio.sleep(calm_s)
        return self.longest_ms


async def perform(found: dict[str, tuple[float, float]], program: Any) -> int:
    """Everything once, in the order in which somebody might."""
    from PySide6.QtCore import Qt
    from PySide6.QtTest import QTest

    from inspector.core.servers.profiles import demo_profile
    from inspector.trace.sorting import RowSort
    from inspector.ui.program.app import settle
    from inspector.ui.servers.edit_server import EditServer

    window = program.live_window()
    window.resize(1280, 800)
    window.show()
    await settle(program)
    turns = Turns()
    found["connect the demo server"] = await turns.during(program.open_demo, 3.0)
    tabs = window.workspace.tabs
    for key in ("resources", "prompts", "tasks", "subscriptions", "inputs", "raw", "server", "console"):
        found[f"first look at {key}"] = await turns.during(partial(window.workspace.show_panel, key))
    found["a tab again"] = await turns.during(partial(tabs.setCurrentIndex, 0))
    found["run a tool"] = await turns.during(window.workspace.current_panel().run)
    views = ("view_traffic", "view_run")
    for when, name in ((when, name) for when in ("first", "again") for name in views):
        found[f"{name}, {when}"] = await turns.during(window.actions_by_key[name].trigger)
    for name in ("close the drawer", "open the drawer"):
        found[name] = await turns.during(window.actions_by_key["fold_drawer"].trigger)
    for name in RESTYLING:
        found[name] = await turns.during(window.actions_by_key[name].trigger, 2.0)
    view = window.timeline.view
    for name, key in (("select the first row", Qt.Key.Key_Home), ("select another row", Qt.Key.Key_Down)):
        found[name] = await turns.during(partial(QTest.keyClick, view, key))
    for name in ("show_ladder", "show_statistics", "settings", "help"):
        found[f"open: {name}"] = await turns.during(window.actions_by_key[name].trigger)
    found["open: the form of a server"] = await turns.during(partial(window.edit, "demo"))
    window.findChild(EditServer).close()
    found["another server"] = await turns.during(
        partial(window.add_profiles, [demo_profile()], saved=False), 3.0
    )
    names = program.servers.names()
    found["switch between servers"] = await turns.during(partial(program.servers.select, names[0]))
    path = cached_session(RECORDS)
    found[f"open a session of {RECORDS:,} records"] = await turns.during(
        partial(program.open_file, path), 3.0
    )
    typed = program.windows[-1].timeline.filter
    found["type a filter"] = max(
        [await turns.during(partial(QTest.keyClicks, typed, letter), 0.1) for letter in 'size > 300 and "x"']
    )
    program.open_file(cached_session(SORTED))
    rows = program.windows[-1].timeline.rows
    await asyncio.sleep(3.0)
    for key in ("duration", "method"):
        found[f"sort {SORTED:,} records by {key}"] = await turns.during(
            partial(rows.set_sort, RowSort(key, False)), 3.0
        )
    return 0


def one_run() -> int:
    """One measured process; what it found as JSON."""
    from inspector.core.servers.saved_servers import Profiles
    from inspector.core.storage.settings import Settings
    from inspector.ui.program.app import run_program
    from inspector.ui.session.window_state import WindowState

    found: dict[str, tuple[float, float]] = {}
    with tempfile.TemporaryDirectory() as folder:
        own = Path(folder)
        settings = Settings(path=own / "s.json", theme="light", keep_sessions_days=0)
        run_program(partial(perform, found), settings, Profiles(own / "p.json"), WindowState(own / "w.json"))
    print(json.dumps(found))
    return 0


def main() -> int:
    if sys.argv[1:] == ["once"]:
        return one_run()
    for records in (RECORDS, SORTED):
        cached_session(records)
    runs = []
    for _ in range(RUNS):
        done = subprocess.run(
            [sys.executable, __file__, "once"], stdout=subprocess.PIPE, text=True, check=True
        )
        runs.append(json.loads(done.stdout.splitlines()[-1]))
    for name in runs[0]:
        longest, cpu = (median([run[name][which] for run in runs]) for which in (0, 1))
        target = RESTYLED_MS if name in RESTYLING else TARGET_MS
        row(f"{name}: longest turn of the loop", longest, "ms", target, f"cpu {cpu:.1f}")
    return int(missed())


if __name__ == "__main__":
    sys.exit(main())
