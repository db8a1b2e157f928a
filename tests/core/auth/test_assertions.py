"""Proof keys and JWTs that are only looked at."""

from __future__ import annotations

import jwt
import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.core.auth.assertions import PROOF_ALGORITHMS, ProofKey, decoded_jwt


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
