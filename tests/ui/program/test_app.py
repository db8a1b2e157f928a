"""Start and end of the program in a process of its own."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import psutil
import pytest
from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import QApplication, QLabel, QWidget
from pytestqt.qtbot import QtBot

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


class Opened:
    """A program that only keeps what it is asked to open."""

    def __init__(self, *refused: str) -> None:
        self.told: list[str] = []
        self.refused = refused
        window = SimpleNamespace(
            show=lambda: self.told.append("show"),
            offers=SimpleNamespace(open_file=lambda path: self.told.append(f"offer {path.name}")),
            add_profiles=lambda profiles, saved: self.told.append(f"add {profiles} {saved}"),
        )
        self.program: Any = SimpleNamespace(
            open_file=self._open_file,
            live_window=lambda: self.told.append("live") or window,
            servers=SimpleNamespace(select=lambda name: self.told.append(f"select {name}")),
            state=SimpleNamespace(text=lambda key: f"the last {key}"),
            open_demo=lambda: self.told.append("demo"),
        )

    def _open_file(self, path: Path) -> bool:
        self.told.append(f"open {path.name}")
        return path.name not in self.refused


@pytest.mark.parametrize(
    ("demo", "files", "targets", "told"),
    [
        (False, [], [], ["live", "show", "select the last server"]),
        (True, [], [], ["live", "show", "select the last server", "demo"]),
        (False, [], ["t"], ["live", "show", "select the last server", "add ['t'] False"]),
        (False, ["a.mcptrace"], [], ["open a.mcptrace"]),
        (True, ["a.mcptrace"], [], ["open a.mcptrace", "live", "show", "select the last server", "demo"]),
        (
            False,
            ["a.mcptrace", "x.mcpb"],
            [],
            ["open a.mcptrace", "live", "show", "offer x.mcpb", "select the last server"],
        ),
        (False, ["a.mcptrace", "bad"], [], ["open a.mcptrace", "open bad"]),
        (False, ["bad"], [], ["open bad", "live", "show", "open bad", "select the last server"]),
    ],
)
def test_what_is_opened_at_the_start(
    monkeypatch: pytest.MonkeyPatch, demo: bool, files: list[str], targets: list[Any], told: list[str]
) -> None:
    monkeypatch.delenv("MCPDI_PAINT_STAMP", raising=False)
    made = Opened("bad")
    app._open_windows(made.program, demo, [Path(file) for file in files], targets)
    assert made.told == told


def test_a_file_that_is_handed_over_later_opens_alone() -> None:
    made = Opened()
    app._open_handed(made.program, Path("b.mcptrace"))
    assert made.told == ["open b.mcptrace"]


def test_the_first_paint_is_stamped_once(qtbot: QtBot, tmp_path: Path) -> None:
    window, stamp = QWidget(), tmp_path / "stamp"
    qtbot.addWidget(window)
    app._FirstPaint(str(stamp), window)
    QCoreApplication.sendEvent(window, QEvent(QEvent.Type.Resize))
    before = time.monotonic_ns()
    window.show()
    qtbot.waitUntil(lambda: stamp.exists() and stamp.read_text() != "")
    assert before < int(stamp.read_text()) < time.monotonic_ns()
    stamp.unlink()
    window.repaint()
    qtbot.wait(1)
    assert not stamp.exists()


def test_what_waits_to_be_written_is_written_when_the_program_breaks(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    asked: list[object] = []
    monkeypatch.setattr(app.saving, "finish", lambda loop: asked.append(loop) or ["servers.json: no room"])
    loop: Any = object()
    with app._saved_at_the_end(loop):
        pass
    assert asked == [] and capsys.readouterr().err == ""
    with pytest.raises(KeyError), app._saved_at_the_end(loop):
        raise KeyError("x")
    assert asked == [loop] and capsys.readouterr().err == "servers.json: no room\n"
    monkeypatch.setattr(sys, "stderr", None)
    with pytest.raises(KeyError), app._saved_at_the_end(loop):
        raise KeyError("x")


def test_signals_of_the_terminal_end_the_program_in_order(monkeypatch: pytest.MonkeyPatch) -> None:
    handled: list[tuple[int, object]] = []

    class Loop:
        def add_signal_handler(self, number: int, then: object) -> None:
            if number == signal.SIGTERM:
                raise NotImplementedError
            handled.append((number, then))

    def end() -> None: ...

    program: Any = SimpleNamespace(quit=end)
    monkeypatch.setattr(app.asyncio, "get_running_loop", Loop)
    app._quit_on_signals(program)
    assert handled == [(signal.SIGINT, end), (signal.SIGHUP, end), (signal.SIGQUIT, end)]
    monkeypatch.delattr(app.signal, "SIGHUP")
    handled.clear()
    app._quit_on_signals(program)
    assert len(handled) == 2


def test_the_last_report_says_that_the_program_had_to_end(qtbot: QtBot) -> None:
    dialog = app._last_report("# KeyError", Path("/a/r.md"))
    qtbot.addWidget(dialog)
    words = dialog.findChild(QLabel, "report_words")
    assert words is not None and "had to close" in words.text()
