"""What a user reads when no WebSocket can be opened, and how it is opened through TLS and proxies."""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import Awaitable, Callable
from http import HTTPStatus
from pathlib import Path

import pytest
from websockets.asyncio.server import ServerConnection

from inspector.errors import AuthorizationNeeded, ConnectError
from inspector.protocol.wire import BytesArrived, ChannelOpened
from inspector.transport import HttpTarget, websocket_handshake
from inspector.transport.websocket import WebSocketTransport
from tests.servers import free_port
from tests.transport.http_server import Asked, answer
from tests.transport.recorder import Recorder
from tests.transport.websocket_server import agreed, polite, raw


async def fail(target: HttpTarget) -> tuple[ConnectError, Recorder]:
    """Start at this target, which must not work; no task is left."""
    recorder = Recorder()
    before = asyncio.all_tasks()
    with pytest.raises(ConnectError) as caught:
        await WebSocketTransport(target, recorder).start()
    assert not [task for task in asyncio.all_tasks() - before if task.get_name().endswith(" websocket")]
    return caught.value, recorder


def refusal(respond: Callable[[Asked], Awaitable[None]], **options: object) -> tuple[ConnectError, Recorder]:
    """The failure at a server that answers like that."""

    async def main() -> tuple[ConnectError, Recorder]:
        async with raw(respond) as url:
            return await fail(HttpTarget(url.replace("http", "ws"), **options))  # type: ignore[arg-type]

    return asyncio.run(main())


def answered(data: bytes) -> tuple[ConnectError, Recorder]:
    """The failure at a server that answers with these bytes and stays."""

    async def respond(asked: Asked) -> None:
        asked.writer.write(data)
        await asked.writer.drain()

    return refusal(respond)


@pytest.mark.parametrize(
    ("url", "words"),
    [
        ("localhost:3000/ws", "does not begin with ws:// or wss://"),
        ("ftp://h/ws", "does not begin with ws:// or wss://"),
        ("ws://", "has no host"),
        ("ws://h:port/", "cannot be used"),
        ("ws://user@h/ws", "password"),
        ("ws://h/ws#part", "fragment"),
    ],
)
def test_a_url_that_cannot_be_one_is_refused_at_start(url: str, words: str) -> None:
    error, recorder = asyncio.run(fail(HttpTarget(url)))
    assert words in error.explanation.as_text()
    assert not recorder.arrivals


def test_a_closed_port_is_explained() -> None:
    url = f"ws://127.0.0.1:{free_port()}/ws"
    told = asyncio.run(fail(HttpTarget(url)))[0].explanation
    assert told.happened.startswith("Connection refused: 127.0.0.1 port ")
    assert told.tried == f"open a WebSocket to {url}"


def test_an_unknown_host_is_explained() -> None:
    error, _ = asyncio.run(fail(HttpTarget("ws://no-such-host.invalid/ws")))
    assert "no-such-host.invalid" in error.explanation.happened


@pytest.mark.parametrize("status", [401, 403])
def test_who_may_not_come_in_is_asked_who_they_are(status: int) -> None:
    reason = HTTPStatus(status).phrase
    error, recorder = answered(
        answer(b'{"error":"no token"}', f"{status} {reason}", www_authenticate='Bearer realm="x"')
    )
    assert isinstance(error, AuthorizationNeeded)
    assert "no token" in error.explanation.evidence
    assert ("Bearer" in error.explanation.evidence) == (status == 401)
    [opened] = recorder.all(ChannelOpened)
    assert opened.status == status
    assert recorder.all(BytesArrived) == [BytesArrived("ws", b'{"error":"no token"}', ends=True)]


@pytest.mark.parametrize(
    "status", ["200 OK", "404 Not Found", "405 Method Not Allowed", "426 Upgrade Required"]
)
def test_an_address_without_a_websocket_leads_to_http(status: str) -> None:
    error, _ = answered(answer(b"<html>hello</html>", status))
    told = error.explanation
    assert told.happened == f"The server responded {status[:3]} instead of opening a WebSocket."
    assert "connect with http://127.0.0.1:" in told.next_step
    assert told.evidence == "<html>hello</html>"
    assert not isinstance(error, AuthorizationNeeded)


def test_a_redirect_is_shown_and_not_followed() -> None:
    error, recorder = answered(answer(b"", "302 Found", location="https://elsewhere.example/ws"))
    assert "redirects to another address" in error.explanation.happened
    assert "elsewhere.example" in error.explanation.happened
    assert recorder.step("redirect").data["location"] == "https://elsewhere.example/ws"


def test_a_304_is_no_redirect() -> None:
    error, recorder = answered(answer(b"", "304 Not Modified", location="https://elsewhere.example/ws"))
    assert "points to" not in error.explanation.happened
    assert "redirect" not in recorder.steps()


def test_a_failing_server_is_explained_as_over_http() -> None:
    error, _ = answered(answer(b"oops", "500 Internal Server Error"))
    assert error.explanation.happened == "Server error (HTTP 500)."
    assert error.explanation.evidence == "oops"


def test_a_refusal_whose_body_never_ends_is_told_by_its_head(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(websocket_handshake, "HANDSHAKE_S", 0.2)
    error, _ = answered(b"HTTP/1.1 403 Forbidden\r\n\r\nnot for you")
    assert isinstance(error, AuthorizationNeeded)
    assert error.explanation.evidence == "not for you"


@pytest.mark.parametrize(
    ("headers", "words"),
    [
        (["Sec-WebSocket-Protocol: graphql-ws"], "subprotocol that was not offered: graphql-ws"),
        (["Sec-WebSocket-Protocol: mcp, mcp2"], "response to the WebSocket handshake"),
        (["Sec-WebSocket-Extensions: permessage-deflate"], "response to the WebSocket handshake"),
        (["Sec-WebSocket-Accept: again"], "response to the WebSocket handshake"),
    ],
)
def test_an_agreement_to_something_else_is_refused(headers: list[str], words: str) -> None:
    async def respond(asked: Asked) -> None:
        asked.writer.write(agreed(asked, *headers))

    error, recorder = refusal(respond)
    assert words in error.explanation.happened
    assert recorder.all(ChannelOpened)[0].status == 101


def test_the_person_can_offer_another_subprotocol() -> None:
    async def main() -> str | None:
        found: list[str | None] = []

        async def talks(connection: ServerConnection) -> None:
            found.append(connection.subprotocol)

        async with polite(talks, subprotocols=["mcp.v2"]) as url:
            recorder = Recorder()
            transport = WebSocketTransport(
                HttpTarget(url, {"Sec-WebSocket-Protocol": "mcp.v1, mcp.v2"}), recorder
            )
            await transport.start()
            await recorder.until(lambda: recorder.closed("ws"))
            await transport.close()
        return found[0]

    assert asyncio.run(main()) == "mcp.v2"


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"SSH-2.0-OpenSSH_9.6\r\n", "The response is not HTTP"),
        (b"HTTP/1.1 abc\r\n\r\n", "The response is not HTTP"),
    ],
)
def test_a_server_of_another_kind_is_told_apart(data: bytes, words: str) -> None:
    error, _ = answered(data)
    assert error.explanation.happened.startswith(words)
    assert "wss://" in error.explanation.next_step


def test_a_server_that_closes_without_a_word_is_explained() -> None:
    async def respond(asked: Asked) -> None:
        asked.writer.close()

    assert "without responding: 127.0.0.1 port" in refusal(respond)[0].explanation.happened


def test_a_silent_server_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(websocket_handshake, "HANDSHAKE_S", 0.2)
    error, _ = answered(b"")
    assert error.explanation.happened == "No response to the WebSocket handshake within 0.2 s."


def test_a_header_that_http_does_not_allow_is_named() -> None:
    error, _ = refusal(lambda asked: asyncio.sleep(0), headers={"X-Y": "a\r\nb"})
    assert "a header that HTTP does not allow" in error.explanation.happened


def test_cancelling_the_start_leaves_no_socket() -> None:
    gone = asyncio.Event()

    async def respond(asked: Asked) -> None:
        await asked.reader.read()
        gone.set()

    async def main() -> None:
        async with raw(respond) as url:
            starting = asyncio.create_task(
                WebSocketTransport(HttpTarget(url), recorder := Recorder()).start()
            )
            await recorder.until(lambda: len(recorder.arrivals) >= 2)
            starting.cancel()
            with pytest.raises(asyncio.CancelledError):
                await starting
            async with asyncio.timeout(20):
                await gone.wait()

    asyncio.run(main())


# -- TLS and proxies ---------------------------------------------------------------------------------------


def over_tls(certificate: Path, verify: bool | str, proxy: str = "") -> Recorder | ConnectError:
    async def main() -> Recorder | ConnectError:
        context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        context.load_cert_chain(certificate)
        async with polite(lambda connection: connection.send("{}"), context) as url:
            recorder = Recorder()
            transport = WebSocketTransport(HttpTarget(url, verify=verify), recorder)
            try:
                await transport.start()
            except ConnectError as error:
                return error
            await recorder.until(lambda: recorder.closed("ws"))
            await transport.close()
        return recorder

    return asyncio.run(main())


def test_a_self_signed_certificate_is_named_as_the_reason(certificate: Path) -> None:
    error = over_tls(certificate, True)
    assert isinstance(error, ConnectError)
    assert error.explanation.happened.startswith("TLS: the certificate is self-signed")


@pytest.mark.parametrize("trusted", [True, False], ids=["its file is trusted", "checks are off"])
def test_a_certificate_can_be_trusted_by_its_file_or_not_be_checked(certificate: Path, trusted: bool) -> None:
    recorder = over_tls(certificate, str(certificate) if trusted else False)
    assert isinstance(recorder, Recorder)
    assert recorder.data("ws") == b"{}"


def test_tls_at_a_plain_port_is_explained() -> None:
    async def main() -> ConnectError:
        async with polite(lambda connection: connection.close()) as url:
            return (await fail(HttpTarget(url.replace("ws://", "wss://"))))[0]

    told = asyncio.run(main()).explanation
    assert told.happened.startswith("TLS: the connection closed during the handshake")
    assert "Use ws://" in told.next_step


async def _pump(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    while data := await reader.read(65536):
        writer.write(data)
    writer.close()


@pytest.mark.parametrize("secure", [False, True], ids=["ws", "wss"])
def test_a_proxy_is_asked_for_a_tunnel(certificate: Path, secure: bool) -> None:
    asked: list[Asked] = []

    async def main() -> Recorder:
        context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        context.load_cert_chain(certificate)
        async with polite(lambda connection: connection.send("{}"), context if secure else None) as url:

            async def tunnel(request: Asked) -> None:
                asked.append(request)
                host, _, port = request.line.split()[1].rpartition(":")
                reader, writer = await asyncio.open_connection(host, int(port))
                request.writer.write(b"HTTP/1.1 200 Connection established\r\n\r\n")
                try:
                    await asyncio.gather(_pump(request.reader, writer), _pump(reader, request.writer))
                finally:
                    writer.close()

            async with raw(tunnel) as proxy:
                proxy = proxy.removesuffix("/mcp").replace("//", "//user:p%40ss@")
                recorder = Recorder()
                transport = WebSocketTransport(
                    HttpTarget(url, verify=str(certificate), proxy=proxy), recorder
                )
                await transport.start()
                await recorder.until(lambda: recorder.closed("ws"))
                await transport.close()
                return recorder

    recorder = asyncio.run(main())
    assert recorder.data("ws") == b"{}"
    assert asked[0].line.startswith("CONNECT 127.0.0.1:")
    assert asked[0].header("proxy-authorization") == "Basic dXNlcjpwQHNz"
    assert "the proxy http://127.0.0.1:" in recorder.step("connected").text
    assert "p%40ss" not in recorder.step("connected").text


@pytest.mark.parametrize(
    ("status", "words"),
    [
        ("407 Proxy Authentication Required", "The proxy requires a password"),
        ("502 Bad Gateway", "Rejected by the proxy: 502 Bad Gateway"),
    ],
)
def test_a_proxy_that_refuses_is_told_from_the_server(status: str, words: str) -> None:
    async def main() -> ConnectError:
        async def refuse(request: Asked) -> None:
            request.writer.write(answer(b"", status))

        async with raw(refuse) as proxy:
            return (await fail(HttpTarget("wss://far.test/ws", proxy=proxy)))[0]

    assert asyncio.run(main()).explanation.happened.startswith(words)


def test_a_proxy_that_cannot_be_used_is_refused_without_its_password() -> None:
    target = HttpTarget("ws://far.test/ws", proxy="socks5://user:secret@proxy.test:1080")
    told = asyncio.run(fail(target))[0].explanation.as_text()
    assert "SOCKS proxies are not supported" in told and "secret" not in told
