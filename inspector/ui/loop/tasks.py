"""Coroutines that live and die with a widget, dialogs to await, work beside the loop and between frames.

One rule: a coroutine is started by `spawn(owner, …)`. A bare `create_task` may be collected in the middle
and outlives its widget; measured with `asyncSlot`: "Internal C++ object already deleted" in
`sys.excepthook`, and it cannot be cancelled.
"""

from __future__ import annotations

import asyncio
import time
import weakref
from collections.abc import Callable, Coroutine, Generator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache, partial
from typing import Any, Final, ParamSpec, TypeVar

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QDialog
from shiboken6 import isValid

from inspector.core.crash_reports.crash_reports import program_error_of
from inspector.ui.loop import breadcrumbs

__all__ = ["ask", "cancel_all", "offload", "reporter", "sliced", "soon", "spawn", "under_way"]

NO_LOOP_MS: Final = 50  # between two looks whether a loop runs

P = ParamSpec("P")
T = TypeVar("T")

_running: dict[asyncio.Task[Any], weakref.ref[QObject]] = {}
"""Each with its owner, which it does not keep alive."""


class _Reporter(QObject):
    """Emits `failed(error)` for an unhandled exception of a task; `said` for one meant for the user."""

    failed = Signal(object)
    said = Signal(str)


@cache
def reporter() -> _Reporter:
    """The one object whose `failed` signal the window shows and the log keeps."""
    return _Reporter()


class _Bond:
    """Cancels a task when its owner is destroyed. Names neither, so that it keeps nothing alive."""

    def __init__(self, task: asyncio.Task[Any]) -> None:
        self._task: asyncio.Task[Any] | None = task

    def owner_gone(self, *_owner: QObject) -> None:
        task, self._task = self._task, None
        # At the end of the program the loop may be closed before the last widget goes.
        if task is not None and not task.done() and not task.get_loop().is_closed():
            task.cancel()

    def release(self) -> None:
        self._task = None


def spawn(owner: QObject, coro: Coroutine[Any, Any, T], name: str = "") -> asyncio.Task[T]:
    """Run a coroutine until it ends or its owner is destroyed, whichever comes first.

    An exception of a task that is not awaited goes to `reporter().failed`. Needs a running loop.
    """
    code = getattr(coro, "__qualname__", "task")
    breadcrumbs.note("work", code)
    task = asyncio.get_running_loop().create_task(coro, name=name or code)
    bond = _Bond(task)
    connection = owner.destroyed.connect(bond.owner_gone)
    _running[task] = weakref.ref(owner)
    task.add_done_callback(partial(_done, bond, connection))
    return task


def under_way(roots: Sequence[QObject]) -> list[str]:
    """Names of the tasks that would end with one of these objects."""
    return [task.get_name() for task, owner in list(_running.items()) if _is_below(owner(), roots)]


def _is_below(owner: QObject | None, roots: Sequence[QObject]) -> bool:
    while owner is not None and isValid(owner):
        if owner in roots:
            return True
        owner = owner.parent()
    return False


def soon(owner: QObject, work: Callable[[], Coroutine[Any, Any, Any]], name: str) -> None:
    """`spawn`, for timers, paints and what follows a feed: they may come before the loop, or after it.

    Without a loop the work waits for one, and is forgotten with its owner.
    """
    if asyncio.events._get_running_loop() is None:
        QTimer.singleShot(NO_LOOP_MS, owner, partial(soon, owner, work, name))
    else:
        spawn(owner, work(), name)


def _done(bond: _Bond, connection: Any, task: asyncio.Task[Any]) -> None:
    _running.pop(task, None)
    bond.release()
    QObject.disconnect(connection)
    if task.cancelled():
        return
    error = task.exception()
    if error is not None:
        reporter().failed.emit(program_error_of(error, "task"))


async def cancel_all(limit_s: float = 2.0) -> None:
    """Cancel everything that `spawn` started but the caller itself, and wait: the end of the program."""
    mine = asyncio.current_task()
    left = [task for task in _running if task is not mine]
    for task in left:
        task.cancel()
    if left:
        await asyncio.wait(left, timeout=limit_s)


def ask(dialog: QDialog) -> asyncio.Future[int]:
    """Open a dialog and wait for its result code: `code = await ask(dialog)`. Cancelled if it is destroyed.

    Never `exec()`: a nested loop inside a task stops every other task for good (measured).
    """
    future: asyncio.Future[int] = asyncio.get_running_loop().create_future()

    def finished(code: int) -> None:
        if not future.done():
            future.set_result(code)

    def gone(*_dialog: QObject) -> None:
        if not future.done() and not future.get_loop().is_closed():
            future.cancel()

    dialog.finished.connect(finished)
    dialog.destroyed.connect(gone)
    dialog.open()
    return future


@cache
def _threads() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(max_workers=4, thread_name_prefix="offload")


async def offload(func: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Run a pure function in a worker thread. It may touch neither widgets nor the journal's own state."""
    return await asyncio.get_running_loop().run_in_executor(_threads(), partial(func, *args, **kwargs))


async def sliced(steps: Generator[Any, None, T], budget_ms: float = 8) -> T:
    """Run a generator on the loop in slices of budget_ms, so that frames are painted in between.

    Returns what the generator returns. One step must be shorter than the budget.
    """
    while True:
        until = time.perf_counter() + budget_ms / 1000
        while True:
            try:
                next(steps)
            except StopIteration as end:
                result: T = end.value
                return result
            if time.perf_counter() >= until:
                break
        await asyncio.sleep(0)
