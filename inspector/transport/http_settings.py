"""What the settings of a URL mean for a connection: headers, proxy, certificates. For HTTP and WebSocket."""

from __future__ import annotations

import ssl
from collections.abc import Iterable
from pathlib import Path
from urllib.request import getproxies, proxy_bypass

import httpx

from inspector.errors import ConnectError, Explanation
from inspector.transport import HttpTarget

__all__ = ["environment_proxy", "explain_bad_proxy", "merge_headers", "tls_settings", "without_secret"]


def merge_headers(*layers: Iterable[tuple[str, str]]) -> list[tuple[bytes, bytes]]:
    """All headers in order; a later layer replaces a name of an earlier one, in any case.

    The same name twice in one layer stays twice: a raw editor may want exactly that.
    """
    merged: list[tuple[str, str]] = []
    for layer in layers:
        headers = list(layer)
        names = {name.lower() for name, _ in headers}
        merged = [pair for pair in merged if pair[0].lower() not in names] + headers
    return [(_encoded(name), _encoded(value)) for name, value in merged]


def _encoded(text: str) -> bytes:
    """HTTP knows bytes only; what Latin-1 cannot say goes as UTF-8, which servers expect today."""
    try:
        return text.encode("latin-1")
    except UnicodeEncodeError:
        return text.encode("utf-8", "surrogateescape")


def environment_proxy(url: httpx.URL) -> str:
    """The proxy that the environment or the system names for this URL; "" for none."""
    host = url.host
    if host == "localhost" or host.endswith(".localhost") or host.startswith("127.") or host == "::1":
        return ""  # a proxy would look for the server on its own machine
    proxies = getproxies()
    proxy = proxies.get(url.scheme) or proxies.get("all") or ""
    if not proxy or proxy_bypass(host):
        return ""
    return proxy if "://" in proxy else f"http://{proxy}"


def tls_settings(target: HttpTarget, url: httpx.URL) -> ssl.SSLContext | bool:
    """The certificates to trust: those of httpx and of the system, a file or folder, or any."""
    if url.scheme != "https" or target.verify is False:
        return False
    if target.verify is True:
        context = httpx.create_ssl_context(trust_env=True)
        context.load_default_certs()  # a company's own authority is in the system's store
        return context
    path = Path(target.verify)
    try:
        if path.is_dir():
            return ssl.create_default_context(capath=str(path))
        return ssl.create_default_context(cafile=str(path))
    except OSError as error:  # ssl.SSLError is one
        reason = "does not exist" if not path.exists() else f"cannot be used: {error.strerror or error}"
        raise ConnectError(
            Explanation(
                f"The certificate file {path} {reason}.",
                f"trust the certificates in it for {target.url}",
                "it must hold one or more certificates in PEM form (-----BEGIN CERTIFICATE-----)",
                "Correct the path in the settings of this server.",
                ("edit_server", "retry"),
            )
        ) from error


def explain_bad_proxy(proxy: str, error: Exception, own: bool) -> Explanation:
    shown = without_secret(proxy)
    source = "the settings of this server" if own else "the environment (HTTP_PROXY, HTTPS_PROXY, ALL_PROXY)"
    socks = isinstance(error, ImportError)
    return Explanation(
        f"The proxy {shown} cannot be used.",
        f"use the proxy that {source} names",
        "SOCKS proxies are not supported" if socks else str(error),
        "Name an HTTP proxy (http://host:port), or exclude this host with NO_PROXY.",
        ("edit_server", "retry"),
    )


def without_secret(proxy: str) -> str:
    """The proxy's URL without user name and password."""
    scheme, separator, rest = proxy.partition("://")
    return f"{scheme}{separator}{rest.rpartition('@')[2]}"
