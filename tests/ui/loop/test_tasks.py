"""Coroutines end with their owner, failures are told, work beside the loop comes back."""

from __future__ import annotations

import asyncio
import gc
import threading
import weakref
from collections.abc import Generator
from functools import partial

import pytest
from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication, QDialog
from pytestqt.qtbot import QtBot
from shiboken6 import delete

from inspector.core.crash_reports.crash_reports import ProgramError
from inspector.ui.loop import tasks


def test_a_task_is_cancelled_when_its_owner_is_destroyed(qapp: QApplication) -> None:
    async def main() -> bool:
        owner = QObject()
        task = tasks.spawn(owner, asyncio.sleep(3600), "long")
        await asyncio.sleep(0)
        delete(owner)
        with pytest.raises(asyncio.CancelledError):
            await task
        return task.cancelled()

    assert asyncio.run(main())


def test_a_finished_task_leaves_its_owner_alone(qapp: QApplication) -> None:
    async def main() -> None:
        owner = QObject()
        assert await tasks.spawn(owner, asyncio.sleep(0, "done")) == "done"
        await asyncio.sleep(0)
        delete(owner)
        assert not tasks._running

    asyncio.run(main())


def test_an_owner_that_nobody_holds_is_collected_while_its_task_runs(qapp: QApplication) -> None:
    async def main() -> None:
        owner = QObject()
        seen = weakref.ref(owner)
        task = tasks.spawn(owner, asyncio.sleep(3600))
        await asyncio.sleep(0)
        del owner
        gc.collect()
        assert seen() is None
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(main())


def test_what_a_task_raises_is_reported_with_its_place_and_traceback(qapp: QApplication) -> None:
    told: list[ProgramError] = []

    def hear(mistake: ProgramError) -> None:
        told.append(mistake)

    async def fail() -> None:
        raise ValueError("seven is not eight")

    async def main() -> None:
        owner = QObject()
        task = tasks.spawn(owner, fail(), "count")
        await asyncio.wait([task])
        await asyncio.sleep(0)

    tasks.reporter().failed.connect(hear)
    asyncio.run(main())
    tasks.reporter().failed.disconnect(hear)
    assert told[0].title.startswith("ValueError: seven is not eight (tests/ui/loop/test_tasks.py:")
    assert "in fail" in told[0].trace


def test_what_a_timer_wants_waits_for_a_loop_and_goes_with_its_owner(qtbot: QtBot) -> None:
    done: list[str] = []

    async def work(name: str) -> None:
        done.append(name)

    async def loop() -> None:
        async with asyncio.timeout(20):
            while not done:
                QApplication.processEvents()
                await asyncio.sleep(0.001)

    stays, goes = QObject(), QObject()
    for name, owner in (("gone", goes), ("here", stays)):
        tasks.soon(owner, partial(work, name), name)
    qtbot.wait(2 * tasks.NO_LOOP_MS)
    assert done == []
    delete(goes)
    asyncio.run(loop())
    assert done == ["here"]


def test_a_dialog_is_awaited_without_a_nested_loop(qapp: QApplication) -> None:
    async def main() -> int:
        dialog = QDialog()
        asyncio.get_running_loop().call_soon(dialog.accept)
        code = await tasks.ask(dialog)
        dialog.deleteLater()
        return code

    assert asyncio.run(main()) == QDialog.DialogCode.Accepted


def test_a_destroyed_dialog_ends_the_wait(qapp: QApplication) -> None:
    async def main() -> None:
        dialog = QDialog()
        future = tasks.ask(dialog)
        delete(dialog)
        with pytest.raises(asyncio.CancelledError):
            await future

    asyncio.run(main())


def test_offload_runs_in_another_thread_and_brings_exceptions_back(qapp: QApplication) -> None:
    async def main() -> int:
        with pytest.raises(ZeroDivisionError):
            await tasks.offload(divmod, 1, 0)
        return await tasks.offload(threading.get_ident)

    assert asyncio.run(main()) != threading.get_ident()


def test_sliced_work_lets_others_run_in_between(qapp: QApplication) -> None:
    turns: list[str] = []

    def work() -> Generator[None, None, str]:
        for step in range(3):
            turns.append(f"work {step}")
            yield
        return "ready"

    async def other() -> None:
        turns.append("other")

    async def main() -> str:
        asyncio.get_running_loop().call_soon(turns.append, "other")
        return await tasks.sliced(work(), budget_ms=0)

    assert asyncio.run(main()) == "ready"
    assert turns[-1] == "work 2"


def test_what_would_end_with_a_window_is_named_and_all_is_ended_at_the_end(qapp: QApplication) -> None:
    async def main() -> None:
        window, other = QObject(), QObject()
        part = QObject(window)
        for owner, name in ((part, "inside"), (window, "of it"), (other, "elsewhere")):
            tasks.spawn(owner, asyncio.sleep(3600), name)
        assert tasks.under_way([window]) == ["inside", "of it"]
        assert tasks.under_way([part]) == ["inside"] and tasks.under_way([]) == []
        ended: list[asyncio.Task[None]] = []

        async def end() -> None:
            await tasks.cancel_all()
            ended.append(asyncio.current_task())  # type: ignore[arg-type]

        await tasks.spawn(other, end(), "the one that asks")
        await asyncio.sleep(0)
        assert len(ended) == 1 and not ended[0].cancelled() and tasks.under_way([window, other]) == []
        await tasks.cancel_all()

    asyncio.run(main())
