"""Start and end of the program in a process of its own."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest
from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import QApplication

from inspector.core.servers.saved_servers import Profiles
from inspector.core.storage.settings import Settings
from inspector.trace.journal import Journal
from inspector.ui.program import app
from inspector.ui.program.program import Program
from inspector.ui.session.window_state import WindowState
from inspector.ui.widgets import theme
from inspector.ui.widgets.controls import Notice
from tests.conftest import Runner

pytestmark = [
    pytest.mark.gui,
    pytest.mark.skipif(sys.platform == "win32", reason="SIGTERM ends a process there without asking it"),
]


def _start(tmp_path: Path, *words: str) -> subprocess.Popen[bytes]:
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "MCPDI_PAINT_STAMP": str(tmp_path / "stamp")}
    return subprocess.Popen(
        [sys.executable, "-m", "inspector", *words], env=environment, stderr=subprocess.PIPE
    )


def _wait(condition: object, what: str) -> None:
    deadline = time.monotonic() + 20
    while not condition():  # type: ignore[operator]
        assert time.monotonic() < deadline, what
        time.sleep(0.01)


@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP", "SIGQUIT"])
def test_the_first_paint_is_stamped_and_a_signal_ends_everything_in_order(tmp_path: Path, name: str) -> None:
    before = time.monotonic_ns()
    process = _start(tmp_path, "demo")
    stamp = tmp_path / "stamp"
    _wait(lambda: stamp.exists() and stamp.read_text(), "the first paint")
    assert before < int(stamp.read_text()) < time.monotonic_ns()
    _wait(lambda: psutil.Process(process.pid).children(), "the demo server")
    children = psutil.Process(process.pid).children(recursive=True)
    process.send_signal(getattr(signal, name))
    _, errors = process.communicate(timeout=20)
    assert process.returncode == 0
    assert errors == b""
    assert not any(child.is_running() and child.status() != psutil.STATUS_ZOMBIE for child in children)


def test_a_file_that_cannot_be_opened_is_told_of_in_the_window(
    qloop: object, arun: Runner, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async def main() -> None:
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        theme.install(application, "light")
        profiles = Profiles(tmp_path / "servers.json")
        program = Program(Settings(path=tmp_path / "s.json"), profiles, WindowState(tmp_path / "w.json"))
        app._open_windows(program, False, [tmp_path / "nowhere.mcptrace"], [])
        [window] = program.windows
        notice = window.findChild(Notice, "open_trouble")
        assert notice is not None
        assert "nowhere.mcptrace" in notice.text()
        program.quit()
        await program.finished.wait()
        program.deleteLater()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)

    arun(main())
    assert "nowhere.mcptrace" in capsys.readouterr().err


def test_closing_the_window_of_the_only_session_file_ends_the_program(
    qloop: object, arun: Runner, tmp_path: Path
) -> None:
    session = tmp_path / "one.mcptrace"
    Journal.create(session).close()

    async def main() -> None:
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        theme.install(application, "light")
        profiles = Profiles(tmp_path / "servers.json")
        program = Program(Settings(path=tmp_path / "s.json"), profiles, WindowState(tmp_path / "w.json"))
        app._open_windows(program, False, [session], [])
        program.offer_recovery()
        [window] = program.windows
        window.close()
        await asyncio.wait_for(program.finished.wait(), 10)
        program.deleteLater()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)

    arun(main())


SWITCHING = """
import sys
from pathlib import Path
from inspector.core.servers.saved_servers import Profiles
from inspector.core.storage.settings import Settings
from inspector.ui.program.app import run_program
from inspector.ui.session.window_state import WindowState

async def main(program):
    print(sys.getswitchinterval())
    return 0

folder = Path(sys.argv[1])
settings, profiles = Settings(path=folder / "settings.json"), Profiles(folder / "servers.json")
run_program(main, settings, profiles, WindowState(folder / "window.json"))
print(sys.getswitchinterval())
"""


def test_a_thread_at_work_gives_way_to_the_window_sooner_than_to_others(tmp_path: Path) -> None:
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
    words = [sys.executable, "-c", SWITCHING, str(tmp_path)]
    said = subprocess.run(words, env=environment, capture_output=True, text=True, check=True, timeout=60)
    within, after = map(float, said.stdout.split())
    assert within <= 0.001 and after == sys.getswitchinterval()
