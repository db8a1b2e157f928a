"""The loopback listener takes one answer, from the right place, and nothing else."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Awaitable, Callable
from urllib.parse import urlsplit

import pytest

from inspector.core.auth.listener import MOST_AT_ONCE, MOST_TOLD, CallbackListener
from inspector.core.auth.ports import FetchError
from tests.servers import free_port

STATE = "st4te"


async def nothing() -> None:
    """Nobody is shown anything."""


async def send(port: int, data: bytes) -> bytes:
    """All that comes back for these bytes."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(data)
    try:
        return await reader.read()
    except ConnectionResetError:
        return b""
    finally:
        writer.close()


def port_of(listener: CallbackListener) -> int:
    return urlsplit(listener.redirect_uri).port or 0


async def get(
    listener: CallbackListener, target: str, method: str = "GET", host: str = ""
) -> tuple[int, str]:
    """Status and body of one request."""
    host = host or urlsplit(listener.redirect_uri).netloc
    page = await send(port_of(listener), f"{method} {target} HTTP/1.1\r\nHost: {host}\r\n\r\n".encode())
    head, _, body = page.decode().partition("\r\n\r\n")
    return int(head.split()[1]), body


def run(
    use: Callable[[CallbackListener], Awaitable[None]], redirect_uri: str = "", wait_s: float = 20
) -> None:
    async def main() -> None:
        listener = CallbackListener(redirect_uri, wait_s)
        await listener.start()
        try:
            await use(listener)
        finally:
            await listener.close()
        assert len(asyncio.all_tasks()) == 1

    asyncio.run(main())


def waits_through(*requests: tuple[str, dict[str, str], int]) -> None:
    """Each request (target, how, status it gets) leaves the wait going on; the right one then ends it."""

    async def use(listener: CallbackListener) -> None:
        async def show() -> None:
            for target, how, expected in requests:
                status, _ = await get(listener, target, **how)
                assert status == expected, target
            assert await get(listener, f"/callback?code=right&state={STATE}")

        assert await listener.wait(STATE, show) == {"code": "right", "state": STATE}

    run(use)


def test_answer_of_the_browser_comes_with_all_its_parameters() -> None:
    async def use(listener: CallbackListener) -> None:
        pages: list[tuple[int, str]] = []

        async def show() -> None:
            target = f"/callback?code=a%20b%2Bc&state={STATE}&iss=https%3A%2F%2Fas.example&empty="
            pages.append(await get(listener, target))

        answer = await listener.wait(STATE, show)
        assert answer == {"code": "a b+c", "state": STATE, "iss": "https://as.example", "empty": ""}
        [(status, page)] = pages
        assert status == 200
        assert "close this page" in page
        assert "a b+c" not in page

    run(use)


def test_refusal_of_the_authorization_server_is_an_answer_too() -> None:
    async def use(listener: CallbackListener) -> None:
        pages: list[tuple[int, str]] = []

        async def show() -> None:
            pages.append(await get(listener, f"/callback?error=access_denied&state={STATE}"))

        assert await listener.wait(STATE, show) == {"error": "access_denied", "state": STATE}
        assert "Not signed in" in pages[0][1]

    run(use)


def test_answers_with_another_state_are_told_of_a_few_times_and_the_right_one_still_counts() -> None:
    told: list[None] = []

    async def main() -> None:
        listener = CallbackListener(stray=lambda: told.append(None))
        await listener.start()

        async def show() -> None:
            for target in ("/favicon.ico?state=x", "/callback", "/callback?x=1"):
                await get(listener, target)
            assert told == []  # what browsers and scanners ask for is no answer
            for _ in range(MOST_TOLD + 3):
                assert (await get(listener, "/callback?code=theirs&state=wrong"))[0] == 400
            await get(listener, f"/callback?code=right&state={STATE}")

        try:
            for _ in range(2):
                told.clear()
                assert (await listener.wait(STATE, show))["code"] == "right"
                assert len(told) == MOST_TOLD
        finally:
            await listener.close()

    asyncio.run(main())


def test_it_answers_once() -> None:
    async def use(listener: CallbackListener) -> None:
        right = f"/callback?code=1&state={STATE}"
        statuses: list[int] = []

        async def show() -> None:
            statuses.extend([(await get(listener, right))[0], (await get(listener, right))[0]])

        assert await listener.wait(STATE, show) == {"code": "1", "state": STATE}
        statuses.append((await get(listener, right))[0])
        assert statuses == [200, 404, 404]

    run(use)


def test_nothing_is_taken_before_somebody_waits() -> None:
    async def use(listener: CallbackListener) -> None:
        assert (await get(listener, "/callback?code=1&state="))[0] == 404

    run(use)


@pytest.mark.parametrize("state", ["", "st4tf", "st4te2", "%00", "é"])
def test_wrong_state_is_refused_and_the_wait_goes_on(state: str) -> None:
    waits_through((f"/callback?code=evil&state={state}", {}, 400))


def test_missing_or_doubled_parameters_are_refused() -> None:
    waits_through(
        ("/callback?code=evil", {}, 400),
        (f"/callback?code=evil&code=worse&state={STATE}", {}, 400),
        (f"/callback?code=evil&state=wrong&state={STATE}", {}, 400),
    )


@pytest.mark.parametrize(
    "host",
    ["evil.example", "evil.example:{port}", "localhost:{port}", "127.0.0.1", "127.0.0.1:1", "[::1]:{port}"],
)
def test_foreign_host_is_refused_so_that_no_rebound_name_reaches_it(host: str) -> None:
    """DNS rebinding: a page of evil.example, whose name now means 127.0.0.1, asks in its own name."""

    async def use(listener: CallbackListener) -> None:
        async def show() -> None:
            foreign = host.format(port=port_of(listener))
            assert (await get(listener, f"/callback?code=evil&state={STATE}", host=foreign))[0] == 421
            await get(listener, f"/callback?code=right&state={STATE}")

        assert (await listener.wait(STATE, show))["code"] == "right"

    run(use)


@pytest.mark.parametrize(
    "head",
    [
        "GET /callback?code=evil&state=st4te HTTP/1.1\r\n\r\n",
        "GET /callback?code=evil&state=st4te HTTP/1.1\r\nHost: {own}\r\nHost: evil.example\r\n\r\n",
        "GET /callback?code=evil&state=st4te HTTP/1.1\r\nHost: {own}\r\nHost: {own}\r\n\r\n",
    ],
)
def test_request_without_exactly_one_host_is_refused(head: str) -> None:
    async def use(listener: CallbackListener) -> None:
        async def show() -> None:
            own = urlsplit(listener.redirect_uri).netloc
            assert b" 421 " in await send(port_of(listener), head.format(own=own).encode())
            await get(listener, f"/callback?code=right&state={STATE}")

        assert (await listener.wait(STATE, show))["code"] == "right"

    run(use)


@pytest.mark.parametrize("method", ["POST", "PUT", "OPTIONS", "HEAD", "get"])
def test_only_a_get_is_taken(method: str) -> None:
    waits_through((f"/callback?code=evil&state={STATE}", {"method": method}, 405))


@pytest.mark.parametrize(
    "target", ["/", "/favicon.ico", "/callback/", "/CALLBACK", "http://evil/callback", "*"]
)
def test_other_paths_are_not_there(target: str) -> None:
    waits_through((f"{target}?code=evil&state={STATE}", {}, 404))


@pytest.mark.parametrize(
    "data", [b"\r\n\r\n", b"\x16\x03\x01 tls\r\n\r\n", b"GET /callback\r\n\r\n", b"x" * 70_000]
)
def test_what_is_no_request_ends_nothing(data: bytes) -> None:
    async def use(listener: CallbackListener) -> None:
        async def show() -> None:
            assert b" 200 " not in await send(port_of(listener), data)
            await get(listener, f"/callback?code=right&state={STATE}")

        assert (await listener.wait(STATE, show))["code"] == "right"

    run(use)


def test_those_who_connect_and_say_nothing_cannot_keep_the_browser_out() -> None:
    async def use(listener: CallbackListener) -> None:
        silent = [
            await asyncio.open_connection("127.0.0.1", port_of(listener)) for _ in range(MOST_AT_ONCE + 5)
        ]

        async def show() -> None:
            assert await silent[-1][0].read() == b""  # too many: shut out at once, nothing is held for it
            silent[0][1].close()
            await silent[0][1].wait_closed()
            async with asyncio.timeout(20):
                while not await send(port_of(listener), request):
                    await asyncio.sleep(0.005)

        own = urlsplit(listener.redirect_uri).netloc
        request = f"GET /callback?code=right&state={STATE} HTTP/1.1\r\nHost: {own}\r\n\r\n".encode()
        assert (await listener.wait(STATE, show))["code"] == "right"
        for _, writer in silent:
            writer.close()

    run(use)


def test_page_loads_nothing_and_is_kept_nowhere() -> None:
    async def use(listener: CallbackListener) -> None:
        async def show() -> None:
            own = urlsplit(listener.redirect_uri).netloc
            page = await send(
                port_of(listener),
                f"GET /callback?state={STATE}&x=<script> HTTP/1.1\r\nHost: {own}\r\n\r\n".encode(),
            )
            head = page.decode().partition("\r\n\r\n")[0].lower()
            assert "content-security-policy: default-src 'none'" in head
            assert "cache-control: no-store" in head
            assert "referrer-policy: no-referrer" in head
            assert b"<script" not in page

        await listener.wait(STATE, show)

    run(use)


def test_nobody_coming_back_ends_in_words() -> None:
    async def use(listener: CallbackListener) -> None:
        with pytest.raises(FetchError, match="no response from the browser"):
            await listener.wait(STATE, nothing)

    run(use, wait_s=0.02)


def test_it_binds_this_computer_only_and_closes_its_port() -> None:
    async def main() -> None:
        listener = CallbackListener()
        uri = await listener.start()
        assert uri == f"http://127.0.0.1:{port_of(listener)}/callback"
        assert listener._server is not None
        assert {one.getsockname()[0] for one in listener._server.sockets} == {"127.0.0.1"}
        other = CallbackListener()
        assert await other.start() != uri
        await listener.close()
        await other.close()
        with pytest.raises(ConnectionRefusedError):
            await send(port_of(listener), b"")

    asyncio.run(main())


def test_registered_redirect_uri_is_served_as_it_is() -> None:
    uri = f"http://localhost:{free_port()}/done/here"

    async def use(listener: CallbackListener) -> None:
        assert listener.redirect_uri == uri

        async def show() -> None:
            await get(listener, f"/done/here?code=right&state={STATE}")

        assert (await listener.wait(STATE, show))["code"] == "right"

    run(use, uri)


@pytest.mark.parametrize(
    "uri",
    [
        "https://127.0.0.1:80/callback",
        "http://evil.example:80/callback",
        "http://127.0.0.1.evil.example/callback",
        "http://0.0.0.0:8000/callback",
        "http://127.0.0.1:99999/callback",
        "com.example.app:/callback",
    ],
)
def test_redirect_uri_elsewhere_cannot_be_served(uri: str) -> None:
    async def main() -> None:
        with pytest.raises(FetchError, match="does not lead to this computer"):
            await CallbackListener(uri).start()

    asyncio.run(main())


def test_port_in_use_is_told() -> None:
    async def main() -> None:
        with socket.socket() as taken:
            taken.bind(("127.0.0.1", 0))
            taken.listen()
            port = taken.getsockname()[1]
            with pytest.raises(FetchError, match=f"port {port} .* cannot be used"):
                await CallbackListener(f"http://127.0.0.1:{port}/callback").start()

    asyncio.run(main())


def test_closing_ends_the_wait() -> None:
    async def main() -> None:
        listener = CallbackListener()
        await listener.start()
        shown = asyncio.Event()

        async def show() -> None:
            shown.set()

        waiting = asyncio.create_task(listener.wait("state", show))
        await shown.wait()
        await listener.close()
        with pytest.raises(FetchError, match="cancelled"):
            await asyncio.wait_for(waiting, 20)

    asyncio.run(main())
