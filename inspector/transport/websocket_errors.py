"""Plain words for what goes wrong over a WebSocket: the handshake, its end, and what HTTP says instead.

A kind of failure is known again by the words that its sentence begins with, as in http_failures.py;
connecting fails as it does for HTTP and is explained there.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Final

import httpx

from inspector.errors import Explanation
from inspector.transport.http_errors import EVIDENCE_CHARS, explain_http_failure
from inspector.transport.http_failures import FailureKind, host_and_port

__all__ = ["as_http", "as_websocket", "explain_bad_websocket_url", "explain_websocket_failure"]

NO_TLS: Final = FailureKind(
    "TLS: the connection ended during its handshake",
    "{host} port {port} expects plain ws://, or the server refuses this kind of TLS",
    "Try ws:// instead of wss://, or the port for wss://.",
)
OTHER_SUBPROTOCOL: Final = FailureKind(
    "the server chose a subprotocol that was not offered",
    "this is a WebSocket server of another kind, or of another version of MCP's custom",
    "Check the path; to offer another subprotocol set the header Sec-WebSocket-Protocol of this server.",
)
BAD_HANDSHAKE: Final = FailureKind(
    "the answer to the WebSocket handshake is wrong",
    "the server, or a proxy before it, does not follow RFC 6455",
    "Check the path and what stands between; the head of the answer is in the timeline.",
)
SILENT: Final = FailureKind(
    "no answer to the WebSocket handshake",
    "something listens at {host} port {port}, but it is no WebSocket server, it is stuck, or it expects wss://",
    "Check host, port and wss://.",
)
CLOSED: Final = FailureKind(
    "the server closed the WebSocket",
    "the server decided to end the connection; the close code says why",
    "Look at the server's own log; then connect again.",
)
CUT: Final = FailureKind(
    "the WebSocket broke",
    "the server crashed or was stopped, or a proxy ended an idle connection: no close frame came",
    "Look at the server's own log; then connect again.",
)
MISUSED: Final = FailureKind(
    "the server broke the WebSocket protocol",
    "the server, or a proxy before it, sends frames that RFC 6455 forbids",
    "This has to be mended in the server.",
)
_KINDS: Final = (NO_TLS, OTHER_SUBPROTOCOL, BAD_HANDSHAKE, SILENT, CLOSED, CUT, MISUSED)
_CLOSE_CAUSES: Final = {  # RFC 6455, 7.4.1
    1001: "the server shuts down or restarts",
    1002: "the server, or a proxy, takes what was sent for a breach of the WebSocket protocol",
    1003: "the server does not take this kind of data",
    1007: "the server could not read what was sent",
    1008: "what was sent breaks a rule of the server; often a token is missing or not allowed",
    1009: "a message was larger than the server takes",
    1011: "an error inside the server",
    1012: "the server restarts",
    1013: "the server is overloaded",
}
# Answers that mean: there is a web server here, but it does not open a WebSocket.
_NOT_HERE: Final = (200, 202, 204, 400, 404, 405, 406, 415, 426, 501)
_NO_HEADERS: Final[Mapping[str, str]] = MappingProxyType({})


def as_http(url: str) -> str:
    """ws://host → http://host, wss://host → https://host: what the handshake really is."""
    return re.sub(r"^ws(?=s?://)", "http", url.strip(), flags=re.IGNORECASE)


def as_websocket(url: str) -> str:
    """http://host → ws://host, https://host → wss://host."""
    return re.sub(r"^http(?=s?://)", "ws", url.strip(), flags=re.IGNORECASE)


def explain_bad_websocket_url(url: str) -> Explanation | None:
    """Why this text cannot be the URL of a WebSocket; None when it can."""
    text = as_websocket(url)
    try:
        parsed = httpx.URL(text)
    except httpx.InvalidURL as error:
        return _bad_url(url, str(error).rstrip("."))
    if parsed.scheme not in ("ws", "wss"):
        return _bad_url(url, "it does not begin with ws:// or wss://")
    return None if parsed.host else _bad_url(url, "it names no host")


def _bad_url(url: str, cause: str) -> Explanation:
    what = f"The URL {url!r} cannot be used for a WebSocket."
    return Explanation(what, "", cause, "Correct the URL: wss://host/path", ("edit_server",))


def explain_websocket_failure(
    url: str,
    *,
    status: int = 0,
    error: str | BaseException = "",
    body: bytes = b"",
    headers: Mapping[str, str] = _NO_HEADERS,
) -> Explanation:
    """Why there is no MCP over a WebSocket at this URL. Arguments as for `explain_http_failure`."""
    url = as_websocket(url)
    tried = f"open a WebSocket to {url}"
    if status in _NOT_HERE:
        return Explanation(
            f"The server answered {status} instead of opening a WebSocket.",
            tried,
            "there is no WebSocket at this address; the path is wrong, or the server speaks MCP over HTTP",
            f"Correct the path, or connect with {as_http(url)}.",
            ("edit_server", "retry"),
            body.decode("utf-8", "replace")[:EVIDENCE_CHARS],
        )
    kind = next((one for one in _KINDS if isinstance(error, str) and error.startswith(one.words)), None)
    if kind is None or not isinstance(error, str):
        told = explain_http_failure(as_http(url), status=status, error=error, body=body, headers=headers)
        if status == 407:
            return replace(told, tried=tried)
        return replace(told, tried=tried, cause=_said(told.cause), next_step=_said(told.next_step))
    host, port = host_and_port(as_http(url))
    cause = _CLOSE_CAUSES.get(_close_code(error), kind.cause)
    happened = f"{error[0].upper()}{error[1:].rstrip('.')}."
    return Explanation(happened, tried, cause.format(host=host, port=port), kind.next_step, kind.actions)


def _close_code(error: str) -> int:
    found = re.match(rf"{CLOSED.words}: (\d+)", error)
    return int(found[1]) if found else 0


def _said(text: str) -> str:
    """What is said about http:// and https:// holds for ws:// and wss://."""
    return re.sub(r"\bhttp(?=s?://)", "ws", text)
