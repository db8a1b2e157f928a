"""Whom a connection trusts, and what a file that cannot be used leads to."""

from __future__ import annotations

import ssl
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest

from inspector.errors import ConnectError, Explanation
from inspector.transport import HttpTarget, http_settings
from inspector.transport.http_settings import (
    environment_proxy,
    explain_bad_proxy,
    merge_headers,
    tls_settings,
    without_secret,
)

HTTPS = httpx.URL("https://x.test/")


@pytest.fixture
def asked_system(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """One entry a time that the authorities of the system are taken in."""
    asked: list[bool] = []

    class Context(ssl.SSLContext):
        def load_default_certs(self, purpose: ssl.Purpose = ssl.Purpose.SERVER_AUTH) -> None:
            asked.append(True)

    made: Callable[..., ssl.SSLContext] = lambda **given: Context(ssl.PROTOCOL_TLS_CLIENT)  # noqa: E731
    monkeypatch.setattr(httpx, "create_ssl_context", made)
    return asked


def test_authorities_of_the_system_are_trusted_beside_those_that_come_along(
    asked_system: list[bool], certificate: Path
) -> None:
    assert isinstance(tls_settings(HttpTarget("https://x.test/"), HTTPS), ssl.SSLContext)
    assert asked_system == [True]
    own = tls_settings(HttpTarget("https://x.test/", verify=str(certificate)), HTTPS)
    assert asked_system == [True, True]
    assert isinstance(own, ssl.SSLContext) and len(own.get_ca_certs()) == 1
    assert own.verify_flags & ssl.VERIFY_X509_PARTIAL_CHAIN


def test_who_checks_nothing_trusts_nobody_and_still_shows_who_we_are(
    asked_system: list[bool], certificate: Path
) -> None:
    assert tls_settings(HttpTarget("https://x.test/", verify=False), HTTPS) is False
    made = tls_settings(HttpTarget("https://x.test/", verify=False, client_cert=str(certificate)), HTTPS)
    assert isinstance(made, ssl.SSLContext)
    assert asked_system == []


def test_plain_http_needs_no_certificates(asked_system: list[bool]) -> None:
    assert tls_settings(HttpTarget("http://x.test/", verify="/nowhere"), httpx.URL("http://x.test/")) is False
    assert asked_system == []


@pytest.mark.parametrize("written", [None, "no certificate"])
@pytest.mark.parametrize("member", ["verify", "client_cert"])
def test_a_certificate_file_that_cannot_be_used_offers_to_edit_the_server(
    tmp_path: Path, member: str, written: str | None
) -> None:
    file = tmp_path / "file.pem"
    if written is not None:
        file.write_text(written)
    target = HttpTarget("https://x.test/", **{member: str(file)})  # type: ignore[arg-type]
    with pytest.raises(ConnectError) as raised:
        tls_settings(target, HTTPS)
    told = raised.value.explanation
    assert told.actions == ("edit_server", "retry")
    assert str(file) in told.happened
    assert ("does not exist" in told.happened) == (written is None)
    assert "PEM" in told.cause and "settings" in told.next_step


def test_a_folder_is_trusted_as_a_folder_and_a_file_also_where_it_is_no_root(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[dict[str, str]] = []
    monkeypatch.setattr(ssl.SSLContext, "load_verify_locations", lambda self, **places: asked.append(places))
    (tmp_path / "one.pem").touch()
    for path, partial in ((tmp_path, False), (tmp_path / "one.pem", True)):
        made = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        made.verify_flags &= ~ssl.VERIFY_X509_PARTIAL_CHAIN
        http_settings._trust(made, str(path), "https://h/")
        assert bool(made.verify_flags & ssl.VERIFY_X509_PARTIAL_CHAIN) is partial
    assert asked == [{"capath": str(tmp_path)}, {"cafile": str(tmp_path / "one.pem")}]


def names(monkeypatch: pytest.MonkeyPatch, **proxies: str) -> None:
    """The environment names these proxies, and none of them for no.example."""
    monkeypatch.setattr(http_settings, "getproxies", lambda: proxies)
    monkeypatch.setattr(http_settings, "proxy_bypass", lambda host: host == "no.example")


@pytest.mark.parametrize(
    ("url", "proxy"),
    [
        ("http://x.example/", "http://plain:1"),
        ("https://x.example/", "http://secure:2"),
        ("ws://x.example/", "http://rest:3"),
        ("http://no.example/", ""),
        ("http://localhost/", ""),
        ("http://a.localhost/", ""),
        ("http://notlocalhost/", "http://plain:1"),
        ("http://127.0.0.1/", ""),
        ("http://127.9.9.9/", ""),
        ("http://[::1]/", ""),
        ("http://1.127.0.1/", "http://plain:1"),
    ],
)
def test_the_proxy_of_the_environment_is_that_of_the_scheme(
    monkeypatch: pytest.MonkeyPatch, url: str, proxy: str
) -> None:
    names(monkeypatch, http="plain:1", https="http://secure:2", all="rest:3")
    assert environment_proxy(httpx.URL(url)) == proxy


def test_without_a_proxy_there_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    names(monkeypatch, https="secure:2")
    assert environment_proxy(httpx.URL("http://x.example/")) == ""


@pytest.mark.parametrize(
    ("proxy", "shown"),
    [
        ("http://me:secret@h:1", "http://h:1"),
        ("http://me:se@cret@h:1", "http://h:1"),
        ("http://h:1", "http://h:1"),
        ("h:1", "h:1"),
        ("", ""),
    ],
)
def test_a_proxy_is_shown_without_who_uses_it(proxy: str, shown: str) -> None:
    assert without_secret(proxy) == shown


@pytest.mark.parametrize("own", [True, False])
@pytest.mark.parametrize("error", [ImportError("no socksio"), ValueError("no scheme")])
def test_a_proxy_that_cannot_be_used_is_explained(error: Exception, own: bool) -> None:
    told = explain_bad_proxy("socks5://me:secret@h:1", error, own)
    assert told == Explanation(
        "The proxy socks5://h:1 cannot be used.",
        "use the proxy in this server's settings"
        if own
        else "use the proxy set in the environment (HTTP_PROXY, HTTPS_PROXY, ALL_PROXY)",
        "SOCKS proxies are not supported" if isinstance(error, ImportError) else "no scheme",
        "Use an HTTP proxy (http://host:port), or exclude this host with NO_PROXY.",
        ("edit_server", "retry"),
    )


@pytest.mark.parametrize(
    ("members", "missing", "tried", "cause"),
    [
        (
            {"verify": "{}"},
            "",
            "trust its certificates for https://x.test/",
            ("it must contain one or more certificates in PEM format (-----BEGIN CERTIFICATE-----)"),
        ),
        (
            {"client_cert": "{}"},
            "",
            "authenticate to https://x.test/ with a client certificate",
            ("it must contain a certificate and its private key in PEM format, the key without a passphrase"),
        ),
        (
            {"client_cert": "{}", "client_key": "/nowhere/key.pem"},
            "/nowhere/key.pem",
            "authenticate to https://x.test/ with a client certificate",
            ("it must contain a certificate and its private key in PEM format, the key without a passphrase"),
        ),
        (
            {"client_cert": "/nowhere/c.pem", "client_key": "{}"},
            "/nowhere/c.pem",
            "authenticate to https://x.test/ with a client certificate",
            ("it must contain a certificate and its private key in PEM format, the key without a passphrase"),
        ),
    ],
)
def test_of_a_certificate_and_its_key_the_one_that_cannot_be_used_is_named(
    tmp_path: Path, members: dict[str, str], missing: str, tried: str, cause: str
) -> None:
    file = tmp_path / "file.pem"
    file.write_text("no certificate")
    given: dict[str, Any] = {member: text.format(file) for member, text in members.items()}
    with pytest.raises(ConnectError) as raised:
        tls_settings(HttpTarget("https://x.test/", **given), HTTPS)
    told = raised.value.explanation
    assert (told.tried, told.cause) == (tried, cause)
    assert told.next_step == "Correct the path in this server's settings."
    if missing:
        assert told.happened == f"The certificate file {missing} does not exist."
    else:
        assert told.happened.startswith(f"The certificate file {file} cannot be used: ")
        assert not told.happened.endswith("used: .")


def test_later_headers_take_the_place_of_earlier_ones_and_what_latin_cannot_say_is_utf_8() -> None:
    merged = merge_headers([("A", "1"), ("B", "2")], [("a", "3"), ("a", "4")], [("C", "é"), ("D", "안")])
    assert merged == [(b"B", b"2"), (b"a", b"3"), (b"a", b"4"), (b"C", b"\xe9"), (b"D", "안".encode())]
