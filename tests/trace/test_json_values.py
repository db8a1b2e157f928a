"""One value out of a message, as a column shows it."""

from __future__ import annotations

import pytest

from inspector.trace.json_values import first_value, parse_path, path_name, value_at
from inspector.trace.query.tokens import FilterError

MESSAGE = (
    '{"params": {"a b": [1.10, {"x": "y\\u00e9"}, 12345678901234567890], "n": null, "주문": "7\\n8"}}'
).encode()


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ('$.params["a b"][0]', "1.10"),
        ('$.params["a b"][-1]', "12345678901234567890"),
        ('$.params["a b"][1].x', "yé"),
        ('$.params["a b"][1]', '{"x": "y\\u00e9"}'),
        ("$.params.n", "null"),
        ("$.params.주문", "7 8"),
        ("$.params.nothing", None),
        ('$.params["a b"][9]', None),
        ("$.params.n.deeper", None),
    ],
)
def test_a_value_keeps_its_digits_and_a_text_has_no_quotes(path: str, text: str | None) -> None:
    assert value_at(MESSAGE, parse_path(path)) == text


@pytest.mark.parametrize("raw", [b"", b"no json", b'{"a": ', b'"\xff"', b"[" * 100_000])
def test_what_is_no_json_has_no_values(raw: bytes) -> None:
    assert value_at(raw, parse_path("$.a")) is None
    assert value_at(raw, parse_path("$")) is None


def test_a_long_value_is_cut() -> None:
    assert value_at(b'{"a":"' + b"x" * 10_000 + b'"}', ("a",)) == "x" * 240 + "…"


def test_the_first_message_that_has_it_counts() -> None:
    assert first_value([b'{"b":1}', b'{"a":2}', b'{"a":3}'], ("a",)) == "2"
    assert first_value([], ("a",)) == ""


@pytest.mark.parametrize("text", ["", "a.b", "$.a == 1", "$.a $.b", "$['"])
def test_what_is_no_path_is_refused(text: str) -> None:
    with pytest.raises(FilterError):
        parse_path(text)


@pytest.mark.parametrize(("path", "name"), [("$.a.b[0]", "b"), ("$[0]", "$"), ("$", "$")])
def test_a_path_is_named_after_its_last_key(path: str, name: str) -> None:
    assert path_name(parse_path(path)) == name
