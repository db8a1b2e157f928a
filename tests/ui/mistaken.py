"""Run as a program: the window, with a mistake of every kind made in it, and what came of them as JSON.

python -m tests.ui.mistaken KIND …
"""

from __future__ import annotations

import asyncio
import gc
import json
import os
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from PySide6.QtCore import (
    QAbstractListModel,
    QCoreApplication,
    QEvent,
    QObject,
    QTimer,
    qWarning,
)
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QListView, QPushButton, QWidget

from inspector.core.servers.saved_servers import Profiles
from inspector.core.storage.settings import Settings
from inspector.ui.loop.tasks import spawn
from inspector.ui.program.app import run_program
from inspector.ui.program.program import Program
from inspector.ui.session.window_state import WindowState
from inspector.ui.widgets.controls import Notice

SECRET: Final = os.environ["MISTAKEN_SECRET"]
_alive: list[object] = []


def slot(program: Program) -> None:
    button = QPushButton(program.live_window())
    button.clicked.connect(_fail)
    button.click()


def _fail(*_arguments: object) -> None:
    token = SECRET
    raise RuntimeError(f"the server answered {token} to {Path.home()}/private/{token}")


def task(program: Program) -> None:
    async def work() -> None:
        _fail()

    spawn(program, work(), f"ask {SECRET}")


def lonely_task(program: Program) -> None:
    async def work() -> None:
        _fail()

    started = asyncio.ensure_future(work())
    started.add_done_callback(_forget)
    del started


def _forget(_task: asyncio.Future[None]) -> None:
    QTimer.singleShot(0, gc.collect)


def callback(program: Program) -> None:
    asyncio.get_running_loop().call_soon(_fail)


def timer(program: Program) -> None:
    QTimer.singleShot(0, _fail)


def thread(program: Program) -> None:
    threading.Thread(target=_fail, name=f"reader of {SECRET}").start()


class _Painter(QWidget):
    def paintEvent(self, event: QPaintEvent) -> None:
        _fail()


def paint(program: Program) -> None:
    widget = _Painter(program.live_window())
    widget.resize(20, 20)
    QTimer.singleShot(0, widget, widget.show)
    QTimer.singleShot(200, widget, widget.deleteLater)


class _Model(QAbstractListModel):
    def rowCount(self, parent: Any = None) -> int:
        return 3

    def data(self, index: Any, role: int = 0) -> Any:
        raise KeyError(SECRET)


def model(program: Program) -> None:
    def show() -> None:
        view.setModel(_Model(view))

    view = QListView(program.live_window())
    view.show()
    QTimer.singleShot(0, view, show)
    QTimer.singleShot(100, view, view.deleteLater)


class _Filter(QObject):
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.User:
            raise ValueError(f"{SECRET} is no event")
        return False


def event_filter(program: Program) -> None:
    target, watching = QObject(program), _Filter(program)
    target.installEventFilter(watching)
    QCoreApplication.postEvent(target, QEvent(QEvent.Type.User))


class _Falling:
    def __del__(self) -> None:
        raise OSError(2, SECRET, f"/home/{SECRET}")


def destructor(program: Program) -> None:
    _Falling()


def group(program: Program) -> None:
    def fail() -> None:
        try:
            _fail()
        except RuntimeError as error:
            raise ExceptionGroup(SECRET, [error, ValueError(SECRET)]) from KeyError(SECRET)

    QTimer.singleShot(0, fail)


def never_awaited(program: Program) -> None:
    async def work() -> None:
        pass

    work()


def qt_warning(program: Program) -> None:
    qWarning(f"QObject::startTimer: {SECRET} cannot be started")
    QTimer.singleShot(0, _fail)


def while_telling(program: Program) -> None:
    program.crash_reporter.set_facts(_facts_that_fail)
    program.crash_reporter.told.connect(_fail)
    QTimer.singleShot(0, _fail)


def _facts_that_fail() -> dict[str, str]:
    _fail()
    return {}


def shutdown(program: Program) -> None:
    program.history.close = _fail  # type: ignore[method-assign]
    program.servers.close_all = _never_closes  # type: ignore[method-assign]


async def _never_closes() -> None:
    _fail()


def start(program: Program) -> None:
    raise RuntimeError(f"no window for {SECRET}")


def nothing(program: Program) -> None:
    program.offer_recovery()


def crash(program: Program) -> None:
    import faulthandler

    faulthandler._sigsegv()  # type: ignore[attr-defined]


KINDS: Final[dict[str, Callable[[Program], None]]] = {
    made.__name__: made
    for made in (
        slot, task, lonely_task, callback, timer, thread, paint, model, event_filter, destructor, group,
        never_awaited, qt_warning, while_telling, shutdown, start, nothing, crash,
    )
}  # fmt: skip


async def _made(program: Program, kind: str) -> dict[str, Any]:
    """Make one, and wait for what comes of it."""
    window, crash_reporter = program.live_window(), program.crash_reporter
    window.hide_notice("error_bar")
    crash_reporter._kept.clear()
    crash_reporter.newest, crash_reporter.count = None, 0
    KINDS[kind](program)
    loop = asyncio.get_running_loop()
    until = loop.time() + 5
    awaited = AWAITED.get(kind, "error_bar")
    while awaited and _notice(window, awaited) is None and loop.time() < until:
        await asyncio.sleep(0.01)
    await asyncio.sleep(0.1)
    bar = _notice(window, awaited) if awaited else None
    return {
        "bar": bar.text() if bar is not None else "",
        "bars": len([one for one in window.findChildren(Notice, awaited) if one.isVisible()]),
        "visible": window.isVisible(),
        "report": str(crash_reporter.newest.path) if crash_reporter.newest is not None else "",
    }


def _notice(window: QWidget, name: str) -> Notice | None:
    return next((one for one in window.findChildren(Notice, name) if one.isVisible()), None)


async def main(program: Program) -> int:
    program.live_window().show()
    found = {kind: await _made(program, kind) for kind in sys.argv[1:]}
    program.quit()
    await program.finished.wait()
    sys.stdout.write(json.dumps(found) + "\n")
    return 0


AWAITED: Final = {"shutdown": "", "crash": "", "nothing": "crash"}
"""Kind → the strip that tells of it."""


if __name__ == "__main__":
    folder = Path(os.environ["XDG_CONFIG_HOME"])
    sys.exit(
        run_program(
            main, Settings(path=folder / "settings.json"), Profiles(folder / "servers.json"), WindowState()
        )
    )
