"""A filter that can be used but means nothing says so; one that means something says nothing."""

from __future__ import annotations

import pytest

from inspector.trace.query import compile_filter

DOUBTFUL = [
    ('kind == "foo"', "kind never is 'foo'; it is one of request, notification"),
    ("status == oke", "status never is 'oke'; it is one of pending, done"),
    ("status == doen", "status never is 'doen'; did you mean done?"),
    ("status in {done, faild}", "did you mean failed?"),
    ("kind ~ ^resq", "kind never matches '^resq'"),
    ("kind contains requests", "kind never contains 'requests'; did you mean request?"),
    ("method > ping", "letter by letter"),
    ("duration < -5", "duration is never below 0"),
    ("$.arguments.id == 1", "a message has no member 'arguments' at its top"),
    ("duration", '"duration exists"'),
    ("pending", "did you mean is:pending?"),
    ("is:error and not kind == reqest", "did you mean request?"),
]


@pytest.mark.parametrize(("text", "doubt"), DOUBTFUL)
def test_doubtful_filter_says_what_is_odd(text: str, doubt: str) -> None:
    assert doubt in compile_filter(text).doubt


@pytest.mark.parametrize(
    "text",
    [
        "", "order", 'method == "no/such"', "kind ~ ^re", "kind contains resp", 'role == ""', "in out",
        "kind != request", "$.params.x == 1", '$["result"].x == 1', "$[0].id == 1", "duration > 0",
        "server == nobody",
    ],
)  # fmt: skip
def test_other_filters_raise_no_doubt(text: str) -> None:
    assert compile_filter(text).doubt == ""
