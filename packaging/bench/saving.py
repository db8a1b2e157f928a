"""How long the window stands still while a user changes what is kept in files.

A setting, a server, a root key by key, each thirty times: from the event to the end of its slot, the longest.
Then once more while another program holds the files for half a second.
"""

from __future__ import annotations

import asyncio
import os
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from _measure import median, row
from PySide6.QtWidgets import QCheckBox, QPlainTextEdit

from inspector.core.servers.profiles import Profile
from inspector.core.servers.saved_servers import Profiles
from inspector.core.storage.settings import Settings
from inspector.core.storage.shared_files import locked
from inspector.transport import StdioTarget
from inspector.ui.program.app import run_program
from inspector.ui.program.program import Program
from inspector.ui.session.window_state import WindowState

SLOT_MS = 8.0
TIMES = 30
HELD_S = 0.5


def main() -> int:
    """Print the figures; 1 when one misses its target."""
    with tempfile.TemporaryDirectory(dir=sys.argv[1] if len(sys.argv) > 1 else None) as folder:
        home = Path(folder)
        state = WindowState(home / "window.json")
        settings, profiles = Settings.load(home / "settings.json"), Profiles(home / "servers.json")
        return run_program(lambda program: _measured(program, home), settings, profiles, state)


async def _measured(program: Program, home: Path) -> int:
    window = program.live_window()
    window.show()
    dialog = program.open_preferences()
    follow, roots = (
        dialog.findChild(QCheckBox, "setting_follow"),
        dialog.findChild(QPlainTextEdit, "setting_roots"),
    )
    name = program.servers.add(Profile("server", StdioTarget("true")))

    def edit_server() -> None:
        server = program.servers.get(name)
        program.servers.change(name, replace(server.profile, timeout_s=server.profile.timeout_s + 1))

    works: dict[str, Callable[[], object]] = {
        "a setting is changed": follow.click,
        "a server is edited": edit_server,
        "a key in the roots": lambda: roots.insertPlainText("a"),
        "the size of the window is kept": lambda: (window.keep_layout(), program.state.save()),
    }
    missed = 0
    print("Alone")
    for what, work in works.items():
        missed += await _row(what, work)
    print(f"While another program holds the file for {HELD_S:g} s")
    for what, work in works.items():
        missed += await _held(what, work, home)
    return int(bool(missed))


async def _row(what: str, work: Callable[[], object]) -> int:
    took = []
    work()  # what it loads first
    for _ in range(TIMES):
        await asyncio.sleep(0.02)
        took.append(_timed(work))
    row(what, max(took), "ms", SLOT_MS, f"median {median(took):.2f}")
    return max(took) > SLOT_MS


async def _held(what: str, work: Callable[[], object], home: Path) -> int:
    held = threading.Event()

    def hold() -> None:
        with locked(home / "settings.json"), locked(home / "servers.json"), locked(home / "window.json"):
            held.set()
            time.sleep(HELD_S)

    thread = threading.Thread(target=hold)
    thread.start()
    held.wait()
    took = _timed(work)
    await asyncio.to_thread(thread.join)
    row(what, took, "ms", SLOT_MS)
    return took > SLOT_MS


def _timed(work: Callable[[], object]) -> float:
    started = time.perf_counter()
    work()
    return (time.perf_counter() - started) * 1000


if __name__ == "__main__":
    sys.exit(main())
