"""The thread for what takes longer than a frame."""

from __future__ import annotations

import asyncio

import pytest

from inspector.core import aside


def test_connections_that_end_together_give_memory_back_once(monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[str] = []

    async def main() -> None:
        loop, done = asyncio.get_running_loop(), asyncio.Event()

        def give_back() -> None:
            given.append("back")
            loop.call_soon_threadsafe(done.set)

        monkeypatch.setattr(aside, "give_back", give_back)
        monkeypatch.setattr(aside, "SOON_S", 0.01)
        monkeypatch.setattr(aside, "_due_s", 0.0)
        for _ in range(3):
            aside.give_back_soon()
        await done.wait()
        await aside.aside(lambda: None)  # what else was handed to the thread is done before
        done.clear()
        aside.give_back_soon()  # one that ends later
        await done.wait()

    asyncio.run(main())
    assert given == ["back", "back"]
