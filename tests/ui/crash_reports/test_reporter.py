"""What the reporter of errors takes from where, and what it does with many of them; no program is started."""

from __future__ import annotations

import asyncio
import sys
import threading
import warnings
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from PySide6.QtCore import QtMsgType
from pytestqt.qtbot import QtBot

from inspector.ui.crash_reports import crash_reports as module
from inspector.ui.crash_reports.crash_reports import CrashReporter

pytestmark = pytest.mark.gui


class Log:
    """A crash log that is only kept."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def note(self, text: str) -> None:
        self.lines.append(text)


@pytest.fixture
def log() -> Log:
    return Log()


@pytest.fixture
def reporter(
    qtbot: QtBot, log: Log, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[CrashReporter]:
    """One that hears of nothing by itself and writes its reports here."""
    numbers = iter(range(100))

    def write(text: str) -> Path:
        path = tmp_path / f"{next(numbers)}.md"
        path.write_text(text, "utf-8")
        return path

    monkeypatch.setattr(module, "write_report", write)
    monkeypatch.delenv("MCPDI_DEBUG", raising=False)
    made = CrashReporter(log)  # type: ignore[arg-type]  # it notes as a log does
    yield made
    made.leave()
    made.deleteLater()


def error_of(kind: type[BaseException], text: str = "no such thing") -> BaseException:
    """An error with a place."""
    try:
        raise kind(text)
    except kind as error:
        return error


def raised_at(kind: type[BaseException]) -> Any:
    error = error_of(kind)
    return SimpleNamespace(exc_value=error, exc_traceback=error.__traceback__)


def test_each_source_of_errors_says_what_ran(reporter: CrashReporter, capsys: Any) -> None:
    where = []

    def taken() -> None:
        assert reporter.newest is not None
        where.append((reporter.newest.crash.kind, reporter.newest.crash.where))

    error = error_of(ZeroDivisionError)
    reporter.hook(ZeroDivisionError, error, error.__traceback__)
    taken()
    reporter.loop_trouble(asyncio.new_event_loop, {"exception": error_of(OSError), "message": "x"})  # type: ignore[arg-type]
    taken()
    reporter.loop_trouble(None, {"message": "Task was destroyed"})  # type: ignore[arg-type]
    taken()
    reporter._thread_hook(raised_at(KeyError))
    taken()
    reporter._unraisable_hook(raised_at(ValueError))
    taken()
    reporter._warned("coroutine 'x' was never awaited", RuntimeWarning, __file__, 7)
    taken()
    assert where == [
        ("ZeroDivisionError", "slot or event"),
        ("OSError", "event loop"),
        ("Event loop", "event loop"),
        ("KeyError", "thread"),
        ("ValueError", "callback"),
        ("RuntimeWarning", "event loop"),
    ]
    assert reporter.count == 6
    assert reporter.newest is not None
    assert reporter.newest.crash.place == "tests/ui/crash_reports/test_reporter.py:7"
    assert "never awaited" in reporter.newest.crash.said
    said = capsys.readouterr().err
    assert "ZeroDivisionError" in said and f"Report: {reporter.newest.path}" in said


def test_what_is_no_error_is_not_counted(reporter: CrashReporter) -> None:
    interrupted: list[bool] = []
    reporter.interrupted.connect(lambda: interrupted.append(True))
    for kind in (asyncio.CancelledError, GeneratorExit):
        reporter.hook(kind, error_of(kind), None)
    reporter._thread_hook(raised_at(SystemExit))
    reporter._thread_hook(SimpleNamespace(exc_value=None, exc_traceback=None))  # type: ignore[arg-type]
    reporter._unraisable_hook(SimpleNamespace(exc_value=None, exc_traceback=None))
    reporter.loop_trouble(None, {})  # type: ignore[arg-type]
    reporter.loop_trouble(None, {"message": ""})  # type: ignore[arg-type]
    assert (reporter.count, reporter.newest, interrupted) == (0, None, [])
    reporter.hook(KeyboardInterrupt, error_of(KeyboardInterrupt), None)
    assert interrupted == [True] and reporter.count == 0


def test_the_same_error_is_counted_and_so_many_different_ones_are_kept(
    reporter: CrashReporter, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    monkeypatch.setattr(module, "_MOST_FILES", 2)
    first, second, third = (error_of(kind) for kind in (KeyError, ValueError, TypeError))
    for error in (first, second, first, third):
        reporter.hook(type(error), error, error.__traceback__)
    assert reporter.count == 4 and len(list(tmp_path.glob("*.md"))) == 2
    newest = reporter.newest
    assert newest is not None and (newest.crash.kind, newest.count) == ("KeyError", 2)
    assert newest.path is not None and newest.path.read_text("utf-8") == newest.text
    assert "It happened in: slot or event" in newest.text


def test_a_burst_is_told_once_and_telling_that_fails_does_not_go_on_for_ever(
    reporter: CrashReporter, qtbot: QtBot, capsys: Any
) -> None:
    told: list[int] = []
    reporter._timer.setInterval(0)

    def tell() -> None:
        told.append(reporter.count)
        error = error_of(ValueError)
        reporter.hook(ValueError, error, error.__traceback__)

    reporter.told.connect(tell)
    for _ in range(3):
        error = error_of(KeyError)
        reporter.hook(KeyError, error, error.__traceback__)
    qtbot.waitUntil(lambda: bool(told))
    qtbot.wait(1)
    assert told == [3] and reporter.count == 4 and not reporter._timer.isActive()


def test_what_fails_while_it_is_reported_is_said_and_no_more(reporter: CrashReporter, capsys: Any) -> None:
    def facts() -> dict[str, str]:
        inner = error_of(TypeError)
        reporter.hook(TypeError, inner, inner.__traceback__)
        raise ValueError("half a program")

    reporter.set_facts(facts)
    error = error_of(KeyError)
    reporter.hook(KeyError, error, error.__traceback__)
    assert reporter.count == 1 and reporter.newest is not None
    assert "TypeError" in capsys.readouterr().err
    reporter.set_facts(lambda: {"Open": "MainWindow"})
    other = error_of(OSError)
    reporter.hook(OSError, other, other.__traceback__)
    text = reporter.newest.text
    assert "Open: MainWindow" in text and "Windows by: offscreen" in text and "Qt: " in text


def test_a_report_that_cannot_be_written_ends_nothing(
    reporter: CrashReporter, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    monkeypatch.setattr(module, "write_report", lambda text: None)
    error = error_of(KeyError)
    reporter.hook(KeyError, error, error.__traceback__)
    assert reporter.newest is not None and reporter.newest.path is None
    assert "Report:" not in capsys.readouterr().err

    def broken(*_parts: object) -> str:
        raise OSError("no room")

    monkeypatch.setattr(module, "report_text", broken)
    other = error_of(TypeError)
    reporter.hook(TypeError, other, other.__traceback__)
    assert reporter.count == 2 and reporter.newest.crash.kind == "KeyError"
    assert capsys.readouterr().err.startswith("TypeError")


def test_what_qt_and_python_say_is_in_the_report_and_in_the_log_but_twice_only_once(
    reporter: CrashReporter, log: Log, capsys: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    context: Any = SimpleNamespace(category="default")
    for _ in range(2):
        reporter._qt_said(QtMsgType.QtWarningMsg, context, "QTimer: a timer of secret-thing-9")
    reporter._qt_said(QtMsgType.QtCriticalMsg, SimpleNamespace(category=None), None)  # type: ignore[arg-type]
    reporter._warned("a file is open", ResourceWarning, __file__, 3)
    place = "tests/ui/crash_reports/test_reporter.py:3"
    assert log.lines[0].startswith("hear warning default: QTimer: a ") and "secret" not in log.lines[0]
    assert log.lines[1:] == ["hear critical : ", f"hear ResourceWarning: a file is open ({place})"]
    assert reporter.count == 0 and capsys.readouterr().err == ""
    error = error_of(KeyError)
    reporter.hook(KeyError, error, error.__traceback__)
    assert reporter.newest is not None and "a file is open" in reporter.newest.text
    assert log.lines[-1].startswith("crash KeyError tests/ui/crash_reports/test_reporter.py:")
    capsys.readouterr()
    monkeypatch.setenv("MCPDI_DEBUG", "1")
    reporter._warned("that file is open", ResourceWarning, __file__, 3)
    reporter.hook(KeyError, error, None)
    said = capsys.readouterr().err
    assert (
        said.startswith("ResourceWarning: that file is open") and "Traceback (most recent call last)" in said
    )


def test_errors_of_another_thread_are_taken_in_that_of_the_windows(
    reporter: CrashReporter, qtbot: QtBot, capsys: Any
) -> None:
    threads: list[int] = []
    take = reporter._keep
    reporter._keep = lambda mistake: threads.append(threading.get_ident()) or take(mistake)  # type: ignore[method-assign, func-returns-value]
    worker = threading.Thread(target=lambda: reporter._thread_hook(raised_at(KeyError)))
    worker.start()
    worker.join()
    assert reporter.count == 0
    qtbot.waitUntil(lambda: reporter.count == 1)
    assert threads == [threading.get_ident()]


def test_it_hears_of_errors_between_its_start_and_its_end(reporter: CrashReporter, capsys: Any) -> None:
    before = sys.excepthook, threading.excepthook, sys.unraisablehook, warnings.showwarning
    reporter.install()
    try:
        assert sys.excepthook == reporter.hook and warnings.showwarning == reporter._warned
        assert threading.excepthook == reporter._thread_hook
        assert sys.unraisablehook == reporter._unraisable_hook
        reporter._timer.start()
    finally:
        reporter.leave()
    assert (sys.excepthook, threading.excepthook, sys.unraisablehook, warnings.showwarning) == before
    assert not reporter._timer.isActive()
    reporter.leave()
    assert sys.excepthook is before[0], "once is enough"


def test_a_program_without_stderr_says_nothing(monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
    module._say("with its end\n")
    module._say("without")
    assert capsys.readouterr().err == "with its end\nwithout\n"
    monkeypatch.setattr(sys, "stderr", None)
    module._say("nowhere")
