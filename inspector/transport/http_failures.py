"""How an HTTP connection fails: kinds of failure, and one plain sentence for each error.

A kind is known again by the words that its sentence begins with; so the text in a record is enough to
explain it later, also from a saved session.
"""

from __future__ import annotations

import errno
import re
import socket
import ssl
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import httpx

from inspector.translation import QT_TRANSLATE_NOOP, composed, recorded

__all__ = [
    "FAILURES",
    "NO_PASSWORD",
    "FailureKind",
    "describe_http_error",
    "failure_kind",
    "host_and_port",
    "peer_of",
]

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
        "no program is listening at {host} port {port}: the server is not running, or it listens elsewhere",
    ),
    QT_TRANSLATE_NOOP("Connect", "Start the server, or correct the host and port."),
)
PROXY_REFUSED: Final = FailureKind(
    f"{REFUSED.words}: the proxy",
    QT_TRANSLATE_NOOP(
        "Connect",
        "no program is listening at {host} port {port}: the proxy is not running, or its address is wrong",
    ),
    QT_TRANSLATE_NOOP(
        "Connect", "Start the proxy, or correct its address: in this server's settings or in HTTP_PROXY."
    ),
    ("edit_server", "retry"),
)
UNKNOWN_NAME: Final = FailureKind(
    recorded("host not found"),
    QT_TRANSLATE_NOOP(
        "Connect",
        "{host} does not exist: the name is misspelled, or only known inside another network (VPN)",
    ),
    QT_TRANSLATE_NOOP("Connect", "Correct the host name, or connect to the network that knows it."),
)
NO_NAME_SERVICE: Final = FailureKind(
    recorded("DNS server not responding"),
    QT_TRANSLATE_NOOP("Connect", "this computer is offline, or its DNS server cannot be reached"),
    QT_TRANSLATE_NOOP("Connect", "Check the network connection."),
)
CONNECT_TIMEOUT: Final = FailureKind(
    recorded("connection timed out"),
    QT_TRANSLATE_NOOP(
        "Connect", "{host} does not respond on port {port}: a firewall drops the packets, or the host is down"
    ),
    QT_TRANSLATE_NOOP("Connect", "Check the host, port and firewall."),
)
NO_ROUTE: Final = FailureKind(
    recorded("no route to host"),
    QT_TRANSLATE_NOOP("Connect", "this computer has no network route to {host}"),
    QT_TRANSLATE_NOOP("Connect", "Check the network connection and the VPN."),
)
SELF_SIGNED: Final = FailureKind(
    recorded("TLS: the certificate is self-signed"),
    QT_TRANSLATE_NOOP(
        "Connect", "the server's certificate is not signed by an authority this computer trusts"
    ),
    QT_TRANSLATE_NOOP(
        "Connect",
        "Trust its certificate (or that of its authority): set SSL_CERT_FILE to the "
        'file, or "verify" in the server\'s entry in servers.json. For a test server, '
        '"verify": false turns the checks off.',
    ),
)
UNKNOWN_ISSUER: Final = FailureKind(
    recorded("TLS: the certificate's issuer is not trusted"),
    QT_TRANSLATE_NOOP(
        "Connect",
        "the authority that signed it is unknown, or the server does not send its intermediate certificate",
    ),
    QT_TRANSLATE_NOOP(
        "Connect",
        'Trust the authority\'s certificate: set SSL_CERT_FILE to the file, or "verify" '
        "in the server's entry in servers.json.",
    ),
)
EXPIRED: Final = FailureKind(
    recorded("TLS: the certificate has expired"),
    QT_TRANSLATE_NOOP(
        "Connect", "the server's certificate was not renewed, or this computer's clock is wrong"
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
    QT_TRANSLATE_NOOP("Connect", "the certificate is not valid for {host}"),
    QT_TRANSLATE_NOOP("Connect", "Use a host name the certificate is valid for."),
)
NOT_TLS: Final = FailureKind(
    recorded("TLS: the server does not speak TLS"),
    QT_TRANSLATE_NOOP("Connect", "the port speaks plain HTTP"),
    QT_TRANSLATE_NOOP("Connect", "Use http:// instead of https://, or the port for HTTPS."),
)
TLS: Final = FailureKind(
    recorded("TLS: handshake failed"),
    QT_TRANSLATE_NOOP(
        "Connect",
        "the two sides have no secure settings in common, or the server requires a client certificate",
    ),
    QT_TRANSLATE_NOOP("Connect", "Check the server's TLS settings."),
)
PROXY: Final = FailureKind(
    recorded("rejected by the proxy"),
    QT_TRANSLATE_NOOP("Connect", "the proxy cannot reach the server, or is not allowed to"),
    QT_TRANSLATE_NOOP("Connect", "Check the proxy, or exclude this host with NO_PROXY."),
)
NO_PASSWORD: Final = FailureKind(
    f"{PROXY.words}: 407",
    QT_TRANSLATE_NOOP("Connect", "the proxy's URL contains no user and password, or they are wrong"),
    QT_TRANSLATE_NOOP("Connect", "Set this server's proxy to http://user:password@host:port"),
    ("edit_server", "retry"),
)
NO_ANSWER: Final = FailureKind(
    recorded("the server closed the connection without responding"),
    QT_TRANSLATE_NOOP(
        "Connect",
        "the server stopped during the request, or the port expects https:// or is not an HTTP port",
    ),
    QT_TRANSLATE_NOOP("Connect", "Check the server's own log, the port and https://."),
)
BROKEN: Final = FailureKind(
    recorded("the connection broke during the response"),
    QT_TRANSLATE_NOOP(
        "Connect",
        "the server crashed or restarted, a proxy ended a long stream, or the port expects https://",
    ),
    QT_TRANSLATE_NOOP("Connect", "Check the server's own log, the port and https://, then try again."),
)
NOT_HTTP: Final = FailureKind(
    recorded("the response is not HTTP"),
    QT_TRANSLATE_NOOP(
        "Connect", "a different kind of server is listening at {host} port {port}, or it expects https://"
    ),
    QT_TRANSLATE_NOOP("Connect", "Check the port, or try https://."),
)
BAD_ENCODING: Final = FailureKind(
    recorded("the response's compression is corrupt"),
    QT_TRANSLATE_NOOP("Connect", "the Content-Encoding header does not match the body"),
    QT_TRANSLATE_NOOP("Connect", "Turn off compression on the server, or fix it."),
)
BAD_HEADER: Final = FailureKind(
    recorded("the request has a header that HTTP does not allow"),
    QT_TRANSLATE_NOOP("Connect", "a header name or value contains a line break or another control character"),
    QT_TRANSLATE_NOOP("Connect", "Correct this server's headers."),
    ("edit_server",),
)
BAD_URL: Final = FailureKind(
    recorded("invalid URL"),
    QT_TRANSLATE_NOOP("Connect", "the URL is malformed"),
    QT_TRANSLATE_NOOP("Connect", "Correct the URL."),
    ("edit_server",),
)
TIMEOUT: Final = FailureKind(
    recorded("timed out"),
    QT_TRANSLATE_NOOP("Connect", "the server is slow or not responding"),
    QT_TRANSLATE_NOOP("Connect", "Try again, or increase the timeout."),
)
OTHER: Final = FailureKind(recorded("connection failed"), "", QT_TRANSLATE_NOOP("Connect", "Try again."))

_PROXY: Final = re.compile(r": the proxy (\S+)(?: port (\d+))?$")
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
    PROXY_REFUSED,  # before the kind whose words its own begin with
    NO_PASSWORD,
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
        return composed("{}: {}", kind.words, recorded("the proxy {where}", where=host) if proxy else host)
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


def peer_of(text: str, url: str) -> tuple[str, int]:
    """Host and port of whom a description speaks: the proxy that it names, else the server at the URL."""
    found = _PROXY.search(text)
    return (found[1], int(found[2] or 0)) if found is not None else host_and_port(url)


def host_and_port(url: str) -> tuple[str, int]:
    """("example.org", 443) for https://example.org/mcp."""
    try:
        parsed = httpx.URL(url)
    except httpx.InvalidURL:
        return url, 0
    return parsed.host, parsed.port or (443 if parsed.scheme == "https" else 80)
