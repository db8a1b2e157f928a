"""Proof keys and JWTs that are only looked at."""

from __future__ import annotations

import json
from typing import Any

import jwt
import pytest
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, rsa, x25519
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from hypothesis import given
from hypothesis import strategies as st

from inspector.core.auth.assertions import PROOF_ALGORITHMS, ProofKey, client_assertion, decoded_jwt
from inspector.errors import UsageError


@pytest.mark.parametrize("algorithm", PROOF_ALGORITHMS)
def test_a_key_signs_what_its_public_half_verifies_and_comes_back_from_its_text(algorithm: str) -> None:
    key = ProofKey.new([algorithm])
    assert key is not None
    again = ProofKey.from_pem(key.pem(), algorithm)
    proof = again.proof("GET", "https://x.test/a", 1.0)
    header = jwt.get_unverified_header(proof)
    assert header["alg"] == algorithm
    assert {"d", "p", "q"}.isdisjoint(header["jwk"])
    jwt.decode(proof, jwt.PyJWK(header["jwk"], algorithm).key, algorithms=[algorithm])
    assert again.thumbprint() == key.thumbprint()


def test_a_thumbprint_is_that_of_rfc_7638() -> None:
    n = (
        "0vx7agoebGcQSuuPiLJXZptN9nndrQmbXEps2aiAFbWhM78LhWx4cbbfAAtVT86zwu1RK7aPFFxuhDR1L6tSoc_BJECPebWKRXjBZCi"
        "FV4n3oknjhMstn64tZ_2W-5JsGY4Hc5n9yBXArwl93lqt7_RN5w6Cf0h4QyQ5v-65YGjQR0_FDW2QvzqY368QQMicAtaSqzs8KJZgnYb"
        "9c7d0zgdAZHzu6qMQvRL5hajrn1n91CbOpbISD08qNLyrdkt-bFTWhAI4vMQFh6WeZu0fM4lFd2NcRwr3XPksINHaQ-G_xBniIqbw0Ls"
        "1jF44-csFCur-kEgU8awapJzKnqDKgw"
    )
    key = object.__new__(ProofKey)
    key._jwk = {"kty": "RSA", "n": n, "e": "AQAB"}
    assert key.thumbprint() == "NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs"


def test_symmetric_algorithms_make_no_key() -> None:
    assert ProofKey.new(["HS256", "none"]) is None


def test_what_is_no_jwt_is_none() -> None:
    assert decoded_jwt("opaque") is None
    assert decoded_jwt("a.b.c") is None
    assert decoded_jwt("W10.W10.x") is None


@given(st.text(alphabet="eyJhbGciOi.=_-é", max_size=40))
def test_no_text_raises(text: str) -> None:
    decoded_jwt(text)


def pem(key: Any) -> str:
    return str(key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()).decode())


RSA = rsa.generate_private_key(65537, 2048)
UNREADABLE = "the private key cannot be read (PEM or JWK expected): "
KEYS = {
    "RS256": RSA,
    "ES256": ec.generate_private_key(ec.SECP256R1()),
    "ES384": ec.generate_private_key(ec.SECP384R1()),
    "ES512": ec.generate_private_key(ec.SECP521R1()),
    "EdDSA": ed25519.Ed25519PrivateKey.generate(),
}


@pytest.mark.parametrize("algorithm", KEYS)
def test_a_client_authenticates_with_the_algorithm_of_its_key(algorithm: str) -> None:
    key = KEYS[algorithm]
    text = client_assertion(pem(key), "", "me", "https://as.example", 100.9)
    found = decoded_jwt(text)
    assert found is not None
    header, claims = found
    assert (header["alg"], header.get("kid")) == (algorithm, None)
    assert claims.pop("jti")
    assert claims == {"iss": "me", "sub": "me", "aud": "https://as.example", "iat": 100, "exp": 400}
    options = {"verify_exp": False, "verify_aud": False}
    jwt.decode(text, key.public_key(), algorithms=[algorithm], options=options)


@pytest.mark.parametrize("algorithm", KEYS)
def test_a_key_may_be_a_jwk_which_says_its_id(algorithm: str) -> None:
    jwk = jwt.get_algorithm_by_name(algorithm).to_jwk(KEYS[algorithm], as_dict=True)
    jwk.pop("alg", None)
    for own, said, kid in (("its", "", "its"), ("its", "another", "another"), (None, "", None)):
        document = {**jwk, "kid": own}
        found = decoded_jwt(client_assertion(f" {json.dumps(document)}", "", "me", "a", 1, said))
        assert found is not None and (found[0]["alg"], found[0].get("kid")) == (algorithm, kid)


def test_a_key_on_one_line_and_another_algorithm_of_it_are_understood() -> None:
    line = pem(RSA).replace("\n", "\\n")
    found = decoded_jwt(client_assertion(line, "PS256", "me", "a", 1))
    assert found is not None and found[0]["alg"] == "PS256"


@pytest.mark.parametrize(
    ("key", "algorithm", "said"),
    [
        ("no key", "", UNREADABLE),
        ("{", "", UNREADABLE),
        ('{"kty": "EC", "crv": "P-999"}', "", UNREADABLE),
        (pem(RSA), "ES256", "the private key cannot sign with ES256: "),
        (pem(RSA), "XX", "the private key cannot sign with XX: "),
        (pem(ec.generate_private_key(ec.SECP256K1())), "",
         "a private key of this type cannot sign a JWT"),
        (pem(x25519.X25519PrivateKey.generate()), "", "a private key of this type cannot sign a JWT"),
    ],
    ids=range(7),
)  # fmt: skip
def test_a_key_that_cannot_sign_says_why(key: str, algorithm: str, said: str) -> None:
    with pytest.raises(UsageError) as caught:
        client_assertion(key, algorithm, "me", "a", 1)
    assert str(caught.value).startswith(said)


def test_a_proof_is_for_one_request_and_what_goes_with_it() -> None:
    key = ProofKey.new()
    assert key is not None and key.algorithm == "ES256"
    bare = decoded_jwt(key.proof("POST", "https://x.test/a?b#c", 5.9))
    assert bare is not None
    assert bare[0]["typ"] == "dpop+jwt"
    assert bare[1].pop("jti")
    assert bare[1] == {"htm": "POST", "htu": "https://x.test/a", "iat": 5}
    full = decoded_jwt(key.proof("POST", "https://x.test", 5, "n", "token", b""))
    assert full is not None
    assert full[1]["nonce"] == "n"
    assert full[1]["ath"] == "PEaenWxYddN6Q_NT1PiOYfz4EsZu7jRXRlpAsNpBU-A"
    assert full[1]["content_digest"] == "sha-256=:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=:"


def test_of_several_algorithms_the_preferred_is_taken() -> None:
    made = ProofKey.new(["RS256", "HS256", "ES384"])
    assert made is not None and made.algorithm == "ES384"
