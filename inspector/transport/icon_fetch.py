"""GET of one small file when the user says so: no credentials, no cookies, never another origin."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import Final

import httpx

from inspector.translation import recorded

__all__ = ["Fetched", "fetch"]

_TIMEOUT_S: Final = 15.0
_WHOLE_S: Final = 30.0
_MOST_REDIRECTS: Final = 3
_HEADERS: Final = {
    "Accept": "image/png, image/jpeg, image/webp, image/svg+xml",
    "Accept-Encoding": "identity",  # what is counted is what comes: nothing to unpack
    "User-Agent": "mcp-desktop-inspector",
}


@dataclass(frozen=True, slots=True)
class Fetched:
    """The body, or why there is none."""

    data: bytes = b""
    problem: str = ""


async def fetch(url: str, most_bytes: int, *, transport: httpx.AsyncBaseTransport | None = None) -> Fetched:
    """Get an https URL. Follows redirects within its origin only. Never raises; what fails is words.

    transport: another than the network, for tests.
    """
    try:
        async with (
            asyncio.timeout(_WHOLE_S),
            httpx.AsyncClient(
                headers=_HEADERS, timeout=_TIMEOUT_S, follow_redirects=False, transport=transport
            ) as client,
        ):
            return await _follow(client, httpx.URL(url), most_bytes)
    except TimeoutError:
        return Fetched(problem=recorded("not complete within {whole_s} s", whole_s=f"{_WHOLE_S:g}"))
    except (httpx.HTTPError, httpx.InvalidURL) as error:
        return Fetched(problem=str(error) or type(error).__name__)


async def _follow(client: httpx.AsyncClient, url: httpx.URL, most_bytes: int) -> Fetched:
    for _ in range(_MOST_REDIRECTS + 1):
        client.cookies.clear()  # each request is the first one
        async with client.stream("GET", url) as response:
            if response.next_request is not None:
                target = response.next_request.url
                if _origin(target) != _origin(url):
                    return Fetched(
                        problem=recorded(
                            "rejected: redirects to another origin, {target}", target=_origin(target)
                        )
                    )
                url = target
                continue
            if response.status_code != 200:
                return Fetched(
                    problem=recorded(
                        "{host} responded {status}",
                        host=url.host,
                        status=f"{response.status_code} {response.reason_phrase}".strip(),
                    )
                )
            if response.headers.get("content-encoding", "identity").lower() != "identity":
                return Fetched(problem=recorded("rejected: compressed, although that was not requested"))
            return await _read(response, most_bytes)
    return Fetched(problem=recorded("more than {most_redirects} redirects", most_redirects=_MOST_REDIRECTS))


async def _read(response: httpx.Response, most_bytes: int) -> Fetched:
    found = bytearray()
    async for chunk in response.aiter_raw():
        found += chunk
        if len(found) > most_bytes:
            return Fetched(problem=recorded("larger than {most_bytes} KiB", most_bytes=most_bytes // 1024))
    return Fetched(bytes(found))


def _origin(url: httpx.URL) -> str:
    port = f":{url.port}" if url.port is not None else ""
    return f"{url.scheme}://{url.host}{port}"
