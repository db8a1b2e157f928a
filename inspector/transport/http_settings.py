"""What the settings of a URL mean for a connection: headers, proxy, certificates. For HTTP and WebSocket."""

from __future__ import annotations

import ssl
from collections.abc import Iterable
from pathlib import Path
from urllib.request import getproxies, proxy_bypass

import httpx

from inspector.errors import ConnectError, Explanation
from inspector.translation import translate
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
    """Whom to trust, and our certificate: the authorities of httpx and the system, those of the
    target, its own certificate. Raises ConnectError for a file that cannot be used."""
    if url.scheme != "https":
        return False
    if target.verify is False and not target.client_cert:
        return False
    context = httpx.create_ssl_context(verify=target.verify is not False, trust_env=True)
    if target.verify is not False:
        context.load_default_certs()  # a company's own authority is in the system's store
    if isinstance(target.verify, str):
        _trust(context, target.verify, target.url)
    if target.client_cert:
        _identify(context, target)
    return context


def _trust(context: ssl.SSLContext, file: str, url: str) -> None:
    path = Path(file)
    try:
        if path.is_dir():
            context.load_verify_locations(capath=str(path))
        else:
            context.load_verify_locations(cafile=str(path))
            # What a user names is trusted itself, also where it is no root (from 3.13 on the default).
            context.verify_flags |= ssl.VERIFY_X509_PARTIAL_CHAIN
    except OSError as error:  # ssl.SSLError is one
        raise _bad_file(
            path,
            error,
            translate("Connect", "trust its certificates for {}").format(url),
            translate(
                "Connect",
                "it must contain one or more certificates in PEM format (-----BEGIN CERTIFICATE-----)",
            ),
        ) from error


def _identify(context: ssl.SSLContext, target: HttpTarget) -> None:
    certificate, key = Path(target.client_cert), Path(target.client_key or target.client_cert)
    try:
        # The word is wrong for every key that needs one; without it OpenSSL asks in the terminal.
        context.load_cert_chain(str(certificate), target.client_key or None, password="")
    except (OSError, ValueError) as error:
        raise _bad_file(
            certificate if not certificate.exists() else key,
            error,
            translate("Connect", "authenticate to {} with a client certificate").format(target.url),
            translate(
                "Connect",
                "it must contain a certificate and its private key in PEM format, the key "
                "without a passphrase",
            ),
        ) from error


def _bad_file(path: Path, error: Exception, tried: str, cause: str) -> ConnectError:
    words = getattr(error, "strerror", None) or str(error)
    happened = translate("Connect", "The certificate file {path} cannot be used: {words}.").format(
        path=path, words=words
    )
    if not path.exists():
        happened = translate("Connect", "The certificate file {} does not exist.").format(path)
    return ConnectError(
        Explanation(
            happened,
            tried,
            cause,
            translate("Connect", "Correct the path in this server's settings."),
            ("edit_server", "retry"),
        )
    )


def explain_bad_proxy(proxy: str, error: Exception, own: bool) -> Explanation:
    shown = without_secret(proxy)
    tried = translate("Connect", "use the proxy set in the environment (HTTP_PROXY, HTTPS_PROXY, ALL_PROXY)")
    if own:
        tried = translate("Connect", "use the proxy in this server's settings")
    socks = isinstance(error, ImportError)
    return Explanation(
        translate("Connect", "The proxy {} cannot be used.").format(shown),
        tried,
        translate("Connect", "SOCKS proxies are not supported") if socks else str(error),
        translate("Connect", "Use an HTTP proxy (http://host:port), or exclude this host with NO_PROXY."),
        ("edit_server", "retry"),
    )


def without_secret(proxy: str) -> str:
    """The proxy's URL without user name and password."""
    scheme, separator, rest = proxy.partition("://")
    return f"{scheme}{separator}{rest.rpartition('@')[2]}"
