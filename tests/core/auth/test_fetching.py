"""Requests of an authorization: what goes out, what is believed of the answer, and what is shown of both."""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path

import pytest

from inspector.core.auth import fetching
from inspector.core.auth.fetching import Fetcher
from inspector.core.auth.ports import BODY_LIMIT, FetchError, Request, Response
from inspector.protocol.wire import (
    BodySent,
    BytesArrived,
    ChannelClosed,
    ChannelOpened,
    HeadersSent,
    LifecycleStep,
    Sent,
)
from inspector.transport import HttpTarget
from tests.servers import free_port
from tests.transport.conftest import certificate as certificate  # a fixture
from tests.transport.http_server import Asked, answer, serve
from tests.transport.recorder import Recorder

SERVER = HttpTarget("https://mcp.example/mcp", {"X-Key": "server-s3cret"})
FORM = (("Content-Type", "application/x-www-form-urlencoded"),)

Respond = Callable[[Asked], Awaitable[None]]


def fetch(
    respond: Respond, request: Request, target: HttpTarget = SERVER, tls: ssl.SSLContext | None = None
) -> tuple[Response | FetchError, Recorder, str]:
    """What came of one request (its url is a path here), what was shown, and the origin that was asked."""

    async def main() -> tuple[Response | FetchError, Recorder, str]:
        recorder = Recorder()
        async with serve(respond, tls) as url:
            origin = url.removesuffix("/mcp")
            fetcher = Fetcher(target, lambda: recorder)
            try:
                return await fetcher(replace(request, url=origin + request.url)), recorder, origin
            except FetchError as error:
                return error, recorder, origin

    return asyncio.run(main())


def answering(data: bytes, asked: list[Asked] | None = None) -> Respond:
    async def respond(request: Asked) -> None:
        if asked is not None:
            asked.append(request)
        request.writer.write(data)

    return respond


def test_answer_comes_back_whole_and_is_shown_in_order() -> None:
    body = b'{"issuer":"x"}'
    got, recorder, _ = fetch(answering(answer(body, content_type="application/json")), Request("GET", "/x"))
    assert isinstance(got, Response)
    assert (got.status, got.body, got.reason, got.header("Content-Type")) == (
        200,
        body,
        "OK",
        "application/json",
    )
    kinds = [HeadersSent, Sent, ChannelOpened, BytesArrived, ChannelClosed, LifecycleStep]
    assert [type(one) for one in recorder.arrivals] == kinds
    assert {getattr(one, "channel", "auth-1") for one in recorder.arrivals} == {"auth-1"}


def test_each_request_has_a_channel_of_its_own() -> None:
    async def main() -> None:
        recorder = Recorder()
        async with serve(answering(answer(b""))) as url:
            fetcher = Fetcher(SERVER, lambda: recorder)
            await fetcher(Request("GET", url))
            await fetcher(Request("GET", url))
        assert [one.channel for one in recorder.all(HeadersSent)] == ["auth-1", "auth-2"]

    asyncio.run(main())


def test_without_a_timeline_it_works_the_same() -> None:
    async def main() -> None:
        async with serve(answering(answer(b"x"))) as url:
            assert (await Fetcher(SERVER, lambda: None)(Request("GET", url))).body == b"x"

    asyncio.run(main())


def test_nothing_of_the_server_s_own_settings_goes_along() -> None:
    asked: list[Asked] = []
    fetch(
        answering(answer(b"", set_cookie="a=b"), asked),
        Request("GET", "/x", (("Accept", "application/json"),)),
    )
    [request] = asked
    assert {name.lower() for name, _ in request.headers} <= {
        "host",
        "accept",
        "accept-encoding",
        "connection",
        "user-agent",
    }


def test_secrets_of_request_and_answer_are_masked_before_they_are_shown() -> None:
    body = b"grant_type=authorization_code&code=s3cret-code&code_verifier=s3cret-verifier&client_id=me"
    token = b'{"access_token":"s3cret-token","scope":"a","nested":{"refresh_token":"s3cret-refresh"}}'
    headers = (*FORM, ("Authorization", "Basic s3cret-basic"), ("DPoP", "s3cret.proof"))
    reply = answer(
        token, content_type="application/json", location="http://x/?code=s3cret-code", set_cookie="s3cret"
    )
    asked: list[Asked] = []
    got, recorder, _ = fetch(
        answering(reply, asked), Request("POST", "/token?code=s3cret-code", headers, body, "token")
    )
    assert isinstance(got, Response)
    assert (asked[0].body, got.body) == (body, token)
    shown = repr(recorder.arrivals)
    assert "s3cret" not in shown
    [sent] = recorder.all(BodySent)
    assert b"grant_type=authorization_code" in sent.data
    assert b"client_id=me" in sent.data
    assert b'"scope": "a"' in recorder.data("auth-1")


def test_redirect_is_handed_back_and_not_followed() -> None:
    asked: list[Asked] = []
    reply = answer(b"", "302 Found", location="/elsewhere")
    got, _, _ = fetch(answering(reply, asked), Request("GET", "/x"))
    assert isinstance(got, Response)
    assert (got.status, len(asked)) == (302, 1)


def test_endless_answer_is_cut() -> None:
    async def endless(asked: Asked) -> None:
        asked.writer.write(b"HTTP/1.1 200 OK\r\n\r\n")
        while True:
            asked.writer.write(b"x" * 65536)
            await asked.writer.drain()

    got, _, _ = fetch(endless, Request("GET", "/x"))
    assert isinstance(got, Response)
    assert len(got.body) == BODY_LIMIT + 1


def test_silent_server_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fetching, "REQUEST_S", 0.05)

    async def silent(asked: Asked) -> None:
        await asked.reader.read()

    got, recorder, _ = fetch(silent, Request("GET", "/x", step="token"))
    assert isinstance(got, FetchError)
    assert "no response within" in str(got)
    assert "no response within" in str(recorder.closed("auth-1"))
    assert recorder.step("authorization").text.startswith("Token request: GET http://127.0.0.1")


def test_closed_port_is_told_in_words() -> None:
    async def main() -> None:
        with pytest.raises(FetchError, match="refused"):
            await Fetcher(SERVER, lambda: None)(Request("GET", f"http://127.0.0.1:{free_port()}/x"))

    asyncio.run(main())


@pytest.mark.parametrize(
    "url", ["http://[::1", "http://a b/", "nonsense", "ftp://x/y", "http://127.0.0.1:99999/"]
)
def test_url_that_cannot_be_asked_is_told(url: str) -> None:
    async def main() -> None:
        with pytest.raises(FetchError):
            await Fetcher(SERVER, lambda: None)(Request("GET", url))

    asyncio.run(main())


def test_header_with_a_line_break_is_not_sent() -> None:
    async def main() -> None:
        async with serve(answering(answer(b""))) as url:
            with pytest.raises(FetchError):
                await Fetcher(SERVER, lambda: None)(Request("GET", url, (("A", "b\r\nInjected: c"),)))

    asyncio.run(main())


def test_giving_up_leaves_no_task_and_says_that_the_channel_is_closed() -> None:
    async def main() -> None:
        recorder, came = Recorder(), asyncio.Event()

        async def silent(asked: Asked) -> None:
            came.set()
            await asked.reader.read()

        async with serve(silent) as url:
            asking = asyncio.create_task(Fetcher(SERVER, lambda: recorder)(Request("GET", url)))
            await came.wait()
            asking.cancel()
            with pytest.raises(asyncio.CancelledError):
                await asking
        assert recorder.closed("auth-1") == ChannelClosed("auth-1")

    asyncio.run(main())


# -- certificates


def over_tls(certificate: Path, target: HttpTarget) -> Response | FetchError:
    tls = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    tls.load_cert_chain(certificate)
    return fetch(answering(answer(b"x")), Request("GET", "/x"), target, tls)[0]


def test_unknown_certificate_of_an_authorization_server_is_refused(certificate: Path) -> None:
    assert isinstance(over_tls(certificate, SERVER), FetchError)


def test_certificates_that_the_person_trusts_hold_for_the_authorization_server_too(certificate: Path) -> None:
    trusting = replace(SERVER, verify=str(certificate.with_name("cert.pem")))
    assert isinstance(over_tls(certificate, trusting), Response)


def test_not_to_check_certificates_holds_for_the_host_of_the_server_alone(certificate: Path) -> None:
    unchecked = replace(SERVER, verify=False)
    assert isinstance(over_tls(certificate, unchecked), FetchError)
    beside = HttpTarget("https://127.0.0.1:1/mcp", verify=False)
    assert isinstance(over_tls(certificate, beside), Response)


def test_client_certificate_is_shown_to_the_host_of_the_server_alone(certificate: Path) -> None:
    trusting = HttpTarget(
        "https://127.0.0.1:1/mcp", verify=str(certificate.with_name("cert.pem")), client_cert=str(certificate)
    )
    tls = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH, cafile=str(certificate.with_name("cert.pem")))
    tls.load_cert_chain(certificate)
    tls.verify_mode = ssl.CERT_OPTIONAL
    shown: list[object] = []

    async def respond(request: Asked) -> None:
        shown.append(request.writer.get_extra_info("peercert"))
        request.writer.write(answer(b"x"))

    for target in (trusting, replace(trusting, url="https://mcp.example/mcp")):
        found, _, _ = fetch(respond, Request("GET", "/x"), target, tls)
        assert isinstance(found, Response)
    assert [bool(one) for one in shown] == [True, False]
