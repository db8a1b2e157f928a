"""Which URLs a flow may use: what a server names is not trusted."""

from __future__ import annotations

import ipaddress
from collections.abc import Iterable
from typing import Final
from urllib.parse import SplitResult, urlsplit, urlunsplit

from inspector.translation import translate

__all__ = [
    "canonical",
    "is_loopback",
    "is_private",
    "is_secure",
    "malformed",
    "origin",
    "path_of",
    "refused",
    "same_origin",
]

_PORTS: Final = {"http": 80, "https": 443}


def _split(url: str) -> SplitResult | None:
    try:
        parts = urlsplit(url)
        _ = parts.port
    except ValueError:
        return None
    return parts if parts.scheme.lower() in _PORTS and parts.hostname else None


def origin(url: str) -> str:
    """Scheme, host and port, the default port left out; empty when it is no http URL."""
    parts = _split(url)
    if parts is None or not parts.hostname:
        return ""
    scheme, host = parts.scheme.lower(), parts.hostname.lower()
    host = f"[{host}]" if ":" in host else host
    port = parts.port
    return f"{scheme}://{host}" + (f":{port}" if port not in (None, _PORTS[scheme]) else "")


def same_origin(one: str, other: str) -> bool:
    """Whether both are http URLs of one origin."""
    return bool(origin(one)) and origin(one) == origin(other)


def canonical(url: str) -> str:
    """A server's URL as a resource indicator: scheme and host in lower case, no fragment, no bare slash."""
    parts = _split(url)
    if parts is None:
        return url
    path = "" if parts.path == "/" else parts.path
    return origin(url) + urlunsplit(("", "", path, parts.query, ""))


def path_of(url: str) -> str:
    """The path without a slash at its end; empty for a bare origin."""
    parts = _split(url)
    return parts.path.rstrip("/") if parts else ""


def is_loopback(url: str) -> bool:
    """localhost, 127.0.0.0/8 or ::1."""
    parts = _split(url)
    host = (parts.hostname or "").lower().rstrip(".") if parts else ""
    if host == "localhost" or host.endswith(".localhost"):
        return True
    address = _address(host)
    return address is not None and address.is_loopback


def is_private(url: str) -> bool:
    """A loopback, private, link-local or otherwise not public address, written as such or as localhost."""
    parts = _split(url)
    address = _address((parts.hostname or "") if parts else "")
    return is_loopback(url) or (address is not None and not address.is_global)


def is_secure(url: str) -> bool:
    """https, or http to this computer."""
    return url[:8].lower() == "https://" or is_loopback(url)


def malformed(url: str) -> str:
    """Why a text that a server gave as URL is none that can be asked; empty: it is one."""
    parts = _split(url)
    if parts is None:
        return translate("Auth", "not an http or https URL")
    if parts.username is not None or parts.password is not None:
        return translate("Auth", "contains a user name or password")
    if any(character <= " " or character == "\x7f" for character in url):
        return translate("Auth", "contains spaces or control characters")
    return ""


def refused(url: str, trusted: Iterable[str], allow_http: bool = False) -> str:
    """Why that URL, which a server named, is not used; empty: it may be.

    trusted: URLs that the user gave. What they do not reach, a server cannot make us reach.
    """
    reason = malformed(url)
    if reason:
        return reason
    if not is_secure(url) and not allow_http:
        return translate("Auth", "plain http to another computer: anyone in between can read it")
    given = [one for one in trusted if one]
    if is_private(url) and not any(is_private(one) or same_origin(url, one) for one in given):
        return translate("Auth", "points into a private network, unlike the server that names it")
    return ""


def _address(host: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        address = ipaddress.ip_address(host.strip("[]").split("%")[0])
    except ValueError:
        return None
    mapped = getattr(address, "ipv4_mapped", None)
    return mapped or address
