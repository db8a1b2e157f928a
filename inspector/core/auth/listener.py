"""The loopback listener that takes the answer of an authorization server out of the browser.

It binds 127.0.0.1 only, on a random port unless the client was registered with one. Whatever a page in the
browser may send here, one request alone is taken: a GET of the right path, addressed to us by the right
Host (a name that an attacker points at 127.0.0.1 is not ours: DNS rebinding), with the `state` that only the
authorization server was told. After it, nothing more is taken. An answer with another state is reported, a
few times in one wait: it may be the server's error. Source: RFC 8252 §7.3, §8.3, RFC 9700 §4.
"""

from __future__ import annotations

import asyncio
import contextlib
import hmac
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Final
from urllib.parse import parse_qsl, urlsplit

from inspector.core.auth.ports import FetchError
from inspector.translation import QT_TRANSLATE_NOOP, translate

__all__ = ["CallbackListener"]

ADDRESS: Final = "127.0.0.1"
PATH: Final = "/callback"
WAIT_S: Final = 300.0
HEAD_BYTES: Final = 32 * 1024
HEAD_S: Final = 10.0
MOST_AT_ONCE: Final = 16
MOST_TOLD: Final = 5

_PAGE: Final = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{title}</title></head>
<body style="font-family: sans-serif; margin: 4em auto; max-width: 32em"><h1>{title}</h1><p>{text}</p></body>
</html>
"""
_TAKEN: Final = (
    "200 OK",
    QT_TRANSLATE_NOOP("Auth", "You can close this page"),
    QT_TRANSLATE_NOOP("Auth", "MCP Desktop Inspector has the response and continues."),
)
_DENIED: Final = (
    "200 OK",
    QT_TRANSLATE_NOOP("Auth", "Not signed in"),
    QT_TRANSLATE_NOOP("Auth", "MCP Desktop Inspector shows why. You can close this page."),
)
_NOTHING: Final = (
    "404 Not Found",
    QT_TRANSLATE_NOOP("Auth", "Nothing here"),
    QT_TRANSLATE_NOOP("Auth", "This address only accepts the end of one sign-in."),
)
_FOREIGN: Final = (
    "421 Misdirected Request",
    QT_TRANSLATE_NOOP("Auth", "Wrong host name"),
    QT_TRANSLATE_NOOP("Auth", "This address only responds to its own host name."),
)
_OTHER: Final = (
    "400 Bad Request",
    QT_TRANSLATE_NOOP("Auth", "Not the expected response"),
    QT_TRANSLATE_NOOP("Auth", "It does not belong to this sign-in."),
)
_METHOD: Final = (
    "405 Method Not Allowed",
    QT_TRANSLATE_NOOP("Auth", "Not allowed"),
    QT_TRANSLATE_NOOP("Auth", "This address accepts the end of one sign-in by GET."),
)


@dataclass(frozen=True, slots=True)
class _Asked:
    """A request as it came; hosts: values of all Host headers."""

    method: str
    target: str
    hosts: tuple[str, ...]


class CallbackListener:
    """Serves one redirect URI. redirect_uri: the registered one, which must lead to this computer; empty:
    a random port. Use `start`, `wait` (as often as the user tries), `close`."""

    def __init__(
        self, redirect_uri: str = "", wait_s: float = WAIT_S, stray: Callable[[], None] = lambda: None
    ) -> None:
        """stray: told of an answer that is not the one that is waited for."""
        self._stray, self._strays = stray, 0
        self._wanted = redirect_uri
        self._wait_s = wait_s
        self._server: asyncio.Server | None = None
        self._host, self._path = "", PATH
        self._state = ""
        self._answer: asyncio.Future[dict[str, str]] | None = None
        self._connections: set[asyncio.Task[None]] = set()
        self.redirect_uri = ""

    @property
    def listening(self) -> bool:
        """Between `start` and `close`."""
        return self._server is not None

    async def start(self) -> str:
        """Listen, if not yet; the redirect URI, which stays the same after `close`.

        Raises FetchError when it cannot be served.
        """
        if self._server is not None:
            return self.redirect_uri
        name, port = ADDRESS, 0
        wanted = self.redirect_uri or self._wanted
        if wanted:
            name, port, self._path = _parts(wanted)
        try:
            self._server = await asyncio.start_server(self._connected, ADDRESS, port, limit=HEAD_BYTES)
        except OSError as error:
            raise FetchError(
                translate(
                    "Auth",
                    "port {port} of this computer, which receives the response, cannot be used: {error}",
                ).format(port=port, error=error.strerror)
            ) from error
        port = self._server.sockets[0].getsockname()[1]
        self._host = name if port == 80 else f"{name}:{port}"
        self.redirect_uri = wanted or f"http://{self._host}{self._path}"
        return self.redirect_uri

    async def wait(self, state: str, show: Callable[[], Awaitable[None]]) -> dict[str, str]:
        """Show the user where to sign in and wait for the answer with that state: its parameters.

        Raises FetchError when none comes in time, or before `close`.
        """
        answer: asyncio.Future[dict[str, str]] = asyncio.get_running_loop().create_future()
        self._answer = answer
        self._state, self._strays = state, 0
        try:
            async with asyncio.timeout(self._wait_s):
                await show()
                return await answer
        except TimeoutError:
            raise FetchError(
                translate("Auth", "no response from the browser within {:g} s; sign in again").format(
                    self._wait_s
                )
            ) from None
        finally:
            self._state, self._answer = "", None

    async def close(self) -> None:
        """Listen no more; no task and no socket is left, and the waiting flow is told."""
        if self._answer is not None and not self._answer.done():
            self._answer.set_exception(FetchError(translate("Auth", "sign-in cancelled")))
            self._answer.exception()  # seen, also when whoever waits is cancelled first
        if self._server is not None:
            self._server.close()
        for task in tuple(self._connections):
            task.cancel()
        if self._connections:
            await asyncio.wait(self._connections)
        if self._server is not None:
            await self._server.wait_closed()
        self._server = None

    # -- one request

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        if len(self._connections) >= MOST_AT_ONCE:
            writer.close()
            return
        self._connections.add(task)
        try:
            async with asyncio.timeout(HEAD_S):
                asked = _asked(await reader.readuntil(b"\r\n\r\n"))
            writer.write(_page(*self._take(asked)))
            await writer.drain()
        except (TimeoutError, OSError, asyncio.IncompleteReadError, asyncio.LimitOverrunError):
            return
        except asyncio.CancelledError:  # by close(); asyncio's own callback would trip over it
            return
        finally:
            self._connections.discard(task)
            writer.close()
            with contextlib.suppress(OSError, asyncio.CancelledError):
                await writer.wait_closed()

    def _take(self, asked: _Asked | None) -> tuple[str, str, str]:
        """Status, title and text of the page; the right request ends the waiting."""
        if asked is None:
            return _OTHER
        if asked.hosts != (self._host,):
            return _FOREIGN
        if asked.method != "GET":
            return _METHOD
        path, _, query = asked.target.partition("?")
        if path != self._path or self._answer is None or self._answer.done():
            return _NOTHING
        pairs = parse_qsl(query, keep_blank_values=True)
        given = dict(pairs)
        # "Request and response parameters MUST NOT be included more than once" (RFC 6749 §3.1)
        if len(given) != len(pairs) or not _same(given.get("state", ""), self._state):
            if self._strays < MOST_TOLD and {"code", "error", "state"} & given.keys():
                self._strays += 1
                self._stray()
            return _OTHER
        self._answer.set_result(given)
        return _DENIED if "error" in given else _TAKEN


def _parts(redirect_uri: str) -> tuple[str, int, str]:
    """Host name, port (0: none named) and path of a redirect URI. Raises FetchError when it is not ours."""
    try:
        parts = urlsplit(redirect_uri)
        port = parts.port or 80
    except ValueError:
        parts, port = urlsplit(""), 0
    if (
        parts.scheme != "http"
        or parts.hostname not in (ADDRESS, "localhost")
        or parts.query
        or parts.fragment
    ):
        raise FetchError(
            translate(
                "Auth",
                "redirect URI {redirect_uri} does not lead to this computer; it must be "
                "http://{address}:PORT/… or http://localhost:PORT/…",
            ).format(redirect_uri=redirect_uri, address=ADDRESS)
        )
    return str(parts.hostname), port, parts.path or "/"


def _asked(head: bytes) -> _Asked | None:
    """The request of this head; None: it is not HTTP."""
    lines = head.decode("latin-1").split("\r\n")
    words = lines[0].split(" ")
    if len(words) != 3 or not words[2].startswith("HTTP/1."):
        return None
    headers = (line.partition(":") for line in lines[1:] if line)
    hosts = tuple(value.strip().lower() for name, _, value in headers if name.lower() == "host")
    return _Asked(words[0], words[1], hosts)


def _same(given: str, expected: str) -> bool:
    """Compared in constant time; an empty state is never right."""
    return bool(expected) and hmac.compare_digest(given.encode(), expected.encode())


def _page(status: str, title: str, text: str) -> bytes:
    """The answer: a plain page that loads nothing, is cached nowhere and sends no referrer."""
    title, text = translate("Auth", title), translate("Auth", text)
    body = _PAGE.format(title=title, text=text).encode()
    lines = (
        f"HTTP/1.1 {status}",
        "Content-Type: text/html; charset=utf-8",
        f"Content-Length: {len(body)}",
        "Content-Security-Policy: default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
        "Referrer-Policy: no-referrer",
        "Cache-Control: no-store",
        "X-Content-Type-Options: nosniff",
        "Connection: close",
    )
    return "\r\n".join((*lines, "", "")).encode() + body
