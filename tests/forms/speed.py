"""M11: how long a user waits, in processor time of the GUI thread: other programs do not count.

A figure of one case is the median of three, of keys the 95th of 100; beside it stand the median and the same
on the clock. What a user waits for a worker (from a key to its error) is on the clock.
"""

from __future__ import annotations

import asyncio
import statistics
import time
from collections.abc import Coroutine
from typing import Any, Final

import qasync
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit

from inspector.core.validation.validation import Validator
from inspector.schema.document import pointer_of
from inspector.ui.json.editor.live_check import LiveCheck
from inspector.ui.panels.argument_views import ArgumentViews, ViewNames
from tests.forms.corpora import Case
from tests.forms.desk import Desk, nearest, pump, show_large
from tests.forms.measures import Measure, Outcome, Undecided, median, p95, worst
from tests.forms.sizes import PROPERTIES, SIZES

__all__ = ["MEASURES"]

_TIMES: Final = 3
_KEYS: Final = 34
_WAIT_S: Final = 5.0


def opening(desk: Desk, case: Case) -> Outcome:
    """From the schema to the painted form that takes the keyboard; the median of three."""
    form, times = desk.new_form(), []
    for _ in range(_TIMES):
        form.set_schema({"type": "object"})
        pump()
        started = time.thread_time()
        form.set_schema(case.schema)
        form.set_text(case.text)
        form.focus_first()
        pump()
        times.append(1000 * (time.thread_time() - started))
    return Outcome(statistics.median(times), 0)


def typing(desk: Desk, case: Case) -> Outcome:
    """One key in a line at the start and at the end of a long document, everything that follows included."""
    form = desk.new_form()
    form.set_schema(case.schema)
    form.set_text(case.text)
    show_large(form)
    pump()
    times: list[tuple[float, float]] = []
    for path in (("title",), ("records", 3, "f0"), ("note",)):
        row = nearest(form, path)
        line = row.focus_widget() if row is not None else None
        if not isinstance(line, QLineEdit):
            return Outcome(1000, 0, f"no line at {pointer_of(path)}")
        line.setFocus()
        pump()
        for _ in range(_KEYS):
            _press(line, times)
    return _of_keys(times)


def both(desk: Desk, case: Case) -> Outcome:
    """The same with the JSON beside the form, and checked while it is typed."""
    return _in_a_loop(desk, _typed_in_both(desk, case))


async def _typed_in_both(desk: Desk, case: Case) -> Outcome:
    desk.clear()
    validator = Validator()
    views = ArgumentViews(ViewNames("bench_form", "bench_editor", "bench_switch"), "")
    views.resize(1000, 700)
    views.choose_view("both")
    views.show()
    views.set_schema(case.schema, case.text)
    live = LiveCheck(validator, views.text, views)
    live.checked.connect(views.show_problems)
    views.changed.connect(live.text_changed)
    live.set_schema(case.schema, assert_formats=False)
    try:
        await validator.check(case.schema, case.text)
        show_large(views.form)
        await asyncio.sleep(0.3)
        times: list[tuple[float, float]] = []
        for path in (("title",), ("note",)):
            row = nearest(views.form, path)
            line = row.focus_widget() if row is not None else None
            if not isinstance(line, QLineEdit):
                return Outcome(1000, 0, f"no line at {pointer_of(path)}")
            line.setFocus()
            for _ in range(_KEYS):
                # not within this task: what the key starts may be a task as well
                asyncio.get_running_loop().call_soon(_press, line, times)
                await asyncio.sleep(0.05)  # as between the keys of somebody quick: the check runs
        return _of_keys(times)
    finally:
        views.close()
        views.deleteLater()
        desk.clear()
        await validator.close()


def _press(line: QLineEdit, times: list[tuple[float, float]]) -> None:
    """One key; how long until all of it is painted, in ms of the processor and of the clock."""
    worked, started = time.thread_time(), time.perf_counter()
    QTest.keyClick(line, Qt.Key.Key_A)
    pump()
    times.append((1000 * (time.thread_time() - worked), 1000 * (time.perf_counter() - started)))


def _of_keys(times: list[tuple[float, float]]) -> Outcome:
    """The 95th of 100, in time of the processor; the rest is told beside it."""
    worked, waited = (sorted(column) for column in zip(*times, strict=True))
    most = int(0.95 * len(times))
    told = [f"median {statistics.median(one):.1f}, p95 {one[most]:.1f} ms" for one in (worked, waited)]
    return Outcome(worked[most], 0, f"{told[0]}; on the clock {told[1]}")


def telling(desk: Desk, case: Case) -> Outcome | Undecided:
    """From a key that makes a value invalid to its error at the field, the worker's answer included."""
    properties = case.schema.get("properties") if isinstance(case.schema, dict) else None
    key = next((key for key, part in _items(properties) if _is_plain(part)), None)
    if key is None:
        return Undecided("without a plain text to type in")
    schema = {**case.schema, "properties": {**properties, key: {"type": "string", "maxLength": 3}}}
    return _in_a_loop(desk, _told(desk, schema, key))


def _in_a_loop(desk: Desk, work: Coroutine[Any, Any, Outcome]) -> Outcome:
    """What needs the event loop of the program."""
    app = QApplication.instance()
    app.setQuitOnLastWindowClosed(False)  # type: ignore[union-attr]
    loop = qasync.QEventLoop(app)
    asyncio.set_event_loop(loop)
    try:
        return loop.run_until_complete(asyncio.wait_for(work, 60))
    finally:
        desk.clear()
        loop.close()
        asyncio.set_event_loop(None)


async def _told(desk: Desk, schema: object, key: str) -> Outcome:
    validator = Validator()
    form = desk.new_form()
    form.set_schema(schema)
    live = LiveCheck(validator, form.text, form)
    live.checked.connect(form.show_problems)
    form.changed.connect(live.text_changed)
    live.set_schema(schema, assert_formats=False)
    row, times, pointer = form.row(pointer_of((key,))), [], pointer_of((key,))
    try:
        line = row.focus_widget() if row is not None else None
        if not isinstance(line, QLineEdit):
            return Outcome(1000, 0, "no line to type in")
        await validator.check(schema, "{}")
        for _ in range(_TIMES):
            line.clear()
            QTest.keyClicks(line, "abc")
            await _until(lambda: pointer not in form.errors(), pause=0.1)
            started = time.perf_counter()
            QTest.keyClick(line, Qt.Key.Key_D)
            await _until(lambda: pointer in form.errors(), pause=0.001)
            times.append(1000 * (time.perf_counter() - started))
    finally:
        desk.clear()  # what checks while somebody types must not outlive the loop
        await validator.close()
    return Outcome(statistics.median(times), 0)


async def _until(condition: object, pause: float) -> None:
    deadline = time.monotonic() + _WAIT_S
    await asyncio.sleep(pause)
    while not condition():  # type: ignore[operator]
        if time.monotonic() > deadline:
            raise TimeoutError("the error did not come or go")
        await asyncio.sleep(pause)


def _items(properties: object) -> list[tuple[str, object]]:
    return list(properties.items()) if isinstance(properties, dict) else []


def _is_plain(part: object) -> bool:
    return isinstance(part, dict) and part.get("type") == "string" and len(part.keys() - {"description"}) == 1


def _first_text(case: Case) -> bool:
    return case.name.endswith("#0")


def _is_sized(case: Case) -> bool:
    return case.name in SIZES


MEASURES: Final = (
    Measure("M11", "a tool opens (95 of 100)", opening, {"C6": 60}, _first_text, p95, in_ms=True),
    Measure(
        "M11 error",
        "from a key to the error shown (median)",
        telling,
        {"C6": 30},
        _first_text,
        median,
        in_ms=True,
    ),
    Measure(
        "M11 many",
        "1,000 properties can be used",
        opening,
        {"S": 300},
        lambda case: case.name == PROPERTIES,
        worst,
        in_ms=True,
    ),
    Measure(
        "M11 500",
        "a value of 500 leaves is shown",
        opening,
        {"S": 400},
        lambda case: case.name == "500 leaves",
        worst,
        in_ms=True,
    ),
    Measure("M11 key", "a key typed in a long value, p95", typing, {"S": 16}, _is_sized, worst, in_ms=True),
    Measure(
        "M11 both",
        "a key typed in the form beside the JSON, with the live check, p95",
        both,
        {"S": 16},
        _is_sized,
        worst,
        in_ms=True,
    ),
)
