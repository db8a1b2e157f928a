"""Names, addresses and sockets: the steps of a connection that come before anything is said on it."""

from __future__ import annotations

import asyncio
import base64
import contextlib
import socket
import ssl
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Final
from urllib.parse import unquote, urlsplit

from inspector.translation import translate

__all__ = ["Endpoint", "Knock", "ProxyRefused", "endpoint_of", "knock", "look_up", "opened"]

LIMIT_S: Final = 8.0
_PORTS: Final = {"http": 80, "ws": 80, "https": 443, "wss": 443}


@dataclass(frozen=True, slots=True)
class Endpoint:
    """The host to connect to. secure: with TLS."""

    host: str
    port: int
    secure: bool


class ProxyRefused(OSError):
    """The proxy did not let us through; the text is its answer."""


@dataclass(frozen=True, slots=True)
class Knock:
    """One try to connect to one address. error: None when the connection was opened."""

    address: str
    took_ns: int
    error: OSError | None = None


def endpoint_of(url: str) -> Endpoint:
    """Raises ValueError for what has no host or no port number."""
    parts = urlsplit(url)
    if not parts.hostname:
        raise ValueError(translate("Doctor", "no host"))
    scheme = parts.scheme.lower()
    return Endpoint(parts.hostname, parts.port or _PORTS.get(scheme, 80), scheme in ("https", "wss"))


async def look_up(endpoint: Endpoint) -> tuple[str, ...]:
    """All addresses in the order of the system. Raises OSError (gaierror) or TimeoutError."""
    loop = asyncio.get_running_loop()
    asked = loop.getaddrinfo(endpoint.host, endpoint.port, type=socket.SOCK_STREAM)
    found = await asyncio.wait_for(asked, LIMIT_S)
    return tuple(dict.fromkeys(str(one[4][0]) for one in found))


async def knock(address: str, port: int) -> Knock:
    """Connect to an address and hang up. Never raises for what the network does."""
    began = time.monotonic_ns()
    try:
        _, writer = await asyncio.wait_for(asyncio.open_connection(address, port), LIMIT_S)
    except TimeoutError:
        return Knock(
            address,
            time.monotonic_ns() - began,
            TimeoutError(translate("Doctor", "no response within {:g} s").format(LIMIT_S)),
        )
    except OSError as error:
        return Knock(address, time.monotonic_ns() - began, error)
    took = time.monotonic_ns() - began
    await _hang_up(writer)
    return Knock(address, took)


@asynccontextmanager
async def opened(
    endpoint: Endpoint, proxy: str, tls: ssl.SSLContext | None
) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    """A connection to the endpoint, through the proxy if there is one, with TLS if a context is given.

    Raises OSError (SSLError is one, ProxyRefused another) or TimeoutError.
    """
    async with asyncio.timeout(LIMIT_S):
        first = endpoint_of(proxy) if proxy else endpoint
        outer = ssl.create_default_context() if proxy and first.secure else None
        direct = tls if not proxy else outer
        name = first.host if direct is not None else None
        reader, writer = await asyncio.open_connection(
            first.host, first.port, ssl=direct, server_hostname=name
        )
        try:
            if proxy:
                await _through(reader, writer, endpoint, proxy)
                if tls is not None:
                    await writer.start_tls(tls, server_hostname=endpoint.host)
        except BaseException:
            await _hang_up(writer)
            raise
    try:
        yield reader, writer
    finally:
        await _hang_up(writer)


async def _through(
    reader: asyncio.StreamReader, writer: asyncio.StreamWriter, endpoint: Endpoint, proxy: str
) -> None:
    host = f"[{endpoint.host}]" if ":" in endpoint.host else endpoint.host
    where = f"{host}:{endpoint.port}"
    lines = [f"CONNECT {where} HTTP/1.1", f"Host: {where}"]
    parts = urlsplit(proxy)
    if parts.username:
        given = f"{unquote(parts.username)}:{unquote(parts.password or '')}"
        lines.append(f"Proxy-Authorization: Basic {base64.b64encode(given.encode()).decode()}")
    writer.write("\r\n".join([*lines, "", ""]).encode())
    await writer.drain()
    try:
        head = await reader.readuntil(b"\r\n\r\n")
    except (asyncio.IncompleteReadError, asyncio.LimitOverrunError) as error:
        raise ProxyRefused(translate("Doctor", "it closed the connection without responding")) from error
    status = head.split(b"\r\n")[0].decode("latin-1")
    if status.split(" ")[1:2] != ["200"]:
        raise ProxyRefused(status[:120])


async def _hang_up(writer: asyncio.StreamWriter) -> None:
    writer.close()
    with contextlib.suppress(OSError, TimeoutError):
        await asyncio.wait_for(writer.wait_closed(), 1)
