"""One thread for large messages: what takes longer than a frame to read is not read on the loop.

One is enough, and no more than one call holds the interpreter at a time: reading 50 MB takes 20 ms a pass.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache, partial
from typing import Final, ParamSpec, TypeVar

from inspector.core.memory_limit import give_back

__all__ = ["aside", "give_back_soon", "thread"]

SOON_S: Final = 0.5  # the windows let go of what they show first
_due_s = 0.0  # by the loop's clock

P = ParamSpec("P")
T = TypeVar("T")


@cache
def thread() -> ThreadPoolExecutor:
    """Made when the first large message comes."""
    return ThreadPoolExecutor(max_workers=1, thread_name_prefix="large")


async def aside(func: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Run a pure function in that thread."""
    return await asyncio.get_running_loop().run_in_executor(thread(), partial(func, *args, **kwargs))


def give_back_soon() -> None:
    """Hand freed memory to the system in a moment, once for all connections that end together."""
    global _due_s
    loop = asyncio.get_running_loop()
    if loop.time() >= _due_s:
        _due_s = loop.time() + SOON_S
        loop.call_later(SOON_S, lambda: thread().submit(give_back))
