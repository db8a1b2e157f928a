"""Long work shows how far it is, can be stopped, and leaves no strip behind."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator

import pytest

from inspector.ui.loop.tasks import reporter, spawn, under_way
from inspector.ui.windows import long_work
from inspector.ui.windows.long_work import LongWork
from tests.conftest import Runner, Until
from tests.ui.strips import Strips

pytestmark = pytest.mark.gui


@pytest.fixture
def strips(qloop: object, monkeypatch: pytest.MonkeyPatch) -> Iterator[Strips]:
    monkeypatch.setattr(long_work, "QUICK_S", 0.0)
    monkeypatch.setattr(long_work, "TICK_S", 0.01)
    made = Strips()
    yield made
    made.window.close()


def test_the_strip_says_how_far_it_is_and_goes_with_the_work(
    strips: Strips, arun: Runner, until: Until
) -> None:
    gate = threading.Event()
    work = LongWork(strips, strips.window, "copying", "Copying…", "{} done".format)

    def copy(first: int, *, last: int) -> tuple[int, bool]:
        assert gate.wait(20) and work.told(first)
        gate.clear()
        assert gate.wait(20)
        return last, work.told(last)

    async def main() -> None:
        task = spawn(strips.window, work.run(copy, 7, last=9), "copy")
        await until(lambda: strips.text("copying") == "Copying…", what="nothing is done yet")
        assert strips.roles == [("copying", "pending")]
        gate.set()
        await until(lambda: strips.text("copying") == "Copying… 7 done")
        gate.set()
        assert await task == (9, True), "its result, and nobody stopped it"
        assert strips.text("copying") == ""

    arun(main())


def test_cancel_stops_it_and_so_does_its_owner(strips: Strips, arun: Runner, until: Until) -> None:
    async def main() -> None:
        work = LongWork(strips, strips.window, "copying", "Copying…")
        gate = threading.Event()
        task = spawn(strips.window, work.run(gate.wait, 20), "copy")
        await until(lambda: strips.text("copying"))
        assert work.told(1)
        strips.press("copying_cancel", "copying")
        assert not work.told(2)
        gate.set()
        assert await task
        other, gate = LongWork(strips, strips.window, "other", "Other…"), threading.Event()
        task = spawn(strips.window, other.run(gate.wait, 20), "copy")
        await until(lambda: strips.text("other"))
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert not other.told(1) and strips.text("other") == ""
        gate.set()

    arun(main())


def test_quick_work_shows_nothing_and_an_error_comes_out(
    strips: Strips, arun: Runner, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(long_work, "QUICK_S", 20.0)

    def fail() -> None:
        raise ValueError("no")

    async def main() -> None:
        with pytest.raises(ValueError, match="no"):
            await LongWork(strips, strips.window, "failing", "Failing…").run(fail)
        assert strips.roles == []

    arun(main())


def test_a_second_work_of_the_same_name_takes_the_strip_of_the_first(
    strips: Strips, arun: Runner, until: Until
) -> None:
    errors: list[object] = []
    gates = threading.Event(), threading.Event()
    works = [LongWork(strips, strips.window, "copying", f"{name}…", "{} done".format) for name in ("A", "B")]

    async def main() -> None:
        running = []
        for work, gate, text in zip(works, gates, ("A… 1 done", "B… 1 done"), strict=True):
            work.told(1)
            running.append(spawn(strips.window, work.run(gate.wait, 20), "copy"))
            await until(lambda text=text: strips.text("copying") == text)
        await until(lambda: under_way([strips.window]).count("copying") == 1, what="the first says no more")
        for gate in gates:
            gate.set()
        await asyncio.gather(*running)

    connection = reporter().failed.connect(errors.append)
    try:
        arun(main())
    finally:
        reporter().failed.disconnect(connection)
    assert errors == []
