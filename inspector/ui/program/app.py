"""The program with a window: Qt, the loop and `Program` are put together here, and taken apart in order.

Whether a window can open at all is asked before this is imported (`display.py`).
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import sys
import time
from collections.abc import Callable, Coroutine, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final

import qasync
from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QApplication, QDialog

from inspector.core.crash_reports.crash_reports import program_error_of
from inspector.core.crash_reports.log import CrashLog
from inspector.core.install.offers import is_offer_file
from inspector.core.servers.profiles import Profile
from inspector.core.servers.saved_servers import Profiles
from inspector.core.storage.plain_files import close_own_files
from inspector.core.storage.settings import Settings
from inspector.errors import UsageError
from inspector.resources import resource
from inspector.ui.crash_reports import start_failed
from inspector.ui.crash_reports.crash_reports import CrashReporter
from inspector.ui.keyboard import enter_key
from inspector.ui.locale import language
from inspector.ui.loop import breadcrumbs, saving
from inspector.ui.loop.garbage_collector import Collector
from inspector.ui.loop.tasks import spawn
from inspector.ui.program.program import Program
from inspector.ui.program.warm_up import warm_up
from inspector.ui.session.window_state import WindowState
from inspector.ui.widgets import accessible, focus_ring, motion, theme
from inspector.ui.widgets.application import Application

__all__ = ["install_look", "run_program", "run_window", "settle"]

_SWITCH_S: Final = 0.0002  # the wait for a reading thread is 1 ms each time then, not 6

Main = Callable[[Program], Coroutine[Any, Any, int]]


def run_window(*, demo: bool = False, files: Sequence[Path] = (), targets: Sequence[Profile] = ()) -> int:
    """Open the window and stay until the last one is closed; the exit code."""
    _application()
    language.install()  # what is wrong with the settings is said before anybody knows what they want
    close_own_files()
    settings, profiles = Settings.load(), Profiles()
    language.install(settings.language)
    profiles.load()

    async def main(program: Program) -> int:
        _quit_on_signals(program)
        try:
            _open_windows(program, demo, files, targets)
            if isinstance(app := QApplication.instance(), Application):
                app.hand_files_to(partial(_open_handed, program))
            program.offer_recovery()
        except Exception as error:
            if not program.windows:
                raise
            program.crash_reporter.happened(program_error_of(error, "start"))
        notes = [*program.notes(), *profiles.notes]
        if notes:
            program.say("notes", "\n".join(dict.fromkeys(notes)))
        spawn(program, settle(program), "load what the first use needs")
        await program.finished.wait()
        return 0

    return run_program(main, settings, profiles, WindowState())


def _last_report(text: str, path: Path | None) -> QDialog:
    from inspector.ui.crash_reports.report_dialog import ReportDialog  # late: it is for a start that fails

    return ReportDialog(text, path, ended=True)


def run_program(main: Main, settings: Settings, profiles: Profiles, state: WindowState) -> int:
    """Make the application, its loop and a `Program`, run main on them, end everything; its exit code."""
    app = _application()
    app.setApplicationName("MCP Desktop Inspector")
    app.setDesktopFileName("mcp-desktop-inspector")  # by it a desktop finds the name and icon of our windows
    app.setQuitOnLastWindowClosed(False)  # it would end the loop under waiting tasks
    app.setWindowIcon(QIcon(str(resource("icons/mcp-desktop-inspector.svg"))))
    install_look(app, settings)
    log = CrashLog()
    crash_reporter = CrashReporter(log)
    crash_reporter.install()
    breadcrumbs.follow(app, log.note)
    loop = qasync.QEventLoop(app)
    asyncio.set_event_loop(loop)
    loop.set_exception_handler(crash_reporter.loop_trouble)
    try:
        with loop, _window_before_threads(), _saved_at_the_end(loop):
            return int(loop.run_until_complete(_run(main, settings, profiles, state, crash_reporter)))
    except Exception as error:  # noqa: BLE001 - whoever clicked on an icon sees no traceback
        crash_reporter.leave()
        return start_failed.tell(error, _last_report)
    finally:
        asyncio.set_event_loop(None)
        breadcrumbs.leave(app)
        crash_reporter.leave()
        log.close()


def install_look(app: QApplication, settings: Settings) -> None:
    """Give the application what all windows share: theme, motion, focus ring, language, accessibility."""
    accessible.install()
    theme.install(app, settings.theme, settings.zoom)
    motion.install(settings.motion)
    focus_ring.install(app)
    enter_key.install(app)
    language.install(settings.language)


@contextlib.contextmanager
def _window_before_threads() -> Iterator[None]:
    """A thread that reads 50 MB gives the interpreter to the window sooner than after the 5 ms of Python.

    One turn of the loop leaves the interpreter several times, in calls of Qt, and waits each time.
    """
    before = sys.getswitchinterval()
    sys.setswitchinterval(_SWITCH_S)
    try:
        yield
    finally:
        sys.setswitchinterval(before)


@contextlib.contextmanager
def _saved_at_the_end(loop: asyncio.AbstractEventLoop) -> Iterator[None]:
    """At an unexpected end: write what the windows changed last all the same."""
    try:
        yield
    except BaseException:
        for text in saving.finish(loop):
            if sys.stderr is not None:  # a window program of Windows has none
                sys.stderr.write(f"{text}\n")
        raise


def _application() -> QApplication:
    app = QApplication.instance() or Application(sys.argv[:1])
    assert isinstance(app, QApplication)
    return app


async def _run(
    main: Main, settings: Settings, profiles: Profiles, state: WindowState, crash_reporter: CrashReporter
) -> int:
    try:
        program = Program(settings, profiles, state, crash_reporter)
    except UsageError as error:
        sys.stderr.write(f"{error}\n")
        return 1
    try:
        return await main(program)
    finally:
        program.quit()
        await program.finished.wait()


def _open_windows(program: Program, demo: bool, files: Sequence[Path], targets: Sequence[Profile]) -> None:
    offers = [path for path in files if is_offer_file(path)]
    sessions = [path for path in files if path not in offers]
    refused = [path for path in sessions if not program.open_file(path)]
    if len(refused) < len(sessions) and not offers and not demo and not targets:
        return
    window = program.live_window()
    if stamp := os.environ.get("MCPDI_PAINT_STAMP"):
        _FirstPaint(stamp, window)
    window.show()
    for path in refused:
        program.open_file(path)  # now there is a window to say why not
    for path in offers:
        window.offers.open_file(path)
    program.servers.select(program.state.text("server"))
    if demo:
        program.open_demo()
    if targets:
        window.add_profiles(list(targets), saved=False)


def _open_handed(program: Program, path: Path) -> None:
    _open_windows(program, False, [path], ())


class _FirstPaint(QObject):
    """Writes when the first window is painted, for the benchmark (MCPDI_PAINT_STAMP=file)."""

    def __init__(self, path: str, window: QObject) -> None:
        super().__init__(window)
        self._path = path
        self._window = window
        window.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Paint:
            self._window.removeEventFilter(self)
            QTimer.singleShot(0, self._write)  # after the whole window is painted
        return False

    def _write(self) -> None:
        Path(self._path).write_text(str(time.monotonic_ns()))


async def settle(program: Program) -> None:
    """What the window does in its first idle seconds."""
    await warm_up()
    Collector(program)  # over what all of it left


def _quit_on_signals(program: Program) -> None:
    """Ctrl+C and Ctrl+\\ in the terminal and SIGTERM close the window in order, servers included."""
    loop = asyncio.get_running_loop()
    for name in ("SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT"):
        number = getattr(signal, name, None)
        if number is not None:
            # Windows has none of it; a thread of a test may not.
            with contextlib.suppress(NotImplementedError, ValueError, RuntimeError):
                loop.add_signal_handler(number, program.quit)
