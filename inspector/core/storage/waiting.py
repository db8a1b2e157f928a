"""Waiting for a user behind the system: a keychain asks for its password in a window that is not ours.

An executor's threads are waited for when a program ends; one that asks a locked keychain would keep it alive
until the user answers. So each wait has a thread that ends with the program.
"""

from __future__ import annotations

import asyncio
import atexit
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Final, ParamSpec, TypeVar
from weakref import WeakSet

__all__ = ["waited"]

P = ParamSpec("P")
T = TypeVar("T")

_GRACE_S: Final = 1.0
"""What is being written when the program ends gets this long: a renewed token may be the only one."""
_threads: Final[WeakSet[threading.Thread]] = WeakSet()


async def waited(func: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """What func returns or raises, from a thread; cancelled or not, it does not hold up the end."""
    loop = asyncio.get_running_loop()
    future: asyncio.Future[T] = loop.create_future()

    def tell(set_outcome: Callable[[], None]) -> None:
        if not future.done():
            set_outcome()

    def work() -> None:
        try:
            value = func(*args, **kwargs)
        except Exception as error:  # noqa: BLE001 - raised again where it is awaited
            outcome = _raising(future, error)
        else:
            outcome = _returning(future, value)
        with suppress(RuntimeError):  # the loop is closed: nothing waits any more
            loop.call_soon_threadsafe(tell, outcome)

    thread = threading.Thread(target=work, name="waiting", daemon=True)
    _threads.add(thread)
    thread.start()
    return await future


def _raising(future: asyncio.Future[T], error: Exception) -> Callable[[], None]:
    return lambda: future.set_exception(error)


def _returning(future: asyncio.Future[T], value: T) -> Callable[[], None]:
    return lambda: future.set_result(value)


@atexit.register
def _finish() -> None:
    until = time.monotonic() + _GRACE_S
    for thread in tuple(_threads):
        thread.join(max(0.0, until - time.monotonic()))
