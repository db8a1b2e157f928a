"""How an HTTP connection fails: kinds of failure, and one plain sentence for each error.

A kind is known again by the words that its sentence begins with; so the text in a record is enough to
explain it later, also from a saved session.
"""

from __future__ import annotations

import errno
import socket
import ssl
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import httpx

from inspector.translation import QT_TRANSLATE_NOOP, composed, recorded

__all__ = ["FAILURES", "FailureKind", "describe_http_error", "failure_kind", "host_and_port"]

FAILURES: Final = (httpx.HTTPError, httpx.InvalidURL, httpx.StreamError, OSError, EOFError, ValueError)
"""All that a request can raise because of the peer, the network or the values of a user."""


@dataclass(frozen=True, slots=True)
class FailureKind:
    """A way in which a connection fails.

    words: how its description begins. It is recorded, so it stays English, and the kind is told by it.
    {host} and {port} are filled in the others, once these are translated.
    """

    words: str
    cause: str
    next_step: str
    actions: tuple[str, ...] = ("retry", "edit_server")


REFUSED: Final = FailureKind(
    recorded("connection refused"),
    QT_TRANSLATE_NOOP(
        "Connect",
        "no program listens at {host} port {port}: the server is not running, or it listens elsewhere",
    ),
    QT_TRANSLATE_NOOP("Connect", "Start the server, or correct host and port."),
)
UNKNOWN_NAME: Final = FailureKind(
    recorded("host name not known"),
    QT_TRANSLATE_NOOP(
        "Connect",
        "there is no host {host}: the name has a mistake, or it is known only inside another network (VPN)",
    ),
    QT_TRANSLATE_NOOP("Connect", "Correct the host name, or connect to the network that knows it."),
)
NO_NAME_SERVICE: Final = FailureKind(
    recorded("the name service does not answer"),
    QT_TRANSLATE_NOOP("Connect", "this computer is offline, or its DNS server is not reachable"),
    QT_TRANSLATE_NOOP("Connect", "Check the network connection."),
)
CONNECT_TIMEOUT: Final = FailureKind(
    recorded("no connection in time"),
    QT_TRANSLATE_NOOP(
        "Connect", "{host} does not react on port {port}: a firewall drops the packets, or the host is down"
    ),
    QT_TRANSLATE_NOOP("Connect", "Check host, port and firewall."),
)
NO_ROUTE: Final = FailureKind(
    recorded("no way to the host"),
    QT_TRANSLATE_NOOP("Connect", "this computer has no network that leads to {host}"),
    QT_TRANSLATE_NOOP("Connect", "Check the network connection and the VPN."),
)
SELF_SIGNED: Final = FailureKind(
    recorded("TLS: the certificate is self-signed"),
    QT_TRANSLATE_NOOP(
        "Connect", "the server's certificate is not signed by an authority that this computer trusts"
    ),
    QT_TRANSLATE_NOOP(
        "Connect",
        "Trust its certificate (or its authority's): name the file in the variable SSL_CERT_FILE, or as "
        '"verify" of its entry in servers.json; for a test server, "verify": false turns the checks off.',
    ),
)
UNKNOWN_ISSUER: Final = FailureKind(
    recorded("TLS: the certificate's issuer is not trusted"),
    QT_TRANSLATE_NOOP(
        "Connect",
        "the authority that signed it is unknown here, or the server does not send its intermediate "
        "certificate",
    ),
    QT_TRANSLATE_NOOP(
        "Connect",
        'Trust the authority\'s certificate: name the file in the variable SSL_CERT_FILE, or as "verify" of '
        "the server's entry in servers.json.",
    ),
)
EXPIRED: Final = FailureKind(
    recorded("TLS: the certificate has expired"),
    QT_TRANSLATE_NOOP(
        "Connect", "the server's certificate was not renewed, or the clock of this computer is wrong"
    ),
    QT_TRANSLATE_NOOP("Connect", "Renew the certificate on the server; check the clock."),
)
NOT_YET: Final = FailureKind(
    recorded("TLS: the certificate is not valid yet"),
    QT_TRANSLATE_NOOP("Connect", "the clock of this computer or of the server is wrong"),
    QT_TRANSLATE_NOOP("Connect", "Check both clocks."),
)
WRONG_HOST: Final = FailureKind(
    recorded("TLS: the certificate is for another host"),
    QT_TRANSLATE_NOOP("Connect", "the certificate does not name {host}"),
    QT_TRANSLATE_NOOP("Connect", "Use the host name that the certificate names."),
)
NOT_TLS: Final = FailureKind(
    recorded("TLS: the other side does not speak TLS"),
    QT_TRANSLATE_NOOP("Connect", "the port answers plain HTTP"),
    QT_TRANSLATE_NOOP("Connect", "Use http:// instead of https://, or the port for HTTPS."),
)
TLS: Final = FailureKind(
    recorded("TLS: no secure connection"),
    QT_TRANSLATE_NOOP(
        "Connect",
        "the two sides could not agree on a secure connection, or the server wants a client certificate",
    ),
    QT_TRANSLATE_NOOP("Connect", "Check the server's TLS settings."),
)
PROXY: Final = FailureKind(
    recorded("the proxy refused"),
    QT_TRANSLATE_NOOP("Connect", "the proxy may not or cannot reach the server"),
    QT_TRANSLATE_NOOP("Connect", "Check the proxy, or exclude this host with NO_PROXY."),
)
NO_ANSWER: Final = FailureKind(
    recorded("the server closed the connection without an answer"),
    QT_TRANSLATE_NOOP(
        "Connect",
        "the server stopped in the middle of the request, or the port expects https:// or is no HTTP port",
    ),
    QT_TRANSLATE_NOOP("Connect", "Look at the server's own log; check the port and https://."),
)
BROKEN: Final = FailureKind(
    recorded("the connection broke in the middle of the answer"),
    QT_TRANSLATE_NOOP(
        "Connect",
        "the server crashed or was restarted, a proxy ended a long stream, or the port expects https://",
    ),
    QT_TRANSLATE_NOOP(
        "Connect", "Look at the server's own log; check the port and https://; then try again."
    ),
)
NOT_HTTP: Final = FailureKind(
    recorded("the answer is not HTTP"),
    QT_TRANSLATE_NOOP(
        "Connect", "another kind of server listens at {host} port {port}, or it expects https://"
    ),
    QT_TRANSLATE_NOOP("Connect", "Check the port; try https://."),
)
BAD_ENCODING: Final = FailureKind(
    recorded("the answer's compression is broken"),
    QT_TRANSLATE_NOOP("Connect", "the Content-Encoding header does not fit the body"),
    QT_TRANSLATE_NOOP("Connect", "Turn compression off on the server, or correct it."),
)
BAD_HEADER: Final = FailureKind(
    recorded("the request has a header that HTTP does not allow"),
    QT_TRANSLATE_NOOP("Connect", "a header name or value holds a line break or another control character"),
    QT_TRANSLATE_NOOP("Connect", "Correct the headers of this server."),
    ("edit_server",),
)
BAD_URL: Final = FailureKind(
    recorded("the URL cannot be used"),
    QT_TRANSLATE_NOOP("Connect", "the URL has a mistake"),
    QT_TRANSLATE_NOOP("Connect", "Correct the URL."),
    ("edit_server",),
)
TIMEOUT: Final = FailureKind(
    recorded("timed out"),
    QT_TRANSLATE_NOOP("Connect", "the server is slow or does not answer"),
    QT_TRANSLATE_NOOP("Connect", "Try again, or allow more time."),
)
OTHER: Final = FailureKind(recorded("the connection failed"), "", QT_TRANSLATE_NOOP("Connect", "Try again."))

_CERTIFICATE: Final = {  # X509_verify_cert_error_string(3)
    9: NOT_YET,
    10: EXPIRED,
    18: SELF_SIGNED,
    19: SELF_SIGNED,
    20: UNKNOWN_ISSUER,
    21: UNKNOWN_ISSUER,
    62: WRONG_HOST,
    64: WRONG_HOST,
}
_NUMBERS: Final = {
    errno.ECONNREFUSED: REFUSED,
    errno.ETIMEDOUT: CONNECT_TIMEOUT,
    errno.ENETUNREACH: NO_ROUTE,
    errno.EHOSTUNREACH: NO_ROUTE,
    errno.ENETDOWN: NO_ROUTE,
}
_TYPES: Final[tuple[tuple[type[BaseException], FailureKind], ...]] = (
    (httpx.ConnectTimeout, CONNECT_TIMEOUT),
    (httpx.TimeoutException, TIMEOUT),
    (httpx.ProxyError, PROXY),
    (httpx.DecodingError, BAD_ENCODING),
    (httpx.LocalProtocolError, BAD_HEADER),
    (httpx.UnsupportedProtocol, BAD_URL),
    (httpx.InvalidURL, BAD_URL),
    (httpx.ReadError, BROKEN),
    (httpx.WriteError, NO_ANSWER),
)
_KINDS: Final = (
    REFUSED,
    UNKNOWN_NAME,
    NO_NAME_SERVICE,
    CONNECT_TIMEOUT,
    NO_ROUTE,
    SELF_SIGNED,
    UNKNOWN_ISSUER,
    EXPIRED,
    NOT_YET,
    WRONG_HOST,
    NOT_TLS,
    TLS,
    PROXY,
    NO_ANSWER,
    BROKEN,
    NOT_HTTP,
    BAD_ENCODING,
    BAD_HEADER,
    BAD_URL,
    TIMEOUT,
    OTHER,
)


def describe_http_error(error: BaseException, url: str, proxy: str = "") -> str:
    """One plain sentence for ChannelClosed.error. error: one of FAILURES."""
    kind, detail = _classify(error)
    host, port = host_and_port(proxy or url)
    if kind in (REFUSED, CONNECT_TIMEOUT, NO_ROUTE, NO_ANSWER):
        where = recorded("{host} port {port}", host=host, port=port)
        return composed("{}: {}", kind.words, recorded("the proxy {where}", where=where) if proxy else where)
    if kind in (UNKNOWN_NAME, NO_NAME_SERVICE):
        return composed("{}: {}", kind.words, host)
    return composed("{}: {}", kind.words, detail) if detail else kind.words


def _classify(error: BaseException) -> tuple[FailureKind, str]:
    """The kind of failure, and what the library says about it."""
    chain = list(_chain(error))
    for one in chain:
        if isinstance(one, ssl.SSLCertVerificationError):
            return _CERTIFICATE.get(one.verify_code, TLS), one.verify_message
        if isinstance(one, ssl.SSLWantReadError | ssl.SSLWantWriteError):
            continue  # not a failure: the handshake was still waiting when the time was over
        if isinstance(one, ssl.SSLError):
            return (NOT_TLS if _speaks_plain(one) else TLS), _tls_reason(one)
        if isinstance(one, socket.gaierror):
            return (NO_NAME_SERVICE if one.errno == socket.EAI_AGAIN else UNKNOWN_NAME), ""
        if isinstance(one, OSError) and one.errno in _NUMBERS:
            return _NUMBERS[one.errno], ""
    if isinstance(error, httpx.RemoteProtocolError):
        text = str(error)
        if "without sending a response" in text:
            return NO_ANSWER, ""
        if "without sending complete message body" in text or "closed connection" in text:
            return BROKEN, ""
        return NOT_HTTP, text
    for type_, kind in _TYPES:
        if isinstance(error, type_):
            return kind, "" if kind in (BROKEN, NO_ANSWER) else str(error)
    return OTHER, str(error) or type(error).__name__


def _chain(error: BaseException) -> Iterator[BaseException]:
    """The error and all that led to it; anyio reports several addresses as a group."""
    seen: set[int] = set()
    waiting: list[BaseException | None] = [error]
    while waiting:
        one = waiting.pop(0)
        if one is None or id(one) in seen:
            continue
        seen.add(id(one))
        yield one
        if isinstance(one, BaseExceptionGroup):
            waiting.extend(one.exceptions)
        waiting += [one.__cause__, one.__context__]


def _speaks_plain(error: ssl.SSLError) -> bool:
    reason = (error.reason or "").upper()
    return reason in (
        "WRONG_VERSION_NUMBER",
        "HTTP_REQUEST",
        "PACKET_LENGTH_TOO_LONG",
        "RECORD_LAYER_FAILURE",
    )


def _tls_reason(error: ssl.SSLError) -> str:
    return (error.reason or error.strerror or str(error)).replace("_", " ").lower()


def failure_kind(text: str) -> FailureKind:
    """The kind whose words the text begins with."""
    return next((kind for kind in _KINDS if text.startswith(kind.words)), OTHER)


def host_and_port(url: str) -> tuple[str, int]:
    """("example.org", 443) for https://example.org/mcp."""
    try:
        parsed = httpx.URL(url)
    except httpx.InvalidURL:
        return url, 0
    return parsed.host, parsed.port or (443 if parsed.scheme == "https" else 80)
