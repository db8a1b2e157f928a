"""What happens to an unexpected exception: heard wherever it is raised, kept as a report, told once.

    slot, paint, model, event filter ─► sys.excepthook ─┐
    thread ───────────────────────────► threading hook ─┤
    __del__, callback of C ───────────► unraisable hook ├─► `happened` ─► report file ─► one strip, counted
    task, callback of the loop ───────► exception handler
    what Qt warns of ─────────────────► message handler ─► kept for the report, not on stderr

The program goes on. Nothing is lost by it: records are written as they come, what is typed stays in its
widgets, and settings are saved when they change.
"""

from __future__ import annotations

import asyncio
import os
import sys
import threading
import traceback
import warnings
from collections import deque
from collections.abc import Callable
from functools import cache
from pathlib import Path
from types import TracebackType
from typing import Any, Final

import PySide6
from PySide6 import QtCore, QtGui, QtWidgets
from PySide6.QtCore import QMessageLogContext, QObject, QTimer, QtMsgType, Signal, qInstallMessageHandler
from PySide6.QtWidgets import QApplication

from inspector.core.crash_reports.crash_reports import ProgramError, plain_path, plain_words, program_error_of
from inspector.core.crash_reports.log import CrashLog
from inspector.core.crash_reports.report import report_text, write_report
from inspector.ui.loop import breadcrumbs

__all__ = ["CrashReporter", "Kept"]

_MESSAGES: Final = 30
_MOST_FILES: Final = 10  # of one run: whoever makes so many different ones has told enough
_LEVELS: Final = {
    QtMsgType.QtDebugMsg: "debug",
    QtMsgType.QtInfoMsg: "info",
    QtMsgType.QtWarningMsg: "warning",
    QtMsgType.QtCriticalMsg: "critical",
    QtMsgType.QtFatalMsg: "fatal",
}


class Kept:
    """One crash: how often it happened, and where its report is. path None: it could not be written."""

    def __init__(self, crash: ProgramError, text: str, path: Path | None) -> None:
        self.crash, self.text, self.path, self.count = crash, text, path, 1


class CrashReporter(QObject):
    """Made before everything else and closed after it. `told`: look at `newest` and `count` again."""

    told = Signal()
    interrupted = Signal()  # Ctrl+C in a slot
    _happened = Signal(object)

    def __init__(self, log: CrashLog | None = None, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._log = log
        self._facts: Callable[[], dict[str, str]] = dict
        self._heard: deque[str] = deque(maxlen=_MESSAGES)
        self._kept: dict[tuple[str, str], Kept] = {}
        self.newest: Kept | None = None
        self.count = 0
        self._reporting = self._telling = False
        self._timer = QTimer(self)  # one strip for a burst; a paint that fails does so sixty times a second
        self._timer.setSingleShot(True)
        self._timer.setInterval(50)
        self._timer.timeout.connect(self._tell)
        self._happened.connect(self.take)  # from another thread: queued
        self._before: tuple[Any, ...] = ()

    def set_facts(self, facts: Callable[[], dict[str, str]]) -> None:
        """What a report says of the windows."""
        self._facts = facts

    def install(self) -> None:
        """Hear of errors from now on."""
        self._before = (
            sys.excepthook,
            threading.excepthook,
            sys.unraisablehook,
            warnings.showwarning,
            qInstallMessageHandler(self._qt_said),
        )
        sys.excepthook = self.hook
        threading.excepthook = self._thread_hook
        sys.unraisablehook = self._unraisable_hook
        warnings.showwarning = self._warned

    def leave(self) -> None:
        """Hear of nothing any more."""
        if self._before:
            sys.excepthook, threading.excepthook, sys.unraisablehook, warnings.showwarning, qt = self._before
            qInstallMessageHandler(qt)
            self._before = ()
        self._timer.stop()

    # -- where errors come from ----------------------------------------------------------------------

    def hook(self, kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        """sys.excepthook: a slot, a paint, a model, an event filter."""
        self._raised(error, "slot or event", trace)

    def loop_trouble(self, _loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """What asyncio has no other place to report."""
        error = context.get("exception")
        if isinstance(error, BaseException):
            self._raised(error, "event loop", None)
        elif message := context.get("message", ""):
            said = plain_words(str(message))
            self.happened(ProgramError("Event loop", "", said, said, "event loop"))

    def _thread_hook(self, args: threading.ExceptHookArgs) -> None:
        if args.exc_value is not None and not isinstance(args.exc_value, SystemExit):
            self._raised(args.exc_value, "thread", args.exc_traceback)

    def _unraisable_hook(self, unraisable: Any) -> None:
        if unraisable.exc_value is not None:
            self._raised(unraisable.exc_value, "callback", unraisable.exc_traceback)

    def _raised(self, error: BaseException, where: str, trace: TracebackType | None) -> None:
        if isinstance(error, KeyboardInterrupt):
            self.interrupted.emit()
        elif not isinstance(error, asyncio.CancelledError | GeneratorExit):
            if os.environ.get("MCPDI_DEBUG"):
                _say("".join(traceback.format_exception(type(error), error, trace or error.__traceback__)))
            self.happened(program_error_of(error, where, trace))

    def _qt_said(self, level: QtMsgType, context: QMessageLogContext, message: str | None) -> None:
        words = plain_words(message or "", _qt_names())
        self._hear(f"{_LEVELS.get(level, 'message')} {context.category or ''}: {words}")

    def _warned(
        self, message: Any, category: type[Warning], filename: str, lineno: int, *_more: Any, **_named: Any
    ) -> None:
        """Python's own: an unclosed file; a coroutine never awaited is an error."""
        words, place = plain_words(str(message)), f"{plain_path(filename)}:{lineno}"
        if "never awaited" in words:
            self.happened(ProgramError(category.__name__, place, words, f"{words} ({place})", "event loop"))
        else:
            self._hear(f"{category.__name__}: {words} ({place})")

    def _hear(self, text: str) -> None:
        if os.environ.get("MCPDI_DEBUG"):
            _say(text)
        if not self._heard or self._heard[-1] != text:
            self._heard.append(text)
            if self._log is not None:
                self._log.note(f"hear {text}")

    # -- what becomes of them ------------------------------------------------------------------------

    def happened(self, crash: ProgramError) -> None:
        """From any thread; it is taken in that of the windows."""
        if threading.current_thread() is threading.main_thread():
            self.take(crash)
        else:
            self._happened.emit(crash)

    def take(self, crash: ProgramError) -> None:
        """Count it, keep a report of it, and have it told."""
        if self._reporting:  # reporting one failed
            _say(f"{crash.title}\n{crash.trace}")
            return
        self._reporting = True
        try:
            self.count += 1
            known = self._kept.get(crash.key)
            if known is not None:
                known.count += 1
                self.newest = known
            elif len(self._kept) < _MOST_FILES:
                self.newest = self._kept[crash.key] = self._keep(crash)
            if not self._timer.isActive() and not self._telling:  # else telling it again would fail again
                self._timer.start()
        except Exception:  # noqa: BLE001 - a report that cannot be made must not end the program
            _say(f"{crash.title}\n{crash.trace}")
        finally:
            self._reporting = False

    def _tell(self) -> None:
        self._telling = True
        try:
            self.told.emit()
        finally:
            self._telling = False

    def _keep(self, crash: ProgramError) -> Kept:
        try:
            facts = {**_qt_facts(), **self._facts()}
        except Exception:  # noqa: BLE001 - half a program, at its start or its end
            facts = {}
        text = report_text(crash, facts, breadcrumbs.steps(), self._heard)
        path = write_report(text)
        _say(f"{crash.title}\n{crash.trace}" + (f"\nReport: {path}" if path is not None else ""))
        if self._log is not None:
            self._log.note(f"crash {crash.kind} {crash.place}")
        return Kept(crash, text, path)


@cache
def _qt_names() -> frozenset[str]:
    return frozenset(name for module in (QtCore, QtGui, QtWidgets) for name in dir(module))


def _qt_facts() -> dict[str, str]:
    app = QApplication.instance()
    if not isinstance(app, QApplication):
        return {"Qt": QtCore.qVersion()}
    screens = (
        f"{one.size().width()}x{one.size().height()}@{one.devicePixelRatio():g}" for one in app.screens()
    )
    return {
        "Qt": f"{QtCore.qVersion()} (PySide {PySide6.__version__})",
        "Windows by": app.platformName(),
        "Screens": ", ".join(screens),
        "Style": app.style().name(),
        "Locale": QtCore.QLocale().name(),
    }


def _say(text: str) -> None:
    if sys.stderr is not None:  # a window program of Windows has none
        sys.stderr.write(text if text.endswith("\n") else f"{text}\n")
