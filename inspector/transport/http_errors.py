"""Plain words for what goes wrong over HTTP: no connection, a status, an answer that is no MCP.

How connections fail is in http_failures.py; here is what a person is told about it, and about statuses.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Final

import httpx

from inspector.errors import Explanation
from inspector.transport.http_failures import OTHER, describe_http_error, failure_kind, host_and_port

__all__ = ["explain_bad_url", "explain_http_failure", "origin"]

EVIDENCE_CHARS: Final = 2000
_NO_HEADERS: Final[Mapping[str, str]] = MappingProxyType({})


def explain_bad_url(url: str) -> Explanation | None:
    """Why this text cannot be the URL of a server; None when it can."""
    text = url.strip()
    try:
        parsed = httpx.URL(text)
    except httpx.InvalidURL as error:
        return _bad_url(url, str(error).rstrip("."), "Correct the URL: https://host/mcp")
    if parsed.port is not None and not 0 < parsed.port < 1 << 16:
        return _bad_url(url, f"there is no port {parsed.port}", "Give a port from 1 to 65535.")
    if parsed.scheme in ("http", "https") and parsed.host:
        return None
    if parsed.scheme in ("ws", "wss"):
        better = text.replace("ws", "http", 1)
        return _bad_url(
            url, "it is for a WebSocket, and HTTP was chosen", f"Set the transport to auto, or try {better}"
        )
    if not parsed.scheme or "://" not in text:
        return _bad_url(url, "it does not begin with http:// or https://", f"Try https://{text}")
    if parsed.scheme not in ("http", "https"):
        reason = f"{parsed.scheme}:// is not http:// or https://"
        return _bad_url(url, reason, "Give the URL of the MCP endpoint: https://host/mcp")
    return _bad_url(url, "it names no host", "Give the URL of the MCP endpoint: https://host/mcp")


def _bad_url(url: str, cause: str, next_step: str) -> Explanation:
    return Explanation(f"The URL {url!r} cannot be used.", "", cause, next_step, ("edit_server",))


@dataclass(frozen=True, slots=True)
class _Status:
    """What a status means for a person who wants to connect."""

    happened: str
    cause: str
    next_step: str
    actions: tuple[str, ...] = ("edit_server", "retry")


STATUSES: Final[dict[int, _Status]] = {
    400: _Status(
        "The server did not accept the request",
        "it expects another protocol revision, a session id, or another kind of request",
        "Read its answer below; try another era.",
        ("retry_legacy", "retry_modern", "edit_server"),
    ),
    401: _Status(
        "The server wants to know who you are",
        "no token was sent, or it has expired",
        "Sign in, or add a header such as Authorization: Bearer …",
    ),
    403: _Status(
        "The server refuses this client",
        "the token does not allow it, or the server does not accept the Host or Origin of the request",
        "Check the token and its scopes; for a local server, use the host name that it allows.",
    ),
    404: _Status(
        "There is nothing at this address",
        "the path of the URL is wrong, or the session has ended",
        "{guess}",
    ),
    405: _Status(
        "The server does not accept this kind of request here",
        "this is the address of an older HTTP+SSE server, or not an MCP endpoint",
        "Connect with HTTP+SSE, or correct the path. {guess}",
        ("retry_sse", "edit_server", "retry"),
    ),
    406: _Status(
        "The server cannot answer in a form that was asked for",
        "the Accept header was changed: MCP needs application/json and text/event-stream",
        "Remove Accept from the headers of this server.",
    ),
    407: _Status(
        "The proxy wants a password", "the proxy's URL holds none", "Add it: http://user:password@host"
    ),
    415: _Status(
        "The server does not take JSON here", "this is not an MCP endpoint", "Correct the path. {guess}"
    ),
    421: _Status(
        "The server does not accept this host name",
        "it protects itself against DNS rebinding and does not know the Host of the request",
        "Use the host name that the server allows, or allow this one there.",
    ),
    429: _Status("The server was asked too often", "it limits the rate of requests", "Wait, then try again."),
    501: _Status(
        "The server knows no POST",
        "this is not an MCP server: it only gives out files or pages",
        "Correct host, port and path. {guess}",
    ),
    502: _Status(
        "The proxy before the server gets no proper answer from it",
        "the server behind it is down or starting",
        "Look at the server; then try again.",
    ),
    503: _Status("The server is not available now", "it is starting or overloaded", "Wait, then try again."),
    504: _Status(
        "The proxy before the server waited too long",
        "the server behind it is slow, or the proxy does not let streams through",
        "Look at the server and the proxy's time limits.",
    ),
}


def explain_http_failure(
    url: str,
    *,
    status: int = 0,
    error: str | BaseException = "",
    body: bytes = b"",
    headers: Mapping[str, str] = _NO_HEADERS,
) -> Explanation:
    """Why there is no MCP at this URL.

    status: of the answer, 0 when there was none; error: the exception, or the text of ChannelClosed;
    body: what the answer held, any part of it; headers: of the answer, names in lower case.
    """
    if error and (not status or (status in range(200, 300) and _is_known(error))):
        told = _explain_connection(url, error)
        return replace(told, evidence=body.decode("utf-8", "replace")[:EVIDENCE_CHARS]) if body else told
    looks_html = body.lstrip()[:1] == b"<"
    evidence = _page_text(body) if looks_html else body.decode("utf-8", "replace")[:EVIDENCE_CHARS]
    if status == 401 and (challenge := headers.get("www-authenticate")):
        evidence = f"WWW-Authenticate: {challenge}\n{evidence}".rstrip()
    known = STATUSES.get(status) or _by_class(status, url, headers.get("location", ""))
    guess = _guess(url)
    if status in range(200, 300):
        what = "a web page (HTML)" if looks_html else "something else" if body else "nothing"
        return Explanation(
            f"The server answered {status} with {what} instead of MCP.",
            f"speak MCP with {url}",
            "the URL leads to a web site or a sign-in page" if looks_html else "this is not an MCP endpoint",
            f"Correct the path. {guess}",
            ("edit_server", "retry"),
            evidence,
        )
    cause = known.cause
    if looks_html and status in (404, 405):
        cause = f"a web server answers here, and not MCP; {cause}"
    next_step = known.next_step.format(guess=guess).strip()
    if status in (429, 503) and headers.get("retry-after", "").isdigit():
        next_step = f"Wait {headers['retry-after']} s, then try again."
    return Explanation(
        f"{known.happened} (HTTP {status}).",
        f"speak MCP with {url}",
        cause,
        next_step,
        known.actions,
        evidence,
    )


def _by_class(status: int, url: str, location: str) -> _Status:
    if status >= 500:
        return _Status(
            "The server failed", "an error inside the server", "Look at the server's own log; try again."
        )
    if 300 <= status < 400:
        there = _joined(url, location)
        return _Status(
            f"The server points to another address: {there}" if there else "The server points elsewhere",
            "redirects are not followed, because they could carry your headers to a stranger",
            "Use the new address as the URL, if you trust it." if there else "Ask who runs it for its URL.",
        )
    return _Status("The server refused the request", "", "Read its answer below.")


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
    kind = failure_kind(text)
    host, port = host_and_port(url)
    return Explanation(
        f"{text[0].upper()}{text[1:]}." if text else "The connection failed.",
        f"connect to {url}",
        kind.cause.format(host=host, port=port),
        kind.next_step,
        kind.actions,
    )


def _guess(url: str) -> str:
    """The address that most servers use, unless this is it."""
    base = origin(url)
    path = url[len(base) :].split("?")[0].rstrip("/")
    if path in ("", "/"):
        return f"Most servers answer at {base}/mcp (older ones at {base}/sse)."
    return (
        f"Most servers answer at {base}/mcp." if path != "/mcp" else "Ask who runs the server for its path."
    )


def _page_text(body: bytes) -> str:
    """What a person would read first on a page: its title and its first words."""
    page = body.decode("utf-8", "replace")
    title = re.search(r"<title[^>]*>(.*?)</title>", page, re.DOTALL | re.IGNORECASE)
    page = re.sub(r"<(script|style|head)\b.*?</\1>", " ", page, flags=re.DOTALL | re.IGNORECASE)
    words = " ".join(re.sub(r"<[^>]*>", " ", page).split())
    heading = " ".join(title[1].split()) if title else ""
    lines = ["" if words.startswith(heading) else heading, words]
    return "\n".join(line for line in lines if line)[:EVIDENCE_CHARS]


def origin(url: str) -> str:
    """Scheme, host and port, as a browser compares them; the port is left out when it is the usual one."""
    parsed = httpx.URL(url)
    usual = {"http": 80, "https": 443}.get(parsed.scheme)
    host = f"[{parsed.host}]" if ":" in parsed.host else parsed.host
    port = f":{parsed.port}" if parsed.port not in (None, usual) else ""
    return f"{parsed.scheme}://{host}{port}"
