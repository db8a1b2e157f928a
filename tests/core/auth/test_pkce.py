"""PKCE, and the other texts of a flow that nobody may guess."""

from __future__ import annotations

import re

from inspector.core.auth.pkce import base64url, challenge_of, new_state, new_verifier


def test_the_challenge_is_that_of_the_example() -> None:
    """Source: RFC 7636, appendix B."""
    verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
    assert challenge_of(verifier) == "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"


def test_bytes_are_written_without_padding() -> None:
    assert [base64url(data) for data in (b"", b"\xfb", b"\xff\xef", b"abc")] == ["", "-w", "_-8", "YWJj"]


def test_verifiers_and_states_are_long_and_never_the_same() -> None:
    """Source: RFC 7636, 4.1: 43 to 128 characters of these."""
    verifiers, states = {new_verifier() for _ in range(50)}, {new_state() for _ in range(50)}
    assert len(verifiers) == len(states) == 50
    assert all(re.fullmatch(r"[A-Za-z0-9_-]{64}", one) for one in verifiers)
    assert all(re.fullmatch(r"[A-Za-z0-9_-]{43}", one) for one in states)
