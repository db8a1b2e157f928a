"""The quick look at a text by an official schema says yes only where the validator has nothing to say."""

from __future__ import annotations

import pytest

from inspector.schema.check import Checker
from inspector.schema.problem import faults
from inspector.schema.quick import fitting

SCHEMA = '{"type":"object","required":["a"],"properties":{"a":{"type":["object","array","integer"]}}}'
TEXTS = [
    '{"a":1}',
    '{"a":{}}',
    '{"a":"x"}',
    "{}",
    "nope",
    '{"a":1e400}',
    '{"a":[1e400]}',
    '{"a":["\\ud800"]}',
    '{"a":' + "9" * 5000 + "}",
    *('{"a":' + "[" * depth + "]" * depth + "}" for depth in (100, 300, 900, 100_000)),
]


@pytest.mark.parametrize("text", TEXTS, ids=range(len(TEXTS)))
def test_yes_is_what_the_validator_says_too(text: str) -> None:
    if fitting(SCHEMA)(text):
        assert faults(Checker().check(SCHEMA.encode(), text)) == []


def test_it_says_yes_and_no() -> None:
    assert [fitting(SCHEMA)(text) for text in TEXTS[:5]] == [True, True, False, False, False]


def test_without_a_schema_it_says_nothing() -> None:
    assert not fitting("")('{"a":1}')
