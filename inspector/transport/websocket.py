"""WebSocket: one connection for everything both ways, one message a text frame.

Channel: `ws`. Not a transport of the specification but a custom one that the official SDKs had (subprotocol
`mcp`) and several servers still have. The library's protocol without I/O reads and writes the frames, so
that the handshake, every control frame and a message that never ends can be shown as they are.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections import deque
from typing import Final

import httpx
from websockets.exceptions import InvalidURI
from websockets.frames import Close, Frame, Opcode
from websockets.protocol import State
from websockets.uri import parse_uri

from inspector.errors import ConnectError
from inspector.protocol.wire import (
    Arrival,
    BytesArrived,
    ChannelClosed,
    LifecycleStep,
    Order,
    Send,
    Sent,
    Sink,
)
from inspector.translation import composed, recorded
from inspector.transport import Authorizer, HttpTarget
from inspector.transport.http_failures import CONNECT_TIMEOUT, NO_ANSWER, describe_http_error
from inspector.transport.http_settings import without_secret
from inspector.transport.websocket_dial import Line, chosen_proxy, dial
from inspector.transport.websocket_errors import (
    CLOSED,
    CUT,
    MISUSED,
    NO_TLS,
    as_http,
    as_websocket,
    explain_bad_websocket_url,
    explain_websocket_failure,
)
from inspector.transport.websocket_frames import Splitter
from inspector.transport.websocket_handshake import CHANNEL, CHUNK_BYTES, Handshake

__all__ = ["WebSocketTransport"]

GOODBYE_S: Final = 1.0  # after the close frames: how long the server may take to close the socket
CONTROL_BACKLOG_BYTES: Final = 1 << 20  # of pongs that the server does not read


class WebSocketTransport:
    """Connects, carries messages, closes. The headers of the target go out with the handshake.

    Arrivals: Step connected → HeadersSent → ChannelOpened → Sent and BytesArrived … → ChannelClosed. Every
    Send that does not leave at once is answered by one Sent, in order. The sink is never called from inside
    carry_out().
    """

    def __init__(self, target: HttpTarget, sink: Sink, authorizer: Authorizer | None = None) -> None:
        self._target = target
        self._sink = sink
        self._authorizer = authorizer
        self._line: Line | None = None
        self._splitter = Splitter()
        # (order, it is written already); stays until all of it left. None: the end, a close frame.
        self._waiting: deque[tuple[Send | None, bool]] = deque()
        self._wake = asyncio.Event()
        self._gate = asyncio.Event()
        self._gate.set()
        self._tasks: list[asyncio.Task[None]] = []
        self._binary = False  # the message that is coming began with a binary frame
        self._closing = False
        self._ended = False

    # -- start

    async def start(self) -> None:
        """Connect and shake hands. Raises ConnectError or AuthorizationNeeded; then nothing is left open."""
        url = as_websocket(self._target.url)
        problem = explain_bad_websocket_url(url)
        if problem is not None:
            raise ConnectError(problem)
        try:
            uri = parse_uri(url)
        except (InvalidURI, ValueError) as error:
            raise ConnectError(
                explain_websocket_failure(url, error=recorded("invalid URL: {error}", error=error))
            ) from error
        self._url = url
        await self._connect()
        try:
            assert self._line is not None
            self._protocol, rest = await Handshake(
                self._line, uri, self._target, self._tell, self._authorizer
            ).run()
        except BaseException:
            await self._hang_up()
            raise
        create = asyncio.get_running_loop().create_task
        self._tasks = [
            create(self._read(rest), name="read websocket"),
            create(self._write(), name="write websocket"),
        ]

    async def _connect(self) -> None:
        url = httpx.URL(as_http(self._url))
        proxy = chosen_proxy(self._target, url)
        try:
            async with asyncio.timeout(self._target.connect_timeout_s):
                self._line = await dial(self._target, url, proxy)
        except TimeoutError as error:
            where = recorded(
                "{host} port {port}", host=url.host, port=url.port or (443 if url.scheme == "https" else 80)
            )
            raise self._failure(composed("{}: {}", CONNECT_TIMEOUT.words, where)) from error
        except (ConnectionResetError, EOFError) as error:
            kind = NO_TLS if url.scheme == "https" else NO_ANSWER
            raise self._failure(composed("{}: {}", kind.words, url.host)) from error
        except (OSError, ValueError) as error:
            raise self._failure(describe_http_error(error, str(url), proxy)) from error
        server = self._line.writer.get_extra_info("peername")
        where = (
            recorded("{host} port {port}", host=server[0], port=server[1])
            if isinstance(server, tuple)
            else str(server)
        )
        shown = without_secret(proxy)
        facts: dict[str, object] = {"server": where, "proxy": shown}
        said = recorded("connected to {where}", where=where)
        if proxy:
            said = recorded("connected to {where}, the proxy {proxy}", where=where, proxy=shown)
        self._tell(LifecycleStep("connected", said, facts))

    def _failure(self, text: str) -> ConnectError:
        return ConnectError(explain_websocket_failure(self._url, error=text))

    # -- orders

    def carry_out(self, order: Order) -> bool:
        """Send a message as one text frame; the other orders mean nothing here."""
        if not isinstance(order, Send):
            return False
        if self._line is None or self._ended or self._closing:
            closed = ChannelClosed(CHANNEL, recorded("not sent: the connection is closed"))
            asyncio.get_running_loop().call_soon(self._tell, closed)
            return False
        at_once = not self._waiting and self._protocol.state is State.OPEN
        if at_once:  # not a turn of the loop later: that would look like the server's time
            self._put(order)
            if not self._line.writer.transport.get_write_buffer_size():
                return True
        self._waiting.append((order, at_once))
        self._wake.set()
        return False

    def pause(self) -> None:
        """Read no more; soon the server waits in its write."""
        self._gate.clear()

    def resume(self) -> None:
        """Read again."""
        self._gate.set()

    # -- out

    async def _write(self) -> None:
        assert self._line is not None
        writer = self._line.writer
        writer.transport.set_write_buffer_limits(0)  # drain() then means: all of it left
        with contextlib.suppress(OSError):  # the reader sees the same end and tells it
            while True:
                while not self._waiting:
                    self._wake.clear()
                    await self._wake.wait()
                order, written = self._waiting[0]
                if self._protocol.state is not State.OPEN:
                    return
                if order is None:
                    self._protocol.send_close(1000)
                    self._flush()
                    self._tell(
                        LifecycleStep("closing", recorded("closing the WebSocket: 1000 (OK)"), {"code": 1000})
                    )
                    return
                if not written:
                    self._put(order)
                await writer.drain()
                self._waiting.popleft()
                self._tell(Sent(order.channel))

    def _put(self, order: Send) -> None:
        self._protocol.send_text(order.data)
        self._flush()

    def _flush(self) -> None:
        assert self._line is not None
        data = b"".join(self._protocol.data_to_send())
        if data and not self._line.writer.is_closing():
            self._line.writer.write(data)

    # -- in

    async def _read(self, data: bytes) -> None:
        """Until the end of the connection. data: what came with the handshake."""
        assert self._line is not None
        error = ""
        try:
            while not error:
                if data:
                    error = await self._take(data)
                if not error and not (data := await self._line.reader.read(CHUNK_BYTES)):
                    self._protocol.receive_eof()
                    error = composed(
                        "{}: {}", CUT.words, recorded("the connection closed without a close frame")
                    )
        except OSError as problem:  # also of TLS
            error = composed("{}: {}", CUT.words, problem.strerror or problem)
        if self._ended:
            return
        self._ended = True
        self._tell(ChannelClosed(CHANNEL, "" if self._closing else error))
        await self._goodbye()

    async def _take(self, data: bytes) -> str:
        """Read frames; returns why the connection is over, "" while it is not."""
        assert self._line is not None
        at_ns = time.monotonic_ns()
        error = ""
        for turn, piece in enumerate(self._splitter.feed(data)):
            if turn:
                await asyncio.sleep(0)  # others have their turn: time limits, and a close
            self._protocol.receive_data(piece)
            for frame in self._protocol.events_received():
                if isinstance(frame, Frame):
                    error = error or self._frame(frame, at_ns)
                    await self._gate.wait()
        self._flush()  # pongs, and the answer to a close frame
        if self._line.writer.transport.get_write_buffer_size() > CONTROL_BACKLOG_BYTES:
            await self._line.writer.drain()
        broken = self._protocol.parser_exc
        return error or (composed("{}: {}", MISUSED.words, broken) if broken is not None else "")

    def _frame(self, frame: Frame, at_ns: int) -> str:
        size = len(frame.data)
        if frame.opcode is Opcode.CLOSE:
            close = self._protocol.close_rcvd or Close(1006, "")
            facts: dict[str, object] = {"code": close.code, "reason": close.reason}
            who = (
                recorded("server confirmed the close")
                if self._closing
                else recorded("server closed the WebSocket")
            )
            self._sink(LifecycleStep("close", composed("{}: {}", who, close), facts), at_ns)
            return composed("{}: {}", CLOSED.words, close)
        if frame.opcode is Opcode.PING:
            self._sink(
                LifecycleStep(
                    "ping", recorded("ping of {size} bytes, answered with a pong", size=size), {"bytes": size}
                ),
                at_ns,
            )
        elif frame.opcode is Opcode.PONG:
            self._sink(
                LifecycleStep(
                    "pong", recorded("unsolicited pong of {size} bytes", size=size), {"bytes": size}
                ),
                at_ns,
            )
        else:
            if frame.opcode is not Opcode.CONT:
                self._binary = frame.opcode is Opcode.BINARY
            if size or frame.fin:
                arrival = BytesArrived(CHANNEL, bytes(frame.data), frame.fin, self._binary)
                self._sink(arrival, at_ns)
        return ""

    def _tell(self, arrival: Arrival) -> None:
        self._sink(arrival, time.monotonic_ns())

    # -- the end

    async def _goodbye(self) -> None:
        """The close frames are through: the server closes the socket, or we do."""
        assert self._line is not None
        with contextlib.suppress(OSError):
            async with asyncio.timeout(GOODBYE_S):
                while await self._line.reader.read(CHUNK_BYTES):
                    pass
        self._line.writer.close()

    async def close(self, grace_s: float = 2.0) -> None:
        """Send a close frame behind what still waits, wait grace_s for the server's, end the socket."""
        if self._line is None:
            return
        already, self._closing = self._closing, True
        self._gate.set()
        if not self._ended and not already:
            self._waiting.append((None, False))
            self._wake.set()
        if self._tasks and not self._ended:
            _, late = await asyncio.wait(self._tasks[:1], timeout=grace_s)
            if late:
                self._tell(
                    LifecycleStep(
                        "error",
                        recorded(
                            "the server did not confirm the close within {grace_s} s", grace_s=f"{grace_s:g}"
                        ),
                    )
                )
        await self._hang_up()

    async def _hang_up(self) -> None:
        """No task and no socket is left."""
        for task in self._tasks:
            task.cancel()
        if self._tasks:
            await asyncio.wait(self._tasks)
        self._tasks = []
        line, self._line = self._line, None
        if not self._ended:
            self._ended = True
            self._tell(ChannelClosed(CHANNEL))
        if line is not None:
            line.writer.transport.abort()
            with contextlib.suppress(OSError):
                await line.writer.wait_closed()
