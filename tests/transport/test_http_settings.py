"""Whom a connection trusts, and what a file that cannot be used leads to."""

from __future__ import annotations

import ssl
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest

from inspector.errors import ConnectError
from inspector.transport import HttpTarget, http_settings
from inspector.transport.http_settings import tls_settings

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
