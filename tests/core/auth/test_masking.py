"""What is kept of the exchanges of a flow."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.core.auth.masking import is_secret_field, masked_body, masked_headers, masked_url_fields
from inspector.core.auth.work import object_of

FORM = "application/x-www-form-urlencoded"


@pytest.mark.parametrize(
    "name",
    [
        "access_token",
        "refresh_token",
        "id_token",
        "token",
        "client_secret",
        "code",
        "code_verifier",
        "assertion",
        "client_assertion",
        "subject_token",
        "password",
        "state",
        "registration_access_token",
        "private_key",
    ],
)
def test_fields_that_give_access_go(name: str) -> None:
    assert is_secret_field(name)
    assert b"s3cr3t" not in masked_body(f"a=1&{name}=s3cr3t".encode(), FORM)
    assert b"s3cr3t" not in masked_body(json.dumps({"x": [{name: "s3cr3t"}]}).encode())
    assert "s3cr3t" not in masked_url_fields(f"https://x.test/?{name}=s3cr3t#{name}=s3cr3t")


@pytest.mark.parametrize(
    "name",
    [
        "grant_type",
        "token_type",
        "token_endpoint",
        "client_id",
        "scope",
        "resource",
        "error",
        "error_description",
        "code_challenge",
        "client_assertion_type",
        "subject_token_type",
        "requested_token_type",
        "expires_in",
        "token_endpoint_auth_method",
        "token_type_hint",
        "issuer",
    ],
)
def test_the_others_stay_readable(name: str) -> None:
    assert not is_secret_field(name)
    assert masked_body(f"{name}=shown".encode(), FORM) == f"{name}=shown".encode()


def test_a_document_without_secrets_stays_byte_for_byte() -> None:
    body = b'{ "issuer":"https://as.test" ,"a":[1.0, 2]}'
    assert masked_body(body) == body


def test_pages_stay_and_what_nobody_knows_goes() -> None:
    assert masked_body(b"<h1>Not found</h1>", "text/html") == b"<h1>Not found</h1>"
    assert masked_body(b"Not found", "text/plain; charset=utf-8") == b"Not found"
    assert masked_body(b"eyJhbGciOi", "application/jwt") == b"<10 characters, not kept>"
    assert b"s3cr3t" not in masked_body(b"access_token=s3cr3t&x=1", "text/plain")
    assert b"s3cr3t" not in masked_body(b'{"access_token": "s3cr3t"', "application/json")


def test_headers_keep_what_is_no_secret() -> None:
    given = (
        ("Authorization", "Basic s3cr3t"),
        ("DPoP", "s3cr3t"),
        ("Location", "http://127.0.0.1/callback?code=s3cr3t&iss=shown"),
        ("WWW-Authenticate", 'Bearer scope="shown"'),
    )
    text = str(masked_headers(given))
    assert "s3cr3t" not in text
    assert text.count("shown") == 2


@given(st.binary(max_size=80), st.sampled_from(["", FORM, "application/json", "text/html"]))
def test_no_body_raises(body: bytes, content_type: str) -> None:
    masked_body(body, content_type)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-32"])
def test_json_is_masked_in_every_encoding_in_which_it_is_read(encoding: str) -> None:
    body = json.dumps({"access_token": "s3cr3t"}).encode(encoding)
    assert object_of(body) == {"access_token": "s3cr3t"}
    assert b"s3cr3t" not in masked_body(body, "text/plain").replace(b"\0", b"")


def test_a_bare_text_goes_as_a_whole() -> None:
    assert b"s3cr3t" not in masked_body(b'"s3cr3t"', "application/json")
