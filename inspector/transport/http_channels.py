"""One HTTP request a channel: what goes out, the head that comes, the body as it comes.

Both HTTP transports stand on it. It follows no redirect, keeps no time limit but that of connecting
(the caller decides how long to wait), and turns every failure into plain words in `ChannelClosed.error`.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Final, cast

import httpcore
import httpx

from inspector import __version__
from inspector.errors import ConnectError
from inspector.protocol.secrets import masked_credentials
from inspector.protocol.wire import (
    Arrival,
    BytesArrived,
    ChannelClosed,
    ChannelOpened,
    Headers,
    HeadersSent,
    LifecycleStep,
    Passed,
    Sent,
    Sink,
)
from inspector.translation import recorded
from inspector.transport import Authorizer, HttpTarget
from inspector.transport.http_errors import explain_bad_url, origin
from inspector.transport.http_failures import FAILURES, describe_http_error
from inspector.transport.http_settings import (
    environment_proxy,
    explain_bad_proxy,
    merge_headers,
    tls_settings,
    without_secret,
)
from inspector.transport.http_writes import JOINED_BYTES, PROGRESS, Progress, WholeWrites

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator

__all__ = ["HttpChannels"]

CHUNK_BYTES: Final = 64 * 1024
# Common servers (Node.js, uvicorn) close an idle connection after 5 s; a request that they cross gets lost.
KEEP_ALIVE_S: Final = 4.0
ALWAYS: Final = (
    ("Accept-Encoding", "gzip, deflate"),
    ("Connection", "keep-alive"),
    ("User-Agent", f"mcp-desktop-inspector/{__version__}"),
)


class HttpChannels:
    """The requests of one connection. Every send() ends with exactly one ChannelClosed.

    Proxies: `target.proxy`, else that of the environment or system, which loopback addresses never use.
    Cookies: kept for the server's own host while the connection lasts (load balancers need them).
    """

    def __init__(self, target: HttpTarget, sink: Sink, authorizer: Authorizer | None = None) -> None:
        self._target = target
        self._sink = sink
        self._authorizer = authorizer
        # Without httpx's client: redirects and authorization, which it does not do here, cost 130 µs a call.
        self._transport: WholeWrites | None = None
        self._cookies = httpx.Cookies()
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._patient: set[str] = set()  # channels that may finish when we close
        self._gate = asyncio.Event()
        self._gate.set()
        self._proxy = ""
        self._said_connected = False

    # -- open and close

    def open(self) -> None:
        """Check URL, proxy and certificates. Raises ConnectError; nothing is sent yet."""
        target = self._target
        problem = explain_bad_url(target.url)
        if problem is not None:
            raise ConnectError(problem)
        url = httpx.URL(target.url)
        self._proxy = target.proxy or environment_proxy(url)
        try:
            self._transport = WholeWrites(
                verify=tls_settings(target, url),
                proxy=self._proxy or None,
                trust_env=False,  # the proxy is chosen above, so that we can say which one
                limits=httpx.Limits(max_connections=None, keepalive_expiry=KEEP_ALIVE_S),
            )
        except (ImportError, ValueError, httpx.InvalidURL) as error:
            raise ConnectError(explain_bad_proxy(self._proxy, error, bool(target.proxy))) from error

    async def close(self, grace_s: float) -> None:
        """End all requests; only those sent as `patient` get grace_s to finish. No socket is left."""
        patient = [task for channel, task in self._tasks.items() if channel in self._patient]
        for channel, task in self._tasks.items():
            if channel not in self._patient:
                task.cancel()
        if patient:
            await asyncio.wait(patient, timeout=grace_s)
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        if tasks:
            await asyncio.wait(tasks)
        transport, self._transport = self._transport, None
        if transport is not None:
            await transport.aclose()

    # -- orders

    def send(
        self,
        channel: str,
        verb: str,
        url: str,
        headers: Headers,
        body: bytes = b"",
        patient: bool = False,
        without: tuple[str, ...] = (),
    ) -> None:
        """Send one request in a task of its own; headers win over credentials, these over the target's.

        without: names left out.
        """
        loop = asyncio.get_running_loop()
        if self._transport is None:
            loop.call_soon(self.tell, ChannelClosed(channel, recorded("not sent: the connection is closed")))
            return
        authorizer = self._authorizer_for(url)
        credentials = authorizer.headers(verb, url, body) if authorizer is not None else ()
        merged = merge_headers(_defaults(verb), self._target.headers.items(), credentials, headers)
        make = partial(self._request, verb, url, merged, body, without)
        run = self._run(self._transport, channel, url, make, authorizer, credentials)
        task = loop.create_task(run, name=channel)
        self._tasks[channel] = task
        if patient:
            self._patient.add(channel)
        task.add_done_callback(self._task_done)

    def drop(self, channel: str) -> None:
        """Close the channel's connection; it is closed without an error."""
        task = self._tasks.get(channel)
        if task is not None:
            task.cancel()

    def pause(self) -> None:
        """Read no more bodies; soon the server waits in its write."""
        self._gate.clear()

    def resume(self) -> None:
        """Read again."""
        self._gate.set()

    # -- one request

    def tell(self, arrival: Arrival) -> None:
        """Hand an arrival to the sink, stamped now."""
        self._sink(arrival, time.monotonic_ns())

    def _task_done(self, task: asyncio.Task[None]) -> None:
        channel = task.get_name()
        self._patient.discard(channel)
        if self._tasks.get(channel) is task:
            del self._tasks[channel]
        if task.cancelled():
            self.tell(ChannelClosed(channel))

    async def _run(
        self,
        transport: WholeWrites,
        channel: str,
        url: str,
        make: Callable[[], httpx.Request],
        authorizer: Authorizer | None,
        credentials: Headers,
    ) -> None:
        progress = _Progress(self, channel)
        PROGRESS.set(progress)
        try:
            request = make()
            progress.going_out(request, credentials)
            try:
                response = await transport.handle_async_request(request)
            finally:
                progress.tell_head()  # it failed before all was written
            await self._answered(channel, request, response, authorizer)
        except FAILURES as error:
            self.tell(ChannelClosed(channel, describe_http_error(error, url, self._proxy)))
        else:
            self.tell(ChannelClosed(channel))

    def _request(
        self,
        verb: str,
        url: str,
        headers: list[tuple[bytes, bytes]],
        body: bytes,
        without: tuple[str, ...],
    ) -> httpx.Request:
        request = httpx.Request(
            verb,
            _parsed(url),
            headers=headers,
            cookies=self._cookies,
            content=body if verb == "POST" else None,
            extensions={"timeout": {"connect": self._target.connect_timeout_s}},
        )
        for name in without:  # those that httpx itself adds too
            request.headers.pop(name, None)
        if request.url.userinfo:
            next(httpx.BasicAuth(request.url.username, request.url.password).auth_flow(request))
        return request

    def _authorizer_for(self, url: str) -> Authorizer | None:
        """A credential goes to the server that it is for, and to no other origin."""
        return self._authorizer if origin(url) == origin(self._target.url) else None

    async def _answered(
        self, channel: str, request: httpx.Request, response: httpx.Response, authorizer: Authorizer | None
    ) -> None:
        try:
            response.request = request
            if "set-cookie" in response.headers:
                self._cookies.extract_cookies(response)
            headers = _as_text(response.headers.raw)
            if authorizer is not None:
                authorizer.answered(channel, response.status_code, headers)
            version, reason = response.http_version, response.reason_phrase
            self.tell(ChannelOpened(channel, response.status_code, headers, version, reason))
            if response.has_redirect_location:
                self.tell(_redirect(response))
            body = cast("AsyncGenerator[bytes]", response.aiter_bytes())
            try:
                async for data in body:
                    at_ns = time.monotonic_ns()
                    for start in range(0, len(data), CHUNK_BYTES):
                        self._sink(BytesArrived(channel, data[start : start + CHUNK_BYTES]), at_ns)
                        await self._gate.wait()
            finally:  # in this order: a generator of httpcore that ends waits for its stream to be closed
                await response.aclose()
                await body.aclose()
        finally:
            await response.aclose()

    def going_out(self, channel: str, request: httpx.Request, credentials: Headers, at_ns: int) -> None:
        """Hand on the head of a request. at_ns: when it was complete."""
        headers = masked_credentials(_as_text(request.headers.raw), credentials)
        self._sink(HeadersSent(channel, request.method, str(request.url), headers), at_ns)

    def connected(self, stream: httpcore.AsyncNetworkStream) -> None:
        """A connection was made; said once, or every call after a pause would be two rows."""
        if self._said_connected:
            return
        self._said_connected = True
        server = stream.get_extra_info("server_addr")
        where = (
            recorded("{host} port {port}", host=server[0], port=server[1])
            if isinstance(server, tuple)
            else str(server)
        )
        proxy = without_secret(self._proxy)
        facts: dict[str, object] = {"server": where, "proxy": proxy}
        said = recorded("connected to {where}", where=where)
        if proxy:
            said = recorded("connected to {where}, the proxy {proxy}", where=where, proxy=proxy)
        self.tell(LifecycleStep("connected", said, facts))


class _Progress(Progress):
    """Tells how far one request is, as the streams below it report.

    Its head is told when all was written: the server need not wait for us to record it.
    """

    def __init__(self, channels: HttpChannels, channel: str) -> None:
        self._channels = channels
        self._channel = channel
        self._complete: tuple[httpx.Request, Headers, int] | None = None  # its head is not told yet

    def going_out(self, request: httpx.Request, credentials: Headers) -> None:
        """The request is complete."""
        self._complete = request, credentials, time.monotonic_ns()
        if len(request.content) > JOINED_BYTES:
            self.tell_head()  # writing it may take a while

    def tell_head(self) -> None:
        """Tell the head, unless it is told."""
        if self._complete is not None:
            (request, credentials, at_ns), self._complete = self._complete, None
            self._channels.going_out(self._channel, request, credentials, at_ns)

    def connecting(self) -> None:
        self.tell_head()
        self._channels.tell(Passed(self._channel, "connect"))

    def connected(self, stream: httpcore.AsyncNetworkStream) -> None:
        self._channels.connected(stream)

    def securing(self) -> None:
        self._channels.tell(Passed(self._channel, "tls"))

    def sending(self) -> None:
        self._channels.tell(Sent(self._channel))

    def written(self) -> None:
        self._channels.tell(Passed(self._channel, "written"))
        self.tell_head()


# -- what a request is made of ---------------------------------------------------------------------------


@lru_cache(64)  # the same few addresses in every call
def _parsed(url: str) -> httpx.URL:
    return httpx.URL(url)


def _defaults(verb: str) -> Headers:
    """Headers for an order that names none: what MCP asks of every request of that kind."""
    if verb == "POST":
        accept = "application/json, text/event-stream"
        return (*ALWAYS, ("Content-Type", "application/json"), ("Accept", accept))
    return (*ALWAYS, ("Accept", "text/event-stream" if verb == "GET" else "*/*"))


def _as_text(raw: list[tuple[bytes, bytes]]) -> Headers:
    return tuple((name.decode("latin-1"), value.decode("latin-1")) for name, value in raw)


def _redirect(response: httpx.Response) -> LifecycleStep:
    location = response.headers.get("location", "")
    text = recorded(
        "server responded {status} and redirects to {location}; not followed",
        status=response.status_code,
        location=location,
    )
    return LifecycleStep("redirect", text, {"status": response.status_code, "location": location})
