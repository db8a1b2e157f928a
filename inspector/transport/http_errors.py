"""Plain words for what goes wrong over HTTP: no connection, a status, an answer that is no MCP.

How connections fail is in http_failures.py; here is what a user is told about it, and about statuses.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from types import MappingProxyType
from typing import Final

import httpx

from inspector.errors import Explanation
from inspector.translation import QT_TRANSLATE_NOOP, composed, shown, translate
from inspector.transport.http_failures import NO_PASSWORD, OTHER, describe_http_error, failure_kind, peer_of

__all__ = ["explain_bad_url", "explain_http_failure", "origin"]

EVIDENCE_CHARS: Final = 2000
_NO_HEADERS: Final[Mapping[str, str]] = MappingProxyType({})


def explain_bad_url(url: str) -> Explanation | None:
    """Why this text cannot be the URL of a server; None when it can."""
    text = url.strip()
    try:
        parsed = httpx.URL(text)
    except httpx.InvalidURL as error:
        return _bad_url(
            url, str(error).rstrip("."), translate("Connect", "Correct the URL: https://host/mcp")
        )
    if parsed.port is not None and not 0 < parsed.port < 1 << 16:
        return _bad_url(
            url,
            translate("Connect", "there is no port {}").format(parsed.port),
            translate("Connect", "Give a port from 1 to 65535."),
        )
    if parsed.scheme in ("http", "https") and parsed.host:
        return None
    if parsed.scheme in ("ws", "wss"):
        better = text.replace("ws", "http", 1)
        return _bad_url(
            url,
            translate("Connect", "it is a WebSocket URL, but the transport is HTTP"),
            translate("Connect", "Set the transport to auto, or try {}").format(better),
        )
    if not parsed.scheme or "://" not in text:
        return _bad_url(
            url,
            translate("Connect", "it does not begin with http:// or https://"),
            translate("Connect", "Try https://{}").format(text),
        )
    if parsed.scheme not in ("http", "https"):
        reason = translate("Connect", "{}:// is not http:// or https://").format(parsed.scheme)
        return _bad_url(
            url, reason, translate("Connect", "Give the URL of the MCP endpoint: https://host/mcp")
        )
    return _bad_url(
        url,
        translate("Connect", "it has no host"),
        translate("Connect", "Give the URL of the MCP endpoint: https://host/mcp"),
    )


def _bad_url(url: str, cause: str, next_step: str) -> Explanation:
    return Explanation(
        translate("Connect", "The URL {!r} cannot be used.").format(url),
        "",
        cause,
        next_step,
        ("edit_server",),
    )


@dataclass(frozen=True, slots=True)
class _Status:
    """What a status means for a user who wants to connect."""

    happened: str
    cause: str
    next_step: str
    actions: tuple[str, ...] = ("edit_server", "retry")

    def translated(self) -> _Status:
        """One of the table in the language of the window."""
        happened, cause, next_step = (
            translate("Connect", text) for text in (self.happened, self.cause, self.next_step)
        )
        return _Status(happened, cause, next_step, self.actions)


STATUSES: Final[dict[int, _Status]] = {
    400: _Status(
        QT_TRANSLATE_NOOP("Connect", "The server rejected the request"),
        QT_TRANSLATE_NOOP(
            "Connect", "it expects another protocol revision, a session ID or another kind of request"
        ),
        QT_TRANSLATE_NOOP("Connect", "Read its response below; try another era."),
        ("retry_legacy", "retry_modern", "edit_server"),
    ),
    401: _Status(
        QT_TRANSLATE_NOOP("Connect", "The server requires authorization"),
        QT_TRANSLATE_NOOP("Connect", "no token was sent, or it has expired"),
        QT_TRANSLATE_NOOP("Connect", "Sign in, or add a header such as Authorization: Bearer …"),
    ),
    403: _Status(
        QT_TRANSLATE_NOOP("Connect", "The server rejects this client"),
        QT_TRANSLATE_NOOP(
            "Connect",
            "the token does not permit it, or the server rejects the request's Host or Origin",
        ),
        QT_TRANSLATE_NOOP(
            "Connect", "Check the token and its scopes; for a local server, use a host name it allows."
        ),
    ),
    404: _Status(
        QT_TRANSLATE_NOOP("Connect", "There is nothing at this address"),
        QT_TRANSLATE_NOOP("Connect", "the path of the URL is wrong, or the session has ended"),
        "{guess}",
    ),
    405: _Status(
        QT_TRANSLATE_NOOP("Connect", "The server does not accept this kind of request here"),
        QT_TRANSLATE_NOOP(
            "Connect", "this is the address of an older HTTP+SSE server, or not an MCP endpoint"
        ),
        QT_TRANSLATE_NOOP("Connect", "Connect with HTTP+SSE, or correct the path. {guess}"),
        ("retry_sse", "edit_server", "retry"),
    ),
    406: _Status(
        QT_TRANSLATE_NOOP("Connect", "The server cannot respond in any requested format"),
        QT_TRANSLATE_NOOP(
            "Connect", "the Accept header was changed: MCP requires application/json and text/event-stream"
        ),
        QT_TRANSLATE_NOOP("Connect", "Remove Accept from this server's headers."),
    ),
    407: _Status(
        QT_TRANSLATE_NOOP("Connect", "The proxy requires a password"),
        NO_PASSWORD.cause,
        NO_PASSWORD.next_step,
    ),
    415: _Status(
        QT_TRANSLATE_NOOP("Connect", "The server does not accept JSON here"),
        QT_TRANSLATE_NOOP("Connect", "this is not an MCP endpoint"),
        QT_TRANSLATE_NOOP("Connect", "Correct the path. {guess}"),
    ),
    421: _Status(
        QT_TRANSLATE_NOOP("Connect", "The server does not accept this host name"),
        QT_TRANSLATE_NOOP(
            "Connect", "it protects against DNS rebinding and does not recognize the request's Host"
        ),
        QT_TRANSLATE_NOOP("Connect", "Use a host name the server allows, or allow this one on the server."),
    ),
    429: _Status(
        QT_TRANSLATE_NOOP("Connect", "Too many requests to the server"),
        QT_TRANSLATE_NOOP("Connect", "the server limits the request rate"),
        QT_TRANSLATE_NOOP("Connect", "Wait, then try again."),
    ),
    501: _Status(
        QT_TRANSLATE_NOOP("Connect", "The server does not support POST"),
        QT_TRANSLATE_NOOP("Connect", "this is not an MCP server: it only serves files or pages"),
        QT_TRANSLATE_NOOP("Connect", "Correct the host, port and path. {guess}"),
    ),
    502: _Status(
        QT_TRANSLATE_NOOP("Connect", "The proxy in front of the server got no valid response"),
        QT_TRANSLATE_NOOP("Connect", "the server behind it is down or starting"),
        QT_TRANSLATE_NOOP("Connect", "Check the server, then try again."),
    ),
    503: _Status(
        QT_TRANSLATE_NOOP("Connect", "The server is unavailable"),
        QT_TRANSLATE_NOOP("Connect", "it is starting or overloaded"),
        QT_TRANSLATE_NOOP("Connect", "Wait, then try again."),
    ),
    504: _Status(
        QT_TRANSLATE_NOOP("Connect", "The proxy in front of the server timed out"),
        QT_TRANSLATE_NOOP("Connect", "the server behind it is slow, or the proxy blocks streaming"),
        QT_TRANSLATE_NOOP("Connect", "Check the server and the proxy's timeouts."),
    ),
}

_NO_STREAM: Final = _Status(
    QT_TRANSLATE_NOOP("Connect", "There is no HTTP+SSE stream at this address"),
    QT_TRANSLATE_NOOP(
        "Connect", "this is the address of a Streamable HTTP server, or the path of the URL is wrong"
    ),
    QT_TRANSLATE_NOOP("Connect", "Connect with the transport auto, which detects it. {guess}"),
    ("retry_auto", "edit_server", "retry"),
)
"""HTTP+SSE was chosen, and the GET that opens its stream is refused."""


def explain_http_failure(
    url: str,
    *,
    status: int = 0,
    error: str | BaseException = "",
    body: bytes = b"",
    headers: Mapping[str, str] = _NO_HEADERS,
    stream: bool = False,
) -> Explanation:
    """Why there is no MCP at this URL.

    status: of the answer, 0 when there was none; error: the exception, or the text of ChannelClosed;
    body: what the answer held, any part of it; headers: of the answer, names in lower case. stream: that of
    HTTP+SSE was asked for.
    """
    if error and (not status or (status in range(200, 300) and _is_known(error))):
        told = _explain_connection(url, error)
        return replace(told, evidence=body.decode("utf-8", "replace")[:EVIDENCE_CHARS]) if body else told
    looks_html = body.lstrip()[:1] == b"<"
    evidence = _page_text(body) if looks_html else body.decode("utf-8", "replace")[:EVIDENCE_CHARS]
    if status == 401 and (challenge := headers.get("www-authenticate")):
        evidence = f"WWW-Authenticate: {challenge}\n{evidence}".rstrip()
    common = STATUSES.get(status)
    if stream and status in (400, 405, 406, 415):
        common = _NO_STREAM
    known = common.translated() if common else _by_class(status, url, headers.get("location", ""))
    guess = _guess(url)
    if status in range(200, 300):
        if looks_html:
            happened = translate(
                "Connect", "The server responded {} with a web page (HTML) instead of MCP."
            ).format(status)
        elif body:
            happened = translate("Connect", "The server responded {} with something other than MCP.").format(
                status
            )
        else:
            happened = translate(
                "Connect", "The server responded {} with an empty body instead of MCP."
            ).format(status)
        return Explanation(
            happened,
            translate("Connect", "communicate with {}").format(url),
            translate("Connect", "the URL points to a website or a sign-in page")
            if looks_html
            else translate("Connect", "this is not an MCP endpoint"),
            translate("Connect", "Correct the path. {}").format(guess),
            ("edit_server", "retry"),
            evidence,
        )
    cause = known.cause
    if looks_html and status in (404, 405):
        cause = translate("Connect", "this is a web server, not an MCP server; {}").format(cause)
    next_step = composed("{:stripped}", known.next_step.format(guess=guess))
    if status in (429, 503) and headers.get("retry-after", "").isdigit():
        next_step = translate("Connect", "Wait {} s, then try again.").format(headers["retry-after"])
    return Explanation(
        translate("Connect", "{happened} (HTTP {status}).").format(happened=known.happened, status=status),
        translate("Connect", "communicate with {}").format(url),
        cause,
        next_step,
        known.actions,
        evidence,
    )


REDIRECTS: Final = (301, 302, 303, 307, 308)
"""Statuses that point elsewhere; 300 offers a choice and 304 says that nothing is new."""


def _by_class(status: int, url: str, location: str) -> _Status:
    if status >= 500:
        return _Status(
            translate("Connect", "Server error"),
            translate("Connect", "an error inside the server"),
            translate("Connect", "Check the server's own log, then try again."),
        )
    if status in REDIRECTS:
        there = _joined(url, location)
        return _Status(
            translate("Connect", "The server redirects to another address: {}").format(there)
            if there
            else translate("Connect", "The server redirects elsewhere"),
            translate(
                "Connect", "redirects are not followed, because they could send your headers to another site"
            ),
            translate("Connect", "If you trust the new address, use it as the URL.")
            if there
            else translate("Connect", "Ask the operator for the URL."),
        )
    return _Status(
        translate("Connect", "The server rejected the request"),
        "",
        translate("Connect", "Read its response below."),
    )


def _joined(url: str, location: str) -> str:
    """Where a redirect leads."""
    try:
        return str(httpx.URL(url).join(location)) if location else ""
    except httpx.InvalidURL:
        return location


def _is_known(error: str | BaseException) -> bool:
    return not isinstance(error, str) or failure_kind(error) is not OTHER


def _explain_connection(url: str, error: str | BaseException) -> Explanation:
    text = error if isinstance(error, str) else describe_http_error(error, url)
    said = shown(text)
    kind = failure_kind(text)
    host, port = peer_of(text, url)
    return Explanation(
        composed("{:sentence}", said) if text else translate("Connect", "The connection failed."),
        translate("Connect", "connect to {}").format(url),
        translate("Connect", kind.cause).format(host=host, port=port) if kind.cause else "",
        translate("Connect", kind.next_step),
        kind.actions,
    )


def _guess(url: str) -> str:
    """The address that most servers use, unless this is it."""
    base = origin(url)
    path = url[len(base) :].split("?")[0].rstrip("/")
    if path in ("", "/"):
        return translate("Connect", "Most servers respond at {base}/mcp (older ones at {base}/sse).").format(
            base=base
        )
    return (
        translate("Connect", "Most servers respond at {}/mcp.").format(base)
        if path != "/mcp"
        else translate("Connect", "Ask the operator for the path.")
    )


def _page_text(body: bytes) -> str:
    """What a user would read first on a page: its title and its first words."""
    page = body.decode("utf-8", "replace")
    title = re.search(r"<title[^>]*>(.*?)</title>", page, re.DOTALL | re.IGNORECASE)
    page = re.sub(r"<(script|style|head)\b.*?</\1>", " ", page, flags=re.DOTALL | re.IGNORECASE)
    words = " ".join(re.sub(r"<[^>]*>", " ", page).split())
    heading = " ".join(title[1].split()) if title else ""
    lines = ["" if words.startswith(heading) else heading, words]
    return "\n".join(line for line in lines if line)[:EVIDENCE_CHARS]


@lru_cache(64)  # asked of the same few addresses in every call
def origin(url: str) -> str:
    """Scheme, host and port, as a browser compares them; the port is left out when it is the usual one."""
    parsed = httpx.URL(url)
    usual = {"http": 80, "https": 443}.get(parsed.scheme)
    host = f"[{parsed.host}]" if ":" in parsed.host else parsed.host
    port = f":{parsed.port}" if parsed.port not in (None, usual) else ""
    return f"{parsed.scheme}://{host}{port}"
