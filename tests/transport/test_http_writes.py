"""A request leaves in one write: head and body together, and nothing is kept back too long."""

from __future__ import annotations

import asyncio
import socket
import ssl
from typing import Any

import httpcore
import httpx
import pytest

from inspector.transport.http_writes import JOINED_BYTES, PROGRESS, Progress, WholeWrites
from tests.transport.http_server import Asked, answer, serve


class Stream(httpcore.AsyncNetworkStream):
    """Remembers writes; reads give what a server answers."""

    def __init__(self, log: list[Any], of: socket.socket | None = None) -> None:
        self.log = log
        self.socket = of
        self.asked: list[str] = []

    async def write(self, buffer: bytes, timeout: float | None = None) -> None:
        self.log.append(buffer)

    async def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        self.log.append("read")
        return b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"

    async def start_tls(
        self, ssl_context: ssl.SSLContext, server_hostname: str | None = None, timeout: float | None = None
    ) -> httpcore.AsyncNetworkStream:
        self.log.append(f"tls {server_hostname}")
        return self

    async def aclose(self) -> None:
        self.log.append("closed")

    def get_extra_info(self, info: str) -> Any:
        self.asked.append(info)
        return self.socket if info == "socket" else None


class Backend(httpcore.AsyncNetworkBackend):
    stream = Stream

    def __init__(self) -> None:
        self.log: list[Any] = []

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Any = None,
    ) -> httpcore.AsyncNetworkStream:
        self.log.append((host, port))
        return self.stream(self.log)

    async def sleep(self, seconds: float) -> None:
        self.log.append(seconds)


@pytest.fixture
def backend(monkeypatch: pytest.MonkeyPatch) -> Backend:
    """What every pool connects with."""
    made = Backend()
    monkeypatch.setattr(httpcore._backends.auto, "AutoBackend", lambda: made)
    monkeypatch.setattr(httpcore._async.connection_pool, "AutoBackend", lambda: made)
    return made


def sent(backend: Backend, url: str, *bodies: bytes) -> list[Any]:
    """What happened on the wire while these were posted one after the other."""

    async def main() -> None:
        async with httpx.AsyncClient(transport=WholeWrites()) as client:
            for body in bodies:
                answer = await client.post(url, content=body)
                assert answer.text == "ok"

    asyncio.run(main())
    return backend.log


def test_head_and_body_leave_together(backend: Backend) -> None:
    (place, request, read, end) = sent(backend, "http://h.test:81/mcp", b'{"a":1}')
    assert (place, read, end) == (("h.test", 81), "read", "closed")
    assert request.startswith(b"POST /mcp HTTP/1.1\r\n") and request.endswith(b'\r\n\r\n{"a":1}')


def test_a_second_request_on_the_connection_leaves_in_one_write_too(backend: Backend) -> None:
    log = sent(backend, "http://h.test/", b"one", b"two")
    assert [one[-3:] for one in log if isinstance(one, bytes)] == [b"one", b"two"]


def test_a_request_without_a_body_leaves_before_its_answer_is_read(backend: Backend) -> None:
    _, request, read, _ = sent(backend, "http://h.test/", b"")
    assert request.endswith(b"\r\n\r\n") and read == "read"


@pytest.mark.parametrize(("length", "writes"), [(JOINED_BYTES, 1), (JOINED_BYTES + 1, 2)])
def test_a_long_body_follows_its_head_without_being_copied(
    backend: Backend, length: int, writes: int
) -> None:
    written = [one for one in sent(backend, "http://h.test/", b"x" * length) if isinstance(one, bytes)]
    assert len(written) == writes
    assert b"".join(written).endswith(b"\r\n\r\n" + b"x" * length)


def test_over_tls_it_is_the_same(backend: Backend) -> None:
    place, tls, request, read, _ = sent(backend, "https://h.test/", b"body")
    assert (place, tls, read) == (("h.test", 443), "tls h.test", "read")
    assert request.endswith(b"\r\n\r\nbody")


def test_a_socket_is_asked_itself_whether_it_is_readable() -> None:
    """anyio would ask the system for all that it knows of it, twice a request and connection."""

    class One(httpcore.AsyncMockBackend):
        async def connect_tcp(self, *_: Any, **__: Any) -> httpcore.AsyncNetworkStream:
            return stream

    async def main() -> httpcore.AsyncNetworkStream:
        transport = WholeWrites()
        transport._pool._network_backend._inner = One([])
        return await transport._pool._network_backend.connect_tcp("h.test", 80)

    ours, servers = socket.socketpair()
    stream = Stream([], ours)
    with ours, servers:
        opened = asyncio.run(main())
        stream.asked.clear()
        assert not opened.get_extra_info("is_readable")
        servers.send(b"late")
        assert opened.get_extra_info("is_readable")
        ours.recv(4)
        assert not opened.get_extra_info("is_readable")
        servers.close()
        assert opened.get_extra_info("is_readable")
        assert stream.asked == []
    assert opened.get_extra_info("is_readable")  # its own end is closed
    assert opened.get_extra_info("server_addr") is None and stream.asked == ["server_addr"]


def test_a_connection_that_its_server_closed_while_idle_is_not_used_again(until: Any) -> None:
    writers: list[asyncio.StreamWriter] = []

    async def reply(asked: Asked) -> None:
        writers.append(asked.writer)
        asked.writer.write(answer(asked.body))

    async def main() -> None:
        transport = WholeWrites(limits=httpx.Limits(keepalive_expiry=None))
        async with serve(reply) as url, httpx.AsyncClient(transport=transport) as client:
            for body in (b"one", b"two"):
                assert (await client.post(url, content=body)).content == body
            assert writers[0] is writers[1]
            (kept,) = transport._pool.connections
            assert kept.is_idle() and not kept.has_expired()
            writers[0].close()
            await until(kept.has_expired, what="the server's end arrived")
            assert (await client.post(url, content=b"three")).content == b"three"
            assert writers[2] is not writers[1]
            assert transport._pool.connections != [kept] and len(transport._pool.connections) == 1

    asyncio.run(main())


class Told(Progress):
    """Puts what it hears into the log of the wire."""

    def __init__(self, log: list[Any]) -> None:
        self.log = log

    def connecting(self) -> None:
        self.log.append("connecting")

    def connected(self, stream: httpcore.AsyncNetworkStream) -> None:
        self.log.append("connected")

    def securing(self) -> None:
        self.log.append("securing")

    def sending(self) -> None:
        self.log.append("sending")

    def written(self) -> None:
        self.log.append("written")


def test_a_request_tells_how_far_it_is_right_before_and_after_it_happens(backend: Backend) -> None:
    PROGRESS.set(Told(backend.log))
    try:
        log = [one if isinstance(one, str) else type(one) for one in sent(backend, "https://h.test/", b"x")]
    finally:
        PROGRESS.set(Progress())
    begun = ["connecting", tuple, "connected", "securing", "tls h.test"]
    assert log == [*begun, "sending", bytes, "written", "read", "closed"]


def test_the_request_for_a_tunnel_is_not_taken_for_the_request_itself(backend: Backend) -> None:
    log = backend.log

    async def main() -> None:
        PROGRESS.set(Told(log))
        async with httpx.AsyncClient(transport=WholeWrites(proxy="http://proxy.test:81")) as client:
            await client.post("https://h.test/", content=b"x")

    asyncio.run(main())
    tunnel = next(at for at, one in enumerate(log) if isinstance(one, bytes) and one.startswith(b"CONNECT"))
    assert "sending" not in log[:tunnel] and log[tunnel + 1] == "read"
    assert log.count("sending") == log.count("written") == 1
    assert log[log.index("sending") + 1].startswith(b"POST /")


class Refusing(Stream):
    """The peer closed its side while we wrote; its answer came before."""

    async def write(self, buffer: bytes, timeout: float | None = None) -> None:
        raise httpcore.WriteError


def test_what_could_not_be_written_is_not_told_as_written(
    backend: Backend, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Backend, "stream", Refusing)
    PROGRESS.set(Told(backend.log))
    try:
        log = sent(backend, "http://h.test/", b"x")
    finally:
        PROGRESS.set(Progress())
    assert "sending" in log and "read" in log and "written" not in log


def turns(transport: httpx.AsyncHTTPTransport) -> int:
    """Turns of the loop that the fourth request on a connection takes."""

    async def main() -> int:
        count = 0

        def turn() -> None:
            nonlocal count
            count += 1
            asyncio.get_running_loop().call_soon(turn)

        async with httpx.AsyncClient(transport=transport) as client:
            for _ in range(3):
                await client.post("http://h.test/", content=b"x")
            turn()
            await client.post("http://h.test/", content=b"x")
            return count

    return asyncio.run(main())


def test_no_turn_of_the_loop_is_given_away_for_a_lock_that_is_free(backend: Backend) -> None:
    assert (turns(WholeWrites()), turns(httpx.AsyncHTTPTransport())) == (1, 4)
