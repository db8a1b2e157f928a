"""Streamable HTTP: requests out, heads and bodies in, byte by byte on a real socket."""

from __future__ import annotations

import asyncio
import gc
import gzip
import json
import ssl
import subprocess
import sys
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import pytest

from inspector import __version__
from inspector.errors import ConnectError
from inspector.protocol.wire import (
    BytesArrived,
    ChannelClosed,
    ChannelOpened,
    Drop,
    HeadersSent,
    Open,
    Passed,
    Send,
    Sent,
)
from inspector.transport import HttpTarget
from inspector.transport.http import HttpTransport
from inspector.transport.http_settings import merge_headers
from inspector.transport.http_writes import JOINED_BYTES
from tests.conftest import Runner
from tests.servers import free_port
from tests.transport.http_server import Asked, answer, serve
from tests.transport.recorder import Recorder

Use = Callable[[HttpTransport, Recorder], Awaitable[None]]
POST = Send("post-1", b'{"jsonrpc":"2.0","id":1,"method":"ping"}')


async def talk(target: HttpTarget, use: Use, grace_s: float = 2.0) -> Recorder:
    """Start, `await use(transport, recorder)`, close; fails when a task is left."""
    before = asyncio.all_tasks()
    recorder = Recorder()
    transport = HttpTransport(target, recorder)
    await transport.start()
    try:
        await use(transport, recorder)
    finally:
        await transport.close(grace_s)
    ours = [
        task for task in asyncio.all_tasks() - before if task.get_name().startswith(("post", "get", "del"))
    ]
    assert not ours
    return recorder


def ask(
    respond: Callable[[Asked], bytes], order: Send | Open = POST, **target: Any
) -> tuple[Recorder, list[Asked]]:
    """One order to a server that answers with these bytes; until its channel is closed."""
    asked: list[Asked] = []

    async def reply(request: Asked) -> None:
        asked.append(request)
        request.writer.write(respond(request))

    async def use(transport: HttpTransport, recorder: Recorder) -> None:
        transport.carry_out(order)
        await recorder.until(lambda: recorder.closed(order.channel))

    async def main() -> Recorder:
        async with serve(reply) as url:
            return await talk(HttpTarget(url, **target), use)

    return asyncio.run(main()), asked


def test_arrivals_of_a_post_come_in_their_order() -> None:
    recorder, asked = ask(lambda _: answer(b'{"ok":1}', content_type="application/json"))
    channel = [arrival for arrival in recorder.arrivals if getattr(arrival, "channel", "") == "post-1"]
    head = ChannelOpened("post-1", 200, recorder.all(ChannelOpened)[0].headers, "HTTP/1.1", "OK")
    assert channel == [
        recorder.all(HeadersSent)[0],
        Passed("post-1", "connect"),
        Sent("post-1"),
        Passed("post-1", "written"),
        head,
        BytesArrived("post-1", b'{"ok":1}'),
        ChannelClosed("post-1"),
    ]
    assert recorder.closed("post-1") == ChannelClosed("post-1")
    assert recorder.stamps == sorted(recorder.stamps)
    assert asked[0].body == POST.data


@pytest.mark.parametrize(
    ("size", "first"), [(10, [Sent, Passed, HeadersSent]), (JOINED_BYTES + 1, [HeadersSent, Sent, Passed])]
)
def test_on_a_kept_connection_a_short_request_leaves_before_its_head_is_told(
    size: int, first: list[type]
) -> None:
    """It is stamped with the time at which it was complete all the same."""
    again = Send("post-2", b"x" * size)

    async def reply(request: Asked) -> None:
        request.writer.write(answer(b"{}"))

    async def use(transport: HttpTransport, recorder: Recorder) -> None:
        for order in (POST, again):
            transport.carry_out(order)
            await recorder.until(partial(recorder.closed, order.channel))

    async def main() -> Recorder:
        async with serve(reply) as url:
            return await talk(HttpTarget(url), use)

    recorder = asyncio.run(main())
    told = [
        (type(arrival), at_ns)
        for arrival, at_ns in zip(recorder.arrivals, recorder.stamps, strict=True)
        if getattr(arrival, "channel", "") == "post-2"
    ]
    assert [kind for kind, _ in told] == [*first, ChannelOpened, BytesArrived, ChannelClosed]
    stamps = dict(told)
    assert stamps[HeadersSent] <= stamps[Sent] <= stamps[Passed]


def test_the_head_of_a_request_that_does_not_get_out_is_told_before_the_failure(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def broken(request: httpx.Request) -> httpx.Response:
        raise httpx.WriteError("broken")

    async def use(transport: HttpTransport, recorder: Recorder) -> None:
        below = transport._channels._transport
        assert below is not None
        monkeypatch.setattr(below, "handle_async_request", broken)
        transport.carry_out(POST)
        await recorder.until(lambda: recorder.closed("post-1"))

    recorder = asyncio.run(talk(HttpTarget("http://127.0.0.1:9/mcp"), use))
    assert [type(arrival) for arrival in recorder.arrivals] == [HeadersSent, ChannelClosed]


def first_pieces(orders: list[Send | Open]) -> list[bytes]:
    """What a server gets by the first read of each request."""
    pieces: list[bytes] = []

    class Plain(asyncio.Protocol):
        def connection_made(self, transport: asyncio.BaseTransport) -> None:
            assert isinstance(transport, asyncio.Transport)
            self.transport = transport

        def data_received(self, data: bytes) -> None:
            pieces.append(data)
            self.transport.write(answer(b"{}"))

    async def use(transport: HttpTransport, recorder: Recorder) -> None:
        for order in orders:
            transport.carry_out(order)
            await recorder.until(lambda order=order: recorder.closed(order.channel))  # type: ignore[misc]

    async def main() -> None:
        server = await asyncio.get_running_loop().create_server(Plain, "127.0.0.1", 0)
        await talk(HttpTarget(f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/mcp"), use)
        server.close()

    asyncio.run(main())
    return pieces


def test_head_and_body_leave_in_one_write_on_a_new_connection_and_a_kept_one() -> None:
    pieces = first_pieces([POST, Send("post-2", b'{"second":2}'), Open("get-1"), Send("post-3", b"")])
    assert [piece.partition(b"\r\n\r\n")[2] for piece in pieces] == [POST.data, b'{"second":2}', b"", b""]
    assert [piece.split()[0] for piece in pieces] == [b"POST", b"POST", b"GET", b"POST"]


def test_a_request_looks_for_no_module_that_is_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    """httpcore imports `sniffio` at every lock; what fails is tried again each time, 0.3 ms a request."""
    sought: list[str] = []

    class Watching:
        def find_spec(self, name: str, *_: Any) -> None:
            sought.append(name)

    monkeypatch.setattr(sys, "meta_path", [Watching(), *sys.meta_path])
    first_pieces([POST])
    sought.clear()
    first_pieces([Send("post-2", b"{}")])
    assert sought == []


def test_the_end_of_a_large_body_is_told_apart_from_its_beginning() -> None:
    """The server reads nothing until the beginning was told: the end cannot have been by then."""
    large = Send("post-1", b"x" * 20_000_000)
    begun = asyncio.Event()
    before: list[Passed] = []
    sizes: list[int] = []

    async def reply(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await begun.wait()
        await reader.readuntil(b"\r\n\r\n")
        sizes.append(len(await reader.readexactly(len(large.data))))
        writer.write(answer(b"{}"))
        await writer.drain()
        writer.close()

    async def use(transport: HttpTransport, recorder: Recorder) -> None:
        transport.carry_out(large)
        await recorder.until(lambda: recorder.all(Sent))
        before.extend(recorder.all(Passed))
        begun.set()
        await recorder.until(lambda: recorder.closed("post-1"))

    async def main() -> Recorder:
        server = await asyncio.start_server(reply, "127.0.0.1", 0)
        port = server.sockets[0].getsockname()[1]
        recorder = await talk(HttpTarget(f"http://127.0.0.1:{port}/mcp"), use)
        server.close()
        return recorder

    recorder = asyncio.run(main())
    assert sizes == [len(large.data)]
    assert before == [Passed("post-1", "connect")]
    assert recorder.all(Passed)[-1] == Passed("post-1", "written")


def test_the_head_that_is_reported_is_the_head_that_went_out() -> None:
    order = Send("post-1", b"{}", (("MCP-Protocol-Version", "2025-06-18"), ("X-Both", "era")))
    recorder, asked = ask(
        lambda _: answer(b""), order, headers={"x-both": "target", "Authorization": "Bearer t"}
    )
    (sent,) = recorder.all(HeadersSent)
    assert list(sent.headers) == asked[0].headers
    assert sent.verb == "POST" and sent.url.endswith("/mcp")
    values = {name.lower(): value for name, value in sent.headers}
    assert values["x-both"] == "era"
    assert values["authorization"] == "Bearer t"
    assert values["content-type"] == "application/json"
    assert values["accept"] == "application/json, text/event-stream"


def test_a_later_layer_of_headers_wins_in_any_case_and_repeats_stay() -> None:
    merged = merge_headers([("A", "1"), ("b", "2")], [("B", "3")], [("c", "4"), ("C", "5")])
    assert merged == [(b"A", b"1"), (b"B", b"3"), (b"c", b"4"), (b"C", b"5")]


def test_a_header_that_ascii_cannot_say_goes_out_all_the_same() -> None:
    order = Send("post-1", b"{}", (("Mcp-Name", "Größe"), ("X-Other", "測試")))
    recorder, asked = ask(lambda _: answer(b""), order)
    assert recorder.closed("post-1") == ChannelClosed("post-1")
    assert asked[0].header("mcp-name") == "Größe"
    assert asked[0].header("x-other").encode("latin-1").decode() == "測試"


def test_a_header_with_a_line_break_is_refused_in_words() -> None:
    recorder, asked = ask(lambda _: answer(b""), Send("post-1", b"{}", (("X-Bad", "a\r\nEvil: 1"),)))
    closed = recorder.closed("post-1")
    assert closed is not None and "a header that HTTP does not allow" in closed.error
    assert asked == []


@pytest.mark.parametrize(
    ("order", "headers"),
    [
        (
            Send("a", b"{}"),
            {"content-type": "application/json", "accept": "application/json, text/event-stream"},
        ),
        (Open("a"), {"accept": "text/event-stream"}),
        (Open("a", (), "DELETE"), {"accept": "*/*"}),
    ],
)
def test_what_goes_out_by_itself(order: Send | Open, headers: dict[str, str]) -> None:
    recorder, (asked,) = ask(lambda _: answer(b""), order)
    sent = {name.lower(): value for name, value in asked.headers}
    body = {"content-length": "2"} if isinstance(order, Send) else {}
    assert sent == {
        "host": sent["host"],
        "accept-encoding": "gzip, deflate",
        "connection": "keep-alive",
        "user-agent": f"mcp-desktop-inspector/{__version__}",
        **headers,
        **body,
    }
    assert recorder.all(HeadersSent)[0].headers == tuple(asked.headers)


def test_a_cookie_goes_back_to_its_server_while_the_connection_lasts() -> None:
    came: list[str] = []

    async def reply(request: Asked) -> None:
        came.append(request.header("cookie"))
        headers = {"set_cookie": "route=b; Path=/mcp"} if len(came) == 1 else {}
        request.writer.write(answer(b"{}", **headers))

    async def use(transport: HttpTransport, recorder: Recorder) -> None:
        for number in (1, 2):
            transport.carry_out(Send(f"post-{number}", b"{}"))
            await recorder.until(lambda number=number: recorder.closed(f"post-{number}"))  # type: ignore[misc]

    async def main() -> None:
        async with serve(reply) as url:
            await talk(HttpTarget(url), use)
            await talk(HttpTarget(url), use)

    asyncio.run(main())
    assert came == ["", "route=b", "", ""]


def test_user_and_password_of_the_address_are_sent() -> None:
    came: list[str] = []

    async def reply(request: Asked) -> None:
        came.append(request.header("authorization"))
        request.writer.write(answer(b"{}"))

    async def use(transport: HttpTransport, recorder: Recorder) -> None:
        transport.carry_out(POST)
        await recorder.until(lambda: recorder.closed("post-1"))

    async def main() -> None:
        async with serve(reply) as url:
            await talk(HttpTarget(url.replace("://", "://ann:s3cret@")), use)

    asyncio.run(main())
    assert came == ["Basic YW5uOnMzY3JldA=="]


def test_the_response_head_is_kept_as_it_came() -> None:
    lines = (
        "HTTP/1.1 202 Fine",
        "Mcp-Session-Id: Ab",
        "Set-Cookie: a=1",
        "Set-Cookie: b=2",
        "Content-Length: 0",
    )
    recorder, _ = ask(lambda _: "".join(f"{line}\r\n" for line in (*lines, "")).encode())
    opened = recorder.opened("post-1")
    assert opened is not None
    assert (opened.status, opened.reason, opened.http_version) == (202, "Fine", "HTTP/1.1")
    assert opened.headers[:3] == (("Mcp-Session-Id", "Ab"), ("Set-Cookie", "a=1"), ("Set-Cookie", "b=2"))


def test_a_compressed_body_arrives_decoded_in_small_chunks() -> None:
    text = b"x" * 1_000_000
    recorder, _ = ask(lambda _: answer(gzip.compress(text), content_encoding="gzip"))
    assert recorder.data("post-1") == text
    assert max(len(arrival.data) for arrival in recorder.all(BytesArrived)) <= 65536


def test_a_broken_compression_is_said_in_words() -> None:
    recorder, _ = ask(lambda _: answer(b"no gzip", content_encoding="gzip"))
    closed = recorder.closed("post-1")
    assert closed is not None and "compression is corrupt" in closed.error


def test_a_redirect_is_shown_and_not_followed() -> None:
    recorder, asked = ask(lambda _: answer(b"", "307 Temporary Redirect", location="http://elsewhere.test/"))
    opened = recorder.opened("post-1")
    assert opened is not None and opened.status == 307
    assert recorder.step("redirect").data["location"] == "http://elsewhere.test/"
    assert len(asked) == 1


@pytest.mark.parametrize(
    ("status", "location"),
    [("304 Not Modified", "http://elsewhere.test/"), ("307 Temporary Redirect", "")],
)
def test_what_leads_nowhere_is_no_redirect(status: str, location: str) -> None:
    headers = {"location": location} if location else {}
    recorder, _ = ask(lambda _: answer(b"", status, **headers))
    assert "redirect" not in recorder.steps()


def test_an_answer_that_breaks_off_says_so() -> None:
    async def reply(request: Asked) -> None:
        request.writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf")
        request.writer.close()

    async def use(transport: HttpTransport, recorder: Recorder) -> None:
        transport.carry_out(POST)
        await recorder.until(lambda: recorder.closed("post-1"))

    async def main() -> Recorder:
        async with serve(reply) as url:
            return await talk(HttpTarget(url), use)

    recorder = asyncio.run(main())
    closed = recorder.closed("post-1")
    assert recorder.data("post-1") == b"half"
    assert closed is not None and "broke during the response" in closed.error


def test_what_is_no_http_is_said_in_words() -> None:
    recorder, _ = ask(lambda _: b"SSH-2.0-OpenSSH\r\n\r\n")
    closed = recorder.closed("post-1")
    assert closed is not None and "not HTTP" in closed.error


def test_a_refused_connection_is_said_in_words() -> None:
    url = f"http://127.0.0.1:{free_port()}/mcp"

    async def use(transport: HttpTransport, recorder: Recorder) -> None:
        transport.carry_out(POST)
        await recorder.until(lambda: recorder.closed("post-1"))

    recorder = asyncio.run(talk(HttpTarget(url), use))
    closed = recorder.closed("post-1")
    assert closed is not None and closed.error.startswith("connection refused: 127.0.0.1 port")
    assert recorder.all(HeadersSent) and not recorder.all(Sent)


# -- streams ---------------------------------------------------------------------------------------------

STREAM_HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n"


def chunk(data: bytes) -> bytes:
    return b"%x\r\n%s\r\n" % (len(data), data)


async def endless(request: Asked) -> None:
    """Send one event, then wait until the client goes away."""
    request.writer.write(STREAM_HEAD + chunk(b"data: 1\n\n"))
    await request.writer.drain()
    await request.reader.read(1)
    request.gone.set()
    request.writer.close()


def test_an_event_arrives_before_its_stream_ends_and_drop_closes_the_connection() -> None:
    gone: list[asyncio.Event] = []

    async def reply(request: Asked) -> None:
        gone.append(request.gone)
        await endless(request)

    async def use(transport: HttpTransport, recorder: Recorder) -> None:
        transport.carry_out(POST)
        await recorder.until(lambda: recorder.data("post-1"))
        transport.carry_out(Drop("post-1"))
        await recorder.until(lambda: recorder.closed("post-1"))
        async with asyncio.timeout(10):
            await gone[0].wait()

    async def main() -> Recorder:
        async with serve(reply) as url:
            return await talk(HttpTarget(url), use)

    recorder = asyncio.run(main())
    assert recorder.data("post-1") == b"data: 1\n\n"
    assert recorder.closed("post-1") == ChannelClosed("post-1", "")


def test_an_order_dropped_at_once_is_closed_without_an_error() -> None:
    async def use(transport: HttpTransport, recorder: Recorder) -> None:
        transport.carry_out(POST)
        transport.carry_out(Drop("post-1"))
        transport.carry_out(Drop("unknown"))
        await recorder.until(lambda: recorder.closed("post-1"))

    async def main() -> Recorder:
        async with serve(endless) as url:
            return await talk(HttpTarget(url), use)

    assert asyncio.run(main()).closed("post-1") == ChannelClosed("post-1")


def test_closing_ends_all_streams() -> None:
    async def use(transport: HttpTransport, recorder: Recorder) -> None:
        for number in range(3):
            transport.carry_out(Open(f"get-{number}"))
        await recorder.until(lambda: all(recorder.data(f"get-{number}") for number in range(3)))

    async def main() -> Recorder:
        async with serve(endless) as url:
            return await talk(HttpTarget(url), use)

    recorder = asyncio.run(main())
    assert [recorder.closed(f"get-{number}") for number in range(3)] == [
        ChannelClosed(f"get-{number}") for number in range(3)
    ]
    assert {sent.verb for sent in recorder.all(HeadersSent)} == {"GET"}


def test_a_delete_may_go_out_while_closing() -> None:
    seen: list[str] = []

    async def reply(request: Asked) -> None:
        seen.append(request.line)
        request.writer.write(answer(b""))

    async def use(transport: HttpTransport, recorder: Recorder) -> None:
        transport.carry_out(Open("delete-1", (("Mcp-Session-Id", "s"),), "DELETE"))

    async def main() -> Recorder:
        async with serve(reply) as url:
            return await talk(HttpTarget(url), use)

    recorder = asyncio.run(main())
    assert seen == ["DELETE /mcp HTTP/1.1"]
    opened = recorder.opened("delete-1")
    assert opened is not None and opened.status == 200


def test_a_paused_stream_delivers_nothing_until_it_is_resumed() -> None:
    async def use(transport: HttpTransport, recorder: Recorder) -> None:
        transport.pause()
        transport.carry_out(POST)
        await recorder.until(lambda: recorder.data("post-1"))  # what was under way
        assert recorder.closed("post-1") is None
        transport.resume()
        await recorder.until(lambda: recorder.closed("post-1"))

    async def reply(request: Asked) -> None:
        request.writer.write(answer(b"y" * 1_000_000))

    async def main() -> Recorder:
        async with serve(reply) as url:
            return await talk(HttpTarget(url), use)

    assert asyncio.run(main()).data("post-1") == b"y" * 1_000_000


def test_a_paused_stream_that_is_given_up_leaves_nothing_to_the_collector(arun: Runner) -> None:
    async def use(transport: HttpTransport, recorder: Recorder) -> None:
        transport.pause()
        transport.carry_out(POST)
        await recorder.until(lambda: recorder.data("post-1"))

    async def reply(request: Asked) -> None:
        request.writer.write(answer(b"y" * 1_000_000))

    async def main() -> Recorder:
        async with serve(reply) as url:
            return await talk(HttpTarget(url), use)

    assert 0 < len(arun(main()).data("post-1")) < 1_000_000
    gc.collect()  # what the loop of Qt left behind is told of here


def test_an_order_after_closing_is_answered_with_an_error() -> None:
    async def main() -> Recorder:
        recorder = Recorder()
        transport = HttpTransport(HttpTarget("http://127.0.0.1:1/mcp"), recorder)
        await transport.start()
        await transport.close()
        transport.carry_out(POST)
        await recorder.until(lambda: recorder.closed("post-1"))
        return recorder

    assert "not sent" in str(asyncio.run(main()).closed("post-1"))


# -- TLS, proxies, what cannot start -----------------------------------------------------------------------


def ask_tls(certificate: Path, verify: bool | str) -> ChannelClosed:
    closed = over_tls(certificate, verify).closed("post-1")
    assert closed is not None
    return closed


def over_tls(certificate: Path, verify: bool | str) -> Recorder:
    async def reply(request: Asked) -> None:
        request.writer.write(answer(b"{}"))

    async def use(transport: HttpTransport, recorder: Recorder) -> None:
        transport.carry_out(POST)
        await recorder.until(lambda: recorder.closed("post-1"))

    async def main() -> Recorder:
        context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        context.load_cert_chain(certificate)
        async with serve(reply, context) as url:
            return await talk(HttpTarget(url, verify=verify), use)

    return asyncio.run(main())


def test_a_new_connection_is_told_moment_by_moment_before_its_request_is_sent(certificate: Path) -> None:
    recorder = over_tls(certificate, str(certificate))
    told = [arrival for arrival in recorder.arrivals if isinstance(arrival, Passed | Sent)]
    assert told == [
        Passed("post-1", "connect"),
        Passed("post-1", "tls"),
        Sent("post-1"),
        Passed("post-1", "written"),
    ]


def test_a_self_signed_certificate_is_named_as_the_reason(certificate: Path) -> None:
    assert ask_tls(certificate, True).error.startswith("TLS: the certificate is self-signed")


def test_a_certificate_file_of_the_person_is_trusted(certificate: Path) -> None:
    assert ask_tls(certificate, str(certificate)).error == ""


def test_certificate_checks_can_be_turned_off(certificate: Path) -> None:
    assert ask_tls(certificate, False).error == ""


def test_https_to_a_port_without_tls_is_recognised() -> None:
    async def plain(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read(5)
        writer.write(answer(b"", "400 Bad Request"))
        writer.close()

    async def use(transport: HttpTransport, recorder: Recorder) -> None:
        transport.carry_out(POST)
        await recorder.until(lambda: recorder.closed("post-1"))

    async def main() -> Recorder:
        server = await asyncio.start_server(plain, "127.0.0.1", 0)
        async with server:
            port = server.sockets[0].getsockname()[1]
            return await talk(HttpTarget(f"https://127.0.0.1:{port}/mcp"), use)

    closed = asyncio.run(main()).closed("post-1")
    assert closed is not None and closed.error.startswith("TLS: the server does not speak TLS")


def failed_start(target: HttpTarget) -> str:
    async def main() -> str:
        transport = HttpTransport(target, Recorder())
        with pytest.raises(ConnectError) as caught:
            await transport.start()
        await transport.close()
        return caught.value.explanation.as_text()

    return asyncio.run(main())


@pytest.mark.parametrize(
    ("url", "words"),
    [
        ("localhost:3000/mcp", "does not begin with http"),
        ("example.org/mcp", "Try https://example.org/mcp"),
        ("ftp://example.org", "ftp:// is not http"),
        ("wss://example.org/mcp", "transport to auto, or try https://example.org/mcp"),
        ("http://", "has no host"),
        ("http:///mcp", "has no host"),
        ("http://[::1", "cannot be used"),
        ("http://host:port/mcp", "cannot be used"),
        ("", "does not begin with http"),
    ],
)
def test_a_url_that_cannot_be_used_is_refused_at_start(url: str, words: str) -> None:
    assert words in failed_start(HttpTarget(url))


def test_who_we_are_is_shown_with_a_certificate(certificate: Path) -> None:
    seen: list[object] = []

    async def reply(request: Asked) -> None:
        seen.append(request.writer.get_extra_info("peercert"))
        request.writer.write(answer(b"{}"))

    async def use(transport: HttpTransport, recorder: Recorder) -> None:
        transport.carry_out(POST)
        await recorder.until(lambda: recorder.closed("post-1"))

    async def main() -> None:
        context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH, cafile=str(certificate))
        context.verify_mode = ssl.CERT_REQUIRED
        context.load_cert_chain(certificate)
        async with serve(reply, context) as url:
            for verify in (str(certificate), False):
                await talk(HttpTarget(url, verify=verify, client_cert=str(certificate)), use)

    asyncio.run(main())
    assert len(seen) == 2 and all(seen)


def test_a_certificate_of_ours_that_cannot_be_used_is_refused_at_start(
    certificate: Path, tmp_path: Path
) -> None:
    def target(client_cert: Path, client_key: str = "") -> HttpTarget:
        return HttpTarget("https://x.test/", client_cert=str(client_cert), client_key=client_key)

    assert "does not exist" in failed_start(target(tmp_path / "me.pem"))
    assert "me.key does not exist" in failed_start(target(certificate, str(tmp_path / "me.key")))
    locked = tmp_path / "locked.key"
    command = ["openssl", "pkey", "-in", certificate, "-aes256", "-passout", "pass:x", "-out", locked]
    subprocess.run([str(word) for word in command], check=True, capture_output=True)
    assert "locked.key cannot be used" in failed_start(target(certificate, str(locked)))


def test_a_missing_certificate_file_is_refused_at_start(tmp_path: Path) -> None:
    assert "does not exist" in failed_start(HttpTarget("https://x.test/", verify=str(tmp_path / "ca.pem")))
    (tmp_path / "ca.pem").write_text("nothing")
    assert "cannot be used" in failed_start(HttpTarget("https://x.test/", verify=str(tmp_path / "ca.pem")))


def test_a_proxy_that_cannot_be_used_is_refused_without_its_password(monkeypatch: pytest.MonkeyPatch) -> None:
    told = failed_start(HttpTarget("http://x.test/", proxy="socks5://user:secret@proxy.test:1080"))
    assert "socks5://proxy.test:1080" in told and "secret" not in told
    monkeypatch.setenv("ALL_PROXY", "socks5://proxy.test:1080")
    assert "ALL_PROXY" in failed_start(HttpTarget("http://x.test/"))


def test_a_server_on_this_machine_is_never_asked_through_a_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ALL_PROXY", "socks5://proxy.test:1080")
    monkeypatch.setenv("HTTP_PROXY", f"http://127.0.0.1:{free_port()}")
    recorder, _ = ask(lambda _: answer(b"{}"))
    assert recorder.data("post-1") == b"{}"


def test_a_request_through_a_proxy_goes_to_the_proxy() -> None:
    seen: list[str] = []

    async def reply(request: Asked) -> None:
        seen.append(request.line)
        request.writer.write(answer(b"{}"))

    async def use(transport: HttpTransport, recorder: Recorder) -> None:
        transport.carry_out(POST)
        await recorder.until(lambda: recorder.closed("post-1"))

    async def main() -> Recorder:
        async with serve(reply) as url:
            proxy = url.removesuffix("/mcp").replace("//", "//user:secret@")
            return await talk(HttpTarget("http://far.test/mcp", proxy=proxy), use)

    recorder = asyncio.run(main())
    assert seen == ["POST http://far.test/mcp HTTP/1.1"]
    assert "the proxy" in recorder.step("connected").text
    assert "secret" not in recorder.step("connected").text


# -- the window's loop, and servers nobody here wrote ----------------------------------------------------


@pytest.mark.gui
def test_it_works_on_the_loop_of_the_window(arun: Any) -> None:
    async def use(transport: HttpTransport, recorder: Recorder) -> None:
        transport.carry_out(Open("get-1"))
        for number in range(20):
            transport.carry_out(Send(f"post-{number}", b"%d" % number))
        await recorder.until(lambda: all(recorder.closed(f"post-{number}") for number in range(20)))
        await recorder.until(lambda: recorder.data("get-1"))

    async def reply(request: Asked) -> None:
        if request.line.startswith("GET"):
            await endless(request)
        else:
            request.writer.write(answer(request.body))

    async def main() -> Recorder:
        async with serve(reply) as url:
            return await talk(HttpTarget(url), use)

    recorder = arun(main())
    assert [recorder.data(f"post-{number}") for number in range(20)] == [
        b"%d" % number for number in range(20)
    ]
    assert recorder.closed("get-1") == ChannelClosed("get-1")


@pytest.mark.real
def test_server_everything_answers_over_streamable_http(real_servers: Any, start_server: Any) -> None:
    port = free_port()
    start_server(real_servers("everything-http"), port)
    params = {
        "protocolVersion": "2025-06-18",
        "capabilities": {},
        "clientInfo": {"name": "t", "version": "1"},
    }
    message = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": params}

    async def use(transport: HttpTransport, recorder: Recorder) -> None:
        transport.carry_out(Send("post-1", json.dumps(message).encode()))
        await recorder.until(lambda: recorder.closed("post-1"))
        opened = recorder.opened("post-1")
        assert opened is not None
        session = next(value for name, value in opened.headers if name.lower() == "mcp-session-id")
        transport.carry_out(Open("delete-1", (("Mcp-Session-Id", session),), "DELETE"))
        await recorder.until(lambda: recorder.closed("delete-1"))

    recorder = asyncio.run(talk(HttpTarget(f"http://localhost:{port}/mcp"), use))
    assert b'"serverInfo"' in recorder.data("post-1")
    opened = recorder.opened("delete-1")
    assert opened is not None and opened.status == 200
