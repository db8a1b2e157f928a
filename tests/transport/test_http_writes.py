"""A request leaves in one write: head and body together, and nothing is kept back too long."""

from __future__ import annotations

import asyncio
import ssl
from typing import Any

import httpcore
import httpx
import pytest

from inspector.transport.http_writes import JOINED_BYTES, WholeWrites


class Stream(httpcore.AsyncNetworkStream):
    """Remembers writes; reads give what a server answers."""

    def __init__(self, log: list[Any]) -> None:
        self.log = log

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
        return None


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
