"""A request leaves in one write: httpcore writes the head, then the body, and a server begins at the head.

Then it has begun before the body left, every call costs a second write, and a busy server reads twice.
Around every request httpcore also asks each kept connection whether its server closed it, and takes locks
that give every other task a turn of the loop although they are free: four turns a call, which Qt makes dear.
"""

from __future__ import annotations

import ssl
from collections.abc import Iterable
from contextvars import ContextVar
from typing import Any, Final

import anyio
import httpcore
import httpx
from httpcore._async.http11 import AsyncHTTP11Connection
from httpcore._synchronization import AsyncLock
from httpcore._utils import is_socket_readable

__all__ = ["JOINED_BYTES", "PROGRESS", "Progress", "WholeWrites"]

JOINED_BYTES: Final = 64 * 1024  # a longer body follows its head at once, without being copied


class Progress:
    """Told how far a request is; does nothing by itself. Of a tunnel only what goes through it is told."""

    def connecting(self) -> None:
        """A connection is made for it."""

    def connected(self, stream: httpcore.AsyncNetworkStream) -> None:
        """The connection was made."""

    def securing(self) -> None:
        """TLS begins on it."""

    def sending(self) -> None:
        """Head and body leave now, so no server can have begun before."""

    def written(self) -> None:
        """All of it was given to the system."""


_UNSEEN: Final = Progress()
PROGRESS: ContextVar[Progress] = ContextVar("progress", default=_UNSEEN)
"""Of the request that the current task sends. httpcore's own `trace` costs ten coroutines a request."""


class WholeWrites(httpx.AsyncHTTPTransport):
    """The transport of httpx, on streams that keep a head back until its body comes."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self._backend = self._pool._network_backend = _Backend(self._pool._network_backend)

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        response = await super().handle_async_request(request)
        if self._backend.opened:
            self._backend.opened = False
            for connection in self._pool.connections:
                if isinstance(connection, httpcore.AsyncHTTPConnection):
                    _take_at_once(connection._request_lock)
                    if isinstance(inner := connection._connection, AsyncHTTP11Connection):
                        _take_at_once(inner._state_lock)
                    else:
                        self._backend.opened = True  # it connects still: the next request looks again
        return response


def _take_at_once(lock: AsyncLock) -> None:
    """Let a free lock be taken without a turn of the loop, from now on. One that is held stays as it is."""
    if not (lock._backend == "asyncio" and lock._anyio_lock.locked()):
        lock._backend, lock._anyio_lock = "asyncio", anyio.Lock(fast_acquire=True)


class _Backend(httpcore.AsyncNetworkBackend):
    """Opens what the other opens. opened: since the last look."""

    def __init__(self, inner: httpcore.AsyncNetworkBackend) -> None:
        self._inner = inner
        self.opened = False

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore.AsyncNetworkStream:
        self.opened = True
        PROGRESS.get().connecting()
        opened = await self._inner.connect_tcp(host, port, timeout, local_address, socket_options)
        PROGRESS.get().connected(opened)
        return _Stream(opened)

    async def sleep(self, seconds: float) -> None:
        await self._inner.sleep(seconds)


class _Stream(httpcore.AsyncNetworkStream):
    """What is written first after a read is a head: it leaves with the next write, or before a read."""

    def __init__(self, inner: httpcore.AsyncNetworkStream) -> None:
        self._inner = inner
        self._socket = inner.get_extra_info("socket")
        self._head = b""
        self._turn = True  # ours to begin
        self._sending: Progress | None = None  # of the request that is on its way out

    async def write(self, buffer: bytes, timeout: float | None = None) -> None:
        if self._turn and buffer:
            self._turn, self._head = False, buffer
            return
        head, self._head = self._head, b""
        if head.endswith(b"\r\n\r\n") and not head.startswith(b"CONNECT "):
            self._sending = PROGRESS.get()
            self._sending.sending()
        try:
            if head and len(buffer) > JOINED_BYTES:
                await self._inner.write(head, timeout)
                head = b""
            if head or buffer:
                await self._inner.write(head + buffer, timeout)
        except BaseException:
            self._sending = None  # httpcore reads on: an answer may have come before all was written
            raise

    async def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        if self._head:
            await self.write(b"", timeout)
        if self._sending is not None:
            self._sending.written()
            self._sending = None
        self._turn = True
        return await self._inner.read(max_bytes, timeout)

    async def start_tls(
        self, ssl_context: ssl.SSLContext, server_hostname: str | None = None, timeout: float | None = None
    ) -> httpcore.AsyncNetworkStream:
        PROGRESS.get().securing()
        return _Stream(await self._inner.start_tls(ssl_context, server_hostname, timeout))

    async def aclose(self) -> None:
        await self._inner.aclose()

    def get_extra_info(self, info: str) -> Any:
        if info == "is_readable" and self._socket is not None:
            # anyio asks the system for both addresses of a socket before it gives it away, each time.
            return is_socket_readable(self._socket)
        return self._inner.get_extra_info(info)
