"""One value out of a message, as a column shows it."""

from __future__ import annotations

import pytest

from inspector.trace.json_values import first_value, parse_path, part_at, path_name, value_at
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


ZEROS = (
    b'{"first": [%b 7], "last": {"k\xc3\xa9y": "x"%b}, "nested": [[1], %b [2]], "last": {"key": true}}'
    % (
        b"0," * 700_000,
        b"".join(b', "m%d": %d' % (number, number) for number in range(200_000)),
        b"[[0,0]," + b"[0]," * 200_000 + b"[5]],",
    )
)


@pytest.mark.parametrize(
    ("path", "part"),
    [
        ("$.first[0]", b"0"),
        ("$.first[700000]", b"7"),
        ("$.first[-1]", b"7"),
        ("$.first[-700001]", b"0"),
        ("$.first[700001]", None),
        ("$.first[-700002]", None),
        ("$.first", b"[]"),
        ("$.last.key", b"true"),
        ("$.last.m5", None),
        ("$.nested[0][0]", b"1"),
        ("$.nested[1][150000][0]", b"0"),
        ("$.nested[-1][0]", b"2"),
        ("$.nested[1][-1]", b"[]"),
        ("$", b"{}"),
    ],
)
def test_a_value_of_a_large_message_is_found_without_its_tree(path: str, part: bytes | None) -> None:
    assert part_at(ZEROS, parse_path(path), brief=True) == part


def test_members_of_a_large_object_are_found_wherever_they_stand() -> None:
    raw = b"{%b}" % b",".join(b'"m%d": [%d, "\xc3\xa9"]' % (number, number) for number in range(200_000))
    for number in (0, 100_000, 199_999):
        assert part_at(raw, (f"m{number}",)) == b'[%d, "\xc3\xa9"]' % number
    assert part_at(raw, ("m200000",)) is None
    assert part_at(raw[:-1], ("m1",)) is None
