"""What every test gets: an empty home, an offscreen Qt, and a check that nothing is left over.

No test sees the user's own settings, servers or sessions, and a test that leaves a process or a window
behind fails by name instead of troubling its neighbours.
"""

from __future__ import annotations

import asyncio
import contextlib
import faulthandler
import gc
import logging
import math
import os
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Coroutine, Iterator
from pathlib import Path
from typing import Any, Final

import hypothesis
import psutil
import pytest
from pytestqt.qtbot import QtBot

from inspector import translation
from tests.servers import RealServers, ServerProcess

ROOT: Final = Path(__file__).resolve().parent.parent
ARUN_LIMIT_S: Final = 180.0
LEFT_OVER_GRACE_S: Final = 10.0
WAIT_MS: Final = 30_000
HANG_S: Final = 600.0
WATCH_S: Final = 30.0
_stderr: Final = os.dup(2)  # before pytest captures it
_QT_FIXTURES: Final = frozenset({"qapp", "qtbot", "qloop", "qtmodeltester"})

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # Started in the background of a shell, which the programs of the tests would inherit: no Ctrl+C there.
    signal.signal(signal.SIGINT, signal.default_int_handler)

# Before anything reads them: platformdirs and Qt look these up once.
_home = Path(tempfile.mkdtemp(prefix="mcpdi-test-home-"))
_MARK: Final = "MCPDI_TEST_RUN"
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ[_MARK] = str(os.getpid())
for _name, _folder in {
    "HOME": "",
    "USERPROFILE": "",
    "APPDATA": "config",
    "LOCALAPPDATA": "local",
    "XDG_CONFIG_HOME": "config",
    "XDG_DATA_HOME": "data",
    "XDG_STATE_HOME": "state",
    "XDG_CACHE_HOME": "cache",
    "XDG_RUNTIME_DIR": "run",
}.items():
    (_home / _folder).mkdir(mode=0o700, exist_ok=True)
    os.environ[_name] = str(_home / _folder)
os.environ["PYTHON_KEYRING_BACKEND"] = "keyring.backends.fail.Keyring"  # never the user's keychain
for _name in ("http_proxy", "https_proxy", "all_proxy", "HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"):
    os.environ.pop(_name, None)  # the servers of the tests are on this machine

# How long an example takes says how busy the machine is.
hypothesis.settings.register_profile(
    "busy",
    hypothesis.settings.default,
    deadline=None,
    suppress_health_check=[hypothesis.HealthCheck.too_slow],
)
hypothesis.settings.load_profile("busy")


def pytest_sessionfinish() -> None:
    """Remove the home of this run."""
    faulthandler.cancel_dump_traceback_later()
    shutil.rmtree(_home, ignore_errors=True)


_watched_since = -math.inf


def pytest_runtest_setup() -> None:
    """End the run, with the stacks of its threads, when a test hangs.

    Starting a watch costs as much as a small test, so that of a test before is kept while it is young.
    """
    global _watched_since
    now = time.monotonic()
    if now - _watched_since > WATCH_S:
        faulthandler.dump_traceback_later(HANG_S + WATCH_S, exit=True, file=_stderr)
        _watched_since = now


# -- nothing is left over ------------------------------------------------------------------------------


_last_file = ""
_modules_frozen = 0


def pytest_runtest_logstart(nodeid: str) -> None:
    """Freeze what was imported, before the first test of a file: then nothing of a test is alive.

    So collecting after a test looks at that test's objects, not at every module.
    """
    global _last_file, _modules_frozen
    file = nodeid.partition("::")[0]
    if file != _last_file and len(sys.modules) > _modules_frozen:
        gc.collect()
        gc.freeze()
        _modules_frozen = len(sys.modules)
    _last_file = file


@pytest.fixture(autouse=True)
def _texts_as_in_the_window() -> Iterator[None]:
    """Texts that know how they were made: whatever cannot take them is found here, not by a user."""
    translation.install(translation.english)
    yield
    translation.install(translation.english)


@pytest.fixture(autouse=True)
def _nothing_left_over(request: pytest.FixtureRequest) -> Iterator[None]:
    before = set(psutil.pids())
    complaints = _Complaints()
    logging.getLogger("asyncio").addHandler(complaints)
    with_qt = not _QT_FIXTURES.isdisjoint(request.fixturenames)
    if with_qt:
        # As in the program: left alone the collector runs in any thread, and destroys widgets there.
        gc.disable()
    else:
        gc.enable()
    yield
    if with_qt:
        from PySide6.QtCore import QCoreApplication, QEvent

        # Only a loop deletes what was told to go, and many tests have none: gigabytes by the end of a run.
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        # Widgets in reference cycles must die here, not in a later test, in whichever thread collects then.
        # pytest would hold the loop longer, whose timers must die here as well.
        request.node.funcargs.clear()
        gc.collect()
    logging.getLogger("asyncio").removeHandler(complaints)
    problems = [*_windows_left(), *_processes_left(before)]
    if problems:
        pytest.fail("left over after the test: " + "; ".join(problems), pytrace=False)
    if complaints.texts:
        pytest.fail("an event loop complained: " + "\n".join(complaints.texts), pytrace=False)


class _Complaints(logging.Handler):
    """What a loop could only log: exceptions of callbacks and of tasks that nobody waited for."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.texts: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.texts.append(self.format(record))


def _windows_left() -> list[str]:
    widgets = sys.modules.get("PySide6.QtWidgets")
    if widgets is None or widgets.QApplication.instance() is None:
        return []
    left = [widget for widget in widgets.QApplication.topLevelWidgets() if widget.isVisible()]
    for widget in left:
        widget.hide()
        widget.deleteLater()
    return [f"window {type(widget).__name__} {widget.objectName()!r}" for widget in left]


def _processes_left(before: set[int]) -> list[str]:
    """Processes of this run that were not there before, orphans included; they are killed."""
    deadline = time.monotonic() + LEFT_OVER_GRACE_S
    while left := _ours(set(psutil.pids()) - before):
        if time.monotonic() > deadline:
            break
        time.sleep(0.02)  # a process that was told to end takes a moment
    texts = []
    for process in left:
        with contextlib.suppress(psutil.Error):
            texts.append(f"process {process.pid} {' '.join(process.cmdline())[:120]}")
            process.kill()
    return texts


def _ours(pids: set[int]) -> list[psutil.Process]:
    """Living processes among pids that descend from this one or carry the mark of this run."""
    if not pids:
        return []
    children = {child.pid for child in psutil.Process().children(recursive=True)}
    found = []
    for pid in pids:
        with contextlib.suppress(psutil.Error):
            process = psutil.Process(pid)
            if process.status() == psutil.STATUS_ZOMBIE:
                continue
            if pid in children or process.environ().get(_MARK) == os.environ[_MARK]:
                found.append(process)
    return found


# -- one loop a test -----------------------------------------------------------------------------------

Runner = Callable[[Coroutine[Any, Any, Any]], Any]


@pytest.fixture
def qloop(qapp: Any) -> Iterator[asyncio.AbstractEventLoop]:
    """A qasync loop for one test; fails when a task outlives the test."""
    import qasync

    # Otherwise closing the last window of a test ends the loop under a waiting task.
    qapp.setQuitOnLastWindowClosed(False)
    loop = qasync.QEventLoop(qapp)
    asyncio.set_event_loop(loop)
    yield loop
    ending = asyncio.all_tasks(loop)
    if ending:  # their owner is gone, or they read in a thread: a moment, and they end by themselves
        loop.run_until_complete(asyncio.wait(ending, timeout=LEFT_OVER_GRACE_S))
    left = [task for task in asyncio.all_tasks(loop) if not task.done()]
    for task in left:
        task.cancel()
    if left:
        loop.run_until_complete(asyncio.gather(*left, return_exceptions=True))
    loop.run_until_complete(loop.shutdown_asyncgens())
    loop.close()
    asyncio.set_event_loop(None)
    if left:
        pytest.fail(f"tasks left over: {', '.join(task.get_name() for task in left)}", pytrace=False)


@pytest.fixture
def arun(qloop: asyncio.AbstractEventLoop) -> Runner:
    """arun(coroutine) runs it on the test's qasync loop and returns its result; 180 s at most."""

    def run(coroutine: Coroutine[Any, Any, Any]) -> Any:
        return qloop.run_until_complete(asyncio.wait_for(coroutine, ARUN_LIMIT_S))

    return run


class PatientBot(QtBot):
    """Waits longer than anything takes on a busy machine; what never comes fails all the same."""

    def waitUntil(
        self,
        callback: Callable[[], bool | None],
        *,
        timeout: int = WAIT_MS,
    ) -> None:
        super().waitUntil(callback, timeout=max(timeout, WAIT_MS))

    def waitSignal(self, signal: Any, *, timeout: int = WAIT_MS, **more: Any) -> Any:
        if more.get("raising") is not False:  # assertNotEmitted waits for nothing
            timeout = max(timeout, WAIT_MS)
        return super().waitSignal(signal, timeout=timeout, **more)


@pytest.fixture
def qtbot(qapp: Any, request: pytest.FixtureRequest) -> QtBot:
    """pytest-qt's own, with more patience."""
    return PatientBot(request)


Until = Callable[..., Awaitable[None]]


@pytest.fixture
def until() -> Until:
    """`await until(condition, timeout_s=30, what="the row is there")`: wait for a thing, not for a time."""

    async def wait(condition: Callable[[], object], timeout_s: float = 30.0, what: str = "") -> None:
        deadline = time.monotonic() + timeout_s
        while not condition():
            if time.monotonic() > deadline:
                pytest.fail(f"not within {timeout_s:g} s: {what or condition}")
            await asyncio.sleep(0.005)

    return wait


# -- the real thing ------------------------------------------------------------------------------------


@pytest.fixture(scope="session")
def shared() -> Path:
    """The reference folder beside the repository (recorded schemas, torture server); skips without it."""
    folder = Path(os.environ.get("MCPDI_SHARED", ROOT.parent / "shared"))
    if not folder.is_dir():
        pytest.skip("the reference folder (MCPDI_SHARED, or ../shared) is not here")
    return folder


@pytest.fixture(scope="session")
def real_servers() -> RealServers:
    """Servers that nobody here wrote: `real_servers("time")` is a command line, or the test is skipped."""
    return RealServers(ROOT)


@pytest.fixture
def start_server() -> Iterator[Callable[..., ServerProcess]]:
    """start_server(argv, port, env={}) starts an HTTP server and returns when the port answers."""
    running: list[ServerProcess] = []

    def start(argv: tuple[str, ...], port: int, env: dict[str, str] | None = None) -> ServerProcess:
        server = ServerProcess(argv, port, env or {})
        running.append(server)
        server.wait_until_ready()
        return server

    yield start
    for server in running:
        server.stop()
