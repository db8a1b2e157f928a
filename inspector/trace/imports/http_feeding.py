"""HTTP requests that another program recorded, played in the order of their times into conversations.

Requests with the same address and `Mcp-Session-Id` are one connection. A recording has no times of single
events of a stream: all but the last are taken to have come with the first byte, the last at the end.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final
from urllib.parse import urlsplit

from inspector.protocol.channels import header
from inspector.protocol.jsonrpc import parse
from inspector.protocol.wire import (
    BytesArrived,
    ChannelClosed,
    ChannelOpened,
    Headers,
    HeadersSent,
    Passed,
    Sent,
)
from inspector.trace.imports.feeding import Feeding
from inspector.trace.imports.reading import Reading
from inspector.translation import recorded

__all__ = ["HttpFeeding", "Requested"]

_STREAM: Final = "text/event-stream"
_KINDS: Final = ("request", "notification", "response", "error", "batch")


@dataclass(frozen=True, slots=True)
class Requested:
    """One HTTP request with its answer. Times in ns since the epoch; status 0: no answer."""

    start_ns: int
    first_ns: int
    end_ns: int
    verb: str
    url: str
    headers: Headers
    body: bytes
    status: int
    reason: str
    answer_headers: Headers
    answer: bytes
    error: str = ""
    version: str = "HTTP/1.1"
    connect_ns: int = 0  # the next four as those of an exchange; 0: not known
    tls_ns: int = 0
    sent_ns: int = 0
    written_ns: int = 0

    @property
    def is_message(self) -> bool:
        """Whether the body is a message of JSON-RPC."""
        return self.body[:1] in (b"{", b"[") and b'"jsonrpc"' in self.body and parse(self.body).kind in _KINDS

    @property
    def is_stream(self) -> bool:
        """Whether events are listened for."""
        return self.verb == "GET" and _STREAM in header(self.answer_headers, "content-type")

    @property
    def address(self) -> str:
        """The URL without what changes from request to request."""
        return urlsplit(self.url)._replace(query="", fragment="").geturl()

    @property
    def session_id(self) -> str:
        """That of the request, else the one that its answer gave."""
        name = "mcp-session-id"
        return header(self.headers, name) or header(self.answer_headers, name)


class HttpFeeding:
    """Takes requests in any order, then plays them. name: of the connections; empty: by their host."""

    def __init__(self, reading: Reading, name: str = "") -> None:
        self._reading = reading
        self._name = name
        self._requests: list[Requested] = []

    def add(self, request: Requested) -> None:
        """One more."""
        self._requests.append(request)

    def play(self) -> None:
        """Feed what is MCP; the rest is counted as left out."""
        addresses = {one.address for one in self._requests if one.is_message}
        mine = [one for one in self._requests if one.is_message or self._belongs(one, addresses)]
        self._reading.left_out += len(self._requests) - len(mine)
        connections: dict[tuple[str, str], list[Requested]] = {}
        for request in sorted(mine, key=_start):
            connections.setdefault((request.address, request.session_id), []).append(request)
        for (address, _), requests in self._joined(connections).items():
            self._connection(address, requests)

    @staticmethod
    def _belongs(request: Requested, addresses: set[str]) -> bool:
        return request.address in addresses and (request.is_stream or request.verb == "DELETE")

    @staticmethod
    def _joined(
        connections: dict[tuple[str, str], list[Requested]],
    ) -> dict[tuple[str, str], list[Requested]]:
        """What has no session id goes with the only session of its address."""
        for address, session_id in list(connections):
            named = [key for key in connections if key[0] == address and key[1]]
            if not session_id and len(named) == 1:
                connections[named[0]] = sorted(
                    connections[named[0]] + connections.pop((address, "")), key=_start
                )
        return connections

    def _connection(self, address: str, requests: list[Requested]) -> None:
        name = self._name or urlsplit(address).netloc or address
        feeding = Feeding(self._reading.journal, name, "http", address, requests[0].start_ns)
        steps: list[tuple[int, int, int]] = []  # time, place of the request, part of it
        channels: dict[int, str] = {}
        for place, one in enumerate(requests):
            first = min(max(one.first_ns or one.end_ns, one.start_ns), max(one.end_ns, one.start_ns))
            steps += [(one.start_ns, place, 0), (first, place, 1), (max(one.end_ns, first), place, 2)]
        for done, (at_ns, place, part) in enumerate(sorted(steps)):
            one = requests[place]
            if part == 0:
                channels[place] = _ask(feeding, one, at_ns)
            elif part == 1:
                _begin(feeding, channels[place], one, at_ns)
            else:
                _finish(feeding, channels.pop(place), one, at_ns)
            self._reading.went_on(done)
        feeding.end()


def _ask(feeding: Feeding, one: Requested, at_ns: int) -> str:
    channel = feeding.went(one.body, at_ns) if one.body else feeding.listens(one.verb)
    feeding.arrive(HeadersSent(channel, one.verb, one.url, one.headers), at_ns)
    for moment in ("connect", "tls"):
        if passed_ns := getattr(one, f"{moment}_ns"):
            feeding.arrive(Passed(channel, moment), passed_ns)
    feeding.arrive(Sent(channel), one.sent_ns or at_ns)
    if one.written_ns:
        feeding.arrive(Passed(channel, "written"), one.written_ns)
    return channel


def _begin(feeding: Feeding, channel: str, one: Requested, at_ns: int) -> None:
    """The head of the answer, and all but the last of its events."""
    if not one.status:
        return
    feeding.arrive(ChannelOpened(channel, one.status, one.answer_headers, one.version, one.reason), at_ns)
    early = one.answer[: _last_event(one)]
    if early:
        feeding.arrive(BytesArrived(channel, early), at_ns)


def _finish(feeding: Feeding, channel: str, one: Requested, at_ns: int) -> None:
    late = one.answer[_last_event(one) :] if one.status else b""
    if late:
        feeding.arrive(BytesArrived(channel, late), at_ns)
    feeding.arrive(
        ChannelClosed(channel, one.error or ("" if one.status else recorded("no response recorded"))), at_ns
    )


def _last_event(one: Requested) -> int:
    """Where the last event of a stream begins; 0 when the answer is no stream."""
    if _STREAM not in header(one.answer_headers, "content-type"):
        return 0
    body = one.answer.rstrip(b"\r\n")
    return (
        max(body.rfind(b"\n\n") + 2, body.rfind(b"\r\n\r\n") + 4, 0)
        if b"\n\n" in body or b"\r\n\r\n" in body
        else 0
    )


def _start(request: Requested) -> int:
    return request.start_ns
