"""The thread for what takes longer than a frame."""

from __future__ import annotations

import asyncio

import pytest

from inspector.core.client import large_message_thread


def test_connections_that_end_together_give_memory_back_once(monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[str] = []

    async def main() -> None:
        loop, done = asyncio.get_running_loop(), asyncio.Event()

        def give_back() -> None:
            given.append("back")
            loop.call_soon_threadsafe(done.set)

        monkeypatch.setattr(large_message_thread, "give_back", give_back)
        monkeypatch.setattr(large_message_thread, "SOON_S", 0.01)
        monkeypatch.setattr(large_message_thread, "_due_s", 0.0)
        for _ in range(3):
            large_message_thread.give_back_soon()
        await done.wait()
        await large_message_thread.aside(lambda: None)  # what else was handed to the thread is done before
        done.clear()
        large_message_thread.give_back_soon()  # one that ends later
        await done.wait()

    asyncio.run(main())
    assert given == ["back", "back"]
