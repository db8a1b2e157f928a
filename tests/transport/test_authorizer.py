"""Credentials of a connection go out with every request to its server, and to nobody else."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from inspector.protocol.wire import ChannelClosed, Headers, HeadersSent, Open, Send
from inspector.transport import HttpTarget, Transport, make_transport
from inspector.transport.http_channels import HttpChannels
from tests.transport.http_server import Asked, answer, serve
from tests.transport.recorder import Recorder
from tests.transport.websocket_server import agreed

TOKEN = "s3cr3t-t0ken"


class Credentials:
    """An `Authorizer` that remembers what it was asked and told."""

    def __init__(self, *headers: tuple[str, str]) -> None:
        self._headers = headers or (("Authorization", f"Bearer {TOKEN}"),)
        self.asked: list[tuple[str, str, bytes]] = []
        self.told: list[tuple[str, int, str]] = []

    def headers(self, method: str, url: str, body: bytes) -> Headers:
        self.asked.append((method, url, body))
        return self._headers

    def answered(self, channel: str, status: int, headers: Headers) -> None:
        named = {name.lower(): value for name, value in headers}
        self.told.append((channel, status, named.get("www-authenticate", "")))


def talk(
    name: str,
    respond: Callable[[Asked], Awaitable[None]],
    credentials: Credentials,
    use: Callable[[Transport, Recorder], Awaitable[None]],
    **target: dict[str, str],
) -> Recorder:
    async def main() -> Recorder:
        recorder = Recorder()
        async with serve(respond) as url:
            transport = make_transport(name, HttpTarget(url, **target), recorder, credentials)  # type: ignore[arg-type]
            try:
                await transport.start()
                await use(transport, recorder)
            finally:
                await transport.close(0.5)
        return recorder

    return asyncio.run(main())


async def every_order(transport: Transport, recorder: Recorder) -> None:
    transport.carry_out(Send("post-1", b"{}"))
    transport.carry_out(Open("get-1"))
    transport.carry_out(Open("delete-1", (), "DELETE"))
    await recorder.until(lambda: len(recorder.all(ChannelClosed)) == 3)


def test_every_kind_of_request_carries_them() -> None:
    seen: dict[str, str] = {}

    async def respond(asked: Asked) -> None:
        seen[asked.line.split()[0]] = asked.header("authorization")
        asked.writer.write(answer(b"", "202 Accepted"))

    credentials = Credentials()
    talk("http", respond, credentials, every_order)
    assert seen == dict.fromkeys(("POST", "GET", "DELETE"), f"Bearer {TOKEN}")
    assert sorted((verb, body) for verb, _, body in credentials.asked) == [
        ("DELETE", b""),
        ("GET", b""),
        ("POST", b"{}"),
    ]


def test_what_the_server_answers_is_told_with_its_channel() -> None:
    async def respond(asked: Asked) -> None:
        asked.writer.write(answer(b"", "401 Unauthorized", www_authenticate='Bearer scope="a"'))

    credentials = Credentials()
    talk("http", respond, credentials, every_order)
    assert sorted(credentials.told) == [
        (channel, 401, 'Bearer scope="a"') for channel in ("delete-1", "get-1", "post-1")
    ]


def test_they_win_over_the_headers_of_the_server_but_not_over_what_a_person_typed_for_one_request() -> None:
    seen: list[str] = []

    async def respond(asked: Asked) -> None:
        seen.append(asked.header("authorization"))
        asked.writer.write(answer(b"", "202 Accepted"))

    async def use(transport: Transport, recorder: Recorder) -> None:
        transport.carry_out(Send("post-1", b"{}"))
        await recorder.until(lambda: recorder.closed("post-1"))
        transport.carry_out(Send("post-2", b"{}", (("authorization", "typed"),)))
        await recorder.until(lambda: recorder.closed("post-2"))
        transport.carry_out(Send("post-3", b"{}", without=("AUTHORIZATION",)))
        await recorder.until(lambda: recorder.closed("post-3"))

    talk("http", respond, Credentials(), use, headers={"AUTHORIZATION": "saved"})
    assert seen == [f"Bearer {TOKEN}", "typed", ""]


def test_credential_under_any_name_is_hidden_from_the_record() -> None:
    async def respond(asked: Asked) -> None:
        asked.writer.write(answer(b"", "202 Accepted"))

    recorder = talk("http", respond, Credentials(("X-Who", TOKEN), ("DPoP", TOKEN)), every_order)
    sent = dict(recorder.all(HeadersSent)[0].headers)
    assert TOKEN not in str(sent)
    assert sent["X-Who"] == sent["DPoP"] == f"<{len(TOKEN)} characters, not kept>"


def test_another_origin_gets_none() -> None:
    """A server that names a stranger's address must not be handed its token."""

    async def main() -> None:
        seen: list[str] = []

        async def respond(asked: Asked) -> None:
            seen.append(asked.header("authorization"))
            asked.writer.write(answer(b"", "202 Accepted"))

        async with serve(respond) as own, serve(respond) as strange:
            recorder, credentials = Recorder(), Credentials()
            channels = HttpChannels(HttpTarget(own), recorder, credentials)
            channels.open()
            for number, url in enumerate((own, strange, own.replace("127.0.0.1", "localhost")), 1):
                channels.send(f"post-{number}", "POST", url, ())
                await recorder.until(lambda channel=f"post-{number}": recorder.closed(channel))
            await channels.close(0)
            assert seen == [f"Bearer {TOKEN}", "", ""]
            assert [channel for channel, _, _ in credentials.told] == ["post-1"]

    asyncio.run(main())


def test_redirect_to_another_origin_takes_no_token_along() -> None:
    async def main() -> None:
        seen: list[str] = []

        async def stranger(asked: Asked) -> None:
            seen.append(asked.header("authorization"))
            asked.writer.write(answer(b""))

        async with serve(stranger) as strange:

            async def respond(asked: Asked) -> None:
                asked.writer.write(answer(b"", "307 Temporary Redirect", location=strange))

            async with serve(respond) as url:
                recorder = Recorder()
                transport = make_transport("http", HttpTarget(url), recorder, Credentials())
                await transport.start()
                await every_order(transport, recorder)
                await transport.close()
        assert seen == []

    asyncio.run(main())


def test_stream_of_http_and_sse_carries_them_and_so_do_its_messages() -> None:
    seen: dict[str, str] = {}

    async def respond(asked: Asked) -> None:
        seen[asked.line.split()[0]] = asked.header("authorization")
        if asked.line.startswith("POST"):
            asked.writer.write(answer(b"", "202 Accepted"))
            return
        asked.writer.write(b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n")
        asked.writer.write(b"event: endpoint\ndata: /messages\n\n")
        await asked.reader.read()

    async def use(transport: Transport, recorder: Recorder) -> None:
        transport.carry_out(Send("post-1", b"{}"))
        await recorder.until(lambda: recorder.closed("post-1"))

    talk("sse", respond, Credentials(), use)
    assert seen == {"GET": f"Bearer {TOKEN}", "POST": f"Bearer {TOKEN}"}


def test_handshake_of_a_websocket_carries_them() -> None:
    seen: list[str] = []

    async def respond(asked: Asked) -> None:
        seen.append(asked.header("authorization"))
        asked.writer.write(agreed(asked, "Sec-WebSocket-Protocol: mcp"))
        await asked.reader.read()

    async def use(transport: Transport, recorder: Recorder) -> None:
        assert recorder.opened("ws") is not None

    credentials = Credentials()
    recorder = talk("websocket", respond, credentials, use)
    assert seen == [f"Bearer {TOKEN}"]
    assert [(verb, url.partition(":")[0]) for verb, url, _ in credentials.asked] == [("GET", "http")]
    assert credentials.told == [("ws", 101, "")]
    assert recorder.all(HeadersSent)
