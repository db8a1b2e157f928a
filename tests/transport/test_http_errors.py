"""What a user is told when there is no MCP at a URL."""

from __future__ import annotations

import errno
import socket
import ssl

import httpx
import pytest

from inspector.transport.http_errors import explain_bad_url, explain_http_failure, origin
from inspector.transport.http_failures import describe_http_error, host_and_port

URL = "https://example.org:8443/api"


def certificate_error(code: int) -> httpx.ConnectError:
    inner = ssl.SSLCertVerificationError(1, "certificate verify failed")
    inner.verify_code, inner.verify_message = code, "reason"
    outer = httpx.ConnectError("x")
    outer.__cause__ = inner
    return outer


def caused(cause: BaseException) -> httpx.ConnectError:
    error = httpx.ConnectError("All connection attempts failed")
    error.__cause__ = cause
    return error


@pytest.mark.parametrize(
    ("error", "words", "step"),
    [
        (
            caused(ConnectionRefusedError(111, "x")),
            "connection refused: example.org port 8443",
            "Start the server",
        ),
        (
            caused(OSError("all", ExceptionGroup("x", [ConnectionRefusedError(111, "x")]))),
            "connection failed",
            "Try again",
        ),
        (
            caused(ExceptionGroup("x", [ConnectionRefusedError(111, "x")])),
            "connection refused",
            "Start the server",
        ),
        (caused(socket.gaierror(socket.EAI_NONAME, "x")), "host not found: example.org", "host name"),
        (caused(socket.gaierror(socket.EAI_AGAIN, "x")), "DNS server not responding", "network"),
        (httpx.ConnectTimeout(""), "connection timed out: example.org port 8443", "firewall"),
        (caused(OSError(113, "No route to host")), "no route to host", "VPN"),
        (certificate_error(18), "TLS: the certificate is self-signed", "SSL_CERT_FILE"),
        (certificate_error(10), "TLS: the certificate has expired", "Renew"),
        (certificate_error(62), "TLS: the certificate is for another host", "host name"),
        (certificate_error(20), "TLS: the certificate's issuer is not trusted", "authority"),
        (
            httpx.RemoteProtocolError("Server disconnected without sending a response."),
            "closed the connection",
            "log",
        ),
        (httpx.ReadError(""), "the connection broke during", "log"),
        (httpx.InvalidURL("x"), "invalid URL", "Correct the URL"),
        (RuntimeError(), "connection failed: RuntimeError", "Try again"),
    ],
)
def test_a_failed_connection_is_described_and_explained(error: Exception, words: str, step: str) -> None:
    described = describe_http_error(error, URL)
    assert words in described
    from_text = explain_http_failure(URL, error=described)
    assert step in from_text.next_step
    assert from_text == explain_http_failure(URL, error=error)
    assert from_text.tried == f"connect to {URL}"


PROXY = "http://user:secret@proxy.test:3128"
DNS, REFUSED = socket.gaierror(socket.EAI_NONAME, "no such name"), OSError(errno.ECONNREFUSED, "refused")


@pytest.mark.parametrize(
    ("error", "happened", "cause", "next_step"),
    [
        (
            caused(REFUSED),
            "Connection refused: the proxy proxy.test port 3128.",
            "proxy.test port 3128",
            "the proxy",
        ),
        (
            caused(OSError(errno.EHOSTUNREACH, "")),
            "No route to host: the proxy",
            "route to proxy.test",
            "network",
        ),
        (httpx.ConnectTimeout(""), "timed out: the proxy", "proxy.test does not respond", "port"),
        (caused(DNS), "Host not found: the proxy proxy.test.", "proxy.test does not exist", "host name"),
        (httpx.ProxyError("407 Proxy Authentication Required"), "proxy: 407", "password", "user:password@"),
        (httpx.ProxyError("403 Forbidden"), "by the proxy: 403", "not allowed to", "NO_PROXY"),
    ],
)
def test_a_proxy_that_fails_is_blamed_and_not_the_server(
    error: Exception, happened: str, cause: str, next_step: str
) -> None:
    told = explain_http_failure(URL, error=describe_http_error(error, URL, PROXY))
    assert happened in told.happened and cause in told.cause and next_step in told.next_step
    assert "example.org" not in told.happened + told.cause
    assert "secret" not in repr(told)


@pytest.mark.parametrize(
    ("status", "happened", "action"),
    [
        (400, "rejected the request", "retry_legacy"),
        (401, "requires authorization", "edit_server"),
        (403, "rejects this client", "edit_server"),
        (404, "nothing at this address", "edit_server"),
        (405, "this kind of request", "retry_sse"),
        (501, "does not support POST", "edit_server"),
        (418, "rejected the request", "retry"),
        (500, "Server error", "retry"),
        (503, "is unavailable", "retry"),
        (307, "redirects elsewhere", "edit_server"),
    ],
)
def test_a_status_is_explained(status: int, happened: str, action: str) -> None:
    told = explain_http_failure(URL, status=status, body=b'{"error":"why"}')
    assert happened in told.happened and f"HTTP {status}" in told.happened
    assert action in told.actions
    assert told.evidence == '{"error":"why"}'
    assert told.next_step


def test_a_wrong_path_is_answered_with_the_usual_one() -> None:
    assert "https://example.org:8443/mcp" in explain_http_failure(URL, status=404).next_step
    assert "/sse" in explain_http_failure("http://localhost:3000", status=404).next_step
    assert "/mcp" not in explain_http_failure("http://localhost:3000/mcp", status=404).next_step


@pytest.mark.parametrize(
    ("url", "cause", "next_step"),
    [
        ("http://x.example/mcp", "", ""),
        (" https://x.example ", "", ""),
        ("https://x.example:1/mcp", "", ""),
        ("https://x.example:65535/mcp", "", ""),
        ("https://x.example:0/mcp", "there is no port 0", "Give a port from 1 to 65535."),
        ("https://x.example:65536/mcp", "there is no port 65536", "Give a port from 1 to 65535."),
        (
            "wss://x.example/ws",
            "it is a WebSocket URL, but the transport is HTTP",
            "Set the transport to auto, or try https://x.example/ws",
        ),
        ("x.example/mcp", "it does not begin with http:// or https://", "Try https://x.example/mcp"),
        (
            "localhost:8000/mcp",
            "it does not begin with http:// or https://",
            "Try https://localhost:8000/mcp",
        ),
        (
            "ftp://x.example/mcp",
            "ftp:// is not http:// or https://",
            "Give the URL of the MCP endpoint: https://host/mcp",
        ),
        ("https:///mcp", "it has no host", "Give the URL of the MCP endpoint: https://host/mcp"),
        ("http://[::1/mcp", "Invalid port: ':1'", "Correct the URL: https://host/mcp"),
    ],
)
def test_a_url_that_cannot_be_used_says_why(url: str, cause: str, next_step: str) -> None:
    told = explain_bad_url(url)
    if not cause:
        assert told is None
        return
    assert told is not None
    assert told.happened == f"The URL {url!r} cannot be used."
    assert (told.cause, told.next_step) == (cause, next_step)


def test_a_web_page_is_recognised_and_shown_as_text() -> None:
    head = b"<!DOCTYPE html><html><head><title> Sign in </title><style>p{}</style></head>"
    page = head + b"<p>Please <b>sign</b>"
    told = explain_http_failure(URL, status=200, body=page)
    assert "a web page (HTML) instead of MCP" in told.happened
    assert told.evidence.startswith("Sign in\n") and "<" not in told.evidence and "p{}" not in told.evidence


def test_a_redirect_names_where_it_leads() -> None:
    told = explain_http_failure(URL, status=307, headers={"location": "/other?q={x}"})
    assert told.happened.startswith("The server redirects to another address: https://example.org:8443/other")
    assert "elsewhere" in explain_http_failure(URL, status=302).happened


@pytest.mark.parametrize("status", [300, 304, 305, 399])
def test_only_a_redirect_is_one(status: int) -> None:
    told = explain_http_failure(URL, status=status, headers={"location": "/other"})
    assert told.happened == f"The server rejected the request (HTTP {status})."


def test_headers_that_say_what_to_do_are_shown() -> None:
    told = explain_http_failure(URL, status=401, headers={"www-authenticate": "Bearer realm=x"}, body=b"no")
    assert told.evidence == "WWW-Authenticate: Bearer realm=x\nno"
    assert explain_http_failure(URL, status=429, headers={"retry-after": "5"}).next_step.startswith(
        "Wait 5 s"
    )


def test_a_stream_cut_in_the_middle_is_not_taken_for_a_wrong_address() -> None:
    error = "the connection broke during the response"
    told = explain_http_failure(URL, status=200, error=error, body=b'{"json')
    assert told.happened == "The connection broke during the response."
    assert told.evidence == '{"json'


def test_a_page_whose_title_is_its_text_says_it_once() -> None:
    assert explain_http_failure(URL, status=200, body=b"<title>Hello</title>").evidence == "Hello"


def test_an_origin_leaves_out_the_usual_port() -> None:
    assert origin("https://Example.org:443/a") == "https://example.org"
    assert origin("http://[::1]:3000/a") == "http://[::1]:3000"


@pytest.mark.parametrize("status", [400, 405, 406, 415])
def test_whoever_chose_sse_is_not_told_to_choose_it(status: int) -> None:
    told = explain_http_failure("https://x.example/mcp", status=status, stream=True)
    assert "Streamable HTTP" in told.cause
    assert "auto" in told.next_step and "HTTP+SSE" not in told.next_step
    assert told.actions[0] == "retry_auto"


def test_a_stream_that_is_not_there_has_a_wrong_path() -> None:
    told = explain_http_failure("https://x.example/mcp", status=404, stream=True)
    assert "path of the URL is wrong" in told.cause


@pytest.mark.parametrize(
    ("url", "host", "port"),
    [
        ("https://h.example/mcp", "h.example", 443),
        ("http://h.example/mcp", "h.example", 80),
        ("https://[::1]:8443/", "::1", 8443),
        ("http://h:port/", "http://h:port/", 0),
    ],
)
def test_host_and_port_of_a_url_are_told(url: str, host: str, port: int) -> None:
    assert host_and_port(url) == (host, port)
