"""Sends the requests of an authorization and shows them where all else of the connection is shown.

Each is a channel of its own, `auth-N`. No redirect is followed, no cookie kept, no credential or header of
the server's own settings added: authorization servers are other parties. Secrets are masked before anything
is told.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from itertools import count
from typing import Final

import httpx

from inspector import __version__
from inspector.core.auth.addresses import is_loopback
from inspector.core.auth.masking import masked_body, masked_headers, masked_url_fields
from inspector.core.auth.plan import STEPS
from inspector.core.auth.ports import BODY_LIMIT, FetchError, Request, Response
from inspector.errors import ConnectError
from inspector.protocol.wire import (
    AUTH,
    Arrival,
    BodySent,
    BytesArrived,
    ChannelClosed,
    ChannelOpened,
    Headers,
    HeadersSent,
    LifecycleStep,
    Sent,
    Sink,
)
from inspector.translation import as_recorded, composed, shown, translate
from inspector.transport import HttpTarget
from inspector.transport.http_failures import FAILURES, describe_http_error
from inspector.transport.http_settings import environment_proxy, merge_headers, tls_settings

__all__ = ["Fetcher"]

REQUEST_S: Final = 30.0


class Fetcher:
    """A `Fetch`. target: of the server, for its certificates and proxy; sink: None shows nothing."""

    def __init__(self, target: HttpTarget, sink: Callable[[], Sink | None]) -> None:
        self._target = target
        self._sink = sink
        self._numbers = count(1)

    async def __call__(self, request: Request) -> Response:
        """Send it. Raises FetchError."""
        channel = f"{AUTH}{next(self._numbers)}"
        try:
            response = await self._exchange(channel, request)
        except FetchError as error:
            why = as_recorded(str(error))
            self._tell(ChannelClosed(channel, why))
            self._say(request, why)
            raise
        except BaseException:
            self._tell(ChannelClosed(channel))
            raise
        content = response.header("content-type")
        if response.body:
            self._tell(BytesArrived(channel, masked_body(response.body, content)))
        self._tell(ChannelClosed(channel))
        self._say(request, f"{response.status} {response.reason}".rstrip())
        return response

    async def _exchange(self, channel: str, request: Request) -> Response:
        proxy = ""
        try:
            url = _url(request.url)
            proxy = self._proxy(url)
            async with (
                httpx.AsyncClient(
                    verify=tls_settings(self._trusted(url), url),
                    proxy=proxy or None,
                    trust_env=False,
                    follow_redirects=False,
                    timeout=REQUEST_S,
                ) as client,
                asyncio.timeout(REQUEST_S),
            ):
                ours = [("User-Agent", f"mcp-desktop-inspector/{__version__}")]
                headers = merge_headers(ours, request.headers)
                out = client.build_request(request.method, url, headers=headers, content=request.body or None)
                self._tell_request(channel, out, request)
                return await self._read(channel, client, out)
        except ConnectError as error:  # of the certificate file
            raise FetchError(error.explanation.happened) from error
        except TimeoutError as error:
            raise FetchError(translate("Auth", "no response within {:g} s").format(REQUEST_S)) from error
        except FAILURES as error:
            raise FetchError(shown(describe_http_error(error, request.url, proxy))) from error
        except (httpx.InvalidURL, ValueError) as error:
            raise FetchError(translate("Auth", "cannot send the request: {}").format(error)) from error

    async def _read(self, channel: str, client: httpx.AsyncClient, out: httpx.Request) -> Response:
        answer = await client.send(out, stream=True)
        try:
            headers = _as_text(answer.headers.raw)
            status, reason = answer.status_code, answer.reason_phrase
            self._tell(ChannelOpened(channel, status, masked_headers(headers), answer.http_version, reason))
            body = b""
            async for data in answer.aiter_bytes():
                body += data
                if len(body) > BODY_LIMIT:
                    break
            return Response(status, headers, body[: BODY_LIMIT + 1], reason)
        finally:
            await answer.aclose()

    def _proxy(self, url: httpx.URL) -> str:
        """The user's proxy is the way out for the server, and so for whom it sends us to."""
        own = "" if is_loopback(str(url)) else self._target.proxy
        return own or environment_proxy(url)

    def _trusted(self, url: httpx.URL) -> HttpTarget:
        """Unchecked certificates and a client certificate hold for the one host they were set for."""
        if url.host == httpx.URL(self._target.url).host:
            return self._target
        verify = self._target.verify or True
        return HttpTarget(str(url), verify=verify)

    # -- what is shown

    def _tell(self, arrival: Arrival) -> None:
        if (sink := self._sink()) is not None:
            sink(arrival, time.monotonic_ns())

    def _tell_request(self, channel: str, out: httpx.Request, request: Request) -> None:
        headers = masked_headers(_as_text(out.headers.raw))
        self._tell(HeadersSent(channel, out.method, masked_url_fields(str(out.url)), headers))
        if request.body:
            self._tell(BodySent(channel, masked_body(request.body, out.headers.get("content-type", ""))))
        self._tell(Sent(channel))

    def _say(self, request: Request, outcome: str) -> None:
        """One row a request also where a row is a call."""
        url = masked_url_fields(request.url)
        title = STEPS[request.step][0] if request.step in STEPS else "authorization"
        text = composed("{}: {} {}: {}", as_recorded(translate("Auth", title)), request.method, url, outcome)
        self._tell(LifecycleStep("authorization", text, {"step": request.step}))


def _url(text: str) -> httpx.URL:
    """What a server names may be any text. Raises ValueError, httpx.InvalidURL."""
    url = httpx.URL(text)
    if url.port is not None and not 0 < url.port < 1 << 16:
        raise ValueError(translate("Auth", "there is no port {}").format(url.port))
    return url


def _as_text(raw: list[tuple[bytes, bytes]]) -> Headers:
    return tuple((name.decode("latin-1"), value.decode("latin-1")) for name, value in raw)
