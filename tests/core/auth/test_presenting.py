"""What is added to requests to the server, and to nobody else."""

from __future__ import annotations

import base64
import hashlib

import jwt
import pytest

from inspector.core.auth.assertions import ProofKey
from inspector.core.auth.presenting import Presenter, static_presenter, token_presenter
from inspector.core.servers.auth_settings import AuthSettings
from tests.core.auth.world import NOW, SERVER, kept_token


def bound() -> Presenter:
    key = ProofKey.new()
    assert key is not None
    return token_presenter(
        kept_token(type="DPoP", dpop_key=key.pem(), dpop_algorithm=key.algorithm), lambda: NOW
    )


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        (AuthSettings("bearer", token=" abc\n"), ("Authorization", "Bearer abc")),
        (AuthSettings("api_key", token="abc"), ("X-API-Key", "abc")),
        (AuthSettings("api_key", token="abc", header_name="X-Mine"), ("X-Mine", "abc")),
        (AuthSettings("basic", username="me", password="pä:ss"), ("Authorization", "Basic bWU6cMOkOnNz")),
    ],
)
def test_static_credentials(settings: AuthSettings, expected: tuple[str, str]) -> None:
    presenter = static_presenter(settings, SERVER)
    assert presenter is not None
    assert presenter.headers("POST", SERVER, b"") == (expected,)


@pytest.mark.parametrize("method", ["auto", "none", "client_credentials", "enterprise", "workload"])
def test_methods_that_ask_for_a_token_have_none(method: str) -> None:
    assert static_presenter(AuthSettings(method), SERVER) is None


@pytest.mark.parametrize(
    "elsewhere",
    ["https://evil.test/mcp", "http://mcp.test/mcp", "https://mcp.test:8443/mcp", "https://x@evil.test"],
)
def test_nothing_goes_to_another_origin(elsewhere: str) -> None:
    static = static_presenter(AuthSettings("bearer", token="abc"), SERVER)
    assert static is not None
    for presenter in (static, token_presenter(kept_token()), bound()):
        assert presenter.headers("POST", elsewhere, b"") == ()
        assert presenter.headers("POST", SERVER, b"")


def test_a_bound_token_comes_with_a_proof_of_exactly_this_request() -> None:
    presenter = bound()
    headers = dict(presenter.headers("POST", f"{SERVER}?a=1#b", b'{"id":1}'))
    assert headers["Authorization"] == "DPoP access-0"
    jwk = jwt.get_unverified_header(headers["DPoP"])["jwk"]
    assert "d" not in jwk
    options = {"verify_iat": False}
    claims = jwt.decode(headers["DPoP"], jwt.PyJWK(jwk, "ES256").key, algorithms=["ES256"], options=options)
    digest = base64.b64encode(hashlib.sha256(b'{"id":1}').digest()).decode()
    ath = base64.urlsafe_b64encode(hashlib.sha256(b"access-0").digest()).decode().rstrip("=")
    assert claims.pop("jti")
    assert claims == {
        "htm": "POST",
        "htu": SERVER,
        "iat": int(NOW),
        "ath": ath,
        "content_digest": f"sha-256=:{digest}:",
    }


def test_every_proof_is_fresh() -> None:
    presenter = bound()
    assert presenter.headers("POST", SERVER, b"") != presenter.headers("POST", SERVER, b"")


def test_a_nonce_that_is_asked_for_is_in_the_next_proof() -> None:
    presenter = bound()
    challenge = (("WWW-Authenticate", 'DPoP error="use_dpop_nonce"'), ("DPoP-Nonce", "n-1"))
    assert presenter.answered(401, challenge)
    proof = dict(presenter.headers("POST", SERVER, b""))["DPoP"]
    assert jwt.decode(proof, options={"verify_signature": False})["nonce"] == "n-1"
    assert not presenter.answered(401, challenge)  # the same again: no use in asking again


def test_a_nonce_that_comes_by_the_way_is_taken_and_nothing_sent_again() -> None:
    presenter = bound()
    assert not presenter.answered(200, (("dpop-nonce", "n-2"),))
    proof = dict(presenter.headers("POST", SERVER, b""))["DPoP"]
    assert jwt.decode(proof, options={"verify_signature": False})["nonce"] == "n-2"
