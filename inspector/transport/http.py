"""Streamable HTTP: one POST a message, an optional GET stream, DELETE at the end of a session.

Channels: `post-N` for the answer to a POST, `get-N` and `delete-N` for the others, as the order names
them. Which headers go out and whether a GET stream is opened is the era's business.
"""

from __future__ import annotations

from inspector.protocol.wire import Drop, Open, Order, Send, Sink
from inspector.transport import Authorizer, HttpTarget
from inspector.transport.http_channels import HttpChannels

__all__ = ["HttpTransport"]


class HttpTransport:
    """Carries orders as HTTP requests.

    Arrivals of one channel: Sent → HeadersSent → ChannelOpened → BytesArrived … → ChannelClosed; HeadersSent
    comes first where a connection is made or the body is long. A failed request is a ChannelClosed whose
    error says why. The sink is never called from inside carry_out().
    """

    def __init__(self, target: HttpTarget, sink: Sink, authorizer: Authorizer | None = None) -> None:
        self._url = target.url.strip()
        self._channels = HttpChannels(target, sink, authorizer)

    async def start(self) -> None:
        """Check URL, proxy and certificates; nothing is sent. Raises ConnectError."""
        self._channels.open()

    def carry_out(self, order: Order) -> bool:
        """POST a message, open a GET stream or DELETE the session, or close a channel."""
        match order:
            case Send(channel, data, headers, _, without):
                self._channels.send(channel, "POST", self._url, headers, data, without=without)
            case Open(channel, headers, verb):
                # Ending the session is the last order before close(): it may still go out.
                self._channels.send(channel, verb, self._url, headers, patient=verb == "DELETE")
            case Drop(channel):
                self._channels.drop(channel)
        return False

    def pause(self) -> None:
        """Read no more bodies; soon the server waits in its write."""
        self._channels.pause()

    def resume(self) -> None:
        """Read again."""
        self._channels.resume()

    async def close(self, grace_s: float = 2.0) -> None:
        """Close all streams and connections; a DELETE under way gets grace_s to finish."""
        await self._channels.close(grace_s)
