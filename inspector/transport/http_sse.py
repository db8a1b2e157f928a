"""HTTP+SSE, the transport of 2024-11-05: one GET stream for all that comes, POSTs for all that goes.

Channels: `sse` for the stream; `post-N` for the answers to POSTs, which carry no message, only a status.
Source: MCP 2024-11-05, basic/transports, "HTTP with SSE".
"""

from __future__ import annotations

import asyncio
from typing import Final

import httpx

from inspector.errors import AuthorizationNeeded, ConnectError, Explanation
from inspector.protocol.framing import SseFramer
from inspector.protocol.wire import (
    Arrival,
    BytesArrived,
    ChannelClosed,
    ChannelOpened,
    Drop,
    LifecycleStep,
    Order,
    Send,
    Sink,
)
from inspector.translation import recorded, translate
from inspector.transport import Authorizer, HttpTarget
from inspector.transport.http_channels import HttpChannels
from inspector.transport.http_errors import explain_http_failure, origin

__all__ = ["SseTransport"]

ENDPOINT_S: Final = 10.0
BODY_BYTES: Final = 64 * 1024
STREAM: Final = "sse"


class SseTransport:
    """Opens the stream, learns from its first event where to POST, and carries orders there."""

    def __init__(self, target: HttpTarget, sink: Sink, authorizer: Authorizer | None = None) -> None:
        self._target = target
        self._sink = sink
        self._channels = HttpChannels(target, self._take, authorizer)
        self._framer = SseFramer(limit_bytes=BODY_BYTES)
        self._status = 0
        self._headers: dict[str, str] = {}
        self._body = b""
        self._first: asyncio.Future[str] | None = None  # the data of the endpoint event
        self.endpoint = ""

    async def start(self) -> None:
        """Open the stream and wait for the endpoint. Raises ConnectError; then nothing is left open."""
        self._channels.open()
        self._first = asyncio.get_running_loop().create_future()
        self._channels.send(STREAM, "GET", self._target.url, (("Cache-Control", "no-store"),))
        try:
            async with asyncio.timeout(ENDPOINT_S):
                data = await self._first
            self.endpoint = self._resolve(data)
        except TimeoutError as error:
            await self._channels.close(0)
            raise ConnectError(self._no_endpoint()) from error
        except BaseException:  # also when cancelled: the stream must not stay open
            await self._channels.close(0)
            raise
        finally:
            self._first = None

    def carry_out(self, order: Order) -> bool:
        """POST a message, or close a channel; there are no further streams to open."""
        match order:
            case Send(channel, data, headers, _, without):
                self._channels.send(channel, "POST", self.endpoint, headers, data, without=without)
            case Drop(channel):
                self._channels.drop(channel)
        return False

    def pause(self) -> None:
        """Read no more; soon the server waits in its write."""
        self._channels.pause()

    def resume(self) -> None:
        """Read again."""
        self._channels.resume()

    async def close(self, grace_s: float = 2.0) -> None:
        """Close the stream and all connections."""
        await self._channels.close(grace_s)

    # -- until the endpoint is known

    def _take(self, arrival: Arrival, at_ns: int) -> None:
        self._sink(arrival, at_ns)
        if self._first is not None and not self._first.done():
            self._look(arrival, self._first)

    def _look(self, arrival: Arrival, first: asyncio.Future[str]) -> None:
        """Wait for the first event, or for the reason why there will be none."""
        match arrival:
            case ChannelOpened(channel, status, headers) if channel == STREAM:
                self._status = status
                self._headers = {name.lower(): value for name, value in headers}
            case BytesArrived(channel, data) if channel == STREAM:
                self._body = (self._body + data)[:BODY_BYTES]
                if self._status != 200:
                    return
                events = [event for event in self._framer.feed(data) if not event.comment_only]
                if events and events[0].event == "endpoint":
                    first.set_result(events[0].data.decode("utf-8", "replace"))
                elif events:
                    first.set_exception(ConnectError(self._wrong_first_event(events[0].event)))
            case ChannelClosed(channel, error) if channel == STREAM:
                first.set_exception(self._failure(error))

    def _failure(self, error: str) -> ConnectError:
        told = explain_http_failure(
            self._target.url,
            status=self._status,
            error=error,
            body=self._body,
            headers=self._headers,
            stream=True,
        )
        return (AuthorizationNeeded if self._status in (401, 403) else ConnectError)(told)

    def _resolve(self, data: str) -> str:
        """The URL for POSTs. An endpoint elsewhere would send our headers to a stranger."""
        try:
            endpoint = httpx.URL(self._target.url).join(data.strip())
        except httpx.InvalidURL as error:
            raise ConnectError(
                self._bad_endpoint(data, translate("Connect", "not a URL: {}").format(error))
            ) from error
        if not data.strip():
            raise ConnectError(self._bad_endpoint(data, translate("Connect", "empty")))
        if origin(str(endpoint)) != origin(self._target.url):
            text = recorded(
                "the server's message endpoint {endpoint} is on another origin; rejected",
                endpoint=endpoint,
            )
            facts: dict[str, object] = {"endpoint": str(endpoint)}
            self._channels.tell(LifecycleStep("refused", text, facts))
            reason = translate("Connect", "its origin differs from {}").format(origin(self._target.url))
            raise ConnectError(self._bad_endpoint(data, reason))
        return str(endpoint)

    def _bad_endpoint(self, data: str, reason: str) -> Explanation:
        return Explanation(
            translate("Connect", "The server's message endpoint cannot be used: {}.").format(reason),
            translate("Connect", "open the event stream {} (HTTP+SSE, 2024-11-05)").format(self._target.url),
            translate("Connect", "the server, or a proxy in front of it, does not know its public address"),
            translate("Connect", "Correct the public address in the server's settings."),
            ("edit_server", "retry"),
            data,
        )

    def _wrong_first_event(self, name: str) -> Explanation:
        return Explanation(
            translate("Connect", "The first event of the stream is {!r}, not 'endpoint'.").format(name),
            translate("Connect", "open the event stream {} (HTTP+SSE, 2024-11-05)").format(self._target.url),
            translate(
                "Connect", "this is a different kind of event stream, or the server uses Streamable HTTP"
            ),
            translate("Connect", "Check the URL, or connect with Streamable HTTP."),
            ("edit_server", "retry"),
            self._body.decode("utf-8", "replace")[:2000],
        )

    def _no_endpoint(self) -> Explanation:
        happened = translate("Connect", "The server did not respond within {:g} s.").format(ENDPOINT_S)
        if self._status:
            happened = translate(
                "Connect", "The server responded, but sent no endpoint within {:g} s."
            ).format(ENDPOINT_S)
        return Explanation(
            happened,
            translate("Connect", "open the event stream {} (HTTP+SSE, 2024-11-05)").format(self._target.url),
            translate("Connect", "this is not an MCP server's event stream, or a proxy is holding it back"),
            translate("Connect", "Check the URL (it often ends in /sse), or connect with Streamable HTTP."),
            ("edit_server", "retry"),
            self._body.decode("utf-8", "replace")[:2000],
        )
