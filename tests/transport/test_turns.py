"""When children may start: one after the other, and a few at a time that are still coming up."""

from __future__ import annotations

import asyncio
import sys

from inspector.protocol.wire import Arrival, BytesArrived
from inspector.transport import StdioTarget
from inspector.transport.stdio import StdioTransport
from inspector.transport.turns import COMING_UP_S, Turns, ends, starts


async def granted(turns: Turns, who: str, order: list[str]) -> None:
    """Note when it is the turn of `who`."""
    async with turns.turn(who):
        order.append(who)


def test_as_many_as_are_allowed_come_up_at_once_and_the_next_when_one_of_them_is_up() -> None:
    async def main() -> None:
        turns, order = Turns(COMING_UP_S, at_once=2), list[str]()
        tasks = [asyncio.create_task(granted(turns, who, order)) for who in "abcd"]
        await asyncio.gather(*tasks[:2])
        loop = asyncio.get_running_loop()
        asked = loop.time()
        loop.call_soon(turns.over, "b")
        await tasks[2]
        assert loop.time() - asked < COMING_UP_S
        assert order == ["a", "b", "c"]
        turns.over("a")
        await tasks[3]
        assert order == ["a", "b", "c", "d"]

    asyncio.run(main())


def test_a_server_that_stays_silent_holds_the_others_up_only_for_a_moment() -> None:
    async def main() -> float:
        turns = Turns(COMING_UP_S, at_once=1)
        async with turns.turn("silent"):
            started = asyncio.get_running_loop().time()
        async with turns.turn("next"):
            return asyncio.get_running_loop().time() - started

    assert asyncio.run(main()) >= COMING_UP_S - 0.01


def test_a_turn_that_is_given_up_is_nobody_s() -> None:
    async def main() -> None:
        turns, order = Turns(COMING_UP_S, at_once=1), list[str]()
        await granted(turns, "first", [])
        impatient = asyncio.create_task(granted(turns, "impatient", order))
        patient = asyncio.create_task(granted(turns, "patient", order))
        await asyncio.sleep(0)
        impatient.cancel()
        turns.over("first")
        await patient
        assert order == ["patient"]

    asyncio.run(main())


def test_a_server_is_up_when_it_speaks_ends_or_cannot_be_started() -> None:
    """None of them makes the next one wait until the time for silent ones is over."""

    async def main() -> None:
        heard = asyncio.Event()

        def sink(arrival: Arrival, at_ns: int) -> None:
            if isinstance(arrival, BytesArrived):
                heard.set()

        speaking = StdioTransport(
            StdioTarget(sys.executable, ("-c", "print('{}', flush=True); input()")), sink
        )
        ending = StdioTransport(StdioTarget(sys.executable, ("-c", "")), lambda arrival, at_ns: None)
        await speaking.start()
        await ending.start()
        await heard.wait()
        await ending.close()
        await speaking.close()
        assert (starts().busy, ends().busy) == (0, 0)

        missing = StdioTransport(StdioTarget("no-such-program-here"), lambda arrival, at_ns: None)
        failed = await asyncio.gather(missing.start(), return_exceptions=True)
        assert isinstance(failed[0], Exception)
        assert starts().busy == 0

    asyncio.run(main())
