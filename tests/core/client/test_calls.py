"""Who waits for an answer hears of it once; what crosses a cancellation is not lost."""

from __future__ import annotations

import asyncio
import math
import weakref
from collections.abc import Callable
from functools import partial
from types import SimpleNamespace
from typing import Any, cast

import pytest

from inspector.core.client.calls import Calls
from inspector.core.client.session import Session
from inspector.protocol.jsonrpc import Message
from inspector.protocol.listener import Outgoing
from inspector.protocol.records import Exchange

ANSWER = Message("response", result=b"{}")


@pytest.mark.parametrize("answered_first", [True, False])
def test_an_answer_that_comes_as_its_call_is_cancelled_is_not_lost(answered_first: bool) -> None:
    crossed: list[tuple[Exchange, Message]] = []

    def note(exchange: Exchange, message: Message) -> None:
        crossed.append((exchange, message))

    async def main() -> None:
        calls = Calls(cast("Session", SimpleNamespace(transport=None)), note)
        exchange = Exchange(1, 1, "out", "tools/call")
        waiting: asyncio.Task[Any] = asyncio.create_task(calls.wait(Outgoing((), [], exchange), 60))
        await asyncio.sleep(0)  # it waits now
        if answered_first:
            assert calls.finished(exchange, ANSWER, 0)
            waiting.cancel()
        else:
            waiting.cancel()
            assert not calls.finished(exchange, ANSWER, 0)
        with pytest.raises(asyncio.CancelledError):
            await waiting
        assert crossed == [(exchange, ANSWER)]

    asyncio.run(main())


class FakeLoop:
    """A clock that a test moves, with what is to be done at which time."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, loop: asyncio.AbstractEventLoop) -> None:
        self.now = 100.0
        self.timers: list[tuple[float, Any, SimpleNamespace]] = []
        self._loop = loop
        monkeypatch.setattr(loop, "time", lambda: self.now)
        monkeypatch.setattr(loop, "call_later", self.call_later)

    def call_later(self, delay: float, work: Callable[..., None], *words: Any) -> SimpleNamespace:
        handle = SimpleNamespace(cancelled=False)
        handle.cancel = lambda: setattr(handle, "cancelled", True)
        self.timers.append((self.now + delay, partial(work, *words), handle))
        return handle

    async def move(self, to: float) -> None:
        self.now = to
        due = [timer for timer in self.timers if timer[0] <= to and not timer[2].cancelled]
        self.timers = [timer for timer in self.timers if timer not in due]
        for _, work, _ in due:
            work()
        for _ in range(3):
            await asyncio.sleep(0)


def test_calls_share_one_timer_and_each_ends_at_its_own_time(monkeypatch: pytest.MonkeyPatch) -> None:
    async def main() -> None:
        clock = FakeLoop(monkeypatch, asyncio.get_running_loop())
        session = SimpleNamespace(
            transport=None,
            conversation=SimpleNamespace(give_up=lambda *_: None),
            changed=lambda _: None,
            settle=lambda: None,
        )
        calls = Calls(cast("Session", session), lambda *_: None)
        limits = {1: 60, 2: 60, 3: 10, 4: math.inf, 5: 30, 6: 10}
        waiting = {
            number: asyncio.create_task(
                calls.wait(Outgoing((), [], Exchange(number, 1, "out", "initialize")), limit)
            )
            for number, limit in limits.items()
        }
        await asyncio.sleep(0)
        assert [at for at, _, handle in clock.timers if not handle.cancelled] == [110]
        assert calls.finished(Exchange(6, 1, "out", "initialize"), ANSWER, 0)
        calls.hold(5)
        over = {}
        for moment in (109, 110, 130, 159, 160):
            await clock.move(moment)
            over[moment] = [number for number, task in waiting.items() if task.done()]
            if moment == 130:
                calls.release(5)
        assert over == {109: [6], 110: [3, 6], 130: [3, 6], 159: [3, 6], 160: [1, 2, 3, 5, 6]}
        for number in (1, 2, 3, 5):
            with pytest.raises(TimeoutError):
                await waiting[number]
        assert [handle for *_, handle in clock.timers if not handle.cancelled] == []
        waiting[4].cancel()
        await asyncio.wait([waiting[4]])

    asyncio.run(main())


def test_the_timer_keeps_no_connection_that_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    async def main() -> None:
        clock = FakeLoop(monkeypatch, asyncio.get_running_loop())
        calls = Calls(cast("Session", SimpleNamespace(transport=None)), lambda *_: None)
        exchange = Exchange(1, 1, "out", "ping")
        waiting = asyncio.create_task(calls.wait(Outgoing((), [], exchange), 60))
        await asyncio.sleep(0)
        assert calls.finished(exchange, ANSWER, 0)
        await waiting
        gone = weakref.ref(calls)
        del calls, waiting
        assert gone() is None
        await clock.move(160)

    asyncio.run(main())
