"""The values of `--set` for what a bundle or `server.json` asks for."""

from __future__ import annotations

from typing import Any

import pytest

from inspector.cli.offer_values import _given
from inspector.errors import UsageError

SCHEMA: dict[str, Any] = {
    "properties": {
        "limit": {"type": "number", "title": "Limit"},
        "dirs": {"type": "array", "items": {"type": "string"}},
        "flag": {"type": "boolean"},
        "extra": {"type": "object"},
        "name": {"type": "string"},
        "--key=": {"type": "string"},
    },
    "required": ["limit"],
}


def test_values_are_typed_by_what_is_asked_for() -> None:
    pairs = ("limit=5", "dirs=/a", "dirs=/b", "flag=true", 'extra={"a": 1}', "name=5", "--key==x=y")
    assert _given(pairs, SCHEMA) == {
        "limit": 5,
        "dirs": ["/a", "/b"],
        "flag": True,
        "extra": {"a": 1},
        "name": "5",
        "--key=": "x=y",
    }


def test_json_is_taken_as_it_is() -> None:
    assert _given(('dirs:=["/a b"]', "name:=null"), SCHEMA) == {"dirs": ["/a b"], "name": None}


@pytest.mark.parametrize(
    ("pair", "said"),
    [
        ("limit=many", "is not JSON"),
        ("limit=true", "it must be a number"),
        ("flag=1", "it must be a boolean"),
        ("limit", "does not ask for that"),
        ("other=1", "--set limit=… (required)  Limit"),
    ],
)
def test_what_does_not_fit_is_refused_with_what_is_asked_for(pair: str, said: str) -> None:
    with pytest.raises(UsageError) as caught:
        _given((pair,), SCHEMA)
    assert said in str(caught.value)
