"""A request leaves in one write: httpcore writes the head, then the body, and a server begins at the head.

Then it has begun before the body left, every call costs a second write, and a busy server reads twice.
Around every request httpcore also asks each kept connection whether its server closed it.
"""

from __future__ import annotations

import ssl
from collections.abc import Iterable
from typing import Any, Final

import httpcore
import httpx
from httpcore._utils import is_socket_readable

__all__ = ["WholeWrites"]

JOINED_BYTES: Final = 64 * 1024  # a longer body follows its head at once, without being copied


class WholeWrites(httpx.AsyncHTTPTransport):
    """The transport of httpx, on streams that keep a head back until its body comes."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self._pool._network_backend = _Backend(self._pool._network_backend)


class _Backend(httpcore.AsyncNetworkBackend):
    """Opens what the other opens."""

    def __init__(self, inner: httpcore.AsyncNetworkBackend) -> None:
        self._inner = inner

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore.AsyncNetworkStream:
        return _Stream(await self._inner.connect_tcp(host, port, timeout, local_address, socket_options))

    async def sleep(self, seconds: float) -> None:
        await self._inner.sleep(seconds)


class _Stream(httpcore.AsyncNetworkStream):
    """What is written first after a read is a head: it leaves with the next write, or before a read."""

    def __init__(self, inner: httpcore.AsyncNetworkStream) -> None:
        self._inner = inner
        self._socket = inner.get_extra_info("socket")
        self._head = b""
        self._turn = True  # ours to begin

    async def write(self, buffer: bytes, timeout: float | None = None) -> None:
        if self._turn and buffer:
            self._turn, self._head = False, buffer
            return
        head, self._head = self._head, b""
        if head and len(buffer) > JOINED_BYTES:
            await self._inner.write(head, timeout)
            head = b""
        if head or buffer:
            await self._inner.write(head + buffer, timeout)

    async def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        if self._head:
            await self.write(b"", timeout)
        self._turn = True
        return await self._inner.read(max_bytes, timeout)

    async def start_tls(
        self, ssl_context: ssl.SSLContext, server_hostname: str | None = None, timeout: float | None = None
    ) -> httpcore.AsyncNetworkStream:
        return _Stream(await self._inner.start_tls(ssl_context, server_hostname, timeout))

    async def aclose(self) -> None:
        await self._inner.aclose()

    def get_extra_info(self, info: str) -> Any:
        if info == "is_readable" and self._socket is not None:
            # anyio asks the system for both addresses of a socket before it gives it away, each time.
            return is_socket_readable(self._socket)
        return self._inner.get_extra_info(info)
