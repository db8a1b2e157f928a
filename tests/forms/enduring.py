"""M10: hostile schemas and values cost a note, not the program: no stall, no flood, an answer in time."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final

import psutil
import qasync
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication

from inspector.core.validation.validation import Validator
from inspector.schema.problem import Problem
from inspector.ui.forms.form import Form
from inspector.ui.json.editor.live_check import LiveCheck
from tests.forms.corpora import Case
from tests.forms.desk import Desk
from tests.forms.measures import Measure, Outcome

__all__ = ["MEASURES"]

_STALL_MS: Final = 50.0
_MEMORY_MB: Final = 300.0
_EDITING_S: Final = 1.0
_SENDING_S: Final = 5.0
_PATIENCE_S: Final = 30.0
_TICK_MS: Final = 2


def endures(desk: Desk, case: Case) -> Outcome:
    """M10: all of it at once, in the program's own parts: form, live check, worker."""
    app = QApplication.instance()
    app.setQuitOnLastWindowClosed(False)  # type: ignore[union-attr]
    loop = qasync.QEventLoop(app)
    asyncio.set_event_loop(loop)
    try:
        return loop.run_until_complete(asyncio.wait_for(_lived(desk, case), 4 * _PATIENCE_S))
    finally:
        desk.clear()
        loop.close()
        asyncio.set_event_loop(None)


async def _lived(desk: Desk, case: Case) -> Outcome:
    validator = Validator()
    await validator.check({"type": "string"}, '"a"')
    form = desk.new_form()
    form.set_schema({"type": "object", "properties": {"a": {"type": "string"}}})
    await asyncio.sleep(0.05)
    watch = _Watch(form)
    try:
        live, found = LiveCheck(validator, form.text, form), list[list[Problem]]()
        live.checked.connect(_shown(form, found))
        begun = time.monotonic()
        form.set_schema(case.schema)
        await asyncio.sleep(0)
        form.set_text(case.text)
        asked = time.monotonic()
        live.set_schema(case.schema, assert_formats=False)
        await _until(lambda: bool(found))
        edited = time.monotonic()
        form.show_problems(await live.verdict(), reveal=True)
        sent = time.monotonic()
        await asyncio.sleep(0.05)
    finally:
        watch.stop()
        alive = await validator.check({"type": "string"}, "5")
        await validator.close()
    parts = {
        f"stalled {watch.stall_ms:.0f} ms ({watch.worked_ms:.0f} of them worked)": watch.stall_ms > _STALL_MS,
        f"took {watch.grown_mb:.0f} MB": watch.grown_mb > _MEMORY_MB,
        f"editing took {edited - asked:.2f} s": edited - asked > _EDITING_S,
        f"sending took {sent - edited:.2f} s": sent - edited > _SENDING_S,
        "the worker is gone": len(alive) != 1,
        f"opening took {asked - begun:.2f} s": asked - begun > _EDITING_S,
    }
    bad = [text for text, wrong in parts.items() if wrong]
    return Outcome(0, why=", ".join(bad)) if bad else Outcome(1)


def _shown(form: Form, found: list[list[Problem]]) -> Callable[[Any], None]:
    def show(problems: list[Problem]) -> None:
        form.show_problems(problems)
        found.append(problems)

    return show


async def _until(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + _PATIENCE_S
    while not condition():
        if time.monotonic() > deadline:
            raise TimeoutError("no verdict and no note")
        await asyncio.sleep(0.005)


class _Watch:
    """The longest time on the clock without a turn of the event loop, and what memory came on top.

    worked_ms: how much of it the thread worked; the rest went to other programs.
    """

    def __init__(self, form: Form) -> None:
        self.stall_ms = self.worked_ms = 0.0
        self._worked = time.thread_time()
        self._base = self._peak = _memory()
        self._last = time.perf_counter()
        self._timer = QTimer(form)
        self._timer.timeout.connect(self._tick)
        self._timer.start(_TICK_MS)
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._sample, daemon=True)
        self._thread.start()

    @property
    def grown_mb(self) -> float:
        """The most memory of program and worker beyond that of the start."""
        return (self._peak - self._base) / 1e6

    def stop(self) -> None:
        """Watch no longer."""
        self._timer.stop()
        self._tick()
        self._over.set()
        self._thread.join()

    def _tick(self) -> None:
        now, worked = time.perf_counter(), time.thread_time()
        if 1000 * (now - self._last) > self.stall_ms:
            self.stall_ms, self.worked_ms = 1000 * (now - self._last), 1000 * (worked - self._worked)
        self._last, self._worked = now, worked

    def _sample(self) -> None:
        while not self._over.wait(0.02):
            self._peak = max(self._peak, _memory())


def _memory() -> int:
    """Resident bytes of this process and those it started."""
    whole = 0
    me = psutil.Process()
    for process in (me, *me.children(recursive=True)):
        with suppress(psutil.Error):
            whole += process.memory_info().rss
    return whole


MEASURES: Final = (
    Measure(
        "M10",
        "hostile input: no stall over 50 ms, 300 MB, an answer within 1 s (5 s when sending)",
        endures,
        {"C5": 100},
        takes=lambda case: True,
        slow=120.0,
    ),
)
