"""Who waits for an answer hears of it once; what crosses a cancellation is not lost."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any, cast

import pytest

from inspector.core.calls import Calls
from inspector.core.session import Session
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
