"""What a flow hands around says of itself whether it is over, and what it carries."""

from __future__ import annotations

import pytest

from inspector.core.auth.ports import KnownClient, Response, Token


@pytest.mark.parametrize(
    ("ends", "now", "over"),
    [(0, 10**12, False), (1000, 969, False), (1000, 970, True), (1000, 2000, True)],
)
def test_a_token_is_over_shortly_before_its_end(ends: float, now: float, over: bool) -> None:
    token = Token("a", "https://h/", "https://as/", KnownClient("id"), expires_at=ends)
    assert token.expired(now) is over
    assert token.expired(now, leeway_s=0) is (bool(ends) and now >= ends)


def test_a_header_is_found_in_whatever_case_the_first_one_counts() -> None:
    response = Response(200, (("X-One", "a"), ("x-one", "b")))
    assert (response.header("x-ONE"), response.header("x-two")) == ("a", "")


def test_nothing_secret_is_in_what_is_printed() -> None:
    client = KnownClient("id", "s3cret")
    token = Token(
        "s3cret-a", "u", "i", client, refresh_token="s3cret-r", id_token="s3cret-i", dpop_key="s3cret-k"
    )
    assert "s3cret" not in repr(token)
