"""The sending half of a conversation: calls in, orders out, with the records of what goes out.

`Sending` is the base of `Conversation`, which reads what comes; it holds what both halves share.
"""

from __future__ import annotations

from collections import deque
from dataclasses import replace
from typing import Any

import msgspec

from inspector.protocol import jsonrpc
from inspector.protocol.channels import Channel
from inspector.protocol.correlation import Correlation, cancellation, with_reason
from inspector.protocol.elicitation import actions_in
from inspector.protocol.era import Declared, Era
from inspector.protocol.era.declared import Spoken, spoken_in
from inspector.protocol.era.legacy import LegacyEra, opening
from inspector.protocol.framing import DEFAULT_LIMIT_BYTES, OpenSpool
from inspector.protocol.jsonrpc import Message
from inspector.protocol.listener import Dropped, Listener, Outgoing
from inspector.protocol.recording import Recorder
from inspector.protocol.records import Exchange
from inspector.protocol.wire import (
    AUTH,
    PIPES,
    Drop,
    Headers,
    Open,
    Pipe,
    Send,
    overlaid,
)
from inspector.translation import recorded

__all__ = ["Sending"]


class Sending:
    """What one connection says. transport: stdio | http | sse | websocket."""

    def __init__(
        self,
        session: int,
        transport: str,
        listener: Listener,
        *,
        limit_bytes: int = DEFAULT_LIMIT_BYTES,
        open_spool: OpenSpool | None = None,
    ) -> None:
        self.session = session
        self.transport = transport
        self.era: Era = LegacyEra()
        self.correlation = Correlation(session)
        self.spoken = Spoken()  # what the last request that declares us has declared
        self.touched: list[Exchange] = []  # exchanges that changed; the driver takes them
        self._listener = listener
        self._limit_bytes = limit_bytes
        self._open_spool = open_spool
        self._channels: dict[str, Channel] = {}
        self._unsent: deque[Exchange | None] = deque()  # pipe: of each order that has not left, in turn
        self._as_tasks: set[int] = set()  # numbers of the calls that asked to become one
        self._next_id = 0
        self._next_channel = 0
        self._recorder = Recorder(session)

    @property
    def pipe(self) -> Pipe | None:
        """The one connection for everything; None over HTTP."""
        return PIPES.get(self.transport)

    @property
    def arriving(self) -> int:
        """While a listener is told of a message: number of the record that it becomes."""
        return self._recorder.number

    def _channel(self, name: str) -> Channel:
        channel = self._channels.get(name)
        if channel is None:
            channel = self._channels[name] = Channel(name)
            own = "" if name.startswith(AUTH) else self.transport
            channel.expect(own, self._limit_bytes, self._open_spool)
        return channel

    # -- out

    def left(self) -> Exchange | None:
        """Over a pipe: the oldest order that had not left has now; the exchange that it opened."""
        return self._unsent.popleft() if self._unsent else None

    def left_at_once(self) -> None:
        """Over a pipe: the newest order has left. The report of one before it may still be on its way."""
        if self._unsent:
            self._unsent.pop()

    def request(
        self,
        method: str,
        params: dict[str, Any],
        at_ns: int,
        number: int,
        *,
        retry_of: Exchange | None = None,
        plain: bool = False,
        headers: Headers = (),
    ) -> Outgoing:
        """Ask. plain: without progress token. Values of type `msgspec.Raw` go out token for token.

        headers: over HTTP, those that replace or come beside the era's.
        """
        self._next_id += 1
        dressed = self.era.dress(method, params, None if plain else self._next_id)
        data = jsonrpc.encode_request(self._next_id, method, dressed)
        message = Message("request", str(self._next_id), method)
        if method == "tools/call" and "task" in params and not self.era.answers_by_retry():
            self._as_tasks.add(number)
        own = self.era.headers(method, dressed) if self.pipe is None else ()
        return self._out(
            data, message, overlaid(own, headers), at_ns, number, retry_of=retry_of, params=dressed
        )

    def open(self, declared: Declared, revision: str, at_ns: int, number: int) -> Outgoing:
        """The handshake of the legacy era."""
        return self.request("initialize", opening(declared, revision), at_ns, number, plain=True)

    def notify(self, method: str, params: dict[str, Any] | None, at_ns: int, number: int) -> Outgoing:
        """Tell."""
        data = jsonrpc.encode_notification(method, params)
        return self._out(data, jsonrpc.parse(data), self.era.headers(method, params or {}), at_ns, number)

    def answer(
        self,
        exchange: Exchange,
        at_ns: int,
        number: int,
        result: dict[str, Any] | None,
        error: tuple[int, str] | None = None,
    ) -> Outgoing:
        """Answer a server's request; with `error` (code, message) instead of a result."""
        if error is not None:
            data = jsonrpc.encode_error(exchange.id, *error)
        else:
            data = jsonrpc.encode_result(exchange.id, result if result is not None else {})
        return self._out(data, jsonrpc.parse(data), self.era.headers("", {}), at_ns, number)

    def raw(
        self, data: bytes, at_ns: int, number: int, *, headers: Headers = (), without: tuple[str, ...] = ()
    ) -> Outgoing:
        """Exactly these bytes, valid or not. Over stdio a newline is added unless they end with one.

        headers: over HTTP, those that replace or come beside the era's. without: names that do not go out.
        """
        message = jsonrpc.parse(data)
        headers = overlaid(self.era.headers(message.method, message.params_dict()), headers)
        exact = self.transport == "stdio" and data.endswith(b"\n")
        outgoing = self._out(data, message, headers, at_ns, number, exact=exact)
        sends = [one for one in outgoing.orders if isinstance(one, Send)] if without else []
        orders = tuple(replace(one, without=without) for one in sends)
        return replace(outgoing, orders=orders) if sends else outgoing

    def cancel(self, exchange: Exchange, reason: str, at_ns: int, number: int) -> Outgoing:
        """Cancel a request of ours, the way of this era and transport.

        A call that asked to become a task (2025-11-25) is only given up: "tasks/cancel" is for the task
        that it may still become. Source: MCP 2025-11-25, basic/utilities/cancellation.
        """
        if exchange.number in self._as_tasks:
            self.give_up(exchange, "cancelled", at_ns, exchange.detail or cancellation(reason))
            return Outgoing((), [], exchange)
        if self.era.cancel_by_closing(self.pipe is None):
            self.give_up(exchange, "cancelled", at_ns, cancellation(reason))
            return Outgoing((Drop(exchange.channel),), [], exchange)
        params: dict[str, Any] = {"requestId": msgspec.Raw(exchange.id.encode())}
        if reason:
            params["reason"] = reason
        outgoing = self.notify("notifications/cancelled", params, at_ns, number)
        detail = cancellation(reason)
        self.give_up(exchange, "cancelled", at_ns, exchange.detail or detail)
        if exchange.detail == detail:  # read off the wire, which has the words without their message
            exchange.detail = detail
        exchange.ended_ns = exchange.ended_ns or at_ns
        return Outgoing(outgoing.orders, outgoing.records, exchange)

    def give_up(self, exchange: Exchange, status: str, at_ns: int, detail: str) -> None:
        """End an exchange from our side: timed out (lost) or cancelled."""
        if self.correlation.end(exchange, status, at_ns, detail):
            self.touched.append(exchange)
            self._listener.finished(exchange, None, 0)

    def listen(self, headers: Headers, verb: str = "GET", takes_up: Dropped | None = None) -> Outgoing:
        """Open a listening stream, or end the session with DELETE (legacy HTTP).

        takes_up: the stream that this GET goes on with; where it stood is known until the next event.
        """
        self._next_channel += 1
        name = f"{verb.lower()}-{self._next_channel}"
        if takes_up is None:
            return Outgoing((Open(name, headers, verb),), [])
        channel, exchange = self._channel(name), takes_up.exchange
        channel.last_event_id, channel.retry_ms = takes_up.last_event_id, takes_up.retry_ms
        channel.exchange = exchange
        if exchange is not None:
            exchange.channel = name
        return Outgoing((Open(name, headers, verb),), [], exchange)

    def _out(
        self,
        data: bytes,
        message: Message,
        headers: Headers,
        at_ns: int,
        number: int,
        *,
        retry_of: Exchange | None = None,
        params: dict[str, Any] | None = None,
        exact: bool = False,
    ) -> Outgoing:
        self._recorder.number = number
        pipe = self.pipe
        if pipe is not None:
            channel = Channel(pipe.outgoing)
        else:
            self._next_channel += 1
            channel = self._channel(f"post-{self._next_channel}")
        size = len(data) + (pipe.ending if pipe is not None and not exact else 0)
        place = self.correlation.place(message, "out", number, at_ns, size, retry_of=retry_of, params=params)
        exchange = place.exchange
        if pipe is not None:
            self._unsent.append(exchange if message.kind == "request" else None)
        if exchange is not None:
            self.touched.append(exchange)
        if message.kind == "request":
            said = params if params is not None else message.params_dict()
            self.spoken = spoken_in(message.method, said) or self.spoken
        if message.kind == "request" and exchange is not None:
            channel.exchange, exchange.channel = exchange, channel.name
            channel.opens_session = message.method == "initialize"
            if pipe is not None:
                exchange.sent_ns = at_ns
        elif place.finished and exchange is not None and exchange.direction == "out":
            exchange.ended_ns = exchange.ended_ns or at_ns
            self._listener.finished(exchange, None, 0)
        note = actions_in(params or {}) if place.role == "retry" else ""
        records = [self._recorder.message(message, place, "out", channel, data, b"", size, at_ns, note)]
        for part in message.members:
            inner = jsonrpc.parse(part)
            inner_place = self.correlation.place(inner, "out", self._recorder.number, at_ns, len(part))
            if inner_place.exchange is not None:
                inner_place.exchange.sent_ns = at_ns
                channel.members.append(inner_place.exchange)
                self.touched.append(inner_place.exchange)
            note = with_reason(recorded("inside #{whole}", whole=number), inner.reason)
            records.append(
                self._recorder.message(inner, inner_place, "out", channel, part, b"", len(part), at_ns, note)
            )
        return Outgoing((Send(channel.name, data, headers, exact),), records, exchange)
