"""The requests of a flow as they go out: the authorization URL and the bodies of the token endpoint."""

from __future__ import annotations

import base64
from urllib.parse import parse_qs, parse_qsl, urlsplit

import pytest

from inspector.core.auth import requests
from inspector.core.auth.ports import KnownClient
from inspector.core.auth.requests import ASSERTION_TYPE, authenticated, authorization_url, form_body
from inspector.core.servers.auth_settings import AuthSettings
from inspector.errors import UsageError

FIELDS = {"grant_type": "x", "code": "c"}


@pytest.mark.parametrize(
    ("endpoint", "parameters", "url"),
    [
        ("https://as.test/a", {"b": "c d", "e": "", "f": "é&"}, "https://as.test/a?b=c%20d&f=%C3%A9%26"),
        ("https://as.test/a?own=1&b=theirs&empty=#part", {"b": "ours"},
         "https://as.test/a?own=1&empty=&b=ours"),
        ("https://as.test/a", {}, "https://as.test/a"),
        ("https://as.test/a", {"b": "\ud800"}, "https://as.test/a?b=%3F"),
    ],
)  # fmt: skip
def test_the_endpoint_keeps_its_own_parameters_but_those_that_are_ours(
    endpoint: str, parameters: dict[str, str], url: str
) -> None:
    assert authorization_url(endpoint, parameters) == url


def test_empty_fields_are_left_out_of_a_form() -> None:
    body = form_body({"a": "b c", "empty": "", "half": "\ud800"})
    assert parse_qs(body.decode()) == {"a": ["b c"], "half": ["?"]}


def as_client(method: str, client_id: str = "me:1", **settings: str) -> tuple[dict[str, str], str]:
    """Fields, and the Authorization header."""
    client = KnownClient(client_id, "s3 cret/", method)
    body, headers = authenticated(FIELDS, client, "https://as.test", AuthSettings(**settings), 1000.0)
    return body, dict(headers).get("Authorization", "")


def test_a_client_with_a_password_sends_it_in_the_head_and_its_name_in_both() -> None:
    body, header = as_client("client_secret_basic")
    assert body == {**FIELDS, "client_id": "me:1"}
    scheme, _, coded = header.partition(" ")
    assert (scheme, base64.b64decode(coded)) == ("Basic", b"me%3A1:s3%20cret%2F")


def test_a_client_may_send_its_password_in_the_body_or_none() -> None:
    assert as_client("client_secret_post") == (
        {**FIELDS, "client_id": "me:1", "client_secret": "s3 cret/"},
        "",
    )
    assert as_client("none") == ({**FIELDS, "client_id": "me:1"}, "")
    assert as_client("none", client_id="") == (FIELDS, "")
    assert FIELDS == {"grant_type": "x", "code": "c"}


def test_a_client_with_a_key_signs_who_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    def signed(*given: object) -> str:
        return repr(given)

    monkeypatch.setattr(requests, "client_assertion", signed)
    body, header = as_client("private_key_jwt", private_key="pem", algorithm="ES256", key_id="k")
    assert header == ""
    assert body.pop("client_assertion") == repr(("pem", "ES256", "me:1", "https://as.test", 1000.0, "k"))
    assert body == {**FIELDS, "client_id": "me:1", "client_assertion_type": ASSERTION_TYPE}
    with pytest.raises(UsageError, match="authenticates with a private key, but none is set"):
        as_client("private_key_jwt")


def test_parameters_stand_in_their_order() -> None:
    url = authorization_url("https://as.test/a", {"z": "1", "a": "2"})
    assert parse_qsl(urlsplit(url).query) == [("z", "1"), ("a", "2")]
