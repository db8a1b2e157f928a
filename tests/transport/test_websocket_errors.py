"""What goes wrong over a WebSocket is told in plain words, with what can be done about it."""

from __future__ import annotations

import pytest

from inspector.transport.websocket_errors import (
    as_http,
    as_websocket,
    explain_bad_websocket_url,
    explain_websocket_failure,
)

URL = "wss://h.test:8443/mcp"


@pytest.mark.parametrize(
    ("websocket", "http"),
    [
        ("ws://h/a", "http://h/a"),
        ("wss://h/a?u=ws://x", "https://h/a?u=ws://x"),
        ("WSS://h", "https://h"),
        ("  ws://h ", "http://h"),
        ("wsx://h", "wsx://h"),
    ],
)
def test_a_websocket_has_the_url_of_its_handshake(websocket: str, http: str) -> None:
    assert as_http(websocket).lower() == http


@pytest.mark.parametrize(
    ("http", "websocket"),
    [("http://h/a", "ws://h/a"), (" HTTPS://h", "wss://h"), ("wss://h", "wss://h"), ("ftp://h", "ftp://h")],
)
def test_a_url_of_http_has_one_for_a_websocket(http: str, websocket: str) -> None:
    assert as_websocket(http).lower() == websocket


@pytest.mark.parametrize("url", ["ws://h", "wss://h:1/a", "https://h/mcp", " ws://h "])
def test_a_url_with_scheme_and_host_can_be_used(url: str) -> None:
    assert explain_bad_websocket_url(url) is None


@pytest.mark.parametrize(
    ("url", "cause"),
    [
        ("ftp://h", "it does not begin with ws:// or wss://"),
        ("h.test/mcp", "it does not begin with ws:// or wss://"),
        ("ws://", "it has no host"),
        ("ws://h:port/", "Invalid port: 'port'"),
    ],
)
def test_another_url_is_refused_with_the_reason(url: str, cause: str) -> None:
    told = explain_bad_websocket_url(url)
    assert told is not None
    assert (told.happened, told.tried, told.cause, told.next_step, told.actions) == (
        f"The URL {url!r} cannot be used for a WebSocket.", "", cause, "Correct the URL: wss://host/path",
        ("edit_server",),
    )  # fmt: skip


@pytest.mark.parametrize("status", [200, 400, 404, 405, 426, 501])
def test_a_web_server_without_a_websocket_is_recognised(status: int) -> None:
    told = explain_websocket_failure(URL, status=status, body=b"<p>\xff" + b"x" * 3000)
    assert told.happened == f"The server responded {status} instead of opening a WebSocket."
    assert told.tried == f"open a WebSocket to {URL}"
    assert told.next_step == "Correct the path, or connect with https://h.test:8443/mcp."
    assert told.actions == ("edit_server", "retry")
    assert told.evidence.startswith("<p>\ufffdx") and len(told.evidence) == 2000


@pytest.mark.parametrize("status", [401, 500, 503])
def test_another_status_is_explained_as_over_http_with_this_url(status: int) -> None:
    told = explain_websocket_failure("https://h.test/mcp", status=status)
    assert str(status) in told.happened
    assert told.tried == "open a WebSocket to wss://h.test/mcp"


def test_what_is_advised_names_urls_of_websockets() -> None:
    told = explain_websocket_failure(URL, error="TLS: the server does not speak TLS")
    assert told.next_step.startswith("Use ws:// instead of wss://")


def test_a_proxy_that_wants_to_know_who_we_are_keeps_its_words() -> None:
    told = explain_websocket_failure(URL, status=407)
    assert "407" in told.happened or "proxy" in told.happened
    assert told.tried == f"open a WebSocket to {URL}"


@pytest.mark.parametrize(
    ("error", "cause", "next_step"),
    [
        (
            "TLS: the connection closed during the handshake",
            "h.test port 8443 expects plain ws://",
            "Use ws://",
        ),
        ("the server chose a subprotocol that was not offered: x", "a different kind", "Check the path;"),
        ("invalid response to the WebSocket handshake: y", "does not follow RFC 6455", "Check the path"),
        (
            "no response to the WebSocket handshake",
            "something is listening at h.test port 8443",
            "Check the host",
        ),
        ("the WebSocket broke", "there was no close frame", "Check the server's own log"),
        (
            "the server violated the WebSocket protocol: z",
            "frames that RFC 6455 forbids",
            "This must be fixed",
        ),
        ("the server closed the WebSocket", "the close code says why", "Check the server's own log"),
        ("the server closed the WebSocket: 1000", "the close code says why", "Check the server's own log"),
        (
            "the server closed the WebSocket: 1001 bye",
            "is shutting down or restarting",
            "Check the server's own log",
        ),
        (
            "the server closed the WebSocket: 1008",
            "a token is missing or not allowed",
            "Check the server's own log",
        ),
        (
            "the server closed the WebSocket: 1009",
            "larger than the server accepts",
            "Check the server's own log",
        ),
        ("the server closed the WebSocket: 1011", "an error inside the server", "Check the server's own log"),
        ("the server closed the WebSocket: 1013", "overloaded", "Check the server's own log"),
    ],
)
def test_each_kind_of_failure_has_its_cause_and_its_advice(error: str, cause: str, next_step: str) -> None:
    told = explain_websocket_failure(URL, error=error)
    assert told.happened.lower().startswith(error.lower()[:40])
    assert cause in told.cause
    assert told.next_step.startswith(next_step)
    assert told.tried == f"open a WebSocket to {URL}"


def test_an_error_that_is_no_text_is_explained_as_over_http() -> None:
    told = explain_websocket_failure(URL, error=ConnectionRefusedError(111, "Connection refused"))
    assert told.happened and told.tried == f"open a WebSocket to {URL}"
