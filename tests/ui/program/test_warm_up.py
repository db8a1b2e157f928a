"""What the start loads, and that what comes after it comes in small steps."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from inspector.ui.program.warm_up import WARMED

pytestmark = pytest.mark.gui

ROOT = Path(__file__).resolve().parents[3]
LATE = {
    # of ours
    *("inspector.cli", "inspector.demo", "inspector.core.client.client", "inspector.core.doctor"),
    *("inspector.transport.stdio", "inspector.schema.fields", "inspector.schema.check"),
    *("inspector.ui.forms.form", "inspector.ui.json.editor.editor", "inspector.ui.panels.calling.calling"),
    *("inspector.ui.detail.pane", "inspector.ui.text.big_text", "inspector.ui.windows.record_window"),
    *(
        "inspector.ui.servers.edit_server",
        "inspector.ui.servers.transfer.import_servers",
        "inspector.ui.windows.preferences",
    ),
    *(
        "inspector.ui.help.book",
        "inspector.ui.help.window",
        "inspector.ui.help.key_groups",
        "inspector.ui.windows.about",
    ),
    *(
        "inspector.ui.analysis.ladder_pane",
        "inspector.ui.analysis.statistics_pane",
        "inspector.ui.analysis.compare_pane",
    ),
    # of others
    *("anyio", "certifi", "click", "cryptography", "h11", "httpx", "jsonschema_rs", "jwt", "keyring"),
    *("markdown_it", "mcp_types", "pygments", "qtawesome", "ruamel", "tomlkit", "watchfiles", "websockets"),
}
MOST = 307  # modules of ours beside packages; as many as when this was written
STEP = 12  # modules of ours that one step may load: 8 ms at half a millisecond each and some for others

PAINTED = """
import asyncio, os, sys
from pathlib import Path
from inspector.core.servers.saved_servers import Profiles
from inspector.core.storage.settings import Settings
from inspector.ui.program import app
from inspector.ui.session.window_state import WindowState

folder = Path(sys.argv[1])

async def main(program):
    app._open_windows(program, False, [], [])
    while not Path(os.environ["MCPDI_PAINT_STAMP"]).exists():
        await asyncio.sleep(0.01)
    print(" ".join(sys.modules))
    return 0

settings, profiles = Settings(path=folder / "settings.json"), Profiles(folder / "servers.json")
code = app.run_program(main, settings, profiles, WindowState(folder / "window.json"))
"""

WARM = (
    PAINTED
    + """
from importlib import import_module
from inspector.ui.program.warm_up import WARMED
for name in WARMED:
    before = set(sys.modules)
    import_module(name)
    print(name, *(set(sys.modules) - before))
"""
)

BESIDE = """
import asyncio, sys, threading
from inspector.ui.program import warm_up

def heard(event, about):
    if event == "import" and about[0] == "markdown_it.main":
        print(threading.current_thread() is threading.main_thread())

sys.addaudithook(heard)
warm_up.WARMED = ()
asyncio.run(warm_up.warm_up())
"""


def lines_of(script: str, folder: Path) -> list[list[str]]:
    environment = {
        **os.environ,
        "QT_QPA_PLATFORM": "offscreen",
        "MCPDI_PAINT_STAMP": str(folder / "stamp"),
        "XDG_STATE_HOME": str(folder / "state"),
    }
    done = subprocess.run(
        [sys.executable, "-c", script, str(folder)],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
    return [line.split() for line in done.stdout.splitlines()]


def ours(modules: list[str]) -> list[str]:
    """Those of ours that hold code; a package of ours holds a sentence, in most cases."""
    return [
        name
        for name in modules
        if name.startswith("inspector.") and not (ROOT / name.replace(".", "/")).is_dir()
    ]


def test_the_window_is_painted_without_what_only_a_later_use_needs(tmp_path: Path) -> None:
    [loaded] = lines_of(PAINTED, tmp_path)
    assert "inspector.ui.timeline.pane" in loaded
    assert set(loaded) & LATE == set()
    assert len(ours(loaded)) <= MOST


def test_after_the_paint_the_rest_is_loaded_in_small_steps(tmp_path: Path) -> None:
    painted, *steps = lines_of(WARM, tmp_path)
    assert [name for name, *_ in steps] == list(WARMED)
    for name, *loaded in steps:
        assert name in loaded, f"{name} is loaded already: it stands at the wrong place or is needed no more"
        assert len(ours(loaded)) <= STEP, f"{name} loads {len(loaded)} modules: name one of them before it"
    everything = {*painted, *(name for _, *loaded in steps for name in loaded)}
    assert {
        "inspector.core.client.client",
        "inspector.ui.panels.tools",
        "inspector.ui.detail.pane",
    } <= everything


def test_what_can_only_be_loaded_in_one_large_step_is_loaded_beside_the_loop(tmp_path: Path) -> None:
    assert lines_of(BESIDE, tmp_path) == [["False"]]
