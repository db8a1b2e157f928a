"""HTTP as a server: h11 reads and writes, an `HttpRequest` is one request and its answer.

For those that are reached from this computer: the demo server, and the bridge to a server on stdio.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from http import HTTPStatus
from typing import Any, Final
from urllib.parse import urlsplit

import h11

from inspector.protocol import jsonrpc

__all__ = ["HttpRequest", "Wire", "is_local", "origin_allowed"]

LIMIT_BYTES: Final = 16 * 1024 * 1024
KEEP_ALIVE_S: Final = 15.0
_LOCAL_NAMES: Final = {"localhost", "127.0.0.1", "::1"}


def is_local(host: str) -> bool:
    """Whether a host name or address is this machine itself."""
    return host in _LOCAL_NAMES


def origin_allowed(headers: Mapping[str, str], bound_to: str) -> bool:
    """Whether a request may come in, against DNS rebinding: pages of the web must not reach us.

    "Servers MUST validate the Origin header on all incoming connections." Without one it is not a
    browser. The Host is checked too while only this machine can reach us.
    """
    origin = headers.get("origin")
    if origin is not None and not is_local(_host_of(origin)):
        return False
    return not is_local(bound_to) or is_local(_host_of("//" + headers.get("host", "")))


def _host_of(url: str) -> str:
    try:
        return urlsplit(url).hostname or ""
    except ValueError:  # a bracket that is not closed
        return ""


class HttpRequest:
    """One HTTP request with its body, and the way to answer it.

    on_end(dropped) is called once: when the answer is complete, or (dropped) when the client went away.
    """

    def __init__(self, wire: Wire, request: h11.Request, body: bytes) -> None:
        self.verb = request.method.decode("ascii")
        self.path = request.target.decode("ascii", "replace")
        # Of a header that comes twice the last one counts; names are lower case already.
        self.headers = {name.decode("ascii"): value.decode("latin-1") for name, value in request.headers}
        self.body = body
        self.open = True
        self.on_end: Callable[[bool], None] | None = None
        self.session_id = ""
        self._wire = wire
        self._streaming = False
        self._keep_alive: asyncio.TimerHandle | None = None

    def name(self, number: int) -> str:
        """A name for the stream of this exchange."""
        return f"post-{number}"

    def accept(self) -> None:
        """202: a notification or an answer was taken."""
        self.answer(202)

    def answer(self, status: int, body: bytes = b"") -> None:
        """A whole answer with a JSON body, or with none."""
        if not self.open:
            return
        headers = [("Content-Length", str(len(body)))] if status != 204 else []
        if body:
            headers.append(("Content-Type", "application/json"))
        if status == 405:
            headers.append(("Allow", "POST"))
        self._wire.send_head(status, headers + self._session_header())
        if body:
            self._wire.send(h11.Data(data=body))
        self._finish()

    def refuse(
        self, status: int, code: int, text: str, identifier: str = "", data: dict[str, Any] | None = None
    ) -> None:
        """An HTTP error whose body is a JSON-RPC error."""
        self.answer(status, jsonrpc.encode_error(identifier, code, text, data))

    def emit(self, data: bytes, *, last: bool = False, status: int = 200) -> None:
        """A message of the answer. A single one goes out as JSON, the first of several opens a stream."""
        if not self.open:
            return
        if last and data and not self._streaming:
            self.answer(status, data)
            return
        self.open_stream()
        if data:
            self._wire.send(h11.Data(data=b"event: message\ndata: " + data + b"\n\n"))
        if last:
            self._finish()

    def open_stream(self) -> None:
        """Begin an event stream, if that is not done yet."""
        if self._streaming or not self.open:
            return
        self._streaming = True
        headers = [
            ("Content-Type", "text/event-stream"),
            ("Cache-Control", "no-cache, no-transform"),
            # "Servers SHOULD send X-Accel-Buffering: no": a proxy must not hold events back.
            ("X-Accel-Buffering", "no"),
        ]
        self._wire.send_head(200, headers + self._session_header())
        self._keep_alive = self._wire.loop.call_later(KEEP_ALIVE_S, self._comment)

    def end(self) -> None:
        """End a stream from our side; an exchange that has not begun its answer gets an empty stream."""
        if self.open:
            self.open_stream()
            self._finish()

    def dropped(self) -> None:
        """The client went away."""
        self._close(dropped=True)

    def _session_header(self) -> list[tuple[str, str]]:
        return [("Mcp-Session-Id", self.session_id)] if self.session_id else []

    def _comment(self) -> None:
        self._wire.send(h11.Data(data=b": still here\n\n"))
        self._keep_alive = self._wire.loop.call_later(KEEP_ALIVE_S, self._comment)

    def _finish(self) -> None:
        self._close(dropped=False)
        self._wire.complete()

    def _close(self, *, dropped: bool) -> None:
        if not self.open:
            return
        self.open = False
        if self._keep_alive is not None:
            self._keep_alive.cancel()
        if self.on_end is not None:
            self.on_end(dropped)


class Wire(asyncio.Protocol):
    """One connection. handle: called with each complete request."""

    def __init__(self, handle: Callable[[HttpRequest], None]) -> None:
        self.loop = asyncio.get_running_loop()
        self._handle = handle
        self._connection = h11.Connection(h11.SERVER, max_incomplete_event_size=64 * 1024)
        self._transport: asyncio.Transport | None = None
        self._request: h11.Request | None = None
        self._body = bytearray()
        self._exchange: HttpRequest | None = None
        self._pumping = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport

    def data_received(self, data: bytes) -> None:
        self._connection.receive_data(data)
        self._pump()

    def connection_lost(self, exc: Exception | None) -> None:
        if self._exchange is not None:
            self._exchange.dropped()

    def send_head(self, status: int, headers: list[tuple[str, str]]) -> None:
        """Write the head of the answer."""
        reason = HTTPStatus(status).phrase.encode("ascii")
        self.send(h11.Response(status_code=status, headers=headers, reason=reason))

    def send(self, event: h11.Event) -> None:
        """Write a part of the answer."""
        data = self._connection.send(event)
        if data and self._transport is not None:
            self._transport.write(data)

    def complete(self) -> None:
        """The answer is whole: take the next request of this connection, or close it."""
        self._exchange = None
        self.send(h11.EndOfMessage())
        if self._connection.our_state is h11.MUST_CLOSE or self._connection.their_state is not h11.DONE:
            if self._transport is not None:
                self._transport.close()
            return
        self._connection.start_next_cycle()
        if not self._pumping:
            self._pump()

    def _pump(self) -> None:
        """Read as many events as there are; a request that is running holds the following ones back."""
        self._pumping = True
        try:
            while self._take(self._connection.next_event()):
                pass
        except h11.RemoteProtocolError as error:
            self._reject(error.error_status_hint or 400, str(error))
        finally:
            self._pumping = False

    def _take(self, event: Any) -> bool:
        if isinstance(event, h11.Request):
            self._request = event
            self._body.clear()
            if self._connection.they_are_waiting_for_100_continue:
                self.send(h11.InformationalResponse(status_code=100, headers=[]))
        elif isinstance(event, h11.Data):
            self._body += event.data
            if len(self._body) > LIMIT_BYTES:
                self._reject(413, f"the body is over {LIMIT_BYTES} bytes")
                return False
        elif isinstance(event, h11.EndOfMessage):
            assert self._request is not None
            self._exchange = HttpRequest(self, self._request, bytes(self._body))
            self._handle(self._exchange)
        else:
            return False  # NEED_DATA, PAUSED or ConnectionClosed
        return True

    def _reject(self, status: int, text: str) -> None:
        """Something that is not HTTP, or too much of it: say so and close."""
        if self._transport is None:
            return
        if self._connection.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            body = text.encode()
            headers = [
                ("Content-Length", str(len(body))),
                ("Content-Type", "text/plain"),
                ("Connection", "close"),
            ]
            self.send_head(status, headers)
            self.send(h11.Data(data=body))
        self._transport.close()
