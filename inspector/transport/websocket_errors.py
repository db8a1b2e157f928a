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
from inspector.translation import QT_TRANSLATE_NOOP, composed, recorded, shown, translate
from inspector.transport.http_errors import EVIDENCE_CHARS, explain_http_failure
from inspector.transport.http_failures import FailureKind, host_and_port

__all__ = ["as_http", "as_websocket", "explain_bad_websocket_url", "explain_websocket_failure"]

NO_TLS: Final = FailureKind(
    recorded("TLS: the connection closed during the handshake"),
    QT_TRANSLATE_NOOP(
        "Connect", "{host} port {port} expects plain ws://, or the server rejects this kind of TLS"
    ),
    QT_TRANSLATE_NOOP("Connect", "Use ws:// instead of wss://, or the port for wss://."),
)
OTHER_SUBPROTOCOL: Final = FailureKind(
    recorded("the server chose a subprotocol that was not offered"),
    QT_TRANSLATE_NOOP(
        "Connect", "this is a different kind of WebSocket server, or uses a different MCP convention"
    ),
    QT_TRANSLATE_NOOP(
        "Connect",
        "Check the path; to offer another subprotocol, set this server's Sec-WebSocket-Protocol header.",
    ),
)
BAD_HANDSHAKE: Final = FailureKind(
    recorded("invalid response to the WebSocket handshake"),
    QT_TRANSLATE_NOOP("Connect", "the server, or a proxy in front of it, does not follow RFC 6455"),
    QT_TRANSLATE_NOOP("Connect", "Check the path and any proxy; the response's headers are in the timeline."),
)
SILENT: Final = FailureKind(
    recorded("no response to the WebSocket handshake"),
    QT_TRANSLATE_NOOP(
        "Connect",
        "something is listening at {host} port {port}, but it is not a WebSocket server, "
        "it is stuck, or it expects wss://",
    ),
    QT_TRANSLATE_NOOP("Connect", "Check the host, port and wss://."),
)
CLOSED: Final = FailureKind(
    recorded("the server closed the WebSocket"),
    QT_TRANSLATE_NOOP("Connect", "the server ended the connection; the close code says why"),
    QT_TRANSLATE_NOOP("Connect", "Check the server's own log, then reconnect."),
)
CUT: Final = FailureKind(
    recorded("the WebSocket broke"),
    QT_TRANSLATE_NOOP(
        "Connect",
        "the server crashed or was stopped, or a proxy ended an idle connection: there was no close frame",
    ),
    QT_TRANSLATE_NOOP("Connect", "Check the server's own log, then reconnect."),
)
MISUSED: Final = FailureKind(
    recorded("the server violated the WebSocket protocol"),
    QT_TRANSLATE_NOOP("Connect", "the server, or a proxy in front of it, sends frames that RFC 6455 forbids"),
    QT_TRANSLATE_NOOP("Connect", "This must be fixed in the server."),
)
_KINDS: Final = (NO_TLS, OTHER_SUBPROTOCOL, BAD_HANDSHAKE, SILENT, CLOSED, CUT, MISUSED)
_CLOSE_CAUSES: Final = {  # RFC 6455, 7.4.1
    1001: QT_TRANSLATE_NOOP("Connect", "the server is shutting down or restarting"),
    1002: QT_TRANSLATE_NOOP(
        "Connect", "the server, or a proxy, considers what was sent a WebSocket protocol violation"
    ),
    1003: QT_TRANSLATE_NOOP("Connect", "the server does not accept this kind of data"),
    1007: QT_TRANSLATE_NOOP("Connect", "the server could not read what was sent"),
    1008: QT_TRANSLATE_NOOP(
        "Connect", "what was sent violates a policy of the server; often a token is missing or not allowed"
    ),
    1009: QT_TRANSLATE_NOOP("Connect", "a message was larger than the server accepts"),
    1011: QT_TRANSLATE_NOOP("Connect", "an error inside the server"),
    1012: QT_TRANSLATE_NOOP("Connect", "the server is restarting"),
    1013: QT_TRANSLATE_NOOP("Connect", "the server is overloaded"),
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
        return _bad_url(url, translate("Connect", "it does not begin with ws:// or wss://"))
    return None if parsed.host else _bad_url(url, translate("Connect", "it has no host"))


def _bad_url(url: str, cause: str) -> Explanation:
    what = translate("Connect", "The URL {!r} cannot be used for a WebSocket.").format(url)
    return Explanation(
        what, "", cause, translate("Connect", "Correct the URL: wss://host/path"), ("edit_server",)
    )


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
    tried = translate("Connect", "open a WebSocket to {}").format(url)
    if status in _NOT_HERE:
        return Explanation(
            translate("Connect", "The server responded {} instead of opening a WebSocket.").format(status),
            tried,
            translate(
                "Connect",
                "there is no WebSocket at this address; the path is wrong, or the server uses MCP over HTTP",
            ),
            translate("Connect", "Correct the path, or connect with {}.").format(as_http(url)),
            ("edit_server", "retry"),
            body.decode("utf-8", "replace")[:EVIDENCE_CHARS],
        )
    kind = next((one for one in _KINDS if isinstance(error, str) and error.startswith(one.words)), None)
    if kind is None or not isinstance(error, str):
        told = explain_http_failure(as_http(url), status=status, error=error, body=body, headers=headers)
        if status == 407:
            return replace(told, tried=tried)
        return replace(
            told,
            tried=tried,
            cause=composed("{:websocket}", told.cause),
            next_step=composed("{:websocket}", told.next_step),
        )
    host, port = host_and_port(as_http(url))
    cause = translate("Connect", _CLOSE_CAUSES.get(_close_code(error), kind.cause))
    said = shown(error)
    happened = composed("{:sentence}", said)
    next_step = translate("Connect", kind.next_step)
    return Explanation(happened, tried, cause.format(host=host, port=port), next_step, kind.actions)


def _close_code(error: str) -> int:
    found = re.match(rf"{CLOSED.words}: (\d+)", error)
    return int(found[1]) if found else 0
