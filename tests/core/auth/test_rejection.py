"""A refusal says what of the request was refused, and what the server asks for instead."""

from __future__ import annotations

import pytest

from inspector.core.auth.rejection import wanted_header, why_not_let_in
from inspector.protocol.wire import Headers

KEY: Headers = (("Authorization", "sk-12345"),)
TOKEN: Headers = (("authorization", "Bearer abc"),)
INVALID = 'Bearer error="invalid_token", error_description="it has expired"'


@pytest.mark.parametrize(
    ("sent", "challenge", "said", "words"),
    [
        (TOKEN, [INVALID], "", "the token was rejected (invalid_token: it has expired)"),
        (TOKEN, ["Bearer"], "", "the token was rejected"),
        (TOKEN, [], "", "the token was rejected"),
        (KEY, ["Bearer"], "", "without the word Bearer"),
        (KEY, [], "", "without the word Bearer"),
        (KEY, ["Basic realm=x"], "", "the token was rejected"),
        ((("Authorization", "Basic"),), [], "", "the token was rejected"),
        ((), ['ApiKey header="X-API-Key"'], "", "a key in the header X-API-Key"),
        ((), ["Bearer"], '{"error": "missing x-api-key header"}', "a key in the header x-api-key"),
        (TOKEN, [], "send X-Goog-Api-Key", "a key in the header X-Goog-Api-Key"),
        ((("X-API-Key", "wrong"),), [], "bad X-API-Key", "the credentials were rejected"),
        ((("X-API-Key", "wrong"),), [INVALID], "", "were rejected (invalid_token: it has expired)"),
    ],
)
def test_the_cause_is_what_was_sent_or_what_is_asked_for(
    sent: Headers, challenge: list[str], said: str, words: str
) -> None:
    why = why_not_let_in(sent, challenge, said)
    assert why is not None and words in why[0], why
    assert why[1]


@pytest.mark.parametrize(
    ("sent", "challenge", "said"),
    [
        ((), ["Bearer"], ""),
        ((), [INVALID], ""),  # nothing was sent: what it says of a token is not about ours
        ((), [], "the public key of the x-ray is a token"),
        ((("X-Api-Key", "k"),), ["Bearer"], ""),
    ],
)
def test_nothing_is_guessed_where_nothing_is_known(sent: Headers, challenge: list[str], said: str) -> None:
    assert why_not_let_in(sent, challenge, said) is None


def test_what_a_server_writes_is_shown_in_part() -> None:
    why = why_not_let_in(TOKEN, [f'Bearer error="{"x" * 5000}"'], "")
    assert why is not None and len(why[0]) < 300


def test_the_header_is_found_in_the_scheme_the_parameters_and_the_text() -> None:
    assert wanted_header(["X-API-Key"], "") == "X-API-Key"
    assert wanted_header(['Bearer realm="use api-key"'], "") == "api-key"
    assert wanted_header(["Bearer"], "no key") == ""
