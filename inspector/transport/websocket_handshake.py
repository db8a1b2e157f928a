"""The handshake of a WebSocket: an HTTP request, its answer, and everything that may come instead."""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Callable, Iterable
from typing import Final

from websockets.client import ClientProtocol
from websockets.datastructures import Headers as HandshakeHeaders
from websockets.exceptions import InvalidHeaderValue, NegotiationError
from websockets.http11 import Request, Response
from websockets.protocol import State
from websockets.typing import Subprotocol
from websockets.uri import WebSocketURI

from inspector import __version__
from inspector.errors import AuthorizationNeeded, ConnectError
from inspector.protocol.secrets import masked_credentials
from inspector.protocol.wire import Arrival, BytesArrived, ChannelOpened, Headers, HeadersSent, LifecycleStep
from inspector.translation import composed, recorded
from inspector.transport import Authorizer, HttpTarget
from inspector.transport.http_errors import REDIRECTS
from inspector.transport.http_failures import BAD_HEADER, NO_ANSWER, NOT_HTTP, describe_http_error
from inspector.transport.http_settings import merge_headers
from inspector.transport.websocket_dial import Line
from inspector.transport.websocket_errors import (
    BAD_HANDSHAKE,
    OTHER_SUBPROTOCOL,
    SILENT,
    as_http,
    as_websocket,
    explain_websocket_failure,
)

__all__ = ["CHANNEL", "CHUNK_BYTES", "Handshake"]

CHANNEL: Final = "ws"
SUBPROTOCOL: Final = "mcp"
HANDSHAKE_S: Final = 10.0
CHUNK_BYTES: Final = 64 * 1024
END_OF_HEAD: Final = b"\r\n\r\n"
SWITCHING: Final = 101
_SILENT: Final = logging.Logger("websockets, unheard", logging.CRITICAL)
"""The library would write every header, and so every token, into a log that asks for all details."""
CONTROL: Final = re.compile(rb"[\x00\r\n]")


class Handshake:
    """One handshake over an open socket. tell: takes the two heads, and what a refusal says."""

    def __init__(
        self,
        line: Line,
        uri: WebSocketURI,
        target: HttpTarget,
        tell: Callable[[Arrival], None],
        authorizer: Authorizer | None = None,
    ) -> None:
        self._line = line
        self._url = as_websocket(target.url)
        self._tell = tell
        self._protocol = ClientProtocol(
            uri,
            subprotocols=_subprotocols(target.headers.items()),
            max_size=(None, CHUNK_BYTES),
            logger=_SILENT,
        )
        self._target = target
        self._authorizer = authorizer

    async def run(self) -> tuple[ClientProtocol, bytes]:
        """The protocol, which is open, and the frames that came with the answer.

        Raises ConnectError or AuthorizationNeeded; the socket is the caller's to close.
        """
        try:
            url = as_http(self._url)
            credentials = self._authorizer.headers("GET", url, b"") if self._authorizer is not None else ()
            request = _request(self._protocol.connect(), self._target, credentials)
            self._protocol.send_request(request)
            data = b"".join(self._protocol.data_to_send())
        except (InvalidHeaderValue, ValueError) as error:
            raise self._failure(composed("{}: {}", BAD_HEADER.words, error)) from error
        self._tell(
            HeadersSent(CHANNEL, "GET", self._url, masked_credentials(_pairs(request.headers), credentials))
        )
        try:
            self._line.writer.write(data)
            async with asyncio.timeout(HANDSHAKE_S):
                rest = await self._read_answer()
        except TimeoutError as error:
            self._protocol.receive_eof()  # a body without an end: its head says enough
            if (response := self._response()) is None:
                raise self._failure(
                    recorded("{silent} within {seconds} s", silent=SILENT.words, seconds=f"{HANDSHAKE_S:g}")
                ) from error
            raise self._refused(response) from error
        except OSError as error:
            raise self._failure(describe_http_error(error, as_http(self._url))) from error
        response = self._response()
        if response is None:
            raise self._failure(self._why_no_answer())
        if self._protocol.handshake_exc is not None:
            raise self._refused(response)
        self._tell_head(response)
        return self._protocol, rest

    async def _read_answer(self) -> bytes:
        """Feed the answer to the protocol; returns the bytes behind the head of one that opens it."""
        protocol, head = self._protocol, b""
        while self._connecting() and protocol.handshake_exc is None:
            data = await self._line.reader.read(CHUNK_BYTES)
            if not data:
                protocol.receive_eof()
                break
            known = len(head)
            end = -1 if END_OF_HEAD in head else (head + data).find(END_OF_HEAD)
            head = head if END_OF_HEAD in head else head + data
            stop = len(data) if end < 0 else end + len(END_OF_HEAD) - known
            protocol.receive_data(data[:stop])
            if not self._connecting():
                return data[stop:]
            if data[stop:]:
                protocol.receive_data(data[stop:])  # the body of a refusal
        return b""

    def _connecting(self) -> bool:
        return self._protocol.state is State.CONNECTING

    def _response(self) -> Response | None:
        events = self._protocol.events_received()
        return next((event for event in events if isinstance(event, Response)), None)

    def _tell_head(self, response: Response) -> None:
        status, reason = response.status_code, response.reason_phrase
        if self._authorizer is not None:
            self._authorizer.answered(CHANNEL, status, _pairs(response.headers))
        self._tell(ChannelOpened(CHANNEL, status, _pairs(response.headers), "HTTP/1.1", reason))

    # -- refusals

    def _refused(self, response: Response) -> ConnectError:
        """The server answered, but no WebSocket is open."""
        self._tell_head(response)
        status, body = response.status_code, bytes(response.body)
        if status == SWITCHING:
            return self._misunderstood(response)
        for start in range(0, len(body), CHUNK_BYTES):
            piece = body[start : start + CHUNK_BYTES]
            self._tell(BytesArrived(CHANNEL, piece, ends=start + CHUNK_BYTES >= len(body)))
        headers = {name.lower(): value for name, value in _pairs(response.headers)}
        if status in REDIRECTS and (location := headers.get("location")):
            text = recorded(
                "server responded {status} and redirects to {location}; not followed",
                status=status,
                location=location,
            )
            self._tell(LifecycleStep("redirect", text, {"status": status, "location": location}))
        told = explain_websocket_failure(self._url, status=status, body=body, headers=headers)
        return (AuthorizationNeeded if status in (401, 403) else ConnectError)(told)

    def _misunderstood(self, response: Response) -> ConnectError:
        """It agreed, but not to what was asked."""
        error = self._protocol.handshake_exc
        if isinstance(error, NegotiationError) and "subprotocol" in str(error):
            chosen = response.headers.get("Sec-WebSocket-Protocol", "")
            return self._failure(composed("{}: {}", OTHER_SUBPROTOCOL.words, chosen))
        return self._failure(composed("{}: {}", BAD_HANDSHAKE.words, error))

    def _why_no_answer(self) -> str:
        error = self._protocol.handshake_exc
        cause = error.__cause__ if error is not None else None
        if cause is None or isinstance(cause, EOFError):
            uri = self._protocol.uri
            return composed(
                "{}: {}", NO_ANSWER.words, recorded("{host} port {port}", host=uri.host, port=uri.port)
            )
        return composed("{}: {}", NOT_HTTP.words, cause)

    def _failure(self, text: str) -> ConnectError:
        return ConnectError(explain_websocket_failure(self._url, error=text))


def _request(request: Request, target: HttpTarget, credentials: Headers) -> Request:
    """The library's request with our name and the user's headers, which win. Raises ValueError."""
    ours = [*request.headers.raw_items(), ("User-Agent", f"mcp-desktop-inspector/{__version__}")]
    headers = HandshakeHeaders()
    for name, value in merge_headers(ours, target.headers.items(), credentials):
        if CONTROL.search(name + value):
            raise ValueError(name.decode("latin-1"))
        headers[name.decode("latin-1")] = value.decode("latin-1")
    return Request(request.path, headers)


def _pairs(headers: HandshakeHeaders) -> Headers:
    return tuple((name, value) for name, value in headers.raw_items())


def _subprotocols(headers: Iterable[tuple[str, str]]) -> list[Subprotocol]:
    """Those that the user's headers offer, else MCP's."""
    given = [value for name, value in headers if name.lower() == "sec-websocket-protocol"]
    names = [name.strip() for value in given for name in value.split(",") if name.strip()]
    return [Subprotocol(name) for name in names or [SUBPROTOCOL]]
