"""A request leaves in one write: head and body together, and nothing is kept back too long."""

from __future__ import annotations

import asyncio
import socket
import ssl
from typing import Any

import httpcore
import httpx
import pytest

from inspector.transport.http_writes import JOINED_BYTES, WholeWrites
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
        return Stream(self.log)

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
