"""Open the socket under a WebSocket: directly or through an HTTP proxy, in the clear or with TLS."""

from __future__ import annotations

import asyncio
import ssl
from base64 import b64encode
from dataclasses import dataclass
from typing import Final
from urllib.parse import unquote

import httpx

from inspector.errors import ConnectError
from inspector.translation import composed, recorded, translate
from inspector.transport import HttpTarget
from inspector.transport.http_failures import PROXY
from inspector.transport.http_settings import environment_proxy, explain_bad_proxy, tls_settings
from inspector.transport.websocket_errors import explain_websocket_failure

__all__ = ["Line", "chosen_proxy", "dial"]

HEAD_BYTES: Final = 64 * 1024
DEFAULT_PORTS: Final = {"http": 80, "https": 443}


@dataclass(frozen=True, slots=True)
class Line:
    """An open socket."""

    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter


def chosen_proxy(target: HttpTarget, url: httpx.URL) -> str:
    """The target's proxy, else that of the environment; "" for none. Raises ConnectError for a bad one."""
    proxy = target.proxy or environment_proxy(url)
    if not proxy:
        return ""
    try:
        parsed = httpx.URL(proxy)
        if parsed.scheme.startswith("socks"):
            raise ImportError("SOCKS")
        if parsed.scheme not in DEFAULT_PORTS or not parsed.host:
            raise ValueError(translate("Connect", "not an HTTP proxy URL"))
    except (ImportError, ValueError, httpx.InvalidURL) as error:
        raise ConnectError(explain_bad_proxy(proxy, error, bool(target.proxy))) from error
    return proxy


async def dial(target: HttpTarget, url: httpx.URL, proxy: str) -> Line:
    """Connect. url: with http or https for ws and wss. Raises ConnectError, OSError or EOFError."""
    context = _tls(target, url)
    if not proxy:
        reader, writer = await asyncio.open_connection(
            url.raw_host.decode(), _port(url), ssl=context, limit=HEAD_BYTES
        )
        return Line(reader, writer)
    parsed = httpx.URL(proxy)
    secure = httpx.create_ssl_context() if parsed.scheme == "https" else None
    reader, writer = await asyncio.open_connection(
        parsed.raw_host.decode(), _port(parsed), ssl=secure, limit=HEAD_BYTES
    )
    try:
        await _tunnel(reader, writer, target, url, parsed)
        if context is not None:
            await writer.start_tls(context, server_hostname=url.raw_host.decode())
    except BaseException:
        writer.transport.abort()
        raise
    return Line(reader, writer)


async def _tunnel(
    reader: asyncio.StreamReader,
    writer: asyncio.StreamWriter,
    target: HttpTarget,
    url: httpx.URL,
    proxy: httpx.URL,
) -> None:
    """Ask the proxy for a connection to the server (RFC 9110, 9.3.6)."""
    host = url.raw_host.decode()
    where = f"[{host}]:{_port(url)}" if ":" in host else f"{host}:{_port(url)}"
    lines = [f"CONNECT {where} HTTP/1.1", f"Host: {where}"]
    if proxy.userinfo:
        name, _, password = proxy.userinfo.decode().partition(":")
        pair = f"{unquote(name)}:{unquote(password)}".encode()
        lines.append(f"Proxy-Authorization: Basic {b64encode(pair).decode()}")
    writer.write("\r\n".join([*lines, "", ""]).encode("latin-1"))
    await writer.drain()
    try:
        head = await reader.readuntil(b"\r\n\r\n")
    except asyncio.LimitOverrunError as error:
        raise EOFError(recorded("the proxy's response is incomplete")) from error
    words = head.decode("latin-1").split("\r\n")[0].split(" ", 2)
    status = int(words[1]) if len(words) > 1 and words[1].isdigit() else 0
    if 200 <= status < 300:
        return
    refusal = composed("{}: {}", PROXY.words, " ".join(words[1:]))
    known = status if status == 407 else 0
    raise ConnectError(explain_websocket_failure(target.url, status=known, error=refusal))


def _tls(target: HttpTarget, url: httpx.URL) -> ssl.SSLContext | None:
    if url.scheme != "https":
        return None
    settings = tls_settings(target, url)
    return settings if isinstance(settings, ssl.SSLContext) else httpx.create_ssl_context(verify=False)


def _port(url: httpx.URL) -> int:
    return url.port or DEFAULT_PORTS[url.scheme]
