"""`WWW-Authenticate` as servers really write it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.core.auth.challenge import Challenge, chosen_challenge, parse_challenges


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("Bearer", [Challenge("Bearer")]),
        (
            'Bearer realm="a, b", error="invalid_token", resource_metadata="https://x/.well-known"',
            [
                Challenge(
                    "Bearer",
                    {
                        "realm": "a, b",
                        "error": "invalid_token",
                        "resource_metadata": "https://x/.well-known",
                    },
                )
            ],
        ),
        ("Bearer, Basic", [Challenge("Bearer"), Challenge("Basic")]),
        (
            'Negotiate abc==, Basic realm="x", DPoP algs="ES256 RS256", Bearer scope="a b"',
            [
                Challenge("Negotiate", token68="abc=="),
                Challenge("Basic", {"realm": "x"}),
                Challenge("DPoP", {"algs": "ES256 RS256"}),
                Challenge("Bearer", {"scope": "a b"}),
            ],
        ),
        (r'Newauth realm="a\"b\\c" , type=1', [Challenge("Newauth", {"realm": 'a"b\\c', "type": "1"})]),
        (
            'Bearer error="x" error_description="y"',
            [Challenge("Bearer", {"error": "x", "error_description": "y"})],
        ),
        ('bearer  SCOPE = "a"', [Challenge("bearer", {"scope": "a"})]),
        (' , ,Bearer scope="",', [Challenge("Bearer", {"scope": ""})]),
        ("", []),
    ],
)
def test_reads_what_rfc_9110_writes(value: str, expected: list[Challenge]) -> None:
    assert parse_challenges([value]) == expected


def test_several_headers_are_one_list() -> None:
    assert [one.scheme for one in parse_challenges(['Basic realm="x"', 'Bearer scope="a"'])] == [
        "Basic",
        "Bearer",
    ]


@pytest.mark.parametrize(
    ("value", "parameters", "problem"),
    [
        ("Bearer scope=a:b", {"scope": "a:b"}, "scope is not quoted"),
        ('Bearer scope="open', {"scope": "open"}, "scope: missing closing quotation mark"),
        ('Bearer scope="a", scope="b"', {"scope": "a"}, "duplicate scope"),
        (
            "Bearer resource_metadata=https://a/b?c=d",
            {"resource_metadata": "https://a/b?c=d"},
            "resource_metadata is not quoted",
        ),
        ("=bad", {}, "not a challenge: '=bad'"),
    ],
)
def test_what_is_written_wrongly_is_read_and_told(
    value: str, parameters: dict[str, str], problem: str
) -> None:
    (found,) = parse_challenges([value])
    assert found.parameters == parameters
    assert found.problems == (problem,)


def test_the_one_that_says_most_is_chosen() -> None:
    found = parse_challenges(['Bearer, Basic realm="x"', 'Bearer resource_metadata="https://x", scope="a"'])
    assert chosen_challenge(found) == found[2]


def test_of_two_that_say_the_same_the_one_bound_to_a_key_is_chosen() -> None:
    found = parse_challenges(['Bearer scope="a", DPoP scope="a"'])
    chosen = chosen_challenge(found)
    assert chosen is not None
    assert chosen.scheme == "DPoP"


def test_schemes_that_no_token_answers_are_not_chosen() -> None:
    assert chosen_challenge(parse_challenges(['Basic realm="x"', "Negotiate"])) is None


@given(st.text(alphabet='Bearer ,="\\ab/:', max_size=60))
def test_no_header_raises(value: str) -> None:
    parse_challenges([value])
