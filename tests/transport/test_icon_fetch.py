"""Getting an icon: what goes out, which redirects are followed, where it stops."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import httpx
import pytest

from inspector.transport.icon_fetch import Fetched, fetch

Handler = Callable[[httpx.Request], httpx.Response]


def _fetch(handler: Handler, url: str = "https://x.example/a.png") -> Fetched:
    return asyncio.run(fetch(url, 1000, transport=httpx.MockTransport(handler)))


def test_the_body_comes_without_cookies_and_credentials() -> None:
    seen: list[httpx.Request] = []

    def handler(request: httpx.Request) -> httpx.Response:
        seen.append(request)
        if len(seen) < 3:
            return httpx.Response(302, headers={"location": f"/{len(seen)}", "set-cookie": "a=b"})
        return httpx.Response(200, stream=httpx.ByteStream(b"icon"))

    assert _fetch(handler) == Fetched(b"icon")
    assert [str(one.url) for one in seen] == [
        "https://x.example/a.png",
        "https://x.example/1",
        "https://x.example/2",
    ]
    for request in seen:
        assert not {"cookie", "authorization", "referer"} & {name.lower() for name in request.headers}


@pytest.mark.parametrize(
    "location",
    [
        "https://y.example/a",
        "http://x.example/a",
        "https://x.example:444/a",
        "//y.example/a",
        "ftp://x.example/",
    ],
)
def test_a_redirect_to_another_origin_is_refused_before_it_is_asked(location: str) -> None:
    asked: list[str] = []

    def handler(request: httpx.Request) -> httpx.Response:
        asked.append(str(request.url))
        return httpx.Response(302, headers={"location": location})

    found = _fetch(handler)
    assert found.problem
    assert found.data == b""
    assert asked == ["https://x.example/a.png"]


@pytest.mark.parametrize(
    ("response", "said"),
    [
        (httpx.Response(404), "404"),
        (httpx.Response(204), "204"),
        (httpx.Response(304, headers={"location": "/a.png"}), "304"),
        (httpx.Response(302, headers={"location": "/a.png"}), "redirects"),
        (httpx.Response(200, stream=httpx.ByteStream(b"x" * 1001)), "larger than"),
    ],
)
def test_what_is_no_icon_is_words(response: httpx.Response, said: str) -> None:
    assert said in _fetch(lambda request: response).problem


def test_what_comes_compressed_is_refused() -> None:
    class Body(httpx.AsyncByteStream):
        async def __aiter__(self):  # type: ignore[no-untyped-def]
            yield b"\x1f\x8b"

    response = httpx.Response(200, headers={"content-encoding": "gzip"}, stream=Body())
    assert "compressed" in _fetch(lambda request: response).problem


def test_a_host_that_cannot_be_reached_is_words() -> None:
    def handler(request: httpx.Request) -> httpx.Response:
        raise httpx.ConnectError("no route")

    assert _fetch(handler).problem == "no route"


def test_an_endless_body_is_cut() -> None:
    class Body(httpx.AsyncByteStream):
        async def __aiter__(self):  # type: ignore[no-untyped-def]
            while True:
                yield b"x" * 100

    assert "larger than" in _fetch(lambda request: httpx.Response(200, stream=Body())).problem
